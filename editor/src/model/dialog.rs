//! Questions to the person, and their answers. One is open at a time; others wait behind it.

pub mod copies;
pub mod export;
pub mod things;

use std::collections::BTreeSet;
use std::path::PathBuf;

use landwright_core::format::ragnarok::gat::Version;
use landwright_core::project;
use landwright_core::world::area::on_disk::ZoneCell;
use landwright_core::world::gat::action::Action;
use landwright_core::world::zone::action::Action as ZoneAction;
use landwright_core::world::zone::thing::ThingId;

use self::copies::{CopiesForm, CopyChoice};
use self::things::{ArrayForm, FindForm, LeadElsewhere};
use super::by_name::NamesForm;
use super::document::DocumentId;
use super::recovery::Left;
use super::trust::TrustForm;
use crate::command::CommandId;
use crate::command::shortcut::Shortcut;
use crate::kind::ragnarok::document::MapDocument;
use crate::kind::ragnarok::form::automatic::AutomaticForm;
use crate::kind::ragnarok::form::replace::ReplaceForm;
use crate::kind::ragnarok::form::resize::ResizeForm;
use crate::kind::ragnarok::stamps::StampId;
use crate::kind::sent::{Question, Sent};
use crate::kind::tera::create::NewAreaForm;
use crate::kind::tera::regenerate::RegenerateForm;

#[derive(Debug, Clone, PartialEq)]
pub enum Dialog {
    NewMap(NewMapForm),
    NewArea(NewAreaForm),
    Regenerate(RegenerateForm),
    Names(NamesForm),
    GoTo {
        text: String,
    },
    AutomaticTypes(DocumentId, AutomaticForm),
    ReplaceType(DocumentId, ReplaceForm),
    Resize(DocumentId, ResizeForm),
    /// The picture to paint after; what is changed is seen at once.
    Reference(DocumentId),
    /// Before a conversion loses something.
    Convert {
        document: DocumentId,
        version: Version,
        lost: String,
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
    /// Cells of its geometry changed on disk as well as here, and are as they are here.
    CellsChanged {
        document: DocumentId,
        name: String,
        cells: BTreeSet<ZoneCell>,
    },
    /// Files of changed zones are gone, so that nothing was saved.
    ZonesGone {
        document: DocumentId,
        files: Vec<PathBuf>,
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
    /// Copies of a zone that could not follow when it was saved, or that were compared.
    CopiesLeft(CopiesForm),
    /// Work of a run that ended in a crash.
    Recover {
        left: Vec<Left>,
    },
    /// Before anything of a project opens that would read or write elsewhere.
    Trust(Box<TrustForm>),
    Keys(KeysForm),
    /// What is changed is so at once.
    Settings,
    DeleteStamp {
        stamp: StampId,
        name: String,
    },
    /// Before things go, or go to another file, whose places in their file mean something.
    LeadElsewhere(LeadElsewhere),
    Array(DocumentId, ArrayForm),
    FindThings(DocumentId, FindForm),
    /// A question of a document of a kind with a folder of its own.
    Kind(DocumentId, Question),
    About,
}

impl Dialog {
    /// Whether it is beside the map, which goes on being seen.
    pub fn is_beside(&self) -> bool {
        let is_about_places = matches!(
            self,
            Dialog::Reference(_) | Dialog::FindThings(..) | Dialog::CellsChanged { .. }
        );
        self.changes().is_some() || is_about_places
    }

    /// The document that the dialog is about to change, which is shown beside it.
    pub fn changes(&self) -> Option<DocumentId> {
        match self {
            Dialog::AutomaticTypes(document, _) | Dialog::ReplaceType(document, _) => {
                Some(*document)
            }
            _ => None,
        }
    }

    /// What would be done if the person agreed now.
    pub fn proposed(&self, document: &MapDocument) -> Option<Suggestion> {
        match self {
            Dialog::AutomaticTypes(_, form) => Some(form.action(document).into()),
            Dialog::ReplaceType(_, form) => Some(form.suggestion(document)),
            _ => None,
        }
    }
}

/// What was asked for when unsaved changes stood in the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    Close,
    Reload,
    Quit,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMapForm {
    pub width: u32,
    pub height: u32,
    pub version: Version,
    pub kind: u32,
}

impl Default for NewMapForm {
    fn default() -> NewMapForm {
        NewMapForm { width: 200, height: 200, version: Version::V1_2, kind: 0 }
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
    NewMap(NewMapForm),
    NewArea(NewAreaForm),
    Regenerate(RegenerateForm),
    Open(PathBuf),
    GoTo(String),
    /// One step, worked out beside the window.
    Do(DocumentId, Suggestion),
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
    /// Files of changed zones that are gone are made again, with all that was read of them.
    WriteZonesAnew(DocumentId),
    TakeCells(DocumentId, BTreeSet<ZoneCell>),
    /// Shows one of them; the dialog goes on.
    GoToCell(DocumentId, ZoneCell),
    /// Replaces all files that it names.
    ReplaceFiles(export::ReplaceForm),
    DeleteStamp(StampId),
    /// One step on a zone, of which the person was told what comes of it.
    DoDespite(LeadElsewhere),
    /// One step on a zone; things that it adds are selected.
    DoToZone(DocumentId, Box<ZoneAction>),
    /// Puts what was typed in the place of what was found, as one step.
    ReplaceThings(DocumentId, FindForm),
    /// What is to become of copies of a zone.
    SettleCopies(DocumentId, Vec<PathBuf>, CopyChoice),
    /// Selects what was found, and shows it; the dialog goes on.
    Find(DocumentId, Vec<ThingId>),
    Kind(DocumentId, Sent),
    Recover(Left),
    RecoverAll(Vec<Left>),
    Forget(Left),
    /// What a project would read and write elsewhere; it is left out for now with [`Answer::Cancel`].
    Trust(project::trust::Answer),
}

/// Which cells something is done to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    Map,
    Selection,
}

impl Scope {
    /// The selection, where there is one.
    pub fn usual(document: &MapDocument) -> Scope {
        if document.has_selection() { Scope::Selection } else { Scope::Map }
    }
}

/// An action, and what it is called in the history.
#[derive(Debug, Clone, PartialEq)]
pub struct Suggestion {
    pub title: String,
    pub action: Action,
}

impl From<Action> for Suggestion {
    fn from(action: Action) -> Suggestion {
        Suggestion { title: action.title(), action }
    }
}
