//! Saving areas: packed and written beside the window, with progress, and cancelled where asked.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use landwright_core::format::file::{self, Content, File as Written};
use landwright_core::format::packed::{Effort, Packed};
use landwright_core::vfs::save::{Before, Write};
use landwright_core::vfs::{Fingerprint, Session, disk};
use landwright_core::world::StepId;
use landwright_core::world::area::Area;
use landwright_core::world::area::routes::RouteTest;

use super::AreaDone;
use super::open::routes_path;
use crate::job::Progress;
use crate::model::dialog::{Dialog, Then};
use crate::model::document::{DocumentId, File};
use crate::model::message::Request;
use crate::model::open::name_of;
use crate::model::{Done, Model, lock};

/// An area that was written, or why not.
#[derive(Debug)]
pub(in crate::model) struct Saved {
    document: DocumentId,
    path: PathBuf,
    /// The step that the document was at.
    step: StepId,
    routes: Vec<RouteTest>,
    written: Result<Fingerprints, String>,
}

#[derive(Debug)]
struct Fingerprints {
    area: Fingerprint,
    routes: Option<Fingerprint>,
}

/// What is written, and where.
struct Work {
    path: PathBuf,
    area: Area,
    packed: Option<Packed>,
    before: Before,
    routes: Vec<RouteTest>,
    routes_before: Option<Fingerprint>,
}

impl Model {
    /// Saves where the area came from, or asks where.
    pub(in crate::model) fn save_area(&mut self, id: DocumentId) {
        let Some(area) = self.area(id) else { return };
        match area.file.clone() {
            Some(_) if !area.has_unsaved_changes() => {
                let name = area.name.clone();
                self.log.note(format!("{name} has no unsaved changes"));
                self.after_saving_area(id);
            }
            Some(File { path, fingerprint }) => {
                let before = area.routes_before;
                self.start_saving_area(id, path, Before::Was(fingerprint), before);
            }
            None => self.requests.push(Request::AskWhereToSave(id)),
        }
    }

    /// Saves to a file that the person chose, and goes on with that one.
    pub(in crate::model) fn save_area_to(&mut self, id: DocumentId, path: PathBuf) {
        let path = disk::absolute(&path).unwrap_or(path);
        let before = disk::fingerprint(&path).map_or(Before::Absent, Before::Was);
        let routes_before = disk::fingerprint(&routes_path(&path)).ok();
        self.start_saving_area(id, path, before, routes_before);
    }

    fn start_saving_area(
        &mut self,
        id: DocumentId,
        path: PathBuf,
        before: Before,
        routes_before: Option<Fingerprint>,
    ) {
        let session = self.session.clone();
        let Some(document) = self.areas.get_mut(&id) else { return };
        if document.is_saving {
            return;
        }
        document.editing.end();
        document.is_saving = true;
        let (area, step) = (document.area().clone(), document.editing.steps().head());
        let (packed, title) = (document.packed.clone(), format!("Saving {}", name_of(&path)));
        let routes: Vec<RouteTest> =
            document.routes.iter().map(|route| route.test.clone()).collect();
        let kept = routes.clone();
        let work = Work { path: path.clone(), area, packed, before, routes, routes_before };
        self.jobs.start(title, move |progress| {
            let written = work.write(&session, progress);
            let saved = Saved { document: id, path, step, routes: kept, written };
            Done::from(AreaDone::Saved(Box::new(saved)))
        });
    }

    pub(in crate::model) fn take_saved_area(&mut self, saved: Saved) {
        let Saved { document: id, path, step, routes, written } = saved;
        let Some(document) = self.areas.get_mut(&id) else { return };
        document.is_saving = false;
        match written {
            Ok(written) => {
                document.editing.mark_saved_at(step, &written.area);
                document.name = name_of(&path);
                document.file = Some(File { path: path.clone(), fingerprint: written.area });
                document.routes_before = written.routes.or(document.routes_before);
                document.are_routes_saved =
                    document.routes.iter().map(|route| &route.test).eq(routes.iter());
                self.log.note(format!("{} is saved", path.display()));
                self.settings.remember(&path);
                self.keep_settings();
                self.after_saving_area(id);
            }
            Err(error) => {
                document.after_save = None;
                self.is_quitting = false;
                let what = format!("{} is not saved: {error}", name_of(&path));
                self.log.error(what.clone());
                self.dialogs.push_back(Dialog::Failed { what });
            }
        }
    }

    fn after_saving_area(&mut self, id: DocumentId) {
        let then = self.areas.get_mut(&id).and_then(|area| area.after_save.take());
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

impl Work {
    fn write(self, session: &Mutex<Session>, progress: &Progress) -> Result<Fingerprints, String> {
        let Work { path, area, packed, before, routes, routes_before } = self;
        let apd = area.to_apd().map_err(|error| error.to_string())?;
        let file = Written { content: Content::Apd(apd), packed };
        let bytes = file::write(&file, Effort::BySize, &mut |n_done, n_all| {
            progress.report(n_done as u64, n_all as u64);
            match progress.is_cancelled() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        let bytes = bytes.map_err(|error| error.to_string())?;
        let write = |file: &Path, bytes, before| Write {
            file: file.to_path_buf(),
            bytes,
            before,
            folders_below: None,
        };
        let mut writes = vec![write(&path, &bytes, before)];
        let json = serde_json::to_vec_pretty(&routes).map_err(|error| error.to_string())?;
        if routes_before.is_some() || !routes.is_empty() {
            let before = routes_before.map_or(Before::Absent, Before::Was);
            writes.push(write(&routes_path(&path), &json, before));
        }
        let saved = lock(session).save(&writes).map_err(|error| error.to_string())?;
        let fingerprint = |at: usize| saved.get(at).map(|saved| saved.fingerprint);
        let area = fingerprint(0).ok_or("nothing was written")?;
        Ok(Fingerprints { area, routes: fingerprint(1) })
    }
}
