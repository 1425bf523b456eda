//! What holds for open areas.

mod crashes;
mod files;
mod hand;
mod large;
mod numbers;
mod proposals;
mod routes;

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use landwright_core::format::tera::apd::{self, Apd};
use landwright_core::format::tera::zgd::{self, Zgd};
use landwright_core::sample::tera::packed_file;
use landwright_core::space::tera::{CellInWorld, Origin, Zone};
use landwright_core::world::area::Area;
use landwright_core::world::area::edges::RemoveEdge;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::id::{EdgeRef, NodeId};
use landwright_core::world::area::reports::cause::Cause;
use landwright_core::world::area::routes::{Expect, Outcome, RouteTest, Spot};

use super::geometry::CellVolumes;
use super::*;
use crate::command::CommandId;
use crate::kind::document::open::OpenDocument;
use crate::kind::tera::tool::{AreaPointer, AreaTool, Drawn, Grip};
use crate::message::Message;
use crate::message::dialog::{Answer, Dialog};
use crate::settings::Settings;
use crate::view::hand::{Held, Phase};

/// An area that is open from a file, in a model that keeps no journal.
fn opened_in(folder: &Path) -> (Model, PathBuf) {
    let path = folder.join("mine.apd");
    let mut model = sample();
    let id = model.active_area().unwrap().id;
    model.handle(Message::SaveTo(id, path.clone()));
    model.settle();
    (model, path)
}

/// A plain with a node in the middle of each of a hundred squares, open.
pub(crate) fn sample() -> Model {
    let (apd, zgd) = sample_files();
    let mut model = Model::new(Settings::default(), None, Arc::new(|| ()));
    let geometry = Geometry::of_files([(Zone { x: 1000, y: 1000 }, zgd.clone())]);
    let bytes = packed_file("", &apd::write(apd)).bytes;
    let geometry = (geometry, geometry::ZoneFiles::default());
    model.add_area("plain.apd".to_owned(), open::parts_of(apd, None, bytes, geometry).unwrap());
    model.settle();
    model
}

fn sample_files() -> &'static (Apd, Vec<u8>) {
    static PLAIN: OnceLock<(Apd, Vec<u8>)> = OnceLock::new();
    PLAIN.get_or_init(|| {
        let zone = Zone { x: 1000, y: 1000 };
        let zgd = Zgd::from_cells(|_, _, cell| cell.push((0, 32_767).into()));
        let packed = packed_file("", &zgd::write(&zgd)).bytes;
        let json = r#"{"action":"regenerate","squares":{"box":{"from":[0,0],"to":[1279,1279]}}}"#;
        let action: Action = serde_json::from_str(json).unwrap();
        let area = Area::of_zones([zone], Origin::USUAL).unwrap();
        let area = action.resolve(&area, &Geometry::of_zones([(zone, zgd)])).unwrap().area;
        (area.to_apd().unwrap(), packed)
    })
}

pub(crate) fn tell(model: &mut Model, message: AreaMessage) {
    let id = model.active_area().unwrap().id;
    model.handle(AreaMessage::to(id, message));
}

/// Tells something of the route test at a place.
pub(super) fn tell_of_route(
    model: &mut Model,
    index: usize,
    message: impl FnOnce(RouteTest) -> AreaMessage,
) {
    let test = model.active_area().unwrap().routes[index].test.clone();
    tell(model, message(test));
}

pub(super) fn point(model: &mut Model, phase: Phase, at_in_world: [f64; 2], held: Held) {
    point_where(model, Drawn::NodesAndEdges, phase, at_in_world, held);
}

/// In a view that draws more or less of the graph.
fn point_where(model: &mut Model, drawn: Drawn, phase: Phase, at_in_world: [f64; 2], held: Held) {
    let pointer = AreaPointer { phase, at_in_world, radius: 10.0, held, drawn, seen: None };
    tell(model, AreaMessage::Point(pointer));
}

fn drag(model: &mut Model, from: [f64; 2], to: [f64; 2]) {
    drag_with(model, from, to, Held::default());
}

pub(super) fn drag_with(model: &mut Model, from: [f64; 2], to: [f64; 2], held: Held) {
    point(model, Phase::Press, from, held);
    point(model, Phase::Drag, to, held);
    point(model, Phase::Release, to, held);
}

/// Lets the Inspector show a cell, once its zone is unpacked.
pub(crate) fn look_at_cell(model: &mut Model, cell: CellInWorld) {
    tell(model, AreaMessage::SelectCell(Some(cell)));
    model.settle();
}

