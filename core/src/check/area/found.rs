//! What was found in an area, and the fixes that several rules share.

use crate::check::found;
use crate::problem::{Fix, Place, Problem, Rule, Thing};
use crate::world::area::id::{EdgeRef, NodeId};

/// Problems of a file.
pub(super) struct Found<'f> {
    file: &'f str,
    found: found::Found,
}

impl<'f> Found<'f> {
    pub(super) fn new(file: &'f str) -> Found<'f> {
        Found { file, found: found::Found::default() }
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

    pub(super) fn file(&self) -> &str {
        self.file
    }

    pub(super) fn finish(self) -> Vec<Problem> {
        self.found.finish(self.file)
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
    use crate::problem::Fix;
    use crate::world::area::Area;
    use crate::world::area::action::Action;
    use crate::world::area::edges::RemoveEdge;
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

    pub(in super::super) fn delete(node: NodeId) -> Fix {
        fix("Delete the node", &Action::DeleteNodes(DeleteNodes { nodes: Selection::of(node) }))
    }

    pub(in super::super) fn remove(edge: EdgeRef) -> Fix {
        let EdgeRef { node, octant } = edge;
        fix("Remove the edge", &Action::RemoveEdge(RemoveEdge { node, octant }))
    }

    /// Makes the square that a node stands in anew.
    pub(in super::super) fn regenerate(node: NodeId) -> Fix {
        let squares = Squares::OfNodes(Selection::of(node));
        let (nodes, planting) = Default::default();
        let action = Action::Regenerate(Regenerate { squares, nodes, planting });
        fix("Regenerate the nodes of its square", &action)
    }

    pub(in super::super) fn relist_all() -> Fix {
        let nodes = Selection::Everything;
        fix("List all nodes by their places", &Action::RelistNodes(RelistNodes { nodes }))
    }
}
