//! `check`: what is wrong, what was wrong before, and what is mended.

use expect_test::expect;

use crate::scratch::{LIST, PACKET, Scratch, repository};

const BROKEN: &str = "in32 a\nint32 b\nint32 b\n";

#[test]
fn problems_have_their_line_and_an_exit_code() {
    let scratch = Scratch::new(&[("S_A.1.def", BROKEN), ("S_B.1.def", "int32 a\n")]);
    scratch.run(&["check", "."]).check(
        1,
        &expect![[r#"
        error[def-unknown-type]: `in32` is not a type; did you mean `int32`?
         --> S_A.1.def:1:1
          |
        1 | in32 a
          | ^^^^
          = help: Change `in32` to `int32` (changes the layout)

        warning[def-duplicate-name]: this message already has a field `b`, on line 2
         --> S_A.1.def:3:7
          |
        3 | int32 b
          |       ^
          = help: Rename it to `b2`
    "#]],
    );
    scratch.run(&["check", "S_B.1.def"]).check(0, &expect![""]);
    scratch.run(&["check", "S_A.1.def", "--format", "github"]).check(1, &expect![[r#"
        ::error file=S_A.1.def,line=1,endLine=1,col=1,endColumn=5,title=def-unknown-type::`in32` is not a type; did you mean `int32`?%0Ahelp: Change `in32` to `int32` (changes the layout)
        ::warning file=S_A.1.def,line=3,endLine=3,col=7,endColumn=8,title=def-duplicate-name::this message already has a field `b`, on line 2%0Ahelp: Rename it to `b2`
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
        error: notes.txt: is neither a definition (NAME.VERSION.def) nor a map (protocol.NUMBER.map, sysmsg.NUMBER.map) nor a capture (NAME.VERSION.hex, *.log)
    "#]]);
}

#[cfg(unix)]
#[test]
fn devices_pipes_and_links_out_of_the_folder_are_told_and_never_read() {
    use std::os::unix::fs::symlink;
    let outside = Scratch::new(&[("S_SECRET.1.def", BROKEN)]);
    let scratch = Scratch::new(&[("S_A.1.def", "int32 a\n")]);
    let path = |name: &str| scratch.0.path().join(name);
    symlink("/dev/zero", path("S_ZERO.1.def")).unwrap();
    symlink(outside.0.path().join("S_SECRET.1.def"), path("S_LINK.1.def")).unwrap();
    assert!(
        std::process::Command::new("mkfifo").arg(path("S_PIPE.1.def")).status().unwrap().success()
    );
    let told = expect![[r#"
        warning[def-file-skipped]: is not read: it is a link to a place outside this folder; put the file itself here
         --> S_LINK.1.def

        warning[def-file-skipped]: is not read: it is a device or a pipe, not a file; delete or rename it
         --> S_PIPE.1.def

        warning[def-file-skipped]: is not read: it is a link to a place outside this folder; put the file itself here
         --> S_ZERO.1.def
    "#]];
    scratch.run(&["check", "."]).check(1, &told);
    let run = scratch.run(&["check", "S_PIPE.1.def"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(run.stdout.contains("def-file-skipped"), "{run:?}");
    // Who names a link means what it leads to.
    let run = scratch.run(&["check", "S_LINK.1.def"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.stdout.contains("def-unknown-type") && !run.stdout.contains("skipped"), "{run:?}");
    let run = scratch.run(&["fmt", "."]);
    assert_eq!((run.code, run.stderr.matches("is not read").count()), (Some(0), 3), "{run:?}");
}

#[test]
fn roots_that_give_no_definitions_are_told() {
    let scratch = Scratch::new(&[
        ("data/S_A.1.def", "int32 a\n"),
        ("client.zip", ""),
        ("landwright.toml", "roots = [\"data\", \"client.zip\", \"gone\"]\n"),
    ]);
    let run = scratch.run(&["check", "data"]);
    assert_eq!((run.code, &*run.stdout), (Some(0), ""), "nobody has trusted it: {run:?}");
    let left_out = "client.zip, reads";
    assert!(run.stderr.contains(left_out) && run.stderr.contains("--trust"), "{run:?}");
    let run = scratch.run(&["check", "data", "--trust"]);
    assert!(run.stderr.contains("trusted from now on"), "{run:?}");
    let run = scratch.run(&["check", "data"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.stdout.contains("error[project-missing-root]: there is no "), "{run:?}");
    let note = "note: client.zip: definitions and maps are read from folders only\n";
    assert!(run.stderr.starts_with(note), "{run:?}");
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
    scratch.run(&["check", ".", "--fix", "--hints"]);
    assert_eq!(scratch.text("S_A.1.def"), explicit, "another parser may not imply what is there");
    scratch.write("landwright.toml", "dialect = 'toolbox'\n");
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
    let all = scratch.run(&["check", "."]).stdout;
    let asked = scratch.run(&["check", "protocol/S_LIST.2.hex"]);
    assert_eq!(
        (asked.code, asked.stdout),
        (Some(1), all),
        "what a capture shows is told of it alone too"
    );
}

#[test]
fn published_versions_are_compared_with_a_folder_or_with_git() {
    let scratch = repository();
    scratch.write("old/S_LIST.2.def", "int32 number\n");
    let folder = scratch.run(&["check", "protocol", "--against", "old"]);
    folder.check(1, &expect![[r#"
        warning[def-version-changed]: the layout of S_LIST.2 changed (2 fields added); keep a published version as it is, and put the change into the next version
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
fn a_version_that_is_gone_or_renamed_is_missed() {
    let scratch = repository();
    scratch.write("old/S_LIST.2.def", LIST);
    scratch.write("old/S_OLD.1.def", "int32 x\n");
    scratch.write("old/S_NAMED.1.def", "int32 here\n");
    scratch.write("protocol/S_OTHER.1.def", "int32 here\n");
    scratch.run(&["check", "protocol", "--against", "old"]).check(1, &expect![[r#"
        warning[def-version-removed]: S_OLD.1 is missing; mods ask for it, so keep a published version
         --> protocol/S_OLD.1.def
          = help: Put S_OLD.1 back

        warning[def-version-removed]: this is S_NAMED.1 under a different name; mods ask for S_NAMED.1, so keep the name of a published version
         --> protocol/S_OTHER.1.def
          = help: Name it S_NAMED.1 again
    "#]]);
    let file = scratch.run(&["check", "protocol/S_LIST.2.def", "--against", "old"]);
    assert_eq!(file.code, Some(0), "{file:?}");
    if !(scratch.git(&["init", "-q"]) && scratch.git(&["add", "."])) {
        eprintln!("skipped: git is not there");
        return;
    }
    assert!(scratch.git(&["commit", "-q", "-m", "a"]));
    let fixed = "protocol/S_LIST.1.def";
    std::fs::remove_file(scratch.0.path().join(fixed)).unwrap();
    let run = scratch.run(&["check", "protocol", "--against", "HEAD"]);
    run.check(1, &expect![[r#"
        warning[def-version-removed]: S_LIST.1 is missing; mods ask for it, so keep a published version
         --> protocol/S_LIST.1.def
          = help: Put S_LIST.1 back
    "#]]);
    // Moving a file is no change of it.
    scratch.write("protocol/more/S_LIST.1.def", "int32 number\n");
    let run = scratch.run(&["check", "protocol", "--against", "HEAD"]);
    assert_eq!(run.code, Some(0), "{run:?}");
}

#[test]
fn definitions_are_compared_by_their_paths() {
    let fork = "int64 a\n";
    let scratch = Scratch::new(&[
        ("here/one/S_A.1.def", "int32 a\n"),
        ("here/two/S_A.1.def", fork),
        ("there/one/S_A.1.def", "int32 a\n"),
        ("there/two/S_A.1.def", fork),
        ("deeper/there/two/S_A.1.def", fork),
        ("empty/readme", ""),
    ]);
    let run = scratch.run(&["check", "here", "--against", "there"]);
    assert_eq!((run.code, &*run.stdout), (Some(0), ""), "{run:?}");
    let run = scratch.run(&["check", "here/one", "--against", "there/two"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    let run = scratch.run(&["check", "here", "--against", "deeper"]);
    run.fails(2, &expect![[r#"
        error: deeper: none of its definitions has the same path as one here; here/one/S_A.1.def is there/two/S_A.1.def there; give a folder with the same structure
    "#]]);
    scratch.run(&["check", "here", "--against", "empty"]).fails(
        2,
        &expect![[r#"
        error: empty: there is no definition (.def) in this folder
    "#]],
    );
}

#[test]
fn that_nothing_was_checked_is_told() {
    let scratch = Scratch::new(&[("here/notes.txt", "of ours\n")]);
    scratch.run(&["check", "here"]).fails(
        0,
        &expect![[r#"
        note: there is no definition, map or capture here
        No problems
    "#]],
    );
}

#[test]
fn renaming_fields_that_say_nothing_is_no_change_of_a_version() {
    let scratch = Scratch::new(&[
        ("here/S_A.1.def", "int32 unk\nint32 unk1\nint32 unk2\nint32 x\n"),
        ("old/S_A.1.def", "int32 unk\nint32 unk1\nint32 unk1\nint32 x\n"),
    ]);
    let run = scratch.run(&["check", "here", "--against", "old"]);
    run.fails(0, &expect!["No problems\n"]);
}

/// Mods read fields by their names.
#[test]
fn a_field_is_never_renamed_in_bulk() {
    let text = "int32 achievements\nint32 achievements\nint32 a-b\n";
    let scratch = Scratch::new(&[("S_A.1.def", text)]);
    let run = scratch.run(&["check", ".", "--fix", "--hints"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.stdout.contains("help: Rename it to `achievements2`"), "{run:?}");
    assert_eq!(scratch.text("S_A.1.def"), text);
}

/// The repository that the first description of the language is about has no `ref`.
#[test]
fn counts_and_offsets_stay_until_the_dialect_is_said() {
    let old = "int32 x\noffset s\nstring s\n";
    let files = [("S_A.1.def", old), ("S_B.1.def", "array<int32> newer\n")];
    for with_newer in [1, 2] {
        let scratch = Scratch::new(&files[..with_newer]);
        scratch.run(&["check", ".", "--fix", "--hints"]);
        assert_eq!(scratch.text("S_A.1.def"), old);
        scratch.write("landwright.toml", "dialect = 'seed'\n");
        scratch.run(&["check", ".", "--fix", "--hints"]);
        assert_eq!(scratch.text("S_A.1.def"), old);
        scratch.write("landwright.toml", "dialect = 'toolbox'\n");
        scratch.run(&["check", ".", "--fix", "--hints"]);
        assert_eq!(scratch.text("S_A.1.def"), "int32 x\nref s\nstring s\n");
    }
}

#[test]
fn what_is_wrong_in_the_settings_is_shown_with_its_line() {
    let scratch = Scratch::new(&[
        ("S_A.1.def", "int32 a\n"),
        ("landwright.toml", "patch = 92\ndialekt = \"seed\"\n"),
    ]);
    scratch.run(&["check", "."]).check(
        1,
        &expect![[r#"
        warning[project-unknown-key]: there is no key `dialekt`; did you mean `dialect`?
         --> landwright.toml:2:1
          |
        2 | dialekt = "seed"
          | ^^^^^^^
          = help: Write `dialect`
    "#]],
    );
    scratch.write("landwright.toml", "patch = \n");
    scratch.run(&["check", "S_A.1.def"]).check(
        1,
        &expect![[r#"
        error[project-broken]: string values must be quoted, expected literal string
         --> landwright.toml:1:9
          |
        1 | patch =
          |         ^
    "#]],
    );
}

#[test]
fn the_summary_comes_last_wherever_it_goes() {
    let scratch = Scratch::new(&[("S_A.1.def", BROKEN)]);
    let both = scratch.interleaved(&["check", "S_A.1.def"]);
    expect!["1 error, 1 warning in 1 file"].assert_eq(both.lines().last().unwrap());
}

#[test]
fn a_dry_run_lists_the_fixes_that_would_be_done_and_writes_nothing() {
    let text = "count a\noffset a\narray a\n- - int32 b # kept\n";
    let scratch = Scratch::new(&[("S_A.1.def", text)]);
    let listed = scratch.run(&["check", ".", "--fix", "--dry-run", "--json", "--hints"]);
    assert_eq!(listed.code, Some(1), "{listed:?}");
    assert_eq!(scratch.text("S_A.1.def"), text);
    assert!(!scratch.is_there(".landwright"));
    let json: serde_json::Value = serde_json::from_str(&listed.stdout).unwrap();
    assert_eq!(json["version"], 1);
    let fixes = json["fixes"].as_array().unwrap();
    assert!(!fixes.is_empty(), "{json}");
    for fix in fixes {
        let keys: Vec<&str> = fix.as_object().unwrap().keys().map(String::as_str).collect();
        let mut expected = ["code", "file", "place", "lost", "gained", "bytes"];
        expected.sort_unstable();
        let mut keys = keys;
        keys.sort_unstable();
        assert_eq!(keys, expected);
        assert!(fix["bytes"].as_u64().unwrap() > 0 && fix["file"] == "S_A.1.def", "{fix}");
    }
    let table = scratch.run(&["check", ".", "--fix", "--dry-run", "--hints"]);
    assert_eq!(table.stdout.lines().next(), Some("code\tplace\tlost\tgained\tbytes"));
    assert_eq!(table.stdout.lines().count(), 1 + fixes.len());
    let wrong = scratch.run(&["check", ".", "--fix", "--dry-run", "--format", "sarif"]);
    assert_eq!(wrong.code, Some(2), "{wrong:?}");
    assert_eq!(scratch.run(&["check", ".", "--dry-run"]).code, Some(2));
    // What is listed is what is done.
    let done = scratch.run(&["check", ".", "--fix", "--hints"]);
    let said = format!("fixed {} problem", fixes.len());
    assert!(done.stderr.contains(&said), "{done:?}");
    assert_ne!(scratch.text("S_A.1.def"), text);
    let fine = scratch.run(&["check", ".", "--fix", "--dry-run", "--json", "--hints"]);
    let json: serde_json::Value = serde_json::from_str(&fine.stdout).unwrap();
    assert_eq!(json, serde_json::json!({ "version": 1, "fixes": [] }));
}

#[test]
fn json_is_the_format_of_that_name() {
    let scratch = Scratch::new(&[("S_A.1.def", BROKEN)]);
    let run = |arguments: &[&str]| scratch.run(arguments).stdout;
    assert_eq!(run(&["check", ".", "--json"]), run(&["check", ".", "--format", "json"]));
    assert_eq!(scratch.run(&["check", ".", "--json", "--format", "text"]).code, Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn when_the_output_is_full_what_was_fixed_is_fixed_and_the_code_is_1() {
    let scratch = Scratch::new(&[("S_A.1.def", "in32 a\narray a\n- - int32 b\n")]);
    let before = scratch.text("S_A.1.def");
    let run = |arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_landwright-lsp"));
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        command.args(arguments).current_dir(scratch.0.path()).stdout(full).output().unwrap()
    };
    // Nothing is saved: the output is all that was asked for.
    assert_eq!(run(&["check", "."]).status.code(), Some(2));
    let output = run(&["check", ".", "--fix", "--hints"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("the output can't be written"), "{said}");
    assert!(said.contains("the files were saved"), "{said}");
    assert_ne!(scratch.text("S_A.1.def"), before);
}
