//! The floors of zones as pictures: lighter where higher, blue where several lie above each
//! other, red where there is little room, dark where there is none.

use std::collections::BTreeMap;

use eframe::egui;
use egui::{Color32, ColorImage, Painter, Rect, TextureHandle, TextureOptions, Ui};
use glam::vec2;
use landwright_core::format::tera::CELLS_PER_ZONE;
use landwright_core::format::tera::zgd::Volume;
use landwright_core::nav::tera::Stride;
use landwright_core::space::tera::{CellInZone, Zone};
use landwright_core::world::area::Area;
use landwright_core::world::area::geometry::cells::{ChangedSince, Known, ZoneCells, ZoneMark};
use landwright_core::world::area::id::NodeId;

use crate::canvas::plain::{self, Fill, Quad};
use crate::canvas::stage::Stage;
use crate::kind::tera::document::{AreaDocument, Slice};
use crate::kind::tera::message::AreaMessage;
use crate::message::Message;
use crate::view::id::DocumentId;

/// From here on, every cell is drawn; below, every fourth.
const FINE_FROM_POINTS: f32 = 0.35;
const COARSE: usize = 4;

/// How many nodes tell well enough how high an area goes.
const ASKED_FOR_RANGE: u32 = 50_000;

pub(super) const NOTHING: Color32 = Color32::from_rgb(20, 20, 26);
pub(crate) const NO_GEOMETRY: Color32 = Color32::from_rgb(70, 62, 44);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    document: DocumentId,
    zone: Zone,
    step: usize,
    low: Option<i16>,
    high: Option<i16>,
}

impl Key {
    fn of(area: &AreaDocument, zone: Zone, step: usize) -> Key {
        let Slice { low, high } = area.slice;
        Key { document: area.id, zone, step, low, high }
    }
}

/// A picture of a zone, and what the zone was like that it shows.
struct Made {
    texture: TextureHandle,
    of: Option<ZoneMark>,
    was_used: bool,
}

#[derive(Default)]
pub(super) struct Floors {
    made: BTreeMap<Key, Made>,
    /// The lowest and highest node of each document.
    ranges: BTreeMap<DocumentId, (f64, f64)>,
}

impl Floors {
    /// Sends what has to be unpacked for it.
    pub(super) fn show(
        &mut self,
        ui: &Ui,
        painter: &Painter,
        stage: &Stage,
        area: &AreaDocument,
        send: &mut Vec<Message>,
    ) {
        let step = if stage.camera.points_per_cell < FINE_FROM_POINTS { COARSE } else { 1 };
        // One picture in a frame, so that the window goes on answering.
        let mut may_make = true;
        let mut wanted = None;
        let (mut quads, mut frames) = (Vec::new(), Vec::new());
        for zone in area.area().zones() {
            let Some(at) = zone_on_screen(area.area(), *zone, stage) else { continue };
            if !at.intersects(stage.rect) {
                continue;
            }
            if !area.geometry.has(*zone) {
                missing(painter, at, *zone);
                continue;
            }
            let key = Key::of(area, *zone, step);
            if may_make && !self.follow(area, key) {
                match area.geometry.known_cells(*zone) {
                    Known::Nothing => {
                        missing(painter, at, *zone);
                        continue;
                    }
                    // The others of which something is known go first.
                    Known::NotYet => wanted = wanted.or(Some(*zone)),
                    Known::Cells(cells) => {
                        self.make(ui, area, key, &cells);
                        may_make = false;
                    }
                }
            }
            // What is being unpacked says so when it is there.
            if !may_make && !self.made.contains_key(&key) {
                ui.ctx().request_repaint();
            }
            quads.push(Quad { rect: at, fill: self.fill(key) });
            if at.width() > 60.0 {
                frames.push(at);
            }
        }
        if let Some(zone) = wanted.filter(|zone| !area.is_coming(*zone)) {
            send.push(AreaMessage::to(area.id, AreaMessage::Want(zone)));
        }
        plain::paint(painter, &quads);
        let line = egui::Stroke::new(1.0, Color32::from_white_alpha(40));
        for at in frames {
            painter.rect_stroke(at, 0.0, line, egui::StrokeKind::Inside);
        }
    }

