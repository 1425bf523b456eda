//! The formats that hold tables: their rows and columns, and the file of other rows.

use std::sync::Arc;

use crate::format::file::Content;
use crate::format::rose::ltb::{self, Cell, CellText, Ltb, Shown};
use crate::format::rose::meaning;
use crate::format::rose::stb::{self, Stb};
use crate::format::rose::stl::{self, Key, Stl};
use crate::format::text::{CodePage, Text, Text32};

use super::cells::Coding;
use super::refusal::Refusal;
use super::{Head, MOST_ROWS, Row};

/// The content of a file that is a table.
#[derive(Debug, Clone)]
pub enum TableContent {
    Stb(Stb),
    Stl(Stl),
    Ltb(Ltb),
}

/// Why a file that can be read is not edited as a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    #[error("its cells repeat the same texts so often that they do not fit into memory")]
    Shared,
    #[error("it has {n_rows} rows, but at most {MOST_ROWS} can be edited")]
    TooManyRows { n_rows: usize },
    #[error("it has no columns")]
    NoColumns,
}

/// All texts together may take so many times the file, and this much more.
const MOST_SHARED: usize = 16;
const SHARED_ANYWAY: usize = 1 << 20;

/// The names of the texts of an entry, as many as its kind has.
const TEXTS: [&str; 4] = ["name", "description", "start", "end"];

#[derive(Debug)]
pub(super) struct Source(TableContent);

impl TableContent {
    /// The table in a file; `None` where it holds something else.
    pub fn of(content: Content) -> Option<TableContent> {
        match content {
            Content::Stb(stb) => Some(TableContent::Stb(stb)),
            Content::Stl(stl) => Some(TableContent::Stl(stl)),
            Content::Ltb(ltb) => Some(TableContent::Ltb(ltb)),
            _ => None,
        }
    }
}

impl Source {
    pub(super) fn new(content: TableContent) -> Result<Source, Unfit> {
        let n_rows = match &content {
            TableContent::Stb(stb) => stb.n_rows(),
            TableContent::Stl(stl) => stl.keys().len(),
            TableContent::Ltb(ltb) if ltb.n_columns() == 0 => return Err(Unfit::NoColumns),
            TableContent::Ltb(ltb) => ltb.n_rows() as usize,
        };
        if n_rows > MOST_ROWS {
            return Err(Unfit::TooManyRows { n_rows });
        }
        Ok(Source(content))
    }

    pub(super) fn has_keys(&self) -> bool {
        matches!(self.0, TableContent::Stl(_))
    }

    /// In which code page its texts are, where those of the project are in another.
    pub(super) fn coding(&self, code_page: CodePage) -> Coding {
        let (mut has_any, mut ends_in_zero) = (false, true);
        self.each_text(|bytes| {
            if !bytes.is_empty() {
                has_any = true;
                ends_in_zero &= bytes.len().is_multiple_of(2) && bytes.ends_with(&[0, 0]);
            }
        });
        let ends_in_zero = has_any && ends_in_zero;
        match &self.0 {
            TableContent::Ltb(_) => Coding { code_page: CodePage::Utf16, ends_in_zero },
            TableContent::Stb(_) if ends_in_zero => {
                Coding { code_page: CodePage::Utf16, ends_in_zero }
            }
            _ => Coding { code_page, ends_in_zero: false },
        }
    }

    /// The same for each column: newer clients have texts of some languages in UTF-8.
    pub(super) fn codings(&self, coding: Coding) -> Vec<Coding> {
        let TableContent::Stl(stl) = &self.0 else {
            let n_columns = match &self.0 {
                TableContent::Stb(stb) => stb.n_columns() + 1,
                TableContent::Ltb(ltb) => ltb.n_columns() as usize,
                TableContent::Stl(_) => 0,
            };
            return vec![coding; n_columns];
        };
        let of_text = |n: usize| {
            let (mut n_letters, mut n_utf8) = (0usize, 0usize);
            for row in 0..stl.keys().len() {
                let text = stl.text(n / stl.kind().n_texts(), row, n % stl.kind().n_texts());
                if let Some(text) = text.filter(|text| !text.is_ascii()) {
                    n_letters += 1;
                    n_utf8 += usize::from(std::str::from_utf8(text).is_ok());
                }
            }
            // Some texts were cut in the middle of a letter.
            match n_utf8 * 2 > n_letters {
                true => Coding { code_page: CodePage::Utf8, ends_in_zero: false },
                false => coding,
            }
        };
        let texts = 0..stl.n_languages() * stl.kind().n_texts();
        [coding; 2].into_iter().chain(texts.map(of_text)).collect()
    }

