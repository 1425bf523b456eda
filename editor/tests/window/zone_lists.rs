//! Lists to choose from in the panels of a zone: they take the keys as soon as they are open.

use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key};
use egui_kittest::kittest::Queryable;
use landwright_core::world::zone::thing::{Kind, Thing, ThingId};
use landwright_editor::command::CommandId;
use landwright_editor::kind::rose::document::ZoneDocument;
use landwright_editor::kind::rose::message::{PreviewMessage, ZoneMessage};
use landwright_editor::kind::rose::preview::PLAN;
use landwright_editor::kind::rose::tool::ZoneTool;

use super::hand::Hand;

fn zone(hand: &Hand) -> &ZoneDocument {
    hand.model().active_zone().unwrap()
}

/// The sample zone, and a spawn of it selected.
fn with_spawn() -> (Hand, ThingId) {
    let mut hand = Hand::at_start();
    hand.run(CommandId::OpenSampleZone);
    let mut things = zone(&hand).zone().things().filter(|(_, thing)| thing.kind() == Kind::Spawn);
    let spawn = things.next().unwrap().0;
    drop(things);
    hand.send(ZoneMessage::to(zone(&hand).id, ZoneMessage::Select([spawn].into())));
    (hand, spawn)
}

/// As a keyboard does it: the key, and the letter that it makes.
fn type_as_keyboard(hand: &mut Hand, text: &str) {
    for letter in text.chars() {
        let key = Key::from_name(&letter.to_uppercase().to_string()).unwrap();
        hand.window.key_down(key);
        hand.window.event(Event::Text(letter.to_string()));
        hand.window.key_up(key);
        hand.settle();
    }
}

fn monsters(hand: &Hand, spawn: ThingId) -> Vec<u32> {
    let spawn = zone(hand).zone().thing(spawn).and_then(Thing::spawn).unwrap();
    spawn.basic.iter().map(|line| line.monster_id).collect()
}

#[test]
fn what_is_typed_into_a_list_is_searched_and_no_tool_is_taken() {
    let (mut hand, spawn) = with_spawn();
    let before = monsters(&hand, spawn);
    hand.click("Add to the basic list");
    type_as_keyboard(&mut hand, "thorn");
    assert_eq!(zone(&hand).tools.tool, ZoneTool::Select);
    hand.press("Enter");
    let after = monsters(&hand, spawn);
    assert_eq!(after[..before.len()], before);
    assert_eq!(after[before.len()..], [3], "the only hit");
    assert!(!hand.shows("Search"), "and the list is closed");
    hand.click("Add to the basic list");
    hand.press("ArrowDown");
    hand.press("Enter");
    let mut all = zone(&hand).names.npcs.as_ref().unwrap().iter().map(|(id, _)| id);
    let second = all.nth(1);
    assert_eq!(monsters(&hand, spawn).last().copied(), second, "what was searched is forgotten");
}

#[test]
fn a_list_opens_where_its_field_stands() {
    let (mut hand, spawn) = with_spawn();
    let first = monsters(&hand, spawn)[0];
    hand.click("Basic monster 1");
    hand.press("ArrowDown");
    hand.press("Enter");
    let all: Vec<u32> = zone(&hand).names.npcs.as_ref().unwrap().iter().map(|(id, _)| id).collect();
    let place = all.iter().position(|id| *id == first).unwrap();
    let next = all.get(place + 1).copied().unwrap_or(first);
    assert_eq!(monsters(&hand, spawn)[0], next);
}

#[test]
fn keys_take_no_tool_while_a_list_is_open_and_escape_closes_it() {
    let (mut hand, _) = with_spawn();
    hand.click("Add to the basic list");
    hand.window.get_by_label("Add to the basic list").focus();
    hand.settle();
    hand.press("H");
    assert_eq!(zone(&hand).tools.tool, ZoneTool::Select);
    hand.press("Escape");
    assert!(!hand.shows("Search"));
}

#[test]
fn find_and_replace_takes_the_keys_at_once() {
    let (mut hand, _) = with_spawn();
    hand.press("Ctrl+F");
    hand.type_text("3");
    let field = hand.window.get_by_role_and_label(Role::TextInput, "Find");
    assert_eq!(field.value().as_deref(), Some("3"));
}

