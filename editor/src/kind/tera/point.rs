//! What the pointer does to an area with the tool in hand.

use std::collections::BTreeSet;

use landwright_core::space::tera::{PosInWorld, UNITS_PER_CELL};
use landwright_core::world::Document;
use landwright_core::world::area::Area;
use landwright_core::world::area::action::Action;
use landwright_core::world::area::edges::{AddEdge, Taken, Ways};
use landwright_core::world::area::id::{EdgeRef, NodeId};
use landwright_core::world::area::nodes::{AddNode, MoveNodes, Snap};
use landwright_core::world::area::routes::Spot;
use landwright_core::world::area::selection::Selection;

use super::beside::MANY_NODES;
use super::document::AreaDocument;
use super::edit::NewPlaces;
use super::line::Waits;
use crate::kind::tera::tool::{AreaPointer, AreaTool, Hand, is_inside};
use crate::model::Model;
use crate::view::hand::Phase;
use crate::view::id::DocumentId;

impl Model {
    pub(super) fn point_at_area(&mut self, id: DocumentId, pointer: AreaPointer) {
        if self.dialog().is_some() && pointer.phase == Phase::Press {
            return;
        }
        if self.area(id).is_some_and(|area| area.tool == AreaTool::Volumes) {
            self.point_with_volumes(id, pointer);
            return;
        }
        let Some(document) = self.area_mut(id) else { return };
        for note in document.point(pointer).unwrap_or_default() {
            self.log.warn(note);
        }
        if pointer.phase == Phase::Release {
            self.flush(id);
        }
    }
}

impl AreaDocument {
    /// Answers with what the person should know.
    pub(super) fn point(&mut self, pointer: AreaPointer) -> Result<Vec<String>, Waits> {
        match pointer.phase {
            Phase::Press => return self.press(pointer),
            Phase::Drag | Phase::Hop => self.drag(pointer)?,
            Phase::Release => return self.release(pointer),
            Phase::GiveUp | Phase::Close => {
                if let Hand::Move { .. } | Hand::Volumes(_) = self.hand {
                    self.and_note(|editing| editing.cancel());
                }
                (self.hand, self.start) = (Hand::Free, None);
            }
        }
        Ok(Vec::new())
    }

    fn press(&mut self, pointer: AreaPointer) -> Result<Vec<String>, Waits> {
        let at = pointer.at_in_world;
        let node = self.pointed_at(pointer);
        let adds = pointer.held.shift || pointer.held.ctrl;
        let kept = if adds { self.selection.clone() } else { BTreeSet::new() };
        match (self.tool, node) {
            (AreaTool::Select, _) => match self.gripped(pointer).filter(|_| !adds) {
                Some(node) => self.press_node(node, at),
                None => self.hand = Hand::Box { from: at, to: at, before: kept },
            },
            (AreaTool::Lasso, _) => self.hand = Hand::Lasso { way: vec![at], before: kept },
            (AreaTool::Node, _) => {
                let at = self.spot_of(pointer)?;
                return self.put_node(at);
            }
            (AreaTool::Edge, Some(from)) => self.hand = Hand::Edge { from, to: at },
            (AreaTool::Probe, _) => {
                let at = self.spot_of(pointer)?;
                self.press_probe(at, node);
            }
            (AreaTool::Edge, None) | (AreaTool::Volumes | AreaTool::Pan, _) => {}
        }
        Ok(Vec::new())
    }

    fn press_node(&mut self, node: NodeId, at: [f64; 2]) {
        if !self.selection.contains(&node) {
            self.select_nodes([node].into());
        }
        let before = Box::new(self.area().clone());
        self.hand = Hand::Move { from: at, before, notes: Vec::new(), refusal: None };
    }

    fn press_probe(&mut self, at: [f64; 3], node: Option<NodeId>) {
        let spot = match node {
            Some(node) => Spot::Node(node),
            None => Spot::At(at),
        };
        match self.start {
            Some(start) => self.probe([start, spot]),
            None => (self.start, self.way) = (Some(spot), None),
        }
    }

    /// With the height of the floor that is seen, or else of the highest.
    fn spot_of(&mut self, pointer: AreaPointer) -> Result<[f64; 3], Waits> {
        let [x, y] = pointer.at_in_world;
        let z = match pointer.seen {
            Some(seen) => seen.z,
            None => self.floor_at([x, y])?,
        };
        Ok([x, y, z])
    }

    fn put_node(&mut self, at: [f64; 3]) -> Result<Vec<String>, Waits> {
        let new = NodeId(self.area().n_ids());
        Ok(match self.act(&Action::AddNode(AddNode { at, snap: Snap::Floor }))? {
            Ok(_) => {
                self.select_nodes([new].into());
                Vec::new()
            }
            Err(refusal) => vec![refusal.to_string()],
        })
    }

    fn drag(&mut self, pointer: AreaPointer) -> Result<(), Waits> {
        let at = pointer.at_in_world;
        match &mut self.hand {
            Hand::Free | Hand::Volumes(_) => {}
            Hand::Box { to, .. } | Hand::Edge { to, .. } => *to = at,
            Hand::Lasso { way, .. } => way.push(at),
            Hand::Move { from, before, .. } => {
                if !self.editing.is_in_gesture() && pointer.is_click_from(*from) {
                    return Ok(());
                }
                let (from, before) = (*from, before.clone());
                // Of many, only where they come to lie is worked out.
                if self.selection.len() <= MANY_NODES {
                    let action = self.moving(from, at);
                    self.move_to(&before, &action)?;
                }
            }
        }
        Ok(())
    }

