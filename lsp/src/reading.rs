//! The one place where the server and its commands read from the disk.
//!
//! Core says what is a file and where links may lead. Nothing else is opened: a device has no end,
//! and a pipe waits for a writer.

use std::io::Read;
use std::path::{Path, PathBuf};

use landwright_core::def::capture;
use landwright_core::problem::counted::{counted, grouped};
use landwright_core::vfs::disk::{self, Bounds, Loaded, Walk};
use landwright_core::vfs::{FileError, Trouble};

use crate::file::{File, Key};
use crate::kind::Kind;
use crate::log::log;

/// A definition is some kilobytes, a map some hundred.
pub const MAX_DEFINITION: u64 = 16 << 20;
/// A log of a long evening.
pub const MAX_LOG: u64 = 256 << 20;

/// Folders that hold no definitions of the person's own.
const PASSED_OVER: &[&str] = &["node_modules", "target"];

/// Whether a folder of this name is passed over by the server.
pub fn is_passed_over(folder_name: &str) -> bool {
    folder_name.starts_with('.') || PASSED_OVER.contains(&folder_name)
}

/// The files of interest below a folder, in order; those that can't be read are among them.
pub fn files_below(folder: &Path, bounds: &Bounds, goes_on: impl Fn() -> bool) -> Vec<PathBuf> {
    let enters = |folder: &Path| {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        goes_on() && !is_passed_over(&name)
    };
    let Walk { mut files, errors, skipped, .. } = disk::walk_below(folder, bounds, enters);
    errors.iter().for_each(|error| log(&error.to_string()));
    files.extend(skipped.into_iter().map(|error| error.path));
    files.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        kind_of(path).is_some() || is_link_to_folder(path) && !is_passed_over(&name)
    });
    files.sort();
    files
}

/// Whether a path is a link that leads to a folder.
pub fn is_link_to_folder(path: &Path) -> bool {
    disk::is_link(path) && disk::is_folder(path)
}

fn kind_of(path: &Path) -> Option<Kind> {
    Kind::of_file_name(path.file_name()?.to_str()?)
}

/// A file of interest, if it is there. Bytes that are no text are replaced: nothing that the
/// server says makes anybody write this text back.
pub fn load(path: &Path, bounds: &Bounds) -> Option<File> {
    let url = Key::of_path(path).url()?;
    if is_link_to_folder(path) {
        // The folder has a problem of its own, and no content.
        let error = bounds.outside(path)?;
        return Some(File::skipped(url, Kind::Definition, why(&error)));
    }
    let kind = kind_of(path)?;
    match disk::read_file_below(path, bounds, limit_of(path)) {
        Ok(loaded) => {
            let text = String::from_utf8_lossy(&loaded.bytes).into_owned();
            Some(File::new(url, kind, None, text))
        }
        Err(error) if error.trouble == Trouble::IsFolder => None,
        Err(error) if error.is_missing() && !disk::is_link(path) => None,
        Err(error) => Some(File::skipped(url, kind, why(&error))),
    }
}

/// Reads a file that a walk found or a person named.
pub fn file(path: &Path) -> Result<Loaded, FileError> {
    disk::read_file(path, limit_of(path))
}

/// Reads what a person named: any file, or `-` for standard input.
pub fn input(path: &Path) -> Result<Vec<u8>, FileError> {
    if path == Path::new("-") {
        return disk::read_stream(Path::new("standard input"), std::io::stdin().by_ref(), MAX_LOG);
    }
    disk::read_file(path, MAX_LOG).map(|loaded| loaded.bytes)
}

/// Every file below a folder that a person named.
pub fn walk(folder: &Path) -> Walk {
    disk::walk(folder)
}

fn limit_of(path: &Path) -> u64 {
    if capture::is_capture(&path.to_string_lossy()) { MAX_LOG } else { MAX_DEFINITION }
}

/// Whether a file is one that should not be read, unlike one that could not be.
pub fn is_to_be_skipped(error: &FileError) -> bool {
    let is_broken_link = error.is_missing() && disk::is_link(&error.path);
    let trouble = &error.trouble;
    is_broken_link
        || matches!(trouble, Trouble::LinkOutside | Trouble::NotAFile | Trouble::TooLarge { .. })
}

