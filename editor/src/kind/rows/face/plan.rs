//! Rows from above, over the floors of their zone: points by table, and waypoints of a grid with their way.

use std::collections::{BTreeMap, BTreeSet};

use eframe::egui;
use egui::{
    Align2, Color32, Modifiers, Painter, PointerButton, Pos2, Rect, Response, Stroke, StrokeKind,
    TextureHandle, Ui, Vec2, vec2,
};
use landwright_core::world::eq::rows::row::{Row, bare};

use crate::canvas::menu::context_menu;
use crate::canvas::steer::{LeftButton, is_panning, room};
use crate::command::CommandId;
use crate::kind::everquest::message::Way;
use crate::kind::face::Seen;
use crate::kind::navigation::face::plan::ground_of;
use crate::kind::navigation::face::sheet::{Asked, Look, Sheet, steered};
use crate::kind::rows::commands::{ADD, DROP, NONE, REMOVE};
use crate::kind::rows::document::RowsDocument;
use crate::kind::rows::message::ToRows;
use crate::kind::scene::face::plan::text;

const SELECTED: Color32 = Color32::from_rgb(255, 60, 150);
const AIM: Color32 = Color32::from_rgb(255, 236, 120);
/// The radius of a point, and how far from its middle a click still means it, in points.
const RADIUS: f32 = 4.0;
const REACH: f32 = 9.0;
/// From so many points for a unit on, points have their names.
const NAMES_FROM: f32 = 4.0;

/// What a right click offers.
const ON_ROWS: [&[CommandId]; 2] = [&[ADD, DROP, REMOVE], &[NONE, CommandId::ZoomSelection]];

/// What a drag does, and where it was begun.
#[derive(Default, Clone, Copy)]
enum Hand {
    #[default]
    Free,
    Boxes(Pos2),
    Moves(Pos2),
}

/// What a view keeps.
#[derive(Default)]
struct State {
    look: Look,
    texture: Option<(u64, TextureHandle)>,
    hand: Hand,
}

pub(super) fn show(ui: &mut Ui, document: &RowsDocument, seen: &mut Seen<'_>) {
    let mut state: Box<State> = seen.kept.take(seen.view);
    let label = format!("Rows of {}", document.title);
    if let Some((rect, response)) = room(ui, &label) {
        let painter = ui.painter().with_clip_rect(rect);
        painter.rect_filled(rect, 0.0, crate::look::colours(ui).backdrop);
        match bounds(document) {
            Some(bounds) => {
                let asked = Asked {
                    bounds,
                    shown: middle_of_selection(document),
                    n_shows: document.n_shows,
                    n_fits: document.n_fits,
                    n_zooms: document.n_zooms,
                };
                let sheet = steered(ui, &response, &asked, &mut state.look, rect);
                on_sheet(ui, &response, document, &mut state, sheet, seen);
            }
            None => crate::panel::empty(ui, "No row has a place"),
        }
    }
    seen.kept.put(seen.view, state);
}

fn place_of(row: &Row) -> Option<[f32; 2]> {
    let [x, y, _] = row.at()?;
    Some([x as f32, y as f32])
}

/// From the least to the greatest x and y of the zone, or else of the rows.
fn bounds(document: &RowsDocument) -> Option<[Vec2; 2]> {
    let zone = document.zone.as_ref().and_then(|zone| zone.ground.bounds());
    let zone = zone.map(|[[x, y, _], [far_x, far_y, _]]| [vec2(x, y), vec2(far_x, far_y)]);
    let rows = || {
        let places = document.edited().rows().rows().filter_map(|(_, row)| place_of(row));
        places.fold(None, |span: Option<[Vec2; 2]>, [x, y]| {
            let at = vec2(x, y);
            let [low, high] = span.unwrap_or([at, at]);
            Some([low.min(at), high.max(at)])
        })
    };
    zone.or_else(rows)
}

fn middle_of_selection(document: &RowsDocument) -> Option<Vec2> {
    let places: Vec<[f32; 2]> = document.selected().filter_map(|(_, row)| place_of(row)).collect();
    let sum = places.iter().fold(Vec2::ZERO, |sum, [x, y]| sum + vec2(*x, *y));
    (!places.is_empty()).then(|| sum / places.len() as f32)
}

fn on_sheet(
    ui: &Ui,
    response: &Response,
    document: &RowsDocument,
    state: &mut State,
    sheet: Sheet,
    seen: &mut Seen<'_>,
) {
    let painter = ui.painter().with_clip_rect(sheet.rect);
    if let Some(zone) = document.zone.as_ref().filter(|_| document.shows_ground) {
        ground_of(ui, &zone.plan, &document.title, &mut state.texture, &sheet);
    }
    let now = response.interact_pointer_pos();
    let by = match (state.hand, now) {
        (Hand::Moves(from), Some(now)) => now - from,
        _ => Vec2::ZERO,
    };
    ways(&painter, document, sheet);
    points(&painter, document, sheet, by);
    point(ui, response, document, state, sheet, seen);
    context_menu(response, seen.model, &ON_ROWS, seen.view, seen.send);
    if let (Hand::Boxes(from), Some(now)) = (state.hand, now) {
        let drawn = Rect::from_two_pos(from, now);
        painter.rect_stroke(drawn, 0.0, Stroke::new(1.5, SELECTED), StrokeKind::Middle);
    }
    if let Some([x, y]) = document.aim {
        let at = sheet.point([x as f32, y as f32]);
        painter.circle_stroke(at, 6.0, Stroke::new(2.0, AIM));
    }
    if let Some(at) = response.hover_pos() {
        let [x, y] = sheet.server(at);
        let place = match document.floor_at([x.into(), y.into()]) {
            Some(z) => format!("{x:.1}, {y:.1}, {z:.1}"),
            None => format!("{x:.1}, {y:.1}"),
        };
        let corner = sheet.rect.left_bottom() + vec2(8.0, -8.0);
        text(&painter, corner, Align2::LEFT_BOTTOM, &place);
    }
}

