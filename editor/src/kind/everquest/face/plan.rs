//! A zone from above: floors by height with the colours of regions, moved and zoomed by the hand.

use std::collections::BTreeSet;

use eframe::egui;
use egui::{
    Align2, Color32, ColorImage, FontId, Modifiers, PointerButton, Pos2, Rect, Stroke, StrokeKind,
    TextureHandle, TextureOptions, Ui, Vec2, pos2, vec2,
};
use landwright_core::stage::everquest::server_from_scene;
use landwright_core::world::eq::plan::colour;

use crate::canvas::menu::context_menu;
use crate::canvas::steer::{LeftButton, is_panning, room, wheel_factor};
use crate::command::CommandId;
use crate::kind::everquest::act::in_words;
use crate::kind::everquest::commands::{
    ADD, CONNECTED, NONE, REMOVE, SAME_KIND, TAGS, TURN_LEFT, TURN_RIGHT,
};
use crate::kind::everquest::document::EqDocument;
use crate::kind::everquest::face::objects;
use crate::kind::everquest::face::panel::place_in_words;
use crate::kind::everquest::message::{ToObjects, ToZone, Way};
use crate::kind::face::Seen;

const LEAST_SCALE: f32 = 1.0 / 16.0;
const MOST_SCALE: f32 = 64.0;
const ZOOM_STEP: f32 = 1.25;
/// From here on, pixels are distinguished.
const SHARP_FROM: f32 = 3.0;
const MARK: Color32 = Color32::from_rgb(255, 236, 120);
const BOX: Color32 = Color32::from_rgb(255, 60, 150);

/// What a right click offers.
const ON_A_ZONE: [&[CommandId]; 3] = [
    &[TAGS[0].1, TAGS[1].1, TAGS[2].1, TAGS[3].1, TAGS[4].1, TAGS[5].1, TAGS[6].1],
    &[SAME_KIND, CONNECTED, NONE, CommandId::ZoomSelection],
    &[ADD, TURN_LEFT, TURN_RIGHT, REMOVE],
];

/// What a view from above keeps.
#[derive(Default)]
struct State {
    texture: Option<(u64, TextureHandle)>,
    /// Points for a pixel of the plan, and what is in the middle, in its pixels. `None` while all of it
    /// is in sight.
    look: Option<(f32, Pos2)>,
    n_shows: u64,
    n_fits: u64,
    n_zooms: i32,
    hand: Hand,
}

/// What a drag does, and where it was begun, in pixels of the plan.
#[derive(Default, Clone, Copy)]
enum Hand {
    #[default]
    Free,
    Boxes(Pos2),
    /// The selected objects.
    Moves(Pos2),
}

/// Where the plan is in the window.
#[derive(Clone, Copy)]
pub(super) struct Sheet {
    pub(super) rect: Rect,
    pub(super) scale: f32,
    middle: Pos2,
}

impl Sheet {
    fn px(&self, point: Pos2) -> Pos2 {
        self.middle + (point - self.rect.center()) / self.scale
    }

    pub(super) fn point(&self, px: Pos2) -> Pos2 {
        self.rect.center() + (px - self.middle) * self.scale
    }
}

pub(super) fn show(ui: &mut Ui, document: &EqDocument, seen: &mut Seen<'_>) {
    let mut state: Box<State> = seen.kept.take(seen.view);
    let label = format!("Zone view of {}", document.title);
    if let Some((rect, response)) = room(ui, &label) {
        let plan = &document.plan;
        let size = vec2(plan.width as f32, plan.height as f32);
        let sheet = steer(ui, &response, document, &mut state, rect, size);
        let painter = ui.painter().with_clip_rect(rect);
        painter.rect_filled(rect, 0.0, crate::look::colours(ui).backdrop);
        if let Some(texture) = texture(ui, document, &mut state, sheet.scale) {
            let shown = Rect::from_min_max(sheet.point(Pos2::ZERO), sheet.point(size.to_pos2()));
            let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
            painter.image(texture, shown, whole, Color32::WHITE);
        }
        point(ui, &response, document, &mut state, sheet, seen);
        context_menu(&response, seen.model, &ON_A_ZONE, seen.view, seen.send);
        let now = response.interact_pointer_pos();
        if let (Hand::Boxes(began), Some(now)) = (state.hand, now) {
            let drawn = Rect::from_two_pos(sheet.point(began), now);
            painter.rect_stroke(drawn, 0.0, Stroke::new(1.5, BOX), StrokeKind::Middle);
        }
        let by = match (state.hand, now) {
            (Hand::Moves(began), Some(now)) => now - sheet.point(began),
            _ => Vec2::ZERO,
        };
        objects::symbols(&painter, document, sheet, by);
        mark(&painter, document, sheet);
        if let Some(at) = response.hover_pos() {
            let text = under(document, sheet.px(at));
            let corner = rect.left_bottom() + vec2(8.0, -8.0);
            self::text(&painter, corner, Align2::LEFT_BOTTOM, &text);
        }
    }
    seen.kept.put(seen.view, state);
}

