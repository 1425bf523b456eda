//! A mesh from above, over the ground of its zone.

use std::collections::BTreeSet;
use std::sync::Arc;

use eframe::egui;
use egui::{
    Align2, Color32, ColorImage, Modifiers, PointerButton, Pos2, Rect, Response, Stroke,
    StrokeKind, TextureHandle, TextureOptions, Ui, pos2, vec2,
};
use landwright_core::nav::eq::mesh::Point;
use landwright_core::nav::eq::mesh::shape::middle;
use landwright_core::nav::eq::mesh::why::area_name;
use landwright_core::world::eq::plan::Plan;

use crate::canvas::menu::context_menu;
use crate::canvas::steer::room;
use crate::command::CommandId;
use crate::kind::face::Seen;
use crate::kind::navigation::commands::{
    AREAS, BRIDGE_GAP, ISLAND, NONE, REMOVE, REMOVE_TILE, SAME_AREA, TILE, TOOLS,
};
use crate::kind::navigation::document::NavDocument;
use crate::kind::navigation::face::panel::place_in_words;
use crate::kind::navigation::face::sheet::{Look, Sheet, picture, steer};
use crate::kind::navigation::face::strokes::{
    arrow, connections, distance, is_seen, mark, pin, polygons, route, text,
};
use crate::kind::navigation::message::{ToMesh, Tool, Way};

const BOX: Color32 = Color32::from_rgb(255, 60, 150);
/// The ground is this dark below the mesh.
const DIMMED: Color32 = Color32::from_gray(165);
/// Connections are clicked so near.
const NEAR_POINTS: f32 = 6.0;

/// What a right click offers.
const ON_A_MESH: [&[CommandId]; 4] = [
    &[AREAS[0].1, AREAS[1].1, AREAS[2].1, AREAS[3].1, AREAS[4].1, AREAS[5].1],
    &[BRIDGE_GAP, REMOVE, REMOVE_TILE],
    &[TILE, ISLAND, SAME_AREA, NONE],
    &[TOOLS[0].1, TOOLS[1].1, TOOLS[2].1],
];

/// What a view from above keeps.
#[derive(Default)]
struct State {
    look: Look,
    /// The ground, and of which state.
    texture: Option<(u64, TextureHandle)>,
    /// Where a box was begun, in the server's axes.
    began: Option<[f32; 2]>,
}

pub(super) fn show(ui: &mut Ui, document: &NavDocument, seen: &mut Seen<'_>) {
    let mut state: Box<State> = seen.kept.take(seen.view);
    let label = format!("Mesh view of {}", document.title);
    if let Some((rect, response)) = room(ui, &label) {
        let painter = ui.painter().with_clip_rect(rect);
        painter.rect_filled(rect, 0.0, crate::look::colours(ui).backdrop);
        match steer(ui, &response, document, &mut state.look, rect) {
            Some(sheet) => on_sheet(ui, &response, document, &mut state, sheet, seen),
            None => crate::panel::empty(ui, "This mesh has no polygons"),
        }
    }
    seen.kept.put(seen.view, state);
}

fn on_sheet(
    ui: &Ui,
    response: &Response,
    document: &NavDocument,
    state: &mut State,
    sheet: Sheet,
    seen: &mut Seen<'_>,
) {
    let rect = sheet.rect;
    let painter = ui.painter().with_clip_rect(rect);
    ground(ui, document, state, &sheet);
    polygons(&painter, document, &sheet);
    connections(&painter, document, &sheet);
    if let Some(asked) = &document.route {
        route(&painter, asked, &sheet);
    }
    point(ui, response, document, state, sheet, seen);
    context_menu(response, seen.model, &ON_A_MESH, seen.view, seen.send);
    if let Some(began) = state.began
        && let Some(now) = response.interact_pointer_pos()
    {
        let drawn = Rect::from_two_pos(sheet.point(began), now);
        painter.rect_stroke(drawn, 0.0, Stroke::new(1.5, BOX), StrokeKind::Middle);
    }
    let hover = response.hover_pos();
    if let Some(begun) = document.begun {
        let begun = sheet.of_server(begun);
        match (document.tool, hover) {
            (Tool::Connect, Some(at)) => {
                arrow(&painter, [begun, at], Color32::WHITE, document.both_ways);
            }
            (Tool::Connect, None) => mark(&painter, begun),
            _ => pin(&painter, begun, "A"),
        }
    } else if let (Some(at), None) = (document.place, &document.route) {
        mark(&painter, sheet.of_server(at));
    }
    if let Some(at) = hover {
        let corner = rect.left_bottom() + vec2(8.0, -8.0);
        text(&painter, corner, Align2::LEFT_BOTTOM, &under(document, &sheet, at));
    }
    if let Some(hint) = hint(document) {
        text(&painter, rect.center_top() + vec2(0.0, 10.0), Align2::CENTER_TOP, hint);
    }
}

/// What the next click does, where that is not plain.
fn hint(document: &NavDocument) -> Option<&'static str> {
    match (document.tool, document.begun) {
        (Tool::Select, _) => None,
        (Tool::Connect, None) => Some("Click where the connection begins"),
        (Tool::Connect, Some(_)) => Some("Click where the connection ends"),
        (Tool::Route, None) => Some("Click the start of a way"),
        (Tool::Route, Some(_)) => Some("Click the goal"),
    }
}

