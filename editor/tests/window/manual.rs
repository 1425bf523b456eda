//! `F1` and the manual in the window.

use egui_kittest::kittest::Queryable;
use landwright_core::format::ragnarok::gat::Terrain;
use landwright_editor::command::{CommandId, Menu};

use super::hand::{Hand, flat};

/// The page that is open, by its first heading.
#[track_caller]
fn assert_reads(hand: &Hand, title: &str) {
    assert!(hand.shows("Search the manual"), "the manual is not there");
    assert!(hand.shows(title), "the manual does not read {title}");
}

#[test]
fn f1_opens_the_guide_to_the_document_in_front() {
    let mut hand = Hand::at_start();
    hand.press("F1");
    assert_reads(&hand, "Introduction");
    let mut hand = Hand::with_map();
    hand.press("F1");
    assert_reads(&hand, "Ragnarok Online");
    // The keys are still the map's.
    hand.press("R");
    assert_eq!(
        hand.model().tools.maps.tool,
        landwright_editor::kind::ragnarok::tool::Tool::Rectangle
    );
}

#[test]
fn f1_opens_the_page_of_the_panel_in_front_and_of_the_problem_that_is_shown() {
    let mut hand = Hand::at_start();
    let mut map = flat(40, 30);
    map.tile_mut(30, 20).unwrap().terrain = Terrain(9);
    let file = hand.put("map.gat", &map);
    hand.open(&file);
    hand.run(CommandId::ShowHistory);
    hand.press("F1");
    assert_reads(&hand, "History");
    assert!(hand.shows_part("all steps since the document was opened"));
    hand.run(CommandId::ShowProblems);
    hand.press("F1");
    assert!(hand.shows_part("lists everything that the checks found"));
    hand.click_part("(30, 20)  1 cell of type 9");
    hand.run(CommandId::ShowProblems);
    hand.press("F1");
    assert_reads(&hand, "gat-unknown-type");
    assert!(hand.shows("usual severity"));
}

#[test]
fn f1_opens_the_page_of_the_tool_under_the_pointer() {
    let mut hand = Hand::with_map();
    hand.window.get_by_label("Ramp").hover();
    hand.settle();
    hand.press("F1");
    assert!(hand.shows("tool-ramp"), "the page of the tool");
    hand.window.remove_cursor();
    hand.settle();
    hand.press("F1");
    assert_reads(&hand, "Ragnarok Online");
}

#[test]
fn f1_opens_the_page_of_a_menu_entry_and_closes_the_menu() {
    let mut hand = Hand::with_map();
    hand.open_menu(Menu::File);
    hand.entry(CommandId::SaveAs).hover();
    hand.settle();
    hand.press("F1");
    assert!(!hand.shows("Save all"), "the menu is closed");
    assert!(hand.shows("save-as"), "the page of the entry");
}

#[test]
fn f1_opens_the_page_of_the_command_that_the_palette_would_run() {
    let mut hand = Hand::with_map();
    hand.press("Ctrl+Shift+P");
    hand.type_text("crosel");
    hand.press("F1");
    assert!(!hand.shows("Command"), "the palette is closed");
    assert!(hand.shows("crop-to-selection"));
    assert!(hand.steps().is_empty(), "nothing was run");
}

#[test]
fn the_manual_is_searched_by_words_and_read_by_links() {
    let mut hand = Hand::with_map();
    hand.press("F1");
    hand.click("Search the manual");
    hand.type_text("unknown packet");
    hand.click("The definition of an unknown packet");
    assert!(hand.shows("Find the name"));
    hand.click("Back");
    assert!(hand.shows("Types of cells"));
    hand.click("Contents");
    assert!(hand.shows("Where to begin"));
}
