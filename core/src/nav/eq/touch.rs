//! Which convex bodies touch each other with a part of a face.

use std::collections::BTreeSet;

use super::cell::{Cell, cross, dot, minus};

/// Faces no farther from each other than this are on each other, in units.
const NEAR: f64 = 0.03;

type Point = [f64; 3];

/// The regions of some bodies that are reached from the first ones through faces in common.
pub fn connected(cells: &[(u32, Cell)], first: &BTreeSet<u32>) -> BTreeSet<u32> {
    let boxes: Vec<[Point; 2]> = cells.iter().map(|(_, cell)| cell.bounds()).collect();
    let (mut to_come, mut left): (Vec<usize>, Vec<usize>) = (0..cells.len())
        .partition(|place| cells.get(*place).is_some_and(|(region, _)| first.contains(region)));
    let mut found = BTreeSet::new();
    while let Some(place) = to_come.pop() {
        let (Some((region, own)), Some(around)) = (cells.get(place), boxes.get(place)) else {
            continue;
        };
        found.insert(*region);
        let is_met = |other: &usize| {
            let is_near = boxes.get(*other).is_some_and(|other| meet(around, other));
            is_near && cells.get(*other).is_some_and(|(_, other)| touch(own, other))
        };
        let (met, rest): (Vec<usize>, Vec<usize>) = left.iter().copied().partition(is_met);
        left = rest;
        to_come.extend(met);
    }
    found
}

fn meet([low, high]: &[Point; 2], [other_low, other_high]: &[Point; 2]) -> bool {
    let is_below = |a: &Point, b: &Point| a.iter().zip(b).all(|(a, b)| a - NEAR <= *b);
    is_below(low, other_high) && is_below(other_low, high)
}

/// Whether the two have a part of a face in common.
fn touch(a: &Cell, b: &Cell) -> bool {
    a.sides().any(|(up, own)| {
        b.sides().any(|(down, other)| dot(up, down) < -0.999 && lie_on_each_other(up, own, other))
    })
}

/// Whether two faces that look at each other have a part in common that is no mere edge.
fn lie_on_each_other(up: Point, a: &[Point], b: &[Point]) -> bool {
    let is_level =
        a.first().zip(b.first()).is_some_and(|(a, b)| dot(minus(*a, *b), up).abs() < NEAR);
    if !is_level {
        return false;
    }
    let axes = |face: &[Point]| -> Vec<Point> {
        let ends = face.iter().zip(face.iter().cycle().skip(1));
        let across = ends.map(|(from, to)| cross(up, minus(*to, *from)));
        let with_length = across.map(|axis| (axis, dot(axis, axis).sqrt()));
        let axes = with_length.filter(|(_, length)| *length > 0.0);
        axes.map(|(axis, length)| axis.map(|number| number / length)).collect()
    };
    // Two convex faces are apart where a line along an edge of one parts them.
    let reach = |face: &[Point], axis: Point| {
        face.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| {
            (low.min(dot(*at, axis)), high.max(dot(*at, axis)))
        })
    };
    [axes(a), axes(b)].concat().into_iter().all(|axis| {
        let ((a_low, a_high), (b_low, b_high)) = (reach(a, axis), reach(b, axis));
        a_high.min(b_high) - a_low.max(b_low) > NEAR
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_connected_through_faces_and_not_through_edges() {
        let cube = |region: u32, x: f64, y: f64| {
            let planes = [
                [1.0, 0.0, 0.0, -x],
                [-1.0, 0.0, 0.0, x + 1.0],
                [0.0, 1.0, 0.0, -y],
                [0.0, -1.0, 0.0, y + 1.0],
                [0.0, 0.0, 1.0, 0.0],
                [0.0, 0.0, -1.0, 1.0],
            ];
            (region, Cell::new(&planes).unwrap())
        };
        // Beside it, half beside that, at an edge of the first alone, and far away.
        let all = [
            cube(0, 0., 0.),
            cube(1, 1., 0.),
            cube(2, 1.5, 1.),
            cube(3, -1., -1.),
            cube(4, 9., 9.),
        ];
        assert_eq!(connected(&all, &BTreeSet::from([0])), BTreeSet::from([0, 1, 2]));
        assert_eq!(connected(&all, &BTreeSet::from([3])), BTreeSet::from([3]));
        assert_eq!(connected(&all, &BTreeSet::new()), BTreeSet::new());
    }
}
