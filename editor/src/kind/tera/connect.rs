//! Connecting what is selected: several nodes with each other, and one with all that are in reach.

use landwright_core::nav::tera::Stride;
use landwright_core::world::area::action::Action;
use landwright_core::world::area::compare::Comparison;
use landwright_core::world::area::edges::{Connect, Taken, Ways};
use landwright_core::world::area::selection::Selection;

use super::Acted;
use super::document::AreaDocument;
use super::line::Waits;
use crate::model::Model;
use crate::view::id::DocumentId;

/// Edges that found their octants taken by edges to nodes that are farther away.
#[derive(Debug, Clone, PartialEq)]
pub struct LeftOut {
    pub n_edges: usize,
    /// What lets them have their octants.
    pub connect: Connect,
}

impl Model {
    pub(super) fn connect_selection(&mut self, id: DocumentId) {
        let Some(area) = self.area_mut(id) else { return };
        let nodes = Selection::Ids(area.selection.iter().copied().collect());
        let to = (area.selection.len() > 1).then(|| nodes.clone());
        let connect = Connect { nodes, to, ways: Ways::Two, taken: Taken::Keep };
        let n_before = area.area().n_edges();
        if self.act_on_area(id, &Action::Connect(connect.clone())) != Acted::Done {
            return;
        }
        let Some(area) = self.area_mut(id) else { return };
        let n_new = area.area().n_edges().saturating_sub(n_before);
        // Where a zone has to be unpacked first, all of it is done again.
        let Ok(left_out) = area.left_out_of(connect) else { return };
        area.left_out = left_out;
        let n_left_out = area.left_out.as_ref().map_or(0, |left| left.n_edges);
        let made = match n_new {
            0 => format!(
                "no edge was added: every node within {} units is already connected, can't be \
                reached, or its direction is taken",
                Stride::default().reach
            ),
            1 => "1 edge was added".to_owned(),
            n => format!("{n} edges were added"),
        };
        self.log.note(match n_left_out {
            0 => made,
            n => format!("{made}; for {n} more the direction is taken, see Tools"),
        });
    }
}

impl AreaDocument {
    /// What would be done if the nearer of two nodes had the octant.
    fn left_out_of(&mut self, connect: Connect) -> Result<Option<LeftOut>, Waits> {
        let connect = Connect { taken: Taken::Nearest, ..connect };
        let action = Action::Connect(connect.clone());
        let n_edges = self.at_hand(|area, geometry| {
            let then = action.resolve(area, geometry).ok()?;
            Some(Comparison::of(area, &then.area).new_edges.len())
        })?;
        Ok(n_edges.filter(|n| *n > 0).map(|n_edges| LeftOut { n_edges, connect }))
    }
}

#[cfg(test)]
mod tests {
    use landwright_core::world::area::id::NodeId;

    use super::super::message::AreaMessage;
    use super::super::tests::{point, sample, tell};
    use super::*;
    use crate::command::CommandId as Id;
    use crate::kind::tera::tool::AreaTool;
    use crate::message::Message;
    use crate::view::hand::{Held, Phase};

    #[test]
    fn a_new_node_is_joined_with_its_neighbours_and_taken_octants_are_told() {
        let mut model = sample();
        tell(&mut model, AreaMessage::TakeTool(AreaTool::Node));
        let at = [384.0 + 8.0, 384.0 + 8.0];
        point(&mut model, Phase::Press, at, Held::default());
        point(&mut model, Phase::Release, at, Held::default());
        let new: NodeId = *model.active_area().unwrap().selection.first().unwrap();
        let edges = |model: &Model| {
            let area = model.active_area().unwrap().area();
            [area.targets(new).count(), area.edges_to(new).count()]
        };
        assert_eq!(edges(&model), [0, 0]);
        model.handle(Message::Command(Id::ConnectSelection));
        let [from, to] = edges(&model);
        assert!(from >= 4 && to < from, "{from} {to}");
        let left = model.active_area().unwrap().left_out.clone().unwrap();
        let said = model.log.last().unwrap().text.clone();
        assert!(
            said.contains(&format!("for {} more the direction is taken", left.n_edges)),
            "{said}"
        );
        tell(&mut model, AreaMessage::Act(Action::Connect(left.connect)));
        let [from_now, to_now] = edges(&model);
        assert!(from_now >= from && to_now > to);
        assert!(model.active_area().unwrap().left_out.is_none());
        model.handle(Message::Command(Id::ConnectSelection));
        assert!(model.log.last().unwrap().text.starts_with("no edge was added"));
        let n_steps = model.active_area().unwrap().editing().rows().len();
        assert_eq!(n_steps, 3, "what does nothing is no step");
    }
}
