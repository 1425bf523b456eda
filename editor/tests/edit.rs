//! Checking, editing and walking on maps from the command line.

mod support;

use landwright_core::format::ragnarok::gat;
use landwright_core::vfs::Fingerprint;
use serde_json::json;
use support::Scratch;

fn script(scratch: &Scratch, script: &serde_json::Value) {
    scratch.put("script.json", script.to_string().as_bytes());
}

#[test]
fn a_script_changes_what_it_says_and_nothing_else() {
    let scratch = Scratch::with_samples();
    script(
        &scratch,
        &json!([{ "action": "set-cells", "cells": [{ "x": 1, "y": 0, "terrain": 5 }] }]),
    );
    scratch.run("apply script.json island.gat -o out.gat").expect_code(0);
    let mut expected = gat::read(&scratch.read("island.gat")).unwrap();
    expected.tile_mut(1, 0).unwrap().terrain.0 = 5;
    assert_eq!(scratch.read("out.gat"), gat::write(&expected));
    let run = scratch.run("apply script.json island.gat -o out.gat").expect_code(2);
    assert!(run.stderr.contains("--force"), "{run:?}");
    scratch.run("apply script.json island.gat -o out.gat --force").expect_code(0);
}

#[test]
fn a_script_comes_from_standard_input_or_a_pipe_as_well() {
    use std::process::Stdio;
    let scratch = Scratch::with_samples();
    script(
        &scratch,
        &json!([{ "action": "set-cells", "cells": [{ "x": 1, "y": 0, "terrain": 5 }] }]),
    );
    scratch.run("apply script.json island.gat -o out.gat").expect_code(0);
    let given = |name: &str, arguments: &[&str]| {
        let mut command = scratch.command(arguments);
        command.stdin(Stdio::from(std::fs::File::open(scratch.file(name)).unwrap()));
        support::finish(command)
    };
    given("script.json", &["apply", "-", "island.gat", "-o", "in.gat"]).expect_code(0);
    assert_eq!(scratch.read("in.gat"), scratch.read("out.gat"));
    scratch.put("bad.json", b"[{\"action\": \"pant\"}]");
    let run = given("bad.json", &["apply", "-", "island.gat", "-o", "no.gat"]).expect_code(2);
    assert!(run.stderr.contains("error: standard input: unknown variant `pant`"), "{run:?}");
    scratch.put("empty", b"");
    let run = given("empty", &["apply", "-", "island.gat", "-o", "no.gat"]).expect_code(2);
    assert!(run.stderr.contains("standard input: is empty"), "{run:?}");
    assert!(!scratch.file("no.gat").exists());
}

#[cfg(unix)]
#[test]
fn a_script_comes_from_a_pipe_that_has_a_name() {
    let scratch = Scratch::with_samples();
    let pipe = scratch.file("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let writer = std::thread::spawn(move || {
        std::fs::write(pipe, br#"[{"action":"paint","region":"everything","ink":{"type":1}}]"#)
    });
    scratch.run("apply pipe island.gat -o out.gat").expect_code(0);
    writer.join().unwrap().unwrap();
    let painted = gat::read(&scratch.read("out.gat")).unwrap();
    assert!(painted.tiles().iter().all(|tile| tile.terrain.0 & 0x7fff_ffff == 1));
}

#[test]
fn a_script_is_done_whole_or_not_at_all() {
    let scratch = Scratch::with_samples();
    script(
        &scratch,
        &json!([
            { "action": "paint", "region": "everything", "ink": { "type": 1 } },
            { "action": "set-cells", "cells": [{ "x": 99, "y": 0, "terrain": 5 }] },
        ]),
    );
    let run = scratch.run("apply script.json island.gat -o out.gat").expect_code(2);
    let message =
        "action 1, set-cells: cell (99, 0) is outside the map of 3 × 2; nothing was written";
    assert!(run.stderr.contains(message), "{run:?}");
    assert!(!scratch.file("out.gat").exists());
    script(&scratch, &json!([{ "action": "pant" }]));
    let run = scratch.run("apply script.json island.gat -o out.gat").expect_code(2);
    assert!(run.stderr.contains("unknown variant `pant`"), "{run:?}");
}

