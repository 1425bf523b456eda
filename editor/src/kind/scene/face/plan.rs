//! A scene from above: symbols on the ground, selected, boxed and dragged by the hand.

use std::collections::BTreeSet;
use std::sync::Arc;

use eframe::egui;
use egui::{
    Align2, Color32, ColorImage, FontId, Modifiers, Painter, PointerButton, Pos2, Rect, Stroke,
    StrokeKind, TextureHandle, TextureOptions, Ui, Vec2, pos2, vec2,
};
use landwright_core::format::ragnarok::rsw::object::Object;
use landwright_core::world::rsw::object::{Kind, ObjectId, called};

use crate::canvas::menu::context_menu;
use crate::canvas::sheet::{Look, Sheet, Sought, steer};
use crate::canvas::steer::{LeftButton, is_panning, room};
use crate::command::CommandId;
use crate::kind::face::Seen;
use crate::kind::scene::commands::{
    ADDS, ALIKE, DELETE, DROP, DUPLICATE, LARGER, LEFT, NONE, RIGHT, SMALLER,
};
use crate::kind::scene::document::SceneDocument;
use crate::kind::scene::face::colour;
use crate::kind::scene::land::Land;
use crate::kind::scene::message::{ToScene, Way};
use crate::view::hand::Phase;

/// A symbol is so large, and is hit so far from its middle, in points.
const RADIUS: f32 = 5.0;
const REACH: f32 = 9.0;
/// From this many points for a world unit on, every symbol has its name.
const NAMES_FROM: f32 = 1.6;
/// Lines of the plain grid are so far apart: ten cells.
const GRID: f64 = 50.0;
/// Around objects on no ground, and half of what is shown where there are none.
const MARGIN: f32 = 20.0;
const LEAST_HALF: f32 = 100.0;
const SELECTED: Color32 = Color32::from_rgb(255, 60, 150);

/// What a right click offers.
const ON_A_SCENE: [&[CommandId]; 4] = [
    &[DUPLICATE, DELETE],
    &[LEFT, RIGHT, LARGER, SMALLER, DROP],
    &[ADDS[0].1, ADDS[1].1, ADDS[2].1, ADDS[3].1],
    &[ALIKE, NONE, CommandId::ZoomSelection],
];

/// What a view from above keeps.
#[derive(Default)]
struct State {
    texture: Drawn,
    look: Look,
    hand: Hand,
}

/// A picture of the ground that is on the graphics card.
pub(in crate::kind) type Drawn = Option<(Arc<Land>, TextureHandle)>;

/// What the left button does, from the place where it was pressed.
#[derive(Default, Clone, Copy, PartialEq)]
enum Hand {
    #[default]
    Free,
    Moves([f64; 2]),
    Boxes([f64; 2]),
}

pub(super) fn show(ui: &mut Ui, document: &SceneDocument, seen: &mut Seen<'_>) {
    let mut state: Box<State> = seen.kept.take(seen.view);
    let label = format!("Scene view of {}", document.title);
    if let Some((rect, response)) = room(ui, &label) {
        let sheet = steer(ui, &response, &sought(document), &mut state.look, rect);
        let painter = ui.painter().with_clip_rect(rect);
        painter.rect_filled(rect, 0.0, crate::look::colours(ui).backdrop);
        match document.land() {
            Some(land) => ground(ui, &painter, land, &mut state.texture, sheet),
            None => grid(ui, &painter, sheet),
        }
        symbols(&painter, document, sheet);
        point(ui, &response, document, &mut state, sheet, seen);
        context_menu(&response, seen.model, &ON_A_SCENE, seen.view, seen.send);
        if let (Hand::Boxes(began), Some(now)) = (state.hand, response.interact_pointer_pos()) {
            let drawn = Rect::from_two_pos(sheet.point(began), now);
            painter.rect_stroke(drawn, 0.0, Stroke::new(1.5, SELECTED), StrokeKind::Middle);
        }
        if let Some(at) = response.hover_pos() {
            let corner = rect.left_bottom() + vec2(8.0, -8.0);
            text(&painter, corner, Align2::LEFT_BOTTOM, &under(document, sheet, at));
        }
    }
    seen.kept.put(seen.view, state);
}

/// What is to be seen: the ground, or all objects where there is none.
fn sought(document: &SceneDocument) -> Sought {
    let extent = match document.land() {
        Some(land) => {
            let [x, z] = land.half_size();
            let half = vec2(x as f32, z as f32);
            (-half, half)
        }
        None => {
            let mut around = Rect::from_center_size(Pos2::ZERO, Vec2::splat(2.0 * LEAST_HALF));
            for (_, object) in document.scene().objects() {
                let [x, _, z] = object.position().map(|number| number.get());
                if x.is_finite() && z.is_finite() {
                    around.extend_with(pos2(x, z));
                }
            }
            let around = around.expand(MARGIN);
            (around.min.to_vec2(), around.max.to_vec2())
        }
    };
    let [aim_x, aim_z] = document.aim;
    let [x, _, z] = document.middle_of_selection().unwrap_or([aim_x, 0.0, aim_z]);
    Sought {
        extent,
        shown: vec2(x as f32, z as f32),
        n_shows: document.n_shows,
        n_fits: document.n_fits,
        n_zooms: document.n_zooms,
    }
}

