//! Packets and what is known of them: `layout`, `decode`, `encode`, `diff`.

use std::fs;

use expect_test::{Expect, expect};

use crate::scratch::{PACKET, Scratch, repository};

#[test]
fn a_layout_has_what_is_implied() {
    let scratch = repository();
    let run = scratch.run(&["layout", "protocol/S_LIST.2.def"]);
    run.check(
        0,
        &expect![[r#"
        S_LIST.2  ≥ 16 B, dialect toolbox, patch the newest
             +0    2 B  uint16  length  (implied)
             +2    2 B  uint16  opcode  (implied)
             +4    2 B  uint16  count of list  (implied)
             +6    2 B  uint16  offset of list  (implied)
             +8    2 B  uint16  offset of name  (implied)
            +10    4 B  int32   number
            +14  ≥ 0 B  array   list
             +0    2 B    uint16  here  (implied)
             +2    2 B    uint16  next  (implied)
             +4    2 B    int16   value
        list +0  ≥ 2 B  string  name
    "#]],
    );
    let named = ["S_LIST", "S_LIST.2", "S_LIST.2.def"].map(|name| scratch.run(&["layout", name]));
    named.iter().for_each(|other| assert_eq!(other.stdout, run.stdout, "{other:?}"));
    let scratch = Scratch::new(&[("S_A.1.def", "skillid s\n")]);
    let json = scratch.run(&["layout", "S_A.1.def", "--json", "--patch", "70"]);
    let json: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(json["rows"][2]["size"], "4 B");
    assert_eq!(json["patch"], 70);
}

#[test]
fn a_packet_is_decoded_with_every_byte() {
    let scratch = repository();
    scratch.run(&["decode", "S_LIST", PACKET]).check(
        0,
        &expect![[r#"
        S_LIST.2, 32 bytes
            0  2000               length          32
            2  e703               opcode          999
            4  0200               count of list   2
            6  0e00               offset of list  14
            8  1a00               offset of name  26
           10  ffffffff           number          -1
           14  0e00               list[0].here    14
           16  1400               list[0].next    20
           18  0700               list[0].value   7
           20  1400               list[1].here    20
           22  0000               list[1].next    0
           24  0800               list[1].value   8
           26  680069000000       name            "hi"
    "#]],
    );
    let below = scratch.run(&["decode", "S_LIST.2", PACKET, "--dir", "protocol", "--json"]);
    below.check(
        0,
        &expect![[r##"
        {
          "#opcode": 999,
          "number": -1,
          "list": [
            {
              "value": 7
            },
            {
              "value": 8
            }
          ],
          "name": "hi"
        }
    "##]],
    );
    let values = below.stdout;
    let again = scratch.run_with(&["encode", "S_LIST", "-"], &values);
    assert_eq!(again.stdout, format!("{PACKET}\n"), "{again:?}");
}

#[test]
fn a_packet_that_breaks_is_shown_up_to_there() {
    let broken = PACKET.replacen("0e0014000700", "0e0013000700", 1);
    let sound = repository().run(&["decode", "S_LIST", PACKET]).stdout;
    let run = repository().run(&["decode", "S_LIST", &broken]);
    assert_eq!(run.code, Some(1), "{run:?}");
    let is_alike = |(sound, shown): &(&str, &str)| sound == shown;
    let n_alike = sound.lines().zip(run.stdout.lines()).take_while(is_alike).count();
    assert_eq!(n_alike, 8, "all lines before the damage: {run:?}");
    let rest: String = run.stdout.split_inclusive('\n').skip(n_alike).collect();
    expect![[r#"
           16  1300               list[0].next    19
           18  0700               list[0].value   7
        error: list[1]: an element at 19 says that it is at 5120 (at byte 19)
          --> protocol/S_LIST.2.def:2
    "#]]
    .assert_eq(&rest);
    let run = repository().run(&["decode", "S_LIST", &broken, "--json"]);
    run.fails(
        1,
        &expect![[r#"
            error: list[1]: an element at 19 says that it is at 5120 (at byte 19)
              --> protocol/S_LIST.2.def:2
        "#]],
    );
}

#[test]
fn packets_are_read_from_files() {
    let scratch = repository();
    scratch.write("two.hex", &format!("# two\n{PACKET}\n\n{PACKET} # again\n"));
    let run = scratch.run(&["decode", "S_LIST", "--file", "two.hex", "--json"]);
    assert_eq!((run.code, run.stdout.lines().count()), (Some(0), 2), "{run:?}");
    scratch.write("x.log", &format!("hello\nS->C S_LIST {PACKET}\nS->C S_GONE 0500070001\n"));
    let run = scratch.run(&["decode", "S_LIST", "--file", "x.log", "--json"]);
    assert_eq!((run.code, run.stdout.matches("#opcode").count()), (Some(0), 1), "{run:?}");
    let bytes: Vec<u8> = (0..PACKET.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&PACKET[at..at + 2], 16).unwrap())
        .collect();
    fs::write(scratch.0.path().join("raw.bin"), [&bytes[..], &bytes].concat()).unwrap();
    let run = scratch.run(&["decode", "S_LIST", "--file", "raw.bin", "--json"]);
    assert_eq!((run.code, run.stdout.lines().count()), (Some(0), 2), "{run:?}");
}

#[test]
fn wrong_values_and_names_are_told() {
    let scratch = repository();
    let fails = |arguments: &[&str], code, expected: &Expect| {
        scratch.run(arguments).fails(code, expected);
    };
    fails(
        &["decode", "S_LISP", "00"],
        2,
        &expect![[r#"
        error: there is no definition of S_LISP below the current folder; did you mean S_LIST?
    "#]],
    );
    fails(
        &["decode", "S_LIST.9", "00"],
        2,
        &expect![[r#"
        error: there is no definition S_LIST.9; existing versions: 1, 2
    "#]],
    );
    fails(
        &["decode", "S_LIST", "0x"],
        2,
        &expect![[r#"
        error: only hexadecimal digits, space and comments are expected here
    "#]],
    );
    fails(
        &["encode", "S_LIST", "{}"],
        2,
        &expect![[r#"
        error: S_LIST.2 needs an opcode, and the protocol maps here have 998, 999; give --opcode N
    "#]],
    );
    fails(
        &["encode", "S_LIST", r#"{"numbr": 1}"#, "--opcode", "1"],
        2,
        &expect![[r#"
        error: numbr: the definition has no such field; did you mean `number`?
    "#]],
    );
    fails(
        &["encode", "S_LIST", "{", "--opcode", "1"],
        2,
        &expect![[r#"
        error: the values are not JSON: EOF while parsing an object at line 1 column 1
    "#]],
    );
    fails(
        &["layout", "map/protocol.1.map"],
        2,
        &expect![[r#"
        error: map/protocol.1.map: this is not a definition (.def)
    "#]],
    );
    fails(
        &["layout", "nowhere.def"],
        2,
        &expect![[r#"
            error: there is no definition of nowhere below the current folder; give a different folder with --dir
        "#]],
    );
    fails(
        &["explain", "def-unknwn-type"],
        2,
        &expect![[r#"
        error: no rule has the code `def-unknwn-type`; did you mean `def-unknown-type`?

        `landwright-lsp explain` lists all codes
    "#]],
    );
}

#[test]
fn differences_are_those_of_the_packet() {
    let scratch = repository();
    scratch.run(&["diff", "S_LIST.1", "protocol/S_LIST.2.def"]).check(
        1,
        &expect![[r#"
        added    array list at 14
        added    string name
        shifted  number by +6 bytes
        size     at least 8 → 16 bytes
    "#]],
    );
    let maps = ["diff", "map/protocol.1.map", "map/protocol.2.map"];
    scratch.run(&maps).check(
        1,
        &expect![[r#"
        removed    S_GONE = 7
        renumbered S_LIST = 998 → 999
    "#]],
    );
    let same = scratch.run(&["diff", "S_LIST.1", "S_LIST.1"]);
    assert_eq!(same.code, Some(0), "{same:?}");
    scratch.run(&["diff", "S_LIST.1", maps[1]]).fails(
        2,
        &expect![[r#"
        error: S_LIST.1, map/protocol.1.map: a definition and a map can't be compared
    "#]],
    );
}

#[test]
fn a_packet_that_is_cut_short_breaks_at_the_field_that_is_cut() {
    let cut = &PACKET[..36];
    repository().run(&["decode", "S_LIST", cut]).check(
        1,
        &expect![[r#"
        S_LIST.2, 18 bytes
            0  2000               length          32
            2  e703               opcode          999
            4  0200               count of list   2
            6  0e00               offset of list  14
            8  1a00               offset of name  26
           10  ffffffff           number          -1
           14  0e00               list[0].here    14
           16  1400               list[0].next    20
        warning: the packet: the header says that it has 32 bytes, but there are 18 (at byte 0)
        error: list[0].value: 2 bytes are needed, but the packet has only 0 more (at byte 18)
          --> protocol/S_LIST.2.def:3
    "#]],
    );
    let run = repository().run(&["decode", "S_LIST", cut, "--json"]);
    run.fails(
        1,
        &expect![[r#"
        warning: the packet: the header says that it has 32 bytes, but there are 18 (at byte 0)
        error: list[0].value: 2 bytes are needed, but the packet has only 0 more (at byte 18)
          --> protocol/S_LIST.2.def:3
    "#]],
    );
    assert_eq!(run.stdout, "");
}

#[test]
fn a_packet_of_another_opcode_is_warned_of() {
    let scratch = repository();
    let other = PACKET.replacen("e703", "0700", 1);
    let run = scratch.run(&["decode", "S_LIST", &other]);
    assert_eq!(run.code, Some(1), "{run:?}");
    let last: Vec<&str> = run.stdout.lines().rev().take(1).collect();
    expect![
        "warning: the packet has the opcode 7, which is S_GONE's, but no map gives S_LIST that \
        number"
    ]
    .assert_eq(last[0]);
    let json = scratch.run(&["decode", "S_LIST", &other, "--json"]);
    assert!(json.stdout.contains("\"#opcode\": 7"), "{json:?}");
    assert!(json.stderr.contains("S_GONE's"), "{json:?}");
}

#[test]
fn a_log_is_read_by_the_version_that_is_asked_for_whatever_its_name_is() {
    let scratch = repository();
    let log = "12:00 S->C S_LIST.1 0800e70307000000\n12:01 S->C S_LIST 0800e70308000000\n\
               12:02 S->C 999 0800e70309000000\n12:03 S->C S_LIST.2 0800e70309000000\n";
    scratch.write("seen.txt", log);
    let run = scratch.run(&["decode", "S_LIST.1", "--file", "seen.txt", "--json"]);
    run.check(
        0,
        &expect![[r##"
            {"#opcode":999,"number":7}
            {"#opcode":999,"number":8}
            {"#opcode":999,"number":9}
        "##]],
    );
    scratch.write("notes.txt", "nothing of ours\n");
    scratch.run(&["decode", "S_LIST.1", "--file", "notes.txt"]).fails(
        2,
        &expect![[r#"
            error: notes.txt: line 1: only hexadecimal digits, space and comments are expected here; it is not a line of a log either
        "#]],
    );
}

#[test]
fn what_decode_prints_of_several_packets_encode_takes() {
    let scratch = repository();
    let both = format!("{PACKET}\n{PACKET}\n");
    scratch.write("two.hex", &both);
    let json = scratch.run(&["decode", "S_LIST", "--file", "two.hex", "--json"]).stdout;
    let again = scratch.run_with(&["encode", "S_LIST", "-"], &json);
    assert_eq!((again.code, again.stdout), (Some(0), both));
    let none = scratch.run_with(&["encode", "S_LIST", "-"], "");
    assert_eq!(none.code, Some(2), "{none:?}");
}

#[test]
fn a_definition_that_is_no_text_is_said_to_be_none() {
    let scratch = repository();
    fs::write(scratch.0.path().join("S_B.1.def"), b"int32 \xff\n").unwrap();
    for arguments in [
        &["layout", "S_B.1.def"][..],
        &["decode", "S_B.1.def", "00"],
        &["diff", "S_B.1.def", "S_LIST"],
        &["check", "S_B.1.def"],
        &["fmt", "S_B.1.def"],
    ] {
        let run = scratch.run(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}: {run:?}");
        assert!(format!("{run:?}").contains("is not UTF-8"), "{arguments:?}: {run:?}");
    }
    fs::write(scratch.0.path().join("odd.log"), b"\xff").unwrap();
    assert_eq!(scratch.run(&["check", "odd.log"]).code, Some(2));
    assert_eq!(scratch.run(&["check", "map"]).code, Some(0));
}
