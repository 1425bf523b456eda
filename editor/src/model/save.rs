//! Saving: written beside the window, byte-exact but for what changed.

use std::path::{Path, PathBuf};

use landwright_core::problem::counted::counted;
use landwright_core::vfs::save::Before;
use landwright_core::vfs::{Trouble, disk};
use landwright_core::world::StepId;
use landwright_core::world::journal::Share;
use landwright_core::world::journal::intent::Intent;

use crate::kind::KindDocument;
use crate::kind::document::common::Replaced;
use crate::kind::document::common::Then;
use crate::kind::document::common::{Due, File};
use crate::kind::document::left;
use crate::kind::document::open::{Open, OpenDocument};
use crate::kind::document::saving::{SaveError, Target};
use crate::kind::document::work::For;
use crate::kind::document::written::Written;
use crate::message::Request;
use crate::message::dialog::Dialog;
use crate::message::dialog::export::{Purpose, ReplaceForm};
use crate::model::{Done, Model, recovery};
use crate::versions::name_of;
use crate::view::id::DocumentId;

/// Of more files than these, a save says how many they are.
const MOST_NAMED: usize = 4;

/// A document that was written, or why not.
#[derive(Debug)]
pub(crate) struct Saved {
    document: DocumentId,
    path: PathBuf,
    /// The step that the document was at.
    step: StepId,
    written: Result<Written, SaveError>,
}

/// A journal that was given up goes on as a new one that begins with the saved file. Answers with what
/// the user hears of that.
fn restart_journal(document: &mut Open, home: Option<&Path>, id: DocumentId) -> Option<String> {
    if !document.history().needs_new_journal() {
        return None;
    }
    let File { path: file, fingerprint } = document.common().file.clone()?;
    let old = document.history().journal().map(|journal| journal.path().to_owned());
    let path = recovery::new_path(home?, &document.common().name, id, old.as_deref());
    let keeper = document.base_as_saved()?;
    let kept = keeper.keep(&path);
    let started = document.history_mut().restart_journal(&path, &file, &fingerprint);
    let common = document.common_mut();
    if let Err(error) = started {
        common.journal_error = Some(error);
        return None;
    }
    common.begin_anew(fingerprint);
    common.journal_path = Some(path);
    if let Err(error) = kept {
        (common.journal_error, common.unkept_base) = (Some(error), Some(keeper));
    }
    let conflicts = document.common().conflicts.as_ref().zip(document.history().journal());
    let steps = document.history().steps();
    let kept = conflicts.is_none_or(|(conflicts, journal)| conflicts.keep(journal, steps).is_ok());
    // Where that fails, it is tried again with the next decision.
    if let Some(old) = old.filter(|old| kept && !disk::is_file(old)) {
        // Nothing is offered of it any more.
        let _ = Intent::withdraw(&old);
        let _ = left::remove_base(&old);
    }
    if document.journal_trouble().is_some() {
        return None;
    }
    let common = document.common_mut();
    common.journal_pause = None;
    Some(format!(
        "{}: a new journal begins with this save; a crash loses nothing again",
        common.title
    ))
}

impl Model {
    /// Saves where the document came from, or asks where.
    pub(crate) fn save(&mut self, id: DocumentId) {
        let Some(document) = self.document(id) else { return };
        let common = document.common();
        match common.file.clone() {
            _ if common.is_saving => {
                if let Some(document) = self.document_mut(id) {
                    document.common_mut().due_save.get_or_insert(Due::Own);
                }
            }
            Some(_) if !document.has_unsaved_changes() => {
                let name = common.title.clone();
                self.log.note(format!("{name} has no unsaved changes"));
                self.after_save(id);
            }
            Some(File { path, fingerprint }) => {
                self.start_saving(id, path, Before::Was(fingerprint));
            }
            None => self.requests.push(Request::AskWhereToSave(id)),
        }
    }

    /// Saves to a file that the person chose, and goes on with that one. Anyone who asked has asked
    /// about replacing it as well, but not about the one that it is called in full.
    pub(crate) fn save_to(&mut self, id: DocumentId, path: PathBuf) {
        let Some(document) = self.documents.get(&id) else { return };
        let chosen = disk::absolute(&path).unwrap_or(path);
        let path = match chosen.extension() {
            Some(_) => chosen.clone(),
            None => chosen.with_extension(document.ending()),
        };
        let path = document.target_of(path);
        let before = disk::fingerprint(&path).map_or(Before::Absent, Before::Was);
        if let Before::Was(was) = before
            && path != chosen
        {
            let replaced = vec![Replaced { path: path.clone(), was }];
            let form = ReplaceForm { document: id, purpose: Purpose::Save, path, replaced };
            self.dialogs.push_back(Dialog::ReplaceFiles(form));
            return;
        }
        self.save_at(id, path, before);
    }

