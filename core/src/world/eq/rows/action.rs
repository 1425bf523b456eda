//! What can be done to rows of a server, as data: scripts say it in this way.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::nav::eq::answer::{As, Volumes, answer};
use crate::nav::eq::ground::Ground;
use crate::problem::nearest::nearest;
use crate::world::eq::rows::grid::{AddGrid, RemoveGrids};
use crate::world::eq::rows::row::{InZone, Row, Table, bare};
use crate::world::eq::rows::{Form, Rows, sheet, statements};
use crate::world::scripted::Scripted;

/// Something to do to rows, with its arguments.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "kebab-case")]
pub enum Action {
    MoveRows(MoveRows),
    SetRows(SetRows),
    DropRows(DropRows),
    AddRow(AddRow),
    RemoveRows(RemoveRows),
    AddGrid(AddGrid),
    RemoveGrids(RemoveGrids),
}

/// Which rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Selection {
    Numbers(Vec<u32>),
    /// By the values of columns; `table` is the table.
    Matching(BTreeMap<String, Cell>),
}

/// A value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    Null,
    Number(serde_json::Number),
    Text(String),
    /// As a row of the file has it, with its quotes.
    #[serde(skip_deserializing)]
    Written(String),
}

/// Moves the points of rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveRows {
    pub rows: Selection,
    pub by: [f64; 3],
}

/// Sets columns of rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetRows {
    pub rows: Selection,
    pub fields: BTreeMap<String, Cell>,
}

/// Puts rows on their floor, as the server finds it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DropRows {
    pub rows: Selection,
    /// Of what is there, which the server lifts above the floor by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<f64>,
}

/// Adds a row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddRow {
    pub fields: BTreeMap<String, Cell>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoveRows {
    pub rows: Selection,
}

/// Why rows stay as they are.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    #[error("no row matches")]
    NothingMatches,
    #[error("there is no row {0}: `landwright inspect` lists their numbers")]
    NoRow(u32),
    #[error("{table} has no column {column}{hint}")]
    NoColumn { table: String, column: String, hint: String },
    #[error("row {0} has no key or shares it with a different one, so no statement can name it")]
    NoKey(u32),
    #[error("row {0} would have the key of row {1}: choose one that no row of the file has")]
    KeyTaken(u32, u32),
    #[error("the file has no rows of {0}, so its columns are not known")]
    NoTable(&'static str),
    #[error("row {0} is no grid")]
    NoGrid(u32),
    #[error("row {0} has no numbers in x, y and z")]
    NoPoint(u32),
    #[error("a value is too large a number")]
    NotFinite,
    #[error("a value may not have more than one line")]
    Lines,
    #[error("a new row needs {0}")]
    Lacks(String),
    #[error("say which table the row is for: {0}")]
    WhichTable(String),
    #[error("neither {0}.s3d nor {0}.map is beside the file, so no floor is known")]
    NoGround(String),
}

/// A server lifts things by so much of their size above the floor, unless their race has its own.
pub const LIFT_PER_SIZE: f64 = 0.2 * 3.125;

impl Scripted for Action {
    fn name(&self) -> &'static str {
        match self {
            Action::MoveRows(_) => "move-rows",
            Action::SetRows(_) => "set-rows",
            Action::DropRows(_) => "drop-rows",
            Action::AddRow(_) => "add-row",
            Action::RemoveRows(_) => "remove-rows",
            Action::AddGrid(_) => "add-grid",
            Action::RemoveGrids(_) => "remove-grids",
        }
    }
}

/// The ground of the zone that rows are in, and what the zone is called.
pub struct Around<'a> {
    pub zone: &'a str,
    pub ground: Option<(&'a Ground, &'a Volumes)>,
}

impl Action {
    /// Does it. Gives whether anything changed, and what a person should know.
    pub fn apply(
        &self,
        rows: &mut Rows,
        around: &Around<'_>,
    ) -> Result<(bool, Vec<String>), Refusal> {
        let before = rows.rows.clone();
        let notes = match self {
            Action::MoveRows(own) => rows.shift(&own.rows, own.by).map(|()| Vec::new()),
            Action::SetRows(own) => rows.set(&own.rows, &own.fields).map(|()| Vec::new()),
            Action::DropRows(own) => rows.drop_to_floor(own, around),
            Action::AddRow(own) => rows.add(own).map(|()| Vec::new()),
            Action::RemoveRows(own) => rows.remove(&own.rows).map(|()| Vec::new()),
            Action::AddGrid(own) => rows.add_grid(own).map(|()| Vec::new()),
            Action::RemoveGrids(own) => rows.remove_grids(&own.rows).map(|()| Vec::new()),
        };
        match notes.and_then(|notes| rows.check_keys(&before).map(|()| notes)) {
            Ok(notes) => Ok((rows.rows != before, notes)),
            Err(refusal) => {
                rows.rows = before;
                Err(refusal)
            }
        }
    }
}

