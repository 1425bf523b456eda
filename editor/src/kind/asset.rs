//! Files with models, and maps of Ragnarok as the client draws them. Objects, characters, motions, effects and
//! particles of ROSE are edited; all else is looked at, and never changed. Each game makes its own ready.

#![cfg_attr(
    not(feature = "window"),
    allow(dead_code, reason = "the window alone shows models and asks for motions")
)]

mod act;
mod commands;
mod conflicts;
mod document;
mod edited;
pub(crate) mod exhibit;
mod message;
mod opened;
mod run;
mod tree;
#[cfg(feature = "window")]
mod face;
#[cfg(test)]
mod tests;

use landwright_core::format::file::{self, Kind as Format};
use landwright_core::format::text::CodePage;
use landwright_core::vfs::Fingerprint;
use landwright_core::world::Editing;
use landwright_core::world::asset::{Asset, FORMATS};

use crate::command::{Command, Menu};
use crate::kind::asset::document::Modelled;
use crate::kind::asset::edited::AssetDocument;
use crate::kind::document::left::{self, Left, Restored};
use crate::kind::{Content, FileRead, Kind, KindDocument, ragnarok, rose};
use crate::model::open::opens_not;
use crate::view::id::DocumentId;

/// Files that models are in, and what moves and shines on those.
#[derive(Debug)]
pub(crate) struct Assets;

const ID: &str = "asset";
const MENU: Menu = Menu::Kind("Model");

impl Kind for Assets {
    fn id(&self) -> &'static str {
        ID
    }

    fn menu(&self) -> Menu {
        MENU
    }

    fn commands(&self) -> &'static [Command] {
        commands::COMMANDS
    }

    /// A client has thousands of them.
    fn lists(&self, _name: &str) -> bool {
        false
    }

    fn read(&self, file: &FileRead<'_>) -> Result<Box<dyn Content>, String> {
        let format = Format::of(&file.name(), file.bytes).ok_or("is no model")?;
        if FORMATS.contains(&format) {
            let asset = asset_of(&file.name(), file.bytes, file.code_page)?;
            let (first, saved) = (asset.clone(), asset.clone());
            return Ok(Box::new(Read { editing: Editing::new(asset), first, saved }));
        }
        let source = match format {
            format if rose::exhibit::shows(format) => rose::exhibit::source(format, file)?,
            format if ragnarok::exhibit::shows(format) => ragnarok::exhibit::source(file)?,
            format => return Err(opens_not(format)),
        };
        Ok(Box::new(Modelled::new(source)))
    }

    fn restore(&self, left: &Left, base: &FileRead<'_>) -> Option<Result<Restored, String>> {
        Some(restore(left, base))
    }
}

/// An asset on its way to a document.
#[derive(Debug)]
pub(crate) struct Read {
    editing: Editing<Asset>,
    /// That the journal builds on.
    first: Asset,
    /// As it is on disk.
    saved: Asset,
}

impl Content for Read {
    fn open(
        self: Box<Self>,
        id: DocumentId,
        name: String,
        base: Fingerprint,
    ) -> Box<dyn KindDocument> {
        Box::new(AssetDocument::new(id, name, base, *self))
    }
}

fn asset_of(name: &str, bytes: &[u8], code_page: CodePage) -> Result<Asset, String> {
    let format = Format::of(name, bytes).ok_or("has an unknown format")?;
    let file = file::read(format, bytes).map_err(|error| error.to_string())?;
    Asset::new(&file.content, code_page).map_err(|unfit| unfit.to_string())
}

fn restore(left: &Left, base: &FileRead<'_>) -> Result<Restored, String> {
    let first = asset_of(&base.name(), base.bytes, base.code_page)?;
    let mut recovered = left::recover(left, first.clone(), base.bytes)?;
    let saved = recovered.saved_document.take().unwrap_or_else(|| first.clone());
    Ok(Restored::of(left, base.bytes, recovered, |editing| {
        Box::new(Read { editing, first, saved })
    }))
}

/// The kind, where it shows files of a format that core counts to other documents.
pub(crate) fn of_format(format: Format) -> Option<&'static dyn Kind> {
    ragnarok::exhibit::shows(format).then_some(&Assets as &dyn Kind)
}
