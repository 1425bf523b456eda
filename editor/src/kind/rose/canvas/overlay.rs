//! What lies over the things of a zone: selection, what the pointer is over, problems, monsters of
//! a preview, what the hand draws, and what it may take hold of.

use std::collections::BTreeSet;

use eframe::egui;
use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind};
use landwright_core::problem::Severity;
use landwright_core::scene::chance::mix;
use landwright_core::space::rose::position::PosInFileCm;
use landwright_core::world::zone::thing::{Thing, ThingId};

use super::labels::Label;
use super::marks::Marks;
use super::scene::Outline;
use super::things::Sheet;
use crate::kind::rose::view::gizmo::{
    ARM_POINTS, Gizmo, GizmoKind, Handle, RING_POINTS, SQUARE_POINTS,
};
use crate::kind::rose::view::symbol::SymbolSize;

const SELECTED: Color32 = Color32::from_rgb(255, 60, 150);
pub(crate) const HOVERED: Color32 = Color32::from_rgb(255, 240, 150);
/// More than this nobody tells apart.
const MOST: usize = 20_000;
/// Marks of problems that would lie this near to each other are one, in points.
const APART: f32 = 9.0;

fn place<'a>(sheet: &Sheet<'a>, id: ThingId) -> Option<(Pos2, &'a Thing)> {
    let thing = sheet.scene.zone.thing(id)?;
    let at = sheet.screen(thing.pos_in_file_cm());
    sheet.stage.rect.expand(24.0).contains(at).then_some((at, thing))
}

/// Selected things lie over all others, wherever clusters would hide them.
pub(super) fn selection(marks: &mut Marks<'_>, sheet: &Sheet<'_>) -> Vec<Label> {
    let radius = sheet.size.points() / 2.0;
    let selection =
        || sheet.scene.selection.iter().filter_map(|id| Some((*id, place(sheet, *id)?)));
    for (_, (at, _)) in selection().take(MOST) {
        marks.disc(at, radius + 6.0, Color32::from_black_alpha(190));
        marks.disc(at, radius + 5.0, Color32::WHITE);
        marks.disc(at, radius + 3.0, SELECTED);
    }
    for (_, (at, thing)) in selection().take(MOST) {
        marks.symbol(at, thing.kind(), sheet.size, Color32::WHITE);
    }
    if !sheet.scene.layers.names.is_yes() {
        return Vec::new();
    }
    // The name of each of hundreds would hide what is selected.
    let labels =
        selection().take(40).map(|(id, (at, _))| Label { rank: 1, id, at, radius: radius + 4.0 });
    labels.collect()
}

pub(super) fn hover(marks: &mut Marks<'_>, sheet: &Sheet<'_>) -> Option<Label> {
    let id = sheet.scene.hover?;
    let (at, thing) = place(sheet, id)?;
    let radius = sheet.size.points() / 2.0;
    marks.symbol(at, thing.kind(), sheet.size, Color32::WHITE);
    marks.circle(at, radius + 4.5, 3.5, Color32::from_black_alpha(170));
    marks.circle(at, radius + 4.5, 1.8, HOVERED);
    Some(Label { rank: 0, id, at, radius: radius + 4.0 })
}

/// A small badge beside what has a problem, and a ring around the one that was shown last.
pub(super) fn problems(marks: &mut Marks<'_>, sheet: &Sheet<'_>) {
    let radius = sheet.size.points() / 2.0;
    if sheet.scene.layers.problems.is_yes() {
        let mut taken = BTreeSet::new();
        for (id, severity) in sheet.scene.problems {
            let Some((at, thing)) = place(sheet, *id) else { continue };
            let square = ((at.x / APART).floor() as i32, (at.y / APART).floor() as i32);
            if sheet.scene.layers.shows(thing.kind()) && taken.insert(square) {
                let at = at + egui::vec2(radius * 0.8, -radius * 0.8);
                marks.disc(at, 4.6, Color32::from_black_alpha(220));
                marks.disc(at, 3.4, colour_of_problem(*severity));
            }
        }
    }
    if let Some((at, _)) = sheet.scene.shown_problem.and_then(|id| place(sheet, id)) {
        marks.circle(at, radius + 9.0, 4.5, Color32::from_black_alpha(170));
        marks.circle(at, radius + 9.0, 2.2, Color32::from_rgb(255, 205, 60));
    }
}

