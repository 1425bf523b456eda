//! Tables of EverQuest servers: spawn points, waypoints, doors and zone points over the floors of their zone, moved,
//! typed, added and removed.

pub(crate) mod document;
pub(crate) mod message;
mod act;
mod commands;
mod opened;
mod run;
#[cfg(feature = "window")]
mod face;
#[cfg(test)]
mod tests;

use std::path::Path;

use landwright_core::vfs::Fingerprint;
use landwright_core::world::Editing;
use landwright_core::world::eq::rows::Rows;
use landwright_core::world::eq::rows::document::EditedRows;

use crate::command::{Command, Menu};
use crate::kind::document::left;
use crate::kind::document::left::{Left, Restored};
use crate::kind::navigation::lay::Lay;
use crate::kind::rows::document::RowsDocument;
use crate::kind::{Content, FileRead, Kind, KindDocument};
use crate::versions::name_of;
use crate::view::id::DocumentId;

/// Tables of EverQuest servers.
#[derive(Debug)]
pub(crate) struct ServerRows;

pub(crate) const ID: &str = "rows";
const MENU: Menu = Menu::Kind("Rows");

impl Kind for ServerRows {
    fn id(&self) -> &'static str {
        ID
    }

    fn menu(&self) -> Menu {
        MENU
    }

    fn commands(&self) -> &'static [Command] {
        commands::COMMANDS
    }

    /// Most texts of a folder are no rows of a server.
    fn lists(&self, _name: &str) -> bool {
        false
    }

    fn read(&self, file: &FileRead<'_>) -> Result<Box<dyn Content>, String> {
        let rows = rows_of(file.path, file.bytes)?;
        let lay = lay_of(file.path, &rows);
        Ok(Box::new(Read {
            editing: Editing::new(rows.clone()),
            first: rows.clone(),
            saved: rows,
            lay,
        }))
    }

    fn restore(&self, left: &Left, base: &FileRead<'_>) -> Option<Result<Restored, String>> {
        Some(restore(left, base))
    }
}

/// Rows on their way to a document.
#[derive(Debug)]
pub(crate) struct Read {
    editing: Editing<EditedRows>,
    /// That the journal builds on.
    first: EditedRows,
    /// As they are on disk.
    saved: EditedRows,
    lay: Lay,
}

impl Content for Read {
    fn open(
        self: Box<Self>,
        id: DocumentId,
        name: String,
        base: Fingerprint,
    ) -> Box<dyn KindDocument> {
        Box::new(RowsDocument::new(id, name, base, *self))
    }
}

fn rows_of(path: &Path, bytes: &[u8]) -> Result<EditedRows, String> {
    let rows = Rows::open(&name_of(path), bytes).map_err(|unfit| unfit.to_string())?;
    Ok(EditedRows::new(rows))
}

/// The zone of rows, where its files are near.
fn lay_of(path: &Path, rows: &EditedRows) -> Lay {
    Lay::named(path, &rows.rows().zone_of_file(&name_of(path)))
}

fn restore(left: &Left, base: &FileRead<'_>) -> Result<Restored, String> {
    let path = landwright_core::world::journal::name::to_path(&left.base.name);
    let first = rows_of(&path, base.bytes)?;
    let lay = lay_of(&path, &first);
    let mut recovered = left::recover(left, first.clone(), base.bytes)?;
    let saved = recovered.saved_document.take().unwrap_or_else(|| first.clone());
    Ok(Restored::of(left, base.bytes, recovered, |editing| {
        Box::new(Read { editing, first, saved, lay })
    }))
}
