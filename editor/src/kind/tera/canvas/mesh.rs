//! The mesh that lies over an area, as its edges.

use eframe::egui::{Color32, Painter, Pos2};
use landwright_core::space::tera::PosInWorld;

use crate::canvas::plain::shapes::Shapes;
use crate::kind::tera::document::AreaDocument;

const MESH: Color32 = Color32::from_rgb(205, 150, 255);

pub(super) fn show(
    painter: &Painter,
    document: &AreaDocument,
    place: &dyn Fn(PosInWorld) -> Option<Pos2>,
) {
    let Some(mesh) = &document.mesh else { return };
    let seen = painter.clip_rect().expand(40.0);
    let mut shapes = Shapes::default();
    for [from, to] in &mesh.lines {
        let (Some(from), Some(to)) = (place(*from), place(*to)) else { continue };
        if seen.intersects(eframe::egui::Rect::from_two_pos(from, to)) {
            shapes.line(from, to, 1.2, MESH);
        }
    }
    shapes.draw(painter);
}
