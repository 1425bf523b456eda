//! Where something was reported, and by its colour whether something is wrong there.

use eframe::egui;
use egui::{Color32, Painter, Pos2, Stroke};
use landwright_core::space::tera::{CellInWorld, PosInWorld};
use landwright_core::world::area::reports::cause::Cause;
use landwright_core::world::area::reports::{Reported, Subject};

use super::overlay::{GONE, WAY};
use crate::kind::tera::document::AreaDocument;
use crate::kind::tera::geometry::CellVolumes;
use crate::kind::tera::tool::volumes::meant;

/// More than this nobody tells apart.
const MOST: usize = 5_000;

const UNKNOWN: Color32 = Color32::from_rgb(200, 200, 200);

/// A place that was reported, or where a way was to begin and to end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Mark {
    pub(crate) from: PosInWorld,
    pub(crate) to: Option<PosInWorld>,
    pub(crate) colour: Color32,
}

/// What was reported. `usual_z` is for places of which neither the report nor the geometry says how
/// high they are.
pub(crate) fn marks(document: &AreaDocument, usual_z: f64) -> impl Iterator<Item = Mark> {
    let layer = document.reports.iter();
    let reports = layer.flat_map(|layer| {
        let found = |index: usize| layer.findings.as_ref()?.probed.get(index);
        let reports = layer.read.reports.iter().take(MOST).enumerate();
        reports.map(move |(index, report)| (report, found(index).map(|found| found.cause)))
    });
    reports.map(move |(report, cause)| {
        let colour = match cause {
            None => UNKNOWN,
            Some(Cause::Fine) => WAY,
            Some(_) => GONE,
        };
        let pos = |reported| pos_of(document, reported, usual_z);
        match report.subject {
            Subject::Place(place) => Mark { from: pos(place), to: None, colour },
            Subject::Way { from, to } => Mark { from: pos(from), to: Some(pos(to)), colour },
        }
    })
}

fn pos_of(document: &AreaDocument, Reported { x, y, z }: Reported, usual_z: f64) -> PosInWorld {
    let on_floor = || {
        let cell = CellInWorld::of(PosInWorld { x, y, z: 0.0 })?;
        let CellVolumes::Are(volumes) = document.volumes_of(cell) else { return None };
        let floor = volumes.get(meant(&volumes, document.slice, None)?)?;
        Some(f64::from(floor.z))
    };
    PosInWorld { x, y, z: z.or_else(on_floor).unwrap_or(usual_z) }
}

/// Rings at places, and where ways begin.
pub(crate) fn rings(
    painter: &Painter,
    marks: impl Iterator<Item = Mark>,
    place: &dyn Fn(PosInWorld) -> Option<Pos2>,
) {
    for Mark { from, colour, .. } in marks {
        if let Some(at) = place(from) {
            painter.circle(at, 5.0, Color32::from_black_alpha(140), Stroke::new(2.0, colour));
        }
    }
}

/// In a view from above.
pub(super) fn show(
    painter: &Painter,
    document: &AreaDocument,
    screen: &dyn Fn(PosInWorld) -> Pos2,
) {
    rings(painter, marks(document, 0.0), &|pos| Some(screen(pos)));
    for Mark { from, to, colour } in marks(document, 0.0) {
        if let Some(to) = to {
            let (from, to) = (screen(from), screen(to));
            painter.arrow(from, to - from, Stroke::new(2.0, colour));
        }
    }
}
