//! What lies over the ground of a view in space: outlines, ways, letters, and a hint.

use eframe::egui;
use egui::{Align2, Color32, FontId, Painter, Pos2, Stroke, Ui};
use glam::Vec3;
use landwright_core::world::gat::area::Rect;

use super::marks::{self, Pen};
use super::scene::Line;
use super::view::Theatre;
use crate::canvas::map::touched;
use crate::model::Model;
use crate::model::changes::Seen;
use crate::model::check::cell_of;
use crate::model::document::{DocumentId, MapDocument};
use crate::view::ground::Ground;

/// Lines of a view.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    pub(crate) hidden_by_ground: Vec<Line>,
    pub(crate) in_front: Vec<Line>,
}

/// Outlines of smaller cells would cover what they are about.
const OUTLINE_FROM_POINTS: f32 = 1.0;

/// A selection with more edges is shown by its tint alone.
const MAX_EDGES: usize = 40_000;

/// Outlines are made for squares of cells around the eye, so that they last for some frames.
const OUTLINE_SQUARE: u32 = 64;

/// The outline of a selection, as long as it is the same one.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    of: Option<OutlineOf>,
    lines: Vec<Line>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct OutlineOf {
    document: DocumentId,
    selection_revision: u64,
    seen: Seen,
    inside: Rect,
    pen: Pen,
}

impl Outline {
    fn lines(&mut self, document: &MapDocument, inside: Rect, pen: Pen) -> &[Line] {
        let of = OutlineOf {
            document: document.id,
            selection_revision: document.selection_revision,
            seen: document.changes.now(),
            inside,
            pen,
        };
        if self.of != Some(of) {
            let edges = marks::edges(document.shown(), &document.selection, inside, pen);
            let is_shown = edges.len() <= MAX_EDGES;
            self.lines = if is_shown { marks::twice(edges) } else { Vec::new() };
            self.of = Some(of);
        }
        &self.lines
    }
}

const HINT: &str = "Left: tool    Right: turn    Middle: pan    Wheel: zoom    \
                    Right + W A S D Q E: fly    Home: fit    N: north";

pub(super) fn no_driver(ui: &Ui, rect: egui::Rect) {
    let text = "This window has no driver that draws in 3D.\n\
                On Debian and Ubuntu, mesa-vulkan-drivers brings one that needs no graphics card.";
    let font = FontId::proportional(14.0);
    let colour = ui.visuals().weak_text_color();
    ui.painter_at(rect).text(rect.center(), Align2::CENTER_CENTER, text, font, colour);
}

pub(super) fn lines(
    theatre: &Theatre,
    document: &MapDocument,
    model: &Model,
    pixels_per_point: f32,
    is_pointing: bool,
    outline: &mut Outline,
) -> Lines {
    let map = document.shown();
    let near = near(theatre, map);
    let pen = |colour, points: f32| Pen { colour, width_in_pixels: points * pixels_per_point };
    let mut lines = Lines::default();
    let selection = document.selection.bounds();
    let inside = near.within(selection.grown(1, map.rect()));
    if !inside.is_empty() {
        lines.hidden_by_ground = outline.lines(document, inside, pen([255; 4], 1.5)).to_vec();
    }
    if is_pointing {
        let cells = touched(document, model);
        let inside = near.within(cells.bounds().grown(1, map.rect()));
        let edges = marks::edges(map, &cells, inside, pen([255, 240, 150, 255], 1.5));
        // What a hill hides is seen through it, weakly.
        lines.in_front.extend(edges.iter().map(|line| faint(*line)));
        lines.hidden_by_ground.extend(marks::twice(edges));
    }
    if let Some(probe) = &document.probe {
        let is_walked = probe.answers.iter().all(|answer| answer.walk.is_ok());
        let colour = if is_walked { [90, 220, 120, 255] } else { [255, 110, 80, 255] };
        let way = marks::way(map, &probe.way, pen(colour, 2.5));
        lines.in_front.extend(way.iter().map(|line| faint(*line)));
        lines.hidden_by_ground.extend(marks::twice(way));
        let sight = pen([255, 255, 255, 120], 1.0);
        lines.in_front.extend(marks::way(map, &[probe.from, probe.to], sight));
    }
    lines
}

fn faint(line: Line) -> Line {
    let [r, g, b, _] = line.colour;
    Line { colour: [r, g, b, 70], ..line }
}

