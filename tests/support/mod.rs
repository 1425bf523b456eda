//! What tests across crates share: where the real files are.

#![allow(
    dead_code,
    unused_imports,
    reason = "every test is a program of its own, and uses what it needs"
)]

use std::path::{Path, PathBuf};

pub use landwright_core::sample::real::{all_is_asked_for, corpus};

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
