//! Cells of an area in a view from above or in space: the one whose volumes are shown, and those
//! under the brush.

use std::collections::BTreeSet;

use eframe::egui;
use egui::{Color32, Painter, Pos2, Stroke};
use landwright_core::space::tera::CellInWorld;

use crate::kind::Tools;
use crate::kind::tera::document::AreaDocument;
use crate::kind::tera::geometry::CellVolumes;
use crate::kind::tera::tool::volumes::{VolumeWay, outline};

const CHOSEN: Color32 = Color32::from_rgb(90, 200, 255);
const BRUSH: Color32 = Color32::WHITE;
const ERASER: Color32 = Color32::from_rgb(255, 120, 110);

/// Where a place of the world at a height is on the screen, if anywhere.
type Place<'p> = &'p dyn Fn([f64; 2], f64) -> Option<Pos2>;

/// The cell whose volumes are shown, at every floor that it has.
pub(crate) fn chosen(painter: &Painter, document: &AreaDocument, place: Place<'_>) {
    let Some(cell) = document.cell else { return };
    let floors: Vec<f64> = match document.volumes_of(cell) {
        CellVolumes::Are(volumes) if !volumes.is_empty() => {
            let shown = volumes.iter().map(|volume| f64::from(volume.z));
            shown.filter(|z| document.slice.holds(*z)).collect()
        }
        _ => vec![0.0],
    };
    for z in floors {
        lines(painter, &BTreeSet::from([cell]), z, CHOSEN, place);
    }
}

/// What lies under the brush.
pub(crate) fn brush(painter: &Painter, tools: &Tools, at: [f64; 2], z: f64, place: Place<'_>) {
    let mut brush = tools.volume_brush();
    if brush.volumes.way == VolumeWay::Look {
        brush.size = 1;
    }
    let colour = if brush.volumes.way == VolumeWay::Remove { ERASER } else { BRUSH };
    lines(painter, &brush.cells_at(at), z, colour, place);
}

/// Dark below and light above, so that they are seen on every ground.
fn lines(
    painter: &Painter,
    cells: &BTreeSet<CellInWorld>,
    z: f64,
    colour: Color32,
    place: Place<'_>,
) {
    let lines: Vec<[Pos2; 2]> = outline(cells)
        .into_iter()
        .filter_map(|[from, to]| Some([place(from, z)?, place(to, z)?]))
        .collect();
    for (width, colour) in [(3.5, Color32::from_black_alpha(170)), (1.5, colour)] {
        for line in &lines {
            painter.line_segment(*line, Stroke::new(width, colour));
        }
    }
}
