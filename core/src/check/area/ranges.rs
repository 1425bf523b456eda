//! Node ranges of squares that overlap, leave gaps, or are in another order.

use std::ops::Range;

use crate::format::tera::apd::NodeRange;
use crate::problem::{Rule, Severity, Thing};
use crate::world::area::id::{NodeId, SquareId};
use crate::world::area::{Area, Ranges};

use super::found::{Found, fixes, node_thing};

pub(super) const RANGES: Rule = Rule {
    code: "apd-square-range",
    severity: Severity::Error,
    title: "Square range that overlaps or leaves gaps",
    explanation: "\
Each square lists its nodes by the first one and their number. Here a node is listed by two \
squares or by none, or a square lists nodes that do not exist.

A server looks for the node nearest to a monster in the squares around it. It misses the node, \
finds one that is far away, or stops with an error. Rebuild the lists of nodes.",
};

pub(super) const ORDER: Rule = Rule {
    code: "apd-square-order",
    severity: Severity::Information,
    title: "Square ranges in an unusual order",
    explanation: "\
In the game's own areas, each square's nodes follow those of the square before it. Empty squares \
state where their nodes would start. Here a square starts elsewhere.

No program is known to care. You can add and delete nodes only after you rebuilt the lists of \
nodes.",
};

pub(super) fn check(found: &mut Found<'_>, area: &Area) {
    let Ranges::Kept(ranges) = area.ranges() else { return };
    let n_nodes = area.n_ids();
    let mut listed = listed(ranges, n_nodes);
    let faults = faults(ranges, n_nodes);
    for fault in &faults {
        let is_of_all = fault.touched(ranges).any(|node| listed.get(node as usize) != Some(&1));
        let rule = if is_of_all { &RANGES } else { &ORDER };
        found.add(rule, Thing::object("square", fault.square.0), || {
            (fault.in_words(area, ranges, n_nodes), vec![fixes::relist_all()])
        });
    }
    // What is listed wrongly besides.
    for node in faults.iter().flat_map(|fault| fault.touched(ranges)) {
        if let Some(n) = listed.get_mut(node as usize) {
            *n = 1;
        }
    }
    for (n, node) in listed.iter().zip(0..).filter(|(n, _)| **n != 1) {
        found.add(&RANGES, node_thing(NodeId(node)), || {
            let squares = if *n == 0 { "no square lists" } else { "several squares list" };
            (format!("{squares} node {node}"), vec![fixes::relist_all()])
        });
    }
}

/// By how many squares each node is listed.
fn listed(ranges: &[NodeRange], n_nodes: u32) -> Vec<u8> {
    let mut listed = vec![0u8; n_nodes as usize];
    for range in ranges {
        let nodes = range.nodes();
        for n in listed.iter_mut().skip(nodes.start as usize).take(nodes.len()) {
            *n = n.saturating_add(1);
        }
    }
    listed
}

/// A square whose range does not fit between those of its neighbours.
struct Fault {
    square: SquareId,
    /// What the squares around it leave for it.
    right: Range<u32>,
}

/// The squares at fault: of two ranges that do not meet, the one that does not meet its other neighbour
/// either. Where only an end is wrong, that is a count.
fn faults(ranges: &[NodeRange], n_nodes: u32) -> Vec<Fault> {
    let first = |at: usize| ranges.get(at).map_or(n_nodes, |range| range.first);
    let mut faults = Vec::new();
    let mut expected: u32 = 0;
    for (at, (range, square)) in ranges.iter().zip((0..).map(SquareId)).enumerate() {
        let (next, after) = (first(at + 1), first(at + 2));
        let own_end = expected.saturating_add(range.count.into());
        let next_end = ranges.get(at + 1).map(|next| next.nodes().end);
        // The next square is where it says, as the one behind it agrees.
        let is_next_right = next >= expected
            && next <= n_nodes
            && next_end.is_none_or(|end| end == after || ranges.len() == at + 2);
        let end = match (range.first == expected, next == own_end) {
            (true, true) => own_end,
            (true, false) if is_next_right => next,
            (true, false) => {
                expected = own_end;
                continue;
            }
            (false, true) => own_end,
            (false, false) if next >= expected && next <= n_nodes => next,
            (false, false) => own_end,
        };
        if range.first != expected || end != own_end {
            faults.push(Fault { square, right: expected..end });
        }
        expected = end;
    }
    faults
}

impl Fault {
    fn is(&self, ranges: &[NodeRange]) -> Range<u32> {
        ranges.get(self.square.0 as usize).map_or(0..0, |range| range.nodes())
    }

    /// The nodes that it lists, or should.
    fn touched(&self, ranges: &[NodeRange]) -> impl Iterator<Item = u32> {
        self.is(ranges).chain(self.right.clone())
    }

    fn in_words(&self, area: &Area, ranges: &[NodeRange], n_nodes: u32) -> String {
        let square = in_words(area, self.square);
        let (is, right) = (self.is(ranges), &self.right);
        if is.end > n_nodes && !is.is_empty() {
            let last = is.end.saturating_sub(1);
            return format!("{square} lists nodes up to {last}, but there are only {n_nodes}");
        }
        if is.start == right.start {
            let (n, n_right) = (is.len(), right.len());
            let nodes = if n == 1 { "node" } else { "nodes" };
            return format!("{square} lists {n} {nodes} from {}; {n_right} are its own", is.start);
        }
        format!(
            "{square} starts with node {}; the squares before it end with {}",
            is.start, right.start
        )
    }
}

/// A square as a person finds it.
pub(super) fn in_words(area: &Area, square: SquareId) -> String {
    match area.square_in_zone(square) {
        Some((zone, square)) => {
            format!("square ({}, {}) of zone {}, {}", square.x(), square.y(), zone.x, zone.y)
        }
        None => format!("square {}", square.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The faults of squares that start with a node and have so many.
    fn check(ranges: &[(u32, u8)], n_nodes: u32, expected: &[(u32, Range<u32>)]) {
        let ranges: Vec<NodeRange> = ranges
            .iter()
            .map(|(first, count)| NodeRange { first: *first, count: *count })
            .collect();
        let found: Vec<_> = faults(&ranges, n_nodes)
            .into_iter()
            .map(|fault| (fault.square.0, fault.right))
            .collect();
        assert_eq!(found, expected, "{ranges:?}");
    }

    #[test]
    fn the_square_at_fault_is_named_and_not_the_one_behind() {
        let right = [(0, 1), (1, 2), (3, 0), (3, 1), (4, 3)];
        let with = |at: usize, range: (u32, u8)| {
            let mut ranges = right;
            ranges[at] = range;
            ranges
        };
        check(&right, 7, &[]);
        check(&with(1, (1, 3)), 7, &[(1, 1..3)]);
        check(&with(1, (1, 1)), 7, &[(1, 1..3)]);
        check(&with(1, (5, 2)), 7, &[(1, 1..3)]);
        check(&with(1, (90, 2)), 7, &[(1, 1..3)]);
        check(&with(4, (4, 2)), 7, &[(4, 4..7)]);
        check(&with(0, (2, 1)), 7, &[(0, 0..1)]);
        check(&with(3, (2, 1)), 7, &[(3, 3..4)]);
        let mut swapped = right;
        swapped.swap(0, 4);
        check(&swapped, 7, &[(0, 0..1), (4, 4..7)]);
    }
}
