//! The nodes of several files under one key each, and the squares that list them.

use std::collections::BTreeMap;

use crate::format::number::F32;
use crate::format::tera::apd::Apd;
use crate::space::tera::{SquareInZone, Zone};

use super::pairs::NONE;

/// A node of all sides.
pub(super) type Key = u32;

/// The places of the nodes of all sides, by their keys.
pub(super) struct Keys {
    places: Vec<[F32; 3]>,
}

pub(super) struct SideKeys {
    /// By the index in the file.
    key_of: Vec<u32>,
    /// By key.
    idx_of: Vec<u32>,
}

/// A side with its nodes by key.
pub(super) struct Nodes<'s> {
    pub(super) apd: &'s Apd,
    pub(super) keys: &'s SideKeys,
}

impl Keys {
    /// The nodes of the first file have the keys 0, 1, 2 …; those of the others that are not there
    /// follow. `pairs` says which of each other file they are. Nodes that only others have are the
    /// same where they are at one place, in the order of the files where there are several.
    pub(super) fn of<const N: usize>(
        sides: [&Apd; N],
        pairs: &[Vec<u32>],
    ) -> (Keys, [SideKeys; N]) {
        let mut places: Vec<[F32; 3]> = Vec::new();
        let mut n_own = None;
        let mut others = pairs.iter();
        let held = sides.map(|apd| {
            let positions = apd.positions();
            let mut key_of = vec![NONE; positions.len()];
            let known = n_own.and_then(|_| others.next());
            for (key, idx) in (0..).zip(known.into_iter().flatten()) {
                if let Some(place) = key_of.get_mut(*idx as usize) {
                    *place = key;
                }
            }
            let new: Vec<u32> =
                (0..).zip(&key_of).filter(|(_, key)| **key == NONE).map(|(idx, _)| idx).collect();
            let mut taken = n_own.map(|n_own| by_place(&places, n_own)).unwrap_or_default();
            for idx in new {
                let position = positions.get(idx as usize).copied().unwrap_or_default();
                let there = taken.get_mut(&position.map(F32::to_bits)).and_then(Vec::pop);
                let key = there.unwrap_or(places.len() as u32);
                if there.is_none() {
                    places.push(position);
                }
                if let Some(place) = key_of.get_mut(idx as usize) {
                    *place = key;
                }
            }
            n_own.get_or_insert(places.len());
            key_of
        });
        let side = |key_of: Vec<u32>| {
            let mut idx_of = vec![NONE; places.len()];
            for (idx, key) in (0..).zip(&key_of) {
                if let Some(place) = idx_of.get_mut(*key as usize) {
                    *place = idx;
                }
            }
            SideKeys { key_of, idx_of }
        };
        let sides = held.map(side);
        (Keys { places }, sides)
    }

    pub(super) fn len(&self) -> Key {
        self.places.len() as u32
    }

    pub(super) fn place(&self, key: Key) -> [F32; 3] {
        self.places.get(key as usize).copied().unwrap_or_default()
    }
}

impl SideKeys {
    pub(super) fn idx(&self, key: Key) -> Option<u32> {
        self.idx_of.get(key as usize).copied().filter(|idx| *idx != NONE)
    }

    pub(super) fn key(&self, idx: u32) -> Option<Key> {
        self.key_of.get(idx as usize).copied()
    }
}

/// The keys of nodes that the first file does not have, by place; the first last.
fn by_place(places: &[[F32; 3]], n_own: usize) -> BTreeMap<[u32; 3], Vec<u32>> {
    let mut keys: BTreeMap<[u32; 3], Vec<u32>> = BTreeMap::new();
    for (key, place) in (0..).zip(places).skip(n_own) {
        keys.entry(place.map(F32::to_bits)).or_default().push(key);
    }
    keys.values_mut().for_each(|keys| keys.reverse());
    keys
}

/// The squares that list nodes.
pub(super) struct Squares {
    /// By the index of the node, counted over all zones.
    of: Vec<u32>,
    zones: Vec<Zone>,
}

/// The zone of a square, and which of its squares it is.
pub(super) type Square = (Zone, SquareInZone);

pub(super) fn squares(apd: &Apd) -> Squares {
    let mut of = vec![NONE; apd.n_nodes()];
    let ranges = apd.zones().iter().flat_map(|zone| zone.squares());
    for (square, range) in (0..).zip(ranges) {
        let nodes = range.first as usize..range.nodes().end as usize;
        let end = nodes.end.min(of.len());
        of.get_mut(nodes.start.min(end)..end).unwrap_or_default().fill(square);
    }
    let zones = apd.zones().iter().map(|zone| Zone { x: zone.x, y: zone.y }).collect();
    Squares { of, zones }
}

impl Squares {
    pub(super) fn of(&self, idx: u32) -> Option<Square> {
        let square = self.of.get(idx as usize).copied().filter(|square| *square != NONE)?;
        let zone = square as usize / crate::format::tera::N_SQUARES;
        let in_zone = super::super::id::SquareId(square).in_zone()?;
        Some((*self.zones.get(zone)?, in_zone))
    }
}
