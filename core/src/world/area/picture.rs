//! An area from above: floors from dark to light, edges and nodes over them.
//!
//! As on the game's own map, x points up and y to the right.

pub mod key;
pub mod marks;
pub mod part;

use crate::format::tera::CELLS_PER_ZONE;
use crate::format::tera::zgd::Volume;
use crate::nav::tera::ground::Ground;
use crate::space::tera::{CellInWorld, PosInWorld, UNITS_PER_CELL};
use crate::world::area::Area;
use crate::world::area::geometry::{Geometry, Land};
use crate::world::area::id::{NodeId, Target};
use crate::world::gat::picture::Shading;
use crate::world::gat::picture::image::Image;
use crate::world::gat::picture::palette::Rgb;
use crate::world::gat::picture::relief::light_on;

use self::part::Part;

/// How an area is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    pub layer: Layer,
    /// Of the floors; the sun is at the upper left.
    pub shading: Shading,
    pub part: Part,
}

/// What is drawn over the floors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    Floors,
    /// Red where many nodes are.
    Density,
    Nodes,
    /// Edges of both ways yellow, those of one way orange.
    Edges,
}

/// What lies beside the zones, and where no floor is.
pub const NOTHING: Rgb = Rgb([24, 24, 32]);
const UNKNOWN: Rgb = Rgb([60, 60, 70]);
const NODE: Rgb = Rgb([90, 200, 255]);
const TWO_WAY: Rgb = Rgb([240, 220, 90]);
const ONE_WAY: Rgb = Rgb([235, 120, 40]);
const DENSE: Rgb = Rgb([230, 40, 40]);

/// Floors from the lowest to the highest.
const DARKEST: f64 = 50.0;
const LIGHTEST: f64 = 200.0;

/// A picture with so many cells along each side of a pixel.
pub fn picture(area: &Area, geometry: &Geometry, look: &Look, cells_per_pixel: u32) -> Image {
    let geometry = &geometry.of(area);
    let (n_x, n_y) = look.part.n_cells();
    let per_pixel = cells_per_pixel.max(1);
    let pixels = |n: u64| n.div_ceil(per_pixel.into()) as u32;
    let image = Image::filled(pixels(n_y), pixels(n_x), NOTHING);
    let mut sheet = Sheet { image, part: look.part, per_pixel };
    sheet.draw_floors(area, geometry, look.shading);
    match look.layer {
        Layer::Floors => {}
        Layer::Density => sheet.draw_density(area),
        Layer::Nodes => sheet.draw_nodes(area),
        Layer::Edges => {
            sheet.draw_edges(area);
            sheet.draw_nodes(area);
        }
    }
    sheet.image
}

/// A floor so high between the lowest and the highest.
fn shade(share: f64) -> Rgb {
    Rgb([(DARKEST + share.clamp(0.0, 1.0) * (LIGHTEST - DARKEST)) as u8; 3])
}

/// How much light a floor gets by those beside it, so many cells away.
fn light(land: &Land, cell: CellInWorld, floor: Volume, step: i32) -> u32 {
    let height = |x: i32, y: i32| {
        let beside = CellInWorld { x: cell.x.saturating_add(x), y: cell.y.saturating_add(y) };
        f32::from(land.volumes(beside).last().map_or(floor.z, |volume| volume.z))
    };
    let run = (2 * step * UNITS_PER_CELL) as f32;
    let rise_right = (height(0, step) - height(0, -step)) / run;
    let rise_up = (height(step, 0) - height(-step, 0)) / run;
    light_on(rise_right, rise_up)
}

/// The lowest and the highest place to stand: of the nodes, or of the highest floors where there are none.
fn heights(area: &Area, geometry: &Geometry) -> (f64, f64) {
    let mut range = (f64::INFINITY, f64::NEG_INFINITY);
    let mut widen = |z: f64| {
        if z.is_finite() {
            range = (range.0.min(z), range.1.max(z));
        }
    };
    area.nodes().filter_map(|node| area.pos(node)).for_each(|pos| widen(pos.z));
    if area.n_nodes() > 0 {
        return range;
    }
    let side = CELLS_PER_ZONE as u16;
    for cells in area.zones().iter().filter_map(|zone| geometry.cells(*zone)) {
        for (x, y) in (0..side).flat_map(|x| (0..side).map(move |y| (x, y))) {
            cells.volumes_at(x, y).last().into_iter().for_each(|floor| widen(floor.z.into()));
        }
    }
    range
}

