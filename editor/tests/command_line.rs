//! The program as a person runs it: what it prints, and how it ends.

mod support;

use std::fs;
use std::io::Write;
use std::process::Stdio;

use expect_test::{Expect, expect};
use support::{Run, Scratch, finish, samples};

#[track_caller]
fn check_stdout(run: &Run, expected: &Expect) {
    expected.assert_eq(&run.stdout);
}

#[track_caller]
fn check_stderr(run: &Run, expected: &Expect) {
    expected.assert_eq(&run.stderr);
}

#[test]
fn it_says_its_version_and_its_commands() {
    let scratch = Scratch::new();
    let version = scratch.run("--version").expect_code(0);
    assert_eq!(version.stdout, format!("landwright {}\n", env!("CARGO_PKG_VERSION")));
    let help = scratch.run("--help").expect_code(0);
    for command in [
        "inspect",
        "build",
        "roundtrip",
        "find",
        "recompress",
        "check",
        "apply",
        "commands",
        "path",
        "render",
        "export",
        "import",
        "explain",
        "completions",
    ] {
        assert!(help.stdout.contains(&format!("\n  {command} ")), "{command}: {help:?}");
        scratch.run(&format!("{command} --help")).expect_code(0);
    }
}

#[test]
fn a_mistyped_command_is_wrong_use_and_gets_a_hint() {
    let run = Scratch::new().run("inspct a.gat").expect_code(2);
    let said =
        "error: inspct is neither a command nor a file; did you mean `landwright inspect`?\n";
    assert_eq!(run.stderr, said);
}

#[test]
fn a_file_that_is_not_there_opens_no_window() {
    let run = Scratch::new().run("maps/none.gat").expect_code(2);
    assert_eq!(run.stderr, "error: maps/none.gat: there is no such file or folder\n");
}

