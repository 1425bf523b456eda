//! Adding, moving and deleting nodes, and listing them in squares.

use serde::{Deserialize, Serialize};

use crate::format::number::F32;
use crate::nav::tera::ground::Ground;
use crate::space::tera::{CellInWorld, PosInWorld};

use super::edges::Taken;
use super::geometry::Geometry;
use super::id::{NodeId, SquareId};
use super::refusal::{Refusal, finite};
use super::selection::Selection;
use super::settle::resettle_around;
use super::{Area, MAX_NODES_IN_SQUARE, Ranges};

/// Ids leave room for the octants of their nodes.
const MAX_IDS: u32 = 1 << 28;

/// Where a node comes to stand near the place that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Snap {
    /// In the middle of the cell, on the nearest floor; at the same height where none is known.
    #[default]
    Floor,
    /// In the middle of the cell, at the same height.
    Cell,
    /// Exactly there.
    None,
}

/// Puts a new node somewhere.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddNode {
    pub at: [f64; 3],
    #[serde(default)]
    pub snap: Snap,
}

/// Moves nodes by so much.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveNodes {
    pub nodes: Selection,
    pub by: [f64; 3],
    #[serde(default)]
    pub snap: Snap,
    /// What happens where an edge comes into an octant that is taken.
    #[serde(default = "nearest")]
    pub taken: Taken,
}

/// Puts a node exactly where it is told.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetNode {
    pub node: NodeId,
    pub at: [F32; 3],
    #[serde(default = "nearest")]
    pub taken: Taken,
}

/// Deletes nodes with all edges from them and to them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeleteNodes {
    pub nodes: Selection,
}

/// Lists nodes in the squares that they stand in, and lets the ranges follow from that.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RelistNodes {
    #[serde(default = "everything")]
    pub nodes: Selection,
}

pub(super) fn nearest() -> Taken {
    Taken::Nearest
}

fn everything() -> Selection {
    Selection::Everything
}

impl AddNode {
    pub(super) fn apply(
        &self,
        area: &mut Area,
        geometry: &Geometry,
    ) -> Result<Vec<String>, Refusal> {
        let at = snapped(area, geometry, pos("at", self.at)?, self.snap);
        let node = area.try_add(at)?;
        let PosInWorld { x, y, z } = at;
        Ok(vec![format!("the new node is {node}, at {x}, {y}, {z}")])
    }
}

impl MoveNodes {
    pub(super) fn apply(
        &self,
        area: &mut Area,
        geometry: &Geometry,
    ) -> Result<Vec<String>, Refusal> {
        let [x, y, z] = finite("by", self.by)?;
        let nodes = self.nodes.nodes(area)?;
        for node in &nodes {
            let Some(before) = area.pos(*node) else { continue };
            let there = PosInWorld { x: before.x + x, y: before.y + y, z: before.z + z };
            let there = snapped(area, geometry, there, self.snap);
            area.put_node(*node, there.to_bits())?;
        }
        Ok(resettle_around(area, &nodes, self.taken)?.notes())
    }
}

impl SetNode {
    pub(super) fn apply(&self, area: &mut Area) -> Result<Vec<String>, Refusal> {
        if !area.contains(self.node) {
            return Err(Refusal::NoNode(self.node));
        }
        finite("at", self.at.map(|value| f64::from(value.get())))?;
        area.put_node(self.node, self.at)?;
        Ok(resettle_around(area, &[self.node], self.taken)?.notes())
    }
}

impl DeleteNodes {
    pub(super) fn apply(&self, area: &mut Area) -> Result<Vec<String>, Refusal> {
        let nodes = self.nodes.nodes(area)?;
        area.try_remove(&nodes).map(|()| Vec::new())
    }
}

impl RelistNodes {
    pub(super) fn apply(&self, area: &mut Area) -> Result<Vec<String>, Refusal> {
        let nodes = self.nodes.nodes(area)?;
        if area.ranges != Ranges::Running {
            return relist_all(area, &nodes);
        }
        for node in nodes {
            let square = area.pos(node).and_then(|pos| area.square_at(pos));
            // Where it can't be listed rightly, it stays where it was.
            if let Some(square) = square.filter(|square| area.square_of(node) != Some(*square)) {
                area.relist(node, square)?;
            }
        }
        Ok(Vec::new())
    }
}

