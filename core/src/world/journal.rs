//! The journal: every finished gesture, on disk before it counts as done.
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

pub mod apart;
mod record;
pub mod left;
pub mod recover;

use std::path::Path;

use xxhash_rust::xxh3::xxh3_64;

use super::history::StepId;
use super::store::Side;
use crate::format::ReadError;
use crate::vfs::append::{AppendFile, Syncer};
use crate::vfs::{ContentHash, FileError};

use self::apart::{Apart, LargeEdit, Shelf};
pub use self::record::Base;
use self::record::Record;

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    file: AppendFile,
    /// The checksum of the record written last.
    chain: u64,
}

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
    #[error("the journal was changed behind our back: {0}")]
    Damaged(ReadError),
    #[error("the journal was changed behind our back: other bytes stand where a step was")]
    Overwritten,
    #[error("{0}")]
    File(#[from] FileError),
}

impl Journal {
    /// Starts a journal for a document of a kind; the file must not be there yet.
    pub fn start(path: &Path, kind: [u8; 4], base: &Base) -> Result<Journal, FileError> {
        let mut file = AppendFile::create(path)?;
        let (header, chain) = record::header(kind, base);
        file.append(&header)?;
        Ok(Journal { file, chain })
    }

    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// For whoever flushes it: within 250 ms after a gesture.
    pub fn syncer(&self) -> Result<Syncer, FileError> {
        self.file.syncer()
    }

    /// Takes the journal away: its document was closed, saved or given up by its owner.
    pub fn remove(self) -> Result<(), FileError> {
        let path = self.path().to_owned();
        self.file.remove()?;
        apart::remove_all(&path)
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
        let place = StepPlace::apart(redo.apart(), undo.apart());
        let [redo_apart, undo_apart] = [redo.apart(), undo.apart()];
        self.append(&Record::Large { id, title, redo: redo_apart, undo: undo_apart })?;
        [redo, undo].into_iter().for_each(LargeEdit::keep);
        Ok(place)
    }

    pub(super) fn go_to(&mut self, id: StepId) -> Result<(), FileError> {
        self.append(&Record::Move(id)).map(|_| ())
    }

    pub(super) fn saved(&mut self, save: &Save<'_>) -> Result<(), FileError> {
        let Save { step, head, hash, len, share } = *save;
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
        self.append_all(records.into_iter().flatten()).map(|_| ())
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
        let start = self.file.append(&all)?;
        self.chain = chain;
        Ok(start)
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
        let bytes = self.file.read(piece.start, piece.len)?;
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
