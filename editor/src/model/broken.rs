//! Jobs of a document that break off by an error of ours: what they were for is let go, so that the
//! document goes on.

use super::{Done, Model};
use crate::job::{JobId, Jobs, Panicked, Progress};
use crate::kind::document::common::SecondLook;
use crate::kind::document::open::Open;
use crate::kind::document::work::For;
use crate::message::dialog::Dialog;
use crate::view::id::DocumentId;

/// A job of a document that broke off.
#[derive(Debug)]
pub(crate) struct Broken {
    document: DocumentId,
    was: For,
    panicked: Panicked,
}

impl Jobs<Done> {
    /// Starts a job of a document, which is told where it breaks off.
    pub(crate) fn start_for(
        &mut self,
        (document, was): (DocumentId, For),
        title: impl Into<String>,
        work: impl FnOnce(&Progress) -> Done + Send + 'static,
    ) -> JobId {
        let broken = move |panicked| Done::BrokeOff(Broken { document, was, panicked });
        self.start_or(title, work, broken)
    }
}

impl Model {
    pub(crate) fn take_result(&mut self, result: Result<Done, Panicked>) {
        match result {
            Ok(done) => self.take(done),
            Err(panicked) => self.log.error(panicked.to_string()),
        }
    }

    pub(crate) fn take_broken(&mut self, broken: Broken) {
        let Broken { document: id, was, panicked } = broken;
        self.log.error(panicked.to_string());
        match was {
            For::Saving => self.forget_save(id, &panicked, "is not saved"),
            For::Copies => {
                self.forget_save(id, &panicked, "is unchanged; its copies may have changed");
            }
            For::SecondLook(said) => {
                self.dialogs.extend(said.map(|what| Dialog::Failed { what }));
                self.forget_second_look(id);
            }
            For::Proposal => self.forget_proposal(id, &panicked),
            For::Comparing => self.forget_comparison(id),
            For::Merging => self.forget_merge(id, &panicked),
            For::Edit => {
                self.forget_edit(id);
                self.dialogs.push_back(Dialog::Failed { what: panicked.to_string() });
            }
            was => {
                if let Some(document) = self.documents.get_mut(&id) {
                    document.forget_job(&was);
                }
            }
        }
    }

    /// Nobody knows how much of it was written, so the files are looked at.
    fn forget_save(&mut self, id: DocumentId, panicked: &Panicked, how_it_is: &str) {
        let Some(document) = self.document_mut(id) else { return };
        let common = document.common_mut();
        common.end_saving();
        (common.after_save, common.due_save) = (None, None);
        let what = format!("{} {how_it_is}: {panicked}", common.title);
        self.dialogs.push_back(Dialog::Failed { what });
        self.look_again_at(id);
    }

    fn forget_second_look(&mut self, id: DocumentId) {
        let Some(document) = self.document_mut(id) else { return };
        let common = document.common_mut();
        let look = std::mem::replace(&mut common.second_look, SecondLook::None);
        if common.is_saving || look == SecondLook::OnceMore {
            self.look_again_at(id);
        }
    }

    /// A dialog that proposes would ask for the same again.
    fn forget_proposal(&mut self, id: DocumentId, panicked: &Panicked) {
        if let Some(document) = self.documents.get_mut(&id).map(Open::as_kind_mut) {
            document.forget_job(&For::Proposal);
        }
        if self.dialogs.front().and_then(Dialog::changes) == Some(id) {
            self.dialogs.pop_front();
        }
        self.dialogs.push_back(Dialog::Failed { what: panicked.to_string() });
    }
}

