//! What can be wrong with a table, by itself and with the tables around it.
//!
//! None of these has a fix: a number, a key or a text says what a person meant, and only a person
//! can say what it should have been.

mod references;
mod keys;
mod texts;

use std::rc::Rc;

use crate::format::file::Content;
use crate::format::rose::stb::Stb;
use crate::format::rose::stl::Stl;
use crate::problem::{Place, Problem, Rule, Spot, Thing};
use crate::world::table::Table;

pub const RULES: &[&Rule] = &[
    &references::MISSING,
    &references::EMPTY,
    &keys::DOUBLED,
    &keys::WITHOUT_TEXT,
    &keys::UNUSED,
    &texts::GARBLED,
];

/// Gives the files around a table by their names in capitals, such as `LIST_NPC.STB`.
pub type Around<'a> = &'a dyn Fn(&str) -> Option<Rc<Content>>;

/// Checks a table. Without a table around it, nothing is said about what refers to that.
pub fn check(file: &str, table: &Table, around: Around<'_>) -> Vec<Problem> {
    let mut problems = references::check(file, table, around);
    problems.extend(keys::check(file, table, around));
    problems.extend(texts::check(file, table));
    problems
}

/// A problem at some cells, told as one. There is at least one of them.
fn at_cells(
    rule: &'static Rule,
    file: &str,
    cells: &[(usize, usize)],
    message: String,
) -> Option<Problem> {
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let thing =
        |(row, column): &(usize, usize)| Thing::Cell { x: number(*column), y: number(*row) };
    let (first, others) = cells.split_first()?;
    let spots = others.iter().map(|cell| Spot::Thing(thing(cell))).collect();
    Some(Problem::new(rule, Place::thing(file, thing(first)), message).with_also(spots))
}

/// The columns of a table that are known, each with its place.
fn known(table: &Table) -> impl Iterator<Item = (usize, &crate::format::rose::meaning::Column)> {
    let heads = table.columns().iter().enumerate();
    heads.filter_map(|(place, head)| Some((place, head.known.as_ref()?)))
}

/// A cell as a plain text, without blanks around it; `None` where it is empty or not ASCII.
fn plain(table: &Table, row: usize, place: usize) -> Option<&str> {
    let text = std::str::from_utf8(table.cell(row, place)?.as_bytes()).ok()?.trim();
    (text.is_ascii() && !text.is_empty()).then_some(text)
}

fn stb(content: &Content) -> Option<&Stb> {
    match content {
        Content::Stb(stb) => Some(stb),
        _ => None,
    }
}

fn stl(content: &Content) -> Option<&Stl> {
    match content {
        Content::Stl(stl) => Some(stl),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::format::file::{self, Kind};
    use crate::format::rose::stb::{self, Row};
    use crate::format::text::{CodePage, Text, Text16};
    use crate::world::table::TableContent;
    use crate::world::table::tests::names;

    /// A table whose columns are some of another: all the others are empty.
    pub(super) fn table_of(columns: &[usize], rows: &[&[&str]]) -> Vec<u8> {
        let n_columns = columns.iter().max().unwrap() + 1;
        let text = |text: &str| Text16::try_from(Text::from(text)).unwrap();
        let row = |cells: &&[&str]| {
            let mut row = vec![text(""); n_columns];
            for (column, cell) in columns.iter().zip(cells.iter()) {
                row[*column] = text(cell);
            }
            Row { name: text(""), cells: row }
        };
        let rows: Vec<Row> = rows.iter().map(row).collect();
        stb::write(&Stb::new(&vec![text("t"); n_columns + 2], &rows).unwrap())
    }

    /// The codes and messages of the first file among the others.
    pub(super) fn found(files: &[(&str, Vec<u8>)]) -> Vec<String> {
        let content = |name: &str, bytes: &[u8]| {
            file::read(Kind::of_name(name).unwrap(), bytes).unwrap().content
        };
        let around: BTreeMap<&str, Rc<Content>> =
            files.iter().map(|(name, bytes)| (*name, Rc::new(content(name, bytes)))).collect();
        let (name, bytes) = &files[0];
        let table = TableContent::of(content(name, bytes)).unwrap();
        let table = Table::new(name, table, CodePage::Cp949).unwrap();
        let problems = check(name, &table, &|name| around.get(name).cloned());
        problems.iter().map(|problem| format!("{}: {}", problem.code, problem.message)).collect()
    }

    #[test]
    fn a_table_alone_says_nothing_about_others() {
        let warps = table_of(&[0, 1], &[&["a", "99"]]);
        assert_eq!(found(&[("WARP.STB", warps)]), [""; 0]);
        let doubled =
            "table-doubled-key: the key `LNPC002` is in rows 1 and 2; the game uses the first";
        assert_eq!(found(&[("LIST_NPC_S.STL", names())]), [doubled]);
    }
}
