//! Looking again at the files of an open document, which somebody else may have changed.

use std::collections::BTreeSet;
use std::path::Path;

use landwright_core::vfs::account::{Became, Known};

use super::{Done, Model};
use crate::kind::document::common::SecondLook;
use crate::kind::document::open::OpenDocument;
use crate::kind::document::read::Read;
use crate::kind::document::work::For;
use crate::message::dialog::Dialog;
use crate::view::id::DocumentId;

/// A file of an open document as it is on disk now.
#[derive(Debug)]
pub(crate) struct LookedAgain {
    document: DocumentId,
    /// `None` where the files that somebody heard of are as they are known.
    read: Result<Option<Read>, String>,
    /// Everything that the person has to hear where there is nothing to decide about.
    said: Option<String>,
}

impl Model {
    /// Reads the files of all documents again that a change at a path may be one of.
    pub(crate) fn look_again(&mut self, path: &Path) {
        let may_be_changed = self.documents().filter(|d| d.may_be_changed_by(path));
        let ids: Vec<DocumentId> = may_be_changed.map(|d| d.common().id).collect();
        for id in ids {
            let heard_of = self.document_mut(id).map(|open| &mut open.common_mut().heard_of);
            if let Some(Some(heard_of)) = heard_of {
                heard_of.insert(path.to_owned());
            }
            self.start_second_look(id, None);
        }
    }

    /// Reads the files of a document again, whatever was heard of them.
    pub(crate) fn look_again_at(&mut self, id: DocumentId) {
        self.distrust_all(id);
        self.start_second_look(id, None);
    }

    /// With what the person has to hear where there is nothing to decide about.
    pub(crate) fn look_again_and_say(&mut self, id: DocumentId, said: String) {
        self.distrust_all(id);
        self.start_second_look(id, Some(said));
    }

    fn distrust_all(&mut self, id: DocumentId) {
        if let Some(document) = self.document_mut(id) {
            document.common_mut().heard_of = None;
        }
    }

    pub(crate) fn start_second_look(&mut self, id: DocumentId, said: Option<String>) {
        let Some(document) = self.document_mut(id) else { return };
        let (reader, known) = (document.reader(), known(document));
        let common = document.common_mut();
        let Some(file) = common.file.clone() else {
            self.dialogs.extend(said.map(|what| Dialog::Failed { what }));
            return;
        };
        // A save of many files is heard of many times.
        if !common.may_look_again() && said.is_none() {
            return;
        }
        common.second_look = SecondLook::UnderWay;
        let title = format!("Reading {} again", common.title);
        let of = For::SecondLook(said.clone());
        self.jobs.start_for((id, of), title, move |progress| {
            let is_known = known.is_some_and(|known| known.iter().all(is_as_known));
            let read = match is_known {
                true => Ok(None),
                false => reader(&file.path, progress).map(Some),
            };
            Done::LookedAgain(Box::new(LookedAgain { document: id, read, said }))
        });
    }

    pub(crate) fn take_second_look(&mut self, looked: LookedAgain) {
        let LookedAgain { document: id, read, said } = looked;
        let Some(document) = self.document_mut(id) else { return };
        let common = document.common_mut();
        let look = std::mem::replace(&mut common.second_look, SecondLook::None);
        // What was read in the middle of a save is no state to go by.
        if common.is_saving {
            common.second_look = SecondLook::AfterSave;
            return;
        }
        if look == SecondLook::OnceMore {
            self.start_second_look(id, said);
            return;
        }
        // What could not be read is looked at again with whatever is heard of next.
        document.common_mut().heard_of = read.is_ok().then(BTreeSet::new);
        let (name, title) = (document.common().name.clone(), document.common().title.clone());
        let mut read = match read {
            Ok(Some(read)) => read,
            Ok(None) => {
                self.dialogs.extend(said.map(|what| Dialog::Failed { what }));
                return;
            }
            Err(error) => {
                self.log.warn(format!("{title} changed on disk and can't be read: {error}"));
                self.dialogs.extend(said.map(|what| Dialog::Failed { what }));
                return;
            }
        };
        self.say_of_files(id, std::mem::take(&mut read.said));
        let Some(document) = self.document_mut(id) else { return };
        let Some(file) = &document.common().file else { return };
        let files = document.changed_files(&read);
        if file.fingerprint.same_content(&read.fingerprint) {
            // What was found before is not there any more.
            document.common_mut().on_disk = None;
            let around = document.take_surroundings(read);
            self.dialogs.retain(|dialog| !is_asked_about(id, dialog));
            self.dialogs.extend(said.map(|what| Dialog::Failed { what }));
            around.into_iter().for_each(|said| self.note_of(id, &said));
            self.flush(id);
        } else if document.common().merging.as_ref().is_some_and(|it| it.is_with(&read.fingerprint))
        {
            // The person has decided about that.
        } else if document.has_unsaved_changes() {
            document.common_mut().on_disk = Some(read);
            self.ask_about_disk(id);
        } else {
            self.take_from_disk(id, "Changed on disk", read);
            let were = if files.len() > 1 { "were" } else { "was" };
            let what = in_words((&name, &title), &files);
            self.note_of(id, &format!("{what} changed on disk and {were} reloaded"));
        }
    }