/// The ground as the client draws it.
pub(in crate::kind) fn ground(
    ui: &Ui,
    painter: &Painter,
    land: &Arc<Land>,
    drawn: &mut Drawn,
    sheet: Sheet,
) {
    if drawn.as_ref().is_none_or(|(own, _)| !Arc::ptr_eq(own, land)) {
        let image = &land.picture;
        let pixels = image.pixels.iter().map(|pixel| {
            let [r, g, b] = pixel.0;
            Color32::from_rgb(r, g, b)
        });
        let size = [image.width as usize, image.height as usize];
        let image = ColorImage::new(size, pixels.collect());
        let texture = ui.ctx().load_texture("ground of a map", image, TextureOptions::LINEAR);
        *drawn = Some((Arc::clone(land), texture));
    }
    if let Some((_, texture)) = drawn {
        let [x, z] = land.half_size();
        let shown = Rect::from_two_pos(sheet.point([-x, z]), sheet.point([x, -z]));
        let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
        painter.image(texture.id(), shown, whole, Color32::WHITE);
    }
}

pub(in crate::kind) fn grid(ui: &Ui, painter: &Painter, sheet: Sheet) {
    let weak = Stroke::new(1.0, ui.visuals().weak_text_color().gamma_multiply(0.4));
    let strong = Stroke::new(1.0, ui.visuals().weak_text_color());
    let [west, north] = sheet.place(sheet.rect.min);
    let [east, south] = sheet.place(sheet.rect.max);
    // Lines that are closer than this would be a surface.
    let step = if sheet.scale < 0.2 { GRID * 10.0 } else { GRID };
    let lines = |from: f64, to: f64| (from / step).floor() as i64..=(to / step).ceil() as i64;
    let stroke = |line: i64| if line == 0 { strong } else { weak };
    for line in lines(west, east) {
        painter.vline(sheet.point([line as f64 * step, 0.0]).x, sheet.rect.y_range(), stroke(line));
    }
    for line in lines(south, north) {
        painter.hline(sheet.rect.x_range(), sheet.point([0.0, line as f64 * step]).y, stroke(line));
    }
}

fn symbols(painter: &Painter, document: &SceneDocument, sheet: Sheet) {
    let scene = document.scene();
    let in_sight = sheet.rect.expand(40.0);
    for (id, object) in scene.objects().filter(|(_, object)| document.is_seen(object)) {
        let at = sheet.point(place_of(object));
        if !in_sight.contains(at) {
            continue;
        }
        let is_selected = document.selection.contains(&id);
        symbol(painter, object, at, is_selected, sheet);
        if is_selected || sheet.scale >= NAMES_FROM {
            let name = called(object, scene.code_page());
            text(painter, at + vec2(RADIUS + 3.0, 0.0), Align2::LEFT_CENTER, &name);
        }
    }
}

fn symbol(painter: &Painter, object: &Object, at: Pos2, is_selected: bool, sheet: Sheet) {
    let fill = colour(Kind::of(object));
    let edge = if is_selected { SELECTED } else { Color32::from_black_alpha(200) };
    let stroke = Stroke::new(if is_selected { 2.5 } else { 1.0 }, edge);
    match object {
        Object::Model(model) => {
            // The mark is in the south without a turn, and goes around clockwise.
            let (sine, cosine) = model.rotation[1].get().to_radians().sin_cos();
            let ahead = vec2(-sine, cosine) * RADIUS * 2.0;
            painter.line_segment([at, at + ahead], Stroke::new(2.0, edge));
            let square = Rect::from_center_size(at, Vec2::splat(2.0 * RADIUS));
            painter.rect(square, 1.0, fill, stroke, StrokeKind::Middle);
        }
        Object::Light(_) | Object::Sound(_) | Object::Effect(_) => {
            painter.circle(at, RADIUS, fill, stroke);
        }
    }
    let range = match object {
        Object::Light(light) => Some(light.range.get()),
        Object::Sound(sound) => Some(sound.range.get()),
        Object::Model(_) | Object::Effect(_) => None,
    };
    if let Some(range) = range.filter(|range| is_selected && range.is_finite()) {
        let radius = (range.abs() * sheet.scale).min(20_000.0);
        painter.circle_stroke(at, radius, Stroke::new(1.0, fill));
    }
}

