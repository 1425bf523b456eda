//! The floors of zones as pictures: lighter where higher, blue where several lie above each
//! other, red where there is little room, dark where there is none.

use std::collections::BTreeMap;

use eframe::egui;
use egui::{Color32, ColorImage, Painter, Rect, TextureHandle, TextureOptions, Ui};
use glam::vec2;
use landwright_core::format::tera::CELLS_PER_ZONE;
use landwright_core::format::tera::zgd::{Volume, Zgd};
use landwright_core::nav::tera::Stride;
use landwright_core::space::tera::{CellInZone, Zone};
use landwright_core::world::area::Area;
use landwright_core::world::area::id::NodeId;

use super::super::overlay::Stage;
use crate::model::area::document::{AreaDocument, Slice};
use crate::model::document::DocumentId;

/// From here on, every cell is drawn; below, every fourth.
const FINE_FROM_POINTS: f32 = 0.35;
const COARSE: usize = 4;

/// So many nodes tell well enough how high an area goes.
const ASKED_FOR_RANGE: u32 = 50_000;

const NOTHING: Color32 = Color32::from_rgb(20, 20, 26);
pub(in crate::canvas) const NO_GEOMETRY: Color32 = Color32::from_rgb(70, 62, 44);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    document: DocumentId,
    zone: Zone,
    step: usize,
    low: Option<i16>,
    high: Option<i16>,
}

#[derive(Default)]
pub(super) struct Floors {
    made: BTreeMap<Key, (TextureHandle, bool)>,
    /// The lowest and highest node of each document.
    ranges: BTreeMap<DocumentId, (f64, f64)>,
}

impl Floors {
    pub(super) fn show(&mut self, ui: &Ui, painter: &Painter, stage: &Stage, area: &AreaDocument) {
        let step = if stage.camera.points_per_cell < FINE_FROM_POINTS { COARSE } else { 1 };
        // One picture in a frame, so that the window goes on answering.
        let mut may_make = true;
        for zone in area.area().zones() {
            let Some(at) = zone_on_screen(area.area(), *zone, stage) else { continue };
            if !at.intersects(stage.rect) {
                continue;
            }
            if !area.geometry.has(*zone) {
                missing(painter, at, *zone);
                continue;
            }
            let Slice { low, high } = area.slice;
            let key = |step| Key { document: area.id, zone: *zone, step, low, high };
            if !self.made.contains_key(&key(step)) && may_make {
                may_make = false;
                self.make(ui, area, key(step));
            }
            let other = if step == 1 { COARSE } else { 1 };
            let found = match self.made.get_mut(&key(step)) {
                Some(found) => Some(found),
                None => {
                    ui.ctx().request_repaint();
                    self.made.get_mut(&key(other))
                }
            };
            match found {
                Some((texture, is_used)) => {
                    *is_used = true;
                    let uv = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
                    painter.image(texture.id(), at, uv, Color32::WHITE);
                }
                None => {
                    painter.rect_filled(at, 0.0, NOTHING);
                }
            }
            if at.width() > 60.0 {
                painter.rect_stroke(
                    at,
                    0.0,
                    egui::Stroke::new(1.0, Color32::from_white_alpha(40)),
                    egui::StrokeKind::Inside,
                );
            }
        }
    }

    /// The pictures that there are already, and which zones have no geometry.
    pub(super) fn show_known(&mut self, painter: &Painter, stage: &Stage, area: &AreaDocument) {
        let Slice { low, high } = area.slice;
        for zone in area.area().zones() {
            let Some(at) = zone_on_screen(area.area(), *zone, stage) else { continue };
            let key = |step| Key { document: area.id, zone: *zone, step, low, high };
            let known = [COARSE, 1].into_iter().find(|step| self.made.contains_key(&key(*step)));
            match known.and_then(|step| self.made.get_mut(&key(step))) {
                Some((texture, is_used)) => {
                    *is_used = true;
                    let uv = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
                    painter.image(texture.id(), at, uv, Color32::WHITE);
                }
                None if area.geometry.has(*zone) => {
                    painter.rect_filled(at, 0.0, NOTHING);
                }
                None => {
                    painter.rect_filled(at, 0.0, NO_GEOMETRY);
                }
            }
        }
    }

    fn make(&mut self, ui: &Ui, area: &AreaDocument, key: Key) {
        let Some(zgd) = area.geometry.zone(key.zone) else { return };
        let range = *self.ranges.entry(area.id).or_insert_with(|| range_of(area.area()));
        let image = picture(&zgd, key.step, area.slice, range);
        let name = format!("floors {} {}", key.zone.x, key.zone.y);
        let texture = ui.ctx().load_texture(name, image, TextureOptions::NEAREST);
        self.made.insert(key, (texture, true));
    }

