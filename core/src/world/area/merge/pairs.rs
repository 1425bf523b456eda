//! Which node of one file is which of another. Nothing in a file names a node but its number, its
//! place and its edges, and each of them may have changed.
//!
//! First those are the same that a square lists at the same place, then those that it lists under
//! the same number. Where that does not fit their edges (nodes changed places, or one took the place
//! that another left), the edges decide: a node is the one that has the most neighbours in common
//! with it, and of equals the one with its number or place. Only nodes about which something changed
//! are looked at twice, and of each a limited number of neighbours.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::format::number::F32;
use crate::format::tera::N_SQUARES;
use crate::format::tera::apd::{Apd, NodeRange};

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// Two nodes that nothing else connects are one, moved, where they are no further apart along x and
/// y: the side of a cell.
const NEAR: f64 = 16.0;

/// How often the edges are asked again, now that more nodes are known.
const MAX_ROUNDS: usize = 4;

/// So many edges to a node, and so many candidates for it, are looked at.
const MAX_TO_ONE: usize = 32;
const MAX_CANDIDATES: usize = 4;

/// What speaks for two nodes being one.
const PER_NEIGHBOUR: u32 = 4;
const FOR_PLACE: u32 = 2;
const FOR_NUMBER: u32 = 1;
/// Nodes that stand as before, in another order: somebody moved them and did not list them anew.
const FOR_NUMBER_WHERE_SHUFFLED: u32 = 3;
/// Place and number: two neighbours have to speak against it.
const FOR_BOTH: u32 = 7;

/// For each node of the first file its number in the second; [`NONE`] where it is not there.
pub(super) fn paired(a: &Apd, b: &Apd) -> Vec<u32> {
    let n_first = a.n_nodes();
    if !is_running(a) && n_first == b.n_nodes() && ranges(a).eq(ranges(b)) {
        // Nodes neither come nor go while ranges are kept.
        return (0..n_first as u32).collect();
    }
    let mut pairs = Pairs::of([a, b]);
    if a == b {
        return pairs.to;
    }
    let links = [a, b].map(Links::of);
    for _ in 0..MAX_ROUNDS {
        if !pairs.ask_edges(&links) {
            break;
        }
    }
    pairs.pair_near();
    pairs.to
}

fn ranges(apd: &Apd) -> impl Iterator<Item = NodeRange> {
    apd.zones().iter().flat_map(|zone| zone.squares().iter().copied())
}

/// Whether every node is listed once, in the order of the file.
fn is_running(apd: &Apd) -> bool {
    let end = ranges(apd).try_fold(0, |end, range| {
        (range.first == end).then(|| end.checked_add(range.count.into())).flatten()
    });
    end.is_some_and(|end| end as usize == apd.n_nodes())
}

/// The nodes that both files list in one place: those of each square; all nodes where the squares of
/// a file make no sense.
fn lists(sides: [&Apd; 2]) -> Vec<[Range<usize>; 2]> {
    let [a, b] = sides;
    if sides.iter().any(|apd| !is_running(apd)) {
        return vec![sides.map(|apd| 0..apd.n_nodes())];
    }
    let mut zones = BTreeMap::new();
    for (zone, at) in b.zones().iter().zip(0..) {
        zones.entry((zone.x, zone.y)).or_insert(at);
    }
    let squares_of_b: Vec<NodeRange> = ranges(b).collect();
    let nodes = |range: NodeRange| range.first as usize..range.nodes().end as usize;
    let mut lists = Vec::new();
    for zone in a.zones() {
        // A zone that is there twice is paired once.
        let Some(at) = zones.remove(&(zone.x, zone.y)) else { continue };
        let others = squares_of_b.get(at * N_SQUARES..(at + 1) * N_SQUARES).unwrap_or_default();
        for (own, other) in zone.squares().iter().zip(others) {
            if own.count > 0 && other.count > 0 {
                lists.push([nodes(*own), nodes(*other)]);
            }
        }
    }
    lists
}

/// The edges that lead to each node.
struct Links<'s> {
    apd: &'s Apd,
    starts: Vec<u32>,
    from: Vec<u32>,
}

