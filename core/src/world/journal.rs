//! The journal: every finished gesture, on disk before it counts as done.
//!
//! Where the disk doesn't take a record, it waits in memory with those that follow, and all of them are
//! written as soon as the disk takes them: a journal has no gaps.
//!
//! ```text
//! Header                                       Record
//! 0   8   magic "LWJOURNL"                     0   4  len, of the body   u32
//! 8   4   version          u32, 7 or 8         4   …  body
//! 12  4   kind of document                         8  checksum           u64
//! 16  16  hash of the base file    u128
//! 32  8   length of the base file  u64         Body: u8 kind, and then
//! 40  …   name of the base file    u32, UTF-8  1 step   u64 id, title (u32, UTF-8),
//! …   …   beside it        u32, bytes; in 8             redo (u32, bytes), undo (u32, bytes)
//! …   8   checksum         u64
//!                                              2 move   u64 id of the step gone to
//!                                              3 saved  u128 hash, u64 length
//!                                              4 at     UTF-8: the file it goes on as
//!                                              5 unsaved  no step is on disk any more
//!                                              6 large  u64 id, title (u32, UTF-8), redo and
//!                                                       undo: u32 file beside it, u64 length,
//!                                                       u64 hash each
//!                                              7 part   as 3, and what was left out (u32, bytes)
//!                                              8 renumbered  ids may mean other things after
//!                                                       the step done last than before it
//! ```
//!
//! Older versions are read as well: 5 and 6, which are 7 and 8 without the records of kind 8; 3 and 4,
//! which have none of the kinds 6 and 7 either, and where edits of areas put all of an area in the place
//! of one with other zones; and 1 and 2, which have none of kind 5 either.
//!
//! A record holds resolved edits and never actions, since what an action does may change between
//! versions. Each checksum (XXH3) is seeded with the one before it, so that records can neither
//! change places nor be left over from an older journal.

pub mod name;
pub mod intent;
pub mod apart;
mod record;
pub mod left;
pub mod recover;

use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

use super::history::StepId;
use super::store::Side;
use crate::format::ReadError;
use crate::vfs::append::{AppendFile, Syncer};
use crate::vfs::disk;
use crate::vfs::{ContentHash, FileError, Trouble as FileTrouble};

use self::apart::{Apart, LargeEdit, Shelf};
use self::intent::Intent;
pub use self::record::Base;
use self::record::Record;

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    /// `None` while the disk takes no new file.
    file: Option<AppendFile>,
    /// The records that are not in the file yet: all behind those that are.
    waiting: Vec<u8>,
    /// Why they are not.
    trouble: Option<FileError>,
    /// The checksum of the last record, written or waiting.
    chain: u64,
    begin: Begin,
    /// More bytes than this don't wait.
    most_waiting: usize,
}

/// Where in a history a journal begins: it counts the steps from there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Begin {
    /// The step whose state is that of the base file.
    at: StepId,
    /// The last step that was there already.
    last: StepId,
}

impl Begin {
    const WITH_THE_DOCUMENT: Begin = Begin { at: StepId::OPENED, last: StepId::OPENED };

    /// What a step is called in the journal; `None` where the journal does not have it.
    fn number(self, step: StepId) -> Option<StepId> {
        if step == self.at {
            return Some(StepId::OPENED);
        }
        step.0.checked_sub(self.last.0).filter(|number| *number > 0).map(StepId)
    }
}

/// More than this doesn't wait: the memory is needed for the work itself.
const MOST_WAITING: usize = 256 << 20;
/// What is copied at once.
const PIECE_LEN: u64 = 1 << 20;

/// How much of a document a save wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Share<'l> {
    Whole,
    /// Something could not be written, so that it is not saved: what that is, as its kind of document
    /// says it.
    Part(&'l [u8]),
}

