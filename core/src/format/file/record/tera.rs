//! What TERA's files list: cells with their volumes, and nodes with their edges.

use super::{Kind, Record, Thing};
use crate::format::tera::apd::Apd;
use crate::format::tera::zgd::{self, Zgd};
use crate::format::tera::{CELLS_PER_ZONE, SQUARES_PER_ZONE};

const NODE: &[&str] =
    &["x", "y", "z", "edge", "degree", "one_way", "zone_x", "zone_y", "square_x", "square_y"];

pub(super) const THINGS: &[Thing] = &[
    Thing { name: "cell", kind: Kind::Zgd, fields: &["x", "y", "volumes", "z", "height"] },
    Thing { name: "node", kind: Kind::Apd, fields: NODE },
];

pub(super) fn zgd<'a>(zgd: &'a Zgd, each: &mut dyn FnMut(Record<'a>)) {
    let side = CELLS_PER_ZONE as u16;
    for (x, y) in (0..side).flat_map(|x| (0..side).map(move |y| (x, y))) {
        let volumes = zgd.volumes_at(x, y);
        each(
            Record::new("cell", zgd::cell_idx(x, y).unwrap_or_default())
                .with("x", u32::from(x))
                .with("y", u32::from(y))
                .with("volumes", volumes.len())
                .with_list("z", volumes.iter().map(|volume| i32::from(volume.z)))
                .with_list("height", volumes.iter().map(|volume| u32::from(volume.height))),
        );
    }
}

pub(super) fn apd<'a>(apd: &'a Apd, each: &mut dyn FnMut(Record<'a>)) {
    let squares = squares(apd);
    for (idx, ([x, y, z], square)) in apd.positions().iter().zip(squares).enumerate() {
        let node = u32::try_from(idx).unwrap_or(u32::MAX);
        let targets: Vec<u32> = apd.edges(node).map(|(_, target)| target).collect();
        let is_one_way = |target: &&u32| apd.edges(**target).all(|(_, back)| back != node);
        let n_one_way = targets.iter().filter(is_one_way).count();
        each(
            Record::new("node", idx)
                .with("x", *x)
                .with("y", *y)
                .with("z", *z)
                .with("degree", targets.len())
                .with_list("edge", targets)
                .with("one_way", n_one_way)
                .with_list("zone_x", square.map(|square| square.zone_x))
                .with_list("zone_y", square.map(|square| square.zone_y))
                .with_list("square_x", square.map(|square| u32::from(square.x)))
                .with_list("square_y", square.map(|square| u32::from(square.y))),
        );
    }
}

#[derive(Clone, Copy)]
struct Square {
    zone_x: u32,
    zone_y: u32,
    /// In the zone.
    x: u8,
    y: u8,
}

/// The first square that lists each node; `None` for a node that none does.
fn squares(apd: &Apd) -> Vec<Option<Square>> {
    let mut squares = vec![None; apd.n_nodes()];
    for zone in apd.zones() {
        for (idx, range) in zone.squares().iter().enumerate() {
            let (x, y) = ((idx / SQUARES_PER_ZONE) as u8, (idx % SQUARES_PER_ZONE) as u8);
            let square = Square { zone_x: zone.x, zone_y: zone.y, x, y };
            let nodes = range.nodes();
            let listed = squares.iter_mut().skip(nodes.start as usize).take(nodes.len());
            listed.for_each(|node: &mut Option<Square>| *node = node.or(Some(square)));
        }
    }
    squares
}
