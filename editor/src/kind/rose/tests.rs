//! What holds for open zones.

mod beside;
mod comparing;
mod copies;
mod disk;
mod elsewhere;
mod files;
mod found;
mod hand;
mod merges;
mod merging;
mod pasting;
mod space;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use landwright_core::sample::rose::{Plan, ZONE_FOLDER, Zone as SampleZone};
use landwright_core::space::rose::block::BlockCoord;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::field::{Field, Value};
use landwright_core::world::zone::names::Names;
use landwright_core::world::zone::place::Snap;
use landwright_core::world::zone::thing::{Kind, ThingId};
use tempfile::TempDir;

use self::disk::said;
use super::*;
use crate::command::CommandId as Id;
use crate::kind::rose::dialog::ZoneAnswer;
use crate::kind::rose::dialog::ZoneDialog;
use crate::kind::rose::form::things::FindForm;
use crate::kind::rose::tool::{Ink, Sight, ZonePointer, ZoneTools, place_of};
use crate::kind::rose::view::gizmo::{ARM_POINTS, GizmoKind, RING_POINTS};
use crate::message::dialog::{Answer, Dialog, Scope};
use crate::message::{Message, Request};
use crate::settings::Settings;
use crate::view::hand::{Held, Phase};

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
    model.handle(ZoneMessage::to(id, message));
}

fn run(model: &mut Model, id: Id) {
    assert!(model.can_run(id), "{id:?}");
    model.handle(Message::Command(id));
}

pub(crate) fn act(model: &mut Model, json: &str) {
    tell(model, ZoneMessage::Act(Box::new(serde_json::from_str(json).unwrap())));
    agree(model);
}

/// To what is asked because of lightmaps.
fn agree(model: &mut Model) {
    if let Some(ZoneDialog::LeadElsewhere(asked)) = model.dialog().and_then(Dialog::form).cloned() {
        model.handle(Message::Answer(ZoneAnswer::DoDespite(asked).answer()));
    }
}

fn set_tools(model: &mut Model, change: impl FnOnce(&mut ZoneTools)) {
    let mut tools = front(model).tools.clone();
    change(&mut tools);
    tell(model, ZoneMessage::SetTools(Box::new(tools)));
}

fn point(model: &mut Model, phase: Phase, at_file_cm: [f64; 2], held: Held) {
    let (cm_per_point, sight) = (CM_PER_POINT, Sight::FromAbove);
    let pointer = ZonePointer { phase, at_file_cm, cm_per_point, sight, held };
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
    place_of(front(model).zone().thing(id).unwrap())
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
            let [a, b] = place_of(thing);
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
    let Some(ZoneDialog::Array(of, form)) = model.dialog().and_then(Dialog::form).cloned() else {
        panic!()
    };
    let action = form.action(front(&model));
    model.handle(Message::Answer(ZoneAnswer::DoToZone(of, Box::new(action)).answer()));
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
    let Some(ZoneDialog::LeadElsewhere(asked)) = model.dialog().and_then(Dialog::form).cloned()
    else {
        panic!()
    };
    assert!(asked.lost.iter().all(|lost| lost.contains("lightmaps")), "{asked:?}");
    assert_eq!(front(&model).zone().n_things(), n);
    model.handle(Message::Answer(ZoneAnswer::DoDespite(asked).answer()));
    assert_eq!(front(&model).zone().n_things(), n - 1);
}

