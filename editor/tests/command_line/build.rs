//! `inspect --json` and `build`: a file as JSON, and back.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use expect_test::expect;

use crate::check_stderr;
use crate::support::{Scratch, samples};

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
    assert_eq!(run.stderr, "warning: island.gat has the name of a gat file, but contains fld2\n");
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
        &scratch.run("build bad.json -o a.gat").expect_code(2),
        &expect![[r#"
        error: bad.json:8:49: unknown field `terran`, expected `altitude` or `terrain`
    "#]],
    );
    check_stderr(
        &scratch.run("build island.gat -o a.gat").expect_code(2),
        &expect![[r#"
        error: island.gat: is not JSON in UTF-8; make it with `landwright inspect FILE --json`
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
