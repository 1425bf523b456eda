//! The views of a zone in the window: what the pointer takes hold of, the minimap, the view in
//! space, and what is drawn where a driver draws.

use eframe::egui::{Event, Modifiers, PointerButton, Pos2, Rect, vec2};
use egui_kittest::kittest::Queryable;
use glam::Vec3;
use landwright_core::world::zone::thing::{Kind, Thing, ThingId};
use landwright_editor::command::CommandId;
use landwright_editor::kind::document::open::OpenDocument;
use landwright_editor::kind::rose::document::ZoneDocument;
use landwright_editor::kind::rose::message::ZoneMessage;
use landwright_editor::kind::rose::view::gizmo::GizmoKind;
use landwright_editor::kind::rose::view::handles::Handles;
use landwright_editor::kind::rose::view::relief::Relief;
use landwright_editor::message::Message;
use landwright_editor::view::Camera;
use landwright_editor::view::orbit::Orbit;

use super::hand::Hand;

fn open(mut hand: Hand) -> Hand {
    hand.run(CommandId::OpenSampleZone);
    hand
}

fn zone(hand: &Hand) -> &ZoneDocument {
    hand.model().active_zone().unwrap()
}

fn first(hand: &Hand, kind: Kind) -> ThingId {
    let mut things = zone(hand).zone().things().filter(|(_, thing)| thing.kind() == kind);
    things.next().unwrap().0
}

fn place(hand: &Hand, id: ThingId) -> [f64; 2] {
    let at = zone(hand).zone().thing(id).map(Thing::pos_in_file_cm).unwrap();
    [at.x, at.y]
}

fn rect(hand: &Hand) -> Rect {
    hand.window.get_by_label_contains("Zone view of").rect()
}

/// Looks at a thing, so near that its symbol is its own.
fn look_at(hand: &mut Hand, id: ThingId) {
    let at = zone(hand).zone().thing(id).map(Thing::pos_in_file_cm).unwrap();
    let middle_in_cells = zone(hand).span().map_from_file(at);
    let camera = Camera { middle_in_cells, points_per_cell: 20.0 };
    let (view, rect) = (hand.model().active_view().unwrap(), rect(hand));
    hand.send(Message::Look(view, camera, glam::vec2(rect.width(), rect.height())));
}

fn drag(hand: &mut Hand, points: &[Pos2]) {
    hand.drag_points(PointerButton::Primary, Modifiers::NONE, points);
}

#[test]
fn arrows_move_what_was_clicked_and_the_view_once_nothing_is_selected() {
    let mut hand = open(Hand::at_start());
    let spawn = first(&hand, Kind::Spawn);
    look_at(&mut hand, spawn);
    let middle = rect(&hand).center();
    drag(&mut hand, &[middle]);
    let from = place(&hand, spawn);
    let looked_at = |hand: &Hand| {
        let model = hand.model();
        model.view(model.active_view().unwrap()).unwrap().camera.unwrap().middle_in_cells
    };
    let camera = looked_at(&hand);
    for key in ["Right", "Right", "Up", "Shift+Left", "Alt+Down"] {
        hand.press(key);
    }
    let to = place(&hand, spawn);
    let off = [to[0] - from[0] - 490.0, to[1] - from[1]];
    assert!(off.iter().all(|cm| cm.abs() < 0.1), "{off:?}");
    assert_eq!(looked_at(&hand), camera);
    hand.run(CommandId::SelectNone);
    hand.press("Right");
    assert_eq!(place(&hand, spawn), to);
    assert!(looked_at(&hand).x > camera.x);
}

#[test]
fn a_click_selects_and_a_drag_moves_what_is_under_the_pointer() {
    let mut hand = open(Hand::at_start());
    let spawn = first(&hand, Kind::Spawn);
    look_at(&mut hand, spawn);
    let middle = rect(&hand).center();
    drag(&mut hand, &[middle]);
    assert_eq!(zone(&hand).selection.iter().copied().collect::<Vec<_>>(), [spawn]);
    let before = place(&hand, spawn);
    drag(&mut hand, &[middle, middle + vec2(20.0, 0.0), middle + vec2(40.0, 0.0)]);
    let [x, y] = place(&hand, spawn);
    assert!((x - before[0] - 500.0).abs() < 2.0, "two cells to the east: {x} {before:?}");
    assert!((y - before[1]).abs() < 2.0);
    hand.run(CommandId::Undo);
    assert_eq!(place(&hand, spawn), before);
}

