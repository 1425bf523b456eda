//! Hears of files of open documents, and of the settings of their projects, that change on disk.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};

use eframe::egui;
use landwright_core::project::FILE_NAME;
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

use crate::model::Model;
use crate::model::message::Message;

/// Watches folders, since many programs save by renaming a new file over the old one.
pub(super) struct Watch {
    /// `None` where the system can't watch; saving looks at the file all the same.
    watcher: Option<RecommendedWatcher>,
    events: Receiver<Event>,
    folders: BTreeSet<PathBuf>,
}

impl Watch {
    pub(super) fn new(context: egui::Context) -> Watch {
        let (sender, events) = channel();
        let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            if let Ok(event) = event.map(|event| (event.kind.is_access(), event))
                && !event.0
            {
                // The window may be gone by now.
                let _ = sender.send(event.1);
                context.request_repaint();
            }
        });
        Watch { watcher: watcher.ok(), events, folders: BTreeSet::new() }
    }

    /// Watches what is open now, and says which of it may have changed.
    pub(super) fn take_changes(&mut self, model: &Model) -> Vec<Message> {
        let open: BTreeSet<PathBuf> = model.documents().flat_map(|d| d.files()).collect();
        let projects = model.documents().filter_map(|d| d.common().project_file.as_deref());
        let folders: BTreeSet<PathBuf> = open
            .iter()
            .map(PathBuf::as_path)
            .chain(projects)
            .filter_map(Path::parent)
            .map(Path::to_path_buf)
            .collect();
        if let Some(watcher) = &mut self.watcher
            && folders != self.folders
        {
            for folder in self.folders.difference(&folders) {
                // A folder that is gone is not watched any more anyway.
                let _ = watcher.unwatch(folder);
            }
            for folder in folders.difference(&self.folders) {
                // Without a watch, the next save looks at the file.
                let _ = watcher.watch(folder, RecursiveMode::NonRecursive);
            }
            self.folders = folders;
        }
        let changed: BTreeSet<PathBuf> =
            self.events.try_iter().flat_map(|event| event.paths).collect();
        let is_meant = |path: &PathBuf| open.contains(path) || path.ends_with(FILE_NAME);
        let changed = changed.into_iter().filter(is_meant);
        changed.map(Message::FileChanged).collect()
    }
}
