//! The cells of an STB: the bytes as the file holds them, and where each row starts.
//!
//! Tables have up to a million cells, most of them empty: a text of its own for each would take
//! many times the memory of the file.

use std::fmt;

use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::text::{Text, Text16};

const MIN_CELL_SIZE: u64 = 2;

#[derive(Clone, PartialEq, Eq)]
pub(super) struct Cells {
    n_columns: usize,
    /// Texts, each behind its length, row by row: `n_columns` in each row.
    bytes: Vec<u8>,
    /// Where in `bytes` each row starts, and the end of the last. Offsets in a file have as many
    /// bits.
    row_bounds: Vec<u32>,
}

impl Cells {
    pub(super) fn read(bytes: &mut Bytes, n_rows: u32, n_columns: u32) -> Result<Cells, ReadError> {
        let n_cells = u64::from(n_rows) * u64::from(n_columns);
        bytes.expect_items("cells", n_cells, MIN_CELL_SIZE)?;
        let mut whole = bytes.clone();
        let start = bytes.offset();
        // No more than the row names, which were read before.
        let mut row_bounds = Vec::with_capacity(n_rows as usize + 1);
        row_bounds.push(0);
        for _ in 0..n_rows {
            for _ in 0..n_columns {
                let len = bytes.u16("cell")?;
                bytes.slice("cell", usize::from(len))?;
            }
            row_bounds.push(bound(bytes.offset() - start));
        }
        let bytes = whole.slice("cells", bytes.offset() - start)?.to_vec();
        Ok(Cells { n_columns: n_columns as usize, bytes, row_bounds })
    }

    /// `None` unless every row has `n_columns` cells.
    pub(super) fn from_rows<'a>(
        n_columns: usize,
        rows: impl Iterator<Item = &'a [Text16]>,
    ) -> Option<Cells> {
        let mut bytes = Vec::new();
        let mut row_bounds = vec![0];
        for row in rows {
            if row.len() != n_columns {
                return None;
            }
            row.iter().for_each(|cell| bytes.put_text16(cell));
            row_bounds.push(bound(bytes.len()));
        }
        Some(Cells { n_columns, bytes, row_bounds })
    }

    /// The same of texts as the file holds them; `None` also where one is too long.
    pub(super) fn from_bytes<'a, R: Iterator<Item = &'a [u8]>>(
        n_columns: usize,
        rows: impl Iterator<Item = R>,
    ) -> Option<Cells> {
        let mut bytes = Vec::new();
        let mut row_bounds = vec![0];
        for row in rows {
            let mut n_cells = 0;
            for cell in row {
                bytes.put_u16(u16::try_from(cell.len()).ok()?);
                bytes.put(cell);
                n_cells += 1;
            }
            if n_cells != n_columns {
                return None;
            }
            row_bounds.push(u32::try_from(bytes.len()).ok()?);
        }
        Some(Cells { n_columns, bytes, row_bounds })
    }

    /// Texts one after another, each a row of its own.
    pub(super) fn read_column(
        bytes: &mut Bytes,
        field: &'static str,
        n_texts: u64,
    ) -> Result<Cells, ReadError> {
        let n_texts = bytes.expect_items(field, n_texts, MIN_CELL_SIZE)?;
        let mut whole = bytes.clone();
        let start = bytes.offset();
        let mut row_bounds = Vec::with_capacity(n_texts + 1);
        row_bounds.push(0);
        for _ in 0..n_texts {
            let len = bytes.u16(field)?;
            bytes.slice(field, usize::from(len))?;
            row_bounds.push(bound(bytes.offset() - start));
        }
        let bytes = whole.slice(field, bytes.offset() - start)?.to_vec();
        Ok(Cells { n_columns: 1, bytes, row_bounds })
    }

    pub(super) fn from_column<'a>(texts: impl Iterator<Item = &'a Text16>) -> Cells {
        let mut bytes = Vec::new();
        let mut row_bounds = vec![0];
        for text in texts {
            bytes.put_text16(text);
            row_bounds.push(bound(bytes.len()));
        }
        Cells { n_columns: 1, bytes, row_bounds }
    }

    /// All cells, row by row.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[u8]> {
        RowCells { bytes: Bytes::new(&self.bytes) }
    }

    pub(super) fn n_rows(&self) -> usize {
        self.row_bounds.len().saturating_sub(1)
    }

    pub(super) fn n_columns(&self) -> usize {
        self.n_columns
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn row(&self, row: usize) -> Option<RowCells<'_>> {
        let start = *self.row_bounds.get(row)?;
        let end = *self.row_bounds.get(row.checked_add(1)?)?;
        Some(RowCells { bytes: Bytes::new(self.bytes.get(start as usize..end as usize)?) })
    }

    /// Gives back what was there.
    pub(super) fn set(&mut self, row: usize, column: usize, text: &Text16) -> Option<Text16> {
        let mut cells = self.row(row)?;
        cells.by_ref().take(column).for_each(drop);
        let row_start = *self.row_bounds.get(row)? as usize;
        let start = row_start + cells.bytes.offset();
        let old = cells.bytes.text16("cell").ok()?;
        let end = row_start + cells.bytes.offset();

        let mut new = Vec::new();
        new.put_text16(text);
        u32::try_from(self.bytes.len() + new.len()).ok()?;
        self.bytes.splice(start..end, new.iter().copied());
        for bound in self.row_bounds.iter_mut().skip(row + 1) {
            *bound = self::bound(*bound as usize - (end - start) + new.len());
        }
        Some(old)
    }
}

/// No file is as long as to have another; a table made larger can't be written either.
fn bound(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = (0..).map_while(|row| self.row(row));
        f.debug_list().entries(rows).finish()
    }
}

/// The cells of one row, from the first column on.
#[derive(Clone)]
pub struct RowCells<'a> {
    bytes: Bytes<'a>,
}

impl fmt::Debug for RowCells<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone().map(Text::from)).finish()
    }
}

impl<'a> Iterator for RowCells<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let len = self.bytes.u16("cell").ok()?;
        self.bytes.slice("cell", usize::from(len)).ok()
    }
}
