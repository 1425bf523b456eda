//! Folders to begin at: those of the person, and those that work was done in.

use std::path::{Path, PathBuf};

const MAX_PLACES: usize = 12;

/// Each folder once, with a name to click on.
pub(super) fn places(home: Option<PathBuf>, likely: Vec<PathBuf>) -> Vec<(String, PathBuf)> {
    let root = home.as_deref().and_then(|home| home.ancestors().last()).map(Path::to_path_buf);
    let mut places: Vec<(String, PathBuf)> = Vec::new();
    let named = |name: &str, path: Option<PathBuf>| path.map(|path| (name.to_owned(), path));
    let likely = likely.into_iter().map(|path| {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        (name, path)
    });
    let fixed = [named("Home", home), named("Computer", root)];
    for (name, path) in fixed.into_iter().flatten().chain(likely) {
        let is_known = places.iter().any(|(_, known)| *known == path);
        if !is_known && places.len() < MAX_PLACES {
            places.push((name, path));
        }
    }
    places
}
