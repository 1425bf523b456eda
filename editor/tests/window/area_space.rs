//! The view of an area in space: every tool of the view from above, what is drawn where a driver
//! draws, the minimap, and marks at problems.

use std::fs;

use eframe::egui::{Modifiers, PointerButton, Pos2, Rect, vec2};
use egui_kittest::kittest::Queryable;
use glam::Vec3;
use landwright_core::format::tera::apd;
use landwright_core::format::tera::zgd::{self, Volume, Zgd};
use landwright_core::problem::Problem;
use landwright_core::sample::tera::packed_file;
use landwright_core::space::tera::{Origin, PosInWorld, Zone};
use landwright_core::world::area::Area;
use landwright_core::world::area::action::Action;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::id::NodeId;
use landwright_editor::command::CommandId;
use landwright_editor::kind::tera::document::AreaDocument;
use landwright_editor::kind::tera::node_of;
use landwright_editor::kind::tera::view::{map_from_world, space_from_world};
use landwright_editor::message::Message;
use landwright_editor::view::Camera;
use landwright_editor::view::orbit::Orbit;

use super::hand::Hand;

const ZONE: Zone = Zone { x: 1000, y: 1000 };

/// Along x = 384, which a wall of cells begins at.
const BRIDGE: u16 = 24;

/// A plain, and over some rows of it a bridge as high as a storey.
fn geometry() -> Zgd {
    Zgd::from_cells(|x, _, cell| match x {
        BRIDGE..=31 => cell.extend([(0, 100), (120, 32_000)].map(Volume::from)),
        _ => cell.push((0, 32_767).into()),
    })
}

fn open(mut hand: Hand) -> Hand {
    let zgd = geometry();
    fs::write(hand.file("x1000y1000.zgd"), packed_file("", &zgd::write(&zgd)).bytes).unwrap();
    let json = r#"{"action":"regenerate","squares":{"box":{"from":[0,0],"to":[767,767]}}}"#;
    let action: Action = serde_json::from_str(json).unwrap();
    let area = Area::of_zones([ZONE, Zone { x: 1000, y: 1001 }], Origin::USUAL).unwrap();
    let area = action.resolve(&area, &Geometry::of_zones([(ZONE, zgd)])).unwrap().area;
    let file = hand.file("plain.apd");
    fs::write(&file, packed_file("", &apd::write(&area.to_apd().unwrap())).bytes).unwrap();
    hand.open(&file);
    hand
}

fn in_space(hand: Hand) -> Hand {
    let mut hand = open(hand);
    hand.run(CommandId::New3dView);
    let orbit = Orbit { target_in_world: Vec3::new(400.0, 400.0, 0.0), ..orbit(&hand) };
    look(&mut hand, orbit);
    hand
}

fn document(hand: &Hand) -> &AreaDocument {
    hand.model().active_area().unwrap()
}

fn rect(hand: &Hand) -> Rect {
    hand.window.get_by_label_contains("3D view of plain.apd").rect()
}

fn orbit(hand: &Hand) -> Orbit {
    hand.model().view(hand.model().active_view().unwrap()).unwrap().orbit.unwrap()
}

fn look(hand: &mut Hand, orbit: Orbit) {
    let (view, rect) = (hand.model().active_view().unwrap(), rect(hand));
    hand.send(Message::LookFrom(view, orbit, glam::vec2(rect.width(), rect.height())));
}

fn screen(hand: &Hand, at_in_space: Vec3) -> Pos2 {
    let rect = rect(hand);
    let size = glam::vec2(rect.width(), rect.height());
    let at = orbit(hand).view_from_world(at_in_space, size).unwrap();
    rect.min + vec2(at.x, at.y)
}

fn place(hand: &Hand, node: NodeId) -> Vec3 {
    space_from_world(document(hand).pos(node).unwrap())
}

/// The node of the square at a place, on a floor.
fn node(hand: &Hand, [x, y]: [f64; 2], z: f64) -> NodeId {
    document(hand).places.nearest(PosInWorld { x, y, z }, 20.0).unwrap()
}

fn click(hand: &mut Hand, at_in_space: Vec3, modifiers: Modifiers) {
    let at = screen(hand, at_in_space);
    hand.drag_points(PointerButton::Primary, modifiers, &[at]);
}

