//! Questions, and what becomes of each answer.

use std::fs;

use landwright_core::format::ragnarok::gat::{self, Terrain};
use landwright_core::vfs::append::AppendFile;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_editor::command::CommandId;
use landwright_editor::kind::document::open::OpenDocument;
use landwright_editor::kind::ragnarok::tool::Tool;
use landwright_editor::message::Message;

use super::hand::{Hand, flat};

#[test]
fn a_new_map_is_made_as_asked() {
    let mut hand = Hand::at_start();
    hand.press("Ctrl+N");
    assert!(hand.shows("New map"));
    hand.click("1.3");
    hand.click("Make");
    assert_eq!(hand.document().name, "new.gat");
    assert_eq!(hand.document().map().rect().width, 200);
    assert!(hand.document().has_water_bit());
    hand.press("Ctrl+N");
    hand.press("Escape");
    assert!(!hand.shows("New map"));
    assert_eq!(hand.model().maps().count(), 1);
    hand.press("Ctrl+N");
    hand.press("Enter");
    assert_eq!(hand.model().maps().count(), 2, "Enter takes the first button");
}

#[test]
fn go_to_shows_a_cell_and_says_what_is_none() {
    let mut hand = Hand::with_map();
    hand.press("Ctrl+G");
    hand.type_text("12, 8");
    hand.press("Enter");
    let middle = hand.camera().middle_in_cells;
    assert!(middle.distance(glam::vec2(12.5, 8.5)) < 0.1, "{middle}");
    hand.press("Ctrl+G");
    hand.type_text("over there");
    hand.press("Enter");
    assert!(hand.shows_part("`over there` is not a cell"));
    hand.press("Ctrl+G");
    hand.type_text("4000 1");
    hand.press("Enter");
    assert!(hand.shows_part("(4000, 1) is outside the map of 40 × 30"));
}

#[test]
fn a_click_beside_a_dialog_takes_nothing_away() {
    let mut hand = Hand::with_map();
    hand.press("Ctrl+N");
    hand.click_cell([1, 1]);
    assert!(hand.shows("New map"));
    assert!(hand.steps().is_empty(), "nor does it reach the map");
    hand.press("Escape");
    assert!(!hand.shows("New map"));
}

#[test]
fn escape_gives_the_stamp_up_and_then_the_selection() {
    let mut hand = Hand::with_map();
    hand.run(CommandId::SelectAll);
    hand.run(CommandId::Copy);
    hand.run(CommandId::ToolStamp);
    hand.focus_map();
    hand.press("Escape");
    assert_eq!(hand.model().tools.maps.tool, Tool::SelectRectangle);
    assert!(!hand.document().selection.is_empty());
    hand.press("Escape");
    assert_eq!(hand.document().selection.n_cells(), 0);
}

#[test]
fn keys_do_nothing_to_the_map_behind_a_question() {
    let mut hand = Hand::with_map();
    hand.click_cell([5, 5]);
    hand.press("Ctrl+W");
    assert!(hand.shows("Unsaved changes"));
    hand.press("Ctrl+Z");
    hand.press("Ctrl+W");
    assert_eq!(hand.kind(5, 5), 1);
    hand.click("Cancel");
    assert!(!hand.shows("Unsaved changes"));
    assert_eq!(hand.model().maps().count(), 1);
}

#[test]
fn unsaved_changes_are_saved_given_up_or_kept() {
    let mut hand = Hand::with_map();
    let file = hand.file("map.gat");
    let old = fs::read(&file).unwrap();
    hand.click_cell([5, 5]);
    hand.press("Ctrl+W");
    hand.click("Don't save");
    assert_eq!(hand.model().maps().count(), 0);
    assert_eq!(fs::read(&file).unwrap(), old);
    assert_eq!(journals(&hand), 0, "what was cancelled is not offered again");
    hand.open(&file);
    hand.click_cell([5, 5]);
    let painted = gat::write(&hand.map().to_gat());
    hand.press("Ctrl+W");
    hand.click("Save");
    assert_eq!(hand.model().maps().count(), 0);
    assert_eq!(fs::read(&file).unwrap(), painted);
    assert_eq!(journals(&hand), 0);
}

