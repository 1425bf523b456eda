//! Closing views and documents, after what has to be asked.

use super::dialog::{Dialog, Then};
use super::document::{DocumentId, ViewId};
use super::message::Request;
use super::{Model, recovery};

impl Model {
    /// Closes a view, and with the last one its document.
    pub(super) fn close_view(&mut self, view: ViewId) {
        let Some(document) = self.documents.get_mut(&view.document) else { return };
        if document.views.len() > 1 {
            document.views.remove(&view.number);
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
            let name = document.name.clone();
            self.dialogs.push_back(Dialog::Unsaved { document: id, name, then });
        } else if then == Then::Reload {
            self.reload(id);
        } else {
            self.close_now(id);
        }
    }

    /// Whatever was not saved is lost; the person was asked.
    pub(super) fn close_now(&mut self, id: DocumentId) {
        let Some(mut document) = self.documents.remove(&id) else { return };
        if let Some(journal) = document.editing.take_journal() {
            let path = journal.path().to_path_buf();
            let removed = journal.remove().and_then(|()| recovery::remove_base(&path));
            if let Err(error) = removed {
                self.log.warn(error.to_string());
            }
        }
        if let Some(file) = document.file {
            self.closed.push(file.path);
        }
        if self.active.is_some_and(|view| view.document == id) {
            self.active = None;
            self.focus_any();
        }
    }

    fn focus_any(&mut self) {
        self.active = self.documents.values().next_back().and_then(|document| {
            let number = *document.views.keys().next()?;
            Some(ViewId { document: document.id, number })
        });
    }

    pub(super) fn reload(&mut self, id: DocumentId) {
        let Some(document) = self.document_mut(id) else { return };
        let Some(path) = document.file.as_ref().map(|file| file.path.clone()) else { return };
        let saved = document.saved.clone();
        if let Some(file) = document.file.clone() {
            // Back to what was read, and then to whatever is on disk now.
            document.take_from_disk("Give unsaved changes up", saved, file.fingerprint);
        }
        self.look_again(&path);
    }

    /// Asks about everything that is not saved, and ends the program once nothing is left.
    pub(super) fn quit(&mut self) {
        let unsaved = self.documents().find(|document| document.has_unsaved_changes());
        match unsaved.map(|document| (document.id, document.name.clone())) {
            Some((document, name)) => {
                self.is_quitting = true;
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
