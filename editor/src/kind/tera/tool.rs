//! Tools for areas: what the pointer does to nodes and edges.

pub mod volumes;

use std::collections::BTreeSet;

use landwright_core::nav::tera::Stride;
use landwright_core::nav::tera::straight::Body;
use landwright_core::space::tera::PosInWorld;
use landwright_core::world::area::Area;
use landwright_core::world::area::id::{EdgeRef, NodeId};

use self::volumes::{Brush, Stroke, VolumeBrush};
use crate::kind::Tools;
use crate::kind::tera::regenerate::Regeneration;
use crate::view::hand::{Held, Phase, follow};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum AreaTool {
    /// Clicks and boxes select, and what is selected can be dragged.
    #[default]
    Select,
    Lasso,
    /// Clicks put nodes.
    Node,
    /// Drags from node to node make edges.
    Edge,
    /// Strokes change the volumes of cells.
    Volumes,
    /// Two clicks ask for the way between them.
    Probe,
    Pan,
}

impl AreaTool {
    pub const ALL: [AreaTool; 7] = [
        AreaTool::Select,
        AreaTool::Lasso,
        AreaTool::Node,
        AreaTool::Edge,
        AreaTool::Volumes,
        AreaTool::Probe,
        AreaTool::Pan,
    ];
}

/// How the tools for areas are set; the size of the brush is that for maps.
#[derive(Debug, Clone)]
pub struct AreaTools {
    /// For the geometry.
    pub volumes: VolumeBrush,
    /// As squares were regenerated last.
    pub regeneration: Regeneration,
    /// That walks straight.
    pub body: Body,
}

impl Default for AreaTools {
    fn default() -> AreaTools {
        AreaTools {
            volumes: VolumeBrush::default(),
            regeneration: Regeneration::default(),
            // As wide as a cell to each side, and as high as somebody who walks.
            body: Body { radius: 16, height: Stride::default().clearance },
        }
    }
}

impl AreaTools {
    /// Takes over what somebody has set differently than before, and leaves the rest as it is.
    pub(crate) fn set_as_changed(&mut self, were: &AreaTools, new: &AreaTools) {
        let AreaTools { volumes, regeneration, body } = new;
        self.volumes.set_as_changed(were.volumes, *volumes);
        follow(&mut self.regeneration, &were.regeneration, regeneration);
        follow(&mut self.body, &were.body, body);
    }
}

impl Tools {
    /// The brush for volumes.
    pub fn volume_brush(&self) -> Brush {
        Brush { volumes: self.areas.volumes, size: self.maps.brush_size, tip: self.maps.tip }
    }
}

/// What the pointer did over an area.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AreaPointer {
    pub phase: Phase,
    /// In the game's units.
    pub at_in_world: [f64; 2],
    /// How far what is clicked may be from there, in the game's units.
    pub radius: f64,
    pub held: Held,
    pub drawn: Drawn,
    /// From above, `None`: several nodes may lie there, one over the other.
    pub seen: Option<InSpace>,
}

impl AreaPointer {
    /// Whether a gesture that began somewhere has not come far enough yet to be a drag.
    pub fn is_click_from(&self, from: [f64; 2]) -> bool {
        let [x, y] = self.at_in_world;
        (x - from[0]).hypot(y - from[1]) <= self.radius / 2.0
    }
}

/// What a view draws of the graph: nobody means what can't be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drawn {
    /// How dense the nodes are, and none of them singly.
    Density,
    Nodes,
    NodesAndEdges,
}

/// How surely a node is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grip {
    /// The pointer is right on its symbol.
    Firm,
    /// The pointer is nearer to it than to any other.
    Near,
}

/// What the pointer is on in a view in space, where that is certain.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct InSpace {
    pub node: Option<(NodeId, Grip)>,
    pub edge: Option<EdgeRef>,
    pub z: f64,
}

/// What the pointer is in the middle of.
#[derive(Debug, Clone, Default)]
pub enum Hand {
    #[default]
    Free,
    Box {
        from: [f64; 2],
        to: [f64; 2],
        before: BTreeSet<NodeId>,
    },
    Lasso {
        way: Vec<[f64; 2]>,
        before: BTreeSet<NodeId>,
    },
    /// Of the selection, on the area as it was.
    Move {
        from: [f64; 2],
        before: Box<Area>,
        /// What the person should know of it as far as it came.
        notes: Vec<String>,
        /// Why it came no farther.
        refusal: Option<String>,
    },
    Edge {
        from: NodeId,
        to: [f64; 2],
    },
    Volumes(Box<Stroke>),
}

impl Hand {
    pub fn is_free(&self) -> bool {
        matches!(self, Hand::Free)
    }
}

/// Whether a place lies inside a line that is closed; of a line that crosses itself, what an odd
/// number of turns surrounds.
pub fn is_inside(way: &[[f64; 2]], pos: PosInWorld) -> bool {
    let ends = way.iter().zip(way.iter().cycle().skip(1));
    let crossings = ends.filter(|([ax, ay], [bx, by])| {
        (*ay > pos.y) != (*by > pos.y) && pos.x < (bx - ax) * (pos.y - ay) / (by - ay) + ax
    });
    crossings.count() % 2 == 1
}

/// How far a place is from the line between two others, on the ground.
pub fn distance_to_line(at: [f64; 2], from: PosInWorld, to: PosInWorld) -> f64 {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let len = dx * dx + dy * dy;
    let along = if len > 0.0 { ((at[0] - from.x) * dx + (at[1] - from.y) * dy) / len } else { 0.0 };
    let along = along.clamp(0.0, 1.0);
    let (x, y) = (from.x + along * dx - at[0], from.y + along * dy - at[1]);
    (x * x + y * y).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lasso_holds_what_it_surrounds() {
        let way = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [5.0, 2.0], [0.0, 10.0]];
        let is_in = |x, y| is_inside(&way, PosInWorld { x, y, z: 0.0 });
        assert_eq!([is_in(1.0, 1.0), is_in(5.0, 5.0), is_in(11.0, 1.0)], [true, false, false]);
        assert!(!is_inside(&[], PosInWorld { x: 0.0, y: 0.0, z: 0.0 }));
    }

    #[test]
    fn a_line_ends_at_its_ends() {
        let [a, b] = [0.0, 10.0].map(|x| PosInWorld { x, y: 0.0, z: 7.0 });
        assert_eq!(distance_to_line([5.0, 3.0], a, b), 3.0);
        assert_eq!(distance_to_line([14.0, 3.0], a, b), 5.0);
        assert_eq!(distance_to_line([3.0, 4.0], a, a), 5.0);
    }
}