    /// The picture of a zone, or else the one that is finer or coarser.
    fn fill(&mut self, key: Key) -> Fill {
        let other = Key { step: if key.step == 1 { COARSE } else { 1 }, ..key };
        let known = if self.made.contains_key(&key) { key } else { other };
        self.made.get_mut(&known).map_or(Fill::Colour(NOTHING), Made::fill)
    }

    /// The pictures that there are already, and which zones have no geometry.
    pub(super) fn show_known(&mut self, painter: &Painter, stage: &Stage, area: &AreaDocument) {
        let mut quads = Vec::new();
        for zone in area.area().zones() {
            let Some(at) = zone_on_screen(area.area(), *zone, stage) else { continue };
            let known = known(&self.made, Key::of(area, *zone, COARSE));
            let fill = match known.and_then(|key| self.made.get_mut(&key)) {
                Some(made) => made.fill(),
                None if area.geometry.has(*zone) => Fill::Colour(NOTHING),
                None => Fill::Colour(NO_GEOMETRY),
            };
            quads.push(Quad { rect: at, fill });
        }
        plain::paint(painter, &quads);
    }

    /// Brings a picture up to date where a few cells changed; says whether it is.
    fn follow(&mut self, area: &AreaDocument, key: Key) -> bool {
        let Some(made) = self.made.get_mut(&key) else { return false };
        let now = area.geometry.mark(key.zone);
        let (Some(was), Some(is)) = (&made.of, &now) else { return false };
        let (low, high) = match was.until(is) {
            ChangedSince::Nothing => return true,
            ChangedSince::Everything => return false,
            ChangedSince::Cells(low, high) => (low, high),
        };
        let Known::Cells(cells) = area.geometry.known_cells(key.zone) else { return false };
        let range = *self.ranges.entry(area.id).or_insert_with(|| range_of(area.area()));
        let look = Look { step: key.step, slice: area.slice, range };
        let part = Part::around(low, high, key.step);
        let image = picture(&|x, y| cells.volumes_at(x, y), &look, part);
        made.texture.set_partial([part.column, part.row], image, TextureOptions::NEAREST);
        made.of = now;
        true
    }

    fn make(&mut self, ui: &Ui, area: &AreaDocument, key: Key, cells: &ZoneCells) {
        let range = *self.ranges.entry(area.id).or_insert_with(|| range_of(area.area()));
        let look = Look { step: key.step, slice: area.slice, range };
        let all = Part::all(key.step);
        let image = picture(&|x, y| cells.volumes_at(x, y), &look, all);
        let name = format!("floors {} {}", key.zone.x, key.zone.y);
        let texture = ui.ctx().load_texture(name, image, TextureOptions::NEAREST);
        let of = area.geometry.mark(key.zone);
        self.made.insert(key, Made { texture, of, was_used: true });
    }

    pub(super) fn forget_unused(&mut self) {
        self.made.retain(|_, made| std::mem::replace(&mut made.was_used, false));
    }
}

impl Made {
    fn fill(&mut self) -> Fill {
        self.was_used = true;
        Fill::Picture(self.texture.id())
    }
}

/// The picture of a zone that shows it best: of the heights that are shown, or else of others, which
/// tells at least where its ground is.
fn known<T>(made: &BTreeMap<Key, T>, wanted: Key) -> Option<Key> {
    let first = Key { step: 0, low: None, high: None, ..wanted };
    let of_zone = made.range(first..).map(|(key, _)| *key);
    let of_zone =
        of_zone.take_while(|key| key.document == wanted.document && key.zone == wanted.zone);
    of_zone.min_by_key(|key| {
        let is_of_other_heights = (key.low, key.high) != (wanted.low, wanted.high);
        (is_of_other_heights, key.step != wanted.step)
    })
}

