//! Navigation meshes of EverQuest in the window: a connection of two clicks is added and saved.

use std::fs;
use std::path::{Path, PathBuf};

use eframe::egui::{Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::kittest::Queryable;
use landwright_core::format::eq::nav;
use landwright_core::sample;
use landwright_editor::command::CommandId;

use super::hand::Hand;

/// How much of its room a mesh takes up that fits into its view.
const FITTED: f32 = 0.92;

fn open() -> (Hand, PathBuf) {
    let mut hand = Hand::at_start();
    for file in sample::eq::files().unwrap() {
        fs::write(hand.file(&file.path), &file.bytes).unwrap();
    }
    let file = hand.file("isle.nav");
    hand.open(&file);
    (hand, file)
}

/// Where a place of the server is in the window: the mesh reaches from -100 to 100.
fn at(hand: &Hand, [x, y]: [f32; 2]) -> Pos2 {
    let rect = hand.window.get_by_label("Mesh view of isle.nav").rect();
    let side = rect.width().min(rect.height()) * FITTED;
    rect.center() + vec2(-x, -y) / 200.0 * side
}

fn click(hand: &mut Hand, place: [f32; 2]) {
    let at = at(hand, place);
    hand.drag_points(PointerButton::Primary, Modifiers::NONE, &[at]);
}

fn n_connections(file: &Path) -> usize {
    let nav = nav::read(&fs::read(file).unwrap()).unwrap();
    nav.content.tiles.iter().map(|tile| tile.connections.len()).sum()
}

#[test]
fn a_connection_of_two_clicks_is_saved_and_taken_back() {
    let (mut hand, file) = open();
    let (before, n_before) = (fs::read(&file).unwrap(), n_connections(&file));
    hand.run(CommandId::Kind("mesh-connect"));
    click(&mut hand, [-30.0, -30.0]);
    click(&mut hand, [-30.0, 30.0]);
    assert!(hand.shows_part("one way") && hand.shows_part("both are on the mesh"));
    hand.press("Ctrl+S");
    assert_eq!(n_connections(&file), n_before + 1);
    hand.press("Ctrl+Z");
    hand.press("Ctrl+S");
    assert!(fs::read(&file).unwrap() == before);
}

#[test]
fn a_polygon_is_asked_and_a_way_is_drawn_or_missing() {
    let (mut hand, _) = open();
    click(&mut hand, [0.5, -60.0]);
    assert!(hand.shows_part("Leads to") && hand.shows_part("1 polygon selected"));
    hand.run(CommandId::Kind("mesh-route"));
    click(&mut hand, [0.0, 0.0]);
    click(&mut hand, [-80.0, 0.0]);
    assert!(hand.shows_part("There is a way"));
    click(&mut hand, [0.0, 0.0]);
    click(&mut hand, [60.0, 50.0]);
    assert!(hand.shows_part("There is no way") && hand.shows_part("the gap is"));
    hand.click_button("Connect across the gap");
    assert!(hand.shows_part("There is a way"));
    hand.run(CommandId::New3dView);
    assert!(hand.shows_part("3D view of isle.nav"));
}
