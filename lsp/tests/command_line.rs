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
const PACKET: &str = "2200e70302000e001a00ffffffff0e0014000700140000000800680069000000";

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
    run.check(0, &expect![""]);
    let scratch = Scratch::new(&[("S_A.1.def", "skillid s\n")]);
    let json = scratch.run(&["layout", "S_A.1.def", "--json", "--patch", "70"]);
    let json: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(json["rows"][2]["size"], "4 B");
    assert_eq!(json["patch"], 70);
}

#[test]
fn a_packet_is_decoded_with_every_byte() {
    let scratch = repository();
    scratch.run(&["decode", "S_LIST", PACKET]).check(0, &expect![""]);
    let below = scratch.run(&["decode", "S_LIST.2", PACKET, "--dir", "protocol", "--json"]);
    below.check(0, &expect![""]);
    let values = below.stdout;
    let again = scratch.run_with(&["encode", "S_LIST", "-"], &values);
    assert_eq!(again.stdout, format!("{PACKET}\n"), "{again:?}");
}

#[test]
fn a_packet_that_breaks_is_shown_up_to_there() {
    let broken = PACKET.replacen("0e0014000700", "0e0013000700", 1);
    repository().run(&["decode", "S_LIST", &broken]).check(1, &expect![""]);
    let run = repository().run(&["decode", "S_LIST", &broken, "--json"]);
    run.fails(1, &expect![""]);
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
    fails(&["decode", "S_LISP", "00"], 2, &expect![""]);
    fails(&["decode", "S_LIST.9", "00"], 2, &expect![""]);
    fails(&["decode", "S_LIST", "0x"], 2, &expect![""]);
    fails(&["encode", "S_LIST", "{}"], 2, &expect![""]);
    fails(&["encode", "S_LIST", "{}", "--opcode", "1"], 1, &expect![""]);
    fails(&["encode", "S_LIST", "{", "--opcode", "1"], 2, &expect![""]);
    fails(&["layout", "map/protocol.1.map"], 2, &expect![""]);
    fails(&["layout", "nowhere.def"], 2, &expect![""]);
    fails(&["explain", "def-unknwn-type"], 2, &expect![""]);
}

#[test]
fn differences_are_those_of_the_packet() {
    let scratch = repository();
    scratch.run(&["diff", "S_LIST.1", "protocol/S_LIST.2.def"]).check(1, &expect![""]);
    let maps = ["diff", "map/protocol.1.map", "map/protocol.2.map"];
    scratch.run(&maps).check(1, &expect![""]);
    let same = scratch.run(&["diff", "S_LIST.1", "S_LIST.1"]);
    assert_eq!(same.code, Some(0), "{same:?}");
    scratch.run(&["diff", "S_LIST.1", maps[1]]).fails(2, &expect![""]);
}

#[test]
fn files_are_formatted_and_backed_up() {
    let scratch =
        Scratch::new(&[("S_A.1.def", "array a\n--int32 b\r\n"), ("S_B.1.def", "int32 a\n")]);
    scratch.run(&["fmt", ".", "--check"]).check(1, &expect![""]);
    assert_eq!(scratch.text("S_A.1.def"), "array a\n--int32 b\r\n");
    scratch.run(&["fmt", "."]).check(0, &expect![""]);
    assert_eq!(scratch.text("S_A.1.def"), "array a\n- - int32 b\r\n");
    assert_eq!(scratch.text(".landwright/backups/S_A.1.000001.def"), "array a\n--int32 b\r\n");
    scratch.run(&["fmt", ".", "--check"]).check(0, &expect![""]);
    let piped = scratch.run_with(&["fmt", "-"], "array  a\n-int32 b\n");
    piped.check(0, &expect![""]);
}

#[test]
fn retired_definitions_are_listed_and_deleted_with_a_backup() {
    let scratch = repository();
    scratch.run(&["outdated"]).check(1, &expect![""]);
    assert!(scratch.is_there("protocol/S_GONE.1.def"));
    scratch.run(&["outdated", "--delete"]).check(0, &expect![""]);
    assert!(!scratch.is_there("protocol/S_GONE.1.def"));
    assert!(scratch.is_there("protocol/S_LIST.1.def"));
    assert_eq!(scratch.text("protocol/.landwright/backups/S_GONE.1.000001.def"), "byte b\n");
    let all = scratch.run(&["outdated", "--map", "protocol/S_LIST.1.def"]);
    all.fails(2, &expect![""]);
}

const BROKEN: &str = "in32 a\nint32 b\nint32 b\n";

#[test]
fn problems_have_their_line_and_an_exit_code() {
    let scratch = Scratch::new(&[("S_A.1.def", BROKEN), ("S_B.1.def", "int32 a\n")]);
    scratch.run(&["check", "."]).check(1, &expect![""]);
    scratch.run(&["check", "S_B.1.def"]).check(0, &expect![""]);
    scratch.run(&["check", "S_A.1.def", "--format", "github"]).check(1, &expect![""]);
    for format in ["json", "sarif"] {
        let run = scratch.run(&["check", "S_A.1.def", "--format", format]);
        let json: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        let list = if format == "json" { &json["problems"] } else { &json["runs"][0]["results"] };
        assert_eq!(list.as_array().unwrap().len(), 2, "{run:?}");
    }
    scratch.run(&["check", "nowhere"]).fails(2, &expect![""]);
    scratch.write("notes.txt", "");
    scratch.run(&["check", "notes.txt"]).fails(2, &expect![""]);
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
    expect![""].assert_eq(&scratch.text("S_A.1.def"));
    assert_eq!(scratch.text(".landwright/backups/S_A.1.000001.def"), explicit);
}

#[test]
fn captures_are_checked_with_their_definitions() {
    let scratch = repository();
    let broken = PACKET.replacen("0e0014000700", "0e0013000700", 1);
    scratch.write("protocol/S_LIST.2.hex", &format!("{PACKET}\n{broken}\n"));
    scratch.run(&["check", "."]).check(1, &expect![""]);
}

#[test]
fn published_versions_are_compared_with_a_folder_or_with_git() {
    let scratch = repository();
    scratch.write("old/S_LIST.2.def", "int32 number\n");
    let folder = scratch.run(&["check", "protocol", "--against", "old"]);
    folder.check(1, &expect![""]);
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
