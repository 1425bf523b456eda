//! Two tables that come from one: what both sides changed, cell by cell, with conflicts as data.
//!
//! Rows are the same by their number, since that is what other tables know them by; entries of an
//! STL by their key.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::format::text::Text;
use crate::world::three_way::{Line, Report, Verdict};

use super::{Row, Table};

/// A merged table, and what became of both sides.
#[derive(Debug, Clone)]
pub struct Merged {
    pub table: Table,
    pub report: Report,
    /// What decides each of the conflicts for the other side, in their order; `None` for what goes
    /// with the conflict before it.
    pub takes: Vec<Option<Take>>,
}

/// What decides a conflict for the other side. Texts are as people type them: see [`Table::typed`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Take {
    Cell {
        row: Called,
        place: usize,
        text: String,
    },
    Delete(Called),
    /// A row that ours deleted.
    Add {
        row: usize,
        texts: Vec<String>,
    },
}

/// A row of the merged table, which may have gone elsewhere since.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Called {
    pub row: usize,
    /// Its key, or its first text.
    pub name: String,
}

/// Why tables can't be merged or compared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the tables have different columns: {ours} here, {theirs} there")]
pub struct OtherColumns {
    pub ours: usize,
    pub theirs: usize,
}

/// What a row is known by: its number, or its key and which of that key it is.
type Id = (Vec<u8>, usize);

/// What `theirs` changed since `base`, put into `ours`. What both changed differently stays as it is
/// in `ours`, and is a conflict.
pub fn merge(base: &Table, ours: &Table, theirs: &Table) -> Result<Merged, OtherColumns> {
    check_columns(ours, base)?;
    check_columns(ours, theirs)?;
    let sides = [base, ours, theirs].map(by_id);
    let [base_ids, our_ids, their_ids] = &sides;
    let mut report = Report::default();
    let mut table = ours.clone();
    let mut gone = Vec::new();
    let mut takes = Vec::new();
    for (id, row) in our_ids {
        let rows = [base_ids.get(id), Some(row), their_ids.get(id)];
        let [before, _, theirs_row] = rows.map(|row| row.copied());
        match (before.and_then(|n| base.row(n)), theirs_row.and_then(|n| theirs.row(n))) {
            (before, Some(other)) => {
                let empty = table.empty_row();
                let before = before.unwrap_or(&empty);
                for place in merge_row(&mut table, *row, before, other, &mut report) {
                    let text = theirs.shown_of(other, place);
                    let row = Called { row: *row, name: String::new() };
                    takes.push(Some(Take::Cell { row, place, text }));
                }
            }
            (Some(before), None) => {
                let is_same = ours.row(*row) == Some(before);
                let verdict = if is_same { Verdict::Take } else { Verdict::Conflict };
                report.add(verdict, || whole(ours, *row, "here", "deleted"));
                if is_same {
                    gone.push(*row);
                } else {
                    takes.push(Some(Take::Delete(Called { row: *row, name: String::new() })));
                }
            }
            (None, None) => {}
        }
    }
    let mut added: Vec<usize> = Vec::new();
    for (id, row) in their_ids.iter().filter(|(id, _)| !our_ids.contains_key(*id)) {
        match base_ids.get(id).and_then(|n| base.row(*n)) {
            // It was deleted here, and left alone there.
            Some(before) if theirs.row(*row) == Some(before) => {}
            Some(before) => {
                report.add(Verdict::Conflict, || whole(theirs, *row, "deleted", "changed"));
                let texts = (0..theirs.columns().len())
                    .map(|place| theirs.shown(*row, place).unwrap_or_default());
                takes.push(Some(Take::Add { row: *row, texts: texts.collect() }));
                report_changed(theirs, *row, before, &mut report);
                takes.resize(report.conflicts.len(), None);
            }
            None => added.push(*row),
        }
    }
    gone.sort_unstable();
    added.sort_unstable();
    let rows = Arc::make_mut(&mut table.rows);
    gone.iter().rev().for_each(|row| drop(rows.remove(*row)));
    for row in added {
        let Some(new) = theirs.row(row) else { continue };
        report.add(Verdict::Take, || whole(theirs, row, "not there", "added"));
        rows.push(Arc::new(Row { origin: None, cells: new.cells.clone() }));
    }
    for take in takes.iter_mut().flatten() {
        if let Take::Cell { row, .. } | Take::Delete(row) = take {
            row.row -= gone.partition_point(|gone| *gone < row.row);
            row.name = table.name_of_row(row.row);
        }
    }
    Ok(Merged { table, report, takes })
}

/// What makes one table into another, cell by cell.
pub fn compare(before: &Table, after: &Table) -> Result<Vec<Line>, OtherColumns> {
    Ok(merge(before, before, after)?.report.changes)
}

fn check_columns(ours: &Table, other: &Table) -> Result<(), OtherColumns> {
    let (ours, theirs) = (ours.columns().len(), other.columns().len());
    if ours == theirs { Ok(()) } else { Err(OtherColumns { ours, theirs }) }
}

fn by_id(table: &Table) -> BTreeMap<Id, usize> {
    let mut seen: BTreeMap<&[u8], usize> = BTreeMap::new();
    let mut id = |n: usize, row: &'_ Row| match row.cells.first().filter(|_| table.has_keys()) {
        Some(key) => {
            let nth = seen.entry(key_in(table, n)).or_default();
            *nth += 1;
            (key.as_bytes().to_vec(), *nth)
        }
        None => (Vec::new(), n),
    };
    table.rows().enumerate().map(|(n, row)| (id(n, row), n)).collect()
}

