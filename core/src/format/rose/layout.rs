//! Pools of texts in JSON: offsets lead to their pieces, so a piece says where it stands, and
//! whether it may move.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What becomes of the places of pieces when JSON is made a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Layout {
    /// Each stays where it says, so none may get another length.
    #[default]
    Kept,
    /// They go one behind the other, and offsets are written anew.
    Anew,
}

/// Why the pieces make no pool, as a sentence for whoever edited them.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum BadPool {
    #[error(
        "the content at byte {at} would move to byte {now}, because something before it has a \
         different length. Offsets would then lead to the wrong texts. Keep every length, or set \
         \"layout\" to \"anew\", which moves the texts and their offsets together"
    )]
    Moved { at: u32, now: u64 },
    #[error("two pieces of the pool are at byte {0}; each needs its own place")]
    Twice(u32),
    #[error(
        "the offset {0} points into the middle of a piece, so the pool can't be laid out again"
    )]
    Middle(u32),
    #[error("the texts do not fit into the 4 GB that offsets can reach")]
    TooLarge,
}

/// A pool that is put together piece by piece.
pub(super) struct Laying {
    layout: Layout,
    /// Where the pool starts in the file that is made.
    pool_offset: usize,
    pool: Vec<u8>,
    /// Where in the file each piece was, and is now.
    now: BTreeMap<u32, u32>,
}

impl Laying {
    pub(super) fn new(layout: Layout, pool_offset: usize) -> Laying {
        Laying { layout, pool_offset, pool: Vec::new(), now: BTreeMap::new() }
    }

    /// Puts the piece that was at `at` behind the others.
    pub(super) fn put(&mut self, at: u32, write: impl FnOnce(&mut Vec<u8>)) -> Result<(), BadPool> {
        let now = self.check(at)?;
        // What an empty piece stands before has the same place.
        if self.now.insert(at, now).is_some_and(|before| before != now) {
            return Err(BadPool::Twice(at));
        }
        write(&mut self.pool);
        Ok(())
    }

    /// The pool, which ended at `end`.
    pub(super) fn finish(mut self, end: u32) -> Result<Laid, BadPool> {
        let now = self.check(end)?;
        // An empty piece may end the pool.
        self.now.entry(end).or_insert(now);
        Ok(Laid { pool: self.pool, now: self.now })
    }

    /// Where the next piece comes to, which is where it was unless the layout is new.
    fn check(&self, at: u32) -> Result<u32, BadPool> {
        let now = (self.pool_offset + self.pool.len()) as u64;
        match self.layout {
            Layout::Kept if now != u64::from(at) => Err(BadPool::Moved { at, now }),
            Layout::Kept => Ok(at),
            Layout::Anew => u32::try_from(now).map_err(|_| BadPool::TooLarge),
        }
    }
}

/// A whole pool.
pub(super) struct Laid {
    pub(super) pool: Vec<u8>,
    now: BTreeMap<u32, u32>,
}

impl Laid {
    /// Where something is now that was there; what was before the pool stays.
    pub(super) fn now(&self, offset: u32) -> Result<u32, BadPool> {
        let is_before = self.now.first_key_value().is_none_or(|(first, _)| offset < *first);
        match self.now.get(&offset) {
            Some(now) => Ok(*now),
            None if is_before => Ok(offset),
            None => Err(BadPool::Middle(offset)),
        }
    }

    pub(super) fn is_before(&self, offset: u32) -> bool {
        self.now.first_key_value().is_none_or(|(first, _)| offset < *first)
    }
}
