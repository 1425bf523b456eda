//! What the person's answers to dialogs do.

use super::Model;
use super::recovery;
use crate::kind;
use crate::kind::document::common::Then;
use crate::kind::document::left;
use crate::message::dialog::export::Purpose;
use crate::message::dialog::{Answer, Dialog, OfKind};
use crate::view::id::DocumentId;

impl Model {
    pub(crate) fn answer(&mut self, answer: Answer) {
        if let Answer::Keep(dialog) = answer {
            if let Some(first) = self.dialogs.front_mut() {
                *first = dialog;
            }
            return;
        }
        if let Answer::OfKind(OfKind { kind, goes_on: true, sent, .. }) = &answer {
            if let Some(kind) = kind::of_id(kind) {
                kind.answer(self, sent, None);
            }
            return;
        }
        let dialog = self.dialogs.pop_front();
        let asked = match &dialog {
            Some(Dialog::OfKind(asked)) => Some(asked),
            _ => None,
        };
        if let Some(asked) = asked
            && let Some(kind) = kind::of_id(asked.form().kind())
        {
            kind.end_question(self, asked);
        }
        match answer {
            Answer::Keep(_) => {}
            Answer::OfKind(OfKind { kind, sent, .. }) => {
                if let Some(kind) = kind::of_id(kind) {
                    kind.answer(self, &sent, asked);
                }
            }
            Answer::Cancel => match dialog {
                // No file is chosen after all.
                Some(Dialog::Trust(form)) => self.settle_trust(*form, None),
                Some(Dialog::ReplaceFiles(form)) if form.purpose == Purpose::Save => {
                    self.forget_closing(form.document);
                }
                _ => {}
            },
            Answer::Open(path) => self.open(path),
            Answer::GoTo(text) => self.go_to(&text),
            Answer::SaveFirst(id, then) => self.save_first(id, then),
            Answer::Discard(id, then) => self.discard(id, then),
            Answer::SaveAllFirst(ids) => self.save_all_and_quit(&ids),
            Answer::DiscardAll(ids) => {
                ids.into_iter().for_each(|id| self.close_now(id));
                self.quit();
            }
            Answer::TakeDisk(id) => self.take_disk(id),
            Answer::KeepMine(id) => self.keep_mine(id),
            Answer::Merge(id) => self.merge(id),
            Answer::ReplaceFiles(form) => match form.purpose {
                Purpose::Save => self.save_over(form),
                Purpose::Export(format) => {
                    self.export(form.document, format, form.path, Some(form.replaced));
                }
            },
            Answer::Kind(id, sent) => self.send_to_kind(id, &sent),
            Answer::Trust(answer) => {
                if let Some(Dialog::Trust(form)) = dialog {
                    self.settle_trust(*form, Some(answer));
                }
            }
            Answer::Recover(left) => {
                self.go_on_recovering(dialog, &left);
                self.restore(left);
            }
            Answer::RecoverAll(left) => left.into_iter().for_each(|left| self.restore(left)),
            Answer::Forget(left) => {
                self.go_on_recovering(dialog, &left);
                if let Err(error) = recovery::forget(&left) {
                    self.log.error(error.to_string());
                }
            }
        }
    }

    fn save_first(&mut self, id: DocumentId, then: Then) {
        if let Some(document) = self.document_mut(id) {
            document.common_mut().after_save = Some(then);
        }
        self.save(id);
    }

    fn discard(&mut self, id: DocumentId, then: Then) {
        match then {
            Then::Reload => self.reload(id),
            Then::Close => self.close_now(id),
            Then::Quit => {
                self.close_now(id);
                self.quit();
            }
        }
    }

    fn go_on_recovering(&mut self, dialog: Option<Dialog>, dealt_with: &left::Left) {
        if let Some(Dialog::Recover { mut left }) = dialog {
            left.retain(|one| one != dealt_with);
            if !left.is_empty() {
                self.dialogs.push_front(Dialog::Recover { left });
            }
        }
    }

    fn go_to(&mut self, text: &str) {
        if let Some((kind, id)) = self.kind_in_front() {
            kind.go_to(self, id, text);
        }
    }

    fn take_disk(&mut self, id: DocumentId) {
        if let Some(read) = self.take_on_disk(id) {
            self.take_from_disk(id, "Use the version on disk", read);
        }
    }

    /// The version on disk is given up: the next save replaces it, and keeps a backup of it.
    fn keep_mine(&mut self, id: DocumentId) {
        let Some(read) = self.take_on_disk(id) else { return };
        let said = self.document_mut(id).map(|document| document.keep_mine(read));
        said.into_iter().flatten().for_each(|said| self.log.note(said));
        self.flush(id);
    }
}
