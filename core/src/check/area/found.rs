//! What was found in an area, and the fixes that several rules share.

use std::collections::BTreeMap;

use crate::check::found;
use crate::problem::{Fix, Place, Problem, Rule, Thing};
use crate::space::tera::CellInWorld;
use crate::world::area::Area;
use crate::world::area::id::{EdgeRef, NodeId};

use super::odd_cell::Blamed;
use super::{causes, in_world};

/// Problems of a file.
pub(super) struct Found<'f> {
    file: &'f str,
    found: found::Found,
    /// Cells of the geometry that nodes and edges break on.
    blamed: BTreeMap<CellInWorld, Blamed>,
    /// What breaks on a cell that was named, with the place of the cell.
    broken: BTreeMap<Thing, Place>,
}

impl<'f> Found<'f> {
    pub(super) fn new(file: &'f str) -> Found<'f> {
        let (blamed, broken) = (BTreeMap::new(), BTreeMap::new());
        Found { file, found: found::Found::default(), blamed, broken }
    }

    pub(super) fn blame(&mut self, cell: CellInWorld) -> &mut Blamed {
        self.blamed.entry(cell).or_default()
    }

    pub(super) fn take_blamed(&mut self) -> BTreeMap<CellInWorld, Blamed> {
        std::mem::take(&mut self.blamed)
    }

    pub(super) fn add(
        &mut self,
        rule: &'static Rule,
        thing: Thing,
        problem: impl FnOnce() -> (String, Vec<Fix>),
    ) {
        let file = self.file;
        self.add_at(rule, || Place::thing(file, thing), problem);
    }

    pub(super) fn add_at(
        &mut self,
        rule: &'static Rule,
        place: impl FnOnce() -> Place,
        problem: impl FnOnce() -> (String, Vec<Fix>),
    ) {
        self.found.add(rule, place, problem);
    }

    /// These things break on a cell.
    pub(super) fn break_on(&mut self, cell: &Place, things: Vec<Thing>) {
        self.broken.extend(things.into_iter().map(|thing| (thing, cell.clone())));
    }

    /// Whether something breaks on a cell.
    pub(super) fn breaks_on(&self, cell: &Place) -> bool {
        self.broken.values().any(|own| own == cell)
    }

    /// What is found however often it is there, since nothing is done about it one by one.
    pub(super) fn push(&mut self, problem: Problem) {
        self.found.push(problem);
    }

    pub(super) fn file(&self) -> &str {
        self.file
    }

    pub(super) fn finish(self) -> Vec<Problem> {
        self.found.finish(self.file)
    }

    /// The same, each with its place in the world and what explains it.
    pub(super) fn explained(self, area: &Area) -> Vec<Problem> {
        let mut problems = self.found.finish(self.file);
        in_world::place(area, &mut problems);
        causes::explain(area, &mut problems, &self.broken);
        problems
    }
}

pub(super) fn node_thing(node: NodeId) -> Thing {
    Thing::Node { index: node.0 }
}

pub(super) fn edge_thing(edge: EdgeRef) -> Thing {
    Thing::Edge { node: edge.node.0, octant: edge.octant }
}

pub(super) mod fixes {
    //! Fixes that several rules share.

    use crate::check::fix;
    use crate::nav::tera::Stride;
    use crate::nav::tera::connect::{nearest_first, standing};
    use crate::nav::tera::walk::{CutReason, walk};
    use crate::problem::Fix;
    use crate::space::tera::Octant;
    use crate::world::area::Area;
    use crate::world::area::action::Action;
    use crate::world::area::edges::{AddEdge, RemoveEdge, Taken, Ways};
    use crate::world::area::geometry::Geometry;
    use crate::world::area::id::{EdgeRef, NodeId};
    use crate::world::area::nodes::{DeleteNodes, RelistNodes};
    use crate::world::area::regenerate::Regenerate;
    use crate::world::area::selection::Selection;
    use crate::world::area::squares::Squares;

    /// A fix that is done together with others only where it drops no edge.
    pub(in super::super) fn keeping(area: &Area, title: &str, action: &Action) -> Fix {
        let fix = fix(title, action);
        let Ok(resolved) = action.resolve(area, &Geometry::none()) else { return fix.one_by_one() };
        let nodes = resolved.edit.map(|edit| edit.nodes(area)).unwrap_or_default();
        let now = &resolved.area;
        let keeps =
            |node: &NodeId| area.targets(*node).all(|to| now.targets(*node).any(|now| now == to));
        if nodes.iter().all(keeps) { fix } else { fix.one_by_one() }
    }

    /// Somebody may have put it there.
    pub(in super::super) fn delete(node: NodeId) -> Fix {
        delete_copy(node).one_by_one()
    }

    /// The same of a node that is there twice.
    pub(in super::super) fn delete_copy(node: NodeId) -> Fix {
        fix("Delete the node", &Action::DeleteNodes(DeleteNodes { nodes: Selection::of(node) }))
    }

    pub(in super::super) fn remove(edge: EdgeRef) -> Fix {
        let EdgeRef { node, octant } = edge;
        fix("Remove the edge", &Action::RemoveEdge(RemoveEdge { node, octant }))
    }

    /// Puts the edge that the game's own rule has in an octant there, in place of one that is wrong;
    /// where there is none, takes it away.
    pub(in super::super) fn replace(area: &Area, geometry: &Geometry, edge: EdgeRef) -> Fix {
        let EdgeRef { node: from, octant } = edge;
        let own = Octant::new(octant).and_then(|octant| own_target(area, geometry, from, octant));
        let Some(to) = own else { return remove(edge) };
        let (ways, taken) = (Ways::One, Taken::Replace);
        let add = Action::AddEdge(AddEdge { from, to, ways, taken });
        fix(format!("Redirect it to {to}, as in the game's own areas"), &add)
    }

    /// Where the edge of a node leads by the game's own rule: to the nearest node of the octant that
    /// can be walked to. Where nobody knows the ground, to the nearest that has an edge back.
    fn own_target(
        area: &Area,
        geometry: &Geometry,
        node: NodeId,
        octant: Octant,
    ) -> Option<NodeId> {
        let stride = Stride::default();
        let reach = f64::from(stride.reach);
        let pos = area.pos(node).filter(|pos| pos.is_finite())?;
        let land = geometry.around(area.origin(), pos, reach);
        let from = standing(pos)?;
        let near = area.nodes_near(pos, reach).filter(|(_, other)| *other != node);
        let near = near.collect::<Vec<_>>();
        let in_octant = nearest_first(pos, near, &stride).filter(|(own, ..)| *own == octant);
        for (_, to, target) in in_octant {
            let is_free = match walk(&land, from, standing(to)?, &stride) {
                Ok(()) => true,
                Err(cut) if cut.reason == CutReason::Unknown => {
                    area.octant_of_edge(target, node).is_some()
                }
                Err(_) => false,
            };
            if is_free {
                // One that has another edge to it is for that one's problem.
                return area.octant_of_edge(node, target).is_none().then_some(target);
            }
        }
        None
    }

    /// Makes the square that a node stands in anew.
    pub(in super::super) fn regenerate(node: NodeId) -> Fix {
        let squares = Squares::OfNodes(Selection::of(node));
        let (nodes, planting) = Default::default();
        let action = Action::Regenerate(Regenerate { squares, nodes, planting });
        fix("Regenerate the nodes of its square", &action).one_by_one()
    }

    pub(in super::super) fn relist_all() -> Fix {
        let nodes = Selection::Everything;
        fix(
            "Rebuild the lists of nodes of all squares",
            &Action::RelistNodes(RelistNodes { nodes }),
        )
    }
}
