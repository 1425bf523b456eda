//! A made-up island for Ragnarok Online: hills and ledges, shallows and deep water, and a town.

mod land;
pub mod models;
pub mod pictures;
pub mod scene;
pub mod server;
mod town;

use crate::format::name::Name;
use crate::format::number::F32;
use crate::format::ragnarok::gat::{Gat, Terrain, Tile, Version};
use crate::format::ragnarok::rsw::{Light, Names, Rsw};
use crate::format::ragnarok::water::Water;
use crate::space::ragnarok::altitude_from_height;

use land::Land;
use town::{Lot, Town};

/// What an island is made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    pub seed: u64,
    /// In tiles; clients take 512 at most.
    pub width: u16,
    pub height: u16,
    /// 1.3 marks the tiles under water.
    pub version: Version,
}

/// A map, and a world around it with its water level and no objects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Island {
    pub gat: Gat,
    pub rsw: Rsw,
}

/// Of the water's surface.
const WATER_HEIGHT: f32 = -4.0;

/// What lies lower can't be waded.
const DEEP_HEIGHT: f32 = WATER_HEIGHT - 9.0;

/// What rises more than this from corner to corner is too steep.
const MAX_CLIMB: f32 = 4.5;

pub fn island(plan: Plan) -> Island {
    let water_level = altitude_from_height(WATER_HEIGHT);
    Island { gat: gat(plan), rsw: world(names("sample"), water_level) }
}

fn gat(plan: Plan) -> Gat {
    let town = Town::new(plan.seed, plan.width, plan.height);
    let land = Land::new(plan.seed, plan.width, plan.height, town.square());
    let mut gat = Gat::filled(plan.version, plan.width, plan.height, Tile::default());
    let rows = gat.tiles_mut().chunks_exact_mut(usize::from(plan.width).max(1));
    let mut south = land.corner_heights(0);
    let mut ledges = [Vec::new(), land.ledges(0), land.ledges(1)];
    for (y, row) in (0..).zip(rows) {
        let north = land.corner_heights(y + 1);
        let corners = south.windows(2).zip(north.windows(2));
        for (x, (tile, corners)) in (0..).zip(row.iter_mut().zip(corners)) {
            let ([sw, se], [nw, ne]) = corners else { continue };
            let ledge = Ledge::at(&ledges, x as usize);
            let heights = [*sw, *se, *nw, *ne].map(|height| height + ledge.height);
            tile.altitude = heights.map(altitude_from_height);
            tile.terrain = terrain(plan.version, town.lot(x, y), heights, ledge);
        }
        south = north;
        ledges.rotate_left(1);
        let [_, _, next] = &mut ledges;
        *next = land.ledges(y + 2);
    }
    gat
}

/// How much a tile is raised over the land, at once, and whether a neighbour isn't as much.
#[derive(Clone, Copy)]
struct Ledge {
    height: f32,
    is_edge: bool,
}

impl Ledge {
    /// Of the tile `x` in the middle of three rows.
    fn at([south, row, north]: &[Vec<f32>; 3], x: usize) -> Ledge {
        let height = row.get(x).copied().unwrap_or_default();
        let west = x.checked_sub(1).and_then(|x| row.get(x));
        let neighbours = [south.get(x), north.get(x), west, row.get(x + 1)];
        let is_edge = neighbours.into_iter().flatten().any(|other| *other != height);
        Ledge { height, is_edge }
    }
}

fn terrain(version: Version, lot: Lot, heights: [f32; 4], ledge: Ledge) -> Terrain {
    let lowest = heights.into_iter().fold(f32::INFINITY, f32::min);
    let highest = heights.into_iter().fold(f32::NEG_INFINITY, f32::max);
    let terrain = match lot {
        Lot::Built => Terrain::BLOCKED,
        Lot::Street => Terrain::WALKABLE,
        Lot::Outside if lowest < DEEP_HEIGHT || highest - lowest > MAX_CLIMB => Terrain::BLOCKED,
        Lot::Outside if ledge.is_edge => Terrain::CLIFF,
        Lot::Outside => Terrain::WALKABLE,
    };
    // As a server asks: the south-west corner alone.
    let [south_west, ..] = heights;
    match version {
        Version::V1_3 if south_west < WATER_HEIGHT => terrain.with_water_bit(),
        _ => terrain,
    }
}

fn names(name: &str) -> Names {
    let with = |extension: &str| {
        Name::new(format!("{name}.{extension}").as_bytes()).unwrap_or(Name([0; 40]))
    };
    Names { ini: Name([0; 40]), gnd: with("gnd"), gat: with("gat"), scene: Name([0; 40]) }
}

