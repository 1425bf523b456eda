//! The kinds of open documents, and what each of them does in its own way.

use std::any::Any;
use std::collections::{BTreeSet, HashSet};
use std::fmt::Debug;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use landwright_core::problem::{Fix, Problem};
use landwright_core::project::Project;
use landwright_core::vfs::FileError;
use landwright_core::vfs::account::Known;
use landwright_core::world::Revision;
use landwright_core::world::journal::Trouble;

use crate::exchange::Format;
use crate::job::Progress;
use crate::kind::KindDocument;
use crate::kind::document::common::Common;
use crate::kind::document::history::{History, Travel};
use crate::kind::document::journaling::BaseKeeper;
use crate::kind::document::left;
use crate::kind::document::merging::{Both, Merger};
use crate::kind::document::read::Read;
use crate::kind::document::saving::Saver;
use crate::kind::document::written::Written;
use crate::message::Message;
use crate::versions::conflicts::{Conflict, Side, Undecided};
use crate::versions::differences::{At, FileNow, FilesNow};

/// Checks a document as it was when the check was made, beside the window. Problems name the file
/// as it is told. What takes long may break off where it is cancelled.
pub type Checker = Box<dyn FnOnce(&str, &Progress) -> Found + Send>;

/// The result of a check.
#[derive(Debug)]
pub struct Found {
    /// `None` where it was cancelled before it had them.
    pub problems: Option<Vec<Problem>>,
    /// Whether all was found that was looked for.
    pub is_whole: bool,
}

/// How much is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// What changed since, as far as that can be told alone.
    Changes,
    Everything,
}

/// Whether what takes long waits until the hand has rested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Patience {
    UntilTheHandRests,
    None,
}

/// What a document makes of other bytes of some of its files.
pub type VersionReader =
    Box<dyn FnOnce(Vec<FileNow>) -> Result<Box<dyn Any + Send>, String> + Send>;

/// Reads the file of a document again, beside the window.
pub type Reader = Box<dyn FnOnce(&Path, &Progress) -> Result<Read, String> + Send>;

/// What every open document can do.
pub trait OpenDocument: Debug {
    /// What people call such a document.
    fn noun(&self) -> &'static str;

    fn common(&self) -> &Common;

    fn common_mut(&mut self) -> &mut Common;

    fn history(&self) -> &dyn History;

    fn history_mut(&mut self) -> &mut dyn History;

    /// Whether closing it would lose something.
    fn has_unsaved_changes(&self) -> bool {
        !self.history().is_saved() || self.is_working_out()
    }

    /// Whether something that a person has done is worked out beside the window, and no step yet.
    fn is_working_out(&self) -> bool {
        self.common().merging.is_some()
    }

    /// Whether people see that its file is not what is here, or may not be that yet.
    fn is_marked_unsaved(&self) -> bool {
        self.has_unsaved_changes() || self.common().is_saving
    }

    /// What it can be exported as.
    fn formats(&self) -> &'static [Format];

    /// What it is made of on disk.
    fn files(&self) -> Vec<PathBuf> {
        self.common().file.iter().map(|file| file.path.clone()).collect()
    }

    /// Where it is heard of changes. It is asked with every frame.
    fn folders(&self) -> Arc<BTreeSet<PathBuf>> {
        let folder = self.common().file.as_ref().and_then(|file| file.path.parent());
        Arc::new(folder.map(Path::to_owned).into_iter().collect())
    }

    /// Whether what changed at a path may be a change of it. It is asked of every path that changed.
    fn may_be_changed_by(&self, path: &Path) -> bool {
        self.common().is_of(path)
    }

    /// Notes for the user about the journal: without it, a crash loses work.
    fn journal_trouble(&self) -> Option<&FileError> {
        self.common().journal_error.as_ref().or_else(|| self.history().journal_trouble())
    }

    /// What keeps the bytes of the file that was just saved, which a new journal builds on. `None` where things
    /// have other numbers in that file than here: a journal on it would mean others.
    fn base_as_saved(&mut self) -> Option<BaseKeeper> {
        let file = self.common().file.clone()?;
        Some(BaseKeeper::new(move |journal| left::keep_saved(journal, &file)))
    }

    /// Moves through the history, and lets what depends on the document follow.
    fn travel(&mut self, to: Travel) -> Result<(), Trouble>;

    /// Whether it has changed since it was checked.
    fn needs_check(&self) -> bool {
        self.common().checked != Some(self.history().revision())
    }

    /// Forgets what was checked, so that all of it is checked anew.
    fn check_again(&mut self) {
        self.common_mut().checked = None;
    }

    /// What of it is to be checked now.
    fn due_check(&self, _patience: Patience) -> Option<Extent> {
        self.needs_check().then_some(Extent::Everything)
    }

    /// How long the hand has to rest until a check is due; `None` where none will be.
    fn rest_until_check(&self) -> Option<Duration> {
        None
    }

    fn checker(&mut self, extent: Extent) -> Checker;

    /// Whether a check of a state that is past goes on: its problems are better than none.
    fn ends_old_checks(&self) -> bool {
        false
    }

    /// Takes back what it gave to its checker.
    fn take_found(&mut self, _revision: Revision) {}

    /// Everything that the person has settled about problems, for what is checked as it is edited.
    fn take_project(&mut self, _project: Project) {}

    /// Takes note that its problems are different now, for the state that it is in.
    fn note_problems(&mut self) {}

    /// The fixes of errors and warnings that are done together: causes first, and none that only a
    /// person may choose.
    fn fixes_in_bulk(&self) -> Vec<Fix>;

