//! Work that a crash left behind: finding it, bringing it back, and giving it up.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use landwright_core::vfs::append::{self};
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::problem::problems_of;
use landwright_core::vfs::save::{self, recover::recover_at};
use landwright_core::vfs::{ContentHash, FileError, Fingerprint};
use landwright_core::world::journal::intent::Intent;
use landwright_core::world::journal::left::{Standing, base_of, standing_of};
use landwright_core::world::journal::recover::RecoverError;
use landwright_core::world::journal::{Base, apart, name};

use super::{Done, Model, project};
use crate::kind::document::left::{self, Left, Restored};
use crate::kind::place;
use crate::kind::{self, FileRead};
use crate::message::dialog::Dialog;
use crate::versions::conflicts::keeping::is_any_open;
use crate::view::id::DocumentId;

/// The result of a search for journals.
#[derive(Debug, Default)]
pub struct Found {
    pub left: Vec<Left>,
    /// Journals that can't be read, and why.
    pub unreadable: Vec<(PathBuf, String)>,
    /// How many are held by a program: another window, or one that is about to end.
    pub n_in_use: usize,
}

const ENDING: &str = "journal";

/// A new name for the journal of a document, which no other of this program has. `old` is that of its
/// last journal: what is beside it would count as beside the new one.
pub(crate) fn new_path(home: &Path, name: &str, id: DocumentId, old: Option<&Path>) -> PathBuf {
    let safe: String = name
        .chars()
        .map(|c| if c.is_alphanumeric() || c == '.' || c == '-' { c } else { '_' })
        .take(60)
        .collect();
    let folder = home.join("journals");
    let process = std::process::id();
    let id = id.0;
    let path = |n: u32| folder.join(format!("{safe}-{process}-{id}-{n}.{ENDING}"));
    let is_free = |path: &PathBuf| !disk::is_file(path) && Some(path.as_path()) != old;
    (1..).map(path).find(is_free).unwrap_or_else(|| path(0))
}

impl Model {
    /// Offers what a crash left behind, where it left something.
    pub fn offer_recovery(&mut self) {
        let found = self.home.as_deref().map(find).unwrap_or_default();
        self.take_left(found);
    }

    /// The same beside the window, for what comes free while it is open.
    pub(crate) fn look_for_left(&mut self) {
        let Some(home) = self.home.clone() else { return };
        self.jobs.start("Looking for unsaved work", move |_| Done::LeftFound(find(&home)));
    }

    /// Nothing is offered twice: what was put off stays so until the next start.
    pub(crate) fn take_left(&mut self, found: Found) {
        self.n_journals_in_use = found.n_in_use;
        let is_new = |one: &Left| self.offered.insert(one.journal.clone());
        let left: Vec<Left> = found.left.into_iter().filter(is_new).collect();
        if !left.is_empty() {
            self.dialogs.push_back(Dialog::Recover { left });
        }
        for (journal, why) in found.unreadable {
            if self.offered.insert(journal.clone()) {
                let what = format!(
                    "Unsaved work can't be recovered: {} {why}. The file stays there",
                    journal.display()
                );
                self.log.error(what.clone());
                self.dialogs.push_back(Dialog::Failed { what });
            }
        }
    }

    /// Whether a program held a journal at the last look.
    pub fn saw_journals_in_use(&self) -> bool {
        self.n_journals_in_use > 0
    }
}

/// The journals that crashes left. Those with nothing that is not saved are cleared away.
pub fn find(home: &Path) -> Found {
    let folder = home.join("journals");
    // Where this fails, it is tried again at the next start.
    let _ = apart::remove_left(&folder);
    let files = disk::walk(&folder).files;
    let journals = files.into_iter().filter(|path| path.extension().is_some_and(|e| e == ENDING));
    let (in_use, free): (Vec<_>, Vec<_>) = journals.partition(|path| append::is_in_use(path));
    let mut found = Found { n_in_use: in_use.len(), ..Found::default() };
    for journal in free {
        match left_in(journal.clone()) {
            Ok(left) => found.left.extend(left),
            Err(why) => found.unreadable.push((journal, why)),
        }
    }
    found
}

