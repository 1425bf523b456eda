//! The manual's commands of the language server run, and name nothing that is not there.

// They are for the shell of these systems.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that can't go on fails")]

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
