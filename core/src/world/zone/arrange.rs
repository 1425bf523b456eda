//! Putting things on a line, or equally far apart.

use serde::{Deserialize, Serialize};

use crate::space::rose::position::PosInFileCm;

use super::Zone;
use super::place::{Snap, put_thing, too_far};
use super::refusal::{Refusal, finite};
use super::selection::Selection;
use super::thing::{Thing, ThingId};

/// Puts things on a line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Align {
    pub things: Selection,
    pub axis: Axis,
    pub to: AlignTo,
    #[serde(default)]
    pub snap: Snap,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Axis {
    X,
    Y,
    Z,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AlignTo {
    Low,
    Middle,
    High,
    /// In cm of the files.
    At(f64),
}

/// Puts things equally far apart between the first and the last.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Distribute {
    pub things: Selection,
    pub axis: Axis,
    #[serde(default)]
    pub snap: Snap,
}

impl Align {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<Vec<String>, Refusal> {
        let things = self.things.some_things(zone)?;
        let places = things.iter().filter_map(|id| Some(self.axis.of(zone.thing(*id)?)));
        let places = places.filter(|place| place.is_finite());
        let (low, high) = places.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), place| {
            (low.min(place), high.max(place))
        });
        let to = match self.to {
            AlignTo::Low => low,
            AlignTo::High => high,
            AlignTo::Middle => (low + high) / 2.0,
            AlignTo::At(place) => place,
        };
        let [to] = finite("to", [to])?;
        let moves = things.into_iter().map(|id| (id, to)).collect();
        self.axis.put(zone, moves, self.snap)
    }
}

impl Distribute {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<Vec<String>, Refusal> {
        let things = self.things.some_things(zone)?;
        let places = things.iter().filter_map(|id| Some((self.axis.of(zone.thing(*id)?), *id)));
        let mut places: Vec<(f64, ThingId)> =
            places.filter(|(place, _)| place.is_finite()).collect();
        places.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let (Some((low, _)), Some((high, _))) = (places.first(), places.last()) else {
            return Ok(Vec::new());
        };
        let step = (high - low) / (places.len().saturating_sub(1).max(1)) as f64;
        let (low, n_last) = (*low, places.len() - 1);
        let between = places.into_iter().enumerate().filter(|(n, _)| *n > 0 && *n < n_last);
        let moves = between.map(|(n, (_, id))| (id, low + step * n as f64)).collect();
        self.axis.put(zone, moves, self.snap)
    }
}

impl Axis {
    fn of(self, thing: &Thing) -> f64 {
        let PosInFileCm { x, y, z } = thing.pos_in_file_cm();
        match self {
            Axis::X => x,
            Axis::Y => y,
            Axis::Z => z,
        }
    }

    fn put(
        self,
        zone: &mut Zone,
        moves: Vec<(ThingId, f64)>,
        snap: Snap,
    ) -> Result<Vec<String>, Refusal> {
        // Along the other axes, things stay where they are; only on the ground they may stand.
        let snap = if self == Axis::Z { Snap::None } else { snap.of_height_alone() };
        let mut moved = Vec::new();
        for (id, place) in moves {
            let Some(thing) = zone.thing(id).filter(|thing| self.of(thing) != place) else {
                continue;
            };
            let at = thing.pos_in_file_cm();
            let to = match self {
                Axis::X => PosInFileCm { x: place, ..at },
                Axis::Y => PosInFileCm { y: place, ..at },
                Axis::Z => PosInFileCm { z: place, ..at },
            };
            let new = put_thing(zone, thing, to, snap);
            moved.push((id, new.ok_or_else(|| too_far(zone, id))?));
        }
        zone.put_moved(moved)
    }
}