#[test]
fn moving_into_another_block_asks_as_deleting_does_and_nothing_moves_before() {
    let mut model = opened_sample();
    let before = front(&model).zone().clone();
    let first = ids(&model, Kind::Deco)[0];
    let block = before.block_of(first);
    let [x, y] = at(&model, first);
    let far = ids(&model, Kind::Deco).into_iter().find(|id| before.block_of(*id) != block);
    let there = at(&model, far.unwrap());
    let by = [there[0] - x, there[1] - y];
    tell(&mut model, ZoneMessage::Select([first].into()));
    let json = format!(
        r#"{{"action":"move","things":{{"ids":[{}]}},"by":[{},{},0]}}"#,
        first.0, by[0], by[1]
    );
    tell(&mut model, ZoneMessage::Act(Box::new(serde_json::from_str(&json).unwrap())));
    let of_act = model.dialog().cloned();
    assert!(
        matches!(of_act.as_ref().and_then(Dialog::form), Some(ZoneDialog::LeadElsewhere(_)))
            && front(&model).zone() == &before
    );
    model.handle(Message::Answer(Answer::Cancel));
    assert!(model.dialog().is_none() && !model.can_run(Id::Undo));
    // The hand lets go of it over the other block.
    drag(&mut model, &[[x, y], there], Held::default());
    let Some(ZoneDialog::LeadElsewhere(asked)) = model.dialog().and_then(Dialog::form).cloned()
    else {
        panic!()
    };
    assert!(front(&model).zone() == &before && !model.can_run(Id::Undo));
    model.handle(Message::Answer(ZoneAnswer::DoDespite(asked).answer()));
    assert_ne!(front(&model).zone().block_of(first), block);
    assert!(said(&model, "are on different objects"));
    undo_all(&mut model, &before);
}

#[test]
fn monsters_are_found_and_replaced_in_the_selection() {
    let mut model = opened_sample();
    let id = lone_spawn(&model);
    let monster = value(&model, id, Field::MonsterId);
    run(&mut model, Id::FindThings);
    let Some(ZoneDialog::FindThings(of, form)) = model.dialog().and_then(Dialog::form).cloned()
    else {
        panic!()
    };
    let form = FindForm { from: monster.clone(), to: "14".to_owned(), ..form };
    let found = form.found(front(&model));
    assert!(found.contains(&id) && form.scope == Scope::Map);
    assert!(FindForm { to: "x".to_owned(), ..form.clone() }.trouble(front(&model)).is_some());
    model.handle(Message::Answer(ZoneAnswer::Find(of, found.clone()).answer()));
    assert_eq!(front(&model).selection.len(), found.len());
    tell(&mut model, ZoneMessage::Select([id].into()));
    let form = form.in_selection(front(&model));
    let action = form.replace(front(&model));
    model.handle(Message::Command(Id::FindThings));
    model.handle(Message::Answer(ZoneAnswer::DoToZone(of, Box::new(action)).answer()));
    assert_eq!(value(&model, id, Field::MonsterId), "14");
    assert_eq!(form.found(front(&model)), []);
    let elsewhere = FindForm { scope: Scope::Map, ..form };
    assert_eq!(elsewhere.found(front(&model)).len(), found.len() - 1);
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
fn a_problem_is_called_by_its_block_and_the_name_that_its_thing_has_everywhere() {
    let mut model = opened_sample();
    let id = lone_spawn(&model);
    act(
        &mut model,
        &format!(r#"{{"action":"set","things":{{"ids":[{}]}},"field":"limit","to":0}}"#, id.0),
    );
    model.settle();
    let document = front(&model);
    let words = document.words().thing(id).replace("  ", " ");
    let block = document.zone().block_of(id).unwrap();
    assert_eq!(document.problem_in_words(0), Some(format!("{block} {words}")));
    assert!(words.starts_with(&format!("Spawn {id} ")), "{words}");
    assert_eq!(document.problem_in_words(99), None);
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
    // The view was not drawn yet, as that of a zone that was just opened: it begins there.
    let view = model.view(model.active_view().unwrap()).unwrap();
    let at = front(&model).zone().thing(point).unwrap().pos_in_file_cm();
    let middle = view.camera.map(|camera| camera.middle_in_cells);
    assert_eq!((view.size, middle), (None, Some(front(&model).span().map_from_file(at))));
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
    assert!(model.log.last().unwrap().text.contains("not found: write a name"));
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
