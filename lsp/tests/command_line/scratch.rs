//! A folder of definitions to run commands in.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use expect_test::Expect;

/// A folder of definitions for one test.
pub(crate) struct Scratch(pub(crate) tempfile::TempDir, tempfile::TempDir);

#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Scratch {
    pub(crate) fn new(files: &[(&str, &str)]) -> Scratch {
        let scratch = Scratch(tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        files.iter().for_each(|(file, text)| scratch.write(file, text));
        scratch
    }

    pub(crate) fn write(&self, file: &str, text: &str) {
        let path = self.0.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn text(&self, file: &str) -> String {
        fs::read_to_string(self.0.path().join(file)).unwrap()
    }

    pub(crate) fn is_there(&self, file: &str) -> bool {
        self.0.path().join(file).exists()
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        self.run_with(arguments, "")
    }

    pub(crate) fn run_with(&self, arguments: &[&str], input: &str) -> Run {
        let mut command = Command::new(env!("CARGO_BIN_EXE_landwright-lsp"));
        command.args(arguments).current_dir(self.0.path());
        command.env("LANDWRIGHT_HOME", self.1.path());
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.spawn().unwrap();
        // A command that does not read its input may have ended already.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        Run {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// What a command prints where both outputs go to one place.
    pub(crate) fn interleaved(&self, arguments: &[&str]) -> String {
        let path = self.0.path().join("both");
        let file = fs::File::create(&path).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_landwright-lsp"));
        command.args(arguments).current_dir(self.0.path());
        command.env("LANDWRIGHT_HOME", self.1.path());
        command.stdout(file.try_clone().unwrap()).stderr(file).status().unwrap();
        fs::read_to_string(path).unwrap()
    }

    pub(crate) fn git(&self, arguments: &[&str]) -> bool {
        let identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
        let mut command = Command::new("git");
        command.args(identity).args(arguments).current_dir(self.0.path());
        command.output().is_ok_and(|output| output.status.success())
    }
}

impl Run {
    #[track_caller]
    pub(crate) fn check(&self, code: i32, stdout: &Expect) {
        assert_eq!(self.code, Some(code), "{self:?}");
        stdout.assert_eq(&self.stdout);
    }

    #[track_caller]
    pub(crate) fn fails(&self, code: i32, stderr: &Expect) {
        assert_eq!(self.code, Some(code), "{self:?}");
        stderr.assert_eq(&self.stderr);
    }
}

pub(crate) const LIST: &str = "int32 number\narray list\n- int16 value\nstring name\n";
pub(crate) const PACKET: &str = "2000e70302000e001a00ffffffff0e0014000700140000000800680069000000";

pub(crate) fn repository() -> Scratch {
    Scratch::new(&[
        ("protocol/S_LIST.1.def", "int32 number\n"),
        ("protocol/S_LIST.2.def", LIST),
        ("map/protocol.1.map", "S_LIST = 998\nS_GONE = 7\n"),
        ("map/protocol.2.map", "S_LIST = 999\n"),
        ("protocol/S_GONE.1.def", "byte b\n"),
    ])
}
