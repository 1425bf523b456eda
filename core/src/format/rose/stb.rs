//! STB: a table of texts: items, monsters, zones and most else that has a number.
//!
//! ```text
//! File
//! 0   4  magic      "STB0" or "STB1"
//! 4   4  data       u32  offset of the first cell
//! 8   4  rows       u32  with the row of titles
//! 12  4  columns    u32  with the column of row names
//! 16  4  row height u32  pixels in the editor
//! 20     widths     STB0: one u32; STB1: (columns + 1) × i16
//!        titles     (columns + 1) × text: of the row names, of each column, and a last one
//!        row names  (rows - 1) × text
//!        gap        bytes up to the first cell; none in nearly every file
//!        cells      (rows - 1) × (columns - 1) × text, row by row
//!        tail       bytes to the end
//! Text
//! 0   2  length     u16, then that many bytes
//! ```
//!
//! Rows and columns are counted here as the game counts them: without titles and names, from 0.
//! Tails are common: zeros, what is left of a longer file, or the whole file once more. A few
//! files state an offset that is not the end of the head; see [`Placing`].

mod cells;
mod json;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

pub use cells::RowCells;

use crate::format::bytes::{Bytes, Put};
use crate::format::text::{CodePage, Opaque, Text16};
use crate::format::{Malformed, ReadError};
use cells::Cells;

const MAGIC_0: &[u8; 4] = b"STB0";
const MAGIC_1: &[u8; 4] = b"STB1";
/// Magic and data offset.
const START_SIZE: usize = 8;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "json::StbJson", into = "json::StbJson")]
pub struct Stb {
    pub row_height_px: u32,
    widths: Widths,
    /// One more than the table has columns, row names included: never fewer than two, and as
    /// many as `widths` has where it has one for each.
    titles: Cells,
    /// One for each row of `cells`.
    row_names: Cells,
    cells: Cells,
    placing: Placing,
    tail: Opaque,
}

/// How wide the editor shows the columns, which also tells the version of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Widths {
    /// STB0: the same for all. No real file of this version has been seen (2026).
    All(u32),
    /// STB1: one for each title.
    Each(Vec<i16>),
}

/// Where the cells are, and whether the file says so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Placing {
    /// Behind the head and these bytes, as stated.
    Behind { gap: Opaque },
    /// From this offset on, as stated, which is inside the head: its last bytes are cells too.
    Inside { stated: u32 },
    /// Right behind the head, although the file states an offset where no cells can be read.
    Misstated { stated: u32 },
}

/// A row to make a table of.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub name: Text16,
    pub cells: Vec<Text16>,
}

impl Stb {
    /// A table, or `None` where a row has not one cell for each title but the first and last.
    pub fn new(titles: &[Text16], rows: &[Row]) -> Option<Stb> {
        let n_columns = titles.len().checked_sub(2)?;
        let cells = Cells::from_rows(n_columns, rows.iter().map(|row| row.cells.as_slice()))?;
        Some(Stb {
            row_height_px: 24,
            widths: Widths::Each(vec![64; titles.len()]),
            titles: Cells::from_column(titles.iter()),
            row_names: Cells::from_column(rows.iter().map(|row| &row.name)),
            cells,
            placing: Placing::Behind { gap: Opaque::default() },
            tail: Opaque::default(),
        })
    }

    pub fn n_rows(&self) -> usize {
        self.row_names.n_rows()
    }

    pub fn n_columns(&self) -> usize {
        self.cells.n_columns()
    }

    /// About how long the file is.
    pub fn n_bytes(&self) -> usize {
        let texts =
            [&self.titles, &self.row_names, &self.cells].map(|cells| cells.as_bytes().len());
        texts.iter().sum::<usize>() + self.n_opaque()
    }

    pub fn widths(&self) -> &Widths {
        &self.widths
    }

    pub fn placing(&self) -> &Placing {
        &self.placing
    }

    /// The bytes behind the last cell.
    pub fn tail(&self) -> &Opaque {
        &self.tail
    }

    /// The name of each row, as the file holds it.
    pub fn row_names(&self) -> impl Iterator<Item = &[u8]> {
        self.row_names.iter()
    }

