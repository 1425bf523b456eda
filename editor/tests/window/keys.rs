//! Keys: those of the table, and those of a person.

use eframe::egui::{Event, Key, Modifiers};
use landwright_editor::kind::ragnarok::tool::Tool;
use landwright_editor::message::Message;
use landwright_editor::settings::Settings;

use super::hand::Hand;

#[test]
fn keys_of_the_settings_replace_those_of_the_table() {
    let mut settings = Settings::default();
    settings.keys.insert("undo".to_owned(), vec!["Ctrl+U".parse().unwrap()]);
    settings.keys.insert("tool-fill".to_owned(), Vec::new());
    let mut hand = Hand::with(settings);
    let file = hand.put("map.gat", &super::hand::flat(40, 30));
    hand.open(&file);
    hand.click_cell([5, 5]);
    hand.press("Ctrl+Z");
    assert_eq!(hand.kind(5, 5), 1, "this key means nothing any more");
    hand.press("Ctrl+U");
    assert_eq!(hand.kind(5, 5), 0);
    hand.press("F");
    assert_eq!(hand.model().tools.maps.tool, Tool::Paint);
    let settings = Settings::default();
    hand.send(Message::SetSettings(Box::new(settings)));
    hand.press("F");
    assert_eq!(hand.model().tools.maps.tool, Tool::Fill);
}

#[test]
fn letters_typed_into_a_field_are_no_commands() {
    let mut hand = Hand::with_map();
    hand.click("Find in problems");
    hand.press("R");
    hand.press("5");
    assert_eq!(hand.model().tools.maps.tool, Tool::Paint);
    hand.press("Ctrl+A");
    assert_eq!(hand.document().selection.n_cells(), 0);
    // What no field knows goes on.
    hand.press("Ctrl+Shift+P");
    assert!(hand.shows("Command"));
}

#[test]
fn a_sign_is_the_same_key_wherever_shift_is_needed_for_it() {
    let mut hand = Hand::with_map();
    let before = hand.camera().points_per_cell;
    // As keyboards send it where the plus sign is above another.
    let modifiers = Modifiers::SHIFT;
    for pressed in [true, false] {
        let key = Key::Plus;
        hand.window.event(Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers,
        });
    }
    hand.settle();
    assert!(hand.camera().points_per_cell > before);
    hand.press("Shift+H");
    assert_eq!(hand.model().tools.maps.tool, Tool::Paint, "Shift+H is not H");
}

#[test]
fn a_key_that_is_held_repeats_what_can_be_repeated() {
    let mut hand = Hand::with_map();
    for _ in 0..3 {
        let key = Key::CloseBracket;
        let modifiers = Modifiers::NONE;
        hand.window.event(Event::Key {
            key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers,
        });
    }
    hand.settle();
    assert_eq!(hand.model().tools.maps.brush_size, 6);
}

#[test]
fn a_key_is_changed_in_the_window_and_kept() {
    let mut hand = Hand::with_map();
    hand.press("Ctrl+K");
    hand.type_text("flood");
    hand.click("Add a key for Flood fill");
    for modifier in [Key::ControlLeft, Key::ShiftRight] {
        hand.window.key_press(modifier);
        hand.settle();
        assert!(hand.shows_part("Press the key for"), "{modifier:?} goes before a key");
    }
    hand.press("B");
    assert!(hand.shows_part("is used by “Brush”"));
    hand.click("Give it");
    hand.click("Close");
    hand.press("B");
    assert_eq!(hand.model().tools.maps.tool, Tool::Fill);
    let (kept, said) = Settings::load(&hand.home());
    assert_eq!(said, None);
    assert_eq!(kept.keys, hand.model().settings.keys);
    assert_eq!(kept.keys.len(), 2, "the one that has it and the one that lost it");
    hand.press("Ctrl+K");
    hand.click("Reset all");
    hand.press("Escape");
    hand.press("B");
    assert_eq!(hand.model().tools.maps.tool, Tool::Paint);
}