impl Links<'_> {
    fn of(apd: &Apd) -> Links<'_> {
        let n = apd.n_nodes();
        let mut starts = vec![0_u32; n + 1];
        let edges = || {
            let nodes = 0..n as u32;
            let edges = nodes.flat_map(|node| apd.edges(node).map(move |(_, to)| (node, to)));
            edges.filter(move |(_, to)| (*to as usize) < n)
        };
        for (_, to) in edges() {
            if let Some(count) = starts.get_mut(to as usize + 1) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut next = starts.clone();
        let mut from = vec![0; sum as usize];
        for (node, to) in edges() {
            let Some(at) = next.get_mut(to as usize) else { continue };
            if let Some(place) = from.get_mut(*at as usize) {
                *place = node;
            }
            *at += 1;
        }
        Links { apd, starts, from }
    }

    fn to(&self, node: u32) -> &[u32] {
        let at = |node: usize| self.starts.get(node).map_or(0, |start| *start as usize);
        self.from.get(at(node as usize)..at(node as usize + 1)).unwrap_or_default()
    }

    /// Those to a node that is no hub.
    fn few_to(&self, node: u32) -> &[u32] {
        let to = self.to(node);
        if to.len() > MAX_TO_ONE { &[] } else { to }
    }

    fn targets(&self, node: u32) -> impl Iterator<Item = u32> {
        self.apd.edges(node).map(|(_, to)| to).filter(|to| (*to as usize) < self.apd.n_nodes())
    }
}

/// What is known of two files so far.
struct Pairs<'s> {
    places: [&'s [[F32; 3]]; 2],
    lists: Vec<[Range<usize>; 2]>,
    to: Vec<u32>,
    back: Vec<u32>,
    /// By node of the first file: the node with its number in the list, counted from the nodes that
    /// are in both, and what that says.
    by_number: Vec<(u32, u32)>,
}