    /// Says what became of a document by itself: of one that is not in front, beside what is said of
    /// that.
    fn note_of(&mut self, id: DocumentId, said: &str) {
        let Some(title) = self.document(id).map(|document| document.common().title.clone()) else {
            return;
        };
        let is_told = said.contains(&title);
        let said = if is_told { said.to_owned() } else { format!("{title}: {said}") };
        match self.active().is_some_and(|active| active.common().id == id) {
            true => self.log.note(said),
            false => self.log.note_aside(said),
        }
    }

    /// Asks what is to become of what is on disk and of what is unsaved here.
    pub(crate) fn ask_about_disk(&mut self, id: DocumentId) {
        let Some(document) = self.document(id) else { return };
        let Some(read) = &document.common().on_disk else { return };
        let common = document.common();
        let what = in_words((&common.name, &common.title), &document.changed_files(read));
        let asked = Dialog::ChangedOnDisk { document: id, what };
        match self.dialogs.iter_mut().find(|dialog| is_asked_about(id, dialog)) {
            // More may have changed since.
            Some(dialog) => *dialog = asked,
            None => self.dialogs.push_back(asked),
        }
    }

    /// Says what a person should know about the files of a document, unless it was said of them
    /// when they were read before.
    pub(crate) fn say_of_files(&mut self, id: DocumentId, said: Vec<String>) {
        let Some(document) = self.document_mut(id) else { return };
        document.common_mut().news_of_files(said).into_iter().for_each(|said| self.log.warn(said));
    }

    /// The version on disk now, as a step that can be undone.
    pub(crate) fn take_from_disk(&mut self, id: DocumentId, title: &str, read: Read) {
        let Some(document) = self.document_mut(id) else { return };
        let common = document.common_mut();
        common.on_disk = None;
        if let Some(file) = &mut common.file {
            file.fingerprint = read.fingerprint;
        }
        document.take_from_disk(title, read);
        self.give_conflicts_up(id);
        self.say_copies_stay(id);
        self.flush(id);
    }
}

/// Whether it is asked what is to become of a document and its files.
fn is_asked_about(id: DocumentId, dialog: &Dialog) -> bool {
    matches!(dialog, Dialog::ChangedOnDisk { document, .. } if *document == id)
}

/// The files that may have changed, as they are known; `None` where all has to be read to know.
fn known(document: &dyn OpenDocument) -> Option<Vec<Known>> {
    let common = document.common();
    // What was found before may not be there any more.
    let heard_of = common.heard_of.as_ref().filter(|_| common.on_disk.is_none())?;
    let known = heard_of.iter().map(|path| document.known_file(path));
    known.collect::<Option<Vec<_>>>().filter(|known| !known.is_empty())
}

fn is_as_known(known: &Known) -> bool {
    matches!(known.became(None), Ok(Became::Unchanged(_)))
}

/// How many files are named one by one.
const MOST_NAMED: usize = 3;

/// Files of a document, which is its own where it has but one.
fn in_words((name, title): (&str, &str), files: &[String]) -> String {
    match files {
        [] => title.to_owned(),
        [file] if file == name => title.to_owned(),
        [file] => format!("{file} of {title}"),
        [first @ .., last] if files.len() <= MOST_NAMED => {
            format!("{} and {last} of {title}", first.join(", "))
        }
        [first, second, rest @ ..] => {
            format!("{first}, {second} and {} more files of {title}", rest.len())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_and_of_many_the_first() {
        let said = |files: &[&str]| {
            let files: Vec<String> = files.iter().map(ToString::to_string).collect();
            in_words(("S01.ZON", "a/S01.ZON"), &files)
        };
        assert_eq!(said(&[]), "a/S01.ZON");
        assert_eq!(said(&["S01.ZON"]), "a/S01.ZON");
        assert_eq!(said(&["A.IFO"]), "A.IFO of a/S01.ZON");
        assert_eq!(said(&["A.IFO", "B.IFO", "C.IFO"]), "A.IFO, B.IFO and C.IFO of a/S01.ZON");
        let four = said(&["A.IFO", "B.IFO", "C.IFO", "D.IFO"]);
        assert_eq!(four, "A.IFO, B.IFO and 2 more files of a/S01.ZON");
    }
}
