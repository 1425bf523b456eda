//! Saves that were interrupted: every command says so, and none writes over one that is stuck.

use landwright_core::sample::rose::{Plan, ZONE_FOLDER, Zone};
use landwright_core::vfs::Fingerprint;
use serde_json::{Value, json};

use crate::support::Scratch;

/// A step of a record: a file that had these bytes is to have those.
fn step(name: &str, before: &[u8], after: &[u8]) -> Value {
    json!({
        "target": name, "new": format!(".landwright-7-{}.new", name.len()), "original": null,
        "before": Fingerprint::of(before, None), "after": Fingerprint::of(after, None),
    })
}

fn put_record(scratch: &Scratch, folder: &str, steps: &[Value]) {
    let record = json!({ "version": 2, "save": "0".repeat(32), "steps": steps });
    scratch.make_folder(&format!("{folder}/.landwright"));
    scratch.put(&format!("{folder}/.landwright/saving-7-0.json"), record.to_string().as_bytes());
}

/// Leaves a save of which one file has its new bytes, and another one was changed since.
fn get_stuck(scratch: &Scratch, folder: &str, done: &str, changed: &str) {
    let done = step(done, b"before", &scratch.read(&format!("{folder}/{done}")));
    put_record(scratch, folder, &[done, step(changed, b"before", b"after")]);
}

/// A sample of every format, and a zone, all of them in the middle of a save.
fn all_stuck() -> Scratch {
    let scratch = Scratch::with_samples();
    for file in Zone::new(Plan::small(1)).files() {
        let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        scratch.make_folder(folder);
        scratch.put(&file.path, &file.bytes);
    }
    get_stuck(&scratch, ".", "island.gat", "island.rsw");
    get_stuck(&scratch, ZONE_FOLDER, "30_30.IFO", "30_31.IFO");
    scratch.make_folder("out");
    scratch.put("out/script.json", b"[]");
    let spawns = json!({ "matching": { "kinds": ["spawn"] } });
    let set = json!([{ "action": "set", "things": spawns, "field": "limit", "to": 7 }]);
    scratch.put("out/set.json", set.to_string().as_bytes());
    scratch
}

#[test]
fn every_command_that_reads_says_that_a_save_is_stuck_and_goes_on() {
    let scratch = all_stuck();
    for command in [
        "inspect island.gat",
        "inspect island_p.apd",
        "inspect ZONE",
        "check island.gat",
        "check ZONE",
        "roundtrip island.gat",
        "roundtrip ZONE",
        "find thing=map island.gat",
        "find thing=npc ZONE",
        "path island.gat 0,0 1,1",
        "render island.gat -o out/island.png",
        "render ZONE -o out/zone.png",
        "export island.gat -o out/island.csv",
        "export ZONE -o out/zone.csv",
        "export island_p.apd -o out/area.json",
        "apply out/script.json island.gat -o out/island.gat",
        "apply out/script.json ZONE -o out/zone",
        "import out/island.csv --onto island.gat -o out/again.gat",
        "refs --root ZONE --unused",
    ] {
        let run = scratch.run(&command.replace("ZONE", ZONE_FOLDER)).expect_code(1);
        let said = run.stdout.clone() + &run.stderr;
        // A zone is in the folder of a game, which has one of its own.
        let n_stuck = said.matches("error[save-stuck]").count();
        let is_once = (1..=2).contains(&n_stuck) && (n_stuck == 1 || command.contains("ZONE"));
        assert!(is_once, "{command}: {run:?}");
        let out = command.rsplit_once("-o ").map(|(_, out)| scratch.file(out));
        assert!(out.is_none_or(|out| out.exists()), "{command}: {run:?}");
    }
}

