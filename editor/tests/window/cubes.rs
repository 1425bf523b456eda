//! Ground of Ragnarok maps in the window: shaped by strokes, painted from the list, typed and saved.

use std::fs;
use std::path::PathBuf;

use eframe::egui::{Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::kittest::Queryable;
use landwright_core::format::ragnarok::gat::Version;
use landwright_core::format::ragnarok::gnd::{self, Gnd};
use landwright_core::sample::ragnarok::{Plan, island, scene};
use landwright_editor::command::CommandId;

use super::hand::Hand;

/// Cubes along the sides of the made-up ground, which fits into its view.
const SIDES: [f32; 2] = [12.0, 8.0];
const FITTED: f32 = 0.96;

fn made_up() -> Gnd {
    let plan = Plan { seed: 3, width: 24, height: 16, version: Version::V1_2 };
    scene::ground(&island(plan).gat, 3)
}

fn open() -> (Hand, PathBuf) {
    let mut hand = Hand::at_start();
    let file = hand.file("isle.gnd");
    fs::write(&file, gnd::write(&made_up())).unwrap();
    hand.open(&file);
    (hand, file)
}

/// Where a place is in the window, in cubes from the south-west corner.
fn at(hand: &Hand, [x, y]: [f32; 2]) -> Pos2 {
    let rect = hand.window.get_by_label("Ground view of isle.gnd").rect();
    let [width, height] = SIDES;
    let points_per_cube = (rect.width() / width).min(rect.height() / height) * FITTED;
    rect.center() + vec2(x - width / 2.0, height / 2.0 - y) * points_per_cube
}

fn on_disk(file: &PathBuf) -> Gnd {
    gnd::read(&fs::read(file).unwrap()).unwrap()
}

fn height(gnd: &Gnd, x: u32, y: u32) -> f32 {
    -gnd.cube(x, y).unwrap().altitude.iter().map(|altitude| altitude.get()).sum::<f32>() / 4.0
}

#[test]
fn a_stroke_raises_the_ground_is_undone_redone_and_saved() {
    let (mut hand, file) = open();
    hand.press("Alt+Shift+U");
    let way = [[3.5, 3.5], [5.5, 3.5], [8.5, 3.5]].map(|place| at(&hand, place));
    hand.drag_points(PointerButton::Primary, Modifiers::NONE, &way);
    assert!(hand.shows_part("are out of date"));
    hand.press("Ctrl+S");
    let after = on_disk(&file);
    assert!(height(&after, 5, 3) > height(&made_up(), 5, 3) + 2.0);
    assert!(after.surfaces == made_up().surfaces && after.lightmaps == made_up().lightmaps);
    hand.press("Ctrl+Z");
    hand.press("Ctrl+S");
    assert!(fs::read(&file).unwrap() == gnd::write(&made_up()));
    hand.press("Ctrl+Y");
    hand.press("Ctrl+S");
    assert!(on_disk(&file) == after);
}

#[test]
fn a_texture_of_the_list_is_painted_and_a_corner_is_typed() {
    let (mut hand, file) = open();
    hand.click_button("Paint texture");
    hand.click_button("island\\paving.bmp");
    let way = [[3.5, 3.5], [4.5, 3.5]].map(|place| at(&hand, place));
    hand.drag_points(PointerButton::Primary, Modifiers::NONE, &way);
    hand.press("Ctrl+S");
    let painted = on_disk(&file);
    let texture = |gnd: &Gnd| gnd.surfaces[gnd.cube(4, 3).unwrap().top as usize].texture;
    assert_eq!(texture(&painted), 5);
    hand.click_button("Select a cube");
    let place = at(&hand, [6.5, 2.5]);
    hand.drag_points(PointerButton::Primary, Modifiers::NONE, &[place]);
    assert!(hand.shows_part("Cube 6, 2"));
    hand.run(CommandId::New3dView);
    assert!(hand.shows_part("Cube 6, 2"));
}
