//! The rectangle of an area that a picture shows.

use crate::format::tera::CELLS_PER_ZONE;
use crate::space::tera::{CellInWorld, CellInZone, PosInWorld, UNITS_PER_CELL, Zone};
use crate::world::area::Area;

/// Cells of the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Nowhere greater than the other.
    low: CellInWorld,
    /// In the part.
    high: CellInWorld,
}

impl Part {
    /// All zones of an area; `None` where it has none.
    pub fn whole(area: &Area) -> Option<Part> {
        let zones = || area.zones().iter();
        let low = Zone { x: zones().map(|it| it.x).min()?, y: zones().map(|it| it.y).min()? };
        let high = Zone { x: zones().map(|it| it.x).max()?, y: zones().map(|it| it.y).max()? };
        Part::of_zones(area, low, high)
    }

    /// One zone; `None` where the area does not have it.
    pub fn of_zone(area: &Area, zone: Zone) -> Option<Part> {
        area.zones().contains(&zone).then(|| Part::of_zones(area, zone, zone))?
    }

    /// As far as the area goes between two places that are opposite corners; a cell that one of them
    /// is in is in the part.
    pub fn between(area: &Area, corners: [[f64; 2]; 2]) -> Option<Part> {
        let whole = Part::whole(area)?;
        let [[x0, y0], [x1, y1]] = corners;
        let side = |a: f64, b: f64, low: i32, high: i32| {
            let cell = |at: f64| (at / f64::from(UNITS_PER_CELL)).floor();
            let (from, to) = (cell(a.min(b)).max(low.into()), cell(a.max(b)).min(high.into()));
            // What is no number is in no part.
            let is_some = !a.is_nan() && !b.is_nan() && from <= to;
            is_some.then_some((from as i32, to as i32))
        };
        let x = side(x0, x1, whole.low.x, whole.high.x)?;
        let y = side(y0, y1, whole.low.y, whole.high.y)?;
        Some(Part { low: CellInWorld { x: x.0, y: y.0 }, high: CellInWorld { x: x.1, y: y.1 } })
    }

    fn of_zones(area: &Area, low: Zone, high: Zone) -> Option<Part> {
        let last = CELLS_PER_ZONE as u16 - 1;
        let low = area.origin().world_from_zone(low, CellInZone::new(0, 0)?)?;
        let high = area.origin().world_from_zone(high, CellInZone::new(last, last)?)?;
        Some(Part { low, high })
    }

    pub fn holds(self, cell: CellInWorld) -> bool {
        (self.low.x..=self.high.x).contains(&cell.x) && (self.low.y..=self.high.y).contains(&cell.y)
    }

    /// Along x, and along y.
    pub fn n_cells(self) -> (u64, u64) {
        let side = |low: i32, high: i32| u64::from(high.abs_diff(low)) + 1;
        (side(self.low.x, self.high.x), side(self.low.y, self.high.y))
    }

    /// x and y in the world.
    pub fn low_corner(self) -> [f64; 2] {
        [self.low.x, self.low.y].map(|cell| f64::from(cell) * f64::from(UNITS_PER_CELL))
    }

    /// The same of the end of the last cells.
    pub fn high_corner(self) -> [f64; 2] {
        [self.high.x, self.high.y].map(|cell| (f64::from(cell) + 1.0) * f64::from(UNITS_PER_CELL))
    }

    /// Where a place is in a picture of the part: to the right and down, in pixels. `None` outside.
    pub fn place(self, pos: PosInWorld, [width, height]: [u32; 2]) -> Option<[f64; 2]> {
        let ([low_x, low_y], [high_x, high_y]) = (self.low_corner(), self.high_corner());
        let right = (pos.y - low_y) / (high_y - low_y);
        let down = (high_x - pos.x) / (high_x - low_x);
        let is_inside = [right, down].iter().all(|share| (0.0..=1.0).contains(share));
        is_inside.then(|| [right * f64::from(width), down * f64::from(height)])
    }

    /// Those of a zone, of several in a row the first.
    pub(super) fn cells_in(
        self,
        area: &Area,
        zone: Zone,
        step: u32,
    ) -> impl Iterator<Item = CellInWorld> + use<> {
        let corner =
            CellInZone::new(0, 0).and_then(|cell| area.origin().world_from_zone(zone, cell));
        let side = |corner: i32, low: i32, high: i32| {
            let last = i64::from(corner) + CELLS_PER_ZONE as i64 - 1;
            i64::from(corner.max(low))..=last.min(high.into())
        };
        corner.into_iter().flat_map(move |corner| {
            let xs = side(corner.x, self.low.x, self.high.x).step_by(step as usize);
            let ys = side(corner.y, self.low.y, self.high.y).step_by(step as usize);
            xs.flat_map(move |x| {
                ys.clone().filter_map(move |y| {
                    Some(CellInWorld { x: i32::try_from(x).ok()?, y: i32::try_from(y).ok()? })
                })
            })
        })
    }
}
