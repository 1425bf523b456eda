//! The start page, and opening files.

use std::fs;

use landwright_editor::command::CommandId;
use landwright_editor::kind::document::open::OpenDocument;
use landwright_editor::message::Message;
use landwright_editor::settings::Settings;

use super::hand::{Hand, flat};

#[test]
fn one_click_on_the_start_page_opens_the_sample() {
    let mut hand = Hand::at_start();
    assert!(hand.shows("Recent files"));
    hand.click("Open sample map");
    assert_eq!(hand.document().name, "sample.gat");
    assert!(hand.shows("Map view of sample.gat"));
    assert!(!hand.shows("Recent files"), "the start page makes room");
    assert!(!hand.document().has_unsaved_changes());
}

#[test]
fn recent_files_open_by_a_click_and_those_that_are_gone_are_said() {
    let mut hand = Hand::with_map();
    hand.press("Ctrl+W");
    assert_eq!(hand.model().maps().count(), 0);
    hand.click("map.gat");
    assert_eq!(hand.document().map().rect().width, 40);
    hand.press("Ctrl+W");
    fs::remove_file(hand.file("map.gat")).unwrap();
    hand.click("map.gat");
    assert!(hand.shows("Something went wrong"));
    assert!(hand.shows_part("map.gat can't be opened"));
    hand.click("OK");
    assert!(!hand.shows("Something went wrong"));
    assert_eq!(hand.model().maps().count(), 0);
}

#[test]
fn a_file_that_is_open_is_shown_and_not_opened_twice() {
    let mut hand = Hand::with_map();
    let other = hand.put("other.gat", &flat(10, 10));
    hand.open(&other);
    assert_eq!(hand.document().name, "other.gat");
    let first = hand.file("map.gat");
    hand.open(&first);
    assert_eq!(hand.model().maps().count(), 2);
    assert_eq!(hand.document().name, "map.gat");
    assert!(hand.shows("Map view of map.gat") && !hand.shows("Map view of other.gat"));
}

#[test]
fn files_that_are_dropped_on_the_window_open() {
    let mut hand = Hand::at_start();
    let file = hand.put("dropped.gat", &flat(10, 10));
    hand.drop_file(&file);
    assert_eq!(hand.document().name, "dropped.gat");
}

#[test]
fn what_is_no_map_is_refused_with_a_reason() {
    let mut hand = Hand::at_start();
    let file = hand.file("short.gat");
    fs::write(&file, b"GRAT\x01\x02").unwrap();
    hand.open(&file);
    assert!(hand.shows_part("short.gat can't be opened: "));
    assert_eq!(hand.model().maps().count(), 0);
}

#[test]
fn the_project_panel_lists_finds_and_opens_the_maps_of_a_folder() {
    let mut hand = Hand::at_start();
    let folder = hand.file("data");
    fs::create_dir(&folder).unwrap();
    for name in ["data/prontera.gat", "data/geffen.gat", "data/morocc.gat"] {
        hand.put(name, &flat(10, 10));
    }
    hand.send(Message::OpenFolder(folder));
    assert!(hand.shows("geffen.gat") && hand.shows("morocc.gat"));
    hand.click("Find a map");
    hand.type_text("pron");
    assert!(hand.shows("prontera.gat") && !hand.shows("geffen.gat"));
    hand.click("prontera.gat");
    assert_eq!(hand.document().name, "prontera.gat");
}

#[test]
fn a_folder_is_listed_again_in_the_next_run() {
    let hand = Hand::at_start();
    let folder = hand.file("data");
    fs::create_dir(&folder).unwrap();
    hand.put("data/prontera.gat", &flat(10, 10));
    let settings = Settings { folder: Some(folder), ..Settings::default() };
    let mut hand = Hand::in_folder(hand.leave(), settings);
    hand.run(CommandId::ShowProject);
    assert!(hand.shows("prontera.gat"));
}
