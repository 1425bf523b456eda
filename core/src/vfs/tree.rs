//! Folders of a mount that is a flat list of names.

use std::collections::BTreeMap;
use std::ops::Bound;

use super::path::VfsPath;
use super::{Entry, Kind};

/// Whether some file is below it; the root always is a folder.
pub(super) fn is_folder<T>(files: &BTreeMap<VfsPath, T>, path: &VfsPath) -> bool {
    let first = files.range(path.start_below()..).next();
    path.is_root() || first.is_some_and(|(file, _)| file.starts_with(path))
}

/// A file of the list, or a folder that files are below.
pub(super) fn entry<T>(
    files: &BTreeMap<VfsPath, T>,
    path: &VfsPath,
    len: impl Fn(&T) -> u64,
) -> Option<Entry> {
    let kind = match files.get(path) {
        Some(file) => Some(Kind::File { len: len(file) }),
        None => is_folder(files, path).then_some(Kind::Folder),
    };
    kind.map(|kind| Entry { path: path.clone(), kind })
}

/// The files and folders right in a folder, in order. However much is in those folders, each
/// costs one look into the list.
pub(super) fn list<T>(
    files: &BTreeMap<VfsPath, T>,
    folder: &VfsPath,
    len: impl Fn(&T) -> u64,
) -> Vec<Entry> {
    list_and_count(files, folder, len).0
}

/// The entries, and how many looks into the list they took.
fn list_and_count<T>(
    files: &BTreeMap<VfsPath, T>,
    folder: &VfsPath,
    len: impl Fn(&T) -> u64,
) -> (Vec<Entry>, usize) {
    let n_above = folder.components().count();
    let mut entries: BTreeMap<VfsPath, Kind> = BTreeMap::new();
    let mut from = Bound::Included(folder.start_below());
    let mut n_looks = 1;
    while let Some((path, file)) = files.range((from, Bound::Unbounded)).next()
        && path.starts_with(folder)
    {
        n_looks += 1;
        let mut parts = path.components();
        let above: Vec<&str> = parts.by_ref().take(n_above + 1).collect();
        let is_file = parts.next().is_none();
        from = Bound::Excluded(path.clone());
        let Ok(entry) = VfsPath::new(&above.join("/")) else { continue };
        if !is_file {
            from = Bound::Included(entry.end_below());
        }
        let kind = if is_file { Kind::File { len: len(file) } } else { Kind::Folder };
        entries.entry(entry).or_insert(kind);
    }
    let entries = entries.into_iter().map(|(path, kind)| Entry { path, kind }).collect();
    (entries, n_looks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_deep_below_costs_a_list_nothing() {
        let path = |name: &str| VfsPath::new(name).unwrap();
        let deep = (0..50_000).map(|n| (path(&format!("a/b/{n}")), 0));
        let files: BTreeMap<VfsPath, u64> =
            deep.chain([(path("a/b.x"), 1), (path("a/B0"), 2), (path("c"), 3)]).collect();
        let (entries, n_looks) = list_and_count(&files, &path("A"), |len| *len);
        let shown: Vec<(&str, Kind)> =
            entries.iter().map(|entry| (entry.path.as_str(), entry.kind)).collect();
        let file = |len| Kind::File { len };
        assert_eq!(shown, [("a/b", Kind::Folder), ("a/b.x", file(1)), ("a/B0", file(2))]);
        // One for each entry, and one that finds nothing more.
        assert_eq!(n_looks, 4);
    }
}
