//! A document that one file holds. Everything that such documents do alike is here, and each kind says the rest.

mod opened;
pub(crate) mod restored;

use std::any::Any;
use std::fmt::Debug;
use std::ops::{Deref, DerefMut};
use std::path::Path;

use landwright_core::problem::Problem;
use landwright_core::vfs::Fingerprint;
use landwright_core::world::journal::Journal;
use landwright_core::world::scripted::Scripted;
use landwright_core::world::three_way::{self, Line};
use landwright_core::world::{Document, Editing};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::exchange::Format;
use crate::kind::document::common::Common;
use crate::kind::document::open::Checker;
use crate::kind::document::read::Read;
use crate::kind::{Content, FileRead, KindDocument};
use crate::message::sent::Wishes;
use crate::versions::conflicts::Conflict;
use crate::versions::differences::At;
use crate::view::id::DocumentId;

/// The states of a document that one file holds.
#[derive(Debug)]
pub struct Single<D: Document> {
    pub(crate) common: Common,
    pub(crate) editing: Editing<D>,
    /// That the journal builds on.
    pub(crate) first: D,
    /// As it is on disk, for merging.
    pub(crate) saved: D,
}

/// A document of core that one file holds.
pub trait Sole: Document<Edit: Send + Sync> + Send + Sync + 'static {
    /// Everything by which a conflict is decided for the other side.
    type Take: DeserializeOwned;

    /// How people call all that its edits change.
    const PARTS: &'static str;

    /// How a file is that no edit leads to.
    const UNLIKE: &'static str;

    /// The bytes of its file.
    fn file_bytes(&self) -> Result<Vec<u8>, String>;

    /// A file of it, in which things have the numbers that they have here.
    fn numbered(&self, file: &Self) -> Self {
        file.clone()
    }

    /// Whether things have the numbers that they have in its file.
    fn is_numbered_as_read(&self) -> bool {
        true
    }

    /// This document over everything that no edit changes in a different file. `None` where no edit
    /// leads from here to that file.
    fn laid_over(&self, file: &Self) -> Option<Self>;

    /// Whether it can be merged at all.
    const MERGES: bool = true;

    fn merged(base: &Self, ours: &Self, theirs: &Self) -> Result<Merged<Self>, String>;

    /// Decides conflicts for the other side.
    fn with_takes(&self, takes: &[Self::Take]) -> Result<Self, String>;
}

/// Both sides in one.
#[derive(Debug)]
pub struct Merged<D> {
    pub(crate) document: D,
    pub(crate) conflicts: Vec<Conflict>,
    /// Conflicts that nobody can decide here, as lines to read.
    pub(crate) told: Vec<String>,
}

