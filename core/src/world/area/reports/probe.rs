//! What reports come to on an area: why somebody is stuck there, and which node or edge is at fault.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use serde::Serialize;

use super::cause::{Cause, Fault};
use super::{Report, Reported, Subject};
use crate::format::packed::Progress;
use crate::nav::tera::Stride;
use crate::nav::tera::blocked::is_blocked;
use crate::nav::tera::connect::standing;
use crate::nav::tera::ground::Ground;
use crate::nav::tera::route::NoRoute;
use crate::nav::tera::steps::{Steps, go_on};
use crate::nav::tera::walk::{CutReason, Standing, floors, walk};
use crate::space::tera::{CellInWorld, PosInWorld};
use crate::world::area::Area;
use crate::world::area::geometry::{Geometry, Land};
use crate::world::area::id::{EdgeRef, NodeId};
use crate::world::area::places::Places;
use crate::world::area::routes::{MAX_OFF, Outcome, Spot};

/// More nodes than this are no small part of an area.
const MAX_PART: usize = 100;

/// Farther than any world reaches, and small enough to be squared.
const FARTHEST: f32 = 1e12;

/// An edge passes by a place within two cells on the ground.
const PASSES_BY_IN_WORLD: f64 = 32.0;
/// Reported heights are those of feet, of heads, or of whatever fell down there.
const PASSES_BY_Z_IN_WORLD: f64 = 100.0;

/// What a report comes to.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Probed {
    pub cause: Cause,
    pub fault: Option<Fault>,
    /// The nodes that the place, or start and goal, were taken for.
    pub from: Option<NodeId>,
    pub to: Option<NodeId>,
    /// Of the way, where there is one, in the game's units.
    pub length: Option<f64>,
}

/// Reports with the same thing at fault.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Group {
    pub cause: Cause,
    pub fault: Option<Fault>,
    /// How often all of them were reported.
    pub count: u64,
    /// By their places among the reports.
    pub reports: Vec<usize>,
}

/// What all reports come to.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Findings {
    /// One for each report.
    pub probed: Vec<Probed>,
    /// Those with most reports first, and those where nothing is wrong last.
    pub groups: Vec<Group>,
}

impl Area {
    /// Looks at every report.
    pub fn probe_reports(
        &self,
        places: &Places,
        geometry: &Geometry,
        reports: &[Report],
    ) -> Findings {
        let found = self.probe_reports_watched(places, geometry, reports, &mut go_on);
        found.continue_value().unwrap_or_default()
    }

    /// The same for whoever watches and may break it off.
    pub fn probe_reports_watched(
        &self,
        places: &Places,
        geometry: &Geometry,
        reports: &[Report],
        progress: Progress<'_>,
    ) -> ControlFlow<(), Findings> {
        let geometry = &geometry.of(self);
        let prober = Prober { area: self, places, geometry };
        let mut steps = Steps::new(progress, reports.len());
        let mut probed: Vec<Probed> = Vec::with_capacity(reports.len());
        for report in reports {
            probed.push(prober.probe(report));
            steps.step()?;
        }
        let mut groups: BTreeMap<(Cause, Option<Fault>), Vec<usize>> = BTreeMap::new();
        for (idx, found) in probed.iter().enumerate() {
            groups.entry((found.cause, found.fault)).or_default().push(idx);
        }
        let groups = groups.into_iter();
        let mut groups: Vec<Group> = groups
            .map(|((cause, fault), listed)| {
                let of_group = listed.iter().filter_map(|idx| reports.get(*idx));
                let count = of_group.map(|report| u64::from(report.count)).sum();
                Group { cause, fault, count, reports: listed }
            })
            .collect();
        groups.sort_by_key(|group| (group.cause == Cause::Fine, Reverse(group.count)));
        ControlFlow::Continue(Findings { probed, groups })
    }
}

struct Prober<'a> {
    area: &'a Area,
    places: &'a Places,
    geometry: &'a Geometry,
}

type Verdict = (Cause, Option<Fault>);

