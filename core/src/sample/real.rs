//! Real game files for tests and benchmarks, where somebody has them.
//!
//! They belong to their publishers and are no part of the repository. A test that needs them finds
//! them where `LANDWRIGHT_CORPUS` says, and otherwise prints that it is skipped.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::vfs::disk;

/// A folder of real files, or `None` where there are none on this machine: then a line says so.
///
/// # Panics
///
/// If the variable names no folder, or this one is not in it: a slip must not skip tests.
#[must_use]
pub fn corpus(folder: &str) -> Option<PathBuf> {
    let Some(root) = std::env::var_os("LANDWRIGHT_CORPUS") else {
        skipped(&format!("it needs real files ({folder}): set LANDWRIGHT_CORPUS to their folder"));
        return None;
    };
    let root = in_workspace(&root);
    let found = root.join(folder);
    assert!(
        disk::is_folder(&found),
        "LANDWRIGHT_CORPUS is set, but {} is not a folder",
        found.display()
    );
    Some(found)
}

/// Whether tests that take minutes are asked for. Where they are not, a line says so.
#[must_use]
pub fn all_is_asked_for() -> bool {
    let is_asked = std::env::var_os("LANDWRIGHT_ALL").is_some_and(|all| all == "1");
    if !is_asked {
        skipped("it takes minutes: set LANDWRIGHT_ALL=1 to run it");
    }
    is_asked
}

/// Tests run in the folder of their package; the variable is meant from the workspace.
fn in_workspace(path: &OsStr) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let workspace = here.ancestors().find(|folder| disk::is_file(&folder.join("Cargo.lock")));
    workspace.unwrap_or(&here).join(Path::new(path))
}

/// Says that the running test is skipped. The harness keeps what `eprintln!` prints in a test that
/// passes, so this goes to stderr itself.
fn skipped(why: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    // Nothing can be done if even stderr fails.
    let _unheard = writeln!(io::stderr(), "skipped: {test}: {why}");
}
