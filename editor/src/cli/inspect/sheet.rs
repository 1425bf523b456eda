//! What is said of a file: sections of rows, with aligned columns.

use std::collections::BTreeMap;
use std::fmt;

use landwright_core::format::number::F32;
use unicode_width::UnicodeWidthStr;

/// A cell is not padded beyond this, so that one long name doesn't push everything aside.
const MAX_WIDTH: usize = 40;
/// How much of a long list is shown.
pub(super) const MAX_LISTED: usize = 20;

#[derive(Debug, Default)]
pub(super) struct Sheet {
    sections: Vec<Section>,
}

#[derive(Debug)]
struct Section {
    title: String,
    rows: Vec<Vec<String>>,
    /// What was not listed.
    n_more: usize,
}

impl Sheet {
    /// Starts a section. One that stays empty is not shown.
    pub(super) fn section(&mut self, title: impl Into<String>) {
        self.sections.push(Section { title: title.into(), rows: Vec::new(), n_more: 0 });
    }

    /// A row of the last section.
    pub(super) fn row(&mut self, label: impl Into<String>, value: impl Into<String>) {
        self.cells(vec![label.into(), value.into()]);
    }

    /// A row of more than two cells.
    pub(super) fn cells(&mut self, cells: Vec<String>) {
        if self.sections.is_empty() {
            self.section("");
        }
        if let Some(section) = self.sections.last_mut() {
            section.rows.push(cells);
        }
    }

    /// A section with a row for each thing of a list, of which the first ones are shown.
    pub(super) fn list<T>(
        &mut self,
        title: impl Into<String>,
        things: impl IntoIterator<Item = T>,
        mut row: impl FnMut(T) -> Vec<String>,
    ) {
        let mut things = things.into_iter();
        self.section(title);
        for thing in things.by_ref().take(MAX_LISTED) {
            self.cells(row(thing));
        }
        if let Some(section) = self.sections.last_mut() {
            section.n_more = things.count();
        }
    }
}

impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for section in self.sections.iter().filter(|section| !section.rows.is_empty()) {
            write!(f, "\n{section}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Section { title, rows, n_more } = self;
        if !title.is_empty() {
            writeln!(f, "{title}")?;
        }
        let n_columns = rows.iter().map(Vec::len).max().unwrap_or_default();
        let columns: Vec<Column> = (0..n_columns).map(|idx| Column::of(rows, idx)).collect();
        for row in rows {
            let mut line = String::from(" ");
            for (cell, column) in row.iter().zip(&columns) {
                line.push(' ');
                column.pad(cell, &mut line);
                line.push(' ');
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        if *n_more > 0 {
            writeln!(f, "  … and {n_more} more")?;
        }
        Ok(())
    }
}

struct Column {
    width: usize,
    is_numeric: bool,
}

impl Column {
    fn of(rows: &[Vec<String>], idx: usize) -> Column {
        let cells = || rows.iter().filter_map(|row| row.get(idx));
        let is_number = |cell: &String| {
            cell.chars().all(|c| c.is_ascii_digit() || "-,. %".contains(c)) || cell.is_empty()
        };
        let width = cells().map(|cell| cell.width()).max().unwrap_or_default();
        Column { width: width.min(MAX_WIDTH), is_numeric: cells().all(is_number) }
    }

    /// Numbers are below each other by their last digit.
    fn pad(&self, cell: &str, line: &mut String) {
        let blanks = " ".repeat(self.width.saturating_sub(cell.width()));
        let (before, behind) =
            if self.is_numeric { (blanks.as_str(), "") } else { ("", blanks.as_str()) };
        line.push_str(before);
        line.push_str(cell);
        line.push_str(behind);
    }
}

/// The least and the greatest of some numbers, and how many are not finite.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Range {
    min: f32,
    max: f32,
    n_odd: usize,
}

impl Range {
    pub(super) fn of(numbers: impl IntoIterator<Item = F32>) -> Range {
        let mut range = Range { min: f32::INFINITY, max: f32::NEG_INFINITY, n_odd: 0 };
        for number in numbers {
            match number.get() {
                number if number.is_finite() => {
                    range.min = range.min.min(number);
                    range.max = range.max.max(number);
                }
                _ => range.n_odd += 1,
            }
        }
        range
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.min <= self.max {
            true => write!(f, "{} to {}", self.min, self.max)?,
            false => write!(f, "none")?,
        }
        if self.n_odd > 0 {
            write!(f, ", and {} that are not numbers", self.n_odd)?;
        }
        Ok(())
    }
}

/// `12.3 %`.
pub(super) fn percent(part: usize, whole: usize) -> String {
    format!("{:.1} %", part as f64 * 100.0 / whole.max(1) as f64)
}

/// How often each of some things is there, in their order.
pub(super) fn counts<T: Ord>(things: impl IntoIterator<Item = T>) -> BTreeMap<T, usize> {
    let mut counts = BTreeMap::new();
    for thing in things {
        *counts.entry(thing).or_default() += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_empty_sections_left_out() {
        let mut sheet = Sheet::default();
        sheet.section("Empty");
        sheet.list("Monsters", [(7, "블러드뱃"), (1030, "fairy")], |(id, name)| {
            vec![id.to_string(), name.to_owned(), "x".to_owned()]
        });
        assert_eq!(sheet.to_string(), "\nMonsters\n     7  블러드뱃  x\n  1030  fairy     x\n");
    }

    #[test]
    fn a_range_leaves_out_what_is_no_number() {
        let range = |numbers: &[f32]| Range::of(numbers.iter().map(|n| F32::new(*n))).to_string();
        assert_eq!(range(&[3.0, -1.5]), "-1.5 to 3");
        assert_eq!(range(&[3.0, f32::NAN]), "3 to 3, and 1 that are not numbers");
        assert_eq!(range(&[]), "none");
    }

    #[test]
    fn a_long_list_says_how_much_is_missing() {
        let mut sheet = Sheet::default();
        sheet.list("Rows", 0..MAX_LISTED + 3, |idx| vec![idx.to_string()]);
        assert!(sheet.to_string().ends_with("  19\n  … and 3 more\n"), "{sheet}");
    }
}
