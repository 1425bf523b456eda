//! What stands in a zone, from above: water, how far things reach, where warps lead, and a symbol
//! for each thing or a disc with a number for many.

use std::collections::BTreeMap;

use eframe::egui;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect};
use landwright_core::format::number::F32;
use landwright_core::space::rose::position::PosInFileCm;
use landwright_core::world::zone::thing::{Kind, Thing};

use super::clusters::{Counts, Mark, Spot};
use super::labels::{self, Label};
use super::marks::Marks;
use super::scene::ZoneScene;
use crate::canvas::stage::Stage;
use crate::kind::rose::view::cluster::radius_points;
use crate::kind::rose::view::span::ZoneSpan;
use crate::kind::rose::view::symbol::{SymbolSize, colour_of};

/// More circles than this say nothing.
const MOST_RANGES: usize = 400;
/// Neither do more arrows.
const MOST_WARPS: usize = 60;

/// A zone on its way to the window.
pub(super) struct Sheet<'a> {
    pub(super) stage: &'a Stage,
    pub(super) scene: &'a ZoneScene<'a>,
    pub(super) span: &'a ZoneSpan,
    pub(super) size: SymbolSize,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(stage: &'a Stage, scene: &'a ZoneScene<'a>, span: &'a ZoneSpan) -> Sheet<'a> {
        let size = SymbolSize::at_zoom(stage.camera.points_per_cell);
        Sheet { stage, scene, span, size }
    }

    pub(super) fn screen(&self, at_file_cm: PosInFileCm) -> Pos2 {
        self.stage.screen_from_cell(self.span.map_from_file(at_file_cm))
    }

    pub(super) fn points_from_cm(&self, cm: f64) -> f32 {
        self.span.cells_from_cm(cm) * self.stage.camera.points_per_cell
    }

    fn spot(&self, spot: &Spot) -> Pos2 {
        self.stage.screen_from_cell(spot.at_in_cells)
    }
}

pub(super) fn colour(kind: Kind) -> Color32 {
    let [r, g, b] = colour_of(kind);
    Color32::from_rgb(r, g, b)
}

/// Planes of water, under everything that stands.
pub(super) fn water(marks: &mut Marks<'_>, sheet: &Sheet<'_>, spots: &[Spot]) {
    let planes = spots.iter().take_while(|spot| spot.kind == Kind::Water);
    if !sheet.scene.layers.shows(Kind::Water) {
        return;
    }
    for plane in planes.filter_map(|spot| sheet.scene.zone.thing(spot.id)) {
        let corners = plane.corners_file_cm().map(PosInFileCm::from_bits);
        let [a, b] = corners.map(|corner| sheet.screen(corner));
        let rect = Rect::from_two_pos(a, b).intersect(sheet.stage.rect.expand(2.0));
        if rect.is_positive() {
            marks.rect(rect, colour(Kind::Water).gamma_multiply(0.32));
        }
    }
}

/// How far from spawns monsters appear, and how far sounds reach.
pub(super) fn ranges(marks: &mut Marks<'_>, sheet: &Sheet<'_>, shown: &[Mark]) {
    if !sheet.scene.layers.ranges.is_yes() {
        return;
    }
    let is_meant = |spot: &Spot| {
        sheet.scene.selection.contains(&spot.id) || sheet.scene.hover == Some(spot.id)
    };
    let spots = shown.iter().filter_map(|mark| match mark {
        Mark::One(spot) => Some((spot, reach_cm(sheet.scene.zone.thing(spot.id)?)?)),
        Mark::Many { .. } => None,
    });
    for (spot, reach_cm) in spots.take(MOST_RANGES) {
        let radius = sheet.points_from_cm(reach_cm);
        // A circle around all that is seen is no line in it.
        if radius < sheet.size.points() * 0.6 || radius > 20_000.0 {
            continue;
        }
        let at = sheet.spot(spot);
        let own = colour(spot.kind);
        if is_meant(spot) {
            if radius < 2000.0 {
                marks.fan(at, radius, own.gamma_multiply(0.18));
            }
            marks.circle(at, radius, 1.2, own);
        } else {
            marks.reach(at, radius, own.gamma_multiply(0.6));
        }
    }
}