impl<'s> Pairs<'s> {
    fn of(sides: [&'s Apd; 2]) -> Pairs<'s> {
        let places = sides.map(Apd::positions);
        let [n_first, n_second] = places.map(<[_]>::len);
        let mut pairs = Pairs {
            places,
            lists: lists(sides),
            to: vec![NONE; n_first],
            back: vec![NONE; n_second],
            by_number: vec![(NONE, 0); n_first],
        };
        for list in std::mem::take(&mut pairs.lists) {
            let rest = pairs.pair_list(&list);
            if rest.iter().all(|rest| !rest.is_empty()) {
                pairs.lists.push(rest);
            }
        }
        // A node that another square lists, at its place.
        let free = |known: &[u32]| -> Vec<u32> {
            (0..).zip(known).filter(|(_, known)| **known == NONE).map(|(idx, _)| idx).collect()
        };
        let (a, b) = (free(&pairs.to), free(&pairs.back));
        pairs.pair_places(a, b);
        pairs
    }

    fn place(&self, side: usize, idx: u32) -> Option<[u32; 3]> {
        let place = self.places.get(side)?.get(idx as usize)?;
        Some(place.map(F32::to_bits))
    }

    fn known(list: &[u32], idx: u32) -> Option<u32> {
        list.get(idx as usize).copied().filter(|known| *known != NONE)
    }

    fn pair(&mut self, a: u32, b: u32) {
        if let (Some(to), Some(back)) = (self.to.get_mut(a as usize), self.back.get_mut(b as usize))
            && *to == NONE
            && *back == NONE
        {
            (*to, *back) = (b, a);
        }
    }

    fn part(&mut self, a: u32) {
        let Some(to) = self.to.get_mut(a as usize) else { return };
        let b = std::mem::replace(to, NONE);
        if let Some(back) = self.back.get_mut(b as usize) {
            *back = NONE;
        }
    }

    /// Pairs the nodes of a list, and gives the part of it that is not the same in both.
    fn pair_list(&mut self, [a, b]: &[Range<usize>; 2]) -> [Range<usize>; 2] {
        let [own, other] = self.places;
        let (own, other) = (own.get(a.clone()), other.get(b.clone()));
        let (own, other) = (own.unwrap_or_default(), other.unwrap_or_default());
        let n_first = own.iter().zip(other).take_while(|(own, other)| own == other).count();
        let n_shared = own.len().min(other.len()) - n_first;
        let backwards = own.iter().rev().zip(other.iter().rev()).take(n_shared);
        let n_last = backwards.take_while(|(own, other)| own == other).count();
        let number = |idx: usize| idx as u32;
        let both = [(a.start, b.start, n_first), (a.end - n_last, b.end - n_last, n_last)];
        for (own, other, n) in both {
            for nth in 0..n {
                let (own, other) = (number(own + nth), number(other + nth));
                self.pair(own, other);
                self.set_number(own, other, FOR_BOTH - FOR_PLACE);
            }
        }
        let rest = [a.start + n_first..a.end - n_last, b.start + n_first..b.end - n_last];
        let [rest_a, rest_b] = rest.clone();
        if rest_a.is_empty() || rest_b.is_empty() {
            return rest;
        }
        let n_in_place = self.pair_places(
            rest_a.clone().map(number).collect(),
            rest_b.clone().map(number).collect(),
        );
        if rest_a.len() == rest_b.len() {
            let is_shuffled = n_in_place == rest_a.len();
            let says = if is_shuffled { FOR_NUMBER_WHERE_SHUFFLED } else { FOR_NUMBER };
            for (own, other) in rest_a.zip(rest_b) {
                self.set_number(number(own), number(other), says);
                self.pair(number(own), number(other));
            }
        }
        rest
    }

    fn set_number(&mut self, a: u32, b: u32, says: u32) {
        if let Some(place) = self.by_number.get_mut(a as usize) {
            *place = (b, says);
        }
    }

    /// Pairs nodes at one place, in the order of the files where there are several, and says how
    /// many.
    fn pair_places(&mut self, a: Vec<u32>, b: Vec<u32>) -> usize {
        let sorted = |side: usize, list: Vec<u32>| {
            let mut sorted: Vec<([u32; 3], u32)> =
                list.into_iter().filter_map(|idx| Some((self.place(side, idx)?, idx))).collect();
            sorted.sort_unstable();
            sorted
        };
        let (a, b) = (sorted(0, a), sorted(1, b));
        let mut others = b.into_iter().peekable();
        let mut n_paired = 0;
        for (place, idx) in a {
            while others.next_if(|(other, _)| *other < place).is_some() {}
            if let Some((_, other)) = others.next_if(|(other, _)| *other == place) {
                self.pair(idx, other);
                n_paired += 1;
            }
        }
        n_paired
    }

    /// Pairs those nodes anew about which something changed, by the neighbours that they have in
    /// common. Says whether that changed anything.
    fn ask_edges(&mut self, links: &[Links<'_>; 2]) -> bool {
        let disputed = self.disputed(links);
        let mut claims: Vec<(u32, u32, u32)> = Vec::new();
        for a in (0..).zip(&disputed).filter(|(_, is)| **is).map(|(a, _)| a) {
            let mut own = self.claims(links, a);
            own.truncate(MAX_CANDIDATES);
            claims.extend(own.into_iter().map(|(score, b)| (score, a, b)));
        }
        // A claim to a node that is another's without dispute puts that into dispute.
        let mut is_in_doubt = disputed;
        for (_, _, b) in &claims {
            let owner = Self::known(&self.back, *b);
            if let Some(owner) = owner
                && let Some(is) = is_in_doubt.get_mut(owner as usize)
                && !*is
            {
                *is = true;
            }
        }
        let claimed: Vec<bool> = {
            let mut has_claims = vec![false; self.to.len()];
            for (_, a, _) in &claims {
                if let Some(has) = has_claims.get_mut(*a as usize) {
                    *has = true;
                }
            }
            has_claims
        };
        let mut late = Vec::new();
        for (a, (is, has)) in (0..).zip(is_in_doubt.iter().zip(&claimed)) {
            if *is && !has {
                let mut own = self.claims(links, a);
                own.truncate(MAX_CANDIDATES);
                late.extend(own.into_iter().map(|(score, b)| (score, a, b)));
            }
        }
        claims.extend(late);
        let before = self.to.clone();
        for (a, _) in (0..).zip(&is_in_doubt).filter(|(_, is)| **is) {
            self.part(a);
        }
        claims.sort_unstable_by(|a, b| b.0.cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        for (_, a, b) in claims {
            self.pair(a, b);
        }
        self.to != before
    }

    /// The nodes of the first file that are not found yet, or whose neighbours changed.
    fn disputed(&self, links: &[Links<'_>; 2]) -> Vec<bool> {
        let [old, new] = links;
        let mut disputed: Vec<bool> = self.to.iter().map(|to| *to == NONE).collect();
        let dispute = |disputed: &mut Vec<bool>, a: u32| {
            if let Some(is) = disputed.get_mut(a as usize) {
                *is = true;
            }
        };
        for (a, b) in (0..).zip(&self.to) {
            if *b == NONE {
                continue;
            }
            if self.place(0, a) != self.place(1, *b) {
                dispute(&mut disputed, a);
            }
            for target in old.targets(a) {
                let there = Self::known(&self.to, target);
                if !there.is_some_and(|there| new.targets(*b).any(|other| other == there)) {
                    dispute(&mut disputed, a);
                    dispute(&mut disputed, target);
                }
            }
            for target in new.targets(*b) {
                let there = Self::known(&self.back, target);
                if !there.is_some_and(|there| old.targets(a).any(|other| other == there)) {
                    dispute(&mut disputed, a);
                    if let Some(there) = there {
                        dispute(&mut disputed, there);
                    }
                }
            }
        }
        disputed
    }

    /// The nodes that one may be, the likeliest first.
    fn claims(&self, links: &[Links<'_>; 2], a: u32) -> Vec<(u32, u32)> {
        let [old, new] = links;
        let mut found: Vec<u32> = Vec::new();
        let mut n_edges = 0_u32;
        for target in old.targets(a) {
            n_edges += 1;
            if let Some(there) = Self::known(&self.to, target) {
                found.extend(new.few_to(there));
            }
        }
        for from in old.few_to(a) {
            n_edges += 1;
            if let Some(there) = Self::known(&self.to, *from) {
                found.extend(new.targets(there));
            }
        }
        found.sort_unstable();
        let mut votes: Vec<(u32, u32)> = Vec::new();
        for b in found {
            match votes.last_mut() {
                Some((n, last)) if *last == b => *n += 1,
                _ => votes.push((1, b)),
            }
        }
        let (by_number, says) = self.by_number.get(a as usize).copied().unwrap_or((NONE, 0));
        let place = self.place(0, a);
        let own = Self::known(&self.to, a);
        for other in [own, Some(by_number).filter(|b| *b != NONE)].into_iter().flatten() {
            if votes.iter().all(|(_, b)| *b != other) {
                votes.push((0, other));
            }
        }
        let score = |(n, b): (u32, u32)| {
            let is_in_place = self.place(1, b) == place;
            let is_number = b == by_number;
            let for_place = if is_in_place { FOR_PLACE } else { 0 };
            let for_number = if is_number { says } else { 0 };
            // Elsewhere, half of its edges have to be there; one that went far lost most of them.
            let is_free = Self::known(&self.back, b).is_none();
            let n_needed = n_edges.div_ceil(if is_free { 4 } else { 2 });
            let is_likely = is_in_place || (n > 0 && (is_number || n >= n_needed));
            let is_alone = is_number && n_edges == 0;
            (is_likely || is_alone).then_some((n * PER_NEIGHBOUR + for_place + for_number, b))
        };
        let mut claims: Vec<(u32, u32)> = votes.into_iter().filter_map(score).collect();
        claims.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        claims
    }

    /// Nodes of a list that nothing names, close together.
    fn pair_near(&mut self) {
        let lists = std::mem::take(&mut self.lists);
        for [a, b] in lists.iter().filter(|[a, b]| a.len() * b.len() <= 255 * 255) {
            for a in a.clone().map(|a| a as u32) {
                if Self::known(&self.to, a).is_some() {
                    continue;
                }
                let free =
                    b.clone().map(|b| b as u32).filter(|b| Self::known(&self.back, *b).is_none());
                let off = free.filter_map(|b| Some((self.off(a, b)?, b)));
                let near = off.filter(|(off, _)| *off <= NEAR).min_by(|a, b| a.0.total_cmp(&b.0));
                if let Some((_, b)) = near {
                    self.pair(a, b);
                }
            }
        }
    }

    fn off(&self, a: u32, b: u32) -> Option<f64> {
        let [old, new] = [(0, a), (1, b)].map(|(side, idx)| {
            let [x, y, _] = self.places.get(side)?.get(idx as usize)?.map(F32::get);
            Some([x, y].map(f64::from))
        });
        let ([x, y], [other_x, other_y]) = (old?, new?);
        Some((x - other_x).abs().max((y - other_y).abs()))
    }
}
