//! Every kind of damage is found where it was done, and mended.

mod damage;

use std::collections::BTreeMap;

use super::*;
use crate::format::number::F32;
use crate::format::rose::{him, ifo, zon};
use crate::format::text::{CodePage, ShortText, Text, to_hex};
use crate::problem::{Change, Severity, Spot, Thing as Place};
use crate::sample::rose::{Plan, ZONE_FOLDER, Zone as Sample};
use crate::world::scripted::Scripted;
use crate::world::zone::action::Action;
use crate::world::zone::load::open;
use crate::world::zone::tests::{act, first, path, sample, sample_zone, vfs_of};
use crate::world::zone::thing::{Kind, Thing};

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
fn what_a_person_may_have_meant_is_mended_one_by_one() {
    let (vfs, opened) = sample();
    let names = Names::load(&vfs, &opened.zone, 1);
    let in_bulk = |kind: Kind, field: &str, to: &str| {
        let id = first(&opened.zone, kind);
        let things = format!(r#""things":{{"ids":[{}]}}"#, id.0);
        let set = format!(r#"{{"action":"set",{things},"field":"{field}","to":{to}}}"#);
        let problems = check(&act(&opened.zone, &set).unwrap(), &names);
        let fixes: Vec<bool> =
            problems.iter().flat_map(|problem| &problem.fixes).map(|fix| fix.in_bulk).collect();
        let [in_bulk] = fixes[..] else { panic!("{kind} {field}: {problems:?}") };
        in_bulk
    };
    for (kind, field, to, expected) in [
        (Kind::Spawn, "limit", "0", false),
        (Kind::Spawn, "range", "0", false),
        (Kind::Spawn, "interval", "0", false),
        (Kind::Deco, "scale-y", "0", false),
        (Kind::Deco, "scale-y", "\"0x7fc00000\"", true),
        (Kind::Npc, "z", "\"+5000\"", false),
        (Kind::Deco, "cell-x", "\"+1\"", true),
        (Kind::Cnst, "rotation-x", "3", true),
    ] {
        assert_eq!(in_bulk(kind, field, to), expected, "{kind} {field} {to}");
    }
}

#[test]
fn a_trigger_is_known_whether_or_not_its_name_ends_in_a_zero_byte() {
    let hex = |name: &str| format!(r#"{{"hex":"{}"}}"#, to_hex(name.as_bytes()));
    let set = |to: &str| format!(r#"{{"action":"set",ONE,"field":"trigger","to":{to}}}"#);
    for known in ["S01-01", "S01-01\0", ""] {
        check_after(Kind::Event, &set(&hex(known)), &[], &[]);
    }
    let unknown = ["zone-unknown-trigger"];
    for other in ["S01-0", "S01-01\0x"] {
        check_after(Kind::Event, &set(&hex(other)), &unknown, &unknown);
    }
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

/// What is found after a thing was copied to the same spot and a field of the copy was changed.
fn codes_of_copy(kind: Kind, change: &str) -> Vec<&'static str> {
    let zone = sample_zone();
    let id = first(&zone, kind);
    let json = format!(r#"{{"action":"duplicate","things":{{"ids":[{}]}}}}"#, id.0);
    let copied = act(&zone, &json).unwrap();
    let (copy, _) = copied.things().find(|(id, _)| !zone.contains(*id)).unwrap();
    let copied = match change {
        "" => copied,
        change => act(&copied, &change.replace("COPY", &copy.0.to_string())).unwrap(),
    };
    check(&copied, &Names::default()).iter().map(|problem| problem.code).collect()
}

#[test]
fn only_what_is_the_same_in_every_field_is_called_doubled() {
    for (kind, field, to) in [
        (Kind::Point, "name", "\"other\""),
        (Kind::Spawn, "limit", "9"),
        (Kind::Spawn, "interval", "77"),
        (Kind::Sound, "path", "\"other.wav\""),
        (Kind::Effect, "path", "\"other.eft\""),
        (Kind::Npc, "ai-id", "1234"),
        (Kind::Npc, "conversation", "\"other.con\""),
        (Kind::Event, "trigger", "\"other\""),
        (Kind::Deco, "name", "\"other\""),
        (Kind::Warp, "warp-id", "9"),
    ] {
        assert!(codes_of_copy(kind, "").contains(&"zone-doubled"), "{kind}");
        let json =
            format!(r#"{{"action":"set","things":{{"ids":[COPY]}},"field":"{field}","to":{to}}}"#);
        assert!(!codes_of_copy(kind, &json).contains(&"zone-doubled"), "{kind} {field}");
    }
    let json = r#"{"action":"set-monster","thing":COPY,"list":"basic","line":0,"count":3}"#;
    assert_eq!(codes_of_copy(Kind::Spawn, json), [""; 0]);
}

#[test]
fn warps_within_a_zone_are_judged_by_its_points_as_they_are_now() {
    let (vfs, opened) = sample();
    let names = Names::load(&vfs, &opened.zone, 1);
    let zone = opened.zone;
    let within = names.warps_within(&zone);
    let warp = zone.thing(*within.first().unwrap()).unwrap().object().unwrap().warp_id;
    let name = names.target(warp).unwrap().point;
    let points = zone.points().unwrap();
    let (point, _) = points.iter().find(|(_, point)| point.name.as_bytes() == name).unwrap();
    let n_lost = |zone: &Zone| {
        let found = check(zone, &names);
        assert_eq!(check_around(zone, &names, &within).len(), found.len());
        assert!(found.iter().all(|problem| problem.code == "zone-warp-no-point"), "{found:?}");
        found.len()
    };
    let one = format!(r#""things":{{"ids":[{}]}}"#, point.0);
    let rename = |to: &str| format!(r#"{{"action":"set",{one},"field":"name","to":"{to}"}}"#);
    let deleted = act(&zone, &format!(r#"{{"action":"delete",{one}}}"#)).unwrap();
    assert!(n_lost(&deleted) > 0);
    let renamed = act(&zone, &rename("elsewhere")).unwrap();
    assert_eq!(n_lost(&renamed), n_lost(&deleted));
    let back = act(&renamed, &rename(&String::from_utf8_lossy(name))).unwrap();
    assert_eq!(n_lost(&back), 0);
}

#[test]
fn points_of_one_name_are_told_but_for_those_of_coming_back_to_life() {
    let (vfs, opened) = sample();
    let names = Names::load(&vfs, &opened.zone, 1);
    for (point, _) in opened.zone.points().unwrap() {
        let json =
            format!(r#"{{"action":"duplicate","things":{{"ids":[{}]}},"by":[300,0,0]}}"#, point.0);
        let copied = act(&opened.zone, &json).unwrap();
        let Some(Thing::Point(of)) = opened.zone.thing(point) else { panic!() };
        let n_expected = usize::from(of.name.as_bytes() != b"restore");
        let found = counts(&check(&copied, &names));
        assert_eq!(found.get("zone-point-doubled").copied().unwrap_or_default(), n_expected);
    }
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
        Spot::Thing(Place::Object { list: "spawn", index: listed.index, id: Some(id.0) })
    );
    assert_eq!(problem.fixes[0].title, "Use monster 3, which has that name");
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
            "sky of the economy is \"\\xff\", which is not valid text in code page CP949 (Korean)",
        ),
        (
            format!(r#"{{"action":"set-texture","texture":1,"to":{bad}}}"#),
            Spot::Thing(Place::object("texture", 1)),
            "path is \"\\xff\", which is not valid text in code page CP949 (Korean)",
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

/// What is found where files are not there whose names end so, but for what follows from that.
fn found_without(endings: &[&str]) -> Vec<(&'static str, String, String)> {
    let mut files = Sample::new(Plan::small(1)).files();
    files.retain(|file| !endings.iter().any(|ending| file.path.ends_with(ending)));
    let zone = open(&vfs_of(&files), &path(ZONE_FOLDER), CodePage::Cp949).unwrap().zone;
    let missing = check(&zone, &Names::default()).into_iter();
    let missing = missing.filter(|problem| problem.code.starts_with("zone-no-"));
    let name = |file: &str| file.rsplit('/').next().unwrap_or_default().to_owned();
    missing.map(|problem| (problem.code, name(&problem.place.file), problem.message)).collect()
}

#[test]
fn files_that_ought_to_be_there_are_missed_and_once_where_none_is_there() {
    assert_eq!(found_without(&[]), []);
    let without = |endings: &[&str], expected: &[(&str, &str, &str)]| {
        let found = found_without(endings);
        let found: Vec<_> = found.iter().map(|(a, b, c)| (*a, b.as_str(), c.as_str())).collect();
        assert_eq!(found, expected);
    };
    without(
        &["30_31.HIM", "31_30.MOV"],
        &[
            (
                "zone-no-heights",
                "30_31.IFO",
                "block 30_31 has no heights: 30_31.HIM is missing or can't be read",
            ),
            (
                "zone-no-ground-file",
                "31_30.IFO",
                "block 31_30 has no walks: 31_30.MOV is missing or can't be read",
            ),
        ],
    );
    without(
        &[".TIL", ".HIM"],
        &[
            (
                "zone-no-ground-file",
                "S01.ZON",
                "none of its blocks has a readable HIM: no heights are known",
            ),
            (
                "zone-no-ground-file",
                "S01.ZON",
                "none of its blocks has a readable TIL: no tiles are known",
            ),
        ],
    );
    let found = found_without(&[".ZON"]);
    assert_eq!((found.len(), found[0].0), (1, "zone-no-zon"));
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