    pub(super) fn forget_unused(&mut self) {
        self.made.retain(|_, (_, is_used)| std::mem::replace(is_used, false));
    }
}

/// About the lowest and the highest node of an area: of many, some are asked.
pub(in crate::canvas) fn range_of(area: &Area) -> (f64, f64) {
    let step = (area.n_ids() / ASKED_FOR_RANGE).max(1) as usize;
    let nodes = (0..area.n_ids()).step_by(step).map(NodeId);
    let zs = nodes.filter(|node| area.contains(*node)).filter_map(|node| Some(area.pos(node)?.z));
    let zs = zs.filter(|z| z.is_finite());
    let range =
        zs.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), z| (low.min(z), high.max(z)));
    if range.0 < range.1 { range } else { (-1000.0, 1000.0) }
}

pub(super) fn zone_on_screen(area: &Area, zone: Zone, stage: &Stage) -> Option<Rect> {
    let low = area.origin().world_from_zone(zone, CellInZone::new(0, 0)?)?;
    let low = vec2(low.y as f32, low.x as f32);
    let high = low + vec2(CELLS_PER_ZONE as f32, CELLS_PER_ZONE as f32);
    Some(Rect::from_two_pos(stage.screen_from_cell(low), stage.screen_from_cell(high)))
}

fn missing(painter: &Painter, at: Rect, zone: Zone) {
    painter.rect_filled(at, 0.0, NO_GEOMETRY);
    if at.width() > 90.0 {
        let text = format!("no {}", zone.file_name());
        let font = egui::FontId::proportional(12.0);
        painter.text(at.center(), egui::Align2::CENTER_CENTER, text, font, Color32::LIGHT_GRAY);
    }
}

/// A zone from above, x up and y to the right, with every so many cells.
fn picture(zgd: &Zgd, step: usize, slice: Slice, range: (f64, f64)) -> ColorImage {
    let side = CELLS_PER_ZONE / step;
    let cell = |row: usize, column: usize| {
        let x = (side - 1 - row) * step;
        zgd.volumes_at(x as u16, (column * step) as u16)
    };
    let mut pixels = Vec::with_capacity(side * side);
    for row in 0..side {
        for column in 0..side {
            let here = cell(row, column);
            // The floor below on the picture is that of less x.
            let beside = if row + 1 < side { cell(row + 1, column) } else { here };
            pixels.push(colour(here, beside, step, slice, range));
        }
    }
    ColorImage::new([side, side], pixels)
}

fn colour(
    here: &[Volume],
    beside: &[Volume],
    step: usize,
    slice: Slice,
    range: (f64, f64),
) -> Color32 {
    let shown = |volumes: &[Volume]| {
        volumes.iter().rev().find(|volume| slice.holds(f64::from(volume.z))).copied()
    };
    let Some(floor) = shown(here) else { return NOTHING };
    let rise =
        shown(beside).map_or(0.0, |beside| f32::from(floor.z) - f32::from(beside.z)) / step as f32;
    shade(floor, here.len(), rise, range)
}

/// The colour of a floor that rises by so much from the cell beside it, of so many in its cell.
pub(in crate::canvas) fn shade(
    floor: Volume,
    n_floors: usize,
    rise: f32,
    (low, high): (f64, f64),
) -> Color32 {
    let share = ((f64::from(floor.z) - low) / (high - low)).clamp(0.0, 1.0) as f32;
    let light = 60.0 + share * 130.0 + (rise * 2.0).clamp(-40.0, 40.0);
    let stride = Stride::default();
    let [mut r, mut g, mut b] = [light; 3];
    if n_floors > 1 {
        (r, b) = (r * 0.85, b * 1.15 + 12.0);
    }
    if floor.height < stride.clearance {
        (r, g, b) = (r * 1.1 + 30.0, g * 0.6, b * 0.6);
    }
    let byte = |value: f32| value.clamp(0.0, 255.0) as u8;
    Color32::from_rgb(byte(r), byte(g), byte(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn x_points_up_and_empty_cells_are_dark() {
        let zgd = Zgd::from_cells(|x, y, cell| {
            if (x, y) != (0, 0) {
                cell.push(Volume { z: 0, height: 100 });
            }
        });
        let image = picture(&zgd, 1, Slice::default(), (-10.0, 10.0));
        let at = |row: usize, column: usize| image.pixels[row * 960 + column];
        assert_eq!(at(959, 0), NOTHING);
        assert!(at(0, 0) != NOTHING && at(0, 0) == at(5, 5));
        let above = picture(&zgd, COARSE, Slice { low: Some(1), high: None }, (-10.0, 10.0));
        assert!(above.pixels.iter().all(|pixel| *pixel == NOTHING));
        assert_eq!(above.size, [240, 240]);
    }
}
