//! Opening: reading beside the window, and looking again when a file changed on disk.

use std::path::{Path, PathBuf};

use landwright_core::format::file::{self, Content, Kind};
use landwright_core::format::ragnarok::gat;
use landwright_core::nav::ragnarok::cell::WaterLevel;
use landwright_core::sample::ragnarok::{Plan, island};
use landwright_core::vfs::Fingerprint;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::world::gat::GatMap;
use landwright_core::world::{Document, Editing};

use super::dialog::Dialog;
use super::document::{DocumentId, File, MapDocument, View, ViewId, ViewKind};
use super::message::Request;
use super::recovery::{self, Left, Restored};
use super::{Done, Model, lock, project};
use crate::water::Water;

/// A file that was read, or why it could not be.
#[derive(Debug)]
pub(super) struct Opened {
    path: PathBuf,
    read: Result<Read, String>,
}

#[derive(Debug)]
struct Read {
    map: GatMap,
    fingerprint: Fingerprint,
    water_level: WaterLevel,
    /// Why nobody knows the water level.
    said: Vec<String>,
}

/// A file of an open document as it is on disk now.
#[derive(Debug)]
pub(super) struct LookedAgain {
    document: DocumentId,
    read: Result<Read, String>,
    /// What the person has to hear where there is nothing to decide about.
    said: Option<String>,
}

impl Model {
    pub(super) fn open(&mut self, path: PathBuf) {
        let path = disk::absolute(&path).unwrap_or(path);
        if disk::is_folder(&path) {
            self.list_folder(path);
            return;
        }
        if super::area::open::is_area(&path) {
            self.open_area(path);
            return;
        }
        let is_this = |d: &&MapDocument| d.file.as_ref().is_some_and(|file| file.path == path);
        let open = self.documents().find(is_this).and_then(first_view);
        if let Some(view) = open {
            self.active = Some(view);
            self.requests.push(Request::ShowView(view));
            return;
        }
        let title = format!("Opening {}", name_of(&path));
        self.jobs.start(title, move |_| {
            let read = read(&path);
            Done::Opened(Box::new(Opened { path, read }))
        });
    }

    pub(super) fn take_opened(&mut self, opened: Opened) {
        let Opened { path, read } = opened;
        match read {
            Ok(read) => {
                self.settings.remember(&path);
                self.keep_settings();
                let editing = Editing::new(read.map);
                let id = self.add_document(name_of(&path), editing, read.fingerprint);
                // What is on disk now is another base than what was there before.
                lock(&self.session).back_up_again(&path);
                if let Some(document) = self.document_mut(id) {
                    document.water_level = read.water_level;
                    document.file = Some(File { path, fingerprint: read.fingerprint });
                }
                read.said.into_iter().for_each(|said| self.log.warn(said));
                self.find_reference(id);
            }
            Err(error) => {
                self.log.error(format!("{}: {error}", path.display()));
                let said = format!("{} can't be opened: {error}", name_of(&path));
                self.dialogs.push_back(Dialog::Failed { what: said });
            }
        }
    }

    /// A made-up island, which has no file yet.
    pub(super) fn open_sample(&mut self) {
        let plan = Plan { seed: 7, width: 256, height: 256, version: gat::Version::V1_3 };
        let island = island(plan);
        let level = island.rsw.water_level().map_or(WaterLevel::NONE, WaterLevel::new);
        if let Ok(map) = GatMap::new(&island.gat) {
            let id = self.add_map("sample.gat", map);
            if let Some(document) = self.document_mut(id) {
                document.water_level = level;
            }
        }
    }

    /// A map that has no file yet.
    pub(super) fn add_map(&mut self, name: &str, map: GatMap) -> DocumentId {
        let base = Fingerprint::of(&gat::write(&map.to_gat()), None);
        self.add_document(name.to_owned(), Editing::new(map), base)
    }

    fn add_document(
        &mut self,
        name: String,
        editing: Editing<GatMap>,
        base: Fingerprint,
    ) -> DocumentId {
        self.n_documents += 1;
        let id = DocumentId(self.n_documents);
        let mut document = MapDocument::new(id, name, editing, base);
        document.editing.set_budget(self.settings.undo_bytes());
        document.journal_path =
            self.home.as_deref().map(|home| recovery::new_path(home, &document.name, id));
        self.documents.insert(id, document);
        self.add_view(id, ViewKind::FromAbove);
        id
    }

    /// Another view of a document, in front.
    pub(super) fn add_view(&mut self, id: DocumentId, kind: ViewKind) {
        let layers = self.settings.layers;
        let Some(document) = self.documents.get_mut(&id) else { return };
        let number = document.views.keys().next_back().map_or(1, |last| last + 1);
        document.views.insert(number, View::new(kind, layers));
        let view = ViewId { document: id, number };
        self.active = Some(view);
        self.requests.push(Request::ShowView(view));
    }

    pub(super) fn list_folder(&mut self, folder: PathBuf) {
        self.settings.folder = Some(folder.clone());
        self.keep_settings();
        self.requests.push(Request::ShowPanel(super::message::Panel::Project));
        self.jobs.start(format!("Listing {}", name_of(&folder)), move |_| {
            let files = disk::walk(&folder).files.into_iter();
            let is_map = |kind| matches!(kind, Some(Kind::Gat | Kind::Apd));
            let maps = files.filter(|path| is_map(Kind::of_name(&name_of(path))));
            let maps = maps.collect();
            Done::Listed(folder, maps)
        });
    }

    /// Reads the file of an open document again, where it may have changed.
    pub(super) fn look_again(&mut self, path: &Path) {
        self.look_again_and_say(path, None);
    }

