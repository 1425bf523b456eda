//! What the heights of a cell do to its colour.

use crate::format::number::F32;
use crate::space::ragnarok::{Corner, WORLD_UNITS_PER_TILE, height_from_altitude};

use super::GatMap;

/// The light of ground that is neither sunny nor shady, of 256.
pub(super) const FULL_LIGHT: u32 = 256;

/// All set in what is not finite.
const EXPONENT: u32 = 0x7f80_0000;

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
        // Bits of floats in the order of their values, which need no care for what is no number.
        let (mut least, mut greatest) = (i32::MAX, i32::MIN);
        for words in Corner::ALL.iter().flat_map(|corner| map.altitude_column(*corner).pages()) {
            for word in words {
                let is_finite = *word & EXPONENT != EXPONENT;
                let sign = word.cast_signed() >> 31;
                let place = word.cast_signed() ^ (sign & i32::MAX);
                least = least.min(if is_finite { place } else { i32::MAX });
                greatest = greatest.max(if is_finite { place } else { i32::MIN });
            }
        }
        if least > greatest {
            return HeightRange::default();
        }
        let height = |place: i32| {
            let bits = place ^ (place >> 31 & i32::MAX);
            height_from_altitude(F32::from_bits(bits.cast_unsigned()))
        };
        HeightRange { lowest: height(greatest), highest: height(least) }
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
    light_on(rise_east, rise_north)
}

/// The same for ground that rises so much to the east and to the north.
#[inline]
pub(in crate::world) fn light_on(rise_east: f32, rise_north: f32) -> u32 {
    let to_sun = std::f32::consts::SQRT_2 + rise_east - rise_north;
    let len = (1.0 + rise_east * rise_east + rise_north * rise_north).sqrt();
    let light = to_sun / (len * std::f32::consts::SQRT_2);
    // What is no number has no side.
    let light = if light.is_finite() { light } else { 1.0 };
    let lifted = 0.45 + 0.55 * light.clamp(0.0, 1.5);
    (lifted * FULL_LIGHT as f32 + 0.5) as u32
}

/// How much of the water's colour a cell has, of 256: more where it is deeper.
#[inline]
pub(super) fn murk(altitudes: [f32; 4], surface: F32) -> u32 {
    let depth = altitudes.iter().sum::<f32>() / 4.0 - surface.get();
    // A comparison that fails for what is no number.
    if depth > 0.0 { (90.0 + 5.0 * depth).clamp(0.0, 190.0) as u32 } else { 0 }
}

/// From the lowest to the highest corner, in world units.
#[inline]
pub(super) fn slope([sw, se, nw, ne]: [f32; 4]) -> f32 {
    // Plain comparisons: what is no number may give any slope.
    let higher = |a: f32, b: f32| if a > b { a } else { b };
    let lower = |a: f32, b: f32| if a < b { a } else { b };
    higher(higher(sw, se), higher(nw, ne)) - lower(lower(sw, se), lower(nw, ne))
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::map;
    use super::*;
    use crate::space::ragnarok::TilePos;

    #[test]
    fn the_range_is_from_the_lowest_to_the_highest_number() {
        let mut map = map(&["0000"]);
        let altitudes =
            [0x7fc0_0000, F32::new(-3.5).to_bits(), 0xff80_0000, F32::new(8.0).to_bits()];
        for (x, bits) in altitudes.into_iter().enumerate() {
            map.set_altitude(
                TilePos { x: x as u32, y: 0 },
                Corner::NorthWest,
                F32::from_bits(bits),
            );
        }
        let range = HeightRange::of(&map);
        assert_eq!((range.lowest(), range.highest()), (-8.0, 3.5));
        assert_eq!((range.share(-8.0), range.share(3.5)), (0.0, 1.0));
        let level = HeightRange::of(&super::super::super::tests::map(&["00"]));
        assert_eq!(level.share(0.0), 0.5);
        let nothing = HeightRange::of(&super::super::super::tests::map(&[]));
        assert_eq!(nothing, HeightRange::default());
    }
}
