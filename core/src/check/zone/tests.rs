//! Every kind of damage is found where it was done, and mended.

use std::collections::BTreeMap;

use super::*;
use crate::format::number::F32;
use crate::format::rose::{him, ifo, zon};
use crate::format::text::{CodePage, ShortText, Text};
use crate::problem::{Change, Severity, Spot, Thing as Place};
use crate::sample::rose::{Plan, ZONE_FOLDER, Zone as Sample};
use crate::world::scripted::Scripted;
use crate::world::zone::action::Action;
use crate::world::zone::load::open;
use crate::world::zone::tests::{act, first, path, sample, sample_zone, vfs_of};
use crate::world::zone::thing::Kind;

/// A sample that was changed as files.
fn opened(made: &Sample) -> Zone {
    open(&vfs_of(&made.files()), &path(ZONE_FOLDER), CodePage::Cp949).unwrap().zone
}

fn counts(problems: &[Problem]) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for problem in problems {
        *counts.entry(problem.code).or_default() += 1;
    }
    counts
}

#[test]
fn nothing_is_found_on_a_zone_as_it_should_be() {
    let (vfs, opened) = sample();
    let names = Names::load(&vfs, &opened.zone, 1);
    assert_eq!(check(&opened.zone, &names), []);
    assert_eq!(check(&opened.zone, &Names::default()), []);
}

