//! Making the nodes and edges of squares anew, by walking over their volumes.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::format::packed::Progress;
use crate::nav::tera::Stride;
use crate::nav::tera::connect::{edges_from, standing};
use crate::nav::tera::field::Field;
use crate::nav::tera::ground::Ground;
use crate::nav::tera::plant::{self, Planting, plant};
use crate::nav::tera::steps::Steps;
use crate::nav::tera::walk::{CutReason, Standing, walk};
use crate::problem::counted::counted;
use crate::space::tera::{CellInSquare, Octant, PosInWorld, SquareInWorld, Zone};

use super::compare::Comparison;
use super::geometry::{Geometry, Land};
use super::id::{NodeId, SquareId, Target};
use super::refusal::Refusal;
use super::squares::Squares;
use super::{Area, Ranges};

/// Makes the nodes of squares anew, and their edges, and joins them to what is around.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Regenerate {
    pub squares: Squares,
    #[serde(default)]
    pub nodes: Nodes,
    #[serde(default)]
    pub planting: Planting,
}

/// What becomes of the nodes that are there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Nodes {
    /// Those stay that stand where a new one would be; the others go.
    #[default]
    Anew,
    /// All stay, and only their edges are made anew.
    Keep,
}

impl Regenerate {
    pub(super) fn apply(
        &self,
        area: &mut Area,
        geometry: &Geometry,
        progress: Progress<'_>,
    ) -> Result<Vec<String>, Refusal> {
        if area.ranges != Ranges::Running {
            return Err(Refusal::KeptRanges);
        }
        let before = area.clone();
        let (known, n_unknown) = known_squares(area, geometry, self.squares.resolve(area)?);
        if known.is_empty() {
            let zone = area.zones().first().copied().unwrap_or(Zone { x: 0, y: 0 });
            return Err(Refusal::NoGeometry { x: zone.x, y: zone.y });
        }
        let n_squares = known.values().map(BTreeSet::len).sum::<usize>();
        let steps = if self.nodes == Nodes::Anew { plant::STEPS + 1 } else { 1 };
        let mut steps = Steps::new(progress, steps * n_squares);
        if self.nodes == Nodes::Anew {
            self.replant(area, geometry, &known, &mut steps)?;
        }
        let n_cut = self.reconnect(area, &before, geometry, &known, &mut steps)?;
        let mut notes = vec![Comparison::of(&before, area).in_words()];
        if n_unknown > 0 {
            let (one, many) = (
                "square has no geometry and is left unchanged",
                "squares have no geometry and are left unchanged",
            );
            notes.push(counted(n_unknown, one, many));
        }
        notes.extend(match n_cut {
            0 => None,
            1 => Some(
                "1 edge over ground without geometry was removed: its node was regenerated".into(),
            ),
            n => Some(format!(
                "{n} edges over ground without geometry were removed: their nodes were regenerated"
            )),
        });
        Ok(notes)
    }

    /// Puts nodes, zone by zone, so that few are unpacked at a time.
    fn replant(
        &self,
        area: &mut Area,
        geometry: &Geometry,
        known: &ByZone,
        steps: &mut Steps<'_>,
    ) -> Result<(), Refusal> {
        let mut open: BTreeSet<SquareInWorld> = known.values().flatten().copied().collect();
        for (zone, squares) in known {
            let land = land_of(area, geometry, *zone, squares);
            open.retain(|square| !squares.contains(square));
            // Squares that are still to come get ways to these when it is their turn.
            let around = |square| match open.contains(&square) {
                true => Vec::new(),
                false => standings(area, square),
            };
            let field = Field::around(&land, squares);
            let planted = plant(&field, squares, around, &self.planting, steps);
            let planted = planted.continue_value().ok_or(Refusal::Cancelled)?;
            for (square, places) in planted {
                replace(area, square, &places)?;
            }
        }
        Ok(())
    }

