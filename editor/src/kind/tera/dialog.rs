//! Questions about areas: what is in them, how they are drawn, and what their answers do.

#[cfg(feature = "window")]
mod new_area;
#[cfg(feature = "window")]
mod questions;
#[cfg(feature = "window")]
mod regenerate;

use std::collections::BTreeSet;
use std::path::PathBuf;

#[cfg(feature = "window")]
use eframe::egui::Ui;
use landwright_core::world::area::on_disk::ZoneCell;

use crate::kind::tera::create::NewAreaForm;
use crate::kind::tera::kind::ID;
use crate::kind::tera::regenerate::RegenerateForm;
use crate::message::dialog::form::Form;
use crate::message::dialog::{Answer, OfKind};
use crate::message::sent::Sent;
use crate::model::Model;
use crate::view::id::DocumentId;

#[derive(Debug, Clone, PartialEq)]
pub enum AreaDialog {
    NewArea(NewAreaForm),
    Regenerate(RegenerateForm),
    /// Cells of its geometry changed on disk as well as here, and are as they are here.
    CellsChanged {
        document: DocumentId,
        name: String,
        cells: BTreeSet<ZoneCell>,
    },
    /// Files of changed zones are gone, so that nothing was saved.
    ZonesGone {
        document: DocumentId,
        files: Vec<PathBuf>,
    },
}

#[derive(Debug, Clone)]
pub enum AreaAnswer {
    NewArea(NewAreaForm),
    Regenerate(RegenerateForm),
    /// Files of changed zones that are gone are made again, with all that was read of them.
    WriteZonesAnew(DocumentId),
    TakeCells(DocumentId, BTreeSet<ZoneCell>),
    /// Shows one of them; the question goes on.
    GoToCell(DocumentId, ZoneCell),
}

impl Form for AreaDialog {
    fn kind(&self) -> &'static str {
        ID
    }

    fn is_beside(&self) -> bool {
        matches!(self, AreaDialog::CellsChanged { .. })
    }
}

#[cfg(feature = "window")]
impl AreaDialog {
    pub(super) fn ask(&self, ui: &mut Ui) -> Option<Answer> {
        match self {
            AreaDialog::NewArea(form) => new_area::ask(ui, form),
            AreaDialog::Regenerate(form) => regenerate::ask(ui, form),
            AreaDialog::CellsChanged { document, name, cells } => {
                questions::cells_changed(ui, *document, name, cells)
            }
            AreaDialog::ZonesGone { document, files } => {
                questions::zones_gone(ui, *document, files)
            }
        }
    }
}

impl AreaAnswer {
    pub fn answer(self) -> Answer {
        let after = match &self {
            AreaAnswer::WriteZonesAnew(id) | AreaAnswer::TakeCells(id, _) => Some(*id),
            AreaAnswer::Regenerate(form) => Some(form.document),
            AreaAnswer::NewArea(_) | AreaAnswer::GoToCell(..) => None,
        };
        let goes_on = matches!(self, AreaAnswer::GoToCell(..));
        Answer::OfKind(OfKind { kind: ID, after, goes_on, sent: Sent::new(self) })
    }
}

impl Model {
    pub(super) fn take_answer_about_area(&mut self, answer: AreaAnswer) {
        match answer {
            AreaAnswer::NewArea(form) => self.make_area(form),
            AreaAnswer::Regenerate(form) => self.regenerate(form),
            AreaAnswer::WriteZonesAnew(id) => self.write_zones_anew(id),
            AreaAnswer::TakeCells(id, cells) => self.take_cells(id, &cells),
            AreaAnswer::GoToCell(id, cell) => self.go_to_cell(id, cell),
        }
    }
}
