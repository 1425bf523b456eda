//! Rows as they are edited: a step has the rows that it changed, and those behind the rows of the file.

use std::sync::Arc;

use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::error::Malformed;
use crate::world::Document;
use crate::world::eq::rows::Rows;
use crate::world::eq::rows::row::Row;

/// Rows that are edited. A clone costs next to nothing.
#[derive(Debug, Clone)]
pub struct EditedRows(Arc<Rows>);

/// Doing it and undoing it are the same swap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// By their places from 0.
    changed: Vec<(usize, Option<Row>)>,
    /// Rows before those of the end.
    from: usize,
    end: Vec<Option<Row>>,
}

impl EditedRows {
    pub fn new(rows: Rows) -> EditedRows {
        EditedRows(Arc::new(rows))
    }

    pub fn rows(&self) -> &Rows {
        &self.0
    }

    pub fn to_bytes(&self) -> Result<Vec<u8>, String> {
        self.0.to_bytes()
    }

    /// Whether steps of one can be done to the other: both have the same rows before all changes.
    pub fn is_of_same_text(&self, other: &EditedRows) -> bool {
        self.0.text == other.0.text && self.0.is_latin == other.0.is_latin
    }
}

impl Document for EditedRows {
    const KIND: [u8; 4] = *b"eqrw";
    type Edit = Edit;

    fn held_under(&self, edit: &Edit) -> Edit {
        let rows = &self.0.rows;
        let own = |(idx, _): &(usize, Option<Row>)| Some((*idx, rows.get(*idx)?.clone()));
        Edit {
            changed: edit.changed.iter().filter_map(own).collect(),
            from: edit.from,
            end: rows.get(edit.from..).unwrap_or_default().to_vec(),
        }
    }

    fn put(&mut self, edit: &Edit) {
        let rows = &mut Arc::make_mut(&mut self.0).rows;
        rows.truncate(edit.from);
        rows.extend_from_slice(&edit.end);
        for (idx, row) in &edit.changed {
            rows.get_mut(*idx).into_iter().for_each(|own| own.clone_from(row));
        }
    }

    fn edit_to(&self, new: &EditedRows) -> Option<Edit> {
        let (own, new) = (&self.0.rows, &new.0.rows);
        let from = own.len().min(new.len());
        let pairs = own.iter().zip(new).enumerate();
        let changed: Vec<(usize, Option<Row>)> = pairs
            .filter(|(_, (own, new))| own != new)
            .map(|(idx, (_, new))| (idx, new.clone()))
            .collect();
        let is_same = changed.is_empty() && own.len() == new.len();
        let end = new.get(from..).unwrap_or_default().to_vec();
        (!is_same).then_some(Edit { changed, from, end })
    }

    fn no_edit(&self) -> Edit {
        Edit { changed: Vec::new(), from: self.0.rows.len(), end: Vec::new() }
    }

    fn n_bytes(edit: &Edit) -> usize {
        let rows = edit.changed.iter().map(|(_, row)| row).chain(&edit.end).flatten();
        let values = rows
            .flat_map(|row| &row.values)
            .map(|value| size_of::<Option<String>>() + value.as_ref().map_or(0, String::len));
        size_of::<Edit>() + edit.changed.len() * 40 + values.sum::<usize>()
    }

    fn write_edit(edit: &Edit, out: &mut Vec<u8>) {
        out.put_count(edit.changed.len());
        for (idx, row) in &edit.changed {
            out.put_count(*idx);
            write_row(row.as_ref(), out);
        }
        out.put_count(edit.from);
        out.put_count(edit.end.len());
        edit.end.iter().for_each(|row| write_row(row.as_ref(), out));
    }

    fn read_edit(&self, data: &[u8]) -> Result<Edit, ReadError> {
        let mut bytes = Bytes::new(data);
        let n_changed = bytes.u32("number of changed rows")?;
        let changed = bytes.items("changed rows", n_changed.into(), 8, |bytes| {
            Ok((bytes.u32("changed row")? as usize, self.read_row(bytes)?))
        })?;
        let from = bytes.u32("first row of the end")? as usize;
        let n_end = bytes.u32("number of rows at the end")?;
        let end = bytes.items("rows at the end", n_end.into(), 4, |bytes| self.read_row(bytes))?;
        bytes.finish()?;
        Ok(Edit { changed, from, end })
    }
}

