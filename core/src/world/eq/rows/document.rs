//! Rows as they are edited: a step has the rows that it changed, those behind the rows of the file, and a
//! different file where it puts one below the rows.

use std::sync::Arc;

use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::error::Malformed;
use crate::world::Document;
use crate::world::eq::rows::letters::Letters;
use crate::world::eq::rows::row::{Row, Table};
use crate::world::eq::rows::{Base, Form, Rows};

/// Rows that are edited. A clone costs next to nothing.
#[derive(Debug, Clone)]
pub struct EditedRows(Arc<Rows>);

/// Doing it and undoing it are the same swap.
#[derive(Debug, Clone, PartialEq)]
pub struct Edit {
    /// Without its changes, it is what the rows begin with.
    file: Option<File>,
    /// By their places from 0.
    changed: Vec<(usize, Option<Row>)>,
    /// Rows before those of the end.
    from: usize,
    end: Vec<Option<Row>>,
}

/// The file that rows are of.
#[derive(Debug, Clone)]
pub struct File(Arc<Base>);

impl PartialEq for File {
    fn eq(&self, other: &File) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.is_same(&other.0)
    }
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

    /// The file below the rows: rows of a different one have other numbers.
    pub fn file(&self) -> File {
        File(Arc::clone(&self.0.base))
    }
}

/// Makes rows into those of now.
fn changes<'r>(
    file: Option<File>,
    before: impl ExactSizeIterator<Item = Option<&'r Row>>,
    now: &[Option<Row>],
) -> Edit {
    let from = before.len().min(now.len());
    let pairs = before.zip(now).enumerate();
    let changed = pairs
        .filter(|(_, (before, now))| *before != now.as_ref())
        .map(|(idx, (_, now))| (idx, now.clone()));
    let end = now.get(from..).unwrap_or_default().to_vec();
    Edit { file, changed: changed.collect(), from, end }
}

impl Document for EditedRows {
    const KIND: [u8; 4] = *b"eqrw";
    type Edit = Edit;

    fn held_under(&self, edit: &Edit) -> Edit {
        let Rows { base, rows } = &*self.0;
        if edit.file.is_some() {
            return changes(Some(self.file()), base.rows.iter().map(Some), rows);
        }
        let own = |(idx, _): &(usize, Option<Row>)| Some((*idx, rows.get(*idx)?.clone()));
        Edit {
            file: None,
            changed: edit.changed.iter().filter_map(own).collect(),
            from: edit.from,
            end: rows.get(edit.from..).unwrap_or_default().to_vec(),
        }
    }

    fn put(&mut self, edit: &Edit) {
        if let Some(File(base)) = &edit.file {
            self.0 = Arc::new(Rows::over(Arc::clone(base)));
        }
        let rows = &mut Arc::make_mut(&mut self.0).rows;
        rows.truncate(edit.from);
        rows.extend_from_slice(&edit.end);
        for (idx, row) in &edit.changed {
            rows.get_mut(*idx).into_iter().for_each(|own| own.clone_from(row));
        }
    }

    fn edit_to(&self, new: &EditedRows) -> Option<Edit> {
        if self.file() != new.file() {
            let Rows { base, rows } = &*new.0;
            return Some(changes(Some(new.file()), base.rows.iter().map(Some), rows));
        }
        let edit = changes(None, self.0.rows.iter().map(Option::as_ref), &new.0.rows);
        let is_same = edit.changed.is_empty() && self.0.rows.len() == new.0.rows.len();
        (!is_same).then_some(edit)
    }

    fn no_edit(&self) -> Edit {
        Edit { file: None, changed: Vec::new(), from: self.0.rows.len(), end: Vec::new() }
    }

    fn n_bytes(edit: &Edit) -> usize {
        let rows = edit.changed.iter().map(|(_, row)| row).chain(&edit.end).flatten();
        let values = rows
            .flat_map(|row| &row.values)
            .map(|value| size_of::<Option<String>>() + value.as_ref().map_or(0, String::len));
        let file = edit.file.as_ref().map_or(0, |File(base)| base.n_bytes());
        size_of::<Edit>() + file + edit.changed.len() * 40 + values.sum::<usize>()
    }