pub(in crate::kind) fn text(painter: &Painter, at: Pos2, align: Align2, text: &str) {
    let font = FontId::proportional(13.0);
    painter.text(at + Vec2::splat(1.0), align, text, font.clone(), Color32::BLACK);
    painter.text(at, align, text, font, Color32::WHITE);
}

fn place_of(object: &Object) -> [f64; 2] {
    let [x, _, z] = object.position().map(|number| f64::from(number.get()));
    [x, z]
}

/// The object whose symbol is at a point: the nearest, and of those at one place a selected one.
fn object_at(document: &SceneDocument, sheet: Sheet, at: Pos2) -> Option<ObjectId> {
    let seen = document.scene().objects().filter(|(_, object)| document.is_seen(object));
    let near = seen.filter_map(|(id, object)| {
        let away = sheet.point(place_of(object)).distance(at);
        (away <= REACH).then_some((away, !document.selection.contains(&id), id))
    });
    near.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).map(|(_, _, id)| id)
}

/// Ctrl takes an object out again that is selected, Shift adds.
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
    document: &SceneDocument,
    state: &mut State,
    sheet: Sheet,
    seen: &mut Seen<'_>,
) {
    let way = way(ui.input(|input| input.modifiers));
    let is_pan = is_panning(ui, response, LeftButton::IsTheTools);
    let at = response.interact_pointer_pos();
    if response.drag_started_by(PointerButton::Primary) && !is_pan {
        let pressed = ui.input(|input| input.pointer.press_origin()).or(at);
        if let Some(pressed) = pressed {
            state.hand = press(document, sheet, pressed, way, seen);
        }
    }
    let by = |from: [f64; 2], at: Pos2| {
        let [x, z] = sheet.place(at);
        [x - from[0], z - from[1]]
    };
    if let (Hand::Moves(from), Some(at)) = (state.hand, at)
        && (response.dragged() || response.drag_stopped())
    {
        seen.send(ToScene::Drag { phase: Phase::Drag, by: by(from, at) });
    }
    if ui.input(|input| input.key_pressed(egui::Key::Escape))
        && let Hand::Moves(_) = state.hand
    {
        seen.send(ToScene::Drag { phase: Phase::GiveUp, by: [0.0; 2] });
        state.hand = Hand::Free;
    }
    if response.drag_stopped() {
        match (std::mem::take(&mut state.hand), at) {
            (Hand::Boxes(from), Some(at)) => {
                let objects = in_box(document, from, sheet.place(at));
                seen.send(ToScene::Select { objects, way });
            }
            (Hand::Moves(_), _) => seen.send(ToScene::Drag { phase: Phase::Release, by: [0.0; 2] }),
            _ => {}
        }
    } else if (response.clicked() || response.secondary_clicked())
        && let Some(at) = at
    {
        seen.send(ToScene::Aim(sheet.place(at)));
        let hit = object_at(document, sheet, at);
        let is_held = hit.is_some_and(|hit| document.selection.contains(&hit));
        if response.clicked() || hit.is_some() && !is_held {
            let objects = hit.into_iter().collect();
            seen.send(ToScene::Select { objects, way });
        }
    }
}

/// Takes hold of the object that was pressed, with all that are selected; elsewhere begins a box.
fn press(
    document: &SceneDocument,
    sheet: Sheet,
    pressed: Pos2,
    way: Way,
    seen: &mut Seen<'_>,
) -> Hand {
    let place = sheet.place(pressed);
    match object_at(document, sheet, pressed).filter(|_| way != Way::Toggle) {
        Some(hit) => {
            if !document.selection.contains(&hit) {
                seen.send(ToScene::Select { objects: BTreeSet::from([hit]), way });
            }
            seen.send(ToScene::Drag { phase: Phase::Press, by: [0.0; 2] });
            Hand::Moves(place)
        }
        None => Hand::Boxes(place),
    }
}

fn in_box(document: &SceneDocument, [a, b]: [f64; 2], [c, d]: [f64; 2]) -> BTreeSet<ObjectId> {
    let seen = document.scene().objects().filter(|(_, object)| document.is_seen(object));
    let inside = seen.filter(|(_, object)| {
        let [x, z] = place_of(object);
        (a.min(c)..=a.max(c)).contains(&x) && (b.min(d)..=b.max(d)).contains(&z)
    });
    inside.map(|(id, _)| id).collect()
}

/// What is under the pointer.
fn under(document: &SceneDocument, sheet: Sheet, at: Pos2) -> String {
    let [x, z] = sheet.place(at);
    let place = match document.land().and_then(|land| land.altitude_at([x, z])) {
        Some(y) => format!("{x:.1}, {y:.1}, {z:.1}"),
        None => format!("{x:.1}, {z:.1}"),
    };
    match object_at(document, sheet, at) {
        Some(id) => format!("{place}   {}", document.scene().in_words(id)),
        None => place,
    }
}