/// A row is the name of its table, and its columns with their values; nothing is a name of no length.
fn write_row(row: Option<&Row>, out: &mut Vec<u8>) {
    let Some(row) = row else {
        out.put_u32(0);
        return;
    };
    out.put_count(row.values.len() + 1);
    write_text(&row.table.name, out);
    for (column, value) in row.table.columns.iter().zip(&row.values) {
        write_text(column, out);
        out.put_u8(u8::from(value.is_some()));
        write_text(value.as_deref().unwrap_or_default(), out);
    }
}

fn write_text(text: &str, out: &mut Vec<u8>) {
    out.put_count(text.len());
    out.put(text.as_bytes());
}

fn read_text(bytes: &mut Bytes<'_>) -> Result<String, ReadError> {
    let len = bytes.u32("length of a text")?;
    let len = bytes.expect_items("text", len.into(), 1)?;
    Ok(String::from_utf8_lossy(bytes.slice("text", len)?).into_owned())
}

impl EditedRows {
    fn read_row(&self, bytes: &mut Bytes<'_>) -> Result<Option<Row>, ReadError> {
        let start = bytes.clone();
        let n_values = bytes.u32("number of values")?;
        let Some(n_values) = n_values.checked_sub(1) else { return Ok(None) };
        let name = read_text(bytes)?;
        let (mut columns, mut values) = (Vec::new(), Vec::new());
        bytes.items("values", n_values.into(), 9, |bytes| {
            columns.push(read_text(bytes)?);
            let is_given = bytes.u8("whether a value is given")? != 0;
            let value = read_text(bytes)?;
            values.push(is_given.then_some(value));
            Ok(())
        })?;
        let mut tables = self.0.tables.iter();
        match tables.find(|table| table.name == name && table.columns == columns) {
            Some(table) => Ok(Some(Row { table: Arc::clone(table), values })),
            None => {
                let (found, expected) = (n_values.into(), "the columns of a table of the file");
                Err(start.error("row", Malformed::Unexpected { found, expected }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::sample;
    use crate::world::eq::rows::action::{Action, Around};
    use crate::world::scripted::Scripted;

    #[test]
    fn a_step_is_undone_by_the_same_swap_and_kept_by_a_journal() {
        let around = Around { zone: "isle", ground: None };
        for name in ["isle_spawns.csv", "isle_spawns.sql"] {
            let files = sample::eq::files().unwrap();
            let bytes = &files.iter().find(|file| file.path == name).unwrap().bytes;
            let before = EditedRows::new(Rows::open(name, bytes).unwrap());
            let mut rows = before.rows().clone();
            for json in [
                json!({"action":"move-rows","rows":[1,3],"by":[1,0,0]}),
                json!({"action":"remove-rows","rows":[2]}),
                json!({"action":"add-row","fields":{"x":1,"y":2,"z":3}}),
            ] {
                let action = Action::from_parts(json["action"].as_str().unwrap(), &json).unwrap();
                action.apply(&mut rows, &around).unwrap();
            }
            let after = EditedRows::new(rows);
            let mut edit = before.edit_to(&after).unwrap();
            let mut written = Vec::new();
            EditedRows::write_edit(&edit, &mut written);
            assert_eq!(before.read_edit(&written).as_ref(), Ok(&edit));
            for len in 0..written.len() {
                assert!(before.read_edit(&written[..len]).is_err(), "{name} {len}");
            }
            let mut document = before.clone();
            document.swap(&mut edit);
            assert_eq!(document.to_bytes(), after.to_bytes());
            document.swap(&mut edit);
            assert_eq!(&document.to_bytes().unwrap(), bytes);
            assert!(before.edit_to(&document).is_none() && before.is_of_same_text(&after));
        }
    }
}
