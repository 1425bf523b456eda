//! Cells whose volumes changed on disk as well as here: they stay as they are here, unless the person
//! wants them as they are there.

use std::collections::BTreeSet;

use landwright_core::world::Document;
use landwright_core::world::area::on_disk::ZoneCell;

use crate::kind::tera::dialog::AreaDialog;
use crate::model::Model;
use crate::view::id::{DocumentId, ViewId};

impl Model {
    /// Asks about what was found since the last question.
    pub(super) fn ask_about_cells(&mut self) {
        let areas = self.documents.values_mut().filter_map(|open| open.as_area_mut());
        for area in areas {
            let cells = std::mem::take(&mut area.on_both_sides);
            if !cells.is_empty() {
                let (document, name) = (area.id, area.title.clone());
                self.dialogs.push_back(AreaDialog::CellsChanged { document, name, cells }.into());
            }
        }
    }

    pub(crate) fn go_to_cell(&mut self, id: DocumentId, (zone, cell): ZoneCell) {
        let is_in_front = self.active.is_some_and(|view| view.document == id);
        let Some(area) = self.area_mut(id) else { return };
        if let Some((cell, z)) = area.cell_of_zone(zone, cell) {
            area.cell = Some(cell);
            area.show_pos(cell.centre(z));
        }
        let view = area.views.keys().next().map(|number| ViewId { document: id, number: *number });
        if let Some(view) = view.filter(|_| !is_in_front) {
            self.focus(view);
        }
    }

    pub(crate) fn take_cells(&mut self, id: DocumentId, cells: &BTreeSet<ZoneCell>) {
        let Some(document) = self.area_mut(id) else { return };
        let after = document.area().with_cells_on_disk(&document.geometry, cells);
        if let Some(edit) = document.area().edit_to(&after) {
            document.apply("Use cells from disk", &edit);
        }
        self.flush(id);
    }
}
