//! What a Ragnarok map adds to the scene: its water.

use landwright_core::format::number::F32;
use landwright_core::space::ragnarok::height_from_altitude;
use landwright_core::world::gat::picture::palette::{Palette, Rgb};

use crate::canvas::three_d::scene::Mesh;
use crate::view::ground::drawn_height;
use crate::view::orbit::Bounds;

const WATER_ALPHA: u8 = 120;

/// The surface of the water over all of a map; `None` where all of it lies under the ground.
pub(crate) fn water(bounds: &Bounds, surface: F32, palette: Palette) -> Option<Mesh> {
    let Rgb([r, g, b]) = palette.water();
    let height = drawn_height(height_from_altitude(surface));
    if height <= bounds.low_in_world.z {
        return None;
    }
    let high = glam::Vec3 { z: height, ..bounds.high_in_world };
    Some(Mesh::level(bounds.low_in_world, high, [r, g, b, WATER_ALPHA]))
}