    /// Makes edges, and says how many were lost where nobody knows whether they can be walked.
    fn reconnect(
        &self,
        area: &mut Area,
        before: &Area,
        geometry: &Geometry,
        known: &ByZone,
        steps: &mut Steps<'_>,
    ) -> Result<usize, Refusal> {
        let all: BTreeSet<SquareInWorld> = known.values().flatten().copied().collect();
        let mut n_cut = 0;
        for (zone, squares) in known {
            let land = land_of(area, geometry, *zone, squares);
            let land = Field::around(&land, squares);
            let unknown = Unknown { before, geometry, land: &land, stride: &self.planting.stride };
            let all_squares: Vec<SquareInWorld> = squares.iter().copied().collect();
            let made = steps.each(&all_squares, Steps::step, |square, _| {
                let made = nodes_in(area, *square).into_iter().map(|node| {
                    let mut edges = self.edges_of(area, &land, node);
                    unknown.keep_ways(area, node, &mut edges);
                    (node, edges)
                });
                ControlFlow::Continue(made.collect::<Vec<_>>())
            });
            let made = made.continue_value().ok_or(Refusal::Cancelled)?;
            for (node, edges) in made.into_iter().flatten() {
                area.set_edges(node, &edges);
            }
            if self.nodes == Nodes::Anew {
                n_cut += unknown.n_cut(area, squares);
                for node in self.beside(area, squares, &all) {
                    Refusal::unless(steps.ask())?;
                    self.join(area, before, &land, node, &all);
                }
            }
        }
        Ok(n_cut)
    }

    fn edges_of(&self, area: &Area, land: &impl Ground, node: NodeId) -> [Option<NodeId>; 8] {
        let Some(from) = area.pos(node) else { return [None; 8] };
        let near = area.nodes_near(from, f64::from(self.planting.stride.reach));
        let others = near.filter(|(_, other)| *other != node);
        edges_from(land, from, others, &self.planting.stride)
    }

    /// The nodes of other squares from which an edge could lead into these.
    fn beside(
        &self,
        area: &Area,
        squares: &BTreeSet<SquareInWorld>,
        all: &BTreeSet<SquareInWorld>,
    ) -> BTreeSet<NodeId> {
        let reach = f64::from(self.planting.stride.reach);
        let is_border =
            |square: &&SquareInWorld| square.around().any(|other| !all.contains(&other));
        let borders = squares.iter().filter(is_border);
        let near = borders.flat_map(|square| {
            let centre = square.cell(CellInSquare::CENTRE).centre(0);
            area.nodes_near(centre, reach + CORNER)
        });
        let is_outside =
            |pos: PosInWorld| square_of(pos).is_none_or(|square| !all.contains(&square));
        near.filter(|(pos, _)| is_outside(*pos)).map(|(_, node)| node).collect()
    }

    /// Gives a node outside the edges into the squares that it has room for, and others in place
    /// of those that were lost.
    fn join(
        &self,
        area: &mut Area,
        before: &Area,
        land: &impl Ground,
        node: NodeId,
        all: &BTreeSet<SquareInWorld>,
    ) {
        let is_new = |area: &Area, target: NodeId| {
            area.pos(target).and_then(square_of).is_some_and(|square| all.contains(&square))
        };
        let made = self.edges_of(area, land, node);
        for (octant, target) in Octant::all().zip(made) {
            let Some(target) = target else { continue };
            let is_open = match area.edge(node, octant) {
                None | Some(Target::Nowhere(_)) => true,
                Some(Target::Node(held)) => is_new(area, held),
            };
            let is_lost = area.edge(node, octant).is_none() && before.edge(node, octant).is_some();
            if is_open && (is_lost || is_new(area, target)) {
                area.set_edge(node, octant, Some(target));
            }
        }
    }
}

/// Ways that were there, over ground that there is no geometry of.
struct Unknown<'a> {
    before: &'a Area,
    geometry: &'a Geometry,
    land: &'a Field<'a, Land>,
    stride: &'a Stride,
}