impl Prober<'_> {
    fn probe(&self, report: &Report) -> Probed {
        match report.subject {
            Subject::Place(place) => self.probe_place(place),
            Subject::Way { from, to } => self.probe_way(from, to),
        }
    }

    fn probe_place(&self, place: Reported) -> Probed {
        let node = self.node_at(place);
        let on_edge = self.trouble_of_passing(place);
        let (cause, fault) = match node {
            None => on_edge.unwrap_or_else(|| (Cause::NoNodeNear, self.nearest_at_all(place))),
            Some(node) => on_edge
                .or_else(|| self.trouble_of_place(place, node))
                .or_else(|| self.trouble_of_node(node))
                .or_else(|| self.trouble_between(place, node))
                .unwrap_or((Cause::Fine, None)),
        };
        Probed { cause, fault, from: node, to: None, length: None }
    }

    fn probe_way(&self, from: Reported, to: Reported) -> Probed {
        let (start, goal) = (self.node_at(from), self.node_at(to));
        let (Some(start_node), Some(goal_node)) = (start, goal) else {
            let fault = self.nearest_at_all(if start.is_none() { from } else { to });
            let (cause, length) = (Cause::NoNodeNear, None);
            return Probed { cause, fault, from: start, to: goal, length };
        };
        let probe = self.area.probe(self.places, Spot::Node(start_node), Spot::Node(goal_node));
        let mut length = None;
        let (cause, fault) = match &probe.outcome {
            Outcome::Reached(route) => {
                length = Some(route.length);
                let steps = route.nodes.iter().zip(route.nodes.iter().skip(1));
                let mut edges = steps.filter_map(|(a, b)| self.edge(NodeId(*a), NodeId(*b)));
                edges
                    .find(|edge| self.is_edge_blocked(*edge))
                    .map(|edge| (Cause::Blocked, Some(Fault::Edge(edge))))
                    .or_else(|| self.trouble_between(from, start_node))
                    .or_else(|| self.trouble_between(to, goal_node))
                    .unwrap_or((Cause::Fine, None))
            }
            Outcome::CutOff(NoRoute::OneWay { from, to }) => {
                let edge = self.edge(NodeId(*to), NodeId(*from));
                (Cause::OneWay, edge.map(Fault::Edge))
            }
            Outcome::CutOff(NoRoute::Apart { stuck_at, .. }) => {
                (Cause::Apart, Some(Fault::Node(NodeId(*stuck_at))))
            }
            Outcome::CutOff(NoRoute::NoNode { .. }) | Outcome::NoNodeNear { .. } => {
                (Cause::NoNodeNear, None)
            }
        };
        Probed { cause, fault, from: start, to: goal, length }
    }

    /// Whoever is stuck on the way along an edge stands far from its nodes: of those that pass by
    /// the place, the nearest one that can't be walked. One at the height of the place comes before
    /// one that somebody fell down from.
    fn trouble_of_passing(&self, place: Reported) -> Option<Verdict> {
        let pos = PosInWorld { x: place.x, y: place.y, z: place.z.unwrap_or(0.0) };
        let near = self.area.nodes_near(pos, MAX_OFF.into()).flat_map(|(from, node)| {
            let edges = self.area.edges(node).map(move |edge| EdgeRef::new(node, edge.octant));
            edges.map(move |edge| (from, edge))
        });
        let mut passing: Vec<(bool, f64, EdgeRef)> = near
            .filter_map(|(from, edge)| {
                let to = self.area.pos(self.area.target_of(edge)?.node()?)?;
                let is_at_height = place.z.is_none_or(|z| {
                    z >= from.z.min(to.z) - PASSES_BY_Z_IN_WORLD
                        && z <= from.z.max(to.z) + PASSES_BY_Z_IN_WORLD
                });
                let off = off_line(pos, from, to);
                (off <= PASSES_BY_IN_WORLD).then_some((!is_at_height, off, edge))
            })
            .collect();
        passing.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
        let (_, _, edge) = passing.into_iter().find(|(is_off_height, _, edge)| {
            self.is_edge_blocked(*edge) && (!is_off_height || self.leads_down_to(*edge, pos))
        })?;
        Some((Cause::Blocked, Some(Fault::Edge(edge))))
    }

    /// Whether whoever walks along an edge beside a place comes down there to a floor at its height,
    /// lower than both ends.
    fn leads_down_to(&self, edge: EdgeRef, pos: PosInWorld) -> bool {
        let Some((land, from, to)) = self.walk_of(edge) else { return false };
        if pos.z > f64::from(from.z.min(to.z)) {
            return false;
        }
        let own_cell = CellInWorld::of(pos);
        let own_floor = |z| own_cell.and_then(|cell| land.nearest_floor(cell, z));
        let is_at_height = |z: i32| (f64::from(z) - pos.z).abs() <= PASSES_BY_Z_IN_WORLD;
        floors(&land, from, to).filter(|floor| is_beside(pos, floor.cell_in_world)).any(|floor| {
            is_at_height(floor.z)
                || own_floor(floor.z).is_some_and(|own| is_at_height(own.z.into()))
        })
    }

    /// Whether there is a floor at all.
    fn trouble_of_place(&self, place: Reported, node: NodeId) -> Option<Verdict> {
        let pos = self.pos(place, node)?;
        let cell = CellInWorld::of(pos)?;
        let land = self.geometry.around(self.area.origin(), pos, 0.0);
        let is_empty = land.is_known(cell) && land.volumes(cell).is_empty();
        is_empty.then_some((Cause::NoFloor, Some(Fault::Node(node))))
    }

    /// What edges from and to a node tell, and those of the nodes around it.
    fn trouble_of_node(&self, node: NodeId) -> Option<Verdict> {
        let area = self.area;
        let leads_out = area.targets(node).any(|target| target != node);
        let is_led_to = area.edges_to(node).any(|edge| edge.node != node);
        if !leads_out && !is_led_to {
            return Some((Cause::Alone, Some(Fault::Node(node))));
        }
        if let Some(verdict) = self.one_sided(node) {
            return Some(verdict);
        }
        if self.is_small(&area.component_up_to(node, MAX_PART)) {
            return Some((Cause::Island, Some(Fault::Node(node))));
        }
        let own = area.edges(node).map(|edge| EdgeRef::new(node, edge.octant));
        let mut edges = own.chain(area.edges_to(node));
        let edge = edges.find(|edge| self.is_edge_blocked(*edge))?;
        Some((Cause::Blocked, Some(Fault::Edge(edge))))
    }

    /// Whether nodes are few, and not most of those that there are.
    fn is_small(&self, part: &BTreeSet<NodeId>) -> bool {
        part.len() <= MAX_PART && part.len() * 2 < self.area.n_nodes() as usize
    }

    /// Whether one can go only in or only out, with an edge that shows it.
    fn one_sided(&self, node: NodeId) -> Option<Verdict> {
        let area = self.area;
        let onwards = reached(node, |node| area.targets(node).collect());
        if self.is_small(&onwards) {
            let edges = onwards.iter().flat_map(|node| area.edges_to(*node));
            let into = edges.filter(|edge| !onwards.contains(&edge.node)).min();
            if let Some(edge) = into {
                return Some((Cause::Trap, Some(Fault::Edge(edge))));
            }
        }
        let back = reached(node, |node| area.edges_to(node).map(|edge| edge.node).collect());
        if !self.is_small(&back) {
            return None;
        }
        let edges = back.iter().flat_map(|node| {
            let targets = area.edges(*node);
            targets.filter_map(|edge| Some((edge.target.node()?, EdgeRef::new(*node, edge.octant))))
        });
        let out = edges.filter(|(target, _)| !back.contains(target)).map(|(_, edge)| edge).min();
        out.map(|edge| (Cause::Unreachable, Some(Fault::Edge(edge))))
    }

    /// Whether one can walk straight from a place to its node.
    fn trouble_between(&self, place: Reported, node: NodeId) -> Option<Verdict> {
        let pos = self.pos(place, node)?;
        let (from, to) = (standing(pos)?, self.area.pos(node).and_then(standing)?);
        let reach = f64::from(MAX_OFF);
        let land = self.geometry.around(self.area.origin(), pos, reach);
        let cut = walk(&land, from, to, &Stride::default()).err()?;
        let is_walled = cut.reason != CutReason::Unknown && is_blocked(&land, from, to);
        is_walled.then_some((Cause::Walled, Some(Fault::Node(node))))
    }

    fn is_edge_blocked(&self, edge: EdgeRef) -> bool {
        let Some((land, from, to)) = self.walk_of(edge) else { return false };
        let is_known = |cell| land.is_known(cell);
        is_known(from.cell_in_world) && is_known(to.cell_in_world) && is_blocked(&land, from, to)
    }

    /// The land between the ends of an edge, and where it is walked from and to.
    fn walk_of(&self, edge: EdgeRef) -> Option<(Land, Standing, Standing)> {
        let target = self.area.target_of(edge)?.node()?;
        let (from, to) = (self.area.pos(edge.node)?, self.area.pos(target)?);
        let low = [from.x.min(to.x), from.y.min(to.y)];
        let high = [from.x.max(to.x), from.y.max(to.y)];
        let land = self.geometry.between(self.area.origin(), low, high);
        Some((land, standing(from)?, standing(to)?))
    }

    fn edge(&self, from: NodeId, to: NodeId) -> Option<EdgeRef> {
        Some(EdgeRef::new(from, self.area.octant_of_edge(from, to)?))
    }

    fn node_at(&self, place: Reported) -> Option<NodeId> {
        let pos = PosInWorld { x: place.x, y: place.y, z: place.z.unwrap_or(0.0) };
        if place.z.is_some() {
            return self.places.nearest(pos, MAX_OFF);
        }
        // Which floor is meant nobody knows: the nearest on the ground, and the lower of two.
        let near = self.area.nodes_near(pos, MAX_OFF.into());
        let near = near.map(|(at, node)| (at.distance_on_ground(pos), at.z, node));
        let within = near.filter(|(off, _, _)| *off <= f64::from(MAX_OFF));
        let nearest =
            within.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
        nearest.map(|(_, _, node)| node)
    }

    /// The nearest node, however far it is.
    fn nearest_at_all(&self, place: Reported) -> Option<Fault> {
        let pos = PosInWorld { x: place.x, y: place.y, z: place.z.unwrap_or(0.0) };
        self.places.nearest(pos, FARTHEST).map(Fault::Node)
    }

    /// A place in space; at the height of its node where none was reported.
    fn pos(&self, place: Reported, node: NodeId) -> Option<PosInWorld> {
        let z = place.z.or_else(|| Some(self.area.pos(node)?.z))?;
        Some(PosInWorld { x: place.x, y: place.y, z })
    }
}

