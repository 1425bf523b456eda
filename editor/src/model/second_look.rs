//! Looking again at the files of an open document, which somebody else may have changed.

use std::path::Path;

use super::broken::For;
use super::dialog::Dialog;
use super::document::{DocumentId, SecondLook};
use super::open::{Read, name_of};
use super::{Done, Model};

/// A file of an open document as it is on disk now.
#[derive(Debug)]
pub(super) struct LookedAgain {
    document: DocumentId,
    read: Result<Read, String>,
    /// What the person has to hear where there is nothing to decide about.
    said: Option<String>,
}

impl Model {
    /// Reads the files of all documents again that a change at a path may be one of.
    pub(super) fn look_again(&mut self, path: &Path) {
        let may_be_changed = self.documents().filter(|d| d.may_be_changed_by(path));
        let ids: Vec<DocumentId> = may_be_changed.map(|d| d.common().id).collect();
        ids.into_iter().for_each(|id| self.look_again_at(id));
    }

    /// Reads the files of a document again, where they may have changed.
    pub(super) fn look_again_at(&mut self, id: DocumentId) {
        self.start_second_look(id, None);
    }

    /// With what the person has to hear where there is nothing to decide about.
    pub(super) fn look_again_and_say(&mut self, id: DocumentId, said: String) {
        self.start_second_look(id, Some(said));
    }

    fn start_second_look(&mut self, id: DocumentId, said: Option<String>) {
        let Some(document) = self.document_mut(id) else { return };
        let reader = document.reader();
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
        let title = format!("Reading {} again", name_of(&file.path));
        let of = For::SecondLook(said.clone());
        self.jobs.start_for((id, of), title, move |progress| {
            let read = reader(&file.path, progress);
            Done::LookedAgain(Box::new(LookedAgain { document: id, read, said }))
        });
    }

    pub(super) fn take_second_look(&mut self, looked: LookedAgain) {
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
        let name = document.common().name.clone();
        let mut read = match read {
            Ok(read) => read,
            Err(error) => {
                self.log.warn(format!("{name} changed on disk and can't be read: {error}"));
                self.dialogs.extend(said.map(|what| Dialog::Failed { what }));
                return;
            }
        };
        self.say_of_files(id, std::mem::take(&mut read.said));
        let Some(document) = self.document_mut(id) else { return };
        let Some(file) = &document.common().file else { return };
        let is_asked = |dialog: &Dialog| matches!(dialog, Dialog::ChangedOnDisk { document, .. } if *document == id);
        let files = document.changed_files(&read);
        if file.fingerprint.same_content(&read.fingerprint) {
            // What was found before is not there any more.
            document.common_mut().on_disk = None;
            let around = document.take_surroundings(read);
            self.dialogs.retain(|dialog| !is_asked(dialog));
            self.dialogs.extend(said.map(|what| Dialog::Failed { what }));
            around.into_iter().for_each(|said| self.log.note(said));
            self.flush(id);
        } else if document.has_unsaved_changes() {
            document.common_mut().on_disk = Some(read);
            let asked = Dialog::ChangedOnDisk { document: id, what: in_words(&name, &files) };
            match self.dialogs.iter_mut().find(|dialog| is_asked(dialog)) {
                // More may have changed since.
                Some(dialog) => *dialog = asked,
                None => self.dialogs.push_back(asked),
            }
        } else {
            self.take_from_disk(id, "Changed on disk", read);
            let were = if files.len() > 1 { "were" } else { "was" };
            let what = in_words(&name, &files);
            self.log.note(format!("{what} changed on disk and {were} read again"));
        }
    }

    /// Says what a person should know about the files of a document, unless it was said of them
    /// when they were read before.
    pub(super) fn say_of_files(&mut self, id: DocumentId, said: Vec<String>) {
        let Some(document) = self.document_mut(id) else { return };
        document.common_mut().news_of_files(said).into_iter().for_each(|said| self.log.warn(said));
    }

    /// What is on disk now, as a step that can be undone.
    pub(super) fn take_from_disk(&mut self, id: DocumentId, title: &str, read: Read) {
        let Some(document) = self.document_mut(id) else { return };
        if let Some(file) = &mut document.common_mut().file {
            file.fingerprint = read.fingerprint;
        }
        document.take_from_disk(title, read);
        self.flush(id);
    }
}

/// So many files are named one by one.
const MOST_NAMED: usize = 3;

/// Files of a document, which is its own where it has but one.
fn in_words(document: &str, files: &[String]) -> String {
    match files {
        [] => document.to_owned(),
        [file] if file == document => document.to_owned(),
        [file] => format!("{file} of {document}"),
        [first @ .., last] if files.len() <= MOST_NAMED => {
            format!("{} and {last} of {document}", first.join(", "))
        }
        [first, second, rest @ ..] => {
            format!("{first}, {second} and {} more files of {document}", rest.len())
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
            in_words("S01.ZON", &files)
        };
        assert_eq!(said(&[]), "S01.ZON");
        assert_eq!(said(&["S01.ZON"]), "S01.ZON");
        assert_eq!(said(&["A.IFO"]), "A.IFO of S01.ZON");
        assert_eq!(said(&["A.IFO", "B.IFO", "C.IFO"]), "A.IFO, B.IFO and C.IFO of S01.ZON");
        let four = said(&["A.IFO", "B.IFO", "C.IFO", "D.IFO"]);
        assert_eq!(four, "A.IFO, B.IFO and 2 more files of S01.ZON");
    }
}
