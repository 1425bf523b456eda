//! Which problems are explained by others: a node that was moved, and not its edges, one by one.

use std::collections::BTreeMap;

use crate::problem::{Cause, Place, Problem, Spot, Thing};
use crate::world::area::Area;
use crate::world::area::id::{NodeId, SquareId};

use super::centre_missing::NO_CENTRE;
use super::odd_cell::ODD_CELL;
use super::ranges::{ORDER, RANGES};
use super::square::{NOWHERE, WRONG_SQUARE};
use super::whereabouts::MOVED;
use super::{EFFECTS, nodes_of};

/// Problems by their code and what they are about: their places in the list.
struct ByCode<'p> {
    of_nodes: BTreeMap<(&'p str, NodeId), usize>,
    of_squares: BTreeMap<SquareId, usize>,
    of_cells: BTreeMap<&'p Place, usize>,
}

/// Gives problems their causes. `broken` says which nodes and edges break on which cell.
pub(super) fn explain(area: &Area, problems: &mut [Problem], broken: &BTreeMap<Thing, Place>) {
    let by_code = ByCode::of(area, problems);
    let direct: Vec<Option<usize>> = problems
        .iter()
        .enumerate()
        .map(|(own, problem)| by_code.cause_of(area, problem, broken).filter(|cause| *cause != own))
        .collect();
    let causes: Vec<Option<Cause>> = (0..problems.len())
        .map(|own| {
            let problem = problems.get(first_of(&direct, own).filter(|first| *first != own)?)?;
            Some(Cause { code: problem.code, place: problem.place.clone() })
        })
        .collect();
    for (problem, cause) in problems.iter_mut().zip(causes) {
        problem.cause = cause.map(Box::new);
    }
}

/// The cause of a cause, to the first of all.
fn first_of(direct: &[Option<usize>], own: usize) -> Option<usize> {
    // No rule is the cause of itself by way of more others than that.
    let chain = std::iter::successors(Some(own), |at| direct.get(*at).copied().flatten());
    chain.take(8).last()
}

impl<'p> ByCode<'p> {
    fn of(area: &Area, problems: &'p [Problem]) -> ByCode<'p> {
        let (mut of_nodes, mut of_squares) = (BTreeMap::new(), BTreeMap::new());
        let mut of_cells = BTreeMap::new();
        let is_cause = |code: &str| {
            EFFECTS.iter().flat_map(|effect| effect.causes).any(|cause| cause.code == code)
        };
        for (problem, at) in problems.iter().zip(0..) {
            match &problem.place.spot {
                Spot::Thing(Thing::Cell { .. }) if problem.code == ODD_CELL.code => {
                    of_cells.insert(&problem.place, at);
                }
                Spot::Thing(Thing::Object { index, .. })
                    if [RANGES.code, ORDER.code].contains(&problem.code) =>
                {
                    of_squares.entry(SquareId(*index)).or_insert(at);
                }
                Spot::Thing(Thing::Node { .. } | Thing::Edge { .. }) if is_cause(problem.code) => {
                    for node in nodes_of(area, problem).unwrap_or_default() {
                        of_nodes.entry((problem.code, node)).or_insert(at);
                    }
                }
                _ => {}
            }
        }
        ByCode { of_nodes, of_squares, of_cells }
    }

    fn cause_of(
        &self,
        area: &Area,
        problem: &Problem,
        broken: &BTreeMap<Thing, Place>,
    ) -> Option<usize> {
        let Spot::Thing(thing) = &problem.place.spot else { return None };
        // A node off its floor and the edges that are blocked there, but not what else they have.
        let is_of_cell = super::odd_cell::BREAKS.iter().any(|rule| rule.code == problem.code);
        let cell = broken.get(thing).filter(|_| is_of_cell);
        if let Some(at) = cell.and_then(|cell| self.of_cells.get(cell)) {
            return Some(*at);
        }
        if problem.code == WRONG_SQUARE.code
            && let Some(at) = self.of_square(area, thing)
        {
            return Some(at);
        }
        let nodes = nodes_of(area, problem)?;
        if problem.code == NO_CENTRE.code {
            let lost = [MOVED.code, NOWHERE.code, WRONG_SQUARE.code];
            return lost.iter().find_map(|code| self.about(code, &nodes));
        }
        let effects = EFFECTS.iter().filter(|effect| effect.rule.code == problem.code);
        let causes = effects.flat_map(|effect| effect.causes);
        causes.into_iter().find_map(|cause| self.about(cause.code, &nodes))
    }

    fn about(&self, code: &str, nodes: &[NodeId]) -> Option<usize> {
        nodes.iter().find_map(|node| self.of_nodes.get(&(code, *node)).copied())
    }

    /// The list of nodes that has a node wrongly: that of the square that it is in, or that has it.
    fn of_square(&self, area: &Area, thing: &Thing) -> Option<usize> {
        let Thing::Node { index } = thing else { return None };
        let node = NodeId(*index);
        let here = area.pos(node).and_then(|pos| area.square_at(pos));
        let squares = area.square_of(node).into_iter().chain(here);
        squares.into_iter().find_map(|square| self.of_squares.get(&square).copied())
    }
}

#[cfg(test)]
mod tests {
    use crate::check::area::check;
    use crate::format::tera::zgd::{Volume, Zgd};
    use crate::problem::Spot;
    use crate::problem::Thing;
    use crate::space::tera::Zone;
    use crate::world::area::geometry::Geometry;
    use crate::world::area::tests::{act_on, area};

