//! Folders of a mount that is a flat list of names.

use std::collections::BTreeMap;

use super::path::VfsPath;
use super::{Entry, Kind};

/// Whether some file is below it; the root always is a folder.
pub(super) fn is_folder<T>(files: &BTreeMap<VfsPath, T>, path: &VfsPath) -> bool {
    path.is_root() || below(files, path).next().is_some()
}

/// The files and folders right in a folder, in order.
pub(super) fn list<T>(
    files: &BTreeMap<VfsPath, T>,
    folder: &VfsPath,
    len: impl Fn(&T) -> u64,
) -> Vec<Entry> {
    let n_above = folder.components().count();
    let mut entries: BTreeMap<VfsPath, Kind> = BTreeMap::new();
    for (path, file) in below(files, folder) {
        let mut parts = path.components();
        let above: Vec<&str> = parts.by_ref().take(n_above + 1).collect();
        let Ok(entry) = VfsPath::new(&above.join("/")) else { continue };
        let kind = match parts.next() {
            Some(_) => Kind::Folder,
            None => Kind::File { len: len(file) },
        };
        entries.entry(entry).or_insert(kind);
    }
    entries.into_iter().map(|(path, kind)| Entry { path, kind }).collect()
}

fn below<'f, T>(
    files: &'f BTreeMap<VfsPath, T>,
    folder: &'f VfsPath,
) -> impl Iterator<Item = (&'f VfsPath, &'f T)> {
    // Names such as `a.x` stand between `a` and `a/b`, so the range has others in it as well.
    let shares_start = |path: &VfsPath| path.key().starts_with(folder.key());
    let range = files.range(folder.clone()..).take_while(move |(path, _)| shares_start(path));
    range.filter(move |(path, _)| *path != folder && path.starts_with(folder))
}
