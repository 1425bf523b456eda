//! What the heights of a cell do to its colour.

use crate::format::number::F32;
use crate::space::ragnarok::{Corner, WORLD_UNITS_PER_TILE, height_from_altitude};

use super::GatMap;

/// The light of ground that is neither sunny nor shady, of 256.
pub(super) const FULL_LIGHT: u32 = 256;

/// From the lowest to the highest corner of a map; both 0 where it has none.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct HeightRange {
    /// Both finite.
    lowest: f32,
    highest: f32,
}

impl HeightRange {
    /// Corners that are no number or infinite don't count.
    pub fn of(map: &GatMap) -> HeightRange {
        let (mut lowest, mut highest) = (f32::INFINITY, f32::NEG_INFINITY);
        for corner in Corner::ALL {
            for words in map.altitude_column(corner).pages() {
                for word in words {
                    let height = height_from_altitude(F32::from_bits(*word));
                    // What is not finite stays out without a branch that depends on it.
                    lowest = lowest.min(if height.is_finite() { height } else { f32::INFINITY });
                    let height = if height.is_finite() { height } else { f32::NEG_INFINITY };
                    highest = highest.max(height);
                }
            }
        }
        match lowest <= highest {
            true => HeightRange { lowest, highest },
            false => HeightRange::default(),
        }
    }

    pub fn lowest(self) -> f32 {
        self.lowest
    }

    pub fn highest(self) -> f32 {
        self.highest
    }

    /// Where a height lies, 0 for the lowest and 1 for the highest.
    pub(super) fn share(self, height: f32) -> f32 {
        let extent = self.highest - self.lowest;
        if extent > 0.0 { (height - self.lowest) / extent } else { 0.5 }
    }
}

/// How much light a cell gets, of 256 for flat ground.
///
/// The sun stands 45° high in the north-west. A cell is taken for the plane that lies best through
/// its corners; the shade is lifted so that the colours of a steep cell can still be told.
#[inline]
pub(super) fn light([sw, se, nw, ne]: [f32; 4]) -> u32 {
    const HALF: f32 = 0.5 / WORLD_UNITS_PER_TILE;
    // Altitudes point down: to the east and to the north, the ground rises by as much.
    let rise_east = (sw + nw - se - ne) * HALF;
    let rise_north = (sw + se - nw - ne) * HALF;
    let to_sun = std::f32::consts::SQRT_2 + rise_east - rise_north;
    let len = (1.0 + rise_east * rise_east + rise_north * rise_north).sqrt();
    let light = to_sun / (len * std::f32::consts::SQRT_2);
    if !light.is_finite() {
        return FULL_LIGHT;
    }
    let lifted = 0.45 + 0.55 * light.clamp(0.0, 1.5);
    (lifted * FULL_LIGHT as f32 + 0.5) as u32
}

/// How much of the water's colour a cell has, of 256: more where it is deeper.
#[inline]
pub(super) fn murk(altitudes: [f32; 4], surface: F32) -> u32 {
    let depth = altitudes.iter().sum::<f32>() / 4.0 - surface.get();
    // A comparison that fails for what is no number.
    if depth > 0.0 { (90.0 + 5.0 * depth).min(190.0) as u32 } else { 0 }
}

/// From the lowest to the highest corner, in world units.
#[inline]
pub(super) fn slope([sw, se, nw, ne]: [f32; 4]) -> f32 {
    sw.max(se).max(nw).max(ne) - sw.min(se).min(nw).min(ne)
}
