//! What is walked on: the volumes of several zones in one world.

use std::collections::BTreeMap;

use crate::format::tera::zgd::{Volume, Zgd};
use crate::space::tera::{CellInWorld, Origin, Zone};

/// Something with volumes in the cells of the world.
pub trait Ground: Sync {
    /// The volumes of a cell; none where nothing is known.
    fn volumes(&self, cell_in_world: CellInWorld) -> &[Volume];

    /// Whether it is known which volumes a cell has.
    fn is_known(&self, cell_in_world: CellInWorld) -> bool {
        let _ = cell_in_world;
        true
    }

    /// The volume of a cell whose floor is nearest to a height, the lower of two.
    fn nearest_floor(&self, cell_in_world: CellInWorld, z: i32) -> Option<Volume> {
        let volumes = self.volumes(cell_in_world).iter().copied();
        volumes.min_by_key(|volume| (z.abs_diff(i32::from(volume.z)), volume.z))
    }
}

/// The zones of an area that there is geometry of.
#[derive(Debug, Clone)]
pub struct Zones<'a> {
    origin: Origin,
    zones: BTreeMap<Zone, &'a Zgd>,
}

impl<'a> Zones<'a> {
    pub fn new(origin: Origin, zones: impl IntoIterator<Item = (Zone, &'a Zgd)>) -> Zones<'a> {
        Zones { origin, zones: zones.into_iter().collect() }
    }
}

impl Ground for Zones<'_> {
    fn volumes(&self, cell_in_world: CellInWorld) -> &[Volume] {
        let Some((zone, cell)) = self.origin.zone_from_world(cell_in_world) else { return &[] };
        match self.zones.get(&zone) {
            Some(zgd) => zgd.volumes_at(cell.x(), cell.y()),
            None => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_floor_may_be_of_any_zone() {
        let west = Zgd::from_cells(|x, _, cell| cell.push(Volume { z: x as i16, height: 9 }));
        let east = Zgd::from_cells(|_, _, cell| cell.extend([(0, 5), (10, 9)].map(Volume::from)));
        let zones = [(Zone { x: 999, y: 1000 }, &west), (Zone { x: 1000, y: 1000 }, &east)];
        let ground = Zones::new(Origin::USUAL, zones);
        let floor = |x, y, z| ground.nearest_floor(CellInWorld { x, y }, z).map(|volume| volume.z);
        assert_eq!([floor(-1, 0, 0), floor(-960, 959, 7)], [Some(959), Some(0)]);
        assert_eq!(
            [floor(0, 0, 6), floor(0, 0, 5), floor(0, 0, i32::MIN)],
            [Some(10), Some(0), Some(0)]
        );
        assert_eq!([floor(960, 0, 0), floor(-961, 0, 0), floor(0, -1, 0)], [None; 3]);
    }
}
