//! What changes files: `fmt` and `outdated --delete`.

use expect_test::expect;

use crate::scratch::{Scratch, repository};

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

#[cfg(unix)]
#[test]
fn a_file_that_a_link_leads_to_is_formatted_once_and_listed_only_when_it_is_saved() {
    let scratch = Scratch::new(&[("S_B.1.def", "int32   a\n")]);
    std::os::unix::fs::symlink("S_B.1.def", scratch.0.path().join("S_A.1.def")).unwrap();
    scratch.run(&["fmt", "."]).check(
        0,
        &expect![[r#"
        S_B.1.def
    "#]],
    );
    assert_eq!(scratch.text("S_B.1.def"), "int32 a\n");
    assert!(scratch.0.path().join("S_A.1.def").is_symlink());
}

#[test]
fn retired_definitions_are_listed_and_deleted_with_a_backup() {
    let scratch = repository();
    scratch.run(&["outdated"]).check(
        1,
        &expect![[r#"
        protocol/S_GONE.1.def: no longer in the new map
    "#]],
    );
    assert!(scratch.is_there("protocol/S_GONE.1.def"));
    scratch.run(&["outdated", "--delete"]).check(
        0,
        &expect![[r#"
        protocol/S_GONE.1.def: no longer in the new map
    "#]],
    );
    assert!(!scratch.is_there("protocol/S_GONE.1.def"));
    assert!(scratch.is_there("protocol/S_LIST.1.def"));
    assert_eq!(scratch.text("protocol/.landwright/backups/S_GONE.1.000001.def"), "byte b\n");
    let all = scratch.run(&["outdated", "--map", "protocol/S_LIST.1.def"]);
    all.fails(
        2,
        &expect![[r#"
        error: protocol/S_LIST.1.def: this is not a protocol map
    "#]],
    );
    let none = scratch.run(&["outdated", "--map", "protocol.9.map"]);
    none.fails(
        2,
        &expect![[r#"
        error: protocol.9.map: there is no such file
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
    assert_eq!(scratch.run(&["fmt", "protocol", "--trust"]).code, Some(0));
    assert_eq!(scratch.run(&["outdated", "--delete", "--trust"]).code, Some(0));
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

#[test]
fn what_is_too_long_to_be_formatted_is_said() {
    let scratch = Scratch::new(&[("S_B.1.def", "int32   a\n")]);
    scratch.write("S_A.1.def", &"int32   a\n".repeat(200_000));
    scratch.run(&["fmt", "."]).fails(
        2,
        &expect![[r#"
            error: S_A.1.def: is too long to format: definitions and maps can have at most 1048576 bytes
            formatted 1 file of 2
        "#]],
    );
    assert_eq!(scratch.text("S_B.1.def"), "int32 a\n");
    let piped = scratch.run_with(&["fmt", "-"], &scratch.text("S_A.1.def"));
    assert_eq!((piped.code, piped.stdout), (Some(2), String::new()));
}

#[test]
fn definitions_are_deleted_all_or_none() {
    let scratch = repository();
    scratch.write("protocol/S_GONE.2.def", "byte b\n");
    scratch.write("protocol/.landwright", "in the way\n");
    let run = scratch.run(&["outdated", "--delete"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(run.stderr.contains("nothing was deleted"), "{run:?}");
    assert!(scratch.is_there("protocol/S_GONE.1.def") && scratch.is_there("protocol/S_GONE.2.def"));
    std::fs::remove_file(scratch.0.path().join("protocol/.landwright")).unwrap();
    scratch.run(&["outdated", "--delete"]).fails(
        0,
        &expect![[r#"
        deleted 2 definitions; backups are in protocol/.landwright/backups
    "#]],
    );
}

#[test]
fn a_save_that_is_stuck_is_told_and_nothing_is_written_beside_it() {
    let record = ".landwright/saving-7-0.json";
    let scratch = Scratch::new(&[("S_A.1.def", "int32   a\n"), (record, "half a rec")]);
    for (command, code, said) in [
        (&["check", "."][..], 1, "interrupted save"),
        (&["fmt", "--check", "."], 1, "interrupted save"),
        (&["layout", "S_A"], 1, "interrupted save"),
        (&["fmt", "."], 2, "an earlier save was interrupted"),
    ] {
        let run = scratch.run(command);
        assert_eq!(run.code, Some(code), "{run:?}");
        assert!(run.stderr.contains(said), "{run:?}");
    }
    assert_eq!(scratch.text("S_A.1.def"), "int32   a\n");
}
