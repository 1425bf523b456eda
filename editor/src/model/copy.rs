//! Copying and pasting, between windows as well.

use std::sync::Arc;

use landwright_core::world::gat::stamp::Stamp;

use super::Model;
use super::message::Request;
use crate::command::CommandId;

/// Copied as text, they are some megabytes.
const MAX_COPIED_TILES: usize = 40_000;

impl Model {
    /// Takes a stamp from another window in hand, or the one that was copied here.
    pub(super) fn paste_text(&mut self, text: &str) {
        if let Ok(stamp) = serde_json::from_str::<Stamp>(text) {
            self.tools.stamp = Some(Arc::new(stamp));
        }
        self.run(CommandId::Paste);
    }

    pub(super) fn copy(&mut self) {
        let Some(document) = self.active() else { return };
        let stamp = Stamp::copied(document.map(), &document.selection);
        let (n_cells, name) = (document.selection.n_cells(), document.name.clone());
        self.log.note(format!("{n_cells} cells copied"));
        // Other windows can take it from there, as long as it is no whole map.
        let text = match stamp.tiles().len() {
            0..=MAX_COPIED_TILES => serde_json::to_string(&stamp).unwrap_or_default(),
            _ => format!("{n_cells} cells of {name}"),
        };
        self.requests.push(Request::CopyText(text));
        self.tools.stamp = Some(Arc::new(stamp));
    }
}
