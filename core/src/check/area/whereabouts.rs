//! Nodes that are not where their edges say, and where the game's own rule has them.

use crate::check::fix;
use crate::format::tera::CELLS_PER_SQUARE;
use crate::nav::tera::Stride;
use crate::nav::tera::connect::standing;
use crate::nav::tera::ground::Ground;
use crate::nav::tera::walk::{Standing, walk};
use crate::problem::{Fix, Rule, Severity};
use crate::space::tera::{CellInSquare, CellInWorld, Octant, PosInWorld};
use crate::world::area::Area;
use crate::world::area::action::Action;
use crate::world::area::edges::{SortEdges, Taken};
use crate::world::area::geometry::{Geometry, Land};
use crate::world::area::id::{NodeId, SquareId};
use crate::world::area::near::FARTHEST_EDGE;
use crate::world::area::nodes::SetNode;
use crate::world::area::selection::Selection;

use super::found::{Found, node_thing};

pub(super) const MOVED: Rule = Rule {
    code: "apd-node-moved",
    severity: Severity::Warning,
    title: "Node in a different place than its edges show",
    explanation: "\
Several of this node's edges lead to nodes in different octants than the edges' own. Or the \
targets are farther away than the longest of the game's own edges. Most likely the node was moved \
and its edges were not updated: they are right for its old place.

In the game's own areas every floor in the middle of a square has a node. If the middle of this \
node's square lacks one and all of its edges fit there, the fix puts it back. Otherwise move it \
back yourself, or update its edges, which may remove some of them.",
};

/// How the nodes lie that a node has edges to.
#[derive(Debug, Default)]
struct Evidence {
    n_all: usize,
    /// Those that lie elsewhere, and whose edges back say so as well.
    n_both_ways: usize,
    /// Those that lie elsewhere and have no edge back.
    n_one_way: usize,
}

impl Evidence {
    fn of(area: &Area, node: NodeId) -> Evidence {
        let mut evidence = Evidence::default();
        for edge in area.edges(node) {
            let Some(target) = edge.target.node().filter(|target| *target != node) else {
                continue;
            };
            if !is_at_a_place(area, target) {
                continue;
            }
            evidence.n_all += 1;
            if fits_between(area, node, target, edge.octant) {
                continue;
            }
            match area.octant_of_edge(target, node) {
                Some(back) if fits_between(area, target, node, back) => {}
                Some(_) => evidence.n_both_ways += 1,
                None => evidence.n_one_way += 1,
            }
        }
        evidence
    }

    fn n_elsewhere(&self) -> usize {
        self.n_both_ways + self.n_one_way
    }

    /// One edge in a wrong octant is the edge's fault. Two of them that were swapped are, too,
    /// unless an edge back agrees.
    fn speaks_of_move(&self, is_in_its_square: bool) -> bool {
        let is_clear = self.n_elsewhere() >= 2 && 2 * self.n_both_ways + self.n_one_way >= 3;
        is_clear || (!is_in_its_square && self.n_all > 0 && self.n_elsewhere() == self.n_all)
    }
}

pub(super) fn check(found: &mut Found<'_>, area: &Area, geometry: &Geometry, node: NodeId) {
    let Some(pos) = area.pos(node).filter(|pos| pos.is_finite()) else { return };
    let (own, here) = (area.square_of(node), area.square_at(pos));
    let evidence = Evidence::of(area, node);
    if here.is_none() || !evidence.speaks_of_move(own == here) {
        return;
    }
    found.add(&MOVED, node_thing(node), || {
        let (n, n_all) = (evidence.n_elsewhere(), evidence.n_all);
        let message = format!(
            "{n} of the {n_all} nodes that its edges lead to are not in the \
            edges' directions"
        );
        let nodes = Selection::of(node);
        let sort = Action::SortEdges(SortEdges { nodes, taken: Taken::Nearest });
        let sort = fix("Keep it here and move its edges to their octants", &sort).one_by_one();
        let back = put_back(area, geometry, node);
        (message, back.into_iter().chain([sort]).collect())
    });
}

/// Puts a node where the game's own rule and its edges have it, if that is one place alone.
pub(super) fn put_back(area: &Area, geometry: &Geometry, node: NodeId) -> Option<Fix> {
    let place = place_of(area, geometry, node)?;
    let at = place.to_bits();
    let set = Action::SetNode(SetNode { node, at, taken: Taken::Nearest });
    let PosInWorld { x, y, z } = place;
    let fix = fix(format!("Put it back at ({x}, {y}, {z})"), &set);
    // Where two nodes of a square are lost, nobody knows which of them belongs there.
    let square = area.square_of(node)?;
    let mut others = area.nodes_in(square).filter(|other| *other != node);
    let is_lost = |other: NodeId| {
        !is_at_a_place(area, other)
            || area.pos(other).and_then(|pos| area.square_at(pos)) != Some(square)
    };
    Some(if others.any(is_lost) { fix.one_by_one() } else { fix })
}