/// A text that can be read on any ground.
pub(super) fn text(painter: &egui::Painter, at: Pos2, align: Align2, text: &str) {
    let font = FontId::proportional(13.0);
    painter.text(at + Vec2::splat(1.0), align, text, font.clone(), Color32::BLACK);
    painter.text(at, align, text, font, Color32::WHITE);
}

fn steer(
    ui: &Ui,
    response: &egui::Response,
    document: &EqDocument,
    state: &mut State,
    rect: Rect,
    size: Vec2,
) -> Sheet {
    let fit = (rect.size() * 0.96 / size).min_elem().clamp(LEAST_SCALE, MOST_SCALE);
    let (mut scale, mut middle) = state.look.unwrap_or((fit, (size / 2.0).to_pos2()));
    if std::mem::replace(&mut state.n_fits, document.n_fits) != document.n_fits {
        (scale, middle, state.look) = (fit, (size / 2.0).to_pos2(), None);
    }
    if std::mem::replace(&mut state.n_shows, document.n_shows) != document.n_shows
        && let Some(to) = middle_of_what_is_shown(document)
    {
        middle = to;
        state.look = Some((scale, middle));
    }
    let n_nearer = document.n_zooms - std::mem::replace(&mut state.n_zooms, document.n_zooms);
    if n_nearer != 0 {
        scale = (scale * ZOOM_STEP.powi(n_nearer)).clamp(LEAST_SCALE, MOST_SCALE);
        state.look = Some((scale, middle));
    }
    if let Some(point) = response.hover_pos() {
        let factor = wheel_factor(ui);
        if (factor - 1.0).abs() > f32::EPSILON {
            let held = Sheet { rect, scale, middle }.px(point);
            scale = (scale * factor).clamp(LEAST_SCALE, MOST_SCALE);
            middle = held - (point - rect.center()) / scale;
            state.look = Some((scale, middle));
        }
    }
    if is_panning(ui, response, LeftButton::IsTheTools)
        || response.dragged_by(PointerButton::Secondary)
    {
        middle -= response.drag_delta() / scale;
        state.look = Some((scale, middle));
    }
    Sheet { rect, scale, middle }
}

/// The place that was gone to, or the middle of the selection.
fn middle_of_what_is_shown(document: &EqDocument) -> Option<Pos2> {
    let middle = document.middle_of_selection();
    let at = middle.map(|at| server_from_scene(at).map(f64::from));
    let [x, y, _] = at.or(document.found.as_ref().map(|found| found.at))?;
    Some(pos_of(document.plan.px_from_server([x, y])))
}

pub(super) fn pos_of([x, y]: [f64; 2]) -> Pos2 {
    pos2(x as f32, y as f32)
}

fn px_of(at: Pos2) -> [f64; 2] {
    [f64::from(at.x), f64::from(at.y)]
}

/// Ctrl takes a region out again that is selected, Shift adds.
fn way(held: Modifiers) -> Way {
    match (held.command, held.shift) {
        (true, _) => Way::Toggle,
        (_, true) => Way::Add,
        _ => Way::Replace,
    }
}