/// The volumes of a cell, by its place in the world.
pub(super) fn volumes(model: &mut Model, x: i32, y: i32) -> Vec<(i16, u16)> {
    look_at_cell(model, CellInWorld { x, y });
    match model.active_area().unwrap().volumes_of(CellInWorld { x, y }) {
        CellVolumes::Are(volumes) => volumes.into_iter().map(Into::into).collect(),
        other => panic!("{other:?}"),
    }
}

/// The brush, a cell wide.
pub(super) fn brush(model: &mut Model, way: CommandId, z: i16, height: u16) {
    model.handle(Message::Command(way));
    model.tools.maps.brush_size = 1;
    (model.tools.areas.volumes.z, model.tools.areas.volumes.height) = (z, height);
}

/// Two zones in files, and an area of both, open from its own.
pub(crate) fn opened_with_zones(folder: &Path, home: Option<PathBuf>) -> (Model, PathBuf) {
    let (path, (apd, zones)) = (folder.join("both.apd"), two_zones());
    for (zone, file) in &zones {
        std::fs::write(folder.join(zone.file_name()), file).unwrap();
    }
    std::fs::write(&path, packed_file("", &apd::write(&apd)).bytes).unwrap();
    let mut model = Model::new(Settings::default(), home, Arc::new(|| ()));
    model.handle(Message::Open(vec![path.clone()]));
    model.settle();
    (model, path)
}

/// The same in no file.
pub(super) fn in_no_file() -> Model {
    let (apd, zones) = two_zones();
    let mut model = Model::new(Settings::default(), None, Arc::new(|| ()));
    let bytes = packed_file("", &apd::write(&apd)).bytes;
    let geometry = (Geometry::of_files(zones), geometry::ZoneFiles::default());
    model.add_area("both.apd".to_owned(), open::parts_of(&apd, None, bytes, geometry).unwrap());
    model.settle();
    model
}

fn two_zones() -> (Apd, [(Zone, Vec<u8>); 2]) {
    let zones = [1000, 1001].map(|x| (Zone { x, y: 1000 }, sample_files().1.clone()));
    let json = r#"{"action":"regenerate","squares":{"box":{"from":[0,0],"to":[639,639]}}}"#;
    let action: Action = serde_json::from_str(json).unwrap();
    let area = Area::of_zones(zones.each_ref().map(|(zone, _)| *zone), Origin::USUAL).unwrap();
    let geometry = Geometry::of_files(zones.clone());
    (action.resolve(&area, &geometry).unwrap().area.to_apd().unwrap(), zones)
}

/// As if nobody had looked at the zones of [`opened_with_zones`] yet: checks did.
pub(crate) fn packed_again(model: &mut Model, folder: &Path) {
    let id = model.active_area().unwrap().id;
    let zones = [1000, 1001].map(|x| Zone { x, y: 1000 });
    let files = zones.map(|zone| (zone, std::fs::read(folder.join(zone.file_name())).unwrap()));
    let area = model.area_mut(id).unwrap();
    area.geometry = Arc::new(Geometry::of_files(files).of(area.area()));
}

fn at(model: &Model, node: NodeId) -> [f64; 2] {
    let pos = model.active_area().unwrap().pos(node).unwrap();
    [pos.x, pos.y]
}

fn n_steps(model: &Model) -> usize {
    model.active_area().unwrap().editing().rows().len()
}

/// A node with an edge to another that leads back, far from other nodes in the same column.
pub(crate) fn pair(model: &Model) -> (NodeId, NodeId) {
    let area = model.active_area().unwrap().area();
    let is_alone = |node: NodeId| {
        let pos = area.pos(node).unwrap();
        area.nodes_near(pos, 40.0).filter(|(other, _)| other.distance_on_ground(pos) < 40.0).count()
            == 1
    };
    let mut pairs = area.nodes().filter(|node| is_alone(*node)).flat_map(|node| {
        let back = area.targets(node).filter(move |to| area.octant_of_edge(*to, node).is_some());
        back.filter(|to| is_alone(*to)).map(move |to| (node, to))
    });
    pairs.next().unwrap()
}

