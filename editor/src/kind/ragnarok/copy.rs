//! Copying and pasting, between windows as well.

use std::sync::Arc;

use landwright_core::problem::counted::counted;
use landwright_core::world::gat::area::Area;
use landwright_core::world::gat::stamp::Stamp;

use crate::command::CommandId;
use crate::kind::ragnarok::tool::Tool;
use crate::message::Request;
use crate::model::Model;

/// Copied as text, they are some megabytes.
const MAX_COPIED_TILES: usize = 40_000;

impl Model {
    /// Takes a stamp from another window in hand, or the one that was copied here.
    pub(crate) fn paste_text(&mut self, text: &str) {
        if let Some((kind, id)) = self.kind_in_front() {
            kind.paste(self, id, text);
        } else {
            self.paste_stamp(text);
        }
    }

    pub(super) fn paste_stamp(&mut self, text: &str) {
        if let Ok(stamp) = serde_json::from_str::<Stamp>(text) {
            self.tools.maps.stamp = Some(Arc::new(stamp));
        }
        self.run(CommandId::Paste);
    }

    /// What was copied is still selected, and stamps are put down within the selection alone: pasting
    /// elsewhere would do nothing.
    pub(crate) fn take_paste(&mut self) {
        self.tools.maps.tool = Tool::Stamp;
        if let Some(id) = self.active_map().map(|document| document.id)
            && let Some(document) = self.map_mut(id)
        {
            document.select(Area::default());
        }
    }

    pub(crate) fn copy(&mut self) {
        let Some(document) = self.active_map() else { return };
        let stamp = Stamp::copied(document.map(), &document.selection);
        let (n_cells, name) = (document.selection.n_cells(), document.name.clone());
        self.log.note(counted(n_cells, "cell copied", "cells copied"));
        // Other windows can take it from there, as long as it is no whole map.
        let text = match stamp.tiles().len() {
            0..=MAX_COPIED_TILES => serde_json::to_string(&stamp).unwrap_or_default(),
            _ => format!("{} of {name}", counted(n_cells, "cell", "cells")),
        };
        self.requests.push(Request::CopyText(text));
        self.tools.maps.stamp = Some(Arc::new(stamp));
    }
}

#[cfg(test)]
mod tests {
    use landwright_core::world::gat::area::Rect;

    use super::*;
    use crate::kind::ragnarok::message::MapMessage;
    use crate::model::trial::{drag, flat, kind, run};
    use crate::view::hand::Held;

    #[test]
    fn what_was_copied_is_pasted_beside_it() {
        let mut model = flat(20);
        let id = model.active_map().unwrap().id;
        model.tools.maps.brush_size = 1;
        drag(&mut model, &[[2.5, 2.5]], Held::default());
        model.handle(
            MapMessage::Select(Area::of_rect(Rect { x: 2, y: 2, width: 1, height: 1 })).to(id),
        );
        run(&mut model, CommandId::Copy);
        run(&mut model, CommandId::Paste);
        drag(&mut model, &[[12.5, 9.5]], Held::default());
        assert_eq!([(2, 2), (12, 9)].map(|(x, y)| kind(&model, x, y)), [1, 1]);
        assert!(!model.active_map().unwrap().has_selection());
    }
}
