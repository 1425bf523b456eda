//! The commands as a person or a build server runs them: what they print, and how they end.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that can't go on fails"
)]

mod scratch;
mod packets;
mod dumps;
mod files;
mod problems;

use scratch::Scratch;

#[test]
fn every_command_is_explained() {
    let scratch = Scratch::new(&[]);
    let help = scratch.run(&["--help"]).stdout;
    const COMMANDS: &[&str] = &[
        "check",
        "fmt",
        "layout",
        "decode",
        "encode",
        "diff",
        "outdated",
        "completions",
        "explain",
    ];
    for command in COMMANDS {
        assert!(help.contains(&format!("\n  {command} ")), "{help}");
        assert_eq!(scratch.run(&[command, "--help"]).code, Some(0));
    }
}

#[test]
fn every_shell_can_learn_the_commands() {
    let scratch = Scratch::new(&[]);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = scratch.run(&["completions", shell]);
        assert_eq!(script.code, Some(0));
        assert!(script.stdout.contains("landwright-lsp") && script.stdout.contains("outdated"));
    }
}

/// `script` gives a program a terminal.
#[cfg(target_os = "linux")]
#[test]
fn in_a_terminal_it_says_what_it_waits_for() {
    use std::process::{Command, Stdio};

    let server = env!("CARGO_BIN_EXE_landwright-lsp");
    let mut command = Command::new("script");
    command.args(["-qec", server, "/dev/null"]).stdin(Stdio::null());
    let Ok(output) = command.output() else {
        eprintln!("skipped: there is no `script`");
        return;
    };
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("this is a language server") && said.contains("--help"), "{said}");
    let piped = Scratch::new(&[]).run(&[]);
    assert_eq!((piped.stdout.as_str(), piped.stderr.as_str()), ("", ""), "editors read no news");
}
