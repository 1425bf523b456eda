//! Octants: the eight directions in which a path node can have an edge.

use super::PosInWorld;

/// An eighth of the directions on the ground: octant k holds those from k × 45° up to, but not
/// including, (k + 1) × 45°, from the x axis towards y. It is the bit k of a node's directions.
///
/// Every one of 150,311 edges of the game's own lies in the octant of its bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Octant(u8);

impl Octant {
    /// Or `None` where there is no such octant.
    pub fn new(octant: u8) -> Option<Octant> {
        (octant < 8).then_some(Octant(octant))
    }

    pub fn all() -> impl Iterator<Item = Octant> {
        (0..8).map(Octant)
    }

    pub fn number(self) -> u8 {
        self.0
    }

    /// The octant in which one position lies as seen from another, or `None` straight above,
    /// below, or where it is not a place.
    pub fn towards(from: PosInWorld, to: PosInWorld) -> Option<Octant> {
        Octant::of(to.x - from.x, to.y - from.y)
    }

    /// The octant of a step. Compared and not measured in degrees, so that the borders are
    /// exact.
    pub fn of(delta_x: f64, delta_y: f64) -> Option<Octant> {
        if delta_x.is_nan() || delta_y.is_nan() || (delta_x == 0.0 && delta_y == 0.0) {
            return None;
        }
        // Turn by 180°, then by 90°, until the step lies in the first quarter.
        let (mut x, mut y, mut octant) = (delta_x, delta_y, 0);
        if y < 0.0 || (y == 0.0 && x < 0.0) {
            (x, y, octant) = (-x, -y, 4);
        }
        if x <= 0.0 {
            (x, y, octant) = (y, -x, octant + 2);
        }
        Some(Octant(octant + u8::from(y >= x)))
    }

    /// The directions that it holds, as on the game's own map: x points north and y east.
    pub fn label(self) -> &'static str {
        match self.0 {
            0 => "N–NE",
            1 => "NE–E",
            2 => "E–SE",
            3 => "SE–S",
            4 => "S–SW",
            5 => "SW–W",
            6 => "W–NW",
            _ => "NW–N",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn octant(x: f64, y: f64) -> Option<u8> {
        Octant::of(x, y).map(Octant::number)
    }

    #[test]
    fn an_octant_has_the_border_on_its_low_side() {
        let borders = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
        for (expected, (x, y)) in borders.into_iter().enumerate() {
            for scale in [1e-30, 0.1, 1.0, 3.7, 1e30] {
                let (x, y) = (f64::from(x) * scale, f64::from(y) * scale);
                assert_eq!(octant(x, y), Some(expected as u8), "{x} {y}");
            }
        }
    }

    #[test]
    fn a_hair_off_the_border_is_on_the_right_side() {
        let (one, less, hair) = (1.0, 1.0_f64.next_down(), f64::MIN_POSITIVE);
        let cases = [
            (0, one, hair),
            (0, one, less),
            (1, less, one),
            (1, hair, one),
            (2, -hair, one),
            (2, -less, one),
            (3, -one, less),
            (3, -one, hair),
            (4, -one, -hair),
            (4, -one, -less),
            (5, -less, -one),
            (5, -hair, -one),
            (6, hair, -one),
            (6, less, -one),
            (7, one, -less),
            (7, one, -hair),
        ];
        for (expected, x, y) in cases {
            assert_eq!(octant(x, y), Some(expected), "{x:?} {y:?}");
        }
    }

    #[test]
    fn it_is_the_angle_in_eighths() {
        for degrees in 0..360 {
            let (y, x) = (f64::from(degrees) + 0.5).to_radians().sin_cos();
            assert_eq!(octant(x, y), Some((degrees / 45) as u8), "{degrees}");
        }
    }

    #[test]
    fn no_step_has_no_octant() {
        assert_eq!([octant(0.0, 0.0), octant(-0.0, 0.0), octant(f64::NAN, 1.0)], [None; 3]);
        assert_eq!(Octant::new(8), None);
    }

    #[test]
    fn its_name_begins_with_the_direction_of_its_low_border() {
        let ways = [("N", 1, 0), ("NE", 1, 1), ("E", 0, 1), ("SE", -1, 1)];
        let back = [("S", -1, 0), ("SW", -1, -1), ("W", 0, -1), ("NW", 1, -1)];
        for (name, x, y) in ways.into_iter().chain(back) {
            let label = Octant::of(f64::from(x), f64::from(y)).map(Octant::label);
            assert_eq!(label.and_then(|label| label.split('–').next()), Some(name));
        }
    }
}
