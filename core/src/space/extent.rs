//! The box that a thing fills, in the plane or in space: finite, always.

use crate::problem::{Place, Problem, Rule, Severity};

pub const RULES: &[&Rule] = &[&SPACE_NOT_FINITE];

pub const SPACE_NOT_FINITE: Rule = Rule {
    code: "space-not-finite",
    severity: Severity::Error,
    title: "Position outside the world",
    explanation: "\
A coordinate of this object is not a number, is infinite, or is farther out than any world \
reaches. The object has no place on the map: you can't see, pick or find it there. A game that \
loads it is unpredictable.

Its exact bits are kept in the file. To fix it, select it in the list of objects and give it a \
position, or delete it.",
};

/// No coordinate may be farther from the origin: beyond, volumes and squares of distances are
/// more than an f32 can hold, and the order of things by distance is lost. No world is a millionth
/// as large.
const FARTHEST: f32 = 1e12;

/// A box along the axes, in the units of the files: with `N` = 2 in the plane, with 3 in space.
/// A point is a box without a size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Extent<const N: usize> {
    /// Finite, and no farther than [`FARTHEST`].
    min: [f32; N],
    /// The same, and on no axis below `min`.
    max: [f32; N],
}

/// A coordinate that no place on a map has.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("{} is {value}, which is not a place on a map", axis_name(*.axis))]
pub struct NotFinite {
    /// 0 for x, and so on.
    pub axis: usize,
    pub value: f32,
}

impl NotFinite {
    pub fn problem(&self, place: Place) -> Problem {
        Problem::new(&SPACE_NOT_FINITE, place, self.to_string())
    }
}

fn axis_name(axis: usize) -> &'static str {
    ["x", "y", "z"].get(axis).copied().unwrap_or("a coordinate")
}

/// Whether things may stand, and questions be asked, at a coordinate.
pub(super) fn is_on_a_map(coordinate: f32) -> bool {
    coordinate.abs() <= FARTHEST
}

impl<const N: usize> Extent<N> {
    pub fn point(at: [f32; N]) -> Result<Extent<N>, NotFinite> {
        Extent::between(at, at)
    }

    /// The box that has two corners opposite each other, whichever they are.
    pub fn between(a: [f32; N], b: [f32; N]) -> Result<Extent<N>, NotFinite> {
        for (axis, value) in a.into_iter().enumerate().chain(b.into_iter().enumerate()) {
            if !is_on_a_map(value) {
                return Err(NotFinite { axis, value });
            }
        }
        Ok(Extent { min: pairwise(a, b, f32::min), max: pairwise(a, b, f32::max) })
    }

    /// The box that reaches as far from a middle on both sides of each axis.
    pub fn around(middle: [f32; N], reach: [f32; N]) -> Result<Extent<N>, NotFinite> {
        let a = pairwise(middle, reach, |middle, reach| middle - reach);
        let b = pairwise(middle, reach, |middle, reach| middle + reach);
        Extent::between(a, b)
    }

    pub fn min(&self) -> [f32; N] {
        self.min
    }

    pub fn max(&self) -> [f32; N] {
        self.max
    }

    /// The lengths of its sides, added up: what makes one box smaller than another.
    pub(super) fn size(&self) -> f32 {
        pairwise(self.max, self.min, |max, min| max - min).into_iter().sum()
    }
}

fn pairwise<const N: usize>(
    a: [f32; N],
    b: [f32; N],
    combine: impl Fn(f32, f32) -> f32,
) -> [f32; N] {
    let mut pairs = a.into_iter().zip(b);
    std::array::from_fn(|_| pairs.next().map_or(0.0, |(a, b)| combine(a, b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_come_in_any_order() {
        let extent = Extent::between([3.0, -1.0], [-2.0, 5.0]).unwrap();
        assert_eq!((extent.min(), extent.max()), ([-2.0, -1.0], [3.0, 5.0]));
        assert_eq!(extent.size(), 11.0);
        assert_eq!(Extent::around([0.5, 2.0], [2.5, -3.0]), Ok(extent));
    }

    #[test]
    fn what_is_nowhere_is_refused_and_becomes_a_problem() {
        for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, 1.1e12] {
            assert!(Extent::point([0.0, value, 0.0]).is_err(), "{value}");
            assert!(Extent::between([0.0, 0.0], [value, 0.0]).is_err(), "{value}");
            assert!(Extent::around([0.0, 0.0], [value, 0.0]).is_err(), "{value}");
        }
        let error = Extent::point([0.0, 0.0, f32::NAN]).unwrap_err();
        let problem = error.problem(Place::file("33_32.IFO"));
        assert_eq!(problem.code, "space-not-finite");
        assert_eq!(problem.message, "z is NaN, which is not a place on a map");
    }
}
