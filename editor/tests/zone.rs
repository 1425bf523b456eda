//! ROSE zones on the command line.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that can't go on fails")]

mod support;

use landwright_core::format::rose::ifo;
use landwright_core::sample::rose::{Plan, ZONE_FOLDER, Zone};
use serde_json::json;
use support::Scratch;

/// The sample of two by two blocks, where a game has its files.
fn scratch() -> Scratch {
    let scratch = Scratch::new();
    for file in Zone::new(Plan::small(1)).files() {
        let folder = file.path.rsplit_once('/').unwrap().0;
        scratch.make_folder(folder);
        scratch.put(&file.path, &file.bytes);
    }
    scratch
}

fn script(scratch: &Scratch, script: &serde_json::Value) {
    scratch.put("script.json", script.to_string().as_bytes());
}

#[test]
fn a_zone_is_edited_checked_and_mended() {
    let scratch = scratch();
    let run = scratch.run(&format!("check {ZONE_FOLDER}")).expect_code(0);
    assert_eq!(run.stderr, "No problems\n");
    script(&scratch, &json!([]));
    scratch.run(&format!("apply script.json {ZONE_FOLDER} -o same")).expect_code(0);
    for file in ["S01.ZON", "30_30.IFO", "31_31.HIM", "30_31/LIGHTMAP/OBJECTLIGHTMAPDATA.LIT"] {
        let original = scratch.read(&format!("{ZONE_FOLDER}/{file}"));
        assert_eq!(scratch.read(&format!("same/{file}")), original, "{file}");
    }

    let spawns = json!({ "matching": { "kinds": ["spawn"], "block": [30, 30] } });
    script(&scratch, &json!([{ "action": "set", "things": spawns, "field": "limit", "to": 0 }]));
    let apply = format!("apply script.json {ZONE_FOLDER} -o {ZONE_FOLDER}");
    let run = scratch.run(&apply).expect_code(2);
    assert!(run.stderr.contains("--force replaces it"), "{run:?}");
    let before = scratch.read(&format!("{ZONE_FOLDER}/30_30.IFO"));
    let run = scratch.run(&format!("{apply} --force")).expect_code(0);
    assert!(run.stdout.contains("1 file written"), "{run:?}");
    let after = scratch.read(&format!("{ZONE_FOLDER}/30_30.IFO"));
    assert_eq!(before.len(), after.len());
    assert_ne!(before, after);

    let run = scratch.run(&format!("check {ZONE_FOLDER}")).expect_code(1);
    let line = "warning[zone-spawn-no-limit]";
    assert!(run.stdout.contains(line) && run.stdout.contains("30_30.IFO"), "{run:?}");
    let run = scratch.run(&format!("check {ZONE_FOLDER} --fix")).expect_code(1);
    assert!(run.stderr.contains("choose yourself: zone-spawn-no-limit"), "{run:?}");
    assert_eq!(scratch.read(&format!("{ZONE_FOLDER}/30_30.IFO")), after, "they may be meant so");

    let spawns = json!({ "matching": { "kinds": ["spawn"], "block": [30, 30] } });
    script(
        &scratch,
        &json!([
            { "action": "set", "things": spawns, "field": "limit", "to": 5 },
            { "action": "set", "things": spawns, "field": "rotation-w", "to": 2.0 },
        ]),
    );
    scratch.run(&format!("{apply} --force")).expect_code(0);
    let run = scratch.run(&format!("check {ZONE_FOLDER}")).expect_code(1);
    assert!(run.stdout.contains("[zone-rotation]"), "{run:?}");
    scratch.run(&format!("check {ZONE_FOLDER} --fix")).expect_code(0);
    let mended = ifo::read(&scratch.read(&format!("{ZONE_FOLDER}/30_30.IFO"))).unwrap();
    let Some(ifo::Body::Spawn(spawns)) = mended.body(ifo::SPAWN) else { unreachable!() };
    let length = |parts: [f32; 4]| parts.iter().map(|part| part * part).sum::<f32>().sqrt();
    let is_one = |parts| (length(parts) - 1.0).abs() < 0.001;
    assert!(spawns.iter().all(|spawn| is_one(spawn.object.rotation_xyzw.map(|part| part.get()))));
}

