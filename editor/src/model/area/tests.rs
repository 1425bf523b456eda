//! What holds for open areas.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use landwright_core::format::tera::apd::{self, Apd};
use landwright_core::format::tera::zgd::{self, Zgd};
use landwright_core::sample::tera::packed_file;
use landwright_core::space::tera::{CellInWorld, Origin, Zone};
use landwright_core::world::area::Area;
use landwright_core::world::area::edges::RemoveEdge;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::id::NodeId;
use landwright_core::world::area::reports::Cause;
use landwright_core::world::area::routes::{Expect, RouteTest, Spot};

use super::geometry::CellVolumes;
use super::*;
use crate::command::CommandId;
use crate::model::dialog::{Answer, Dialog};
use crate::model::kind::OpenDocument;
use crate::model::message::Message;
use crate::settings::Settings;
use crate::tool::area::{AreaPointer, AreaTool};
use crate::tool::{Held, Phase};

/// A plain with a node in the middle of each of a hundred squares, open.
pub(crate) fn sample() -> Model {
    let (apd, zgd) = sample_files();
    let mut model = Model::new(Settings::default(), None, Arc::new(|| ()));
    let geometry = Geometry::of_files([(Zone { x: 1000, y: 1000 }, zgd.clone())]);
    let bytes = packed_file("", &apd::write(apd)).bytes;
    let geometry = (geometry, geometry::ZoneFiles::new());
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

pub(super) fn tell(model: &mut Model, message: AreaMessage) {
    let id = model.active_area().unwrap().id;
    model.handle(Message::Area(id, message));
}

pub(super) fn point(model: &mut Model, phase: Phase, at_in_world: [f64; 2], held: Held) {
    let pointer = AreaPointer { phase, at_in_world, radius: 10.0, held, seen: None };
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
    model.tools.brush_size = 1;
    (model.tools.volumes.z, model.tools.volumes.height) = (z, height);
}

/// Two zones in files, and an area of both, open from its own.
pub(crate) fn opened_with_zones(folder: &Path, home: Option<PathBuf>) -> (Model, PathBuf) {
    let (path, zones) = (folder.join("both.apd"), [1000, 1001].map(|x| Zone { x, y: 1000 }));
    let file = &sample_files().1;
    zones.iter().for_each(|zone| std::fs::write(folder.join(zone.file_name()), file).unwrap());
    let json = r#"{"action":"regenerate","squares":{"box":{"from":[0,0],"to":[639,639]}}}"#;
    let action: Action = serde_json::from_str(json).unwrap();
    let area = Area::of_zones(zones, Origin::USUAL).unwrap();
    let geometry = Geometry::of_files(zones.map(|zone| (zone, file.clone())));
    let apd = action.resolve(&area, &geometry).unwrap().area.to_apd().unwrap();
    std::fs::write(&path, packed_file("", &apd::write(&apd)).bytes).unwrap();
    let mut model = Model::new(Settings::default(), home, Arc::new(|| ()));
    model.handle(Message::Open(vec![path.clone()]));
    model.settle();
    (model, path)
}

fn at(model: &Model, node: NodeId) -> [f64; 2] {
    let pos = model.active_area().unwrap().pos(node).unwrap();
    [pos.x, pos.y]
}

fn n_steps(model: &Model) -> usize {
    model.active_area().unwrap().editing().rows().len()
}

/// A node with an edge to another that leads back, far from other nodes in the same column.
fn pair(model: &Model) -> (NodeId, NodeId) {
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
    let verdict = |model: &Model| model.active_area().unwrap().routes[0].result.clone().unwrap().1;
    assert!(verdict(&model));
    tell(&mut model, AreaMessage::Select([node].into()));
    model.handle(Message::Command(CommandId::SelectComponent));
    assert!(model.active_area().unwrap().selection.len() == 100);
    model.handle(Message::Command(CommandId::DeleteSelected));
    assert!(!verdict(&model), "nothing is left to walk on");
    model.handle(Message::Command(CommandId::Undo));
    assert!(verdict(&model));
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
fn what_regenerating_would_change_is_shown_before_it_is_done() {
    let mut model = sample();
    let (node, _) = pair(&model);
    tell(&mut model, AreaMessage::Select([node].into()));
    model.handle(Message::Command(CommandId::RegenerateSelection));
    model.settle();
    assert!(model.active_area().unwrap().proposal.is_none(), "it is so already");
    model.handle(Message::Command(CommandId::DeleteSelected));
    let json = r#"{"action":"regenerate","squares":{"box":{"from":[0,0],"to":[1279,1279]}}}"#;
    tell(&mut model, AreaMessage::Propose(serde_json::from_str(json).unwrap()));
    model.settle();
    let area = model.active_area().unwrap();
    let proposal = area.proposal.as_ref().unwrap();
    assert_eq!(proposal.comparison.new_nodes.len(), 1);
    assert!(*area.shown() != *area.area());
    let steps = n_steps(&model);
    tell(&mut model, AreaMessage::Accept);
    assert_eq!((n_steps(&model), model.active_area().unwrap().area().n_nodes()), (steps + 1, 100));
}

#[test]
fn work_on_an_area_comes_back_after_a_crash() {
    let folder = tempfile::TempDir::new().unwrap();
    let home = folder.path().join("home");
    let path = folder.path().join("mine.apd");
    let mut first = sample();
    let id = first.active_area().unwrap().id;
    first.handle(Message::SaveTo(id, path.clone()));
    first.settle();
    let mut model = Model::new(Settings::default(), Some(home.clone()), Arc::new(|| ()));
    model.handle(Message::Open(vec![path]));
    model.settle();
    let (node, _) = pair(&model);
    tell(&mut model, AreaMessage::Select([node].into()));
    model.handle(Message::Command(CommandId::DeleteSelected));
    drop(model);

    let mut model = Model::new(Settings::default(), Some(home), Arc::new(|| ()));
    model.offer_recovery();
    let Some(Dialog::Recover { left }) = model.dialog().cloned() else { panic!() };
    model.handle(Message::Answer(Answer::Recover(left[0].clone())));
    model.settle();
    assert_eq!(n_steps(&model), 1);
    assert!(model.active_area().unwrap().pos(node).is_none());
    model.handle(Message::Command(CommandId::Undo));
    assert!(model.active_area().unwrap().pos(node).is_some());
}

#[test]
fn an_area_is_saved_with_its_route_tests_and_opens_again() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("mine.apd");
    let mut model = sample();
    let (node, other) = pair(&model);
    let spots = [node, other].map(Spot::Node);
    tell(&mut model, AreaMessage::Probe(spots));
    tell(&mut model, AreaMessage::KeepRoute);
    tell(&mut model, AreaMessage::Select([node].into()));
    let id = model.active_area().unwrap().id;
    model.handle(Message::SaveTo(id, path.clone()));
    model.settle();
    assert!(!model.active_area().unwrap().has_unsaved_changes());
    let saved = model.active_area().unwrap().area().to_apd().unwrap();
    model.handle(Message::Command(CommandId::Close));
    assert_eq!(model.documents().count(), 0);
    model.handle(Message::Open(vec![path]));
    model.settle();
    let area = model.active_area().unwrap();
    assert!(area.area().to_apd().unwrap() == saved);
    assert_eq!(area.routes.len(), 1);
    assert!(area.routes[0].result.as_ref().unwrap().1);
    assert_eq!(open::missing_zones(area.area(), &area.geometry).len(), 1);
}

/// An area that is open from a file, in a model that keeps no journal.
fn opened_in(folder: &Path) -> (Model, PathBuf) {
    let path = folder.join("mine.apd");
    let mut model = sample();
    let id = model.active_area().unwrap().id;
    model.handle(Message::SaveTo(id, path.clone()));
    model.settle();
    (model, path)
}

#[test]
fn an_area_that_changed_on_disk_is_read_again_and_asked_about_where_it_was_edited() {
    let folder = tempfile::TempDir::new().unwrap();
    let (mut model, path) = opened_in(folder.path());
    let (mut other, _) = opened_in(folder.path());
    let (node, _) = pair(&model);
    tell(&mut other, AreaMessage::Select([node].into()));
    other.handle(Message::Command(CommandId::DeleteSelected));
    other.handle(Message::Command(CommandId::Save));
    other.settle();

    model.handle(Message::FileChanged(path.clone()));
    model.settle();
    let area = model.active_area().unwrap();
    assert_eq!((area.area().n_nodes(), area.has_unsaved_changes()), (99, false));
    model.handle(Message::Command(CommandId::Undo));
    assert_eq!(model.active_area().unwrap().area().n_nodes(), 100, "it is a step like others");

    other.handle(Message::Command(CommandId::Undo));
    other.handle(Message::Command(CommandId::Save));
    other.settle();
    model.handle(Message::FileChanged(path));
    model.settle();
    let Some(Dialog::ChangedOnDisk { document, .. }) = model.dialog().cloned() else {
        panic!("{:?}", model.dialog())
    };
    model.handle(Message::Answer(Answer::TakeDisk(document)));
    assert!(!model.active_area().unwrap().has_unsaved_changes());
}

#[test]
fn a_zone_that_another_program_changes_during_a_save_is_read_once_that_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let (mut model, path) = opened_with_zones(folder.path(), None);
    let their = folder.path().join("x1001y1000.zgd");
    let write_theirs = |z: i16| {
        let zgd = Zgd::from_cells(|_, _, cell| cell.push((z, 32_767).into()));
        std::fs::write(&their, packed_file("", &zgd::write(&zgd)).bytes).unwrap();
    };
    let first_volume = |model: &mut Model| volumes(model, 965, 5);
    brush(&mut model, CommandId::AddVolumes, 300, 50);
    for look_comes_first in [false, true] {
        let z = if look_comes_first { 78 } else { 77 };
        let x = 8.0 + f64::from(z);
        drag(&mut model, [x, 8.0], [x, 8.0]);
        let session = model.session.clone();
        let held = crate::model::lock(&session);
        if look_comes_first {
            model.handle(Message::FileChanged(path.clone()));
        }
        model.handle(Message::Command(CommandId::Save));
        write_theirs(z);
        if !look_comes_first {
            model.handle(Message::FileChanged(path.clone()));
        }
        model.handle(Message::FileChanged(their.clone()));
        drop(held);
        model.settle();
        assert!(model.dialog().is_none(), "its own save is none of another program");
        assert!(!model.active_area().unwrap().has_unsaved_changes());
        assert_eq!(first_volume(&mut model), [(z, 32_767)]);
    }
}