fn ground(ui: &Ui, document: &NavDocument, state: &mut State, sheet: &Sheet) {
    let Some(plan) = document.plan() else { return };
    ground_of(ui, plan, &document.title, &mut state.texture, sheet);
}

/// Draws the floors of a zone, darker than what is over them.
pub(in crate::kind) fn ground_of(
    ui: &Ui,
    plan: &Arc<Plan>,
    title: &str,
    kept: &mut Option<(u64, TextureHandle)>,
    sheet: &Sheet,
) {
    // A plan that was drawn anew has a place of its own.
    let of = Arc::as_ptr(plan).addr() as u64;
    if kept.as_ref().is_none_or(|(own, _)| *own != of) {
        let tint = |_| None;
        let image = plan.image(tint, &BTreeSet::new());
        let size = [image.width as usize, image.height as usize];
        let pixels = image.pixels.iter().map(|pixel| {
            let [r, g, b] = pixel.0;
            Color32::from_rgb(r, g, b)
        });
        let image = ColorImage::new(size, pixels.collect());
        let name = format!("ground of {title}");
        *kept = Some((of, ui.ctx().load_texture(name, image, TextureOptions::LINEAR)));
    }
    let Some((_, texture)) = kept else { return };
    let size = [plan.width, plan.height].map(|side| f64::from(side) * plan.units_per_pixel);
    let shown = picture(sheet, plan.west_north, size);
    let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
    ui.painter().with_clip_rect(sheet.rect).image(texture.id(), shown, whole, DIMMED);
}

/// Ctrl takes a polygon out again that is selected, Shift adds.
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
    document: &NavDocument,
    state: &mut State,
    sheet: Sheet,
    seen: &mut Seen<'_>,
) {
    let way = way(ui.input(|input| input.modifiers));
    let at = response.interact_pointer_pos();
    let is_pan = crate::canvas::steer::is_panning(
        ui,
        response,
        crate::canvas::steer::LeftButton::IsTheTools,
    );
    let draws_boxes = document.tool == Tool::Select;
    if response.drag_started_by(PointerButton::Primary) && !is_pan && draws_boxes {
        let start = ui.input(|input| input.pointer.press_origin());
        state.began = start.or(at).map(|at| sheet.server(at));
    }
    if response.drag_stopped() {
        if let Some((began, at)) = state.began.take().zip(at) {
            let polygons = inside(document, began, sheet.server(at));
            seen.send(ToMesh::Select { polygons, way });
        }
    } else if response.clicked()
        && let Some(at) = at
    {
        let (place, polygon) = pick(document, &sheet, at);
        seen.send(ToMesh::Click { at: place, polygon, way });
    } else if response.secondary_clicked()
        && let Some(at) = at
        && let (_, Some(polygon)) = pick(document, &sheet, at)
        && !document.selection.contains(&polygon)
    {
        let polygons = BTreeSet::from([polygon]);
        seen.send(ToMesh::Select { polygons, way: Way::Replace });
    }
}

/// What is under the pointer: a place in the server's axes, and a connection or a polygon.
fn pick(document: &NavDocument, sheet: &Sheet, at: Pos2) -> (Point, Option<usize>) {
    let [x, y] = sheet.server(at);
    let ground = document.seen_at([x, y]);
    let floor = || {
        let zone = document.zone.as_ref()?;
        let below = document.below.map_or(f64::INFINITY, f64::from);
        let floors = zone.ground.column(f64::from(x), f64::from(y));
        floors.floors().filter(|z| *z < below).last().map(|z| z as f32)
    };
    let z = ground.map(|(_, z)| z).or_else(floor).unwrap_or_default();
    let arrows = document.connections.iter().filter(|(_, one)| is_seen(document, one));
    let near = arrows.map(|(own, one)| {
        (*own, distance(at, [sheet.of_server(one.from), sheet.of_server(one.to)]))
    });
    let nearest = near.filter(|(_, off)| *off <= NEAR_POINTS).min_by(|a, b| a.1.total_cmp(&b.1));
    let is_arrow_meant = document.tool == Tool::Select;
    let arrow = nearest.filter(|_| is_arrow_meant).map(|(own, _)| own);
    ([x, y, z], arrow.or(ground.map(|(own, _)| own)))
}

/// The polygons whose middle is in a rectangle, and the connections that begin there.
fn inside(document: &NavDocument, [ax, ay]: [f32; 2], [bx, by]: [f32; 2]) -> BTreeSet<usize> {
    let each = document.mesh.polygons.iter().enumerate();
    let seen = each.filter(|(_, polygon)| document.is_seen(polygon));
    let inside = seen.filter(|(_, polygon)| {
        let [x, _, y] = middle(&polygon.corners);
        x >= ax.min(bx) && x <= ax.max(bx) && y >= ay.min(by) && y <= ay.max(by)
    });
    inside.map(|(own, _)| own).collect()
}

fn under(document: &NavDocument, sheet: &Sheet, at: Pos2) -> String {
    let (place, own) = pick(document, sheet, at);
    let polygon = own.and_then(|own| Some((own, document.mesh.polygons.get(own)?)));
    let Some((own, polygon)) = polygon else {
        return format!("{}   off the mesh", place_in_words(place));
    };
    let area = area_name(polygon.area);
    match document.connections.get(&own) {
        Some(one) => format!("{}   connection {}, {area}", place_in_words(place), one.number),
        None => format!("{}   polygon {own}, {area}", place_in_words(place)),
    }
}
