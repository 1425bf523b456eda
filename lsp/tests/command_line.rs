//! The commands as a person or a build server runs them: what they print, and how they end.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that can't go on fails"
)]

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use expect_test::{Expect, expect};

/// A folder of definitions for one test.
struct Scratch(tempfile::TempDir);

#[derive(Debug)]
struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Scratch {
    fn new(files: &[(&str, &str)]) -> Scratch {
        let scratch = Scratch(tempfile::tempdir().unwrap());
        files.iter().for_each(|(file, text)| scratch.write(file, text));
        scratch
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.0.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn text(&self, file: &str) -> String {
        fs::read_to_string(self.0.path().join(file)).unwrap()
    }

    fn is_there(&self, file: &str) -> bool {
        self.0.path().join(file).exists()
    }

    fn run(&self, arguments: &[&str]) -> Run {
        self.run_with(arguments, "")
    }

    fn run_with(&self, arguments: &[&str], input: &str) -> Run {
        let mut command = Command::new(env!("CARGO_BIN_EXE_landwright-lsp"));
        command.args(arguments).current_dir(self.0.path());
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.spawn().unwrap();
        // A command that does not read its input may have ended already.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        Run {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    fn git(&self, arguments: &[&str]) -> bool {
        let identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
        let mut command = Command::new("git");
        command.args(identity).args(arguments).current_dir(self.0.path());
        command.output().is_ok_and(|output| output.status.success())
    }
}

impl Run {
    #[track_caller]
    fn check(&self, code: i32, stdout: &Expect) {
        assert_eq!(self.code, Some(code), "{self:?}");
        stdout.assert_eq(&self.stdout);
    }

    #[track_caller]
    fn fails(&self, code: i32, stderr: &Expect) {
        assert_eq!(self.code, Some(code), "{self:?}");
        stderr.assert_eq(&self.stderr);
    }
}

const LIST: &str = "int32 number\narray list\n- int16 value\nstring name\n";
const PACKET: &str = "2000e70302000e001a00ffffffff0e0014000700140000000800680069000000";

fn repository() -> Scratch {
    Scratch::new(&[
        ("protocol/S_LIST.1.def", "int32 number\n"),
        ("protocol/S_LIST.2.def", LIST),
        ("map/protocol.1.map", "S_LIST = 998\nS_GONE = 7\n"),
        ("map/protocol.2.map", "S_LIST = 999\n"),
        ("protocol/S_GONE.1.def", "byte b\n"),
    ])
}

#[test]
fn a_layout_has_what_is_implied() {
    let run = repository().run(&["layout", "protocol/S_LIST.2.def"]);
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
    repository().run(&["decode", "S_LIST", &broken]).check(
        1,
        &expect![[r#"
        S_LIST.2, 32 bytes
            0  2000               length          32
            2  e703               opcode          999
            4  0200               count of list   2
            6  0e00               offset of list  14
            8  1a00               offset of name  26
           10  ffffffff           number          -1
           14  0e00               list[0].here    14
           16  1300               list[0].next    19
           18  0700               list[0].value   7
        error: list[1]: an element at 19 says that it is at 5120 (at byte 19)
          --> protocol/S_LIST.2.def:2
    "#]],
    );
    let run = repository().run(&["decode", "S_LIST", &broken, "--json"]);
    run.fails(
        1,
        &expect![[r#"
        error: list[1]: an element at 19 says that it is at 5120 (at byte 19)
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
        error: there is no definition S_LIST.9; there are the versions 1, 2
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
        &["encode", "S_LIST", "{}", "--opcode", "1"],
        1,
        &expect![[r#"
        error: number: it is missing
    "#]],
    );
    fails(
        &["encode", "S_LIST", "{", "--opcode", "1"],
        2,
        &expect![[r#"
        error: the values are no JSON: EOF while parsing an object at line 1 column 1
    "#]],
    );
    fails(
        &["layout", "map/protocol.1.map"],
        2,
        &expect![[r#"
        error: map/protocol.1.map: only definitions have a layout
    "#]],
    );
    fails(
        &["layout", "nowhere.def"],
        2,
        &expect![[r#"
        error: nowhere.def: there is no such file
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
fn files_are_formatted_and_backed_up() {
    let scratch =
        Scratch::new(&[("S_A.1.def", "array a\n--int32 b\r\n"), ("S_B.1.def", "int32 a\n")]);
    scratch.run(&["fmt", ".", "--check"]).check(
        1,
        &expect![[r#"
        S_A.1.def
    "#]],
    );
    assert_eq!(scratch.text("S_A.1.def"), "array a\n--int32 b\r\n");
    scratch.run(&["fmt", "."]).check(
        0,
        &expect![[r#"
        S_A.1.def
    "#]],
    );
    assert_eq!(scratch.text("S_A.1.def"), "array a\n- - int32 b\r\n");
    assert_eq!(scratch.text(".landwright/backups/S_A.1.000001.def"), "array a\n--int32 b\r\n");
    scratch.run(&["fmt", ".", "--check"]).check(0, &expect![""]);
    let piped = scratch.run_with(&["fmt", "-"], "array  a\n-int32 b\n");
    piped.check(
        0,
        &expect![[r#"
        array a
        - int32 b
    "#]],
    );
}

#[test]
fn retired_definitions_are_listed_and_deleted_with_a_backup() {
    let scratch = repository();
    scratch.run(&["outdated"]).check(
        1,
        &expect![[r#"
        protocol/S_GONE.1.def: not in the new map any more
    "#]],
    );
    assert!(scratch.is_there("protocol/S_GONE.1.def"));
    scratch.run(&["outdated", "--delete"]).check(
        0,
        &expect![[r#"
        protocol/S_GONE.1.def: not in the new map any more
    "#]],
    );
    assert!(!scratch.is_there("protocol/S_GONE.1.def"));
    assert!(scratch.is_there("protocol/S_LIST.1.def"));
    assert_eq!(scratch.text("protocol/.landwright/backups/S_GONE.1.000001.def"), "byte b\n");
    let all = scratch.run(&["outdated", "--map", "protocol/S_LIST.1.def"]);
    all.fails(
        2,
        &expect![[r#"
        error: protocol/S_LIST.1.def: this is no protocol map
    "#]],
    );
}

#[test]
fn an_older_map_retires_nothing_that_a_newer_one_names() {
    let scratch = repository();
    scratch.write("map/protocol.3.map", "S_NEW = 1\nS_GONE = 7\n");
    scratch.write("protocol/S_NEW.1.def", "byte b\n");
    let run = scratch.run(&["outdated", "--map", "map/protocol.2.map", "--delete"]);
    run.check(0, &expect![""]);
    assert!(scratch.is_there("protocol/S_NEW.1.def") && scratch.is_there("protocol/S_GONE.1.def"));
}

#[test]
fn as_many_backups_are_kept_as_the_project_says() {
    let scratch = repository();
    scratch.write("landwright.toml", "backups = 0\n");
    scratch.write("protocol/S_LIST.1.def", "int32   number\n");
    assert_eq!(scratch.run(&["fmt", "protocol"]).code, Some(0));
    assert_eq!(scratch.run(&["outdated", "--delete"]).code, Some(0));
    assert!(!scratch.is_there("protocol/S_GONE.1.def"));
    assert!(!scratch.is_there("protocol/.landwright/backups"));
}

#[test]
fn a_write_that_fails_is_no_finding() {
    let scratch = Scratch::new(&[("S_A.1.def", "int32   a\n"), (".landwright", "in the way\n")]);
    let run = scratch.run(&["fmt", "S_A.1.def"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(run.stderr.contains("no file was changed"), "{run:?}");
    assert_eq!(scratch.text("S_A.1.def"), "int32   a\n");
}

const BROKEN: &str = "in32 a\nint32 b\nint32 b\n";

#[test]
fn problems_have_their_line_and_an_exit_code() {
    let scratch = Scratch::new(&[("S_A.1.def", BROKEN), ("S_B.1.def", "int32 a\n")]);
    scratch.run(&["check", "."]).check(
        1,
        &expect![[r#"
        error[def-unknown-type]: `in32` is no type; did you mean `int32`?
         --> S_A.1.def:1:1
          |
        1 | in32 a
          | ^^^^
          = help: Change `in32` to `int32` (changes the layout)

        warning[def-duplicate-name]: `b` is a field of this message already, on line 2
         --> S_A.1.def:3:7
          |
        3 | int32 b
          |       ^
          = help: Rename it to `b2`
    "#]],
    );
    scratch.run(&["check", "S_B.1.def"]).check(0, &expect![""]);
    scratch.run(&["check", "S_A.1.def", "--format", "github"]).check(1, &expect![[r#"
        ::error file=S_A.1.def,line=1,endLine=1,col=1,endColumn=5,title=def-unknown-type::`in32` is no type; did you mean `int32`?%0Ahelp: Change `in32` to `int32` (changes the layout)
        ::warning file=S_A.1.def,line=3,endLine=3,col=7,endColumn=8,title=def-duplicate-name::`b` is a field of this message already, on line 2%0Ahelp: Rename it to `b2`
    "#]]);
    for format in ["json", "sarif"] {
        let run = scratch.run(&["check", "S_A.1.def", "--format", format]);
        let json: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        let list = if format == "json" { &json["problems"] } else { &json["runs"][0]["results"] };
        assert_eq!(list.as_array().unwrap().len(), 2, "{run:?}");
    }
    scratch.run(&["check", "nowhere"]).fails(
        2,
        &expect![[r#"
        error: nowhere: there is no such file
    "#]],
    );
    scratch.write("notes.txt", "");
    scratch.run(&["check", "notes.txt"]).fails(2, &expect![[r#"
        error: notes.txt: is neither a definition (NAME.VERSION.def) nor a map (protocol*.map, sysmsg*.map) nor a capture
    "#]]);
}

#[test]
fn a_project_has_its_say() {
    let scratch = Scratch::new(&[
        ("S_A.1.def", BROKEN),
        (
            "landwright.toml",
            "[severity]\ndef-unknown-type = \"off\"\ndef-duplicate-name = \"hint\"\n",
        ),
    ]);
    scratch.run(&["check", "."]).check(0, &expect![""]);
    let hints = scratch.run(&["check", ".", "--hints"]);
    assert!(hints.stdout.contains("hint[def-duplicate-name]"), "{hints:?}");
}

#[test]
fn a_baseline_silences_what_is_old() {
    let scratch = Scratch::new(&[("S_A.1.def", BROKEN)]);
    let check = ["check", ".", "--baseline", "known.json"];
    scratch.run(&check).check(0, &expect![""]);
    scratch.run(&check).check(0, &expect![""]);
    scratch.write("S_A.1.def", &format!("{BROKEN}int3 c\n"));
    let run = scratch.run(&check);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert_eq!(run.stdout.matches("error[").count(), 1, "{run:?}");
}

#[test]
fn what_is_safe_is_mended_and_the_rest_is_left() {
    let explicit = "count a\noffset a\nin32 x\narray a\n- int32 b # kept\n";
    let scratch = Scratch::new(&[("S_A.1.def", explicit)]);
    let run = scratch.run(&["check", ".", "--fix", "--hints"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    expect![[r#"
        in32 x
        array a
        - int32 b # kept
    "#]]
    .assert_eq(&scratch.text("S_A.1.def"));
    assert_eq!(scratch.text(".landwright/backups/S_A.1.000001.def"), explicit);
}

#[test]
fn captures_are_checked_with_their_definitions() {
    let scratch = repository();
    let broken = PACKET.replacen("0e0014000700", "0e0013000700", 1);
    scratch.write("protocol/S_LIST.2.hex", &format!("{PACKET}\n{broken}\n"));
    scratch.run(&["check", "."]).check(1, &expect![[r#"
        error[def-capture-bad-offset]: list[1]: an element at 19 says that it is at 5120 (at byte 19), in the packet on line 2 of S_LIST.2.hex
         --> protocol/S_LIST.2.def:2:1
          |
        2 | array list
          | ^^^^^^^^^^
    "#]]);
}

#[test]
fn published_versions_are_compared_with_a_folder_or_with_git() {
    let scratch = repository();
    scratch.write("old/S_LIST.2.def", "int32 number\n");
    let folder = scratch.run(&["check", "protocol", "--against", "old"]);
    folder.check(1, &expect![[r#"
        warning[def-version-changed]: the layout of S_LIST.2 changed (2 fields added); a published version stays as it is, and a change gets the next number
         --> protocol/S_LIST.2.def:2:1
          |
        2 | array list
          | ^^^^^^^^^^
          = help: Move the change to a new version, S_LIST.3
    "#]]);
    if !(scratch.git(&["init", "-q"]) && scratch.git(&["add", "."])) {
        eprintln!("skipped: git is not there");
        return;
    }
    assert!(scratch.git(&["commit", "-q", "-m", "a"]));
    let run = scratch.run(&["check", "protocol", "--against", "HEAD"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    scratch.write("protocol/S_LIST.1.def", "int64 number\n");
    scratch.write("protocol/S_NEW.1.def", "int64 number\n");
    let run = scratch.run(&["check", "protocol", "--against", "HEAD"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert_eq!(run.stdout.matches("def-version-changed").count(), 1, "{run:?}");
    let run = scratch.run(&["check", "protocol", "--against", "no-such-branch"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(run.stderr.contains("give a revision such as HEAD"), "{run:?}");
}

#[test]
fn every_command_is_explained() {
    let scratch = Scratch::new(&[]);
    let help = scratch.run(&["--help"]).stdout;
    for command in ["check", "fmt", "layout", "decode", "encode", "diff", "outdated", "explain"] {
        assert!(help.contains(&format!("\n  {command} ")), "{help}");
        assert_eq!(scratch.run(&[command, "--help"]).code, Some(0));
    }
}