impl Rows {
    /// The places of rows that can be changed.
    pub(super) fn chosen(&self, selection: &Selection) -> Result<Vec<usize>, Refusal> {
        let mut chosen = Vec::new();
        match selection {
            Selection::Numbers(numbers) => {
                for number in numbers {
                    let idx = (*number as usize).checked_sub(1);
                    let idx = idx.filter(|idx| self.rows.get(*idx).is_some_and(Option::is_some));
                    chosen.push(idx.ok_or(Refusal::NoRow(*number))?);
                }
            }
            Selection::Matching(wanted) => {
                for column in wanted.keys().filter(|column| *column != "table") {
                    self.check_column(&self.base.tables, column)?;
                }
                let fits = |row: &Row| {
                    wanted.iter().all(|(column, cell)| match column.as_str() {
                        "table" => cell.is(Some(&row.table.name)),
                        column => {
                            let column = column.to_lowercase();
                            let value = row.get(&column).map(|value| self.shown(value));
                            row.table.place(&column).is_some() && cell.is(value.as_deref())
                        }
                    })
                };
                chosen
                    .extend(self.rows().filter(|(_, row)| fits(row)).map(|(n, _)| n as usize - 1));
            }
        }
        if chosen.is_empty() {
            return Err(Refusal::NothingMatches);
        }
        chosen.sort_unstable();
        chosen.dedup();
        let nameless = self.nameless();
        match chosen.iter().find(|idx| nameless.contains(idx)) {
            Some(idx) => Err(Refusal::NoKey(u32::try_from(idx + 1).unwrap_or(u32::MAX))),
            None => Ok(chosen),
        }
    }

    fn check_column(&self, tables: &[Arc<Table>], column: &str) -> Result<(), Refusal> {
        let column = column.to_lowercase();
        if tables.iter().any(|table| table.place(&column).is_some()) {
            return Ok(());
        }
        let known = tables.iter().flat_map(|table| table.columns.iter().map(String::as_str));
        let hint = nearest(&column, known);
        let hint = hint.map_or_else(String::new, |name| format!("; did you mean {name}?"));
        let table = tables.first().map_or_else(String::new, |table| table.name.clone());
        Err(Refusal::NoColumn { table, column, hint })
    }

    /// A value as the file writes it.
    fn written(&self, cell: &Cell) -> Result<Option<String>, Refusal> {
        Ok(match (cell, &self.base.form) {
            (Cell::Null, Form::Dump { .. }) => Some("NULL".to_owned()),
            (Cell::Null, Form::Sheet { .. }) => Some(String::new()),
            (Cell::Number(number), _) => Some(number.to_string()),
            (Cell::Written(value), _) => Some(value.clone()),
            (Cell::Text(text), _) if text.contains(['\n', '\r', '\0']) => {
                return Err(Refusal::Lines);
            }
            (Cell::Text(text), Form::Dump { .. }) => Some(statements::quoted(text)),
            (Cell::Text(text), Form::Sheet { between, .. }) => Some(sheet::quoted(text, *between)),
        })
    }

    fn row_mut(&mut self, idx: usize) -> Option<&mut Row> {
        self.rows.get_mut(idx)?.as_mut()
    }

    fn put(&mut self, idx: usize, column: &str, value: Option<String>) {
        if let Some(row) = self.row_mut(idx)
            && let Some(place) = row.table.place(column)
            && let Some(cell) = row.values.get_mut(place)
        {
            *cell = value;
        }
    }

