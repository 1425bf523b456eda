//! The lie of the land: which volumes every cell of the world has. Heights are in units.

use crate::format::tera::zgd::{OPEN_SKY, Volume};
use crate::sample::noise::{blend, ease, smooth};
use crate::scene::chance::mix;
use crate::space::tera::CellInWorld;

/// Widths of the hills in cells, and how high they are.
const HILLS: [(f32, f32); 4] = [(210.0, 700.0), (55.0, 130.0), (13.0, 30.0), (3.0, 5.0)];

/// Widths of the ledges in cells, the noise from which on there is one, and how high it is.
const LEDGE: (f32, f32, f32) = (45.0, 0.72, 110.0);

/// Widths of the lakes in cells, and the noise from which on there is one. Nobody stands there.
const LAKE: (f32, f32) = (70.0, 0.84);

/// Cells from one river, bridge or lot of a house to the next.
const RIVER_EVERY: i32 = 960;
const BRIDGE_EVERY: i32 = 160;
const LOT: i32 = 240;

/// Of a river, in cells from its middle: where it is too deep to stand, and where its bank is.
const DEEP: f32 = 3.0;
const BANK: f32 = 10.0;
const RIVER_DEPTH: f32 = 170.0;

/// Of a bridge, in cells: half its length, and its width.
const BRIDGE_HALF: i32 = 15;
const BRIDGE_WIDTH: i32 = 4;

/// Of a house, in cells, with its walls.
const HOUSE: (i32, i32) = (22, 16);
/// Cells around a house over which the land comes down, or up, to it.
const HOUSE_SLOPE: f32 = 30.0;
const STOREY: f32 = 85.0;
/// Between a room and the floor above.
const THICKNESS: i32 = 10;

/// More cells than the land reaches to the west and south of where the world starts.
const FAR: i32 = 1 << 16;

/// Endless land, made from a seed number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Land {
    seed: u64,
}

/// A house, by the cell of its low corner and the height of its ground floor.
#[derive(Clone, Copy)]
struct House {
    x: i32,
    y: i32,
    floor: f32,
}

impl Land {
    pub(super) fn new(seed: u64) -> Land {
        Land { seed }
    }

    /// Puts the volumes of a cell into an empty list, the lowest first. A lake has none.
    pub(super) fn add_volumes(&self, cell: CellInWorld, volumes: &mut Vec<Volume>) {
        let floors = self.floors(cell);
        let mut above: Option<i32> = None;
        for floor in floors.into_iter().rev().flatten().map(|floor| floor.round() as i32) {
            let height = match above {
                Some(above) => u16::try_from(above - THICKNESS - floor).unwrap_or_default(),
                None => OPEN_SKY,
            };
            volumes.push(Volume { z: floor as i16, height });
            above = Some(floor);
        }
        volumes.reverse();
    }

    /// The height of the ground, without rivers, bridges, lakes and houses.
    pub(super) fn ground(&self, cell: CellInWorld) -> f32 {
        let hills = (0..)
            .zip(HILLS)
            .map(|(octave, (width, height))| (self.noise(octave, width, cell) - 0.5) * height);
        let (width, from, height) = LEDGE;
        let is_ledge = self.noise(10, width, cell) > from;
        hills.sum::<f32>() + if is_ledge { height } else { 0.0 }
    }

    /// The floors of a cell, from the lowest to the highest.
    fn floors(&self, cell: CellInWorld) -> [Option<f32>; 3] {
        let ground = match self.house_near(cell) {
            Some(house) => match house.floors(cell) {
                Some(floors) => return floors,
                None => house.levelled(cell, self.ground(cell)),
            },
            None => self.ground(cell),
        };
        let off_river = (cell.x - self.river(cell)).abs() as f32;
        let bridge = self.bridge(cell);
        let bed = ground - RIVER_DEPTH * (BANK + 1.0 - off_river).clamp(0.0, 1.0);
        match bridge {
            // Its ends lie on the ground.
            Some(deck) if deck - bed < 60.0 => [Some(deck.max(bed)), None, None],
            _ if off_river < DEEP => [bridge, None, None],
            Some(deck) => [Some(bed), Some(deck), None],
            None => {
                let (width, from) = LAKE;
                let is_lake = off_river > BANK + 30.0 && self.noise(11, width, cell) > from;
                [(!is_lake).then_some(bed), None, None]
            }
        }
    }