/// A save of the state right after a step, while the document may be at another one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Save<'l> {
    pub(super) step: StepId,
    pub(super) head: StepId,
    pub(super) hash: ContentHash,
    pub(super) len: u64,
    pub(super) share: Share<'l>,
}

/// Where a journal has the edits of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct StepPlace {
    redo: Place,
    undo: Place,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Within(Piece),
    Apart(Apart),
}

/// An edit as a journal gives it out without reading a large one.
#[derive(Debug)]
pub(super) enum Fetched {
    Bytes(Vec<u8>),
    Apart(Shelf, Apart),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Piece {
    start: u64,
    len: usize,
    hash: u64,
}

/// Why a step can't be fetched back.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Trouble {
    #[error("step {} is neither in memory nor in the journal", .0.0)]
    LostStep(StepId),
    #[error("a different program changed the journal: {0}")]
    Damaged(ReadError),
    #[error("a different program changed the journal: the bytes of a step are different")]
    Overwritten,
    #[error("{0}")]
    File(#[from] FileError),
}

impl Journal {
    /// Starts a journal for a document of a kind; the file must not be there yet. Where the disk
    /// doesn't take it, it waits as every record does.
    pub fn start(path: &Path, kind: [u8; 4], base: &Base) -> Result<Journal, FileError> {
        let (waiting, chain) = record::header(kind, base);
        let mut journal = Journal {
            path: path.to_owned(),
            file: None,
            waiting,
            trouble: None,
            chain,
            begin: Begin::WITH_THE_DOCUMENT,
            most_waiting: MOST_WAITING,
        };
        match journal.write_waiting() {
            // Of a folder in the way it may yet be cleared.
            Err(error) if error.trouble == FileTrouble::Exists && error.path == path => Err(error),
            Err(_) | Ok(()) => Ok(journal),
        }
    }

    fn of_file(file: AppendFile, chain: u64) -> Journal {
        let path = file.path().to_owned();
        Journal {
            path,
            file: Some(file),
            waiting: Vec::new(),
            trouble: None,
            chain,
            begin: Begin::WITH_THE_DOCUMENT,
            most_waiting: MOST_WAITING,
        }
    }

    /// Lets no more than so many bytes wait for the disk.
    #[must_use]
    pub fn with_most_waiting(self, n_bytes: usize) -> Journal {
        Journal { most_waiting: n_bytes, ..self }
    }

    /// Of a document whose history goes on from a saved state: its base is the state right after
    /// step `at`, and `last` is the last step there is.
    pub(super) fn beginning_at(self, at: StepId, last: StepId) -> Journal {
        Journal { begin: Begin { at, last }, ..self }
    }

    fn number(&self, step: StepId) -> Result<StepId, FileError> {
        let why = "it begins with a save, and a step before that is not in it; save to protect your \
            work again";
        let trouble = || FileError::new(&self.path, FileTrouble::Other(why.to_owned()));
        self.begin.number(step).ok_or_else(trouble)
    }

