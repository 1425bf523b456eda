//! Ground of Ragnarok maps: a GND from above and in 3D, shaped, painted and walled.

pub(crate) mod document;
pub(crate) mod message;
mod act;
mod commands;
mod conflicts;
mod opened;
mod run;
mod tool;
#[cfg(feature = "window")]
mod face;
#[cfg(test)]
mod tests;

use landwright_core::format::ragnarok::gnd;
use landwright_core::format::text::CodePage;
use landwright_core::vfs::Fingerprint;
use landwright_core::world::Editing;
use landwright_core::world::gnd::Ground;

use crate::command::{Command, CommandId, Menu};
use crate::kind::document::left::{self, Left, Restored};
use crate::kind::ground::document::GroundDocument;
use crate::kind::{Content, FileRead, Kind, KindDocument, everquest};
use crate::model::Model;
use crate::view::id::DocumentId;

/// Grounds of Ragnarok maps.
#[derive(Debug)]
pub(crate) struct Grounds;

pub(crate) const ID: &str = "ground";
const MENU: Menu = Menu::Kind("Ground");

impl Kind for Grounds {
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
        let ground = ground_of(file.bytes, file.code_page)?;
        let (first, saved) = (ground.clone(), ground.clone());
        Ok(Box::new(Read { editing: Editing::new(ground), first, saved }))
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

/// A ground on its way to a document.
#[derive(Debug)]
pub(crate) struct Read {
    editing: Editing<Ground>,
    /// That the journal builds on.
    first: Ground,
    /// As it is on disk.
    saved: Ground,
}

impl Content for Read {
    fn open(
        self: Box<Self>,
        id: DocumentId,
        name: String,
        base: Fingerprint,
    ) -> Box<dyn KindDocument> {
        Box::new(GroundDocument::new(id, name, base, *self))
    }
}

fn ground_of(bytes: &[u8], code_page: CodePage) -> Result<Ground, String> {
    let gnd = gnd::read(bytes).map_err(|error| error.to_string())?;
    Ground::new(gnd, code_page).map_err(|refusal| refusal.to_string())
}

fn restore(left: &Left, base: &FileRead<'_>) -> Result<Restored, String> {
    let first = ground_of(base.bytes, base.code_page)?;
    let mut recovered = left::recover(left, first.clone(), base.bytes)?;
    let saved = recovered.saved_document.take().unwrap_or_else(|| first.clone());
    Ok(Restored::of(left, base.bytes, recovered, |editing| {
        Box::new(Read { editing, first, saved })
    }))
}
