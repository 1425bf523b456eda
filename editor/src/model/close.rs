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
        let area = self.area(id).map(|area| (area.has_unsaved_changes(), area.name.clone()));
        let map = self.document(id).map(|map| (map.has_unsaved_changes(), map.name.clone()));
        let Some((is_unsaved, name)) = area.or(map) else { return };
        if is_unsaved {
            self.dialogs.push_back(Dialog::Unsaved { document: id, name, then });
        } else if then == Then::Reload {
            self.reload(id);
        } else {
            self.close_now(id);
        }
    }

    /// Whatever was not saved is lost; the person was asked.
    pub(super) fn close_now(&mut self, id: DocumentId) {
        let closed = match self.areas.remove(&id) {
            Some(mut area) => Some((area.editing.take_journal(), area.file)),
            None => {
                self.documents.remove(&id).map(|mut map| (map.editing.take_journal(), map.file))
            }
        };
        let Some((journal, file)) = closed else { return };
        if let Some(journal) = journal {
            let path = journal.path().to_path_buf();
            let removed = journal.remove().and_then(|()| recovery::remove_base(&path));
            if let Err(error) = removed {
                self.log.warn(error.to_string());
            }
        }
        if let Some(file) = file {
            self.closed.push(file.path);
        }
        if self.active.is_some_and(|view| view.document == id) {
            self.active = None;
            self.focus_any();
        }
    }

    pub(super) fn focus_any(&mut self) {
        let maps = self.documents.values().map(|map| (map.id, &map.views));
        let areas = self.areas.values().map(|area| (area.id, &area.views));
        self.active = maps.chain(areas).max_by_key(|(id, _)| *id).and_then(|(document, views)| {
            let number = *views.keys().next()?;
            Some(ViewId { document, number })
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
        let unsaved = unsaved.map(|document| (document.id, document.name.clone()));
        let area = self.areas().find(|area| area.has_unsaved_changes());
        match unsaved.or(area.map(|area| (area.id, area.name.clone()))) {
            Some((document, name)) => {
                self.is_quitting = true;
                let then = Then::Quit;
                self.dialogs.push_back(Dialog::Unsaved { document, name, then });
            }
            None => {
                let open = self.documents.keys().chain(self.areas.keys());
                let open: Vec<DocumentId> = open.copied().collect();
                open.into_iter().for_each(|document| self.close_now(document));
                self.requests.push(Request::Quit);
            }
        }
    }
}