impl Unknown<'_> {
    /// Whether a walk from a node to another ends where nobody knows how it goes on.
    fn is_way(&self, from: NodeId, to: NodeId) -> bool {
        let floor = |node| self.before.pos(node).and_then(standing);
        let (Some(from), Some(to)) = (floor(from), floor(to)) else { return false };
        let Err(cut) = walk(self.land, from, to, self.stride) else { return false };
        let zone = self.before.origin().zone_from_world(cut.cell_in_world);
        // The land may end before the geometry does.
        cut.reason == CutReason::Unknown
            && zone.is_none_or(|(zone, _)| self.geometry.zone(zone).is_none())
    }

    /// Leaves a node the edges of such ways in their octants.
    fn keep_ways(&self, area: &Area, node: NodeId, edges: &mut [Option<NodeId>; 8]) {
        for (octant, edge) in Octant::all().zip(edges) {
            let old = self.before.edge(node, octant).and_then(Target::node);
            let old = old.filter(|old| Some(*old) != *edge && area.contains(*old));
            let old = old.filter(|old| self.is_way(node, *old));
            *edge = old.or(*edge);
        }
    }

    /// The edges of such ways that went with nodes of these squares.
    fn n_cut(&self, area: &Area, squares: &BTreeSet<SquareInWorld>) -> usize {
        let nodes = squares.iter().flat_map(|square| nodes_in(self.before, *square));
        let gone = nodes.filter(|node| !area.contains(*node));
        let cut = gone.map(|node| {
            let out = self.before.targets(node).filter(|to| self.is_way(node, *to)).count();
            let others = self.before.edges_to(node).map(|edge| edge.node);
            // The edges of those that went, too, are told with them.
            let others = others.filter(|from| area.contains(*from) && self.is_way(*from, node));
            out + others.count()
        });
        cut.sum()
    }
}

/// From the middle of a square to its corner, rounded up, in units.
const CORNER: f64 = 91.0;

/// Squares by the zone that they are in.
type ByZone = BTreeMap<Zone, BTreeSet<SquareInWorld>>;

/// The squares that there is geometry of, and how many others.
fn known_squares(
    area: &Area,
    geometry: &Geometry,
    squares: BTreeSet<SquareInWorld>,
) -> (ByZone, usize) {
    let mut known = ByZone::new();
    let mut n_unknown = 0;
    for square in squares {
        let zone = area.cell_at(square.cell(CellInSquare::CENTRE).centre(0)).map(|(zone, _)| zone);
        match zone.filter(|zone| geometry.cells(*zone).is_some()) {
            Some(zone) => {
                known.entry(zone).or_default().insert(square);
            }
            None => n_unknown += 1,
        }
    }
    (known, n_unknown)
}

/// The land of some squares of a zone, and as far as edges lead.
fn land_of(
    area: &Area,
    geometry: &Geometry,
    zone: Zone,
    squares: &BTreeSet<SquareInWorld>,
) -> Land {
    const FEW: usize = 64;
    if squares.len() > FEW {
        return geometry.around_zone(area.origin(), zone);
    }
    let reach = 1000.0;
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for square in squares {
        let centre = square.cell(CellInSquare::CENTRE).centre(0);
        low = [low[0].min(centre.x - reach), low[1].min(centre.y - reach)];
        high = [high[0].max(centre.x + reach), high[1].max(centre.y + reach)];
    }
    geometry.between(area.origin(), low, high)
}

fn square_of(pos_in_world: PosInWorld) -> Option<SquareInWorld> {
    crate::space::tera::CellInWorld::of(pos_in_world).map(SquareInWorld::of)
}

fn square_id(area: &Area, square: SquareInWorld) -> Option<SquareId> {
    area.square_at(square.cell(CellInSquare::CENTRE).centre(0))
}

fn nodes_in(area: &Area, square: SquareInWorld) -> Vec<NodeId> {
    square_id(area, square).map(|square| area.nodes_in(square).collect()).unwrap_or_default()
}

fn standings(area: &Area, square: SquareInWorld) -> Vec<Standing> {
    let nodes = nodes_in(area, square).into_iter();
    nodes.filter_map(|node| area.pos(node).and_then(standing)).collect()
}

/// Gives a square these nodes. Those stay that stand at one of the places.
fn replace(area: &mut Area, square: SquareInWorld, places: &[PosInWorld]) -> Result<(), Refusal> {
    let mut wanted: Vec<PosInWorld> = places.to_vec();
    for node in nodes_in(area, square) {
        let at = area.pos(node).and_then(|pos| wanted.iter().position(|place| *place == pos));
        match at {
            Some(at) => {
                wanted.remove(at);
            }
            None => area.remove_node(node),
        }
    }
    for place in wanted {
        area.try_add(place)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