/// What a journal has that can be brought back; `None` where nothing was finished, or all of it is
/// saved: it is given up as if the document had been closed.
fn left_in(journal: PathBuf) -> Result<Option<Left>, String> {
    // The program ended before it wrote anything.
    let fingerprint = disk::fingerprint(&journal).ok();
    if fingerprint.is_some_and(|fingerprint| fingerprint.len == 0) {
        return Ok(None);
    }
    let why = |error: RecoverError| match error {
        RecoverError::File(error) => error.trouble.to_string(),
        error => error.to_string(),
    };
    let done_last = fingerprint.and_then(|fingerprint| fingerprint.modified);
    let base = base_of(&journal).map_err(why)?;
    let is_file_newer = is_newer(&base, done_last);
    let left = Left { base, journal, done_last, is_file_newer };
    if is_settled(&left) {
        if is_any_open(&left.journal) {
            // Its conflicts are back when its file is opened.
            return Ok(None);
        }
        // Where this fails, it is tried again at the next start.
        let _ = forget(&left);
        return Ok(None);
    }
    Ok(Some(left))
}

/// Whether the file of a base was written after a time, and has other bytes than the base.
fn is_newer(base: &Base, done_last: Option<SystemTime>) -> bool {
    let Ok(file) = disk::fingerprint(&name::to_path(&base.name)) else { return false };
    file.modified.zip(done_last).is_some_and(|(file, journal)| file > journal)
        && file.hash != base.hash
}

fn is_settled(left: &Left) -> bool {
    match standing_of(&left.journal) {
        Ok(Standing::Blank) => true,
        Ok(Standing::Saved { at }) => {
            let path = name::to_path(&at.unwrap_or_else(|| left.base.name.clone()));
            // Where the file is gone, the journal may be all that there is of it. Whatever else
            // became of it, somebody made of what was saved.
            let file = place::file_of(&path);
            !path.is_absolute() || disk::is_file(&file) || disk::is_folder(&path)
        }
        Ok(Standing::Unsaved) | Err(_) => false,
    }
}

/// Conflicts that were open when a document closed, once its file is opened again.
#[derive(Debug)]
pub(crate) enum Reopened {
    /// The document with its history, and what else is left of the file.
    Restored(Box<Restored>, Vec<Left>),
    /// The file has become a different one than each of these left.
    Different(Vec<Left>),
}

/// What a closed document left of the file at a path, which has these bytes by now.
pub(crate) fn reopened(home: &Path, path: &Path, now: &Fingerprint) -> Option<Reopened> {
    let files = disk::walk(&home.join("journals")).files;
    let is_free = |path: &PathBuf| {
        let is_journal = path.extension().is_some_and(|ending| ending == ENDING);
        is_journal && !append::is_in_use(path) && is_any_open(path)
    };
    let mut left = files.into_iter().filter(is_free).filter_map(|journal| {
        let base = base_of(&journal).ok()?;
        let Ok(Standing::Saved { at }) = standing_of(&journal) else { return None };
        let file = name::to_path(&at.unwrap_or_else(|| base.name.clone()));
        let left = Left { base, journal, done_last: None, is_file_newer: false };
        (file == path || disk::is_same(&file, path)).then_some(left)
    });
    // One of another version hides no other.
    let mut different = Vec::new();
    while let Some(one) = left.next() {
        match restore(&one) {
            Ok(restored) if restored.saved.unwrap_or(restored.base).same_content(now) => {
                different.extend(left);
                return Some(Reopened::Restored(Box::new(restored), different));
            }
            _ => different.push(one),
        }
    }
    (!different.is_empty()).then_some(Reopened::Different(different))
}

