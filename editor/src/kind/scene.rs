//! Scenes of Ragnarok maps: the objects of an RSW from above, in 3D and in a list, moved, turned and edited.

pub(crate) mod document;
pub(crate) mod message;
mod act;
mod commands;
mod conflicts;
mod exchange;
pub(in crate::kind) mod land;
mod opened;
mod run;
#[cfg(feature = "window")]
pub(in crate::kind) mod face;
#[cfg(test)]
mod tests;

use landwright_core::format::ragnarok::rsw;
use landwright_core::format::text::CodePage;
use landwright_core::vfs::Fingerprint;
use landwright_core::world::Editing;
use landwright_core::world::rsw::Scene;

use crate::command::{Command, CommandId, Menu};
use crate::kind::document::left::{self, Left, Restored};
use crate::kind::scene::document::SceneDocument;
use crate::kind::{Content, FileRead, Kind, KindDocument, everquest};
use crate::model::Model;
use crate::view::id::DocumentId;

/// Scenes of Ragnarok maps.
#[derive(Debug)]
pub(crate) struct Scenes;

pub(crate) const ID: &str = "scene";
const MENU: Menu = Menu::Kind("Scene");

impl Kind for Scenes {
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
        let scene = scene_of(file.bytes, file.code_page)?;
        let (first, saved) = (scene.clone(), scene.clone());
        Ok(Box::new(Read { editing: Editing::new(scene), first, saved }))
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

/// A scene on its way to a document.
#[derive(Debug)]
pub(crate) struct Read {
    editing: Editing<Scene>,
    /// That the journal builds on.
    first: Scene,
    /// As it is on disk.
    saved: Scene,
}

impl Content for Read {
    fn open(
        self: Box<Self>,
        id: DocumentId,
        name: String,
        base: Fingerprint,
    ) -> Box<dyn KindDocument> {
        Box::new(SceneDocument::new(id, name, base, *self))
    }
}

fn scene_of(bytes: &[u8], code_page: CodePage) -> Result<Scene, String> {
    let rsw = rsw::read(bytes).map_err(|error| error.to_string())?;
    Scene::new(rsw, code_page).map_err(|refusal| refusal.to_string())
}

fn restore(left: &Left, base: &FileRead<'_>) -> Result<Restored, String> {
    let first = scene_of(base.bytes, base.code_page)?;
    let mut recovered = left::recover(left, first.clone(), base.bytes)?;
    let saved = recovered.saved_document.take().unwrap_or_else(|| first.clone());
    Ok(Restored::of(left, base.bytes, recovered, |editing| {
        Box::new(Read { editing, first, saved })
    }))
}