#[test]
fn what_a_zone_refuses_writes_nothing() {
    let scratch = scratch();
    script(
        &scratch,
        &json!([
            { "action": "drop", "things": "everything" },
            { "action": "move", "things": { "ids": [9] }, "by": [1e9, 0, 0] },
        ]),
    );
    let run = scratch.run(&format!("apply script.json {ZONE_FOLDER} -o out")).expect_code(2);
    assert!(run.stderr.contains("action 1, move: #9 would be at"), "{run:?}");
    assert!(scratch.names("out").is_empty());
}

#[test]
fn the_script_that_the_guide_shows_runs() {
    let scratch = scratch();
    let guide = include_str!("../manual/src/rose.md");
    let (_, behind) = guide.split_once("```json").unwrap();
    scratch.put("script.json", behind.split_once("```").unwrap().0.as_bytes());
    let run = scratch.run(&format!("apply script.json {ZONE_FOLDER} -o out")).expect_code(0);
    assert!(run.stdout.contains("written"), "{run:?}");
}

#[test]
fn a_zone_is_shown_drawn_and_brought_back_from_a_spreadsheet() {
    let scratch = scratch();
    let run = scratch.run(&format!("inspect {ZONE_FOLDER}")).expect_code(0);
    assert!(run.stdout.contains("ROSE zone S01 (zone 1, Mossy Downs)"), "{run:?}");
    assert!(run.stdout.contains("Thorn Boar, level 7"), "{run:?}");

    let render = format!("render {ZONE_FOLDER} --size 200x200 --things spawn,npc -o map.png");
    let run = scratch.run(&render).expect_code(0);
    assert!(run.stdout.contains("200 × 200"), "{run:?}");
    scratch
        .run(&format!("render {ZONE_FOLDER} --ground walks --size 90x90 -o walks.png"))
        .expect_code(0);

    scratch.run(&format!("export {ZONE_FOLDER} -o things.csv")).expect_code(0);
    let import = format!("import things.csv --onto {ZONE_FOLDER} -o back");
    let run = scratch.run(&import).expect_code(0);
    assert!(run.stdout.contains("nothing differs"), "{run:?}");
    assert_eq!(scratch.read("back/30_30.IFO"), scratch.read(&format!("{ZONE_FOLDER}/30_30.IFO")));
    scratch.put("one.csv", b"id,name\n0,begin\n");
    let run = scratch.run(&format!("import one.csv --onto {ZONE_FOLDER} -o new")).expect_code(0);
    assert!(run.stdout.contains("Change #0"), "{run:?}");
    scratch.run(&format!("export {ZONE_FOLDER} -o things.json")).expect_code(0);
    let run = scratch.run(&format!("import things.json --onto {ZONE_FOLDER} -o json"));
    assert!(run.expect_code(0).stdout.contains("nothing differs"));
}

#[test]
fn one_block_is_checked_and_edited_alone() {
    let scratch = scratch();
    let block = format!("{ZONE_FOLDER}/31_30.IFO");
    let run = scratch.run(&format!("check {block}")).expect_code(0);
    assert!(run.stdout.is_empty(), "points in other blocks stand where they should: {run:?}");
    let spawns = json!({ "matching": { "kinds": ["npc"], "block": [31, 30] } });
    script(
        &scratch,
        &json!([{ "action": "set", "things": spawns, "field": "object-id", "to": 999 }]),
    );
    scratch.run(&format!("apply script.json {block} -o alone.IFO")).expect_code(0);
    assert_ne!(scratch.read("alone.IFO"), scratch.read(&block));
    let run = scratch.run(&format!("apply script.json {block} -o {ZONE_FOLDER} --force"));
    assert!(run.expect_code(0).stdout.contains("1 file written"));
    assert_eq!(scratch.read("alone.IFO"), scratch.read(&block));
    let run = scratch.run(&format!("check {block}")).expect_code(1);
    assert!(run.stdout.contains("error[zone-unknown-npc]"), "{run:?}");
    let run = scratch.run("commands zon").expect_code(0);
    assert!(run.stdout.contains("shape-heights: Shape the ground"), "{run:?}");
}

