//! What holds for open zones and their files.

use std::collections::BTreeSet;

use super::*;
use crate::model::trial::brought_back;

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
    assert_eq!(model.log.current().unwrap().text, "S01.ZON is saved (2 files)");
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
    // Nothing that is there already is written over.
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

    let mut model = brought_back(home);
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
    let Some(Dialog::ChangedOnDisk { document, what }) = model.dialog().cloned() else { panic!() };
    assert_eq!(what, format!("{}.IFO of {}", blocks[1], front(&model).name));
    model.handle(Message::Answer(Answer::Merge(document)));
    model.settle();
    assert_eq!(value(&model, mine, Field::Limit), "51");
    assert_eq!(value(&model, theirs, Field::Limit), "42");
    run(&mut model, Id::Save);
    model.settle();
    other.handle(Message::FileChanged(path.join(format!("{}.IFO", blocks[0]))));
    other.settle();
    assert_eq!(value(&other, mine, Field::Limit), "51");
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

#[test]
fn a_zone_that_is_saved_is_not_offered_after_a_crash_and_one_whose_save_was_undone_is() {
    for (elsewhere, undo) in [(false, false), (false, true), (true, false), (true, true)] {
        let home = TempDir::new().unwrap();
        let (folder, _, mut model) = on_disk(Some(home.path().to_owned()));
        let id = lone_spawn(&model);
        act(
            &mut model,
            &format!(
                r#"{{"action":"set","things":{{"ids":[{}]}},"field":"limit","to":"+1"}}"#,
                id.0
            ),
        );
        if elsewhere {
            let path = folder.path().join("mine").join("MINE.ZON");
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            let id = front(&model).id;
            model.handle(Message::SaveTo(id, path));
        } else {
            run(&mut model, Id::Save);
        }
        model.settle();
        if undo {
            run(&mut model, Id::Undo);
        }
        drop(model);
        let mut model =
            Model::new(Settings::default(), Some(home.path().to_owned()), Arc::new(|| ()));
        model.offer_recovery();
        let is_offered = matches!(model.dialog(), Some(Dialog::Recover { .. }));
        let n_files = fs::read_dir(home.path().join("journals")).unwrap().count();
        assert_eq!((is_offered, n_files > 0), (undo, undo), "elsewhere: {elsewhere}");
    }
}

#[test]
fn after_a_save_things_are_numbered_as_whoever_opens_the_files_numbers_them() {
    let (_folder, path, mut model) = on_disk(None);
    let gone = ids(&model, Kind::Npc)[0];
    let spawn = ids(&model, Kind::Spawn)[0];
    assert_eq!(
        front(&model).words().thing(spawn).split("  ").next(),
        Some(&*format!("Spawn {spawn}"))
    );
    act(&mut model, &format!(r#"{{"action":"delete","things":{{"ids":[{}]}}}}"#, gone.0));
    assert!(front(&model).words().thing(spawn).contains(&spawn.to_string()), "not saved yet");
    run(&mut model, Id::Save);
    model.settle();
    let mut again = Model::new(Settings::default(), None, Arc::new(|| ()));
    again.handle(Message::Open(vec![path]));
    again.settle();
    let called = |model: &Model, id: ThingId| front(model).words().thing(id);
    let names: Vec<String> =
        front(&model).zone().listed().map(|at| called(&model, at.id)).collect();
    let anew: Vec<String> = front(&again).zone().listed().map(|at| called(&again, at.id)).collect();
    assert_eq!(names, anew);
    // What is typed means the same.
    let number = front(&model).numbers.number(spawn);
    assert_ne!(number, spawn.0);
    model.handle(Message::Command(Id::GoTo));
    model.handle(Message::Answer(Answer::GoTo(format!("#{number}"))));
    assert_eq!(front(&model).selection, [spawn].into());
    // Undone, what was deleted has a number that nothing else has.
    run(&mut model, Id::Undo);
    let all: BTreeSet<String> =
        front(&model).zone().listed().map(|at| called(&model, at.id)).collect();
    assert_eq!(all.len(), names.len() + 1);
}

#[test]
fn after_its_journal_was_given_up_a_saved_zone_has_a_new_one() {
    let scratch = TempDir::new().unwrap();
    let home = scratch.path().join("home");
    let (_folder, _, mut model) = on_disk(Some(home.clone()));
    let id = lone_spawn(&model);
    let limit = |to: &str| {
        format!(r#"{{"action":"set","things":{{"ids":[{}]}},"field":"limit","to":"{to}"}}"#, id.0)
    };
    act(&mut model, &limit("77"));
    act(
        &mut model,
        r#"{"action":"shape-heights","region":{"block":[30,30]},"how":{"raise":6000}}"#,
    );
    let document = front(&model).id;
    model.document_mut(document).unwrap().history_mut().give_journal_up();
    run(&mut model, Id::Save);
    model.settle();
    assert!(model.journal_in_trouble().is_none());
    act(&mut model, &limit("78"));
    let after = front(&model).zone().to_files();
    drop(model);
    let model = brought_back(home);
    assert_eq!((model.dialog(), n_steps(&model)), (None, 1));
    assert!(front(&model).zone().to_files() == after);
}

#[test]
fn files_that_number_things_otherwise_begin_no_journal_and_its_trouble_stays_shown() {
    let scratch = TempDir::new().unwrap();
    let (_folder, _, mut model) = on_disk(Some(scratch.path().join("home")));
    let first = ids(&model, Kind::Spawn)[0];
    act(&mut model, &format!(r#"{{"action":"delete","things":{{"ids":[{}]}}}}"#, first.0));
    let document = front(&model).id;
    model.document_mut(document).unwrap().history_mut().give_journal_up();
    run(&mut model, Id::Save);
    model.settle();
    assert!(model.journal_in_trouble().is_some());
}
