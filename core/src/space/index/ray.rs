//! What a ray meets: a click into a view of the world in three dimensions.

use rstar::{AABB, SelectionFunction};

use super::Entry;

/// A ray with a thickness, so that things without a size can be met.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray<const N: usize> {
    /// Finite.
    origin: [f64; N],
    /// Finite, of length 1.
    direction: [f64; N],
    /// Finite, and not below 0: boxes are this much larger on every side.
    radius: f64,
}

impl<const N: usize> Ray<N> {
    /// `None` where the numbers are no ray: not finite, or without a direction.
    pub fn new(origin: [f64; N], direction: [f64; N], radius: f64) -> Option<Ray<N>> {
        let longest = direction.into_iter().map(f64::abs).fold(0.0, f64::max);
        // By the longest side first: the square of a long or short one need not be a number.
        let scaled = direction.map(|side| side / longest);
        let length = scaled.iter().map(|side| side * side).sum::<f64>().sqrt();
        let direction = scaled.map(|side| side / length);
        let is_finite = origin.into_iter().chain(direction).all(f64::is_finite);
        let is_ray = is_finite && radius.is_finite() && radius >= 0.0;
        is_ray.then_some(Ray { origin, direction, radius })
    }

    /// How far along the ray a box begins; 0 where the ray starts inside it.
    pub(super) fn distance_to(&self, envelope: &AABB<[f32; N]>) -> Option<f64> {
        let (mut near, mut far) = (0.0_f64, f64::INFINITY);
        let box_sides = envelope.lower().into_iter().zip(envelope.upper());
        for ((lower, upper), (origin, direction)) in
            box_sides.zip(self.origin.into_iter().zip(self.direction))
        {
            let lower = f64::from(lower) - self.radius - origin;
            let upper = f64::from(upper) + self.radius - origin;
            if direction == 0.0 {
                if lower > 0.0 || upper < 0.0 {
                    return None;
                }
                continue;
            }
            let (a, b) = (lower / direction, upper / direction);
            near = near.max(a.min(b));
            far = far.min(a.max(b));
        }
        (near <= far).then_some(near)
    }
}

/// Walks down the tree along a ray.
pub(super) struct InRay<'a, const N: usize>(pub(super) &'a Ray<N>);

impl<K, const N: usize> SelectionFunction<Entry<K, N>> for InRay<'_, N> {
    fn should_unpack_parent(&self, envelope: &AABB<[f32; N]>) -> bool {
        self.0.distance_to(envelope).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distance(origin: [f64; 3], direction: [f64; 3], radius: f64) -> Option<f64> {
        let envelope = AABB::from_corners([1.0, 1.0, 1.0], [2.0, 3.0, 4.0]);
        Ray::new(origin, direction, radius).unwrap().distance_to(&envelope)
    }

    #[test]
    fn a_ray_meets_the_side_that_it_comes_to_first() {
        assert_eq!(distance([0.0, 2.0, 2.0], [10.0, 0.0, 0.0], 0.0), Some(1.0));
        assert_eq!(distance([1.5, 2.0, 9.0], [0.0, 0.0, -1.0], 0.0), Some(5.0));
        assert_eq!(distance([1.5, 2.0, 2.0], [0.0, 0.0, -1.0], 0.0), Some(0.0));
        let slanted = distance([0.0, 0.0, 0.0], [1.0, 1.0, 1.0], 0.0).unwrap();
        assert!((slanted - 3.0_f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn a_ray_misses_what_is_behind_or_beside_it() {
        assert_eq!(distance([9.0, 2.0, 2.0], [1.0, 0.0, 0.0], 0.0), None);
        assert_eq!(distance([0.0, 0.5, 2.0], [1.0, 0.0, 0.0], 0.0), None);
        assert_eq!(distance([0.0, 0.5, 2.0], [1.0, 0.0, 0.0], 0.5), Some(0.5));
    }

    #[test]
    fn what_is_no_ray_is_refused() {
        let ray = |direction, radius| Ray::new([0.0, 0.0], direction, radius);
        assert_eq!(ray([0.0, 0.0], 0.0), None);
        assert_eq!(ray([f64::NAN, 1.0], 0.0), None);
        assert_eq!(ray([f64::INFINITY, 1.0], 0.0), None);
        assert_eq!(ray([1.0, 0.0], -1.0), None);
        assert_eq!(ray([1.0, 0.0], f64::NAN), None);
        assert_eq!(ray([1e300, 0.0], 0.0), ray([1e-300, 0.0], 0.0));
    }
}
