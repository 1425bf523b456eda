//! What an action comes to: stretches of rows that are replaced.

use std::sync::Arc;

use crate::format::bytes::{Bytes, Put};
use crate::format::text::Text;
use crate::format::{Malformed, ReadError};
use crate::world::Document;

use super::{MOST_ROWS, Row, Table};

/// A change of a table that can't fail: everything was checked when it was made.
#[derive(Debug, Clone, PartialEq)]
pub struct Edit {
    /// From the first row to the last, without touching each other.
    splices: Vec<Splice>,
}

/// Other rows in place of some.
#[derive(Debug, Clone, PartialEq)]
struct Splice {
    /// The first row that is replaced, and how many are, in the table as it is.
    at: usize,
    n_old: usize,
    rows: Vec<Arc<Row>>,
}

impl Edit {
    /// What makes `old` into `new`; `None` where nothing differs.
    pub fn between(old: &Table, new: &Table) -> Option<Edit> {
        let (old, new) = (&old.rows, &new.rows);
        if Arc::ptr_eq(old, new) {
            return None;
        }
        let is_same = |(a, b): &(&Arc<Row>, &Arc<Row>)| Arc::ptr_eq(a, b) || a == b;
        let splices = if old.len() == new.len() {
            let rows = old.iter().zip(new.iter()).enumerate();
            let changed = rows.filter(|(_, rows)| !is_same(rows));
            changed.map(|(at, (_, row))| Splice { at, n_old: 1, rows: vec![row.clone()] }).collect()
        } else {
            let n_before = old.iter().zip(new.iter()).take_while(is_same).count();
            let most = old.len().min(new.len()) - n_before;
            let behind = old.iter().rev().zip(new.iter().rev()).take(most);
            let n_behind = behind.take_while(is_same).count();
            let rows = new.get(n_before..new.len() - n_behind).unwrap_or_default().to_vec();
            vec![Splice { at: n_before, n_old: old.len() - n_behind - n_before, rows }]
        };
        (!splices.is_empty()).then_some(Edit { splices })
    }

    /// The rows that it changes, in the table before it.
    pub fn rows(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        self.splices.iter().map(|splice| splice.at..splice.at + splice.n_old)
    }

    /// The number of rows before and after.
    fn growth(&self) -> (usize, usize) {
        let n_old = self.splices.iter().map(|splice| splice.n_old).sum();
        (n_old, self.splices.iter().map(|splice| splice.rows.len()).sum())
    }
}

impl Document for Table {
    const KIND: [u8; 4] = *b"tabl";
    type Edit = Edit;

    fn held_under(&self, edit: &Edit) -> Edit {
        let (mut n_old, mut n_new) = (0, 0);
        let splices = edit.splices.iter().map(|splice| {
            let range = splice.at..splice.at + splice.n_old;
            let rows = self.rows.get(range).unwrap_or_default().to_vec();
            let at = splice.at + n_new - n_old;
            n_old += splice.n_old;
            n_new += splice.rows.len();
            Splice { at, n_old: splice.rows.len(), rows }
        });
        Edit { splices: splices.collect() }
    }

    fn put(&mut self, edit: &Edit) {
        let mut rows = Vec::with_capacity(self.rows.len());
        let mut done = 0;
        for splice in &edit.splices {
            rows.extend_from_slice(self.rows.get(done..splice.at).unwrap_or_default());
            rows.extend_from_slice(&splice.rows);
            done = splice.at + splice.n_old;
        }
        rows.extend_from_slice(self.rows.get(done..).unwrap_or_default());
        self.rows = Arc::new(rows);
    }

    /// By the texts of cells. The row of a file that a row was read from may be a different one by now.
    fn is_same_edit(a: &Edit, b: &Edit) -> bool {
        a == b
    }

    fn edit_to(&self, new: &Table) -> Option<Edit> {
        Edit::between(self, new)
    }

    fn no_edit(&self) -> Edit {
        Edit { splices: Vec::new() }
    }

    fn n_bytes(edit: &Edit) -> usize {
        let cells = edit.splices.iter().flat_map(|splice| &splice.rows).flat_map(|row| &row.cells);
        cells.map(|cell| size_of::<Text>() + cell.len()).sum()
    }

    fn write_edit(edit: &Edit, out: &mut Vec<u8>) {
        out.put_count(edit.splices.len());
        for Splice { at, n_old, rows } in &edit.splices {
            [*at, *n_old, rows.len()].into_iter().for_each(|number| out.put_count(number));
            for row in rows {
                // No row has the last number: there are fewer.
                out.put_u32(row.origin.unwrap_or(u32::MAX));
                for cell in &row.cells {
                    out.put_count(cell.len());
                    out.put(cell.as_bytes());
                }
            }
        }
    }

    fn read_edit(&self, data: &[u8]) -> Result<Edit, ReadError> {
        let mut bytes = Bytes::new(data);
        let n_splices = bytes.u32("splices")?;
        let mut splices =
            Vec::with_capacity(bytes.expect_items("splices", n_splices.into(), 12)?);
        let mut done = 0;
        for _ in 0..n_splices {
            let splice = self.read_splice(&mut bytes, done)?;
            done = splice.at + splice.n_old;
            splices.push(splice);
        }
        let edit = Edit { splices };
        let (n_old, n_new) = edit.growth();
        let n_rows = (self.rows.len() - n_old).saturating_add(n_new);
        if n_rows > MOST_ROWS {
            let found = i64::try_from(n_rows).unwrap_or(i64::MAX);
            let expected = "as many rows as a table may have";
            return Err(bytes.error("rows", Malformed::Unexpected { found, expected }));
        }
        bytes.finish()?;
        Ok(edit)
    }
}

impl Table {
    fn read_splice(&self, bytes: &mut Bytes<'_>, done: usize) -> Result<Splice, ReadError> {
        let start = bytes.clone();
        let (at, n_old) = (bytes.u32("row")?, bytes.u32("old rows")?);
        let end = u64::from(at) + u64::from(n_old);
        if (at as usize) < done || end > self.rows.len() as u64 {
            let expected = "rows of the table, behind those before";
            return Err(start.error("row", Malformed::Unexpected { found: at.into(), expected }));
        }
        let n_rows = bytes.u32("rows")?;
        let least = 4 + 4 * self.columns().len() as u64;
        let mut rows = Vec::with_capacity(bytes.expect_items("rows", n_rows.into(), least)?);
        for _ in 0..n_rows {
            rows.push(Arc::new(self.read_row(bytes)?));
        }
        Ok(Splice { at: at as usize, n_old: n_old as usize, rows })
    }

    fn read_row(&self, bytes: &mut Bytes<'_>) -> Result<Row, ReadError> {
        let origin = bytes.u32("origin")?;
        let origin = Some(origin).filter(|origin| (*origin as usize) < self.base.rows.len());
        let mut cells = Vec::with_capacity(self.columns().len());
        for place in 0..self.columns().len() {
            let start = bytes.clone();
            let len = bytes.u32("cell")?;
            let len = bytes.expect_items("cell", len.into(), 1)?;
            let text = Text::from(bytes.slice("cell", len)?);
            let is_kept = origin.is_some_and(|origin| {
                self.base
                    .rows
                    .get(origin as usize)
                    .is_some_and(|row| row.cells.get(place) == Some(&text))
            });
            if !is_kept && self.base.source.check(0, place, &text).is_err() {
                let (found, expected) = (len as i64, "a text that a cell can hold");
                return Err(start.error("cell", Malformed::Unexpected { found, expected }));
            }
            cells.push(text);
        }
        Ok(Row { origin, cells })
    }
}
