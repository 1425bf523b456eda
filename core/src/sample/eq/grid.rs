//! Space cut into cells along the axes, and the tree that leads to each of them.

use crate::format::eq::wld::geometry::Node;
use crate::format::number::F32;

/// Where the cells of each axis begin and end, in the axes of the client.
pub(super) const X: [f32; 9] = [-100.0, -80.0, -40.0, -10.0, 20.0, 50.0, 80.0, 95.0, 100.0];
pub(super) const Y: [f32; 10] = [-100.0, -80.0, -60.0, -50.0, -10.0, 10.0, 20.0, 45.0, 55.0, 100.0];
pub(super) const Z: [f32; 7] = [-30.0, -20.0, -15.0, 0.0, 8.0, 30.0, 60.0];

/// What is in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Filling {
    Solid,
    Air,
    Water,
    Lava,
    Line,
    Slime,
}

/// A cell, by where it begins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Cell {
    pub(super) low: [f32; 3],
    pub(super) high: [f32; 3],
    pub(super) filling: Filling,
}

impl Cell {
    pub(super) fn centre(&self) -> [f32; 3] {
        let ([lx, ly, lz], [hx, hy, hz]) = (self.low, self.high);
        [(lx + hx) / 2.0, (ly + hy) / 2.0, (lz + hz) / 2.0]
    }
}

/// What is at a point that is inside a cell.
pub(super) fn filling([x, y, z]: [f32; 3]) -> Filling {
    let is_in = |low: [f32; 2], high: [f32; 2]| {
        let ([lx, ly], [hx, hy]) = (low, high);
        x > lx && x < hx && y > ly && y < hy
    };
    let is_hill = is_in([20.0, 20.0], [80.0, 100.0]) && z < 30.0;
    let is_tunnel = is_in([20.0, 45.0], [80.0, 55.0]) && z < 8.0;
    match z {
        z if z < -30.0 => Filling::Solid,
        z if z < 0.0 && is_in([-80.0, -60.0], [-40.0, 55.0]) && z > -20.0 => Filling::Water,
        z if z < 0.0 && is_in([20.0, -80.0], [50.0, -50.0]) && z > -15.0 => Filling::Lava,
        z if z < 0.0 && is_in([80.0, -100.0], [95.0, -80.0]) && z > -15.0 => Filling::Slime,
        z if z < 0.0 => Filling::Solid,
        _ if is_hill && !is_tunnel => Filling::Solid,
        z if z < 30.0 && is_in([95.0, -10.0], [100.0, 10.0]) => Filling::Line,
        _ => Filling::Air,
    }
}

/// The tree, and the open cells in the order of their regions.
#[derive(Default)]
pub(super) struct Cut {
    pub(super) nodes: Vec<Node>,
    pub(super) cells: Vec<Cell>,
}

/// Space down to its cells. Those at the rim have no end, but for the bottom.
pub(super) fn cut() -> Cut {
    let mut cut = Cut::default();
    cut.add([(0, X.len() - 1), (0, Y.len() - 1), (0, Z.len() - 1)]);
    cut
}

fn planes(axis: usize) -> &'static [f32] {
    match axis {
        0 => &X,
        1 => &Y,
        _ => &Z,
    }
}

fn at(axis: usize, place: usize) -> f32 {
    planes(axis).get(place).copied().unwrap_or_default()
}

impl Cut {
    /// The node of some cells, counted from 1; 0 where all of them are solid.
    fn add(&mut self, spans: [(usize, usize); 3]) -> u32 {
        if is_solid(spans) {
            return 0;
        }
        let place = self.nodes.len();
        let empty = Node { plane: [F32::ZERO; 4], region: 0, front: 0, back: 0 };
        self.nodes.push(empty);
        let lengths = spans.map(|(from, to)| to - from);
        let longest = (0..3).max_by_key(|axis| lengths.get(*axis).copied().unwrap_or_default());
        let axis = longest.unwrap_or_default();
        let span = spans.get(axis).copied().unwrap_or_default();
        let node = if span.1 - span.0 <= 1 {
            self.cells.push(cell(spans));
            Node { region: self.cells.len() as u32, ..empty }
        } else {
            let middle = usize::midpoint(span.0, span.1);
            let half = |span: (usize, usize)| {
                std::array::from_fn(|own| {
                    if own == axis { span } else { spans.get(own).copied().unwrap_or_default() }
                })
            };
            let mut plane = [F32::ZERO; 4];
            for (own, number) in plane.iter_mut().enumerate() {
                *number = match own {
                    3 => F32::new(-at(axis, middle)),
                    own if own == axis => F32::new(1.0),
                    _ => F32::ZERO,
                };
            }
            let front = self.add(half((middle, span.1)));
            let back = self.add(half((span.0, middle)));
            Node { plane, region: 0, front, back }
        };
        if let Some(slot) = self.nodes.get_mut(place) {
            *slot = node;
        }
        place as u32 + 1
    }
}

fn cell([x, y, z]: [(usize, usize); 3]) -> Cell {
    let low = [at(0, x.0), at(1, y.0), at(2, z.0)];
    let high = [at(0, x.1), at(1, y.1), at(2, z.1)];
    let cell = Cell { low, high, filling: Filling::Solid };
    Cell { filling: filling(cell.centre()), ..cell }
}

fn is_solid([x, y, z]: [(usize, usize); 3]) -> bool {
    let each = |(from, to): (usize, usize)| (from..to).map(|place| (place, place + 1));
    each(x).all(|x| each(y).all(|y| each(z).all(|z| cell([x, y, z]).filling == Filling::Solid)))
}
