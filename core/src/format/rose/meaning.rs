//! What the columns of ROSE's tables mean, as far as it is known.
//!
//! The list is data: `columns.tsv` has a line for one or more columns of one or more tables, with what
//! the meaning was taken from. A column that is not in it is raw: nobody checks or follows it.

use std::fmt;
use std::str::FromStr;

const COLUMNS: &str = include_str!("meaning/columns.tsv");

/// A column of a table, with what it means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Counted as the game counts: from 0, without row names.
    pub column: usize,
    /// A short name that scripts and searches may use.
    pub name: String,
    pub meaning: Meaning,
    pub source: Source,
}

/// What the cells of a column hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    Number,
    /// The number of a row of another table. 0 and less mean none, except where that row is used.
    Row(&'static str),
    /// An item: the number of its table, and its row there. See [`item`].
    Item,
    /// A file of the client.
    Path,
    /// A key of a table of texts (STL).
    Key(&'static str),
    Text,
    /// 1 for yes.
    Flags,
    /// The name of a quest trigger.
    Trigger,
    /// Red, green and blue, three decimal digits each.
    Colour,
}

/// What a meaning was taken from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Descriptions of the format that were held against real files.
    Page,
    /// The title of the column in real files.
    Titles,
    /// The values of real files: what they refer to is there.
    Values,
}

/// The tables of items, in the order of the numbers that item numbers begin with, from 1.
const ITEMS: [&str; 14] = [
    "LIST_FACEITEM",
    "LIST_CAP",
    "LIST_BODY",
    "LIST_ARMS",
    "LIST_FOOT",
    "LIST_BACK",
    "LIST_JEWEL",
    "LIST_WEAPON",
    "LIST_SUBWPN",
    "LIST_USEITEM",
    "LIST_JEMITEM",
    "LIST_NATURAL",
    "LIST_QUESTITEM",
    "LIST_PAT",
];

/// The table and row of an item: `12071` and `12000071` are both row 71 of table 12.
pub fn item(number: u32) -> Option<(&'static str, u32)> {
    let unit = if number < 1_000_000 { 1_000 } else { 1_000_000 };
    let table = usize::try_from(number / unit).ok()?.checked_sub(1)?;
    Some((ITEMS.get(table)?, number % unit))
}

/// The tables of items.
pub fn items() -> impl Iterator<Item = &'static str> {
    ITEMS.into_iter()
}

/// What a table is called in the list: its file's name without folders and ending, in capitals.
pub fn table_name(file: &str) -> String {
    let name = file.rsplit(['/', '\\']).next().unwrap_or_default();
    let name = name.rsplit_once('.').map_or(name, |(name, _)| name);
    name.to_ascii_uppercase()
}

/// The known columns of a table, in their order.
pub fn columns(table: &str) -> Vec<Column> {
    let mut columns: Vec<Column> = lines()
        .filter(|line| line.tables.split(',').any(|name| name == table))
        .flat_map(|line| line.columns())
        .collect();
    columns.sort_by_key(|column| column.column);
    columns
}

/// The columns of all tables that hold rows of one: the table, and its column.
pub fn columns_to(table: &str) -> Vec<(&'static str, Column)> {
    let names = lines()
        .filter(|line| match line.meaning {
            Meaning::Row(to) => to == table,
            Meaning::Item => ITEMS.contains(&table),
            _ => false,
        })
        .flat_map(|line| {
            let columns = line.columns();
            let tables = line.tables.split(',');
            tables.flat_map(move |from| columns.clone().into_iter().map(move |c| (from, c)))
        });
    let mut found: Vec<_> = names.collect();
    found.sort_by_key(|(from, column)| (*from, column.column));
    found
}

/// The names of all tables with known columns.
pub fn tables() -> Vec<&'static str> {
    let mut tables: Vec<&str> = lines().flat_map(|line| line.tables.split(',')).collect();
    tables.sort_unstable();
    tables.dedup();
    tables
}

struct Line {
    tables: &'static str,
    first: usize,
    last: usize,
    name: &'static str,
    meaning: Meaning,
    source: Source,
}

