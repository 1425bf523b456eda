//! What holds where both sides of an open zone are merged: things that move between its blocks, and
//! the copies that follow afterwards.

use std::collections::BTreeSet;

use super::disk::{
    answer, changed, conflicts, ifo, is_saved, opened, said, save, set_limit, spawn_in,
};
use super::*;
use crate::model::trial::brought_back;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::ground::Cut;

/// Moves a spawn of one block into the one in the east of it. Answers with how many spawns the
/// zone has.
fn move_east(model: &mut Model, id: ThingId) -> usize {
    let before = front(model).zone().block_of(id);
    act(model, &format!(r#"{{"action":"move","things":{{"ids":[{}]}},"by":[16000,0,0]}}"#, id.0));
    assert_ne!(front(model).zone().block_of(id), before);
    ids(model, Kind::Spawn).len()
}

/// The positions of blocks among the blocks of a zone: one, and the one in the east of it.
fn neighbours(model: &Model) -> [usize; 2] {
    let blocks: Vec<_> = front(model).zone().blocks().collect();
    let east = |block: &BlockCoord| {
        blocks.iter().position(|other| other.x == block.x + 1 && other.y == block.y)
    };
    let at = blocks.iter().position(|block| east(block).is_some()).unwrap();
    [at, east(&blocks[at]).unwrap()]
}

fn delete(model: &mut Model, id: ThingId) {
    act(model, &format!(r#"{{"action":"delete","things":{{"ids":[{}]}}}}"#, id.0));
}

#[test]
fn what_somebody_moved_to_another_block_is_neither_lost_nor_doubled() {
    for kept in [0, 1] {
        let (_folder, path, mut model) = on_disk(None);
        let [west, east] = neighbours(&model);
        // Here one spawn goes of one of the blocks.
        let n_before = ids(&model, Kind::Spawn).len();
        let mut other = opened(&path);
        let moved = spawn_in(&other, west);
        let own = if kept == 0 { last_spawn_in(&model, west) } else { spawn_in(&model, east) };
        assert_ne!(moved, own);
        delete(&mut model, own);
        assert_eq!(move_east(&mut other, moved), n_before);
        save(&mut other);
        let file = ifo(&model, &path, west);
        changed(&mut model, &file);
        answer(&mut model, Answer::Merge);
        assert_eq!(ids(&model, Kind::Spawn).len(), n_before - 1, "kept {kept}");
        assert!(model.dialog().is_none(), "{:?}", model.dialog());
        save(&mut model);
        assert_eq!(ids(&opened(&path), Kind::Spawn).len(), n_before - 1);
    }
}

#[test]
fn what_was_deleted_here_and_changed_there_is_back_and_told() {
    let (_folder, path, mut model) = on_disk(None);
    let id = spawn_in(&model, 0);
    delete(&mut model, id);
    let mut other = opened(&path);
    set_limit(&mut other, id, 62);
    save(&mut other);
    let file = ifo(&model, &path, 0);
    changed(&mut model, &file);
    answer(&mut model, Answer::Merge);
    assert_eq!(value(&model, id, Field::Limit), "62");
    let [conflict] = &conflicts(&model)[..] else { panic!("{:?}", conflicts(&model)) };
    assert!(conflict[0].starts_with(&format!("Spawn #{}", id.0)), "{conflict:?}");
    assert!(conflict[3].starts_with("deleted") && conflict[4] == "changed", "{conflict:?}");
    run(&mut model, Id::TakeAllOurs);
    assert!(!front(&model).zone().contains(id) && conflicts(&model).is_empty());
    run(&mut model, Id::Undo);
    assert!(front(&model).zone().contains(id));
    assert_eq!(conflicts(&model).len(), 1);
    run(&mut model, Id::Undo);
    assert!(!front(&model).zone().contains(id));
}

#[test]
fn a_file_that_is_gone_there_and_was_changed_here_is_kept_and_told() {
    let (_folder, path, mut model) = on_disk(None);
    let [one, other] = [spawn_in(&model, 0), spawn_in(&model, 1)];
    set_limit(&mut model, one, 71);
    let file = ifo(&model, &path, 0);
    let mut theirs = opened(&path);
    set_limit(&mut theirs, other, 62);
    save(&mut theirs);
    fs::remove_file(&file).unwrap();
    changed(&mut model, &file);
    answer(&mut model, Answer::Merge);
    let limits = [one, other].map(|id| value(&model, id, Field::Limit));
    assert_eq!(limits, ["71", "62"]);
    assert!(said(&model, "deleted there and changed here; yours was kept"));
    model.handle(Message::Answer(Answer::Cancel));
    save(&mut model);
    assert!(file.is_file());
}

#[test]
fn a_block_that_comes_beside_a_merge_keeps_its_things_apart_from_what_was_added_here() {
    let (_folder, path, mut model) = on_disk(None);
    // The zone is open before one of its blocks is there.
    let block = front(&model).zone().blocks().last().unwrap();
    let files = files_in(&path);
    let of_block = |file: &PathBuf| {
        let inside = file.strip_prefix(&path).unwrap();
        inside.to_string_lossy().starts_with(&block.to_string())
    };
    files.keys().filter(|file| of_block(file)).for_each(|file| fs::remove_file(file).unwrap());
    let mut model2 = opened(&path);
    assert_eq!(front(&model2).zone().blocks().count(), 3);
    let own = spawn_in(&model2, 0);
    act(
        &mut model2,
        &format!(r#"{{"action":"duplicate","things":{{"ids":[{}]}},"by":[300,0,0]}}"#, own.0),
    );
    let n_here = front(&model2).zone().n_things();
    for (file, bytes) in files.iter().filter(|(file, _)| of_block(file)) {
        fs::write(file, bytes).unwrap();
    }
    let mut other = opened(&path);
    set_limit(&mut other, own, 62);
    save(&mut other);
    let file = ifo(&model2, &path, 0);
    changed(&mut model2, &file);
    answer(&mut model2, Answer::Merge);
    let all = front(&other).zone().n_things();
    assert_eq!(front(&model2).zone().n_things(), all + 1);
    assert!(n_here < all);
    assert_eq!(value(&model2, own, Field::Limit), "62");
    // What is saved differs from what is here by what was added, and by nothing else.
    save(&mut model2);
    assert!(is_saved(&model2));
    run(&mut model2, Id::Undo);
    run(&mut model2, Id::Redo);
    assert!(is_saved(&model2));
    model = opened(&path);
    assert_eq!(front(&model).zone().n_things(), all + 1);
}

#[test]
fn a_zone_that_is_cut_otherwise_there_is_not_merged_and_asked_about_again() {
    let (_folder, path, mut model) = on_disk(None);
    let id = spawn_in(&model, 0);
    set_limit(&mut model, id, 71);
    let file = ifo(&model, &path, 0);
    // The heights can't be read any more, and somebody changed the same block.
    let mut theirs = opened(&path);
    set_limit(&mut theirs, id, 62);
    save(&mut theirs);
    let heights = file.with_extension("HIM");
    fs::write(&heights, b"no heights").unwrap();
    let before = files_in(&path);
    changed(&mut model, &file);
    answer(&mut model, Answer::Merge);
    assert!(said(&model, "can't be merged with the version on disk"), "{:?}", model.log.last());
    assert_eq!(value(&model, id, Field::Limit), "71");
    assert!(matches!(model.dialog(), Some(Dialog::Failed { .. })));
    model.handle(Message::Answer(Answer::Cancel));
    assert!(matches!(model.dialog(), Some(Dialog::ChangedOnDisk { .. })), "{:?}", model.dialog());
    assert_eq!(files_in(&path), before);
}

#[test]
fn what_changes_on_disk_after_a_merge_and_a_crash_is_merged_as_it_would_have_been() {
    let scratch = TempDir::new().unwrap();
    let home = scratch.path().join("home");
    let (_folder, path, mut model) = on_disk(Some(home.clone()));
    let [own, their] = [spawn_in(&model, 0), spawn_in(&model, 1)];
    set_limit(&mut model, own, 71);
    let file = ifo(&model, &path, 1);
    let they_set = |to: u32| {
        let mut other = opened(&path);
        set_limit(&mut other, their, to);
        save(&mut other);
    };
    they_set(62);
    changed(&mut model, &file);
    answer(&mut model, Answer::Merge);
    drop(model);
    they_set(63);
    let mut model = brought_back(home.clone());
    let limits = |model: &Model| [own, their].map(|id| value(model, id, Field::Limit));
    assert_eq!(limits(&model), ["71", "62"]);
    answer(&mut model, Answer::Merge);
    assert_eq!(limits(&model), ["71", "63"]);
    assert!(model.dialog().is_none(), "{:?}", model.dialog());
    save(&mut model);
    assert_eq!(limits(&opened(&path)), ["71", "63"]);
    // What was saved is what both sides are distinguished by from then on.
    set_limit(&mut model, own, 72);
    drop(model);
    they_set(64);
    let mut model = brought_back(home);
    answer(&mut model, Answer::Merge);
    assert_eq!(limits(&model), ["72", "64"]);
}

#[test]
fn ground_that_somebody_painted_with_a_new_tile_is_not_taken_without_that_tile() {
    for ours in [None, Some("tile")] {
        let (_folder, path, mut model) = on_disk(None);
        let mut other = opened(&path);
        let n_tiles = front(&model).zone().ground_tiles().len();
        let add = |model: &mut Model, layer: u32| {
            let tile = format!(
                r#"{{"layer1":{layer},"layer2":2,"offset1":0,"offset2":0,"blend":0,"rotation":1,"tile_type":0}}"#
            );
            act(model, &format!(r#"{{"action":"add-ground-tile","tile":{tile}}}"#));
        };
        if ours.is_some() {
            add(&mut model, 5);
        } else {
            let id = spawn_in(&model, 0);
            set_limit(&mut model, id, 71);
        }
        add(&mut other, 7);
        act(
            &mut other,
            &format!(r#"{{"action":"paint-tiles","region":"everything","tile":{n_tiles}}}"#),
        );
        save(&mut other);
        changed(&mut model, &path.join("S01.ZON"));
        answer(&mut model, Answer::Merge);
        let zone = front(&model).zone();
        let tiles: BTreeSet<i32> = tiles_of(zone).collect();
        let is_painted = tiles == BTreeSet::from([n_tiles as i32]);
        assert_eq!((is_painted, tiles.len() > 1), (ours.is_none(), ours.is_some()), "{tiles:?}");
        assert_eq!(zone.ground_tiles().len(), n_tiles + 1);
        assert_eq!(said(&model, "painted there with tiles that are different"), ours.is_some());
    }
}

/// Of all patches.
fn tiles_of(zone: &Zone) -> impl Iterator<Item = i32> {
    let places = zone.blocks().flat_map(|block| Cut::Patches.of_block(zone.grid(), block));
    places.filter_map(|at| zone.tile(at))
}

#[test]
fn what_somebody_moved_is_taken_over_where_nothing_is_in_the_way() {
    let (_folder, path, mut model) = on_disk(None);
    let [west, east] = neighbours(&model);
    let n_before = ids(&model, Kind::Spawn).len();
    let own = spawn_in(&model, east);
    set_limit(&mut model, own, 71);
    let mut other = opened(&path);
    let moved = spawn_in(&other, west);
    let block = {
        move_east(&mut other, moved);
        front(&other).zone().block_of(moved).unwrap()
    };
    save(&mut other);
    let file = ifo(&model, &path, west);
    changed(&mut model, &file);
    answer(&mut model, Answer::Merge);
    assert!(!said(&model, "yours was kept"), "{:?}", model.log.last());
    let zone = front(&model).zone();
    assert_eq!(
        zone.n_listed(block, Kind::Spawn),
        front(&other).zone().n_listed(block, Kind::Spawn)
    );
    assert_eq!(ids(&model, Kind::Spawn).len(), n_before);
    assert_eq!((value(&model, own, Field::Limit).as_str(), is_saved(&model)), ("71", false));
}

fn last_spawn_in(model: &Model, n: usize) -> ThingId {
    let zone = front(model).zone();
    let block = zone.blocks().nth(n);
    let spawns = zone.things().filter(|(_, thing)| thing.kind() == Kind::Spawn);
    spawns.filter(|(id, _)| zone.block_of(*id) == block).last().unwrap().0
}
