//! What holds where both sides of an open zone are merged: things that move between its blocks, and
//! the copies that follow afterwards.

use super::disk::{answer, changed, ifo, is_saved, opened, said, save, set_limit, spawn_in};
use super::*;

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
fn what_somebody_moved_to_another_block_is_neither_lost_nor_doubled_where_one_file_is_kept() {
    for kept in [0, 1] {
        let (_folder, path, mut model) = on_disk(None);
        let [west, east] = neighbours(&model);
        // Here one spawn of the kept block goes.
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
        assert!(said(&model, "changed here and on disk; yours was kept"));
        assert!(said(&model, "yours was kept as well"), "{:?}", model.log.last());
        save(&mut model);
        assert_eq!(ids(&opened(&path), Kind::Spawn).len(), n_before - 1);
    }
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