#[test]
fn an_area_is_edited_by_hand_and_every_step_is_taken_back() {
    let mut model = sample();
    let before = model.active_area().unwrap().area().clone();
    let (node, other) = pair(&model);

    let from = at(&model, node);
    drag(&mut model, from, [from[0] + 16.0, from[1]]);
    assert_eq!(at(&model, node)[0], from[0] + 16.0);
    assert_eq!(n_steps(&model), 1, "a drag is one step");
    model.handle(Message::Command(CommandId::DeleteSelected));
    assert!(model.active_area().unwrap().pos(node).is_none());

    tell(&mut model, AreaMessage::TakeTool(AreaTool::Node));
    point(&mut model, Phase::Press, from, Held::default());
    point(&mut model, Phase::Release, from, Held::default());
    let new = *model.active_area().unwrap().selection.first().unwrap();
    tell(&mut model, AreaMessage::TakeTool(AreaTool::Edge));
    let goal = at(&model, other);
    drag(&mut model, from, goal);
    let area = model.active_area().unwrap();
    assert!(area.area().octant_of_edge(new, other).is_some() || area.pending_edge.is_some());

    while model.can_run(CommandId::Undo) {
        model.handle(Message::Command(CommandId::Undo));
    }
    let document = model.active_area().unwrap();
    assert!(document.area().to_apd().unwrap() == before.to_apd().unwrap());
    assert!(!document.has_unsaved_changes());
}

#[test]
fn a_route_that_fails_now_fails_as_a_test_until_that_is_said_to_be_right() {
    let mut model = sample();
    let (node, other) = pair(&model);
    let [from, to] = [node, other].map(|node| {
        let [x, y] = at(&model, node);
        Spot::At([x, y, 0.0])
    });
    model.handle(Message::Command(CommandId::SelectAll));
    model.handle(Message::Command(CommandId::DeleteSelected));
    tell(&mut model, AreaMessage::Probe([from, to]));
    tell(&mut model, AreaMessage::KeepRoute);
    let holds = |model: &mut Model| {
        model.settle();
        model.active_area().unwrap().routes[0].result.clone().unwrap().1
    };
    assert!(!holds(&mut model));
    tell_of_route(&mut model, 0, |test| AreaMessage::Expect(test, Expect::CutOff));
    tell_of_route(&mut model, 0, |test| AreaMessage::RenameRoute(test, "No way home".to_owned()));
    assert!(holds(&mut model));
    let area = model.active_area().unwrap();
    assert_eq!(area.routes[0].test.name, "No way home");
    model.handle(Message::Command(CommandId::Undo));
    assert_eq!(model.active_area().unwrap().routes[0].test.name, "Route 1");
    assert!(holds(&mut model));
    model.handle(Message::Command(CommandId::Undo));
    assert!(!holds(&mut model), "a way has to be there again");
}

#[test]
fn a_way_is_shown_kept_and_tested_after_each_edit() {
    let mut model = sample();
    let (node, other) = pair(&model);
    tell(&mut model, AreaMessage::TakeTool(AreaTool::Probe));
    for spot in [node, other] {
        let at = at(&model, spot);
        point(&mut model, Phase::Press, at, Held::default());
        point(&mut model, Phase::Release, at, Held::default());
    }
    model.handle(Message::Command(CommandId::KeepRoute));
    assert!(model.active_area().unwrap().routes[0].result.is_none(), "beside the window");
    let verdict = |model: &mut Model| {
        model.settle();
        model.active_area().unwrap().routes[0].result.clone().unwrap().1
    };
    let is_cut_off = |model: &Model| {
        let way = model.active_area().unwrap().way.as_ref().unwrap();
        !matches!(way.probe.outcome, Outcome::Reached(_))
    };
    assert!(verdict(&mut model));
    tell(&mut model, AreaMessage::Select([node].into()));
    model.handle(Message::Command(CommandId::SelectComponent));
    assert!(model.active_area().unwrap().selection.len() == 100);
    model.handle(Message::Command(CommandId::DeleteSelected));
    assert!(!verdict(&mut model), "nothing is left to walk on");
    assert!(is_cut_off(&model), "as the way that is shown");
    model.handle(Message::Command(CommandId::Undo));
    model.tick();
    // A change meanwhile is walked as well.
    model.handle(Message::Command(CommandId::Redo));
    assert!(!verdict(&mut model) && is_cut_off(&model));
}