#[test]
fn route_tests_that_changed_on_disk_and_here_are_told_of_and_saved_together() {
    let folder = tempfile::tempdir().unwrap();
    let (mut model, path) = opened_in(folder.path());
    let (a, _) = pair(&model);
    let file = path.with_extension("routes.json");
    let test = |name: &str, x: f64| RouteTest {
        name: name.to_owned(),
        from: [x, 8.0, 0.0],
        to: [64.0, 64.0, 0.0],
        expect: Expect::Reached,
        max_length: None,
    };
    let names = |tests: &[RouteTest]| tests.iter().map(|t| t.name.clone()).collect::<Vec<_>>();
    let write = |tests: &[RouteTest]| {
        std::fs::write(&file, serde_json::to_vec(tests).unwrap()).unwrap();
    };
    write(&[test("of both", 8.0)]);
    model.handle(Message::FileChanged(path.clone()));
    model.settle();
    let area = model.active_area().unwrap();
    assert_eq!((area.routes.len(), area.has_unsaved_changes()), (1, false), "taken as it is");
    let as_it_was = std::fs::read(&file).unwrap();
    tell(&mut model, AreaMessage::Select([a].into()));
    model.handle(Message::Command(CommandId::DeleteSelected));
    model.handle(Message::Command(CommandId::Save));
    model.settle();
    assert!(!model.active_area().unwrap().has_unsaved_changes());
    assert_eq!(std::fs::read(&file).unwrap(), as_it_was, "tests that nobody changed stay");

    let (a, b) = pair(&model);
    tell(&mut model, AreaMessage::Probe([Spot::Node(a), Spot::Node(b)]));
    tell(&mut model, AreaMessage::KeepRoute);
    write(&[test("of both", 16.0), test("of theirs", 8.0)]);
    model.handle(Message::Command(CommandId::Save));
    model.settle();
    let Some(Dialog::Failed { what }) = model.dialog().cloned() else { panic!() };
    assert!(what.contains("routes.json: "), "{what}");
    model.handle(Message::Answer(Answer::Cancel));
    assert!(model.active_area().unwrap().has_unsaved_changes());
    model.handle(Message::Command(CommandId::Save));
    model.settle();
    assert!(model.dialog().is_none(), "{:?}", model.dialog());
    assert!(!model.active_area().unwrap().has_unsaved_changes());
    let saved: Vec<RouteTest> = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    assert_eq!(names(&saved), ["of both", "Route 2", "of theirs"]);
    assert_eq!(saved[0].from[0], 8.0, "the one of here stays");
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
fn a_new_area_is_made_from_the_geometry_in_a_folder() {
    let folder = tempfile::TempDir::new().unwrap();
    let zgd = Zgd::from_cells(|x, y, cell| {
        if x.max(y) < 80 {
            cell.push((0, 32_767).into());
        }
    });
    let packed = packed_file("", &zgd::write(&zgd)).bytes;
    std::fs::write(folder.path().join("x1001y0998.zgd"), packed).unwrap();
    let mut model = Model::new(Settings::default(), None, Arc::new(|| ()));
    model.handle(Message::NewArea(folder.path().to_owned()));
    model.settle();
    let Some(Dialog::NewArea(form)) = model.dialog().cloned() else { panic!() };
    assert_eq!((form.from, form.to), (Zone { x: 1001, y: 998 }, Zone { x: 1001, y: 998 }));
    assert_eq!(form.refusal(), None);
    let far = create::NewAreaForm { to: Zone { x: 1099, y: 998 }, ..form.clone() };
    assert_eq!(far.refusal().unwrap(), "An area has at most 64 zones along a side");
    model.handle(Message::Answer(Answer::NewArea(form)));
    model.settle();
    let area = model.active_area().unwrap();
    assert_eq!(area.area().n_nodes(), 100, "one in the middle of every square");
    assert!(!area.has_unsaved_changes() && area.file.is_none());

    model.handle(Message::NewArea(std::env::temp_dir().join("nothing is here")));
    model.settle();
    assert!(matches!(model.dialog(), Some(Dialog::Failed { .. })));
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
    assert_eq!(causes(&model), [Cause::NoNodeNear, Cause::Fine]);
    for edge in model.active_area().unwrap().area().edges_to(node).collect::<Vec<_>>() {
        let remove = RemoveEdge { node: edge.node, octant: edge.octant };
        tell(&mut model, AreaMessage::Act(Action::RemoveEdge(remove)));
    }
    model.settle();
    let cause = Cause::Unreachable;
    let group = causes(&model).iter().position(|other| *other == cause).unwrap();
    tell(&mut model, AreaMessage::ShowReports(group));
    assert!(model.active_area().unwrap().selection.contains(&node));
    tell(&mut model, AreaMessage::DropReports);
    assert!(model.active_area().unwrap().reports.is_none());

    model.handle(Message::Paste("good morning".to_owned()));
    model.settle();
    assert!(matches!(model.dialog(), Some(Dialog::Failed { .. })));
}
