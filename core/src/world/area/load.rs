//! An area from its file.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::format::tera::N_SQUARES;
use crate::format::tera::apd::{Apd, NodeRange, ZonePaths};
use crate::space::tera::{Origin, Zone};
use crate::world::column::Column;

use super::route_tests::RouteTests;
use super::volumes::Volumes;
use super::words::{N_OCTANTS, NOWHERE, UNLISTED, Words};
use super::{Area, Frame, Ranges};

/// An id and the octants of its node fit into a word with a bit to spare.
const MAX_NODES: usize = 1 << 28;
const MAX_SQUARES: usize = 1 << 30;

/// An area with more in it than an edit can number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{n_nodes} nodes in {n_zones} zones are too many to edit")]
pub struct TooLarge {
    pub n_nodes: usize,
    pub n_zones: usize,
}

impl Area {
    pub fn new(apd: &Apd) -> Result<Area, TooLarge> {
        let (n_nodes, n_zones) = (apd.n_nodes(), apd.zones().len());
        if n_nodes > MAX_NODES || n_zones > MAX_SQUARES / N_SQUARES {
            return Err(TooLarge { n_nodes, n_zones });
        }
        let (edges, strays) = edge_words(apd);
        let (first_in, next_in) = links(&edges, n_nodes);
        let Lists { square, next, first } = lists(apd);
        let axis = |axis: usize| -> Column {
            let bits = |position: &[_; 3]| position.get(axis).copied().unwrap_or_default();
            apd.positions().iter().map(|position| bits(position).to_bits()).collect()
        };
        let column = |words: Vec<u32>| words.into_iter().collect::<Column>();
        let words = Words {
            x: axis(0),
            y: axis(1),
            z: axis(2),
            edges: column(edges),
            square: column(square),
            next: column(next),
            first_in: column(first_in),
            next_in: column(next_in),
            first: column(first),
        };
        let zones = apd.zones().iter().map(|zone| Zone { x: zone.x, y: zone.y }).collect();
        let origin = Origin::infer(apd).unwrap_or(Origin::USUAL);
        let frame = Frame::new(zones, origin, strays, apd.tail.clone());
        let ranges = match are_running(apd) {
            true => Ranges::Running,
            false => Ranges::Kept(all_ranges(apd).collect()),
        };
        let (n_nodes, frame) = (n_nodes as u32, Arc::new(frame));
        let (volumes, route_tests) = (Volumes::default(), RouteTests::default());
        Ok(Area { frame, words, n_nodes, ranges, volumes, route_tests })
    }

    /// One zone without a node, for geometry of which no area is known.
    pub fn of_zone(zone: Zone) -> Option<Area> {
        let paths = ZonePaths::from_squares(zone.x, zone.y, |_, _| NodeRange::default());
        Area::new(&Apd::new([], vec![paths]).ok()?).ok()
    }
}

impl Frame {
    pub(super) fn new(
        zones: Vec<Zone>,
        origin: Origin,
        strays: Vec<u32>,
        tail: crate::format::text::Opaque,
    ) -> Frame {
        let mut zone_idx = BTreeMap::new();
        for (zone, idx) in zones.iter().zip(0..) {
            zone_idx.entry(*zone).or_insert(idx);
        }
        Frame { zones, zone_idx, origin, strays, tail }
    }
}

fn all_ranges(apd: &Apd) -> impl Iterator<Item = NodeRange> {
    apd.zones().iter().flat_map(|zone| zone.squares().iter().copied())
}

/// Whether every range starts where the one before it ends, and all nodes are in one.
fn are_running(apd: &Apd) -> bool {
    let mut end = 0;
    for range in all_ranges(apd) {
        if u64::from(range.first) != end {
            return false;
        }
        end += u64::from(range.count);
    }
    end == apd.n_nodes() as u64
}

fn edge_words(apd: &Apd) -> (Vec<u32>, Vec<u32>) {
    let n_nodes = apd.n_nodes();
    let mut strays = Vec::new();
    let mut words = vec![0; n_nodes * N_OCTANTS];
    for (node, words) in (0..).zip(words.chunks_exact_mut(N_OCTANTS)) {
        for (octant, target) in apd.edges(node) {
            let Some(word) = words.get_mut(usize::from(octant)) else { continue };
            *word = if (target as usize) < n_nodes {
                target + 1
            } else {
                strays.push(target);
                NOWHERE | (strays.len() - 1) as u32
            };
        }
    }
    (words, strays)
}

/// The chains of the edges that lead to each node, by rising slot.
fn links(edges: &[u32], n_nodes: usize) -> (Vec<u32>, Vec<u32>) {
    let mut first_in = vec![0; n_nodes];
    let mut next_in = vec![0; edges.len()];
    for (slot, word) in edges.iter().enumerate().rev() {
        let target = word.wrapping_sub(1) as usize;
        if let (Some(first), Some(next)) = (first_in.get_mut(target), next_in.get_mut(slot)) {
            *next = std::mem::replace(first, slot as u32 + 1);
        }
    }
    (first_in, next_in)
}

struct Lists {
    square: Vec<u32>,
    next: Vec<u32>,
    first: Vec<u32>,
}

/// The chain of each square. A node that two squares list is in that of the first.
fn lists(apd: &Apd) -> Lists {
    let n_nodes = apd.n_nodes();
    let mut lists = Lists {
        square: vec![UNLISTED; n_nodes],
        next: vec![0; n_nodes],
        first: vec![0; apd.zones().len() * N_SQUARES],
    };
    for ((range, first), square) in all_ranges(apd).zip(&mut lists.first).zip(1..) {
        let mut link = first;
        let (start, end) = (range.nodes().start as usize, range.nodes().end as usize);
        let nodes = start.min(n_nodes)..end.min(n_nodes);
        let squares = lists.square.get_mut(nodes.clone()).unwrap_or_default().iter_mut();
        let nexts = lists.next.get_mut(nodes).unwrap_or_default().iter_mut();
        for ((own, next), node) in squares.zip(nexts).zip(start..) {
            if *own == UNLISTED {
                *own = square;
                *link = node as u32 + 1;
                link = next;
            }
        }
    }
    lists
}