    /// Saves to a file that is to be replaced as it was when that was asked.
    pub(crate) fn save_over(&mut self, form: ReplaceForm) {
        let was = form.replaced.first().map(|replaced| replaced.was);
        self.save_at(form.document, form.path, was.map_or(Before::Absent, Before::Was));
    }

    fn save_at(&mut self, id: DocumentId, path: PathBuf, before: Before) {
        if self
            .documents()
            .map(OpenDocument::common)
            .any(|other| other.id != id && other.is_of_same(&path))
        {
            let name = name_of(&path);
            let what = format!("{name} is also open as a different document; close that one first");
            self.dialogs.push_back(Dialog::Failed { what });
            return;
        }
        self.start_saving(id, path, before);
    }

    fn start_saving(&mut self, id: DocumentId, path: PathBuf, before: Before) {
        let (session, n_backups) = (self.session.clone(), self.settings.n_backups);
        let Some(document) = self.document_mut(id) else { return };
        if document.common().is_saving || document.is_working_out() {
            let is_own = document.common().is_of(&path);
            let due = if is_own { Due::Own } else { Due::At(path, before) };
            document.common_mut().due_save = Some(due);
            return;
        }
        document.history_mut().end();
        document.common_mut().begin_saving();
        let (saver, step) = (document.saver(), document.history().steps().head());
        let journal = document.history().journal().map(|journal| (journal.path().to_owned(), step));
        let title = format!("Saving {}", self.called(id, &path));
        let target = Target { path, before, session, n_backups, journal };
        let job = self.jobs.start_for((id, For::Saving), title, move |progress| {
            let written = saver(&target, progress);
            let path = target.path;
            Done::Saved(Box::new(Saved { document: id, path, step, written }))
        });
        if let Some(document) = self.document_mut(id) {
            document.common_mut().save_job = Some(job);
        }
    }

    /// Starts the saves that waited for one before them, or for what was being worked out.
    pub(crate) fn start_due_saves(&mut self) {
        let mut due = Vec::new();
        for document in self.documents.values_mut() {
            let is_busy = document.is_working_out() || document.common().is_saving;
            let common = document.common_mut();
            let save = common.due_save.take_if(|_| !is_busy);
            due.extend(save.map(|save| (common.id, save)));
        }
        self.start_due_exports();
        for (id, save) in due {
            match save {
                Due::At(path, before) if !self.is_own(id, &path) => {
                    self.start_saving(id, path, before);
                }
                // The save before it wrote there too.
                Due::Own | Due::At(..) => self.save(id),
            }
        }
    }

    /// What a file is called that a document is written to.
    fn called(&self, id: DocumentId, path: &Path) -> String {
        let own = self.document(id).map(OpenDocument::common).filter(|common| common.is_of(path));
        own.map_or_else(|| name_of(path), |common| common.title.clone())
    }

    fn is_own(&self, id: DocumentId, path: &Path) -> bool {
        self.document(id).is_some_and(|document| document.common().is_of(path))
    }

    /// A document is not closed after its save, since a person has something to hear first.
    pub(crate) fn stay_open(&mut self, id: DocumentId) {
        if let Some(document) = self.document_mut(id) {
            document.common_mut().after_save = None;
        }
    }

    /// What waited to be saved, or closed after that, is not: a person has something to hear or to
    /// decide first.
    pub(crate) fn forget_saving(&mut self, id: DocumentId) {
        if let Some(document) = self.document_mut(id) {
            let common = document.common_mut();
            (common.after_save, common.due_save) = (None, None);
        }
    }

    /// Anyone who saves goes on working: where no file was chosen for a save before closing,
    /// nothing closes by now.
    pub(crate) fn forget_closing(&mut self, id: DocumentId) {
        let common = self.document(id).map(|document| document.common());
        if common.is_some_and(|common| !common.is_saving && common.due_save.is_none()) {
            self.stay_open(id);
        }
    }

    /// For files beside a document's own.
    pub(crate) fn target_beside(&self, path: PathBuf) -> Target {
        let (session, n_backups) = (self.session.clone(), self.settings.n_backups);
        Target { path, before: Before::Absent, session, n_backups, journal: None }
    }

