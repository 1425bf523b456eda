//! `roundtrip`: whether files come back the same.

use std::fs;

use expect_test::expect;

use crate::support::{Scratch, finish};
use crate::{check_stderr, check_stdout};

#[cfg(unix)]
#[test]
fn a_map_behind_a_link_out_of_the_folder_is_told_by_every_command_on_folders() {
    let scratch = Scratch::with_samples();
    scratch.make_folder("in");
    scratch.put("sample.gat", b"GRAT");
    std::os::unix::fs::symlink("../sample.gat", scratch.file("in/m.gat")).unwrap();
    scratch.make_folder("real");
    for command in ["roundtrip in", "check in", "diff in real"] {
        let run = scratch.run(command);
        assert!(run.stderr.contains("warning: in/m.gat skipped: a link leads out"), "{run:?}");
    }
}

#[test]
fn a_round_trip_says_a_line_for_each_file_in_order() {
    let scratch = Scratch::with_samples();
    scratch.put("cut.gat", b"GRAT");
    scratch.put("readme.txt", b"hello");
    let run = scratch.run("roundtrip .").expect_code(2);
    check_stdout(
        &run,
        &expect![[r#"
            ok	./31_30.HIM	him: 32 bytes
            kept	./31_30.IFO	ifo: 4 of 1,257 bytes are kept without being understood
            kept	./31_30.MOV	mov: 5 of 15 bytes are kept without being understood
            ok	./31_30.TIL	til: 22 bytes
            kept	./ARM.ZMS	zms: 1 of 589 bytes are kept without being understood
            kept	./EM01-001.CON	con: 104 of 628 bytes are kept without being understood
            ok	./FIRE.EFT	eft: 270 bytes
            ok	./HELP.HLP	hlp: 37 bytes
            ok	./JELLY.AIP	aip: 117 bytes
            ok	./JPT01.ZON	zon: 227 bytes
            kept	./LIST_DECO.ZSC	zsc: 3 of 178 bytes are kept without being understood
            ok	./LIST_NPC.CHR	chr: 89 bytes
            ok	./LIST_NPC.STB	stb: 79 bytes
            ok	./LIST_NPC_S.STL	stl: 58 bytes
            ok	./LOGIN.ZCA	zca: 191 bytes
            ok	./MALE.ZMD	zmd: 118 bytes
            ok	./OBJECTLIGHTMAPDATA.LIT	lit: 60 bytes
            ok	./PATCH.LOD	lod: 3,857 bytes
            ok	./QN-1.QSD	qsd: 73 bytes
            ok	./RANGE.TBL	tbl: 24 bytes
            ok	./SPARK.PTL	ptl: 184 bytes
            kept	./UI.TSI	tsi: 5 of 92 bytes are kept without being understood
            ok	./ULNGTB_CON.LTB	ltb: 40 bytes
            kept	./WALK.ZMO	zmo: 1 of 111 bytes are kept without being understood
            refused	./cut.gat	gat: version major at byte 0x4: needs 1 byte, 0 are left
            kept	./data.idx	idx: 2 of 79 bytes are kept without being understood
            ok	./house.rsm	rsm: 1,307 bytes
            ok	./house.rsm2	rsm2: 659 bytes
            ok	./island.fld2	fld2: 6 bytes
            ok	./island.fld2.gz	fld2.gz: 26 bytes
            ok	./island.gat	gat: 134 bytes
            ok	./island.gnd	gnd: 654 bytes
            ok	./island.mcache	mcache: 40 bytes
            kept	./island.rsw	rsw: 3 of 929 bytes are kept without being understood
            ok	./island_p.apd	apd: 36 bytes
            ok	./isle.map	map: 97 bytes
            ok	./isle.nav	nav: 140 bytes
            ok	./isle.s3d	s3d: 169 bytes
            kept	./isle.wld	wld: 7 of 111 bytes are kept without being understood
            ok	./isle.wtr	wtr: 90 bytes
            ok	./map_cache.dat	map_cache: 42 bytes
            skipped	./readme.txt	not a known format
            ok	./x1000y1000.zgd	zgd: 62 bytes
        "#]],
    );
    check_stderr(
        &run,
        &expect![[r#"
            43 files: 31 ok, 10 kept, 0 differ, 1 refused, 1 skipped
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
    assert_eq!(run.stdout, "ok\t\\xba\\xed.gat\tgat: 134 bytes\n");
}

#[test]
fn an_archive_of_ragnarok_is_looked_at_and_read_through() {
    use landwright_core::format::ragnarok::gat::Version;
    use landwright_core::sample::ragnarok::{Plan, island, server};
    let scratch = Scratch::with_samples();
    let gat = island(Plan { seed: 1, width: 40, height: 30, version: Version::V1_2 }).gat;
    let bytes = server::archive("isle", &gat, 1).unwrap();
    scratch.put("data.grf", &bytes);
    let run = scratch.run("inspect data.grf").expect_code(0);
    assert!(run.stdout.contains("  version    0x200\n") && run.stdout.contains("gat"), "{run:?}");
    scratch.run("inspect data.grf --json").expect_code(2);
    let run = scratch.run("roundtrip data.grf").expect_code(0);
    assert!(run.stdout.starts_with("ok\tdata.grf\tgrf: "), "{run:?}");
    assert!(run.stdout.contains(" files, 5 of them of known formats"), "{run:?}");
    // A warp on the map in it.
    scratch.put("npc.txt", b"isle,10,8,0\twarp\ta\t1,1,nowhere,10,8\n");
    let run = scratch.run("scripts npc.txt --maps data.grf").expect_code(1);
    assert!(run.stdout.contains("there is no map `nowhere`"), "{run:?}");
    assert!(!run.stdout.contains("`isle`"), "{run:?}");
    let mut cut = bytes;
    let start = 46;
    cut[start..start + 200].fill(0xff);
    scratch.put("cut.grf", &cut);
    let run = scratch.run("roundtrip cut.grf").expect_code(2);
    assert!(run.stdout.starts_with("refused\tcut.grf\tgrf: "), "{run:?}");
}
