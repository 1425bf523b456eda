//! What holds for two copies of a zone.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::format::rose::blocks::Block;
use crate::format::rose::ifo;
use crate::format::text::{CodePage, Opaque};
use crate::sample::rose::{self, Plan, ZONE_FOLDER};
use crate::space::rose::block::BlockCoord;
use crate::world::Document;

use super::super::Zone;
use super::super::action::{Action, Resolved};
use super::super::field::Field;
use super::super::frame::Content;
use super::super::load::{Opened, open};
use super::super::tests::{
    Dice, act, changed, first, path, read_anew, sample, sample_zone, vfs_of,
};
use super::super::thing::{Kind, Thing, ThingId};
use super::difference::Difference;
use super::{Differing, EditsSince, Followed, follow};
use crate::vfs::saver::Wanted;
use crate::vfs::{Account, VfsPath};

/// What has to be written to keep another copy in step, and how the copy is then.
#[derive(Debug, Clone, PartialEq)]
struct InStep {
    zone: Zone,
    writes: Vec<Wanted<VfsPath>>,
    notes: Vec<String>,
}

/// Does to another copy what made `after` out of `before`, if nothing is in the way.
fn in_step(
    before: &Zone,
    after: &Zone,
    other: &Zone,
    other_files: &Account<VfsPath>,
) -> Result<InStep, Vec<Difference>> {
    let followed = follow(EditsSince::State(before), after, other, Differing::Leave);
    let Followed { zone, notes, differences, .. } = followed;
    if !differences.is_empty() {
        return Err(differences);
    }
    let writes = changed(other_files, &zone);
    Ok(InStep { zone, writes, notes })
}

/// What an action writes to another copy.
fn step(before: &Zone, json: &str, other: &Opened) -> Result<InStep, Vec<Difference>> {
    let after = act(before, json).unwrap();
    in_step(before, &after, &other.zone, &other.files)
}

/// A copy that was changed beforehand.
fn copy_with(json: &str) -> Opened {
    let (_, mut opened) = sample();
    opened.zone = act(&opened.zone, json).unwrap();
    opened
}

const ACTIONS: &[&str] = &[
    r#"{"action":"set","things":{"matching":{"kinds":["spawn"]}},"field":"limit","to":"+3"}"#,
    r#"{"action":"replace","things":"everything","field":"name","from":"","to":"here"}"#,
    r#"{"action":"move","things":{"matching":{"kinds":["npc"]}},"by":[250,0,0]}"#,
    r#"{"action":"move","things":{"matching":{"kinds":["deco","cnst"],"block":[30,30]}},"by":[16000,0,0]}"#,
    r#"{"action":"delete","things":{"matching":{"kinds":["deco","event"],"block":[31,31]}}}"#,
    r#"{"action":"duplicate","things":{"matching":{"kinds":["spawn","warp","point"]}}}"#,
    r#"{"action":"shape-heights","region":{"block":[30,31]},"how":{"raise":40}}"#,
    r#"{"action":"paint-tiles","region":{"block":[31,30]},"tile":2,"brush":[1,2,3]}"#,
    r#"{"action":"paint-walks","region":"everything","walk":1}"#,
    r#"{"action":"set-economy","field":"music","to":"button3"}"#,
    r#"{"action":"set-old-water","block":[30,30],"patches":[[0,1]],"has_water":true}"#,
    r#"{"action":"set-water-size","block":[30,30],"to":1500}"#,
    r#"{"action":"set-texture","texture":1,"to":"new.dds"}"#,
];

#[test]
fn a_copy_that_is_the_same_stays_the_same_whatever_is_done() {
    let (_, other) = sample();
    for json in ACTIONS {
        let after = act(&other.zone, json).unwrap();
        let done = step(&other.zone, json, &other).unwrap_or_else(|e| panic!("{json}: {e:?}"));
        assert!(done.zone.to_files() == after.to_files(), "{json}");
        assert_eq!(done.writes, changed(&other.files, &after), "{json}");
        assert!(!done.writes.is_empty(), "{json}");
    }
}

#[test]
fn nothing_is_written_where_nothing_was_done() {
    let (_, other) = sample();
    let done = in_step(&other.zone, &other.zone, &other.zone, &other.files).unwrap();
    assert_eq!((done.writes, done.notes), (Vec::new(), Vec::new()));
}

