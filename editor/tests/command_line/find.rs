//! `find`: things by their fields.

use expect_test::expect;
use landwright_core::format::rose::stb::{self, Row, Stb};
use landwright_core::format::text::{BoundedText, Text};

use crate::support::Scratch;
use crate::{check_stderr, check_stdout};

#[test]
fn things_are_found_in_a_folder() {
    let scratch = Scratch::with_samples();
    let run = scratch.run("find monster=271 limit>=5 .").expect_code(0);
    check_stdout(
        &run,
        &expect![[r#"
        ./31_30.IFO: spawn 0 #8: name="블러드뱃" id=9 type=9 warp=-1 event=0 x=-10443.994 y=26731.006 z=131.0 cell_x=54 cell_y=53 spawn_name="Untitled" monster=257,271,274 monster_name="블러드뱃","Goblin","Goblin King" monster_count=2,1×2 tactic_monster=274 interval=21 limit=5 range=8 tactic_points=200
    "#]],
    );
    check_stderr(
        &run,
        &expect![[r#"
            1 hit in 1 of 41 files
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
    assert_eq!(hit["number"], 8, "in the zone of the folder");
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

/// A table of names, each in its row.
fn table(named: &[(usize, &str)]) -> Vec<u8> {
    let text = |text: &str| BoundedText::try_from(Text::from(text)).unwrap_or_default();
    let name = |row| named.iter().find(|(at, _)| *at == row).map_or("", |(_, name)| name);
    let n_rows = named.iter().map(|(row, _)| row + 1).max().unwrap_or_default();
    let row = |row| Row { name: text(name(row)), cells: vec![] };
    let rows: Vec<Row> = (0..n_rows).map(row).collect();
    let stb = Stb::new(&[text(""), text("")], &rows);
    stb.map(|stb| stb::write(&stb)).unwrap_or_default()
}

#[test]
fn a_name_of_a_table_is_looked_for_as_its_number_is() {
    let scratch = Scratch::with_samples();
    scratch.put("landwright.toml", b"[names]\nmonster = 'names.stb'\n");
    scratch.put("names.stb", &table(&[(257, "Bat"), (271, "Jelly"), (274, "Jelly")]));
    let found = scratch.run("find --json monster=bat .").expect_code(0).json();
    assert_eq!(found["n_found"], scratch.run("find --json monster=257 .").json()["n_found"]);
    let run = scratch.run("find monster=Jelly .").expect_code(2);
    assert!(
        run.stderr.contains(
            "monster is \"Jelly\", and has to be one of the rows that have this name: 271, 274"
        ),
        "{run:?}"
    );
}

#[test]
fn a_field_that_nothing_has_is_wrong_use_and_gets_a_hint() {
    let scratch = Scratch::with_samples();
    check_stderr(
        &scratch.run("find monstr=271 31_30.IFO").expect_code(2),
        &expect![[r#"
            error: nothing here has a field `monstr`; did you mean `monster`?

            Existing fields:
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
        error: `monster`: not a comparison; write for example monster=271, limit>=5 or name~jelly
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
    let run = scratch.run("find monster=271 .").expect_code(2);
    check_stderr(
        &run,
        &expect![[r#"
        warning: ./cut.ifo was not searched: n blocks at byte 0x0: needs 4 bytes, 3 are left
        0 hits in 0 of 1 file
    "#]],
    );
}
