//! Navigation meshes of EverQuest servers: shown from above and in 3D, asked for ways, and mended.

pub(crate) mod document;
pub(crate) mod message;
mod act;
mod commands;
mod conflicts;
mod lay;
mod opened;
mod route;
mod run;
#[cfg(feature = "window")]
mod face;
#[cfg(test)]
mod tests;

use std::path::Path;

use landwright_core::format::eq::nav;
use landwright_core::vfs::Fingerprint;
use landwright_core::world::Editing;
use landwright_core::world::eq::mesh::document::EditedMesh;

use crate::command::{Command, CommandId, Menu};
use crate::kind::document::left;
use crate::kind::document::left::{Left, Restored};
use crate::kind::navigation::document::NavDocument;
use crate::kind::navigation::lay::Lay;
use crate::kind::{Content, FileRead, Kind, KindDocument, everquest};
use crate::model::Model;
use crate::view::id::DocumentId;

/// Navigation meshes of EverQuest.
#[derive(Debug)]
pub(crate) struct Navigation;

pub(crate) const ID: &str = "navigation";
const MENU: Menu = Menu::Kind("Mesh");

impl Kind for Navigation {
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
        let mesh = mesh_of(file.bytes)?;
        Ok(Box::new(Read {
            editing: Editing::new(mesh.clone()),
            first: mesh.clone(),
            saved: mesh,
            lay: Lay::of(file.path),
        }))
    }

    fn restore(&self, left: &Left, base: &FileRead<'_>) -> Option<Result<Restored, String>> {
        Some(restore(left, base))
    }

    fn can_run(&self, model: &Model, id: CommandId) -> Option<bool> {
        everquest::can_run(model, id)
    }

    fn run(&self, model: &mut Model, id: CommandId) -> bool {
        everquest::run_command(model, id)
    }
}

/// A mesh on its way to a document.
#[derive(Debug)]
pub(crate) struct Read {
    editing: Editing<EditedMesh>,
    /// That the journal builds on.
    first: EditedMesh,
    /// As it is on disk.
    saved: EditedMesh,
    lay: Lay,
}

impl Content for Read {
    fn open(
        self: Box<Self>,
        id: DocumentId,
        name: String,
        base: Fingerprint,
    ) -> Box<dyn KindDocument> {
        Box::new(NavDocument::new(id, name, base, *self))
    }
}

fn mesh_of(bytes: &[u8]) -> Result<EditedMesh, String> {
    nav::read(bytes).map(EditedMesh::new).map_err(|error| error.to_string())
}

fn restore(left: &Left, base: &FileRead<'_>) -> Result<Restored, String> {
    let path = landwright_core::world::journal::name::to_path(&left.base.name);
    let first = mesh_of(base.bytes)?;
    let lay = Lay::of(Path::new(&path));
    let mut recovered = left::recover(left, first.clone(), base.bytes)?;
    let saved = recovered.saved_document.take().unwrap_or_else(|| first.clone());
    Ok(Restored::of(left, base.bytes, recovered, |editing| {
        Box::new(Read { editing, first, saved, lay })
    }))
}
