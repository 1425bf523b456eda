//! Edges that belong into octants which others hold: the person says which of them stays.

use landwright_core::space::tera::{Octant, PosInWorld};
use landwright_core::world::area::action::Action;
use landwright_core::world::area::compare::Comparison;
use landwright_core::world::area::edges::{AddEdge, ReverseEdge, SetWays, Taken};
use landwright_core::world::area::id::{EdgeRef, NodeId};

use super::document::AreaDocument;
use super::line::Waits;
use crate::model::Model;
use crate::view::id::DocumentId;

/// What was refused, and what it would cost.
#[derive(Debug, Clone, PartialEq)]
pub struct PendingEdge {
    /// Does it all the same.
    action: Action,
    pub from: NodeId,
    pub to: NodeId,
    /// Edges that hold an octant, by their ends: these would go.
    pub holders: Vec<[NodeId; 2]>,
}

impl PendingEdge {
    /// What the person is asked, line by line.
    pub fn in_words(&self) -> Vec<String> {
        let PendingEdge { from, to, .. } = self;
        let went = self.holders.iter().map(|[node, holder]| {
            let other = if node == from { to } else { from };
            format!("{node} already has an edge in the direction of {other}, to {holder}")
        });
        went.collect()
    }
}

impl Model {
    /// Lets the edge that found octants taken have them.
    pub(super) fn replace_edge(&mut self, id: DocumentId) {
        let pending = self.area_mut(id).and_then(|area| area.pending_edge.take());
        let Some(PendingEdge { action, from, to, holders }) = pending else { return };
        self.act_on_area(id, &action);
        if let Some(area) = self.area_mut(id)
            && let Some(octant) = area.area().octant_of_edge(from, to)
        {
            area.select_edge(EdgeRef::new(from, octant));
        }
        let gone = holders.iter().map(|[node, holder]| format!("from {node} to {holder}"));
        let gone: Vec<String> = gone.collect();
        // The refusal is in the status bar until something else is.
        self.log.note(match &*gone {
            [one] => format!("the edge {one} was replaced by the one between {from} and {to}"),
            _ => format!(
                "the edges {} were replaced by the one between {from} and {to}",
                gone.join(" and ")
            ),
        });
    }
}

impl AreaDocument {
    /// Keeps what found an octant taken, until the person has said who stays.
    pub(super) fn ask_who_stays(&mut self, action: &Action) -> Result<(), Waits> {
        let Some((replacing, [from, to])) = self.replacing(action) else { return Ok(()) };
        let holders = self.at_hand(|area, geometry| {
            let then = replacing.resolve(area, geometry).ok()?.area;
            let gone = Comparison::of(area, &then).gone_edges.into_iter();
            let end = |edge: EdgeRef| area.edge(edge.node, Octant::new(edge.octant)?)?.node();
            let gone = gone.filter_map(|edge| Some([edge.node, end(edge)?]));
            // An edge that is turned is gone as well.
            Some(gone.filter(|ends| *ends != [to, from]).collect())
        })?;
        let holders = holders.filter(|holders: &Vec<_>| !holders.is_empty());
        self.pending_edge =
            holders.map(|holders| PendingEdge { action: replacing, from, to, holders });
        Ok(())
    }

    /// The same where it takes the place of others, and between which nodes the edge then leads.
    fn replacing(&self, action: &Action) -> Option<(Action, [NodeId; 2])> {
        let taken = Taken::Replace;
        Some(match action {
            Action::AddEdge(edge) => {
                let ends = [edge.from, edge.to];
                (Action::AddEdge(AddEdge { taken, ..edge.clone() }), ends)
            }
            Action::ReverseEdge(edge) => {
                let to = self.end_of(EdgeRef { node: edge.node, octant: edge.octant })?;
                (Action::ReverseEdge(ReverseEdge { taken, ..edge.clone() }), [to, edge.node])
            }
            Action::SetWays(edge) => {
                let to = self.end_of(EdgeRef { node: edge.node, octant: edge.octant })?;
                (Action::SetWays(SetWays { taken, ..edge.clone() }), [edge.node, to])
            }
            _ => return None,
        })
    }

    /// The edges that would make room for another, for every view that marks them.
    pub fn edges_that_would_go(&self) -> impl Iterator<Item = [PosInWorld; 2]> {
        let pending = self.pending_edge.iter().flat_map(|pending| &pending.holders);
        pending.filter_map(|[from, to]| Some([self.pos(*from)?, self.pos(*to)?]))
    }
}

#[cfg(test)]
mod tests {
    use landwright_core::world::area::nodes::{AddNode, Snap};

    use super::super::message::AreaMessage;
    use super::super::tests::{drag_with, sample, tell};
    use super::*;
    use crate::command::CommandId as Id;
    use crate::kind::tera::tool::AreaTool;
    use crate::message::Message;
    use crate::view::hand::Held;

