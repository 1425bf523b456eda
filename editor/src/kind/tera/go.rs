//! Going to a node by its number, or to a place by its coordinates.

use landwright_core::space::tera::{CellInWorld, PosInWorld};
use landwright_core::world::area::id::NodeId;

use super::document::{AreaDocument, Slice};
use crate::model::Model;
use crate::view::id::DocumentId;

/// From here a node is well seen in space.
const NEAR_A_NODE_IN_WORLD: f32 = 900.0;

/// What somebody wants to see.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Wanted {
    Node(NodeId),
    /// In the game's units, and how high where that was said.
    Place([f64; 2], Option<f64>),
}

impl Model {
    pub(crate) fn go_to_in_area(&mut self, id: DocumentId, text: &str) {
        let Some(area) = self.area_mut(id) else { return };
        let said = match wanted(text) {
            Some(wanted) => area.go(wanted),
            None => Err(format!(
                "`{text}` is neither a node such as #12 nor a position such as \
                160, -320"
            )),
        };
        if let Err(said) = said {
            self.log.warn(said);
        }
    }
}

impl AreaDocument {
    /// Shows a place in every view, near enough to be seen.
    pub(super) fn show_pos(&mut self, pos: PosInWorld) {
        let middle = crate::kind::tera::view::map_from_world([pos.x, pos.y]);
        for view in self.views.values_mut() {
            if let Some(camera) = &mut view.camera {
                camera.middle_in_cells = middle;
                camera.points_per_cell = camera.points_per_cell.max(6.0);
            }
            if let Some(orbit) = &mut view.orbit {
                orbit.target_in_world = crate::kind::tera::view::space_from_world(pos);
                orbit.distance_in_world = orbit.distance_in_world.min(NEAR_A_NODE_IN_WORLD);
            }
        }
        if !self.slice.holds(pos.z) {
            self.slice = Slice::default();
        }
    }

    fn go(&mut self, wanted: Wanted) -> Result<(), String> {
        match wanted {
            Wanted::Node(node) => {
                let pos = self.pos(node).ok_or_else(|| format!("there is no node {node}"))?;
                self.select_nodes([node].into());
                self.show_pos(pos);
            }
            Wanted::Place([x, y], z) => {
                let zone = self.area().cell_at(PosInWorld { x, y, z: 0.0 });
                if !zone.is_some_and(|(zone, _)| self.area().has_zone(zone)) {
                    return Err(format!("({x}, {y}) is in no zone of the area"));
                }
                // A zone that is packed is not waited for: it is shown where nodes are there.
                let floor = self.floor_at([x, y]).unwrap_or_else(|_| self.nodes_height([x, y]));
                let pos = PosInWorld { x, y, z: z.unwrap_or(floor) };
                self.cell = CellInWorld::of(pos);
                self.show_pos(pos);
            }
        }
        Ok(())
    }
}

/// Everything that is around the numbers.
fn wanted(text: &str) -> Option<Wanted> {
    let is_of_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+');
    let parts = text.split(|c: char| !is_of_number(c)).filter(|part| !part.is_empty());
    let parts: Vec<&str> = parts.collect();
    if let [number] = parts.as_slice() {
        return number.parse().ok().map(|number| Wanted::Node(NodeId(number)));
    }
    let numbers: Option<Vec<f64>> = parts.iter().map(|part| part.parse().ok()).collect();
    match *numbers? {
        [x, y] => Some(Wanted::Place([x, y], None)),
        [x, y, z] => Some(Wanted::Place([x, y], Some(z))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::*;
    use crate::command::CommandId;
    use crate::message::Message;
    use crate::message::dialog::{Answer, Dialog};

    #[test]
    fn nodes_and_places_are_understood_as_people_write_them() {
        let node = Some(Wanted::Node(NodeId(2641)));
        assert_eq!([wanted("#2641"), wanted(" 2641 ")], [node, node]);
        assert_eq!(wanted("-107416, 133560"), Some(Wanted::Place([-107_416.0, 133_560.0], None)));
        assert_eq!(wanted("(1.5 2 -3)"), Some(Wanted::Place([1.5, 2.0], Some(-3.0))));
        assert_eq!([wanted(""), wanted("1 2 3 4"), wanted("north"), wanted("#-1")], [None; 4]);
    }

    #[test]
    fn a_node_is_selected_and_a_place_is_marked() {
        let mut model = sample();
        let go = |model: &mut Model, text: &str| {
            model.handle(Message::Command(CommandId::GoTo));
            assert!(matches!(model.dialog(), Some(Dialog::GoTo { .. })));
            model.handle(Message::Answer(Answer::GoTo(text.to_owned())));
            model.log.last().map(|line| line.text.clone()).unwrap_or_default()
        };
        go(&mut model, "#7");
        assert!(model.active_area().unwrap().selection.iter().eq([&NodeId(7)]));
        go(&mut model, "40, 24");
        assert_eq!(model.active_area().unwrap().cell, Some(CellInWorld { x: 2, y: 1 }));
        assert_eq!(go(&mut model, "#700"), "there is no node #700");
        assert!(go(&mut model, "9 5 5 5").contains("is neither a node such as"));
        assert!(go(&mut model, "-99, 5").contains("in no zone"));
    }
}
