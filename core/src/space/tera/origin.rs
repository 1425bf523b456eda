//! Where the world of an area starts among the zones.

use std::collections::BTreeMap;

use super::{CellInWorld, CellInZone, PosInWorld, Zone};
use crate::format::tera::CELLS_PER_ZONE;
use crate::format::tera::apd::Apd;

const SIDE: i64 = CELLS_PER_ZONE as i64;

/// Areas agree on one. Strays are few.
const MAX_ORIGINS: usize = 1 << 10;

/// The zone in whose corner the positions of an area are zero.
///
/// (1000, 1000) for more than half of the game's continents; others have others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Origin {
    pub zone_x: i64,
    pub zone_y: i64,
}

impl Origin {
    pub const USUAL: Origin = Origin { zone_x: 1000, zone_y: 1000 };

    /// The origin that puts a position into a zone.
    pub fn from_pos(zone: Zone, pos_in_world: PosInWorld) -> Option<Origin> {
        let cell = CellInWorld::of(pos_in_world)?;
        Some(Origin {
            zone_x: i64::from(zone.x) - i64::from(cell.x).div_euclid(SIDE),
            zone_y: i64::from(zone.y) - i64::from(cell.y).div_euclid(SIDE),
        })
    }

    /// The origin that puts the most nodes of an area into the zones that list them, which is
    /// all of them in the game's own. `None` for an area without nodes.
    pub fn infer(apd: &Apd) -> Option<Origin> {
        let mut votes: BTreeMap<Origin, u64> = BTreeMap::new();
        let listed = apd.zones().iter().flat_map(|zone| {
            let nodes = zone.squares().iter().flat_map(|square| square.nodes());
            nodes.map(|node| (Zone { x: zone.x, y: zone.y }, node))
        });
        // Every node is listed once, but for files that mean no good.
        for (zone, node) in listed.take(apd.positions().len()) {
            let Some(position) = apd.positions().get(node as usize) else { continue };
            let origin = Origin::from_pos(zone, PosInWorld::from_bits(*position));
            if let Some(origin) = origin
                && (votes.len() < MAX_ORIGINS || votes.contains_key(&origin))
            {
                *votes.entry(origin).or_default() += 1;
            }
        }
        let (origin, _) = votes.into_iter().max_by_key(|(_, n_votes)| *n_votes)?;
        Some(origin)
    }

    /// The zone that a cell lies in, and which of its cells it is. `None` outside the zones
    /// that a file can name.
    pub fn zone_from_world(self, cell_in_world: CellInWorld) -> Option<(Zone, CellInZone)> {
        let (x, y) = (i64::from(cell_in_world.x), i64::from(cell_in_world.y));
        let zone = Zone {
            x: u32::try_from(self.zone_x.checked_add(x.div_euclid(SIDE))?).ok()?,
            y: u32::try_from(self.zone_y.checked_add(y.div_euclid(SIDE))?).ok()?,
        };
        let cell = CellInZone::new(x.rem_euclid(SIDE) as u16, y.rem_euclid(SIDE) as u16)?;
        Some((zone, cell))
    }

    /// The zone that a cell lies in, or the nearest to it that a file can name.
    pub fn nearest_zone(self, cell_in_world: CellInWorld) -> Zone {
        let zone = |origin: i64, cell: i32| {
            let zone = origin.saturating_add(i64::from(cell).div_euclid(SIDE));
            zone.clamp(0, u32::MAX.into()) as u32
        };
        Zone { x: zone(self.zone_x, cell_in_world.x), y: zone(self.zone_y, cell_in_world.y) }
    }

    /// The cell of the world that is this cell of a zone. `None` out of all range.
    pub fn world_from_zone(self, zone: Zone, cell_in_zone: CellInZone) -> Option<CellInWorld> {
        let cell = |zone: u32, origin: i64, cell: u16| {
            let zones = i64::from(zone).checked_sub(origin)?;
            i32::try_from(zones.checked_mul(SIDE)?.checked_add(i64::from(cell))?).ok()
        };
        Some(CellInWorld {
            x: cell(zone.x, self.zone_x, cell_in_zone.x())?,
            y: cell(zone.y, self.zone_y, cell_in_zone.y())?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::number::F32;
    use crate::format::tera::apd::{Node, NodeRange, ZonePaths};

    const ZONE: Zone = Zone { x: 993, y: 1008 };

    #[test]
    fn the_zone_of_a_position_gives_the_origin() {
        let origin = |x, y| Origin::from_pos(ZONE, PosInWorld { x, y, z: 0.0 });
        assert_eq!(origin(-107_512.0, 122_920.0), Some(Origin::USUAL));
        assert_eq!(origin(-107_520.0, 122_880.0), Some(Origin::USUAL));
        assert_eq!(origin(-92_160.0, 122_879.9), Some(Origin { zone_x: 999, zone_y: 1001 }));
        assert_eq!(origin(f64::NAN, 0.0), None);
    }

    #[test]
    fn zones_and_the_world_convert_both_ways() {
        let origin = Origin { zone_x: 1110, zone_y: 43 };
        let cells = [(0, 0), (-1, 0), (959, 960), (-961, -41_281), (i32::MAX, i32::MAX)];
        for cell in cells.map(|(x, y)| CellInWorld { x, y }) {
            match origin.zone_from_world(cell) {
                Some((zone, in_zone)) => {
                    assert_eq!(origin.world_from_zone(zone, in_zone), Some(cell));
                }
                None => {
                    assert!(cell.y < -43 * 960, "{cell:?}");
                    assert_eq!(origin.nearest_zone(cell).y, 0);
                }
            }
        }
        let corner = CellInZone::new(0, 0).unwrap();
        assert_eq!(
            origin.zone_from_world(CellInWorld { x: 960, y: -1920 }),
            Some((Zone { x: 1111, y: 41 }, corner))
        );
        let far = Origin { zone_x: i64::MAX, zone_y: i64::MIN };
        assert_eq!(far.zone_from_world(CellInWorld { x: 960, y: -1 }), None);
        assert_eq!(far.world_from_zone(ZONE, corner), None);
    }

    #[test]
    fn a_stray_node_does_not_move_the_world() {
        let node = |x| Node { position: [F32::new(x), F32::ZERO, F32::ZERO], ..Node::default() };
        let nodes = [node(1e6), node(f32::NAN), node(8.0), node(24.0)];
        let squares = |x, y| match (x, y) {
            (0, 0) => NodeRange { first: 0, count: 200 },
            _ => NodeRange::default(),
        };
        let zone = ZonePaths::from_squares(7, 9, squares);
        let apd = Apd::new(nodes, vec![zone]).unwrap();
        assert_eq!(Origin::infer(&apd), Some(Origin { zone_x: 7, zone_y: 9 }));
        assert_eq!(Origin::infer(&Apd::new([], vec![]).unwrap()), None);
    }

    #[test]
    fn a_node_that_is_listed_again_and_again_counts_once() {
        let node = |x| Node { position: [F32::new(x), F32::ZERO, F32::ZERO], ..Node::default() };
        let whole = |x, y| match (x, y) {
            (0, 0) => NodeRange { first: 0, count: 3 },
            _ => NodeRange::default(),
        };
        let again = |_, _| NodeRange { first: 0, count: 3 };
        let zones =
            vec![ZonePaths::from_squares(7, 9, whole), ZonePaths::from_squares(70, 90, again)];
        let apd = Apd::new([node(8.0), node(24.0), node(40.0)], zones).unwrap();
        assert_eq!(Origin::infer(&apd), Some(Origin { zone_x: 7, zone_y: 9 }));
    }
}