fn colour_of_problem(severity: Severity) -> Color32 {
    match severity {
        Severity::Error => Color32::from_rgb(255, 80, 70),
        Severity::Warning => Color32::from_rgb(255, 190, 40),
        Severity::Information => Color32::from_rgb(120, 180, 255),
        Severity::Hint => Color32::from_gray(190),
    }
}

/// Monsters as dots, each kind in a colour of its own.
pub(super) fn preview(marks: &mut Marks<'_>, sheet: &Sheet<'_>) {
    let Some(preview) = sheet.scene.preview else { return };
    let radius = (sheet.stage.camera.points_per_cell * 0.35).clamp(1.6, 5.0);
    for (_, monster) in preview.monsters() {
        let at = PosInFileCm { x: monster.x_file_cm, y: monster.y_file_cm, z: 0.0 };
        let at = sheet.screen(at);
        if sheet.stage.rect.contains(at) {
            marks.disc(at, radius + 1.0, Color32::from_black_alpha(200));
            marks.disc(at, radius, colour_of_monster(monster.monster_id));
        }
    }
}

/// Always the same for a monster, and light enough for every ground.
pub(crate) fn colour_of_monster(monster_id: u32) -> Color32 {
    let [hue, light, ..] = mix(u64::from(monster_id) + 7).to_le_bytes();
    let value = 0.8 + f32::from(light) / 255.0 * 0.2;
    egui::ecolor::Hsva::new(f32::from(hue) / 255.0, 0.65, value, 1.0).into()
}

/// What a click would put here.
pub(super) fn ghost(marks: &mut Marks<'_>, sheet: &Sheet<'_>) {
    let Some(ghost) = sheet.scene.ghost else { return };
    let [x, y] = ghost.at_file_cm;
    let at = sheet.screen(PosInFileCm { x, y, z: 0.0 });
    marks.symbol(at, ghost.kind, SymbolSize::Large, Color32::from_white_alpha(170));
}

pub(super) fn outline(painter: &Painter, sheet: &Sheet<'_>) {
    let at = |[x, y]: [f64; 2]| sheet.screen(PosInFileCm { x, y, z: 0.0 });
    match sheet.scene.outline {
        Outline::None => {}
        Outline::Box(from, to) => boxed(painter, Rect::from_two_pos(at(from), at(to))),
        Outline::Lasso(way) => lassoed(painter, way.iter().map(|point| at(*point)).collect()),
        Outline::Brush { at_file_cm, radius_cm } => {
            let radius = sheet.points_from_cm(radius_cm);
            painter.circle_stroke(at(at_file_cm), radius, AROUND);
            painter.circle_stroke(at(at_file_cm), radius, Stroke::new(1.5, HOVERED));
        }
    }
}

pub(crate) const LINE: Stroke = Stroke { width: 1.5, color: Color32::WHITE };
/// Around lines, so that they are seen on bright ground as well.
pub(crate) const AROUND: Stroke = Stroke { width: 3.5, color: Color32::from_black_alpha(120) };

/// A box that somebody draws.
pub(crate) fn boxed(painter: &Painter, rect: Rect) {
    painter.rect(rect, 0.0, Color32::from_white_alpha(22), AROUND, StrokeKind::Middle);
    painter.rect_stroke(rect, 0.0, LINE, StrokeKind::Middle);
}

/// A lasso that somebody draws.
pub(crate) fn lassoed(painter: &Painter, way: Vec<Pos2>) {
    painter.add(Shape::closed_line(way.clone(), AROUND));
    painter.add(Shape::closed_line(way, LINE));
}

pub(crate) const EAST: Color32 = Color32::from_rgb(255, 100, 90);
pub(crate) const NORTH: Color32 = Color32::from_rgb(90, 215, 110);
pub(crate) const BOTH: Color32 = Color32::from_rgb(250, 225, 90);

pub(super) fn gizmo(marks: &mut Marks<'_>, sheet: &Sheet<'_>) {
    let Some(gizmo) = sheet.scene.gizmo else { return };
    let [x, y] = gizmo.at_file_cm;
    let at = sheet.screen(PosInFileCm { x, y, z: 0.0 });
    if !at.is_finite() {
        return;
    }
    match gizmo.kind {
        GizmoKind::Rotate => ring(marks, &gizmo, at),
        GizmoKind::Move => {
            arms(marks, &gizmo, at, [Handle::MoveX, Handle::MoveY, Handle::MoveBoth]);
        }
        GizmoKind::Scale => {
            arms(marks, &gizmo, at, [Handle::ScaleX, Handle::ScaleY, Handle::ScaleAll]);
        }
    }
}