    /// The point of a row, with the names of its columns.
    fn point(&self, idx: usize) -> Result<([&'static str; 3], [f64; 3]), Refusal> {
        let row = self.rows.get(idx).and_then(Option::as_ref);
        let point = row.and_then(|row| Some((row.table.point()?, row.at()?)));
        point.ok_or(Refusal::NoPoint(u32::try_from(idx + 1).unwrap_or(u32::MAX)))
    }

    fn shift(&mut self, selection: &Selection, by: [f64; 3]) -> Result<(), Refusal> {
        for idx in self.chosen(selection)? {
            let (columns, at) = self.point(idx)?;
            for ((column, at), by) in columns.into_iter().zip(at).zip(by) {
                if by != 0.0 {
                    self.put(idx, column, Some(number(at + by)?));
                }
            }
        }
        Ok(())
    }

    fn set(
        &mut self,
        selection: &Selection,
        fields: &BTreeMap<String, Cell>,
    ) -> Result<(), Refusal> {
        for idx in self.chosen(selection)? {
            let table =
                self.rows.get(idx).and_then(Option::as_ref).map(|row| Arc::clone(&row.table));
            let tables: Vec<Arc<Table>> = table.into_iter().collect();
            for (column, cell) in fields {
                self.check_column(&tables, column)?;
                let value = self.written(cell)?;
                self.put(idx, &column.to_lowercase(), value);
            }
            if tables.iter().any(|table| !table.is_grid()) {
                self.point(idx)?;
            }
        }
        Ok(())
    }

    fn remove(&mut self, selection: &Selection) -> Result<(), Refusal> {
        for idx in self.chosen(selection)? {
            self.rows.get_mut(idx).into_iter().for_each(|row| *row = None);
        }
        Ok(())
    }

    fn drop_to_floor(
        &mut self,
        own: &DropRows,
        around: &Around<'_>,
    ) -> Result<Vec<String>, Refusal> {
        let no_ground = || Refusal::NoGround(around.zone.to_owned());
        let (ground, volumes) = around.ground.ok_or_else(no_ground)?;
        let lift = own.size.unwrap_or_default() * LIFT_PER_SIZE;
        let mut notes = Vec::new();
        for idx in self.chosen(&own.rows)? {
            let ([.., z], at) = self.point(idx)?;
            if let Some(InZone::Named(zone)) =
                self.rows.get(idx).and_then(|row| row.as_ref()?.zone())
                && !zone.eq_ignore_ascii_case(around.zone)
            {
                let expected = around.zone;
                notes.push(format!("row {} is in {zone}, not in {expected}; it stays", idx + 1));
                continue;
            }
            let answer = answer(ground, volumes, As::Server, at);
            match answer.best_z {
                _ if answer.is_in_liquid => {
                    notes.push(format!("row {} is in liquid; it stays", idx + 1));
                }
                None => notes.push(format!("row {} has no floor; it stays", idx + 1)),
                Some(best) => {
                    // As precise as the server is.
                    let height = (best + lift) as f32;
                    self.put(idx, z, Some(height.to_string()));
                }
            }
        }
        Ok(notes)
    }

    pub(super) fn add(&mut self, own: &AddRow) -> Result<(), Refusal> {
        let is_meant = |table: &&Arc<Table>| {
            own.table.as_ref().is_none_or(|name| table.name.eq_ignore_ascii_case(name))
        };
        let meant: Vec<Arc<Table>> = self.base.tables.iter().filter(is_meant).cloned().collect();
        let names: std::collections::BTreeSet<&str> =
            meant.iter().map(|table| table.name.as_str()).collect();
        let Some(table) = meant.first().filter(|_| names.len() == 1) else {
            let all: Vec<&str> = self.base.tables.iter().map(|table| table.name.as_str()).collect();
            return Err(Refusal::WhichTable(all.join(", ")));
        };
        let mut row = Row { values: vec![None; table.columns.len()], table: Arc::clone(table) };
        let mut put = |column: &str, value: Option<String>| {
            let cell = row.table.place(column).and_then(|place| row.values.get_mut(place));
            cell.into_iter().for_each(|cell| *cell = value.clone());
        };
        for (column, cell) in &own.fields {
            self.check_column(std::slice::from_ref(table), column)?;
            put(&column.to_lowercase(), self.written(cell)?);
        }
        for column in ["zone", "zoneid"] {
            let has = own.fields.keys().any(|own| own.eq_ignore_ascii_case(column));
            let mut known = self.rows().filter_map(|(_, row)| row.get(column));
            if let Some(first) = known.next().filter(|_| !has)
                && known.all(|other| other == first)
            {
                put(column, Some(first.to_owned()));
            }
        }
        // A database numbers new rows itself.
        let is_sheet = !self.is_dump();
        if is_sheet && !own.fields.keys().any(|own| own.eq_ignore_ascii_case("id")) {
            let ids = self.base.rows.iter().chain(self.rows.iter().flatten());
            let ids = ids.filter_map(|row| bare(row.get("id")?).parse::<u64>().ok());
            put("id", ids.max().map(|id| id.saturating_add(1).to_string()));
        }
        if table.is_waypoints() && row.get("number").is_none() {
            let next = self.next_in_grid(&row);
            let place = row.table.place("number").and_then(|place| row.values.get_mut(place));
            place.into_iter().for_each(|cell| *cell = Some(next.to_string()));
        }
        if table.is_grid() {
            if row.get("zoneid").is_none_or(|zone| bare(zone).is_empty()) {
                return Err(Refusal::Lacks(
                    "zoneid, since the rows of the file are not all of one zone".to_owned(),
                ));
            }
            self.fill_grid(&mut row);
            self.rows.push(Some(row));
            return Ok(());
        }
        let point = row.table.point().unwrap_or_default();
        if row.at().is_none() {
            return Err(Refusal::Lacks(format!("numbers in {}", point.join(", "))));
        }
        self.rows.push(Some(row));
        Ok(())
    }
}

impl Cell {
    /// Whether a value, as a person reads it, is the same.
    fn is(&self, shown: Option<&str>) -> bool {
        let shown = shown.unwrap_or_default();
        match self {
            Cell::Null => shown.is_empty() || shown.eq_ignore_ascii_case("null"),
            Cell::Number(own) => shown.trim().parse::<f64>().ok() == own.as_f64(),
            Cell::Text(own) | Cell::Written(own) => shown.eq_ignore_ascii_case(own),
        }
    }
}

/// A number to a millionth, as databases have them.
fn number(value: f64) -> Result<String, Refusal> {
    let rounded = (value * 1e6).round() / 1e6;
    if rounded.is_finite() { Ok(rounded.to_string()) } else { Err(Refusal::NotFinite) }
}