#[test]
fn nodes_and_edges_are_picked_where_they_are_seen() {
    let mut hand = in_space(Hand::at_start());
    assert!(hand.shows("3D view of plain.apd, without a driver that draws it"));
    let (a, b) = (node(&hand, [200.0, 200.0], 0.0), node(&hand, [200.0, 328.0], 0.0));
    let [at_a, at_b] = [a, b].map(|node| place(&hand, node));
    click(&mut hand, at_a, Modifiers::NONE);
    assert!(document(&hand).selection.iter().eq([&a]));
    click(&mut hand, at_b, Modifiers::SHIFT);
    assert!(document(&hand).selection.iter().eq([&a, &b]));
    click(&mut hand, at_a.lerp(at_b, 0.4) + Vec3::Z * 5.0, Modifiers::NONE);
    let edge = document(&hand).edge.unwrap();
    assert_eq!(
        document(&hand)
            .area()
            .edges(a)
            .find(|e| e.octant.number() == edge.octant)
            .map(|e| e.target.node()),
        Some(Some(b))
    );
    assert_eq!(edge.node, a, "the end that is nearer to the pointer");
}

#[test]
fn of_nodes_over_each_other_the_one_that_is_seen_is_taken() {
    let mut hand = in_space(Hand::at_start());
    let above = node(&hand, [456.0, 328.0], 120.0);
    let below = node(&hand, [456.0, 328.0], 0.0);
    assert_ne!(above, below);
    let at = place(&hand, above);
    click(&mut hand, at, Modifiers::NONE);
    assert!(document(&hand).selection.iter().eq([&above]));
    // Under the bridge it is hidden from above, and seen from the side.
    let target_in_world = place(&hand, below);
    let aside =
        Orbit { target_in_world, yaw_degrees: 0.0, pitch_degrees: 8.0, distance_in_world: 300.0 };
    look(&mut hand, aside);
    click(&mut hand, target_in_world, Modifiers::NONE);
    assert!(document(&hand).selection.iter().eq([&below]));
    look(&mut hand, Orbit { pitch_degrees: 80.0, ..aside });
    click(&mut hand, target_in_world, Modifiers::NONE);
    assert!(!document(&hand).selection.contains(&below));
}

#[test]
fn tools_work_on_the_floor_that_is_seen() {
    let mut hand = in_space(Hand::at_start());
    let n_nodes = document(&hand).area().n_nodes();
    hand.choose(CommandId::ToolNode);
    click(&mut hand, Vec3::new(250.0, 430.0, 120.0), Modifiers::NONE);
    assert_eq!(document(&hand).area().n_nodes(), n_nodes + 1);
    let new = *document(&hand).selection.first().unwrap();
    assert_eq!(document(&hand).pos(new), Some(PosInWorld { x: 424.0, y: 248.0, z: 120.0 }));
    hand.choose(CommandId::ToolSelectRectangle);
    let from = screen(&hand, place(&hand, new));
    let to = screen(&hand, place(&hand, new) + Vec3::X * 48.0);
    hand.drag_points(PointerButton::Primary, Modifiers::NONE, &[from, to]);
    assert_eq!(document(&hand).pos(new), Some(PosInWorld { x: 424.0, y: 296.0, z: 120.0 }));
    hand.press("Ctrl+Z");
    hand.press("Ctrl+Z");
    assert_eq!(document(&hand).area().n_nodes(), n_nodes);
    let before = orbit(&hand);
    let middle = rect(&hand).center();
    hand.drag_points(PointerButton::Middle, Modifiers::NONE, &[middle, middle + vec2(40.0, 0.0)]);
    assert!(orbit(&hand).target_in_world.x < before.target_in_world.x);
    hand.run(CommandId::LookDown);
    assert_eq!(orbit(&hand).pitch_degrees, 90.0);
}

#[test]
fn the_minimap_takes_a_view_elsewhere() {
    let mut hand = open(Hand::at_start());
    let camera = |hand: &Hand| {
        hand.model().view(hand.model().active_view().unwrap()).unwrap().camera.unwrap()
    };
    hand.run(CommandId::ZoomIn);
    let minimap = hand.window.get_by_label("All of the area").rect();
    let corner = minimap.center() + vec2(-20.0, 20.0);
    hand.drag_points(PointerButton::Primary, Modifiers::NONE, &[corner]);
    let (middle, at) = (camera(&hand).middle_in_cells, glam::vec2(960.0, 480.0));
    assert!(middle.x < at.x - 50.0 && middle.y < at.y - 50.0, "{middle}");
    hand.run(CommandId::New3dView);
    let minimap = hand.window.get_by_label("All of the area").rect();
    hand.drag_points(
        PointerButton::Primary,
        Modifiers::NONE,
        &[minimap.center() + vec2(20.0, 0.0)],
    );
    let target = orbit(&hand).target_in_world;
    assert!(target.x > 960.0 * 16.0 && (target.y - 480.0 * 16.0).abs() < 500.0, "{target}");
}

