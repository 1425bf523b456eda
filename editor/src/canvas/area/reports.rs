//! Where something was reported, and by its colour whether something is wrong there.

use eframe::egui;
use egui::{Color32, Painter, Stroke};
use landwright_core::space::tera::PosInWorld;
use landwright_core::world::area::reports::{Cause, Reported, Subject};

use super::overlay::{GONE, WAY};
use super::screen;
use crate::canvas::overlay::Stage;
use crate::model::area::document::AreaDocument;

/// More than this nobody tells apart.
const MOST: usize = 5_000;

const UNKNOWN: Color32 = Color32::from_rgb(200, 200, 200);

pub(super) fn show(painter: &Painter, stage: &Stage, document: &AreaDocument) {
    let Some(layer) = &document.reports else { return };
    for (index, report) in layer.read.reports.iter().enumerate().take(MOST) {
        let found = layer.findings.as_ref().and_then(|findings| findings.probed.get(index));
        let colour = match found.map(|found| found.cause) {
            None => UNKNOWN,
            Some(Cause::Fine) => WAY,
            Some(_) => GONE,
        };
        let at = |Reported { x, y, z }: Reported| {
            screen(stage, PosInWorld { x, y, z: z.unwrap_or_default() })
        };
        let stroke = Stroke::new(2.0, colour);
        match report.subject {
            Subject::Place(place) => {
                painter.circle(at(place), 5.0, Color32::from_black_alpha(140), stroke);
            }
            Subject::Way { from, to } => {
                let (from, to) = (at(from), at(to));
                painter.circle(from, 5.0, Color32::from_black_alpha(140), stroke);
                painter.arrow(from, to - from, stroke);
            }
        }
    }
}
