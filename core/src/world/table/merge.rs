//! Two tables that come from one: what both sides changed, cell by cell, with conflicts as data.
//!
//! Rows are the same by their number, since that is what other tables know them by; entries of an
//! STL by their key.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::format::text::Text;
use crate::world::three_way::{Line, Report, Verdict};

use super::{Row, Table};

/// A merged table, and what became of both sides.
#[derive(Debug, Clone)]
pub struct Merged {
    pub table: Table,
    pub report: Report,
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
    for (id, row) in our_ids {
        let rows = [base_ids.get(id), Some(row), their_ids.get(id)];
        let [before, _, theirs_row] = rows.map(|row| row.copied());
        match (before.and_then(|n| base.row(n)), theirs_row.and_then(|n| theirs.row(n))) {
            (before, Some(other)) => {
                let empty = table.empty_row();
                merge_row(&mut table, *row, before.unwrap_or(&empty), other, &mut report);
            }
            (Some(before), None) => {
                let is_same = ours.row(*row) == Some(before);
                let verdict = if is_same { Verdict::Take } else { Verdict::Conflict };
                report.add(verdict, || whole(ours, *row, "here", "deleted"));
                if is_same {
                    gone.push(*row);
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
                report_changed(theirs, *row, before, &mut report);
            }
            None => added.push(*row),
        }
    }
    gone.sort_unstable();
    added.sort_unstable();
    let rows = Arc::make_mut(&mut table.rows);
    gone.into_iter().rev().for_each(|row| drop(rows.remove(row)));
    for row in added {
        let Some(new) = theirs.row(row) else { continue };
        report.add(Verdict::Take, || whole(theirs, row, "not there", "added"));
        rows.push(Arc::new(Row { origin: None, cells: new.cells.clone() }));
    }
    Ok(Merged { table, report })
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

fn merge_row(table: &mut Table, row: usize, before: &Row, theirs: &Row, report: &mut Report) {
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
        if verdict == Verdict::Take {
            table.set(row, place, theirs.clone());
        }
    }
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
