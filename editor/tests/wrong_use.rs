//! What a fresh user gets wrong, and what the program says to it.

#![allow(clippy::indexing_slicing, reason = "a test that can't go on fails")]

mod support;

use support::{Run, Scratch};

#[track_caller]
fn check(run: &Run, expected: &str) {
    assert!(run.stderr.contains(expected), "{run:?}");
}

#[test]
fn what_is_no_thing_no_field_and_no_comparison_gets_a_hint() {
    let scratch = Scratch::with_samples();
    let rows = [
        ("find thing=spwan .", "there is no kind of thing `spwan`; did you mean `spawn`?"),
        ("find thing=npc limt=5 .", "did you mean `limit`?"),
        ("find limit==5 .", "`limit==5`: `==` is not a comparison; did you mean `=`?"),
        ("find thing=spawn limit=>5 .", "`=>` is not a comparison; did you mean `>=`?"),
        ("find .", "no query; write one such as monster=271"),
    ];
    for (command, expected) in rows {
        check(&scratch.run(command).expect_code(2), expected);
    }
}

#[test]
fn queries_and_paths_come_in_any_order() {
    let scratch = Scratch::with_samples();
    let first = scratch.run("find monster=271 31_30.IFO").expect_code(0);
    let last = scratch.run("find 31_30.IFO monster=271").expect_code(0);
    assert_eq!((first.stdout.lines().count(), &last.stdout), (1, &first.stdout));
}

#[test]
fn an_empty_text_and_zero_are_values_like_others() {
    let scratch = Scratch::with_samples();
    let nameless = scratch.run("find thing=block name= 31_30.IFO").expect_code(0);
    assert_eq!(nameless.stderr, "0 hits in 0 of 1 file\n");
    let zero = scratch.run("find thing=deco event=0 31_30.IFO").expect_code(0);
    assert_eq!(zero.stdout.lines().count(), 2, "{zero:?}");
}

#[test]
fn a_file_that_is_named_and_not_known_is_said_to_be_skipped() {
    let scratch = Scratch::with_samples();
    scratch.put("notes.txt", b"hello");
    scratch.put("S_A.1.def", b"int32 a\n");
    for command in ["check notes.txt", "find thing=npc notes.txt"] {
        let run = scratch.run(command).expect_code(0);
        check(&run, "warning: notes.txt skipped: not a known format\n");
    }
    // What a folder holds beside maps is not worth a word.
    assert!(!scratch.run("check .").stderr.contains("skipped"));
    check(&scratch.run("inspect S_A.1.def").expect_code(2), "landwright-lsp check");
    check(&scratch.run("check S_A.1.def").expect_code(0), "landwright-lsp check");
    let lines = scratch.run("roundtrip S_A.1.def notes.txt").expect_code(0).stdout;
    assert!(lines.contains("landwright-lsp check"), "{lines}");
}

#[test]
fn that_nothing_was_checked_is_told() {
    let scratch = Scratch::new();
    scratch.make_folder("maps");
    check(&scratch.run("check maps").expect_code(0), "there is no file of a known format here");
}

#[test]
fn files_of_another_game_are_passed_over() {
    let scratch = Scratch::with_samples();
    scratch.put("landwright.toml", b"game = 'ragnarok'");
    scratch.put("film.mov", b"ftypqt");
    assert!(!scratch.run("check .").stdout.contains("film.mov"));
    let lines = scratch.run("roundtrip film.mov island.gat").expect_code(0).stdout;
    assert!(lines.contains("skipped\tfilm.mov\ta format of a different game"), "{lines}");
    assert!(lines.contains("ok\tisland.gat\t"), "{lines}");
}

#[test]
fn a_picture_is_a_png_and_nothing_else() {
    let scratch = Scratch::with_samples();
    let run = scratch.run("render island.gat -o island.jpg").expect_code(2);
    check(&run, "island.jpg: pictures are PNG; the name has to end in .png");
    assert!(!scratch.names(".").contains(&"island.jpg".to_owned()));
}