#[test]
fn problems_come_with_the_edit_and_go_with_their_fix() {
    let mut model = sample();
    let (node, _) = pair(&model);
    let pos = model.active_area().unwrap().pos(node).unwrap();
    let json = format!(
        r#"{{"action":"set-node","node":{},"at":[{},{},{}]}}"#,
        node.0,
        pos.x,
        pos.y,
        pos.z + 7.0
    );
    tell(&mut model, AreaMessage::Act(serde_json::from_str(&json).unwrap()));
    let find = |model: &Model| {
        let area = model.active_area().unwrap();
        area.problems.iter().find(|problem| problem.code == "apd-node-off-floor").cloned()
    };
    let found = find(&model).expect("at once");
    model.settle();
    assert_eq!(find(&model), Some(found.clone()), "and by the check of all");
    let id = model.active_area().unwrap().id;
    model.handle(Message::Fix(id, found.fixes[0].clone()));
    assert_eq!(find(&model), None);
    assert_eq!(model.active_area().unwrap().pos(node), Some(pos));
}

#[test]
fn what_a_person_settled_about_problems_holds_for_what_is_found_while_editing() {
    let folder = tempfile::TempDir::new().unwrap();
    let toml = "[severity]\napd-node-off-floor = \"off\"\n";
    std::fs::write(folder.path().join("landwright.toml"), toml).unwrap();
    let (mut model, _) = opened_in(folder.path());
    model.settle();
    let (node, _) = pair(&model);
    let pos = model.active_area().unwrap().pos(node).unwrap();
    let (x, y, z) = (pos.x, pos.y, pos.z + 7.0);
    let json = format!(r#"{{"action":"set-node","node":{},"at":[{x},{y},{z}]}}"#, node.0);
    let is_found = |model: &Model| {
        let area = model.active_area().unwrap();
        area.problems.iter().any(|problem| problem.code == "apd-node-off-floor")
    };
    tell(&mut model, AreaMessage::Act(serde_json::from_str(&json).unwrap()));
    assert!(!is_found(&model), "at once");
    model.settle();
    assert!(!is_found(&model), "nor by the check of all");
}

#[test]
fn reports_are_probed_grouped_shown_and_probed_again_after_an_edit() {
    let mut model = sample();
    let (node, _) = pair(&model);
    let [x, y] = at(&model, node);
    let text = format!("stuck at {x}, {y}, 0\nfell from 90000000, 3, 0\nnobody was there\n");
    model.handle(Message::Paste(text));
    model.settle();
    let layer = |model: &Model| model.active_area().unwrap().reports.clone().unwrap();
    let causes = |model: &Model| {
        let findings = layer(model).findings.unwrap();
        findings.groups.iter().map(|group| group.cause).collect::<Vec<_>>()
    };
    assert_eq!(layer(&model).read.reports.len(), 2);
    model.handle(Message::Paste("fell from 90000000, 5, 0".to_owned()));
    model.settle();
    assert_eq!(layer(&model).read.reports.len(), 3, "what was there stays");
    let names = |model: &Model| -> Vec<String> {
        layer(model).sources().map(|(name, _)| name.to_owned()).collect()
    };
    assert_eq!(names(&model), ["Pasted text", "Paste 2"]);
    assert_eq!(causes(&model), [Cause::NoNodeNear, Cause::Fine]);
    for edge in model.active_area().unwrap().area().edges_to(node).collect::<Vec<_>>() {
        let remove = RemoveEdge { node: edge.node, octant: edge.octant };
        tell(&mut model, AreaMessage::Act(Action::RemoveEdge(remove)));
    }
    model.settle();
    let cause = Cause::Unreachable;
    let group = causes(&model).iter().position(|other| *other == cause).unwrap();
    tell(&mut model, AreaMessage::ShowReports(group));
    assert!(model.active_area().unwrap().nodes_meant().contains(&node));
    // One source is taken away, and what is pasted then takes no other's place.
    tell(&mut model, AreaMessage::DropReportsOf(0));
    model.settle();
    assert_eq!((layer(&model).read.reports.len(), causes(&model)), (1, vec![Cause::NoNodeNear]));
    model.handle(Message::Paste("stuck at 1, 2, 3".to_owned()));
    model.handle(Message::Paste("stuck at 4, 5, 6".to_owned()));
    assert_eq!(names(&model), ["Paste 2", "Pasted text", "Paste 3"]);
    [2, 0, 0].into_iter().for_each(|index| tell(&mut model, AreaMessage::DropReportsOf(index)));
    assert!(model.active_area().unwrap().reports.is_none());
    model.handle(Message::Paste("stuck at 1, 2, 3".to_owned()));
    tell(&mut model, AreaMessage::DropReports);
    assert!(model.active_area().unwrap().reports.is_none());

    model.handle(Message::Paste("good morning".to_owned()));
    model.settle();
    assert!(matches!(model.dialog(), Some(Dialog::Failed { .. })));
}