/// The cells around the eye that are large enough to be outlined.
fn near(theatre: &Theatre, map: &impl Ground) -> Rect {
    let side = map.world_units_per_cell();
    let reach =
        theatre.orbit.points_per_world_unit(1.0, theatre.size()) * side / OUTLINE_FROM_POINTS;
    let eye = theatre.orbit.eye_in_world();
    let low = ((eye.truncate() - reach) / side).max(glam::Vec2::ZERO);
    let high = ((eye.truncate() + reach) / side).max(glam::Vec2::ZERO);
    let [x, y] = [low.x, low.y].map(|at| at as u32 / OUTLINE_SQUARE * OUTLINE_SQUARE);
    let [east, north] =
        [high.x, high.y].map(|at| (at as u32).min(1 << 20).next_multiple_of(OUTLINE_SQUARE));
    let (width, height) = (east.saturating_sub(x), north.saturating_sub(y));
    let [map_width, map_height] = map.size_in_cells();
    let map = Rect { x: 0, y: 0, width: map_width, height: map_height };
    Rect { x, y, width, height }.within(map)
}

/// What is painted over the picture: letters, the mark at a problem, a compass and the hint.
pub(super) fn show(
    ui: &Ui,
    painter: &Painter,
    theatre: &Theatre,
    document: &MapDocument,
    model: &Model,
) {
    let map = document.shown();
    let at = |cell: [i32; 2]| theatre.screen_from_world(marks::middle(map, cell)?);
    if let Some(probe) = &document.probe {
        let is_walked = probe.answers.iter().all(|answer| answer.walk.is_ok());
        let colour = if is_walked {
            Color32::from_rgb(90, 220, 120)
        } else {
            Color32::from_rgb(255, 110, 80)
        };
        for (end, letter) in [(probe.from, "A"), (probe.to, "B")] {
            let Some(at) = at(end) else { continue };
            painter.circle(at, 9.0, Color32::from_black_alpha(200), (1.5, colour));
            let font = FontId::proportional(11.0);
            painter.text(at, Align2::CENTER_CENTER, letter, font, Color32::WHITE);
        }
        for at in probe.answers.iter().filter_map(|answer| at(answer.sight_ends_at?)) {
            let stroke = Stroke::new(2.0, Color32::from_rgb(255, 80, 80));
            painter.line_segment([at - egui::vec2(5.0, 5.0), at + egui::vec2(5.0, 5.0)], stroke);
            painter.line_segment([at - egui::vec2(5.0, -5.0), at + egui::vec2(5.0, -5.0)], stroke);
        }
    }
    let problem = model.shown_problem.and_then(|shown| document.problems.get(shown));
    let cell = problem.and_then(|problem| cell_of(&problem.place));
    if let Some(at) = cell.and_then(|cell| at([cell.x as i32, cell.y as i32])) {
        painter.circle_stroke(at, 12.0, (4.0, Color32::from_black_alpha(160)));
        painter.circle_stroke(at, 12.0, (2.0, Color32::from_rgb(255, 200, 60)));
    }
    compass(painter, theatre);
    hint(ui, painter, theatre.rect);
}

/// Where north is.
fn compass(painter: &Painter, theatre: &Theatre) {
    let middle = theatre.rect.right_top() + egui::vec2(-30.0, 30.0);
    if theatre.rect.width() < 160.0 || theatre.rect.height() < 120.0 {
        return;
    }
    painter.circle_filled(middle, 20.0, Color32::from_black_alpha(110));
    let [right, up, _] = theatre.orbit.axes();
    let seen = |way: Vec3| egui::vec2(way.dot(right), -way.dot(up)) * 15.0;
    let arm = |way: Vec3, colour| {
        painter.line_segment([middle, middle + seen(way)], Stroke::new(2.0, colour));
    };
    arm(Vec3::Z, Color32::from_rgb(110, 160, 255));
    arm(Vec3::X, Color32::from_gray(170));
    arm(Vec3::Y, Color32::from_rgb(255, 110, 90));
    let letter: Pos2 = middle + seen(Vec3::Y) * 1.25;
    painter.text(letter, Align2::CENTER_CENTER, "N", FontId::proportional(10.0), Color32::WHITE);
}

fn hint(ui: &Ui, painter: &Painter, rect: egui::Rect) {
    let font = FontId::proportional(11.0);
    let galley = painter.layout_no_wrap(HINT.to_owned(), font, Color32::from_white_alpha(200));
    let at =
        Align2::LEFT_BOTTOM.anchor_size(rect.left_bottom() + egui::vec2(8.0, -6.0), galley.size());
    if at.right() > rect.right() || rect.height() < 120.0 || ui.input(|i| i.pointer.any_down()) {
        return;
    }
    painter.rect_filled(at.expand(3.0), 3.0, Color32::from_black_alpha(120));
    painter.galley(at.min, galley, Color32::WHITE);
}
