//! LTB: a table of texts in several languages, one language a column.
//!
//! ```text
//! File                               Cell
//! 0  4  columns  u32                 0  4  offset  u32  in the file
//! 4  4  rows     u32                 4  2  length  u16  in UTF-16 units
//! 8     cells    rows × columns × 6, row by row
//!       pool     texts in UTF-16, to the end of the file
//! ```
//!
//! Cells may share text, leave gaps between them, and point past the end; empty ones often point
//! nowhere. So the pool is kept as it is, and a text that a person writes goes behind it.

mod json;

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::format::bytes::{Bytes, Put};
use crate::format::text::CodePage;
use crate::format::{Malformed, ReadError};

const START_SIZE: usize = 8;
const CELL_SIZE: usize = 6;

/// Real tables show each text once or a few times.
const MAX_SHARING: usize = 16;
const LETTERS_WHEN_SHARED: usize = 256;

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "json::LtbJson", into = "json::LtbJson")]
pub struct Ltb {
    n_columns: u32,
    n_rows: u32,
    /// Row by row, `n_columns` in each. The new ones fit behind the pool with 32-bit offsets.
    cells: Vec<Cell>,
    pool: Vec<u8>,
    /// What the new ones take.
    n_new_bytes: usize,
}

/// Where the text of a cell is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "expected {\"offset\": …, \"length\": …} or {\"text\": \"…\"}"
)]
pub enum Cell {
    /// In the pool. Whether anything is there is for the reader of the text to see.
    Kept {
        offset: u32,
        /// In UTF-16 units.
        length: u16,
    },
    /// Written since: goes behind the pool.
    New { text: CellText },
}

/// A text that fits into a cell: at most 65,535 UTF-16 units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CellText(String);

impl CellText {
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn n_units(&self) -> usize {
        self.0.encode_utf16().count()
    }
}

impl TryFrom<String> for CellText {
    type Error = &'static str;

    fn try_from(text: String) -> Result<CellText, &'static str> {
        match text.encode_utf16().count() <= usize::from(u16::MAX) {
            true => Ok(CellText(text)),
            false => Err("a cell holds at most 65535 UTF-16 units"),
        }
    }
}

impl From<CellText> for String {
    fn from(text: CellText) -> String {
        text.0
    }
}

/// The text of a cell as the table holds it, not decoded yet: many cells may show one long text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown<'a> {
    /// Cut where the file ends.
    Utf16(&'a [u8]),
    New(&'a str),
}

impl<'a> Shown<'a> {
    pub fn is_empty(self) -> bool {
        match self {
            Shown::Utf16(bytes) => bytes.is_empty(),
            Shown::New(text) => text.is_empty(),
        }
    }

    /// For display; what is no UTF-16 is shown as U+FFFD.
    pub fn decode(self) -> Cow<'a, str> {
        match self {
            Shown::Utf16(bytes) => CodePage::Utf16.decode(bytes),
            Shown::New(text) => Cow::Borrowed(text),
        }
    }

    /// At least its first `n_letters`, where it has as many.
    pub fn start(self, n_letters: usize) -> Shown<'a> {
        match self {
            // A letter takes four bytes at most.
            Shown::Utf16(bytes) => {
                let n_bytes = n_letters.saturating_mul(4);
                Shown::Utf16(bytes.get(..n_bytes).unwrap_or(bytes))
            }
            Shown::New(text) => {
                let end = text.char_indices().nth(n_letters).map_or(text.len(), |(at, _)| at);
                Shown::New(text.get(..end).unwrap_or(text))
            }
        }
    }
}

/// Why a cell could not be put into a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CellRefused {
    #[error("there is no row {row} with a column {column}: the table has {n_rows} of {n_columns}")]
    NoSuchCell { row: u32, column: u32, n_rows: u32, n_columns: u32 },
    #[error("the text no longer fits: a table holds at most 4 GB")]
    Full,
}