#[test]
fn enter_and_escape_in_the_inspector_are_not_for_what_stands_beside_the_map() {
    let (mut hand, spawn) = with_spawn();
    let limit = |hand: &Hand| {
        zone(hand).zone().thing(spawn).and_then(Thing::spawn).map(|spawn| spawn.limit)
    };
    hand.press("Ctrl+F");
    hand.type_text("3");
    for (typed, key, expected) in [("41", "Enter", Some(41)), ("42", "Escape", Some(41))] {
        hand.window.get_by_role_and_label(Role::TextInput, "Limit").focus();
        hand.settle();
        hand.press("Ctrl+A");
        hand.type_text(typed);
        hand.press(key);
        assert_eq!(limit(&hand), expected, "{key}");
        assert_eq!(zone(&hand).selection, [spawn].into(), "{key}: nothing was found instead");
        assert!(hand.shows("Find and replace"), "{key}");
    }
    hand.press("Escape");
    assert!(!hand.shows("Find and replace"));
}

/// The room of the panels to the left and to the right of the view.
fn panels(hand: &Hand) -> (f32, f32) {
    let view = hand.window.get_by_label_contains("Zone view of").rect();
    (view.left(), view.right())
}

#[test]
fn nothing_of_the_panels_lies_beside_them() {
    let (mut hand, spawn) = with_spawn();
    // A clock that runs never comes to rest.
    let start = ZoneMessage::Preview(PreviewMessage::Start(PLAN));
    let messages = [start, ZoneMessage::Preview(PreviewMessage::Pause)];
    let id = zone(&hand).id;
    hand.send_all(messages.map(|message| ZoneMessage::to(id, message)));
    let (left, right) = panels(&hand);
    let labels = ["Solo animated", "Lock spawn", "Ranges", "Life of monsters", "Find and replace…"];
    for label in labels {
        let rects: Vec<_> = hand.window.get_all_by_label(label).map(|node| node.rect()).collect();
        assert!(rects.iter().all(|rect| rect.right() <= left), "{label}: {rects:?}, {left}");
    }
    let n_lines = monsters(&hand, spawn).len();
    let removes: Vec<_> = hand.window.get_all_by_label("Remove").map(|node| node.rect()).collect();
    assert!(removes.len() >= n_lines);
    assert!(removes.iter().all(|rect| rect.left() > right && rect.right() <= 1280.0));
    let name = hand.window.get_by_label("Basic name 1").rect();
    assert!(name.width() > 80.0 && name.left() > right, "{name}");
    let monster = hand.window.get_by_label("Basic monster 1").rect();
    assert!(monster.width() > 150.0 && monster.bottom() < 800.0, "{monster}");
}

#[test]
fn what_is_unfolded_of_a_zone_fits_into_its_panel() {
    let mut hand = Hand::at_start();
    hand.run(CommandId::OpenSampleZone);
    let (_, right) = panels(&hand);
    let rect = |hand: &Hand, label: &str| hand.window.get_by_label(label).rect();
    // One after the other: what is scrolled away is not there.
    for (title, labels) in [
        ("Rates", ["Rate 1", "Rate 3"]),
        ("Tiles 76", ["Tile 0 layer 1", "Tile 0 type"]),
        ("Textures 13", ["Texture 0", "Texture 1"]),
    ] {
        hand.click(title);
        for label in labels {
            let rect = rect(&hand, label);
            assert!(rect.left() > right && rect.right() < 1280.0, "{label}: {rect}");
        }
        if title == "Tiles 76" {
            let [head, column] = ["Blend", "Tile 0 blend"].map(|label| rect(&hand, label));
            assert!(head.bottom() <= column.top(), "{head} {column}");
            assert!((head.left() - column.left()).abs() < 2.0, "{head} {column}");
        }
        hand.click(title);
    }
    let role = Role::TextInput;
    let name = hand.window.get_by_role_and_label(role, "Zone name").rect();
    assert!(name.width() > 150.0, "a text has the room that there is: {name}");
}

#[test]
fn layers_stay_where_they_are_when_another_tool_is_taken() {
    let (mut hand, _) = with_spawn();
    let before = hand.window.get_by_label("Solo npc").rect();
    hand.run(CommandId::ToolPaint);
    assert!(hand.shows_part("nobody walks"));
    assert_eq!(hand.window.get_by_label("Solo npc").rect(), before);
}

#[test]
fn a_splitter_moves_no_panel_on_the_other_side() {
    let (mut hand, _) = with_spawn();
    let (left, right) = panels(&hand);
    let view = hand.window.get_by_label_contains("Zone view of").rect();
    // The view has a margin within its tab.
    let splitter = (0..24).map(|off| right + off as f32);
    for x in splitter {
        let from = eframe::egui::pos2(x, view.center().y);
        hand.drag_slowly(from, from - eframe::egui::vec2(60.0, 0.0));
        if panels(&hand).1 < right - 30.0 {
            break;
        }
    }
    let (new_left, new_right) = panels(&hand);
    assert!(new_right < right - 30.0, "the splitter was found");
    assert!((new_left - left).abs() < 1.0, "{left} {new_left}");
}