#[test]
fn quitting_asks_about_every_document_and_cancel_stops_it() {
    let mut hand = Hand::with_map();
    hand.click_cell([5, 5]);
    let other = hand.put("other.gat", &flat(10, 10));
    hand.open(&other);
    hand.click_cell([5, 5]);
    let painted = gat::write(&hand.map().to_gat());
    let file = hand.file("map.gat");
    let old = fs::read(&file).unwrap();
    hand.press("Ctrl+Q");
    assert!(hand.shows("2 documents have unsaved changes:"));
    assert!(hand.shows("• map.gat") && hand.shows("• other.gat"));
    hand.click("Cancel");
    assert!(!hand.has_closed());
    assert_eq!(hand.model().maps().count(), 2);
    hand.press("Ctrl+Q");
    hand.click("Save all");
    assert!(hand.has_closed());
    assert_eq!(fs::read(&other).unwrap(), painted);
    assert!(fs::read(&file).unwrap() != old);
    assert_eq!(journals(&hand), 0);
}

#[test]
fn quitting_twice_asks_once() {
    let mut hand = Hand::with_map();
    hand.click_cell([5, 5]);
    let has_key =
        |hand: &Hand| hand.window.ctx.options(|options| !options.quit_shortcuts.is_empty());
    assert!(!has_key(&hand), "the window's own key is the only one");
    hand.press("Ctrl+Q");
    hand.close_window();
    assert!(hand.shows("Unsaved changes"));
    hand.press("Escape");
    assert!(!hand.shows("Unsaved changes") && !hand.has_closed());
}

#[test]
fn closing_the_window_asks_as_well() {
    let mut hand = Hand::with_map();
    hand.click_cell([5, 5]);
    hand.close_window();
    assert!(hand.shows("Unsaved changes") && !hand.has_closed());
    hand.click("Cancel");
    assert!(!hand.has_closed());
    hand.press("Ctrl+Z");
    hand.close_window();
    assert!(hand.has_closed());
}

#[test]
fn a_map_without_a_file_is_not_lost_by_saving_it_first() {
    let mut hand = Hand::at_start();
    hand.run(CommandId::OpenSample);
    hand.click_cell([50, 50]);
    let id = hand.document().id;
    let file = hand.file("out.gat");
    hand.send(Message::SaveTo(id, file.clone()));
    assert_eq!(fs::read(&file).unwrap(), gat::write(&hand.map().to_gat()));
    assert_eq!(hand.document().name, "out.gat");
    assert!(!hand.document().has_unsaved_changes());
}

#[test]
fn a_file_that_changed_on_disk_is_read_again_in_place_as_a_step() {
    let mut hand = Hand::with_map();
    hand.run(CommandId::ZoomIn);
    hand.press("M");
    hand.drag(&[[3, 3], [6, 6]]);
    let (camera, selection) = (hand.camera(), hand.document().selection.clone());
    let before = hand.map();
    change_on_disk(&hand, 20, 20, 5);
    hand.send(Message::FileChanged(hand.file("map.gat")));
    assert_eq!(hand.kind(20, 20), 5);
    assert_eq!((hand.camera(), &hand.document().selection), (camera, &selection));
    assert!(!hand.document().has_unsaved_changes());
    assert_eq!(hand.steps(), ["Changed on disk"]);
    hand.press("Ctrl+Z");
    assert_eq!(hand.map(), before);
    assert!(hand.document().has_unsaved_changes(), "what is on disk is another one");
}

#[test]
fn the_person_decides_where_both_sides_changed() {
    for (button, [mine, theirs], is_saved) in [
        ("Merge both", [1, 5], false),
        ("Use the version on disk", [0, 5], true),
        ("Keep mine", [1, 0], false),
    ] {
        let mut hand = Hand::with_map();
        hand.click_cell([5, 5]);
        let painted = hand.map();
        change_on_disk(&hand, 20, 20, 5);
        let on_disk = fs::read(hand.file("map.gat")).unwrap();
        hand.send(Message::FileChanged(hand.file("map.gat")));
        assert!(hand.shows("Changed on disk"), "{button}");
        assert_eq!(hand.map(), painted, "nothing happens unasked");
        hand.click(button);
        assert_eq!((hand.kind(5, 5), hand.kind(20, 20)), (mine, theirs), "{button}");
        assert_eq!(hand.document().has_unsaved_changes(), !is_saved, "{button}");
        assert_eq!(fs::read(hand.file("map.gat")).unwrap(), on_disk, "{button}");
        hand.press("Ctrl+S");
        let expected = gat::write(&hand.map().to_gat());
        assert_eq!(fs::read(hand.file("map.gat")).unwrap(), expected, "{button}");
    }
}

