//! What lies over the ground of a view in space: outlines, ways, letters, and a hint.

use eframe::egui;
use egui::{Pos2, Ui};
use glam::Vec2;
use landwright_core::problem::Problem;
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::area::{Area, Rect};

use super::marks::{self, Pen};
use crate::canvas::places::Places;
use crate::canvas::three_d::hints::{compass, hint};
use crate::canvas::three_d::scene::{Line, Lines};
use crate::canvas::three_d::space::Theatre;
use crate::kind::document::common::View;
use crate::kind::ragnarok::canvas::drawing::{AXIS, axes_in_cells, corners};
use crate::kind::ragnarok::canvas::heights;
use crate::kind::ragnarok::canvas::overlay::{probe_colour, probe_ends, problem};
use crate::kind::ragnarok::changes::Seen;
use crate::kind::ragnarok::document::MapDocument;
use crate::model::Model;
use crate::view::ground::{Ground, drawn_height};
use crate::view::id::DocumentId;

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

/// `touched` are the cells that the tool in hand is about to touch; none where it is elsewhere.
pub(super) fn lines(
    theatre: &Theatre,
    document: &MapDocument,
    model: &Model,
    pixels_per_point: f32,
    touched: &Area,
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
    let inside = near.within(touched.bounds().grown(1, map.rect()));
    let edges = marks::edges(map, touched, inside, pen([255, 240, 150, 255], 1.5));
    // What a hill hides is seen through it, weakly.
    lines.in_front.extend(edges.iter().map(|line| faint(*line)));
    lines.hidden_by_ground.extend(marks::twice(edges));
    if let Some(probe) = &document.probe {
        let colour = probe_colour(probe).to_array();
        let way = marks::way(map, &probe.way, pen(colour, 2.5));
        lines.in_front.extend(way.iter().map(|line| faint(*line)));
        lines.hidden_by_ground.extend(marks::twice(way));
        let sight = pen([255, 255, 255, 120], 1.0);
        lines.in_front.extend(marks::way(map, &[probe.from, probe.to], sight));
    }
    let mirror = model.tools.maps.mirror(document.id).filter(|_| model.tools.maps.paints());
    for axis in mirror.iter().flat_map(|mirror| axes_in_cells(map, mirror)) {
        let axis = marks::over_ground(map, axis, pen(AXIS.to_array(), 1.5));
        lines.in_front.extend(axis.iter().map(|line| faint(*line)));
        lines.hidden_by_ground.extend(axis);
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
    let low = ((eye.truncate() - reach) / side).max(Vec2::ZERO);
    let high = ((eye.truncate() + reach) / side).max(Vec2::ZERO);
    let [x, y] = [low.x, low.y].map(|at| at as u32 / OUTLINE_SQUARE * OUTLINE_SQUARE);
    let [east, north] =
        [high.x, high.y].map(|at| (at as u32).min(1 << 20).next_multiple_of(OUTLINE_SQUARE));
    let (width, height) = (east.saturating_sub(x), north.saturating_sub(y));
    let [map_width, map_height] = map.size_in_cells();
    let map = Rect { x: 0, y: 0, width: map_width, height: map_height };
    Rect { x, y, width, height }.within(map)
}

/// A view in space, and the ground that cells are on.
struct OnGround<'g> {
    theatre: &'g Theatre,
    map: &'g GatMap,
}

impl Places for OnGround<'_> {
    fn screen_at(&self, at_in_cells: Vec2, height_in_world: f32) -> Option<Pos2> {
        let at = at_in_cells * self.map.world_units_per_cell();
        self.theatre.screen_from_world(at.extend(drawn_height(height_in_world)))
    }

    fn screen_of(&self, cell: [i32; 2]) -> Option<Pos2> {
        self.theatre.screen_from_world(marks::middle(self.map, cell)?)
    }
}

/// What is painted over the picture: letters, marks, a compass and the hint. `pointer_in_cells` is
/// `None` where the pointer is elsewhere.
pub(super) fn show(
    ui: &Ui,
    theatre: &Theatre,
    document: &MapDocument,
    view: &View,
    model: &Model,
    is_listed: &dyn Fn(&Problem) -> bool,
    pointer_in_cells: Option<Vec2>,
) {
    let painter = &ui.painter_at(theatre.rect);
    let places = OnGround { theatre, map: document.shown() };
    if let Some(probe) = &document.probe {
        probe_ends(painter, &places, probe);
    }
    if view.layers.problems.is_yes() {
        crate::kind::ragnarok::canvas::overlay::marks(
            painter,
            &places,
            document,
            is_listed,
            ui.visuals(),
        );
    }
    problem(painter, &places, 12.0, document);
    corners(painter, &places, document, &model.tools.maps);
    heights::show(painter, &places, document, &model.tools.maps, pointer_in_cells);
    compass(painter, theatre);
    hint(ui, painter, theatre.rect);
}
