//! Planes of water in space: level rectangles, which are seen through.

use glam::Vec3;
use landwright_core::space::rose::position::PosInFileCm;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::thing::{Kind, Thing, ThingId};

use crate::canvas::three_d::scene::{Line, Mesh};
use crate::kind::rose::view::relief::Relief;
use crate::kind::rose::view::symbol::colour_of;
use crate::view::orbit::Ray;

const ALPHA: u8 = 110;
/// A plane is seen where any of so many places along each side is.
const N_SAMPLES: u32 = 7;

/// A plane as it is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Plane {
    pub(super) id: ThingId,
    /// As high as the other.
    low: Vec3,
    high: Vec3,
}

/// Those of a zone that are anywhere.
pub(super) fn planes(zone: &Zone, relief: &Relief) -> Vec<Plane> {
    let plane = |(id, thing): (ThingId, &Thing)| {
        let corners = thing.corners_file_cm().map(PosInFileCm::from_bits);
        let [start, end] = corners.map(|corner| relief.space_from_file(corner));
        let (low, high) = (start.min(end).with_z(end.z), start.max(end).with_z(end.z));
        (low.is_finite() && high.is_finite()).then_some(Plane { id, low, high })
    };
    let water = zone.things().filter(|(_, thing)| thing.kind() == Kind::Water);
    water.filter_map(plane).collect()
}

/// All of them as one mesh.
pub(super) fn mesh(planes: &[Plane]) -> Mesh {
    let [r, g, b] = colour_of(Kind::Water);
    let mut water = Mesh::default();
    for plane in planes {
        let first = water.vertices.len() as u32;
        let level = Mesh::level(plane.low, plane.high, [r, g, b, ALPHA]);
        water.vertices.extend(level.vertices);
        water.indices.extend(level.indices.into_iter().map(|index| first + index));
    }
    water
}

impl Plane {
    /// Where a ray meets it, and how far away that is.
    pub(super) fn meet(&self, ray: &Ray) -> Option<(Vec3, f32)> {
        let at_in_world = ray.at_height(f64::from(self.low.z))?;
        let (low, high) = (self.low.as_dvec3().truncate(), self.high.as_dvec3().truncate());
        let at = at_in_world.truncate();
        let is_inside = at.cmpge(low).all() && at.cmple(high).all();
        let distance = at_in_world.distance(ray.from_in_world) as f32;
        is_inside.then(|| (at_in_world.as_vec3(), distance))
    }

    pub(super) fn middle_in_world(&self) -> Vec3 {
        (self.low + self.high) / 2.0
    }

    /// Some places of it, for the ground lies over parts of most waters.
    pub(super) fn samples_in_world(&self) -> impl Iterator<Item = Vec3> {
        let share = |n: u32| (n as f32 + 0.5) / N_SAMPLES as f32;
        let extent = self.high - self.low;
        (0..N_SAMPLES).flat_map(move |row| {
            (0..N_SAMPLES)
                .map(move |column| self.low + extent * Vec3::new(share(column), share(row), 0.0))
        })
    }

    /// Its sides.
    pub(super) fn outline(&self, colour: [u8; 4], width_in_pixels: f32) -> [Line; 4] {
        let Plane { low, high, .. } = *self;
        let corners = [low, low.with_x(high.x), high, low.with_y(high.y)];
        let [a, b, c, d] = corners;
        [[a, b], [b, c], [c, d], [d, a]]
            .map(|[from, to]| Line::new(from, to, colour, width_in_pixels))
    }
}
