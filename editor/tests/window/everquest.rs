//! Zones of EverQuest in the window: a place is asked, a pit is tagged, and it is saved into the archive.

use std::fs;
use std::path::{Path, PathBuf};

use eframe::egui::{Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::kittest::Queryable;
use landwright_core::sample;
use landwright_core::space::eq::Kind;
use landwright_core::world::eq::Zone;
use landwright_core::world::eq::listing::regions;
use landwright_core::world::eq::object::object;
use landwright_editor::command::CommandId;

use super::hand::Hand;

/// How much of its room a zone takes up that fits into its view.
const FITTED: f32 = 0.96;

fn open() -> (Hand, PathBuf) {
    let mut hand = Hand::at_start();
    for file in sample::eq::files().unwrap() {
        fs::write(hand.file(&file.path), &file.bytes).unwrap();
    }
    let file = hand.file("isle.s3d");
    hand.open(&file);
    (hand, file)
}

/// Where a place of the server is in the window: the zone reaches from -100 to 100.
fn at(hand: &Hand, [x, y]: [f32; 2]) -> Pos2 {
    let rect = hand.window.get_by_label("Zone view of isle.s3d").rect();
    let side = rect.width().min(rect.height()) * FITTED;
    rect.center() + vec2(-x, -y) / 200.0 * side
}

fn click(hand: &mut Hand, place: [f32; 2]) {
    let at = at(hand, place);
    hand.drag_points(PointerButton::Primary, Modifiers::NONE, &[at]);
}

fn n_of(file: &Path, kind: Kind) -> usize {
    let zone = Zone::open("isle.s3d", &fs::read(file).unwrap()).unwrap();
    regions(&zone).unwrap().iter().filter(|region| region.kind == kind).count()
}

#[test]
fn the_bridge_is_clicked_and_both_of_its_floors_are_read() {
    let (mut hand, _) = open();
    click(&mut hand, [0.5, -60.0]);
    for floor in ["5.00", "-20.00"] {
        assert!(hand.shows_part(floor), "{floor}");
    }
    assert!(hand.shows_part("1 region selected") && hand.shows_part("water"));
}

#[test]
fn a_pit_is_made_water_undone_redone_and_saved() {
    let (mut hand, file) = open();
    let (water, lava) = (n_of(&file, Kind::Water), n_of(&file, Kind::Lava));
    click(&mut hand, [-70.0, 30.0]);
    hand.click_button("Make water");
    hand.press("Ctrl+S");
    assert_eq!((n_of(&file, Kind::Water), n_of(&file, Kind::Lava)), (water + 1, lava - 1));
    hand.press("Ctrl+Z");
    hand.press("Ctrl+S");
    assert!(fs::read(&file).unwrap() == sample::eq::zone().unwrap());
    hand.press("Ctrl+Y");
    hand.run(CommandId::Save);
    assert_eq!(n_of(&file, Kind::Water), water + 1);
}

#[test]
fn a_box_selects_what_is_seen_in_it_and_a_kind_loses_its_colour() {
    let (mut hand, _) = open();
    let corners = [[99.0, 99.0], [0.0, 0.0], [-99.0, -99.0]].map(|place| at(&hand, place));
    hand.drag_points(PointerButton::Primary, Modifiers::NONE, &corners);
    assert!(hand.shows_part("regions selected"));
    hand.click_part("lava (");
    hand.run(CommandId::New3dView);
    assert!(hand.shows_part("3D view of isle.s3d"));
}

#[test]
fn a_tree_is_dragged_from_above_undone_and_removed() {
    let (mut hand, file) = open();
    let tree = || {
        let zone = Zone::open("isle.s3d", &fs::read(&file).unwrap()).unwrap();
        object(&zone, 4).unwrap().place.at.map(|number| number.get())
    };
    let path = [[-70.0, 0.0], [-60.0, 5.0], [-50.0, 10.0]].map(|place| at(&hand, place));
    hand.drag_points(PointerButton::Primary, Modifiers::NONE, &path);
    assert!(hand.shows_part("1 object selected"));
    hand.press("Ctrl+S");
    let [x, y, z] = tree();
    assert!((x + 50.0).abs() < 0.5 && (y - 10.0).abs() < 0.5 && z == 0.0, "{x} {y} {z}");
    hand.press("Ctrl+Z");
    hand.press("Ctrl+S");
    assert_eq!(tree(), [-70.0, 0.0, 0.0]);
    hand.click_button("Remove objects");
    hand.press("Ctrl+S");
    let zone = Zone::open("isle.s3d", &fs::read(&file).unwrap()).unwrap();
    assert_eq!(object(&zone, 4), None);
    hand.run(CommandId::New3dView);
    assert!(hand.shows_part("3D view of isle.s3d"));
}

#[test]
fn a_spawn_is_dragged_over_the_floors_typed_undone_and_saved() {
    let mut hand = Hand::at_start();
    for file in sample::eq::files().unwrap() {
        fs::write(hand.file(&file.path), &file.bytes).unwrap();
    }
    let file = hand.file("isle_spawns.csv");
    let before = fs::read_to_string(&file).unwrap();
    hand.open(&file);
    // The zone reaches from -100 to 100.
    let rect = hand.window.get_by_label("Rows of isle_spawns.csv").rect();
    let side = rect.width().min(rect.height()) * 0.92;
    let at = |[x, y]: [f32; 2]| rect.center() + vec2(-x, -y) / 200.0 * side;
    let path = [[-70.0, 0.0], [-75.0, 5.0], [-80.0, 10.0]].map(at);
    hand.drag_points(PointerButton::Primary, Modifiers::NONE, &path);
    assert!(hand.shows_part("1 row selected"));
    hand.press("Ctrl+S");
    let after = fs::read_to_string(&file).unwrap();
    let changed: Vec<&str> =
        after.lines().zip(before.lines()).filter(|(a, b)| a != b).map(|(a, _)| a).collect();
    let [line] = changed.as_slice() else { panic!("{changed:?}") };
    let numbers: Vec<f32> = line.split(',').take(3).map(|cell| cell.parse().unwrap()).collect();
    assert!((numbers[0] + 80.0).abs() < 0.5 && (numbers[1] - 10.0).abs() < 0.5, "{line}");
    assert!(numbers[2].abs() < 0.01, "it was far above the floor, and is on it: {line}");
    hand.press("Ctrl+Z");
    hand.press("Ctrl+S");
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
    hand.click_button("Remove rows");
    hand.press("Ctrl+S");
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), before.lines().count() - 1);
}
