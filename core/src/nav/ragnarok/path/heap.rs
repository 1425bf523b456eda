//! The open nodes of a search, the cheapest first, in exactly the order of the servers.

use super::table::{Slot, Table};

/// A binary heap whose order among equals is that of the servers, which is also that of
/// Python's `heapq`: another order gives other paths. The heap of the standard library does.
#[derive(Default)]
pub(super) struct Heap {
    slots: Vec<Slot>,
}

impl Heap {
    pub(super) fn push(&mut self, slot: Slot, table: &Table) {
        self.slots.push(slot);
        self.rise(0, self.slots.len() - 1, table);
    }

    pub(super) fn pop(&mut self, table: &Table) -> Option<Slot> {
        let last = self.slots.pop()?;
        let Some(top) = self.slots.first_mut() else { return Some(last) };
        let top = std::mem::replace(top, last);
        self.sink(0, table);
        Some(top)
    }

    /// Restores the order after the cost of a node fell.
    pub(super) fn update(&mut self, slot: Slot, table: &Table) {
        if let Some(idx) = self.slots.iter().position(|other| *other == slot) {
            self.rise(0, idx, table);
            self.sink(idx, table);
        }
    }

    /// Moves an entry towards `top` while it is cheaper than the one above it.
    fn rise(&mut self, top: usize, mut idx: usize, table: &Table) {
        while idx > top {
            let parent = (idx - 1) / 2;
            if self.cost(parent, table) <= self.cost(idx, table) {
                break;
            }
            self.slots.swap(parent, idx);
            idx = parent;
        }
    }

    /// Moves an entry all the way down, past the cheaper child each time and past the right one
    /// of two equals, and up again to where it belongs.
    fn sink(&mut self, top: usize, table: &Table) {
        let mut idx = top;
        loop {
            let (left, right) = (2 * idx + 1, 2 * idx + 2);
            if left >= self.slots.len() {
                break;
            }
            let is_left_cheaper =
                right >= self.slots.len() || self.cost(left, table) < self.cost(right, table);
            let child = if is_left_cheaper { left } else { right };
            self.slots.swap(idx, child);
            idx = child;
        }
        self.rise(top, idx, table);
    }

    fn cost(&self, idx: usize, table: &Table) -> i16 {
        self.slots.get(idx).map_or(0, |slot| table.node(*slot).total_cost)
    }
}
