//! Node ranges of squares that overlap, leave gaps, or are in another order.

use crate::problem::{Rule, Severity, Thing};
use crate::world::area::id::{NodeId, SquareId};
use crate::world::area::{Area, Ranges};

use super::found::{Found, fixes, node_thing};

pub(super) const RANGES: Rule = Rule {
    code: "apd-square-range",
    severity: Severity::Error,
    title: "Square range that overlaps or leaves gaps",
    explanation: "\
Each square names the nodes in it by the first and their number. Here a node is named by two squares \
or by none, or a square names nodes that are not there.

A server that looks for the node nearest to a monster looks into the squares around it: it misses \
the node, finds one that is far away, or stops with an error. List the nodes anew.",
};

pub(super) const ORDER: Rule = Rule {
    code: "apd-square-order",
    severity: Severity::Information,
    title: "Square ranges in another order",
    explanation: "\
In the game's own areas, each square's nodes follow those of the square before it, and empty squares \
say where they would start. Here a square starts elsewhere.

No reader is known to mind. Nodes can only be added and deleted after the nodes were listed anew.",
};

pub(super) fn check(found: &mut Found<'_>, area: &Area) {
    let Ranges::Kept(ranges) = area.ranges() else { return };
    let n_nodes = area.n_ids();
    let mut listed_by: Vec<Option<SquareId>> = vec![None; n_nodes as usize];
    let mut end = 0;
    for (range, square) in ranges.iter().zip((0..).map(SquareId)) {
        let nodes = range.nodes();
        if range.first != end {
            let thing = Thing::object("square", square.0);
            found.add(&ORDER, thing, || {
                let message = format!(
                    "{} starts with node {}; those before it end with {end}",
                    in_words(area, square),
                    range.first
                );
                (message, vec![fixes::relist_all()])
            });
        }
        end = nodes.end;
        let thing = || Thing::object("square", square.0);
        if range.count > 0 && nodes.end > n_nodes {
            found.add(&RANGES, thing(), || {
                let square = in_words(area, square);
                let last = nodes.end.saturating_sub(1);
                let message = format!("{square} lists nodes up to {last}, and there are {n_nodes}");
                (message, vec![fixes::relist_all()])
            });
        }
        let mut twice = None;
        let listed = listed_by.iter_mut().enumerate().skip(nodes.start as usize).take(nodes.len());
        for (node, by) in listed {
            match by {
                Some(other) => twice = twice.or(Some((node, *other))),
                None => *by = Some(square),
            }
        }
        if let Some((node, other)) = twice {
            found.add(&RANGES, thing(), || {
                let (own, other) = (in_words(area, square), in_words(area, other));
                let message = format!("{own} lists node {node}, which {other} lists too");
                (message, vec![fixes::relist_all()])
            });
        }
    }
    let is_unlisted = |(_, by): &(_, &Option<SquareId>)| by.is_none();
    for (node, _) in listed_by.iter().enumerate().filter(|(n, by)| is_unlisted(&(*n, by))) {
        found.add(&RANGES, node_thing(NodeId(node as u32)), || {
            (format!("no square lists node {node}"), vec![fixes::relist_all()])
        });
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
