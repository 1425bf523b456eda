//! What holds where the files of an open zone come to be different: by ourselves, or by somebody
//! else.

use super::*;
use crate::kind::document::common::Then;
use crate::model::trial::brought_back;
use crate::versions::conflicts::{Conflict, OpenConflict};
use crate::view::id::DocumentId;

/// The path of an IFO of the zone.
pub(super) fn ifo(model: &Model, path: &Path, n: usize) -> PathBuf {
    path.join(format!("{}.IFO", front(model).zone().blocks().nth(n).unwrap()))
}

/// A spawn of a block.
pub(super) fn spawn_in(model: &Model, n: usize) -> ThingId {
    let zone = front(model).zone();
    let block = zone.blocks().nth(n);
    let mut spawns = zone.things().filter(|(_, thing)| thing.kind() == Kind::Spawn);
    spawns.find(|(id, _)| zone.block_of(*id) == block).unwrap().0
}

pub(super) fn set_limit(model: &mut Model, id: ThingId, to: u32) {
    let id = id.0;
    let things = format!(r#""things":{{"ids":[{id}]}}"#);
    act(model, &format!(r#"{{"action":"set",{things},"field":"limit","to":{to}}}"#));
}

pub(super) fn is_saved(model: &Model) -> bool {
    !model.document(front(model).id).unwrap().has_unsaved_changes()
}

pub(super) fn save(model: &mut Model) {
    run(model, Id::Save);
    model.settle();
    assert_eq!(model.dialog(), None);
    assert!(is_saved(model));
}

pub(super) fn changed(model: &mut Model, file: &Path) {
    model.handle(Message::FileChanged(file.to_path_buf()));
    model.settle();
}

/// What is asked where there are unsaved changes as well.
pub(super) fn answer(model: &mut Model, answer: impl Fn(DocumentId) -> Answer) {
    let Some(Dialog::ChangedOnDisk { document, .. }) = model.dialog().cloned() else {
        panic!("{:?}", model.dialog())
    };
    model.handle(Message::Answer(answer(document)));
    model.settle();
}

pub(super) fn reload(model: &mut Model) {
    let id = front(model).id;
    model.handle(Message::Answer(Answer::Discard(id, Then::Reload)));
    model.settle();
}

/// The zone as another program sees it.
pub(super) fn opened(path: &Path) -> Model {
    let mut other = Model::new(Settings::default(), None, Arc::new(|| ()));
    other.handle(Message::Open(vec![path.to_path_buf()]));
    other.settle();
    other
}

pub(super) fn remove_block(path: &Path, block: &str) {
    for ending in ["IFO", "HIM", "TIL", "MOV"] {
        fs::remove_file(path.join(format!("{block}.{ending}"))).unwrap();
    }
    fs::remove_dir_all(path.join(block)).unwrap();
}

pub(super) fn said(model: &Model, text: &str) -> bool {
    model.log.lines().any(|line| line.text.contains(text))
}

#[test]
fn whoever_keeps_theirs_gets_it_back_on_disk_whatever_became_of_the_file() {
    for broken in [None, Some(40)] {
        let (_folder, path, mut model) = on_disk(None);
        let before = files_in(&path);
        let (id, file) = (spawn_in(&model, 0), ifo(&model, &path, 0));
        set_limit(&mut model, id, 77);
        match broken {
            None => fs::remove_file(&file).unwrap(),
            Some(n) => fs::write(&file, &before[&file][..n]).unwrap(),
        }
        changed(&mut model, &file);
        answer(&mut model, Answer::KeepMine);
        assert!(!is_saved(&model));
        save(&mut model);
        let again = opened(&path);
        assert_eq!(value(&again, id, Field::Limit), "77", "{broken:?}");
        // What was written is known again.
        let n = n_steps(&model);
        changed(&mut model, &file);
        assert_eq!((model.dialog(), n_steps(&model), is_saved(&model)), (None, n, true));
        run(&mut model, Id::Undo);
        save(&mut model);
        assert!(files_in(&path) == before);
    }
}

#[test]
fn what_is_kept_counts_as_unsaved_wherever_undo_leads_and_reload_takes_what_is_on_disk() {
    let (_folder, path, mut model) = on_disk(None);
    let (mine, theirs) = (spawn_in(&model, 0), spawn_in(&model, 1));
    set_limit(&mut model, mine, 77);
    let mut other = opened(&path);
    set_limit(&mut other, theirs, 55);
    save(&mut other);
    let (file, on_disk) = (ifo(&model, &path, 1), files_in(&path));
    changed(&mut model, &file);
    answer(&mut model, Answer::KeepMine);
    run(&mut model, Id::Undo);
    assert!(!is_saved(&model), "theirs is on disk");
    reload(&mut model);
    assert!(is_saved(&model));
    assert_eq!(value(&model, theirs, Field::Limit), "55");
    assert!(files_in(&path) == on_disk);
    run(&mut model, Id::Undo);
    assert!(!is_saved(&model));
    save(&mut model);
    assert_eq!(value(&opened(&path), theirs, Field::Limit), value(&model, theirs, Field::Limit));
}

pub(super) fn undo_to_the_first(model: &mut Model) {
    while model.can_run(Id::Undo) {
        run(model, Id::Undo);
    }
}

#[test]
fn what_was_merged_is_unsaved_where_blocks_came_as_well_and_can_be_undone() {
    let scratch = TempDir::new().unwrap();
    let home = scratch.path().join("home");
    let (_folder, path, _) = on_disk(None);
    let whole = files_in(&path);
    remove_block(&path, "31_31");
    let mut model = Model::new(Settings::default(), Some(home.clone()), Arc::new(|| ()));
    model.handle(Message::Open(vec![path.clone()]));
    model.settle();
    let before = front(&model).zone().clone();
    let mine = spawn_in(&model, 0);
    set_limit(&mut model, mine, 77);
    for (file, bytes) in &whole {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, bytes).unwrap();
    }
    let file = ifo(&model, &path, 0);
    changed(&mut model, &file);
    answer(&mut model, Answer::Merge);
    assert_eq!(front(&model).zone().blocks().count(), 4);
    assert_eq!((value(&model, mine, Field::Limit).as_str(), is_saved(&model)), ("77", false));
    save(&mut model);
    assert_eq!(value(&opened(&path), mine, Field::Limit), "77");
    set_limit(&mut model, mine, 78);
    let after = front(&model).zone().clone();
    drop(model);
    // The journal knows of it.
    let mut model = brought_back(home);
    assert_eq!(model.dialog(), None, "{:?}", model.log.last());
    assert!(*front(&model).zone() == after);
    assert_eq!(n_steps(&model), 3);
    run(&mut model, Id::Undo);
    assert!(is_saved(&model));
    undo_to_the_first(&mut model);
    assert!(*front(&model).zone() == before);
    save(&mut model);
    assert!(files_in(&path) == whole, "nobody's files go");
    assert_eq!(front(&opened(&path)).zone().blocks().count(), 4);
}

#[test]
fn what_both_sides_changed_is_kept_here_and_the_rest_is_theirs() {
    let (_folder, path, mut model) = on_disk(None);
    let [a, b, c] = [0, 1, 2].map(|n| spawn_in(&model, n));
    set_limit(&mut model, a, 71);
    set_limit(&mut model, c, 73);
    let mut other = opened(&path);
    for (id, to) in [(a, 61), (b, 62), (c, 73)] {
        set_limit(&mut other, id, to);
    }
    save(&mut other);
    let file = ifo(&model, &path, 1);
    changed(&mut model, &file);
    answer(&mut model, Answer::Merge);
    assert_eq!([a, b, c].map(|id| value(&model, id, Field::Limit)), ["71", "62", "73"]);
    let named = format!("Spawn #{} ", a.0);
    let [conflict] = &conflicts(&model)[..] else { panic!("{:?}", conflicts(&model)) };
    assert!(conflict[0].starts_with(&named), "{conflict:?}");
    assert_eq!([&conflict[1], &conflict[3], &conflict[4]], ["limit", "71", "61"]);
    assert_eq!(model.dialog(), None);
    assert!(!is_saved(&model));
    save(&mut model);
    let again = opened(&path);
    assert_eq!([a, b, c].map(|id| value(&again, id, Field::Limit)), ["71", "62", "73"]);
}

/// The open conflicts: thing, field, and the value on each side.
pub(super) fn conflicts(model: &Model) -> Vec<[String; 5]> {
    let conflicts = front(model).conflicts.as_ref();
    let open = conflicts.map(|conflicts| conflicts.open().to_vec()).unwrap_or_default();
    let row = |open: OpenConflict| {
        let Conflict { thing, field, base, ours, theirs, .. } = open.conflict;
        [thing, field, base, ours, theirs]
    };
    open.into_iter().map(row).collect()
}

#[test]
fn a_conflict_about_a_thing_is_shown_decided_undone_and_there_after_a_crash() {
    let scratch = TempDir::new().unwrap();
    let home = scratch.path().join("home");
    let (_folder, path, _) = on_disk(None);
    let mut model = Model::new(Settings::default(), Some(home.clone()), Arc::new(|| ()));
    model.handle(Message::Open(vec![path.clone()]));
    model.settle();
    let [a, b] = [0, 1].map(|n| spawn_in(&model, n));
    set_limit(&mut model, a, 71);
    set_limit(&mut model, b, 72);
    let mut other = opened(&path);
    set_limit(&mut other, a, 61);
    set_limit(&mut other, b, 62);
    save(&mut other);
    let file = ifo(&model, &path, 0);
    changed(&mut model, &file);
    answer(&mut model, Answer::Merge);
    assert_eq!(conflicts(&model).len(), 2);
    run(&mut model, Id::NextConflict);
    assert_eq!(front(&model).selection.len(), 1);
    run(&mut model, Id::TakeTheirs);
    let limits = |model: &Model| [a, b].map(|id| value(model, id, Field::Limit));
    assert_eq!((limits(&model), conflicts(&model).len()), (["61", "72"].map(str::to_owned), 1));
    run(&mut model, Id::TakeAllOurs);
    assert!(conflicts(&model).is_empty());
    drop(model);
    let mut model = brought_back(home);
    assert_eq!(model.dialog(), None, "{:?}", model.log.last());
    assert!(conflicts(&model).is_empty());
    run(&mut model, Id::Undo);
    run(&mut model, Id::Undo);
    assert_eq!((limits(&model), conflicts(&model).len()), (["71", "72"].map(str::to_owned), 2));
    run(&mut model, Id::TakeAllTheirs);
    assert_eq!(limits(&model), ["61", "62"]);
    save(&mut model);
    let again = opened(&path);
    assert_eq!(limits(&again), ["61", "62"]);
}

#[test]
fn open_conflicts_of_a_saved_zone_are_back_when_it_is_opened_again() {
    let scratch = TempDir::new().unwrap();
    let home = scratch.path().join("home");
    let (_folder, path, mut model) = on_disk(Some(home.clone()));
    let [a, b] = [0, 1].map(|n| spawn_in(&model, n));
    set_limit(&mut model, a, 71);
    set_limit(&mut model, b, 72);
    let mut other = opened(&path);
    set_limit(&mut other, a, 61);
    save(&mut other);
    let file = ifo(&model, &path, 0);
    changed(&mut model, &file);
    answer(&mut model, Answer::Merge);
    let rows = conflicts(&model);
    assert_eq!(rows.len(), 1);
    save(&mut model);
    run(&mut model, Id::Close);
    drop(model);
    let mut model = Model::new(Settings::default(), Some(home), Arc::new(|| ()));
    model.offer_recovery();
    assert_eq!(model.dialog(), None);
    model.handle(Message::Open(vec![path.clone()]));
    model.settle();
    assert_eq!(model.dialog(), None, "{:?}", model.log.last());
    assert_eq!(conflicts(&model), rows);
    let limits = |model: &Model| [a, b].map(|id| value(model, id, Field::Limit));
    assert_eq!(limits(&model), ["71", "72"]);
    run(&mut model, Id::TakeAllTheirs);
    assert_eq!(limits(&model), ["61", "72"]);
    save(&mut model);
    assert_eq!(limits(&opened(&path)), ["61", "72"]);
}

#[test]
fn both_sides_of_one_file_are_merged_thing_by_thing_and_what_both_changed_is_named() {
    let (_folder, path, mut model) = on_disk(None);
    let block = front(&model).zone().block_of(spawn_in(&model, 0));
    let decos = ids(&model, Kind::Deco).into_iter();
    let mut decos = decos.filter(|id| front(&model).zone().block_of(*id) == block);
    let [mine, theirs] = [(); 2].map(|()| decos.next().unwrap());
    drop(decos);
    let spawn = spawn_in(&model, 0);
    let scale = |model: &mut Model, id: ThingId, to: u32| {
        let things = format!(r#""things":{{"ids":[{}]}}"#, id.0);
        act(model, &format!(r#"{{"action":"set",{things},"field":"scale-x","to":{to}}}"#));
    };
    let read = |model: &Model| {
        let scale = |id| value(model, id, Field::ScaleX);
        [scale(mine), scale(theirs), value(model, spawn, Field::Limit)]
    };
    scale(&mut model, mine, 3);
    set_limit(&mut model, spawn, 71);
    let mut other = opened(&path);
    scale(&mut other, theirs, 5);
    save(&mut other);
    let file = ifo(&model, &path, 0);
    changed(&mut model, &file);
    answer(&mut model, Answer::Merge);
    assert!(!said(&model, "changed here and on disk"), "{:?}", model.log.last());
    assert_eq!(read(&model), ["3", "5", "71"]);
    // Once more, before that is saved.
    let mut other = opened(&path);
    scale(&mut other, theirs, 6);
    save(&mut other);
    changed(&mut model, &file);
    answer(&mut model, Answer::Merge);
    assert_eq!(read(&model), ["3", "6", "71"]);
    save(&mut model);
    assert_eq!(read(&opened(&path)), ["3", "6", "71"]);
    run(&mut model, Id::Undo);
    assert_eq!(read(&model), ["3", "5", "71"]);
    run(&mut model, Id::Redo);
    // The same thing on both sides.
    set_limit(&mut model, spawn, 80);
    let mut other = opened(&path);
    set_limit(&mut other, spawn, 90);
    save(&mut other);
    changed(&mut model, &file);
    answer(&mut model, Answer::Merge);
    assert_eq!(read(&model), ["3", "6", "80"]);
    let [conflict] = &conflicts(&model)[..] else { panic!("{:?}", conflicts(&model)) };
    assert!(conflict[0].starts_with(&format!("Spawn #{}", spawn.0)), "{conflict:?}");
    assert_eq!(conflict[1..], ["limit", "71", "80", "90"]);
}

#[test]
fn what_is_selected_stays_the_same_when_the_zone_is_read_again() {
    let (_folder, path, mut model) = on_disk(None);
    let spawns = ids(&model, Kind::Spawn);
    tell(&mut model, ZoneMessage::Select([spawns[0]].into()));
    run(&mut model, Id::DeleteSelected);
    save(&mut model);
    let mut other = opened(&path);
    let last = spawn_in(&other, 3);
    set_limit(&mut other, last, 55);
    save(&mut other);
    let zone = front(&model).zone();
    let all: Vec<_> = zone.things().map(|(id, thing)| (id, thing.clone())).collect();
    tell(&mut model, ZoneMessage::Select([spawns[4]].into()));
    let file = ifo(&model, &path, 3);
    changed(&mut model, &file);
    assert_eq!((n_steps(&model), is_saved(&model)), (2, true));
    let zone = front(&model).zone();
    let others = all.iter().filter(|(id, thing)| zone.thing(*id) != Some(thing));
    assert_eq!(others.count(), 1, "the one that somebody changed");
    assert_eq!(front(&model).selection, [spawns[4]].into());
    run(&mut model, Id::Undo);
    run(&mut model, Id::Undo);
    assert!(front(&model).zone().contains(spawns[0]), "what was deleted comes back");
}

#[test]
fn a_view_stays_on_its_ground_where_the_zone_grows_to_the_west_and_south_and_shrinks_again() {
    let (_folder, path, model) = on_disk(None);
    let whole = files_in(&path);
    drop(model);
    for block in ["30_30", "30_31", "31_31"] {
        remove_block(&path, block);
    }
    let mut model = opened(&path);
    let view = model.active_view().unwrap();
    let middle_in_cells = glam::vec2(20.0, 30.0);
    let camera = crate::view::Camera { middle_in_cells, points_per_cell: 4.0 };
    let orbit = crate::view::orbit::Orbit {
        target_in_world: glam::vec3(50.0, 75.0, 3.0),
        distance_in_world: 90.0,
        yaw_degrees: 0.0,
        pitch_degrees: 45.0,
    };
    let size = glam::vec2(800.0, 600.0);
    model.handle(Message::LookFrom(view, orbit, size));
    model.handle(Message::Look(view, camera, size));
    let seen = |model: &Model| {
        let (view, span) = (model.view(view).unwrap(), front(model).span());
        let target = view.orbit.unwrap().target_in_world;
        let cells = [view.camera.unwrap().middle_in_cells, target.truncate() / span.m_per_cell()];
        (cells.map(|at| span.file_from_map(at)), view.camera.unwrap().points_per_cell, target.z)
    };
    let (before, files) = (seen(&model), whole.len());
    assert_eq!(front(&model).span().size_in_blocks(), [1, 1]);
    for (file, bytes) in &whole {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, bytes).unwrap();
    }
    let file = ifo(&model, &path, 0);
    changed(&mut model, &file);
    assert_eq!(front(&model).span().size_in_blocks(), [2, 2], "{files} files");
    assert_eq!(seen(&model), before);
    assert_ne!(model.view(view).unwrap().camera, Some(camera));
    run(&mut model, Id::Undo);
    assert_eq!(seen(&model), before);
    assert_eq!(model.view(view).unwrap().camera, Some(camera));
}

#[test]
fn taking_what_is_on_disk_can_be_undone_where_a_block_is_gone() {
    let (_folder, path, mut model) = on_disk(None);
    let before = files_in(&path);
    let mine = spawn_in(&model, 0);
    set_limit(&mut model, mine, 77);
    let edited = front(&model).zone().clone();
    remove_block(&path, "31_31");
    let file = ifo(&model, &path, 0);
    changed(&mut model, &file);
    answer(&mut model, Answer::TakeDisk);
    assert!(is_saved(&model));
    assert_eq!(front(&model).zone().blocks().count(), 3);
    run(&mut model, Id::Undo);
    assert!(*front(&model).zone() == edited && !is_saved(&model));
    run(&mut model, Id::Undo);
    save(&mut model);
    let editable = |files: BTreeMap<PathBuf, Vec<u8>>| -> BTreeMap<PathBuf, Vec<u8>> {
        let is_light = |path: &Path| {
            let end = path.extension().unwrap();
            end.eq_ignore_ascii_case("lit") || end.eq_ignore_ascii_case("dds")
        };
        files.into_iter().filter(|(path, _)| !is_light(path)).collect()
    };
    assert!(editable(files_in(&path)) == editable(before), "the block is there again");
}

#[test]
fn what_is_given_up_by_keeping_mine_is_in_a_backup() {
    let (_folder, path, mut model) = on_disk(None);
    let spawn = spawn_in(&model, 0);
    set_limit(&mut model, spawn, 77);
    save(&mut model);
    let mut other = opened(&path);
    set_limit(&mut other, spawn, 55);
    save(&mut other);
    let block = ifo(&model, &path, 0);
    let theirs = fs::read(&block).unwrap();
    set_limit(&mut model, spawn, 78);
    changed(&mut model, &block);
    answer(&mut model, Answer::KeepMine);
    save(&mut model);
    let mut backups = fs::read_dir(path.join(".landwright/backups")).unwrap();
    assert!(backups.any(|backup| fs::read(backup.unwrap().path()).unwrap() == theirs));
}

#[test]
fn nothing_is_asked_any_more_where_a_file_is_what_it_was_again() {
    let (_folder, path, mut model) = on_disk(None);
    let block = ifo(&model, &path, 0);
    let before = fs::read(&block).unwrap();
    let mut other = opened(&path);
    let spawn = spawn_in(&other, 0);
    set_limit(&mut other, spawn, 55);
    save(&mut other);
    set_limit(&mut model, spawn, 77);
    changed(&mut model, &block);
    assert!(matches!(model.dialog(), Some(Dialog::ChangedOnDisk { .. })));
    fs::write(&block, before).unwrap();
    changed(&mut model, &block);
    assert_eq!(model.dialog(), None);
    save(&mut model);
}

#[test]
fn what_is_done_while_a_zone_is_saved_before_it_closes_is_asked_about() {
    let (_folder, path, mut model) = on_disk(None);
    for then in [Then::Close, Then::Quit] {
        let spawn = spawn_in(&model, 0);
        set_limit(&mut model, spawn, 77);
        let id = front(&model).id;
        model.handle(Message::Answer(Answer::SaveFirst(id, then)));
        set_limit(&mut model, spawn, 78);
        model.settle();
        assert!(matches!(model.dialog(), Some(Dialog::Unsaved { .. })), "{then:?}");
        assert_eq!(value(&model, spawn, Field::Limit), "78");
        assert_eq!(value(&opened(&path), spawn, Field::Limit), "77");
        model.handle(Message::Answer(Answer::Cancel));
    }
}