    fn write_edit(edit: &Edit, out: &mut Vec<u8>) {
        if let Some(File(base)) = &edit.file {
            out.put_u32(WITH_FILE);
            write_file(base, out);
        }
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
        let mut ahead = bytes.clone();
        let file = match ahead.u32("number of changed rows")? {
            WITH_FILE => {
                bytes = ahead;
                Some(read_file(&mut bytes)?)
            }
            _ => None,
        };
        let own = file.as_ref().map_or(&self.0.base, |File(base)| base);
        let tables = &own.tables;
        let n_changed = bytes.u32("number of changed rows")?;
        let changed = bytes.items("changed rows", n_changed.into(), 8, |bytes| {
            Ok((bytes.u32("changed row")? as usize, read_row(tables, bytes)?))
        })?;
        let from = bytes.u32("first row of the end")? as usize;
        let n_end = bytes.u32("number of rows at the end")?;
        let end =
            bytes.items("rows at the end", n_end.into(), 4, |bytes| read_row(tables, bytes))?;
        bytes.finish()?;
        Ok(Edit { file, changed, from, end })
    }
}

/// Before a file that a step puts below the rows, where others have the number of their rows.
const WITH_FILE: u32 = u32::MAX;

fn write_file(base: &Base, out: &mut Vec<u8>) {
    out.put_u8(u8::from(matches!(base.form, Form::Dump { .. })));
    out.put_u8(base.letters.to_byte());
    write_text(&base.text, out);
}

fn read_file(bytes: &mut Bytes<'_>) -> Result<File, ReadError> {
    let start = bytes.clone();
    let is_dump = bytes.u8("whether it is a dump")? != 0;
    let letters = bytes.u8("letters")?;
    let text = read_text(bytes)?;
    let letters = Letters::of_byte(letters);
    let base = letters.and_then(|letters| {
        let read = if is_dump { Base::of_dump } else { Base::of_sheet };
        read(&text, letters).ok()
    });
    let found = i64::try_from(text.len()).unwrap_or(i64::MAX);
    let expected = "a table or a dump";
    let unread = || start.error("file", Malformed::Unexpected { found, expected });
    base.map(|base| File(Arc::new(base))).ok_or_else(unread)
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

fn read_row(tables: &[Arc<Table>], bytes: &mut Bytes<'_>) -> Result<Option<Row>, ReadError> {
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
    match tables.iter().find(|table| table.name == name && table.columns == columns) {
        Some(table) => Ok(Some(Row { table: Arc::clone(table), values })),
        None => {
            let (found, expected) = (n_values.into(), "the columns of a table of the file");
            Err(start.error("row", Malformed::Unexpected { found, expected }))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::format::text::CodePage;
    use crate::sample;
    use crate::world::eq::rows::action::{Action, Around};
    use crate::world::scripted::Scripted;

    #[test]
    fn a_step_is_undone_by_the_same_swap_and_kept_by_a_journal() {
        let around = Around { zone: "isle", ground: None };
        for name in ["isle_spawns.csv", "isle_spawns.sql"] {
            let files = sample::eq::files().unwrap();
            let bytes = &files.iter().find(|file| file.path == name).unwrap().bytes;
            let before = EditedRows::new(Rows::open(name, bytes, CodePage::Cp1252).unwrap());
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
            assert!(before.edit_to(&document).is_none() && before.file() == after.file());
        }
    }

    #[test]
    fn a_step_to_a_different_file_has_all_of_it_and_is_undone_as_well() {
        for (name, one, two) in [
            ("a.csv", "id,x,y,z\n1,2,3,4\n2,2,3,4\n", "id;x;y;z;note\n2;5;3;4;caf\u{e9}\n"),
            (
                "a.sql",
                "INSERT INTO spawn2 (id, x, y, z) VALUES (1, 2, 3, 4), (2, 5, 6, 7);\n",
                "CREATE TABLE a (b int);\nINSERT INTO spawn2 (id, x, y, z, note) VALUES (1, 2, 3, 4, 'a');\n",
            ),
        ] {
            let open = |text: &str| Rows::open(name, text.as_bytes(), CodePage::Cp1252).unwrap();
            let act = |rows: &mut Rows, json: &serde_json::Value| {
                let action = Action::from_parts(json["action"].as_str().unwrap(), json).unwrap();
                action.apply(rows, &Around { zone: "isle", ground: None }).unwrap();
            };
            let (mut before, mut after) = (open(one), open(two));
            act(&mut before, &json!({"action":"remove-rows","rows":[1]}));
            act(&mut after, &json!({"action":"add-row","fields":{"x":1,"y":2,"z":3}}));
            act(&mut after, &json!({"action":"move-rows","rows":[1],"by":[1,0,0]}));
            let (before, after) = (EditedRows::new(before), EditedRows::new(after));
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
            assert!(document.edit_to(&after).is_none());
            // The way back is written and read where the document is by then.
            let mut back = Vec::new();
            EditedRows::write_edit(&edit, &mut back);
            let mut edit = document.read_edit(&back).unwrap();
            document.swap(&mut edit);
            assert_eq!(document.to_bytes(), before.to_bytes());
            assert!(document.edit_to(&before).is_none());
        }
    }
}
