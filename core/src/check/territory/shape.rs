//! The space that a fence encloses.

use crate::format::tera::territory::Territory;

/// What stands this near to a fence is inside of it.
const NEAR: f64 = 16.0;

/// A fence with more corners is not looked at for crossings, which takes the square of them.
const MAX_CORNERS: usize = 1000;

/// A fence from above, and how far it reaches up and down.
pub(super) struct Shape {
    corners: Vec<[f64; 2]>,
    low_z: f64,
    high_z: f64,
}

impl Shape {
    pub(super) fn of(own: &Territory) -> Shape {
        let places = || own.fence.iter().map(|point| point.pos_in_world);
        let heights = || places().map(|[_, _, z]| z);
        Shape {
            corners: places().map(|[x, y, _]| [x, y]).collect(),
            low_z: heights().fold(f64::INFINITY, f64::min) - own.below,
            high_z: heights().fold(f64::NEG_INFINITY, f64::max) + own.above,
        }
    }

    /// Whether it encloses nothing.
    pub(super) fn is_open(&self) -> bool {
        self.corners.len() < 3
    }

    /// The corners of the box around it.
    pub(super) fn corners(&self) -> ([f64; 3], [f64; 3]) {
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for [x, y] in &self.corners {
            low = [low[0].min(*x), low[1].min(*y)];
            high = [high[0].max(*x), high[1].max(*y)];
        }
        ([low[0], low[1], self.low_z - NEAR], [high[0], high[1], self.high_z + NEAR])
    }

    pub(super) fn contains(&self, [x, y, z]: [f64; 3]) -> bool {
        let height = self.low_z - NEAR..=self.high_z + NEAR;
        height.contains(&z) && self.surrounds([x, y])
    }

    /// The same whatever the height.
    pub(super) fn surrounds(&self, at: [f64; 2]) -> bool {
        let n_crossed = self.sides().filter(|(_, from, to)| is_crossed(at, *from, *to)).count();
        n_crossed % 2 == 1 || self.distance_to(at) <= NEAR
    }

    /// How far a place is from the fence itself.
    pub(super) fn distance_to(&self, at: [f64; 2]) -> f64 {
        let distances = self.sides().map(|(_, from, to)| distance(at, from, to));
        distances.fold(f64::INFINITY, f64::min)
    }

    /// The corner behind which the fence meets another part of itself.
    pub(super) fn crossing(&self) -> Option<usize> {
        if self.corners.len() > MAX_CORNERS {
            return None;
        }
        let n = self.corners.len();
        let mut pairs = self.sides().flat_map(|(own, a, b)| {
            let others = self.sides().skip(own + 2);
            others
                .filter(move |(other, ..)| (other + 1) % n != own)
                .map(move |(_, c, d)| (own, [a, b, c, d]))
        });
        pairs.find(|(_, [a, b, c, d])| do_cross(*a, *b, *c, *d)).map(|(own, _)| own)
    }

    /// Each side with the number of the corner that it starts from.
    fn sides(&self) -> impl Iterator<Item = (usize, [f64; 2], [f64; 2])> {
        let ends = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(ends).enumerate().map(|(at, (from, to))| (at, *from, *to))
    }
}

/// Whether a line from a place to the right crosses a side.
fn is_crossed([x, y]: [f64; 2], from: [f64; 2], to: [f64; 2]) -> bool {
    let is_between = (from[1] > y) != (to[1] > y);
    is_between && x < (to[0] - from[0]) * (y - from[1]) / (to[1] - from[1]) + from[0]
}

fn distance([x, y]: [f64; 2], from: [f64; 2], to: [f64; 2]) -> f64 {
    let along = [to[0] - from[0], to[1] - from[1]];
    let length = along[0] * along[0] + along[1] * along[1];
    let part = match length > 0.0 {
        true => (((x - from[0]) * along[0] + (y - from[1]) * along[1]) / length).clamp(0.0, 1.0),
        false => 0.0,
    };
    (x - from[0] - part * along[0]).hypot(y - from[1] - part * along[1])
}

fn do_cross(a: [f64; 2], b: [f64; 2], c: [f64; 2], d: [f64; 2]) -> bool {
    let side = |from: [f64; 2], to: [f64; 2], at: [f64; 2]| {
        (to[0] - from[0]) * (at[1] - from[1]) - (to[1] - from[1]) * (at[0] - from[0])
    };
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(corners: &[[f64; 2]]) -> Shape {
        Shape { corners: corners.to_vec(), low_z: 0.0, high_z: 100.0 }
    }

    #[test]
    fn a_place_is_inside_with_what_is_near_the_fence() {
        let square = shape(&[[0.0, 0.0], [100.0, 0.0], [100.0, 100.0], [0.0, 100.0]]);
        assert!(square.contains([50.0, 50.0, 50.0]) && square.contains([-10.0, 50.0, 110.0]));
        assert!(!square.contains([50.0, 50.0, 117.0]) && !square.contains([-17.0, 50.0, 50.0]));
        assert_eq!(square.distance_to([-30.0, 140.0]), 50.0);
        assert_eq!(square.crossing(), None);
    }

    #[test]
    fn a_fence_that_crosses_itself_says_where() {
        let bow = shape(&[[0.0, 0.0], [100.0, 100.0], [100.0, 0.0], [0.0, 100.0]]);
        assert_eq!(bow.crossing(), Some(0));
        assert!(shape(&[[0.0, 0.0], [1.0, 1.0]]).is_open());
    }
}
