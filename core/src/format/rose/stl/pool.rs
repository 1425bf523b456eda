//! The pool of an STL: tables of offsets and texts, wherever the file has them.

use serde::{Deserialize, Serialize};

use super::Stl;
use crate::format::bytes::{Bytes, Put};
use crate::format::error::Within;
use crate::format::rose::length;
use crate::format::text::{Opaque, Text};
use crate::format::{Malformed, ReadError};

/// A stretch of the pool. One behind the other they are the pool.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Piece {
    /// The table of a language.
    Offsets(Vec<u32>),
    /// The texts of a row.
    Texts(Vec<Text>),
    /// Bytes that no table and no row leads to.
    Gap(Opaque),
    /// The texts of a row that overlap what stands before them, or waste bytes on lengths.
    Odd(Opaque),
}

impl Piece {
    pub(super) fn n_opaque(&self) -> usize {
        match self {
            Piece::Gap(bytes) => bytes.0.len(),
            Piece::Offsets(_) | Piece::Texts(_) | Piece::Odd(_) => 0,
        }
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        match self {
            Piece::Offsets(offsets) => offsets.iter().for_each(|offset| out.put_u32(*offset)),
            Piece::Texts(texts) => {
                texts.iter().for_each(|text| length::write_text(text.as_bytes(), out));
            }
            Piece::Gap(bytes) | Piece::Odd(bytes) => out.put(&bytes.0),
        }
    }
}

/// Appends the table of a language and its texts; `None` where an offset would not fit.
pub(super) fn put_language(
    pool: &mut Vec<u8>,
    pool_offset: usize,
    rows: &[Vec<Text>],
) -> Option<()> {
    let mut texts = Vec::new();
    let texts_offset = pool_offset + pool.len() + rows.len() * 4;
    for row in rows {
        pool.put_u32(u32::try_from(texts_offset + texts.len()).ok()?);
        row.iter().for_each(|text| length::write_text(text.as_bytes(), &mut texts));
    }
    pool.put(&texts);
    Some(())
}

/// Where an offset in the file is in the pool; `None` before it.
pub(super) fn at(stl: &Stl, offset: u32) -> Option<usize> {
    (offset as usize).checked_sub(stl.pool_offset)
}

/// Checks that every table and every text of the pool is where it is said to be.
///
/// Tables that overlap are refused: no real file has them, and each of many languages could
/// otherwise make us walk the same rows again.
pub(super) fn check(stl: &Stl, data: &[u8]) -> Result<(), ReadError> {
    if stl.keys.is_empty() {
        return Ok(());
    }
    let languages_at = stl.pool_offset - stl.languages.len() * 4;
    let stated_at = |language: usize| languages_at + language * 4;
    let mut tables: Vec<(u32, usize)> = stl.languages.iter().copied().zip(0..).collect();
    tables.sort_unstable();
    tables.dedup_by_key(|(offset, _)| *offset);
    let mut free_from = stl.pool_offset;
    for (offset, language) in tables {
        let mut table = Bytes::at(data, offset.into(), "language", stated_at(language))?;
        if table.offset() < free_from {
            let expected = "an offset behind the languages, and outside of every other table";
            let malformed = Malformed::Unexpected { found: offset.into(), expected };
            let offset = stated_at(language);
            return Err(ReadError { offset, within: Within::File, field: "language", malformed });
        }
        table.expect_items("rows", stl.keys.len() as u64, 4)?;
        for _ in 0..stl.keys.len() {
            check_row(stl, data, &mut table)?;
        }
        free_from = table.offset();
    }
    Ok(())
}

fn check_row(stl: &Stl, data: &[u8], table: &mut Bytes) -> Result<(), ReadError> {
    let stated_at = table.offset();
    let offset = table.u32("row")?;
    if at(stl, offset).is_some() {
        let mut texts = Bytes::at(data, offset.into(), "row", stated_at)?;
        for _ in 0..stl.kind.n_texts() {
            length::read_text(&mut texts)?;
        }
    }
    Ok(())
}

/// The pool cut into its tables, its rows and what is between them, in file order, each with
/// where it is in the pool.
pub(super) fn pieces(stl: &Stl, mut each: impl FnMut(usize, Piece)) {
    let mut starts = starts(stl);
    starts.sort_unstable();
    starts.dedup();
    let mut done = 0;
    for (start, role) in starts {
        if start > done {
            each(done, Piece::Gap(opaque(stl, done, start)));
            done = start;
        }
        let bytes = Bytes::new(stl.pool.get(start..).unwrap_or_default());
        let end = start
            + match role {
                Role::Table => stl.keys.len() * 4,
                Role::Row => row_size(stl, bytes.clone()),
            };
        let piece = match role {
            // Only where it is written: rows that overlap would be looked at again and again.
            _ if start < done => None,
            Role::Table => table(stl, bytes),
            Role::Row => row(stl, bytes),
        };
        match piece {
            Some(piece) => each(start, piece),
            None if end > done => each(done, Piece::Odd(opaque(stl, done, end))),
            None => {}
        }
        done = done.max(end);
    }
    if done < stl.pool.len() {
        each(done, Piece::Gap(opaque(stl, done, stl.pool.len())));
    }
}

/// What stands where an offset leads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Role {
    Table,
    Row,
}

/// Where tables and rows start in the pool.
fn starts(stl: &Stl) -> Vec<(usize, Role)> {
    let tables = stl.languages.iter().filter_map(|table| at(stl, *table));
    // Without keys a table has no rows, and may be said to be anywhere.
    let mut tables: Vec<usize> = tables.filter(|table| *table <= stl.pool.len()).collect();
    tables.sort_unstable();
    tables.dedup();
    let mut starts = Vec::new();
    for table in tables {
        starts.push((table, Role::Table));
        let (offsets, _) = stl.pool.get(table..).unwrap_or_default().as_chunks::<4>();
        let offsets = offsets.iter().take(stl.keys.len()).map(|bytes| u32::from_le_bytes(*bytes));
        starts.extend(offsets.filter_map(|offset| Some((at(stl, offset)?, Role::Row))));
    }
    starts
}

fn opaque(stl: &Stl, start: usize, end: usize) -> Opaque {
    Opaque(stl.pool.get(start..end).unwrap_or_default().to_vec())
}

/// The texts of a row, or `None` where they would be written otherwise.
fn row(stl: &Stl, mut bytes: Bytes) -> Option<Piece> {
    let mut whole = bytes.clone();
    let mut texts = Vec::new();
    let mut written = Vec::new();
    for _ in 0..stl.kind.n_texts() {
        let text = length::read_text(&mut bytes).ok()?;
        length::write_text(text, &mut written);
        texts.push(Text::from(text));
    }
    let is_same = whole.slice("texts", written.len()).is_ok_and(|same| same == written);
    is_same.then_some(Piece::Texts(texts))
}

fn row_size(stl: &Stl, mut bytes: Bytes) -> usize {
    let read = (0..stl.kind.n_texts()).map_while(|_| length::read_text(&mut bytes).ok());
    read.for_each(drop);
    bytes.offset()
}

fn table(stl: &Stl, mut bytes: Bytes) -> Option<Piece> {
    let offsets: Result<_, _> = stl.keys.iter().map(|_| bytes.u32("row")).collect();
    offsets.ok().map(Piece::Offsets)
}
