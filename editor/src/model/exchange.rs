//! Maps to other programs and back from them, worked out beside the window.

use std::path::{Path, PathBuf};

use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::save::{Before, Write};
use landwright_core::vfs::{FileError, Session};
use landwright_core::world::Revision;
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::action::Action;
use landwright_core::world::gat::edit::Edit;
use landwright_core::world::gat::exchange::Incoming;
use landwright_core::world::gat::exchange::cache::Put;

use super::dialog::{Dialog, Suggestion};
use super::document::DocumentId;
use super::open::name_of;
use super::{Done, Model, lock, project};
use crate::exchange::{self, Exported, ExportedFile, Format};

/// Where a map from another program goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportTo {
    NewMap,
    /// What differs becomes one step.
    Document(DocumentId),
    /// Reports of servers and players onto an area.
    Reports(DocumentId),
}

/// What was read from a file of another program.
#[derive(Debug)]
pub(super) struct Imported {
    path: PathBuf,
    read: Result<Read, String>,
}

#[derive(Debug)]
enum Read {
    New(GatMap, Option<Edit>),
    Onto(DocumentId, Revision, Action),
}

impl Model {
    pub(super) fn export(&mut self, id: DocumentId, format: Format, path: PathBuf) {
        let path = disk::absolute(&path).unwrap_or(path);
        if self.maps().any(|d| d.file.as_ref().is_some_and(|file| file.path == path)) {
            let what = format!("{} is an open map; choose another name", name_of(&path));
            self.dialogs.push_back(Dialog::Failed { what });
            return;
        }
        let (session, n_backups) = (self.session.clone(), self.settings.n_backups);
        let Some(document) = self.map(id) else { return };
        let (map, level) = (document.map().clone(), document.water_level);
        let stem = Path::new(&document.name).file_stem().unwrap_or_default();
        let name = stem.to_string_lossy().into_owned();
        self.jobs.start(format!("Exporting {}", name_of(&path)), move |_| {
            let exported = exchange::export(&map, format, &path, &name, level);
            let exported = exported.map_err(|trouble| trouble.to_string());
            Done::Exported(exported.and_then(|exported| {
                let mut session = lock(&session);
                session.set_n_backups(project::n_backups(&path, n_backups));
                write(&mut session, &exported.files)?;
                Ok(said(&exported, &path, &name))
            }))
        });
    }

    pub(super) fn take_exported(&mut self, exported: Result<Vec<String>, String>) {
        match exported {
            Ok(said) => said.into_iter().for_each(|said| self.log.note(said)),
            Err(error) => {
                let what = format!("Nothing is exported: {error}");
                self.log.error(what.clone());
                self.dialogs.push_back(Dialog::Failed { what });
            }
        }
    }

    pub(super) fn import(&mut self, to: ImportTo, path: PathBuf) {
        let onto = match to {
            ImportTo::Reports(id) => {
                self.read_reports(id, path);
                return;
            }
            ImportTo::NewMap => None,
            ImportTo::Document(id) => {
                let Some(document) = self.map(id) else { return };
                Some((id, document.editing.revision(), document.map().clone()))
            }
        };
        self.jobs.start(format!("Importing {}", name_of(&path)), move |_| {
            let read = incoming(&path).and_then(|incoming| match onto {
                None => on_its_own(&incoming),
                Some((id, revision, map)) => {
                    let action = incoming.onto(&map).map_err(|wrong| wrong.to_string())?;
                    Ok(Read::Onto(id, revision, action))
                }
            });
            Done::Imported(Box::new(Imported { path, read }))
        });
    }

    pub(super) fn take_imported(&mut self, imported: Imported) {
        let Imported { path, read } = imported;
        let name = name_of(&path);
        let title = format!("Import {name}");
        match read {
            Ok(Read::New(map, edit)) => {
                let id = self.add_map(&name_of(&path.with_extension("gat")), map);
                if let (Some(document), Some(edit)) = (self.map_mut(id), edit) {
                    document.apply(title, edit);
                }
                self.flush(id);
            }
            Ok(Read::Onto(id, revision, action)) => {
                let is_as_it_was = |document: &super::MapDocument| {
                    document.editing.revision() == revision && !document.editing.is_in_gesture()
                };
                match self.map(id) {
                    Some(document) if is_as_it_was(document) => {
                        self.do_beside(id, Suggestion { title, action });
                    }
                    Some(_) => self.import(ImportTo::Document(id), path),
                    None => {}
                }
            }
            Err(error) => {
                let what = format!("{name} can't be imported: {error}");
                self.log.error(what.clone());
                self.dialogs.push_back(Dialog::Failed { what });
            }
        }
    }
}

/// All of them or none. Whoever asked has asked about replacing.
fn write(session: &mut Session, files: &[ExportedFile]) -> Result<(), String> {
    let before = |file: &ExportedFile| {
        let was = file.made_from.or_else(|| disk::fingerprint(&file.path).ok());
        was.map_or(Before::Absent, Before::Was)
    };
    let writes: Vec<Write<'_>> = files
        .iter()
        .map(|file| Write {
            file: file.path.clone(),
            bytes: &file.bytes,
            before: before(file),
            folders_below: None,
        })
        .collect();
    if writes.is_empty() {
        return Ok(());
    }
    session.save(&writes).map(|_| ()).map_err(|error| error.to_string())
}

fn said(exported: &Exported, path: &Path, name: &str) -> Vec<String> {
    let path = path.display();
    let done = match exported.put {
        None => format!("{path} is written"),
        Some((Put::Added, n)) => format!("{name} was added to {path}, now {n} maps"),
        Some((Put::Replaced, _)) => format!("{name} was replaced in {path}"),
        Some((Put::Same, _)) => format!("{name} is in {path} as it is"),
    };
    exported.notes.iter().cloned().chain([done]).collect()
}

fn incoming(path: &Path) -> Result<Incoming, String> {
    let read = exchange::reader_of(path)?;
    let loaded = disk::read_file(path, READ_LIMIT).map_err(|e: FileError| e.trouble.to_string())?;
    read(&loaded.bytes).map_err(|wrong| wrong.to_string())
}

/// The map that the file holds, and what was changed in it since it was given out.
fn on_its_own(incoming: &Incoming) -> Result<Read, String> {
    let (map, action) = incoming.on_its_own(None).map_err(|wrong| wrong.to_string())?;
    let resolved = action.resolve(&map).map_err(|refusal| refusal.to_string())?;
    match incoming.origin {
        Some(_) => Ok(Read::New(map, resolved.edit)),
        // Nobody knows an empty map that it was made from.
        None => Ok(Read::New(resolved.map, None)),
    }
}
