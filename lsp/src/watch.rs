//! Notices changes on disk: through the client where it watches files, or by watching ourselves.

use std::path::Path;
use std::sync::Arc;

use notify::event::{EventKind, ModifyKind};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};
use serde_json::json;
use tower_lsp::lsp_types::{Registration, Url, WatchKind};

use crate::file::Key;
use crate::kind::{GLOBS, Kind};
use crate::log::log;
use crate::reading::is_passed_over as is_skipped;
use crate::session::Session;

/// Watches some folders as long as it is kept.
pub struct Watch {
    /// `None` where the client watches.
    watcher: Option<RecommendedWatcher>,
}

impl Watch {
    /// Begins, through the client if it can.
    pub fn begin(session: &Arc<Session>) -> Watch {
        if session.abilities().watches_files {
            tokio::spawn(register(Arc::clone(session)));
            return Watch { watcher: None };
        }
        Watch { watcher: watcher(Arc::clone(session)) }
    }

    pub fn add(&mut self, folder: &Key) {
        let (Some(watcher), Some(path)) = (&mut self.watcher, folder.path()) else { return };
        if let Err(error) = watcher.watch(&path, RecursiveMode::Recursive) {
            log(&format!("{}: not watched: {error}", path.display()));
        }
    }

    pub fn remove(&mut self, folder: &Key) {
        if let (Some(watcher), Some(path)) = (&mut self.watcher, folder.path()) {
            // It was perhaps never watched, or is gone from the disk.
            let _ = watcher.unwatch(&path);
        }
    }
}

async fn register(session: Arc<Session>) {
    if let Err(error) = session.client.register_capability(vec![registration()]).await {
        return log(&format!("the client does not watch files: {error}"));
    }
    // What changed on disk before the client began to watch was seen by nobody.
    for folder in session.look(|state| state.folders.clone()) {
        session.note_stale(folder.key);
    }
}

/// Of a folder that comes or goes, clients tell of itself alone and not of what is in it; a glob
/// can't say that it means folders.
const FOLDERS: &str = "**/*";

fn registration() -> Registration {
    let files = GLOBS.iter().map(|glob| json!({ "globPattern": glob }));
    let comings_and_goings = WatchKind::Create | WatchKind::Delete;
    let folders = json!({ "globPattern": FOLDERS, "kind": comings_and_goings });
    let watchers: Vec<_> = files.chain([folders]).collect();
    Registration {
        id: "landwright/watch".into(),
        method: "workspace/didChangeWatchedFiles".into(),
        register_options: Some(json!({ "watchers": watchers })),
    }
}

fn watcher(session: Arc<Session>) -> Option<RecommendedWatcher> {
    let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| match event {
        Ok(event) => note(&session, &event),
        Err(error) => log(&format!("watching: {error}")),
    });
    watcher.inspect_err(|error| log(&format!("can't watch files: {error}"))).ok()
}

fn note(session: &Session, event: &Event) {
    // Where data or times changed it is a file; else it may be a folder that came or went.
    let may_be_folder = match event.kind {
        EventKind::Access(_) => return,
        EventKind::Modify(ModifyKind::Data(_) | ModifyKind::Metadata(_)) => false,
        _ => true,
    };
    for path in &event.paths {
        if may_be_folder || is_of_interest(path) {
            note_unless_passed_over(session, Key::of_path(path));
        }
    }
}

fn note_unless_passed_over(session: &Session, key: Key) {
    if !is_passed_over(session, &key) {
        session.note_stale(key);
    }
}

/// Whether a path is in a folder that is never read, such as what Git keeps for itself.
fn is_passed_over(session: &Session, key: &Key) -> bool {
    let folders = session.look(|state| state.folders.clone());
    let around = folders.iter().filter(|folder| key.is_inside(&folder.key));
    let mut below = around.filter_map(|folder| key.as_str().get(folder.key.as_str().len()..));
    below.any(|below| below.split(['/', '\\']).any(is_skipped))
}

pub fn is_of_interest(path: &Path) -> bool {
    path.file_name().and_then(|name| name.to_str()).and_then(Kind::of_file_name).is_some()
}

/// Takes in what a client that watches has seen.
pub fn note_seen(session: &Session, urls: impl Iterator<Item = Url>) {
    for url in urls {
        note_unless_passed_over(session, Key::of_url(&url));
    }
}
