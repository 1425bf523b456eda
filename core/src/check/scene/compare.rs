//! How far the files of one map are apart.

use crate::format::number::F32;
use crate::format::ragnarok::gat::Gat;
use crate::format::ragnarok::gnd::Gnd;
use crate::space::ragnarok::altitude_in_cube;

/// Corners of tiles that can be walked on, and how many of them lie elsewhere than the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Heights {
    pub(super) n_corners: usize,
    pub(super) n_apart: usize,
}

/// What lies closer than this is together, in world units: a tenth of a tile's side.
const CLOSE: f32 = 0.5;

/// Compares the corners of tiles with the ground below them. Each tile is a quarter of a cube, whose
/// corners lie between those of the cube. Holes and tiles that are blocked say nothing.
pub(super) fn heights(gat: &Gat, gnd: &Gnd) -> Heights {
    let mut heights = Heights::default();
    for (x, y) in (0..gat.height()).flat_map(|y| (0..gat.width()).map(move |x| (x, y))) {
        let (Some(tile), Some(cube)) = (gat.tile(x, y), gnd.cube(x / 2, y / 2)) else { continue };
        if cube.top < 0 || matches!(tile.terrain.kind(), 1 | 5) {
            continue;
        }
        for (corner, altitude) in (0..).zip(tile.altitude) {
            let east = (x % 2 + corner % 2) as f32 / 2.0;
            let north = (y % 2 + corner / 2) as f32 / 2.0;
            let apart =
                (altitude.get() - altitude_in_cube(cube.altitude.map(F32::get), east, north)).abs();
            heights.n_corners += 1;
            heights.n_apart += usize::from(apart > CLOSE || apart.is_nan());
        }
    }
    heights
}

/// Tiles that are marked as water and lie above its surface with every corner: where the first of
/// them is, and how many there are.
pub(super) fn water_above(gat: &Gat, level: f32) -> Option<((u32, u32), usize)> {
    let tiles = (0..gat.height()).flat_map(|y| (0..gat.width()).map(move |x| (x, y)));
    let mut above = tiles.filter(|(x, y)| {
        gat.tile(*x, *y).is_some_and(|tile| {
            let is_water = tile.terrain.kind() == 3 || tile.terrain.has_water_bit();
            is_water && tile.altitude.iter().all(|altitude| altitude.get() < level)
        })
    });
    let first = above.next()?;
    Some((first, 1 + above.count()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::number::F32;
    use crate::format::ragnarok::gat::{Terrain, Tile, Version};
    use crate::format::ragnarok::gnd::Cube;

    fn slope() -> (Gat, Gnd) {
        let altitude = [0.0, 4.0, 0.0, 4.0].map(F32::new);
        let cube = Cube { altitude, top: 0, north: -1, east: -1, pad: 0 };
        let gnd = Gnd::new(1, 1, vec![cube]).unwrap();
        let tile = |west: f32| Tile {
            altitude: [west, west + 2.0, west, west + 2.0].map(F32::new),
            terrain: Terrain::WALKABLE,
        };
        let tiles = vec![tile(0.0), tile(2.0), tile(0.0), tile(2.0)];
        (Gat::new(Version::V1_2, 2, 2, tiles).unwrap(), gnd)
    }

    #[test]
    fn tiles_lie_on_their_quarter_of_a_cube() {
        let (mut gat, gnd) = slope();
        assert_eq!(heights(&gat, &gnd), Heights { n_corners: 16, n_apart: 0 });
        gat.tile_mut(1, 0).unwrap().altitude[0] = F32::new(f32::NAN);
        gat.tile_mut(0, 1).unwrap().altitude[3] = F32::new(9.0);
        assert_eq!(heights(&gat, &gnd).n_apart, 2);
        gat.tile_mut(0, 1).unwrap().terrain = Terrain::BLOCKED;
        assert_eq!(heights(&gat, &gnd), Heights { n_corners: 12, n_apart: 1 });
    }

    #[test]
    fn water_above_its_surface_is_found() {
        let (mut gat, _) = slope();
        assert_eq!(water_above(&gat, 9.0), None);
        gat.tile_mut(1, 1).unwrap().terrain = Terrain::WATER;
        assert_eq!(water_above(&gat, 3.0), None, "a corner is under it");
        assert_eq!(water_above(&gat, 4.5), Some(((1, 1), 1)));
    }
}