#[test]
fn what_is_wrong_is_told_and_mended() {
    let scratch = Scratch::with_samples();
    script(
        &scratch,
        &json!([
            { "action": "new-map", "width": 8, "height": 8 },
            { "action": "set-cells", "cells": [{ "x": 3, "y": 4, "terrain": 9 }] },
        ]),
    );
    scratch.run("apply script.json island.gat -o bad.gat").expect_code(0);
    let run = scratch.run("check bad.gat").expect_code(1);
    assert!(run.stdout.contains("error[gat-unknown-type]: 1 cell of type 9"), "{run:?}");
    assert!(run.stdout.contains("cell (3, 4)"), "{run:?}");
    for format in ["json", "sarif"] {
        let run = scratch.run(&format!("check bad.gat --format {format}")).expect_code(1);
        assert!(run.json().to_string().contains("gat-unknown-type"), "{run:?}");
    }
    let run = scratch.run("check bad.gat --format github").expect_code(1);
    assert!(run.stdout.contains("::error"), "{run:?}");
    scratch.run("check bad.gat --baseline known.json").expect_code(0);
    scratch.run("check bad.gat --baseline known.json").expect_code(0);
    scratch.run("check bad.gat --fix").expect_code(0);
    let mended = gat::read(&scratch.read("bad.gat")).unwrap();
    assert_eq!(mended.tile(3, 4).unwrap().terrain.0, 1);
    scratch.run("check bad.gat").expect_code(0);
}

#[test]
fn actions_are_listed_with_their_arguments() {
    let scratch = Scratch::new();
    let list = scratch.run("commands").expect_code(0);
    assert!(list.stdout.contains("paint: Give cells a type"), "{list:?}");
    let undo = list.stdout.lines().find(|line| line.ends_with(" undo")).unwrap();
    assert_eq!(undo.split_whitespace().collect::<Vec<_>>(), ["Undo", "Ctrl+Z", "undo"]);
    let schema = scratch.run("commands --schema").expect_code(0).json();
    assert_eq!(schema["type"], "array");
}

#[test]
fn a_path_is_walked_as_a_server_walks() {
    let scratch = Scratch::with_samples();
    script(&scratch, &json!([{ "action": "new-map", "width": 20, "height": 20 }]));
    scratch.run("apply script.json island.gat -o flat.gat").expect_code(0);
    let run = scratch.run("path flat.gat 1,1 4,3 --json").expect_code(0);
    assert_eq!(run.json()["found"], true);
    assert_eq!(run.json()["directions"].as_array().unwrap().len(), 3);
    assert_eq!(run.json()["line_of_sight"], true);
    let run = scratch.run("path flat.gat 1,1 19,3 --server hercules").expect_code(1);
    assert!(run.stdout.contains("no walk: the last row and column"), "{run:?}");
    scratch.put("list.txt", b"1 1 2 2\n\n1 1 19 3\n");
    let run = scratch.run("path flat.gat --batch list.txt").expect_code(0);
    let lines: Vec<serde_json::Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["directions"], json!([7]));
    assert_eq!(lines[1]["reason"], json!("destination-on-border"));
}

/// A save of one new file that stopped between its decision and its rename.
fn interrupt_a_save(scratch: &Scratch, name: &str, bytes: &[u8]) {
    let folder = scratch.real_path();
    let new = folder.join(".landwright-7-0.new");
    scratch.put(".landwright-7-0.new", bytes);
    let step = json!({
        "target": folder.join(name), "new": new, "original": null, "before": null,
        "after": Fingerprint::of(bytes, None),
    });
    let record = json!({"version": 1, "steps": [step]}).to_string();
    scratch.make_folder(".landwright");
    scratch.put(".landwright/saving-7-0.json", record.as_bytes());
}

#[test]
fn an_interrupted_save_is_finished_by_whatever_opens_its_folder_next() {
    let samples = Scratch::with_samples();
    let map = samples.read("island.gat");
    for command in ["inspect island.gat", "roundtrip .", "check .", "find thing=map ."] {
        let scratch = Scratch::new();
        interrupt_a_save(&scratch, "island.gat", &map);
        let run = scratch.run(command);
        assert!(
            (run.stdout.clone() + &run.stderr).contains("[save-finished]"),
            "{command} {run:?}"
        );
        assert_eq!(scratch.read("island.gat"), map, "{command}");
        assert!(!scratch.file(".landwright/saving-7-0.json").exists());
    }
}

#[test]
fn a_stuck_save_is_told_and_left_alone() {
    let scratch = Scratch::new();
    interrupt_a_save(&scratch, "island.gat", b"x");
    scratch.put(".landwright/saving-7-0.json", b"half a rec");
    let run = scratch.run("check .").expect_code(1);
    assert!(run.stdout.contains("error[save-stuck]"), "{run:?}");
    assert_eq!(scratch.read(".landwright/saving-7-0.json"), b"half a rec");
}