    /// The number of a step for whoever recovers the document; `None` for one before the journal.
    pub fn number_in_file(&self, step: StepId) -> Option<StepId> {
        self.begin.number(step)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Why the last records are not on disk. They wait in memory.
    pub fn trouble(&self) -> Option<&FileError> {
        self.trouble.as_ref()
    }

    /// Writes the records that wait, where any do.
    pub fn try_again(&mut self) -> Result<(), FileError> {
        if self.waiting.is_empty() { Ok(()) } else { self.write_waiting() }
    }

    /// For the thread that flushes it: within 250 ms after a gesture.
    pub fn syncer(&self) -> Result<Syncer, FileError> {
        match (&self.file, &self.trouble) {
            (Some(file), _) => file.syncer(),
            (None, Some(trouble)) => Err(trouble.clone()),
            (None, None) => Err(FileError::new(&self.path, FileTrouble::Gone)),
        }
    }

    /// Takes the journal away: its document was closed, saved or given up by its owner.
    pub fn remove(self) -> Result<(), FileError> {
        Intent::withdraw(&self.path)?;
        if let Some(file) = self.file {
            file.remove()?;
        }
        apart::remove_all(&self.path)
    }

    /// Takes the file away while records wait, since what it has is older than what is on disk now.
    /// As soon as the disk takes it, all of the journal is written anew.
    fn withdraw(&mut self) {
        // Edits beside a journal that is gone would be cleared away.
        if apart::has_any(&self.path) {
            return;
        }
        if let Some(file) = self.take_all_back() {
            // Where this fails, it is offered after a crash as older than its file.
            let _ = file.remove();
        }
    }

    /// Lets everything wait that is in the file, which is given out. Nothing happens where that is
    /// too much or can't be read.
    fn take_all_back(&mut self) -> Option<AppendFile> {
        let n_all = self.n_written().saturating_add(self.waiting.len() as u64);
        let most = self.most_waiting as u64;
        let file = self.file.take_if(|_| n_all <= most)?;
        match file.read(0, file.len() as usize) {
            Ok(mut all) => {
                all.append(&mut self.waiting);
                self.waiting = all;
                Some(file)
            }
            Err(_) => {
                self.file = Some(file);
                None
            }
        }
    }

    /// Writes what a deleted file still gives to a new one of its name, for it is too much to wait.
    fn copy_to_new_file(&mut self) -> Result<(), FileError> {
        let Some(deleted) = &self.file else { return Ok(()) };
        let mut new = AppendFile::create(&self.path)?;
        let mut start = 0;
        while start < deleted.len() {
            let len = (deleted.len() - start).min(PIECE_LEN);
            let piece = deleted.read(start, len as usize);
            if let Err(error) = piece.and_then(|piece| new.append(&piece)) {
                let _ = new.remove();
                return Err(error);
            }
            start += len;
        }
        self.file = Some(new);
        Ok(())
    }

    /// Takes the name of the file away, once the journal was given up and its document is saved:
    /// after a crash it would be offered over a newer file. Its steps can still be read.
    pub(super) fn unlist(&self) {
        // Edits beside a journal that is gone would be cleared away.
        if let Some(file) = self.file.as_ref().filter(|_| !apart::has_any(&self.path)) {
            // Where this fails, it is offered after a crash as older than its file.
            let _ = file.unlist();
        }
    }

    pub(super) fn shelf(&self) -> Shelf {
        Shelf::of(self.path())
    }

    /// The document goes on as another file than that which the journal builds on.
    pub fn goes_on_at(&mut self, name: &str) -> Result<(), FileError> {
        self.append(&Record::At(name)).map(|_| ())
    }

    pub(super) fn step(
        &mut self,
        id: StepId,
        title: &str,
        redo: &[u8],
        undo: &[u8],
    ) -> Result<StepPlace, FileError> {
        let id = self.number(id)?;
        let start = self.append(&Record::Step { id, title, redo, undo })?;
        Ok(StepPlace::new(start + record::LEN_SIZE, title, redo, undo))
    }

    /// A step whose edits are written already.
    pub(super) fn large_step(
        &mut self,
        id: StepId,
        title: &str,
        redo: LargeEdit,
        undo: LargeEdit,
    ) -> Result<StepPlace, FileError> {
        let id = self.number(id)?;
        let place = StepPlace::apart(redo.apart(), undo.apart());
        let [redo_apart, undo_apart] = [redo.apart(), undo.apart()];
        self.append(&Record::Large { id, title, redo: redo_apart, undo: undo_apart })?;
        [redo, undo].into_iter().for_each(LargeEdit::keep);
        Ok(place)
    }

    pub(super) fn go_to(&mut self, id: StepId) -> Result<(), FileError> {
        let id = self.number(id)?;
        self.append(&Record::Move(id)).map(|_| ())
    }

    pub(super) fn saved(&mut self, save: &Save<'_>) -> Result<(), FileError> {
        let Save { step, head, hash, len, share } = *save;
        let (step, head) = (self.number(step)?, self.number(head)?);
        // In the journal, what is saved is where the document is.
        let is_elsewhere = step != head;
        let saved = match share {
            Share::Whole => Record::Saved { hash, len },
            Share::Part(left_out) => Record::SavedInPart { hash, len, left_out },
        };
        let records = [
            is_elsewhere.then_some(Record::Move(step)),
            Some(saved),
            is_elsewhere.then_some(Record::Move(head)),
        ];
        self.append_all(records.into_iter().flatten())?;
        if self.trouble.is_none() {
            // What stays there says the same as the journal.
            let _ = Intent::withdraw(&self.path);
        }
        if self.trouble.is_some() && !is_elsewhere && share == Share::Whole {
            self.withdraw();
        }
        Ok(())
    }

    pub(super) fn unsaved(&mut self) -> Result<(), FileError> {
        self.append(&Record::Unsaved).map(|_| ())
    }

    pub(super) fn renumbered(&mut self) -> Result<(), FileError> {
        self.append(&Record::Renumbered).map(|_| ())
    }

    fn append(&mut self, record: &Record<'_>) -> Result<u64, FileError> {
        self.append_all([record.clone()])
    }

    /// Records that are there together or not at all: some of them would say something else.
    fn append_all<'r>(
        &mut self,
        records: impl IntoIterator<Item = Record<'r>>,
    ) -> Result<u64, FileError> {
        let (mut all, mut chain) = (Vec::new(), self.chain);
        for record in records {
            let (bytes, next) = record.to_bytes(chain);
            all.extend(bytes);
            chain = next;
        }
        let len = self.waiting.len().saturating_add(all.len());
        if len > self.most_waiting && !self.waiting.is_empty() {
            let (len, limit) = (len as u64, self.most_waiting as u64);
            return Err(FileError::new(&self.path, FileTrouble::TooLarge { len, limit }));
        }
        let start = self.n_written() + self.waiting.len() as u64;
        self.waiting.append(&mut all);
        self.chain = chain;
        // Where it fails, the trouble is noted and the records wait.
        let _ = self.write_waiting();
        Ok(start)
    }