/// Why a file is not read, and what to do about it.
pub fn why(error: &FileError) -> String {
    match &error.trouble {
        Trouble::LinkOutside if disk::is_folder(&error.path) => {
            "is not read: it is a link to a folder outside the open folders; open that folder as \
             well, or delete the link"
                .to_owned()
        }
        Trouble::LinkOutside => {
            "is not read: it is a link to a place outside this folder; put the \
            file itself here"
                .to_owned()
        }
        Trouble::Missing => "is not read: it is a broken link; repair or delete it".to_owned(),
        Trouble::NotAFile => {
            "is not read: it is a device or a pipe, not a file; delete or rename it".to_owned()
        }
        Trouble::TooLarge { len, limit } => {
            let (len, limit) = (counted(*len, "byte", "bytes"), grouped(*limit));
            format!("is not read: it has {len}; at most {limit} are allowed")
        }
        other => format!("is not read: {other}"),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn bounds(root: &tempfile::TempDir) -> Bounds {
        Bounds::of([root.path()])
    }

    #[test]
    fn only_files_of_interest_are_found_and_no_foreign_folders() {
        let root = tempfile::tempdir().unwrap();
        let names = [
            "b/S_X.1.def",
            "a/deep/C_Y.2.def",
            "protocol.1.map",
            "README.md",
            "node_modules/m/C_Z.1.def",
            ".git/C_Z.1.def",
        ];
        for name in names {
            let path = root.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "int32 x\n").unwrap();
        }
        let found = files_below(root.path(), &bounds(&root), || true);
        let found: Vec<_> =
            found.iter().map(|path| path.strip_prefix(root.path()).unwrap()).collect();
        assert_eq!(found, ["a/deep/C_Y.2.def", "b/S_X.1.def", "protocol.1.map"].map(Path::new));
        assert_eq!(files_below(root.path(), &bounds(&root), || false).len(), 1);
    }

    #[test]
    fn what_is_no_text_is_read_all_the_same() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("C_X.1.def");
        fs::write(&path, b"int32 x # \xff\n").unwrap();
        assert_eq!(&*load(&path, &bounds(&root)).unwrap().text, "int32 x # \u{fffd}\n");
        assert!(load(&root.path().join("C_GONE.1.def"), &bounds(&root)).is_none());
    }

    #[test]
    fn what_is_longer_than_any_definition_is_not_read() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("C_X.1.def");
        fs::File::create(&path).unwrap().set_len(MAX_DEFINITION + 1).unwrap();
        let file = load(&path, &bounds(&root)).unwrap();
        let why = "is not read: it has 16,777,217 bytes; at most 16,777,216 are allowed";
        assert_eq!((file.skipped.as_deref(), &*file.text), (Some(why), ""));
        let log = root.path().join("C_X.1.hex");
        fs::File::create(&log).unwrap().set_len(MAX_DEFINITION + 1).unwrap();
        assert_eq!(load(&log, &bounds(&root)).unwrap().skipped, None);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_folder_outside_is_told_and_one_inside_is_not() {
        use std::os::unix::fs::symlink;
        let (outside, root) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(outside.path().join("S_A.1.def"), "int32 x\n").unwrap();
        fs::create_dir(root.path().join("own")).unwrap();
        symlink(root.path().join("own"), root.path().join("again")).unwrap();
        symlink(outside.path(), root.path().join("shared")).unwrap();
        symlink(outside.path(), root.path().join("node_modules")).unwrap();
        let bounds = bounds(&root);
        let found = files_below(root.path(), &bounds, || true);
        assert_eq!(found, [root.path().join("shared")]);
        let why = load(&found[0], &bounds).unwrap().skipped.unwrap();
        assert!(why.contains("a folder outside the open folders"), "{why}");
        assert!(load(&root.path().join("again"), &bounds).is_none());
    }

    #[cfg(unix)]
    #[test]
    fn devices_pipes_and_links_out_of_the_folder_are_found_and_not_read() {
        use std::os::unix::fs::symlink;
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("secret"), "int32 x\n").unwrap();
        let root = tempfile::tempdir().unwrap();
        symlink("/dev/zero", root.path().join("S_A.1.def")).unwrap();
        symlink(outside.path().join("secret"), root.path().join("S_B.1.def")).unwrap();
        let pipe = root.path().join("S_C.1.def");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        symlink("nowhere", root.path().join("S_D.1.def")).unwrap();
        let found = files_below(root.path(), &bounds(&root), || true);
        let why = |path: &PathBuf| load(path, &bounds(&root)).unwrap().skipped.unwrap();
        let why: Vec<String> = found.iter().map(why).collect();
        let words =
            ["outside this folder", "outside this folder", "device or a pipe", "broken link"];
        assert_eq!(why.len(), words.len());
        assert!(why.iter().zip(words).all(|(why, words)| why.contains(words)), "{why:?}");
    }
}
