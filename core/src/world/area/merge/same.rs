//! Which nodes of several files are the same: those at one place, in the order of the files where
//! there are several.

use crate::format::number::F32;
use crate::format::tera::apd::Apd;
use crate::space::tera::{SquareInZone, Zone};

/// A node of all sides.
pub(super) type Key = u32;

const NONE: u32 = u32::MAX;

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
    /// follow.
    pub(super) fn of<const N: usize>(sides: [&Apd; N]) -> (Keys, [SideKeys; N]) {
        let mut places: Vec<[F32; 3]> = Vec::new();
        let held = sides.map(|apd| {
            let positions = apd.positions();
            let found = paired(&places, positions);
            let mut key_of = vec![NONE; positions.len()];
            for (key, idx) in (0..).zip(&found) {
                if let Some(place) = key_of.get_mut(*idx as usize) {
                    *place = key;
                }
            }
            for (key, position) in key_of.iter_mut().zip(positions).filter(|(key, _)| **key == NONE)
            {
                *key = places.len() as u32;
                places.push(*position);
            }
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

/// For each place of the first list the index of the same place in the second; [`NONE`] where it is
/// not there.
fn paired(a: &[[F32; 3]], b: &[[F32; 3]]) -> Vec<u32> {
    let mut found = vec![NONE; a.len()];
    let n_first = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let rest = |list: &[[F32; 3]]| list.len() - n_first;
    let n_shared = rest(a).min(rest(b));
    let backwards = a.iter().rev().zip(b.iter().rev()).take(n_shared);
    let n_last = backwards.take_while(|(a, b)| a == b).count();
    for (idx, place) in (0..).zip(found.iter_mut().take(n_first)) {
        *place = idx;
    }
    let first_last = (b.len() - n_last) as u32;
    for (idx, place) in (first_last..).zip(found.iter_mut().skip(a.len() - n_last)) {
        *place = idx;
    }
    let between = |list: &[[F32; 3]]| {
        let middle = list.get(n_first..list.len() - n_last).unwrap_or_default();
        let key = |(place, idx): (&[F32; 3], u32)| (place.map(F32::to_bits), idx);
        let mut sorted: Vec<([u32; 3], u32)> =
            middle.iter().zip(n_first as u32..).map(key).collect();
        sorted.sort_unstable();
        sorted
    };
    let (a, b) = (between(a), between(b));
    let mut others = b.iter().peekable();
    for (place, idx) in &a {
        while others.next_if(|(other, _)| other < place).is_some() {}
        if let Some((_, other)) = others.next_if(|(other, _)| other == place)
            && let Some(into) = found.get_mut(*idx as usize)
        {
            *into = *other;
        }
    }
    found
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