    /// With what the person has to hear where the file can't be read.
    pub(super) fn look_again_and_say(&mut self, path: &Path, said: Option<String>) {
        let found = self.documents.values().find_map(|document| {
            let file = document.file.as_ref().filter(|file| file.path == path)?;
            Some((document.id, file.clone()))
        });
        let Some((document, file)) = found.filter(|(id, _)| !self.is_saving(*id)) else { return };
        self.jobs.start(format!("Reading {} again", name_of(path)), move |_| {
            let read = read(&file.path);
            Done::LookedAgain(Box::new(LookedAgain { document, read, said }))
        });
    }

    pub(super) fn take_second_look(&mut self, looked: LookedAgain) {
        let LookedAgain { document: id, read, said } = looked;
        let Some(document) = self.documents.get_mut(&id) else { return };
        let name = document.name.clone();
        let (map, fingerprint) = match read {
            Ok(read) => {
                document.water_level = read.water_level;
                (read.map, read.fingerprint)
            }
            Err(error) => {
                self.log.warn(format!("{name} changed on disk and can't be read: {error}"));
                self.dialogs.extend(said.map(|what| Dialog::Failed { what }));
                return;
            }
        };
        let Some(file) = &mut document.file else { return };
        if file.fingerprint.same_content(&fingerprint) {
            return;
        }
        if document.has_unsaved_changes() {
            document.on_disk = Some((map, fingerprint));
            let is_asked = |dialog: &Dialog| matches!(dialog, Dialog::ChangedOnDisk { document, .. } if *document == id);
            if !self.dialogs.iter().any(is_asked) {
                self.dialogs.push_back(Dialog::ChangedOnDisk { document: id, name });
            }
        } else {
            document.take_from_disk("Changed on disk", map, fingerprint);
            self.log.note(format!("{name} changed on disk and was read again"));
        }
    }

    pub(super) fn restore(&mut self, left: Left) {
        if super::area::open::is_area(Path::new(&left.base.name)) {
            self.restore_area(left);
            return;
        }
        let title = format!("Bringing {} back", left.base.name);
        self.jobs.start(title, move |_| Done::Restored(Box::new(recovery::restore(&left))));
    }

    pub(super) fn take_restored(&mut self, restored: Result<Restored, String>) {
        let Restored { left, recovered, base_bytes, saved_map } = match restored {
            Ok(restored) => restored,
            Err(error) => {
                self.log.error(error.clone());
                self.dialogs.push_back(Dialog::Failed { what: error });
                return;
            }
        };
        let path = PathBuf::from(&left.base.name);
        let base = Fingerprint::of(&base_bytes, None);
        let is_file = path.is_absolute();
        let (n_steps, lost) = (recovered.n_steps, recovered.lost);
        let id = self.add_document(name_of(&path), recovered.editing, base);
        let saved = recovered.saved.map(|(hash, len)| Fingerprint { hash, len, modified: None });
        if let Some(document) = self.documents.get_mut(&id).filter(|_| is_file) {
            let fingerprint = saved.unwrap_or(base);
            document.file = Some(File { path: path.clone(), fingerprint });
        }
        if let Some(document) = self.documents.get_mut(&id) {
            document.saved = saved_map;
        }
        self.find_reference(id);
        self.log.note(format!("{}: {n_steps} steps are back", name_of(&path)));
        if let Some(lost) = lost {
            let text = format!(
                "the last {} bytes of the journal could not be read ({}); a copy of it is at {}",
                lost.n_bytes,
                lost.reason,
                lost.copy.display()
            );
            self.log.warn(text);
        }
        self.look_again(&path);
    }
}

impl MapDocument {
    /// What is on disk now, as a step that can be undone.
    pub(super) fn take_from_disk(&mut self, title: &str, map: GatMap, fingerprint: Fingerprint) {
        if let Some(edit) = self.map().edit_to(&map) {
            self.apply(title, edit);
        }
        self.saved = map;
        if let Some(file) = &mut self.file {
            file.fingerprint = fingerprint;
        }
        self.editing.mark_saved(&fingerprint);
        self.on_disk = None;
    }
}

fn first_view(document: &MapDocument) -> Option<ViewId> {
    let number = *document.views.keys().next()?;
    Some(ViewId { document: document.id, number })
}

fn read(path: &Path) -> Result<Read, String> {
    let loaded = disk::read_file(path, READ_LIMIT).map_err(|error| error.trouble.to_string())?;
    let name = name_of(path);
    let kind = Kind::of(&name, &loaded.bytes).ok_or("is of no format that is known")?;
    if kind != Kind::Gat {
        return Err(format!(
            "is a {} file; only Ragnarok maps (gat) and TERA areas (apd) open so far",
            kind.name()
        ));
    }
    let read = file::read(kind, &loaded.bytes).map_err(|error| error.to_string())?;
    let Content::Gat(gat) = read.content else { return Err("is no map".to_owned()) };
    let map = GatMap::new(&gat).map_err(|error| error.to_string())?;
    let (project, _) = project::load(path);
    let (water, said) = match Water::of(path, &project) {
        Ok(mut water) => {
            let problems = std::mem::take(&mut water.problems).into_iter();
            (water, problems.map(|problem| problem.message).collect())
        }
        Err(trouble) => (Water::default(), vec![format!("no water is known: {trouble}")]),
    };
    let (fingerprint, water_level) = (loaded.fingerprint, water.level());
    Ok(Read { map, fingerprint, water_level, said })
}

/// The last part of a path.
pub fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
