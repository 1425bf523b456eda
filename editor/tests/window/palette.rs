//! The command palette.

use eframe::egui::{Key, Modifiers};

use super::hand::Hand;

#[test]
fn a_command_is_found_and_run_by_keyboard_alone() {
    let mut hand = Hand::with_map();
    hand.press("Ctrl+Shift+P");
    assert!(hand.shows("Command"));
    hand.type_text("selall");
    hand.press("Enter");
    assert!(!hand.shows("Command"), "the palette closes");
    assert_eq!(hand.document().selection.n_cells(), 40 * 30);
}

#[test]
fn arrows_choose_and_escape_closes() {
    let mut hand = Hand::with_map();
    hand.press("Ctrl+Shift+P");
    hand.type_text("theme");
    hand.press("Down");
    hand.press("Up");
    hand.press("Down");
    hand.press("Enter");
    let chosen = hand.model().settings.theme;
    hand.press("Ctrl+Shift+P");
    hand.type_text("theme");
    hand.press("Enter");
    assert_eq!(hand.model().settings.theme, chosen, "what was run last comes first");
    hand.press("Ctrl+Shift+P");
    hand.type_text("theme");
    hand.press("Down");
    hand.press("Enter");
    assert_ne!(hand.model().settings.theme, chosen, "the first and the second differ");
    hand.press("Ctrl+Shift+P");
    assert!(hand.shows("Command"));
    hand.press("Escape");
    assert!(!hand.shows("Command"));
}

#[test]
fn what_is_typed_into_the_palette_runs_no_other_command() {
    let mut hand = Hand::with_map();
    hand.press("Ctrl+Shift+P");
    hand.press("R");
    hand.press("5");
    hand.type_text("zzz");
    assert!(hand.shows("No command has this name"));
    hand.press("Enter");
    hand.press("Escape");
    assert!(hand.steps().is_empty());
    assert_eq!(hand.model().tools.maps.tool, landwright_editor::kind::ragnarok::tool::Tool::Paint);
}

#[test]
fn what_is_typed_before_the_palette_is_drawn_is_not_lost() {
    let mut hand = Hand::with_map();
    hand.window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    hand.window.event(eframe::egui::Event::Text("s".to_owned()));
    hand.window.event(eframe::egui::Event::Text("elall".to_owned()));
    hand.settle();
    hand.press("Enter");
    assert_eq!(hand.document().selection.n_cells(), 40 * 30);
}

#[test]
fn a_menu_closes_when_the_palette_opens() {
    let mut hand = Hand::with_map();
    hand.open_menu(landwright_editor::command::Menu::File);
    assert!(hand.shows("Save as…"));
    hand.press("Ctrl+Shift+P");
    hand.press("Escape");
    assert!(!hand.shows("Save as…"));
}
