//! The nodes that a search has seen, in the servers' small hash table.

use crate::space::ragnarok::CellPos;

/// As many nodes as a path may have steps, squared.
const N_SLOTS: usize = 32 * 32;

/// A place in the table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Slot(u16);

/// A cell that the search has seen. Costs are as narrow as the servers have them, so that they
/// overflow alike on the largest maps.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) cell: CellPos,
    pub(super) cost: i16,
    /// With the estimate for the rest of the way.
    pub(super) total_cost: i16,
    pub(super) parent: Option<Slot>,
    pub(super) is_closed: bool,
}

/// What a slot holds before a cell does. The servers forget that it is a cell as well.
const NOWHERE: CellPos = CellPos { x: 0, y: 0 };

impl Default for Node {
    fn default() -> Node {
        Node { cell: NOWHERE, cost: 0, total_cost: 0, parent: None, is_closed: false }
    }
}

impl Node {
    pub(super) fn is_free(&self) -> bool {
        self.cell == NOWHERE
    }
}

/// A table of nodes with one slot per hash: a second cell of the same hash has no place.
///
/// A slot counts as free while it holds the cell 0,0, so that this cell can't be entered, and a
/// search that starts there can lose its start.
pub(super) struct Table {
    nodes: Vec<Node>,
}

impl Table {
    pub(super) fn new() -> Table {
        Table { nodes: vec![Node::default(); N_SLOTS] }
    }

    pub(super) fn slot(cell: CellPos) -> Slot {
        let hash = i32::from(cell.x) + i32::from(cell.y) * 32;
        Slot((hash & (N_SLOTS as i32 - 1)) as u16)
    }

    pub(super) fn node(&self, slot: Slot) -> Node {
        self.nodes.get(usize::from(slot.0)).copied().unwrap_or_default()
    }

    pub(super) fn set(&mut self, slot: Slot, node: Node) {
        if let Some(place) = self.nodes.get_mut(usize::from(slot.0)) {
            *place = node;
        }
    }
}