impl Ltb {
    fn from_parts(n_columns: u32, n_rows: u32, cells: Vec<Cell>, pool: Vec<u8>) -> Ltb {
        let n_new_bytes = cells.iter().map(Cell::n_new_bytes).sum();
        Ltb { n_columns, n_rows, cells, pool, n_new_bytes }
    }

    /// An empty table, or `None` where it would be too large for the file's offsets.
    pub fn new(n_columns: u32, n_rows: u32) -> Option<Ltb> {
        let n_cells = usize::try_from(u64::from(n_columns) * u64::from(n_rows)).ok()?;
        u32::try_from(n_cells.checked_mul(CELL_SIZE)?.checked_add(START_SIZE)?).ok()?;
        let cells = vec![Cell::Kept { offset: 0, length: 0 }; n_cells];
        Some(Ltb::from_parts(n_columns, n_rows, cells, Vec::new()))
    }

    pub fn n_columns(&self) -> u32 {
        self.n_columns
    }

    pub fn n_rows(&self) -> u32 {
        self.n_rows
    }

    /// About how long the file is.
    pub fn n_bytes(&self) -> usize {
        self.pool_offset() + self.pool.len() + self.n_new_bytes
    }

    pub fn cell(&self, row: u32, column: u32) -> Option<&Cell> {
        self.cells.get(self.cell_idx(row, column)?)
    }

    /// The rows, each with its cells. A file may state any number of rows of no cells: those are
    /// none.
    pub fn rows(&self) -> impl Iterator<Item = &[Cell]> {
        self.cells.chunks_exact((self.n_columns as usize).max(1))
    }

    /// The text of a cell of this table.
    pub fn shown<'a>(&'a self, cell: &'a Cell) -> Shown<'a> {
        match cell {
            Cell::New { text } => Shown::New(&text.0),
            Cell::Kept { offset, length } => {
                let span = self.span_in_pool(*offset, *length);
                Shown::Utf16(self.pool.get(span).unwrap_or_default())
            }
        }
    }

