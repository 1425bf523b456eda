//! Undo, the journal, and what is left of both after a crash.

use crate::sample::rng::Rng;
use crate::vfs::account::Known;
use crate::vfs::{ContentHash, VfsPath};
use crate::world::journal::recover::recover;
use crate::world::journal::{Base, Journal};
use crate::world::{Document, Editing};

use super::super::Zone;
use super::super::action::Action;
use super::super::index::{Places, extent};
use super::super::load::Opened;
use super::super::thing::{Kind, ThingId};
use super::{assert_sound, first, sample, sample_zone};

#[test]
fn a_history_of_edits_is_a_list_of_whole_zones_and_the_index_follows() {
    let mut rng = Rng::new(5);
    let start = sample_zone();
    let mut places = Places::new(&start);
    let mut editing = Editing::new(start.clone());
    let mut states = vec![start];
    for _ in 0..60 {
        let zone = editing.document();
        let ids: Vec<ThingId> = zone.things().map(|(id, _)| id).collect();
        let mut some = || ids[rng.below(ids.len() as u32) as usize].0;
        let (a, b) = (some(), some());
        let json = match rng.below(6) {
            0 => format!(r#"{{"action":"delete","things":{{"ids":[{a}]}}}}"#),
            1 => {
                format!(r#"{{"action":"duplicate","things":{{"ids":[{a},{b}]}},"by":[40,-30,0]}}"#)
            }
            2 => format!(
                r#"{{"action":"rotate","things":{{"ids":[{a},{b}]}},"degrees":30,"about":"middle"}}"#
            ),
            3 => r#"{"action":"move","things":"everything","by":[0,0,1]}"#.to_owned(),
            _ => format!(
                r#"{{"action":"move","things":{{"ids":[{a}]}},"by":[{},500,0]}}"#,
                100 * rng.below(9)
            ),
        };
        let action: Action = serde_json::from_str(&json).unwrap();
        // What leads out of the zone is refused.
        let Ok(resolved) = action.resolve(zone) else { continue };
        let Some(edit) = resolved.edit else { continue };
        editing.apply(action.title(), edit.clone());
        places.follow(editing.document(), &edit);
        states.push(resolved.zone);
        assert_sound(editing.document());
        let document = editing.document();
        assert_eq!(
            places.index().len(),
            document.things().filter(|(_, t)| extent(t).is_some()).count()
        );
        for (id, thing) in document.things() {
            assert_eq!(places.index().get(id), extent(thing), "{id}");
        }
    }
    assert!(states.len() > 30, "{}", states.len());
    for state in states.iter().rev() {
        assert!(editing.document() == state);
        editing.undo().unwrap();
    }
    while editing.redo().unwrap().is_some() {}
    assert!(editing.document() == states.last().unwrap());
}

#[test]
fn a_damaged_edit_is_refused_and_never_panics() {
    let zone = sample_zone();
    let at = zone.thing(first(&zone, Kind::Npc)).unwrap().pos_in_file_cm();
    let json = format!(r#"{{"action":"add","kind":"spawn","at":[{},{},0]}}"#, at.x, at.y);
    let action: Action = serde_json::from_str(&json).unwrap();
    let edit = action.resolve(&zone).unwrap().edit.unwrap();
    let mut bytes = Vec::new();
    Zone::write_edit(&edit, &mut bytes);
    for len in 0..bytes.len() {
        assert!(zone.read_edit(&bytes[..len]).is_err(), "{len}");
    }
    for at in 0..bytes.len() {
        let mut broken = bytes.clone();
        broken[at] ^= 0x55;
        if let Ok(edit) = zone.read_edit(&broken) {
            let mut zone = zone.clone();
            zone.put(&edit);
            zone.to_files();
            zone.listed().count();
        }
    }
}

#[test]
fn a_crash_loses_nothing_that_was_finished() {
    let (_, Opened { zone, files, .. }) = sample();
    let line = |(path, known): (&VfsPath, &Known)| {
        let print = known.fingerprint;
        format!("{} {} {}\n", path.key(), print.len, print.hash)
    };
    let manifest = files.iter().map(line).collect::<String>().into_bytes();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("zone.journal");
    let (hash, len) = (ContentHash::of(&manifest), manifest.len() as u64);
    let base = Base { name: "S01".to_owned(), hash, len, beside: None };
    let journal = Journal::start(&path, Zone::KIND, &base).unwrap();
    let mut editing = Editing::new(zone.clone()).with_journal(journal);
    let (npc, spawn) = (first(&zone, Kind::Npc).0, first(&zone, Kind::Spawn).0);
    for json in [
        format!(r#"{{"action":"delete","things":{{"ids":[{npc}]}}}}"#),
        format!(r#"{{"action":"move","things":{{"ids":[{spawn}]}},"by":[16000,0,0]}}"#),
        r#"{"action":"shape-heights","region":"everything","how":{"raise":10}}"#.to_owned(),
        r#"{"action":"set-economy","field":"music","to":"other"}"#.to_owned(),
    ] {
        let action: Action = serde_json::from_str(&json).unwrap();
        let edit = action.resolve(editing.document()).unwrap().edit.unwrap();
        editing.apply(action.title(), edit);
    }
    editing.undo().unwrap();
    let expected = editing.document().clone();
    drop(editing);
    let recovered = recover(&path, zone.clone(), &manifest).unwrap();
    assert!(recovered.lost.is_none());
    assert!(*recovered.editing.document() == expected);
    assert_eq!(recovered.n_steps, 4);
    let mut editing = recovered.editing;
    editing.set_budget(0);
    while editing.undo().unwrap().is_some() {}
    assert!(*editing.document() == zone, "with every step fetched back from the journal");
    assert!(recover::<Zone>(&path, zone, b"other files").is_err());
}
