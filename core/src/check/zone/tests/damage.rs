//! Damage that no field of a thing shows: files, cells of the ground, and what tables say of a zone.

use super::*;
use crate::format::rose::mov::Walk;
use crate::format::rose::stb;
use crate::sample::File;
use crate::sample::rose::assets;
use crate::world::zone::tests::vfs_of as memory_of;

/// What is found in a sample with all of its files after some changed, with the tables at hand.
fn found(made: &Sample, change: impl FnOnce(&mut Vec<File>)) -> Vec<Problem> {
    let mut files: Vec<File> = made.files().into_iter().chain(assets::files()).collect();
    change(&mut files);
    let vfs = memory_of(&files);
    let zone = open(&vfs, &path(ZONE_FOLDER), CodePage::Cp949).unwrap().zone;
    check(&zone, &Names::load(&vfs, &zone, 1))
}

fn lines(problems: &[Problem]) -> Vec<String> {
    let name = |file: &str| file.rsplit('/').next().unwrap_or_default().to_owned();
    let line = |one: &Problem| format!("{} {}: {}", one.code, name(&one.place.file), one.message);
    problems.iter().map(line).collect()
}

/// What is found where the sample was changed as it is made.
fn found_of(change: impl FnOnce(&mut Sample)) -> Vec<String> {
    let mut made = Sample::new(Plan::small(1));
    change(&mut made);
    lines(&found(&made, |_| {}))
}

/// What is found where its files were changed.
fn found_in(change: impl FnOnce(&mut Vec<File>)) -> Vec<String> {
    lines(&found(&Sample::new(Plan::small(1)), change))
}

fn file_of<'f>(files: &'f mut [File], ending: &str) -> &'f mut File {
    files.iter_mut().find(|file| file.path.ends_with(ending)).unwrap()
}

/// Puts a text into a cell of a table.
fn set_cell(files: &mut [File], table: &str, (row, column): (usize, usize), text: &str) {
    let file = file_of(files, &format!("/{table}.STB"));
    let mut table = stb::read(&file.bytes).unwrap();
    let text = Text::encode(text, CodePage::Cp949).unwrap();
    table.set_cell(row, column, &text.try_into().unwrap()).unwrap();
    file.bytes = stb::write(&table);
}

#[test]
fn nothing_is_found_in_a_client_that_has_all() {
    assert_eq!(found_in(|_| {}), [""; 0]);
}

#[test]
fn heights_and_walks_that_no_ground_has_are_one_line_a_block() {
    let damaged = found_of(|made| {
        let heights = made.blocks[0].him.heights_cm.cells_mut();
        (heights[66], heights[67]) = (F32::new(f32::NAN), F32::new(1e9));
        made.blocks[1].mov.cells.cells_mut()[33] = Walk(77);
    });
    let expected = [
        "zone-height 30_30.HIM: the height is NaN cm, and 1 more cells are like it",
        "zone-unknown-walk 31_30.MOV: the walk is 77, and 0 to 2 are known",
    ];
    let damaged: Vec<&str> = damaged.iter().map(String::as_str).collect();
    assert_eq!(damaged, expected);
}

#[test]
fn files_of_blocks_that_do_not_belong_together_are_found() {
    let copied = found_of(|made| {
        let info = made.blocks[0].ifo.body(ifo::MAP_INFO).cloned();
        if let (Some(info), Some(own)) = (info, made.blocks[3].ifo.body_mut(ifo::MAP_INFO)) {
            *own = info;
        }
    });
    let states = "states that it is block 30_30, and its name is that of 31_31";
    assert_eq!(copied, [format!("zone-other-block 31_31.IFO: {states}")]);
    let bare = found_in(|files| files.retain(|file| !file.path.ends_with("30_31.IFO")));
    let missing = "30_31.IFO is missing or can't be read: the block is empty";
    assert_eq!(bare, [format!("zone-no-ifo 30_31.HIM: {missing}")]);
    let all_bare = found_in(|files| files.retain(|file| !file.path.ends_with(".IFO")));
    let none = "none of its blocks has a readable IFO: nothing is on the ground";
    assert_eq!(all_bare, [format!("zone-no-ifo S01.ZON: {none}")]);
    let second = found_in(|files| {
        let File { path, bytes } = file_of(files, "S01.ZON");
        let copy = File { path: path.replace("S01.ZON", "T.zon"), bytes: bytes.clone() };
        files.push(copy);
    });
    assert_eq!(second, ["zone-other-zon T.zon: is not used for this zone; S01.ZON is"]);
}

#[test]
fn lightmaps_of_no_object_and_of_one_twice_are_found() {
    let found = found_of(|made| {
        made.blocks[0].object_lit.objects[4].id = 0;
        made.blocks[1].building_lit.objects[1].id = 1;
    });
    let expected = [
        "zone-lightmap-id OBJECTLIGHTMAPDATA.LIT: an entry is of deco 0, and they count from 1",
        "zone-lightmap-id BUILDINGLIGHTMAPDATA.LIT: cnst 1 has two entries",
    ];
    let found: Vec<&str> = found.iter().map(String::as_str).collect();
    assert_eq!(found, expected);
}