    fn n_written(&self) -> u64 {
        self.file.as_ref().map_or(0, AppendFile::len)
    }

    fn write_waiting(&mut self) -> Result<(), FileError> {
        let written = self.append_waiting();
        self.trouble = written.clone().err();
        written
    }

    fn append_waiting(&mut self) -> Result<(), FileError> {
        // What is written to a file that was deleted is lost.
        if self.file.is_some() && disk::is_gone(&self.path) {
            match self.take_all_back() {
                Some(deleted) => drop(deleted),
                None => self.copy_to_new_file()?,
            }
        }
        let mut file = match self.file.take() {
            Some(file) => file,
            None => AppendFile::create(&self.path)?,
        };
        match file.append(&self.waiting) {
            Ok(_) => {
                self.waiting = Vec::new();
                self.file = Some(file);
                Ok(())
            }
            // A file without a header is no journal; the next attempt makes it anew.
            Err(error) if file.is_empty() => {
                let _ = file.remove();
                Err(error)
            }
            Err(error) => {
                self.file = Some(file);
                Err(error)
            }
        }
    }

    /// Bytes of a record, which is whole in the file or whole among those that wait.
    fn read(&self, start: u64, len: usize) -> Result<Vec<u8>, FileError> {
        match (&self.file, start.checked_sub(self.n_written())) {
            (Some(file), None) => file.read(start, len),
            (_, n_before) => {
                let start = n_before.unwrap_or_default() as usize;
                let bytes = self.waiting.get(start..start.saturating_add(len));
                let gone = || FileError::new(&self.path, FileTrouble::Changed);
                bytes.map(<[u8]>::to_vec).ok_or_else(gone)
            }
        }
    }