#[test]
fn cells_outside_a_map_can_be_asked_about() {
    let scratch = Scratch::with_samples();
    let run = scratch.run("path island.gat -1,5 0,0 --json").expect_code(1);
    assert_eq!(run.json()["found"], false, "{run:?}");
    check(
        &scratch.run("path 0,0 island.gat 1,1").expect_code(2),
        "the map comes first, as in `landwright path MAP 10,10 20,20`",
    );
}

#[test]
fn a_script_comes_before_the_map() {
    let scratch = Scratch::with_samples();
    scratch.put("script.json", b"[]");
    let run = scratch.run("apply island.gat script.json -o out.gat").expect_code(2);
    check(&run, "island.gat is not a script; give the script first, then the file to change");
}

#[test]
fn a_table_that_was_cut_is_warned_of() {
    let scratch = Scratch::with_samples();
    let whole = scratch.read("ULNGTB_CON.LTB");
    scratch.put("cut.ltb", &whole[..whole.len() - 3]);
    let sheet = scratch.run("inspect cut.ltb").expect_code(0).stdout;
    assert!(sheet.contains("the text of 1 cell is past the end of the file"), "{sheet}");
    let run = scratch.run("check cut.ltb").expect_code(1);
    assert!(run.stdout.contains("warning[ltb-text-past-end]"), "{run:?}");
    scratch.run("check ULNGTB_CON.LTB").expect_code(0);
}

#[test]
fn what_check_fix_leaves_is_told() {
    let scratch = Scratch::with_samples();
    scratch.put("landwright.toml", b"[severity]\ngat-height-not-finite = 'hint'");
    let run = scratch.run("check island.gat --fix").expect_code(0);
    check(&run, "left; --fix fixes errors and warnings");
}

#[test]
fn offsets_in_packed_files_say_what_they_count_in() {
    let scratch = Scratch::with_samples();
    let whole = scratch.read("island_p.apd");
    scratch.put("cut.apd", &whole[..whole.len() / 2]);
    let run = scratch.run("inspect cut.apd").expect_code(2);
    check(&run, "of the unpacked content: the packed data is broken");
}

#[test]
fn numbers_get_the_names_of_the_project() {
    let scratch = Scratch::with_samples();
    scratch.put("landwright.toml", b"[names]\ntype = 'LIST_NPC.STB'\nmonstr = 'a.stb'");
    let run = scratch.run("find thing=npc index=0 31_30.IFO").expect_code(0);
    check(&run, "there is no key `monstr`; did you mean `monster`?");
    scratch.put("landwright.toml", b"[names]\nevent = 'LIST_NPC.STB'");
    let run = scratch.run("find thing=npc index=0 31_30.IFO").expect_code(0);
    assert!(run.stdout.contains(" event=0 (\"Jelly\")"), "{run:?}");
}

#[test]
fn the_water_of_a_map_may_be_in_a_root() {
    let scratch = Scratch::with_samples();
    scratch.make_folder("client/data");
    scratch.make_folder("maps");
    scratch.put("client/data/other.rsw", &scratch.read("island.rsw"));
    scratch.put("maps/other.gat", &scratch.read("island.gat"));
    let run = scratch.run("export maps/other.gat -o a.mcache").expect_code(0);
    check(&run, "no RSW is beside the map or in a root");
    scratch.put("landwright.toml", b"roots = ['client', 'gone']");
    let run = scratch.run("export maps/other.gat -o c.mcache").expect_code(0);
    check(&run, "no RSW is beside the map or in a root");
    assert_eq!(
        run.stderr.matches("left out, because you have not trusted it").count(),
        1,
        "{run:?}"
    );
    let run = scratch.run("export maps/other.gat -o b.mcache --trust").expect_code(0);
    check(&run, "client/data/other.rsw");
    assert_eq!(run.stderr.matches("error[project-missing-root]").count(), 1, "{run:?}");
}
