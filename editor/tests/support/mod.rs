//! What tests of the program share: a scratch folder, and running the program in it.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    dead_code,
    unreachable_pub,
    reason = "a test that can't go on fails, and not every test needs all of this"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

#[path = "../../../tests/support/samples.rs"]
pub mod samples;

/// A folder in which the program is run, and one where it keeps its own things.
pub struct Scratch(TempDir, TempDir);

/// How a run of the program ended.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Scratch {
    pub fn new() -> Scratch {
        Scratch(TempDir::new().unwrap(), TempDir::new().unwrap())
    }

    /// A folder with a sample of every format.
    pub fn with_samples() -> Scratch {
        let scratch = Scratch::new();
        for (name, bytes) in samples::files() {
            scratch.put(name, &bytes);
        }
        scratch
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// Without links, as records of saves have it.
    pub fn real_path(&self) -> PathBuf {
        fs::canonicalize(self.path()).unwrap()
    }

    pub fn make_folder(&self, name: &str) {
        fs::create_dir_all(self.file(name)).unwrap();
    }

    /// A file too large to be read, that takes no room on disk: what any user meets alike.
    pub fn put_unreadable(&self, name: &str) {
        fs::File::create(self.file(name)).unwrap().set_len((1 << 30) + 1).unwrap();
    }

    /// What is in a folder, in order; nothing where there is no such folder.
    pub fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.file(folder)).into_iter().flatten();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub fn put(&self, name: &str, bytes: &[u8]) {
        fs::write(self.file(name), bytes).unwrap();
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.file(name)).unwrap()
    }

    /// Runs `landwright`, with arguments separated by blanks.
    pub fn run(&self, arguments: &str) -> Run {
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        finish(self.command(&arguments))
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_landwright"));
        command.args(arguments).current_dir(self.path()).stdin(Stdio::null());
        command.env("LANDWRIGHT_HOME", self.1.path());
        command
    }
}

/// Runs a command to its end.
pub fn finish(mut command: Command) -> Run {
    let output = command.output().unwrap();
    // So that a path below the current folder reads alike on every system.
    let text = |bytes| String::from_utf8(bytes).unwrap().replace(".\\", "./");
    Run {
        code: output.status.code().unwrap_or(-1),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

impl Run {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    #[track_caller]
    pub fn expect_code(self, code: i32) -> Run {
        assert_eq!(self.code, code, "{self:?}");
        self
    }
}