struct Sheet {
    image: Image,
    part: Part,
    per_pixel: u32,
}

impl Sheet {
    /// The pixel of a place: column and row.
    fn pixel(&self, pos: PosInWorld) -> Option<(i64, i64)> {
        let scale = f64::from(UNITS_PER_CELL) * f64::from(self.per_pixel);
        let [low_x, low_y] = self.part.low_corner();
        let (row, column) = (((pos.x - low_x) / scale).floor(), ((pos.y - low_y) / scale).floor());
        let is_near = |at: f64| at.abs() < 1e9;
        let row_from_top = i64::from(self.image.height) - 1;
        (is_near(row) && is_near(column)).then_some((column as i64, row_from_top - row as i64))
    }

    fn at(&mut self, (x, y): (i64, i64)) -> Option<&mut Rgb> {
        let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        let is_inside = x < self.image.width && y < self.image.height;
        let idx = y as usize * self.image.width as usize + x as usize;
        self.image.pixels.get_mut(idx).filter(|_| is_inside)
    }

    fn draw_floors(&mut self, area: &Area, geometry: &Geometry, shading: Shading) {
        let (low, high) = heights(area, geometry);
        let range = (high - low).max(1.0);
        let step = i32::try_from(self.per_pixel).unwrap_or(i32::MAX);
        for zone in area.zones().to_vec() {
            let mut cells = self.part.cells_in(area, zone, self.per_pixel).peekable();
            if cells.peek().is_none() {
                continue;
            }
            let land = geometry.cells(zone).map(|_| geometry.around_zone(area.origin(), zone));
            for cell in cells {
                let floor = land.as_ref().map(|land| (land, land.volumes(cell).last().copied()));
                let colour = match floor {
                    None => UNKNOWN,
                    Some((_, None)) => NOTHING,
                    Some((land, Some(floor))) => {
                        let colour = shade((f64::from(floor.z) - low) / range);
                        match shading {
                            Shading::Flat => colour,
                            Shading::Hills => colour.lit(light(land, cell, floor, step)),
                        }
                    }
                };
                let place = self.pixel(cell.centre(0));
                if let Some(pixel) = place.and_then(|place| self.at(place)) {
                    *pixel = colour;
                }
            }
        }
    }

    fn draw_nodes(&mut self, area: &Area) {
        for node in area.nodes() {
            let place = area.pos(node).and_then(|pos| self.pixel(pos));
            if let Some(pixel) = place.and_then(|place| self.at(place)) {
                *pixel = NODE;
            }
        }
    }

    /// Every further node makes a pixel redder, each less than the one before it.
    fn draw_density(&mut self, area: &Area) {
        for node in area.nodes() {
            let place = area.pos(node).and_then(|pos| self.pixel(pos));
            if let Some(pixel) = place.and_then(|place| self.at(place)) {
                *pixel = pixel.mixed(DENSE, 48);
            }
        }
    }

    fn draw_edges(&mut self, area: &Area) {
        for node in area.nodes() {
            for edge in area.edges(node) {
                let Target::Node(target) = edge.target else { continue };
                let is_one_way = area.octant_of_edge(target, node).is_none();
                // Of a two-way edge, one way is drawn.
                if is_one_way || node < target {
                    self.draw_edge(
                        area,
                        [node, target],
                        if is_one_way { ONE_WAY } else { TWO_WAY },
                    );
                }
            }
        }
    }

    fn draw_edge(&mut self, area: &Area, ends: [NodeId; 2], colour: Rgb) {
        let [from, to] = ends.map(|node| area.pos(node).and_then(|pos| self.pixel(pos)));
        let (Some((x0, y0)), Some((x1, y1))) = (from, to) else { return };
        let n_steps = (x1 - x0).abs().max((y1 - y0).abs());
        // No edge is that long but for damage.
        for step in 0..=n_steps.min(4096) {
            let along = |from: i64, to: i64| from + (to - from) * step / n_steps.max(1);
            if let Some(pixel) = self.at((along(x0, x1), along(y0, y1))) {
                *pixel = pixel.mixed(colour, 150);
            }
        }
    }
}

#[cfg(test)]
mod tests;