fn key_in(table: &Table, row: usize) -> &[u8] {
    table.cell(row, 0).map_or(&[], Text::as_bytes)
}

/// Answers with the places of those cells that are in conflict.
fn merge_row(
    table: &mut Table,
    row: usize,
    before: &Row,
    theirs: &Row,
    report: &mut Report,
) -> Vec<usize> {
    let mut in_conflict = Vec::new();
    for (place, theirs) in theirs.cells.iter().enumerate() {
        let Some(ours) = table.cell(row, place).cloned() else { continue };
        let nothing = Text::default();
        let before = before.cells.get(place).unwrap_or(&nothing);
        let verdict = Verdict::of(before, &ours, theirs);
        report.add(verdict, || {
            let show = |text: &Text| Some(table.base.coding_at(place).show(text.as_bytes()));
            Line {
                row,
                thing: table.row_in_words(row),
                field: table.columns().get(place).map(super::Head::in_words).unwrap_or_default(),
                base: show(before),
                ours: show(&ours),
                theirs: show(theirs),
            }
        });
        match verdict {
            Verdict::Take => table.set(row, place, theirs.clone()),
            Verdict::Conflict => in_conflict.push(place),
            Verdict::Keep => {}
        }
    }
    in_conflict
}

/// What was changed of a row that is deleted in ours, so that no value of it is lost.
fn report_changed(theirs: &Table, row: usize, before: &Row, report: &mut Report) {
    let cells = theirs.row(row).into_iter().flat_map(|row| row.cells.iter());
    for (place, (was, is)) in before.cells.iter().zip(cells).enumerate() {
        let show = |text: &Text| Some(theirs.base.coding_at(place).show(text.as_bytes()));
        let verdict = if was == is { Verdict::Keep } else { Verdict::Conflict };
        report.add(verdict, || Line {
            row,
            thing: theirs.row_in_words(row),
            field: theirs.columns().get(place).map(super::Head::in_words).unwrap_or_default(),
            base: show(was),
            ours: None,
            theirs: show(is),
        });
    }
}

fn whole(table: &Table, row: usize, ours: &str, theirs: &str) -> Line {
    Line {
        row,
        thing: table.row_in_words(row),
        field: "row".to_owned(),
        base: None,
        ours: Some(ours.to_owned()),
        theirs: Some(theirs.to_owned()),
    }
}

impl Table {
    /// The table with the other side in some conflicts of a merge, or why it can't have that.
    pub fn with_theirs(&self, takes: &[Take]) -> Result<Table, String> {
        let mut table = self.clone();
        let (mut gone, mut added) = (Vec::new(), Vec::new());
        for take in takes {
            match take {
                Take::Cell { row, place, text } => {
                    let at = self.find_row(row)?;
                    let text = self.typed(*place, text).map_err(|refusal| refusal.to_string())?;
                    table.set(at, *place, text);
                }
                Take::Delete(row) => gone.push(self.find_row(row)?),
                Take::Add { row, texts } => added.push((*row, texts)),
            }
        }
        gone.sort_unstable();
        gone.dedup();
        let rows = Arc::make_mut(&mut table.rows);
        gone.into_iter().rev().for_each(|row| drop(rows.remove(row)));
        added.sort_unstable();
        for (row, texts) in added {
            // A row is known by its number, or else by its key.
            if !self.has_keys() && row > rows.len() {
                return Err(format!("there is no row {} before it", row - 1));
            }
            let cells = texts.iter().enumerate().map(|(place, text)| self.typed(place, text));
            let cells = cells.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
            if cells.len() != self.columns().len() {
                return Err("it has other columns".to_owned());
            }
            rows.insert(row.min(rows.len()), Arc::new(Row { origin: None, cells }));
        }
        Ok(table)
    }

    /// Where a row is by now.
    pub fn find_row(&self, Called { row, name }: &Called) -> Result<usize, String> {
        let is_it = |row: &usize| self.name_of_row(*row) == *name;
        if *row < self.n_rows() && is_it(row) {
            return Ok(*row);
        }
        let mut named = (0..self.n_rows()).filter(is_it).filter(|_| !name.is_empty());
        match (named.next(), named.next()) {
            (Some(row), None) => Ok(row),
            // It was renamed.
            _ if !self.has_keys() && *row < self.n_rows() => Ok(*row),
            _ => Err(format!("row {row} {name} is not there any more")),
        }
    }

    fn name_of_row(&self, row: usize) -> String {
        match self.has_keys() {
            true => self.shown(row, 0).unwrap_or_default(),
            false => {
                let words = self.row_in_words(row);
                words.split_once(' ').map(|(_, name)| name.to_owned()).unwrap_or_default()
            }
        }
    }

    fn shown_of(&self, row: &Row, place: usize) -> String {
        let text = row.cells.get(place).map(Text::as_bytes).unwrap_or_default();
        self.base.coding_at(place).show(text)
    }

    /// A row as people know it: its number or key, and its first text.
    pub fn row_in_words(&self, row: usize) -> String {
        let first = usize::from(!self.has_keys());
        let text = (first..self.columns().len().min(first + 2))
            .filter_map(|place| self.shown(row, place))
            .find(|text| !text.is_empty() && !text.starts_with("hex:"));
        match text.filter(|_| self.columns().len() > 1) {
            Some(text) if self.has_keys() => text,
            Some(text) => format!("#{row} {text}"),
            None => format!("#{row}"),
        }
    }
}
