//! `inspect`: what a file is and what is in it, in words.

use std::process::Stdio;

use expect_test::expect;

use crate::support::{Scratch, samples};
use crate::{check_stderr, check_stdout};

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
          altitude   0 to 340282350000000000000000000000000000000, and 1 that are not numbers (lower numbers are higher ground)
          water bit  1 tile

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

            Positions of objects (cm, as in the file)
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
              not understood  4 bytes, kept as they are
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
          0  921,128  99.9 %  without a floor
          1      471   0.1 %  one floor
          2        1   0.0 %  floors on top of each other

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
fn what_can_not_be_read_says_why() {
    let scratch = Scratch::new();
    scratch.put("cut.gat", b"GRAT\x01\x02\x05\0\0\0\x05\0\0\0\0\0");
    scratch.put("readme.txt", b"hello");
    check_stderr(
        &scratch.run("inspect cut.gat").expect_code(2),
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
    assert!(
        unknown.stderr.starts_with("error: readme.txt: not a known format; known formats are gat,")
    );
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
