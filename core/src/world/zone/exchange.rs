//! The things of a zone for other programs, and back: JSON with everything in it, and CSV for
//! spreadsheets: see [`sheet`].
//!
//! What comes back is compared with what would be written now: where that is the same, nothing is
//! touched, so that no number changes by being shown.
//!
//! What a file moves says itself where it stood (`stood-at`) and where it is to stand. A thing that
//! stands at the second place already was brought in before, and the file may be read again. Cells
//! that a file gives are those of where the thing stood: where it goes to another cell, or went
//! there, its cell follows its place, and only a file that leaves it where it is can set another.

mod csv;
mod new;
pub mod sheet;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::problem::counted::counted;
use crate::space::rose::position::PosInFileCm;

use super::Zone;
use super::action::Action;
use super::field::Field;
use super::names::Names;
use super::numbers::Numbers;
use super::set::{PutThing, PutThings, SpawnList};
use super::thing::{Kind, Thing, ThingId};
use new::{New, Sorted};

const NO_SUCH_THING: &str = "the zone has no such thing; what is new has no id";
/// What to do about a file that means other things by its numbers.
const EXPORT_AGAIN: &str = "the zone has changed since this was exported: export it again";

/// Why a file can't be brought in: where, and what is wrong there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct Wrong {
    pub place: String,
    pub reason: String,
}

impl Wrong {
    fn new(place: impl Into<String>, reason: impl Into<String>) -> Wrong {
        Wrong { place: place.into(), reason: reason.into() }
    }
}

/// A zone as JSON.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ZoneJson {
    zone: String,
    things: Vec<ThingJson>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ThingJson {
    /// Its number; a new one has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    id: Option<u32>,
    /// The block of its file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    block: Option<String>,
    /// Its place in the list of its file, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    index: Option<u32>,
    /// Where it stood when the file was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stood_at: Option<String>,
    /// What a table calls it; nobody reads it back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    is: Option<String>,
    thing: Thing,
}

/// What a file asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct Incoming {
    pub action: Action,
    /// What a person should know about it.
    pub notes: Vec<String>,
}

impl Incoming {
    /// Of a zone, some things of which a file names, so many of them with cells where they do not
    /// stand.
    fn new(
        zone: &Zone,
        things: Vec<PutThing>,
        new: Sorted,
        named: &BTreeSet<ThingId>,
        n_stale: usize,
    ) -> Incoming {
        let n_named = named.union(&new.there).count();
        let stale = (n_stale > 0).then(|| {
            let things = counted(n_stale, "thing", "things");
            format!("the cells of {things} say where they stand, and not what the file says")
        });
        let note = match zone.n_things().saturating_sub(n_named) {
            0 => None,
            1 => Some("one thing that the file does not name stays as it is".to_owned()),
            n => Some(format!("{n} things that the file does not name stay as they are")),
        };
        let action = Action::PutThings(PutThings { things, add: new.add });
        Incoming { action, notes: stale.into_iter().chain(note).chain(new.notes).collect() }
    }
}

/// Everything that stands in a zone, as JSON.
pub fn to_json(zone: &Zone, names: &Names, numbers: &Numbers) -> String {
    let things = zone.listed().filter_map(|listed| {
        let thing = zone.thing(listed.id)?;
        Some(ThingJson {
            id: Some(numbers.number(listed.id)),
            block: listed.block.map(|block| block.to_string()),
            index: Some(listed.index),
            stood_at: Some(stood_at(thing)),
            is: name_of(names, thing),
            thing: thing.clone(),
        })
    });
    let json = ZoneJson { zone: zone.name().to_owned(), things: things.collect() };
    // Numbers and texts can always be written.
    serde_json::to_string_pretty(&json).unwrap_or_default() + "\n"
}

/// What has to be done to a zone so that its things are those of a JSON file. Those without an id
/// are new unless they are there already; things that the file does not name stay as they are.
pub fn from_json(zone: &Zone, numbers: &Numbers, data: &[u8]) -> Result<Incoming, Wrong> {
    let json: ZoneJson = serde_json::from_slice(data)
        .map_err(|error| Wrong::new(format!("line {}", error.line()), error.to_string()))?;
    let (mut things, mut new, mut named) = (Vec::new(), Vec::new(), BTreeSet::new());
    let mut n_stale = 0;
    for (nth, thing) in (1..).zip(json.things) {
        let ThingJson { id, block, index, stood_at, mut thing, .. } = thing;
        let Some(number) = id else {
            let fields = Field::of_kind(thing.kind()).collect();
            let lists = vec![SpawnList::Basic, SpawnList::Tactic];
            new.push(New { place: format!("thing {nth} of the file"), thing, fields, lists });
            continue;
        };
        let (place, id) = (format!("#{number}"), numbers.id(number));
        let own = own_thing(zone, id, thing.kind(), &place)?;
        let block = Some(block.as_deref().unwrap_or(""));
        let puts_at = Some(self::stood_at(&thing));
        let stated = Stated { block, index, stood_at: stood_at.as_deref(), puts_at };
        stated.check(zone, id, &place)?;
        n_stale += usize::from(stated.keep_cell(zone, own, &mut thing));
        if !named.insert(id) {
            return Err(Wrong::new(place, "stands there twice"));
        }
        if *own != thing {
            things.push(PutThing { id, thing });
        }
    }
    let new = new::sort(zone, numbers, &things, new);
    Ok(Incoming::new(zone, things, new, &named, n_stale))
}