#[test]
fn a_zone_opens_by_the_name_that_the_game_has_for_it() {
    let scratch = scratch();
    let run = scratch.run("inspect S01").expect_code(0);
    assert!(run.stdout.contains("ROSE zone S01 (zone 1, Mossy Downs)"), "{run:?}");
    let run = scratch.run("inspect Atlantis").expect_code(2);
    assert!(run.stderr.contains("no zone of LIST_ZONE.STB is called Atlantis"), "{run:?}");
    for command in ["check", "inspect", "export -o out.json"] {
        let run = scratch.run(&format!("{command} S0l")).expect_code(2);
        assert!(run.stderr.contains("is called S0l; did you mean S01?"), "{run:?}");
    }
    let by_name = scratch.run("check S01");
    assert_eq!(by_name.stdout, scratch.run(&format!("check {ZONE_FOLDER}")).stdout);
}

#[test]
fn tiles_are_drawn_with_their_textures_where_they_are_at_hand() {
    let scratch = scratch();
    let render = |name: &str| {
        let command = format!("render {ZONE_FOLDER} --ground tiles --size 64x64 -o {name}");
        scratch.run(&command).expect_code(0);
        scratch.read(name)
    };
    let without = render("without.png");
    let mut white = vec![0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0x20];
    white.extend([255; 3]);
    // In place of the sample's own: what a file is, its first bytes say.
    scratch.put("3DDATA/TERRAIN/TILES/SAMPLE/GRASS_01.DDS", &white);
    assert_ne!(render("with.png"), without);
}

/// The same with the copy that a server has of it, in lower case.
fn scratch_with_copy() -> Scratch {
    let scratch = scratch();
    for file in Zone::new(Plan::small(1)).files() {
        let path = format!("server/{}", file.path.to_lowercase());
        scratch.make_folder(path.rsplit_once('/').unwrap().0);
        scratch.put(&path, &file.bytes);
    }
    scratch
}

#[test]
fn a_copy_is_kept_in_step_or_nothing_is_written() {
    let scratch = scratch_with_copy();
    let spawns = json!({ "matching": { "kinds": ["spawn"], "block": [30, 30] } });
    let set = |field: &str, to: i32| {
        let set = json!([{ "action": "set", "things": spawns, "field": field, "to": to }]);
        script(&scratch, &set);
    };
    let own = format!("{ZONE_FOLDER}/30_30.IFO");
    let (zone, there) = (ZONE_FOLDER.to_lowercase(), format!("server/{}", own.to_lowercase()));
    set("limit", 9);
    let apply = format!("apply script.json {ZONE_FOLDER} -o {ZONE_FOLDER} --force");
    let run = scratch.run(&format!("{apply} --also server")).expect_code(0);
    assert!(run.stdout.contains("2 files written"), "{run:?}");
    assert_eq!(scratch.read(&own), scratch.read(&there));

    set("range", 77);
    let copy = format!("server/{zone}");
    scratch.run(&format!("apply script.json {copy} -o {copy} --force")).expect_code(0);
    let before = (scratch.read(&own), scratch.read(&there));
    set("limit", 12);
    scratch.put("landwright.toml", b"copies = 'server'\n");
    // Whose file this is, nobody knows before the person has said so.
    let run = scratch.run(&apply).expect_code(2);
    assert!(run.stderr.contains("landwright.toml (your own) writes copies to "), "{run:?}");
    assert!(run.stderr.contains("--trust"), "{run:?}");
    assert!((scratch.read(&own), scratch.read(&there)) == before);
    let run = scratch.run(&format!("{apply} --trust")).expect_code(2);
    assert!(run.stderr.contains("server: trusted from now on"), "{run:?}");
    let run = scratch.run(&apply).expect_code(2);
    assert!(run.stderr.contains("30_30.IFO: spawn 0: range is"), "{run:?}");
    assert!(run.stderr.contains("and 77 there"), "{run:?}");
    assert!((scratch.read(&own), scratch.read(&there)) == before);
    assert!(run.stderr.contains("--differing"), "{run:?}");
    // What differs may be left, or what was edited may be written there.
    let run = scratch.run(&format!("{apply} --differing leave")).expect_code(0);
    assert!(run.stderr.contains("77 there; it is left so"), "{run:?}");
    assert!(scratch.read(&there) == before.1 && scratch.read(&own) != before.0);
    set("limit", 13);
    scratch.run(&format!("{apply} --differing edited")).expect_code(0);
    let spawns_of = |path: &str| {
        let read = ifo::read(&scratch.read(path)).unwrap();
        let Some(ifo::Body::Spawn(spawns)) = read.body(ifo::SPAWN) else { unreachable!() };
        spawns.iter().map(|spawn| (spawn.limit, spawn.range_m)).collect::<Vec<_>>()
    };
    assert!(spawns_of(&own).iter().all(|(limit, range)| *limit == 13 && *range != 77));
    assert!(spawns_of(&there).iter().all(|spawn| *spawn == (13, 77)));
    scratch.run(&format!("apply script.json {ZONE_FOLDER} -o alone")).expect_code(0);
    let run = scratch.run(&format!("{apply} --also {ZONE_FOLDER}/../..")).expect_code(2);
    assert!(run.stderr.contains("has no copy of the zone"), "{run:?}");
}