fn place_of(area: &Area, geometry: &Geometry, node: NodeId) -> Option<PosInWorld> {
    let square = area.square_of(node)?;
    let floors = free_floors(area, geometry, node, square);
    let known = area.pos(node)?;
    let is_lost = !known.is_finite();
    let fits: Vec<(bool, PosInWorld)> = floors
        .into_iter()
        .filter(|(_, place)| !is_lost || agrees(known, *place))
        .filter(|(_, place)| fits_at(area, node, *place))
        .collect();
    let only = |places: &[PosInWorld]| match places {
        [place] => Some(*place),
        _ => None,
    };
    let middle: Vec<PosInWorld> =
        fits.iter().filter(|(is_middle, _)| *is_middle).map(|(_, place)| *place).collect();
    if !middle.is_empty() {
        return only(&middle);
    }
    // Elsewhere, what is left of its position has to be true of one place alone.
    let all: Vec<PosInWorld> = fits.into_iter().map(|(_, place)| place).collect();
    only(&all).filter(|_| is_lost)
}

/// The floors of a square that no other node stands on, and whether they are in its middle.
fn free_floors(
    area: &Area,
    geometry: &Geometry,
    node: NodeId,
    square: SquareId,
) -> Vec<(bool, PosInWorld)> {
    let mut floors = Vec::new();
    let Some((zone, in_zone)) = area.square_in_zone(square) else { return floors };
    let taken: Vec<PosInWorld> = area
        .nodes_in(square)
        .filter(|other| *other != node)
        .filter_map(|other| area.pos(other))
        .collect();
    let Some(cells) = geometry.of(area).cells(zone) else { return floors };
    for in_square in CellInSquare::all() {
        let cell = in_zone.cell(in_square);
        let Some(in_world) = area.origin().world_from_zone(zone, cell) else { continue };
        let middle = (CELLS_PER_SQUARE / 2) as u8;
        let is_middle = (in_square.x(), in_square.y()) == (middle, middle);
        for volume in cells.volumes_at(cell.x(), cell.y()) {
            let place = in_world.centre(volume.z);
            let is_taken = taken
                .iter()
                .any(|other| CellInWorld::of(*other) == Some(in_world) && other.z == place.z);
            if !is_taken {
                floors.push((is_middle, place));
            }
        }
    }
    floors
}

/// Whether a place has what is still a number of a position.
fn agrees(known: PosInWorld, place: PosInWorld) -> bool {
    let pairs = [(known.x, place.x), (known.y, place.y), (known.z, place.z)];
    pairs.into_iter().all(|(known, place)| !known.is_finite() || known == place)
}

/// Whether all edges of a node would be right if it stood at a place.
fn fits_at(area: &Area, node: NodeId, place: PosInWorld) -> bool {
    let pos_of = |other: NodeId| area.pos(other).filter(|pos| pos.is_finite() && other != node);
    let out = area.edges(node).all(|edge| {
        let other = edge.target.node().and_then(pos_of);
        other.is_none_or(|other| fits(place, other, edge.octant))
    });
    out && area.edges_to(node).all(|edge| {
        let (other, octant) = (pos_of(edge.node), Octant::new(edge.octant));
        other.zip(octant).is_none_or(|(other, octant)| fits(other, place, octant))
    })
}

fn fits_between(area: &Area, from: NodeId, to: NodeId, octant: Octant) -> bool {
    let places = area.pos(from).zip(area.pos(to));
    places.is_some_and(|(from, to)| fits(from, to, octant))
}

fn fits(from: PosInWorld, to: PosInWorld, octant: Octant) -> bool {
    Octant::towards(from, to) == Some(octant) && from.distance_on_ground(to) <= FARTHEST_EDGE
}

/// Whether a node is somewhere in the area: nobody can tell of another where its edges lead.
pub(super) fn is_at_a_place(area: &Area, node: NodeId) -> bool {
    area.pos(node).is_some_and(|pos| pos.is_finite() && area.square_at(pos).is_some())
}

/// The best floor of a cell for a node that stands on none: that from which most of its edges can
/// be walked, and of several the nearest.
pub(super) fn best_floor(
    area: &Area,
    land: &Land,
    node: NodeId,
    cell: CellInWorld,
    z: i32,
) -> Option<i16> {
    let floors = land.volumes(cell);
    if floors.len() < 2 {
        return floors.first().map(|floor| floor.z);
    }
    let n_walked = |own: Standing| {
        let ends = area.targets(node).filter(|target| *target != node);
        let ends = ends.filter_map(|target| area.pos(target).and_then(standing));
        ends.filter(|end| walk(land, own, *end, &Stride::default()).is_ok()).count()
    };
    let rank = |floor: i16| {
        let own = Standing { cell_in_world: cell, z: i32::from(floor) };
        (std::cmp::Reverse(n_walked(own)), z.abs_diff(i32::from(floor)), floor)
    };
    floors.iter().map(|floor| floor.z).min_by_key(|floor| rank(*floor))
}