    /// The text of a cell for display. `None` where there is no such cell.
    pub fn cell_text(&self, row: u32, column: u32) -> Option<Cow<'_, str>> {
        Some(self.shown(self.cell(row, column)?).decode())
    }

    /// How much of a text is worth looking at. In a table as games have them, all of it; where
    /// cells share text so often that all of theirs together would be many times the file, its
    /// start.
    pub fn n_letters_worth_showing(&self) -> usize {
        let n_shown: usize = self.spans().map(|span| span.len()).sum();
        if n_shown / MAX_SHARING > self.pool.len() { LETTERS_WHEN_SHARED } else { usize::MAX }
    }

    /// Puts a cell in the place of another and gives back what was there, which undoes it to the
    /// byte. No other cell changes.
    pub fn set_cell(&mut self, row: u32, column: u32, cell: Cell) -> Result<Cell, CellRefused> {
        let (n_rows, n_columns) = (self.n_rows, self.n_columns);
        let refused = CellRefused::NoSuchCell { row, column, n_rows, n_columns };
        let idx = self.cell_idx(row, column);
        let pool_end = self.pool_offset() + self.pool.len();
        let Some(old) = idx.and_then(|idx| self.cells.get_mut(idx)) else { return Err(refused) };
        let n_new_bytes = self.n_new_bytes - old.n_new_bytes() + cell.n_new_bytes();
        let end = pool_end + n_new_bytes;
        if n_new_bytes > 0 && u32::try_from(end).is_err() {
            return Err(CellRefused::Full);
        }
        self.n_new_bytes = n_new_bytes;
        Ok(std::mem::replace(old, cell))
    }

    /// The same table with other rows. Cells of this table show what they showed, wherever the new
    /// rows put them; `None` where a row has not one cell for each column, or all of it does not
    /// fit into 4 GB.
    pub fn with_rows(&self, rows: &[Vec<Cell>]) -> Option<Ltb> {
        let n_columns = self.n_columns as usize;
        if rows.iter().any(|row| row.len() != n_columns) {
            return None;
        }
        let (before, after) = (self.pool_offset(), pool_offset(rows.len() * n_columns));
        let moved = |cell: &Cell| match cell {
            Cell::New { .. } => Some(cell.clone()),
            Cell::Kept { offset, length } => {
                let at = *offset as usize;
                let offset = match at.checked_sub(before) {
                    Some(in_pool) => u32::try_from(in_pool.checked_add(after)?).ok()?,
                    // It shows nothing, and has to go on so.
                    None if at >= after => 0,
                    None => *offset,
                };
                Some(Cell::Kept { offset, length: *length })
            }
        };
        let cells = rows.iter().flatten().map(moved).collect::<Option<Vec<Cell>>>()?;
        let n_rows = u32::try_from(rows.len()).ok()?;
        let ltb = Ltb::from_parts(self.n_columns, n_rows, cells, self.pool.clone());
        ltb.fits().then_some(ltb)
    }

    /// How many bytes no cell shows.
    pub fn n_opaque(&self) -> usize {
        let mut spans: Vec<_> = self.spans().collect();
        spans.sort_unstable_by_key(|span| span.start);
        let mut shown_to = 0;
        let mut n_opaque = 0;
        for span in spans {
            n_opaque += span.start.saturating_sub(shown_to);
            shown_to = shown_to.max(span.end);
        }
        n_opaque + (self.pool.len() - shown_to)
    }

    fn cell_idx(&self, row: u32, column: u32) -> Option<usize> {
        let idx = u64::from(row) * u64::from(self.n_columns) + u64::from(column);
        usize::try_from(idx).ok().filter(|_| column < self.n_columns && row < self.n_rows)
    }

    fn pool_offset(&self) -> usize {
        pool_offset(self.cells.len())
    }

    /// The bytes of a kept text, cut at the end of the pool; empty where it does not start in it.
    fn span_in_pool(&self, offset: u32, length: u16) -> std::ops::Range<usize> {
        match (offset as usize).checked_sub(self.pool_offset()) {
            Some(start) if start < self.pool.len() => {
                let end = start.saturating_add(usize::from(length) * 2);
                start..end.min(self.pool.len())
            }
            _ => 0..0,
        }
    }

    /// The bytes of every kept text, in the order of the cells.
    fn spans(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        self.cells.iter().filter_map(|cell| match cell {
            Cell::Kept { offset, length } => Some(self.span_in_pool(*offset, *length)),
            Cell::New { .. } => None,
        })
    }

    /// Rows and columns of the cells whose text starts or ends behind the end of the file, as when
    /// that was cut. Empty cells point anywhere in files that are whole.
    pub fn cells_past_end(&self) -> impl Iterator<Item = (u32, u32)> {
        let file_end = (self.pool_offset() + self.pool.len()) as u64;
        let is_past = move |cell: &Cell| match cell {
            Cell::Kept { offset, length } => {
                *length > 0 && u64::from(*offset) + u64::from(*length) * 2 > file_end
            }
            Cell::New { .. } => false,
        };
        self.rows().zip(0..).flat_map(move |(cells, row)| {
            let past = cells.iter().zip(0..).filter(move |(cell, _)| is_past(cell));
            past.map(move |(_, column)| (row, column))
        })
    }

    /// Whether 32-bit offsets reach the new texts.
    fn fits(&self) -> bool {
        let end = self.pool_offset() + self.pool.len() + self.n_new_bytes;
        self.n_new_bytes == 0 || u32::try_from(end).is_ok()
    }
}

impl Cell {
    /// What it takes behind the pool.
    fn n_new_bytes(&self) -> usize {
        match self {
            Cell::New { text } => text.n_units() * 2,
            Cell::Kept { .. } => 0,
        }
    }
}

/// Where the pool starts in the file.
fn pool_offset(n_cells: usize) -> usize {
    START_SIZE + n_cells * CELL_SIZE
}

impl fmt::Debug for Ltb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ltb")
            .field("n_columns", &self.n_columns)
            .field("n_rows", &self.n_rows)
            .field("cells", &self.cells)
            .field("pool", &format_args!("{} bytes", self.pool.len()))
            .finish()
    }
}