pub(super) fn reach_cm(thing: &Thing) -> Option<f64> {
    match thing {
        Thing::Spawn(spawn) => Some(f64::from(spawn.range_m) * 100.0),
        Thing::Sound(sound) => Some(f64::from(sound.range) * 100.0),
        _ => None,
    }
}

/// Arrows from warps to where they lead within this zone.
pub(super) fn warps(marks: &mut Marks<'_>, sheet: &Sheet<'_>, spots: &[Spot]) {
    let (scene, names) = (sheet.scene, sheet.scene.names);
    if !scene.layers.warps.is_yes() || !scene.layers.shows(Kind::Warp) {
        return;
    }
    let Some(rows) = &names.warps else { return };
    let points = spots.iter().rev().take_while(|spot| spot.kind == Kind::Point);
    let points: BTreeMap<&[u8], &Spot> = points
        .filter_map(|spot| match scene.zone.thing(spot.id)? {
            Thing::Point(point) => Some((point.name.as_bytes(), spot)),
            _ => None,
        })
        .collect();
    let is_meant = |spot: &Spot| scene.selection.contains(&spot.id) || scene.hover == Some(spot.id);
    let mut ways = Vec::new();
    for spot in spots.iter().filter(|spot| spot.kind == Kind::Warp) {
        let Some(object) = scene.zone.thing(spot.id).and_then(Thing::object) else { continue };
        let row = u32::try_from(object.warp_id).ok().and_then(|id| rows.get(&id));
        let Some(row) = row.filter(|row| names.own_zone == Some(row.zone)) else { continue };
        let Some(target) = points.get(row.point.as_slice()) else { continue };
        let (from, to) = (sheet.spot(spot), sheet.spot(target));
        if Rect::from_two_pos(from, to).expand(4.0).intersects(sheet.stage.rect) {
            ways.push((spot, from, to));
        }
    }
    let are_few = ways.len() <= MOST_WARPS;
    for (spot, from, to) in ways.into_iter().filter(|(spot, ..)| are_few || is_meant(spot)) {
        let way = (to - from).normalized();
        let (from, to) = (from + way * sheet.size.points() * 0.6, to - way * 7.0);
        let own = colour(Kind::Warp);
        // Far away, the ways of all warps together would hide the map.
        if is_meant(spot) || sheet.size == SymbolSize::Large {
            marks.line(from, to, 3.5, Color32::from_black_alpha(110));
            marks.line(from, to, 1.6, own.gamma_multiply(0.9));
        } else {
            marks.line(from, to, 1.0, own.gamma_multiply(0.5));
        }
        marks.point(from, to, 10.0, own);
    }
}

/// Symbols, over wheels for many. Answers with the names that belong to them, and the numbers.
pub(super) fn symbols(
    marks: &mut Marks<'_>,
    sheet: &Sheet<'_>,
    shown: &[Mark],
) -> (Vec<Label>, Vec<(Pos2, u32)>) {
    let (scene, zoom) = (sheet.scene, sheet.stage.camera.points_per_cell);
    let visible = sheet.stage.rect.expand(24.0);
    let mut labels = Vec::new();
    let mut many = Vec::new();
    let mut ones = Vec::new();
    for mark in shown {
        match mark {
            Mark::Many { at_in_cells, counts } => {
                many.push((sheet.stage.screen_from_cell(*at_in_cells), counts));
            }
            Mark::One(spot) => ones.push((sheet.spot(spot), spot)),
        }
    }
    many.retain(|(at, _)| visible.contains(*at));
    wheels(marks, &many);
    ones.retain(|(at, _)| visible.contains(*at));
    // All of them first: what looks alike is drawn at once.
    for (at, spot) in &ones {
        facing(marks, sheet, spot, *at);
    }
    for (at, spot) in ones {
        let is_held = scene.layers.picks(spot.kind);
        let tint = if is_held { Color32::WHITE } else { Color32::from_white_alpha(110) };
        marks.symbol(at, spot.kind, sheet.size, tint);
        let rank = labels::rank(spot.kind, zoom).filter(|_| scene.layers.names.is_yes());
        let radius = sheet.size.points() / 2.0;
        labels.extend(rank.map(|rank| Label { rank, id: spot.id, at, radius }));
    }
    (labels, many.into_iter().map(|(at, counts)| (at, counts.iter().sum())).collect())
}

