//! Closing views and documents, after what has to be asked.

use landwright_core::problem::counted::counted;
use landwright_core::vfs::FileError;

use super::log::Log;
use super::{Model, recovery};
use crate::kind::document::common::Then;
use crate::kind::document::left;
use crate::kind::document::open::{Open, OpenDocument};
use crate::message::Request;
use crate::message::dialog::Dialog;
use crate::view::id::{DocumentId, ViewId};

impl Model {
    /// Closes a view, and with the last one its document.
    pub(crate) fn close_view(&mut self, view: ViewId) {
        let Some(document) = self.document_mut(view.document) else { return };
        let views = &mut document.common_mut().views;
        if views.len() > 1 {
            views.remove(&view.number);
            if self.active == Some(view) {
                self.active = None;
                self.focus_any();
            }
        } else {
            self.close_or_ask(view.document, Then::Close);
        }
    }

    pub(crate) fn close_or_ask(&mut self, id: DocumentId, then: Then) {
        let waits = then == Then::Close && self.waits_for_save(id, then);
        let Some(document) = self.document(id).filter(|_| !waits) else { return };
        let is_being_written = then == Then::Close && document.common().is_saving;
        if document.has_unsaved_changes() || is_being_written {
            let name = document.common().title.clone();
            self.dialogs.push_back(Dialog::Unsaved { document: id, name, then });
        } else if then == Then::Reload {
            self.reload(id);
        } else {
            self.close_now(id);
        }
    }

    /// Nothing closes over a save, which may write something else than what is seen by now: it is
    /// closed after that, and anyone who asks once more before then is asked in turn.
    fn waits_for_save(&mut self, id: DocumentId, then: Then) -> bool {
        let Some(document) = self.document_mut(id) else { return false };
        let common = document.common_mut();
        if !common.is_saving || common.after_save == Some(then) {
            return false;
        }
        common.after_save = Some(then);
        let said = match then {
            Then::Quit => format!("Landwright quits when {} is saved", common.title),
            Then::Close | Then::Reload => format!("{} closes when it is saved", common.title),
        };
        self.log.note(said);
        true
    }

    /// Everything that was not saved is lost; the person was asked.
    pub(crate) fn close_now(&mut self, id: DocumentId) {
        self.follow_conflicts(id);
        let Some(mut closed) = self.documents.remove(&id) else { return };
        if let Some(save) = closed.common_mut().save_job.take() {
            self.jobs.cancel(save);
        }
        let kept = keep_open_conflicts(&closed);
        let journal = closed.history_mut().take_journal();
        let (title, n_open) = (closed.common().title.clone(), closed.common().n_conflicts());
        let kept_not = |log: &mut Log, why: &str| {
            let conflicts = counted(n_open, "open conflict was", "open conflicts were");
            log.warn(format!("{title}: {conflicts} not kept: {why}"));
        };
        if let Some(journal) = journal {
            let path = journal.path().to_path_buf();
            if let Some(kept) = kept {
                drop(journal);
                let kept = kept.map_err(|error| error.to_string());
                match kept.and_then(|()| recovery::keep_for_later(&path)) {
                    Ok(()) => {
                        let conflicts = counted(n_open, "open conflict is", "open conflicts are");
                        let until = "kept until you open the file again";
                        self.log.note(format!("{title}: {conflicts} {until}"));
                    }
                    Err(why) => kept_not(&mut self.log, &why),
                }
            } else if let Err(error) = journal.remove().and_then(|()| left::remove_base(&path)) {
                self.log.warn(error.to_string());
            }
        } else if n_open > 0 && !closed.has_unsaved_changes() {
            kept_not(&mut self.log, "there is no journal of the file");
        }
        if let Some(file) = closed.common_mut().file.take() {
            self.closed.push(file.path);
        }
        if self.active.is_some_and(|view| view.document == id) {
            self.active = None;
            self.focus_any();
        }
    }

    pub(crate) fn focus_any(&mut self) {
        let last = self.documents.values().next_back();
        self.active = last.and_then(|document| document.common().first_view());
    }