#[test]
fn no_command_writes_beside_a_save_that_is_stuck() {
    let scratch = all_stuck();
    scratch.run("export island.gat -o out/island.csv");
    scratch.run(&format!("export {ZONE_FOLDER} -o out/zone.json"));
    let files = |scratch: &Scratch| {
        [".", ZONE_FOLDER, ".landwright"].map(|folder| scratch.names(folder)).concat()
    };
    let (before, map) = (files(&scratch), scratch.read("island.gat"));
    for command in [
        "apply out/script.json island.gat -o island.gat --force",
        "apply out/script.json island.gat -o other.gat",
        "apply out/set.json ZONE -o ZONE --force",
        "import out/island.csv -o island.gat --force",
        "export island.gat -o island.csv",
        "render ZONE -o ZONE/zone.png",
        "render island.gat -o island.png",
    ] {
        let run = scratch.run(&command.replace("ZONE", ZONE_FOLDER)).expect_code(2);
        assert!(run.stderr.contains("an earlier save was interrupted"), "{command}: {run:?}");
    }
    assert_eq!((files(&scratch), scratch.read("island.gat")), (before, map));
}

#[test]
fn a_zone_that_was_moved_in_the_middle_of_a_save_is_mended_and_that_is_said() {
    for command in ["inspect ZONE", "render ZONE -o zone.png", "check ZONE", "export ZONE -o z.csv"]
    {
        let scratch = Scratch::new();
        for file in Zone::new(Plan::small(1)).files() {
            let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
            scratch.make_folder(folder);
            scratch.put(&file.path, &file.bytes);
        }
        let [done, ready] = ["30_30.IFO", "31_30.IFO"].map(|n| format!("{ZONE_FOLDER}/{n}"));
        let bytes = scratch.read(&ready);
        let ready_step = step("31_30.IFO", b"before", &bytes);
        scratch.put(&format!("{ZONE_FOLDER}/.landwright-7-9.new"), &bytes);
        scratch.put(&ready, b"before");
        put_record(
            &scratch,
            ZONE_FOLDER,
            &[step("30_30.IFO", b"old", &scratch.read(&done)), ready_step],
        );
        std::fs::rename(scratch.file("3DDATA"), scratch.file("moved")).unwrap();
        let zone = ZONE_FOLDER.replacen("3DDATA", "moved", 1);
        let run = scratch.run(&command.replace("ZONE", &zone)).expect_code(0);
        let said = run.stdout.clone() + &run.stderr;
        assert_eq!(said.matches("[save-finished]").count(), 1, "{command}: {run:?}");
        assert_eq!(scratch.read(&format!("{zone}/31_30.IFO")), bytes, "{command}");
    }
}

#[test]
fn nothing_that_would_stay_the_same_is_written() {
    let scratch = Scratch::with_samples();
    scratch.put("script.json", b"[]");
    let written = || std::fs::metadata(scratch.file("island.gat")).unwrap().modified().unwrap();
    let before = written();
    scratch.run("apply script.json island.gat -o island.gat --force").expect_code(0);
    assert_eq!(written(), before);
    assert_eq!(scratch.names(".landwright"), [""; 0]);
}

