//! What git says.

use std::path::Path;
use std::process::Command;

use super::outcome::Failure;

/// What git answers in a folder.
pub(super) fn git(folder: &Path, arguments: &[&str]) -> Result<String, Failure> {
    let output = Command::new("git").arg("-C").arg(folder).args(arguments).output();
    let output = output.map_err(|error| {
        Failure::use_of(format!(
            "git can't be run: {error}; install it, or give a folder with the older files"
        ))
    })?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let reason = String::from_utf8_lossy(&output.stderr);
    let reason = reason.lines().next().unwrap_or("it failed").trim_start_matches("fatal: ");
    Err(Failure::use_of(format!(
        "git says: {reason}; give a revision such as HEAD or main, or a folder"
    )))
}
