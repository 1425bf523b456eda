//! Publishing from the window: asked once whether the project is trusted, then done beside it.

use std::fs;
use std::path::PathBuf;

use landwright_editor::command::CommandId;

use super::hand::{Hand, flat};

/// A project with a map and a server, and the program that publishes.
fn project(command: &str) -> (Hand, PathBuf) {
    let mut hand = Hand::at_start();
    let program = PathBuf::from(env!("CARGO_BIN_EXE_landwright"));
    hand.window.state_mut().model_mut().program = Some(program);
    let map = hand.put("meadow.gat", &flat(40, 30));
    fs::create_dir(hand.file("server")).unwrap();
    let text = format!(
        "[[publish]]\nfiles = 'meadow.gat'\nto = 'server'\n{}",
        if command.is_empty() { String::new() } else { format!("command = '{command}'\n") }
    );
    fs::write(hand.file("landwright.toml"), text).unwrap();
    hand.open(&map);
    assert!(hand.shows_part("publishes meadow.gat to "));
    hand.click("Trust this project");
    hand.settle();
    (hand, map)
}

fn log(hand: &Hand) -> Vec<String> {
    hand.model().log.lines().map(|line| line.text.clone()).collect()
}

#[test]
fn what_is_saved_is_published_and_the_log_has_what_the_command_said() {
    let (mut hand, map) = project("echo the server reloads");
    hand.click_cell([5, 5]);
    hand.run(CommandId::Publish);
    let there = hand.file("server").join("meadow.gat");
    assert!(fs::read(&there).unwrap() == fs::read(&map).unwrap());
    let lines = log(&hand);
    assert!(lines.iter().any(|line| line == "the server reloads"), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("Unsaved changes are not published")));
    assert_eq!(lines.last().unwrap(), "Published 1 file written, 0 the same");
    hand.run(CommandId::Save);
    hand.press("Ctrl+Shift+U");
    hand.settle();
    assert!(fs::read(&there).unwrap() == fs::read(&map).unwrap());
    hand.run(CommandId::Publish);
    assert_eq!(log(&hand).last().unwrap(), "Published 0 files written, 1 the same");
}

#[test]
fn a_command_that_fails_is_an_error_with_its_reason_in_the_log() {
    let (mut hand, _) = project("exit 7");
    hand.run(CommandId::Publish);
    let lines = log(&hand);
    assert!(lines.iter().any(|line| line == "error: `exit 7` ended with exit code 7"), "{lines:?}");
    assert!(lines.last().unwrap().starts_with("Publishing failed"), "{lines:?}");
}

#[test]
fn without_a_project_it_says_how_to_get_one() {
    let mut hand = Hand::with_map();
    hand.run(CommandId::Publish);
    let last = log(&hand).pop().unwrap();
    assert!(last.starts_with("Nothing to publish: there is no landwright.toml"), "{last}");
}
