//! What is drawn over the cells: grid, selection, brush, path, problems.

use eframe::egui;
use egui::{Align2, Color32, Id, Painter, Pos2, Shape, Stroke, Ui, Visuals};
use glam::vec2;
use landwright_core::problem::Problem;
use landwright_core::world::gat::area::{Area, Rect};

use landwright_core::space::ragnarok::TilePos;

use crate::canvas::marks;
use crate::canvas::places::Places;
use crate::canvas::stage::Stage;
use crate::kind::document::common::View;
use crate::kind::ragnarok::document::MapDocument;
use crate::kind::ragnarok::tool::outline::outline;
use crate::kind::ragnarok::tool::probe::Probe;
use crate::model::check::cell_of;
use crate::panel::kept::kept;
use crate::versions::differences::At;

/// From here on, cells are large enough to be distinguished by lines.
const GRID_FROM_POINTS: f32 = 8.0;

/// Lines around cells are left out where they would cover what they are about.
const OUTLINE_FROM_POINTS: f32 = 0.5;

pub(crate) fn grid(painter: &Painter, stage: &Stage, map: Rect, colour: Color32) {
    if stage.camera.points_per_cell < GRID_FROM_POINTS {
        return;
    }
    let visible = stage.visible(map);
    let area = stage.screen_rect(visible);
    let stroke = Stroke::new(1.0, colour);
    for x in visible.x..=visible.east() {
        let at = stage.screen_from_cell(vec2(x as f32, 0.0)).x;
        painter.vline(at, area.y_range(), stroke);
    }
    for y in visible.y..=visible.north() {
        let at = stage.screen_from_cell(vec2(0.0, y as f32)).y;
        painter.hline(area.x_range(), at, stroke);
    }
}

/// The outline of some cells, dark below and light above, so that it is seen on every ground.
pub(crate) fn edges(painter: &Painter, stage: &Stage, map: Rect, cells: &Area, colour: Color32) {
    if cells.is_empty() || stage.camera.points_per_cell < OUTLINE_FROM_POINTS {
        return;
    }
    let near = stage.visible(map).within(cells.bounds().grown(1, map));
    let lines = outline(cells, near);
    for (width, colour) in [(3.0, Color32::from_black_alpha(170)), (1.5, colour)] {
        let shapes = lines.iter().map(|line| {
            let ends = line.map(|end| stage.screen_from_cell(end));
            Shape::line_segment(ends, Stroke::new(width, colour))
        });
        painter.extend(shapes);
    }
}

/// What is selected: no type of cell has a colour like it.
const SELECTED: Color32 = Color32::from_rgb(0, 208, 255);

/// From here on a cell has room for its type.
const NUMBERS_FROM_POINTS: f32 = 30.0;

/// The types of cells, where they are near.
pub(crate) fn numbers(painter: &Painter, stage: &Stage, document: &MapDocument) {
    if stage.camera.points_per_cell < NUMBERS_FROM_POINTS {
        return;
    }
    let visible = stage.visible(document.map().rect());
    let font = egui::FontId::monospace(11.0);
    for (y, x) in
        (visible.y..visible.north()).flat_map(|y| (visible.x..visible.east()).map(move |x| (y, x)))
    {
        let Some(tile) = document.map().tile(TilePos { x, y }) else { continue };
        let at = stage.screen_from_cell(vec2(x as f32, y as f32)) + egui::vec2(4.0, -2.0);
        let text = tile.terrain.kind().to_string();
        painter.text(at + egui::vec2(1.0, 1.0), Align2::LEFT_BOTTOM, &text, font.clone(), SHADE);
        painter.text(at, Align2::LEFT_BOTTOM, text, font.clone(), Color32::WHITE);
    }
}

/// Behind letters on a map.
const SHADE: Color32 = Color32::from_black_alpha(200);

/// The selection as a tint, row by row, where outlines alone would not tell.
pub(crate) fn selection(painter: &Painter, stage: &Stage, document: &MapDocument) {
    let map = document.map().rect();
    let visible = stage.visible(map);
    let tint = SELECTED.gamma_multiply(0.3);
    let spans = document.selection.spans().filter(|(y, west, east)| {
        (visible.y..visible.north()).contains(y) && *east > visible.x && *west < visible.east()
    });
    for (y, x, east) in spans {
        let cells = Rect { x, y, width: east - x, height: 1 };
        painter.rect_filled(stage.screen_rect(cells.within(visible)), 0.0, tint);
    }
    edges(painter, stage, map, &document.selection, SELECTED);
}

/// Whether every server walks there.
pub(crate) fn probe_colour(probe: &Probe) -> Color32 {
    match probe.answers.iter().all(|answer| answer.walk.is_ok()) {
        true => Color32::from_rgb(90, 220, 120),
        false => Color32::from_rgb(255, 110, 80),
    }
}

