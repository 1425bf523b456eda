//! The volumes around a place of an area in a view in space: what a ray meets of their floors,
//! and of what is solid between them. Ceilings are looked through.

use glam::{DVec3, dvec3};
use landwright_core::format::tera::zgd::Volume;
use landwright_core::nav::tera::ground::Ground;
use landwright_core::space::tera::{CellInWorld, UNITS_PER_CELL};

use crate::view::ground::Walk;
use crate::view::orbit::Ray;

const SIDE: f64 = UNITS_PER_CELL as f64;

/// A square of cells of a ground, with those of its volumes that are shown.
#[derive(Debug)]
pub struct Block<'a, G: Ground> {
    pub ground: &'a G,
    pub low: CellInWorld,
    /// Along one side.
    pub n_cells: u32,
    /// The lowest and the highest floor that are shown.
    pub heights: [i16; 2],
}

impl<G: Ground> Block<'_, G> {
    /// The first floor or wall that a ray meets, and how far away that is.
    pub fn meet(&self, ray: &Ray) -> Option<(DVec3, f64)> {
        let low = dvec3(f64::from(self.low.y), f64::from(self.low.x), 0.0) * SIDE;
        let local = Ray { from_in_world: ray.from_in_world - low, ..*ray };
        let mut walk = Walk::start([self.n_cells; 2], SIDE, &local)?;
        let mut was_free = false;
        loop {
            let [east, north] = walk.cell;
            if east >= self.n_cells || north >= self.n_cells {
                return None;
            }
            let (entered_at, leaves_at) = (walk.entered_at, walk.leaves_at());
            let height = |distance: f64| match ray.direction.z == 0.0 {
                true => ray.from_in_world.z,
                false => ray.from_in_world.z + ray.direction.z * distance,
            };
            let (z_in, z_out) = (height(entered_at), height(leaves_at));
            let volumes = || self.volumes(east, north);
            if was_free && is_solid(volumes(), z_in) {
                return Some((ray.at(entered_at), entered_at));
            }
            let floors = volumes().map(|volume| f64::from(volume.z));
            let floor = floors.filter(|z| z_out <= *z && *z <= z_in).reduce(f64::max);
            if let Some(floor) = floor.filter(|_| ray.direction.z < 0.0) {
                let distance = (floor - ray.from_in_world.z) / ray.direction.z;
                return Some((ray.at(distance), distance));
            }
            was_free = !is_solid(volumes(), z_out);
            walk.step();
        }
    }

    /// The highest floor under a place.
    pub fn height_below(&self, at_in_space: DVec3) -> Option<f32> {
        let east = (at_in_space.x / SIDE).floor() - f64::from(self.low.y);
        let north = (at_in_space.y / SIDE).floor() - f64::from(self.low.x);
        let is_inside = |n: f64| (0.0..f64::from(self.n_cells)).contains(&n);
        if !is_inside(east) || !is_inside(north) {
            return None;
        }
        let floors = self.volumes(east as u32, north as u32).map(|volume| f32::from(volume.z));
        floors.filter(|z| f64::from(*z) <= at_in_space.z).reduce(f32::max)
    }

    fn volumes(&self, east: u32, north: u32) -> impl Iterator<Item = Volume> {
        let at = |low: i32, n: u32| low.saturating_add(n as i32);
        let cell = CellInWorld { x: at(self.low.x, north), y: at(self.low.y, east) };
        let [low, high] = self.heights;
        let volumes = self.ground.volumes(cell).iter().copied();
        volumes.filter(move |volume| (low..=high).contains(&volume.z))
    }
}

/// Whether a height lies under a floor, and in no volume.
fn is_solid(volumes: impl Iterator<Item = Volume>, z: f64) -> bool {
    let mut is_under = false;
    for volume in volumes {
        let floor = f64::from(volume.z);
        if floor <= z && z <= floor + f64::from(volume.height) {
            return false;
        }
        is_under |= z < floor;
    }
    is_under
}

#[cfg(test)]
mod tests {
    use landwright_core::format::tera::zgd::Zgd;
    use landwright_core::nav::tera::ground::Zones;
    use landwright_core::space::tera::{Origin, Zone};

    use super::*;

    /// A bridge over a plain along the tenth row of cells, and a plateau from the twentieth on.
    fn land() -> Zgd {
        Zgd::from_cells(|x, _, cell| match x {
            10 => cell.extend([(0, 60), (80, 32_000)].map(Volume::from)),
            20.. => cell.push((100, 32_000).into()),
            _ => cell.push((0, 32_000).into()),
        })
    }

    #[test]
    fn a_ray_meets_floors_walls_and_what_lies_under_a_bridge() {
        let zgd = land();
        let zone = Zone { x: 1000, y: 1000 };
        let ground = Zones::new(Origin::USUAL, [(zone, &zgd)]);
        let low = CellInWorld { x: 0, y: 0 };
        let block = |heights| Block { ground: &ground, low, n_cells: 40, heights };
        let all = block([i16::MIN, i16::MAX]);
        let ray = |from: DVec3, to: DVec3| Ray {
            from_in_world: from,
            direction: (to - from).normalize(),
        };
        // East is y and north is x.
        let meet = |block: &Block<'_, Zones<'_>>, from, to| {
            block.meet(&ray(from, to)).map(|(at, _)| at.round())
        };
        let eye = dvec3(100.0, -200.0, 300.0);
        let plain = dvec3(100.0, 40.0, 0.0);
        assert_eq!(meet(&all, eye, plain), Some(plain));
        let bridge = dvec3(100.0, 168.0, 80.0);
        assert_eq!(meet(&all, dvec3(100.0, 168.0, 300.0), bridge), Some(bridge));
        let side = dvec3(100.0, 160.0, 70.0);
        assert_eq!(meet(&all, dvec3(100.0, 20.0, 75.0), side), Some(side));
        let behind = dvec3(100.0, 320.0, 20.0);
        assert_eq!(meet(&all, dvec3(100.0, 20.0, 30.0), behind), Some(behind), "under the bridge");
        let below = block([i16::MIN, 50]);
        let under = dvec3(100.0, 168.0, 0.0);
        assert_eq!(meet(&below, dvec3(100.0, 168.0, 300.0), under), Some(under));
        assert_eq!(meet(&all, eye, dvec3(100.0, -900.0, 0.0)), None);
        assert_eq!(all.height_below(dvec3(100.0, 168.0, 70.0)), Some(0.0));
        assert_eq!(all.height_below(dvec3(100.0, 168.0, 90.0)), Some(80.0));
        assert_eq!(all.height_below(dvec3(-1.0, 168.0, 90.0)), None);
    }
}
