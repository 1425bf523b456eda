//! What is in a folder that a zone is to be written to, and would be mixed with it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use landwright_core::space::rose::block::BlockCoord;
use landwright_core::vfs::{VfsPath, disk};
use landwright_core::world::zone::part::Part;

/// How many are named.
const MOST_NAMED: usize = 8;

/// Refuses a folder in which there would be more than the files that are written: anyone who opens
/// it would find two zones in one.
pub(crate) fn refuse_others(folder: &Path, written: &BTreeSet<&Path>) -> Result<(), String> {
    let others = others(folder, written);
    if others.is_empty() {
        return Ok(());
    }
    let more = match others.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    let named: Vec<String> = others.into_iter().take(MOST_NAMED).collect();
    let (folder, named) = (folder.display(), named.join(", "));
    Err(format!(
        "{folder} contains files of a different zone: {named}{more}. They would be mixed with this \
        zone; choose a new folder, or move them away first"
    ))
}

/// In words: blocks by their names, and by their files where the block is written as well.
fn others(folder: &Path, written: &BTreeSet<&Path>) -> BTreeSet<String> {
    let part_of = |file: &Path| {
        let inside = file.strip_prefix(folder).ok()?.to_string_lossy().into_owned();
        Some((Part::of(&VfsPath::new(&inside).ok()?)?, inside))
    };
    let is_of = |file: &&Path, block: BlockCoord| matches!(part_of(file), Some((Part::Block(other), _)) if other == block);
    let files = files_in(folder).into_iter().filter(|file| !written.contains(file.as_path()));
    let named = files.filter_map(|file| match part_of(&file)? {
        (Part::Block(block), _) if !written.iter().any(|file| is_of(file, block)) => {
            Some(format!("block {block}"))
        }
        (Part::Block(_) | Part::Zon, inside) => Some(inside.escape_debug().to_string()),
    });
    named.collect()
}

/// The files of a folder, and of those folders in it that blocks have.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let is_part = |path: &Path| {
        let inside =
            path.strip_prefix(folder).map(|inside| VfsPath::new(&inside.to_string_lossy()));
        matches!(inside, Ok(Ok(inside)) if Part::of(&inside).is_some())
    };
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        // Of a folder that can't be listed, nothing can be opened either.
        let entries = disk::list(&next).unwrap_or_default();
        let paths = entries.iter().map(|entry| next.join(entry.name()));
        for path in paths.filter(|path| is_part(path)) {
            match disk::is_folder(&path) {
                true => folders.push(path),
                false => files.push(path),
            }
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;

    #[test]
    fn what_would_be_mixed_is_named_and_the_rest_of_a_folder_is_not() {
        let folder = TempDir::new().unwrap();
        let path = |name: &str| folder.path().join(name);
        let refused = |written: &[&str]| {
            let written: Vec<PathBuf> = written.iter().map(|name| path(name)).collect();
            refuse_others(folder.path(), &written.iter().map(PathBuf::as_path).collect())
        };
        assert_eq!(refused(&["30_30.IFO"]), Ok(()));
        fs::create_dir_all(path("35_32/LIGHTMAP")).unwrap();
        fs::create_dir_all(path("36_32.IFO")).unwrap();
        for name in ["a.txt", "35_32/a.DDS", "30_30.IFO"] {
            fs::write(path(name), "").unwrap();
        }
        assert_eq!(refused(&["30_30.IFO"]), Ok(()), "nothing that a zone is made of");
        assert!(refused(&["30_30.ifo"]).unwrap_err().contains("zone: 30_30.IFO."));
        let lit = "35_32/LIGHTMAP/OBJECTLIGHTMAPDATA.LIT";
        for name in ["30_30.mov", "34_32.HIM", "34_32.IFO", "S02.ZON", lit] {
            fs::write(path(name), "").unwrap();
        }
        let said = refused(&["30_30.IFO"]).unwrap_err();
        assert!(said.contains(": 30_30.mov, S02.ZON, block 34_32, block 35_32. They"), "{said}");
        for n in 0..9 {
            fs::write(path(&format!("40_{n}.IFO")), "").unwrap();
        }
        let said = refused(&["30_30.IFO", "S02.ZON"]).unwrap_err();
        assert!(said.contains("block 40_4 and 4 more. They"), "{said}");
    }
}
