//! Running a step: plainly, or under `strace`.

use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;

use super::case::Step;
use super::stage::Place;
use super::window;

/// Nothing that is run here takes as long, in seconds.
const AT_MOST: &str = "120";

/// How a step ended.
#[derive(Debug, Clone)]
pub(crate) struct Ended {
    /// `None` where it was killed.
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ended {
    /// The lines of both outputs.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &str> {
        self.out.lines().chain(self.err.lines())
    }

    /// Whether `timeout` had to end it.
    pub(crate) fn is_hung(&self) -> bool {
        self.code == Some(124)
    }
}

/// A folder with programs that are run instead of those that were built with this one.
const PROGRAMS: &str = "LANDWRIGHT_FAULTS_PROGRAMS";

/// Where a program is.
pub(crate) fn program(name: &str) -> PathBuf {
    match std::env::var_os(PROGRAMS) {
        Some(folder) => PathBuf::from(folder).join(name),
        None => Path::new(env!("CARGO_BIN_EXE_landwright")).with_file_name(name),
    }
}

/// A step in a place, under `strace` with these options where there are any.
pub(crate) fn command(step: &Step, place: &Place, strace: &[String]) -> Command {
    let mut words: Vec<OsString> = ["timeout", "-k", "1", AT_MOST].map(OsString::from).into();
    if !strace.is_empty() {
        words.extend(["strace", "-f", "-qq"].map(OsString::from));
        if strace.iter().all(|option| !option.contains("signal=")) {
            // Quicker, but it gives no signals.
            words.push("--seccomp-bpf".into());
        }
        words.extend(strace.iter().map(OsString::from));
        words.push("--".into());
    }
    match step {
        Step::Line(line) => {
            let mut line = line.split_whitespace().filter(|word| *word != "{trust}" || trusts());
            words.push(program(line.next().unwrap()).into());
            words.extend(line.map(|word| OsString::from(word.replace("{trust}", "--trust"))));
        }
        Step::Window(_) | Step::Unsaved(_) | Step::Restart(_) => {
            words.push(std::env::current_exe().unwrap().into());
        }
    }
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).current_dir(&place.work).stdin(Stdio::null());
    command.env("LANDWRIGHT_HOME", &place.home).env("RUST_BACKTRACE", "0");
    match step {
        Step::Line(_) => command.env_remove(window::CHILD),
        Step::Window(name) => command.env(window::CHILD, "save").env(window::DOCUMENT, name),
        Step::Unsaved(name) => command.env(window::CHILD, "edit").env(window::DOCUMENT, name),
        Step::Restart(name) => command.env(window::CHILD, "restart").env(window::DOCUMENT, name),
    };
    command
}

pub(crate) fn run(step: &Step, place: &Place, strace: &[String]) -> Ended {
    let output = command(step, place, strace).output().unwrap();
    ended(output, place)
}

/// Starts a step, to be waited for.
pub(crate) fn start(step: &Step, place: &Place, strace: &[String]) -> Child {
    let mut command = command(step, place, strace);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

pub(crate) fn wait(child: Child, place: &Place) -> Ended {
    ended(child.wait_with_output().unwrap(), place)
}

fn ended(output: Output, place: &Place) -> Ended {
    // 137 is how `timeout` says that what it ran was killed.
    let code = output.status.code().filter(|code| *code != 137);
    debug_assert!(code.is_some() || output.status.signal().is_none_or(|signal| signal == 9));
    let text = |bytes: Vec<u8>| place.without_root(&String::from_utf8_lossy(&bytes));
    Ended { code, out: text(output.stdout), err: text(output.stderr) }
}

/// Whether the program asks for trust in a folder with copies.
fn trusts() -> bool {
    static TRUSTS: OnceLock<bool> = OnceLock::new();
    *TRUSTS.get_or_init(|| {
        let help = Command::new(program("landwright")).args(["apply", "--help"]).output().unwrap();
        String::from_utf8_lossy(&help.stdout).contains("--trust")
    })
}

/// What is missing for a run of anything.
pub(crate) fn missing(programs: &[PathBuf]) -> Option<String> {
    for tool in ["strace", "timeout"] {
        let version = Command::new(tool).arg("--version").output();
        if !version.is_ok_and(|output| output.status.success()) {
            return Some(format!("{tool} is missing; install it"));
        }
    }
    let absent = programs.iter().find(|program| !program.is_file())?;
    Some(format!("{} is missing; build it first", absent.display()))
}
