//! What holds where both sides of a zone are put together.

use std::collections::BTreeMap;

use crate::format::rose::blocks::BlockKind;
use crate::format::text::Opaque;
use crate::space::rose::block::BlockCoord;
use crate::world::zone::aspect::Aspect;
use crate::world::zone::field::Field;
use crate::world::zone::frame::{Content, ListId, Row};
use crate::world::zone::ground::Cut;
use crate::world::zone::tests::{Dice, act, assert_sound, first, read_anew, sample_zone};
use crate::world::zone::thing::{Kind, ThingId};

use super::take::{Side, Take};
use super::*;

/// A state after some actions.
fn done(zone: &Zone, actions: &[String]) -> Zone {
    actions.iter().fold(zone.clone(), |zone, json| {
        act(&zone, json).unwrap_or_else(|refusal| panic!("{json}: {refusal}"))
    })
}

fn merged(before: &Zone, ours: &Zone, theirs: &Zone) -> Merged {
    let merged = merge(before, ours, &read_anew(theirs)).unwrap();
    assert_sound(&merged.zone);
    assert!(merged.theirs.to_files() == theirs.to_files());
    let edit = ours.edit_to_become(merged.zone.clone());
    assert!(edit.is_none_or(|edit| !edit.is_whole()));
    merged
}

