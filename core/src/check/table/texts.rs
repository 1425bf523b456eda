//! Texts that the code page of the project does not have.

use super::at_cells;
use crate::problem::{Problem, Rule, Severity};
use crate::world::table::Table;

pub(super) const GARBLED: Rule = Rule {
    code: "table-text-garbled",
    severity: Severity::Information,
    title: "Text in a different code page",
    explanation: "\
Some cells of a table are not valid text in the code page of the project, so they are shown as \
bytes. Most often the table is from a client of a different country, or a tool wrote it in a \
different code page.

Set the code page in landwright.toml, or take the table from a client of your country. Saving \
keeps such cells as they are. There is no bulk fix: the intended letters are not known.",
};

pub(super) fn check(file: &str, table: &Table) -> Option<Problem> {
    // Places are told as the game counts columns, where there are row names before those.
    let n_before = usize::from(table.columns().first().is_some_and(|head| head.id == "name"));
    let places = 0..table.columns().len();
    let cells = (0..table.n_rows()).flat_map(|row| places.clone().map(move |place| (row, place)));
    let garbled: Vec<(usize, usize)> =
        cells.filter(|(row, place)| table.is_garbled(*row, *place)).collect();
    let (row, place) = *garbled.first()?;
    let column = table.columns().get(place).map(|head| head.in_words()).unwrap_or_default();
    let message =
        format!("row {row}, column {column} is not valid text in {}", table.code_page_of(place));
    let cells: Vec<(usize, usize)> =
        garbled.iter().map(|(row, place)| (*row, place.saturating_sub(n_before))).collect();
    at_cells(&GARBLED, file, &cells, message)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{found, table_of};

    #[test]
    fn bytes_that_are_no_text_are_told_once_a_table() {
        let mut bytes = table_of(&[0], &[&["Goblin"], &["Bat"], &["xy"]]);
        assert_eq!(found(&[("A.STB", bytes.clone())]), [""; 0]);
        for text in [&b"Bat"[..], b"xy"] {
            let at = bytes.windows(text.len()).position(|bytes| bytes == text).unwrap();
            bytes[at + text.len() - 1] = 0xff;
        }
        let expected = "table-text-garbled: row 1, column 0 t is not valid text in CP949 (Korean), \
            and so in 1 more places";
        assert_eq!(found(&[("A.STB", bytes)]), [expected]);
    }
}
