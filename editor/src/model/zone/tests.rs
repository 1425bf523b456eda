//! What holds for open zones.

mod copies;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use landwright_core::sample::rose::{Plan, ZONE_FOLDER, Zone as SampleZone};
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::field::{Field, Value};
use landwright_core::world::zone::names::Names;
use landwright_core::world::zone::place::Snap;
use landwright_core::world::zone::thing::{Kind, ThingId};
use tempfile::TempDir;

use super::*;
use crate::command::CommandId as Id;
use crate::model::dialog::things::FindForm;
use crate::model::dialog::{Answer, Dialog, Scope};
use crate::model::message::{Message, Request};
use crate::settings::Settings;
use crate::tool::zone::{Ink, ZonePointer, ZoneTools};
use crate::tool::{Held, Phase};
use crate::view::zone::gizmo::{ARM_POINTS, GizmoKind, RING_POINTS};

const CM_PER_POINT: f64 = 10.0;

/// The sample zone with the names of its game.
pub(crate) fn sample() -> (Zone, Arc<Names>) {
    let model = opened_sample();
    let zone = model.active_zone().unwrap();
    (zone.zone().clone(), zone.names.clone())
}

/// The sample zone in front.
pub(crate) fn opened_sample() -> Model {
    let mut model = Model::new(Settings::default(), None, Arc::new(|| ()));
    model.handle(Message::Command(Id::OpenSampleZone));
    model.settle();
    model
}

/// The files of the sample game in a scratch folder, and its zone open.
fn on_disk(home: Option<PathBuf>) -> (TempDir, PathBuf, Model) {
    let folder = TempDir::new().unwrap();
    for file in SampleZone::new(Plan::small(1)).files() {
        let path = folder.path().join(&file.path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, file.bytes).unwrap();
    }
    let path = folder.path().join(ZONE_FOLDER);
    let mut model = Model::new(Settings::default(), home, Arc::new(|| ()));
    model.handle(Message::Open(vec![path.clone()]));
    model.settle();
    (folder, path, model)
}

fn front(model: &Model) -> &ZoneDocument {
    model.active_zone().unwrap()
}

fn tell(model: &mut Model, message: ZoneMessage) {
    let id = front(model).id;
    model.handle(Message::Zone(id, message));
}

fn run(model: &mut Model, id: Id) {
    assert!(model.can_run(id), "{id:?}");
    model.handle(Message::Command(id));
}

fn act(model: &mut Model, json: &str) {
    tell(model, ZoneMessage::Act(Box::new(serde_json::from_str(json).unwrap())));
}

fn set_tools(model: &mut Model, change: impl FnOnce(&mut ZoneTools)) {
    let mut tools = front(model).tools.clone();
    change(&mut tools);
    tell(model, ZoneMessage::SetTools(Box::new(tools)));
}

fn point(model: &mut Model, phase: Phase, at_file_cm: [f64; 2], held: Held) {
    let pointer = ZonePointer { phase, at_file_cm, cm_per_point: CM_PER_POINT, held };
    tell(model, ZoneMessage::Point(pointer));
}

fn drag(model: &mut Model, way: &[[f64; 2]], held: Held) {
    point(model, Phase::Press, way[0], held);
    for at in &way[1..] {
        point(model, Phase::Drag, *at, held);
    }
    point(model, Phase::Release, way[way.len() - 1], held);
}

fn at(model: &Model, id: ThingId) -> [f64; 2] {
    crate::tool::zone::place_of(front(model).zone().thing(id).unwrap())
}

fn n_steps(model: &Model) -> usize {
    front(model).editing().rows().len()
}

fn ids(model: &Model, kind: Kind) -> Vec<ThingId> {
    front(model).zone().things().filter(|(_, t)| t.kind() == kind).map(|(id, _)| id).collect()
}

