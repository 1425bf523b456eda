//! Made-up land for TERA: hills, ledges, lakes, a river with bridges, and houses of two storeys.

mod land;
mod nodes;
mod wide;

use std::ops::ControlFlow;

use crate::format::effort::Effort;
use crate::format::packed::pack;
use crate::format::tera::apd::{self, Apd, Node, TooMany, ZonePaths};
use crate::format::tera::zgd::{self, Zgd};
use crate::nav::tera::Stride;
use crate::nav::tera::connect::connect;
use crate::nav::tera::ground::Zones;
use crate::sample::File;
use crate::space::tera::{CellInZone, Origin, SquareInZone, Zone};

use land::Land;
use nodes::Planted;

pub use wide::wide_paths;

/// The zones of the area, which lie side by side with the world's origin between them.
const ZONES: [Zone; 2] = [Zone { x: 999, y: 1000 }, Zone { x: 1000, y: 1000 }];

/// The geometry of two zones, and the paths over both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Area {
    pub origin: Origin,
    pub zones: Vec<(Zone, Zgd)>,
    pub paths: Apd,
}

/// An area whose paths were made by walking over it, as those of the game: a node on every floor
/// in the middle of every square, more of them near ledges and walls, and from each the edges
/// that can be walked.
pub fn area(seed: u64) -> Result<Area, TooMany> {
    let origin = Origin::USUAL;
    let land = Land::new(seed);
    let zones = Vec::from(ZONES.map(|zone| (zone, geometry(&land, origin, zone))));
    let ground = Zones::new(origin, zones.iter().map(|(zone, zgd)| (*zone, zgd)));
    let mut places = Vec::new();
    let mut lists = Vec::new();
    for (zone, zgd) in &zones {
        let mut planted = Planted { seed, origin, zone: *zone, zgd, places: &mut places };
        lists.push(ZonePaths::from_squares(zone.x, zone.y, |x, y| {
            let square = SquareInZone::new(x, y);
            square.map(|square| planted.plant(square)).unwrap_or_default()
        }));
    }
    let edges = connect(&ground, &places, &Stride::default());
    let nodes = places.iter().zip(edges);
    let nodes = nodes.map(|(place, edges)| Node { position: place.to_bits(), edges });
    let paths = Apd::new(nodes, lists)?;
    Ok(Area { origin, zones, paths })
}

impl Area {
    /// The files of a server, packed quickly.
    pub fn files(&self) -> Vec<File> {
        let zones = self.zones.iter();
        let mut files: Vec<_> =
            zones.map(|(zone, zgd)| packed_file(&zone.file_name(), &zgd::write(zgd))).collect();
        files.push(packed_file("sample.apd", &apd::write(&self.paths)));
        files
    }
}

/// A packed file of a payload.
pub fn packed_file(path: &str, payload: &[u8]) -> File {
    let mut go_on = |_, _| ControlFlow::Continue(());
    // It could only fail by being cancelled.
    let bytes = pack(payload, Effort::Quick, &mut go_on).unwrap_or_default();
    File { path: path.to_owned(), bytes }
}

