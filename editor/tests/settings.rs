//! A `landwright.toml` holds for every command, and exit codes mean the same for each.

mod support;

use support::{Scratch, samples};

#[test]
fn the_code_page_is_that_of_the_project_unless_the_command_says_another() {
    let scratch = Scratch::with_samples();
    let korean = scratch.run("inspect 31_30.IFO").expect_code(0).stdout;
    assert!(korean.contains("블러드뱃"), "{korean}");
    scratch.put("landwright.toml", b"code-page = 'cp1252'");
    for command in ["inspect 31_30.IFO", "find thing=npc 31_30.IFO"] {
        let western = scratch.run(command).expect_code(0).stdout;
        assert!(western.contains("ºí·¯µå¹î"), "{western}");
        let asked = scratch.run(&format!("{command} --code-page cp949")).expect_code(0).stdout;
        assert!(asked.contains("블러드뱃"), "{asked}");
    }
}

#[test]
fn backups_are_kept_as_the_project_says() {
    for (toml, n_expected) in [("", 1), ("backups = 0", 0)] {
        let scratch = Scratch::with_samples();
        scratch.put("landwright.toml", toml.as_bytes());
        for terrain in [1, 5] {
            let script = format!(
                r#"[{{"action": "set-cells", "cells": [{{"x": 0, "y": 0, "terrain": {terrain}}}]}}]"#
            );
            scratch.put("script.json", script.as_bytes());
            // Fewer backups than usual need trust.
            scratch.run("apply script.json island.gat -o out.gat --force --trust").expect_code(0);
        }
        let json = scratch.run("inspect out.gat --json").expect_code(0).stdout;
        scratch.put("island.json", json.as_bytes());
        scratch.run("build island.json -o island.gat --force").expect_code(0);
        scratch.run("recompress .").expect_code(0);
        let backups = scratch.names(".landwright/backups");
        let of = |name: &str| backups.iter().filter(|backup| backup.starts_with(name)).count();
        assert_eq!([of("island."), of("out.")], [n_expected; 2], "{toml}: {backups:?}");
    }
}

#[test]
fn wrong_settings_are_told_by_every_command() {
    let scratch = Scratch::with_samples();
    scratch.put("landwright.toml", b"# ours\ncompression = 'small'");
    let commands = [
        "inspect 31_30.IFO",
        "inspect 31_30.IFO --json",
        "find thing=npc .",
        "roundtrip .",
        "recompress .",
        "recompress . --no-backup",
        "render island.gat -o island.png",
        "export island.gat -o island.csv",
    ];
    for command in commands {
        let run = scratch.run(command).expect_code(0);
        assert!(run.stderr.contains("landwright.toml:2:15"), "{command}: {run:?}");
        assert!(run.stderr.contains("expected `auto` or `smallest`"), "{command}: {run:?}");
    }
    let run = scratch.run("path island.gat 0,0 1,0").expect_code(1);
    assert!(run.stdout.contains("no walk") && run.stderr.contains("landwright.toml:2:15"));
    let run = scratch.run("check .").expect_code(1);
    assert_eq!(run.stdout.matches("expected `auto` or `smallest`").count(), 1, "{run:?}");
}

#[test]
fn a_folder_is_gone_through_to_its_end_and_what_is_unreadable_decides() {
    let scratch = Scratch::new();
    let map = samples::files().into_iter().find(|(name, _)| *name == "island.gat");
    scratch.put("z.gat", &map.unwrap_or_default().1);
    scratch.put("cut.gat", b"GRAT\x01");
    for (command, code_without) in
        [("check .", 2), ("roundtrip .", 2), ("find index=0 .", 2), ("recompress .", 0)]
    {
        scratch.run(command).expect_code(code_without);
    }
    scratch.put_unreadable("a.gat");
    scratch.put_unreadable("a.zgd");
    let check = scratch.run("check .").expect_code(2);
    assert!(check.stdout.contains("error[file-unreadable]: has 1073741825 bytes"), "{check:?}");
    assert!(check.stdout.contains("cut.gat"), "{check:?}");
    let roundtrip = scratch.run("roundtrip .").expect_code(2);
    assert!(roundtrip.stdout.contains("ok\t./z.gat"), "{roundtrip:?}");
    scratch.run("find index=0 .").expect_code(2);
    scratch.run("recompress .").expect_code(2);
    scratch.run("inspect a.gat").expect_code(2);
}

#[test]
fn what_can_not_be_written_is_no_finding_about_a_file() {
    let scratch = Scratch::with_samples();
    let json = scratch.run("inspect island.gat --json").expect_code(0).stdout;
    scratch.put("island.json", json.as_bytes());
    scratch.run("build island.json -o no/such/folder/a.gat").expect_code(2);
}
