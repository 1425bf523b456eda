//! Conditions on the fields of the sample, and why some can't be fulfilled.

use super::*;
use crate::world::zone::Zone;
use crate::world::zone::action::Action;
use crate::world::zone::tests::sample;

fn sampled() -> (Zone, Names) {
    let (vfs, opened) = sample();
    let names = Names::load(&vfs, &opened.zone, 1);
    (opened.zone, names)
}

/// How many things a condition selects, or why it is none.
fn n_matching(matching: &str) -> Result<usize, String> {
    let (zone, names) = sampled();
    let json = format!(r#"{{"matching":{matching}}}"#);
    let selection: crate::world::zone::selection::Selection =
        serde_json::from_str(&json).unwrap_or_else(|error| panic!("{json}: {error}"));
    let things = selection.things_by(&zone, &names).map_err(|refusal| refusal.to_string())?;
    Ok(things.len())
}

fn n_with(field: &str, is: &str) -> Result<usize, String> {
    n_matching(&format!(r#"{{"fields":[{{"field":"{field}","is":{is}}}]}}"#))
}

/// How many spawns of the sample are so.
fn n_spawns(is_so: impl Fn(&crate::format::rose::ifo::spawn::Spawn) -> bool) -> usize {
    let (zone, _) = sampled();
    zone.things().filter_map(|(_, thing)| thing.spawn()).filter(|spawn| is_so(spawn)).count()
}

#[test]
fn numbers_are_compared_and_ranges_hold_both_of_their_ends() {
    let n = |is: &str| n_with("limit", is).unwrap();
    let all = n_spawns(|_| true);
    assert_eq!(n("\">5\""), n_spawns(|spawn| spawn.limit > 5));
    assert!(n("\">5\"") > 0 && n("\">5\"") < all);
    assert_eq!(n("\"<=5\"") + n("\">5\""), all);
    assert_eq!(n("\"< 5\"") + n("\">=5\""), all);
    assert_eq!(n("\"!=5\"") + n("5"), all);
    assert_eq!(n("\"=5\""), n("5"));
    assert_eq!(n("\"3..5\""), n_spawns(|spawn| (3..=5).contains(&spawn.limit)));
    assert_eq!(n("\"3..\"") + n("\"<3\""), all);
    assert_eq!(n("\"..5\""), n("\"<=5\""));
    let (west, rest) = (n_with("x", "\"<-20000\"").unwrap(), n_with("x", "\">=-20000\"").unwrap());
    assert!(west > 0 && rest > 0);
}

#[test]
fn monsters_are_meant_by_name_and_by_level() {
    let has = |spawn: &crate::format::rose::ifo::spawn::Spawn, id: u32| {
        spawn.basic.iter().chain(&spawn.tactic).any(|line| line.monster_id == id)
    };
    let boars = n_spawns(|spawn| has(spawn, 3));
    assert!(boars > 0);
    for field in ["monster-id", "monster", "Monster_ID"] {
        assert_eq!(n_with(field, "\"thorn boar\""), Ok(boars), "{field}");
    }
    let others = n_spawns(|spawn| !has(spawn, 3));
    assert_eq!(n_with("monster-id", "\"!=Thorn Boar\""), Ok(others), "none of its monsters");
    assert_eq!(n_with("monster-id", r#"{"contains":"thorn"}"#), Ok(boars));
    let (zone, names) = sampled();
    let npcs = names.npcs.unwrap();
    let high =
        |id: i64| npcs.get(u32::try_from(id).unwrap()).is_some_and(|row| row.level >= Some(7));
    let expected = zone.things().filter(|(_, thing)| match (thing.spawn(), thing.kind()) {
        (Some(spawn), _) => {
            spawn.basic.iter().chain(&spawn.tactic).any(|line| high(line.monster_id.into()))
        }
        (None, Kind::Npc) => high(thing.object().unwrap().object_id.into()),
        _ => false,
    });
    assert_eq!(n_with("level", "\">=7\""), Ok(expected.count()));
    let spawns = r#"{"kinds":["spawn"],"fields":[{"field":"level","is":"7..7"}]}"#;
    assert!(n_matching(spawns).unwrap() > 0);
}

#[test]
fn a_part_of_a_text_is_enough_where_that_is_asked_for() {
    let whole = n_with("conversation", "\"S01-001.CON\"").unwrap();
    assert!(whole > 0);
    assert_eq!(n_with("conversation", r#"{"contains":"s01-001"}"#), Ok(whole));
    assert_eq!(n_with("conversation", "\"S01-001\""), Ok(0), "a text is just that text");
    assert_eq!(n_with("conversation", "\">S01\""), Ok(0), "texts are not compared");
}

#[test]
fn what_nothing_can_fulfil_is_refused_with_what_is_possible() {
    let possible = "a whole number from 0 to 4294967295, a comparison such as >=5, or a range such \
                    as 3..7";
    for (field, is, expected) in [
        ("limit", "\"many\"", format!("limit is \"many\", and has to be {possible}")),
        ("limit", "\"7..3\"", format!("limit is \"7..3\", and has to be {possible}")),
        ("limit", "\"+5\"", format!("limit is \"+5\", and has to be {possible}")),
        ("limit", "-1", "limit is -1, and has to be a whole number from 0 to 4294967295".into()),
        (
            "monster-id",
            "\"Thorn Bore\"",
            format!(
                "monster-id is \"Thorn Bore\", and has to be {possible}, or a name of LIST_NPC; did \
                 you mean Thorn Boar?"
            ),
        ),
        (
            "monster-id",
            r#"{"contains":"xyz"}"#,
            "monster-id is a text with \"xyz\" in it, and has to be a part of the name of a row of \
             its table"
                .into(),
        ),
        ("name", "7", "name is 7, and has to be a text".into()),
    ] {
        assert_eq!(n_with(field, is), Err(expected), "{field} {is}");
    }
    let (zone, _) = sampled();
    let set =
        r#"{"action":"delete","things":{"matching":{"fields":[{"field":"level","is":">5"}]}}}"#;
    let action: Action = serde_json::from_str(set).unwrap();
    assert_eq!(
        action.resolve(&zone).unwrap_err().to_string(),
        "level is >5, and has to be left out: levels are in LIST_NPC, which is not at hand"
    );
}

#[test]
fn a_name_of_several_rows_is_refused_with_their_numbers() {
    let (zone, mut names) = sampled();
    let npcs = names.npcs.take().unwrap();
    let doubled = npcs.get(3).unwrap().clone();
    let rows = npcs.iter().map(|(id, row)| (id, row.clone())).chain([(99, doubled)]);
    names.npcs = Some(rows.collect());
    for action in [
        r#"{"action":"delete","things":{"matching":{"fields":[{"field":"monster-id","is":"Thorn Boar"}]}}}"#,
        r#"{"action":"replace","things":"everything","field":"monster-id","from":"Thorn Boar","to":4}"#,
        r#"{"action":"replace","things":"everything","field":"monster-id","from":4,"to":"Thorn Boar"}"#,
    ] {
        let action: Action = serde_json::from_str(action).unwrap();
        let refusal = action.resolve_by(&zone, &names).unwrap_err().to_string();
        let expected = "is \"Thorn Boar\", and has to be one of the rows that have this name: 3 \
                        (level 7), 99 (level 7)";
        assert!(refusal.contains(expected), "{refusal}");
    }
}