    pub(crate) fn take_saved(&mut self, saved: Saved) {
        let Saved { document: id, path, step, written } = saved;
        let Some(document) = self.document_mut(id) else { return };
        let is_to_look = document.common_mut().end_saving();
        match written {
            Ok(mut written) => {
                let fingerprint = written.fingerprint;
                let files = written.files.take().unwrap_or_else(|| vec![path.clone()]);
                let left_out = written.left_out.take();
                let said = std::mem::take(&mut written.said);
                if !document.common().is_of(&path) {
                    document.history_mut().goes_on_at(&path);
                }
                let share = left_out.as_deref().map_or(Share::Whole, Share::Part);
                document.history_mut().mark_saved_at(step, &fingerprint, share);
                document.take_written(written);
                let common = document.common_mut();
                common.name = name_of(&path);
                common.on_disk = None;
                if !common.is_of(&path) {
                    // Another place may have another project.
                    common.checked = None;
                }
                common.file = Some(File { path: path.clone(), fingerprint });
                if left_out.is_some() {
                    // The person hears of it before anything closes.
                    common.after_save = None;
                }
                if files.is_empty() {
                    self.log
                        .note(format!("{} is already identical on disk", self.called(id, &path)));
                }
                if files.len() <= MOST_NAMED {
                    for file in &files {
                        self.log.note(format!("{} is saved", file.display()));
                    }
                }
                if files.len() > 1 {
                    let n_files = counted(files.len(), "file", "files");
                    self.log.note(format!("{} is saved ({n_files})", self.called(id, &path)));
                }
                said.into_iter().for_each(|said| self.log.warn(said));
                let home = self.home.as_deref();
                let begun =
                    self.documents.get_mut(&id).and_then(|open| restart_journal(open, home, id));
                begun.into_iter().for_each(|begun| self.log.note(begun));
                self.note_saved(id);
                self.settings.remember(&path);
                self.keep_settings();
                self.compare_after_save(id);
                self.after_save(id);
            }
            Err(error) => {
                let common = document.common_mut();
                // It would fail as this one did.
                (common.after_save, common.due_save) = (None, None);
                self.say_not_saved(id, &path, &error);
            }
        }
        if is_to_look {
            self.start_second_look(id, None);
        }
    }

    fn say_not_saved(&mut self, id: DocumentId, path: &Path, error: &SaveError) {
        if let SaveError::Cancelled = error {
            self.log.note(format!("{} is not saved: you cancelled it", self.called(id, path)));
            return;
        }
        let is_own = self.is_own(id, path);
        let (is_part, within) = match error {
            SaveError::File(error) if error.path != path => {
                let document = self.kind_document(id).filter(|_| is_own);
                let is_part = document.is_some_and(|document| document.has_part(&error.path));
                (is_part, format!("{}: ", name_of(&error.path)))
            }
            _ => (false, String::new()),
        };
        let what = format!("{} is not saved: {within}{error}", self.called(id, path));
        self.log.error(what.clone());
        let is_other = |trouble: &Trouble| {
            matches!(trouble, Trouble::Changed | Trouble::Gone | Trouble::Exists)
        };
        match error {
            SaveError::File(error) if is_part && error.trouble == Trouble::Gone => {
                let kind = self.kind_document(id).map(KindDocument::kind);
                kind.into_iter().for_each(|kind| kind.ask_about_gone_part(self, id, what.clone()));
            }
            // What changed there is taken in; what is here stays, and can be saved then.
            SaveError::File(error) if is_part && is_other(&error.trouble) => {
                self.dialogs.push_back(Dialog::Failed { what });
                self.look_again_at(id);
            }
            // What to do about it is asked once it is known what is there.
            SaveError::File(error) if is_own && is_other(&error.trouble) => {
                self.look_again_and_say(id, what);
            }
            _ => self.dialogs.push_back(Dialog::Failed { what }),
        }
    }

