//! Which heights are shown, as commands change them: by what the view in front shows.

use landwright_core::space::extent::Extent;
use landwright_core::space::tera::CellInWorld;
use landwright_core::world::area::id::NodeId;

use super::document::{AreaDocument, Slice};
use super::geometry::CellVolumes;
use crate::kind::document::common::View;
use crate::kind::tera::view::world_from_map;

/// A slice moves by so much: the height of a storey.
const STOREY: i16 = 100;

/// Nobody paints so far above or below all floors without wanting to.
const FAR_OFF: i16 = 1_000;

/// So far around what it looks at, a view in space shows nodes well.
const AROUND_TARGET: f32 = 1_800.0;

impl AreaDocument {
    /// The lowest and the highest node that a view shows; of all where it shows none.
    pub fn heights_in(&self, view: Option<&View>) -> Option<[i16; 2]> {
        let heights = self.all_heights_in(view);
        Some([*heights.first()?, *heights.last()?])
    }

    /// Where a new floor of a cell is likely to be wanted: a storey above its highest, or as high as
    /// the nearest node where it has none.
    pub fn z_of_new_volume(&self, cell: CellInWorld) -> i16 {
        let highest = match self.volumes_of(cell) {
            CellVolumes::Are(volumes) => volumes.iter().map(|volume| volume.z).max(),
            _ => None,
        };
        let centre = cell.centre(0);
        highest.map_or_else(
            || self.nodes_height([centre.x, centre.y]).round() as i16,
            |z| z.saturating_add(STOREY),
        )
    }

    /// Another height for the brush where the one that it has is far from all that is seen.
    pub(super) fn z_to_paint(&self, number: u32, z: i16) -> Option<i16> {
        let heights = self.all_heights_in(self.views.get(&number));
        let mut shown = heights.into_iter().filter(|z| self.slice.holds(f64::from(*z)));
        let low = shown.next()?;
        let high = shown.next_back().unwrap_or(low);
        let is_near = (low.saturating_sub(FAR_OFF)..=high.saturating_add(FAR_OFF)).contains(&z);
        (!is_near).then_some(high)
    }

    /// Of the nodes in a view, whatever the slice is, from the lowest up.
    fn all_heights_in(&self, view: Option<&View>) -> Vec<i16> {
        let extent = view.and_then(extent_of);
        let seen = extent.map(|extent| self.places.inside(&extent)).unwrap_or_default();
        let height = |node: NodeId| Some(self.pos(node)?.z.round() as i16);
        let mut heights: Vec<i16> = seen.into_iter().filter_map(height).collect();
        if heights.is_empty() {
            heights = self.area().nodes().filter_map(height).collect();
        }
        heights.sort_unstable();
        heights
    }

    /// The highest storey goes that the view shows; something is left in any case.
    pub(super) fn show_less(&mut self, number: u32) {
        let heights = self.all_heights_in(self.views.get(&number));
        let slice = self.slice;
        let mut shown = heights.iter().filter(|z| slice.holds(f64::from(**z)));
        let (Some(low), Some(high)) =
            (shown.next(), heights.iter().rfind(|z| slice.holds(f64::from(**z))))
        else {
            return;
        };
        self.slice.high = Some(high.saturating_sub(STOREY).max(*low));
    }

    /// The lowest storey comes back that lies above what the view shows.
    pub(super) fn show_more(&mut self, number: u32) {
        let Some(high) = self.slice.high else { return };
        let heights = self.all_heights_in(self.views.get(&number));
        let next = heights.iter().find(|z| **z > high).map(|z| z.saturating_add(STOREY));
        self.slice.high = next.filter(|next| heights.last().is_some_and(|last| last > next));
    }

    /// The storeys of what is selected, and no other.
    pub(super) fn show_heights_of_selection(&mut self) {
        let nodes = self.nodes_meant();
        let heights = nodes.iter().filter_map(|node| Some(self.pos(*node)?.z.round() as i16));
        let mut heights: Vec<i16> = heights.collect();
        heights.sort_unstable();
        if let (Some(low), Some(high)) = (heights.first(), heights.last()) {
            let (low, high) = (low.saturating_sub(STOREY / 2), high.saturating_add(STOREY / 2));
            self.slice = Slice { low: Some(low), high: Some(high) };
        }
    }
}

/// What a view shows of the ground, at every height.
fn extent_of(view: &View) -> Option<Extent<3>> {
    let [low, high] = corners_of(view)?;
    Extent::between([low[0], low[1], -1e6], [high[0], high[1], 1e6]).ok()
}

/// What a view shows of the ground, from its low corner to its high one.
pub(super) fn corners_of(view: &View) -> Option<[[f32; 2]; 2]> {
    let (low, high) = match (view.camera, view.orbit) {
        (Some(camera), _) => {
            let half = view.size? / camera.points_per_cell / 2.0;
            (camera.middle_in_cells - half, camera.middle_in_cells + half)
        }
        (None, Some(orbit)) => {
            let target = orbit.target_in_world.truncate() / 16.0;
            let half = glam::Vec2::splat(AROUND_TARGET / 16.0);
            (target - half, target + half)
        }
        (None, None) => return None,
    };
    Some([low, high].map(world_from_map).map(|[x, y]| [x as f32, y as f32]))
}

#[cfg(test)]
mod tests {
    use super::super::message::AreaMessage;
    use super::super::tests::{sample, tell};
    use super::*;
    use crate::command::CommandId as Id;
    use crate::message::Message;
    use crate::model::Model;

    /// A plain at 0 with a node far above it and one far below.
    fn storeys() -> (Model, [NodeId; 3]) {
        let mut model = sample();
        let area = model.active_area().unwrap();
        let nodes: Vec<NodeId> = area.area().nodes().take(3).collect();
        for (node, z) in [(nodes[0], 3_000.0), (nodes[1], -7_000.0)] {
            let pos = model.active_area().unwrap().pos(node).unwrap();
            let (x, y) = (pos.x, pos.y);
            let json = format!(r#"{{"action":"set-node","node":{},"at":[{x},{y},{z}]}}"#, node.0);
            tell(&mut model, AreaMessage::Act(serde_json::from_str(&json).unwrap()));
        }
        (model, [nodes[0], nodes[1], nodes[2]])
    }

    fn run(model: &mut Model, id: Id) -> Slice {
        model.handle(Message::Command(id));
        model.active_area().unwrap().slice
    }

    #[test]
    fn each_click_takes_a_storey_that_is_there_away_and_brings_it_back() {
        let (mut model, _) = storeys();
        let holds = |slice: Slice| [3_000.0, 0.0, -7_000.0].map(|z| slice.holds(z));
        assert_eq!(holds(run(&mut model, Id::LowerSlice)), [false, true, true]);
        assert_eq!(holds(run(&mut model, Id::LowerSlice)), [false, false, true]);
        assert_eq!(holds(run(&mut model, Id::LowerSlice)), [false, false, true], "never nothing");
        assert_eq!(holds(run(&mut model, Id::RaiseSlice)), [false, true, true]);
        assert_eq!(run(&mut model, Id::RaiseSlice), Slice::default());
        assert!(!model.can_run(Id::RaiseSlice));
    }

    #[test]
    fn the_heights_of_the_selection_are_shown_alone() {
        let (mut model, [_, low, _]) = storeys();
        assert!(!model.can_run(Id::SelectionSlice));
        tell(&mut model, AreaMessage::Select([low].into()));
        let slice = run(&mut model, Id::SelectionSlice);
        assert_eq!([3_000.0, 0.0, -7_000.0].map(|z| slice.holds(z)), [false, false, true]);
    }
}
