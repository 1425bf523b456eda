//! Tables: STB, STL and LTB as a grid that is searched, sorted, filtered and edited cell by cell.

pub mod document;
pub mod message;
pub mod sight;
mod act;
pub(crate) mod around;
mod clip;
#[cfg_attr(not(feature = "window"), expect(dead_code, reason = "the grid asks for most of it"))]
mod columns;
mod commands;
mod conflicts;
mod delete;
mod names;
mod opened;
mod partner;
mod run;
#[cfg(feature = "window")]
mod face;
#[cfg(test)]
pub(crate) mod tests;

use std::path::Path;

use landwright_core::format::file::{self, Kind as FileKind};
use landwright_core::format::text::CodePage;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::{ContentHash, Fingerprint};
use landwright_core::world::Editing;
use landwright_core::world::table::{Table, TableContent};

use self::document::TableDocument;
use super::{Content, FileRead, Kind, KindDocument};
use crate::command::{Command, Menu};
use crate::kind::document::left;
use crate::kind::document::left::{Left, Restored};
use crate::versions::conflicts::keeping::Kept;
use crate::view::id::DocumentId;

/// Tables of ROSE.
#[derive(Debug)]
pub struct Tables;

pub(crate) const ID: &str = "table";
const MENU: Menu = Menu::Kind("Table");

impl Kind for Tables {
    fn id(&self) -> &'static str {
        ID
    }

    fn menu(&self) -> Menu {
        MENU
    }

    fn commands(&self) -> &'static [Command] {
        commands::COMMANDS
    }

    fn read(&self, file: &FileRead<'_>) -> Result<Box<dyn Content>, String> {
        let table = table_of(&file.name(), file.bytes, file.code_page)?;
        Ok(Box::new(Read {
            editing: Editing::new(table.clone()),
            first: table.clone(),
            saved: table,
        }))
    }

    fn restore(&self, left: &Left, base: &FileRead<'_>) -> Option<Result<Restored, String>> {
        Some(restore(left, base))
    }
}

/// A table on its way to a document.
#[derive(Debug)]
pub(super) struct Read {
    pub(super) editing: Editing<Table>,
    /// That the journal builds on.
    pub(super) first: Table,
    /// As it is on disk.
    pub(super) saved: Table,
}

impl Content for Read {
    fn open(
        self: Box<Self>,
        id: DocumentId,
        name: String,
        base: Fingerprint,
    ) -> Box<dyn KindDocument> {
        Box::new(TableDocument::new(id, name, base, *self))
    }
}

/// The table in a file.
pub(super) fn table_of(name: &str, bytes: &[u8], code_page: CodePage) -> Result<Table, String> {
    let kind = FileKind::of(name, bytes).ok_or("is not a table")?;
    let read = file::read(kind, bytes).map_err(|error| error.to_string())?;
    let content = TableContent::of(read.content).ok_or("is not a table")?;
    Table::new(name, content, code_page).map_err(|unfit| unfit.to_string())
}

fn restore(left: &Left, base: &FileRead<'_>) -> Result<Restored, String> {
    let first = table_of(&base.name(), base.bytes, base.code_page)?;
    let mut recovered = left::recover(left, first.clone(), base.bytes)?;
    let mut saved = recovered.saved_document.take().unwrap_or_else(|| first.clone());
    let path = recovered.at.as_ref().unwrap_or(&left.base.name);
    let path = landwright_core::world::journal::name::to_path(path);
    // A different program may have written more of the file anew than its rows.
    if let Some((hash, _)) = recovered.saved
        && let Ok(loaded) = disk::read_file(&path, READ_LIMIT)
        && ContentHash::of(&loaded.bytes) == hash
        && let Ok(on_disk) = table_of(&base.name(), &loaded.bytes, base.code_page)
    {
        recovered.editing.look_around(|table| {
            if let Some(over) = table.over(&on_disk) {
                *table = over;
            }
        });
        saved = on_disk;
    }
    // What was merged and not saved since is still what is on disk.
    let kept = Kept::beside(&left.journal).and_then(Result::ok);
    let merged = kept.and_then(|kept| {
        let load = |backup: &Path| disk::read_file(backup, READ_LIMIT).ok();
        kept.theirs(std::iter::once(path.clone()), load)
    });
    let merged = merged.and_then(|merged| {
        let there = disk::fingerprint(&path).ok()?;
        let is_on_disk = there.same_content(&merged.fingerprint);
        let table = table_of(&base.name(), &merged.bytes, base.code_page).ok()?;
        is_on_disk.then_some((table, merged.fingerprint))
    });
    let mut on_disk = None;
    if let Some((table, fingerprint)) = merged {
        recovered.editing.look_around(|own| {
            if let Some(over) = own.over(&table) {
                *own = over;
            }
        });
        (saved, on_disk) = (table, Some(fingerprint));
    }
    let restored = Restored::of(left, base.bytes, recovered, |editing| {
        Box::new(Read { editing, first, saved })
    });
    Ok(Restored { saved: on_disk.or(restored.saved), ..restored })
}