#[cfg(target_os = "linux")]
#[test]
fn when_the_output_is_full_the_work_is_done_and_it_is_said_what_was_saved() {
    let scratch = Scratch::with_samples();
    scratch.put("script.json", br#"[{"action": "new-map", "width": 3, "height": 3}]"#);
    let mut command =
        scratch.command(&["apply", "script.json", "island.gat", "-o", "island.gat", "--force"]);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = command.stdout(full).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "a script must not do it again");
    assert!(said.contains("the output can't be written"), "{said}");
    assert!(said.contains("; saved all the same: island.gat"), "{said}");
    // Where nothing was saved, the output is all that was asked for.
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = scratch.command(&["inspect", "island.gat"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_fails_after_the_first_of_many_files_stops_none_of_the_others() {
    let scratch = Scratch::with_samples();
    let map = scratch.read("island.gat");
    std::fs::create_dir(scratch.file("maps")).unwrap();
    let names: Vec<String> =
        (0..400).map(|n| format!("maps/{}{n}.gat", "long".repeat(12))).collect();
    names.iter().for_each(|name| scratch.put(name, &map));
    scratch.put("script.json", br#"[{"action": "new-map", "width": 3, "height": 3}]"#);
    let arguments = ["apply", "script.json", "maps", "-o", "maps", "--force"];
    let mut command = scratch.command(&arguments);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = command.stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(names.iter().all(|name| scratch.read(name) != map));
}

#[cfg(unix)]
#[test]
fn a_file_with_another_name_is_saved_with_a_note() {
    let scratch = Scratch::with_samples();
    scratch.put("script.json", br#"[{"action": "new-map", "width": 3, "height": 3}]"#);
    std::fs::hard_link(scratch.file("island.gat"), scratch.file("twin.gat")).unwrap();
    let twin = scratch.read("twin.gat");
    let run = scratch.run("apply script.json island.gat -o island.gat --force").expect_code(0);
    assert!(run.stderr.contains("note: island.gat had another name (a hard link)"), "{run:?}");
    assert_eq!(scratch.read("twin.gat"), twin);
}

#[test]
fn two_programs_at_once_lose_nothing() {
    let scratch = Scratch::with_samples();
    for width in [3, 4] {
        let script = json!([{ "action": "new-map", "width": width, "height": 3 }]);
        scratch.put(&format!("{width}.json"), script.to_string().as_bytes());
    }
    let map = scratch.read("island.gat");
    for _ in 0..10 {
        scratch.put("island.gat", &map);
        let started = ["3.json", "4.json"].map(|script| {
            let arguments = ["apply", script, "island.gat", "-o", "island.gat", "--force"];
            let mut command = scratch.command(&arguments);
            command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
            command.spawn().unwrap()
        });
        let codes = started.map(|mut child| child.wait().unwrap().code().unwrap());
        // One after the other, or one that hears of the other.
        assert!(matches!(codes, [0, 0] | [0, 2] | [2, 0]), "{codes:?}");
        let known = scratch
            .names(".landwright/backups")
            .into_iter()
            .map(|name| scratch.read(&format!(".landwright/backups/{name}")));
        let known: Vec<_> = known.chain([scratch.read("island.gat")]).collect();
        assert!(known.contains(&map));
        let n_saved = codes.iter().filter(|code| **code == 0).count();
        let differing: std::collections::BTreeSet<_> = known.iter().collect();
        assert!(differing.len() > n_saved, "{codes:?}");
        std::fs::remove_dir_all(scratch.file(".landwright")).unwrap();
    }
}

#[test]
fn a_dry_run_finishes_no_save_and_says_that_one_waits() {
    let scratch = Scratch::with_samples();
    let (gat, rsw) = (scratch.read("island.gat"), scratch.read("island.rsw"));
    let waits = step("island.rsw", &rsw, b"after");
    scratch.put(".landwright-7-10.new", b"after");
    put_record(&scratch, ".", &[step("island.gat", b"before", &gat), waits]);
    let record = scratch.file(".landwright/saving-7-0.json");
    for path in ["island.gat", "."] {
        let run = scratch.run(&format!("check --fix --dry-run --json {path}")).expect_code(1);
        assert!(run.stderr.contains("a save was interrupted here"), "{run:?}");
        assert!(run.stdout.starts_with("{\n  \"version\": 1"), "{run:?}");
        assert!(record.exists());
        assert_eq!(scratch.read("island.rsw"), rsw);
    }
    scratch.run("check island.gat");
    assert!(!record.exists());
    assert_eq!(scratch.read("island.rsw"), b"after");
}

#[cfg(target_os = "linux")]
#[test]
fn folders_whose_names_look_alike_have_problems_of_their_own() {
    use std::os::unix::ffi::OsStrExt;
    let scratch = Scratch::with_samples();
    let folders = [&b"maps-\xb1"[..], b"maps-\xb2"].map(std::ffi::OsStr::from_bytes);
    let put = |folder: &std::ffi::OsStr, bytes: &[u8]| {
        let folder = scratch.path().join("all").join(folder);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("broken.gat"), bytes).unwrap();
    };
    put(folders[0], b"no map");
    put(folders[1], &scratch.read("island.gat"));
    let check = "check all --baseline known.json --json";
    scratch.run(check);
    let known = scratch.run(check).json();
    assert_eq!(known["problems"].as_array().unwrap().len(), 0);
    // One is whole now, and the other is broken in the same way.
    put(folders[0], &scratch.read("island.gat"));
    put(folders[1], b"no map");
    let run = scratch.run(check);
    let found = run.json();
    let files: Vec<&str> =
        found["problems"].as_array().unwrap().iter().filter_map(|it| it["file"].as_str()).collect();
    assert!(files.iter().any(|file| file.ends_with(r"maps-\xb2/broken.gat")), "{run:?}");
}