/// A pixel of the picture, where a place is seen.
fn seen(hand: &mut Hand, at_in_space: Vec3) -> [u8; 3] {
    let at = screen(hand, at_in_space);
    let image = hand.window.render().unwrap();
    if let Some(path) = std::env::var_os("LANDWRIGHT_SEEN") {
        image.save(path).unwrap();
    }
    let [r, g, b, _] = image.get_pixel(at.x as u32, at.y as u32).0;
    [r, g, b]
}

#[test]
fn floors_bridges_and_missing_zones_are_drawn() {
    let Some(hand) = Hand::with_driver() else { return };
    let mut hand = in_space(hand);
    hand.window.hover_at(Pos2::ZERO);
    hand.settle();
    let plain = seen(&mut hand, Vec3::new(250.0, 250.0, 0.0));
    let bridge = seen(&mut hand, Vec3::new(250.0, 440.0, 120.0));
    let spread = |[r, g, b]: [u8; 3]| r.max(g).max(b) - r.min(g).min(b);
    assert!(spread(plain) < 8 && spread(bridge) > 12, "{plain:?} {bridge:?}: floors above floors");
    let edge = seen(&mut hand, Vec3::new(264.0, 200.0, 5.0));
    assert!(edge[0] > 150 && edge[2] < 150, "{edge:?}");
    let orbit = orbit(&hand);
    let beside = Vec3::new(15_360.0 + 300.0, 400.0, 0.0);
    look(&mut hand, Orbit { target_in_world: beside, ..orbit });
    hand.settle();
    assert!(hand.model().active_area().is_some());
    let missing = seen(&mut hand, beside + Vec3::new(80.0, 130.0, -4.0));
    assert!(missing[0] > missing[2] + 15, "{missing:?}: brown");
}

#[test]
fn problems_are_marked_where_they_are_in_both_views() {
    let Some(hand) = Hand::with_driver() else { return };
    let mut hand = open(hand);
    let is_island = |problem: &&Problem| problem.code == "apd-island";
    let island = document(&hand).problems.iter().find(is_island).and_then(node_of).unwrap();
    let pos = document(&hand).pos(island).unwrap();
    hand.run(CommandId::ToggleProblems);
    let view = hand.model().active_view().unwrap();
    let rect = hand.window.get_by_label("Area view of plain.apd").rect();
    let camera = Camera { middle_in_cells: map_from_world([pos.x, pos.y]), points_per_cell: 4.0 };
    let centre = |hand: &mut Hand, rect: Rect| {
        hand.window.hover_at(Pos2::ZERO);
        hand.settle();
        let image = hand.window.render().unwrap();
        let at = rect.center();
        image.get_pixel(at.x as u32, at.y as u32).0
    };
    hand.send(Message::Look(view, camera, glam::vec2(rect.width(), rect.height())));
    let marked = centre(&mut hand, rect);
    hand.run(CommandId::ToggleProblems);
    assert_ne!(centre(&mut hand, rect), marked, "a node without its mark");
    hand.run(CommandId::New3dView);
    let space = self::rect(&hand);
    let target_in_world = place(&hand, island);
    let orbit = Orbit { target_in_world, ..orbit(&hand) };
    look(&mut hand, orbit);
    let before = centre(&mut hand, space);
    hand.run(CommandId::ToggleProblems);
    assert_ne!(centre(&mut hand, space), before);
    assert_eq!(centre(&mut hand, space), marked);
}

#[test]
fn home_shows_the_nodes_however_far_the_view_has_gone() {
    let mut hand = in_space(Hand::at_start());
    // The other zone of the area has no nodes.
    let target_in_world = Vec3::new(24_000.0, 9_000.0, 0.0);
    let lost = Orbit { target_in_world, distance_in_world: 20_000.0, ..orbit(&hand) };
    look(&mut hand, lost);
    hand.press("Home");
    let nodes: Vec<NodeId> = document(&hand).area().nodes().collect();
    let seen =
        nodes.iter().filter(|node| rect(&hand).contains(screen(&hand, place(&hand, **node))));
    assert_eq!(seen.count(), nodes.len());
    let (all, size) = (rect(&hand), rect(&hand).size().min_elem());
    let far = |node: &NodeId| (screen(&hand, place(&hand, *node)) - all.center()).length();
    let farthest = nodes.iter().map(far).fold(0.0, f32::max);
    assert!(farthest > size * 0.25, "and they fill the view: {farthest} of {size}");

    let one = node(&hand, [200.0, 200.0], 0.0);
    hand.run(CommandId::SelectNone);
    let at = place(&hand, one);
    click(&mut hand, at, Modifiers::NONE);
    hand.press("Home");
    assert!((orbit(&hand).target_in_world - at).length() < 40.0, "what is selected");
}