pub fn read(data: &[u8]) -> Result<Ltb, ReadError> {
    let mut bytes = Bytes::new(data);
    let n_columns = bytes.u32("columns")?;
    let n_rows = bytes.u32("rows")?;
    let n_cells = u64::from(n_columns) * u64::from(n_rows);
    let has_cells = bytes.expect_items("cells", n_cells, CELL_SIZE as u64);
    if (n_cells == 0 || has_cells.is_err()) && is_described(data) {
        let what = "texts one behind the other, each with its length";
        return Err(Bytes::new(data).error("columns", Malformed::OtherLayout(what)));
    }
    let n_cells = has_cells?;
    let mut cells = Vec::with_capacity(n_cells);
    for _ in 0..n_cells {
        let offset = bytes.u32("offset")?;
        cells.push(Cell::Kept { offset, length: bytes.u16("length")? });
    }
    Ok(Ltb::from_parts(n_columns, n_rows, cells, bytes.rest().to_vec()))
}

/// Whether it follows the description that no real table does: u32 texts, u32 language; and for each text
/// a u16 length and so many bytes, up to the end of the file.
fn is_described(data: &[u8]) -> bool {
    let mut bytes = Bytes::new(data);
    let (Ok(n_texts), Ok(_)) = (bytes.u32("texts"), bytes.u32("language")) else { return false };
    (0..n_texts).all(|_| bytes.text_u16("text").is_ok()) && n_texts > 0 && bytes.is_empty()
}

