//! Puts what both sides came to into the area of one of them, whose order of nodes stays.

use std::borrow::Cow;

use serde_json::Value;

use crate::format::number::F32;
use crate::space::tera::Octant;
use crate::world::three_way::{Verdict, WHOLE};

use super::super::id::{NodeId, SquareId};
use super::super::{Area, MAX_NODES_IN_SQUARE, Ranges};
use super::octants::Place;
use super::same::{Key, Keys, Nodes, Square};
use super::{Apart, Edges, To, words};

/// Nodes that leave full squares for full squares, one after the other, are told after so many.
const MAX_ROUNDS: usize = 8;

pub(super) struct Put<'p> {
    pub(super) area: Area,
    sides: &'p [Nodes<'p>; 3],
    areas: &'p [Area; 3],
    /// Which side the area is of.
    frame: usize,
    /// By key.
    ids: Vec<Option<NodeId>>,
    /// What found no room: a field of a node, and what the other side has.
    pub(super) refused: Vec<(Key, Cow<'static, str>, Value)>,
    keys: &'p Keys,
}

impl<'p> Put<'p> {
    pub(super) fn new(
        keys: &'p Keys,
        sides: &'p [Nodes<'p>; 3],
        areas: &'p [Area; 3],
        frame: usize,
    ) -> Put<'p> {
        let area = areas.get(frame).unwrap_or(&areas[1]).clone();
        Put { area, sides, areas, frame, ids: Vec::new(), refused: Vec::new(), keys }
    }

    /// Makes the area have these nodes and edges, and no others.
    pub(super) fn all(&mut self, nodes: &[Option<Edges>], places: &[Place]) -> Result<(), Apart> {
        let side = self.sides.get(self.frame).unwrap_or(&self.sides[1]);
        self.ids = (0..nodes.len() as Key).map(|key| side.id(key)).collect();
        self.check_ranges(nodes)?;
        let mut to_list = Vec::new();
        for ((key, node), place) in (0..).zip(nodes).zip(places) {
            let id = self.ids.get(key as usize).copied().flatten();
            match (id, node) {
                (Some(id), None) => {
                    self.area.remove_node(id);
                    self.set_id(key, None);
                }
                (Some(id), Some(_)) => {
                    if let Some(at) = place.at {
                        self.put(id, at);
                    }
                    if let Some(square) = self.square_as_merged(key, place.verdict) {
                        to_list.push((key, id, square));
                    }
                }
                (None, _) => {}
            }
        }
        self.list_all(to_list);
        // Ours come first.
        for n in [1, 2] {
            for (key, node) in (0..).zip(nodes) {
                let is_new = self.ids.get(key as usize).copied().flatten().is_none();
                if node.is_some()
                    && is_new
                    && self.sides.get(n).is_some_and(|it| it.idx(key).is_some())
                {
                    self.add(key, n);
                }
            }
        }
        for (key, node) in (0..).zip(nodes) {
            if let (Some(id), Some(edges)) = (self.ids.get(key as usize).copied().flatten(), node) {
                self.connect(key, id, edges);
            }
        }
        Ok(())
    }

    /// While ranges are kept as the files have them, nodes neither come nor go.
    fn check_ranges(&mut self, nodes: &[Option<Edges>]) -> Result<(), Apart> {
        let [base, ours, theirs] = self.areas;
        if self.areas.iter().all(|area| area.ranges == Ranges::Running) {
            return Ok(());
        }
        let is_same_everywhere = |key: Key| {
            let idx = self.sides.each_ref().map(|side| side.idx(key));
            idx[0].is_some() && idx.iter().all(|other| *other == idx[0])
        };
        let is_fixed = nodes.iter().all(Option::is_some)
            && (0..nodes.len() as Key).all(is_same_everywhere)
            && self.frame == 1;
        match Verdict::of(&base.ranges, &ours.ranges, &theirs.ranges) {
            Verdict::Keep if is_fixed => Ok(()),
            _ => Err(Apart::KeptRanges),
        }
    }

    fn set_id(&mut self, key: Key, id: Option<NodeId>) {
        if let Some(place) = self.ids.get_mut(key as usize) {
            *place = id;
        }
    }

    fn square_on(&self, side: usize, key: Key) -> Option<Square> {
        let id = self.sides.get(side)?.id(key)?;
        let area = self.areas.get(side)?;
        area.square_in_zone(area.square_of(id)?)
    }

    /// The same square among those of the merged area.
    fn square_here(&self, (zone, square): Square) -> Option<SquareId> {
        Some(SquareId::of(*self.area.frame.zone_idx.get(&zone)?, square))
    }

    fn has_room(&self, square: SquareId) -> bool {
        self.area.nodes_in(square).count() < MAX_NODES_IN_SQUARE
    }

    fn add(&mut self, key: Key, side: usize) {
        let square = self.square_on(side, key);
        let square = square.and_then(|square| self.square_here(square));
        let position = self
            .sides
            .get(side)
            .and_then(|it| it.apd.positions().get(it.idx(key)? as usize).copied());
        match (square.filter(|square| self.has_room(*square)), position) {
            (Some(square), Some(position)) => {
                let id = self.area.add_node(position, square);
                self.set_id(key, Some(id));
            }
            _ => {
                let square = words::square(self.square_on(side, key));
                self.refused.push((key, WHOLE.into(), square));
            }
        }
    }

    /// A node where it already is stays untouched.
    fn put(&mut self, id: NodeId, at: [F32; 3]) {
        if self.area.words.position(id) != Some(at) {
            self.area.set_position(id, at);
        }
    }

    /// The square that is to list a node, where that is another one. It goes with the node, and is a
    /// field of it as any other where nobody moved it.
    fn square_as_merged(&mut self, key: Key, place: Verdict) -> Option<SquareId> {
        if self.area.ranges != Ranges::Running
            || self.sides.iter().any(|side| side.idx(key).is_none())
        {
            return None;
        }
        let [base, ours, theirs] = [0, 1, 2].map(|side| self.square_on(side, key));
        let verdict = Verdict::of(&base, &ours, &theirs);
        let [was, own, _] = self.sides.each_ref().map(|side| side.place(key));
        let merged = match (place, verdict) {
            (Verdict::Take, _) => theirs,
            (Verdict::Keep, Verdict::Take) if was == own => theirs,
            _ => ours,
        };
        let is_lost = |side| side != base && side != merged;
        if is_lost(theirs) || is_lost(ours) {
            let lost = if is_lost(theirs) { theirs } else { ours };
            self.refused.push((key, "square".into(), words::square(lost)));
        }
        let id = self.ids.get(key as usize).copied().flatten()?;
        match merged.and_then(|square| self.square_here(square)) {
            Some(square) => Some(square).filter(|square| self.area.square_of(id) != Some(*square)),
            None => {
                self.refused.push((key, "square".into(), words::square(merged)));
                None
            }
        }
    }

    /// Lists nodes in other squares. One that is full may have room when others have left it.
    fn list_all(&mut self, mut to_list: Vec<(Key, NodeId, SquareId)>) {
        for _ in 0..MAX_ROUNDS {
            let n_before = to_list.len();
            to_list.retain(|(_, id, square)| {
                let has_room = self.has_room(*square);
                if has_room {
                    self.area.unlist(*id);
                    self.area.list(*id, *square);
                }
                !has_room
            });
            if to_list.is_empty() || to_list.len() == n_before {
                break;
            }
        }
        for (key, ..) in to_list {
            let theirs = words::square(self.square_on(2, key));
            self.refused.push((key, "square".into(), theirs));
        }
    }

    fn connect(&mut self, key: Key, id: NodeId, edges: &Edges) {
        let held = self.sides.get(self.frame).map(|side| side.edges(key)).unwrap_or_default();
        for (octant, (to, held)) in Octant::all().zip(edges.iter().zip(&held)) {
            match to {
                // It stays as the area has it.
                Some(To::Nowhere(_)) if to == held => {}
                Some(To::Nowhere(index)) => {
                    let value = format!("no node, index {index}").into();
                    self.refused.push((key, words::edge(octant), value));
                }
                Some(To::Node(target)) => {
                    let there = self.ids.get(*target as usize).copied().flatten();
                    if there.is_none() {
                        let value = words::target(*to, &|key| self.keys.place(key));
                        self.refused.push((key, words::edge(octant), value));
                    }
                    self.area.set_edge(id, octant, there);
                }
                None => self.area.set_edge(id, octant, None),
            }
        }
    }
}
