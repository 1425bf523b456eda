//! How an area lies in a view: as on the game's own map, x points up and y to the right.

pub mod volumes;

use glam::{DVec3, Vec2, Vec3, vec2, vec3};
use landwright_core::format::tera::CELLS_PER_ZONE;
use landwright_core::space::tera::{CellInZone, PosInWorld, UNITS_PER_CELL};
use landwright_core::world::area::Area;

use crate::view::{Camera, ViewSize};

const UNITS: f64 = UNITS_PER_CELL as f64;

/// A place of the world in cells of the map: to the right, and up.
pub fn map_from_world([x, y]: [f64; 2]) -> Vec2 {
    vec2((y / UNITS) as f32, (x / UNITS) as f32)
}

pub fn world_from_map(at: Vec2) -> [f64; 2] {
    [f64::from(at.y) * UNITS, f64::from(at.x) * UNITS]
}

/// A place of the world in a view in space: east, north and up, as on the map.
pub fn space_from_world(pos: PosInWorld) -> Vec3 {
    vec3(pos.y as f32, pos.x as f32, pos.z as f32)
}

pub fn world_from_space(at: DVec3) -> PosInWorld {
    PosInWorld { x: at.y, y: at.x, z: at.z }
}

/// The corners of all zones together, in cells of the map.
pub fn bounds(area: &Area) -> [Vec2; 2] {
    let corners = area.zones().iter().filter_map(|zone| {
        let corner = area.origin().world_from_zone(*zone, CellInZone::new(0, 0)?)?;
        Some(vec2(corner.y as f32, corner.x as f32))
    });
    let side = Vec2::splat(CELLS_PER_ZONE as f32);
    let both = |a: [Vec2; 2], b: [Vec2; 2]| [a[0].min(b[0]), a[1].max(b[1])];
    let boxes = corners.map(|low| [low, low + side]);
    boxes.reduce(both).unwrap_or([Vec2::ZERO, side])
}

/// All of a box, with a margin.
pub fn fit([low, high]: [Vec2; 2], size: ViewSize) -> Camera {
    let cells = (high - low).max(Vec2::ONE);
    let scale = (size / cells).min_element() * 0.95;
    Camera {
        middle_in_cells: (low + high) / 2.0,
        points_per_cell: scale
            .clamp(crate::view::MIN_POINTS_PER_CELL, crate::view::MAX_POINTS_PER_CELL),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn x_points_up_and_y_to_the_right() {
        assert_eq!(map_from_world([160.0, -32.0]), vec2(-2.0, 10.0));
        assert_eq!(world_from_map(vec2(-2.0, 10.0)), [160.0, -32.0]);
        let camera = fit([Vec2::ZERO, vec2(100.0, 100.0)], vec2(800.0, 800.0));
        let up = camera.view_from_cell(map_from_world([1600.0, 0.0]), vec2(800.0, 800.0));
        assert!(up.y < 100.0 && up.x < 100.0, "{up}");
    }
}