/// Wheels with the colours that are in them. The ring has the colour of what there is most of, and
/// parts of the others over it: without a graphics card, every pixel counts.
fn wheels(marks: &mut Marks<'_>, many: &[(Pos2, &Counts)]) {
    let radius = |counts: &Counts| radius_points(counts.iter().sum());
    for (at, counts) in many {
        marks.wheel(*at, radius(counts), most(counts));
    }
    for (at, counts) in many {
        let (most, n_all) = (most(counts), counts.iter().sum::<u32>().max(1));
        let mut from = 0.0;
        for (kind, count) in Kind::ALL.into_iter().zip(counts.iter()).filter(|(_, n)| **n > 0) {
            let to = from + *count as f32 / n_all as f32;
            if kind != most {
                marks.rim(*at, radius(counts), [from, to], colour(kind));
            }
            from = to;
        }
    }
}

/// What there is most of.
fn most(counts: &Counts) -> Kind {
    let kinds = Kind::ALL.into_iter().zip(counts);
    kinds.max_by_key(|(_, count)| **count).map_or(Kind::Deco, |(kind, _)| kind)
}

/// The numbers of discs, over all of them.
pub(super) fn numbers(painter: &Painter, numbers: &[(Pos2, u32)]) {
    for (at, n) in numbers {
        let font = FontId::proportional(if *n < 100 { 10.5 } else { 9.5 });
        painter.text(*at, Align2::CENTER_CENTER, short(*n), font, Color32::WHITE);
    }
}

pub(super) fn short(n: u32) -> String {
    match n {
        0..1000 => n.to_string(),
        1000..10_000 => format!("{:.1}k", f64::from(n / 100) / 10.0),
        _ => format!("{}k", n / 1000),
    }
}

/// Which way a thing looks, as a beak on its symbol.
fn facing(marks: &mut Marks<'_>, sheet: &Sheet<'_>, spot: &Spot, at: Pos2) {
    let is_told = match spot.kind {
        Kind::Npc => sheet.size >= SymbolSize::Medium,
        Kind::Cnst | Kind::Warp | Kind::Animated | Kind::Event => sheet.size == SymbolSize::Large,
        _ => false,
    };
    if !is_told || !sheet.scene.layers.facing.is_yes() {
        return;
    }
    let object = sheet.scene.zone.thing(spot.id).and_then(Thing::object);
    let Some([east, north]) = object.and_then(|object| front(object.rotation_xyzw)) else { return };
    let way = egui::vec2(east, -north);
    let radius = sheet.size.points() / 2.0;
    let (from, to) = (at + way * (radius + 1.0), at + way * (radius * 1.9 + 3.0));
    marks.point(from, to + way, radius * 1.15 + 3.0, Color32::from_rgb(16, 16, 20));
    marks.point(from, to, radius * 1.0, colour(spot.kind));
}

/// Which way models of the game look when they are turned so: to the south when not at all.
/// East and north, of length 1; `None` where that is up, down, or nowhere.
pub(super) fn front(rotation_xyzw: [F32; 4]) -> Option<[f32; 2]> {
    let [x, y, z, w] = rotation_xyzw.map(F32::get);
    let (east, north) = (-2.0 * (x * y - w * z), -(w * w - x * x + y * y - z * z));
    let length = east.hypot(north);
    (length.is_finite() && length > 1e-3).then(|| [east / length, north / length])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_look_south_and_turn_against_the_clock() {
        let turned = |degrees: f32| {
            let (sine, cosine) = (degrees / 2.0).to_radians().sin_cos();
            front([0.0, 0.0, sine, cosine].map(F32::new)).unwrap()
        };
        let is_near = |a: [f32; 2], b: [f32; 2]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5);
        assert!(is_near(turned(0.0), [0.0, -1.0]));
        assert!(is_near(turned(90.0), [1.0, 0.0]));
        assert!(is_near(turned(180.0), [0.0, 1.0]));
        assert_eq!(front([F32::new(f32::NAN); 4]), None);
        assert_eq!(front([F32::ZERO; 4]), None);
    }

    #[test]
    fn numbers_are_short_and_discs_grow_with_them() {
        assert_eq!([7, 999, 1000, 1999, 12_345].map(short), ["7", "999", "1.0k", "1.9k", "12k"]);
        assert!(radius_points(4) < radius_points(400));
        assert!(radius_points(u32::MAX) <= 19.0);
    }
}