fn point(
    ui: &Ui,
    response: &egui::Response,
    document: &EqDocument,
    state: &mut State,
    sheet: Sheet,
    seen: &mut Seen<'_>,
) {
    let way = way(ui.input(|input| input.modifiers));
    let pointer = response.interact_pointer_pos();
    let at = pointer.map(|at| sheet.px(at));
    let hit = pointer.and_then(|at| objects::object_at(document, sheet, at));
    let is_pan = is_panning(ui, response, LeftButton::IsTheTools);
    if response.drag_started_by(PointerButton::Primary) && !is_pan {
        let start = ui.input(|input| input.pointer.press_origin()).or(pointer);
        let hit = start.and_then(|at| objects::object_at(document, sheet, at));
        state.hand = match (start, hit.filter(|_| way != Way::Toggle)) {
            (Some(start), Some(hit)) => {
                if !document.placement.chosen.contains(&hit) {
                    objects::choose(hit, way, seen);
                }
                Hand::Moves(sheet.px(start))
            }
            (Some(start), None) => Hand::Boxes(sheet.px(start)),
            (None, _) => Hand::Free,
        };
    }
    if ui.input(|input| input.key_pressed(egui::Key::Escape)) {
        state.hand = Hand::Free;
    }
    if response.drag_stopped() {
        match (std::mem::take(&mut state.hand), at) {
            (Hand::Boxes(began), Some(at)) if document.placement.are_boxed => {
                let drawn = Rect::from_two_pos(sheet.point(began), sheet.point(at));
                let objects = objects::in_box(document, sheet, drawn);
                seen.send(ToZone::Objects(ToObjects::Choose { objects, way }));
            }
            (Hand::Boxes(began), Some(at)) => {
                let regions = document.plan.regions_in(px_of(began), px_of(at));
                seen.send(ToZone::Select { regions, way });
            }
            (Hand::Moves(began), Some(at)) => {
                let by = objects::dragged(document, began, at);
                seen.send(ToZone::Objects(ToObjects::Move(by)));
            }
            _ => {}
        }
    } else if response.clicked()
        && let Some(at) = at
    {
        match hit {
            Some(hit) => objects::choose(hit, way, seen),
            None => ask(document, px_of(at), way, seen),
        }
    } else if response.secondary_clicked()
        && let Some(at) = at
    {
        let is_selected = |region: &u32| document.selection.contains(region);
        match (hit, document.plan.region_at(px_of(at))) {
            (Some(hit), _) if !document.placement.chosen.contains(&hit) => {
                objects::choose(hit, Way::Replace, seen);
            }
            (None, Some(region)) if !is_selected(&region) => {
                seen.send(ToZone::Select { regions: BTreeSet::from([region]), way: Way::Replace });
            }
            _ => {}
        }
    }
}

fn ask(document: &EqDocument, px: [f64; 2], way: Way, seen: &mut Seen<'_>) {
    let plan = &document.plan;
    let [x, y] = plan.server_from_px(px);
    // A pixel is as high as its middle, which is not the place itself.
    let below = document.plan_below.map_or(f64::INFINITY, f64::from);
    let floors = document.ground.column(x, y);
    let highest = floors.floors().filter(|z| *z < below).last();
    match highest.or(plan.height_at(px).map(f64::from)) {
        Some(z) => {
            let (at, region) = ([x, y, z], plan.region_at(px));
            seen.send(ToZone::Ask { at, region, way });
        }
        None => seen.send(ToZone::Select { regions: BTreeSet::new(), way }),
    }
}

fn mark(painter: &egui::Painter, document: &EqDocument, sheet: Sheet) {
    let Some(found) = &document.found else { return };
    let [x, y, _] = found.at;
    let at = sheet.point(pos_of(document.plan.px_from_server([x, y])));
    for (width, colour) in [(4.0, Color32::from_black_alpha(160)), (2.0, MARK)] {
        let stroke = Stroke::new(width, colour);
        painter.circle_stroke(at, 6.0, stroke);
        for way in [vec2(1.0, 0.0), vec2(0.0, 1.0)] {
            painter.line_segment([at + way * 6.0, at + way * 12.0], stroke);
            painter.line_segment([at - way * 6.0, at - way * 12.0], stroke);
        }
    }
}

/// What is under the pointer.
fn under(document: &EqDocument, px: Pos2) -> String {
    let plan = &document.plan;
    let [x, y] = plan.server_from_px(px_of(px));
    let Some(z) = plan.height_at(px_of(px)) else { return format!("{x:.1}, {y:.1}") };
    let place = place_in_words([x, y, f64::from(z)]);
    match plan.region_at(px_of(px)) {
        Some(region) => {
            format!("{place}   region {region}, {}", in_words(document.kind_of(region)))
        }
        None => format!("{place}   no region"),
    }
}

fn texture(
    ui: &Ui,
    document: &EqDocument,
    state: &mut State,
    scale: f32,
) -> Option<egui::TextureId> {
    let is_sharp = scale >= SHARP_FROM;
    let of = document.n_looks * 2 + u64::from(is_sharp);
    if state.texture.as_ref().is_none_or(|(own, _)| *own != of) {
        let tint = |region: u32| {
            let kind = document.kind_of(region);
            colour(kind).filter(|_| !document.hidden.contains(&kind))
        };
        let image = document.plan.image(tint, &document.selection);
        let size = [image.width as usize, image.height as usize];
        let pixels = image.pixels.iter().map(|pixel| {
            let [r, g, b] = pixel.0;
            Color32::from_rgb(r, g, b)
        });
        let image = ColorImage::new(size, pixels.collect());
        let options = if is_sharp { TextureOptions::NEAREST } else { TextureOptions::LINEAR };
        let name = format!("floors of {}", document.title);
        state.texture = Some((of, ui.ctx().load_texture(name, image, options)));
    }
    state.texture.as_ref().map(|(_, texture)| texture.id())
}
