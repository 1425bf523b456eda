//! Questions to the person, and their answers. One is open at a time; others wait behind it.

pub mod export;
pub mod form;
pub mod names;
pub mod trust;

use std::path::PathBuf;

use landwright_core::project;

use crate::command::CommandId;
use crate::command::shortcut::Shortcut;
use crate::kind::document::common::Then;
use crate::kind::document::left::Left;
use crate::message::dialog::form::{Asked, Form};
use crate::message::dialog::names::NamesForm;
use crate::message::dialog::trust::TrustForm;
use crate::message::sent::{Question, Sent};
use crate::view::id::DocumentId;

#[derive(Debug, Clone, PartialEq)]
pub enum Dialog {
    Names(NamesForm),
    GoTo {
        text: String,
    },
    /// Before something closes that is not saved.
    Unsaved {
        document: DocumentId,
        name: String,
        then: Then,
    },
    /// The same before the program ends, of all of them at once.
    UnsavedAtEnd {
        documents: Vec<(DocumentId, String)>,
    },
    /// The file is a different one now, and there are unsaved changes.
    ChangedOnDisk {
        document: DocumentId,
        /// The files in words, where a document has many.
        what: String,
    },
    /// Before a save or an export replaces more than the file that was chosen.
    ReplaceFiles(export::ReplaceForm),
    /// Something did not work, and the person has to know.
    Failed {
        what: String,
    },
    /// What of a merge both sides had made something else of.
    Merged {
        name: String,
        told: Vec<String>,
    },
    /// Work of a run that ended in a crash.
    Recover {
        left: Vec<Left>,
    },
    /// Before anything of a project opens that would read or write elsewhere.
    Trust(Box<TrustForm>),
    Keys(KeysForm),
    /// What is changed is so at once.
    Settings,
    /// A question of a document with a button for each answer.
    Kind(DocumentId, Question),
    /// A question that a kind draws.
    OfKind(Asked),
    About,
}

impl Dialog {
    /// Whether it is beside the map, which goes on being seen.
    pub fn is_beside(&self) -> bool {
        match self {
            Dialog::OfKind(asked) => asked.form().is_beside(),
            _ => false,
        }
    }

    /// The document that the dialog is about to change, which is shown beside it.
    pub fn changes(&self) -> Option<DocumentId> {
        match self {
            Dialog::OfKind(asked) => asked.form().changes(),
            _ => None,
        }
    }

    /// What a kind asks, where it is of that kind.
    pub fn form<F: Form>(&self) -> Option<&F> {
        match self {
            Dialog::OfKind(asked) => asked.get(),
            _ => None,
        }
    }
}

impl<F: Form> From<F> for Dialog {
    fn from(form: F) -> Dialog {
        Dialog::OfKind(Asked::new(form))
    }
}

/// The text that is typed into the dialog for keys.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KeysForm {
    pub search: String,
    /// The command that the next key is for.
    pub waiting: Option<CommandId>,
    /// A key that other commands have.
    pub wanted: Option<(CommandId, Shortcut)>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// Leaves everything as it is.
    Cancel,
    /// The dialog with what was put into it, while it goes on.
    Keep(Dialog),
    Open(PathBuf),
    GoTo(String),
    SaveFirst(DocumentId, Then),
    Discard(DocumentId, Then),
    /// Saves all of them, and ends the program.
    SaveAllFirst(Vec<DocumentId>),
    /// Ends the program without saving them.
    DiscardAll(Vec<DocumentId>),
    /// Takes what is on disk, as a step that can be undone.
    TakeDisk(DocumentId),
    /// Goes on with what is in the window; saving replaces the file on disk.
    KeepMine(DocumentId),
    /// Takes what changed on disk where it was not changed here too.
    Merge(DocumentId),
    /// Replaces all files that it names.
    ReplaceFiles(export::ReplaceForm),
    Kind(DocumentId, Sent),
    /// To a question that the kind draws.
    OfKind(OfKind),
    Recover(Left),
    RecoverAll(Vec<Left>),
    Forget(Left),
    /// What a project would read and write elsewhere; it is left out for now with [`Answer::Cancel`].
    Trust(project::trust::Answer),
}

/// An answer to a question that a kind draws.
#[derive(Debug, Clone, PartialEq)]
pub struct OfKind {
    /// As core calls the kind.
    pub kind: &'static str,
    /// The document whose waiting messages come first.
    pub after: Option<DocumentId>,
    /// Whether the question stays.
    pub goes_on: bool,
    pub sent: Sent,
}

/// What something is done to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    Map,
    Selection,
}
