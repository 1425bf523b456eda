//! Floors in the middle of a square without the node that the game's own rule has there.

use std::ops::ControlFlow;

use crate::check::fix;
use crate::format::tera::CELLS_PER_SQUARE;
use crate::nav::tera::steps::Steps;
use crate::problem::{Rule, Severity, Thing};
use crate::space::tera::{CellInSquare, CellInWorld, PosInWorld};
use crate::world::area::Area;
use crate::world::area::action::Action;
use crate::world::area::geometry::Geometry;
use crate::world::area::id::SquareId;
use crate::world::area::nodes::{AddNode, Snap};

use super::found::Found;
use super::ranges::in_words;

pub(super) const NO_CENTRE: Rule = Rule {
    code: "apd-centre-missing",
    severity: Severity::Information,
    title: "Square without a node in its middle",
    explanation: "\
In the game's own areas every floor in the middle of a square has a node: 14,975 of 14,975. Here \
one is missing: it was deleted, or moved somewhere else in this square.

Add the node and connect it, or put the moved one back. This is only reported where at most one in \
ten of an area is missing; other areas were not made by that rule.",
};

/// Where more than one floor in so many has no node, the area was not made by the game's rule.
const ONE_IN: usize = 10;

pub(super) fn check(
    found: &mut Found<'_>,
    area: &Area,
    geometry: &Geometry,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    let mut missing: Vec<(SquareId, PosInWorld)> = Vec::new();
    let mut n_floors = 0;
    let middle = (CELLS_PER_SQUARE / 2) as u8;
    let Some(middle) = CellInSquare::new(middle, middle) else { return ControlFlow::Continue(()) };
    let mut known = None;
    for square in area.squares() {
        let Some((zone, in_zone)) = area.square_in_zone(square) else { continue };
        if known.as_ref().is_none_or(|(of, _)| *of != zone) {
            steps.ask()?;
            known = Some((zone, geometry.cells(zone)));
        }
        let Some(cells) = known.as_ref().and_then(|(_, cells)| cells.as_ref()) else { continue };
        let cell = in_zone.cell(middle);
        let Some(in_world) = area.origin().world_from_zone(zone, cell) else { continue };
        let floors = cells.volumes_at(cell.x(), cell.y());
        let nodes = area.nodes_in(square).filter_map(|node| area.pos(node));
        let heights: Vec<f64> =
            nodes.filter(|pos| CellInWorld::of(*pos) == Some(in_world)).map(|pos| pos.z).collect();
        let is_floor = |z: &f64| floors.iter().any(|floor| f64::from(floor.z) == *z);
        n_floors += floors.len();
        // A node of the cell that is off every floor is the one, and has a problem of its own.
        if !heights.iter().all(is_floor) {
            continue;
        }
        let free = floors.iter().filter(|floor| !heights.contains(&f64::from(floor.z)));
        missing.extend(free.map(|floor| (square, in_world.centre(floor.z))));
    }
    if missing.len() * ONE_IN > n_floors {
        return ControlFlow::Continue(());
    }
    for (square, place) in missing {
        let PosInWorld { x, y, z } = place;
        found.add(&NO_CENTRE, Thing::object("square", square.0), || {
            let message = format!(
                "no node is at ({x}, {y}, {z}), in the middle of {}",
                in_words(area, square)
            );
            let add = Action::AddNode(AddNode { at: [x, y, z], snap: Snap::None });
            (message, vec![fix("Add the node", &add).one_by_one()])
        });
    }
    ControlFlow::Continue(())
}