#[test]
fn a_save_over_a_file_that_changed_unnoticed_asks_first() {
    let mut hand = Hand::with_map();
    hand.click_cell([5, 5]);
    change_on_disk(&hand, 20, 20, 5);
    let on_disk = fs::read(hand.file("map.gat")).unwrap();
    // At once: no watch has told of it yet.
    hand.run(CommandId::Save);
    assert!(hand.shows("Changed on disk") && !hand.shows("Something went wrong"));
    assert_eq!(fs::read(hand.file("map.gat")).unwrap(), on_disk);
    hand.click("Merge both");
    hand.press("Ctrl+S");
    assert_eq!((hand.kind(5, 5), hand.kind(20, 20)), (1, 5));
    assert!(!hand.document().has_unsaved_changes());
}

#[test]
fn a_crash_loses_no_step_and_the_history_is_there_again() {
    let mut hand = Hand::with_map();
    hand.click_cell([5, 5]);
    hand.press("5");
    hand.click_cell([15, 15]);
    let (painted, file) = (hand.map(), hand.file("map.gat"));
    let on_disk = fs::read(&file).unwrap();
    let mut hand = Hand::after_a_crash(hand.leave());
    assert!(hand.shows("Unsaved work"));
    hand.press("Escape");
    assert!(hand.shows("Unsaved work"), "no stray key decides this");
    hand.click("Recover");
    assert_eq!(hand.map(), painted);
    assert_eq!(hand.steps(), ["Paint type 1", "Paint type 5"]);
    assert!(hand.document().has_unsaved_changes());
    assert_eq!(fs::read(&file).unwrap(), on_disk, "bringing back writes nothing");
    hand.press("Ctrl+Z");
    hand.press("Ctrl+Z");
    assert_eq!(gat::write(&hand.map().to_gat()), on_disk);
    hand.press("Ctrl+Y");
    hand.press("Ctrl+S");
    assert_eq!(fs::read(&file).unwrap(), gat::write(&hand.map().to_gat()));
}

#[test]
fn a_map_that_was_never_saved_survives_a_crash_too() {
    let mut hand = Hand::at_start();
    hand.run(CommandId::OpenSample);
    hand.click_cell([50, 50]);
    let painted = hand.map();
    let mut hand = Hand::after_a_crash(hand.leave());
    hand.click("Recover");
    assert_eq!(hand.map(), painted);
    assert_eq!(hand.document().file, None);
}

#[test]
fn steps_after_a_change_on_disk_survive_a_crash() {
    let mut hand = Hand::with_map();
    change_on_disk(&hand, 20, 20, 5);
    hand.send(Message::FileChanged(hand.file("map.gat")));
    hand.click_cell([5, 5]);
    let painted = hand.map();
    let mut hand = Hand::after_a_crash(hand.leave());
    hand.click("Recover");
    assert_eq!(hand.map(), painted);
    assert!(!hand.shows("Changed on disk"), "nobody changed it since");
    assert_eq!(hand.steps(), ["Changed on disk", "Paint type 1"]);
}

#[test]
fn steps_after_a_save_survive_a_crash() {
    let mut hand = Hand::with_map();
    hand.click_cell([5, 5]);
    hand.press("Ctrl+S");
    hand.press("5");
    hand.click_cell([15, 15]);
    let painted = hand.map();
    let mut hand = Hand::after_a_crash(hand.leave());
    hand.click("Recover");
    assert_eq!(hand.map(), painted);
    assert!(hand.document().has_unsaved_changes());
    hand.press("Ctrl+Z");
    assert!(!hand.document().has_unsaved_changes(), "this is what is on disk");
}

#[test]
fn a_journal_that_was_held_at_the_start_is_offered_when_it_comes_free() {
    let mut hand = Hand::with_map();
    hand.click_cell([5, 5]);
    let painted = hand.map();
    let folder = hand.leave();
    let files = disk::walk(&folder.path().join("home/journals")).files;
    let journal = files.iter().find(|path| path.extension().unwrap() == "journal").unwrap();
    // As a program that was killed holds it until it is gone.
    let held = AppendFile::open(journal, READ_LIMIT).unwrap();
    let mut hand = Hand::after_a_crash(folder);
    assert!(!hand.shows("Unsaved work") && hand.model().saw_journals_in_use());
    hand.get_focus();
    assert!(!hand.shows("Unsaved work"));
    drop(held);
    hand.get_focus();
    assert!(hand.shows("Unsaved work"));
    hand.click("Recover");
    assert_eq!(hand.map(), painted);
    hand.get_focus();
    assert!(!hand.shows("Unsaved work"), "this window has it now");
}

#[test]
fn what_was_put_off_is_not_asked_again_in_this_window() {
    let mut hand = Hand::with_map();
    hand.click_cell([5, 5]);
    let mut hand = Hand::after_a_crash(hand.leave());
    hand.get_focus();
    hand.click("Later");
    hand.get_focus();
    assert!(!hand.shows("Unsaved work"));
    let hand = Hand::after_a_crash(hand.leave());
    assert!(hand.shows("Unsaved work"));
}

