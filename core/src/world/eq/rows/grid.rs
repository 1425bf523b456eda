//! Grids: a row that says how waypoints are walked, and the waypoints, which are rows of their own.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::space::eq::zones::name_of;
use crate::world::eq::rows::Rows;
use crate::world::eq::rows::action::{AddRow, Cell, Refusal, Selection};
use crate::world::eq::rows::row::{InZone, Row, Table, bare, is_known_zone, same_value};

const GRID: &str = "grid";
const WAYPOINTS: &str = "grid_entries";

/// Adds a grid with its waypoints.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddGrid {
    /// Of the grid: how it wanders and pauses.
    #[serde(default)]
    pub fields: BTreeMap<String, Cell>,
    /// Of each waypoint, in their order.
    pub waypoints: Vec<BTreeMap<String, Cell>>,
}

/// Removes grids with their waypoints.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoveGrids {
    pub rows: Selection,
}

impl Rows {
    fn table_where(
        &self,
        own_name: &'static str,
        is_it: impl Fn(&Table) -> bool,
    ) -> Result<Arc<Table>, Refusal> {
        let mut tables = self.base.tables.iter();
        tables.find(|table| is_it(table)).cloned().ok_or(Refusal::NoTable(own_name))
    }

    /// A new grid has a number that is free in its zone, and walks in circles without more words. Waypoints
    /// and spawn points may use a number that no grid of the file has.
    pub(super) fn fill_grid(&self, row: &mut Row) {
        let zone = row.get("zoneid").map(same_value);
        let zone_name = zone.as_deref().and_then(|zone| name_of(zone.parse().ok()?));
        let database = row.table.database().map(str::to_owned);
        let is_beside = |own: &Row| own.get("zoneid").map(same_value) == zone;
        // Where the name of a zone is not known, its spawn points may be any.
        let may_be_beside = |own: &Row| match (own.zone(), zone_name) {
            (Some(InZone::Named(own)), Some(name)) => own == name || !is_known_zone(&own),
            _ => true,
        };
        let number = |own: &Row| {
            let table = &own.table;
            let column = match () {
                () if table.database() != database.as_deref() => return None,
                () if table.is_grid() && is_beside(own) => "id",
                () if table.is_waypoints() && is_beside(own) => "gridid",
                () if is_spawns(table) && may_be_beside(own) => "pathgrid",
                () => return None,
            };
            bare(own.get(column)?).parse::<u64>().ok()
        };
        let all = self.base.rows.iter().chain(self.rows.iter().flatten());
        let free = all.filter_map(number).max().unwrap_or_default().saturating_add(1).to_string();
        for (column, value) in [("id", free.as_str()), ("type", "0"), ("type2", "0")] {
            let place = row.table.place(column);
            if let Some(cell) = place.and_then(|place| row.values.get_mut(place))
                && cell.as_deref().is_none_or(|cell| bare(cell).is_empty())
            {
                *cell = Some(value.to_owned());
            }
        }
    }

    /// The number behind the last waypoint of the same grid.
    pub(super) fn next_in_grid(&self, new: &Row) -> u64 {
        let is_like =
            |row: &&Row| ["gridid", "zoneid"].iter().all(|key| row.get(key) == new.get(key));
        let numbers = self.rows.iter().flatten().filter(is_like);
        let numbers = numbers.filter_map(|row| bare(row.get("number")?).parse::<u64>().ok());
        numbers.max().unwrap_or_default().saturating_add(1)
    }

    pub(super) fn add_grid(&mut self, own: &AddGrid) -> Result<(), Refusal> {
        let grid = self.table_where(GRID, Table::is_grid)?;
        let waypoints = match own.waypoints.is_empty() {
            true => None,
            false => Some(self.table_where(WAYPOINTS, |table| {
                table.is_waypoints() && table.database() == grid.database()
            })?),
        };
        self.add(&AddRow { fields: own.fields.clone(), table: Some(grid.name.clone()) })?;
        let added = self.rows.last().and_then(Option::as_ref).cloned();
        let (Some(added), Some(waypoints)) = (added, waypoints) else { return Ok(()) };
        for fields in &own.waypoints {
            let mut fields: BTreeMap<String, Cell> = fields.clone();
            for (column, of_grid) in [("gridid", "id"), ("zoneid", "zoneid")] {
                let value = added.get(of_grid).map(|value| Cell::Written(value.to_owned()));
                fields.extend(value.map(|value| (column.to_owned(), value)));
            }
            self.add(&AddRow { fields, table: Some(waypoints.name.clone()) })?;
        }
        Ok(())
    }

    pub(super) fn remove_grids(&mut self, selection: &Selection) -> Result<(), Refusal> {
        let grids = self.chosen(selection)?;
        let mut gone = Vec::new();
        for idx in grids.iter().copied() {
            let row = self.rows.get(idx).and_then(Option::as_ref);
            let row = row.filter(|row| row.table.is_grid());
            let number = || u32::try_from(idx + 1).unwrap_or(u32::MAX);
            let row = row.ok_or_else(|| Refusal::NoGrid(number()))?;
            gone.push(grid_of(row, ["id", "zoneid"]));
        }
        let is_gone = |row: &Row| {
            row.table.is_waypoints() && gone.contains(&grid_of(row, ["gridid", "zoneid"]))
        };
        let numbers = self.rows().filter(|(_, row)| is_gone(row)).map(|(number, _)| number);
        let numbers: Vec<u32> = numbers.collect();
        let waypoints = match numbers.is_empty() {
            true => Vec::new(),
            false => self.chosen(&Selection::Numbers(numbers))?,
        };
        for idx in grids.into_iter().chain(waypoints) {
            self.rows.get_mut(idx).into_iter().for_each(|row| *row = None);
        }
        Ok(())
    }
}

/// Which grid a row is, or is of: its database, its number and its zone.
fn grid_of<'r>(row: &'r Row, columns: [&str; 2]) -> (Option<&'r str>, [Option<String>; 2]) {
    (row.table.database(), columns.map(|column| row.get(column).map(same_value)))
}

fn is_spawns(table: &Table) -> bool {
    table.own_name().eq_ignore_ascii_case("spawn2")
}