/// The volumes of a zone.
fn geometry(land: &Land, origin: Origin, zone: Zone) -> Zgd {
    Zgd::from_cells(|x, y, volumes| {
        let cell = CellInZone::new(x, y);
        let cell = cell.and_then(|cell| origin.world_from_zone(zone, cell));
        if let Some(cell_in_world) = cell {
            land.add_volumes(cell_in_world, volumes);
        }
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::OnceLock;

    use super::*;
    use crate::nav::tera::ground::Ground;
    use crate::space::tera::{CellInSquare, CellInWorld, Octant, PosInWorld};

    fn sample() -> &'static Area {
        static SAMPLE: OnceLock<Area> = OnceLock::new();
        SAMPLE.get_or_init(|| area(1).unwrap())
    }

    #[test]
    fn the_area_survives_a_round_trip() {
        let Area { zones, paths, .. } = sample();
        for (zone, zgd) in zones {
            assert!(zgd::read(&zgd::write(zgd)).unwrap() == *zgd, "{zone:?}");
        }
        assert!(apd::read(&apd::write(paths)).unwrap() == *paths);
    }

    #[test]
    fn its_files_are_read_as_they_were_made() {
        let Area { zones, paths, .. } = sample();
        let files = sample().files();
        assert_eq!(
            files.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(),
            ["x0999y1000.zgd", "x1000y1000.zgd", "sample.apd"]
        );
        for ((_, zgd), file) in zones.iter().zip(&files) {
            assert!(zgd::read_packed(&file.bytes).unwrap().0 == *zgd);
        }
        assert!(apd::read_packed(&files[2].bytes).unwrap().0 == *paths);
    }

    #[test]
    fn the_land_has_everything_that_matters() {
        let Area { zones, .. } = sample();
        for (zone, zgd) in zones {
            let mut n_cells = BTreeMap::new();
            for cell in zgd.cells() {
                *n_cells.entry(cell.len()).or_insert(0) += 1;
                let is_apart = cell.is_sorted_by(|low, high| low.top() <= i32::from(high.z));
                assert!(is_apart, "{zone:?} {cell:?}");
            }
            let n_with = |n_volumes| n_cells.get(&n_volumes).copied().unwrap_or(0);
            let found: Vec<_> = (0..5).map(n_with).collect();
            assert!(found[0] > 5_000 && found[0] < 200_000, "lakes: {found:?}");
            assert!(found[1] > 600_000, "open ground: {found:?}");
            assert!(found[2] > 500, "bridges and doors: {found:?}");
            assert!(found[3] > 1_000, "houses: {found:?}");
            assert_eq!(found[4], 0, "{found:?}");
        }
    }

    #[test]
    fn the_paths_are_those_of_a_walker() {
        let Area { origin, zones, paths } = sample();
        assert_eq!(Origin::infer(paths), Some(*origin));
        let pos = |node: u32| PosInWorld::from_bits(paths.positions()[node as usize]);
        let mut n_one_way = 0;
        for node in 0..paths.n_nodes() as u32 {
            for (octant, target) in paths.edges(node) {
                assert_eq!(Octant::towards(pos(node), pos(target)), Octant::new(octant));
                n_one_way += usize::from(!paths.edges(target).any(|(_, back)| back == node));
            }
        }
        let (n_nodes, n_edges) = (paths.n_nodes(), paths.n_edges());
        assert!((30_000..60_000).contains(&n_nodes), "{n_nodes}");
        assert!(n_edges > 5 * n_nodes, "{n_edges} edges of {n_nodes} nodes");
        assert!(n_one_way > n_edges / 20 && n_one_way < n_edges / 3, "{n_one_way} of {n_edges}");

        let mut listed = 0;
        for ((zone, zgd), paths) in zones.iter().zip(paths.zones()) {
            assert_eq!((zone.x, zone.y), (paths.x, paths.y));
            for (square, range) in SquareInZone::all().zip(paths.squares()) {
                assert_eq!(range.first, listed);
                listed += u32::from(range.count);
                let centre = square.cell(CellInSquare::CENTRE);
                let n_floors = zgd.volumes_at(centre.x(), centre.y()).len();
                assert!(usize::from(range.count) >= n_floors);
                for node in range.nodes() {
                    let cell = CellInWorld::of(pos(node)).unwrap();
                    let (found, cell) = origin.zone_from_world(cell).unwrap();
                    assert_eq!((found, cell.square()), (*zone, square));
                }
            }
        }
        assert_eq!(listed as usize, n_nodes);
    }

    #[test]
    fn one_can_walk_onto_a_bridge_and_up_the_stairs() {
        let Area { origin, zones, paths } = sample();
        let ground = Zones::new(*origin, zones.iter().map(|(zone, zgd)| (*zone, zgd)));
        let floor_of = |node: u32| {
            let pos_in_world = PosInWorld::from_bits(paths.positions()[node as usize]);
            let volumes = ground.volumes(CellInWorld::of(pos_in_world).unwrap());
            let floor = volumes.iter().position(|volume| f64::from(volume.z) == pos_in_world.z);
            (floor.unwrap(), volumes.len())
        };
        let mut n_arrivals = BTreeMap::new();
        for node in 0..paths.n_nodes() as u32 {
            for (_, target) in paths.edges(node) {
                if floor_of(node) == (0, 1) || floor_of(node) == (0, 2) {
                    *n_arrivals.entry(floor_of(target)).or_insert(0) += 1;
                }
            }
        }
        assert!(n_arrivals[&(1, 2)] > 20, "bridges: {n_arrivals:?}");
        assert!(n_arrivals[&(1, 3)] > 5, "upper storeys: {n_arrivals:?}");
        assert!(n_arrivals[&(0, 3)] > 5, "rooms: {n_arrivals:?}");
    }

    #[test]
    fn the_same_seed_gives_the_same_land() {
        let zone = ZONES[0];
        let land = |seed| geometry(&Land::new(seed), Origin::USUAL, zone);
        assert!(land(1) == sample().zones[0].1);
        assert!(land(1) != land(2));
        assert!(wide_paths(3, 10_000) == wide_paths(3, 10_000));
        assert!(wide_paths(3, 10_000) != wide_paths(4, 10_000));
    }

    #[test]
    fn wide_paths_have_as_many_nodes_as_asked_for() {
        for n_nodes in [0, 1, 1000, 22_222, 100_000] {
            let paths = wide_paths(9, n_nodes).unwrap();
            assert_eq!(paths.n_nodes(), n_nodes as usize);
            let listed: u64 = paths
                .zones()
                .iter()
                .flat_map(|zone| zone.squares())
                .map(|square| u64::from(square.count))
                .sum();
            assert_eq!(listed, u64::from(n_nodes));
            let pos = |node: u32| PosInWorld::from_bits(paths.positions()[node as usize]);
            for node in 0..n_nodes {
                for (octant, target) in paths.edges(node) {
                    assert_eq!(Octant::towards(pos(node), pos(target)), Octant::new(octant));
                    assert!(pos(node).distance_on_ground(pos(target)) <= 300.0);
                }
            }
            if n_nodes > 0 {
                assert_eq!(Origin::infer(&paths), Some(Origin::USUAL));
            }
        }
    }
}