impl Line {
    fn columns(&self) -> Vec<Column> {
        let Line { first, last, name, meaning, source, .. } = *self;
        let column = |column: usize| {
            let name = match last > first {
                true => format!("{name}-{}", column - first + 1),
                false => name.to_owned(),
            };
            Column { column, name, meaning, source }
        };
        (first..=last).map(column).collect()
    }
}

/// The lines behind the header. All of them are sound, as a test holds.
fn lines() -> impl Iterator<Item = Line> {
    COLUMNS.lines().skip(1).filter_map(line)
}

fn line(line: &'static str) -> Option<Line> {
    let mut cells = line.split('\t');
    let tables = cells.next()?;
    let range = cells.next()?;
    let (first, last) = range.split_once('-').unwrap_or((range, range));
    let (first, last) = (first.parse().ok()?, last.parse().ok()?);
    let name = cells.next()?;
    let meaning = meaning(cells.next()?)?;
    let source = cells.next()?.parse().ok()?;
    Some(Line { tables, first, last, name, meaning, source })
}

fn meaning(text: &'static str) -> Option<Meaning> {
    if let Some((kind, to)) = text.split_once(':') {
        return match kind {
            "row" => Some(Meaning::Row(to)),
            "key" => Some(Meaning::Key(to)),
            _ => None,
        };
    }
    let plain = [
        Meaning::Number,
        Meaning::Item,
        Meaning::Path,
        Meaning::Text,
        Meaning::Flags,
        Meaning::Trigger,
        Meaning::Colour,
    ];
    plain.into_iter().find(|meaning| meaning.to_string() == text)
}

/// As the list writes it.
impl fmt::Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Meaning::Number => "number",
            Meaning::Row(to) => return write!(f, "row:{to}"),
            Meaning::Item => "item",
            Meaning::Path => "path",
            Meaning::Key(to) => return write!(f, "key:{to}"),
            Meaning::Text => "text",
            Meaning::Flags => "flags",
            Meaning::Trigger => "trigger",
            Meaning::Colour => "colour",
        })
    }
}

impl FromStr for Source {
    type Err = ();

    fn from_str(text: &str) -> Result<Source, ()> {
        match text {
            "page" => Ok(Source::Page),
            "titles" => Ok(Source::Titles),
            "values" => Ok(Source::Values),
            _ => Err(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_line_of_the_list_is_sound() {
        for text in COLUMNS.lines().skip(1) {
            let line = line(text).unwrap_or_else(|| panic!("{text}"));
            assert!(line.first <= line.last && text.split('\t').count() == 5, "{text}");
        }
        for table in tables() {
            let columns = columns(table);
            let numbers: BTreeSet<usize> = columns.iter().map(|column| column.column).collect();
            let names: BTreeSet<&str> = columns.iter().map(|c| c.name.as_str()).collect();
            assert_eq!((numbers.len(), names.len()), (columns.len(), columns.len()), "{table}");
            assert!(!names.contains("name") && !names.contains("row"), "{table}");
        }
    }

    #[test]
    fn a_column_is_found_by_its_table_whatever_the_case_of_the_file() {
        let columns = columns(&table_name("3DDATA\\stb/List_Npc.stb"));
        let ai = columns.iter().find(|column| column.column == 16).unwrap();
        assert_eq!((ai.name.as_str(), ai.meaning), ("ai", Meaning::Row("FILE_AI")));
        assert_eq!(self::columns("NO_SUCH_TABLE"), []);
        let shops: Vec<String> = columns_to("LIST_SELL").into_iter().map(|(_, c)| c.name).collect();
        assert_eq!(shops, ["shop-1", "shop-2", "shop-3", "shop-4"]);
        assert!(columns_to("LIST_NATURAL").iter().any(|(table, _)| *table == "LIST_PRODUCT"));
    }

    #[test]
    fn an_item_is_a_table_and_a_row() {
        assert_eq!(item(12_071), Some(("LIST_NATURAL", 71)));
        assert_eq!(item(8_007_288), Some(("LIST_WEAPON", 7_288)));
        for number in [0, 71, 15_001, u32::MAX] {
            assert_eq!(item(number), None, "{number}");
        }
    }
}