/// A spawn that stands alone, so that a click means it.
fn lone_spawn(model: &Model) -> ThingId {
    let zone = front(model).zone();
    let is_alone = |id: &&ThingId| {
        let [x, y] = at(model, **id);
        let near = zone.things().filter(|(_, thing)| {
            let [a, b] = crate::tool::zone::place_of(thing);
            (a - x).hypot(b - y) < 250.0
        });
        near.count() == 1
    };
    let spawns = ids(model, Kind::Spawn);
    *spawns.iter().find(is_alone).unwrap()
}

fn value(model: &Model, id: ThingId, field: Field) -> String {
    let zone = front(model).zone();
    fields::text_of(zone.thing(id).unwrap().value(field).unwrap(), zone.code_page())
}

/// After each undo the zone is as it was before.
fn undo_all(model: &mut Model, before: &Zone) {
    while model.can_run(Id::Undo) {
        run(model, Id::Undo);
    }
    assert!(front(model).zone() == before);
    assert!(!model.document(front(model).id).unwrap().has_unsaved_changes());
}

fn files_in(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let walk = landwright_core::vfs::disk::walk(folder);
    let files =
        walk.files.into_iter().filter(|path| !path.to_string_lossy().contains(".landwright"));
    files.map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

#[test]
fn a_click_selects_and_a_drag_is_one_step() {
    let mut model = opened_sample();
    let before = front(&model).zone().clone();
    let id = lone_spawn(&model);
    let from = at(&model, id);
    drag(&mut model, &[from], Held::default());
    assert_eq!((front(&model).selection.clone(), n_steps(&model)), ([id].into(), 0));
    set_tools(&mut model, |tools| tools.snap = Snap::None);
    drag(
        &mut model,
        &[from, [from[0] + 100.0, from[1]], [from[0] + 300.0, from[1]]],
        Held::default(),
    );
    assert_eq!((at(&model, id), n_steps(&model)), ([from[0] + 300.0, from[1]], 1));
    // Shift keeps to one axis.
    let shift = Held { shift: true, ..Held::default() };
    let from = at(&model, id);
    point(&mut model, Phase::Press, from, Held::default());
    point(&mut model, Phase::Drag, [from[0] + 40.0, from[1] - 200.0], shift);
    point(&mut model, Phase::Release, [from[0] + 40.0, from[1] - 200.0], shift);
    assert_eq!(at(&model, id), [from[0], from[1] - 200.0]);
    // Escape gives a drag up.
    let from = at(&model, id);
    point(&mut model, Phase::Press, from, Held::default());
    point(&mut model, Phase::Drag, [from[0] + 400.0, from[1]], Held::default());
    assert_ne!(at(&model, id), from);
    point(&mut model, Phase::GiveUp, from, Held::default());
    assert_eq!((at(&model, id), n_steps(&model)), (from, 2));
    undo_all(&mut model, &before);
}

#[test]
fn boxes_and_lassos_add_and_take_away_what_is_shown() {
    let mut model = opened_sample();
    let all = front(&model).zone().n_things();
    let far = 1e7;
    let everywhere = [[-far, -far], [far, far]];
    drag(&mut model, &everywhere, Held::default());
    assert_eq!(front(&model).selection.len(), all);
    let ctrl = Held { ctrl: true, ..Held::default() };
    drag(&mut model, &everywhere, ctrl);
    assert!(front(&model).selection.is_empty());
    let mut layers = front(&model).layers;
    layers.kind_mut(Kind::Spawn).unwrap().solo = crate::view::Shown::Yes;
    tell(&mut model, ZoneMessage::SetLayers(Box::new(layers)));
    drag(&mut model, &everywhere, Held::default());
    assert_eq!(front(&model).selection.len(), ids(&model, Kind::Spawn).len());
    run(&mut model, Id::ToolLasso);
    let id = lone_spawn(&model);
    let [x, y] = at(&model, id);
    let around = [[x - 50.0, y - 50.0], [x + 50.0, y - 50.0], [x, y + 60.0]];
    drag(&mut model, &around, ctrl);
    assert!(!front(&model).selection.contains(&id));
    drag(&mut model, &around, Held::default());
    assert_eq!(front(&model).selection, [id].into());
    run(&mut model, Id::SelectAlike);
    let monster = front(&model).zone().thing(id).unwrap().value(Field::MonsterId).unwrap();
    let Value::U32(_) = monster else { panic!() };
    assert!(front(&model).selection.contains(&id));
}

#[test]
fn a_thing_goes_over_the_edge_of_a_block_in_one_step() {
    let mut model = opened_sample();
    let before = front(&model).zone().clone();
    let id = lone_spawn(&model);
    let from = at(&model, id);
    let block = before.block_of(id).unwrap();
    let other = before.blocks().find(|other| other.y == block.y && other.x != block.x).unwrap();
    let west = before.grid().middle_of_block(other);
    drag(&mut model, &[from, [west.x + 10.0, from[1]]], Held::default());
    assert_eq!((front(&model).zone().block_of(id), n_steps(&model)), (Some(other), 1));
    run(&mut model, Id::Undo);
    assert_eq!(front(&model).zone().block_of(id), Some(block));
    run(&mut model, Id::Redo);
    assert_eq!(front(&model).zone().block_of(id), Some(other));
    undo_all(&mut model, &before);
}

#[test]
fn handles_move_along_an_axis_turn_and_scale() {
    let mut model = opened_sample();
    let before = front(&model).zone().clone();
    let id = lone_spawn(&model);
    let from = at(&model, id);
    drag(&mut model, &[from], Held::default());
    set_tools(&mut model, |tools| tools.snap = Snap::None);
    let arm = ARM_POINTS * CM_PER_POINT;
    let start = [from[0] + arm * 0.7, from[1]];
    drag(&mut model, &[start, [start[0] + 100.0, start[1] + 90.0]], Held::default());
    assert_eq!(at(&model, id), [from[0] + 100.0, from[1]], "along x alone");
    run(&mut model, Id::Undo);
    run(&mut model, Id::GizmoRotate);
    let ring = RING_POINTS * CM_PER_POINT;
    drag(&mut model, &[[from[0] + ring, from[1]], [from[0], from[1] + ring]], Held::default());
    let angle = fields::angle_degrees(front(&model).zone(), id).unwrap();
    let was = fields::angle_degrees(&before, id).unwrap();
    assert!(((angle - was).rem_euclid(360.0) - 90.0).abs() < 0.01, "{was} {angle}");
    run(&mut model, Id::GizmoScale);
    assert_eq!(front(&model).tools.gizmo, GizmoKind::Scale);
    drag(&mut model, &[[from[0] + arm * 0.5, from[1]], [from[0] + arm, from[1]]], Held::default());
    assert_eq!(value(&model, id, Field::ScaleX), "2");
    assert_eq!(value(&model, id, Field::ScaleY), "1");
    assert_eq!(n_steps(&model), 3);
    undo_all(&mut model, &before);
}

#[test]
fn things_are_put_copied_arrayed_and_deleted() {
    let mut model = opened_sample();
    let before = front(&model).zone().clone();
    let n = before.n_things();
    let id = lone_spawn(&model);
    let [x, y] = at(&model, id);
    run(&mut model, Id::ToolPut);
    set_tools(&mut model, |tools| {
        tools.palette.kind = Kind::Spawn;
        tools.palette.ids.insert(Kind::Spawn, 3);
    });
    drag(&mut model, &[[x + 700.0, y], [x + 600.0, y]], Held::default());
    assert_eq!((n_steps(&model), front(&model).zone().n_things()), (1, n + 1));
    let new = *front(&model).selection.first().unwrap();
    assert_eq!(value(&model, new, Field::MonsterId), "3");
    assert_eq!(value(&model, new, Field::Limit), "5");
    assert_eq!(at(&model, new), [x + 600.0, y]);
    run(&mut model, Id::ToolSelectRectangle);
    set_tools(&mut model, |tools| tools.snap = Snap::None);
    let alt = Held { alt: true, ..Held::default() };
    drag(&mut model, &[[x + 600.0, y], [x + 600.0, y + 400.0]], alt);
    let copy = *front(&model).selection.first().unwrap();
    assert_ne!(copy, new);
    assert_eq!((at(&model, new), at(&model, copy)), ([x + 600.0, y], [x + 600.0, y + 400.0]));
    run(&mut model, Id::DuplicateThings);
    assert_eq!(front(&model).zone().n_things(), n + 3);
    run(&mut model, Id::ArrayThings);
    let Some(Dialog::Array(of, form)) = model.dialog().cloned() else { panic!() };
    let action = form.action(front(&model));
    model.handle(Message::Answer(Answer::DoToZone(of, Box::new(action))));
    assert_eq!(front(&model).selection.len(), 2);
    run(&mut model, Id::DeleteSelected);
    assert_eq!((front(&model).zone().n_things(), model.dialog()), (n + 3, None));
    undo_all(&mut model, &before);
}

#[test]
fn deleting_asks_first_where_lightmaps_would_lead_elsewhere() {
    let mut model = opened_sample();
    let n = front(&model).zone().n_things();
    let first = ids(&model, Kind::Deco)[0];
    tell(&mut model, ZoneMessage::Select([first].into()));
    run(&mut model, Id::DeleteSelected);
    let Some(Dialog::DeleteThings { document, lost, .. }) = model.dialog().cloned() else {
        panic!()
    };
    assert!(lost.contains("lightmaps"), "{lost}");
    assert_eq!(front(&model).zone().n_things(), n);
    model.handle(Message::Answer(Answer::DeleteThings(document)));
    assert_eq!(front(&model).zone().n_things(), n - 1);
}

#[test]
fn things_are_pasted_into_another_zone() {
    let mut model = opened_sample();
    let id = lone_spawn(&model);
    tell(&mut model, ZoneMessage::Select([id].into()));
    run(&mut model, Id::Copy);
    let requests = model.take_requests();
    let copied = requests.into_iter().find_map(|request| match request {
        Request::CopyText(text) => Some(text),
        _ => None,
    });
    let mut other = opened_sample();
    let n = front(&other).zone().n_things();
    let place = at(&other, id);
    tell(&mut other, ZoneMessage::Hover(Some([place[0] + 300.0, place[1]])));
    other.handle(Message::Paste(copied.unwrap()));
    assert_eq!(front(&other).zone().n_things(), n + 1);
    let new = *front(&other).selection.first().unwrap();
    assert!((at(&other, new)[0] - place[0] - 300.0).abs() < 0.01);
    assert_eq!(value(&other, new, Field::MonsterId), value(&model, id, Field::MonsterId));
    other.handle(Message::Paste("just text".to_owned()));
    assert_eq!(front(&other).zone().n_things(), n + 1);
}

#[test]
fn the_ground_is_raised_painted_and_filled_as_single_steps() {
    let mut model = opened_sample();
    let before = front(&model).zone().clone();
    let [x, y] = at(&model, lone_spawn(&model));
    let ground = |model: &Model| {
        let at = landwright_core::space::rose::position::PosInFileCm { x, y, z: 0.0 };
        front(model).zone().ground_at_file_cm(at).unwrap()
    };
    run(&mut model, Id::ToolHeights);
    let height = ground(&model);
    drag(&mut model, &[[x - 300.0, y], [x, y], [x + 300.0, y]], Held::default());
    assert!(ground(&model) > height + 50.0, "{height} {}", ground(&model));
    let shift = Held { shift: true, ..Held::default() };
    drag(&mut model, &[[x - 300.0, y], [x, y], [x + 300.0, y]], shift);
    assert!((ground(&model) - height).abs() < 1.0);
    assert_eq!(n_steps(&model), 2);
    let walk = |model: &Model, ink: Ink| {
        let cut = ZoneTools { ink, ..ZoneTools::default() }.cut();
        let place = crate::tool::zone::ground::in_world(front(model).zone(), cut, [x, y]).unwrap();
        let zone = front(model).zone();
        (zone.walk(place), zone.tile(place))
    };
    for (tool, way) in [
        (Id::ToolPaint, vec![[x, y]]),
        (Id::ToolRectangle, vec![[x - 600.0, y - 600.0], [x + 600.0, y + 600.0]]),
        (Id::ToolEllipse, vec![[x - 900.0, y - 900.0], [x + 900.0, y + 900.0]]),
        (Id::ToolFill, vec![[x, y]]),
    ] {
        let steps = n_steps(&model);
        let old = walk(&model, Ink::Walk(0)).0.unwrap();
        let ink = Ink::Walk((old + 1) % 3);
        run(&mut model, tool);
        set_tools(&mut model, |tools| tools.ink = ink);
        drag(&mut model, &way, Held::default());
        assert_eq!(walk(&model, ink).0, Some((old + 1) % 3), "{tool:?}");
        assert_eq!(n_steps(&model), steps + 1, "{tool:?}");
    }
    run(&mut model, Id::ToolPolygon);
    set_tools(&mut model, |tools| tools.ink = Ink::Tile(1));
    for corner in [[x - 2000.0, y - 2000.0], [x + 2000.0, y - 2000.0], [x, y + 2500.0]] {
        drag(&mut model, &[corner], Held::default());
    }
    point(&mut model, Phase::Close, [x, y], Held::default());
    assert_eq!(walk(&model, Ink::Tile(0)).1, Some(1));
    let alt = Held { alt: true, ..Held::default() };
    set_tools(&mut model, |tools| tools.ink = Ink::Tile(0));
    drag(&mut model, &[[x, y]], alt);
    assert_eq!(front(&model).tools.ink, Ink::Tile(1), "Alt picks");
    undo_all(&mut model, &before);
}

#[test]
fn monsters_are_found_and_replaced_in_the_selection() {
    let mut model = opened_sample();
    let id = lone_spawn(&model);
    let monster = value(&model, id, Field::MonsterId);
    run(&mut model, Id::FindThings);
    let Some(Dialog::FindThings(of, form)) = model.dialog().cloned() else { panic!() };
    let form = FindForm { from: monster.clone(), to: "14".to_owned(), ..form };
    let found = form.found(front(&model));
    assert!(found.contains(&id) && form.scope == Scope::Map);
    assert!(FindForm { to: "x".to_owned(), ..form.clone() }.trouble(front(&model)).is_some());
    model.handle(Message::Answer(Answer::Find(of, found.clone())));
    assert_eq!(front(&model).selection.len(), found.len());
    tell(&mut model, ZoneMessage::Select([id].into()));
    let form = FindForm { scope: Scope::Selection, ..form };
    let action = form.replace(front(&model));
    model.handle(Message::Command(Id::FindThings));
    model.handle(Message::Answer(Answer::DoToZone(of, Box::new(action))));
    assert_eq!(value(&model, id, Field::MonsterId), "14");
    assert_eq!(form.found(front(&model)), []);
    let elsewhere = FindForm { scope: Scope::Map, ..form };
    assert_eq!(elsewhere.found(front(&model)).len(), found.len() - 1);
}

#[test]
fn saving_writes_the_blocks_that_changed_and_no_others() {
    let (folder, path, mut model) = on_disk(None);
    assert_eq!(front(&model).name, "S01.ZON");
    let before = files_in(folder.path());
    let id = lone_spawn(&model);
    let block = front(&model).zone().block_of(id).unwrap();
    act(
        &mut model,
        &format!(r#"{{"action":"set","things":{{"ids":[{}]}},"field":"limit","to":"+1"}}"#, id.0),
    );
    run(&mut model, Id::Save);
    model.settle();
    assert!(!model.document(front(&model).id).unwrap().has_unsaved_changes());
    let after = files_in(folder.path());
    let changed: Vec<&PathBuf> = before
        .iter()
        .filter(|(path, bytes)| after[*path] != **bytes)
        .map(|(path, _)| path)
        .collect();
    assert_eq!(changed, [&path.join(format!("{block}.IFO"))]);
    let differing = before[changed[0]].iter().zip(&after[changed[0]]).filter(|(a, b)| a != b);
    assert_eq!(differing.count(), 1, "a limit and no other byte");
    // Over the edge of a block: both files, and nothing is left of the step when it is undone.
    let other = front(&model).zone().blocks().find(|o| o.y == block.y && o.x != block.x).unwrap();
    let to = front(&model).zone().grid().middle_of_block(other);
    let y = at(&model, id)[1];
    act(&mut model, &format!(r#"{{"action":"put-at","thing":{},"at":[{},{},0]}}"#, id.0, to.x, y));
    run(&mut model, Id::Save);
    model.settle();
    let moved = files_in(folder.path());
    let changed: Vec<&PathBuf> = after
        .iter()
        .filter(|(path, bytes)| moved[*path] != **bytes)
        .map(|(path, _)| path)
        .collect();
    assert_eq!(changed.len(), 2);
    run(&mut model, Id::Undo);
    run(&mut model, Id::Undo);
    run(&mut model, Id::Save);
    model.settle();
    assert!(files_in(folder.path()) == before, "undone to the byte");
}

#[test]
fn a_sample_is_saved_as_a_zone_of_its_own() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("mine").join("MINE.ZON");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let mut model = opened_sample();
    run(&mut model, Id::Save);
    let id = front(&model).id;
    assert!(model.take_requests().contains(&Request::AskWhereToSave(id)));
    model.handle(Message::SaveTo(id, path.clone()));
    model.settle();
    let files = files_in(folder.path());
    assert_eq!(files.len(), 1 + 4 * 4 + 4 * 2, "ZON, blocks and lightmaps: {:?}", files.keys());
    assert_eq!(front(&model).name, "MINE.ZON");
    act(&mut model, r#"{"action":"set-economy","field":"name","to":"Mine"}"#);
    run(&mut model, Id::Save);
    model.settle();
    assert_ne!(fs::read(&path).unwrap(), files[&path]);
    let mut again = Model::new(Settings::default(), None, Arc::new(|| ()));
    again.handle(Message::Open(vec![path]));
    again.settle();
    assert_eq!(front(&again).zone().economy(), front(&model).zone().economy());
    // Nothing that stands there already is written over.
    let other = opened_sample();
    let mut other = other;
    let id = front(&other).id;
    other.handle(Message::SaveTo(id, folder.path().join("mine").join("OTHER.ZON")));
    other.settle();
    assert!(matches!(other.dialog(), Some(Dialog::Failed { .. })));
}

#[test]
fn work_on_a_zone_comes_back_after_a_crash() {
    let scratch = TempDir::new().unwrap();
    let home = scratch.path().join("home");
    let (_folder, path, mut model) = on_disk(Some(home.clone()));
    let before = front(&model).zone().clone();
    let id = lone_spawn(&model);
    tell(&mut model, ZoneMessage::Select([id].into()));
    let limit = |to: &str| {
        format!(r#"{{"action":"set","things":{{"ids":[{}]}},"field":"limit","to":"{to}"}}"#, id.0)
    };
    act(&mut model, &limit("77"));
    run(&mut model, Id::Save);
    model.settle();
    act(&mut model, &limit("78"));
    let from = at(&model, id);
    drag(&mut model, &[from, [from[0] + 300.0, from[1]]], Held::default());
    let after = front(&model).zone().clone();
    drop(model);

    let mut model = Model::new(Settings::default(), Some(home), Arc::new(|| ()));
    model.offer_recovery();
    let Some(Dialog::Recover { left }) = model.dialog().cloned() else { panic!() };
    model.handle(Message::Answer(Answer::Recover(left[0].clone())));
    model.settle();
    assert_eq!(model.dialog(), None, "the files are as they were saved");
    assert!(*front(&model).zone() == after);
    assert_eq!(n_steps(&model), 3);
    run(&mut model, Id::Undo);
    run(&mut model, Id::Undo);
    assert_eq!(value(&model, id, Field::Limit), "77");
    assert!(!model.document(front(&model).id).unwrap().has_unsaved_changes(), "as it was saved");
    run(&mut model, Id::Redo);
    run(&mut model, Id::Save);
    model.settle();
    let block = before.block_of(id).unwrap();
    let mut again = Model::new(Settings::default(), None, Arc::new(|| ()));
    again.handle(Message::Open(vec![path.join(format!("{block}.IFO"))]));
    again.settle();
    let zone = front(&again).zone();
    assert_eq!(zone.blocks().collect::<Vec<_>>(), [block], "one block alone");
    let limits = zone.things().filter_map(|(_, thing)| thing.spawn()).map(|spawn| spawn.limit);
    assert!(limits.into_iter().any(|limit| limit == 78));
}

#[test]
fn what_changes_on_disk_is_taken_or_merged() {
    let (_folder, path, mut model) = on_disk(None);
    let blocks: Vec<_> = front(&model).zone().blocks().collect();
    let of_block = |model: &Model, block| {
        let zone = front(model).zone();
        let mut spawns = zone.things().filter(|(_, thing)| thing.kind() == Kind::Spawn);
        spawns.find(|(id, _)| zone.block_of(*id) == Some(block)).unwrap().0
    };
    let (mine, theirs) = (of_block(&model, blocks[0]), of_block(&model, blocks[1]));
    // Another program raises a limit in one block.
    let mut other = Model::new(Settings::default(), None, Arc::new(|| ()));
    other.handle(Message::Open(vec![path.clone()]));
    other.settle();
    let limit = |id: ThingId, to: u32| {
        format!(r#"{{"action":"set","things":{{"ids":[{}]}},"field":"limit","to":{to}}}"#, id.0)
    };
    act(&mut other, &limit(theirs, 41));
    run(&mut other, Id::Save);
    other.settle();
    let file = path.join(format!("{}.IFO", blocks[1]));
    model.handle(Message::FileChanged(file.clone()));
    model.settle();
    assert_eq!((value(&model, theirs, Field::Limit).as_str(), n_steps(&model)), ("41", 1));
    assert!(!model.document(front(&model).id).unwrap().has_unsaved_changes());
    // With unsaved changes in another block, both are kept.
    act(&mut model, &limit(mine, 51));
    act(&mut other, &limit(theirs, 42));
    run(&mut other, Id::Save);
    other.settle();
    model.handle(Message::FileChanged(file.clone()));
    model.settle();
    let Some(Dialog::ChangedOnDisk { document, .. }) = model.dialog().cloned() else { panic!() };
    model.handle(Message::Answer(Answer::Merge(document)));
    assert_eq!(value(&model, mine, Field::Limit), "51");
    assert_eq!(value(&model, theirs, Field::Limit), "42");
    run(&mut model, Id::Save);
    model.settle();
    other.handle(Message::FileChanged(path.join(format!("{}.IFO", blocks[0]))));
    other.settle();
    assert_eq!(value(&other, mine, Field::Limit), "51");
}

#[test]
fn problems_come_with_the_edit_and_go_with_their_fix() {
    let mut model = opened_sample();
    let id = lone_spawn(&model);
    act(
        &mut model,
        &format!(r#"{{"action":"set","things":{{"ids":[{}]}},"field":"limit","to":0}}"#, id.0),
    );
    let find = |model: &Model| {
        let zone = front(model);
        let of = zone.problem_things.iter().position(|thing| *thing == Some(id));
        of.map(|index| (index, zone.problems[index].clone()))
    };
    let (_, found) = find(&model).expect("at once");
    assert_eq!(found.code, "zone-spawn-no-limit", "{found:?}");
    model.settle();
    let (index, again) = find(&model).expect("and by the check of all");
    assert_eq!(again, found);
    assert!(front(&model).marks.iter().any(|(thing, _)| *thing == id));
    let document = front(&model).id;
    model.handle(Message::ShowProblem(document, index));
    assert_eq!(front(&model).selection, [id].into());
    model.handle(Message::Fix(document, found.fixes[0].clone()));
    assert!(find(&model).is_none_or(|(_, problem)| problem.code != found.code));
}

#[test]
fn a_warp_is_followed_to_its_point() {
    let (_folder, _, mut model) = on_disk(None);
    let warps = ids(&model, Kind::Warp);
    let leads_home = |model: &Model| {
        front(model).warp().is_some_and(|warp| Some(warp.zone) == front(model).names.own_zone)
    };
    for warp in warps {
        tell(&mut model, ZoneMessage::Select([warp].into()));
        if leads_home(&model) {
            break;
        }
    }
    assert!(leads_home(&model));
    run(&mut model, Id::FollowWarp);
    let point = *front(&model).selection.first().unwrap();
    assert_eq!(front(&model).zone().thing(point).unwrap().kind(), Kind::Point);
}

#[test]
fn spawns_are_seen_as_time_goes_by() {
    let mut model = opened_sample();
    run(&mut model, Id::PreviewSpawns);
    tell(&mut model, ZoneMessage::Preview(message::PreviewMessage::Advance(60.0)));
    assert!(front(&model).clock.as_ref().unwrap().preview.monsters().count() > 0);
    run(&mut model, Id::PreviewSpawns);
    assert!(front(&model).clock.is_none());
}

#[test]
fn places_are_gone_to_by_what_people_write() {
    let mut model = opened_sample();
    let id = front(&model).id;
    let view = model.active_view().unwrap();
    let camera = crate::view::Camera { middle_in_cells: glam::Vec2::ZERO, points_per_cell: 1.0 };
    model.handle(Message::Look(view, camera, glam::vec2(800.0, 600.0)));
    let spawn = lone_spawn(&model);
    let [x, y] = at(&model, spawn);
    let block = front(&model).zone().block_of(spawn).unwrap();
    for text in [format!("#{}", spawn.0), format!("{x}, {y}"), format!("{block}")] {
        model.handle(Message::Look(view, camera, glam::vec2(800.0, 600.0)));
        model.handle(Message::Command(Id::GoTo));
        model.handle(Message::Answer(Answer::GoTo(text.clone())));
        let middle = model.view(view).unwrap().camera.unwrap().middle_in_cells;
        assert_ne!(middle, glam::Vec2::ZERO, "{text}");
    }
    model.handle(Message::Command(Id::GoTo));
    model.handle(Message::Answer(Answer::GoTo("nowhere".to_owned())));
    assert!(model.log.last().unwrap().text.contains("is no place"));
    assert_eq!(front(&model).id, id);
}

#[test]
fn commands_of_maps_do_not_run_on_zones() {
    let mut model = opened_sample();
    for id in [Id::FillSelection, Id::ToolWand, Id::Resize, Id::ToolNode, Id::MirrorX, Id::Type5] {
        assert!(!model.can_run(id), "{id:?}");
    }
    run(&mut model, Id::SelectAll);
    run(&mut model, Id::AlignWest);
    run(&mut model, Id::ToggleKind(1));
    let zone = front(&model);
    assert!(zone.selection.iter().all(|id| zone.zone().thing(*id).unwrap().kind() != Kind::Deco));
}

#[test]
fn a_texture_is_looked_for_when_its_path_is_set() {
    let (folder, _, mut model) = on_disk(None);
    let mut tga = vec![0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0x20];
    tga.extend([30, 20, 10]);
    fs::write(folder.path().join("3DDATA/MINE.TGA"), tga).unwrap();
    let colour = |model: &Model| front(model).textures.get(0).map(|texture| texture.colour.0);
    let before = colour(&model);
    act(&mut model, r#"{"action":"set-texture","texture":0,"to":"3DDATA\\MINE.TGA"}"#);
    model.settle();
    assert_eq!(colour(&model), Some([10, 20, 30]));
    assert!(front(&model).textures.are_of(front(&model).zone()));
    run(&mut model, Id::Undo);
    model.settle();
    assert_eq!(colour(&model), before);
}

#[test]
fn reading_tells_how_far_it_is_and_can_be_given_up() {
    let (_folder, path, _) = on_disk(None);
    let progress = crate::job::Progress::default();
    assert!(open::read_zone(&path, &progress).is_ok());
    assert_eq!(progress.share(), Some(1.0));
    let progress = crate::job::Progress::default();
    progress.cancel();
    let error = open::read_zone(&path, &progress).map(|_| ()).unwrap_err();
    assert!(error.contains("cancelled"), "{error}");
}
