//! Grids: a row that says how waypoints are walked, and the waypoints, which are rows of their own.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::world::eq::rows::Rows;
use crate::world::eq::rows::action::{AddRow, Cell, Refusal, Selection};
use crate::world::eq::rows::row::{Row, Table, bare, same_value};

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
    fn table_called(&self, own_name: &'static str) -> Result<Arc<Table>, Refusal> {
        let mut tables = self.base.tables.iter();
        let found = tables.find(|table| table.own_name().eq_ignore_ascii_case(own_name));
        found.cloned().ok_or(Refusal::NoTable(own_name))
    }

    /// A new grid has a number that is free in its zone, and walks in circles without more words.
    pub(super) fn fill_grid(&self, row: &mut Row) {
        let zone = row.get("zoneid").map(same_value);
        let is_beside =
            |own: &&Row| own.table.is_grid() && own.get("zoneid").map(same_value) == zone;
        let beside = self.base.rows.iter().chain(self.rows.iter().flatten()).filter(is_beside);
        let numbers = beside.filter_map(|own| bare(own.get("id")?).parse::<u64>().ok());
        let free = numbers.max().unwrap_or_default().saturating_add(1).to_string();
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
        let grid = self.table_called(GRID)?;
        let waypoints = match own.waypoints.is_empty() {
            true => None,
            false => Some(self.table_called(WAYPOINTS)?),
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
        let mut gone = Vec::new();
        for idx in self.chosen(selection)? {
            let row = self.rows.get(idx).and_then(Option::as_ref);
            let row = row.filter(|row| row.table.is_grid());
            let number = || u32::try_from(idx + 1).unwrap_or(u32::MAX);
            let row = row.ok_or_else(|| Refusal::NoGrid(number()))?;
            gone.push(["id", "zoneid"].map(|column| row.get(column).map(same_value)));
        }
        let is_gone = |row: &Row| {
            let columns = match () {
                () if row.table.is_grid() => ["id", "zoneid"],
                () if row.table.own_name().eq_ignore_ascii_case(WAYPOINTS) => ["gridid", "zoneid"],
                () => return false,
            };
            gone.contains(&columns.map(|column| row.get(column).map(same_value)))
        };
        let numbers = self.rows().filter(|(_, row)| is_gone(row)).map(|(number, _)| number);
        let chosen = self.chosen(&Selection::Numbers(numbers.collect()))?;
        for idx in chosen {
            self.rows.get_mut(idx).into_iter().for_each(|row| *row = None);
        }
        Ok(())
    }
}
