//! The program as a person runs it: what it prints, and how it ends.

#[path = "../support/mod.rs"]
mod support;
mod inspect;
mod build;
mod roundtrip;
mod find;
mod recompress;
mod half_saved;

use expect_test::{Expect, expect};
#[cfg(feature = "window")]
use support::finish;
use support::{Run, Scratch};

#[track_caller]
fn check_stdout(run: &Run, expected: &Expect) {
    expected.assert_eq(&run.stdout);
}

#[track_caller]
fn check_stderr(run: &Run, expected: &Expect) {
    expected.assert_eq(&run.stderr);
}

#[test]
fn it_says_its_version_and_its_commands() {
    let scratch = Scratch::new();
    let version = scratch.run("--version").expect_code(0);
    assert_eq!(version.stdout, format!("landwright {}\n", env!("CARGO_PKG_VERSION")));
    let help = scratch.run("--help").expect_code(0);
    for command in [
        "inspect",
        "build",
        "roundtrip",
        "find",
        "recompress",
        "check",
        "apply",
        "commands",
        "path",
        "render",
        "export",
        "import",
        "explain",
        "completions",
    ] {
        assert!(help.stdout.contains(&format!("\n  {command} ")), "{command}: {help:?}");
        scratch.run(&format!("{command} --help")).expect_code(0);
    }
}

#[test]
fn a_mistyped_command_is_wrong_use_and_gets_a_hint() {
    let run = Scratch::new().run("inspct a.gat").expect_code(2);
    let said =
        "error: inspct is neither a command nor a file; did you mean `landwright inspect`?\n";
    assert_eq!(run.stderr, said);
}

#[test]
fn a_file_that_is_not_there_opens_no_window() {
    let run = Scratch::new().run("maps/none.gat").expect_code(2);
    assert_eq!(run.stderr, "error: maps/none.gat: there is no such file or folder\n");
}

#[cfg(all(target_os = "linux", feature = "window"))]
#[test]
fn without_a_display_it_says_what_a_window_needs() {
    let scratch = Scratch::new();
    let mut command = scratch.command(&[]);
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(name);
    }
    check_stderr(
        &finish(command).expect_code(2),
        &expect![[r#"
            error: the window can't be opened: neither WAYLAND_DISPLAY nor WAYLAND_SOCKET nor DISPLAY is set. It needs a display and a driver for Vulkan, Metal, DirectX 12 or OpenGL. All commands of `landwright --help` work without a window
        "#]],
    );
}

#[test]
fn codes_are_explained() {
    let scratch = Scratch::new();
    let all = scratch.run("explain").expect_code(0);
    assert!(all.stdout.lines().any(|line| line.starts_with("file-unreadable ")), "{all:?}");
    let one = scratch.run("explain file-unreadable").expect_code(0);
    assert!(one.stdout.starts_with("error[file-unreadable]: Unreadable file\n"), "{one:?}");
    check_stderr(
        &scratch.run("explain file-unredable").expect_code(2),
        &expect![[r#"
            error: no rule has the code `file-unredable`; did you mean `file-unreadable`?

            `landwright explain` lists all codes
        "#]],
    );
}

#[test]
fn shells_learn_the_commands() {
    let scratch = Scratch::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = scratch.run(&format!("completions {shell}")).expect_code(0);
        for command in ["roundtrip", "render", "export", "import"] {
            assert!(run.stdout.contains(command), "{shell}: {command}");
        }
    }
}

#[test]
fn a_folder_is_checked_though_its_roots_are_no_client_of_rose_or_missing() {
    let scratch = Scratch::with_samples();
    for roots in ["[\"gone\"]", "[\"island.gat\"]"] {
        scratch.put("landwright.toml", format!("roots = {roots}\n").as_bytes());
        let run = scratch.run("check . --trust");
        assert!(run.stdout.contains("["), "problems are still reported: {run:?}");
        assert!(!run.stderr.contains("not looked for"), "{run:?}");
    }
}