/// A world without objects, under an afternoon's sun.
fn world(names: Names, water_level: F32) -> Rsw {
    let [wave_height, wave_speed, wave_pitch] = [1.0, 2.0, 50.0].map(F32::new);
    let waves = Water { wave_height, wave_speed, wave_pitch, frames: 3, ..Water::default() };
    let light = Light {
        longitude: 45,
        latitude: 45,
        diffuse: [F32::new(1.0); 3],
        ambient: [F32::new(0.3); 3],
        shadow_opacity: F32::new(0.5),
    };
    Rsw::new(names, Water { level: water_level, ..waves }, light)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::format::ragnarok::{gat, rsw};
    use crate::nav::ragnarok::cell::{Cells, ServerCell, ServerMap, Source, WaterLevel};

    fn plan(seed: u64, side: u16, version: Version) -> Plan {
        Plan { seed, width: side, height: side, version }
    }

    fn server_map(island: &Island) -> ServerMap {
        let water_level = WaterLevel::new(island.rsw.water_level().unwrap());
        ServerMap::from_gat(&island.gat, water_level, Source::MapCache)
    }

    /// How many cells can be walked to from the middle of the town, one step at a time.
    fn n_reachable(map: &ServerMap) -> usize {
        let (width, height) = (map.width(), map.height());
        let mut is_seen = vec![false; (width * height) as usize];
        let mut open = vec![(width / 2, height / 2)];
        let mut n_reachable = 0;
        while let Some((x, y)) = open.pop() {
            if !map.cell(x, y).is_some_and(ServerCell::is_walkable) {
                continue;
            }
            let idx = (y * width + x) as usize;
            if !std::mem::replace(&mut is_seen[idx], true) {
                n_reachable += 1;
                open.extend([(x + 1, y), (x, y + 1)]);
                open.extend([(x.wrapping_sub(1), y), (x, y.wrapping_sub(1))]);
            }
        }
        n_reachable
    }

    #[test]
    fn an_island_can_be_lived_on() {
        for (seed, side) in [(1, 64), (2, 128), (3, 256), (4, 200)] {
            let map = server_map(&island(plan(seed, side, Version::V1_2)));
            let mut counts = BTreeMap::new();
            for cell in map.cells() {
                *counts.entry(*cell as u8).or_insert(0) += 1;
            }
            let part =
                |kind| counts.get(&kind).copied().unwrap_or(0) as f32 / map.cells().len() as f32;
            assert!(part(0) > 0.2, "ground: {counts:?}");
            assert!(part(1) > 0.1, "deep water and walls: {counts:?}");
            assert!(part(3) > 0.02, "shallows: {counts:?}");
            assert!(part(5) > 0.001, "cliffs: {counts:?}");
            let n_walkable = map.cells().iter().filter(|cell| cell.is_walkable()).count();
            assert!(n_reachable(&map) * 10 > n_walkable * 8, "the town is cut off: {seed}");
        }
    }

    #[test]
    fn corners_meet_but_at_ledges() {
        let gat = island(plan(5, 128, Version::V1_2)).gat;
        let (mut n_joined, mut n_torn) = (0, 0);
        for row in gat.tiles().chunks_exact(128) {
            for pair in row.windows(2) {
                let ([_, se, _, ne], [sw, _, nw, _]) = (pair[0].altitude, pair[1].altitude);
                if (se, ne) == (sw, nw) { n_joined += 1 } else { n_torn += 1 }
            }
        }
        assert!(n_torn > 0 && n_joined > 20 * n_torn, "{n_joined} joined, {n_torn} torn");
    }

    #[test]
    fn the_water_bit_stands_where_a_server_finds_water() {
        let old = island(plan(6, 96, Version::V1_2));
        let new = island(plan(6, 96, Version::V1_3));
        let water_level = WaterLevel::new(old.rsw.water_level().unwrap());
        let mut n_wet = 0;
        for (old, new) in old.gat.tiles().iter().zip(new.gat.tiles()) {
            assert_eq!(old.terrain, new.terrain.without_water_bit());
            let dry = Tile { terrain: Terrain::WALKABLE, ..*old };
            let cell = ServerCell::from_tile(&dry, water_level, Source::MapCache);
            assert_eq!(cell.is_water(), new.terrain.has_water_bit());
            n_wet += usize::from(cell.is_water());
        }
        assert!(n_wet > 500);
    }

    #[test]
    fn its_files_are_read_back() {
        let island = island(plan(7, 40, Version::V1_3));
        assert_eq!(gat::read(&gat::write(&island.gat)), Ok(island.gat));
        assert_eq!(rsw::read(&rsw::write(&island.rsw)), Ok(island.rsw));
    }

    #[test]
    fn the_same_seed_gives_the_same_island() {
        let island = |seed| island(plan(seed, 48, Version::V1_2));
        assert_eq!(island(8), island(8));
        assert_ne!(island(8).gat, island(9).gat);
    }

    #[test]
    fn an_island_may_be_tiny() {
        for (width, height) in [(0, 0), (0, 9), (1, 1), (2, 7), (3, 2), (16, 16)] {
            let gat = island(Plan { seed: 1, width, height, version: Version::V1_2 }).gat;
            assert_eq!(gat.tiles().len(), usize::from(width) * usize::from(height));
        }
    }
}