/// What no name is to lie under.
pub(super) fn handles(sheet: &Sheet<'_>) -> Vec<Rect> {
    let Some(gizmo) = sheet.scene.gizmo else { return Vec::new() };
    let [x, y] = gizmo.at_file_cm;
    let at = sheet.screen(PosInFileCm { x, y, z: 0.0 });
    if at.is_finite() { parts(gizmo.kind, at) } else { Vec::new() }
}

/// The arms of a gizmo at a place; of a ring, its sides, since there is room above and below.
pub(super) fn parts(kind: GizmoKind, at: Pos2) -> Vec<Rect> {
    let (arm, ring) = (ARM_POINTS as f32 + 14.0, RING_POINTS as f32);
    match kind {
        GizmoKind::Move | GizmoKind::Scale => {
            let east = Rect::from_two_pos(at, at + egui::vec2(arm, 0.0));
            let north = Rect::from_two_pos(at, at - egui::vec2(0.0, arm));
            vec![east.expand2(egui::vec2(0.0, 6.0)), north.expand2(egui::vec2(6.0, 0.0))]
        }
        GizmoKind::Rotate => {
            let side = |off: f32| {
                Rect::from_center_size(at + egui::vec2(off, 0.0), egui::vec2(12.0, 24.0))
            };
            vec![side(ring), side(-ring)]
        }
    }
}

pub(crate) fn held(gizmo: &Gizmo, handle: Handle, colour: Color32) -> Color32 {
    if gizmo.handle == Some(handle) { Color32::WHITE } else { colour }
}

fn arms(marks: &mut Marks<'_>, gizmo: &Gizmo, at: Pos2, [east, north, both]: [Handle; 3]) {
    let (arm, square) = (ARM_POINTS as f32, SQUARE_POINTS as f32);
    let directions = [
        (egui::vec2(1.0, 0.0), held(gizmo, east, EAST)),
        (egui::vec2(0.0, -1.0), held(gizmo, north, NORTH)),
    ];
    for (way, colour) in directions {
        let (from, to) = (at + way * square, at + way * arm);
        marks.line(from, to, 5.0, Color32::from_black_alpha(150));
        marks.line(from, to, 2.6, colour);
        match gizmo.kind {
            GizmoKind::Scale => {
                marks.rect(
                    Rect::from_center_size(to, egui::Vec2::splat(12.0)),
                    Color32::from_black_alpha(190),
                );
                marks.rect(Rect::from_center_size(to, egui::Vec2::splat(9.0)), colour);
            }
            GizmoKind::Move | GizmoKind::Rotate => marks.point(from, to + way * 7.0, 15.0, colour),
        }
    }
    let middle = Rect::from_center_size(at, egui::Vec2::splat(square * 2.0));
    let colour = held(gizmo, both, BOTH);
    marks.rect(middle.expand(1.5), Color32::from_black_alpha(120));
    marks.rect(middle, colour.gamma_multiply(0.45));
}

fn ring(marks: &mut Marks<'_>, gizmo: &Gizmo, at: Pos2) {
    let radius = RING_POINTS as f32;
    let colour = held(gizmo, Handle::Turn, BOTH);
    marks.circle(at, radius, 5.5, Color32::from_black_alpha(150));
    marks.circle(at, radius, 2.6, colour);
    // East is where turning begins.
    let hand = |degrees: f64| {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        egui::vec2(cosine as f32, -sine as f32)
    };
    let turned = gizmo.turned_degrees.clamp(-360.0, 360.0);
    if turned != 0.0 {
        let n_steps = (turned.abs() / 6.0).ceil().max(1.0);
        for step in 0..n_steps as u32 {
            let ends =
                [step, step + 1].map(|n| at + hand(turned * f64::from(n) / n_steps) * radius);
            marks.quad([at, ends[0], ends[1], at], BOTH.gamma_multiply(0.22));
        }
        marks.line(at, at + hand(0.0) * radius, 1.4, Color32::from_white_alpha(140));
    }
    marks.line(at, at + hand(turned) * radius, 2.2, colour);
    marks.disc(at + hand(turned) * radius, 6.5, Color32::from_black_alpha(170));
    marks.disc(at + hand(turned) * radius, 5.0, colour);
}
