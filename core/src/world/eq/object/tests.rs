//! Tests of placed objects: the sample, and real zones where there are any.

use std::collections::BTreeSet;

use super::*;
use crate::format::eq::map::Content;
use crate::format::eq::pfs;
use crate::format::eq::wld::Meaning;
use crate::sample;
use crate::world::Document;
use crate::world::eq::action::{Action, SetObject};
use crate::world::eq::document::EditedZone;
use crate::world::eq::merge::{Merged, compare, merge};
use crate::world::eq::server_map::{self, Invisible};
use crate::world::eq::tests::{corpus, isle, real_zone};

/// The objects of the sample, in their order.
const TREES: [u32; 4] = [4, 7, 10, 13];
const WELL: u32 = 16;

fn at(x: f32, y: f32, z: f32) -> Placed {
    Placed { at: [x, y, z].map(F32::new), turns: [F32::ZERO; 3], scale: Scale::Even(F32::new(1.0)) }
}

fn moved(zone: &mut Zone, numbers: &[u32], x: f32) -> Result<usize, Refusal> {
    place(zone, numbers, |own| {
        let [old, y, z] = own.at;
        Placed { at: [F32::new(old.get() + x), y, z], ..*own }
    })
}

fn content(zone: &Zone) -> Content {
    server_map::build(zone, Invisible::LeftOut, &BTreeSet::new()).0
}

/// Fragments of both that are not the same, by their numbers.
fn different(before: &Zone, after: &Zone) -> Vec<usize> {
    let [old, new] = [before, after].map(|zone| &zone.objects.as_ref().unwrap().fragments);
    (0..old.len().max(new.len())).filter(|at| old.get(*at) != new.get(*at)).map(|n| n + 1).collect()
}

fn is_understood(zone: &Zone) -> bool {
    let world = zone.objects.as_ref().unwrap();
    let meanings = world.fragments.iter().map(|own| Meaning::of(own, world.version));
    meanings.into_iter().all(|meaning| matches!(meaning, Some(Ok(_))))
}

#[test]
fn objects_are_listed_in_the_axes_of_the_server() {
    let objects = objects(&isle());
    let numbers: Vec<u32> = objects.iter().map(|object| object.number).collect();
    assert_eq!(numbers, [4, 7, 10, 13, 16]);
    assert_eq!(objects[1].model, "TREE_ACTORDEF");
    let place = objects[1].place;
    assert_eq!(place.at.map(F32::get), [30.0, -20.0, 0.0]);
    assert_eq!(place.turns.map(F32::get), [64.0, 8.0, 0.0]);
    assert_eq!(place.scale.to_string(), "1.125");
    assert_eq!(models(&isle()), BTreeSet::from(["TREE_ACTORDEF".to_owned()]));
}

#[test]
fn a_moved_object_changes_its_own_numbers_alone() {
    let before = isle();
    let mut zone = isle();
    assert_eq!(moved(&mut zone, &[TREES[2], TREES[2]], 5.0), Ok(1));
    assert_eq!(different(&before, &zone), [10]);
    let [old, new] = [&before, &zone]
        .map(|zone| zone.objects.as_ref().unwrap().fragments[TREES[2] as usize - 1].body.0.clone());
    let bytes: Vec<usize> = (0..old.len()).filter(|at| old[*at] != new[*at]).collect();
    assert!(bytes.iter().all(|at| (20..24).contains(at)), "y of the client: {bytes:?}");
    assert_eq!(zone.world, before.world);
    let (was, is) = (content(&before), content(&zone));
    let places: Vec<usize> =
        (0..was.placed.len()).filter(|at| was.placed[*at] != is.placed[*at]).collect();
    assert_eq!(places, [2]);
    assert_eq!(moved(&mut zone, &TREES, 0.0), Ok(0), "they are there already");
}