    /// Does fixes as one step. Answers with those that are refused by now.
    fn fix(&mut self, title: &str, fixes: &[&Fix]) -> Vec<String>;

    /// The message that shows everything that fixes would change, and does nothing yet. `None` where
    /// there is no such look ahead: then they are done at once.
    fn look_ahead(&self, _title: &str, _fixes: &[&Fix]) -> Option<Message> {
        None
    }

    /// Shows what a problem is about in every view.
    fn show(&mut self, problem: &Problem);

    /// Where it is saved for a name that the person chose.
    fn target_of(&self, path: PathBuf) -> PathBuf {
        path
    }

    fn saver(&self) -> Saver;

    /// Takes note of what was written.
    fn take_written(&mut self, written: Written);

    fn reader(&self) -> Reader;

    /// What one of its files is, where nothing else needs to be read as long as it is that.
    fn known_file(&self, _path: &Path) -> Option<Known> {
        None
    }

    /// The names of those of its files that are different on disk than it knows them; empty where
    /// it is but one file.
    fn changed_files(&self, _read: &Read) -> Vec<String> {
        Vec::new()
    }

    /// Whether it can be compared with other versions, and become one of them. It is asked with every
    /// frame.
    fn compares(&self) -> bool {
        false
    }

    /// Its files as a save would write them now, the one that it is called by first. `None` where it
    /// can't be compared.
    fn files_now(&self) -> Option<FilesNow> {
        None
    }

    /// Reads other bytes of its files, beside the window, for [`OpenDocument::become_version`].
    /// `None` where it can't become anything else.
    fn version_reader(&self) -> Option<VersionReader> {
        None
    }

    /// Becomes what its reader made of other bytes, as a step that can be undone, or says why not.
    fn become_version(
        &mut self,
        _title: &str,
        _version: Box<dyn Any + Send>,
    ) -> Result<(), String> {
        Err(format!("a {} can't be changed", self.noun()))
    }

    /// Shows where it is different from another version, and selects what can be selected. Answers
    /// with whether there is anything to be shown.
    fn show_difference(&mut self, _file: &Path, _at: &At) -> bool {
        false
    }

    /// The file is as it was, but what is around it may not be. Answers with what a person should
    /// know.
    fn take_surroundings(&mut self, read: Read) -> Vec<String>;

    /// Becomes what is on disk, as a step that can be undone.
    fn take_from_disk(&mut self, title: &str, read: Read);

    /// Gives unsaved changes up, as a step that can be undone.
    fn go_back_to_saved(&mut self) -> Result<(), Trouble>;

    /// The version on disk counts as what was saved; the next save replaces it. Answers with what a
    /// person should know.
    fn keep_mine(&mut self, read: Read) -> Vec<String>;

    /// Whether it has a merger.
    fn can_merge(&self) -> bool {
        false
    }

    /// Takes what changed on disk where it was not changed here as well. `None` where nothing can.
    fn merger(&self, _theirs: &Read) -> Option<Merger> {
        None
    }

    /// Becomes what its merger made of it and of what is on disk, which counts as what was saved.
    fn take_merged(&mut self, _both: Both, _theirs: Read) -> Undecided {
        let told = vec![format!("{} can't be merged; yours was kept", self.common().title)];
        Undecided { told, ..Undecided::default() }
    }

    /// Shows where a conflict is, and selects what can be selected. Answers with whether there is
    /// anything to be shown.
    fn show_conflict(&mut self, conflict: &Conflict) -> bool {
        let path = self.common().path_or_name();
        self.show_difference(&path, &conflict.at)
    }

    /// The selected cells, of a document that has some.
    fn selected_cells(&self) -> Option<HashSet<[u32; 2]>> {
        None
    }

    /// Has what one side has in conflicts of its merges, as one step or none, or says why it can't.
    /// Where a merge was decided for no side, it has what is here.
    fn take_side(
        &mut self,
        title: &str,
        side: Side,
        conflicts: &[&Conflict],
    ) -> Result<(), String> {
        match side {
            Side::Ours => Ok(()),
            Side::Theirs => self.take_theirs(title, conflicts),
        }
    }

    /// The same for the other side.
    fn take_theirs(&mut self, _title: &str, _conflicts: &[&Conflict]) -> Result<(), String> {
        Err(format!("a {} can't be changed", self.noun()))
    }
}

impl Found {
    pub(crate) const GIVEN_UP: Found = Found { problems: None, is_whole: true };

    pub(crate) fn all(problems: Vec<Problem>) -> Found {
        Found { problems: Some(problems), is_whole: true }
    }
}

/// An open document of any kind.
#[derive(Debug)]
pub struct Open(Box<dyn KindDocument>);

impl Open {
    pub(crate) fn new(document: Box<dyn KindDocument>) -> Open {
        Open(document)
    }

    /// How the names of its files end.
    pub(crate) fn ending(&self) -> &'static str {
        self.0.endings().first().copied().unwrap_or_default()
    }

    pub(crate) fn as_kind(&self) -> &dyn KindDocument {
        &*self.0
    }

    pub(crate) fn as_kind_mut(&mut self) -> &mut (dyn KindDocument + 'static) {
        &mut *self.0
    }

    /// The document, where it is of a kind that has such documents.
    pub(crate) fn of_kind<T: KindDocument>(&self) -> Option<&T> {
        let document: &dyn Any = self.as_kind();
        document.downcast_ref()
    }

    pub(crate) fn of_kind_mut<T: KindDocument>(&mut self) -> Option<&mut T> {
        let document: &mut dyn Any = self.as_kind_mut();
        document.downcast_mut()
    }
}

impl Deref for Open {
    type Target = dyn OpenDocument;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl DerefMut for Open {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.0
    }
}