    /// Two nodes far from each other in a row, and what holds the octants between them.
    fn apart(model: &Model) -> ([NodeId; 2], [NodeId; 2]) {
        let area = model.active_area().unwrap().area();
        let towards = |from: NodeId, to: NodeId| {
            area.edge(from, area.octant_towards(from, to)?)?.node().filter(|holder| *holder != to)
        };
        let nodes: Vec<NodeId> = area.nodes().collect();
        let pairs = nodes.iter().flat_map(|a| nodes.iter().map(|b| [*a, *b]));
        let found = pairs.filter(|[a, b]| a != b).find_map(|[a, b]| {
            let holders = [towards(a, b)?, towards(b, a)?];
            (area.octant_of_edge(a, b).is_none() && area.octant_of_edge(b, a).is_none())
                .then_some(([a, b], holders))
        });
        found.unwrap()
    }

    fn area(model: &Model) -> &AreaDocument {
        model.active_area().unwrap()
    }

    fn leads(model: &Model, from: NodeId, to: NodeId) -> bool {
        area(model).area().octant_of_edge(from, to).is_some()
    }

    #[test]
    fn both_ends_are_named_and_marked_before_anything_goes() {
        let mut model = sample();
        let ([a, b], [at_a, at_b]) = apart(&model);
        tell(&mut model, AreaMessage::TakeTool(AreaTool::Edge));
        let [from, to] = [a, b].map(|node| area(&model).pos(node).unwrap());
        drag_with(&mut model, [from.x, from.y], [to.x, to.y], Held::default());
        let pending = area(&model).pending_edge.clone().unwrap();
        assert_eq!(pending.holders, [[a, at_a], [b, at_b]]);
        assert_eq!(area(&model).edges_that_would_go().count(), 2);
        let words = pending.in_words();
        assert!(
            words[0]
                .contains(&format!("{a} already has an edge in the direction of {b}, to {at_a}")),
            "{words:?}"
        );
        assert!(
            words[1]
                .contains(&format!("{b} already has an edge in the direction of {a}, to {at_b}")),
            "{words:?}"
        );
        assert!(leads(&model, a, at_a) && leads(&model, b, at_b));
        tell(&mut model, AreaMessage::Replace);
        assert!(leads(&model, a, b) && leads(&model, b, a));
        assert!(!leads(&model, a, at_a) && !leads(&model, b, at_b));
        assert_eq!(area(&model).edges_that_would_go().count(), 0);
        let said = &model.log.last().unwrap().text;
        assert!(said.contains(&at_a.to_string()) && said.contains(&at_b.to_string()), "{said}");
    }

    #[test]
    fn turning_an_edge_and_giving_it_a_way_back_ask_the_same() {
        for command in [Id::ReverseEdge, Id::TwoWayEdge] {
            let mut model = sample();
            let ([a, b], [at_a, at_b]) = apart(&model);
            // One way only, so that the way back finds its octant taken.
            let edge = AddEdge { from: a, to: b, ways: Default::default(), taken: Taken::Replace };
            tell(&mut model, AreaMessage::Act(Action::AddEdge(edge)));
            let octant = area(&model).area().octant_of_edge(a, b).unwrap();
            tell(&mut model, AreaMessage::SelectEdge(Some(EdgeRef::new(a, octant))));
            assert!(!leads(&model, a, at_a));
            model.handle(Message::Command(command));
            assert_eq!(area(&model).pending_edge.as_ref().unwrap().holders, [[b, at_b]]);
            assert!(model.log.last().unwrap().text.ends_with("see Tools"));
            assert!(!leads(&model, b, a));
            tell(&mut model, AreaMessage::GiveEdgeUp);
            assert!(leads(&model, a, b) && leads(&model, b, at_b));
            model.handle(Message::Command(command));
            tell(&mut model, AreaMessage::Replace);
            assert!(leads(&model, b, a) && !leads(&model, b, at_b));
            assert_eq!(leads(&model, a, b), command == Id::TwoWayEdge);
            assert_eq!(area(&model).selected_in_words().as_deref(), Some("1 edge selected"));
        }
    }

    #[test]
    fn what_is_refused_for_another_reason_asks_nothing() {
        let mut model = sample();
        let ([a, _], _) = apart(&model);
        let edge = AddEdge { from: a, to: a, ways: Default::default(), taken: Taken::Refuse };
        tell(&mut model, AreaMessage::Act(Action::AddEdge(edge)));
        let at = [-90_000.0, 0.0, 0.0];
        tell(&mut model, AreaMessage::Act(Action::AddNode(AddNode { at, snap: Snap::Floor })));
        assert!(area(&model).pending_edge.is_none());
    }
}
