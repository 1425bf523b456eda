//! Closing views and documents, after what has to be asked.

use super::dialog::{Dialog, Then};
use super::document::{DocumentId, ViewId};
use super::message::Request;
use super::{Model, recovery};

impl Model {
    /// Closes a view, and with the last one its document.
    pub(super) fn close_view(&mut self, view: ViewId) {
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

    pub(super) fn close_or_ask(&mut self, id: DocumentId, then: Then) {
        let Some(document) = self.document(id) else { return };
        if document.has_unsaved_changes() {
            let name = document.common().name.clone();
            self.dialogs.push_back(Dialog::Unsaved { document: id, name, then });
        } else if then == Then::Reload {
            self.reload(id);
        } else {
            self.close_now(id);
        }
    }

    /// Whatever was not saved is lost; the person was asked.
    pub(super) fn close_now(&mut self, id: DocumentId) {
        let Some(mut closed) = self.documents.remove(&id) else { return };
        let journal = closed.history_mut().take_journal();
        if let Some(journal) = journal {
            let path = journal.path().to_path_buf();
            let removed = journal.remove().and_then(|()| recovery::remove_base(&path));
            if let Err(error) = removed {
                self.log.warn(error.to_string());
            }
        }
        if let Some(file) = closed.common_mut().file.take() {
            self.closed.push(file.path);
        }
        if self.active.is_some_and(|view| view.document == id) {
            self.active = None;
            self.focus_any();
        }
    }

    pub(super) fn focus_any(&mut self) {
        let last = self.documents.values().next_back();
        self.active = last.and_then(|document| document.common().first_view());
    }

    pub(super) fn reload(&mut self, id: DocumentId) {
        let Some(document) = self.document_mut(id) else { return };
        if document.common().file.is_none() {
            return;
        }
        // Back to what was read, and then to whatever is on disk now.
        if let Err(trouble) = document.go_back_to_saved() {
            self.log.error(format!("this step can't be gone to: {trouble}"));
        }
        self.look_again_at(id);
    }

    /// Asks about everything that is not saved, and ends the program once nothing is left.
    pub(super) fn quit(&mut self) {
        let is_asked = |dialog: &Dialog| matches!(dialog, Dialog::Unsaved { then: Then::Quit, .. });
        if self.dialogs.iter().any(is_asked) {
            return;
        }
        let unsaved = self.documents().find(|document| document.has_unsaved_changes());
        let unsaved = unsaved.map(|document| document.common());
        match unsaved.map(|common| (common.id, common.name.clone())) {
            Some((document, name)) => {
                let then = Then::Quit;
                self.dialogs.push_back(Dialog::Unsaved { document, name, then });
            }
            None => {
                let open: Vec<DocumentId> = self.documents.keys().copied().collect();
                open.into_iter().for_each(|document| self.close_now(document));
                self.requests.push(Request::Quit);
            }
        }
    }
}
