//! Lists to choose from in the panels of a zone: they take the keys as soon as they are open.

use eframe::egui::{Event, Key};
use egui_kittest::kittest::Queryable;
use landwright_core::world::zone::thing::{Kind, Thing, ThingId};
use landwright_editor::command::CommandId;
use landwright_editor::model::message::Message;
use landwright_editor::model::zone::document::ZoneDocument;
use landwright_editor::model::zone::message::ZoneMessage;
use landwright_editor::tool::zone::ZoneTool;

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
    hand.send(Message::Zone(zone(&hand).id, ZoneMessage::Select([spawn].into())));
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
    let field = hand.window.get_by_role_and_label(eframe::egui::accesskit::Role::TextInput, "Find");
    assert_eq!(field.value().as_deref(), Some("3"));
}