/// An open document that one file holds.
pub(crate) trait OneFile:
    Debug + Sized + DerefMut<Target = Single<Self::Doc>> + 'static
{
    type Doc: Sole;

    type Action: Scripted;

    /// What lies beside its file and is read with it.
    type Beside: Debug + Send + 'static;

    const NOUN: &'static str;

    const FORMATS: &'static [Format] = &[];

    fn document_in(file: &FileRead<'_>) -> Result<Self::Doc, String>;

    fn beside(document: &Self::Doc, path: &Path) -> Result<Self::Beside, String>;

    fn new(single: Single<Self::Doc>, beside: Self::Beside) -> Self;

    /// Lets all that is shown follow what the document has become.
    fn look(&mut self);

    /// A step was done or undone: what it changed is what a person wants to see of it.
    fn look_at_step(&mut self, before: &Self::Doc) {
        let _ = before;
        self.look();
    }

    /// Actions were done.
    fn look_at_done(&mut self, before: &Self::Doc) {
        let _ = before;
    }

    /// The document is one that has nothing to do with the one before.
    fn look_anew(&mut self, beside: Option<Self::Beside>) {
        let _ = beside;
        self.look();
    }

    /// The document has become what is on disk.
    fn look_beside(&mut self, beside: Self::Beside) {
        let _ = beside;
    }

    /// The file is as it was, but what lies beside it may not be.
    fn take_beside(&mut self, beside: Self::Beside) {
        let _ = beside;
    }

    fn was_saved(&mut self) {}

    fn will_be_checked(&mut self) {}

    fn checks(&self) -> Checker;

    /// The document with actions done to it, and what a person should know; or why one can't be.
    fn after(&self, actions: &[Self::Action]) -> Result<(Self::Doc, Vec<String>), String>;

    /// Several actions as one step: all of them or none.
    fn act_all(&mut self, title: &str, actions: &[Self::Action]) -> Wishes {
        let before = self.document().clone();
        match self.after(actions) {
            Ok((after, notes)) if self.become_state(title, &after) || !notes.is_empty() => {
                self.look_at_done(&before);
                Wishes { notes, ..Wishes::default() }
            }
            Ok(_) => Wishes::note(format!("{title}: that is so already")),
            Err(refusal) => Wishes::warn(format!("{title}: {refusal}")),
        }
    }

    fn show_problem(&mut self, problem: &Problem);

    fn show_difference_at(&mut self, at: &At) -> bool {
        let _ = at;
        false
    }

    /// `None` where it is shown as a difference is.
    fn show_conflict_at(&mut self, conflict: &Conflict) -> Option<bool> {
        let _ = conflict;
        None
    }

    /// One step.
    fn apply(&mut self, title: &str, edit: &<Self::Doc as Document>::Edit) {
        self.start_journal();
        self.editing.apply(title, edit);
        self.look();
    }

    /// A gesture that becomes a step when it ends.
    fn begin(&mut self, title: &str) {
        self.start_journal();
        self.editing.begin(title);
    }

    /// Becomes a state that is worked out, as a step. Answers with whether anything is different.
    fn become_state(&mut self, title: &str, state: &Self::Doc) -> bool {
        let edit = self.editing.document().edit_to(state);
        let is_different = edit.is_some();
        if let Some(edit) = edit {
            self.apply(title, &edit);
        }
        is_different
    }
}

impl<D: Document> Deref for Single<D> {
    type Target = Common;

    fn deref(&self) -> &Common {
        &self.common
    }
}

impl<D: Document> DerefMut for Single<D> {
    fn deref_mut(&mut self) -> &mut Common {
        &mut self.common
    }
}

impl<D: Sole> Single<D> {
    pub(crate) fn document(&self) -> &D {
        self.editing.document()
    }

    pub(crate) fn start_journal(&mut self) {
        if self.common.has_journal_to_start(&self.editing) {
            let bytes = self.first.file_bytes().unwrap_or_default();
            self.common.start_journal_on(&mut self.editing, bytes);
        }
    }

    /// Takes over everything of the file on disk that no edit changes.
    fn take_base(&mut self) {
        let Single { editing, saved, .. } = self;
        lay_over(editing, saved);
    }

    /// Begins with a document that no step leads to: those that there were are gone.
    fn begin_anew(&mut self, document: D, saved: Fingerprint) {
        let journal = self.editing.take_journal();
        // Where this fails, the next start offers what is in it.
        let _ = journal.map(Journal::remove);
        self.editing = Editing::new(document.clone());
        self.first = document;
        self.common.begin_anew(saved);
    }
}

fn lay_over<D: Sole>(editing: &mut Editing<D>, file: &D) {
    editing.look_around(|document| {
        if let Some(over) = document.laid_over(file) {
            *document = over;
        }
    });
}

/// A document on its way to a person.
pub(crate) struct Opened<T: OneFile> {
    editing: Editing<T::Doc>,
    first: T::Doc,
    saved: T::Doc,
    beside: T::Beside,
}

impl<T: OneFile> Debug for Opened<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Opened").field("saved", &self.saved).finish_non_exhaustive()
    }
}

impl<T: OneFile + KindDocument> Content for Opened<T> {
    fn open(
        self: Box<Self>,
        id: DocumentId,
        name: String,
        base: Fingerprint,
    ) -> Box<dyn KindDocument> {
        let Opened { editing, first, saved, beside } = *self;
        let common = Common::new(id, name, base);
        Box::new(T::new(Single { common, editing, first, saved }, beside))
    }
}

/// Reads a file that is opened.
pub(crate) fn read<T: OneFile + KindDocument>(
    file: &FileRead<'_>,
) -> Result<Box<dyn Content>, String> {
    let document = T::document_in(file)?;
    let beside = T::beside(&document, file.path)?;
    Ok(Box::new(Opened::<T> {
        editing: Editing::new(document.clone()),
        first: document.clone(),
        saved: document,
        beside,
    }))
}

/// The document that was read, and all beside it.
fn opened_in<T: OneFile>(read: Read) -> Option<(T::Doc, T::Beside, Fingerprint)> {
    let content: Box<dyn Any> = read.content.0;
    let opened = content.downcast::<Opened<T>>().ok()?;
    let Opened { saved, beside, .. } = *opened;
    Some((saved, beside, read.fingerprint))
}

/// The conflicts of a merge, each with the value that decides it for the other side.
pub(crate) fn conflicts_of(
    conflicts: Vec<three_way::Conflict>,
    takes: Vec<impl Serialize>,
) -> Vec<Conflict> {
    let conflict = |(conflict, take): (three_way::Conflict, _)| {
        let Line { thing, field, base, ours, theirs, .. } = Line::from(conflict);
        let shown = |side: Option<String>| side.unwrap_or_else(|| "none".to_owned());
        Conflict::of_field(thing, field, [base, ours, theirs].map(shown), &take)
    };
    conflicts.into_iter().zip(takes).map(conflict).collect()
}
