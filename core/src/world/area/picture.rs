//! An area from above: floors from dark to light, edges and nodes over them.
//!
//! As on the game's own map, x points up and y to the right.

use crate::format::tera::CELLS_PER_ZONE;
use crate::nav::tera::ground::Ground;
use crate::space::tera::{CellInZone, PosInWorld, UNITS_PER_CELL, Zone};
use crate::world::gat::picture::image::Image;
use crate::world::gat::picture::palette::Rgb;

use super::Area;
use super::geometry::Geometry;
use super::id::{NodeId, Target};

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

/// Cells along the sides of the zones together.
pub fn n_cells(area: &Area) -> (u64, u64) {
    let (low, high) = corners(area);
    let side = |low: u32, high: u32| (u64::from(high - low) + 1) * CELLS_PER_ZONE as u64;
    (side(low.x, high.x), side(low.y, high.y))
}

/// A picture with so many cells along each side of a pixel; `None` where there are no zones.
pub fn picture(
    area: &Area,
    geometry: &Geometry,
    layer: Layer,
    cells_per_pixel: u32,
) -> Option<Image> {
    if area.zones().is_empty() {
        return None;
    }
    let geometry = &geometry.of(area);
    let (low, _) = corners(area);
    let (n_x, n_y) = n_cells(area);
    let per_pixel = cells_per_pixel.max(1);
    let pixels = |n: u64| n.div_ceil(per_pixel.into()) as u32;
    let (height, width) = (pixels(n_x), pixels(n_y));
    let corner = area.origin().world_from_zone(low, CellInZone::new(0, 0)?)?;
    let origin = corner.centre(0);
    let mut sheet = Sheet { image: Image::filled(width, height, NOTHING), origin, per_pixel };
    sheet.draw_floors(area, geometry);
    match layer {
        Layer::Floors => {}
        Layer::Density => sheet.draw_density(area),
        Layer::Nodes => sheet.draw_nodes(area),
        Layer::Edges => {
            sheet.draw_edges(area);
            sheet.draw_nodes(area);
        }
    }
    Some(sheet.image)
}

fn corners(area: &Area) -> (Zone, Zone) {
    let fold = |choose: fn(u32, u32) -> u32| {
        let zones = area.zones().iter().copied();
        let both = |a: Zone, b: Zone| Zone { x: choose(a.x, b.x), y: choose(a.y, b.y) };
        zones.reduce(both).unwrap_or(Zone { x: 0, y: 0 })
    };
    (fold(u32::min), fold(u32::max))
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
    /// The middle of the first cell.
    origin: PosInWorld,
    per_pixel: u32,
}

impl Sheet {
    /// The pixel of a place: column and row.
    fn pixel(&self, pos: PosInWorld) -> Option<(i64, i64)> {
        let scale = f64::from(UNITS_PER_CELL) * f64::from(self.per_pixel);
        let half = f64::from(UNITS_PER_CELL) / 2.0;
        let along = |at: f64, from: f64| ((at - from + half) / scale).floor();
        let (row, column) = (along(pos.x, self.origin.x), along(pos.y, self.origin.y));
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

    fn draw_floors(&mut self, area: &Area, geometry: &Geometry) {
        let (low, high) = heights(area, geometry);
        let range = (high - low).max(1.0);
        let step = self.per_pixel as usize;
        for zone in area.zones().to_vec() {
            let land = geometry.cells(zone).map(|_| geometry.around_zone(area.origin(), zone));
            let side = CELLS_PER_ZONE as u16;
            let cells = (0..side)
                .step_by(step)
                .flat_map(|x| (0..side).step_by(step).filter_map(move |y| CellInZone::new(x, y)));
            for cell in cells {
                let Some(cell) = area.origin().world_from_zone(zone, cell) else { continue };
                let floor = land.as_ref().map(|land| land.volumes(cell).last().copied());
                let colour = match floor {
                    None => UNKNOWN,
                    Some(None) => NOTHING,
                    Some(Some(floor)) => {
                        let share = ((f64::from(floor.z) - low) / range).clamp(0.0, 1.0);
                        Rgb([(50.0 + share * 150.0) as u8; 3])
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
mod tests {
    use super::super::tests::area;
    use super::*;
    use crate::format::tera::zgd::Zgd;

    #[test]
    fn nodes_and_edges_stand_where_the_games_map_has_them() {
        let area = area(&[(4, 4), (12, 4)], &[(0, 1)]);
        let zgd = Zgd::from_cells(|_, _, cell| cell.push((0, 100).into()));
        let geometry = Geometry::of_zones([(Zone { x: 1000, y: 1000 }, zgd)]);
        let image = picture(&area, &geometry, Layer::Edges, 1).unwrap();
        let at = |column: usize, row: usize| image.pixels[row * 960 + column];
        assert_eq!((image.width, image.height), (960, 960));
        // x points up: the second node is above the first.
        assert_eq!([at(4, 955), at(4, 947)], [NODE; 2]);
        assert!(at(4, 951) != at(0, 0), "the edge between them");
        let coarse = picture(&area, &Geometry::none(), Layer::Density, 8).unwrap();
        assert_eq!(coarse.pixels.iter().filter(|pixel| **pixel != UNKNOWN).count(), 2);
        let few = super::super::tests::file(&[], &[]);
        let nothing = crate::format::tera::apd::Apd::new(few.nodes(), vec![]).unwrap();
        let nothing = Area::new(&nothing).unwrap();
        assert!(picture(&nothing, &geometry, Layer::Nodes, 1).is_none());
    }

    #[test]
    fn geometry_alone_is_drawn_from_its_lowest_floor_to_its_highest() {
        let zone = Zone { x: 7, y: 0 };
        let zgd =
            Zgd::from_cells(|x, _, cell| cell.push((if x < 480 { 900 } else { 1900 }, 100).into()));
        let geometry = Geometry::of_zones([(zone, zgd)]);
        let image = picture(&Area::of_zone(zone).unwrap(), &geometry, Layer::Floors, 1).unwrap();
        assert_eq!((image.width, image.height), (960, 960));
        let shades: Vec<u8> =
            image.pixels.iter().step_by(960 * 100).map(|pixel| pixel.0[0]).collect();
        assert_eq!(shades, [200, 200, 200, 200, 200, 50, 50, 50, 50, 50]);
    }
}