/// Does an action to the first thing of a kind, and tells what is found then, and what is left
/// after the first fix of each problem.
fn check_after(kind: Kind, what: &str, expected: &[&str], left: &[&str]) {
    let (vfs, opened) = sample();
    let names = Names::load(&vfs, &opened.zone, 1);
    let id = first(&opened.zone, kind);
    let json = what.replace("ONE", &format!(r#""things":{{"ids":[{}]}}"#, id.0));
    let zone = act(&opened.zone, &json).unwrap();
    let codes = |zone: &Zone| -> Vec<&'static str> {
        check(zone, &names).iter().map(|problem| problem.code).collect()
    };
    assert_eq!(codes(&zone), expected, "{json}");
    let mut mended = zone.clone();
    for problem in check(&zone, &names) {
        let Some(fix) = problem.fixes.first() else { continue };
        let Change::Action { name, arguments } = &fix.change else { panic!() };
        let action = Action::from_parts(name, arguments).unwrap();
        mended = action.resolve(&mended).unwrap().zone;
    }
    assert_eq!(codes(&mended), left, "{json}");
}

#[test]
fn every_damage_to_a_thing_is_found_and_mended_where_it_can_be() {
    let set =
        |field: &str, to: &str| format!(r#"{{"action":"set",ONE,"field":"{field}","to":{to}}}"#);
    let check = |kind, field: &str, to: &str, expected: &[&str], left: &[&str]| {
        check_after(kind, &set(field, to), expected, left);
    };
    check(Kind::Spawn, "limit", "0", &["zone-spawn-no-limit"], &[]);
    check(Kind::Spawn, "range", "0", &["zone-spawn-no-range"], &[]);
    check(Kind::Spawn, "interval", "0", &["zone-spawn-no-interval"], &[]);
    check(Kind::Npc, "object-id", "999", &["zone-unknown-npc"], &["zone-unknown-npc"]);
    check(Kind::Deco, "object-id", "-1", &["zone-unknown-object"], &["zone-unknown-object"]);
    check(Kind::Warp, "warp-id", "77", &["zone-unknown-warp"], &["zone-unknown-warp"]);
    check(Kind::Event, "trigger", "\"no\"", &["zone-unknown-trigger"], &["zone-unknown-trigger"]);
    let conversation = ["zone-unknown-conversation"];
    check(Kind::Npc, "conversation", "\"a.con\"", &conversation, &conversation);
    check(Kind::Deco, "scale-y", "0", &["zone-scale-zero"], &[]);
    check(Kind::Deco, "cell-x", "\"+1\"", &["zone-stale-cell"], &[]);
    check(Kind::Npc, "z", "\"+5000\"", &["zone-off-ground"], &[]);
    check(Kind::Cnst, "rotation-x", "3", &["zone-rotation"], &[]);
    check(Kind::Cnst, "rotation-w", "\"0x7fc00000\"", &["zone-rotation"], &[]);
    check(Kind::Cnst, "z", "\"0x7fc00000\"", &["space-not-finite"], &["space-not-finite"]);
    let text = ["zone-text-undecodable"];
    check(Kind::Event, "function", r#"{"hex":"ff"}"#, &text, &text);
    check_after(Kind::Npc, r#"{"action":"duplicate",ONE}"#, &["zone-doubled"], &[]);
}

#[test]
fn monsters_that_no_table_has_are_found_by_their_names() {
    let (vfs, opened) = sample();
    let names = Names::load(&vfs, &opened.zone, 1);
    let id = first(&opened.zone, Kind::Spawn);
    let add = |name: &str| {
        let json = format!(
            r#"{{"action":"add-monster","things":{{"ids":[{}]}},"list":"tactic","id":999,"name":"{name}"}}"#,
            id.0
        );
        check(&act(&opened.zone, &json).unwrap(), &names)
    };
    assert_eq!(add("Nobody")[0].fixes, []);
    let problem = &add("thorn boar")[0];
    assert_eq!((problem.code, problem.severity), ("zone-unknown-monster", Severity::Error));
    let listed = opened.zone.listed_at(id).unwrap();
    assert_eq!(
        problem.place.spot,
        Spot::Thing(Place::Object { list: "spawn", index: listed.index })
    );
    assert_eq!(problem.fixes[0].title, "Take monster 3, which has that name");
}

#[test]
fn spawns_on_blocked_ground_and_over_the_edge_are_found() {
    let zone = sample_zone();
    let id = first(&zone, Kind::Spawn);
    let at = zone.thing(id).unwrap().pos_in_file_cm();
    let json = format!(
        r#"{{"action":"paint-walks","region":{{"brush":{{"points":[[{},{}]],"radius_cm":4000}}}},"walk":2}}"#,
        at.x, at.y
    );
    let blocked = act(&zone, &json).unwrap();
    let found = check(&blocked, &Names::default());
    assert!(found.iter().any(|problem| problem.code == "zone-spawn-blocked"));
    let area = zone.grid().area_of_block(zone.blocks().next().unwrap());
    let half = zone.grid().half_offset_cm();
    let json = format!(
        r#"{{"action":"put-at","thing":{},"at":[{},{},0],"snap":"ground"}}"#,
        id.0,
        area.west - half + 50.0,
        area.south - half + 8000.0
    );
    let found = check(&act(&zone, &json).unwrap(), &Names::default());
    assert_eq!(counts(&found).get("zone-spawn-outside"), Some(&1));
}

#[test]
fn empty_spawns_are_found_and_nothing_deletes_them() {
    let zone = sample_zone();
    let at = zone.thing(first(&zone, Kind::Spawn)).unwrap().pos_in_file_cm();
    let json = format!(
        r#"{{"action":"add","kind":"spawn","at":[{},{},0],"snap":"ground"}}"#,
        at.x + 300.0,
        at.y
    );
    let empty = act(&zone, &json).unwrap();
    let found = check(&empty, &Names::default());
    let [problem] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(problem.code, "zone-spawn-empty");
    assert_eq!(problem.fixes, []);
}

#[test]
fn texts_of_the_files_are_decoded_as_well() {
    let zone = sample_zone();
    let bad = r#"{"hex":"ff"}"#;
    for (json, place, expected) in [
        (
            format!(r#"{{"action":"set-economy","field":"sky","to":{bad}}}"#),
            Spot::File,
            "sky of the economy is \"\\xff\", which is no text in code page CP949 (Korean)",
        ),
        (
            format!(r#"{{"action":"set-texture","texture":1,"to":{bad}}}"#),
            Spot::Thing(Place::Object { list: "texture", index: 1 }),
            "path is \"\\xff\", which is no text in code page CP949 (Korean)",
        ),
    ] {
        let found = check(&act(&zone, &json).unwrap(), &Names::default());
        let [problem] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((problem.code, problem.message.as_str()), ("zone-text-undecodable", expected));
        assert!(problem.place.file.ends_with("S01.ZON") && problem.place.spot == place);
    }
    let mut made = Sample::new(Plan::small(1));
    if let Some(ifo::Body::MapInfo(info)) = made.blocks[3].ifo.body_mut(ifo::MAP_INFO) {
        info.name = ShortText::try_from(Text::from(&b"31_\xff"[..])).unwrap();
    }
    let found = check(&opened(&made), &Names::default());
    let [problem] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(problem.code, "zone-text-undecodable");
    assert!(problem.place.file.ends_with("31_31.IFO"), "{problem:?}");
}

#[test]
fn a_zone_of_the_finest_cells_is_checked_in_no_time() {
    let check_with = |n_cells: u32, cell_cm: f32| {
        let mut made = Sample::new(Plan::small(1));
        if let Some(zon::Body::Info(info)) = made.zon.body_mut(zon::INFO) {
            (info.n_cells_per_patch, info.cell_cm) = (n_cells, F32::new(cell_cm));
        }
        let json = r#"{"action":"set","things":{"matching":{"kinds":["spawn"]}},"field":"range","to":200}"#;
        let zone = act(&opened(&made), json).unwrap();
        let n_problems = check(&zone, &Names::default()).len();
        (zone.grid().cell_size_cm(), n_problems)
    };
    // Where no world is cut like that, it is cut as all of the game's own.
    let usual = check_with(4, 250.0);
    assert_eq!(check_with(4, 0.001), usual);
    assert_eq!(check_with(1 << 16, 250.0), usual);
    assert_eq!(check_with(1, 1.0).0, 1.0);
}

#[test]
fn seams_tiles_and_textures_are_checked() {
    let mut made = Sample::new(Plan::small(1));
    *made.blocks[0].him.heights_cm.get_mut(64, 7).unwrap() = F32::new(9e3);
    made.blocks[1].til.tiles.get_mut(3, 4).unwrap().tile = -1;
    made.blocks[2].object_lit.objects[0].id = 9999;
    let name = made.blocks[0].coord;
    let zone = opened(&made);
    let found = check(&zone, &Names::default());
    let expected =
        BTreeMap::from([("zone-lightmap", 1), ("zone-seam", 1), ("zone-unknown-tile", 1)]);
    let steep: Vec<_> = found.iter().filter(|p| p.code == "zone-off-ground").collect();
    assert!(steep.len() < 3);
    let mut counted = counts(&found);
    counted.remove("zone-off-ground");
    assert_eq!(counted, expected);
    let seam = found.iter().find(|problem| problem.code == "zone-seam").unwrap();
    assert!(seam.place.file.ends_with(&format!("{name}.HIM")));
    let Change::Action { name, arguments } = &seam.fixes[0].change else { panic!() };
    let mended = Action::from_parts(name, arguments).unwrap().resolve(&zone).unwrap().zone;
    assert!(!counts(&check(&mended, &Names::default())).contains_key("zone-seam"));
    let (_, bytes) = mended
        .to_files()
        .into_iter()
        .find(|(path, _)| path.as_str().ends_with("30_30.HIM"))
        .unwrap();
    assert!(him::read(&bytes).is_ok());
    let json = r#"{"action":"set-ground-tile","tile":2,"field":"offset1","to":500}"#;
    let found = check(&act(&sample_zone(), json).unwrap(), &Names::default());
    assert_eq!(counts(&found), BTreeMap::from([("zone-unknown-texture", 1)]));
}

#[test]
fn what_an_edit_touched_is_checked_alone() {
    let (vfs, opened) = sample();
    let names = Names::load(&vfs, &opened.zone, 1);
    let id = first(&opened.zone, Kind::Spawn);
    let json =
        format!(r#"{{"action":"set","things":{{"ids":[{}]}},"field":"limit","to":0}}"#, id.0);
    let action: Action = serde_json::from_str(&json).unwrap();
    let resolved = action.resolve(&opened.zone).unwrap();
    let touched: Vec<ThingId> = resolved.edit.unwrap().things().collect();
    assert_eq!(touched, [id]);
    let found = check_around(&resolved.zone, &names, &touched);
    assert_eq!(counts(&found), BTreeMap::from([("zone-spawn-no-limit", 1)]));
}
