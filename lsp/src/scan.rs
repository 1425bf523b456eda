//! Reads the files of the folders that the client has open, and reads again what changed.
//!
//! A file that is open in the editor is left alone: what the editor says of it counts.

use std::collections::BTreeSet;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::Arc;

use landwright_core::project::{FILE_NAME, Project};
use landwright_core::vfs::disk::{self, Bounds};
use tokio::sync::mpsc::UnboundedReceiver;

use crate::file::{File, Key};
use crate::job::{self, Cancel};
use crate::log::log;
use crate::progress::Progress;
use crate::reading;
use crate::session::Session;
use crate::state::State;
use crate::watch::is_of_interest;

/// How many files are read between two looks at whether to go on.
const N_AT_ONCE: usize = 1024;

/// Reads all files of some folders for the first time.
pub async fn folders(session: &Arc<Session>, folders: Vec<Key>) {
    let progress = Progress::begin(session, "Reading definitions");
    let roots: Vec<PathBuf> = folders.iter().filter_map(Key::path).collect();
    let all = all_folders(session);
    let paths = job::run(move |cancel| {
        let bounds = Bounds::of(&all);
        let mut paths: Vec<PathBuf> = roots.iter().filter_map(|root| project_above(root)).collect();
        paths.extend(roots.iter().flat_map(|root| files_below(root, &bounds, cancel)));
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
        let all = all_folders(&session);
        let paths = job::run(move |cancel| expand(&keys, &all, cancel)).await;
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

/// The folders that the client has open.
fn all_folders(session: &Session) -> Vec<PathBuf> {
    session.look(|state| state.folders.iter().filter_map(|folder| folder.key.path()).collect())
}

/// Folders become the files below them. Anything that is not there any more may have been a folder.
/// A link to a folder is not followed, since it may lead back up.
fn expand(keys: &BTreeSet<Key>, folders: &[PathBuf], cancel: &Cancel) -> Vec<PathBuf> {
    let bounds = Bounds::of(folders);
    let mut paths = Vec::new();
    for path in keys.iter().filter_map(Key::path) {
        if reading::is_link_to_folder(&path) && !folders.contains(&path) {
            paths.push(path);
        } else if disk::is_folder(&path) {
            let is_walked = folders.contains(&path) || !disk::is_link(&path);
            paths.extend(
                is_walked.then(|| files_below(&path, &bounds, cancel)).into_iter().flatten(),
            );
        } else if is_of_interest(&path) || !disk::is_file(&path) {
            paths.push(path);
        }
    }
    paths
}

fn files_below(folder: &Path, bounds: &Bounds, cancel: &Cancel) -> Vec<PathBuf> {
    reading::files_below(folder, bounds, || !cancel.is_cancelled())
}

/// Reads some files and puts them in, or takes out what is no longer there.
async fn read(session: &Session, paths: Vec<PathBuf>) {
    let folders = all_folders(session);
    let read = job::run(move |_| {
        let bounds = Bounds::of(&folders);
        job::for_each(&paths, |path| {
            // A project may hold for a folder from outside of it.
            let own = path.ends_with(FILE_NAME).then(|| path.parent()).flatten();
            let own = own.map(|folder| Bounds::of(folders.iter().map(|f| &**f).chain([folder])));
            (Key::of_path(path), load_guarded(path, own.as_ref().unwrap_or(&bounds)))
        })
    });
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
        Some(file) if known.is_some_and(|known| known.is_same(&file)) => {}
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
fn load_guarded(path: &Path, bounds: &Bounds) -> Option<File> {
    std::panic::catch_unwind(|| reading::load(path, bounds)).unwrap_or_else(|_| {
        log(&format!(
            "{}: skipped, because reading it failed by a fault of landwright-lsp",
            path.display()
        ));
        None
    })
}
