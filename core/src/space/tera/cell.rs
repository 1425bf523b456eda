//! Zones, their squares, and the cells of both.

use super::{PosInWorld, UNITS_PER_CELL};
use crate::format::tera::{CELLS_PER_SQUARE, CELLS_PER_ZONE, SQUARES_PER_ZONE};

/// The place of a zone among all zones, as files name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Zone {
    pub x: u32,
    pub y: u32,
}

/// One of the 120 × 120 squares of a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SquareInZone {
    /// Both are below 120.
    x: u8,
    y: u8,
}

/// One of the 960 × 960 cells of a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellInZone {
    /// Both are below 960.
    x: u16,
    y: u16,
}

/// One of the 8 × 8 cells of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellInSquare {
    /// Both are below 8.
    x: u8,
    y: u8,
}

/// A cell, counted from where the world starts, in both directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellInWorld {
    pub x: i32,
    pub y: i32,
}

/// A square, counted from where the world starts, in both directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SquareInWorld {
    pub x: i32,
    pub y: i32,
}

impl Zone {
    /// The name of the file that holds the zone's geometry.
    pub fn file_name(self) -> String {
        format!("x{:04}y{:04}.zgd", self.x, self.y)
    }

    /// All zones of the rectangle that two of them are corners of.
    pub fn rectangle(from: Zone, to: Zone) -> impl Iterator<Item = Zone> {
        let side = |a: u32, b: u32| a.min(b)..=a.max(b);
        side(from.x, to.x).flat_map(move |x| side(from.y, to.y).map(move |y| Zone { x, y }))
    }

    /// The zone whose geometry a file holds, by its name in upper or lower case.
    pub fn from_file_name(name: &str) -> Option<Zone> {
        let name = name.to_ascii_lowercase();
        let (x, y) = name.strip_prefix('x')?.strip_suffix(".zgd")?.split_once('y')?;
        let number = |digits: &str| {
            let is_number = digits.bytes().all(|digit| digit.is_ascii_digit());
            is_number.then(|| digits.parse().ok()).flatten()
        };
        Some(Zone { x: number(x)?, y: number(y)? })
    }
}

impl SquareInZone {
    pub fn new(x: u8, y: u8) -> Option<SquareInZone> {
        let is_inside = [x, y].into_iter().all(|at| usize::from(at) < SQUARES_PER_ZONE);
        is_inside.then_some(SquareInZone { x, y })
    }

    /// Every square, in the order of the files.
    pub fn all() -> impl Iterator<Item = SquareInZone> {
        let side = SQUARES_PER_ZONE as u8;
        (0..side).flat_map(move |x| (0..side).map(move |y| SquareInZone { x, y }))
    }

    pub fn x(self) -> u8 {
        self.x
    }

    pub fn y(self) -> u8 {
        self.y
    }

    pub fn cell(self, cell_in_square: CellInSquare) -> CellInZone {
        let side = CELLS_PER_SQUARE as u16;
        CellInZone {
            x: u16::from(self.x) * side + u16::from(cell_in_square.x),
            y: u16::from(self.y) * side + u16::from(cell_in_square.y),
        }
    }
}

impl CellInSquare {
    /// Where the game puts the node of a square, on every floor.
    pub const CENTRE: CellInSquare = CellInSquare { x: 4, y: 4 };

    pub fn new(x: u8, y: u8) -> Option<CellInSquare> {
        let is_inside = [x, y].into_iter().all(|at| usize::from(at) < CELLS_PER_SQUARE);
        is_inside.then_some(CellInSquare { x, y })
    }

    pub fn x(self) -> u8 {
        self.x
    }

    pub fn y(self) -> u8 {
        self.y
    }
}

impl CellInZone {
    pub fn new(x: u16, y: u16) -> Option<CellInZone> {
        let is_inside = [x, y].into_iter().all(|at| usize::from(at) < CELLS_PER_ZONE);
        is_inside.then_some(CellInZone { x, y })
    }

    pub fn x(self) -> u16 {
        self.x
    }

    pub fn y(self) -> u16 {
        self.y
    }

    pub fn square(self) -> SquareInZone {
        let side = CELLS_PER_SQUARE as u16;
        SquareInZone { x: (self.x / side) as u8, y: (self.y / side) as u8 }
    }

    pub fn cell_in_square(self) -> CellInSquare {
        let side = CELLS_PER_SQUARE as u16;
        CellInSquare { x: (self.x % side) as u8, y: (self.y % side) as u8 }
    }
}

impl SquareInWorld {
    /// The square that a cell lies in. Squares of the world are those of its zones.
    pub fn of(cell_in_world: CellInWorld) -> SquareInWorld {
        let square = |cell: i32| cell.div_euclid(CELLS_PER_SQUARE as i32);
        SquareInWorld { x: square(cell_in_world.x), y: square(cell_in_world.y) }
    }

