//! Hears of files of open documents, and of the settings of their projects, that change on disk.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use eframe::egui;
use landwright_core::project::FILE_NAME;
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

use crate::kind::document::open::OpenDocument;
use crate::message::Message;
use crate::model::Model;

/// Watches folders, since many programs save by renaming a new file over the old one.
pub(super) struct Watch {
    /// `None` where the system can't watch; saving looks at the file all the same.
    watcher: Option<RecommendedWatcher>,
    events: Receiver<Event>,
    folders: BTreeSet<PathBuf>,
    /// Of each document, and of its project, as it was looked at last.
    wanted: Vec<Wanted>,
}

/// Where a document is heard of changes, and where its project is.
type Wanted = (Arc<BTreeSet<PathBuf>>, Option<PathBuf>);

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
        Watch { watcher: watcher.ok(), events, folders: BTreeSet::new(), wanted: Vec::new() }
    }

    /// Watches what is open now, and says which of it may have changed.
    pub(super) fn take_changes(&mut self, model: &Model) -> Vec<Message> {
        let changed = self.events.try_iter().flat_map(|event| event.paths).collect();
        self.hear(model, changed)
    }

    fn hear(&mut self, model: &Model, changed: BTreeSet<PathBuf>) -> Vec<Message> {
        let n_folders = self.folders.len();
        // A folder that comes back is a different one, and so are those in it.
        self.folders.retain(|folder| !changed.iter().any(|path| folder.starts_with(path)));
        let wanted = |document: &dyn OpenDocument| {
            let project = document.common().project_file.as_ref().and_then(|file| file.parent());
            (document.folders(), project.map(Path::to_owned))
        };
        let wanted: Vec<Wanted> = model.documents().map(wanted).collect();
        if wanted != self.wanted || self.folders.len() < n_folders {
            let of_documents = wanted.iter().flat_map(|(folders, _)| folders.iter());
            let of_projects = wanted.iter().filter_map(|(_, project)| project.as_ref());
            self.watch(of_documents.chain(of_projects).cloned().collect());
            self.wanted = wanted;
        }
        let is_meant = |path: &PathBuf| {
            path.ends_with(FILE_NAME) || model.documents().any(|d| d.may_be_changed_by(path))
        };
        changed.into_iter().filter(is_meant).map(Message::FileChanged).collect()
    }

    fn watch(&mut self, folders: BTreeSet<PathBuf>) {
        let Some(watcher) = &mut self.watcher else { return };
        for folder in self.folders.difference(&folders) {
            // A folder that is gone is not watched any more anyway.
            let _ = watcher.unwatch(folder);
        }
        for folder in folders.difference(&self.folders) {
            // One that is not there is heard of once it comes. Without a watch, the next save looks
            // at the file.
            let _ = watcher.watch(folder, RecursiveMode::NonRecursive);
        }
        self.folders = folders;
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use landwright_core::sample::rose::{Plan, ZONE_FOLDER, Zone};
    use tempfile::TempDir;

    use super::*;
    use crate::settings::Settings;

    /// Hears until a path is said to have changed.
    fn hear_of(watch: &mut Watch, model: &Model, path: &Path) {
        loop {
            let event = watch.events.recv_timeout(Duration::from_secs(60)).unwrap();
            let said = watch.hear(model, event.paths.into_iter().collect());
            if said.iter().any(|said| matches!(said, Message::FileChanged(other) if other == path))
            {
                return;
            }
        }
    }

    #[test]
    fn a_block_is_heard_of_that_comes_beside_an_open_zone_and_so_is_what_comes_into_its_folders() {
        let folder = TempDir::new().unwrap();
        for file in Zone::new(Plan::small(1)).files() {
            let path = folder.path().join(&file.path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, file.bytes).unwrap();
        }
        let zone = folder.path().join(ZONE_FOLDER);
        let mut model = Model::new(Settings::default(), None, Arc::new(|| ()));
        model.handle(Message::Open(vec![zone.clone()]));
        model.settle();
        let mut watch = Watch::new(egui::Context::default());
        assert!(watch.take_changes(&model).is_empty());
        fs::write(zone.join("notes.txt"), "nothing of the zone").unwrap();
        let new = zone.join("34_32.IFO");
        fs::copy(zone.join("30_30.IFO"), &new).unwrap();
        hear_of(&mut watch, &model, &new);
        model.handle(Message::FileChanged(new));
        model.settle();
        assert_eq!(model.active_zone().unwrap().zone().blocks().count(), 5);
        watch.take_changes(&model);
        // The folders of the block come one after the other.
        let lightmaps = zone.join("34_32/LIGHTMAP");
        fs::create_dir(zone.join("34_32")).unwrap();
        hear_of(&mut watch, &model, &zone.join("34_32"));
        fs::create_dir(&lightmaps).unwrap();
        hear_of(&mut watch, &model, &lightmaps);
        let lit = lightmaps.join("OBJECTLIGHTMAPDATA.LIT");
        fs::copy(zone.join("30_30/LIGHTMAP/OBJECTLIGHTMAPDATA.LIT"), &lit).unwrap();
        hear_of(&mut watch, &model, &lit);
    }
}
