//! All of a zone, small, with the kinds of things that the game's own map shows: NPCs, warps and
//! event objects. A click or drag says where to look.

use eframe::egui;
use egui::{Color32, Pos2, Rect, Sense, Stroke, StrokeKind, Ui};
use glam::{Vec2, vec2};

use super::atlas::Atlas;
use super::ground::block_on_screen;
use super::marks::Marks;
use super::plan::ZonePictures;
use super::scene::ZoneScene;
use super::things::colour;
use crate::canvas::plain::{self, Fill, Quad};
use crate::canvas::stage::Stage;
use crate::kind::rose::view::MINIMAP_KINDS;
use crate::kind::rose::view::span::ZoneSpan;
use crate::kind::rose::view::symbol::SymbolSize;
use crate::view::orbit::Orbit;
use crate::view::{Camera, ViewSize};

/// Blocks have 2 to the power of this pixels on a side: a small map does not need more.
const LEVEL: u32 = 5;

/// More symbols than this would hide the map: then each is a dot.
const MOST_SYMBOLS: usize = 250;

/// What a view looks at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Looks {
    FromAbove(Camera, ViewSize),
    /// From a place to another, in cells.
    InSpace {
        eye_in_cells: Vec2,
        target_in_cells: Vec2,
    },
}

/// Shows it. Answers with the place that was clicked, in cells.
pub(crate) fn show(
    ui: &mut Ui,
    scene: &ZoneScene<'_>,
    looks: Option<Looks>,
    pictures: &mut ZonePictures,
) -> Option<Vec2> {
    let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::WidgetType::Other, true, "All of the zone")
    });
    if rect.width() < 2.0 || rect.height() < 2.0 {
        return None;
    }
    let span = ZoneSpan::of(scene.zone);
    let stage = Stage { rect, camera: span.fit(vec2(rect.width(), rect.height())) };
    let painter = ui.painter_at(rect);
    let blocks = pictures.grounds.coarse(ui.ctx(), scene, LEVEL).into_iter().map(|(block, id)| {
        let rect = block_on_screen(&stage, span.corners_of_block(block));
        Quad { rect, fill: Fill::Picture(id) }
    });
    plain::paint(&painter, &blocks.collect::<Vec<_>>());
    let atlas = Atlas::of(&mut pictures.atlas, ui.ctx());
    let mut marks = Marks::new(atlas);
    let is_shown = |kind| MINIMAP_KINDS.contains(&kind) && scene.layers.shows(kind);
    let spots = pictures.clusters.spots(scene, &span);
    let spots: Vec<_> = spots.iter().filter(|spot| is_shown(spot.kind)).collect();
    for spot in &spots {
        let at = stage.screen_from_cell(spot.at_in_cells);
        match spots.len() > MOST_SYMBOLS {
            true => marks.square(at, 1.5, colour(spot.kind)),
            false => marks.symbol(at, spot.kind, SymbolSize::Small, Color32::WHITE),
        }
    }
    if let Some(Looks::InSpace { eye_in_cells, target_in_cells }) = looks {
        eye(&mut marks, [eye_in_cells, target_in_cells].map(|at| stage.screen_from_cell(at)));
    }
    marks.draw(&painter);
    if let Some(Looks::FromAbove(camera, size)) = looks {
        let [a, b] = [Vec2::ZERO, size]
            .map(|point| stage.screen_from_cell(camera.cell_from_view(point, size)));
        let frame = Rect::from_two_pos(a, b).intersect(rect);
        painter.rect_stroke(frame, 0.0, Stroke::new(2.5, Color32::BLACK), StrokeKind::Inside);
        painter.rect_stroke(frame, 0.0, Stroke::new(1.0, Color32::WHITE), StrokeKind::Inside);
    }
    let is_meant = response.clicked() || response.dragged();
    let at = response.interact_pointer_pos().filter(|_| is_meant)?;
    Some(stage.cell_from_screen(at))
}

/// From where a view in space looks, and where to.
fn eye(marks: &mut Marks<'_>, [eye, target]: [Pos2; 2]) {
    for (width, colour) in [(3.5, Color32::BLACK), (1.5, Color32::WHITE)] {
        marks.line(eye, target, width, colour);
        marks.circle(target, 4.0, width, colour);
    }
    marks.disc(eye, 4.5, Color32::BLACK);
    marks.disc(eye, 3.0, Color32::WHITE);
}

impl Looks {
    /// Of a view in space.
    pub(crate) fn in_space(orbit: &Orbit, span: &ZoneSpan) -> Looks {
        let cells = |at: glam::Vec3| at.truncate() / span.m_per_cell();
        Looks::InSpace {
            eye_in_cells: cells(orbit.eye_in_world()),
            target_in_cells: cells(orbit.target_in_world),
        }
    }
}
