//! The lasso: drawn in one go, or clicked corner by corner until it is closed.

use std::collections::BTreeSet;

use landwright_core::world::area::id::NodeId;

use super::document::AreaDocument;
use crate::kind::tera::tool::AreaPointer;

/// The corners that were clicked so far, and what was selected before and stays.
#[derive(Debug, Clone, Default)]
pub struct Corners {
    /// In the game's units.
    pub at: Vec<[f64; 2]>,
    before: BTreeSet<NodeId>,
}

impl AreaDocument {
    /// The end of a press with the lasso.
    pub(super) fn end_lasso(
        &mut self,
        way: Vec<[f64; 2]>,
        before: BTreeSet<NodeId>,
        pointer: AreaPointer,
    ) {
        let Some(first) = way.first().copied() else { return };
        let is_at = |place: [f64; 2]| {
            let here = AreaPointer { at_in_world: place, ..pointer };
            move |other: [f64; 2]| here.is_click_from(other)
        };
        let is_click = way.iter().all(|place| is_at(*place)(first));
        if self.corners.at.is_empty() {
            if !is_click {
                self.select_inside(&way, before);
                return;
            }
            self.corners.before = before;
        }
        let is_closed = self.corners.at.len() > 2
            && self.corners.at.first().is_some_and(|corner| is_at(first)(*corner));
        if is_click && is_closed {
            self.close_corners();
            return;
        }
        // A stroke between clicks is part of the outline.
        let new = if is_click { vec![first] } else { way };
        for place in new {
            if self.corners.at.last() != Some(&place) {
                self.corners.at.push(place);
            }
        }
    }

    /// Selects what the corners enclose. Fewer than three enclose nothing, and are given up.
    pub(super) fn close_corners(&mut self) {
        let Corners { at, before } = std::mem::take(&mut self.corners);
        if at.len() > 2 {
            self.select_inside(&at, before);
        }
    }

    fn select_inside(&mut self, outline: &[[f64; 2]], mut before: BTreeSet<NodeId>) {
        before.extend(self.nodes_in_lasso(outline));
        self.select_nodes(before);
    }
}

#[cfg(test)]
mod tests {
    use super::super::message::AreaMessage;
    use super::super::tests::{drag_with, point, sample, tell};
    use super::*;
    use crate::kind::tera::tool::AreaTool;
    use crate::model::Model;
    use crate::view::hand::{Held, Phase};

    fn click(model: &mut Model, at: [f64; 2], held: Held) {
        point(model, Phase::Press, at, held);
        point(model, Phase::Release, at, held);
    }

    /// The corners of a square around a node of the sample.
    fn around(model: &Model, node: NodeId) -> [[f64; 2]; 4] {
        let pos = model.active_area().unwrap().pos(node).unwrap();
        let sides = [[-50.0, -50.0], [50.0, -50.0], [50.0, 50.0], [-50.0, 50.0]];
        sides.map(|[x, y]| [pos.x + x, pos.y + y])
    }

    fn selected(model: &Model) -> Vec<NodeId> {
        model.active_area().unwrap().selection.iter().copied().collect()
    }

    fn n_corners(model: &Model) -> usize {
        model.active_area().unwrap().corners.at.len()
    }

    #[test]
    fn a_lasso_on_an_area_is_clicked_corner_by_corner_as_on_a_map() {
        let mut model = sample();
        let [node, other] = [NodeId(0), NodeId(33)];
        tell(&mut model, AreaMessage::TakeTool(AreaTool::Lasso));
        for corner in around(&model, node) {
            click(&mut model, corner, Held::default());
        }
        assert_eq!((selected(&model), n_corners(&model)), (vec![], 4));
        tell(&mut model, AreaMessage::CloseCorners);
        assert_eq!((selected(&model), n_corners(&model)), (vec![node], 0));

        // Shift at the first corner adds, and the first corner closes it as well.
        let shift = Held { shift: true, ..Held::default() };
        let corners = around(&model, other);
        click(&mut model, corners[0], shift);
        for corner in [corners[1], corners[2], corners[3], corners[0]] {
            click(&mut model, corner, Held::default());
        }
        assert_eq!((selected(&model), n_corners(&model)), (vec![node, other], 0));
    }

    #[test]
    fn corners_are_given_up_and_what_is_drawn_in_one_go_needs_none() {
        let mut model = sample();
        tell(&mut model, AreaMessage::TakeTool(AreaTool::Lasso));
        let corners = around(&model, NodeId(0));
        click(&mut model, corners[0], Held::default());
        tell(&mut model, AreaMessage::GiveCornersUp);
        assert_eq!(n_corners(&model), 0);
        click(&mut model, corners[0], Held::default());
        tell(&mut model, AreaMessage::TakeTool(AreaTool::Select));
        assert_eq!(n_corners(&model), 0, "another tool is in hand");
        tell(&mut model, AreaMessage::TakeTool(AreaTool::Lasso));
        click(&mut model, corners[0], Held::default());
        tell(&mut model, AreaMessage::CloseCorners);
        assert_eq!((selected(&model), n_corners(&model)), (vec![], 0));
        drag_with(&mut model, corners[0], corners[2], Held::default());
        assert_eq!(n_corners(&model), 0);
    }
}