    /// Codes with those that explain them, and where they are.
    fn found(area: &crate::world::area::Area, geometry: &Geometry) -> Vec<(String, String)> {
        let problems = check("a.apd", area, geometry);
        let cause = |code: &str| code.to_owned();
        let all = problems.iter().map(|problem| {
            let of = problem.cause.as_ref().map(|of| cause(of.code)).unwrap_or_default();
            (problem.code.to_owned(), of)
        });
        let mut all: Vec<_> = all.collect();
        all.sort();
        all.dedup();
        all
    }

    fn flat() -> Geometry {
        let plain = Zgd::from_cells(|_, _, cell| cell.push(Volume { z: 0, height: 500 }));
        Geometry::of_zones([(Zone { x: 1000, y: 1000 }, plain)])
    }

    fn of(code: &str, cause: &str) -> (String, String) {
        (code.to_owned(), cause.to_owned())
    }

    #[test]
    fn a_nudged_node_explains_its_edges() {
        let pairs = [(0, 1), (1, 0), (1, 2), (2, 1)];
        let start = area(&[(4, 4), (6, 5), (8, 6)], &pairs);
        let edges = start.n_edges();
        let nudged =
            act_on(&start, &flat(), r#"{"action":"set-node","node":1,"at":[105,81,0]}"#).unwrap();
        assert_eq!(nudged.n_edges(), edges);
        let problems = check("a.apd", &nudged, &flat());
        let root = problems.iter().find(|problem| problem.code == "apd-node-off-centre").unwrap();
        assert_eq!(root.world, Some([105.0, 81.0, 0.0]));
        assert_eq!(root.cause, None);
    }

    #[test]
    fn a_bad_cell_explains_what_breaks_on_it() {
        let pairs = [(0, 1), (1, 0), (1, 2), (2, 1)];
        let start = area(&[(4, 4), (8, 4), (12, 4)], &pairs);
        let flat_cell = Zgd::from_cells(|x, y, cell| {
            let height = if (x, y) == (8, 4) { 0 } else { 500 };
            cell.push(Volume { z: 0, height });
        });
        let geometry = Geometry::of_zones([(Zone { x: 1000, y: 1000 }, flat_cell)]);
        let all = found(&start, &geometry);
        assert!(all.contains(&of("zgd-odd-cell", "")), "{all:?}");
        assert!(all.contains(&of("apd-edge-blocked", "zgd-odd-cell")), "{all:?}");
        assert!(!all.contains(&of("apd-edge-blocked", "")), "{all:?}");
        let problems = check("a.apd", &start, &geometry);
        let cell = problems.iter().find(|problem| problem.code == "zgd-odd-cell").unwrap();
        assert_eq!(cell.place.spot, Spot::Thing(Thing::Cell { x: 8, y: 4 }));
        assert_eq!(cell.world, Some([136.0, 72.0, 0.0]));
    }

    #[test]
    fn a_hole_explains_the_edges_that_lead_over_it_though_one_can_walk_around() {
        let pairs = [(0, 1), (1, 0)];
        let start = area(&[(4, 4), (12, 4)], &pairs);
        let with_hole = Zgd::from_cells(|x, y, cell| {
            if (x, y) != (8, 4) {
                cell.push(Volume { z: 0, height: 500 });
            }
        });
        let geometry = Geometry::of_zones([(Zone { x: 1000, y: 1000 }, with_hole)]);
        let all = found(&start, &geometry);
        assert!(all.contains(&of("zgd-odd-cell", "")), "{all:?}");
        assert!(all.contains(&of("apd-edge-steep", "zgd-odd-cell")), "{all:?}");
        assert!(!all.contains(&of("apd-edge-steep", "")), "{all:?}");
    }
}
