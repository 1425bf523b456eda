//! Cells to spreadsheets and back from them: lines of texts with tabs between them.

use std::collections::BTreeMap;

use landwright_core::problem::counted::counted;
use landwright_core::world::table::action::{Action, AddRow, SetCell, SetCells, Typed};

use super::document::TableDocument;
use super::sight::Cell;
use crate::kind::single::OneFile;
use crate::message::Request;
use crate::message::sent::Wishes;

/// Rows of texts.
type Texts = Vec<Vec<String>>;

impl TableDocument {
    pub(super) fn copy(&self) -> Wishes {
        let (_, [left, right]) = self.selected();
        let n_columns = right + 1 - left;
        let cells: Vec<Cell> = self.selected_cells().collect();
        let shown = |cell: &Cell| self.table().shown(cell.row, cell.place).unwrap_or_default();
        let texts: Texts =
            cells.chunks(n_columns).map(|row| row.iter().map(shown).collect()).collect();
        let note = counted(cells.len(), "cell copied", "cells copied");
        let requests = vec![Request::CopyText(to_lines(&texts))];
        Wishes { notes: vec![note], requests, ..Wishes::default() }
    }

    /// From the first selected cell on; one text goes into all that is selected. Rows that there is
    /// no room for are added where all rows are shown in their own order.
    pub(super) fn paste_texts(&mut self, text: &str) -> Wishes {
        let texts = from_lines(text);
        if let [row] = texts.as_slice()
            && let [one] = row.as_slice()
        {
            let cells: Vec<SetCell> =
                self.selected_cells().filter_map(|cell| self.set(cell, one)).collect();
            return self.paste_cells(cells, Vec::new());
        }
        let ([top, _], [left, _]) = self.selected();
        let (places, n_shown) = (self.places(), self.shown().len());
        let n_wide = texts.iter().map(Vec::len).max().unwrap_or_default();
        if left + n_wide > places.len() {
            let n_room = places.len() - left;
            let n_wide = counted(n_wide, "column", "columns");
            return Wishes::warn(format!("Paste: {n_wide} do not fit; there is room for {n_room}"));
        }
        let n_more = (top + texts.len()).saturating_sub(n_shown);
        if n_more > 0 && !self.sight().is_whole() {
            let n_more = counted(n_more, "row does", "rows do");
            return Wishes::warn(format!(
                "Paste: {n_more} not fit; rows are added only while all rows are shown in file \
                order"
            ));
        }
        let (mut cells, mut add) = (Vec::new(), Vec::new());
        for (n, row) in texts.iter().enumerate() {
            let to = places.iter().skip(left);
            match self.shown().get(top + n) {
                Some(shown) => {
                    let row_number = *shown as usize;
                    let set = |(text, place): (&String, &usize)| {
                        self.set(Cell { row: row_number, place: *place }, text)
                    };
                    cells.extend(row.iter().zip(to).filter_map(set));
                }
                None => add.push(AddRow { cells: self.new_cells(row, to) }),
            }
        }
        self.paste_cells(cells, add)
    }

    fn new_cells<'p>(
        &self,
        texts: &[String],
        places: impl Iterator<Item = &'p usize>,
    ) -> BTreeMap<String, Typed> {
        let cell = |(text, place): (&String, &usize)| {
            let head = self.table().columns().get(*place)?;
            (!text.is_empty()).then(|| (head.id.clone(), Typed::Text(text.clone())))
        };
        texts.iter().zip(places).filter_map(cell).collect()
    }

    fn paste_cells(&mut self, cells: Vec<SetCell>, add: Vec<AddRow>) -> Wishes {
        let mut title = format!("Paste {}", counted(cells.len(), "cell", "cells"));
        if !add.is_empty() {
            title += &format!(" and {}", counted(add.len(), "row", "rows"));
        }
        self.act_all(&title, &[Action::SetCells(SetCells { cells, add })])
    }
}

/// As spreadsheets take them: a text with tabs, lines or quotes is quoted.
fn to_lines(texts: &Texts) -> String {
    let cell = |text: &String| match text.contains(['\t', '\n', '\r', '"']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.clone(),
    };
    let line = |row: &Vec<String>| row.iter().map(cell).collect::<Vec<_>>().join("\t");
    texts.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// As spreadsheets give them. A quote that is not closed is a letter.
fn from_lines(text: &str) -> Texts {
    let mut rows: Texts = vec![vec![String::new()]];
    let mut rest = text.strip_suffix("\r\n").or(text.strip_suffix('\n')).unwrap_or(text);
    let mut is_start = true;
    while let Some(letter) = rest.chars().next() {
        if is_start
            && letter == '"'
            && let Some((quoted, behind)) = quoted(rest)
        {
            push(&mut rows, &quoted);
            (rest, is_start) = (behind, false);
            continue;
        }
        rest = rest.get(letter.len_utf8()..).unwrap_or_default();
        is_start = matches!(letter, '\t' | '\n');
        match letter {
            '\t' => rows.iter_mut().last().into_iter().for_each(|row| row.push(String::new())),
            '\n' => rows.push(vec![String::new()]),
            '\r' if rest.starts_with('\n') => {}
            letter => push(&mut rows, letter.encode_utf8(&mut [0; 4])),
        }
    }
    rows
}

fn push(rows: &mut Texts, text: &str) {
    if let Some(cell) = rows.last_mut().and_then(|row| row.last_mut()) {
        cell.push_str(text);
    }
}

/// A text in quotes at the start of some letters, and what is behind it.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut quoted = String::new();
    let mut rest = text.strip_prefix('"')?;
    loop {
        let (before, behind) = rest.split_once('"')?;
        quoted.push_str(before);
        match behind.strip_prefix('"') {
            Some(behind) => {
                quoted.push('"');
                rest = behind;
            }
            None => {
                let is_end = behind.is_empty() || behind.starts_with(['\t', '\n', '\r']);
                return is_end.then_some((quoted, behind));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_to_a_spreadsheet_comes_back() {
        let texts = |rows: &[&[&str]]| -> Texts {
            rows.iter().map(|row| row.iter().map(|text| (*text).to_owned()).collect()).collect()
        };
        let ugly = texts(&[&["a", "", "say \"hi\""], &["two\nlines", "tab\there", "\""]]);
        assert_eq!(from_lines(&to_lines(&ugly)), ugly);
        assert_eq!(from_lines("1\t2\r\n3\t4\r\n"), texts(&[&["1", "2"], &["3", "4"]]));
        assert_eq!(from_lines("\"open\t2"), texts(&[&["\"open", "2"]]));
        assert_eq!(from_lines("\"in\" quotes"), texts(&[&["\"in\" quotes"]]));
        assert_eq!(from_lines(""), texts(&[&[""]]));
    }
}