/// Keeps a journal and all that it needs, until its file is opened again.
pub(crate) fn keep_for_later(journal: &Path) -> Result<(), String> {
    let base = base_of(journal).map_err(|error| error.to_string())?;
    let left = Left { base, journal: journal.to_owned(), done_last: None, is_file_newer: false };
    let gone = || "the version of the file that you first opened is gone".to_owned();
    let bytes = find_base(&left).ok_or_else(gone)?;
    left::keep_base_of(journal, &bytes).map_err(|error| error.to_string())
}

/// Reads the base and does everything again, once a save that the crash interrupted is settled.
pub fn restore(left: &Left) -> Result<Restored, String> {
    let said = half_saves(&name::to_path(&left.base.name));
    let restored = restore_content(left)?;
    let elsewhere = half_saves(&restored.path);
    Ok(Restored { said: [said, elsewhere].concat(), ..restored })
}

/// What is found of interrupted saves beside a file, and what was done about it.
pub(crate) fn half_saves(path: &Path) -> Vec<String> {
    if !path.is_absolute() {
        return Vec::new();
    }
    let problems = problems_of(&recover_at(path)).into_iter();
    problems.map(|problem| format!("{}: {}", problem.place.file, problem.message)).collect()
}

fn restore_content(left: &Left) -> Result<Restored, String> {
    let base_bytes = find_base(left).ok_or_else(|| {
        let (name, journal) = (name::shown(&left.base.name), left.journal.display());
        format!("{name} changed since, and no backup matches; the journal is kept at {journal}")
    })?;
    let path = name::to_path(&left.base.name);
    let kind = kind::of_base(&path, &base_bytes);
    let code_page = project::load(&path).0.code_page;
    let base = FileRead { path: &path, bytes: &base_bytes, code_page };
    kind.restore(left, &base).unwrap_or_else(|| Err(format!("{} is never edited", base.name())))
}

/// The bytes that the journal builds on: the file as it is, a backup of it, or those kept beside
/// the journal.
fn find_base(left: &Left) -> Option<Vec<u8>> {
    let file = name::to_path(&left.base.name);
    let backups = backups_of(&file);
    [left::base_path(&left.journal), file]
        .into_iter()
        .chain(backups)
        .filter(|path| disk::is_file(path))
        .filter_map(|path| disk::read_file(&path, READ_LIMIT).ok())
        .map(|loaded| loaded.bytes)
        .find(|bytes| ContentHash::of(bytes) == left.base.hash)
}

/// The backups of a file, whichever program made them.
pub(crate) fn backups_of(file: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let backups = file.parent().map(|folder| folder.join(".landwright").join("backups"));
    let backups = backups.map(|folder| disk::walk(&folder).files).unwrap_or_default();
    // Of a long name they have the beginning alone.
    let of_whole_name = save::backups_of(file).into_iter().map(|backup| backup.path);
    of_whole_name.chain(backups.into_iter().filter(move |path| {
        path.file_name().is_some_and(|other| other.to_string_lossy().starts_with(&*stem))
    }))
}

/// Deletes what a crash left, when the person says so.
pub fn forget(left: &Left) -> Result<(), FileError> {
    append::remove(&left.journal)?;
    Intent::withdraw(&left.journal)?;
    apart::remove_all(&left.journal)?;
    left::remove_base(&left.journal)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::settings::Settings;

    #[test]
    fn a_journal_that_cant_be_read_is_told_of_once_and_stays() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("journals");
        std::fs::create_dir(&folder).unwrap();
        let [broken, empty] =
            ["broken", "empty"].map(|name| folder.join(name).with_extension(ENDING));
        std::fs::write(&broken, b"LWJOURNL of another time").unwrap();
        std::fs::write(&empty, b"").unwrap();
        let home = Some(home.path().to_owned());
        let mut model = Model::new(Settings::default(), home, Arc::new(|| ()));
        model.look_for_left();
        model.look_for_left();
        model.settle();
        let Some(Dialog::Failed { what }) = model.dialog().cloned() else { panic!() };
        assert!(what.contains("broken") && what.contains("is not a readable journal"), "{what}");
        assert_eq!(model.dialogs.len(), 1);
        assert!(broken.exists());
    }
}
