//! What a `landwright.toml` says is heeded by the window as by the command line.

use std::fs;

use landwright_core::format::ragnarok::gat::Terrain;
use landwright_core::problem::Severity;
use landwright_editor::message::Message;
use landwright_editor::settings::Settings;

use super::hand::{Hand, flat};

/// With a map that has two unknown types, and some settings.
fn hand(toml: &str) -> Hand {
    let mut hand = Hand::with(Settings::default());
    let mut map = flat(40, 30);
    map.tile_mut(5, 5).unwrap().terrain = Terrain(9);
    map.tile_mut(6, 8).unwrap().terrain = Terrain(9);
    if !toml.is_empty() {
        fs::write(hand.file("landwright.toml"), toml).unwrap();
    }
    let file = hand.put("map.gat", &map);
    hand.open(&file);
    hand
}

fn found(hand: &Hand, code: &str) -> Vec<Severity> {
    let problems = hand.document().problems.iter().filter(|problem| problem.code == code);
    problems.map(|problem| problem.severity).collect()
}

const UNKNOWN: &str = "gat-unknown-type";

#[test]
fn severities_and_ignores_hold_and_change_with_the_file() {
    let mut hand = hand("");
    let usual = found(&hand, UNKNOWN);
    assert_eq!(usual.len(), 2);
    fs::write(
        hand.file("landwright.toml"),
        "[severity]\ngat-unknown-type = 'hint'\n[[ignore]]\ncode = 'gat-unknown-type'\n\
         file = 'map.gat'\nat = 'cell (5, 5)'\nreason = 'the old gate'\n",
    )
    .unwrap();
    hand.send(Message::FileChanged(hand.file("landwright.toml")));
    assert_eq!(found(&hand, UNKNOWN), [Severity::Hint]);
    fs::remove_file(hand.file("landwright.toml")).unwrap();
    hand.send(Message::FileChanged(hand.file("landwright.toml")));
    assert_eq!(found(&hand, UNKNOWN), usual);
}

#[test]
fn what_is_wrong_with_the_settings_is_a_problem_too() {
    let hand = hand("severity = 5\nbackups = -1\n");
    assert_eq!(found(&hand, "project-bad-value").len(), 2);
    assert!(hand.shows_part("landwright.toml"));
}

#[test]
fn as_many_backups_are_kept_as_the_project_says() {
    for (toml, n) in [("backups = 0", 0), ("backups = 30", 1), ("", 1)] {
        let mut hand = hand(toml);
        if hand.shows("Do you trust this project?") {
            assert!(hand.shows_part("keeps no backups"));
            hand.click("Trust this project");
            hand.settle();
        }
        hand.click_cell([1, 1]);
        hand.press("Ctrl+S");
        let backups = fs::read_dir(hand.file(".landwright/backups"));
        assert_eq!(backups.map_or(0, Iterator::count), n, "{toml}");
    }
}

/// A file found above a map may be anybody's, and say to write anywhere.
#[test]
fn what_a_project_reads_and_writes_elsewhere_is_asked_once() {
    const QUESTION: &str = "Do you trust this project?";
    let toml = "copies = ['../server']\n[severity]\ngat-unknown-type = 'hint'\n";
    let mut hand = hand(toml);
    assert!(hand.shows(QUESTION) && hand.shows_part("writes copies to "));
    assert!(hand.model().active_map().is_none(), "nothing is read before");
    hand.click("Not now");
    hand.settle();
    assert_eq!(found(&hand, UNKNOWN), [Severity::Hint; 2], "the rest holds");
    let folder = hand.leave();
    let open_again = |folder| {
        let mut hand = Hand::in_folder(folder, Settings::default());
        let file = hand.file("map.gat");
        hand.open(&file);
        hand
    };
    let mut hand = open_again(folder);
    assert!(hand.shows(QUESTION), "it was put off for one window alone");
    hand.click("Ignore these parts");
    hand.settle();
    let mut hand = open_again(hand.leave());
    assert!(!hand.shows(QUESTION));
    assert_eq!(found(&hand, UNKNOWN).len(), 2);
    // Other parts are another question.
    fs::write(hand.file("landwright.toml"), "copies = ['../elsewhere']\n").unwrap();
    hand.send(Message::FileChanged(hand.file("landwright.toml")));
    assert!(hand.shows(QUESTION));
    hand.click("Trust this project");
    hand.settle();
    let hand = open_again(hand.leave());
    assert!(!hand.shows(QUESTION));
}