    /// One of the two edits of a step.
    pub(super) fn read_step(&self, place: &StepPlace, side: Side) -> Result<Vec<u8>, Trouble> {
        self.fetch(place, side)?.bytes()
    }

    /// The same, where large edits are left to be read by whoever has time.
    pub(super) fn fetch(&self, place: &StepPlace, side: Side) -> Result<Fetched, Trouble> {
        let piece = match place.of(side) {
            Place::Within(piece) => piece,
            Place::Apart(apart) => return Ok(Fetched::Apart(self.shelf(), apart)),
        };
        let bytes = self.read(piece.start, piece.len)?;
        if xxh3_64(&bytes) != piece.hash {
            return Err(Trouble::Overwritten);
        }
        Ok(Fetched::Bytes(bytes))
    }
}

impl Fetched {
    pub(super) fn bytes(self) -> Result<Vec<u8>, Trouble> {
        match self {
            Fetched::Bytes(bytes) => Ok(bytes),
            Fetched::Apart(shelf, apart) => shelf.read(apart),
        }
    }
}

impl StepPlace {
    /// Of a step whose body starts at a place of the file.
    fn new(body_start: u64, title: &str, redo: &[u8], undo: &[u8]) -> StepPlace {
        let redo_start = body_start + record::step_head_len(title) + 4;
        let undo_start = redo_start + redo.len() as u64 + 4;
        let piece = |start, bytes: &[u8]| {
            Place::Within(Piece { start, len: bytes.len(), hash: xxh3_64(bytes) })
        };
        StepPlace { redo: piece(redo_start, redo), undo: piece(undo_start, undo) }
    }

    fn apart(redo: Apart, undo: Apart) -> StepPlace {
        StepPlace { redo: Place::Apart(redo), undo: Place::Apart(undo) }
    }