fn set(id: ThingId, field: &str, to: &str) -> String {
    let id = id.0;
    format!(r#"{{"action":"set","things":{{"ids":[{id}]}},"field":"{field}","to":"{to}"}}"#)
}

fn delete(id: ThingId) -> String {
    format!(r#"{{"action":"delete","things":{{"ids":[{}]}}}}"#, id.0)
}

fn move_by(id: ThingId, by: [i32; 3]) -> String {
    format!(r#"{{"action":"move","things":{{"ids":[{}]}},"by":{by:?}}}"#, id.0)
}

/// The spawns of a block.
fn spawns(zone: &Zone, block: [i32; 2]) -> Vec<ThingId> {
    let block = BlockCoord { x: block[0], y: block[1] };
    let spawns = zone.listed().filter(|it| it.kind == Kind::Spawn && it.block == Some(block));
    spawns.map(|listed| listed.id).collect()
}

fn value(zone: &Zone, id: ThingId, field: Field) -> String {
    format!("{:?}", zone.thing(id).unwrap().value(field).unwrap())
}

const ACTIONS: &[&str] = &[
    r#"{"action":"set","things":{"matching":{"kinds":["spawn"]}},"field":"limit","to":"+3"}"#,
    r#"{"action":"set","things":{"matching":{"kinds":["spawn"]}},"field":"monster-count","to":"+1"}"#,
    r#"{"action":"set","things":{"matching":{"kinds":["npc"]}},"field":"conversation","to":"new.con"}"#,
    r#"{"action":"replace","things":{"matching":{"kinds":["cnst"]}},"field":"name","from":"","to":"here"}"#,
    r#"{"action":"move","things":{"matching":{"kinds":["npc"]}},"by":[250,0,0]}"#,
    r#"{"action":"move","things":{"matching":{"kinds":["deco","cnst"],"block":[30,30]}},"by":[16000,0,0]}"#,
    r#"{"action":"delete","things":{"matching":{"kinds":["deco","event"],"block":[31,31]}}}"#,
    r#"{"action":"duplicate","things":{"matching":{"kinds":["warp","point"]}}}"#,
    r#"{"action":"shape-heights","region":{"block":[30,31]},"how":{"raise":40}}"#,
    r#"{"action":"paint-tiles","region":{"block":[31,30]},"tile":2,"brush":[1,2,3]}"#,
    r#"{"action":"paint-walks","region":{"block":[30,31]},"walk":1}"#,
    r#"{"action":"set-economy","field":"music","to":"button3"}"#,
    r#"{"action":"set-economy","field":{"rate":3},"to":"77"}"#,
    r#"{"action":"set-ground-tile","tile":1,"field":"rotation","to":"2"}"#,
    r#"{"action":"add-ground-tile","tile":{"layer1":1,"layer2":2,"offset1":0,"offset2":0,"blend":0,"rotation":1,"tile_type":0}}"#,
    r#"{"action":"set-old-water","block":[30,30],"patches":[[0,1]],"has_water":true}"#,
    r#"{"action":"set-old-water","block":[30,30],"patches":[[2,2]],"has_water":true}"#,
    r#"{"action":"set-water-size","block":[30,30],"to":1500}"#,
    r#"{"action":"set-texture","texture":1,"to":"new.dds"}"#,
];

#[test]
fn whatever_two_do_is_all_done_where_it_is_not_the_same() {
    let before = sample_zone();
    let after: Vec<(&str, Zone, Zone)> = ACTIONS
        .iter()
        .map(|json| {
            let after = act(&before, json).unwrap();
            let anew = read_anew(&after);
            (*json, after, anew)
        })
        .collect();
    for (n, (ours, here, _)) in after.iter().enumerate() {
        // Each pair once, every other one the other way round.
        let others = after
            .iter()
            .enumerate()
            .filter(|(m, _)| *m != n && (*m + n) % 2 == usize::from(*m > n));
        for (_, (theirs, _, there)) in others {
            let both = act(here, theirs).unwrap();
            let merged = merge(&before, here, there).unwrap();
            assert_eq!(merged.conflicts, [], "{ours} and {theirs}");
            assert!(merged.zone.to_files() == both.to_files(), "{ours} and {theirs}");
        }
    }
}

#[test]
fn one_side_alone_and_the_same_on_both_sides_come_to_that() {
    let before = sample_zone();
    for json in ACTIONS {
        let after = act(&before, json).unwrap();
        for (ours, theirs) in [(&after, &before), (&before, &after), (&after, &after)] {
            let merged = merged(&before, ours, theirs);
            assert_eq!(merged.conflicts, [], "{json}");
            assert!(merged.zone.to_files() == after.to_files(), "{json}");
        }
    }
}

#[test]
fn fields_of_one_thing_are_merged_and_the_same_field_is_ours_and_told() {
    let before = sample_zone();
    let id = spawns(&before, [30, 30])[1];
    let ours = done(&before, &[set(id, "limit", "71"), set(id, "range", "9")]);
    let theirs = done(&before, &[set(id, "limit", "62"), set(id, "interval", "55")]);
    let merged = merged(&before, &ours, &theirs);
    let values = [Field::Limit, Field::Range, Field::Interval];
    let values = values.map(|field| value(&merged.zone, id, field));
    assert_eq!(values, ["U32(71)", "U32(9)", "U32(55)"]);
    let said: Vec<String> = merged.conflicts.iter().map(ToString::to_string).collect();
    assert_eq!(said, [format!("{id}: limit is 71 here and 62 there; yours was kept")]);
}

/// The zone with one side in all conflicts about things, decided after some more actions.
fn decided(merged: &Merged, states: [&Zone; 2], side: Side, then: &[String]) -> Zone {
    let take = |conflict| match merged.of_thing(conflict, states) {
        Some(of) => Some(of.take),
        None => merged.of_ground(conflict).map(|of| of.take),
    };
    let takes: Vec<Take> = merged.conflicts.iter().filter_map(take).collect();
    assert_eq!(takes.len(), merged.conflicts.len());
    let kept = serde_json::to_string(&takes).unwrap();
    let takes: Vec<Take> = serde_json::from_str(&kept).unwrap();
    let zone = done(&merged.zone, then).decided(&takes, side).unwrap();
    assert_sound(&zone);
    zone
}

#[test]
fn a_conflict_is_decided_by_its_fields_and_all_else_stays() {
    let before = sample_zone();
    let id = spawns(&before, [30, 30])[1];
    let ours = done(&before, &[set(id, "limit", "71"), set(id, "range", "9")]);
    let theirs = done(&before, &[set(id, "limit", "62"), set(id, "interval", "55")]);
    let merged = merged(&before, &ours, &theirs);
    let of = merged.of_thing(&merged.conflicts[0], [&before, &ours]).unwrap();
    let [field] = &of.fields[..] else { panic!("{of:?}") };
    let base = before.thing(id).unwrap().value(Field::Limit).unwrap();
    let sides = [&field.name, &field.base, &field.ours, &field.theirs].map(String::as_str);
    assert_eq!([sides[0], sides[2], sides[3]], ["limit", "71", "62"]);
    assert_eq!(format!("{base:?}"), format!("U32({})", field.base));
    let then = [set(id, "range", "12")];
    let taken = decided(&merged, [&before, &ours], Side::Theirs, &then);
    let values = [Field::Limit, Field::Range, Field::Interval];
    let values = values.map(|field| value(&taken, id, field));
    assert_eq!(values, ["U32(62)", "U32(12)", "U32(55)"]);
    let kept = decided(&merged, [&before, &ours], Side::Ours, &[]);
    assert!(kept == merged.zone);
}

#[test]
fn a_thing_that_both_moved_goes_where_it_is_there() {
    let before = sample_zone();
    let id = spawns(&before, [30, 30])[1];
    let ours = done(&before, &[move_by(id, [16_000, 0, 0])]);
    let theirs = done(&before, &[move_by(id, [0, -16_000, 0])]);
    let merged = merged(&before, &ours, &theirs);
    let taken = decided(&merged, [&before, &ours], Side::Theirs, &[]);
    assert_eq!(taken.thing(id), merged.theirs.thing(id));
    assert_eq!(taken.block_of(id), merged.theirs.block_of(id));
    assert_eq!(taken.n_things(), before.n_things());
}

#[test]
fn a_thing_that_one_side_deleted_goes_with_that_side() {
    let before = sample_zone();
    let ids = spawns(&before, [30, 30]);
    let ours = done(&before, &[delete(ids[0]), set(ids[1], "limit", "71")]);
    let theirs = done(&before, &[set(ids[0], "limit", "62"), delete(ids[1])]);
    let merged = merged(&before, &ours, &theirs);
    for (side, here) in [(Side::Ours, [false, true]), (Side::Theirs, [true, false])] {
        let zone = decided(&merged, [&before, &ours], side, &[]);
        assert_eq!([ids[0], ids[1]].map(|id| zone.contains(id)), here, "{side:?}");
    }
}

#[test]
fn what_one_side_deletes_and_the_other_one_changes_stays() {
    let before = sample_zone();
    let ids = spawns(&before, [30, 30]);
    let ours = done(&before, &[delete(ids[0]), set(ids[1], "limit", "71"), delete(ids[2])]);
    let theirs = done(&before, &[set(ids[0], "limit", "62"), delete(ids[1]), delete(ids[3])]);
    let merged = merged(&before, &ours, &theirs);
    let limits = [ids[0], ids[1]].map(|id| value(&merged.zone, id, Field::Limit));
    assert_eq!(limits, ["U32(62)", "U32(71)"]);
    assert!(!merged.zone.contains(ids[2]) && !merged.zone.contains(ids[3]));
    let deleted = [Conflict::DeletedHere { id: ids[0] }, Conflict::DeletedThere { id: ids[1] }];
    assert_eq!(merged.conflicts, deleted);
    assert_eq!(spawns(&merged.zone, [30, 30])[..2], ids[..2]);
}

#[test]
fn what_somebody_moved_and_edited_is_still_the_same_thing() {
    let before = sample_zone();
    let id = spawns(&before, [30, 30])[1];
    for by in [[300, 0, 0], [16_000, 0, 0]] {
        let moved = done(&before, &[move_by(id, by)]);
        let edited = done(&before, &[set(id, "limit", "71")]);
        let both = done(&moved, &[set(id, "interval", "44")]);
        let expected = done(&both, &[set(id, "limit", "71")]);
        for (ours, theirs) in [(&edited, &both), (&both, &edited)] {
            let merged = merged(&before, ours, theirs);
            assert_eq!(merged.conflicts, [], "{by:?}");
            assert!(merged.zone.to_files() == expected.to_files(), "{by:?}");
        }
    }
}

#[test]
fn another_thing_of_the_same_sort_is_not_taken_for_one_that_was_moved_and_edited() {
    let before = sample_zone();
    let decos = before.things().filter(|(_, thing)| thing.kind() == Kind::Deco);
    let alike = |id: ThingId| before.thing(id).unwrap().object().unwrap().object_id;
    let decos: Vec<ThingId> = decos.map(|(id, _)| id).collect();
    let gone = decos[0];
    let other = *decos[1..].iter().find(|id| alike(**id) == alike(gone)).unwrap();
    let copy =
        format!(r#"{{"action":"duplicate","things":{{"ids":[{}]}},"by":[300,0,0]}}"#, other.0);
    let ours = done(&before, &[set(gone, "scale-x", "3")]);
    let theirs = done(&before, &[delete(gone), copy]);
    let merged = merged(&before, &ours, &theirs);
    assert_eq!(merged.conflicts, [Conflict::DeletedThere { id: gone }]);
    assert_eq!(merged.zone.n_things(), before.n_things() + 1);
}

#[test]
fn what_both_moved_is_where_it_is_here_and_nowhere_else() {
    let before = sample_zone();
    let id = spawns(&before, [30, 30])[1];
    let ours = done(&before, &[move_by(id, [16_000, 0, 0])]);
    let theirs = done(&before, &[move_by(id, [0, -16_000, 0])]);
    let merged = merged(&before, &ours, &theirs);
    assert!(merged.zone.to_files() == ours.to_files());
    let [Conflict::Fields { id: told, fields }] = &merged.conflicts[..] else { panic!() };
    assert!(*told == id && fields.iter().any(|differs| differs.aspect == Aspect::Field(Field::Y)));
}

#[test]
fn what_both_added_is_there_once_where_it_is_the_same() {
    let before = sample_zone();
    let id = spawns(&before, [30, 30])[1];
    let add = format!(r#"{{"action":"duplicate","things":{{"ids":[{}]}},"by":[300,0,0]}}"#, id.0);
    let one = done(&before, std::slice::from_ref(&add));
    let n = one.n_things();
    assert_eq!(merged(&before, &one, &one).zone.n_things(), n);
    let other = done(&before, &[add.replace("300", "600")]);
    let both = merged(&before, &one, &other);
    assert_eq!((both.zone.n_things(), both.conflicts.len()), (n + 1, 0));
    let theirs_first = spawns(&both.zone, [30, 30]);
    assert!(both.theirs.contains(theirs_first[theirs_first.len() - 2]));
}

/// The sample, one block of which never had a list of a kind.
fn without_list(kind: Kind, block: BlockCoord) -> Zone {
    let mut zone = sample_zone();
    let number = zone.base.frame_number(Some(block)).unwrap();
    let mut frame = zone.frame(Some(block)).unwrap().clone();
    let row = frame.rows.iter().position(|row| row.kind == kind.block_kind()).unwrap();
    let ListId(list) = frame.rows.remove(row).list().unwrap();
    for id in zone.lists.get(list).unwrap().things.clone() {
        zone.things.set(id.0, None);
    }
    zone.lists.set(list, None);
    zone.frames.set(number, Some(Arc::new(frame)));
    read_anew(&zone)
}

#[test]
fn a_file_to_which_both_give_a_list_has_it_once() {
    let block = BlockCoord { x: 30, y: 30 };
    let before = without_list(Kind::Event, block);
    assert_eq!(before.n_listed(block, Kind::Event), 0);
    let at = before.thing(spawns(&before, [30, 30])[0]).unwrap().pos_in_file_cm();
    let add = |kind: &str, by: f64| {
        format!(r#"{{"action":"add","kind":"{kind}","at":[{},{},0]}}"#, at.x + by, at.y)
    };
    let ours = done(&before, &[add("event", 0.0)]);
    let theirs = done(&before, &[add("event", 100.0), add("event", 200.0)]);
    let merged = merged(&before, &ours, &theirs);
    assert_eq!((merged.zone.n_listed(block, Kind::Event), merged.conflicts.len()), (3, 0));
    let again = read_anew(&merged.zone);
    assert_eq!(again.n_listed(block, Kind::Event), 3);
    let rows = &again.frame(Some(block)).unwrap().rows;
    let is_it = |row: &&Row| row.kind == Kind::Event.block_kind();
    assert_eq!(rows.iter().filter(is_it).count(), 1);
}

#[test]
fn cells_that_both_changed_are_ours_and_counted() {
    let before = sample_zone();
    let block = BlockCoord { x: 30, y: 31 };
    for cut in [Cut::Heights, Cut::Walks, Cut::Patches] {
        let with = |changes: &[(usize, u64)]| {
            let mut zone = before.clone();
            for (n, word) in changes {
                zone.set_ground_word(block, cut, *n, *word);
            }
            zone
        };
        let words: Vec<u64> = (1..4).map(|n| f32::to_bits(n as f32).into()).collect();
        let words = if cut == Cut::Walks { vec![7, 8, 9] } else { words };
        let ours = with(&[(0, words[0]), (1, words[1]), (2, words[2])]);
        let theirs = with(&[(1, words[1]), (2, words[1]), (3, words[2])]);
        let merged = merged(&before, &ours, &theirs);
        let expected = [words[0], words[1], words[2], words[2]];
        assert_eq!(merged.zone.ground_words(block, cut)[..4], expected, "{cut:?}");
        let [conflict] = &merged.conflicts[..] else { panic!("{:?}", merged.conflicts) };
        let of = merged.of_ground(conflict).unwrap();
        assert!(of.thing.starts_with("30_31."), "{of:?}");
        assert!(of.field.starts_with("1 ") && of.field.ends_with(" at 2, 0"), "{of:?}");
        assert!(decided(&merged, [&before, &ours], Side::Ours, &[]) == merged.zone);
        let mut taken = decided(&merged, [&before, &ours], Side::Theirs, &[]);
        assert_eq!(taken.ground_words(block, cut)[..3], [words[0], words[1], words[1]]);
        taken.set_ground_word(block, cut, 2, words[2]);
        if cut != Cut::Heights {
            assert!(taken == merged.zone);
            continue;
        }
        // The block north of it, or south, has the same height.
        let twins = before.blocks().filter(|other| other.x == 30 && *other != block);
        let n_twins = twins.filter(|other| taken.ground_words(*other, cut).contains(&words[1]));
        assert_eq!(n_twins.count(), 1);
    }
}

#[test]
fn ground_that_was_painted_with_a_tile_whose_number_is_another_here_stays() {
    let before = sample_zone();
    let n = before.ground_tiles().len();
    let add = |layer: u32| {
        format!(
            r#"{{"action":"add-ground-tile","tile":{{"layer1":{layer},"layer2":2,"offset1":0,"offset2":0,"blend":0,"rotation":1,"tile_type":0}}}}"#
        )
    };
    let paint = |block: &str| {
        format!(r#"{{"action":"paint-tiles","region":{{"block":"{block}"}},"tile":{n}}}"#)
    };
    let ours = done(&before, &[add(5), paint("30_30")]);
    let theirs = done(&before, &[add(7), paint("31_31")]);
    let merged = merged(&before, &ours, &theirs);
    assert!(merged.zone.to_files() == ours.to_files());
    let said: Vec<String> = merged.conflicts.iter().map(ToString::to_string).collect();
    assert!(said[0].contains("the list of tiles changed here and there"), "{said:?}");
    assert!(said[1].contains("31_31.TIL: 256 patches were painted there"), "{said:?}");
}

#[test]
fn ground_that_was_painted_here_with_a_tile_that_became_another_there_is_told() {
    let before = sample_zone();
    let paint = r#"{"action":"paint-tiles","region":{"block":"30_30"},"tile":2}"#.to_owned();
    let other = r#"{"action":"set-ground-tile","tile":2,"field":"layer1","to":"7"}"#.to_owned();
    let (ours, theirs) = (done(&before, &[paint]), done(&before, &[other]));
    let both = merged(&before, &ours, &theirs);
    assert!(both.zone.ground_tiles() == theirs.ground_tiles());
    let said: Vec<String> = both.conflicts.iter().map(ToString::to_string).collect();
    let [said] = &said[..] else { panic!("{said:?}") };
    assert!(said.contains("painted here with tiles that were changed there"), "{said}");
    // The other way round, what was painted stays as it was.
    let both = merged(&before, &theirs, &ours);
    assert!(both.zone.to_files() == theirs.to_files());
}

#[test]
fn files_that_are_cut_otherwise_are_not_merged() {
    let before = sample_zone();
    let mut other = before.clone();
    Arc::make_mut(&mut other.base).blocks.pop();
    let apart = Err(Apart::OtherFiles { file: "31_31".to_owned() });
    assert_eq!(merge(&before, &before, &other), apart);
    assert_eq!(merge(&before, &other, &before), apart);
    // A file that is gone, or can't be read, is named.
    let mut other = before.clone();
    Arc::make_mut(&mut other.base).blocks[1].him = None;
    let path = before.ground_path(before.blocks().nth(1).unwrap(), Cut::Heights).unwrap();
    let apart = Err(Apart::OtherFiles { file: path.to_string() });
    assert_eq!(merge(&before, &before, &other), apart);
}

#[test]
fn what_comes_into_a_list_that_can_not_be_read_there_is_refused() {
    let before = sample_zone();
    let block = BlockCoord { x: 30, y: 30 };
    let mut theirs = before.clone();
    let number = theirs.base.frame_number(Some(block)).unwrap();
    let mut frame = theirs.frame(Some(block)).unwrap().clone();
    let row = frame.rows.iter_mut().find(|row| row.kind == Kind::Spawn.block_kind()).unwrap();
    let bytes = vec![255; 40];
    row.content = Content::Opaque(Opaque(bytes));
    theirs.frames.set(number, Some(Arc::new(frame)));
    let theirs = read_anew(&theirs);
    let ours = done(&before, &[set(spawns(&before, [30, 30])[0], "limit", "71")]);
    let refused = merge(&before, &ours, &theirs).unwrap_err();
    assert!(matches!(&refused, Apart::NoRoom { file } if file.ends_with("30_30.IFO")));
    // What is not about that list is.
    let ours = done(&before, &[set(first(&before, Kind::Npc), "ai-id", "3")]);
    assert_eq!(merge(&before, &ours, &theirs).unwrap().conflicts, []);
}

/// A thing as it is in its file.
fn content(zone: &Zone, id: ThingId) -> Option<String> {
    Some(format!("{:?} {:?}", zone.block_of(id), zone.thing(id)?))
}

/// How often each content is there.
fn counted(contents: impl Iterator<Item = String>) -> BTreeMap<String, usize> {
    let mut counted = BTreeMap::new();
    contents.for_each(|content| *counted.entry(content).or_default() += 1);
    counted
}

#[test]
fn whatever_is_done_on_both_sides_nothing_is_lost_or_doubled() {
    let before = sample_zone();
    let mut n_without_conflict = 0;
    for seed in 0..60 {
        let mut dice = Dice(seed);
        // Theirs has its true ids here; the merge finds them by itself.
        let (ours, theirs) = (dice.actions(&before), dice.actions(&before));
        let both = merged(&before, &ours, &theirs);
        let is_new = |id: &ThingId| !before.contains(*id);
        let new = |zone: &Zone| {
            let ids: Vec<ThingId> = zone.things().map(|(id, _)| id).filter(is_new).collect();
            ids.into_iter().filter_map(|id| content(zone, id)).collect::<Vec<String>>()
        };
        let mut expected: Vec<String> = [new(&ours), new(&theirs)].concat();
        let mut is_disputed = false;
        for (id, _) in before.things() {
            let [was, here, there] = [&before, &ours, &theirs].map(|zone| content(zone, id));
            is_disputed |= here != was && there != was;
            expected.extend(if here == was { there } else { here });
        }
        let again = read_anew(&both.zone);
        assert_eq!(again.n_things(), both.zone.n_things());
        if is_disputed {
            continue;
        }
        n_without_conflict += 1;
        assert_eq!(both.conflicts, [], "{seed}");
        let found = again.things().filter_map(|(id, _)| content(&again, id));
        assert!(counted(found) == counted(expected.into_iter()), "{seed}");
    }
    assert!(n_without_conflict > 30, "{n_without_conflict}");
}

#[test]
fn water_that_both_sides_changed_is_there_once() {
    let before = sample_zone();
    let n = before.n_things();
    let id = first(&before, Kind::Water);
    let raised = done(&before, &[set(id, "start-z", "500"), set(id, "end-z", "500")]);
    let both = merged(&before, &raised, &raised);
    assert_eq!((both.zone.n_things(), both.conflicts.len()), (n, 0));
    let wider = done(&before, &[set(id, "end-x", "+300")]);
    for (ours, theirs) in [(&raised, &wider), (&wider, &raised)] {
        let both = merged(&before, ours, theirs);
        assert_eq!(both.zone.n_things(), n);
        assert!(both.zone.thing(id) == ours.thing(id));
        assert!(matches!(both.conflicts[..], [Conflict::Fields { .. }]), "{:?}", both.conflicts);
    }
    let both = merged(&before, &done(&before, &[delete(id)]), &raised);
    assert_eq!((both.zone.n_things(), both.zone.thing(id)), (n, raised.thing(id)));
    assert_eq!(both.conflicts, [Conflict::DeletedHere { id }]);
}

#[test]
fn what_is_moved_to_where_another_stood_is_not_taken_for_that() {
    let before = sample_zone();
    let ids = spawns(&before, [30, 30]);
    let at = |id: ThingId| before.thing(id).unwrap().pos_in_file_cm();
    let to = |id: ThingId, to: ThingId| {
        let to = at(to);
        [("x", to.x), ("y", to.y), ("z", to.z)].map(|(field, to)| set(id, field, &to.to_string()))
    };
    let swap = [to(ids[0], ids[1]), to(ids[1], ids[0])].concat();
    let theirs = done(&before, &swap);
    let ours = done(&before, &[set(ids[1], "limit", "71")]);
    let both = merged(&before, &ours, &theirs);
    let expected = done(&theirs, &[set(ids[1], "limit", "71")]);
    assert_eq!(both.conflicts, []);
    assert!(both.zone.to_files() == expected.to_files());
}

#[test]
fn monsters_of_a_list_that_changed_are_not_mixed_with_others() {
    let before = sample_zone();
    let id = spawns(&before, [30, 30])[0];
    let lines = |zone: &Zone| zone.thing(id).unwrap().spawn().unwrap().basic.clone();
    let line = |rest: &str| {
        let id = id.0;
        format!(r#"{{"action":"set-monster","thing":{id},"list":"basic","line":0,{rest}}}"#)
    };
    let one = before.clone();
    let ours = done(&one, &[line(r#""id":5"#)]);
    let theirs = done(&one, &[line(r#""count":9"#)]);
    let both = merged(&one, &ours, &theirs);
    assert_eq!(lines(&both.zone), lines(&ours));
    let said: Vec<String> = both.conflicts.iter().map(ToString::to_string).collect();
    assert!(said[0].contains(": basic list is ") && !said[0].contains("tactic"), "{said:?}");
}

#[test]
fn a_part_that_only_they_added_is_there_with_all_that_it_has() {
    let block = BlockCoord { x: 30, y: 30 };
    let before = without_list(Kind::Event, block);
    let at = before.thing(spawns(&before, [30, 30])[0]).unwrap().pos_in_file_cm();
    let json = format!(r#"{{"action":"add","kind":"event","at":[{},{},0]}}"#, at.x, at.y);
    let ours = done(&before, &[json]);
    // A part of no known kind.
    let mut theirs = before.clone();
    let number = theirs.base.frame_number(Some(block)).unwrap();
    let mut frame = theirs.frame(Some(block)).unwrap().clone();
    let place = frame.rows.iter().map(|row| row.place).max().unwrap() + 1;
    let content = Content::Opaque(Opaque(vec![7; 20]));
    let kind = BlockKind(77);
    frame.rows.push(Row { kind, place, content, slack: Opaque::default() });
    theirs.frames.set(number, Some(Arc::new(frame)));
    let both = merged(&before, &ours, &theirs);
    assert_eq!(both.conflicts, []);
    let again = read_anew(&both.zone);
    let rows = &again.frame(Some(block)).unwrap().rows;
    let part = rows.iter().find(|row| row.kind == kind).unwrap();
    assert!(part.content == Content::Opaque(Opaque(vec![7; 20])), "{part:?}");
    assert_eq!(again.n_listed(block, Kind::Event), 1);
}

#[test]
fn of_an_economy_that_both_changed_the_parts_in_dispute_are_told() {
    let before = sample_zone();
    let economy = |field: &str, to: &str| {
        format!(r#"{{"action":"set-economy","field":{field},"to":"{to}"}}"#)
    };
    let (music, rate) = (r#""music""#, r#"{"rate":3}"#);
    let ours = done(&before, &[economy(music, "one"), economy(rate, "77")]);
    let theirs = done(&before, &[economy(music, "other"), economy(r#""sky""#, "3")]);
    let said: Vec<String> =
        merged(&before, &ours, &theirs).conflicts.iter().map(ToString::to_string).collect();
    assert_eq!(said, ["the ZON: the economy (music) changed here and there; yours was kept"]);
}
