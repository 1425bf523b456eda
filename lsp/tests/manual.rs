//! The manual's commands of the language server run, and name nothing that is not there.

// They are for the shell of these systems.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that can't go on fails")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

#[path = "../../tests/support/manual.rs"]
mod manual;

const PROGRAM: &str = env!("CARGO_BIN_EXE_landwright-lsp");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

#[test]
fn commands_of_the_guides_run_on_the_small_protocol() {
    let mut n_run = 0;
    for (page, text) in manual::pages(&root().join("editor/manual/src")) {
        let folder = TempDir::new().unwrap();
        let protocol = folder.path().join("protocol");
        let mut copy = Command::new("cp");
        copy.arg("-r").arg(root().join("examples/protocol")).arg(protocol);
        assert!(copy.status().unwrap().success());
        n_run += manual::follow(&page, &text, folder.path(), ("landwright-lsp", PROGRAM));
    }
    assert!(n_run > 10, "{n_run} commands");
}

#[test]
fn guides_name_no_command_or_option_of_the_server_that_is_not_there() {
    for (page, text) in manual::pages(&root().join("editor/manual/src")) {
        for words in manual::uses(&text, "landwright-lsp") {
            let Some(command) = words.first() else { continue };
            let help = Command::new(PROGRAM).args([command.as_str(), "--help"]).output().unwrap();
            assert!(help.status.success(), "{page}: landwright-lsp {command}");
            let help = String::from_utf8(help.stdout).unwrap();
            for option in words.iter().filter(|word| word.starts_with("--")) {
                assert!(help.contains(option.as_str()), "{page}: {command} {option}");
            }
        }
    }
}

/// The manual is packed with the other program, so it reads the help of this one from a file.
#[test]
fn the_manual_has_the_help_of_every_command() {
    let help = |names: &[&str]| {
        let mut command = Command::new(PROGRAM);
        command.args(names).arg("--help").env_remove("COLUMNS");
        let called = [&["landwright-lsp"], names].concat().join(" ");
        let text = String::from_utf8(command.output().unwrap().stdout).unwrap();
        let text: Vec<&str> = text.lines().map(str::trim_end).collect();
        format!("$ {called} --help\n{}\n", text.join("\n"))
    };
    let mut came = help(&[]);
    let (_, commands) = came.split_once("Commands:\n").unwrap();
    let commands = commands.lines().take_while(|line| !line.is_empty());
    let names = commands.filter_map(|line| line.trim_start().split(' ').next()).map(str::to_owned);
    for name in names.filter(|name| name != "help").collect::<Vec<_>>() {
        came.push('\n');
        came.push_str(&help(&[&name]));
    }
    expect("editor/manual/server-commands.txt", &came);
}

/// Files with a fault each, and packets that do not fit them.
#[rustfmt::skip]
const FAULTY: &[(&str, &str)] = &[
    ("S_A.1.def", "array list\n- int32 a\n"),
    ("S_UNKNOWN.1.def", "intt x\n"),
    ("S_DUP.1.def", "int32 a\nint32 a\n"),
    ("S_JUMP.1.def", "array list\n- - int32 a\n"),
    ("S_META.1.def", "count list\noffset list\narray list\n- int32 a\n"),
    ("S_EMPTY.1.def", "array list\nobject o\n"),
    ("bell.def", "int32 a\n"),
    ("S_FIXED.1.def", "string name\nint32 a\n"),
    ("S_IDENT.1.def", "int32 a-b\n"),
    ("S_CYCLE.1.def", "@include S_CYCLE.1.def\n"),
    ("S_GONE.1.def", "@include nothing.def\n"),
    ("S_APART.1.def", "array[interleaved] a\n- int32 x\nint32 b\narray[interleaved] c\n- int32 y\n"),
    ("S_MAL.1.def", "int32\n"),
    ("S_MERGE.1.def", "<<<<<<< ours\nint32 a\n=======\nint32 b\n>>>>>>> theirs\n"),
    ("S_AFTER.1.def", "int32 a\noffset name\nstring name\n"),
    ("S_INOBJ.1.def", "object o\n- offset s\n- string s\n"),
    ("S_ORDER.1.def", "offset list\ncount list\narray list\n- int32 a\n"),
    ("S_MISSING.1.def", "offset a\nstring a\nstring b\n"),
    ("S_ORPHAN.1.def", "offset a\nint32 b\n"),
    ("S_STRAY.1.def", "int32<int32> a\n"),
    ("S_NOTHING.1.def", "- int32 a\n"),
    ("S_SCALAR.1.def", "int32 a\n- int32 b\n"),
    ("S_FLAG.1.def", "array[odd] a\n- int32 b\n"),
    ("S_SUB.1.def", "array<intt> a\n"),
    ("S_UNREAD.1.def", "array<int32> a\n- int32 b\n"),
    ("S_CAP.1.def", "int32 a\nbool b\n"),
    ("S_CAP.1.hex", "0900010001000000 02\n"),
    ("S_CUT.1.def", "int64 a\n"),
    ("S_CUT.1.hex", "0800010001000000\n"),
    ("S_LEFT.1.def", "int16 a\n"),
    ("S_LEFT.1.hex", "0800010001000000\n"),
    ("S_NOHEX.1.def", "int16 a\n"),
    ("S_NOHEX.1.hex", "zz\n"),
    ("S_HEAD.1.def", "int16 a\n"),
    ("S_HEAD.1.hex", "0900010001000000\n"),
    ("S_LONE.1.hex", "0600010001000000\n"),
    ("S_STR.1.def", "string a\n"),
    ("S_STR.1.hex", "0a00010006004100 4200\n"),
    ("S_OFF.1.def", "string a\n"),
    ("S_OFF.1.hex", "080001 00ff004100\n"),
    ("S_COUNT.1.def", "array a\n- int32 b\n"),
    ("S_COUNT.1.hex", "10000100 0500 0800 0800 0000 01000000\n"),
    ("protocol.1.map", "A = 1\nB = 1\nA = 2\nC = x\nD = 70000\nE\nF = 5\nF = 5\n"),
    ("protocol.2.map", "<<<<<<< ours\nA = 1\n=======\nA = 2\n>>>>>>> theirs\n"),
    ("deprecated.json", "{"),
];

#[test]
fn examples_of_problems_are_as_check_reports_them() {
    let folder = TempDir::new().unwrap();
    for (name, text) in FAULTY {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let mut check = Command::new(PROGRAM);
    check.args(["check", ".", "--hints"]).current_dir(folder.path()).env_remove("COLUMNS");
    let said = String::from_utf8(check.output().unwrap().stdout).unwrap();
    let mut found = BTreeMap::new();
    for report in said.split("\n\n").map(|report| report.trim_matches('\n')) {
        let Some((severity, rest)) = report.split_once('[') else { continue };
        let Some((code, _)) = rest.split_once(']') else { continue };
        if ["error", "warning", "information", "hint"].contains(&severity) {
            found.entry(code.to_owned()).or_insert(report);
        }
    }
    assert!(found.len() > 40, "{said}");
    let came: String = found.into_values().map(|report| format!("{report}\n\n")).collect();
    expect("editor/manual/examples-of-definitions.txt", &came);
}

fn expect(file: &str, came: &str) {
    let file = root().join(file);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&file, came).unwrap();
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    assert!(came == expected, "UPDATE_EXPECT=1 writes {}:\n{came}", file.display());
}