/// About the lowest and the highest node of an area: of many, some are asked.
pub(crate) fn range_of(area: &Area) -> (f64, f64) {
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

/// How a zone is drawn.
struct Look {
    /// Every so many cells.
    step: usize,
    slice: Slice,
    range: (f64, f64),
}

/// Pixels of a picture of a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Part {
    column: usize,
    row: usize,
    width: usize,
    height: usize,
}

impl Part {
    fn all(step: usize) -> Part {
        let side = CELLS_PER_ZONE / step;
        Part { column: 0, row: 0, width: side, height: side }
    }

    /// Those that show cells from one corner to another, the second one excluded, and those that
    /// are shaded by them: the cells of more x beside.
    fn around([low_x, low_y]: [u16; 2], [high_x, high_y]: [u16; 2], step: usize) -> Part {
        let side = CELLS_PER_ZONE / step;
        let first = |low: u16| (usize::from(low) / step).min(side - 1);
        let end = |high: u16| usize::from(high).div_ceil(step).min(side);
        let (column, end_column) = (first(low_y), end(high_y));
        let (first_x, end_x) = (first(low_x), (end(high_x) + 1).min(side));
        Part { column, row: side - end_x, width: end_column - column, height: end_x - first_x }
    }
}

/// Part of a zone from above, x up and y to the right.
fn picture<'v>(
    volumes_at: &impl Fn(u16, u16) -> &'v [Volume],
    look: &Look,
    part: Part,
) -> ColorImage {
    let side = CELLS_PER_ZONE / look.step;
    let cell = |row: usize, column: usize| {
        let x = (side - 1 - row) * look.step;
        volumes_at(x as u16, (column * look.step) as u16)
    };
    let mut pixels = Vec::with_capacity(part.width * part.height);
    for row in part.row..part.row + part.height {
        for column in part.column..part.column + part.width {
            let here = cell(row, column);
            // The floor below on the picture is that of less x.
            let beside = if row + 1 < side { cell(row + 1, column) } else { here };
            pixels.push(colour(here, beside, look.step, look.slice, look.range));
        }
    }
    ColorImage::new([part.width, part.height], pixels)
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
pub(crate) fn shade(floor: Volume, n_floors: usize, rise: f32, (low, high): (f64, f64)) -> Color32 {
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
    use std::sync::Arc;

    use landwright_core::format::tera::zgd::Zgd;

    use super::*;
    use crate::kind::tera::tests::{opened_with_zones, packed_again};
    use crate::model::Model;
    use crate::settings::Settings;
    use crate::view::Camera;

    #[test]
    fn a_zone_that_can_not_be_read_keeps_no_other_from_its_picture() {
        let folder = tempfile::tempdir().unwrap();
        let (_, path) = opened_with_zones(folder.path(), None);
        std::fs::write(folder.path().join("x1000y1000.zgd"), b"half").unwrap();
        let mut model = Model::new(Settings::default(), None, Arc::new(|| ()));
        model.handle(Message::Open(vec![path]));
        model.settle();
        let area = model.active_area().unwrap();
        let mut floors = Floors::default();
        egui::__run_test_ui(|ui| {
            let rect = Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(400.0, 400.0));
            let camera = Camera { middle_in_cells: vec2(480.0, 960.0), points_per_cell: 0.2 };
            let mut send = Vec::new();
            floors.show(ui, ui.painter(), &Stage { rect, camera }, area, &mut send);
            floors.show(ui, ui.painter(), &Stage { rect, camera }, area, &mut send);
            assert!(send.is_empty());
        });
        let made: Vec<Zone> = floors.made.keys().map(|key| key.zone).collect();
        assert_eq!(made, [Zone { x: 1001, y: 1000 }]);
    }

    #[test]
    fn zones_come_one_after_the_other_without_a_frame_that_unpacks_one() {
        let folder = tempfile::tempdir().unwrap();
        let (mut model, _) = opened_with_zones(folder.path(), None);
        packed_again(&mut model, folder.path());
        let mut floors = Floors::default();
        let mut frame = |model: &mut Model| {
            let area = model.active_area().unwrap();
            let known = area.geometry.n_bytes();
            let mut send = Vec::new();
            egui::__run_test_ui(|ui| {
                let rect = Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(400.0, 400.0));
                let camera = Camera { middle_in_cells: vec2(480.0, 960.0), points_per_cell: 0.2 };
                floors.show(ui, ui.painter(), &Stage { rect, camera }, area, &mut send);
            });
            assert_eq!(area.geometry.n_bytes(), known, "a frame unpacks nothing");
            send.into_iter().for_each(|message| model.handle(message));
            model.settle();
            floors.made.len()
        };
        let n_made: Vec<usize> = (0..4).map(|_| frame(&mut model)).collect();
        assert_eq!(n_made, [0, 1, 1, 2]);
    }

    #[test]
    fn x_points_up_and_empty_cells_are_dark() {
        let zgd = Zgd::from_cells(|x, y, cell| {
            if (x, y) != (0, 0) {
                cell.push(Volume { z: 0, height: 100 });
            }
        });
        let look = |step, slice| Look { step, slice, range: (-10.0, 10.0) };
        let whole = |look: &Look| picture(&|x, y| zgd.volumes_at(x, y), look, Part::all(look.step));
        let image = whole(&look(1, Slice::default()));
        let at = |row: usize, column: usize| image.pixels[row * 960 + column];
        assert_eq!(at(959, 0), NOTHING);
        assert!(at(0, 0) != NOTHING && at(0, 0) == at(5, 5));
        let above = whole(&look(COARSE, Slice { low: Some(1), high: None }));
        assert!(above.pixels.iter().all(|pixel| *pixel == NOTHING));
        assert_eq!(above.size, [240, 240]);
    }
    #[test]
    fn a_part_is_drawn_again_as_all_of_it_would_be() {
        let flat = Zgd::from_cells(|_, _, cell| cell.push(Volume { z: 0, height: 100 }));
        let (low, high) = ([480, 16], [488, 32]);
        let changed = Zgd::from_cells(|x, y, cell| {
            let is_in = (480..488).contains(&x) && (16..32).contains(&y);
            cell.push(Volume { z: if is_in { 9 } else { 0 }, height: 100 });
        });
        for step in [1, COARSE] {
            let look = Look { step, slice: Slice::default(), range: (-10.0, 10.0) };
            let of = |zgd: &Zgd, part| picture(&|x, y| zgd.volumes_at(x, y), &look, part);
            let (mut image, wanted) = (of(&flat, Part::all(step)), of(&changed, Part::all(step)));
            assert!(image.pixels != wanted.pixels);
            let part = Part::around(low, high, step);
            let new = of(&changed, part);
            for (n, pixel) in new.pixels.iter().enumerate() {
                let (row, column) = (part.row + n / part.width, part.column + n % part.width);
                image.pixels[row * image.size[0] + column] = *pixel;
            }
            assert!(image.pixels == wanted.pixels, "{step}");
            assert!(part.width * part.height < 200);
        }
        let corner = Part::around([952, 952], [960, 960], 1);
        assert_eq!(corner, Part { column: 952, row: 0, width: 8, height: 8 });
    }

    #[test]
    fn a_zone_keeps_its_ground_where_only_other_heights_were_drawn() {
        let zone = |x| Zone { x, y: 1000 };
        let key =
            |x, step, high| Key { document: DocumentId(1), zone: zone(x), step, low: None, high };
        let made = [key(1000, 1, None), key(1000, COARSE, Some(9)), key(1001, COARSE, Some(7))];
        let made: BTreeMap<Key, ()> = made.into_iter().map(|key| (key, ())).collect();
        let known = |x, high| known(&made, key(x, COARSE, high));
        assert_eq!(known(1000, Some(9)), Some(key(1000, COARSE, Some(9))));
        assert_eq!(known(1000, None), Some(key(1000, 1, None)), "its own heights come first");
        assert_eq!(known(1000, Some(3)), Some(key(1000, COARSE, Some(9))));
        assert_eq!(known(1001, None), Some(key(1001, COARSE, Some(7))));
        assert_eq!(known(999, None), None);
    }
}
