//! Turns that end where a thing was, and actions that change nothing.

use super::*;
use crate::world::zone::names::Names;

fn everything(action: &str) -> String {
    format!(r#"{{"action":{action},"things":"everything"}}"#)
}

/// A zone after each thing was turned by so many degrees, one turn after the other.
fn turned(zone: &Zone, turns: &[f64]) -> Zone {
    turns.iter().fold(zone.clone(), |zone, degrees| {
        act(&zone, &everything(&format!(r#""rotate","degrees":{degrees}"#))).unwrap()
    })
}

#[test]
fn a_turn_that_ends_where_it_was_gives_the_same_bytes() {
    let zone = sample_zone();
    let files = zone.to_files();
    for turns in [
        &[360.0][..],
        &[-720.0],
        &[90.0, -90.0],
        &[90.0, 270.0],
        &[13.7, -13.7],
        &[120.0, 120.0, 120.0],
        &[45.0; 8],
    ] {
        assert!(turned(&zone, turns).to_files() == files, "{turns:?}");
    }
    for small in [0.001, 359.999] {
        assert!(turned(&zone, &[small]).to_files() != files, "{small}");
    }
    let about = everything(r#""rotate","degrees":360,"about":"middle""#);
    assert!(act(&zone, &about).unwrap().to_files() == files);
    let set = everything(r#""set-rotation","to":{"degrees":"+360"}"#);
    let set = set.replace(r#""everything""#, r#"{"matching":{"kinds":["deco"]}}"#);
    assert!(act(&zone, &set).unwrap().to_files() == files);
}

/// What an action says, and whether it changes anything.
fn said(json: &str) -> (bool, Vec<String>) {
    let (vfs, opened) = sample();
    let names = Names::load(&vfs, &opened.zone, 1);
    let spawn = first(&opened.zone, Kind::Spawn).0.to_string();
    let action: Action = serde_json::from_str(&json.replace("SPAWN", &spawn)).unwrap();
    let resolved = action.resolve_by(&opened.zone, &names).unwrap();
    (resolved.edit.is_some(), resolved.notes)
}

#[test]
fn an_action_that_changes_nothing_says_why() {
    let narrow = r#""region":{"box":{"from":[-31998,31998],"to":[-31997,31997]}}"#;
    for (action, one) in [
        (r#""paint-tiles","tile":1"#, "patch"),
        (r#""paint-walks","walk":1"#, "walk cell"),
        (r#""shape-heights","how":{"set":0}"#, "height"),
    ] {
        let (is_change, notes) = said(&format!(r#"{{"action":{action},{narrow}}}"#));
        let note = format!("the region contains the middle of no {one}: nothing changed");
        assert!(!is_change && notes[0].starts_with(&note), "{notes:?}");
    }
    let water = r#""things":{"matching":{"kinds":["water"]}}"#;
    let (is_change, notes) = said(&format!(r#"{{"action":"scale",{water},"by":[2,2,2]}}"#));
    assert_eq!((is_change, notes), (false, vec!["4 water have no scale".to_owned()]));
    let (is_change, notes) = said(&format!(r#"{{"action":"rotate",{water},"degrees":90}}"#));
    assert_eq!((is_change, notes), (false, vec!["4 water have no rotation".to_owned()]));
}

#[test]
fn a_monster_that_no_table_has_is_taken_with_a_note() {
    let add = |id: &str| {
        said(&format!(
            r#"{{"action":"add-monster","things":{{"ids":[SPAWN]}},"list":"basic","id":{id}}}"#
        ))
    };
    let unknown = "monster 9999 is in no row of LIST_NPC.STB";
    assert_eq!(add("9999"), (true, vec![unknown.to_owned()]));
    let person = "monster 11 is the NPC \"Gatekeeper Odan\" in LIST_NPC.STB";
    assert_eq!(add("11"), (true, vec![person.to_owned()]));
    assert_eq!(add("3"), (true, Vec::new()));
    let set = r#"{"action":"set-monster","thing":SPAWN,"list":"basic","line":0,"id":9999}"#;
    assert_eq!(said(set), (true, vec![unknown.to_owned()]));
}
