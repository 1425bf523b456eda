//! Nodes that were moved: where they are in the merged area, and the octants of the edges between a
//! node that one side moved and one that the other side moved or connected.

use std::collections::BTreeMap;

use crate::format::number::F32;
use crate::space::tera::{Octant, PosInWorld};
use crate::world::three_way::Verdict;

use crate::world::area::merge::same::Key;
use crate::world::area::merge::take::Wish;
use crate::world::area::merge::{Edges, Merge, To, words};

/// Where a node is in the merged area.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) at: Option<[F32; 3]>,
    pub(super) verdict: Verdict,
    /// Whether it is not where the base has it.
    is_new: bool,
}

impl Merge<'_> {
    /// Where each node is, by key.
    pub(super) fn places(&mut self, nodes: &[Option<Edges>]) -> Vec<Place> {
        let mut places = Vec::with_capacity(nodes.len());
        for (key, node) in (0..).zip(nodes) {
            let all = self.sides.each_ref().map(|side| side.place(key));
            let [base, ours, theirs] = all;
            let verdict = match (node, ours, theirs) {
                (Some(_), Some(_), Some(_)) => Verdict::of(&base, &ours, &theirs),
                _ => Verdict::Keep,
            };
            if verdict == Verdict::Conflict {
                let values = all.map(words::place);
                self.conflict(key, words::POSITION.into(), values, Wish::Move(key));
            }
            let at = match verdict {
                Verdict::Take => theirs,
                Verdict::Keep | Verdict::Conflict => ours.or(theirs),
            };
            let at = at.filter(|_| node.is_some());
            places.push(Place { at, verdict, is_new: at.is_some() && at != base });
        }
        self.tell_doubled(&places);
        places
    }

    /// A place that each side gave to a node of its own holds both, and that is a conflict.
    fn tell_doubled(&mut self, places: &[Place]) {
        let bits = |place: &Place| place.at.map(|at| at.map(F32::to_bits));
        let mut new: BTreeMap<[u32; 3], Vec<Key>> = places
            .iter()
            .filter(|place| place.is_new)
            .filter_map(bits)
            .map(|at| (at, Vec::new()))
            .collect();
        if new.is_empty() {
            return;
        }
        for (key, place) in (0..).zip(places) {
            if let Some(keys) = bits(place).and_then(|at| new.get_mut(&at)) {
                keys.push(key);
            }
        }
        for keys in new.into_values().filter(|keys| keys.len() > 1) {
            let is_on = |side: usize, key: Key| {
                let at = places.get(key as usize).and_then(|place| place.at);
                self.sides.get(side).is_some_and(|it| at.is_some() && it.place(key) == at)
            };
            let is_on_one_side =
                [1, 2].into_iter().any(|side| keys.iter().all(|key| is_on(side, *key)));
            if is_on_one_side {
                continue;
            }
            let theirs: Vec<Key> = keys.iter().copied().filter(|key| !is_on(1, *key)).collect();
            for key in theirs {
                let [base, _, theirs] =
                    self.sides.each_ref().map(|side| words::place(side.place(key)));
                let values = [base, "a different node is there".into(), theirs];
                self.conflict(key, words::POSITION.into(), values, Wish::None);
            }
        }
    }

    /// Turns edges into the octant where they are now, if both sides had a hand in that.
    pub(super) fn turn(&mut self, nodes: &mut [Option<Edges>], places: &[Place]) {
        let at = |key: Key| places.get(key as usize).and_then(|place| place.at);
        let is_new = |key: Key| places.get(key as usize).is_some_and(|place| place.is_new);
        for (key, edges) in (0..).zip(nodes) {
            let Some(edges) = edges else { continue };
            let is_moved = is_new(key);
            let mut astray: Vec<(Octant, Key)> = Vec::new();
            for (octant, edge) in Octant::all().zip(edges.iter_mut()) {
                let Some(To::Node(target)) = *edge else { continue };
                if !is_moved && !is_new(target) {
                    continue;
                }
                let right = towards(at(key), at(target));
                if right.is_none() || right == Some(octant) || !self.was_right(key, octant, target)
                {
                    continue;
                }
                *edge = None;
                astray.push((octant, target));
            }
            for (octant, target) in astray {
                let is_there = edges.contains(&Some(To::Node(target)));
                let right = towards(at(key), at(target));
                let place = right.and_then(|right| edges.get_mut(usize::from(right.number())));
                if let Some(place) = place.filter(|place| !is_there && place.is_none()) {
                    *place = Some(To::Node(target));
                }
                let values = self.sides.each_ref().map(|side| {
                    let edge = side.edges(key).get(usize::from(octant.number())).copied();
                    words::target(edge.flatten(), &|key| self.keys.place(key))
                });
                self.conflict(key, words::edge(octant), values, Wish::None);
            }
        }
    }

    /// Whether an edge was in its octant on a side that has it.
    fn was_right(&self, key: Key, octant: Octant, target: Key) -> bool {
        let [_, ours, theirs] = self.sides;
        [ours, theirs].into_iter().any(|side| {
            let edge = side.edges(key).get(usize::from(octant.number())).copied().flatten();
            edge == Some(To::Node(target))
                && towards(side.place(key), side.place(target)) == Some(octant)
        })
    }
}

fn towards(from: Option<[F32; 3]>, to: Option<[F32; 3]>) -> Option<Octant> {
    Octant::towards(PosInWorld::from_bits(from?), PosInWorld::from_bits(to?))
}