#[test]
fn an_added_object_has_the_colours_of_its_like_and_moves_no_fragment() {
    let before = isle();
    let mut zone = isle();
    let number = add(&mut zone, "tree", &at(10.0, 20.0, 3.0)).unwrap();
    assert_eq!(different(&before, &zone), [17, 18, 19]);
    assert_eq!(number, 19);
    assert!(is_understood(&zone));
    let [old, new] = [&before, &zone].map(|zone| zone.objects.clone().unwrap());
    assert_eq!(new.n_names, old.n_names + 1, "the name of the model is there already");
    let own = instance(&new, 18).unwrap();
    assert_eq!(own.flags, 0x32E);
    assert_eq!(new.colours_of(&own), old.colours_of(&instance(&old, 3).unwrap()));
    assert_eq!(object(&zone, number).unwrap().model, "TREE_ACTORDEF");
    let placed = content(&zone).placed;
    assert_eq!(placed.len(), content(&before).placed.len() + 1);
    assert_eq!(placed.last().unwrap().position.map(F32::get), [20.0, 10.0, 3.0]);
    // Where there is no like, it has none.
    TREES.iter().for_each(|tree| _ = remove(&mut zone, &[*tree]));
    remove(&mut zone, &[number]).unwrap();
    let number = add(&mut zone, "TREE_ACTORDEF", &at(0.0, 0.0, 0.0)).unwrap();
    let world = zone.objects.as_ref().unwrap();
    assert_eq!(instance(world, number as usize - 1).unwrap().flags, 0x22E);
    assert_eq!((world.largest, world.largest), (world.largest_fragment(), 60));
    assert!(is_understood(&zone));
}

#[test]
fn a_removed_object_leaves_all_other_fragments_where_they_are() {
    let before = isle();
    let mut zone = isle();
    assert_eq!(remove(&mut zone, &[TREES[1], WELL]), Ok(2));
    assert_eq!(different(&before, &zone), [7, 16]);
    assert!(is_understood(&zone));
    let numbers: Vec<u32> = objects(&zone).iter().map(|object| object.number).collect();
    assert_eq!(numbers, [4, 10, 13]);
    assert_eq!(content(&zone).placed.len(), 3);
    assert_eq!(remove(&mut zone, &[WELL]), Err(Refusal::NoObject(WELL)), "it is gone");
}

#[test]
fn odd_wishes_are_refused_and_change_nothing() {
    let mut zone = isle();
    assert_eq!(moved(&mut zone, &[], 1.0), Err(Refusal::NothingNamed));
    // 5 is a fragment, but no object.
    for number in [0, 5, 99, u32::MAX] {
        assert_eq!(moved(&mut zone, &[TREES[0], number], 1.0), Err(Refusal::NoObject(number)));
    }
    assert_eq!(moved(&mut zone, &TREES, f32::INFINITY), Err(Refusal::NotFinite));
    let flat = |own: &Placed| Placed { scale: Scale::Even(F32::ZERO), ..*own };
    assert_eq!(place(&mut zone, &TREES, flat), Err(Refusal::NoScale("0".to_owned())));
    let refusal = add(&mut zone, "TREF", &at(0.0, 0.0, 0.0)).unwrap_err().to_string();
    assert_eq!(refusal, "isle_obj.s3d has no model TREF; did you mean TREE_ACTORDEF?");
    assert_eq!(zone, isle());
    zone.models = None;
    let refusal = add(&mut zone, "TREE", &at(0.0, 0.0, 0.0)).unwrap_err().to_string();
    assert_eq!(refusal, "isle_obj.s3d is not beside the zone, so no model is known");
    zone.objects = None;
    assert_eq!(remove(&mut zone, &[4]), Err(Refusal::NoObjects));
}

#[test]
fn everything_else_in_the_archive_keeps_its_blocks_and_a_step_is_undone_by_the_same_swap() {
    let bytes = sample::eq::zone().unwrap();
    let before = EditedZone::new(isle());
    let mut zone = isle();
    moved(&mut zone, &TREES[..1], 5.0).unwrap();
    remove(&mut zone, &[TREES[1]]).unwrap();
    add(&mut zone, "TREE", &at(1.0, 2.0, 3.0)).unwrap();
    let archive = zone.to_archive().unwrap();
    let again = Zone::open("isle.s3d", &pfs::write(&archive)).unwrap();
    assert_eq!((again.world, &again.objects), (zone.world.clone(), &zone.objects));
    for (old, new) in before.zone().archive.members().iter().zip(archive.members()) {
        let packed = |archive: &pfs::Pfs, own: &pfs::Member| {
            let start = own.offset as usize - 12;
            archive.data.0[start..start + own.packed.unwrap()].to_vec()
        };
        if old.shown(&before.zone().archive) != "objects.wld" {
            assert_eq!(packed(&before.zone().archive, old), packed(&archive, &new));
        }
    }
    let after = EditedZone::new(zone);
    let mut edit = before.edit_to(&after).unwrap();
    let mut written = Vec::new();
    EditedZone::write_edit(&edit, &mut written);
    assert_eq!(before.read_edit(&written).as_ref(), Ok(&edit));
    let mut document = before.clone();
    document.swap(&mut edit);
    assert_eq!(document.zone(), after.zone());
    document.swap(&mut edit);
    assert_eq!(document.to_bytes().unwrap(), bytes);
    assert!(after.over(&before).is_some());
}

