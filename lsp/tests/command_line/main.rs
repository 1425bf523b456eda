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
