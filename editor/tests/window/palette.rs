//! The command palette.

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
    hand.press("F1");
    hand.type_text("theme");
    hand.press("Down");
    hand.press("Up");
    hand.press("Down");
    hand.press("Enter");
    let chosen = hand.model().settings.theme;
    hand.press("F1");
    hand.type_text("theme");
    hand.press("Enter");
    assert_ne!(hand.model().settings.theme, chosen, "the first and the second differ");
    hand.press("F1");
    assert!(hand.shows("Command"));
    hand.press("Escape");
    assert!(!hand.shows("Command"));
}

#[test]
fn what_is_typed_into_the_palette_runs_no_other_command() {
    let mut hand = Hand::with_map();
    hand.press("F1");
    hand.press("R");
    hand.press("5");
    hand.type_text("zzz");
    assert!(hand.shows("No command is called so"));
    hand.press("Enter");
    hand.press("Escape");
    assert!(hand.steps().is_empty());
    assert_eq!(hand.model().tools.tool, landwright_editor::tool::Tool::Paint);
}
