//! The lightmaps of ground: how much of a texture is seen at a place, and which light is added to it.

use glam::Vec2;

use crate::format::picture::Picture;
use crate::format::ragnarok::gnd::{Gnd, Lightmap};

const SIDE: usize = 8;
/// The four lower bits of the light are dropped, as the client does. [src]
const STEPS: u8 = 0xf0;
/// Lightmaps along a side of a picture that they are put into.
const PER_SIDE: usize = 32;
const PER_PICTURE: usize = PER_SIDE * PER_SIDE;

/// Shadow and light at a place of a surface, `s` to the east and `t` to the north; from 0 to 255.
///
/// The inner 6 × 6 texels cover a surface, and between their middles it is blended.
pub fn at(lightmap: &Lightmap, s: f32, t: f32) -> (f32, [f32; 3]) {
    let place = |along: f32| {
        let texel = (0.5 + 6.0 * along.clamp(0.0, 1.0)).min(6.5);
        (texel as usize, texel.fract())
    };
    let ((x, share_x), (y, share_y)) = (place(s), place(t));
    let (mut shadow, mut light) = (0.0, [0.0; 3]);
    for (dx, weight_x) in [(0, 1.0 - share_x), (1, share_x)] {
        for (dy, weight_y) in [(0, 1.0 - share_y), (1, share_y)] {
            let weight = weight_x * weight_y;
            shadow += weight * f32::from(lightmap.shadow(x + dx, y + dy).unwrap_or(255));
            let texel = lightmap.light(x + dx, y + dy).unwrap_or_default();
            for (sum, part) in light.iter_mut().zip(texel) {
                *sum += weight * f32::from(part & STEPS);
            }
        }
    }
    (shadow, light)
}

/// All lightmaps in pictures, with the shadow as alpha. Behind the last is one of full brightness.
pub fn pictures(gnd: &Gnd) -> Vec<Picture> {
    let n = gnd.lightmaps.len() + 1;
    let side = PER_SIDE * SIDE;
    let bright = [0, 0, 0, 255];
    let mut pictures = Vec::new();
    for first in (0..n).step_by(PER_PICTURE) {
        let mut pixels = vec![bright; side * side];
        let own = gnd.lightmaps.iter().skip(first).take(PER_PICTURE).enumerate();
        for (place, lightmap) in own {
            let (column, row) = (place % PER_SIDE, place / PER_SIDE);
            for y in 0..SIDE {
                // The lowest row is in the south.
                let start = (row * SIDE + SIDE - 1 - y) * side + column * SIDE;
                for (x, pixel) in pixels.iter_mut().skip(start).take(SIDE).enumerate() {
                    let shadow = lightmap.shadow(x, y).unwrap_or(255);
                    let [r, g, b] = lightmap.light(x, y).unwrap_or_default().map(|it| it & STEPS);
                    *pixel = [r, g, b, shadow];
                }
            }
        }
        pictures.push(Picture { width: side as u32, height: side as u32, pixels });
    }
    pictures
}

/// Where a lightmap is: in which of the pictures, and the place of its surface's corners in it: south-west,
/// south-east, north-west, north-east.
pub fn place(gnd: &Gnd, lightmap: usize) -> (usize, [Vec2; 4]) {
    let lightmap = lightmap.min(gnd.lightmaps.len());
    let place = lightmap % PER_PICTURE;
    let corner = Vec2::new((place % PER_SIDE) as f32, (place / PER_SIDE) as f32);
    let (near, far) = (1.0 / SIDE as f32, 1.0 - 1.0 / SIDE as f32);
    let corners = [[near, far], [far, far], [near, near], [far, near]];
    let uv = corners.map(|within| (corner + Vec2::from_array(within)) / PER_SIDE as f32);
    (lightmap / PER_PICTURE, uv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::text::Hex;

    /// A shadow that grows by 10 from texel to texel to the east, and by 1 to the north.
    fn slope() -> Lightmap {
        let shadow = std::array::from_fn(|n| (n % 8 * 10 + n / 8) as u8);
        Lightmap { shadow: Hex(shadow), light: Hex([0x2f; 192]) }
    }

    #[test]
    fn the_inner_texels_cover_a_surface() {
        let (west, light) = at(&slope(), 0.0, 0.0);
        assert_eq!((west, light), (5.5, [f32::from(0x20_u8); 3]));
        assert_eq!(at(&slope(), 1.0, 0.0).0, 65.5);
        assert_eq!(at(&slope(), 1.0, 1.0).0, 71.5);
        let middle = at(&slope(), 0.5, 0.5).0;
        assert!((middle - 38.5).abs() < 1e-4, "{middle}");
    }

    #[test]
    fn a_lightmap_is_where_its_place_says() {
        let mut gnd = Gnd::default();
        gnd.lightmaps = vec![slope(); 1_500];
        let all = pictures(&gnd);
        assert_eq!(all.len(), 2);
        let (picture, [sw, .., ne]) = place(&gnd, 1_033);
        let texel = |uv: Vec2| {
            let at = uv * 256.0;
            all[picture].pixel(at.x as u32, at.y as u32).unwrap()
        };
        // Texels beside the corners: of the south-west the first inner one.
        assert_eq!(texel(sw + Vec2::new(0.1, -0.1) / 256.0), [0x20, 0x20, 0x20, 11]);
        assert_eq!(texel(ne + Vec2::new(-0.1, 0.1) / 256.0), [0x20, 0x20, 0x20, 66]);
        let beyond = place(&gnd, 60_000);
        assert_eq!(beyond, place(&gnd, 1_500));
        assert_eq!(all[1].pixel(255, 255), Some([0, 0, 0, 255]));
    }
}
