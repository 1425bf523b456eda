//! EverQuest: zones as the client draws them, by the facts of real archives of 1999.
//!
//! What only other people's readers say, or what is a guess, is marked where it is used.

pub mod textures;
pub mod surface;
pub mod mesh;
pub mod regions;
pub mod zone;

use glam::Vec3;

use crate::space::eq::exchanged;

/// A guess (2026-11-26): a unit is a foot, for a person is six units tall.
pub const METRES_PER_UNIT: f32 = 0.3048;

/// North, west and up of the client's files become east, north and up, and units become metres.
pub fn scene_from_client([north, west, up]: [f32; 3]) -> Vec3 {
    Vec3::new(-west, north, up) * METRES_PER_UNIT
}

pub fn scene_from_server(point: [f32; 3]) -> Vec3 {
    scene_from_client(exchanged(point))
}

pub fn server_from_scene(at_m: Vec3) -> [f32; 3] {
    let Vec3 { x, y, z } = at_m / METRES_PER_UNIT;
    [-x, y, z]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn north_is_up_the_picture_and_x_of_a_server_grows_to_the_west() {
        let at = scene_from_server([100.0, 200.0, 10.0]);
        assert!((at - Vec3::new(-100.0, 200.0, 10.0) * METRES_PER_UNIT).length() < 1e-4);
        let back = server_from_scene(at);
        assert!((Vec3::from_array(back) - Vec3::new(100.0, 200.0, 10.0)).length() < 1e-3);
    }
}
