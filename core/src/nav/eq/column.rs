//! Every floor above and below a point, calculated in 64 bits.

use super::ground::{Ground, TrueTriangle};

/// As far as a point may be outside a triangle and count as on its edge, in shares of its sides: as
/// much as rounding in 64 bits makes of a point that is on it.
const ON_EDGE: f64 = 1e-9;

/// Two triangles that meet at an edge are one floor there.
const SAME_HEIGHT: f64 = 1e-6;

/// A height at which a column meets a triangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Level {
    pub z: f64,
    /// The number of the triangle.
    pub triangle: u32,
    /// Whether one can stand on it: its front is up.
    pub is_floor: bool,
}

/// The levels of a column, from the lowest.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Column(pub Vec<Level>);

impl Ground {
    pub fn column(&self, x: f64, y: f64) -> Column {
        let near = self.around(x as f32, y as f32);
        let levels = near.filter_map(|(number, _)| level(number, self.exact(number)?, x, y));
        let mut levels: Vec<Level> = levels.collect();
        levels.sort_by(|a, b| a.z.total_cmp(&b.z).then(a.triangle.cmp(&b.triangle)));
        levels.dedup_by(|a, b| a.is_floor == b.is_floor && (a.z - b.z).abs() < SAME_HEIGHT);
        Column(levels)
    }
}

impl Column {
    /// As [`Ground::best_z`], without its seams.
    pub fn best_z(&self, z: f64) -> Option<f64> {
        let from = z + f64::from(super::ray::HEIGHT_ADJUST);
        self.down(from).or_else(|| self.up(from))
    }

    pub fn closest_z(&self, z: f64) -> Option<f64> {
        let (below, above) = (self.down(z), self.up(z));
        let is_nearer = |above: &f64| below.is_none_or(|below| above - z < z - below);
        above.filter(is_nearer).or(below)
    }

    pub fn down(&self, z: f64) -> Option<f64> {
        self.0.iter().rev().map(|level| level.z).find(|level| *level < z)
    }

    pub fn up(&self, z: f64) -> Option<f64> {
        self.0.iter().map(|level| level.z).find(|level| *level > z)
    }

    /// The heights that one can stand at, from the lowest.
    pub fn floors(&self) -> impl Iterator<Item = f64> {
        self.0.iter().filter(|level| level.is_floor).map(|level| level.z)
    }
}

fn level(number: u32, triangle: TrueTriangle, x: f64, y: f64) -> Option<Level> {
    let [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = triangle;
    let area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    if area == 0.0 {
        return None;
    }
    let b = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area;
    let c = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area;
    if b < -ON_EDGE || c < -ON_EDGE || b + c > 1.0 + ON_EDGE {
        return None;
    }
    let z = az + b * (bz - az) + c * (cz - az);
    // With x and y exchanged, the front of a triangle is where its corners run clockwise.
    Some(Level { z, triangle: number, is_floor: area < 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_has_every_floor_once() {
        let up = |z: f32| [[0.0, 0.0, z], [0.0, 10.0, z], [10.0, 0.0, z]];
        let other_half = |z: f32| [[10.0, 10.0, z], [10.0, 0.0, z], [0.0, 10.0, z]];
        let ceiling = [[0.0, 0.0, 8.0], [10.0, 0.0, 8.0], [0.0, 10.0, 8.0]];
        let ground = Ground::new(vec![up(0.0), other_half(0.0), ceiling, up(9.0)]);
        let column = ground.column(5.0, 5.0);
        assert_eq!(column.0.len(), 3, "the seam at 5, 5 is one floor");
        assert_eq!(column.floors().collect::<Vec<_>>(), [0.0, 9.0]);
        assert_eq!(
            (column.best_z(7.5), column.best_z(6.5), column.best_z(-9.0)),
            (Some(8.0), Some(0.0), Some(0.0))
        );
        assert_eq!((column.closest_z(5.0), column.closest_z(3.0)), (Some(8.0), Some(0.0)));
        assert_eq!(ground.column(50.0, 5.0), Column::default());
    }
}
