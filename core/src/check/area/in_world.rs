//! Where problems of an area are in the world.

use crate::problem::{Problem, Spot, Thing};
use crate::space::tera::{CellInSquare, CellInZone, Origin, PosInWorld, Zone};
use crate::world::area::Area;
use crate::world::area::id::{NodeId, SquareId};

/// Gives every problem its place, as far as that is known: that of its node, of the node that its edge
/// leaves, the middle of its square or cell.
pub(super) fn place(area: &Area, problems: &mut [Problem]) {
    for problem in problems {
        problem.world = match &problem.place.spot {
            Spot::Thing(thing) => pos_of(area, &problem.place.file, thing),
            _ => None,
        };
    }
}

/// All places of a problem that are known: its own, and those that it has besides.
pub fn places_of(area: &Area, problem: &Problem) -> Vec<[f64; 3]> {
    let name = problem.place.file.rsplit(['/', '\\']).next().unwrap_or_default();
    let also = problem.also.iter().filter_map(|spot| match spot {
        Spot::Thing(thing) => pos_of(area, name, thing),
        _ => None,
    });
    problem.world.into_iter().chain(also).collect()
}

fn pos_of(area: &Area, file: &str, thing: &Thing) -> Option<[f64; 3]> {
    let pos = match thing {
        Thing::Node { index } | Thing::Edge { node: index, .. } => area.pos(NodeId(*index))?,
        Thing::Object { list: "square", index, .. } => middle_of(area, SquareId(*index))?,
        Thing::Cell { x, y } => {
            let zone = Zone::from_file_name(file)?;
            return middle_of_cell(area.origin(), zone, *x, *y);
        }
        Thing::Object { .. } => return None,
    };
    pos.is_finite().then_some([pos.x, pos.y, pos.z])
}

/// The middle of a cell of a zone.
pub(super) fn middle_of_cell(origin: Origin, zone: Zone, x: u32, y: u32) -> Option<[f64; 3]> {
    let cell = CellInZone::new(u16::try_from(x).ok()?, u16::try_from(y).ok()?)?;
    let PosInWorld { x, y, z } = origin.world_from_zone(zone, cell)?.centre(0);
    Some([x, y, z])
}

/// The middle of a square, at the height of a node that it lists.
fn middle_of(area: &Area, square: SquareId) -> Option<PosInWorld> {
    let (zone, in_zone) = area.square_in_zone(square)?;
    let cell = area.origin().world_from_zone(zone, in_zone.cell(CellInSquare::CENTRE))?;
    let z = area.nodes_in(square).find_map(|node| area.pos(node)).map_or(0.0, |pos| pos.z);
    Some(PosInWorld { z, ..cell.centre(0) })
}