    /// The cell in the middle of the nearest river, along x.
    fn river(&self, cell: CellInWorld) -> i32 {
        let middle = cell.x.div_euclid(RIVER_EVERY) * RIVER_EVERY + RIVER_EVERY / 2;
        let along = CellInWorld { x: middle, y: cell.y };
        middle + ((self.noise(12, 130.0, along) - 0.5) * 200.0) as i32
    }

    /// The height of the bridge over a cell, if there is one.
    fn bridge(&self, cell: CellInWorld) -> Option<f32> {
        let row = cell.y.rem_euclid(BRIDGE_EVERY) - BRIDGE_EVERY / 2;
        if !(0..BRIDGE_WIDTH).contains(&row) {
            return None;
        }
        let first_row = CellInWorld { x: cell.x, y: cell.y - row };
        let middle = self.river(first_row);
        let along = cell.x - middle;
        if along.abs() > BRIDGE_HALF {
            return None;
        }
        let end = |x| self.ground(CellInWorld { x, ..first_row });
        let (west, east) = (end(middle - BRIDGE_HALF), end(middle + BRIDGE_HALF));
        let share = (along + BRIDGE_HALF) as f32 / (2 * BRIDGE_HALF) as f32;
        Some(blend(west, east, share))
    }

    /// The house of the lot that a cell lies in, where it has one.
    fn house_near(&self, cell: CellInWorld) -> Option<House> {
        let lot = CellInWorld { x: cell.x.div_euclid(LOT), y: cell.y.div_euclid(LOT) };
        let bits = self.hash(20, lot.x, lot.y);
        let off = |bits: u64| LOT / 3 + (bits % 60) as i32;
        let (x, y) = (lot.x * LOT + off(bits), lot.y * LOT + off(bits >> 8));
        let middle = CellInWorld { x: x + HOUSE.0 / 2, y: y + HOUSE.1 / 2 };
        let off_river = (middle.x - self.river(middle)).abs();
        let is_built = bits >> 62 != 0 && off_river > 80;
        is_built.then(|| House { x, y, floor: self.ground(middle).round() })
    }

    fn noise(&self, octave: u64, width: f32, cell: CellInWorld) -> f32 {
        // Noise counts from 0, and the world in both directions.
        let [x, y] = [cell.x, cell.y].map(|at| (at + FAR) as f32);
        smooth(self.seed ^ octave << 56, width, x, y)
    }

    fn hash(&self, octave: u64, x: i32, y: i32) -> u64 {
        let place = u64::from(x.cast_unsigned()) << 32 | u64::from(y.cast_unsigned());
        mix(mix(self.seed ^ octave << 56) ^ place)
    }
}

impl House {
    /// The floors of one of its cells: two storeys and a roof, stairs along one wall, and a
    /// door in another.
    fn floors(self, cell: CellInWorld) -> Option<[Option<f32>; 3]> {
        let (x, y) = (cell.x - self.x, cell.y - self.y);
        let (width, depth) = HOUSE;
        if !(0..width).contains(&x) || !(0..depth).contains(&y) {
            return None;
        }
        let (upper, roof) = (self.floor + STOREY, self.floor + 2.0 * STOREY);
        let is_wall = x == 0 || y == 0 || x == width - 1 || y == depth - 1;
        let is_door = y == 0 && (9..13).contains(&x);
        let is_stairs = (12..15).contains(&y) && (5..15).contains(&x);
        Some(if is_door {
            [Some(self.floor), Some(roof), None]
        } else if is_wall {
            [Some(roof), None, None]
        } else if is_stairs {
            [Some(self.floor + (x - 4) as f32 * 8.0), Some(roof), None]
        } else {
            [Some(self.floor), Some(upper), Some(roof)]
        })
    }

    /// The ground of a cell near the house.
    fn levelled(self, cell: CellInWorld, ground: f32) -> f32 {
        let outside = |at: i32, low: i32, side: i32| (low - at).max(at - (low + side - 1)).max(0);
        let (x, y) = (outside(cell.x, self.x, HOUSE.0), outside(cell.y, self.y, HOUSE.1));
        let distance = ((x * x + y * y) as f32).sqrt();
        blend(self.floor, ground, ease(distance / HOUSE_SLOPE))
    }
}
