//! The spaces of Ragnarok Online: tiles, the cubes of the ground under them, and the world.
//!
//! All of them start at the south-west corner of the map, x to the east and y to the north.
//! Files hold *altitudes*, which point down; what a person sees is a *height*, which points up.

use serde::{Deserialize, Serialize};

use crate::format::number::F32;

/// The width of a tile. The client has it built in, for every map.
pub const WORLD_UNITS_PER_TILE: f32 = 5.0;

/// A cube of the ground (GND) carries 2 × 2 tiles.
pub const TILES_PER_CUBE: u32 = 2;

/// A whole tile: what the game calls a cell, and what a person types as x,y.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TilePos {
    pub x: u32,
    pub y: u32,
}

/// A cell as servers and clients ask for it, in 16 bits: a tile, or a place beside the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellPos {
    pub x: i16,
    pub y: i16,
}

/// A place in tile space: `x = 1.5` is the middle of the second column.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PosInTiles {
    pub x: f32,
    pub y: f32,
}

/// A whole cube of the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CubePos {
    pub x: u32,
    pub y: u32,
}

/// A place in the world, in world units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WorldPos {
    pub east: f32,
    pub north: f32,
    pub up: f32,
}

/// A corner of a tile, in the order in which a GAT holds the altitudes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Corner {
    SouthWest,
    SouthEast,
    NorthWest,
    NorthEast,
}

impl Corner {
    pub const ALL: [Corner; 4] =
        [Corner::SouthWest, Corner::SouthEast, Corner::NorthWest, Corner::NorthEast];

    /// The corner of a tile's altitudes that it names.
    pub fn of<T: Copy>(self, corners: [T; 4]) -> T {
        let [south_west, south_east, north_west, north_east] = corners;
        match self {
            Corner::SouthWest => south_west,
            Corner::SouthEast => south_east,
            Corner::NorthWest => north_west,
            Corner::NorthEast => north_east,
        }
    }

    /// How many tiles to the east and to the north of the tile's own corner it is.
    pub fn offset_in_tiles(self) -> (u32, u32) {
        match self {
            Corner::SouthWest => (0, 0),
            Corner::SouthEast => (1, 0),
            Corner::NorthWest => (0, 1),
            Corner::NorthEast => (1, 1),
        }
    }
}

/// The tile that a cell is, or `None` to the south or west of the map.
pub fn tile_from_cell(cell: CellPos) -> Option<TilePos> {
    Some(TilePos { x: u32::try_from(cell.x).ok()?, y: u32::try_from(cell.y).ok()? })
}

/// The cell that a tile is, or `None` where it is too far away for servers and clients.
pub fn cell_from_tile(tile: TilePos) -> Option<CellPos> {
    Some(CellPos { x: i16::try_from(tile.x).ok()?, y: i16::try_from(tile.y).ok()? })
}

/// The height, in world units, of what a file gives as an altitude.
pub fn height_from_altitude(altitude: F32) -> f32 {
    // Not negated, so that zero is zero and not minus zero.
    0.0 - altitude.get()
}

/// What a file gives for a height in world units.
pub fn altitude_from_height(height: f32) -> F32 {
    F32::new(0.0 - height)
}

/// The altitude in a cube between its corners, from the altitudes in the south-west, south-east, north-west and
/// north-east, at shares of its side from the west and the south.
pub fn altitude_in_cube(corners: [f32; 4], east: f32, north: f32) -> f32 {
    let [sw, se, nw, ne] = corners;
    let south_side = sw + (se - sw) * east;
    let north_side = nw + (ne - nw) * east;
    south_side + (north_side - south_side) * north
}

/// The middle of a tile.
pub fn pos_in_tiles_from_tile(tile: TilePos) -> PosInTiles {
    PosInTiles { x: tile.x as f32 + 0.5, y: tile.y as f32 + 0.5 }
}

/// The tile that holds a place, or `None` to the south or west of the map.
pub fn tile_from_pos_in_tiles(pos: PosInTiles) -> Option<TilePos> {
    // A cast saturates, and takes NaN for 0: both are caught by the comparison.
    (pos.x >= 0.0 && pos.y >= 0.0).then_some(TilePos { x: pos.x as u32, y: pos.y as u32 })
}