#[test]
fn files_that_a_zone_names_are_missed_where_their_kind_is_at_hand() {
    let is_all = |found: &[String], what: &str| {
        let line = |line: &String| line.starts_with("asset-file-missing ") && line.contains(what);
        assert!(!found.is_empty() && found.iter().all(line), "{found:?}");
    };
    is_all(&found_in(|files| files.retain(|file| !file.path.ends_with("BROOK.WAV"))), "BROOK.WAV");
    is_all(&found_in(|files| files.retain(|file| !file.path.ends_with("FIRE.EFT"))), "CAMPFIRE");
    let textures = found_in(|files| {
        let texture = files.iter().position(|file| file.path.contains("/TERRAIN/")).unwrap();
        files.remove(texture);
    });
    is_all(&textures, "S01.ZON: ");
    assert_eq!(textures.len(), 1);
    // A part of a client that has none of them says nothing.
    let parts = ["/EFFECT/", "/SOUND/", "/TERRAIN/"];
    let part =
        found_in(|files| files.retain(|file| !parts.iter().any(|it| file.path.contains(it))));
    assert_eq!(part, [""; 0]);
}

#[test]
fn points_that_tables_name_are_missed() {
    let start = found_in(|files| set_cell(files, "LIST_ZONE", (1, 2), "begin"));
    let names =
        "row 1 of LIST_ZONE.STB names the start point \"begin\", which the ZON does not have";
    assert_eq!(start, [format!("zone-no-start S01.ZON: {names}")]);
    let restore = found_in(|files| set_cell(files, "LIST_ZONE", (1, 3), "again"));
    assert_eq!(restore.len(), 1, "{restore:?}");
    // Row 0 is one that no warp uses.
    let row = found_in(|files| {
        set_cell(files, "WARP", (0, 1), "1");
        set_cell(files, "WARP", (0, 2), "nowhere");
    });
    assert_eq!(row, [""; 0], "row 0 is none");
}

#[test]
fn rows_of_warps_that_nothing_uses_are_one_line() {
    let zone_without_warps = |files: &mut Vec<File>| {
        set_cell(files, "WARP", (2, 2), "nowhere");
        for file in files.iter_mut().filter(|file| file.path.ends_with(".IFO")) {
            let mut ifo = ifo::read(&file.bytes).unwrap();
            if let Some(ifo::Body::Warp(warps)) = ifo.body_mut(ifo::WARP) {
                warps.clear();
            }
            file.bytes = ifo::write(&ifo);
        }
    };
    let rows = found_in(zone_without_warps);
    let lead = "1 row leads to points that the ZON does not have: 2 (\"nowhere\")";
    assert_eq!(rows, [format!("zone-warp-row S01.ZON: {lead}")]);
}

#[test]
fn what_a_spawn_or_an_npc_can_not_be_is_found() {
    let set =
        |field: &str, to: &str| format!(r#"{{"action":"set",ONE,"field":"{field}","to":{to}}}"#);
    let check = |kind, field: &str, to: &str, expected: &str, left: &[&str]| {
        check_after(kind, &set(field, to), &[expected], left);
    };
    let too_much = "zone-spawn-too-much";
    for (field, to) in
        [("limit", "4000000000"), ("interval", "1000000000"), ("tactic-points", "1000000")]
    {
        check(Kind::Spawn, field, to, too_much, &[too_much]);
    }
    check(Kind::Spawn, "tactic-points", "0", "zone-spawn-no-tactic-points", &[]);
    check(Kind::Npc, "ai-id", "777", "zone-unknown-ai", &["zone-unknown-ai"]);
    check(Kind::Deco, "scale-y", "-1", "zone-scale-odd", &[]);
    check(Kind::Deco, "scale-y", "1000000", "zone-scale-odd", &[]);
    let codes = |json: &str| {
        let (vfs, opened) = sample();
        let names = Names::load(&vfs, &opened.zone, 1);
        let id = first(&opened.zone, Kind::Spawn);
        let json = json.replace("ONE", &id.0.to_string());
        let zone = act(&opened.zone, &json).unwrap();
        check_around(&zone, &names, &[id]).iter().map(|one| one.code).collect::<Vec<_>>()
    };
    let monster = |fields: &str| {
        format!(r#"{{"action":"set-monster","thing":ONE,"list":"basic","line":0,{fields}}}"#)
    };
    assert_eq!(codes(&monster(r#""count":0"#)), ["zone-spawn-no-count"]);
    assert_eq!(codes(&monster(r#""count":5000"#)), [too_much]);
    // A person of the sample.
    assert_eq!(codes(&monster(r#""id":11"#)), ["zone-spawn-of-npc"]);
}

#[test]
fn stale_cells_are_one_line_a_file_and_mended_together() {
    let (vfs, opened) = sample();
    let names = Names::load(&vfs, &opened.zone, 1);
    let json =
        r#"{"action":"set","things":{"matching":{"kinds":["deco"]}},"field":"cell-x","to":"+70"}"#;
    let zone = act(&opened.zone, json).unwrap();
    let found = check(&zone, &names);
    assert_eq!(counts(&found), BTreeMap::from([("zone-stale-cell", 4)]));
    let mut mended = zone;
    for problem in &found {
        let Change::Action { name, arguments } = &problem.fixes[0].change else { panic!() };
        mended = Action::from_parts(name, arguments).unwrap().resolve(&mended).unwrap().zone;
    }
    assert!(mended.to_files() == opened.zone.to_files());
}
