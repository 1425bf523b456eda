//! Conflicts of a merge of rows, decided for the other side.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::world::eq::rows::Rows;
use crate::world::eq::rows::row::{Row, Table};

/// Makes something as the other side has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "take", rename_all = "kebab-case")]
pub enum Take {
    /// A value as it is written; `None` where nothing is given.
    Field {
        row: Called,
        column: String,
        value: Option<String>,
    },
    Delete {
        row: Called,
    },
    /// A row that ours removed.
    Add {
        table: String,
        values: BTreeMap<String, String>,
    },
}

/// A row of the merged file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Called {
    pub number: u32,
    /// Its table and keys.
    pub name: String,
}

impl Take {
    pub(super) fn of_row(row: &Row) -> Take {
        let values = row.table.columns.iter().zip(&row.values);
        let values = values.filter_map(|(column, value)| Some((column.clone(), value.clone()?)));
        Take::Add { table: row.table.name.clone(), values: values.collect() }
    }
}

impl Rows {
    /// A row of a table of this file with the values that there are for its columns. `None` where no
    /// such table has a place for its point.
    pub(super) fn row_of(
        &self,
        table: &str,
        value: impl Fn(&str, usize) -> Option<String>,
    ) -> Option<Row> {
        let all = || self.base.tables.iter();
        let is_whole = |own: &Table| own.name.eq_ignore_ascii_case(table);
        let has_whole = all().any(|own| is_whole(own));
        let own_name = Table::own_name_in(table);
        // A different dump may name the database of the table, or not.
        let is_own = |own: &Table| !has_whole && own.own_name().eq_ignore_ascii_case(own_name);
        let tables = all().filter(|own| !self.is_dump() || is_whole(own) || is_own(own));
        let n_placed = |table: &&Arc<Table>| {
            let columns = table.columns.iter().enumerate();
            columns.filter(|(place, column)| value(column, *place).is_some()).count()
        };
        let table = tables.max_by_key(n_placed)?;
        let columns = table.columns.iter().enumerate();
        let values = columns.map(|(place, column)| value(column, place)).collect();
        let row = Row { table: Arc::clone(table), values };
        row.is_whole().then_some(row)
    }

    /// The rows with what the other side has in some conflicts: all of them or none.
    pub fn with_theirs(&self, takes: &[Take]) -> Result<Rows, String> {
        let mut rows = self.clone();
        let mut removed: Option<HashMap<String, usize>> = None;
        for take in takes {
            match take {
                Take::Field { row, column, value } => {
                    let own = rows.called(row)?;
                    let own = rows.rows.get_mut(own).and_then(Option::as_mut);
                    let place = own.and_then(|own| {
                        let place = own.table.place(column)?;
                        own.values.get_mut(place)
                    });
                    let lacks = || format!("{} has no column {column}", row.name);
                    place.ok_or_else(lacks)?.clone_from(value);
                }
                Take::Delete { row } => {
                    let own = rows.called(row)?;
                    rows.rows.get_mut(own).into_iter().for_each(|row| *row = None);
                }
                Take::Add { table, values } => {
                    let row = rows.row_of(table, |column, _| values.get(column).cloned());
                    let row = row.ok_or_else(|| format!("the file has no table {table}"))?;
                    let removed = removed.get_or_insert_with(|| rows.removed());
                    let place = rows.key_of(&row).and_then(|key| removed.remove(&key));
                    match place.and_then(|place| rows.rows.get_mut(place)) {
                        Some(place) => *place = Some(row),
                        None => rows.rows.push(Some(row)),
                    }
                }
            }
        }
        let nameless = rows.nameless();
        let pairs = rows.base.rows.iter().zip(&rows.rows).enumerate();
        let mut changed = pairs.filter(|(_, (was, is))| is.as_ref() != Some(*was));
        if let Some((idx, _)) = changed.find(|(idx, _)| nameless.contains(idx)) {
            return Err(format!("row {} has no key, so no statement can name it", idx + 1));
        }
        rows.check_keys(&self.rows).map_err(|refusal| refusal.to_string())?;
        Ok(rows)
    }

    /// The number of a row, where it is there.
    pub fn number_of(&self, row: &Called) -> Option<u32> {
        let idx = self.called(row).ok()?;
        u32::try_from(idx + 1).ok()
    }

    /// The place of a row, which may be elsewhere since.
    fn called(&self, row: &Called) -> Result<usize, String> {
        let Called { number, name } = row;
        let is_meant = |row: &Row| row.in_words() == *name;
        let here = (*number as usize).checked_sub(1);
        let here =
            here.filter(|idx| self.rows.get(*idx).and_then(Option::as_ref).is_some_and(is_meant));
        let elsewhere = || {
            let mut all = self.rows().filter(|(_, row)| is_meant(row));
            let (number, _) = all.next()?;
            all.next().is_none().then_some(number as usize - 1)
        };
        here.or_else(elsewhere).ok_or_else(|| format!("{name} is not there any more"))
    }

    /// Rows of the file that are removed, by their keys.
    fn removed(&self) -> HashMap<String, usize> {
        let pairs = self.base.rows.iter().zip(&self.rows).enumerate();
        let removed = pairs.filter(|(_, (_, is))| is.is_none());
        removed.filter_map(|(idx, (was, _))| Some((self.key_of(was)?, idx))).collect()
    }
}