/// A corner of a tile with the altitude that the file gives it.
pub fn world_from_tile(tile: TilePos, corner: Corner, altitude: F32) -> WorldPos {
    let (east, north) = corner.offset_in_tiles();
    let pos = PosInTiles { x: tile.x as f32 + east as f32, y: tile.y as f32 + north as f32 };
    world_from_pos_in_tiles(pos, height_from_altitude(altitude))
}

pub fn world_from_pos_in_tiles(pos: PosInTiles, height: f32) -> WorldPos {
    WorldPos { east: pos.x * WORLD_UNITS_PER_TILE, north: pos.y * WORLD_UNITS_PER_TILE, up: height }
}

/// What lies below or above a place in the world.
pub fn pos_in_tiles_from_world(pos: WorldPos) -> PosInTiles {
    PosInTiles { x: pos.east / WORLD_UNITS_PER_TILE, y: pos.north / WORLD_UNITS_PER_TILE }
}

/// The cube under a tile.
pub fn cube_from_tile(tile: TilePos) -> CubePos {
    CubePos { x: tile.x / TILES_PER_CUBE, y: tile.y / TILES_PER_CUBE }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_is_five_world_units_wide() {
        let tile = TilePos { x: 3, y: 7 };
        let altitude = F32::new(-12.5);
        let corner = |corner| world_from_tile(tile, corner, altitude);
        let world = |east, north| WorldPos { east, north, up: 12.5 };
        assert_eq!(corner(Corner::SouthWest), world(15.0, 35.0));
        assert_eq!(corner(Corner::SouthEast), world(20.0, 35.0));
        assert_eq!(corner(Corner::NorthWest), world(15.0, 40.0));
        assert_eq!(corner(Corner::NorthEast), world(20.0, 40.0));
    }

    #[test]
    fn no_height_makes_a_minus_zero() {
        for height in [0.0, -0.0, 2.0 - 2.0] {
            assert_eq!(altitude_from_height(height), F32::ZERO);
        }
        assert_eq!(height_from_altitude(F32::ZERO).to_bits(), 0);
        assert_eq!(altitude_from_height(12.5), F32::new(-12.5));
    }

    #[test]
    fn a_place_is_in_the_tile_that_it_came_from() {
        for tile in [TilePos { x: 0, y: 0 }, TilePos { x: 311, y: 4095 }] {
            let pos = pos_in_tiles_from_tile(tile);
            let pos = pos_in_tiles_from_world(world_from_pos_in_tiles(pos, 0.0));
            assert_eq!(tile_from_pos_in_tiles(pos), Some(tile));
        }
    }

    #[test]
    fn nothing_is_south_or_west_of_the_map() {
        assert_eq!(tile_from_pos_in_tiles(PosInTiles { x: -0.1, y: 3.0 }), None);
        assert_eq!(tile_from_pos_in_tiles(PosInTiles { x: 1.0, y: f32::NAN }), None);
    }

    #[test]
    fn a_cell_is_a_tile_or_beside_the_map() {
        let cell = CellPos { x: 3, y: 311 };
        assert_eq!(tile_from_cell(cell).and_then(cell_from_tile), Some(cell));
        assert_eq!(tile_from_cell(CellPos { x: 3, y: -1 }), None);
        assert_eq!(cell_from_tile(TilePos { x: 40_000, y: 0 }), None);
    }

    #[test]
    fn what_lies_lower_has_a_greater_altitude() {
        assert!(height_from_altitude(F32::new(60.0)) < height_from_altitude(F32::new(-5.0)));
        assert_eq!(altitude_from_height(height_from_altitude(F32::new(7.25))), F32::new(7.25));
    }

    #[test]
    fn two_by_two_tiles_share_a_cube() {
        let cubes = [(0, 0), (1, 1), (2, 1), (5, 4)].map(|(x, y)| cube_from_tile(TilePos { x, y }));
        assert_eq!(cubes.map(|cube| (cube.x, cube.y)), [(0, 0), (0, 0), (1, 0), (2, 2)]);
    }

    #[test]
    fn corners_are_named_in_file_order() {
        assert_eq!(Corner::ALL.map(|corner| corner.of([0, 1, 2, 3])), [0, 1, 2, 3]);
    }
}