    /// The title of a column of cells.
    pub fn title(&self, column: usize) -> Option<&[u8]> {
        let mut title = self.titles.row(column.checked_add(1)?)?;
        title.next().filter(|_| column < self.n_columns())
    }

    /// The cells of a row, each as the file holds it. To see all of a table, go row by row:
    /// a cell is found by walking along its row.
    pub fn row(&self, row: usize) -> Option<RowCells<'_>> {
        self.cells.row(row)
    }

    pub fn cell(&self, row: usize, column: usize) -> Option<&[u8]> {
        self.row(row)?.nth(column)
    }

    pub fn cell_text(
        &self,
        row: usize,
        column: usize,
        code_page: CodePage,
    ) -> Option<Cow<'_, str>> {
        self.cell(row, column).map(|cell| code_page.decode(cell))
    }

    /// The number that a cell holds, or `None` where it is empty or something else.
    pub fn cell_number(&self, row: usize, column: usize) -> Option<i32> {
        std::str::from_utf8(self.cell(row, column)?).ok()?.trim().parse().ok()
    }

    /// Puts a text into a cell, and gives back what was there; `None` where there is no such
    /// cell. The same call with what was there undoes it, unless the cells were placed oddly:
    /// they stand right behind the head afterwards, since the game would not find them
    /// otherwise.
    pub fn set_cell(&mut self, row: usize, column: usize, text: &Text16) -> Option<Text16> {
        let old = self.cells.set(row, column, text)?;
        if old != *text && !matches!(self.placing, Placing::Behind { .. }) {
            self.placing = Placing::Behind { gap: Opaque::default() };
        }
        Some(old)
    }

    /// The same table with other rows, each a name and its cells; `None` where a row has not one
    /// cell for each column, or a text is too long. Cells that were placed oddly stand right behind
    /// the head afterwards, as after [`Stb::set_cell`].
    pub fn with_rows<'a, R: Iterator<Item = &'a [u8]>>(
        &self,
        names: impl Iterator<Item = &'a [u8]>,
        rows: impl Iterator<Item = R>,
    ) -> Option<Stb> {
        let row_names = Cells::from_bytes(1, names.map(std::iter::once))?;
        let cells = Cells::from_bytes(self.n_columns(), rows)?;
        let placing = match &self.placing {
            Placing::Behind { gap } => Placing::Behind { gap: gap.clone() },
            _ => Placing::Behind { gap: Opaque::default() },
        };
        let is_whole = cells.n_rows() == row_names.n_rows();
        is_whole.then(|| Stb { row_names, cells, placing, ..self.clone() })
    }

    /// How many bytes are kept without being understood: gap and tail.
    pub fn n_opaque(&self) -> usize {
        match &self.placing {
            Placing::Behind { gap } => gap.0.len() + self.tail.0.len(),
            Placing::Inside { .. } | Placing::Misstated { .. } => self.tail.0.len(),
        }
    }
}

pub fn read(data: &[u8]) -> Result<Stb, ReadError> {
    let mut bytes = Bytes::new(data);
    if is_described(data) {
        let what = "rows and columns in two bytes each, and offsets of columns";
        return Err(bytes.error("magic", Malformed::OtherLayout(what)));
    }
    let has_each_width = read_magic(&mut bytes)?;
    let stated_at = bytes.offset();
    let stated = bytes.u32("data")?;
    let n_rows = read_count(&mut bytes, "rows")?;
    let n_columns = read_count(&mut bytes, "columns")?;
    let n_titles = u64::from(n_columns) + 2;
    let row_height_px = bytes.u32("row height")?;
    let widths = match has_each_width {
        true => {
            bytes.expect_items("widths", n_titles, 2)?;
            Widths::Each((0..n_titles).map(|_| bytes.i16("width")).collect::<Result<_, _>>()?)
        }
        false => Widths::All(bytes.u32("width")?),
    };
    let titles = Cells::read_column(&mut bytes, "title", n_titles)?;
    let row_names = Cells::read_column(&mut bytes, "row name", n_rows.into())?;

    let head = &bytes;
    let (placing, cells, tail) = Bytes::at(data, stated.into(), "data", stated_at)
        .and_then(|at| read_stated_cells(head, at, stated, n_rows, n_columns))
        .or_else(|error| {
            // The error of the place that the file states is the one to report.
            let mut behind = head.clone();
            let cells = Cells::read(&mut behind, n_rows, n_columns).map_err(|_| error)?;
            Ok((Placing::Misstated { stated }, cells, behind))
        })?;
    let tail = Opaque(tail.clone().rest().to_vec());
    Ok(Stb { row_height_px, widths, titles, row_names, cells, placing, tail })
}