#[test]
fn codes_are_explained() {
    let scratch = Scratch::new();
    let all = scratch.run("explain").expect_code(0);
    assert!(all.stdout.lines().any(|line| line.starts_with("file-unreadable ")), "{all:?}");
    let one = scratch.run("explain file-unreadable").expect_code(0);
    assert!(one.stdout.starts_with("error[file-unreadable]: Unreadable file\n"), "{one:?}");
    check_stderr(
        &scratch.run("explain file-unredable").expect_code(2),
        &expect![[r#"
            error: no rule has the code `file-unredable`; did you mean `file-unreadable`?

            `landwright explain` lists all codes
        "#]],
    );
}

#[test]
fn shells_learn_the_commands() {
    let scratch = Scratch::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = scratch.run(&format!("completions {shell}")).expect_code(0);
        for command in ["roundtrip", "render", "export", "import"] {
            assert!(run.stdout.contains(command), "{shell}: {command}");
        }
    }
}

#[test]
fn a_map_is_told_in_words() {
    let scratch = Scratch::with_samples();
    check_stdout(
        &scratch.run("inspect island.gat").expect_code(0),
        &expect![[r#"
        island.gat
        Ragnarok: altitude and terrain of a map (gat), 134 bytes

        Map
          version    1.3, with a water bit
          size       3 × 2 tiles
          altitude   0 to 340282350000000000000000000000000000000, and 1 that are no number (the lower number is the higher ground)
          water bit  1 tiles

        Tiles by type
          0  4  66.7 %  walkable
          1  1  16.7 %  blocked
          6  1  16.7 %  walkable on servers, cliff to bots

        File
          not understood  nothing
    "#]],
    );
    check_stdout(
        &scratch.run("inspect 31_30.IFO").expect_code(0),
        &expect![[r#"
        31_30.IFO
        ROSE: objects of a block (ifo), 1,257 bytes

        Block
          name   "31_30"
          place  column 31, row 30 of the zone

        Objects stand at (cm, as in the file)
          x  -10443.994 to -10443.994
          y  26731.006 to 26731.006
          z  131 to 131

        Blocks of the file
           0  map info          16 × 16 patches
           1  deco              2 objects
           2  npc               1 object
           3  cnst (buildings)  1 object
           4  sound             1 object
           5  effect            1 object
           6  animated          1 object
           7  old water         2 × 2 patches, 0 with water
           8  spawn             1 object
           9  water planes      1 plane
          10  warp              1 object
          11  collision         1 object
          12  event             1 object
          13  area              4 bytes, not understood since its layout is unknown

        Monsters (row of LIST_NPC.STB)
          257  "블러드뱃"     1 spawn
          271  "Goblin"       1 spawn
          274  "Goblin King"  1 spawn

        NPCs
          1030  "블러드뱃"  "EM01-001.CON"

        Warps (row of WARP.STB)
          -1  "블러드뱃"

        Events (trigger, function)
          "Tutorial_1"  "EMPTY"

        File
          not understood  4 bytes, which are kept as they are
    "#]],
    );
    check_stdout(
        &scratch.run("inspect x1000y1000.zgd").expect_code(0),
        &expect![[r#"
        x1000y1000.zgd
        TERA: geometry of a zone (zgd), 62 bytes

        Zone
          size            960 × 960 cells of 16 units
          volumes         473
          floors          -5 to 300
          under open sky  1 volume
          other heights   100 to 100

        Cells by volumes
          0  921,128  99.9 %  nowhere to stand
          1      471   0.1 %  one floor
          2        1   0.0 %  floors above each other

        File
          unpacked        923,492 bytes
          brotli stream   62 bytes, 0 % of that
          not understood  nothing
    "#]],
    );
}

#[test]
fn every_format_is_told_in_words() {
    let scratch = Scratch::with_samples();
    for (name, _) in samples::files() {
        let run = scratch.run(&format!("inspect {name}")).expect_code(0);
        assert!(run.stdout.starts_with(&format!("{name}\n")), "{run:?}");
        assert!(run.stdout.contains("\nFile\n"), "{run:?}");
        assert_eq!(run.stderr, "", "{name}");
    }
}

#[test]
fn the_code_page_is_chosen() {
    let scratch = Scratch::with_samples();
    let korean = scratch.run("inspect 31_30.IFO").expect_code(0);
    assert!(korean.stdout.contains("\"블러드뱃\""), "{korean:?}");
    let western = scratch.run("inspect 31_30.IFO --code-page cp1252").expect_code(0);
    assert!(western.stdout.contains("\"ºí·¯µå¹î\""), "{western:?}");
    scratch.run("inspect 31_30.IFO --code-page klingon").expect_code(2);
}

#[test]
fn json_that_was_not_changed_makes_the_same_file() {
    let scratch = Scratch::with_samples();
    for (name, bytes) in samples::files() {
        let json = scratch.run(&format!("inspect {name} --json")).expect_code(0);
        assert!(json.json().get("format").is_some_and(|format| format.is_string()), "{name}");
        scratch.put("sample.json", json.stdout.as_bytes());
        let built = format!("built_{name}");
        scratch.run(&format!("build sample.json -o {built}")).expect_code(0);
        assert!(scratch.read(&built) == bytes, "{name}");
    }
}

#[test]
fn an_edit_in_json_reaches_the_file() {
    let scratch = Scratch::with_samples();
    let json = scratch.run("inspect 31_30.IFO --json").stdout;
    scratch.put("edited.json", json.replace("\"limit\": 5", "\"limit\": 6").as_bytes());
    scratch.run("build edited.json -o edited.ifo").expect_code(0);
    let run = scratch.run("find limit=6 edited.ifo").expect_code(0);
    assert!(run.stdout.starts_with("edited.ifo: spawn 0:"), "{run:?}");
    let (old, new) = (scratch.read("31_30.IFO"), scratch.read("edited.ifo"));
    assert_eq!(old.iter().zip(&new).filter(|(old, new)| old != new).count(), 1);
}

#[test]
fn json_comes_from_standard_input_too() {
    let scratch = Scratch::with_samples();
    let json = scratch.run("inspect 31_30.TIL --json").stdout;
    let mut command = scratch.command(&["build", "-", "-o", "again.til"]);
    command.stdin(Stdio::piped()).stdout(Stdio::null());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(json.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(scratch.read("again.til"), scratch.read("31_30.TIL"));
}

#[test]
fn a_file_is_replaced_only_when_that_is_asked_for() {
    let scratch = Scratch::with_samples();
    let json = scratch.run("inspect island.fld2 --json").stdout;
    scratch.put("a.json", json.as_bytes());
    let old = scratch.read("island.gat");
    check_stderr(
        &scratch.run("build a.json -o island.gat").expect_code(2),
        &expect![[r#"
        error: island.gat exists already; --force replaces it and keeps a backup
    "#]],
    );
    assert_eq!(scratch.read("island.gat"), old);
    let run = scratch.run("build a.json -o island.gat --force").expect_code(0);
    assert_eq!(run.stdout, "island.gat: fld2, 6 bytes\n");
    assert_eq!(run.stderr, "warning: island.gat has the name of a gat file, but holds fld2\n");
    assert_eq!(scratch.read("island.gat"), scratch.read("island.fld2"));
    let backup = fs::read(scratch.file(".landwright/backups/island.000001.gat")).unwrap();
    assert_eq!(backup, old);
}

#[test]
fn wrong_json_is_shown_with_its_line() {
    let scratch = Scratch::with_samples();
    let json = scratch.run("inspect island.gat --json").stdout;
    scratch.put("bad.json", json.replacen("\"terrain\"", "\"terran\"", 1).as_bytes());
    check_stderr(
        &scratch.run("build bad.json -o a.gat").expect_code(1),
        &expect![[r#"
        error: bad.json:8:49: unknown field `terran`, expected `altitude` or `terrain`
    "#]],
    );
    check_stderr(
        &scratch.run("build island.gat -o a.gat").expect_code(1),
        &expect![[r#"
        error: island.gat: is no JSON in UTF-8; `landwright inspect FILE --json` makes it
    "#]],
    );
    assert!(!scratch.file("a.gat").exists());
    check_stderr(
        &scratch.run("build none.json -o a.gat").expect_code(2),
        &expect![[r#"
        error: none.json: there is no such file or folder
    "#]],
    );
}

#[test]
fn what_can_not_be_read_says_why() {
    let scratch = Scratch::new();
    scratch.put("cut.gat", b"GRAT\x01\x02\x05\0\0\0\x05\0\0\0\0\0");
    scratch.put("readme.txt", b"hello");
    check_stderr(
        &scratch.run("inspect cut.gat").expect_code(1),
        &expect![[r#"
        error[file-unreadable]: tiles at byte 0xe: needs 500 bytes, 2 are left
         --> cut.gat: bytes 0xe..0x10
    "#]],
    );
    check_stderr(
        &scratch.run("inspect none.gat").expect_code(2),
        &expect![[r#"
        error: none.gat: there is no such file or folder
    "#]],
    );
    let unknown = scratch.run("inspect readme.txt").expect_code(2);
    assert!(unknown.stderr.starts_with("error: readme.txt: not a known format; known are gat,"));
}

#[test]
fn a_round_trip_says_a_line_for_each_file_in_order() {
    let scratch = Scratch::with_samples();
    scratch.put("cut.gat", b"GRAT");
    scratch.put("readme.txt", b"hello");
    let run = scratch.run("roundtrip .").expect_code(1);
    check_stdout(
        &run,
        &expect![[r#"
        ok	./31_30.HIM	him: 32 bytes
        kept	./31_30.IFO	ifo: 4 of 1,257 bytes are kept, not understood
        kept	./31_30.MOV	mov: 5 of 15 bytes are kept, not understood
        ok	./31_30.TIL	til: 22 bytes
        kept	./EM01-001.CON	con: 104 of 628 bytes are kept, not understood
        ok	./JELLY.AIP	aip: 117 bytes
        ok	./JPT01.ZON	zon: 227 bytes
        ok	./LIST_NPC.STB	stb: 79 bytes
        ok	./LIST_NPC_S.STL	stl: 58 bytes
        ok	./OBJECTLIGHTMAPDATA.LIT	lit: 60 bytes
        ok	./QN-1.QSD	qsd: 73 bytes
        ok	./ULNGTB_CON.LTB	ltb: 40 bytes
        refused	./cut.gat	gat: version major at byte 0x4: needs 1 byte, 0 are left
        ok	./island.fld2	fld2: 6 bytes
        ok	./island.gat	gat: 134 bytes
        ok	./island.mcache	mcache: 40 bytes
        kept	./island.rsw	rsw: 3 of 173 bytes are kept, not understood
        ok	./island_p.apd	apd: 36 bytes
        ok	./map_cache.dat	map_cache: 42 bytes
        skipped	./readme.txt	not a known format
        ok	./x1000y1000.zgd	zgd: 62 bytes
    "#]],
    );
    check_stderr(
        &run,
        &expect![[r#"
        21 files: 15 ok, 4 kept, 0 differ, 1 refused, 1 skipped
    "#]],
    );
    assert_eq!(scratch.run("roundtrip .").stdout, run.stdout);
}

#[test]
fn a_round_trip_of_sound_files_is_fine() {
    let scratch = Scratch::with_samples();
    let run = scratch.run("roundtrip --json island.gat 31_30.IFO").expect_code(0);
    let json = run.json();
    let files = json["files"].as_array().unwrap();
    let statuses: Vec<&str> = files.iter().map(|file| file["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["ok", "kept"]);
    assert_eq!(files[1]["n_kept"], 4);
    assert_eq!(json["summary"]["ok"], 1);
    scratch.run("roundtrip").expect_code(2);
    scratch.run("roundtrip no_such_folder").expect_code(2);
}

#[test]
fn things_are_found_in_a_folder() {
    let scratch = Scratch::with_samples();
    let run = scratch.run("find monster=271 limit>=5 .").expect_code(0);
    check_stdout(
        &run,
        &expect![[r#"
        ./31_30.IFO: spawn 0: name="블러드뱃" id=9 type=9 warp=-1 event=0 x=-10443.994 y=26731.006 z=131.0 cell_x=54 cell_y=53 spawn_name="Untitled" monster=257,271,274 monster_name="블러드뱃","Goblin","Goblin King" monster_count=2,1×2 tactic_monster=274 interval=21 limit=5 range=8 tactic_points=200
    "#]],
    );
    check_stderr(
        &run,
        &expect![[r#"
        1 hit in 1 of 19 files
    "#]],
    );
    // The current folder is meant where none is named.
    let here = scratch.run("find thing=row level=7").expect_code(0);
    check_stdout(
        &here,
        &expect![[r#"
        ./LIST_NPC.STB: row 0: row=0 name="Jelly" Level="7"
    "#]],
    );
}

#[test]
fn things_are_found_as_json_with_all_their_fields() {
    let scratch = Scratch::with_samples();
    let json = scratch.run("find --json monster=271 .").expect_code(0).json();
    assert_eq!(json["n_found"], 1);
    let hit = &json["found"][0];
    assert_eq!((&hit["thing"], &hit["index"]), (&"spawn".into(), &0.into()));
    assert_eq!(hit["fields"]["monster"], serde_json::json!([257, 271, 274]));
    assert_eq!(hit["format"], "ifo");
}

#[test]
fn a_long_list_is_cut_and_says_so() {
    let scratch = Scratch::with_samples();
    let run = scratch.run("find height=100 --limit 2 x1000y1000.zgd").expect_code(0);
    assert_eq!(run.stdout.lines().count(), 3, "{run:?}");
    assert!(
        run.stdout.ends_with("x1000y1000.zgd: … and 470 more; --limit 0 shows all\n"),
        "{run:?}"
    );
    let all = scratch.run("find height=100 --limit 0 x1000y1000.zgd").expect_code(0);
    assert_eq!(all.stdout.lines().count(), 472);
}

#[test]
fn a_field_that_nothing_has_is_wrong_use_and_gets_a_hint() {
    let scratch = Scratch::with_samples();
    check_stderr(
        &scratch.run("find monstr=271 31_30.IFO").expect_code(2),
        &expect![[r#"
        error: nothing here has a field `monstr`; did you mean `monster`?

        Fields there are:
          block (ifo): name, block_x, block_y, width, height
          deco, cnst, animated, warp, collision (ifo): name, id, type, warp, event, x, y, z, cell_x, cell_y
          npc (ifo): name, id, type, warp, event, x, y, z, cell_x, cell_y, ai, conversation
          sound (ifo): name, id, type, warp, event, x, y, z, cell_x, cell_y, path, range, interval
          effect (ifo): name, id, type, warp, event, x, y, z, cell_x, cell_y, path
          spawn (ifo): name, id, type, warp, event, x, y, z, cell_x, cell_y, spawn_name, monster, monster_name, monster_count, tactic_monster, interval, limit, range, tactic_points
          water (ifo): x, y, z, x2, y2
          event (ifo): name, id, type, warp, event, x, y, z, cell_x, cell_y, trigger, function
          all of them: thing, index
    "#]],
    );
    check_stderr(
        &scratch.run("find monster .").expect_code(2),
        &expect![[r#"
        error: `monster`: no comparison; write for example monster=271, limit>=5 or name~jelly
    "#]],
    );
    // A field of another format is a field: there is just nothing here that has it.
    let none = scratch.run("find level=99 LIST_NPC.STB").expect_code(0);
    assert_eq!(none.stderr, "0 hits in 0 of 1 file\n");
}

#[test]
fn a_file_that_can_not_be_searched_is_named() {
    let scratch = Scratch::new();
    scratch.put("cut.ifo", b"\x01\0\0");
    let run = scratch.run("find monster=271 .").expect_code(1);
    check_stderr(
        &run,
        &expect![[r#"
        warning: ./cut.ifo was not searched: n blocks at byte 0x0: needs 4 bytes, 3 are left
        0 hits in 0 of 1 file
    "#]],
    );
}

/// A stream that nobody tried to make small.
#[expect(clippy::unwrap_used, reason = "nothing can go wrong in memory")]
fn loosely_packed(payload: &[u8]) -> Vec<u8> {
    let mut stream = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut stream, 4096, 0, 16);
    writer.write_all(payload).unwrap();
    drop(writer);
    stream
}

#[expect(clippy::unwrap_used, reason = "the test that can't go on fails")]
fn unpacked(stream: &[u8]) -> Vec<u8> {
    let mut payload = Vec::new();
    brotli::BrotliDecompress(&mut &*stream, &mut payload).unwrap();
    payload
}

#[test]
fn a_brotli_file_gets_smaller_and_holds_the_same() {
    let scratch = Scratch::with_samples();
    let payload = unpacked(&scratch.read("island_p.apd"));
    let loose = loosely_packed(&payload);
    scratch.put("island_p.apd", &loose);
    let run = scratch.run("recompress island_p.apd").expect_code(0);
    let packed = scratch.read("island_p.apd");
    assert!(packed.len() < loose.len(), "{run:?}");
    assert!(unpacked(&packed) == payload);
    let sizes = format!("island_p.apd: {} bytes before, {} after", loose.len(), packed.len());
    assert!(run.stdout.starts_with(&sizes), "{run:?}");
    let backup = scratch.file(".landwright/backups/island_p.000001.apd");
    assert!(fs::read(backup).unwrap() == loose);

    let again = scratch.run("recompress .").expect_code(0);
    assert!(
        again.stdout.contains("island_p.apd: ") && again.stdout.contains("already"),
        "{again:?}"
    );
    assert!(scratch.read("island_p.apd") == packed);
}

#[test]
fn only_brotli_files_are_recompressed() {
    let scratch = Scratch::with_samples();
    check_stderr(
        &scratch.run("recompress island.gat").expect_code(2),
        &expect![[r#"
        error: island.gat: not a brotli file of TERA (.zgd, .apd)
    "#]],
    );
    scratch.put("broken.zgd", b"not brotli");
    let run = scratch.run("recompress broken.zgd").expect_code(1);
    assert!(run.stderr.contains("broken.zgd"), "{run:?}");
    assert_eq!(scratch.read("broken.zgd"), b"not brotli");
}

#[test]
fn output_that_nobody_reads_is_no_error() {
    let scratch = Scratch::with_samples();
    let mut command = scratch.command(&["inspect", "x1000y1000.zgd", "--json"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // As `head` does when it has seen enough.
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_no_text_is_opened_all_the_same() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let scratch = Scratch::with_samples();
    let name = OsStr::from_bytes(b"\xba\xed.gat");
    fs::rename(scratch.file("island.gat"), scratch.path().join(name)).unwrap();
    let mut command = scratch.command(&["roundtrip"]);
    command.arg(name);
    let run = finish(command).expect_code(0);
    assert_eq!(run.stdout, "ok\t\u{fffd}\u{fffd}.gat\tgat: 134 bytes\n");
}

#[test]
fn a_table_of_no_columns_and_any_number_of_rows_is_shown_at_once() {
    let scratch = Scratch::new();
    scratch.put("a.ltb", &[[0; 4], [0xff; 4]].concat());
    let run = scratch.run("inspect a.ltb").expect_code(0);
    assert!(run.stdout.contains("4,294,967,295"), "{run:?}");
    scratch.run("find thing=row a.ltb").expect_code(0);
}

#[test]
fn a_long_text_that_every_cell_shows_is_cut() {
    let scratch = Scratch::new();
    let (n_cells, n_units) = (2_000_u32, 60_000_u16);
    let mut table = [1_u32.to_le_bytes(), n_cells.to_le_bytes()].concat();
    for _ in 0..n_cells {
        table.extend((8 + n_cells * 6).to_le_bytes());
        table.extend(n_units.to_le_bytes());
    }
    (0..n_units).for_each(|_| table.extend(*b"x\0"));
    scratch.put("a.ltb", &table);
    let run = scratch.run("inspect a.ltb").expect_code(0);
    assert!(run.stdout.contains("x…"), "{run:?}");
    assert!(run.stdout.len() < 10_000);
    let run = scratch.run("find text~x --limit 0 a.ltb").expect_code(0);
    assert!(run.stdout.len() < table.len() * 20, "{}", run.stdout.len());
}

#[test]
fn a_conversation_that_leads_nowhere_is_kept_and_told() {
    let scratch = Scratch::new();
    let mut conversation = vec![0; 0x20c];
    conversation[0x204..0x208].fill(0xff);
    scratch.put("a.con", &conversation);
    let run = scratch.run("inspect a.con").expect_code(0);
    assert!(run.stdout.contains("points to byte 0xffffffff"), "{run:?}");
    scratch.run("roundtrip a.con").expect_code(0);
}
