//! Questions about geometry that are answered by a button.

use std::collections::BTreeSet;
use std::path::PathBuf;

use eframe::egui;
use egui::{ScrollArea, Ui};
use landwright_core::world::area::on_disk::ZoneCell;

use crate::kind::tera::dialog::AreaAnswer;
use crate::message::dialog::Answer;
use crate::panel::choices::choices;
use crate::view::id::DocumentId;

/// More cells than this are only counted.
const MOST_CELLS: usize = 100;

pub(super) fn cells_changed(
    ui: &mut Ui,
    document: DocumentId,
    name: &str,
    cells: &BTreeSet<ZoneCell>,
) -> Option<Answer> {
    ui.heading("Geometry changed on both sides");
    ui.label(format!(
        "Another program changed cells of {name} that you also changed. Your version is kept, and \
        a save would write it. You can undo every choice."
    ));
    let mut shown = None;
    ScrollArea::vertical().max_height(200.0).show(ui, |ui| {
        for (zone, cell) in cells.iter().take(MOST_CELLS) {
            let said = format!("{}: cell ({}, {})", zone.file_name(), cell.x(), cell.y());
            if ui.link(said).on_hover_text("Go there").clicked() {
                shown = Some(AreaAnswer::GoToCell(document, (*zone, *cell)).answer());
            }
        }
        if cells.len() > MOST_CELLS {
            ui.label(format!("and {} more", cells.len() - MOST_CELLS));
        }
    });
    let theirs = AreaAnswer::TakeCells(document, cells.clone()).answer();
    choices(ui, [("Keep mine", Answer::Cancel), ("Use the version on disk", theirs)]).or(shown)
}

pub(super) fn zones_gone(ui: &mut Ui, document: DocumentId, files: &[PathBuf]) -> Option<Answer> {
    ui.heading("Geometry files are missing");
    ui.label(
        "Nothing is saved yet. These files were deleted or moved since they were read. Put them \
        back and save again, or save the area to a different folder. You can also write them \
        again, with your changes.",
    );
    ScrollArea::vertical().max_height(300.0).show(ui, |ui| {
        for file in files {
            ui.label(file.display().to_string());
        }
    });
    let anew = AreaAnswer::WriteZonesAnew(document).answer();
    choices(ui, [("Cancel", Answer::Cancel), ("Write them again", anew)])
}
