//! CSV for spreadsheets: a line for each row of a table, and a column for each column.
//!
//! Each line has its base beside it: how the row was given out. So an import takes only what
//! somebody changed in the sheet, and leaves what others changed since: see
//! [`three_way`](crate::world::three_way).

use std::collections::{BTreeMap, BTreeSet};

use crate::format::csv::{self, Writer};
use crate::world::three_way::{Line, Report, Verdict};

use super::Table;
use super::action::{Action, AddRow, ColumnName, SetCell, SetCells, Typed};

/// The number of a row; new rows have none.
const ROW: &str = "row";
const BASE: &str = "base";

/// So many columns at the start say which thing a row is.
const NAMES: usize = 3;

/// Why a file can't be brought in: where, and what is wrong there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct Wrong {
    pub place: String,
    pub reason: String,
}

/// What a file asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct Incoming {
    pub action: Action,
    /// Cell by cell, with what stays as others made it since.
    pub report: Report,
}

/// The cells of a row that are not empty, by the id of their column.
type Cells = BTreeMap<String, String>;

/// A line for each row.
pub fn to_csv(table: &Table) -> String {
    let mut sheet = Writer::for_spreadsheets();
    let heads = table.columns().iter().map(super::Head::in_words);
    sheet.row(std::iter::once(ROW.to_owned()).chain(heads).chain([BASE.to_owned()]));
    for row in 0..table.n_rows() {
        let cells = (0..table.columns().len()).map(|place| table.shown(row, place));
        let cells: Vec<String> = cells.map(Option::unwrap_or_default).collect();
        let base = serde_json::to_string(&filled(table, &cells)).unwrap_or_default();
        sheet.row(std::iter::once(row.to_string()).chain(cells).chain([base]));
    }
    sheet.text
}

fn filled(table: &Table, cells: &[String]) -> Cells {
    let cells = table.columns().iter().zip(cells).filter(|(_, cell)| !cell.is_empty());
    cells.map(|(head, cell)| (head.id.clone(), cell.clone())).collect()
}

/// What has to be done to a table so that its rows are those of a CSV file. Columns may be missing,
/// as may rows. A line without a number is a new row.
pub fn from_csv(table: &Table, data: &[u8]) -> Result<Incoming, Wrong> {
    let wrong = |line: usize, reason: String| Wrong { place: format!("line {line}"), reason };
    let lines = csv::read(data).map_err(|(line, reason)| wrong(line, reason.to_owned()))?;
    let mut lines = lines.into_iter();
    let (first, titles) = lines.next().unwrap_or((1, Vec::new()));
    let sheet = Sheet::new(table, &titles).map_err(|reason| wrong(first, reason))?;
    let mut incoming = Arriving::default();
    for (line, cells) in lines {
        if cells.iter().skip(titles.len()).any(|cell| !cell.trim().is_empty()) {
            let (found, expected) = (cells.len(), titles.len());
            let reason = format!("has {found} cells, but line {first} names {expected} columns");
            return Err(wrong(line, reason));
        }
        sheet.take(line, &cells, &mut incoming).map_err(|reason| wrong(line, reason))?;
    }
    let Arriving { cells, add, report, .. } = incoming;
    Ok(Incoming { action: Action::SetCells(SetCells { cells, add }), report })
}

/// What was read so far.
#[derive(Debug, Default)]
struct Arriving {
    cells: Vec<SetCell>,
    add: Vec<AddRow>,
    report: Report,
    seen: BTreeSet<usize>,
}

/// A file whose first line is read.
struct Sheet<'t> {
    table: &'t Table,
    /// For each column of the file, its place in the table.
    places: Vec<Place>,
    row_at: usize,
    /// Where each key is.
    keys: BTreeMap<String, usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Row,
    Base,
    Cell(usize),
}

impl<'t> Sheet<'t> {
    fn new(table: &'t Table, titles: &[String]) -> Result<Sheet<'t>, String> {
        let mut places = Vec::new();
        for title in titles {
            let title = title.trim();
            let place = match title.to_ascii_lowercase().as_str() {
                ROW => Place::Row,
                BASE => Place::Base,
                _ => Place::Cell(place_of(table, title)?),
            };
            if places.contains(&place) {
                return Err(format!("column `{title}` is there twice, but must be there once"));
            }
            places.push(place);
        }
        let needed = "the first line must name the columns, including `row`";
        let row_at = places.iter().position(|place| *place == Place::Row).ok_or(needed)?;
        let keys = match table.has_keys() {
            true => (0..table.n_rows())
                .rev()
                .filter_map(|row| Some((table.shown(row, 0)?, row)))
                .collect(),
            false => BTreeMap::new(),
        };
        Ok(Sheet { table, places, row_at, keys })
    }

    fn take(&self, line: usize, cells: &[String], to: &mut Arriving) -> Result<(), String> {
        let number = cells.get(self.row_at).map(|cell| cell.trim()).unwrap_or_default();
        let Some(base) = self.base(cells)? else {
            return match number {
                "" => {
                    to.add.push(self.new_row(line, cells, &mut to.report));
                    Ok(())
                }
                _ => {
                    to.report.n_unchecked += 1;
                    let row = self.row_of(number, None)?.ok_or_else(|| {
                        let n_rows = self.table.n_rows();
                        format!("there is no row {number}: the table has {n_rows}; a new row has no number")
                    })?;
                    self.merge(line, row, cells, None, to)
                }
            };
        };
        match self.row_of(number, Some(&base))? {
            Some(row) => self.merge(line, row, cells, Some(&base), to),
            None => {
                self.tell_gone(line, number, cells, &base, &mut to.report);
                Ok(())
            }
        }
    }

    fn base(&self, cells: &[String]) -> Result<Option<Cells>, String> {
        let at = self.places.iter().position(|place| *place == Place::Base);
        let base = at.and_then(|at| cells.get(at)).map(|cell| cell.trim()).unwrap_or_default();
        if base.is_empty() {
            return Ok(None);
        }
        let wrong = "differs from the export; export it again, or empty the cell";
        serde_json::from_str(base).map(Some).map_err(|error| format!("{BASE} {wrong}: {error}"))
    }

    /// The row that is meant, as the table has it now.
    fn row_of(&self, number: &str, base: Option<&Cells>) -> Result<Option<usize>, String> {
        let numbered = number.parse::<usize>();
        let key = base.and_then(|base| base.get("key"));
        if let Some(key) = key.filter(|_| self.table.has_keys()) {
            let same = |row: &usize| self.table.shown(*row, 0).as_ref() == Some(key);
            let row = numbered.ok().filter(same).or_else(|| self.keys.get(key).copied());
            return Ok(row);
        }
        let row = numbered.map_err(|_| {
            format!("row is `{number}`, and must be a number, or empty for a new row")
        })?;
        Ok(Some(row).filter(|row| *row < self.table.n_rows()))
    }

    fn cells<'c>(&self, cells: &'c [String]) -> impl Iterator<Item = (usize, &'c str)> {
        self.places.iter().zip(cells).filter_map(|(place, cell)| match place {
            Place::Cell(place) => Some((*place, cell.as_str())),
            Place::Row | Place::Base => None,
        })
    }

