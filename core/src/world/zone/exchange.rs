//! The things of a zone for other programs, and back: JSON with everything in it, and CSV for
//! spreadsheets: see [`sheet`].
//!
//! What comes back is compared with what would be written now: where that is the same, nothing is
//! touched, so that no number changes by being shown.
//!
//! Everything that is given out has its base beside it: how it was. So what others did to the zone
//! since stays: see [`three_way`](crate::world::three_way). A file without a base says only what
//! things should be.
//!
//! What a file moves says itself where it stood (`stood-at`) and where it is to stand. A thing that
//! stands at the second place already was brought in before, and the file may be read again. Cells
//! that a file gives are those of where the thing stood: where it goes to another cell, or went
//! there, its cell follows its place, and only a file that leaves it where it is can set another.

pub(in crate::world) mod cells;
mod known;
mod sides;
mod new;
pub mod sheet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::format::text::CodePage;
use crate::format::typed;
use crate::problem::counted::counted;
use crate::space::rose::position::PosInFileCm;
use crate::world::three_way::Report;

use super::Zone;
use super::action::Action;
use super::field::Field;
use super::names::Names;
use super::numbers::Numbers;
use super::set::{PutThings, SpawnList};
use super::thing::{Kind, Thing, ThingId};
use new::New;
use sides::{Base, GivenOut, Merged, Said, Theirs};

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
    /// A [`Thing`], whose texts may be typed.
    thing: Value,
    /// How it was given out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    base: Option<Base>,
}

/// A thing from JSON, its texts in the code page of the zone where they were typed.
fn thing_of(mut json: Value, was: Option<&Thing>, code_page: CodePage) -> Result<Thing, String> {
    let was = was.and_then(|was| serde_json::to_value(was).ok()).unwrap_or_default();
    typed::encode(&mut json, &was, code_page).map_err(|error| error.to_string())?;
    Thing::deserialize(json).map_err(|error| error.to_string())
}

/// What a file asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct Incoming {
    pub action: Action,
    /// What a person should know about it.
    pub notes: Vec<String>,
    /// Field by field, with what stays as others made it since.
    pub report: Report,
}

impl Incoming {
    fn new(zone: &Zone, numbers: &Numbers, merged: Merged, new: Vec<New>) -> Incoming {
        let Merged { things, named, n_stale, n_gone, mut report } = merged;
        let new = new::sort(zone, numbers, &things, new);
        let n_named = named.union(&new.there).count();
        let stale = (n_stale > 0).then(|| {
            let things = counted(n_stale, "thing", "things");
            format!("the cells of {things} say where they stand, and not what the file says")
        });
        let gone = (n_gone > 0).then(|| {
            let things = counted(n_gone, "thing", "things");
            format!("{things} of the file that it does not change came or went in the zone since")
        });
        let note = match zone.n_things().saturating_sub(n_named) {
            0 => None,
            1 => Some("one thing that the file does not name stays as it is".to_owned()),
            n => Some(format!("{n} things that the file does not name stay as they are")),
        };
        let notes = stale.into_iter().chain(gone).chain(note).chain(report.note());
        let notes = notes.chain(new.notes).collect();
        report.changes.extend(new.lines);
        let action = Action::PutThings(PutThings { things, add: new.add });
        Incoming { action, notes, report }
    }
}

/// Everything that stands in a zone, as JSON.
pub fn to_json(zone: &Zone, names: &Names, numbers: &Numbers) -> String {
    let given = GivenOut::of(zone);
    let things = zone.listed().filter_map(|listed| {
        let thing = zone.thing(listed.id)?;
        Some(ThingJson {
            id: Some(numbers.number(listed.id)),
            block: listed.block.map(|block| block.to_string()),
            index: Some(listed.index),
            stood_at: Some(stood_at(thing)),
            is: name_of(names, thing),
            thing: serde_json::to_value(thing).unwrap_or_default(),
            base: Some(given.base(thing, &listed)),
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
    let (mut said, mut given, mut new) = (Vec::new(), Vec::new(), Vec::new());
    for (row, read) in (1..).zip(json.things) {
        let place = match read.id {
            Some(number) => format!("#{number}"),
            None => format!("thing {row} of the file"),
        };
        let own = read.id.and_then(|number| zone.thing(numbers.id(number)));
        let was = read.base.as_ref().map(|base| &base.thing).or(own);
        let thing = thing_of(read.thing, was, zone.code_page());
        let thing = thing.map_err(|reason| Wrong::new(place.as_str(), reason))?;
        let Some(number) = read.id else {
            let fields = Field::of_kind(thing.kind()).collect();
            let lists = vec![SpawnList::Basic, SpawnList::Tactic];
            new.push(New { place, row, thing, fields, lists });
            continue;
        };
        let ThingJson { block, index, stood_at, base, .. } = read;
        let block = Some(block.unwrap_or_default());
        said.push(Said { place, row, number, block, index, base, is_second: false });
        given.push((thing, stood_at));
    }
    sides::mark_second(&mut said);
    let merged = sides::merge(zone, numbers, &said, |n, from, unchecked| {
        let (Some(said), Some((thing, stood_at))) = (said.get(n), given.get(n)) else {
            return Ok(Theirs { thing: from.clone(), is_stale: false });
        };
        let place = said.place.as_str();
        own_thing(from, thing.kind(), place)?;
        let mut thing = thing.clone();
        let puts_at = Some(self::stood_at(&thing));
        let was_at = unchecked.is_none().then(|| self::stood_at(from));
        let stood_at = was_at.as_deref().or(stood_at.as_deref());
        let stated = Stated { block: said.block.as_deref(), index: said.index, stood_at, puts_at };
        if let Some(id) = unchecked {
            stated.check(zone, id, place)?;
        }
        let is_stale = stated.keep_cell(zone, from, &mut thing);
        Ok(Theirs { thing, is_stale })
    })?;
    Ok(Incoming::new(zone, numbers, merged, new))
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

/// Refuses a row of another kind of thing.
fn own_thing(own: &Thing, kind: Kind, place: &str) -> Result<(), Wrong> {
    if own.kind() != kind {
        let reason = format!("is a {kind} here, and a {} in the zone: {EXPORT_AGAIN}", own.kind());
        return Err(Wrong::new(place, reason));
    }
    Ok(())
}

fn name_of(names: &Names, thing: &Thing) -> Option<String> {
    let id = u32::try_from(thing.object()?.object_id).ok()?;
    names.of_kind(thing.kind())?.name(id).map(str::to_owned)
}

#[cfg(test)]
mod tests;