#[test]
fn what_is_not_the_same_elsewhere_is_left_as_it_is() {
    let zone = sample_zone();
    let npc = first(&zone, Kind::Npc).0;
    let elsewhere =
        format!(r#"{{"action":"set","things":{{"ids":[{npc}]}},"field":"ai-id","to":77}}"#);
    let other = copy_with(&elsewhere);
    for json in ACTIONS.iter().filter(|json| !json.contains("npc") && !json.contains("name")) {
        let after = act(&other.zone, json).unwrap();
        let done = step(&zone, json, &other).unwrap_or_else(|e| panic!("{json}: {e:?}"));
        assert!(done.zone.to_files() == after.to_files(), "{json}");
    }
}

#[test]
fn a_thing_that_differs_is_told_with_its_fields_and_nothing_is_written() {
    let zone = sample_zone();
    let id = first(&zone, Kind::Spawn).0;
    let set = |field: &str, to: u32| {
        format!(r#"{{"action":"set","things":{{"ids":[{id}]}},"field":"{field}","to":{to}}}"#)
    };
    let other = copy_with(&set("range", 99));
    let differences = step(&zone, &set("limit", 50), &other).unwrap_err();
    let [difference] = differences.as_slice() else { panic!("{differences:?}") };
    let here = zone.thing(first(&zone, Kind::Spawn)).unwrap().spawn().unwrap().range_m;
    let expected = format!("30_30.IFO: spawn 0: range is {here} here and 99 there");
    assert_eq!(difference.to_string(), expected);
}

#[test]
fn lists_of_other_lengths_take_changes_but_nothing_new() {
    let zone = sample_zone();
    let last = zone.listed().filter(|listed| listed.kind == Kind::Spawn).last().unwrap();
    let other = copy_with(&format!(r#"{{"action":"delete","things":{{"ids":[{}]}}}}"#, last.id.0));
    let first = first(&zone, Kind::Spawn).0;
    let set = format!(r#"{{"action":"set","things":{{"ids":[{first}]}},"field":"limit","to":9}}"#);
    // Beside what this copy was changed in beforehand.
    let n_before = changed(&other.files, &other.zone).len();
    assert_eq!(step(&zone, &set, &other).unwrap().writes.len(), n_before + 1);
    let BlockCoord { x, y } = zone.block_of(last.id).unwrap();
    let add = format!(
        r#"{{"action":"duplicate","things":{{"matching":{{"kinds":["spawn"],"block":[{x},{y}]}}}}}}"#
    );
    let differences = step(&zone, &add, &other).unwrap_err();
    assert!(
        matches!(differences[..], [Difference::Length { before, there, .. }] if before == there + 1)
    );
    let gone = format!(
        r#"{{"action":"set","things":{{"ids":[{}]}},"field":"limit","to":1234}}"#,
        last.id.0
    );
    let differences = step(&zone, &gone, &other).unwrap_err();
    assert!(differences[0].to_string().ends_with("is missing there"), "{differences:?}");
}

#[test]
fn ground_and_other_parts_are_matched_as_well() {
    let zone = sample_zone();
    let raise = r#"{"action":"shape-heights","region":{"block":[30,30]},"how":{"raise":40}}"#;
    let otherwise = raise.replace(":40", ":15");
    let differences = step(&zone, raise, &copy_with(&otherwise)).unwrap_err();
    assert!(differences[0].to_string().starts_with("30_30.HIM: "), "{differences:?}");
    let economy = r#"{"action":"set-economy","field":"name","to":"other"}"#;
    let otherwise = economy.replace("other", "another");
    let differences = step(&zone, &otherwise, &copy_with(economy)).unwrap_err();
    assert_eq!(differences[0].to_string(), "the ZON: the economy is not the same there");
    // Another field of the same part is in the way too; another part is not.
    let texture = r#"{"action":"set-texture","texture":1,"to":"new.dds"}"#;
    assert!(step(&zone, texture, &copy_with(economy)).is_ok());
}

#[test]
fn a_list_that_is_taken_back_is_taken_out_of_the_copy() {
    let without = |row: &dyn Fn(&mut Vec<Block<ifo::Body>>)| {
        let mut made = rose::Zone::new(Plan::small(1));
        row(&mut made.blocks[0].ifo.blocks);
        open(&vfs_of(&made.files()), &path(ZONE_FOLDER), CodePage::Cp949).unwrap()
    };
    let place = |rows: &[Block<ifo::Body>]| rows.iter().position(|row| row.kind() == ifo::EVENT);
    let gone = |rows: &mut Vec<Block<ifo::Body>>| {
        rows.remove(place(rows).unwrap());
    };
    let absent = |rows: &mut Vec<Block<ifo::Body>>| {
        let at = place(rows).unwrap();
        rows[at] = Block::Absent { kind: ifo::EVENT };
    };
    for row in [&gone as &dyn Fn(&mut Vec<Block<ifo::Body>>), &absent] {
        let other = without(row);
        let zone = &other.zone;
        let at = zone.grid().middle_of_block(zone.blocks().next().unwrap());
        let add = format!(r#"{{"action":"add","kind":"event","at":[{},{},0]}}"#, at.x, at.y);
        let action = |json: &str| serde_json::from_str::<Action>(json).unwrap();
        let added = act(zone, &add).unwrap();
        let followed = in_step(zone, &added, zone, &other.files).unwrap().zone;
        assert!(followed.to_files() == added.to_files());
        let back = in_step(&added, zone, &followed, &other.files).unwrap();
        assert!(back.zone.to_files() == zone.to_files());
        assert_eq!(back.writes, [], "as it was read");
        let again = in_step(zone, &added, &back.zone, &other.files).unwrap().zone;
        assert!(again.to_files() == added.to_files());

        // Undone, and then something else added in a list of its own.
        let Resolved { edit, .. } = action(&add).resolve(zone).unwrap();
        let (mut undone, mut edit) = (zone.clone(), edit.unwrap());
        undone.swap(&mut edit);
        undone.swap(&mut edit);
        let otherwise = act(&undone, &add.replace(",0]", ",50]")).unwrap();
        let stepped = in_step(&added, &otherwise, &followed, &other.files).unwrap().zone;
        assert!(stepped.to_files() == otherwise.to_files());
        assert!(stepped.to_files() != added.to_files());

        let event = added.things().last().unwrap().0;
        let set = format!(
            r#"{{"action":"set","things":{{"ids":[{}]}},"field":"event-id","to":9}}"#,
            event.0
        );
        let differences = in_step(&added, zone, &act(&added, &set).unwrap(), &other.files);
        let differences = differences.unwrap_err();
        assert_eq!(
            differences[0].to_string(),
            "30_30.IFO: event 0 was deleted here: event-id was 0 here and 9 there"
        );
        let differences = in_step(&added, zone, zone, &other.files).unwrap_err();
        assert!(
            matches!(differences[..], [Difference::Length { before: 1, here: 0, there: 0, .. }]),
            "{differences:?}"
        );
    }
}

/// What an edit does to a copy, as far as it goes.
fn followed(before: &Zone, json: &str, other: &Opened, differing: Differing) -> (Zone, Followed) {
    let after = act(before, json).unwrap();
    let followed = follow(EditsSince::State(before), &after, &other.zone, differing);
    (after, followed)
}

fn count(zone: &Zone, kind: Kind) -> usize {
    zone.things().filter(|(_, thing)| thing.kind() == kind).count()
}

#[test]
fn what_is_the_same_follows_and_what_is_not_is_told_as_it_is_by_now() {
    let zone = sample_zone();
    let id = first(&zone, Kind::Spawn);
    let other = copy_with(&format!(
        r#"{{"action":"set","things":{{"ids":[{}]}},"field":"limit","to":200}}"#,
        id.0
    ));
    let all =
        r#"{"action":"set","things":{"matching":{"kinds":["spawn"]}},"field":"limit","to":73}"#;
    let (after, left) = followed(&zone, all, &other, Differing::Leave);
    let [difference] = left.differences.as_slice() else { panic!("{:?}", left.differences) };
    assert_eq!(difference.to_string(), "30_30.IFO: spawn 0: limit is 73 here and 200 there");
    let named = difference.in_words(|id| format!("Spawn {id} Moth"));
    assert_eq!(named, format!("30_30.IFO: Spawn {id} Moth: limit is 73 here and 200 there"));
    assert_eq!(left.left_in.len(), 1);
    for (thing, there) in left.zone.things().filter(|(_, thing)| thing.kind() == Kind::Spawn) {
        let expected = if thing == id { 200 } else { 73 };
        assert_eq!(there.spawn().unwrap().limit, expected);
    }
    let (_, over) = followed(&zone, all, &other, Differing::Overwrite);
    assert_eq!((over.differences, over.left_in.len()), (Vec::new(), 0));
    assert!(over.zone.to_files() == after.to_files());
}

#[test]
fn what_the_copy_has_already_is_no_difference() {
    let zone = sample_zone();
    for json in ACTIONS {
        let other = copy_with(json);
        let (_, left) = followed(&zone, json, &other, Differing::Leave);
        assert_eq!(left.differences, [], "{json}");
        assert!(left.zone.to_files() == other.zone.to_files(), "{json}");
    }
}

#[test]
fn all_of_two_copies_is_compared_and_brought_in_step_when_told_to() {
    let zone = sample_zone();
    let same = follow(EditsSince::Ever, &zone, &sample().1.zone, Differing::Leave);
    assert_eq!((same.differences, same.notes), (Vec::new(), Vec::new()));
    for json in ACTIONS {
        let other = copy_with(json);
        let left = follow(EditsSince::Ever, &zone, &other.zone, Differing::Leave);
        assert!(!left.differences.is_empty(), "{json}");
        assert!(left.zone.to_files() == other.zone.to_files(), "{json}");
        let over = follow(EditsSince::Ever, &zone, &other.zone, Differing::Overwrite);
        assert_eq!(over.differences, [], "{json}");
        assert!(over.zone.to_files() == zone.to_files(), "{json}");
    }
}

#[test]
fn what_moves_from_block_to_block_goes_whole_or_stays() {
    let zone = sample_zone();
    let moving = r#"{"action":"move","things":{"matching":{"kinds":["deco"],"block":[30,30]}},"by":[16000,0,0]}"#;
    let there = r#"{"action":"delete","things":{"matching":{"kinds":["deco"],"block":[31,30]}}}"#;
    let other = copy_with(there);
    let (_, left) = followed(&zone, moving, &other, Differing::Leave);
    assert!(
        matches!(left.differences[..], [Difference::Length { .. }, Difference::Together { .. }]),
        "{:?}",
        left.differences
    );
    assert_eq!(left.left_in.len(), 2);
    assert!(left.zone.to_files() == other.zone.to_files());
    assert_eq!(count(&left.zone, Kind::Deco), count(&other.zone, Kind::Deco));
    let (_, over) = followed(&zone, moving, &other, Differing::Overwrite);
    // What is gone there stays gone.
    assert!(over.zone.to_files() == act(&other.zone, moving).unwrap().to_files());
}

#[test]
fn a_tile_that_is_another_in_the_copy_is_told_and_not_written() {
    let zone = sample_zone();
    let paint = r#"{"action":"paint-tiles","region":{"block":[31,30]},"tile":2,"brush":[1,2,3]}"#;
    let texture = zone.ground_tiles()[2].texture1();
    let other_texture = format!(r#"{{"action":"set-texture","texture":{texture},"to":"b.dds"}}"#);
    let other_tile = r#"{"action":"set-ground-tile","tile":2,"field":"layer1","to":5}"#;
    for otherwise in [other_texture.as_str(), other_tile] {
        let other = copy_with(otherwise);
        for differing in [Differing::Leave, Differing::Overwrite] {
            let (_, left) = followed(&zone, paint, &other, differing);
            let [difference] = &left.differences[..] else { panic!("{:?}", left.differences) };
            let said = difference.to_string();
            assert!(said.starts_with("31_30.TIL: "), "{said}");
            assert!(
                said.ends_with(" of its changed tiles are different in the ZON there"),
                "{said}"
            );
            assert_eq!(difference.block(), Some(BlockCoord { x: 31, y: 30 }));
            assert!(left.zone.to_files() == other.zone.to_files());
        }
        // To take over all of it takes the lists over as well.
        let after = act(&zone, paint).unwrap();
        let over = follow(EditsSince::Ever, &after, &other.zone, Differing::Overwrite);
        assert!(over.differences.is_empty() && over.zone.to_files() == after.to_files());
    }
    // A copy of another make that lists the same under the number follows.
    let more = r#"{"action":"set-ground-tile","tile":1,"field":"layer1","to":5}"#;
    let other = copy_with(more);
    let (_, left) = followed(&zone, paint, &other, Differing::Leave);
    assert_eq!(left.differences, []);
    assert!(left.zone.to_files() == act(&other.zone, paint).unwrap().to_files());
}

#[test]
fn a_tile_of_textures_that_are_others_in_the_copy_is_told_and_not_written() {
    let zone = sample_zone();
    let texture = zone.ground_tiles()[2].texture1();
    let other =
        copy_with(&format!(r#"{{"action":"set-texture","texture":{texture},"to":"other.dds"}}"#));
    let tile = serde_json::to_string(&zone.ground_tiles()[2]).unwrap();
    for json in [
        format!(r#"{{"action":"add-ground-tile","tile":{tile}}}"#),
        r#"{"action":"set-ground-tile","tile":2,"field":"type","to":1}"#.to_owned(),
    ] {
        let (_, left) = followed(&zone, &json, &other, Differing::Leave);
        let [difference] = &left.differences[..] else { panic!("{:?}", left.differences) };
        let said = difference.to_string();
        assert!(said.starts_with("the ZON: the list of textures, by which"), "{said}");
        assert!(left.zone.to_files() == other.zone.to_files());
    }
    // One of textures that both have follows.
    let same = zone.ground_tiles().iter().position(|tile| {
        tile.texture1() != texture && (tile.blend == 0 || tile.texture2() != texture)
    });
    let json =
        format!(r#"{{"action":"set-ground-tile","tile":{},"field":"type","to":1}}"#, same.unwrap());
    let (_, left) = followed(&zone, &json, &other, Differing::Leave);
    assert_eq!(left.differences, []);
}

/// What both sides of a merge made of one list is told, whichever way each of them changed it.
#[test]
fn a_list_that_both_changed_is_told_where_it_can_not_be_as_both_meant() {
    let zone = sample_zone();
    let of_kind = |kind: Kind| -> Vec<u32> {
        let block = zone.block_of(first(&zone, kind));
        let listed = zone.listed().filter(|one| one.kind == kind && one.block == block);
        listed.map(|one| one.id.0).collect()
    };
    let delete = |id: u32| format!(r#"{{"action":"delete","things":{{"ids":[{id}]}}}}"#);
    let of_monsters = |action: &str, more: &str| {
        let id = of_kind(Kind::Spawn)[0];
        format!(r#"{{"action":"{action}","thing":{id},"list":"basic","line":0{more}}}"#)
    };
    let (spawns, points) = (of_kind(Kind::Spawn), of_kind(Kind::Point));
    let last_tile = r#"{"action":"remove-last-ground-tile"}"#.to_owned();
    let tile = serde_json::to_string(&zone.ground_tiles()[0]).unwrap();
    let other_tile = r#"{"action":"set-ground-tile","tile":0,"field":"layer1","to":5}"#;
    let zone = act(&zone, &format!(r#"{{"action":"add-ground-tile","tile":{tile}}}"#)).unwrap();
    let told = [
        (delete(spawns[0]), delete(spawns[1])),
        (delete(points[0]), delete(points[1])),
        (delete(spawns[0]), of_monsters("set-monster", r#","count":"+1""#)),
        (of_monsters("clone-monster", ""), of_monsters("set-monster", r#","count":"+1""#)),
        (of_monsters("clone-monster", ""), delete(spawns[0])),
        (last_tile, other_tile.to_owned()),
    ];
    for (ours, theirs) in told.iter().flat_map(|(one, other)| [(one, other), (other, one)]) {
        let other = act(&zone, theirs).unwrap_or_else(|e| panic!("{theirs}: {e:?}"));
        let after = act(&zone, ours).unwrap();
        let followed = follow(EditsSince::State(&zone), &after, &other, Differing::Leave);
        assert!(!followed.differences.is_empty(), "{ours} and {theirs}");
        assert!(!followed.left_in.is_empty(), "{ours} and {theirs}");
        assert!(followed.zone.to_files() == other.to_files(), "{ours} and {theirs}");
    }
    // One list shorter and another thing of it changed is as both meant.
    let set =
        format!(r#"{{"action":"set","things":{{"ids":[{}]}},"field":"limit","to":9}}"#, spawns[0]);
    let last = delete(spawns[spawns.len() - 1]);
    for (ours, theirs) in [(&set, &last), (&last, &set)] {
        let (after, other) = (act(&zone, ours).unwrap(), act(&zone, theirs).unwrap());
        let followed = follow(EditsSince::State(&zone), &after, &other, Differing::Leave);
        assert_eq!(followed.differences, []);
        assert!(followed.zone.to_files() == act(&other, ours).unwrap().to_files());
    }
}

fn set(id: ThingId, field: &str, to: &str) -> String {
    let id = id.0;
    let things = format!(r#""things":{{"ids":[{id}]}}"#);
    format!(r#"{{"action":"set",{things},"field":"{field}","to":"{to}"}}"#)
}

fn delete(id: ThingId) -> String {
    format!(r#"{{"action":"delete","things":{{"ids":[{}]}}}}"#, id.0)
}

fn spawns(zone: &Zone) -> Vec<ThingId> {
    let listed = zone.listed().filter(|listed| listed.kind == Kind::Spawn);
    let block = zone.blocks().next();
    listed.filter(|listed| listed.block == block).map(|listed| listed.id).collect()
}

#[test]
fn what_is_written_over_a_copy_is_what_was_edited_and_nothing_else() {
    let zone = sample_zone();
    let id = spawns(&zone)[2];
    let other = copy_with(&set(id, "limit", "99"));
    let edit = set(id, "interval", "31");
    let (_, left) = followed(&zone, &edit, &other, Differing::Leave);
    assert_eq!(left.differences.len(), 1);
    assert!(left.zone.to_files() == other.zone.to_files());
    let (_, over) = followed(&zone, &edit, &other, Differing::Overwrite);
    assert_eq!(over.differences, []);
    assert!(over.zone.to_files() == act(&other.zone, &edit).unwrap().to_files());
    // The same in the other files.
    let sky = r#"{"action":"set-economy","field":"sky","to":"3"}"#;
    let music = r#"{"action":"set-economy","field":"music","to":"button3"}"#;
    let other = copy_with(sky);
    let (_, over) = followed(&zone, music, &other, Differing::Overwrite);
    assert!(over.zone.to_files() == act(&other.zone, music).unwrap().to_files());
}

fn said(followed: &Followed) -> Vec<String> {
    followed.differences.iter().map(ToString::to_string).collect()
}

#[test]
fn what_is_written_over_a_copy_takes_nothing_away_that_is_its_own() {
    let zone = sample_zone();
    let tile = serde_json::to_string(&zone.ground_tiles()[0]).unwrap();
    let add_tile = format!(r#"{{"action":"add-ground-tile","tile":{tile}}}"#);
    let other_tile = serde_json::to_string(&zone.ground_tiles()[3]).unwrap();
    let mut other = copy_with(&format!(r#"{{"action":"add-ground-tile","tile":{other_tile}}}"#));
    let (_, over) = followed(&zone, &add_tile, &other, Differing::Overwrite);
    assert_eq!(said(&over), ["the ZON: the list of tiles is not the same there"]);
    assert!(over.zone.to_files() == other.zone.to_files());

    let ids = spawns(&zone);
    // What was deleted here and is another by now there stays.
    other = copy_with(&set(ids[2], "limit", "99"));
    let (_, over) = followed(&zone, &delete(ids[2]), &other, Differing::Overwrite);
    let limit = zone.thing(ids[2]).unwrap().spawn().unwrap().limit;
    let expected =
        format!("30_30.IFO: spawn 2 was deleted here: limit was {limit} here and 99 there");
    assert_eq!(said(&over), [expected]);
    assert!(over.zone.to_files() == other.zone.to_files());

    // A line that somebody put into a list there stays, and the other fields go over.
    let line = |action: &str, more: &str| {
        let id = ids[2].0;
        format!(r#"{{"action":"{action}","thing":{id},"list":"basic","line":0{more}}}"#)
    };
    other = copy_with(&line("clone-monster", ""));
    let counted = act(&zone, &line("set-monster", r#","count":"+5""#)).unwrap();
    let after = act(&counted, &set(ids[2], "range", "33")).unwrap();
    let over = follow(EditsSince::State(&zone), &after, &other.zone, Differing::Overwrite);
    assert!(said(&over)[0].contains("spawn 2: basic list is "), "{:?}", said(&over));
    let expected = act(&other.zone, &set(ids[2], "range", "33")).unwrap();
    assert!(over.zone.to_files() == expected.to_files());

    // Raised here and moved there, it is raised where it stands.
    other = copy_with(&set(ids[2], "x", "+300"));
    let (_, over) = followed(&zone, &set(ids[2], "z", "+50"), &other, Differing::Overwrite);
    assert_eq!(said(&over), [""; 0]);
    let there = over.zone.thing(ids[2]).unwrap();
    let x_of = |thing: &Thing| thing.value(Field::X).map(|value| format!("{value:?}"));
    assert_eq!(x_of(there), x_of(other.zone.thing(ids[2]).unwrap()));
    // Moved on both sides, it stays there.
    let (_, over) = followed(&zone, &set(ids[2], "y", "+300"), &other, Differing::Overwrite);
    assert_eq!(over.differences.len(), 1);
    assert!(over.zone.to_files() == other.zone.to_files());
}

#[test]
fn the_first_water_of_a_block_has_its_size_in_the_copy_as_well() {
    let mut made = rose::Zone::new(Plan::small(1));
    made.blocks[0].ifo.blocks.retain(|row| row.kind() != ifo::WATER_PLANES);
    let other = open(&vfs_of(&made.files()), &path(ZONE_FOLDER), CodePage::Cp949).unwrap();
    let zone = &other.zone;
    let block = zone.blocks().next().unwrap();
    let BlockCoord { x, y } = block;
    let at = zone.grid().middle_of_block(block);
    let add = format!(r#"{{"action":"add","kind":"water","at":[{},{},0]}}"#, at.x, at.y);
    let size = format!(r#"{{"action":"set-water-size","block":[{x},{y}],"to":1500}}"#);
    let added = act(zone, &add).unwrap();
    let after = act(&added, &size).unwrap();
    let followed = in_step(zone, &after, zone, &other.files).unwrap();
    assert!(followed.zone.to_files() == after.to_files());
    // A copy that has water of its own keeps its size until told otherwise.
    let left = follow(EditsSince::State(zone), &after, &added, Differing::Leave);
    assert!(said(&left).contains(&"30_30.IFO: the size of water is not the same there".to_owned()));
    let size_in = |zone: &Zone| zone.frame(Some(block)).unwrap().water_size();
    assert!(size_in(&left.zone) == size_in(&added) && size_in(&added) != size_in(&after));
}

#[test]
fn a_list_that_can_not_be_read_there_keeps_nothing_else_from_being_written() {
    let zone = sample_zone();
    let block = zone.blocks().next().unwrap();
    let mut other = sample().1;
    let number = other.zone.base.frame_number(Some(block)).unwrap();
    let mut frame = other.zone.frame(Some(block)).unwrap().clone();
    let row = frame.rows.iter_mut().find(|row| row.kind == Kind::Deco.block_kind()).unwrap();
    row.content = Content::Opaque(Opaque(vec![255; 40]));
    other.zone.frames.set(number, Some(Arc::new(frame)));
    other.zone = read_anew(&other.zone);
    let decos = zone.things().filter(|(_, thing)| thing.kind() == Kind::Deco);
    let deco = decos.map(|(id, _)| id).find(|id| zone.block_of(*id) == Some(block)).unwrap();
    let spawn = spawns(&zone)[1];
    for edit in [
        delete(deco),
        set(deco, "name", "x"),
        format!(r#"{{"action":"duplicate","things":{{"ids":[{}]}}}}"#, deco.0),
    ] {
        let after = act(&act(&zone, &edit).unwrap(), &set(spawn, "limit", "77")).unwrap();
        let over = follow(EditsSince::State(&zone), &after, &other.zone, Differing::Overwrite);
        let expected = "30_30.IFO: the list of deco, which can't be read, is not the same there";
        assert_eq!(said(&over), [expected], "{edit}");
        let id = spawns(&other.zone)[1];
        let expected = act(&other.zone, &set(id, "limit", "77")).unwrap();
        assert!(over.zone.to_files() == expected.to_files(), "{edit}");
    }
}

/// What each thing of a file is, beside how it is numbered.
fn contents(zone: &Zone, ids: impl Iterator<Item = ThingId>) -> BTreeMap<String, usize> {
    let mut counted = BTreeMap::new();
    for id in ids {
        let content = format!("{:?} {:?}", zone.block_of(id), zone.thing(id));
        *counted.entry(content).or_default() += 1;
    }
    counted
}

#[test]
fn whatever_is_written_over_a_copy_what_nobody_edited_here_stays_there() {
    let before = sample_zone();
    for seed in 0..40 {
        let mut dice = Dice(seed);
        let (ours, theirs) = (dice.actions(&before), dice.actions(&before));
        let copy = read_anew(&theirs);
        let over = follow(EditsSince::State(&before), &ours, &copy, Differing::Overwrite);
        let again = read_anew(&over.zone);
        assert_eq!(again.n_things(), over.zone.n_things(), "{seed}");
        // Theirs has its true ids here.
        let is_left = |id: &ThingId| ours.thing(*id) == before.thing(*id);
        let left = theirs.things().map(|(id, _)| id).filter(is_left);
        let found = contents(&again, again.things().map(|(id, _)| id));
        for (content, n) in contents(&theirs, left) {
            assert!(found.get(&content).is_some_and(|found| *found >= n), "{seed}: {content}");
        }
    }
}

#[test]
fn whatever_a_copy_follows_by_itself_is_the_same_as_what_is_written_over_it() {
    let zone = sample_zone();
    let mut n_alike = 0;
    let pairs = ACTIONS.iter().step_by(3);
    let pairs = pairs.flat_map(|theirs| ACTIONS.iter().map(move |ours| (ours, theirs)));
    for (json, theirs) in pairs {
        let other = copy_with(theirs);
        let (_, left) = followed(&zone, json, &other, Differing::Leave);
        let (_, over) = followed(&zone, json, &other, Differing::Overwrite);
        if left.differences.is_empty() {
            n_alike += 1;
            assert!(left.zone.to_files() == over.zone.to_files(), "{json} and {theirs}");
        }
    }
    assert!(n_alike > ACTIONS.len() * 2, "{n_alike}");
}

#[test]
fn of_a_list_that_is_shorter_there_it_is_told_what_is_where_and_edits_can_be_written_over() {
    let zone = sample_zone();
    let ids = spawns(&zone);
    let (gone, moved) = (ids[1], ids[4]);
    let other = copy_with(&delete(gone));
    let edit = set(moved, "limit", "73");
    let (_, left) = followed(&zone, &edit, &other, Differing::Leave);
    let said: Vec<String> = left.differences.iter().map(ToString::to_string).collect();
    assert_eq!(said, ["30_30.IFO: spawn 4 is at place 3 of its list there"]);
    let (_, over) = followed(&zone, &edit, &other, Differing::Overwrite);
    assert_eq!(over.differences, []);
    assert!(over.zone.to_files() == act(&other.zone, &edit).unwrap().to_files());
    // What is not there gets no edits, and does not come back.
    let (_, over) = followed(&zone, &set(gone, "limit", "73"), &other, Differing::Overwrite);
    let said: Vec<String> = over.differences.iter().map(ToString::to_string).collect();
    assert_eq!(said, ["30_30.IFO: spawn 1 is missing there"]);
    assert!(over.zone.to_files() == other.zone.to_files());
    // What goes and comes here goes and comes there.
    for edit in
        [delete(moved), format!(r#"{{"action":"duplicate","things":{{"ids":[{}]}}}}"#, moved.0)]
    {
        let (_, over) = followed(&zone, &edit, &other, Differing::Overwrite);
        assert!(over.zone.to_files() == act(&other.zone, &edit).unwrap().to_files(), "{edit}");
    }
}

#[test]
fn two_lists_of_different_lengths_are_compared_thing_by_thing() {
    let zone = sample_zone();
    let ids = spawns(&zone);
    let mut other = copy_with(&delete(ids[1]));
    other.zone = act(&other.zone, &set(ids[4], "limit", "99")).unwrap();
    let n_here = ids.len();
    let compared = |here: &Zone, there: &Zone| -> Vec<String> {
        let followed = follow(EditsSince::Ever, here, there, Differing::Leave);
        followed.differences.iter().map(ToString::to_string).collect()
    };
    let limit = zone.thing(ids[4]).unwrap().spawn().unwrap().limit;
    let expected = [
        format!("30_30.IFO: its list of spawn has {n_here} entries here; {} there", n_here - 1),
        "30_30.IFO: spawn 1 is missing there".to_owned(),
        format!(
            "30_30.IFO: spawn 4 is at place 3 of its list there: limit is {limit} here and 99 \
             there"
        ),
    ];
    assert_eq!(compared(&zone, &other.zone), expected);
    let said = compared(&other.zone, &zone);
    let n = n_here - 1;
    let more = format!("{n} entries here; {n_here} there; place 1 is not here");
    assert!(said[0].ends_with(&more), "{said:?}");
}