/// Whether it follows the description that no real table does: u16 rows, u16 columns, u16 offset of the
/// rows, which are behind a u16 for each column.
fn is_described(data: &[u8]) -> bool {
    let mut bytes = Bytes::new(data);
    let mut number = || bytes.u16("rows").unwrap_or_default();
    let (_, n_columns, offset) = (number(), number(), usize::from(number()));
    let is_magic = data.starts_with(b"STB");
    !is_magic && n_columns > 0 && offset == 6 + 2 * usize::from(n_columns) && offset <= data.len()
}

/// Whether there is a width for each title.
fn read_magic(bytes: &mut Bytes) -> Result<bool, ReadError> {
    match bytes.clone().magic("magic", MAGIC_0) {
        Ok(()) => bytes.magic("magic", MAGIC_0).map(|()| false),
        Err(_) => bytes.magic("magic", MAGIC_1).map(|()| true),
    }
}

/// A count that includes the titles, without them.
fn read_count(bytes: &mut Bytes, field: &'static str) -> Result<u32, ReadError> {
    let start = bytes.clone();
    let expected = "1 or more, since titles are counted";
    let unexpected = Malformed::Unexpected { found: 0, expected };
    bytes.u32(field)?.checked_sub(1).ok_or_else(|| start.error(field, unexpected))
}

/// The cells that start at `at`, and a cursor at the tail.
fn read_stated_cells<'a>(
    head: &Bytes<'a>,
    mut at: Bytes<'a>,
    stated: u32,
    n_rows: u32,
    n_columns: u32,
) -> Result<(Placing, Cells, Bytes<'a>), ReadError> {
    let gap_len = at.offset().checked_sub(head.offset());
    let cells = Cells::read(&mut at, n_rows, n_columns)?;
    match gap_len {
        Some(gap_len) => {
            let gap = Opaque(head.clone().slice("gap", gap_len)?.to_vec());
            Ok((Placing::Behind { gap }, cells, at))
        }
        None => {
            let tail = if at.offset() < head.offset() { head.clone() } else { at };
            Ok((Placing::Inside { stated }, cells, tail))
        }
    }
}

pub fn write(stb: &Stb) -> Vec<u8> {
    let head = write_head(stb);
    let head_end = START_SIZE + head.len();
    let cells = stb.cells.as_bytes();
    let (stated, gap, cells) = match &stb.placing {
        Placing::Behind { gap } => (head_end + gap.0.len(), gap.0.as_slice(), cells),
        Placing::Inside { stated } => {
            let stated = *stated as usize;
            let in_head = head_end.saturating_sub(stated);
            (stated, [].as_slice(), cells.get(in_head..).unwrap_or_default())
        }
        Placing::Misstated { stated } => (*stated as usize, [].as_slice(), cells),
    };

    let mut out = Vec::with_capacity(head_end + gap.len() + cells.len() + stb.tail.0.len());
    out.put(match stb.widths {
        Widths::All(_) => MAGIC_0,
        Widths::Each(_) => MAGIC_1,
    });
    out.put_count(stated);
    out.put(&head);
    out.put(gap);
    out.put(cells);
    out.put(&stb.tail.0);
    out
}