impl Open {
    /// What broke off is not tried again until something changes.
    fn forget_job(&mut self, was: &For) {
        let common = self.common_mut();
        if *was == For::Check
            && let Some((_, of)) = common.check.take()
        {
            common.give_check_up(of);
        }
        self.as_kind_mut().forget_job(was);
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::command::CommandId;
    use crate::kind::tera;
    use crate::kind::tera::propose::Proposing;
    use crate::message::Message;
    use crate::message::dialog::Answer;
    use crate::model::trial::{act, flat, hills, run};

    fn break_off(model: &mut Model, of: (DocumentId, For)) -> JobId {
        model.jobs.start_for(of, "Breaking", |_| panic!("oh"))
    }

    fn saved_in(folder: &tempfile::TempDir) -> (Model, DocumentId, PathBuf) {
        let (mut model, path) = (hills(), folder.path().join("hills.gat"));
        let id = model.active_map().unwrap().id;
        model.handle(Message::SaveTo(id, path.clone()));
        model.settle();
        (model, id, path)
    }

    #[test]
    fn a_save_that_broke_off_is_told_of_and_the_next_one_saves() {
        let folder = tempfile::tempdir().unwrap();
        let (mut model, id, path) = saved_in(&folder);
        let before = std::fs::read(&path).unwrap();
        run(&mut model, CommandId::Undo);
        model.document_mut(id).unwrap().common_mut().begin_saving();
        break_off(&mut model, (id, For::Saving));
        model.settle();
        let Some(Dialog::Failed { what }) = model.dialog().cloned() else { panic!() };
        assert!(what.starts_with("hills.gat is not saved: ") && what.ends_with("oh"), "{what}");
        assert!(model.document(id).unwrap().has_unsaved_changes());
        run(&mut model, CommandId::Save);
        model.settle();
        assert!(!model.document(id).unwrap().has_unsaved_changes());
        assert!(std::fs::read(&path).unwrap() != before);
    }

    #[test]
    fn copies_that_broke_off_say_nothing_of_a_save() {
        let folder = tempfile::tempdir().unwrap();
        let (mut model, id, _) = saved_in(&folder);
        model.document_mut(id).unwrap().common_mut().begin_saving();
        break_off(&mut model, (id, For::Copies));
        model.settle();
        let Some(Dialog::Failed { what }) = model.dialog().cloned() else { panic!() };
        assert!(
            what.starts_with("hills.gat is unchanged; its copies may have changed: "),
            "{what}"
        );
        assert!(!model.document(id).unwrap().common().is_saving);
    }

    #[test]
    fn after_a_second_look_that_broke_off_files_are_still_looked_at() {
        let folder = tempfile::tempdir().unwrap();
        let (mut model, id, path) = saved_in(&folder);
        model.document_mut(id).unwrap().common_mut().second_look = SecondLook::UnderWay;
        break_off(&mut model, (id, For::SecondLook(Some("it is not saved".to_owned()))));
        // Heard of while the look was under way.
        let other = flat(30);
        let other = gat_of(&other);
        std::fs::write(&path, &other).unwrap();
        model.handle(Message::FileChanged(path.clone()));
        model.settle();
        let Some(Dialog::Failed { what }) = model.dialog().cloned() else { panic!() };
        assert_eq!(what, "it is not saved");
        assert_eq!(gat_of(&model), other);
    }

    fn gat_of(model: &Model) -> Vec<u8> {
        landwright_core::format::ragnarok::gat::write(&model.active_map().unwrap().map().to_gat())
    }

    #[test]
    fn after_a_merge_that_broke_off_it_is_asked_again() {
        let folder = tempfile::tempdir().unwrap();
        let (mut model, id, path) = saved_in(&folder);
        run(&mut model, CommandId::Undo);
        let other = gat_of(&flat(30));
        std::fs::write(&path, &other).unwrap();
        model.handle(Message::FileChanged(path));
        model.settle();
        let asked = model.dialog().cloned();
        assert!(matches!(asked, Some(Dialog::ChangedOnDisk { .. })), "{asked:?}");
        let before = gat_of(&model);
        model.handle(Message::Answer(Answer::Merge(id)));
        break_off(&mut model, (id, For::Merging));
        let job = model.jobs.wait_for_one().unwrap();
        model.take_result(job);
        assert!(matches!(model.dialog(), Some(Dialog::Failed { .. })));
        model.handle(Message::Answer(Answer::Cancel));
        model.settle();
        assert_eq!(model.dialog(), asked.as_ref());
        assert!(gat_of(&model) == before && model.document(id).unwrap().has_unsaved_changes());
    }

    #[test]
    fn a_check_that_broke_off_is_made_when_something_changes() {
        let mut model = flat(20);
        model.settle();
        let document = model.active_mut().unwrap();
        let (id, revision) = (document.common().id, document.history().revision());
        let job = break_off(&mut model, (id, For::Check));
        model.document_mut(id).unwrap().common_mut().check = Some((job, revision));
        model.settle();
        act(&mut model, "shape-heights", r#"{"region":"everything","how":{"set":{"height":5.0}}}"#);
        model.settle();
        let document = model.document(id).unwrap();
        assert_eq!(document.common().checked, Some(document.history().revision()));
        assert!(model.log.lines().any(|line| line.text.starts_with("Breaking stopped because of")));
    }

    #[test]
    fn what_broke_off_for_an_area_is_let_go_and_not_tried_for_ever() {
        let mut model = tera::tests::sample();
        let id = model.active_area().unwrap().id;
        let area = model.area_mut(id).unwrap();
        let zone = area.area().zones()[0];
        (area.unpacking, area.shared.is_checking) = (Some(zone), true);
        let (title, revision) = ("Regenerate nodes".to_owned(), area.editing.revision());
        area.proposing = Some(Proposing { title, revision });
        for was in [For::Unpacking, For::Proposal, For::Sharing] {
            break_off(&mut model, (id, was));
        }
        model.settle();
        let area = model.active_area().unwrap();
        assert!(area.unpacking.is_none() && area.proposing.is_none());
        assert!(area.not_unpacked.contains(&zone) && !area.shared.is_checking);
    }
}