#[test]
fn mending_heeds_what_the_project_says() {
    let scratch = scratch();
    let spawns = json!({ "matching": { "kinds": ["spawn"], "block": [30, 30] } });
    let npcs = json!({ "matching": { "kinds": ["npc"], "block": [30, 30] } });
    script(
        &scratch,
        &json!([
            { "action": "set", "things": spawns, "field": "limit", "to": 0 },
            { "action": "set", "things": spawns, "field": "interval", "to": 0 },
            { "action": "duplicate", "things": npcs },
        ]),
    );
    let apply = format!("apply script.json {ZONE_FOLDER} -o {ZONE_FOLDER} --force");
    scratch.run(&apply).expect_code(0);
    let settings = "\
[severity]
zone-spawn-no-interval = 'warning'
[[ignore]]
code = 'zone-spawn-no-limit'
file = '**/30_30.IFO'
reason = 'filled by script'
";
    scratch.put("landwright.toml", settings.as_bytes());
    let run = scratch.run(&format!("check {ZONE_FOLDER} --fix")).expect_code(1);
    assert!(run.stderr.contains("choose yourself: zone-spawn-no-interval"), "{run:?}");
    assert!(!run.stdout.contains("zone-spawn-no-limit"), "{run:?}");
    let mended = ifo::read(&scratch.read(&format!("{ZONE_FOLDER}/30_30.IFO"))).unwrap();
    let Some(ifo::Body::Spawn(spawns)) = mended.body(ifo::SPAWN) else { unreachable!() };
    assert!(!spawns.is_empty());
    let is_off = spawns.iter().all(|spawn| (spawn.limit, spawn.interval_s) == (0, 0));
    assert!(is_off, "somebody may have switched them off: {spawns:?}");
}

#[test]
fn mending_goes_on_where_a_point_is_gone_that_warps_lead_to_and_still_tells_of_it() {
    let scratch = scratch();
    let spawns = json!({ "matching": { "kinds": ["spawn"], "block": [30, 30] } });
    let points = json!({ "matching": { "kinds": ["point"] } });
    script(
        &scratch,
        &json!([
            { "action": "set", "things": spawns, "field": "rotation-w", "to": 2.0 },
            { "action": "delete", "things": points },
        ]),
    );
    let apply = format!("apply script.json {ZONE_FOLDER} -o {ZONE_FOLDER} --force");
    scratch.run(&apply).expect_code(0);
    let zon = scratch.read(&format!("{ZONE_FOLDER}/S01.ZON"));
    let told = |arguments: &str| {
        let run = scratch.run(&format!("check {ZONE_FOLDER}{arguments}")).expect_code(1);
        let n = |code: &str| run.stdout.matches(code).count();
        (n("zone-warp-no-point"), n("zone-rotation"))
    };
    let (n_lost, n_turned) = told("");
    assert!(n_lost > 0 && n_turned > 0);
    assert_eq!(told(" --fix"), (n_lost, 0), "nothing mends a point that is gone");
    assert_eq!(told(""), (n_lost, 0));
    assert!(scratch.read(&format!("{ZONE_FOLDER}/S01.ZON")) == zon);
}

