//! The surfaces of ground as they are drawn: where they lie in a picture, their light and their colours.
//!
//! Corners are south-west, south-east, north-west, north-east, as the file has them.

use glam::Vec2;

use crate::format::ragnarok::gnd::{Gnd, Surface};

/// A piece of a picture on the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Patch {
    pub uv: [Vec2; 4],
    /// One of the names in the file.
    pub texture: Option<usize>,
    pub lightmap: usize,
    /// Red, green and blue of each corner.
    pub colours: [[u8; 3]; 4],
}

const WHITE: [u8; 3] = [255; 3];

/// How far a coordinate in a picture may be from it; the greatest one seen in real files is 3.
const FAR: f32 = 1_000.0;

/// The top of a cube; `None` where there is a hole.
///
/// The colour of a surface is that of its corner in the south-west; the other corners have those of the
/// neighbours that begin there, as two of two readers say. Where there is none, the own colour goes on.
pub fn top(gnd: &Gnd, x: u32, y: u32) -> Option<Patch> {
    let surface = surface_of(gnd, x, y)?;
    let own = colour(surface);
    let of = |dx: u32, dy: u32| {
        let neighbour = surface_of(gnd, x.checked_add(dx)?, y.checked_add(dy)?)?;
        Some(colour(neighbour))
    };
    let [east, north, beyond] = [of(1, 0), of(0, 1), of(1, 1)].map(|it| it.unwrap_or(own));
    Some(Patch { colours: [own, east, north, beyond], ..patch(surface) })
}

/// A wall by the number of its surface: it has no colour of its own.
pub fn wall(gnd: &Gnd, surface: i32) -> Option<Patch> {
    let surface = gnd.surfaces.get(usize::try_from(surface).ok()?)?;
    Some(patch(surface))
}

fn surface_of(gnd: &Gnd, x: u32, y: u32) -> Option<&Surface> {
    gnd.surfaces.get(usize::try_from(gnd.cube(x, y)?.top).ok()?)
}

fn patch(surface: &Surface) -> Patch {
    let part = |at: usize| {
        let pair = surface.u.get(at).zip(surface.v.get(at));
        let uv = pair.map_or(Vec2::ZERO, |(u, v)| Vec2::new(u.get(), v.get()));
        if uv.is_finite() { uv.clamp(Vec2::splat(-FAR), Vec2::splat(FAR)) } else { Vec2::ZERO }
    };
    Patch {
        uv: [0, 1, 2, 3].map(part),
        texture: usize::try_from(surface.texture).ok(),
        lightmap: surface.lightmap.into(),
        colours: [WHITE; 4],
    }
}

/// Files have blue first.
fn colour(surface: &Surface) -> [u8; 3] {
    let [b, g, r, _] = surface.color;
    [r, g, b]
}

/// An altitude; one that is no number counts as 0.
pub fn altitudes(gnd: &Gnd, x: u32, y: u32) -> Option<[f32; 4]> {
    let finite = |altitude: f32| if altitude.is_finite() { altitude } else { 0.0 };
    Some(gnd.cube(x, y)?.altitude.map(|altitude| finite(altitude.get())))
}

/// Between the corners of a square that is cut from its south-east to its north-west, `s` to the east and
/// `t` to the north.
pub fn between<T>([sw, se, nw, ne]: [T; 4], s: f32, t: f32) -> T
where
    T: Copy
        + std::ops::Add<Output = T>
        + std::ops::Sub<Output = T>
        + std::ops::Mul<f32, Output = T>,
{
    match s + t <= 1.0 {
        true => sw + (se - sw) * s + (nw - sw) * t,
        false => ne + (nw - ne) * (1.0 - s) + (se - ne) * (1.0 - t),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_is_cut_from_its_south_east_to_its_north_west() {
        let corners = [0.0_f32, 0.0, 0.0, 8.0];
        assert_eq!(between(corners, 0.25, 0.25), 0.0);
        assert_eq!(between(corners, 0.5, 0.5), 0.0);
        assert_eq!(between(corners, 1.0, 1.0), 8.0);
        assert_eq!(between(corners, 0.75, 0.75), 4.0);
    }
}