pub fn write(ltb: &Ltb) -> Vec<u8> {
    let mut out = Vec::with_capacity(ltb.pool_offset() + ltb.pool.len());
    out.put_u32(ltb.n_columns);
    out.put_u32(ltb.n_rows);
    let mut new_texts = Vec::new();
    let new_texts_offset = ltb.pool_offset() + ltb.pool.len();
    for cell in &ltb.cells {
        match cell {
            Cell::Kept { offset, length } => {
                out.put_u32(*offset);
                out.put_u16(*length);
            }
            Cell::New { text } => {
                out.put_count(new_texts_offset + new_texts.len());
                out.put_u16(u16::try_from(text.n_units()).unwrap_or(u16::MAX));
                text.0.encode_utf16().for_each(|unit| new_texts.put_u16(unit));
            }
        }
    }
    out.put(&ltb.pool);
    out.put(&new_texts);
    out
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::format::rose::law::check_law;

    fn new_text(text: &str) -> Cell {
        Cell::New { text: CellText::try_from(text.to_owned()).unwrap() }
    }

    /// Two rows of two languages: a shared text, one past the end, an empty one that points
    /// nowhere, and a gap of an odd number of bytes.
    fn sample() -> Vec<u8> {
        let mut data = Vec::new();
        data.put_u32(2);
        data.put_u32(2);
        for (offset, length) in [(32, 2), (32, 2), (39, 100), (0, 0)] {
            data.put_u32(offset);
            data.put_u16(length);
        }
        data.put(b"h\0i\0");
        data.put(&[1, 2, 3]);
        data.put(&[0xc8, 0xb9, b'!', 0]);
        data
    }

    #[test]
    fn what_is_read_is_written_back() {
        let ltb = read(&sample()).unwrap();
        assert_eq!(write(&ltb), sample());
        assert_eq!(ltb.cell_text(0, 0).unwrap(), "hi");
        assert_eq!(ltb.cell_text(0, 1).unwrap(), "hi");
        assert_eq!(ltb.cell_text(1, 0).unwrap(), "마!");
        assert_eq!(ltb.cell_text(1, 1).unwrap(), "");
        assert_eq!((ltb.cell_text(2, 0), ltb.cell_text(0, 2)), (None, None));
        assert_eq!(ltb.n_opaque(), 3);
        assert_eq!(ltb.cells_past_end().collect::<Vec<_>>(), [(1, 0)]);
    }

    #[test]
    fn other_rows_show_what_they_showed() {
        let ltb = read(&sample()).unwrap();
        let rows: Vec<Vec<Cell>> = ltb.rows().map(<[Cell]>::to_vec).collect();
        assert_eq!(ltb.with_rows(&rows), Some(ltb.clone()));
        let new = vec![new_text("new"), Cell::Kept { offset: 0, length: 0 }];
        let more = ltb.with_rows(&[rows.clone(), vec![new]].concat()).unwrap();
        let more = read(&write(&more)).unwrap();
        assert_eq!(more.cell_text(0, 1).unwrap(), "hi");
        assert_eq!(more.cell_text(1, 0).unwrap(), "마!new", "cut by the end of the file no more");
        assert_eq!((more.cell_text(2, 0).unwrap(), more.n_rows()), ("new".into(), 3));
        let fewer = ltb.with_rows(&rows[1..]).unwrap();
        assert_eq!(read(&write(&fewer)).unwrap().cell_text(0, 1).unwrap(), "");
        assert_eq!(ltb.with_rows(&[rows[0][..1].to_vec()]), None);
    }

    #[test]
    fn json_shows_the_texts_and_gives_the_bytes_back() {
        let mut ltb = read(&sample()).unwrap();
        let json = serde_json::to_value(&ltb).unwrap();
        expect![[r#"[{"at":32,"text":"hi"},{"at":36,"hex":"010203"},{"at":39,"text":"마!"}]"#]]
            .assert_eq(&json["pool"].to_string());
        assert_eq!(serde_json::from_value::<Ltb>(json).unwrap(), ltb);
        ltb.set_cell(1, 1, new_text("new")).unwrap();
        let json = serde_json::to_value(&ltb).unwrap();
        assert_eq!(serde_json::from_value::<Ltb>(json).unwrap(), ltb);
    }

    fn edited(edit: impl FnOnce(&mut serde_json::Value)) -> Result<Ltb, String> {
        let mut json = serde_json::to_value(read(&sample()).unwrap()).unwrap();
        edit(&mut json);
        serde_json::from_value(json).map_err(|error| error.to_string())
    }

    #[test]
    fn a_text_of_another_length_is_refused_in_the_pool() {
        let same = edited(|json| json["pool"][0]["text"] = "HI".into()).unwrap();
        assert_eq!(same.cell_text(1, 0).unwrap(), "마!");
        for (piece, text) in [(0, "hi there"), (2, "마"), (2, "마!!")] {
            let error = edited(|json| json["pool"][piece]["text"] = text.into()).unwrap_err();
            assert!(error.contains("\"layout\" to \"anew\""), "{error}");
        }
        let error = edited(|json| json["pool"][0]["hex"] = "00".into()).unwrap_err();
        assert_eq!(error, "the piece at byte 32 must have `text` or `hex`");
    }

    #[test]
    fn a_pool_is_laid_out_anew_where_that_is_asked_for() {
        let ltb = edited(|json| {
            json["layout"] = "anew".into();
            json["pool"][0]["text"] = "hello there".into();
            json["pool"][2]["text"] = "블러드!".into();
        });
        let again = read(&write(&ltb.unwrap())).unwrap();
        for (row, column, text) in
            [(0, 0, "hello there"), (0, 1, "hello there"), (1, 0, "블러드!"), (1, 1, "")]
        {
            assert_eq!(again.cell_text(row, column).unwrap(), text);
        }
        let long = "x".repeat(65_536);
        let too_long = edited(|json| {
            json["layout"] = "anew".into();
            json["pool"][0]["text"] = long.into();
        });
        assert!(too_long.unwrap_err().contains("at most 131,070"));
    }

    #[test]
    fn rows_of_no_cells_are_none_however_many_a_file_states() {
        let mut data = Vec::new();
        data.put_u32(0);
        data.put_u32(u32::MAX);
        let ltb = read(&data).unwrap();
        assert_eq!(write(&ltb), data);
        assert_eq!((ltb.n_rows(), ltb.rows().count()), (u32::MAX, 0));
    }

    #[test]
    fn a_long_text_that_most_cells_share_is_looked_at_in_part() {
        let (n_cells, n_units) = (1000, 10_000);
        let mut data = Vec::new();
        data.put_u32(1);
        data.put_u32(n_cells);
        for _ in 0..n_cells {
            data.put_u32(8 + n_cells * 6);
            data.put_u16(n_units);
        }
        (0..n_units).for_each(|_| data.put_u16(b'x'.into()));
        let ltb = read(&data).unwrap();
        assert_eq!(ltb.n_letters_worth_showing(), LETTERS_WHEN_SHARED);
        assert_eq!(read(&sample()).unwrap().n_letters_worth_showing(), usize::MAX);
        let cell = ltb.cell(5, 0).unwrap();
        assert_eq!(ltb.shown(cell).start(60).decode(), "x".repeat(120));
        assert_eq!(ltb.shown(&new_text("블러드")).start(2), Shown::New("블러"));
    }

    #[test]
    fn json_that_is_no_table_is_refused() {
        let mut json = serde_json::to_value(read(&sample()).unwrap()).unwrap();
        json["rows"] = 3.into();
        assert!(serde_json::from_value::<Ltb>(json).is_err());
    }

    #[test]
    fn a_new_text_disturbs_no_other_and_is_undone_to_the_byte() {
        let mut ltb = read(&sample()).unwrap();
        let old = ltb.set_cell(0, 0, new_text("hello 뱃")).unwrap();
        let data = write(&ltb);
        assert_eq!(&data[14..sample().len()], &sample()[14..]);
        let again = read(&data).unwrap();
        for (row, column, text) in [(0, 0, "hello 뱃"), (0, 1, "hi"), (1, 1, "")] {
            assert_eq!(again.cell_text(row, column).unwrap(), text);
        }
        ltb.set_cell(0, 0, old).unwrap();
        assert_eq!(write(&ltb), sample());
        assert_eq!(
            ltb.set_cell(2, 0, new_text("")).unwrap_err().to_string(),
            "there is no row 2 with a column 0: the table has 2 of 2"
        );
    }

    #[test]
    fn a_text_that_no_length_can_state_is_refused() {
        assert!(CellText::try_from("x".repeat(65_535)).is_ok());
        assert!(CellText::try_from("x".repeat(65_536)).is_err());
        assert!(CellText::try_from("😀".repeat(32_768)).is_err());
    }

    #[test]
    fn a_table_can_be_made() {
        let mut ltb = Ltb::new(2, 1).unwrap();
        ltb.set_cell(0, 1, new_text("Junon")).unwrap();
        assert_eq!(read(&write(&ltb)).unwrap().cell_text(0, 1).unwrap(), "Junon");
        assert!(Ltb::new(u32::MAX, u32::MAX).is_none());
    }

    #[test]
    fn hostile_bytes_are_refused_or_kept() {
        check_law(&sample(), read, |ltb| {
            let shown = (0..ltb.n_rows().min(4)).filter_map(|row| ltb.cell_text(row, 1));
            assert!(shown.map(|text| text.len()).all(|len| len <= 2 * sample().len()));
            assert!(ltb.n_opaque() <= sample().len());
            write(ltb)
        });
    }

    #[test]
    fn errors_say_where() {
        let mut data = sample();
        data[..8].fill(0xff);
        expect!["cells at byte 0x8: needs more bytes than a file can have, 35 are left"]
            .assert_eq(&read(&data).unwrap_err().to_string());
        expect!["rows at byte 0x4: needs 4 bytes, 3 are left"]
            .assert_eq(&read(&sample()[..7]).unwrap_err().to_string());
    }

    #[test]
    fn the_layout_of_the_description_is_refused_by_name() {
        let described = [&[2, 0, 0, 0, 0, 0, 0, 0][..], b"\x02\0ab\0\0"].concat();
        let error = read(&described).unwrap_err().to_string();
        assert!(error.contains("rose-other-layout"), "{error}");
    }
}
