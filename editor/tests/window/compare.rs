//! The Compare panel under the pointer: a backup is found, looked at, and brought back.

use std::fs;

use landwright_core::format::ragnarok::gat;
use landwright_editor::command::CommandId;

use super::hand::{Hand, flat};

#[test]
fn a_backup_is_compared_and_one_difference_is_taken_back() {
    let mut hand = Hand::at_start();
    let path = hand.put("isle.gat", &flat(40, 30));
    hand.open(&path);
    hand.click_cell([5, 5]);
    assert_eq!(hand.kind(5, 5), 1);
    hand.run(CommandId::Save);
    let saved = fs::read(&path).unwrap();
    hand.run(CommandId::Compare);
    hand.settle();
    hand.click_part("Compare with Backup 1 of isle.gat");
    hand.settle();
    assert!(hand.shows_part("difference"));
    hand.run(CommandId::NextDifference);
    hand.settle();
    assert!(hand.document().has_selection());
    hand.click_part("Take type of");
    hand.settle();
    assert_eq!(hand.kind(5, 5), 0);
    assert!(hand.shows("Nothing is different"));
    hand.click("Versions");
    hand.settle();
    hand.run(CommandId::Undo);
    assert_eq!(hand.kind(5, 5), 1);
    assert!(fs::read(&path).unwrap() == saved);
    assert!(gat::read(&saved).is_ok());
}
