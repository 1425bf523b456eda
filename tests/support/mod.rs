//! What tests across crates share: where the real files are.

#![allow(dead_code, reason = "every test is a program of its own, and uses what it needs")]

use std::path::{Path, PathBuf};

/// A folder of real game files, or `None` where there are none on this machine.
///
/// They belong to their publishers and are no part of the repository: a test that needs them
/// reads them where `LANDWRIGHT_CORPUS` says, and otherwise says that it was skipped.
pub fn corpus(folder: &str) -> Option<PathBuf> {
    let Some(root) = std::env::var_os("LANDWRIGHT_CORPUS") else {
        eprintln!("skipped: {folder}: set LANDWRIGHT_CORPUS to a folder of real game files");
        return None;
    };
    // Tests run in the folder of their package; the variable is meant from the workspace.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(root).join(folder);
    assert!(folder.is_dir(), "LANDWRIGHT_CORPUS is set, but {} is not a folder", folder.display());
    Some(folder)
}

/// Every file below a folder, in order.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}