    fn merge(
        &self,
        line: usize,
        row: usize,
        cells: &[String],
        base: Option<&Cells>,
        to: &mut Arriving,
    ) -> Result<(), String> {
        if !to.seen.insert(row) {
            return Err(format!(
                "row {row} is there twice; a copy that is a new row has no number"
            ));
        }
        let is_other = base.is_some_and(|base| self.is_other(row, base));
        for (place, theirs) in self.cells(cells) {
            let Some(head) = self.table.columns().get(place) else { continue };
            let ours = self.table.shown(row, place).unwrap_or_default();
            let before = base.map(|base| base.get(&head.id).map_or("", String::as_str));
            let verdict = match Verdict::of(&before.unwrap_or(&ours), &ours.as_str(), &theirs) {
                Verdict::Take if is_other => Verdict::Conflict,
                verdict => verdict,
            };
            to.report.add(verdict, || Line {
                row: line,
                thing: self.table.row_in_words(row),
                field: head.in_words(),
                base: before.map(str::to_owned),
                ours: Some(ours.clone()),
                theirs: Some(theirs.to_owned()),
            });
            if verdict == Verdict::Take {
                let column = ColumnName::Name(head.id.clone());
                to.cells.push(SetCell { row, column, to: Typed::Text(theirs.to_owned()) });
            }
        }
        Ok(())
    }

    /// Whether a row is most likely not the one that was exported, but one that others moved to its
    /// number: it has another name, and differs in more than that. What was changed for the old one
    /// is then a conflict.
    fn is_other(&self, row: usize, base: &Cells) -> bool {
        let differs = |place: usize| {
            let head = self.table.columns().get(place)?;
            let ours = self.table.shown(row, place).unwrap_or_default();
            let before = base.get(&head.id).map_or("", String::as_str);
            (!ours.is_empty() || !before.is_empty()).then_some(ours != before)
        };
        let mut names = (0..NAMES).filter_map(differs).peekable();
        let is_named_otherwise = names.peek().is_some() && names.all(|differs| differs);
        let all = (0..self.table.columns().len()).filter_map(differs);
        is_named_otherwise && all.filter(|differs| *differs).count() >= NAMES
    }

    fn new_row(&self, line: usize, cells: &[String], report: &mut Report) -> AddRow {
        let mut new = AddRow::default();
        for (place, cell) in self.cells(cells).filter(|(_, cell)| !cell.is_empty()) {
            let Some(head) = self.table.columns().get(place) else { continue };
            report.add(Verdict::Take, || Line {
                row: line,
                thing: "new row".to_owned(),
                field: head.in_words(),
                base: None,
                ours: None,
                theirs: Some(cell.to_owned()),
            });
            new.cells.insert(head.id.clone(), Typed::Text(cell.to_owned()));
        }
        new
    }

    /// A row that the table does not have any more: what the file changed of it is a conflict.
    fn tell_gone(
        &self,
        line: usize,
        number: &str,
        cells: &[String],
        base: &Cells,
        report: &mut Report,
    ) {
        for (place, theirs) in self.cells(cells) {
            let Some(head) = self.table.columns().get(place) else { continue };
            let before = base.get(&head.id).map_or("", String::as_str);
            if before != theirs {
                report.add(Verdict::Conflict, || Line {
                    row: line,
                    thing: format!("row {number}"),
                    field: head.in_words(),
                    base: Some(before.to_owned()),
                    ours: None,
                    theirs: Some(theirs.to_owned()),
                });
            }
        }
    }
}

/// A column by what its title begins with, or as scripts name it.
fn place_of(table: &Table, title: &str) -> Result<usize, String> {
    let id = title.split_whitespace().next().unwrap_or_default();
    let is_id = |head: &super::Head| head.id == id && head.in_words().starts_with(title);
    if let Some(place) = table.columns().iter().position(is_id) {
        return Ok(place);
    }
    let by_id = table.columns().iter().position(|head| head.id == id);
    match table.place_of(title) {
        Ok(place) => Ok(place),
        Err(refusal) => by_id.ok_or_else(|| refusal.to_string()),
    }
}
