//! A TERA area in the window: problems and their fixes, nodes dragged, edges removed, ways asked
//! for, and all of it saved.

use std::fs;

use eframe::egui::{Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::kittest::Queryable;
use landwright_core::format::tera::apd::{self, Apd};
use landwright_core::format::tera::zgd::{self, Zgd};
use landwright_core::sample::tera::packed_file;
use landwright_core::space::tera::{Origin, PosInWorld, Zone};
use landwright_core::world::area::action::Action;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::id::{EdgeRef, NodeId};
use landwright_core::world::area::routes::Spot;
use landwright_core::world::area::{Area, Edge};
use landwright_editor::command::CommandId;
use landwright_editor::kind::document::open::OpenDocument;
use landwright_editor::kind::tera::document::AreaDocument;
use landwright_editor::kind::tera::message::AreaMessage;
use landwright_editor::kind::tera::view::map_from_world;
use landwright_editor::message::ImportTo;
use landwright_editor::message::Message;

use super::hand::Hand;

const ZONE: Zone = Zone { x: 1000, y: 1000 };

/// A plain with a node in the middle of each of 36 squares.
fn plain() -> (Apd, Vec<u8>) {
    let zgd = Zgd::from_cells(|_, _, cell| cell.push((0, 32_767).into()));
    let packed = packed_file("", &zgd::write(&zgd)).bytes;
    let json = r#"{"action":"regenerate","squares":{"box":{"from":[0,0],"to":[767,767]}}}"#;
    let action: Action = serde_json::from_str(json).unwrap();
    let area = Area::of_zones([ZONE], Origin::USUAL).unwrap();
    let area = action.resolve(&area, &Geometry::of_zones([(ZONE, zgd)])).unwrap().area;
    (area.to_apd().unwrap(), packed)
}

fn damaged(apd: &Apd, node: u32) -> Apd {
    let area = Area::new(apd).unwrap();
    let PosInWorld { x, y, z } = area.pos(NodeId(node)).unwrap();
    let json = format!(r#"{{"action":"set-node","node":{node},"at":[{x},{y},{}]}}"#, z + 7.0);
    let action: Action = serde_json::from_str(&json).unwrap();
    action.resolve(&area, &Geometry::none()).unwrap().area.to_apd().unwrap()
}

/// The area open, with a node above its floor; and as it would be without.
fn open() -> (Hand, Apd) {
    let mut hand = Hand::at_start();
    let (apd, zone) = plain();
    fs::write(hand.file("x1000y1000.zgd"), zone).unwrap();
    let file = hand.file("plain.apd");
    fs::write(&file, packed_file("", &apd::write(&damaged(&apd, 14))).bytes).unwrap();
    hand.open(&file);
    (hand, apd)
}

fn document(hand: &Hand) -> &AreaDocument {
    hand.model().active_area().unwrap()
}

fn screen(hand: &Hand, node: u32) -> Pos2 {
    let rect = hand.window.get_by_label("Area view of plain.apd").rect();
    let view = hand.model().active_view().and_then(|view| hand.model().view(view)).unwrap();
    let pos = document(hand).pos(NodeId(node)).unwrap();
    let size = glam::vec2(rect.width(), rect.height());
    let at = view.camera.unwrap().view_from_cell(map_from_world([pos.x, pos.y]), size);
    rect.min + vec2(at.x, at.y)
}

fn on_disk(hand: &Hand) -> Apd {
    apd::read_packed(&fs::read(hand.file("plain.apd")).unwrap()).unwrap().0
}

#[test]
fn an_area_is_mended_edited_and_saved_by_hand() {
    let (mut hand, apd) = open();
    assert!(hand.shows_part("the node is 7 above"));
    hand.click_part("the node is 7 above");
    assert!(document(&hand).selection.contains(&NodeId(14)));
    hand.click_button("Fix");
    assert!(!hand.shows_part("the node is 7 above"));

    let from = screen(&hand, 14);
    let before = document(&hand).pos(NodeId(14)).unwrap();
    let points_per_cell = hand.model().view(hand.model().active_view().unwrap()).unwrap();
    let points_per_cell = points_per_cell.camera.unwrap().points_per_cell;
    let to = from + vec2(2.0 * points_per_cell, 0.0);
    hand.drag_points(PointerButton::Primary, Modifiers::NONE, &[from, to]);
    let after = document(&hand).pos(NodeId(14)).unwrap();
    assert_eq!((after.x, after.y), (before.x, before.y + 32.0), "y points to the right");

    let n_edges = document(&hand).area().n_edges();
    let area = document(&hand).area();
    let has_way_back = |edge: &Edge| {
        edge.target.node().is_some_and(|node| area.octant_of_edge(node, NodeId(14)).is_some())
    };
    let edge = area.edges(NodeId(14)).find(has_way_back).unwrap();
    let edge = EdgeRef::new(NodeId(14), edge.octant);
    let id = document(&hand).id;
    hand.send(AreaMessage::to(id, AreaMessage::SelectEdge(Some(edge))));
    hand.choose(CommandId::OneWayEdge);
    assert_eq!(document(&hand).area().n_edges(), n_edges - 1);
    hand.choose(CommandId::TwoWayEdge);
    assert_eq!(document(&hand).area().n_edges(), n_edges);

    hand.choose(CommandId::ToolProbe);
    for node in [7, 28] {
        let at = screen(&hand, node);
        hand.drag_points(PointerButton::Primary, Modifiers::NONE, &[at]);
    }
    assert!(hand.shows_part(" units, "), "the way and its length");

    for _ in 0..3 {
        hand.press("Ctrl+Z");
    }
    assert_eq!(document(&hand).pos(NodeId(14)), Some(before));
    hand.press("Ctrl+S");
    assert!(!document(&hand).has_unsaved_changes());
    assert!(on_disk(&hand) == apd, "as it would be without the damage, byte for byte");
    hand.run(CommandId::Close);
    hand.open(&hand.file("plain.apd"));
    assert!(document(&hand).area().to_apd().unwrap() == apd);
    assert!(!document(&hand).problems.iter().any(|problem| problem.code.contains("floor")));
}

#[test]
fn an_area_is_opened_by_its_name_and_enter() {
    let (mut hand, _) = open();
    let text = "<AreaList><Area name='Far_P'/><Area name='Plain'><Zone x='1' y='2'/></Area>\
                </AreaList>";
    let list = hand.file("AreaList.xml");
    fs::write(&list, text).unwrap();
    hand.run(CommandId::Close);
    hand.open(&list);
    hand.type_text("ar");
    hand.press("Enter");
    assert!(hand.model().dialog().is_some(), "there is no file of what was found");
    hand.press("Ctrl+A");
    hand.type_text("ai");
    hand.press("Enter");
    assert_eq!(hand.model().dialog(), None);
    assert_eq!(document(&hand).name, "plain.apd");
}

#[test]
fn tools_of_maps_and_areas_do_not_mix() {
    let (mut hand, _) = open();
    assert!(!hand.model().can_run(CommandId::FillSelection));
    assert!(hand.model().can_run(CommandId::ToolNode));
    hand.run(CommandId::OpenSample);
    assert!(hand.model().active_area().is_none());
    assert!(!hand.model().can_run(CommandId::ToolNode));
    hand.run(CommandId::SaveAll);
    assert_eq!((hand.model().areas().count(), hand.model().maps().count()), (1, 1));
}

#[test]
fn a_node_is_gone_to_by_its_number_and_moved_by_typed_numbers() {
    let (mut hand, _) = open();
    hand.press("Ctrl+G");
    hand.type_text("#21");
    hand.press("Enter");
    assert!(document(&hand).selection.iter().eq([&NodeId(21)]));
    assert!(hand.shows("Node #21"));
    let before = document(&hand).pos(NodeId(21)).unwrap();
    hand.window.get_by_label("z of node").click();
    hand.settle();
    hand.press("Ctrl+A");
    hand.type_text("37");
    hand.press("Enter");
    let after = document(&hand).pos(NodeId(21)).unwrap();
    assert_eq!((after.x, after.y, after.z), (before.x, before.y, 37.0));
}

#[test]
fn rows_of_routes_and_reports_fit_into_their_panel() {
    let (mut hand, _) = open();
    let id = document(&hand).id;
    let spots = [Spot::Node(NodeId(0)), Spot::Node(NodeId(20))];
    hand.send(AreaMessage::to(id, AreaMessage::Probe(spots)));
    hand.run(CommandId::KeepRoute);
    let PosInWorld { x, y, z } = document(&hand).pos(NodeId(3)).unwrap();
    let file = hand.file("reports-of-a-server-with-a-very-long-name.log");
    fs::write(&file, format!("somebody stuck at {x} {y} {z}\n")).unwrap();
    hand.send(Message::Import(ImportTo::Reports(id), file));
    let left = hand.window.get_by_label("Area view of plain.apd").rect().left();
    let away = "Remove reports-of-a-server-with-a-very-long-name.log";
    for label in ["Name of route 1", "Forget", "unreachable", away, "Import reports…"] {
        let rect = hand.window.get_by_label(label).rect();
        assert!(rect.right() < left, "{label}: {rect}, {left}");
    }
    let [name, forget] = ["Name of route 1", "Forget"].map(|label| hand.window.get_by_label(label));
    assert!(name.rect().width() > 60.0, "{}", name.rect());
    assert!(forget.rect().left() > name.rect().right());
    hand.click("Forget");
    assert!(document(&hand).routes.is_empty());
}

#[test]
fn what_is_being_typed_is_saved_and_asked_about() {
    let (mut hand, _) = open();
    let spots = [Spot::Node(NodeId(0)), Spot::Node(NodeId(20))];
    let id = document(&hand).id;
    hand.send(AreaMessage::to(id, AreaMessage::Probe(spots)));
    hand.run(CommandId::KeepRoute);
    let tests = |hand: &Hand| fs::read_to_string(hand.file("plain.routes.json")).unwrap();
    let type_name = |hand: &mut Hand, name: &str| {
        hand.window.get_by_label("Name of route 1").click();
        hand.settle();
        hand.press("Ctrl+A");
        hand.type_text(name);
    };
    type_name(&mut hand, "Gate");
    hand.press("Ctrl+S");
    assert!(tests(&hand).contains("\"Gate\""), "{}", tests(&hand));
    assert!(!document(&hand).has_unsaved_changes());

    type_name(&mut hand, "Bridge");
    hand.press("Ctrl+W");
    assert_eq!(document(&hand).routes[0].test.name, "Bridge");
    assert!(hand.model().dialog().is_some(), "the name is a change");
    hand.press("Escape");

    type_name(&mut hand, "Ford");
    hand.close_window();
    assert_eq!(document(&hand).routes[0].test.name, "Ford");
    assert!(hand.model().dialog().is_some() && !hand.has_closed());
    hand.press("Escape");

    // The button goes down elsewhere, where a tool may make the field go away.
    type_name(&mut hand, "Tower");
    let beside = hand.window.get_by_label("Area view of plain.apd").rect().center();
    hand.drag_points(PointerButton::Primary, Modifiers::NONE, &[beside]);
    assert_eq!(document(&hand).routes[0].test.name, "Tower");
}