#[test]
fn what_a_crash_left_is_deleted_only_when_asked() {
    let mut hand = Hand::with_map();
    hand.click_cell([5, 5]);
    let mut hand = Hand::after_a_crash(hand.leave());
    hand.click("Later");
    let mut hand = Hand::after_a_crash(hand.leave());
    hand.click("Delete…");
    hand.click("Keep");
    assert_eq!(journals(&hand), 1);
    hand.click("Delete…");
    hand.click("Delete for good");
    assert!(!hand.shows("Unsaved work"));
    let hand = Hand::after_a_crash(hand.leave());
    assert!(!hand.shows("Unsaved work"));
    assert_eq!(journals(&hand), 0);
}

fn change_on_disk(hand: &Hand, x: u32, y: u32, kind: u32) {
    let file = hand.file("map.gat");
    let mut map = gat::read(&fs::read(&file).unwrap()).unwrap();
    map.tile_mut(x, y).unwrap().terrain = Terrain(kind);
    // As most programs save: a new file over the old one.
    let new = hand.file("map.gat.new");
    fs::write(&new, gat::write(&map)).unwrap();
    fs::rename(new, file).unwrap();
}

/// How many files the journals are.
fn journals(hand: &Hand) -> usize {
    let files = disk::walk(&hand.home().join("journals")).files.into_iter();
    files.filter(|path| path.extension().is_some_and(|ending| ending == "journal")).count()
}

/// Everything that journals keep, the bytes that they build on included.
fn kept_files(hand: &Hand) -> usize {
    disk::walk(&hand.home().join("journals")).files.len()
}

#[test]
fn what_changed_on_disk_after_a_crash_can_be_merged() {
    let mut hand = Hand::with_map();
    hand.click_cell([5, 5]);
    let folder = hand.leave();
    let file = folder.path().join("map.gat");
    let mut map = gat::read(&fs::read(&file).unwrap()).unwrap();
    map.tile_mut(20, 20).unwrap().terrain = Terrain(5);
    // Whoever makes backups outside of Landwright has the old bytes.
    let backups = folder.path().join(".landwright").join("backups");
    fs::create_dir_all(&backups).unwrap();
    fs::rename(&file, backups.join("map.gat")).unwrap();
    fs::write(&file, gat::write(&map)).unwrap();
    let mut hand = Hand::after_a_crash(folder);
    hand.click("Recover");
    hand.click("Merge both");
    assert_eq!((hand.kind(5, 5), hand.kind(20, 20)), (1, 5));
}

#[test]
fn a_cell_that_both_sides_changed_is_a_row_to_click_and_to_decide() {
    let mut hand = Hand::with_map();
    hand.click_cell([5, 5]);
    let folder = hand.leave();
    let file = folder.path().join("map.gat");
    let mut map = gat::read(&fs::read(&file).unwrap()).unwrap();
    map.tile_mut(5, 5).unwrap().terrain = Terrain(5);
    let backups = folder.path().join(".landwright").join("backups");
    fs::create_dir_all(&backups).unwrap();
    fs::rename(&file, backups.join("map.gat")).unwrap();
    fs::write(&file, gat::write(&map)).unwrap();
    let mut hand = Hand::after_a_crash(folder);
    hand.click("Recover");
    hand.click("Merge both");
    assert!(hand.shows("1 conflict in map.gat"));
    assert!(hand.shows_part("map.gat (1 conflict)"), "the tab says how many are open");
    assert_eq!(hand.kind(5, 5), 1, "yours stays until you decide");
    hand.click("cell (5, 5), type");
    assert_eq!(hand.document().selection.n_cells(), 1);
    hand.click("Theirs: cell (5, 5), type");
    assert_eq!(hand.kind(5, 5), 5);
    assert!(hand.shows("Every conflict is decided"));
    hand.run(CommandId::Undo);
    assert_eq!(hand.kind(5, 5), 1);
    hand.click("Ours: cell (5, 5), type");
    assert_eq!(hand.kind(5, 5), 1);
    assert!(hand.shows("Every conflict is decided"));
}

#[test]
fn a_crash_in_the_first_stroke_leaves_nothing_to_ask_about() {
    let mut hand = Hand::with_map();
    let at = hand.cell([5, 5]);
    hand.window.hover_at(at);
    hand.window.drag_at(at);
    hand.settle();
    assert_eq!(journals(&hand), 1);
    let hand = Hand::after_a_crash(hand.leave());
    assert!(!hand.shows("Unsaved work"));
    assert_eq!(kept_files(&hand), 0);
}