    fn each_text(&self, mut each: impl FnMut(&[u8])) {
        match &self.0 {
            TableContent::Stb(stb) => {
                (0..stb.n_rows()).filter_map(|row| stb.row(row)).flatten().for_each(each);
            }
            TableContent::Stl(stl) => {
                (0..stl.keys().len()).for_each(|row| texts_of(stl, row).for_each(&mut each));
            }
            TableContent::Ltb(ltb) => ltb.rows().flatten().for_each(|cell| {
                if let Shown::Utf16(bytes) = ltb.shown(cell) {
                    each(bytes);
                }
            }),
        }
    }

    pub(super) fn rows(&self) -> Result<Vec<Row>, Unfit> {
        let mut n_bytes = 0usize;
        self.each_text(|bytes| n_bytes = n_bytes.saturating_add(bytes.len()));
        if n_bytes / MOST_SHARED > self.n_bytes() + SHARED_ANYWAY {
            return Err(Unfit::Shared);
        }
        let row = |(origin, cells)| Row { origin: Some(origin), cells };
        Ok(match &self.0 {
            TableContent::Stb(stb) => (0..)
                .zip(stb.row_names())
                .map(|(n, name)| {
                    let cells = stb.row(n as usize).into_iter().flatten();
                    (n, std::iter::once(name).chain(cells).map(Text::from).collect())
                })
                .map(row)
                .collect(),
            TableContent::Stl(stl) => (0..)
                .zip(stl.keys())
                .map(|(n, key)| {
                    let head = [key.name.text().clone(), Text::from(key.id.to_string().as_str())];
                    let texts = texts_of(stl, n as usize).map(Text::from);
                    (n, head.into_iter().chain(texts).collect())
                })
                .map(row)
                .collect(),
            TableContent::Ltb(ltb) => (0..)
                .zip(ltb.rows())
                .map(|(n, cells)| (n, cells.iter().map(|cell| utf16(ltb.shown(cell))).collect()))
                .map(row)
                .collect(),
        })
    }

    /// About how long the file is.
    fn n_bytes(&self) -> usize {
        match &self.0 {
            TableContent::Stb(stb) => stb.n_bytes(),
            TableContent::Stl(stl) => stl.n_bytes(),
            TableContent::Ltb(ltb) => ltb.n_bytes(),
        }
    }

    pub(super) fn heads(&self, table: &str, coding: Coding) -> Vec<Head> {
        let plain = |id: &str| Head { id: id.to_owned(), title: String::new(), known: None };
        match &self.0 {
            TableContent::Stb(stb) => {
                let mut known = meaning::columns(table).into_iter().peekable();
                let column = |n: usize| {
                    let title = coding.code_page.decode(stb.title(n).unwrap_or_default());
                    let known = known.next_if(|known| known.column == n);
                    let title = title.trim_end_matches('\0').to_owned();
                    Head { id: n.to_string(), title, known }
                };
                let columns: Vec<Head> = (0..stb.n_columns()).map(column).collect();
                std::iter::once(plain("name")).chain(columns).collect()
            }
            TableContent::Stl(stl) => {
                let n_texts = stl.kind().n_texts();
                let text = |n: usize| {
                    let name = TEXTS.get(n % n_texts).copied().unwrap_or_default();
                    let title = match stl.n_languages() {
                        0 | 1 => name.to_owned(),
                        _ => format!("{name} in language {}", n / n_texts),
                    };
                    Head { id: n.to_string(), title, known: None }
                };
                let texts = (0..stl.n_languages() * n_texts).map(text);
                ["key", "id"].map(plain).into_iter().chain(texts).collect()
            }
            TableContent::Ltb(ltb) => (0..ltb.n_columns()).map(|n| plain(&n.to_string())).collect(),
        }
    }

