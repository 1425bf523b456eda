//! A command of a person, run by the shell of the system.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs it to its end in a folder. What it prints goes to standard error, since standard output is
/// for reports. Answers with its exit code; `None` if it was killed.
pub(super) fn run(command: &str, folder: &Path) -> io::Result<Option<i32>> {
    let mut shell = shell(command);
    shell.current_dir(folder).stdin(Stdio::null());
    Ok(shell.stdout(io::stderr()).status()?.code())
}

#[cfg(not(windows))]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", command]);
    shell
}

/// `cmd` takes the rest of its command line as it is, between the quotes that `/S` asks for.
#[cfg(windows)]
fn shell(command: &str) -> Command {
    use std::os::windows::process::CommandExt;
    let mut shell = Command::new("cmd");
    shell.raw_arg(format!("/S /C \"{command}\""));
    shell
}