#[test]
fn both_sides_of_a_merge_keep_their_objects() {
    let before = isle();
    let [mut ours, mut theirs] = [isle(), isle()];
    // Both move the first: one on each axis. Ours turns the second, and theirs takes it out.
    moved(&mut ours, &TREES[..1], 5.0).unwrap();
    let up = SetObject { object: TREES[0], z: Some(F32::new(9.0)), ..SetObject::default() };
    Action::SetObject(up).apply(&mut theirs).unwrap();
    let turn = SetObject { object: TREES[1], heading: Some(F32::ZERO), ..SetObject::default() };
    Action::SetObject(turn).apply(&mut ours).unwrap();
    remove(&mut theirs, &[TREES[1]]).unwrap();
    // Both add one, which get the same number, and theirs takes the third out.
    add(&mut ours, "TREE", &at(1.0, 1.0, 1.0)).unwrap();
    add(&mut theirs, "TREE", &at(2.0, 2.0, 2.0)).unwrap();
    remove(&mut theirs, &[TREES[2]]).unwrap();
    let Merged { mut zone, report, takes } = merge(&before, &ours, &theirs).unwrap();
    assert_eq!((report.changes.len(), report.conflicts.len()), (3, 1));
    let first = object(&zone, TREES[0]).unwrap().place;
    let old = object(&before, TREES[0]).unwrap().place;
    let [x, _, z] = first.at.map(F32::get);
    assert_eq!([x, z], [old.at[0].get() + 5.0, 9.0]);
    assert!(object(&zone, TREES[1]).is_some() && object(&zone, TREES[2]).is_none());
    let added: Vec<f32> = objects(&zone)
        .iter()
        .filter(|own| own.number > WELL)
        .map(|own| own.place.at[0].get())
        .collect();
    assert_eq!(added, [1.0, 2.0]);
    let [take] = takes.try_into().unwrap();
    assert_eq!(take.unwrap().apply(&mut zone), Ok(true));
    assert!(object(&zone, TREES[1]).is_none());
    assert_eq!(
        merge(&before, &before, &theirs).unwrap().zone.objects.map(|it| it.fragments.len()),
        theirs.objects.as_ref().map(|it| it.fragments.len())
    );
    let lines = compare(&before, &ours);
    let words: Vec<String> =
        lines.iter().map(|line| format!("{} {}", line.thing, line.field)).collect();
    assert_eq!(
        words,
        [
            "object 4 (TREE_ACTORDEF) x",
            "object 7 (TREE_ACTORDEF) heading",
            "object 19 (TREE_ACTORDEF) whole"
        ]
    );
}

#[test]
fn objects_of_real_zones_change_alone() {
    let Some(folder) = corpus() else { return };
    for name in ["arena", "befallen", "gfaydark", "halas", "kedge", "neriakb", "oasis", "qcat"] {
        let before = real_zone(&folder, name);
        let all = objects(&before);
        let n_stated = before.objects.as_ref().unwrap().of_kind(fragment::INSTANCE).count();
        assert_eq!(all.len(), n_stated, "{name}");
        let mut zone = before.clone();
        let chosen: Vec<u32> = all.iter().step_by(7).map(|object| object.number).collect();
        moved(&mut zone, &chosen, 1.5).unwrap();
        let numbers: Vec<usize> = chosen.iter().map(|number| *number as usize).collect();
        assert_eq!(different(&before, &zone), numbers, "{name}");
        moved(&mut zone, &chosen, -1.5).unwrap();
        remove(&mut zone, &chosen[..1]).unwrap();
        assert!(is_understood(&zone), "{name}");
        if before.models.is_some() {
            let model = &all[0].model;
            let number = add(&mut zone, model, &all[0].place).unwrap();
            let world = zone.objects.as_ref().unwrap();
            let [old, new] = [all[0].number, number].map(|number| number as usize - 1);
            let [old, new] = [
                before
                    .objects
                    .as_ref()
                    .unwrap()
                    .colours_of(&instance(before.objects.as_ref().unwrap(), old).unwrap()),
                world.colours_of(&instance(world, new).unwrap()),
            ];
            assert!(old.is_some() && new.is_some(), "{name}");
            assert_eq!(content(&zone).placed.len(), content(&before).placed.len(), "{name}");
        }
        let archive = zone.to_archive().unwrap();
        let again = Zone::open(&format!("{name}.s3d"), &pfs::write(&archive)).unwrap();
        assert_eq!(again.objects, zone.objects, "{name}");
    }
}
