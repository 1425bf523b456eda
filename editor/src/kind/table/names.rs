//! What the numbers and keys of a table are called: by the tables beside it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use landwright_core::format::file::Content;
use landwright_core::format::rose::meaning::{self, Meaning, item};
use landwright_core::format::rose::stb::Stb;
use landwright_core::format::rose::stl::Stl;
use landwright_core::format::text::CodePage;
use landwright_core::world::table::Table;

use super::around::Tables;
use super::sight::Cell;

/// In the game's own tables of texts, the second language is English.
const LANGUAGES: [usize; 2] = [1, 0];

/// Names as far as the tables are at hand. Of one that is not, nothing is known, and nothing wrong.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    /// Of the rows of a table.
    rows: BTreeMap<&'static str, Vec<String>>,
    /// By the keys of a table of texts.
    texts: BTreeMap<&'static str, BTreeMap<Vec<u8>, String>>,
}

/// The tables that a table refers to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Needed {
    tables: BTreeSet<&'static str>,
    texts: BTreeSet<&'static str>,
}

impl Needed {
    pub fn of(table: &Table) -> Needed {
        let mut needed = Needed::default();
        for column in table.columns().iter().filter_map(|head| head.known.as_ref()) {
            match column.meaning {
                Meaning::Row(to) => drop(needed.tables.insert(to)),
                Meaning::Item => needed.tables.extend(meaning::items()),
                Meaning::Key(to) => drop(needed.texts.insert(to)),
                _ => {}
            }
        }
        needed
    }

    pub fn is_nothing(&self) -> bool {
        self.tables.is_empty() && self.texts.is_empty()
    }
}

impl Names {
    /// Reads the tables beside a file.
    pub fn load(file: &Path, needed: &Needed, code_page: CodePage) -> Names {
        let around = Tables::default();
        let mut names = Names::default();
        for table in &needed.tables {
            names.rows.insert(table, rows_of(file, table, &around, code_page));
        }
        for texts in &needed.texts {
            names.texts.insert(texts, texts_of(file, texts, &around, code_page));
        }
        names
    }

    /// The keys that the table of texts of a column has.
    pub fn keys(&self, place: usize, table: &Table) -> impl Iterator<Item = String> {
        let known = table.columns().get(place).and_then(|head| head.known.as_ref());
        let texts = known.and_then(|known| match known.meaning {
            Meaning::Key(to) => self.texts.get(to),
            _ => None,
        });
        let keys = texts.into_iter().flat_map(BTreeMap::keys);
        keys.map(|key| String::from_utf8_lossy(key).into_owned())
    }

    /// Keys that are called as others are.
    pub fn copy(&mut self, place: usize, table: &Table, copied: &[(String, String)]) {
        let known = table.columns().get(place).and_then(|head| head.known.as_ref());
        let Some(Meaning::Key(to)) = known.map(|known| known.meaning) else { return };
        let Some(texts) = self.texts.get_mut(to) else { return };
        for (from, to) in copied {
            if let Some(text) = texts.get(from.as_bytes()).cloned() {
                texts.insert(to.as_bytes().to_vec(), text);
            }
        }
    }

    pub fn of(&self, table: &Table, cell: Cell) -> Option<&str> {
        let known = table.columns().get(cell.place)?.known.as_ref()?;
        if let Meaning::Key(to) = known.meaning {
            let key = table.cell(cell.row, cell.place)?.as_bytes().trim_ascii();
            return self.texts.get(to)?.get(key).map(String::as_str);
        }
        let (to, row) = target(table, cell)?;
        let name = self.rows.get(to)?.get(row).map(String::as_str)?;
        (!name.is_empty()).then_some(name)
    }
}

/// The table and row that a cell refers to.
pub(super) fn target(table: &Table, cell: Cell) -> Option<(&'static str, usize)> {
    let known = table.columns().get(cell.place)?.known.as_ref()?;
    let text = std::str::from_utf8(table.cell(cell.row, cell.place)?.as_bytes()).ok()?;
    let number: u32 = text.trim().parse().ok().filter(|number| *number > 0)?;
    match known.meaning {
        Meaning::Row(to) => Some((to, usize::try_from(number).ok()?)),
        Meaning::Item => {
            let (to, row) = item(number)?;
            Some((to, usize::try_from(row).ok()?))
        }
        _ => None,
    }
}

/// What each row of a table is called: its text by its key, its own name, or its first text.
fn rows_of(file: &Path, table: &str, around: &Tables, code_page: CodePage) -> Vec<String> {
    let Some(content) = around.beside(file, &format!("{table}.STB")) else { return Vec::new() };
    let Content::Stb(stb) = &*content else { return Vec::new() };
    let columns = meaning::columns(table);
    let key = columns.iter().find_map(|column| match column.meaning {
        Meaning::Key(to) => Some((column.column, to)),
        _ => None,
    });
    let texts = key.map(|(column, to)| (column, texts_of(file, to, around, code_page)));
    let own: Vec<usize> =
        columns.iter().filter(|c| c.meaning == Meaning::Text).map(|c| c.column).collect();
    let name = |(row, name): (usize, &[u8])| {
        let by_key = texts.as_ref().and_then(|(column, texts)| {
            texts.get(stb.cell(row, *column)?.trim_ascii()).filter(|text| !text.is_empty())
        });
        by_key.cloned().unwrap_or_else(|| own_name(stb, row, name, &own, code_page))
    };
    (0..).zip(stb.row_names()).map(name).collect()
}

fn own_name(stb: &Stb, row: usize, name: &[u8], texts: &[usize], code_page: CodePage) -> String {
    let cells = texts.iter().filter_map(|column| stb.cell(row, *column));
    let first = cells.chain([name]).find(|cell| !cell.trim_ascii().is_empty());
    let first = code_page.show(first.unwrap_or_default()).into_owned();
    // A row is often named by its own number.
    if first.trim().parse::<i64>().is_ok() { String::new() } else { first }
}

fn texts_of(
    file: &Path,
    table: &str,
    around: &Tables,
    code_page: CodePage,
) -> BTreeMap<Vec<u8>, String> {
    let content = around.beside(file, &format!("{table}.STL"));
    let Some(Content::Stl(stl)) = content.as_deref() else { return BTreeMap::new() };
    let named = stl.keys().iter().enumerate().rev().map(|(row, key)| {
        (key.name.as_bytes().trim_ascii().to_vec(), text_of(stl, row, code_page))
    });
    named.collect()
}

fn text_of(stl: &Stl, row: usize, code_page: CodePage) -> String {
    let mut texts = LANGUAGES
        .into_iter()
        .filter_map(|language| stl.text_for_display(language, row, 0, code_page));
    texts.find(|text| !text.is_empty()).map(|text| text.into_owned()).unwrap_or_default()
}