    fn moving(&self, from: [f64; 2], to: [f64; 2]) -> Action {
        let side = f64::from(UNITS_PER_CELL);
        let by = |axis: fn([f64; 2]) -> f64| ((axis(to) - axis(from)) / side).round() * side;
        let by = [by(|at| at[0]), by(|at| at[1]), 0.0];
        let nodes = Selection::Ids(self.selection.iter().copied().collect());
        Action::MoveNodes(MoveNodes { nodes, by, snap: Snap::Floor, taken: Taken::Nearest })
    }

    /// Lets the gesture be what an action makes of the area as it was.
    fn move_to(&mut self, before: &Area, action: &Action) -> Result<(), Waits> {
        let resolved = self.at_hand(|_, geometry| action.resolve(before, geometry))?;
        if let Hand::Move { notes, refusal, .. } = &mut self.hand {
            *refusal = resolved.as_ref().err().map(ToString::to_string);
            if let Ok(resolved) = &resolved {
                notes.clone_from(&resolved.notes);
            }
        }
        let Ok(resolved) = resolved else { return Ok(()) };
        let Some(edit) = self.area().edit_to(&resolved.area) else { return Ok(()) };
        if !self.editing.is_in_gesture() {
            self.start_journal();
            self.editing.begin(action.title());
        }
        let now = self.area().clone();
        self.editing.grow(&edit);
        self.follow_places(NewPlaces::of(&now, self.area()));
        Ok(())
    }

    fn release(&mut self, pointer: AreaPointer) -> Result<Vec<String>, Waits> {
        match std::mem::take(&mut self.hand) {
            Hand::Free => {}
            Hand::Box { from, before, .. } => self.end_box(from, before, pointer),
            Hand::Lasso { way, before } => self.end_lasso(way, before, pointer),
            Hand::Move { from, .. }
                if self.selection.len() > MANY_NODES && !pointer.is_click_from(from) =>
            {
                let action = self.moving(from, pointer.at_in_world);
                let is_move =
                    matches!(&action, Action::MoveNodes(MoveNodes { by, .. }) if *by != [0.0; 3]);
                if is_move {
                    self.do_beside(action.title(), vec![action]);
                }
            }
            Hand::Move { from, .. } if !self.editing.is_in_gesture() => {
                self.end_move(from, pointer);
            }
            hand @ Hand::Move { .. } => {
                self.hand = hand;
                self.finish_gesture();
                return Ok(std::mem::take(&mut self.untold));
            }
            Hand::Volumes(stroke) => return Ok(self.end_stroke(stroke)),
            Hand::Edge { from, .. } => {
                if let Some(to) = self.pointed_at(pointer) {
                    let ways = if pointer.held.shift { Ways::One } else { Ways::Two };
                    return self.add_edge(&AddEdge { from, to, ways, taken: Taken::Refuse });
                }
            }
        }
        Ok(Vec::new())
    }

    fn add_edge(&mut self, edge: &AddEdge) -> Result<Vec<String>, Waits> {
        if edge.from == edge.to {
            return Ok(Vec::new());
        }
        Ok(match self.act(&Action::AddEdge(edge.clone()))? {
            Ok(_) => {
                if let Some(octant) = self.area().octant_of_edge(edge.from, edge.to) {
                    self.select_edge(EdgeRef::new(edge.from, octant));
                }
                Vec::new()
            }
            Err(refusal) => vec![refusal.to_string()],
        })
    }

    /// The height of the highest floor that is shown; of the nearest node where none is known.
    pub(super) fn floor_at(&mut self, [x, y]: [f64; 2]) -> Result<f64, Waits> {
        let (pos, slice) = (PosInWorld { x, y, z: 0.0 }, self.slice);
        let floor = self.at_hand(|area, geometry| {
            let (zone, cell) = area.cell_at(pos)?;
            let cells = geometry.cells(zone)?;
            let mut floors = cells.volumes_at(cell.x(), cell.y()).iter().rev();
            floors.find(|floor| slice.holds(f64::from(floor.z))).map(|floor| floor.z)
        })?;
        Ok(floor.map_or_else(|| self.nodes_height([x, y]), f64::from))
    }

    /// The height of the nearest node.
    pub(super) fn nodes_height(&self, [x, y]: [f64; 2]) -> f64 {
        let pos = PosInWorld { x, y, z: 0.0 };
        let near = self.area().nodes_near(pos, 300.0);
        let near = near.min_by(|(a, _), (b, _)| {
            a.distance_on_ground(pos).total_cmp(&b.distance_on_ground(pos))
        });
        near.map_or(0.0, |(pos, _)| pos.z)
    }

    pub(super) fn nodes_in_box(&self, [ax, ay]: [f64; 2], [bx, by]: [f64; 2]) -> Vec<NodeId> {
        let is_inside = |pos: PosInWorld| {
            (ax.min(bx)..=ax.max(bx)).contains(&pos.x) && (ay.min(by)..=ay.max(by)).contains(&pos.y)
        };
        self.shown_nodes().filter(|(pos, _)| is_inside(*pos)).map(|(_, node)| node).collect()
    }

    pub(super) fn nodes_in_lasso(&self, way: &[[f64; 2]]) -> Vec<NodeId> {
        self.shown_nodes().filter(|(pos, _)| is_inside(way, *pos)).map(|(_, node)| node).collect()
    }

    fn shown_nodes(&self) -> impl Iterator<Item = (PosInWorld, NodeId)> {
        let area = self.area();
        let nodes = area.nodes().filter_map(|node| Some((area.pos(node)?, node)));
        nodes.filter(|(pos, _)| self.slice.holds(pos.z))
    }
}
