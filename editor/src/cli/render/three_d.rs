//! A picture of a map in 3D, drawn by a graphics driver without a window.

use glam::vec2;
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::picture::image::Image;
use landwright_core::world::gat::picture::{Look, picture};

use super::values::Size;
use crate::canvas::three_d::headless::Studio;
use crate::canvas::three_d::heights::HeightRanges;
use crate::canvas::three_d::scene::{Grid, Scene, Shot, Upload};
use crate::canvas::three_d::terrain::{Budget, Sight, Terrain};
use crate::kind::ragnarok::canvas::hall::water;
use crate::renderer::device::Trouble;
use crate::view::ground::Ground;
use crate::view::orbit::Orbit;

/// Quads are no wider: finer than in the window, since a picture has time.
const MAX_QUAD_IN_PIXELS: f32 = 2.5;

/// From where a picture looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Viewpoint3d {
    pub(super) yaw_degrees: f32,
    pub(super) pitch_degrees: f32,
}

/// Draws all of a map. The water of the look is drawn as a surface of its own.
pub(super) fn image(
    map: &GatMap,
    look: &Look<'_>,
    size: Size,
    from: Viewpoint3d,
    grid: Grid,
) -> Result<Image, Trouble> {
    let mut studio = Studio::open()?;
    let limit = studio.max_side_in_pixels();
    if size.width.max(size.height) > limit {
        return Err(Trouble::TooLarge(limit));
    }
    let (mut scene, mut terrain) = (Scene::default(), Terrain::new(map));
    let heights = HeightRanges::of(map);
    let bounds = heights.all(map.world_units_per_cell());
    let view = vec2(size.width as f32, size.height as f32);
    let mut orbit = Orbit {
        yaw_degrees: from.yaw_degrees,
        pitch_degrees: from.pitch_degrees,
        ..Orbit::fit(bounds, view)
    };
    orbit.fit_again(bounds, view);
    let clip_from_world = orbit.clip_from_world(view);
    let sight = Sight {
        eye_in_world: orbit.eye_in_world(),
        clip_from_world,
        pixels_per_world_unit_at_1: orbit.points_per_world_unit(1.0, view),
        max_quad_in_pixels: MAX_QUAD_IN_PIXELS,
    };
    let dry = Look { water: None, ..*look };
    let mut colours = |cells| picture(map, cells, &dry).pixels;
    let everything = Budget::Everything;
    let shown = terrain.show(&mut scene, map, &heights, &mut colours, &sight, everything);
    let water = look.water.and_then(|surface| water::water(&bounds, surface, look.palette));
    let translucent = water.map(|mesh| {
        let part = scene.new_part();
        scene.put(part, Upload { mesh: Some(mesh), texels: None });
        part
    });
    let shot = Shot {
        clip_from_world,
        size_in_pixels: [size.width, size.height],
        background: look.palette.outside(),
        grid,
        cast: None,
        solid: shown.parts,
        laid: Vec::new(),
        cover: 1.0,
        translucent: translucent.into_iter().collect(),
        lines: Vec::new(),
        lines_in_front: Vec::new(),
    };
    studio.picture(&scene, &shot)
}