    fn of(&self, side: Side) -> Place {
        match side {
            Side::Undo => self.undo,
            Side::Redo => self.redo,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::vfs::Fingerprint;
    use crate::world::gat::GatMap;
    use crate::world::gat::action::Action;
    use crate::world::gat::tests::sample;
    use crate::world::journal::recover::recover;
    use crate::world::{Document, Editing};

    /// A map under work whose journal belongs into a folder that the disk may lack.
    struct Desk {
        folder: tempfile::TempDir,
        map: GatMap,
        bytes: Vec<u8>,
        editing: Editing<GatMap>,
    }

    impl Desk {
        fn new() -> Desk {
            let folder = tempfile::tempdir().unwrap();
            let gat = sample(3, 20, 10);
            let (map, bytes) =
                (GatMap::new(&gat).unwrap(), crate::format::ragnarok::gat::write(&gat));
            let editing = Editing::new(map.clone());
            Desk { folder, map, bytes, editing }
        }

        fn start(&mut self) {
            let (hash, len) = (ContentHash::of(&self.bytes), self.bytes.len() as u64);
            let base = Base { name: "a.gat".to_owned(), hash, len, beside: None };
            let journal = Journal::start(&self.path(), GatMap::KIND, &base).unwrap();
            self.editing.start_journal(journal);
        }

        fn path(&self) -> PathBuf {
            self.folder.path().join("journals/a.journal")
        }

        /// From here on the disk takes no journal.
        fn break_disk(&self) {
            let inside = self.folder.path().join("journals");
            let _ = fs::remove_dir_all(&inside);
            fs::write(inside, b"in the way").unwrap();
        }

        fn mend_disk(&self) {
            fs::remove_file(self.folder.path().join("journals")).unwrap();
        }

        fn paint(&mut self, kind: u32) {
            let json =
                format!(r#"{{"action":"paint","region":"everything","ink":{{"type":{kind}}}}}"#);
            let action: Action = serde_json::from_str(&json).unwrap();
            let edit = action.resolve(self.editing.document()).unwrap().edit.unwrap();
            self.editing.apply("Paint", edit);
        }

        /// How many steps a crash would leave, and whether the map is as it is here.
        fn left(&mut self) -> (usize, bool) {
            drop(self.editing.take_journal());
            let recovered = recover(&self.path(), self.map.clone(), &self.bytes).unwrap();
            assert_eq!(recovered.lost, None);
            (recovered.n_steps, recovered.editing.document() == self.editing.document())
        }
    }

    #[test]
    fn what_the_disk_does_not_take_waits_and_is_written_later_without_a_gap() {
        let mut desk = Desk::new();
        desk.start();
        desk.paint(1);
        desk.break_disk();
        desk.paint(2);
        desk.paint(3);
        assert!(desk.editing.journal_trouble().is_some());
        assert!(!desk.editing.try_journal_again());
        desk.editing.undo().unwrap();
        desk.mend_disk();
        assert!(desk.editing.try_journal_again());
        assert_eq!(desk.editing.journal_trouble(), None);
        desk.paint(4);
        assert_eq!(desk.left(), (4, true));
    }

    #[test]
    fn a_journal_that_could_not_be_started_is_started_later_with_all_steps() {
        let mut desk = Desk::new();
        desk.break_disk();
        desk.start();
        desk.paint(1);
        assert!(desk.editing.journal_trouble().is_some());
        desk.mend_disk();
        desk.paint(2);
        assert_eq!(desk.editing.journal_trouble(), None, "the next step tries again by itself");
        assert_eq!(desk.left(), (2, true));
    }

    #[test]
    fn steps_that_wait_can_be_undone_though_memory_let_them_go() {
        let mut desk = Desk::new();
        desk.start();
        desk.editing.set_budget(0);
        desk.paint(1);
        desk.break_disk();
        (2..6).for_each(|kind| desk.paint(kind));
        while desk.editing.undo().unwrap().is_some() {}
        assert!(desk.editing.document() == &desk.map);
    }

    #[test]
    fn a_journal_older_than_the_saved_file_is_taken_away_and_comes_back_whole() {
        let mut desk = Desk::new();
        desk.start();
        desk.paint(1);
        let file = desk.editing.take_journal().unwrap();
        // A file that takes nothing more, as on a full disk.
        let chain = file.chain;
        drop(file);
        let (full, _) =
            AppendFile::open(&desk.path(), fs::metadata(desk.path()).unwrap().len()).unwrap();
        let mut journal = Journal::of_file(full, chain);
        journal.step(StepId(2), "Paint", b"", b"").unwrap();
        assert!(journal.trouble().is_some());
        let save = Save {
            step: StepId(2),
            head: StepId(2),
            hash: Fingerprint::of(b"saved", None).hash,
            len: 5,
            share: Share::Whole,
        };
        journal.saved(&save).unwrap();
        assert!(!desk.path().exists(), "a crash must not offer what is older than the file");
        journal.try_again().unwrap();
        assert_eq!(journal.trouble(), None);
        let base = left::base_of(&desk.path()).unwrap();
        assert_eq!(base.name, "a.gat");
        assert_eq!(left::standing_of(&desk.path()).unwrap(), left::Standing::Saved { at: None });
    }

    #[test]
    fn a_journal_that_was_given_up_is_not_offered_over_a_file_that_was_saved_later() {
        let mut desk = Desk::new();
        desk.start();
        desk.editing.set_budget(0);
        desk.paint(1);
        desk.editing.give_journal_up();
        desk.paint(2);
        assert!(desk.path().exists(), "what it holds may still be brought back");
        let head = desk.editing.steps().head();
        desk.editing.mark_saved_at(head, &Fingerprint::of(b"saved", None), Share::Part(b"rest"));
        assert!(desk.path().exists(), "something is not saved");
        desk.editing.mark_saved(&Fingerprint::of(b"saved", None));
        assert!(!desk.path().exists());
        assert!(desk.editing.journal_trouble().is_some(), "a crash still loses what follows");
    }

    /// A desk whose journal took what it could and was given up, and what was done after that.
    fn given_up() -> Desk {
        let mut desk = Desk::new();
        desk.start();
        let journal = desk.editing.take_journal().unwrap().with_most_waiting(2_000);
        desk.editing.start_journal(journal);
        desk.paint(1);
        desk.break_disk();
        (2..20).for_each(|kind| desk.paint(kind % 7));
        assert!(!desk.editing.try_journal_again());
        desk.mend_disk();
        assert!(!desk.editing.try_journal_again(), "it would have a gap");
        assert!(desk.editing.journal_trouble().is_some());
        desk
    }

    /// Begins anew with what is saved now, and answers with that.
    fn begin_anew(desk: &mut Desk) -> (GatMap, Vec<u8>) {
        let map = desk.editing.document().clone();
        let bytes = crate::format::ragnarok::gat::write(&map.to_gat());
        desk.editing.mark_saved(&Fingerprint::of(&bytes, None));
        assert!(desk.editing.needs_new_journal());
        let path = desk.folder.path().join("journals/b.journal");
        let _ = fs::remove_file(&path);
        let (hash, len) = (ContentHash::of(&bytes), bytes.len() as u64);
        let base = Base { name: "a.gat".to_owned(), hash, len, beside: None };
        let journal = Journal::start(&path, GatMap::KIND, &base).unwrap();
        assert!(desk.editing.restart_journal(journal));
        assert_eq!(desk.editing.journal_trouble(), None);
        (map, bytes)
    }

    #[test]
    fn a_journal_that_was_given_up_begins_anew_with_the_next_whole_save() {
        let mut desk = given_up();
        assert!(!desk.editing.needs_new_journal(), "something is not saved");
        let (map, bytes) = begin_anew(&mut desk);
        desk.paint(3);
        desk.paint(5);
        desk.editing.undo().unwrap();
        desk.paint(6);
        let (saved, now) = (desk.editing.steps().head(), desk.editing.document().clone());
        desk.editing.mark_saved(&Fingerprint::of(b"later", None));
        desk.paint(2);
        assert_eq!(desk.editing.journal_trouble(), None);
        let path = desk.folder.path().join("journals/copy.journal");
        fs::copy(desk.editing.journal().unwrap().path(), &path).unwrap();
        let recovered = recover(&path, map.clone(), &bytes).unwrap();
        assert_eq!((recovered.lost, recovered.n_steps), (None, 4));
        assert!(recovered.editing.document() == desk.editing.document());
        // Every step is still there, those of the old journal and of neither as well.
        assert!(desk.editing.jump(saved).unwrap());
        assert!(desk.editing.document() == &now);
        while desk.editing.undo().unwrap().is_some() {}
        assert!(desk.editing.document() == &desk.map);
        assert!(desk.editing.journal_trouble().is_some(), "no journal has the way before the save");
        // The next save begins another one.
        begin_anew(&mut desk);
        desk.paint(4);
        assert_eq!(desk.editing.journal_trouble(), None);
    }

    #[test]
    fn a_save_of_an_older_state_leaves_the_journal_that_has_what_follows() {
        let mut desk = Desk::new();
        desk.start();
        desk.paint(1);
        let journal = desk.editing.take_journal().unwrap();
        let chain = journal.chain;
        drop(journal);
        let (full, _) =
            AppendFile::open(&desk.path(), fs::metadata(desk.path()).unwrap().len()).unwrap();
        let mut journal = Journal::of_file(full, chain);
        let hash = Fingerprint::of(b"saved", None).hash;
        let (step, head) = (StepId::OPENED, StepId(1));
        journal.saved(&Save { step, head, hash, len: 5, share: Share::Whole }).unwrap();
        assert!(desk.path().exists());
    }
}
