//! Smooth noise, for whatever changes slowly from place to place: hills, woods.
//!
//! Nothing here asks the machine's mathematics library, whose last bits differ.

use crate::scene::chance::{mix, unit};

/// From 0.0 to 1.0: a random value at every `width`, and curves between them. Places count
/// from 0.
pub fn smooth(seed: u64, width: f32, x: f32, y: f32) -> f32 {
    let (x, y) = (x / width, y / width);
    let (left, low) = (x.floor(), y.floor());
    let value = |column: f32, row: f32| unit(mix(mix(seed) ^ (column as u64) << 32 ^ row as u64));
    let across = ease(x - left);
    let near = blend(value(left, low), value(left + 1.0, low), across);
    let far = blend(value(left, low + 1.0), value(left + 1.0, low + 1.0), across);
    blend(near, far, ease(y - low))
}

pub fn blend(from: f32, to: f32, share: f32) -> f32 {
    from + (to - from) * share
}

/// From 0.0 to 1.0 without a bend at either end, and no further.
pub fn ease(share: f32) -> f32 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_smooth_and_fills_its_bounds() {
        let mut bounds = (1.0_f32, 0.0_f32);
        for n in 0..4_000 {
            let x = n as f32 * 0.25;
            let (here, next) = (smooth(1, 10.0, x, 33.3), smooth(1, 10.0, x + 0.25, 33.3));
            assert!((here - next).abs() < 0.05, "{x}: {here} {next}");
            bounds = (bounds.0.min(here), bounds.1.max(here));
        }
        assert!(bounds.0 >= 0.0 && bounds.0 < 0.2, "{bounds:?}");
        assert!(bounds.1 <= 1.0 && bounds.1 > 0.8, "{bounds:?}");
        assert_ne!(smooth(1, 10.0, 5.0, 5.0), smooth(2, 10.0, 5.0, 5.0));
    }
}
