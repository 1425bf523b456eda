//! Adding zones to an area and taking them out.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::format::tera::N_SQUARES;
use crate::format::tera::apd::{Apd, NodeRange, ZonePaths};
use crate::format::text::Opaque;
use crate::space::tera::{Origin, Zone};

use super::id::{NodeId, SquareId};
use super::load::TooLarge;
use super::refusal::Refusal;
use super::words::UNLISTED;
use super::{Area, Frame, Ranges};

/// An area that is made anew has no more zones than this along a side.
pub const MAX_SIDE: u32 = 64;

/// Adds a zone without nodes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddZone {
    pub x: u32,
    pub y: u32,
}

/// Takes a zone without nodes out of the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoveZone {
    /// Its place among the zones of the file, from 0.
    pub zone: u32,
}

impl Area {
    /// Zones without nodes, in the order of the game's files.
    pub fn of_zones(
        zones: impl IntoIterator<Item = Zone>,
        origin: Origin,
    ) -> Result<Area, TooLarge> {
        let zones: BTreeSet<Zone> = zones.into_iter().collect();
        let n_zones = zones.len();
        let paths = zones
            .iter()
            .map(|zone| ZonePaths::from_squares(zone.x, zone.y, |_, _| NodeRange::default()));
        let apd = Apd::new([], paths.collect());
        let mut area = Area::new(&apd.map_err(|_| TooLarge { n_nodes: 0, n_zones })?)?;
        let zones = area.zones().to_vec();
        let frame = Frame::new(zones, origin, Vec::new(), Opaque::default());
        area.frame = Arc::new(frame);
        Ok(area)
    }
}

impl AddZone {
    /// In the order of the file where its zones are in order, at the end where they are not.
    pub(super) fn apply(&self, area: &mut Area) -> Result<(), Refusal> {
        if area.ranges != Ranges::Running {
            return Err(Refusal::KeptRanges);
        }
        let zone = Zone { x: self.x, y: self.y };
        if area.has_zone(zone) {
            return Err(Refusal::ZoneThere { x: zone.x, y: zone.y });
        }
        let mut zones: Vec<Option<usize>> = (0..area.zones().len()).map(Some).collect();
        let at = match area.zones().is_sorted() {
            true => area.zones().partition_point(|other| *other < zone),
            false => zones.len(),
        };
        zones.insert(at, None);
        let named = zones.iter().map(|old| old.and_then(|old| area.zones().get(old).copied()));
        let named = named.map(|old| old.unwrap_or(zone)).collect();
        *area = rearranged(area, named, &zones);
        Ok(())
    }
}

impl RemoveZone {
    pub(super) fn apply(&self, area: &mut Area) -> Result<(), Refusal> {
        if area.ranges != Ranges::Running {
            return Err(Refusal::KeptRanges);
        }
        let gone = self.zone as usize;
        if gone >= area.zones().len() {
            return Err(Refusal::NoSuchZone(self.zone));
        }
        let squares = (gone * N_SQUARES..(gone + 1) * N_SQUARES).map(|idx| SquareId(idx as u32));
        let n_nodes = squares.flat_map(|square| area.nodes_in(square)).count();
        if n_nodes > 0 {
            return Err(Refusal::ZoneInUse(n_nodes));
        }
        let zones: Vec<Option<usize>> =
            (0..area.zones().len()).filter(|zone| *zone != gone).map(Some).collect();
        let named = zones.iter().flatten().filter_map(|old| area.zones().get(*old).copied());
        let named = named.collect();
        *area = rearranged(area, named, &zones);
        Ok(())
    }
}

/// The same area with other zones, given with the place that each had before.
fn rearranged(area: &Area, named: Vec<Zone>, zones: &[Option<usize>]) -> Area {
    let mut new = area.with_zones(named);
    let mut new_idx = vec![None; area.zones().len()];
    for (new, old) in zones.iter().enumerate() {
        if let Some(place) = old.and_then(|old| new_idx.get_mut(old)) {
            *place = Some(new);
        }
    }
    let firsts = zones.iter().flat_map(|old| {
        (0..N_SQUARES).map(move |in_zone| {
            let old = old.map(|old| old * N_SQUARES + in_zone);
            old.and_then(|old| area.words.first.get(old)).unwrap_or(0)
        })
    });
    new.words.first = firsts.collect();
    for node in (0..area.n_ids()).map(NodeId) {
        let word = area.words.square.get(node.idx()).unwrap_or(0);
        if word == 0 || word == UNLISTED {
            continue;
        }
        let old = word as usize - 1;
        let zone = new_idx.get(old / N_SQUARES).copied().flatten();
        let moved = zone.map(|zone| zone * N_SQUARES + old % N_SQUARES);
        new.words.square.set(node.idx(), moved.map_or(UNLISTED, |square| square as u32 + 1));
    }
    new
}