/// Where a file says that a thing stands, as far as it says so. Numbers are given anew whenever a
/// zone is opened, so that an old file may mean another thing by one.
struct Stated<'f> {
    /// Empty for the ZON.
    block: Option<&'f str>,
    index: Option<u32>,
    /// Where it stood, whatever place the file gives it now.
    stood_at: Option<&'f str>,
    /// That place in the same words, where the file gives one.
    puts_at: Option<String>,
}

/// Tells things of a list apart when others of it came or went.
fn stood_at(thing: &Thing) -> String {
    let at = thing.pos_in_file_cm();
    format!("{} {}", at.x as f32, at.y as f32)
}

fn place_of(stood_at: &str) -> Option<PosInFileCm> {
    let (x, y) = stood_at.trim().split_once(' ')?;
    let cm = |digits: &str| digits.parse::<f32>().ok().map(f64::from);
    Some(PosInFileCm { x: cm(x)?, y: cm(y)?, z: 0.0 })
}

impl Stated<'_> {
    /// Refuses what does not stand there.
    fn check(&self, zone: &Zone, id: ThingId, place: &str) -> Result<(), Wrong> {
        let Some(listed) = zone.listed_at(id) else { return Ok(()) };
        let now_at = zone.thing(id).map(stood_at).unwrap_or_default();
        if let Some(stood_at) = self.stood_at.map(str::trim).filter(|at| !at.is_empty())
            && stood_at != now_at
            && self.puts_at.as_ref() != Some(&now_at)
        {
            let reason = format!("stood at {stood_at}, and is at {now_at}: {EXPORT_AGAIN}");
            return Err(Wrong::new(place, reason));
        }
        let own_block = listed.block.map_or_else(String::new, |block| block.to_string());
        let (block, index) = (self.block.unwrap_or(&own_block), self.index.unwrap_or(listed.index));
        if (block, index) == (own_block.as_str(), listed.index) {
            return Ok(());
        }
        let kind = listed.kind;
        let at = |block: &str, index: u32| match block {
            "" => format!("{kind} {index} of the ZON"),
            block => format!("{kind} {index} of {block}"),
        };
        let (here, there) = (at(block, index), at(&own_block, listed.index));
        Err(Wrong::new(place, format!("is {here} here, and {there} in the zone: {EXPORT_AGAIN}")))
    }

    /// Leaves the cell of a thing as it is where the one in the file is of another place. Says
    /// whether that is a guess, since the file does not say where the thing stood.
    fn keep_cell(&self, zone: &Zone, own: &Thing, thing: &mut Thing) -> bool {
        if self.puts_at.is_none() {
            return false;
        }
        let grid = zone.grid();
        let cell_at = |at: PosInFileCm| grid.cell_at(grid.world_from_file(at));
        let is_at = thing.pos_in_file_cm();
        let Some(own_cell) = own.object().map(|own| (own.cell_x, own.cell_y)) else { return false };
        let Some(object) = thing.object_mut() else { return false };
        let given = (object.cell_x, object.cell_y);
        let stood_at = self.stood_at.and_then(place_of);
        let is_stale = match stood_at {
            Some(stood_at) => cell_at(stood_at) != cell_at(is_at),
            None => zone.cell_of(own.pos_in_file_cm()) == Some(own_cell),
        };
        if is_stale {
            (object.cell_x, object.cell_y) = own_cell;
        }
        is_stale && stood_at.is_none() && given != own_cell
    }
}

/// A thing that a file names.
fn own_thing<'z>(zone: &'z Zone, id: ThingId, kind: Kind, place: &str) -> Result<&'z Thing, Wrong> {
    let own = zone.thing(id).ok_or_else(|| Wrong::new(place, NO_SUCH_THING))?;
    if own.kind() != kind {
        let reason = format!("is a {kind} here, and a {} in the zone: {EXPORT_AGAIN}", own.kind());
        return Err(Wrong::new(place, reason));
    }
    Ok(own)
}

fn name_of(names: &Names, thing: &Thing) -> Option<String> {
    let id = u32::try_from(thing.object()?.object_id).ok()?;
    names.of_kind(thing.kind())?.name(id).map(str::to_owned)
}

#[cfg(test)]
mod tests;
