//! Reads the files of the folders that the client has open, and reads again what changed.
//!
//! A file that is open in the editor is left alone: what the editor says of it counts.

use std::collections::BTreeSet;
use std::fs;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::Arc;

use landwright_core::project::{FILE_NAME, Project};
use tokio::sync::mpsc::UnboundedReceiver;

use crate::analysis::Kind;
use crate::command::log;
use crate::file::{File, Key};
use crate::job::{self, Cancel};
use crate::progress::Progress;
use crate::session::Session;
use crate::state::State;
use crate::watch::is_of_interest;

/// So many files are read between two looks at whether to go on.
const N_AT_ONCE: usize = 1024;
/// A definition is some kilobytes; what is longer than this is none.
const MAX_LENGTH: u64 = 64 << 20;
/// Folders that hold no definitions of the person's own.
const SKIPPED: &[&str] = &["node_modules", "target"];

/// Reads all files of some folders for the first time.
pub async fn folders(session: &Arc<Session>, folders: Vec<Key>) {
    let progress = Progress::begin(session, "Reading definitions");
    let roots: Vec<PathBuf> = folders.iter().filter_map(Key::path).collect();
    let paths = job::run(move |cancel| {
        let mut paths: Vec<PathBuf> = roots.iter().filter_map(|root| project_above(root)).collect();
        paths.extend(roots.iter().flat_map(|root| files_below(root, cancel)));
        paths
    });
    let paths = paths.await;
    for (idx, chunk) in paths.chunks(N_AT_ONCE).enumerate() {
        if progress.cancel.is_cancelled() {
            break;
        }
        progress.report(idx * N_AT_ONCE, paths.len());
        read(session, chunk.to_vec()).await;
    }
    session.is_scanned.send_replace(true);
    session.update(|state| state.has_altered_others = true);
}

/// Reads again what is noted as stale, as long as the session lasts. One reader does it all, so
/// that what was read later is what stays.
pub async fn run(session: Arc<Session>, mut stale: UnboundedReceiver<Key>) {
    while let Some(first) = stale.recv().await {
        let mut keys = BTreeSet::from([first]);
        while let Ok(key) = stale.try_recv() {
            keys.insert(key);
        }
        let paths = job::run(move |cancel| expand(&keys, cancel)).await;
        for chunk in paths.chunks(N_AT_ONCE) {
            read(&session, chunk.to_vec()).await;
        }
    }
}

/// The `landwright.toml` that holds for a folder from outside of it.
fn project_above(folder: &Path) -> Option<PathBuf> {
    Project::find(folder.parent()?)
}

/// Reads the `landwright.toml` around a file that is in no folder.
pub async fn around(session: Arc<Session>, file: PathBuf) {
    if let Some(project) = job::run(move |_| project_above(&file)).await {
        session.note_stale(Key::of_path(&project));
    }
}

/// Folders become the files below them. What is not there any more may have been a folder.
fn expand(keys: &BTreeSet<Key>, cancel: &Cancel) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for path in keys.iter().filter_map(Key::path) {
        if path.is_dir() {
            paths.extend(files_below(&path, cancel));
        } else if is_of_interest(&path) || !path.exists() {
            paths.push(path);
        }
    }
    paths
}

/// Reads some files and puts them in, or takes out what is no longer there.
async fn read(session: &Session, paths: Vec<PathBuf>) {
    let read =
        job::run(move |_| job::for_each(&paths, |path| (Key::of_path(path), load_guarded(path))));
    let read = read.await;
    session.update(|state| {
        for (key, file) in read {
            settle(state, &key, file);
        }
    });
}

fn settle(state: &mut State, key: &Key, file: Option<File>) {
    let known = state.files.get(key);
    if known.is_some_and(|known| known.version.is_some()) {
        return;
    }
    // A project may hold for a folder from outside of it.
    let is_wanted = key.file_name() == FILE_NAME
        || state.folders.iter().any(|folder| key.is_inside(&folder.key));
    match file.filter(|_| is_wanted) {
        // What a tool touched without changing it is no news.
        Some(file) if known.is_some_and(|known| known.text == file.text) => {}
        Some(file) => state.put(file),
        None => remove(state, key),
    }
}

/// Takes out a file, or all files below what was a folder.
fn remove(state: &mut State, gone: &Key) {
    let first = Key::of_core(&format!("{}{MAIN_SEPARATOR}", gone.as_str()));
    let below = state.files.from(&first).map(|(_, file)| file);
    let below = below.take_while(|file| file.key.is_inside(gone));
    let closed = below.filter(|file| file.version.is_none());
    let keys: Vec<Key> = closed.map(|file| file.key.clone()).chain([gone.clone()]).collect();
    for key in &keys {
        state.remove(key);
    }
}

/// A fault in reading one file must not end the reading of all that follow.
fn load_guarded(path: &Path) -> Option<File> {
    std::panic::catch_unwind(|| load(path)).unwrap_or_else(|_| {
        log(&format!("{}: left out, since reading it panicked", path.display()));
        None
    })
}

/// A file of interest, if it is there. Bytes that are no text are replaced: nothing that the
/// server says makes anybody write this text back.
fn load(path: &Path) -> Option<File> {
    let kind = Kind::of_file_name(path.file_name()?.to_str()?)?;
    if fs::metadata(path).ok()?.len() > MAX_LENGTH {
        return None;
    }
    let text = String::from_utf8_lossy(&fs::read(path).ok()?).into_owned();
    Some(File::new(Key::of_path(path).url()?, kind, None, text))
}

/// The files of interest below a folder, in order. A folder that can't be read has none.
fn files_below(root: &Path, cancel: &Cancel) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        if cancel.is_cancelled() {
            break;
        }
        let Ok(entries) = fs::read_dir(folder) else { continue };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            // A link to a folder is not followed, since it may lead back up.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                if !is_skipped(&name) {
                    folders.push(entry.path());
                }
            } else if Kind::of_file_name(&name).is_some() {
                files.push(entry.path());
            }
        }
    }
    files.sort();
    files
}

/// Whether a folder of this name is passed over.
pub fn is_skipped(folder_name: &str) -> bool {
    folder_name.starts_with('.') || SKIPPED.contains(&folder_name)
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let found = files_below(root.path(), &Cancel::default());
        let found: Vec<_> =
            found.iter().map(|path| path.strip_prefix(root.path()).unwrap()).collect();
        assert_eq!(found, ["a/deep/C_Y.2.def", "b/S_X.1.def", "protocol.1.map"].map(Path::new));
    }

    #[test]
    fn what_is_no_text_is_read_all_the_same() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("C_X.1.def");
        fs::write(&path, b"int32 x # \xff\n").unwrap();
        assert_eq!(&*load(&path).unwrap().text, "int32 x # \u{fffd}\n");
        assert!(load(&root.path().join("C_GONE.1.def")).is_none());
    }
}
