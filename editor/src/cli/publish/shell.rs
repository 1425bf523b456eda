//! A command of a person, run by the shell of the system.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs it to its end in a folder. What it prints goes to standard error, since standard output is
/// for reports. Answers with its exit code; `None` if it was killed.
pub(super) fn run(command: &str, folder: &Path) -> io::Result<Option<i32>> {
    let (shell, option) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut shell = Command::new(shell);
    shell.args([option, command]).current_dir(folder).stdin(Stdio::null());
    Ok(shell.stdout(io::stderr()).status()?.code())
}