    pub(crate) fn after_save(&mut self, id: DocumentId) {
        let Some(document) = self.document_mut(id) else { return };
        let common = document.common_mut();
        // Another save is to follow, and then this.
        if common.due_save.is_some() {
            return;
        }
        match common.after_save.take() {
            // A hand may have gone on during the save.
            Some(Then::Quit) => self.quit_after_others(),
            Some(Then::Close) => self.close_or_ask(id, Then::Close),
            Some(Then::Reload) | None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use landwright_core::format::ragnarok::gat;

    use super::*;
    use crate::command::CommandId as Id;
    use crate::kind::document::open::OpenDocument;
    use crate::message::Message;
    use crate::message::dialog::Answer;
    use crate::model::trial::{act, flat, run};

    fn paint(model: &mut Model, kind: u32) {
        act(model, "paint", &format!(r#"{{"region":"everything","ink":{{"type":{kind}}}}}"#));
    }

    fn first_type(path: &Path) -> u32 {
        let bytes = disk::read_file(path, disk::READ_LIMIT).unwrap().bytes;
        gat::read(&bytes).unwrap().tiles()[0].terrain.0
    }

    #[test]
    fn a_save_asked_for_during_a_save_follows_it() {
        let folder = tempfile::tempdir().unwrap();
        let [first, second] = ["a.gat", "b.gat"].map(|name| folder.path().join(name));
        for (then, expected) in [(None, [5, 0]), (Some(&second), [1, 5])] {
            let mut model = flat(8);
            let id = model.active_map().unwrap().id;
            paint(&mut model, 1);
            let gate = model.jobs.gate();
            let held = gate.lock().unwrap();
            model.handle(Message::SaveTo(id, first.clone()));
            paint(&mut model, 5);
            match then {
                None => run(&mut model, Id::Save),
                Some(path) => model.handle(Message::SaveTo(id, path.clone())),
            }
            drop(held);
            model.settle();
            assert!(
                model.take_requests().iter().all(|one| !matches!(one, Request::AskWhereToSave(_)))
            );
            assert!(!model.active_map().unwrap().has_unsaved_changes(), "{:?}", model.dialog());
            assert_eq!(first_type(&first), expected[0]);
            if then.is_some() {
                assert_eq!(first_type(&second), expected[1]);
            }
            std::fs::remove_file(&first).unwrap();
        }
    }

    #[test]
    fn a_file_that_a_name_without_ending_comes_to_is_replaced_only_when_asked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.gat");
        std::fs::write(&path, b"of somebody else").unwrap();
        let mut model = flat(8);
        let id = model.active_map().unwrap().id;
        paint(&mut model, 1);
        for answers in [false, true] {
            model.handle(Message::Answer(Answer::SaveFirst(id, Then::Close)));
            assert!(model.take_requests().contains(&Request::AskWhereToSave(id)));
            model.handle(Message::SaveTo(id, path.with_extension("")));
            model.settle();
            let Some(Dialog::ReplaceFiles(form)) = model.dialog().cloned() else { panic!() };
            assert_eq!((&form.path, &form.replaced[0].path), (&path, &path));
            assert_eq!(std::fs::read(&path).unwrap(), b"of somebody else");
            match answers {
                false => model.handle(Message::Answer(Answer::Cancel)),
                true => model.handle(Message::Answer(Answer::ReplaceFiles(form))),
            }
            model.settle();
            assert_eq!(model.document(id).is_none(), answers, "it closes when it is saved");
        }
        assert_eq!(first_type(&path), 1);
    }

    #[test]
    fn a_file_that_changes_while_replacing_it_is_asked_about_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.gat");
        std::fs::write(&path, b"of somebody else").unwrap();
        let mut model = flat(8);
        let id = model.active_map().unwrap().id;
        model.handle(Message::SaveTo(id, path.with_extension("")));
        model.settle();
        let Some(Dialog::ReplaceFiles(form)) = model.dialog().cloned() else { panic!() };
        std::fs::write(&path, b"changed meanwhile").unwrap();
        model.handle(Message::Answer(Answer::ReplaceFiles(form)));
        model.settle();
        assert_eq!(std::fs::read(&path).unwrap(), b"changed meanwhile");
        assert!(model.dialog().is_some(), "it is told");
    }

    #[test]
    fn what_is_undone_during_a_save_is_marked_as_unsaved_then_and_afterwards() {
        let folder = tempfile::tempdir().unwrap();
        let mut model = flat(8);
        let id = model.active_map().unwrap().id;
        model.handle(Message::SaveTo(id, folder.path().join("a.gat")));
        model.settle();
        let is_marked = |model: &Model| model.document(id).unwrap().is_marked_unsaved();
        assert!(!is_marked(&model));
        paint(&mut model, 1);
        let gate = model.jobs.gate();
        let held = gate.lock().unwrap();
        run(&mut model, Id::Save);
        run(&mut model, Id::Undo);
        assert!(is_marked(&model));
        drop(held);
        model.settle();
        assert!(is_marked(&model), "the file has what was undone");
        run(&mut model, Id::Redo);
        assert!(!is_marked(&model));
    }

    #[test]
    fn a_later_save_closes_nothing_where_no_file_was_chosen_for_the_one_before_closing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.gat");
        let mut model = flat(8);
        let id = model.active_map().unwrap().id;
        paint(&mut model, 1);
        model.handle(Message::Answer(Answer::SaveFirst(id, Then::Close)));
        assert!(model.take_requests().contains(&Request::AskWhereToSave(id)));
        // Nobody chose one.
        run(&mut model, Id::Save);
        assert!(model.take_requests().contains(&Request::AskWhereToSave(id)));
        model.handle(Message::SaveTo(id, path));
        model.settle();
        assert!(model.document(id).is_some_and(|document| !document.has_unsaved_changes()));
    }

    #[test]
    fn nothing_follows_a_save_that_failed() {
        let folder = tempfile::tempdir().unwrap();
        let mut model = flat(8);
        let id = model.active_map().unwrap().id;
        paint(&mut model, 1);
        let gate = model.jobs.gate();
        let held = gate.lock().unwrap();
        model.handle(Message::SaveTo(id, folder.path().join("no/where.gat")));
        run(&mut model, Id::Save);
        drop(held);
        model.settle();
        assert!(model.active_map().unwrap().has_unsaved_changes());
        assert_eq!(model.dialogs.len(), 1, "it is told once");
    }
}