#[test]
fn imports_and_fixes_are_followed_by_copies_as_well() {
    let scratch = scratch_with_copy();
    // Its own game among them.
    scratch.put("landwright.toml", b"copies = ['server', '.']\n");
    let run = scratch.run(&format!("check {ZONE_FOLDER}"));
    assert!(run.stderr.contains("left out, because you have not trusted it"), "{run:?}");
    scratch.run(&format!("check {ZONE_FOLDER} --trust"));
    let own = format!("{ZONE_FOLDER}/30_30.IFO");
    let there = format!("server/{}", own.to_lowercase());
    let as_read = scratch.read(&own);
    let in_step = || {
        assert!(scratch.read(&own) == scratch.read(&there));
        scratch.read(&own)
    };
    scratch.run(&format!("export {ZONE_FOLDER} -o things.csv")).expect_code(0);
    let csv = String::from_utf8(scratch.read("things.csv")).unwrap();
    let row = csv.lines().find(|row| row.contains(",spawn,30_30,0,")).unwrap();
    let id = row.split_once(',').unwrap().0;
    scratch.put("one.csv", format!("id,rotation-w\n{id},2\n").as_bytes());
    let import = format!("import one.csv --onto {ZONE_FOLDER} -o {ZONE_FOLDER} --force");
    let run = scratch.run(&import).expect_code(0);
    assert!(run.stdout.contains("2 files written"), "{run:?}");
    let imported = in_step();
    assert_ne!(imported, as_read);

    let run = scratch.run(&format!("check {ZONE_FOLDER} --fix")).expect_code(0);
    assert!(run.stderr.contains("1 file of copies written with it"), "{run:?}");
    assert_ne!(in_step(), imported);

    // What differs there is told, and nothing is written anywhere.
    scratch.run(&import).expect_code(0);
    let before = in_step();
    scratch.put("landwright.toml", b"");
    scratch.put("range.csv", format!("id,range\n{id},99\n").as_bytes());
    let lower = format!("server/{}", ZONE_FOLDER.to_lowercase());
    scratch.run(&format!("import range.csv --onto {lower} -o {lower} --force")).expect_code(0);
    scratch.put("landwright.toml", b"copies = ['server', '.']\n");
    let other = scratch.read(&there);
    let run = scratch.run(&format!("check {ZONE_FOLDER} --fix")).expect_code(2);
    assert!(run.stderr.contains("30_30.IFO: spawn 0: range is"), "{run:?}");
    assert!(run.stdout.contains("zone-rotation"), "still told: {run:?}");
    assert!(scratch.read(&own) == before && scratch.read(&there) == other);
}

#[test]
fn a_zone_is_written_into_no_folder_where_another_one_stands() {
    let scratch = scratch();
    script(&scratch, &json!([]));
    scratch.make_folder("out");
    scratch.put("out/34_32.IFO", b"of another zone");
    for force in ["", " --force"] {
        let apply = format!("apply script.json {ZONE_FOLDER} -o out{force}");
        let run = scratch.run(&apply).expect_code(2);
        let said = "out contains files of a different zone: block 34_32. They would";
        assert!(run.stderr.contains(said) && run.stderr.contains("nothing was written"), "{run:?}");
        assert_eq!(scratch.names("out"), ["34_32.IFO"]);
    }
    std::fs::remove_file(scratch.file("out/34_32.IFO")).unwrap();
    let apply = format!("apply script.json {ZONE_FOLDER} -o out");
    scratch.run(&apply).expect_code(0);
    scratch.run(&format!("{apply} --force")).expect_code(0);
}

#[test]
#[cfg(feature = "window")]
fn names_are_written_into_a_picture_where_there_is_room() {
    let scratch = scratch();
    let picture = |options: &str| {
        scratch.run(&format!("render {ZONE_FOLDER} -o map.png --force {options}")).expect_code(0);
        scratch.read("map.png")
    };
    let bare = picture("--size 600x600 --things npc");
    let named = picture("--size 600x600 --things npc --names");
    assert_ne!(named, bare);
    assert_eq!(named, picture("--size 600x600 --things npc --names"), "the same everywhere");
    assert_eq!(
        picture("--size 600x600 --things water --names"),
        picture("--size 600x600 --things water")
    );
}

