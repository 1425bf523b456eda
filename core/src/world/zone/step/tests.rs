//! What holds for two copies of a zone.

use crate::space::rose::block::BlockCoord;

use super::super::tests::{act, first, sample, sample_zone};
use super::super::thing::Kind;
use super::super::{Opened, Zone};
use super::difference::Difference;
use super::{InStep, in_step};

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
        assert_eq!(done.writes, other.files.changed(&after), "{json}");
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
    let n_before = other.files.changed(&other.zone).len();
    assert_eq!(step(&zone, &set, &other).unwrap().writes.len(), n_before + 1);
    let BlockCoord { x, y } = zone.block_of(last.id).unwrap();
    let add = format!(
        r#"{{"action":"duplicate","things":{{"matching":{{"kinds":["spawn"],"block":[{x},{y}]}}}}}}"#
    );
    let differences = step(&zone, &add, &other).unwrap_err();
    assert!(
        matches!(differences[..], [Difference::Length { here, there, .. }] if here == there + 1)
    );
    let gone = format!(
        r#"{{"action":"set","things":{{"ids":[{}]}},"field":"limit","to":1234}}"#,
        last.id.0
    );
    let differences = step(&zone, &gone, &other).unwrap_err();
    assert!(differences[0].to_string().ends_with("is not in the copy"), "{differences:?}");
}

#[test]
fn ground_and_other_parts_are_matched_as_well() {
    let zone = sample_zone();
    let raise = r#"{"action":"shape-heights","region":{"block":[30,30]},"how":{"raise":40}}"#;
    let differences = step(&zone, raise, &copy_with(raise)).unwrap_err();
    assert!(differences[0].to_string().starts_with("30_30.HIM: "), "{differences:?}");
    let economy = r#"{"action":"set-economy","field":"name","to":"other"}"#;
    let differences = step(&zone, economy, &copy_with(economy)).unwrap_err();
    assert_eq!(differences[0].to_string(), "the ZON: the economy is not the same there");
    // Another field of the same part is in the way too; another part is not.
    let texture = r#"{"action":"set-texture","texture":1,"to":"new.dds"}"#;
    assert!(step(&zone, texture, &copy_with(economy)).is_ok());
}
