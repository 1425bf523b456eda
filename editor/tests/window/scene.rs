//! Scenes of Ragnarok maps in the window: an object is found, dragged, typed and saved.

use std::fs;
use std::path::PathBuf;

use eframe::egui::{Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::kittest::Queryable;
use landwright_core::format::number::F32;
use landwright_core::format::ragnarok::gat::Version;
use landwright_core::format::ragnarok::rsw::{self, Rsw};
use landwright_core::sample::ragnarok::{Plan, island, scene};
use landwright_editor::command::CommandId;

use super::hand::Hand;

/// Without a ground, so many world units around the middle are in sight at least.
const HALF: f32 = 120.0;
/// How much of its room a scene takes up that fits into its view.
const FITTED: f32 = 0.96;

fn made_up() -> Rsw {
    let plan = Plan { seed: 3, width: 24, height: 16, version: Version::V1_2 };
    let mut rsw = scene::scene(&island(plan).gat, 3, 3);
    for (n, object) in (0..).zip(&mut rsw.objects) {
        let at = [(n as f32 - 2.0) * 30.0, 0.0, 0.0].map(F32::new);
        if let rsw::object::Object::Model(model) = object {
            model.position = at;
        }
    }
    rsw
}

fn open() -> (Hand, PathBuf) {
    let mut hand = Hand::at_start();
    let file = hand.file("isle.rsw");
    fs::write(&file, rsw::write(&made_up())).unwrap();
    hand.open(&file);
    (hand, file)
}

/// Where a place is in the window: no object is farther than the grid that is shown.
fn at(hand: &Hand, [x, z]: [f32; 2]) -> Pos2 {
    let rect = hand.window.get_by_label("Scene view of isle.rsw").rect();
    let scale = rect.width().min(rect.height()) * FITTED / (2.0 * HALF);
    rect.center() + vec2(x, -z) * scale
}

fn on_disk(file: &PathBuf) -> Rsw {
    rsw::read(&fs::read(file).unwrap()).unwrap()
}

fn x_of(rsw: &Rsw, number: usize) -> f32 {
    rsw.objects[number].position()[0].get()
}

#[test]
fn a_model_is_dragged_undone_redone_and_saved_and_nothing_else_changes() {
    let (mut hand, file) = open();
    let before = x_of(&made_up(), 3);
    let way =
        [at(&hand, [before, 0.0]), at(&hand, [before, 20.0]), at(&hand, [before + 20.0, 40.0])];
    hand.drag_points(PointerButton::Primary, Modifiers::NONE, &way);
    assert!(hand.shows_part("1 object selected"));
    hand.press("Ctrl+S");
    let after = on_disk(&file);
    assert!((x_of(&after, 3) - before - 20.0).abs() < 1.0, "{}", x_of(&after, 3));
    assert_eq!(after.objects[..3], made_up().objects[..3]);
    hand.press("Ctrl+Z");
    hand.press("Ctrl+S");
    assert!(fs::read(&file).unwrap() == rsw::write(&made_up()));
    hand.press("Ctrl+Y");
    hand.press("Ctrl+S");
    assert!(on_disk(&file) == after);
}

#[test]
fn an_object_is_found_in_the_list_typed_into_and_deleted_by_its_key() {
    let (mut hand, file) = open();
    hand.run(CommandId::Kind("find-objects"));
    hand.type_text("smoke");
    assert!(!hand.shows_part("sound #"));
    hand.click_part("effect #5 smoke");
    assert!(hand.shows_part("1 object selected"));
    hand.press("Escape");
    let middle = at(&hand, [-100.0, 100.0]);
    hand.drag_points(PointerButton::Primary, Modifiers::NONE, &[middle]);
    let place = at(&hand, [x_of(&made_up(), 3), 0.0]);
    hand.drag_points(PointerButton::Primary, Modifiers::NONE, &[place]);
    hand.press("Delete");
    hand.press("Ctrl+S");
    assert_eq!(on_disk(&file).objects.len(), made_up().objects.len() - 1);
}

#[test]
fn a_box_selects_what_is_in_it_and_commands_are_offered() {
    let (mut hand, _) = open();
    let corners = [[-110.0, 110.0], [0.0, 0.0], [110.0, -110.0]].map(|place| at(&hand, place));
    hand.drag_points(PointerButton::Primary, Modifiers::NONE, &corners);
    assert!(hand.shows_part("objects selected"));
    hand.click_button("Duplicate objects");
    assert!(hand.shows_part("objects selected"));
}

#[test]
fn a_model_of_the_roots_is_found_by_keys_alone_and_added() {
    let (mut hand, file) = open();
    for name in ["tree.rsm", "house.rsm", "wall.rsm2"] {
        let model = hand.file(&format!("model/town/{name}"));
        fs::create_dir_all(model.parent().unwrap()).unwrap();
        fs::write(model, b"").unwrap();
    }
    hand.run(CommandId::Kind("add-model-from-roots"));
    assert!(hand.shows_part("town\\wall.rsm2"));
    hand.type_text("town rsm");
    hand.press("Down");
    hand.press("Enter");
    assert!(!hand.shows("Search"), "the list is closed");
    assert!(hand.shows_part("1 object selected"));
    hand.press("Ctrl+S");
    let objects = on_disk(&file).objects;
    let Some(rsw::object::Object::Model(added)) = objects.last() else { panic!() };
    assert_eq!(added.file.as_bytes(), b"town\\tree.rsm");
    assert_eq!(objects.len(), made_up().objects.len() + 1);
}