#[test]
fn mending_says_which_lightmaps_lead_elsewhere() {
    let scratch = scratch();
    scratch.put("landwright.toml", b"[severity]\nzone-outside-block = 'warning'\n");
    let other = scratch.read(&format!("{ZONE_FOLDER}/30_30.IFO"));
    scratch.put(&format!("{ZONE_FOLDER}/31_30.IFO"), &other);
    let run = scratch.run(&format!("check {ZONE_FOLDER} --fix")).expect_code(1);
    assert!(run.stderr.contains("choose yourself: zone-outside-block"), "{run:?}");
    assert_eq!(
        scratch.read(&format!("{ZONE_FOLDER}/31_30.IFO")),
        other,
        "nothing is moved in bulk"
    );
    let settle = json!({ "action": "settle", "things": { "matching": { "block": [31, 30] } } });
    script(&scratch, &json!([settle]));
    let apply = format!("apply script.json {ZONE_FOLDER} -o {ZONE_FOLDER} --force");
    let run = scratch.run(&apply).expect_code(0);
    let said = [run.stdout.as_str(), run.stderr.as_str()].concat();
    assert!(
        said.lines()
            .any(|line| line.contains("lightmaps") && line.contains("are on different objects")),
        "{run:?}"
    );
    let run = scratch.run("explain zone-outside-block").expect_code(0);
    assert!(run.stdout.contains("lightmaps"), "{run:?}");
}

#[test]
fn what_is_said_of_a_zone_without_all_of_its_parts_ends_with_2() {
    let scratch = scratch();
    let cut = format!("{ZONE_FOLDER}/31_30.IFO");
    scratch.run(&format!("export {ZONE_FOLDER} -o whole.csv")).expect_code(0);
    let whole = scratch.read(&cut);
    scratch.put(&cut, &whole[..60]);
    script(&scratch, &json!([]));
    for command in [
        format!("export {ZONE_FOLDER} -o part.csv"),
        format!("inspect {ZONE_FOLDER}"),
        format!("render {ZONE_FOLDER} -o part.png"),
        format!("apply script.json {ZONE_FOLDER} -o {ZONE_FOLDER} --force"),
    ] {
        let run = scratch.run(&command).expect_code(2);
        assert!(run.stderr.contains("error[file-unreadable]"), "{run:?}");
    }
    // All that is not read would count as deleted.
    for option in ["--dry-run", &format!("-o {ZONE_FOLDER} --force")] {
        let run = scratch.run(&format!("import whole.csv --onto {ZONE_FOLDER} {option}"));
        assert!(run.stderr.contains("it is not known what differs"), "{run:?}");
        assert_eq!(run.code, 2);
    }
    assert_eq!(scratch.read(&cut), &whole[..60]);
}

#[cfg(unix)]
#[test]
fn a_part_behind_a_link_out_of_the_game_is_told_and_missed() {
    let scratch = scratch();
    let part = format!("{ZONE_FOLDER}/31_30.IFO");
    let outside = tempfile::tempdir().unwrap();
    std::fs::rename(scratch.file(&part), outside.path().join("part")).unwrap();
    std::os::unix::fs::symlink(outside.path().join("part"), scratch.file(&part)).unwrap();
    script(&scratch, &json!([]));
    let run = scratch.run(&format!("check {ZONE_FOLDER}")).expect_code(2);
    assert!(run.stdout.contains("31_30.IFO"), "{run:?}");
    let run = scratch.run(&format!("apply script.json {ZONE_FOLDER} -o new")).expect_code(2);
    assert!(run.stderr.contains("nothing was written"), "{run:?}");
}

#[cfg(unix)]
#[test]
fn a_zone_with_a_part_that_can_not_be_read_is_not_written_elsewhere_without_it() {
    let scratch = scratch();
    script(&scratch, &json!([]));
    let other = scratch.file(&format!("{ZONE_FOLDER}/31_30.HIM"));
    std::fs::remove_file(&other).unwrap();
    for target in ["missing.HIM", "31_30.HIM"] {
        // A link to nothing, and one that leads to itself.
        std::os::unix::fs::symlink(target, &other).unwrap();
        let run = scratch.run(&format!("apply script.json {ZONE_FOLDER} -o new")).expect_code(2);
        assert!(run.stderr.contains("31_30.HIM") && run.stderr.contains("nothing was written"));
        assert!(!scratch.file("new").exists());
        std::fs::remove_file(&other).unwrap();
    }
    scratch.run(&format!("apply script.json {ZONE_FOLDER} -o new")).expect_code(0);
}