/// Everything between the data offset and the cells.
fn write_head(stb: &Stb) -> Vec<u8> {
    let mut out = Vec::new();
    out.put_count(stb.n_rows() + 1);
    out.put_count(stb.n_columns() + 1);
    out.put_u32(stb.row_height_px);
    match &stb.widths {
        Widths::All(width) => out.put_u32(*width),
        Widths::Each(widths) => widths.iter().for_each(|width| out.put_i16(*width)),
    }
    out.put(stb.titles.as_bytes());
    out.put(stb.row_names.as_bytes());
    out
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::format::rose::law::{check_law, check_prefixes, text16};

    fn texts(texts: &[&str]) -> Vec<Text16> {
        texts.iter().map(|text| text16(text)).collect()
    }

    fn sample() -> Stb {
        let rows = vec![
            Row { name: text16(""), cells: texts(&["", "zone", "1"]) },
            Row { name: text16("Town"), cells: texts(&["a.zon", "", " -7 "]) },
        ];
        Stb::new(&texts(&["name", "file", "kind", "level", "name"]), &rows).unwrap()
    }

    /// The end of the head of [`sample`].
    const HEAD_END: usize = 69;

    fn check_kept(data: &[u8]) -> Stb {
        check_law(data, read, write);
        read(data).unwrap()
    }

    fn check_cells(stb: &Stb) {
        assert_eq!(stb.cell(0, 1), Some(&b"zone"[..]));
        assert_eq!(stb.cell(1, 0), Some(&b"a.zon"[..]));
        assert_eq!(stb.cell_number(1, 2), Some(-7));
    }

    #[test]
    fn what_is_read_is_written_back() {
        let stb = check_kept(&write(&sample()));
        assert_eq!(stb, sample());
        check_cells(&stb);
        assert_eq!((stb.n_rows(), stb.n_columns(), stb.n_opaque()), (2, 3, 0));
        assert_eq!(stb.row_names().nth(1), Some(&b"Town"[..]));
        assert_eq!(stb.title(0), Some(&b"file"[..]));
        assert_eq!((stb.title(3), stb.cell(2, 0), stb.cell(0, 3)), (None, None, None));
        assert_eq!((stb.cell_number(0, 0), stb.cell_number(0, 1)), (None, None));
    }

    #[test]
    fn the_old_version_has_one_width() {
        let stb = Stb { widths: Widths::All(64), ..sample() };
        let data = write(&stb);
        assert_eq!(&data[..4], b"STB0");
        assert_eq!(check_kept(&data), stb);
    }

    #[test]
    fn tails_are_kept() {
        let data = write(&sample());
        for tail in [vec![0; 12], b"LE".to_vec(), data.clone()] {
            let stb = check_kept(&[data.clone(), tail.clone()].concat());
            assert_eq!(stb.tail().0, tail);
            check_cells(&stb);
        }
    }

    #[test]
    fn a_gap_before_the_cells_is_kept() {
        let mut data = write(&sample());
        data.splice(HEAD_END..HEAD_END, [1, 2, 3]);
        data[4] += 3;
        let stb = check_kept(&data);
        assert_eq!(*stb.placing(), Placing::Behind { gap: Opaque(vec![1, 2, 3]) });
        check_cells(&stb);
    }

    #[test]
    fn cells_that_start_inside_the_head_are_read_where_the_file_says() {
        // "Town" as the first cell, and the cells one further.
        let mut data = write(&sample());
        data[4] -= 6;
        let stb = check_kept(&data);
        assert_eq!(*stb.placing(), Placing::Inside { stated: HEAD_END as u32 - 6 });
        assert_eq!(stb.cell(0, 0), Some(&b"Town"[..]));
        assert_eq!(stb.cell(0, 2), Some(&b"zone"[..]));
        assert_eq!(stb.tail().0, b"\x04\0 -7 ");
    }

    #[test]
    fn a_wrong_data_offset_loses_no_cell() {
        let mut data = write(&sample());
        data[4..8].copy_from_slice(&[0xff, 0xff, 0, 0]);
        let stb = check_kept(&data);
        assert_eq!(*stb.placing(), Placing::Misstated { stated: 0xffff });
        check_cells(&stb);
    }

    #[test]
    fn a_cell_is_replaced_alone_and_put_back() {
        let before = Stb { tail: Opaque(vec![0; 4]), ..sample() };
        let mut stb = before.clone();
        assert_eq!(stb.set_cell(0, 1, &text16("castle")), Some(text16("zone")));
        assert_eq!(stb.cell(0, 1), Some(&b"castle"[..]));
        assert_eq!(stb.cell(1, 0), Some(&b"a.zon"[..]));
        assert_eq!(read(&write(&stb)), Ok(stb.clone()));
        assert_eq!(stb.set_cell(0, 1, &text16("zone")), Some(text16("castle")));
        assert_eq!(stb, before);
        assert_eq!(stb.set_cell(2, 0, &text16("")), None);
    }

    #[test]
    fn other_rows_leave_the_head_and_the_tail_alone() {
        let before = Stb { tail: Opaque(vec![0; 4]), ..sample() };
        let rows = [[&b"x"[..], b"", b"7"], [b"a.zon", b"", b" -7 "], [b"", b"", b""]];
        let with = |names: [&'static [u8]; 3]| {
            before.with_rows(names.into_iter(), rows.iter().map(|row| row.iter().copied()))
        };
        let stb = with([b"New", b"Town", b""]).unwrap();
        assert_eq!(read(&write(&stb)), Ok(stb.clone()));
        assert_eq!((stb.n_rows(), stb.cell(0, 2), stb.tail()), (3, Some(&b"7"[..]), before.tail()));
        let same = (0..2).map(|row| before.row(row).unwrap());
        assert_eq!(before.with_rows(before.row_names(), same).as_ref(), Some(&before));
        let short = (0..2).map(|row| before.row(row).unwrap().skip(1));
        assert_eq!(before.with_rows(before.row_names(), short), None);
        let long = vec![b'x'; 65_536];
        let too_long = [[&long[..], b"", b""]];
        let too_long = too_long.iter().map(|row| row.iter().copied());
        assert_eq!(before.with_rows(std::iter::once(&b""[..]), too_long), None);
    }

    #[test]
    fn a_changed_table_is_placed_where_the_game_finds_it() {
        let mut data = write(&sample());
        data[4] -= 6;
        let mut stb = read(&data).unwrap();
        stb.set_cell(1, 0, &text16("new")).unwrap();
        let again = read(&write(&stb)).unwrap();
        assert_eq!(again, stb);
        assert_eq!(again.cell(0, 0), Some(&b"Town"[..]));
        assert_eq!(again.row_names().nth(1), Some(&b"Town"[..]));
    }

    #[test]
    fn every_prefix_is_an_error() {
        check_prefixes(&write(&sample()), read);
    }

    #[test]
    fn errors_say_where() {
        let data = write(&sample());
        let check = |at: usize, bytes: &[u8], expect: expect_test::Expect| {
            let mut data = data.clone();
            data[at..at + bytes.len()].copy_from_slice(bytes);
            expect.assert_eq(&read(&data).unwrap_err().to_string());
        };
        check(3, b"2", expect![[r#"magic at byte 0x0: found "STB2", expected "STB1""#]]);
        check(
            8,
            &[0],
            expect!["rows at byte 0x8: found 0, expected 1 or more, since titles are counted"],
        );
        check(8, &[0xff; 4], expect!["row name at byte 0x3d: needs 8589934588 bytes, 34 are left"]);
        check(8, &[0xff; 8], expect!["widths at byte 0x14: needs 8589934592 bytes, 75 are left"]);
        check(HEAD_END + 2, &[0xff], expect!["cell at byte 0x49: needs 255 bytes, 22 are left"]);
    }

    #[test]
    fn json_that_is_no_table_is_refused() {
        let mut json = serde_json::to_value(sample()).unwrap();
        json["rows"][1]["cells"].as_array_mut().unwrap().pop();
        assert!(serde_json::from_value::<Stb>(json).is_err());
        let mut json = serde_json::to_value(sample()).unwrap();
        json["placing"] = serde_json::json!({"inside": {"stated": 60}});
        assert!(serde_json::from_value::<Stb>(json).is_err());
    }

    #[test]
    fn the_layout_of_the_description_is_refused_by_name() {
        let described = [1, 0, 2, 0, 10, 0, 0, 0, 5, 0, 1, 0, b'a'];
        let error = read(&described).unwrap_err().to_string();
        assert!(error.contains("rose-other-layout"), "{error}");
    }
}
