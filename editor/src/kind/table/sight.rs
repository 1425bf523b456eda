//! What of a table is in sight: search, filters and order. They change the view, and never the file.

use std::cmp::Ordering;

use landwright_core::world::table::Table;

/// A cell by the number of its row and the place of its column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cell {
    pub row: usize,
    pub place: usize,
}

/// The order of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sort {
    pub place: usize,
    pub is_descending: bool,
}

/// Rows without it are hidden.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    pub place: usize,
    pub test: Test,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Test {
    Is(String),
    Contains(String),
    Empty,
    Filled,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sight {
    /// The text that is searched for, in any cell.
    pub search: String,
    pub only_found: bool,
    /// By their numbers where there is none.
    pub sort: Option<Sort>,
    /// One for a column at most.
    pub filters: Vec<Filter>,
}

impl Sight {
    /// Whether every row is shown in its own place.
    pub fn is_whole(&self) -> bool {
        let hides = self.only_found && !self.search.is_empty();
        self.sort.is_none() && self.filters.is_empty() && !hides
    }

    pub fn filter_of(&self, place: usize) -> Option<&Filter> {
        self.filters.iter().find(|filter| filter.place == place)
    }

    /// The numbers of the rows that are shown, in their order.
    pub fn rows(&self, table: &Table) -> Vec<u32> {
        let wanted = self.wanted();
        let is_shown = |row: &u32| {
            let row = *row as usize;
            let is_found =
                || (0..table.columns().len()).any(|place| has(table, row, place, &wanted));
            self.filters.iter().all(|filter| filter.lets_through(table, row))
                && (!self.only_found || wanted.is_empty() || is_found())
        };
        let n_rows = u32::try_from(table.n_rows()).unwrap_or(u32::MAX);
        let mut rows: Vec<u32> = (0..n_rows).filter(is_shown).collect();
        if let Some(sort) = self.sort {
            let mut keyed: Vec<(Key, u32)> = rows
                .into_iter()
                .map(|row| (Key::of(table, row as usize, sort.place), row))
                .collect();
            // Rows that are alike stay in their order.
            keyed.sort_by(|(a, _), (b, _)| if sort.is_descending { b.cmp(a) } else { a.cmp(b) });
            rows = keyed.into_iter().map(|(_, row)| row).collect();
        }
        rows
    }

    /// The text that is searched for, as [`has`] takes it.
    pub fn wanted(&self) -> String {
        self.search.trim().to_lowercase()
    }
}

impl Filter {
    fn lets_through(&self, table: &Table, row: usize) -> bool {
        match &self.test {
            Test::Is(text) => table.shown(row, self.place).as_ref() == Some(text),
            Test::Contains(text) => has(table, row, self.place, &text.to_lowercase()),
            Test::Empty => is_empty(table, row, self.place),
            Test::Filled => !is_empty(table, row, self.place),
        }
    }

    pub fn in_words(&self) -> String {
        match &self.test {
            Test::Is(text) => format!("is {text}"),
            Test::Contains(text) => format!("contains {text}"),
            Test::Empty => "is empty".to_owned(),
            Test::Filled => "is not empty".to_owned(),
        }
    }
}

fn is_empty(table: &Table, row: usize, place: usize) -> bool {
    table.cell(row, place).is_none_or(|cell| cell.is_empty())
}

/// Whether a cell has a text, which is in small letters.
pub fn has(table: &Table, row: usize, place: usize, wanted: &str) -> bool {
    let Some(cell) = table.cell(row, place).map(|cell| cell.as_bytes()) else { return false };
    if wanted.is_empty() || cell.is_empty() {
        return false;
    }
    // Nearly all cells are of this kind, and there may be a million of them.
    if cell.is_ascii() && !cell.contains(&0) {
        let wanted = wanted.as_bytes();
        return cell.windows(wanted.len()).any(|part| part.eq_ignore_ascii_case(wanted));
    }
    table.shown(row, place).is_some_and(|shown| shown.to_lowercase().contains(wanted))
}

/// What a row is sorted by: numbers first, then texts, and empty cells last.
#[derive(Debug, PartialEq)]
enum Key {
    Number(f64),
    Text(String),
    Empty,
}

impl Key {
    fn of(table: &Table, row: usize, place: usize) -> Key {
        let text = table.shown(row, place).unwrap_or_default();
        match text.trim() {
            "" => Key::Empty,
            plain => match plain.parse::<f64>() {
                Ok(number) if number.is_finite() => Key::Number(number),
                _ => Key::Text(plain.to_lowercase()),
            },
        }
    }

    fn cmp(&self, other: &Key) -> Ordering {
        let rank = |key: &Key| match key {
            Key::Number(_) => 0,
            Key::Text(_) => 1,
            Key::Empty => 2,
        };
        match (self, other) {
            (Key::Number(a), Key::Number(b)) => a.total_cmp(b),
            (Key::Text(a), Key::Text(b)) => a.cmp(b),
            _ => rank(self).cmp(&rank(other)),
        }
    }
}
