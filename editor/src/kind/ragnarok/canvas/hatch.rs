//! Hatching over what can't be walked on, for those to whom colours say little.

use eframe::egui;
use egui::{Color32, Painter, Shape, Stroke};
use landwright_core::nav::ragnarok::cell::Cells;
use landwright_core::space::ragnarok::TilePos;
use landwright_core::world::gat::area::Rect;

use crate::canvas::stage::Stage;
use crate::kind::ragnarok::document::MapDocument;

/// Smaller cells would be nothing but lines.
const FROM_POINTS: f32 = 6.0;

/// A stroke through blocked cells, two through cliffs: as the servers take them.
pub(crate) fn show(painter: &Painter, stage: &Stage, document: &MapDocument) {
    if stage.camera.points_per_cell < FROM_POINTS {
        return;
    }
    let visible = stage.visible(document.map().rect());
    let server = document.server_view();
    // Blocked cells are dark in these colours, cliffs are bright.
    let [on_dark, on_bright] = [Color32::from_white_alpha(110), Color32::from_black_alpha(170)];
    let cells = (visible.y..visible.north())
        .flat_map(|y| (visible.x..visible.east()).map(move |x| TilePos { x, y }));
    for TilePos { x, y } in cells {
        let Some(cell) = server.cell(x, y).filter(|cell| !cell.is_walkable()) else { continue };
        let rect = stage.screen_rect(Rect { x, y, width: 1, height: 1 });
        let colour = if cell.is_shootable() { on_bright } else { on_dark };
        let stroke = Stroke::new(1.0, colour);
        painter.add(Shape::line_segment([rect.left_bottom(), rect.right_top()], stroke));
        if cell.is_shootable() {
            painter.add(Shape::line_segment([rect.left_top(), rect.right_bottom()], stroke));
        }
    }
}