    pub(crate) fn reload(&mut self, id: DocumentId) {
        let Some(document) = self.document_mut(id) else { return };
        if document.common().file.is_none() {
            return;
        }
        document.common_mut().merging = None;
        // Back to what was read, and then to whatever is on disk now.
        if let Err(trouble) = document.go_back_to_saved() {
            self.log.error(format!("can't go to this step: {trouble}"));
        }
        self.look_again_at(id);
    }

    /// Asks about everything that is not saved, and ends the program once nothing is left.
    pub(crate) fn quit(&mut self) {
        let is_asked = |dialog: &Dialog| {
            matches!(dialog, Dialog::Unsaved { then: Then::Quit, .. } | Dialog::UnsavedAtEnd { .. })
        };
        if self.dialogs.iter().any(is_asked) {
            return;
        }
        let ids: Vec<DocumentId> = self.documents.keys().copied().collect();
        if ids.into_iter().any(|id| self.waits_for_save(id, Then::Quit)) {
            return;
        }
        let is_to_be_asked = |document: &&dyn OpenDocument| {
            document.has_unsaved_changes() || document.common().is_saving
        };
        let unsaved = self.documents().filter(is_to_be_asked);
        let unsaved = unsaved.map(|document| document.common());
        let unsaved: Vec<_> = unsaved.map(|common| (common.id, common.title.clone())).collect();
        match unsaved.as_slice() {
            [] => {
                let open: Vec<DocumentId> = self.documents.keys().copied().collect();
                open.into_iter().for_each(|document| self.close_now(document));
                self.requests.push(Request::Quit);
            }
            [(document, name)] => self.ask_at_end(*document, name.clone()),
            _ => self.dialogs.push_back(Dialog::UnsavedAtEnd { documents: unsaved }),
        }
    }

    /// Asks about one document, which is shown behind the question.
    fn ask_at_end(&mut self, document: DocumentId, name: String) {
        let view = self.document(document).and_then(|document| document.common().first_view());
        if self.active.is_none_or(|active| active.document != document) {
            self.active = view.or(self.active);
        }
        self.dialogs.push_back(Dialog::Unsaved { document, name, then: Then::Quit });
    }

    /// Saves documents that have a file, and ends after the last. Where none of them has one, the
    /// person is asked for the first, and so on.
    pub(crate) fn save_all_and_quit(&mut self, ids: &[DocumentId]) {
        let documents = ids.iter().filter_map(|id| self.document(*id));
        let common = documents.map(|document| document.common());
        let (named, unnamed): (Vec<_>, Vec<_>) = common
            .map(|common| (common.id, common.title.clone(), common.file.is_some()))
            .partition(|(_, _, has_file)| *has_file);
        if named.is_empty() {
            match unnamed.into_iter().next() {
                Some((document, name, _)) => self.ask_at_end(document, name),
                None => self.quit(),
            }
            return;
        }
        let named: Vec<DocumentId> = named.into_iter().map(|(id, ..)| id).collect();
        for id in &named {
            if let Some(document) = self.document_mut(*id) {
                document.common_mut().after_save = Some(Then::Quit);
            }
        }
        named.into_iter().for_each(|id| self.save(id));
    }

    /// After one of several saves before the end: the last one ends the program.
    pub(crate) fn quit_after_others(&mut self) {
        let is_awaited = |document: &dyn OpenDocument| {
            let common = document.common();
            common.is_saving && common.after_save == Some(Then::Quit)
        };
        if !self.documents().any(is_awaited) {
            self.quit();
        }
    }
}