#[test]
fn in_space_a_click_selects_and_a_drag_moves_by_the_ground_under_the_pointer() {
    // Markers are made where they are drawn.
    let Some(hand) = Hand::with_driver() else { return };
    let mut hand = open(hand);
    hand.run(CommandId::New3dView);
    let npc = first(&hand, Kind::Npc);
    let before = place(&hand, npc);
    let at = zone(&hand).zone().thing(npc).map(Thing::pos_in_file_cm).unwrap();
    let target_in_world = Relief::of(zone(&hand).zone()).space_from_file(at);
    let view = hand.model().active_view().unwrap();
    let rect = hand.window.get_by_label_contains("3D view of").rect();
    let size = glam::vec2(rect.width(), rect.height());
    let orbit = hand.model().view(view).unwrap().orbit.unwrap();
    let orbit = Orbit { target_in_world, pitch_degrees: 25.0, distance_in_world: 60.0, ..orbit };
    hand.send(Message::LookFrom(view, orbit, size));
    // The marker stands above the place of its thing.
    let above = orbit.view_from_world(target_in_world + Vec3::Z * 0.6, size).unwrap();
    let at = rect.min + vec2(above.x, above.y);
    drag(&mut hand, &[at, at]);
    assert_eq!(zone(&hand).selection.iter().copied().collect::<Vec<_>>(), [npc]);
    assert_eq!((place(&hand, npc), zone(&hand).has_unsaved_changes()), (before, false));
    drag(&mut hand, &[at, at + vec2(30.0, 0.0), at + vec2(60.0, 0.0)]);
    let [x, y] = place(&hand, npc);
    let moved = (x - before[0]).hypot(y - before[1]);
    assert!((100.0..2_000.0).contains(&moved), "some metres aside: {moved} cm");
}

fn n_steps(hand: &Hand) -> usize {
    zone(hand).editing().rows().len()
}

fn rect_in_space(hand: &Hand) -> Rect {
    hand.window.get_by_label_contains("3D view of").rect()
}

/// Looks at a thing in a view in space, from so far and so steeply.
fn look_in_space(
    hand: &mut Hand,
    id: ThingId,
    distance_in_world: f32,
    pitch_degrees: f32,
) -> Orbit {
    let at = zone(hand).zone().thing(id).map(Thing::pos_in_file_cm).unwrap();
    let target_in_world = Relief::of(zone(hand).zone()).space_from_file(at);
    let view = hand.model().active_view().unwrap();
    let rect = rect_in_space(hand);
    let orbit = Orbit { target_in_world, distance_in_world, yaw_degrees: 30.0, pitch_degrees };
    hand.send(Message::LookFrom(view, orbit, glam::vec2(rect.width(), rect.height())));
    orbit
}

#[test]
fn in_space_a_box_over_all_of_the_zone_takes_as_much_as_from_above() {
    let mut hand = open(Hand::at_start());
    let around = |rect: Rect| [rect.min, rect.max].map(|at| at.lerp(rect.center(), 0.01));
    let corners = around(rect(&hand));
    drag(&mut hand, &corners);
    let from_above = zone(&hand).selection.clone();
    assert_eq!(from_above.len(), zone(&hand).zone().n_things());
    hand.run(CommandId::SelectNone);
    hand.run(CommandId::New3dView);
    let corners = around(rect_in_space(&hand));
    drag(&mut hand, &corners);
    assert_eq!(zone(&hand).selection, from_above);
}

#[test]
fn in_space_a_click_on_water_selects_it_and_a_drag_moves_it_then() {
    let mut hand = open(Hand::at_start());
    hand.run(CommandId::New3dView);
    let water = first(&hand, Kind::Water);
    look_in_space(&mut hand, water, 80.0, 55.0);
    let at = rect_in_space(&hand).center() + vec2(15.0, 10.0);
    drag(&mut hand, &[at, at]);
    assert_eq!(zone(&hand).selection, [water].into());
    let before = place(&hand, water);
    let away = at + vec2(60.0, 0.0);
    drag(&mut hand, &[away, away + vec2(20.0, 0.0), away + vec2(40.0, 0.0)]);
    assert_eq!(n_steps(&hand), 1);
    assert_ne!(place(&hand, water), before);
}

