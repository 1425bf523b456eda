//! The boxes of regions that newer zones have: the first that holds a point decides.

use crate::format::eq::wtr;
use crate::format::number::F32;
use crate::space::eq::{Kind, exchanged};

use super::placing::PI;

/// The number of the kind of region that a point is in.
pub fn kind_in(boxes: &[wtr::Box], point: [f64; 3]) -> i32 {
    // The server hands the point over as it does for a tree.
    let point = exchanged(point);
    let found = boxes.iter().find(|one| holds(one, point));
    found.map_or(Kind::Normal.number(), |one| one.kind)
}

fn holds(one: &wtr::Box, point: [f64; 3]) -> bool {
    let number = |number: F32| f64::from(number.get());
    let [px, py, pz] = one.position.map(number);
    let [sx, sy, sz] = one.scale.map(number);
    let [x, y, z] = point;
    // Back from where the box is to where it was made: moved, scaled, and turned about z, y and x.
    let (x, y, z) = ((x - px) / sx, (y - py) / sy, (z - pz) / sz);
    let [tx, ty, tz] = one.turns.map(|turn| f64::from(turn.get() * PI / 180.0));
    let (sin, cos) = tz.sin_cos();
    let (x, y) = (cos * x + sin * y, -sin * x + cos * y);
    let (sin, cos) = ty.sin_cos();
    let (x, z) = (cos * x - sin * z, sin * x + cos * z);
    let (sin, cos) = tx.sin_cos();
    let (y, z) = (cos * y + sin * z, -sin * y + cos * z);
    let [ex, ey, ez] = one.extent.map(|extent| number(extent).abs());
    x.abs() <= ex && y.abs() <= ey && z.abs() <= ez
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_in_the_first_box_that_holds_it() {
        let three = |x: f32, y: f32, z: f32| [x, y, z].map(F32::new);
        let large = wtr::Box {
            kind: 1,
            position: three(100.0, 0.0, 0.0),
            turns: three(0.0, 0.0, 90.0),
            scale: three(1.0, 1.0, 1.0),
            extent: three(20.0, 5.0, 5.0),
        };
        let small = wtr::Box { kind: 2, turns: three(0.0, 0.0, 0.0), ..large };
        let boxes = [large, small];
        // The server's x is the box's y: turned by 90 degrees, the box is long there.
        assert_eq!(kind_in(&boxes, [15.0, 100.0, 0.0]), 1);
        assert_eq!(kind_in(&boxes, [0.0, 115.0, 0.0]), 2);
        assert_eq!(kind_in(&boxes, [0.0, 115.0, 9.0]), 0);
    }
}