fn colour(table: &str) -> Color32 {
    match table {
        "grid_entries" => Color32::from_rgb(120, 220, 140),
        "doors" => Color32::from_rgb(230, 170, 90),
        "zone_points" => Color32::from_rgb(190, 140, 255),
        _ => Color32::from_rgb(120, 190, 255),
    }
}

fn points(painter: &Painter, document: &RowsDocument, sheet: Sheet, by: Vec2) {
    let in_sight = sheet.rect.expand(40.0);
    for (number, row) in document.edited().rows().rows() {
        let is_selected = document.selection.contains(&number);
        let Some(place) = place_of(row) else { continue };
        let at = sheet.point(place) + if is_selected { by } else { Vec2::ZERO };
        if !in_sight.contains(at) {
            continue;
        }
        let edge = if is_selected { SELECTED } else { Color32::from_black_alpha(200) };
        let stroke = Stroke::new(if is_selected { 2.5 } else { 1.0 }, edge);
        painter.circle(at, RADIUS, colour(&row.table.name), stroke);
        if is_selected || sheet.scale >= NAMES_FROM {
            text(painter, at + vec2(RADIUS + 3.0, 0.0), Align2::LEFT_CENTER, &row.in_words());
        }
    }
}

/// Lines from each waypoint of a grid to the next.
fn ways(painter: &Painter, document: &RowsDocument, sheet: Sheet) {
    let mut grids: BTreeMap<[&str; 2], Vec<(u64, [f32; 2])>> = BTreeMap::new();
    for (_, row) in document.edited().rows().rows() {
        let Some(grid) = row.get("gridid") else { continue };
        let number = row.get("number").and_then(|number| bare(number).parse::<u64>().ok());
        if let (Some(number), Some(place)) = (number, place_of(row)) {
            let zone = row.get("zoneid").unwrap_or_default();
            grids.entry([zone, grid]).or_default().push((number, place));
        }
    }
    for mut waypoints in grids.into_values() {
        waypoints.sort_by_key(|(number, _)| *number);
        for pair in waypoints.windows(2) {
            if let [(_, from), (_, to)] = pair {
                let ends = [sheet.point(*from), sheet.point(*to)];
                painter.line_segment(ends, Stroke::new(1.5, colour("grid_entries")));
            }
        }
    }
}

/// The row whose point is at a place: the nearest, and of those at one place a selected one.
fn row_at(document: &RowsDocument, sheet: Sheet, at: Pos2) -> Option<u32> {
    let near = document.edited().rows().rows().filter_map(|(number, row)| {
        let away = sheet.point(place_of(row)?).distance(at);
        (away <= REACH).then_some((away, !document.selection.contains(&number), number))
    });
    near.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).map(|(.., number)| number)
}

/// Ctrl takes a row out again that is selected, Shift adds.
fn way(held: Modifiers) -> Way {
    match (held.command, held.shift) {
        (true, _) => Way::Toggle,
        (_, true) => Way::Add,
        _ => Way::Replace,
    }
}

fn point(
    ui: &Ui,
    response: &Response,
    document: &RowsDocument,
    state: &mut State,
    sheet: Sheet,
    seen: &mut Seen<'_>,
) {
    let way = way(ui.input(|input| input.modifiers));
    let at = response.interact_pointer_pos();
    let is_pan = is_panning(ui, response, LeftButton::IsTheTools);
    if response.drag_started_by(PointerButton::Primary) && !is_pan {
        let start = ui.input(|input| input.pointer.press_origin()).or(at);
        let hit = start.and_then(|at| row_at(document, sheet, at));
        state.hand = match (start, hit.filter(|_| way != Way::Toggle)) {
            (Some(start), Some(hit)) => {
                if !document.selection.contains(&hit) {
                    seen.send(ToRows::Select { rows: BTreeSet::from([hit]), way });
                }
                Hand::Moves(start)
            }
            (Some(start), None) => Hand::Boxes(start),
            (None, _) => Hand::Free,
        };
    }
    if ui.input(|input| input.key_pressed(egui::Key::Escape)) {
        state.hand = Hand::Free;
    }
    if response.drag_stopped() {
        match (std::mem::take(&mut state.hand), at) {
            (Hand::Boxes(from), Some(at)) => {
                let drawn = Rect::from_two_pos(from, at);
                let all = document.edited().rows().rows();
                let inside = all.filter(|(_, row)| {
                    place_of(row).is_some_and(|place| drawn.contains(sheet.point(place)))
                });
                let rows = inside.map(|(number, _)| number).collect();
                seen.send(ToRows::Select { rows, way });
            }
            (Hand::Moves(from), Some(at)) => {
                let ([x, y], [to_x, to_y]) = (sheet.server(from), sheet.server(at));
                seen.send(ToRows::Move([f64::from(to_x - x), f64::from(to_y - y)]));
            }
            _ => {}
        }
    } else if (response.clicked() || response.secondary_clicked())
        && let Some(at) = at
    {
        let [x, y] = sheet.server(at);
        seen.send(ToRows::Aim([x.into(), y.into()]));
        let hit = row_at(document, sheet, at);
        let is_held = hit.is_some_and(|hit| document.selection.contains(&hit));
        if response.clicked() || hit.is_some() && !is_held {
            seen.send(ToRows::Select { rows: hit.into_iter().collect(), way });
        }
    }
}