/// Lists every node anew, in the order of the file: some of them where they stand, the others
/// where they were listed, and those that nobody listed where they stand, too.
fn relist_all(area: &mut Area, nodes: &[NodeId]) -> Result<Vec<String>, Refusal> {
    let mut notes = Vec::new();
    let mut lists = Vec::with_capacity(area.n_nodes as usize);
    for node in area.nodes() {
        let own = area.square_of(node);
        let is_meant = own.is_none() || nodes.binary_search(&node).is_ok();
        let here = area.pos(node).filter(|_| is_meant).and_then(|pos| area.square_at(pos));
        let square = match here.or(own) {
            Some(square) => square,
            None if area.n_squares() > 0 => {
                notes.push(format!(
                    "{node} is outside all zones, and is now listed by the first square"
                ));
                SquareId(0)
            }
            None => {
                let (x, y) = area.pos(node).map_or((0.0, 0.0), |pos| (pos.x, pos.y));
                return Err(Refusal::NoZone { x, y });
            }
        };
        lists.push((node, square));
    }
    area.set_running();
    lists.iter().for_each(|(node, _)| area.unlist(*node));
    for (node, square) in lists {
        area.check_room(square)?;
        area.list(node, square);
    }
    Ok(notes)
}

impl Area {
    /// Adds a node to the square that it is in.
    pub(super) fn try_add(&mut self, pos_in_world: PosInWorld) -> Result<NodeId, Refusal> {
        if self.ranges != Ranges::Running {
            return Err(Refusal::KeptRanges);
        }
        if self.n_ids() >= MAX_IDS {
            return Err(Refusal::TooManyNodes);
        }
        let position = pos_in_world.to_bits();
        let square = self.square_for(position)?;
        self.check_room(square)?;
        Ok(self.add_node(position, square))
    }

    /// Deletes nodes, unless ranges are kept that would count on as if they were there.
    pub(super) fn try_remove(&mut self, nodes: &[NodeId]) -> Result<(), Refusal> {
        if self.ranges != Ranges::Running && !nodes.is_empty() {
            return Err(Refusal::KeptRanges);
        }
        nodes.iter().for_each(|node| self.remove_node(*node));
        Ok(())
    }

    /// Moves a node, and to the list of another square where it has to be. Its edges stay in
    /// their octants.
    pub(super) fn put_node(&mut self, node: NodeId, position: [F32; 3]) -> Result<(), Refusal> {
        let square = self.square_for(position)?;
        self.set_position(node, position);
        if self.square_of(node) == Some(square) {
            return Ok(());
        }
        if self.ranges != Ranges::Running {
            return Err(Refusal::KeptRanges);
        }
        self.relist(node, square)
    }

    fn relist(&mut self, node: NodeId, square: SquareId) -> Result<(), Refusal> {
        self.check_room(square)?;
        self.unlist(node);
        self.list(node, square);
        Ok(())
    }

    /// The square of a place as the file holds it: rounding may take it over a border.
    fn square_for(&self, position: [F32; 3]) -> Result<SquareId, Refusal> {
        let pos_in_world = PosInWorld::from_bits(position);
        let PosInWorld { x, y, z } = pos_in_world;
        match pos_in_world.is_finite() {
            true => self.square_at(pos_in_world).ok_or(Refusal::NoZone { x, y }),
            false => Err(Refusal::NoPlace { x, y, z }),
        }
    }

    fn check_room(&self, square: SquareId) -> Result<(), Refusal> {
        if self.nodes_in(square).count() < MAX_NODES_IN_SQUARE {
            return Ok(());
        }
        let (zone, x, y) = match self.square_in_zone(square) {
            Some((zone, square)) => (format!("{}, {}", zone.x, zone.y), square.x(), square.y()),
            None => (String::new(), 0, 0),
        };
        Err(Refusal::SquareFull { zone, x, y })
    }
}

fn pos(argument: &'static str, at: [f64; 3]) -> Result<PosInWorld, Refusal> {
    let [x, y, z] = finite(argument, at)?;
    Ok(PosInWorld { x, y, z })
}

/// Where a node comes to stand near a place.
pub(super) fn snapped(
    area: &Area,
    geometry: &Geometry,
    pos_in_world: PosInWorld,
    snap: Snap,
) -> PosInWorld {
    let cell = CellInWorld::of(pos_in_world).filter(|_| snap != Snap::None);
    let Some(cell_in_world) = cell else { return pos_in_world };
    let centre = PosInWorld { z: pos_in_world.z, ..cell_in_world.centre(0) };
    if snap == Snap::Cell {
        return centre;
    }
    let land = geometry.around(area.origin(), centre, 0.0);
    let floor = land.nearest_floor(cell_in_world, centre.z.round() as i32);
    floor.map_or(centre, |floor| cell_in_world.centre(floor.z))
}