/// Whether a place is as near to a cell as edges pass by it.
fn is_beside(pos: PosInWorld, cell: CellInWorld) -> bool {
    let centre = cell.centre(0);
    let is_near = |a: f64, b: f64| (a - b).abs() <= PASSES_BY_IN_WORLD;
    is_near(pos.x, centre.x) && is_near(pos.y, centre.y)
}

/// How far a place is from a line on the ground.
fn off_line(pos: PosInWorld, from: PosInWorld, to: PosInWorld) -> f64 {
    let (along_x, along_y) = (to.x - from.x, to.y - from.y);
    let (x, y) = (pos.x - from.x, pos.y - from.y);
    let length_2 = (along_x * along_x + along_y * along_y).max(f64::MIN_POSITIVE);
    let share = ((x * along_x + y * along_y) / length_2).clamp(0.0, 1.0);
    (x - share * along_x).hypot(y - share * along_y)
}

/// All that one comes to from a node, given up once that is many.
fn reached(node: NodeId, next: impl Fn(NodeId) -> Vec<NodeId>) -> BTreeSet<NodeId> {
    let mut found = BTreeSet::from([node]);
    let mut open = vec![node];
    while let Some(node) = open.pop().filter(|_| found.len() <= MAX_PART) {
        for next in next(node) {
            if found.insert(next) {
                open.push(next);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::tera::zgd::{Volume, Zgd};
    use crate::space::tera::{Octant, Zone};
    use crate::world::area::reports::read;
    use crate::world::area::tests::area;

    /// A plain with a wall at cell 20 and a hole at (4, 60), and no node beyond cell 100.
    fn geometry() -> Geometry {
        let zgd = Zgd::from_cells(|x, y, cell| match (x, y) {
            (20, 0..40) => cell.push(Volume { z: 300, height: 500 }),
            (4, 60) => {}
            _ => cell.push(Volume { z: 0, height: 500 }),
        });
        Geometry::of_zones([(Zone { x: 1000, y: 1000 }, zgd)])
    }

    fn probed(area: &Area, text: &str) -> Vec<(Cause, Option<Fault>)> {
        let reports = read(text).reports;
        let findings = area.probe_reports(&Places::of(area), &geometry(), &reports);
        findings.probed.iter().map(|probed| (probed.cause, probed.fault)).collect()
    }

    fn edge(node: u32, octant: u8) -> Option<Fault> {
        Octant::new(octant).map(|octant| Fault::Edge(EdgeRef::new(NodeId(node), octant)))
    }

    fn node(node: u32) -> Option<Fault> {
        Some(Fault::Node(NodeId(node)))
    }

    #[test]
    fn each_cause_is_told_with_what_is_at_fault() {
        // 0 and 1 both ways, 1 to 2 one way, 3 and 4 apart, 5 through the wall to 6, 7 alone.
        let cells = [(4, 4), (10, 4), (16, 4), (4, 44), (4, 50), (17, 9), (24, 9), (60, 60)];
        let mut order: Vec<usize> = (0..cells.len()).collect();
        order.sort_by_key(|idx| (cells[*idx].0 / 8, cells[*idx].1 / 8));
        let sorted: Vec<_> = order.iter().map(|idx| cells[*idx]).collect();
        let at = |old: usize| order.iter().position(|idx| *idx == old).unwrap() as u32;
        let edges = [(0, 1), (1, 0), (1, 2), (3, 4), (4, 3), (5, 6), (6, 5)];
        let edges: Vec<_> = edges.iter().map(|(a, b)| (at(*a), at(*b))).collect();
        let area = area(&sorted, &edges);
        let place = |idx: usize| {
            let (x, y) = cells[idx];
            format!("{},{},0", x * 16 + 8, y * 16 + 8)
        };
        let way = |a: usize, b: usize| format!("from {} to {}", place(a), place(b));
        assert_eq!(probed(&area, &way(0, 2))[0].0, Cause::Fine);
        assert_eq!(probed(&area, &way(2, 0)), [(Cause::OneWay, edge(at(1), 0))]);
        assert_eq!(probed(&area, &way(0, 4)), [(Cause::Apart, node(at(0)))]);
        let octant = area.octant_of_edge(NodeId(at(5)), NodeId(at(6))).unwrap().number();
        assert_eq!(probed(&area, &way(5, 6)), [(Cause::Blocked, edge(at(5), octant))]);
        // Between the two nodes, where the wall is.
        for z in [", 0", ", 90", ""] {
            let stuck = probed(&area, &format!("stuck at (315, 152{z})"));
            assert_eq!(stuck, [(Cause::Blocked, edge(at(5), octant))], "{z}");
        }
        assert_ne!(probed(&area, "stuck at (315, 152, 400)")[0].0, Cause::Blocked, "far above");
        assert_eq!(probed(&area, "from 5000,5000,0 to 1,1,1"), [(Cause::NoNodeNear, node(at(7)))]);
        assert_eq!(probed(&area, &format!("at {}", place(7))), [(Cause::Alone, node(at(7)))]);
        assert_eq!(probed(&area, "at (72, 968, 0)"), [(Cause::NoFloor, node(at(4)))]);
        assert_eq!(probed(&area, &format!("at {}", place(2))), [(Cause::Trap, edge(at(1), 0))]);
        assert_eq!(probed(&area, "at (9000, 9000)")[0].0, Cause::NoNodeNear);
        // Only the place on the ground is known.
        assert_eq!(probed(&area, "at (968, 968)"), [(Cause::Alone, node(at(7)))]);
    }

    #[test]
    fn a_bad_edge_is_found_from_the_floor_that_one_falls_to_beside_it() {
        // A pit beyond cell 20, with the other node on its floor, and a cellar below all of it.
        let zgd = Zgd::from_cells(|x, _, cell| {
            cell.push(Volume { z: -2000, height: 100 });
            cell.push(Volume { z: if x < 20 { 0 } else { -600 }, height: 900 });
        });
        let geometry = Geometry::of_zones([(Zone { x: 1000, y: 1000 }, zgd)]);
        let area = area(&[(12, 4), (28, 4)], &[(0, 1)]);
        let octant = area.octant_of_edge(NodeId(0), NodeId(1)).unwrap().number();
        for z in [-600, -520, -80, 0, 90] {
            for x in [200, 330, 400] {
                let reports = read(&format!("stuck at ({x}, 72, {z})")).reports;
                let found = area.probe_reports(&Places::of(&area), &geometry, &reports);
                let Probed { cause, fault, .. } = found.probed[0];
                let is_its_floor = z < -500 && x > 320 || z > -100;
                let is_found = (cause, fault) == (Cause::Blocked, edge(0, octant));
                assert_eq!(is_found, is_its_floor, "{x}, {z}");
            }
        }
        let reports = read("stuck at (330, 72, -2000)").reports;
        let found = area.probe_reports(&Places::of(&area), &geometry, &reports);
        assert_ne!(found.probed[0].cause, Cause::Blocked, "nothing falls through a floor");
    }

    #[test]
    fn reports_of_the_same_fault_are_one_group() {
        let area = area(&[(4, 4), (6, 5), (12, 4)], &[(0, 1), (1, 0), (2, 1)]);
        let text = "72,72,0 200,72,0\n104,88,0 200,72,0\nat 72,72,0\n72,72,1 200,72,1\nat 0,9999,0";
        let reports = read(text).reports;
        let findings = area.probe_reports(&Places::of(&area), &Geometry::none(), &reports);
        let groups: Vec<_> = findings.groups.iter().map(|g| (g.cause, g.reports.clone())).collect();
        assert_eq!(
            groups,
            [(Cause::OneWay, vec![0, 1, 3]), (Cause::NoNodeNear, vec![4]), (Cause::Fine, vec![2]),]
        );
        let until = &mut |n_done, n_all| {
            assert_eq!(n_all, 5);
            if n_done == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let (places, none) = (Places::of(&area), Geometry::none());
        assert!(area.probe_reports_watched(&places, &none, &reports, until).is_break());
    }
}