#[test]
fn in_space_the_ring_turns_what_is_selected_and_escape_leaves_it_as_it_was() {
    let mut hand = open(Hand::at_start());
    hand.run(CommandId::New3dView);
    let npc = first(&hand, Kind::Npc);
    hand.run(CommandId::GizmoRotate);
    hand.send(ZoneMessage::to(zone(&hand).id, ZoneMessage::Select([npc].into())));
    let orbit = look_in_space(&mut hand, npc, 60.0, 40.0);
    let rect = rect_in_space(&hand);
    let size = glam::vec2(rect.width(), rect.height());
    let handles = Handles::new(GizmoKind::Rotate, orbit.target_in_world, &orbit, size).unwrap();
    let ring = |degrees: f64| {
        let at = handles.ring(0.0, degrees).last().copied().unwrap();
        rect.min + vec2(at.x, at.y)
    };
    let turned = |hand: &Hand| {
        let [_, _, z, w] = zone(hand).zone().thing(npc).unwrap().object().unwrap().rotation_xyzw;
        (2.0 * z.get().atan2(w.get())).to_degrees()
    };
    let before = turned(&hand);
    let way = [0.0, 20.0, 45.0, 70.0, 90.0].map(ring);
    drag(&mut hand, &way);
    let by = (turned(&hand) - before).rem_euclid(360.0);
    assert!((by - 90.0).abs() < 1.0 && n_steps(&hand) == 1, "{by}");
    let after = turned(&hand);
    hand.window.event(Event::PointerMoved(way[0]));
    let button = PointerButton::Primary;
    let event =
        |pos, pressed| Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE };
    hand.window.event(event(way[0], true));
    for at in way {
        hand.window.event(Event::PointerMoved(at));
        hand.window.step();
    }
    assert_ne!(turned(&hand), after);
    hand.press("Escape");
    hand.window.event(event(way[4], false));
    hand.settle();
    assert_eq!((turned(&hand), n_steps(&hand)), (after, 1));
}

#[test]
fn a_click_on_the_minimap_moves_the_view_there() {
    let mut hand = open(Hand::at_start());
    let npc = first(&hand, Kind::Npc);
    look_at(&mut hand, npc);
    let minimap = hand.window.get_by_label("All of the zone").rect();
    drag(&mut hand, &[minimap.center()]);
    let view = hand.model().active_view().unwrap();
    let camera = hand.model().view(view).unwrap().camera.unwrap();
    let middle = zone(&hand).span().size_in_cells() / 2.0;
    assert!(camera.middle_in_cells.distance(middle) < 2.0, "{camera:?}");
    assert_eq!(camera.points_per_cell, 20.0);
}

#[test]
fn a_zone_has_a_view_in_space() {
    let mut hand = open(Hand::at_start());
    hand.run(CommandId::New3dView);
    assert!(hand.shows_part("3D view of"));
    let view = hand.model().active_view().unwrap();
    assert!(hand.model().view(view).unwrap().orbit.is_some());
}

#[test]
fn a_zone_is_drawn_from_above_and_in_space() {
    let Some(hand) = Hand::with_driver() else { return };
    let mut hand = open(hand);
    let spawn = first(&hand, Kind::Spawn);
    look_at(&mut hand, spawn);
    let middle = rect(&hand).center();
    drag(&mut hand, &[middle]);
    let above = hand.window.render().unwrap();
    hand.run(CommandId::New3dView);
    let space = hand.window.render().unwrap();
    if let Some(folder) = std::env::var_os("LANDWRIGHT_SHOTS") {
        let folder = std::path::Path::new(&folder);
        above.save(folder.join("window-above.png")).unwrap();
        space.save(folder.join("window-space.png")).unwrap();
    }
    let inside = hand.window.get_by_label_contains("3D view of").rect().shrink(40.0);
    let (mut n_pixels, mut n_other) = (0, 0);
    for y in inside.top() as u32..inside.bottom() as u32 {
        for x in inside.left() as u32..inside.right() as u32 {
            n_pixels += 1;
            n_other += u32::from(above.get_pixel(x, y) != space.get_pixel(x, y));
        }
    }
    assert!(n_other * 2 > n_pixels, "{n_other} of {n_pixels}");
}