    /// Whether a cell can hold a text, which is for a column by its place.
    pub(super) fn check(&self, row: usize, place: usize, text: &Text) -> Result<(), Refusal> {
        let too_long = |column: String, len: String, max: &'static str| {
            Err(Refusal::TooLong { row, column, len, max })
        };
        let len = text.len();
        match &self.0 {
            TableContent::Stb(_) if len > usize::from(u16::MAX) => {
                let column = place.checked_sub(1).map_or("name".to_owned(), |n| n.to_string());
                too_long(column, format!("{len} bytes"), "65535 bytes")
            }
            TableContent::Ltb(_) if len > 2 * usize::from(u16::MAX) => {
                too_long(place.to_string(), format!("{} letters", len / 2), "65535 letters")
            }
            TableContent::Ltb(_) if !is_utf16(text) => {
                Err(Refusal::Hex(CodePage::Utf16.decode(text.as_bytes()).into_owned()))
            }
            TableContent::Stl(_) if place == 1 && id_of(text).is_none() => Err(Refusal::Id { row }),
            _ => Ok(()),
        }
    }

    pub(super) fn write(&self) -> Vec<u8> {
        match &self.0 {
            TableContent::Stb(stb) => stb::write(stb),
            TableContent::Stl(stl) => stl::write(stl),
            TableContent::Ltb(ltb) => ltb::write(ltb),
        }
    }

    /// The file with other rows than those that it was read with.
    pub(super) fn write_rows(
        &self,
        rows: &[Arc<Row>],
        read: &[Arc<Row>],
    ) -> Result<Vec<u8>, Refusal> {
        match &self.0 {
            TableContent::Stb(stb) => {
                let names = rows.iter().filter_map(|row| row.cells.first()).map(Text::as_bytes);
                let cells = rows.iter().map(|row| row.cells.iter().skip(1).map(Text::as_bytes));
                let new = stb.with_rows(names, cells).ok_or(Refusal::Full)?;
                Ok(stb::write(&new))
            }
            TableContent::Stl(stl) if !stl.is_plain() => Err(Refusal::Odd),
            TableContent::Stl(stl) => {
                let keys = rows.iter().enumerate().map(key_of).collect::<Result<Vec<_>, _>>()?;
                let n_texts = stl.kind().n_texts();
                let of_language = |language: usize| -> Vec<Vec<Text>> {
                    let start = 2 + language * n_texts;
                    let texts = rows.iter().map(|row| row.cells.get(start..start + n_texts));
                    texts.map(|texts| texts.unwrap_or_default().to_vec()).collect()
                };
                let languages: Vec<_> = (0..stl.n_languages()).map(of_language).collect();
                let new = stl.with_rows(keys, &languages).ok_or(Refusal::Full)?;
                Ok(stl::write(&new))
            }
            TableContent::Ltb(ltb) => {
                let row = |row: &Arc<Row>| -> Result<Vec<Cell>, Refusal> {
                    let old =
                        row.origin.and_then(|origin| Some((origin, read.get(origin as usize)?)));
                    let cells = row.cells.iter().zip(0..);
                    cells.map(|(text, column)| ltb_cell(ltb, old, column, text)).collect()
                };
                let rows = rows.iter().map(row).collect::<Result<Vec<_>, _>>()?;
                let new = ltb.with_rows(&rows).ok_or(Refusal::Full)?;
                Ok(ltb::write(&new))
            }
        }
    }
}

/// Those of all languages; a text that the file has nowhere is shown as empty.
fn texts_of(stl: &Stl, row: usize) -> impl Iterator<Item = &[u8]> {
    let texts = 0..stl.kind().n_texts();
    (0..stl.n_languages())
        .flat_map(move |language| texts.clone().map(move |text| (language, text)))
        .map(move |(language, text)| stl.text(language, row, text).unwrap_or_default())
}

fn utf16(shown: Shown<'_>) -> Text {
    match shown {
        Shown::Utf16(bytes) => Text::from(bytes),
        Shown::New(text) => Text(text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
    }
}

fn is_utf16(text: &Text) -> bool {
    let decoded = CodePage::Utf16.decode(text.as_bytes());
    Text::encode(&decoded, CodePage::Utf16).is_ok_and(|same| same == *text)
}

fn id_of(text: &Text) -> Option<u32> {
    std::str::from_utf8(text.as_bytes()).ok()?.parse().ok()
}

fn key_of((n, row): (usize, &Arc<Row>)) -> Result<Key, Refusal> {
    let mut cells = row.cells.iter();
    let name = Text32::try_from(cells.next().cloned().unwrap_or_default());
    let name = name.map_err(|_| Refusal::Full)?;
    let id = cells.next().and_then(id_of).ok_or(Refusal::Id { row: n })?;
    Ok(Key { name, id })
}

/// A cell as it was where its text is, and else a new one.
fn ltb_cell(
    ltb: &Ltb,
    old: Option<(u32, &Arc<Row>)>,
    column: u32,
    text: &Text,
) -> Result<Cell, Refusal> {
    if let Some((origin, read)) = old
        && read.cells.get(column as usize) == Some(text)
        && let Some(cell) = ltb.cell(origin, column)
    {
        return Ok(cell.clone());
    }
    if !is_utf16(text) {
        return Err(Refusal::Hex(CodePage::Utf16.decode(text.as_bytes()).into_owned()));
    }
    let text = CodePage::Utf16.decode(text.as_bytes()).into_owned();
    CellText::try_from(text).map(|text| Cell::New { text }).map_err(|_| Refusal::Full)
}