pub(crate) fn probe(painter: &Painter, stage: &Stage, document: &MapDocument) {
    let Some(probe) = &document.probe else { return };
    let middle = |[x, y]: [i32; 2]| stage.screen_from_cell(vec2(x as f32 + 0.5, y as f32 + 0.5));
    let colour = probe_colour(probe);
    painter.line_segment(
        [middle(probe.from), middle(probe.to)],
        (1.0, Color32::from_white_alpha(120)),
    );
    let way: Vec<Pos2> = probe.way.iter().map(|cell| middle(*cell)).collect();
    painter.add(Shape::line(way.clone(), Stroke::new(4.0, Color32::from_black_alpha(160))));
    painter.add(Shape::line(way, Stroke::new(2.0, colour)));
    probe_ends(painter, stage, probe);
}

/// The letters at both ends of a probe, and crosses where sight ends.
pub(crate) fn probe_ends(painter: &Painter, places: &impl Places, probe: &Probe) {
    let colour = probe_colour(probe);
    for (end, letter) in [(probe.from, "A"), (probe.to, "B")] {
        let Some(at) = places.screen_of(end) else { continue };
        painter.circle(at, 9.0, Color32::from_black_alpha(200), (1.5, colour));
        let font = egui::FontId::proportional(11.0);
        painter.text(at, Align2::CENTER_CENTER, letter, font, Color32::WHITE);
    }
    let sight_ends = probe.answers.iter().filter_map(|answer| answer.sight_ends_at);
    for at in sight_ends.filter_map(|end| places.screen_of(end)) {
        let stroke = Stroke::new(2.0, Color32::from_rgb(255, 80, 80));
        painter.line_segment([at - egui::vec2(5.0, 5.0), at + egui::vec2(5.0, 5.0)], stroke);
        painter.line_segment([at - egui::vec2(5.0, -5.0), at + egui::vec2(5.0, -5.0)], stroke);
    }
}

/// A mark at the problem that was shown last, around its cell.
pub(crate) fn problem(
    painter: &Painter,
    places: &impl Places,
    points_per_cell: f32,
    document: &MapDocument,
) {
    let place = document.shown_problem.and_then(|shown| document.problems.get(shown));
    let Some(cell) = place.and_then(|problem| cell_of(&problem.place)) else { return };
    let Some(middle) = places.screen_of([cell.x as i32, cell.y as i32]) else { return };
    let radius = points_per_cell.max(10.0);
    painter.circle_stroke(middle, radius, (4.0, Color32::from_black_alpha(160)));
    painter.circle_stroke(middle, radius, (2.0, Color32::from_rgb(255, 200, 60)));
}

/// Marks the cells that differ from the saved state.
pub(crate) fn changes(painter: &Painter, stage: &Stage, document: &MapDocument, view: &View) {
    if !view.layers.changes.is_yes() {
        return;
    }
    let map = document.map();
    if document.saved.rect() != map.rect() {
        return;
    }
    let area = document.unsaved_cells();
    edges(painter, stage, map.rect(), &area, Color32::from_rgb(255, 170, 40));
}

/// Marks the cells whose conflicts are open.
pub(crate) fn conflicts(ui: &Ui, painter: &Painter, stage: &Stage, document: &MapDocument) {
    let Some(conflicts) = document.conflicts.as_ref().filter(|it| !it.open().is_empty()) else {
        return;
    };
    let map = document.map().rect();
    let key = (document.id, conflicts.n_lists, map);
    let cells = kept(ui, Id::new(("cells in conflict", document.id)), key, || {
        let mut area = Area::empty(map);
        for open in conflicts.open().iter() {
            if let At::Cells { cells, .. } = &open.conflict.at {
                let cells = cells.iter().map(|[x, y]| TilePos { x: *x, y: *y });
                cells.filter(|cell| map.contains(*cell)).for_each(|cell| area.insert(cell));
            }
        }
        area
    });
    edges(painter, stage, map, &cells, marks::IN_CONFLICT);
}

pub(crate) fn border(painter: &Painter, stage: &Stage, map: Rect) {
    let rect = stage.screen_rect(map);
    painter.rect_stroke(rect, 0.0, (1.0, Color32::from_gray(128)), egui::StrokeKind::Outside);
}

/// Small marks at its problems.
pub(crate) fn marks(
    painter: &Painter,
    places: &impl Places,
    document: &MapDocument,
    is_listed: &dyn Fn(&Problem) -> bool,
    visuals: &Visuals,
) {
    marks::show(painter, &document.problems, is_listed, visuals, |problem| {
        let cell = cell_of(&problem.place)?;
        places.screen_of([cell.x as i32, cell.y as i32])
    });
}