    pub fn cell(self, cell_in_square: CellInSquare) -> CellInWorld {
        let side = CELLS_PER_SQUARE as i32;
        let cell = |square: i32, cell: u8| square.saturating_mul(side).saturating_add(cell.into());
        CellInWorld { x: cell(self.x, cell_in_square.x), y: cell(self.y, cell_in_square.y) }
    }

    /// The eight squares around it.
    pub fn around(self) -> impl Iterator<Item = SquareInWorld> {
        let sides = [-1, 0, 1].into_iter().flat_map(|x| [-1, 0, 1].map(|y| (x, y)));
        sides.filter(|side| *side != (0, 0)).map(move |(x, y)| SquareInWorld {
            x: self.x.saturating_add(x),
            y: self.y.saturating_add(y),
        })
    }
}

impl CellInSquare {
    /// Every cell, in the order of the files.
    pub fn all() -> impl Iterator<Item = CellInSquare> {
        let side = CELLS_PER_SQUARE as u8;
        (0..side).flat_map(move |x| (0..side).map(move |y| CellInSquare { x, y }))
    }
}

impl CellInWorld {
    /// The cell that a position lies in, or `None` where it is not finite or out of all range.
    /// A cell has the edge on its low side.
    pub fn of(pos_in_world: PosInWorld) -> Option<CellInWorld> {
        let cell = |units: f64| {
            let cell = (units / f64::from(UNITS_PER_CELL)).floor();
            let is_cell = (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&cell);
            is_cell.then_some(cell as i32)
        };
        Some(CellInWorld { x: cell(pos_in_world.x)?, y: cell(pos_in_world.y)? })
    }

    /// The middle of the cell, at a height.
    pub fn centre(self, z: i16) -> PosInWorld {
        let centre = |cell: i32| (f64::from(cell) + 0.5) * f64::from(UNITS_PER_CELL);
        PosInWorld { x: centre(self.x), y: centre(self.y), z: f64::from(z) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zone_is_named_by_its_file() {
        let zone = Zone { x: 993, y: 1008 };
        assert_eq!(zone.file_name(), "x0993y1008.zgd");
        for name in ["x0993y1008.zgd", "X0993Y1008.ZGD", "x993y1008.zgd"] {
            assert_eq!(Zone::from_file_name(name), Some(zone), "{name}");
        }
        assert_eq!(Zone { x: 12_345, y: 0 }.file_name(), "x12345y0000.zgd");
        for name in ["x0993y1008.apd", "0993y1008.zgd", "xy.zgd", "x+1y2.zgd", "x1y99999999999.zgd"]
        {
            assert_eq!(Zone::from_file_name(name), None, "{name}");
        }
    }

    #[test]
    fn a_cell_of_a_zone_is_a_cell_of_a_square() {
        let cell = CellInZone::new(959, 13).unwrap();
        assert_eq!(cell.square(), SquareInZone::new(119, 1).unwrap());
        assert_eq!(cell.cell_in_square(), CellInSquare::new(7, 5).unwrap());
        for square in SquareInZone::all() {
            let cell = square.cell(CellInSquare::CENTRE);
            assert_eq!((cell.square(), cell.cell_in_square()), (square, CellInSquare::CENTRE));
        }
        assert_eq!([CellInZone::new(960, 0), CellInZone::new(0, 960)], [None; 2]);
        assert_eq!([SquareInZone::new(120, 0), SquareInZone::new(0, 120)], [None; 2]);
        assert_eq!([CellInSquare::new(8, 0), CellInSquare::new(0, 8)], [None; 2]);
    }

    #[test]
    fn a_cell_has_the_edge_on_its_low_side() {
        let cell = |x: f64, y: f64| {
            CellInWorld::of(PosInWorld { x, y, z: 0.0 }).map(|CellInWorld { x, y }| (x, y))
        };
        assert_eq!(cell(0.0, 15.99), Some((0, 0)));
        assert_eq!(cell(16.0, -0.01), Some((1, -1)));
        assert_eq!(cell(-16.0, -16.01), Some((-1, -2)));
        assert_eq!([cell(f64::NAN, 0.0), cell(0.0, f64::INFINITY), cell(1e12, 0.0)], [None; 3]);
    }

    #[test]
    fn squares_of_the_world_are_those_of_its_zones() {
        let square = SquareInWorld::of(CellInWorld { x: -1, y: 8 });
        assert_eq!(square, SquareInWorld { x: -1, y: 1 });
        assert_eq!(square.cell(CellInSquare::CENTRE), CellInWorld { x: -4, y: 12 });
        let is_inside = |cell| SquareInWorld::of(square.cell(cell)) == square;
        assert!(CellInSquare::all().all(is_inside) && CellInSquare::all().count() == 64);
        assert!(square.around().count() == 8 && square.around().all(|other| other != square));
    }

    #[test]
    fn the_middle_of_a_cell_lies_in_it() {
        let cell = CellInWorld { x: -3, y: 7 };
        assert_eq!(cell.centre(-5), PosInWorld { x: -40.0, y: 120.0, z: -5.0 });
        assert_eq!(CellInWorld::of(cell.centre(0)), Some(cell));
    }
}