/// Keeps the open conflicts of a document that is saved and closes; `None` where there are none. What is
/// not saved is given up with them.
fn keep_open_conflicts(document: &Open) -> Option<Result<(), FileError>> {
    let common = document.common();
    let is_kept = common.n_conflicts() > 0 && common.file.is_some();
    let (conflicts, journal) = common.conflicts.as_ref().zip(document.history().journal())?;
    if !is_kept || document.has_unsaved_changes() {
        return None;
    }
    Some(conflicts.keep_for_later(journal, document.history().steps()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::CommandId as Id;
    use crate::message::Message;
    use crate::message::dialog::Answer;
    use crate::model::trial::{act, flat, run};

    /// A map that is painted and being saved; what is done meanwhile, and how it is asked to close.
    fn closing(then: Then, meanwhile: impl FnOnce(&mut Model)) -> (Model, DocumentId) {
        let folder = tempfile::tempdir().unwrap();
        let mut model = flat(8);
        let id = model.active_map().unwrap().id;
        model.handle(Message::SaveTo(id, folder.path().join("a.gat")));
        model.settle();
        act(&mut model, "paint", r#"{"region":"everything","ink":{"type":5}}"#);
        let gate = model.jobs.gate();
        let held = gate.lock().unwrap();
        run(&mut model, Id::Save);
        meanwhile(&mut model);
        run(&mut model, if then == Then::Quit { Id::Quit } else { Id::Close });
        assert!(model.document(id).is_some() && model.dialog().is_none());
        drop(held);
        model.settle();
        (model, id)
    }

    #[test]
    fn what_is_closed_while_it_is_saved_closes_after_that() {
        for then in [Then::Close, Then::Quit] {
            let (mut model, id) = closing(then, |_| ());
            assert!(model.document(id).is_none() && model.dialog().is_none());
            let is_over = model.take_requests().contains(&Request::Quit);
            assert_eq!(is_over, then == Then::Quit);
        }
    }

    #[test]
    fn what_was_undone_while_it_was_saved_is_asked_about() {
        for then in [Then::Close, Then::Quit] {
            let (model, id) = closing(then, |model| run(model, Id::Undo));
            assert!(model.document(id).unwrap().has_unsaved_changes());
            assert!(matches!(model.dialog(), Some(Dialog::Unsaved { .. })), "{:?}", model.dialog());
        }
    }

    #[test]
    fn all_documents_are_asked_about_at_once_before_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let mut model = flat(8);
        for name in ["a.gat", "b.gat", "c.gat"] {
            if name != "a.gat" {
                crate::model::trial::new_map(&mut model, 8);
            }
            let id = model.active_map().unwrap().id;
            // The last one is not in a file yet.
            if name != "c.gat" {
                model.handle(Message::SaveTo(id, folder.path().join(name)));
                model.settle();
            }
            act(&mut model, "paint", r#"{"region":"everything","ink":{"type":5}}"#);
        }
        run(&mut model, Id::Quit);
        let Some(Dialog::UnsavedAtEnd { documents }) = model.dialog().cloned() else { panic!() };
        let ids: Vec<DocumentId> = documents.iter().map(|(id, _)| *id).collect();
        assert_eq!(ids.len(), 3);
        model.handle(Message::Answer(Answer::Cancel));
        assert!(model.take_requests().iter().all(|request| *request != Request::Quit));
        run(&mut model, Id::Quit);
        model.handle(Message::Answer(Answer::SaveAllFirst(ids.clone())));
        model.settle();
        for name in ["a.gat", "b.gat"] {
            let gat = std::fs::read(folder.path().join(name)).unwrap();
            let gat = landwright_core::format::ragnarok::gat::read(&gat).unwrap();
            assert_eq!(gat.tile(0, 0).unwrap().terrain.0, 5, "{name}");
        }
        // The one that needs a name is asked about, and seen behind the question.
        let Some(Dialog::Unsaved { document, then: Then::Quit, .. }) = model.dialog().cloned()
        else {
            panic!("{:?}", model.dialog())
        };
        assert_eq!(model.active_map().unwrap().id, document);
        model.handle(Message::Answer(Answer::Cancel));
        act(&mut model, "paint", r#"{"region":"everything","ink":{"type":1}}"#);
        model.handle(Message::Answer(Answer::DiscardAll(ids)));
        assert!(model.take_requests().contains(&Request::Quit));
    }

    #[test]
    fn whoever_closes_twice_is_asked_and_can_give_the_save_up() {
        let (model, id) = closing(Then::Close, |model| {
            run(model, Id::Close);
            run(model, Id::Close);
            assert!(matches!(model.dialog(), Some(Dialog::Unsaved { .. })));
            let id = model.active_map().unwrap().id;
            model.handle(Message::Answer(Answer::Cancel));
            assert!(model.document(id).is_some());
            model.stay_open(id);
        });
        assert!(model.document(id).is_none());
    }
}
