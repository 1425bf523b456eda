//! Saving: written beside the window, byte-exact but for what changed.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use landwright_core::format::ragnarok::gat;
use landwright_core::vfs::save::{Before, Write};
use landwright_core::vfs::{FileError, Fingerprint, Session, Trouble, disk};
use landwright_core::world::StepId;
use landwright_core::world::gat::GatMap;

use super::dialog::{Dialog, Then};
use super::document::{DocumentId, File};
use super::message::Request;
use super::open::name_of;
use super::{Done, Model, lock, project};

/// A document that was written, or why not.
#[derive(Debug)]
pub(super) struct Saved {
    document: DocumentId,
    path: PathBuf,
    /// The step that the document was at, and the map that was written.
    step: StepId,
    map: GatMap,
    written: Result<Fingerprint, FileError>,
}

impl Model {
    /// Saves where the document came from, or asks where.
    pub(super) fn save(&mut self, id: DocumentId) {
        let Some(document) = self.document(id) else { return };
        match document.file.clone() {
            Some(_) if document.is_saved() => {
                let name = document.name.clone();
                self.log.note(format!("{name} has no unsaved changes"));
                self.after_save(id);
            }
            Some(File { path, fingerprint }) => {
                self.start_saving(id, path, Before::Was(fingerprint));
            }
            None => self.requests.push(Request::AskWhereToSave(id)),
        }
    }

    /// Saves to a file that the person chose, and goes on with that one. Whoever asked has
    /// asked about replacing as well.
    pub(super) fn save_to(&mut self, id: DocumentId, path: PathBuf) {
        let path = disk::absolute(&path).unwrap_or(path);
        let is_other = |other: &super::MapDocument| {
            other.id != id && other.file.as_ref().is_some_and(|file| file.path == path)
        };
        if self.documents().any(is_other) {
            let name = name_of(&path);
            let what = format!("{name} is open as another document; close that one first");
            self.dialogs.push_back(Dialog::Failed { what });
            return;
        }
        let before = disk::fingerprint(&path).map_or(Before::Absent, Before::Was);
        self.start_saving(id, path, before);
    }

    fn start_saving(&mut self, id: DocumentId, path: PathBuf, before: Before) {
        let (session, n_backups) = (self.session.clone(), self.settings.n_backups);
        let Some(document) = self.documents.get_mut(&id) else { return };
        if document.is_saving {
            return;
        }
        document.end();
        document.is_saving = true;
        let (map, step) = (document.map().clone(), document.editing.steps().head());
        let title = format!("Saving {}", name_of(&path));
        self.jobs.start(title, move |_| {
            let n_backups = project::n_backups(&path, n_backups);
            let written = write(&session, n_backups, &path, &map, before);
            Done::Saved(Box::new(Saved { document: id, path, step, map, written }))
        });
    }

    pub(super) fn is_saving(&self, id: DocumentId) -> bool {
        self.document(id).is_some_and(|document| document.is_saving)
    }

    pub(super) fn take_saved(&mut self, saved: Saved) {
        let Saved { document: id, path, step, map, written } = saved;
        let Some(document) = self.documents.get_mut(&id) else { return };
        document.is_saving = false;
        match written {
            Ok(fingerprint) => {
                document.editing.mark_saved_at(step, &fingerprint);
                document.saved = map;
                document.name = name_of(&path);
                document.on_disk = None;
                document.file = Some(File { path: path.clone(), fingerprint });
                self.log.note(format!("{} is saved", path.display()));
                self.settings.remember(&path);
                self.keep_settings();
                self.keep_reference(id);
                self.after_save(id);
            }
            Err(error) => {
                document.after_save = None;
                self.is_quitting = false;
                let what = format!("{} is not saved: {}", name_of(&path), error.trouble);
                self.log.error(what.clone());
                if error.trouble == Trouble::Changed {
                    // What to do about it is asked once it is known what is there.
                    self.look_again_and_say(&path, Some(what));
                } else {
                    self.dialogs.push_back(Dialog::Failed { what });
                }
            }
        }
    }

    fn after_save(&mut self, id: DocumentId) {
        let then = self.documents.get_mut(&id).and_then(|document| document.after_save.take());
        match then {
            Some(Then::Quit) => {
                self.close_now(id);
                self.quit();
            }
            Some(Then::Close) => self.close_now(id),
            Some(Then::Reload) | None => {}
        }
    }
}

/// Writes the file, and keeps as many backups of it as its `landwright.toml` says, or else the
/// settings of the window.
fn write(
    session: &Mutex<Session>,
    n_backups: usize,
    path: &Path,
    map: &GatMap,
    before: Before,
) -> Result<Fingerprint, FileError> {
    let bytes = gat::write(&map.to_gat());
    let write = Write { file: path.to_path_buf(), bytes: &bytes, before, folders_below: None };
    let mut session = lock(session);
    session.set_n_backups(n_backups);
    let saved = session.save(&[write]).map_err(|error| error.error)?;
    let fingerprint = saved.first().map(|saved| saved.fingerprint);
    fingerprint
        .ok_or_else(|| FileError::new(path, Trouble::Other("nothing was written".to_owned())))
}
