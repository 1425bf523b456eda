//! What the person's answers to dialogs do.

use landwright_core::format::number::F32;
use landwright_core::format::ragnarok::gat::{Gat, Terrain, Tile};
use landwright_core::world::gat::GatMap;

use super::Model;
use super::dialog::export::Purpose;
use super::dialog::{Answer, Dialog, NewMapForm, Then};
use super::document::DocumentId;
use super::recovery;

impl Model {
    pub(crate) fn answer(&mut self, answer: Answer) {
        if let Answer::Keep(dialog) = answer {
            if let Some(first) = self.dialogs.front_mut() {
                *first = dialog;
            }
            return;
        }
        if let Answer::Find(id, things) = answer {
            self.show_found(id, things);
            return;
        }
        if let Answer::GoToCell(id, cell) = answer {
            self.go_to_cell(id, cell);
            return;
        }
        // It goes on as well, so that more can be replaced.
        if let Answer::ReplaceThings(id, form) = answer {
            if let Some(first @ Dialog::FindThings(..)) = self.dialogs.front_mut() {
                *first = Dialog::FindThings(id, form.clone());
            }
            self.replace_things(id, &form);
            return;
        }
        let dialog = self.dialogs.pop_front();
        if let Some(Dialog::FindThings(id, form)) = &dialog
            && let Some(zone) = self.zone_mut(*id)
        {
            zone.find = Some(form.clone());
        }
        match answer {
            Answer::Keep(_)
            | Answer::Find(..)
            | Answer::GoToCell(..)
            | Answer::ReplaceThings(..) => {}
            Answer::Cancel => match dialog {
                Some(Dialog::Reference(document)) => self.keep_reference(document),
                // No file is chosen after all.
                Some(Dialog::Trust(form)) => self.settle_trust(*form, None),
                Some(Dialog::ReplaceFiles(form)) if form.purpose == Purpose::Save => {
                    self.forget_closing(form.document);
                }
                _ => {}
            },
            Answer::NewMap(form) => self.make_map(&form),
            Answer::NewArea(form) => self.make_area(form),
            Answer::Regenerate(form) => self.regenerate(form),
            Answer::Open(path) => self.open(path),
            Answer::GoTo(text) => self.go_to(&text),
            Answer::Do(document, action) => {
                if let Some(Dialog::AutomaticTypes(_, form)) = dialog {
                    self.tools.automatic = form;
                }
                self.do_beside(document, action);
            }
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
            Answer::WriteZonesAnew(id) => self.write_zones_anew(id),
            Answer::TakeCells(id, cells) => self.take_cells(id, &cells),
            Answer::ReplaceFiles(form) => match form.purpose {
                Purpose::Save => self.save_over(form),
                Purpose::Export(format) => {
                    self.export(form.document, format, form.path, Some(form.replaced));
                }
            },
            Answer::DeleteStamp(stamp) => self.delete_stamp(stamp),
            Answer::DoDespite(asked) => self.do_despite(&asked),
            Answer::DoToZone(id, action) => self.do_to_zone(id, &action),
            Answer::SettleCopies(id, roots, choice) => self.settle_copies(id, roots, choice),
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

    fn go_on_recovering(&mut self, dialog: Option<Dialog>, dealt_with: &recovery::Left) {
        if let Some(Dialog::Recover { mut left }) = dialog {
            left.retain(|one| one != dealt_with);
            if !left.is_empty() {
                self.dialogs.push_front(Dialog::Recover { left });
            }
        }
    }

    fn make_map(&mut self, form: &NewMapForm) {
        let (Ok(width), Ok(height)) = (u16::try_from(form.width), u16::try_from(form.height))
        else {
            self.log.error("a map has at most 65535 cells on a side");
            return;
        };
        let tile = Tile { altitude: [F32::ZERO; 4], terrain: Terrain(form.kind) };
        if let Ok(map) = GatMap::new(&Gat::filled(form.version, width, height, tile)) {
            self.add_map("new.gat", map);
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
