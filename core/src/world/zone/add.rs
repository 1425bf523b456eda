//! Adding, copying and deleting things.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::format::number::F32;
use crate::format::rose::ifo::ambience::{Effect, Sound};
use crate::format::rose::ifo::object::{Object, ObjectType};
use crate::format::rose::ifo::scripted::{EventObject, Npc};
use crate::format::rose::ifo::spawn::Spawn;
use crate::format::rose::ifo::water::WaterPlane;
use crate::format::rose::zon::event::EventPosition;
use crate::format::text::{ShortText, Text};
use crate::space::rose::position::PosInFileCm;
use crate::world::sum::{BadSetting, nearest};
use crate::world::zone::names::Names;

use super::Zone;
use super::field::Field;
use super::place::{Snap, middle, moved_thing, not_finite, snapped};
use super::refusal::{Refusal, finite};
use super::selection::Selection;
use super::set::bad_value;
use super::setting::Setting;
use super::thing::{Kind, Thing, ThingId};

/// Nobody means more copies than that.
const MOST_COPIES: usize = 100_000;
/// Half of a side of new water, in cm.
const WATER_REACH_CM: f64 = 500.0;

/// Puts a new thing somewhere, with the values that such things usually have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Add {
    pub kind: Kind,
    /// In cm of the files.
    pub at: [f64; 3],
    #[serde(default)]
    pub snap: Snap,
    /// What is not as usual.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<Field, Setting>,
}

/// Deletes things.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Delete {
    pub things: Selection,
}

/// Puts a copy of things so far away.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Duplicate {
    pub things: Selection,
    #[serde(default)]
    pub by: [f64; 3],
    #[serde(default)]
    pub snap: Snap,
}

/// Puts copies of things in rows, the things themselves being the first of the first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Array {
    pub things: Selection,
    pub columns: u32,
    #[serde(default = "one")]
    pub rows: u32,
    /// From one column to the next, in cm.
    pub column_by: [f64; 3],
    #[serde(default)]
    pub row_by: [f64; 3],
    #[serde(default)]
    pub snap: Snap,
}

/// Puts things there that were copied, from this zone or another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paste {
    pub things: Vec<Thing>,
    /// Where their middle comes to be, in cm of the files; where they were, if it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<[f64; 2]>,
    #[serde(default)]
    pub snap: Snap,
    /// How high the ground was under each of them where they were copied, for those that follow
    /// the ground; as it is in this zone, if it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ground_cm: Option<Vec<Option<f64>>>,
}

fn one() -> u32 {
    1
}

impl Zone {
    /// Things as data, to be pasted into this zone or another.
    pub fn copy(&self, selection: &Selection) -> Result<Vec<Thing>, Refusal> {
        let ids = selection.things(self)?;
        Ok(ids.into_iter().filter_map(|id| self.thing(id).cloned()).collect())
    }

    /// Copies in their lists, their cells as they should be.
    pub(super) fn add_copies(&mut self, things: Vec<Thing>) -> Result<Vec<String>, Refusal> {
        let mut things = things;
        for thing in &mut things {
            self.settle_cell(thing);
        }
        let ids = self.add_things(things)?;
        Ok(vec![match ids.as_slice() {
            [] => "nothing was added".to_owned(),
            [one] => format!("the new thing is {one}"),
            [first, .., last] => format!("the new things are {first} to {last}"),
        }])
    }

    /// A name as it is, or with a number behind it where a point has it: servers look points up by
    /// their names.
    fn free_name_of_point(&self, name: &ShortText) -> ShortText {
        let points = self.points().unwrap_or_default();
        let is_free = |name: &ShortText| points.iter().all(|(_, point)| point.name != *name);
        let numbered = (2..).map(|n: u32| {
            let bytes = [name.as_bytes(), format!("-{n}").as_bytes()].concat();
            ShortText::try_from(Text::from(bytes.as_slice())).ok()
        });
        let names = std::iter::once(Some(name.clone())).chain(numbered);
        names.map_while(|name| name).find(is_free).unwrap_or_else(|| name.clone())
    }

    fn settle_cell(&self, thing: &mut Thing) {
        let cell = self.cell_of(thing.pos_in_file_cm());
        if let (Some(cell), Some(object)) = (cell, thing.object_mut()) {
            (object.cell_x, object.cell_y) = cell;
        }
    }

    fn moved_copy(&self, thing: &Thing, by: [f64; 3], snap: Snap) -> Result<Thing, Refusal> {
        let moved = moved_thing(self, thing, by, snap);
        moved.ok_or_else(|| match not_finite(thing) {
            None => Refusal::argument(
                "by",
                &format!("{by:?}"),
                "short enough for a position in a float",
            ),
            Some((field, found)) => Refusal::Other(format!(
                "{field} of a {} is {found}, so there is no place for its copy",
                thing.kind()
            )),
        })
    }
}

impl Add {
    pub(super) fn apply(&self, zone: &mut Zone, names: &Names) -> Result<Vec<String>, Refusal> {
        let [x, y, z] = finite("at", self.at)?;
        let at = snapped(zone, PosInFileCm { x, y, z }, self.snap);
        let mut thing = usual(self.kind, at).ok_or_else(|| {
            let found = format!("{:?}", [at.x, at.y, at.z]);
            Refusal::argument("at", &found, "numbers that a float can hold")
        })?;
        if let Thing::Point(point) = &mut thing {
            point.name = zone.free_name_of_point(&point.name);
        }
        let id = ThingId(zone.n_ids());
        for (field, setting) in &self.fields {
            if !field.is_of(self.kind) {
                let (kind, field) = (self.kind, field.name().to_owned());
                return Err(Refusal::NoField { id, kind, field });
            }
            let bad = |bad: BadSetting| bad_value(id, *field, bad);
            let setting = setting.meant(self.kind, *field, names, zone.code_page()).map_err(bad)?;
            for slot in thing.slots(*field) {
                setting.put(slot, zone.code_page()).map_err(bad)?;
            }
        }
        zone.add_copies(vec![thing])
    }
}

impl Delete {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<Vec<String>, Refusal> {
        let things = self.things.some_things(zone)?;
        Ok(zone.delete_things(&things))
    }
}

impl Duplicate {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<Vec<String>, Refusal> {
        let by = finite("by", self.by)?;
        let things = self.things.some_things(zone)?;
        let things = things.iter().filter_map(|id| zone.thing(*id));
        let copies = things.map(|thing| zone.moved_copy(thing, by, self.snap));
        let copies = copies.collect::<Result<Vec<Thing>, Refusal>>()?;
        zone.add_copies(copies)
    }
}

impl Array {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<Vec<String>, Refusal> {
        let (column, row) = (finite("column_by", self.column_by)?, finite("row_by", self.row_by)?);
        let things = self.things.some_things(zone)?;
        let n_copies = u64::from(self.columns) * u64::from(self.rows) * things.len() as u64;
        if n_copies > MOST_COPIES as u64 {
            let found = format!("{n_copies} copies in all");
            return Err(Refusal::argument("columns", &found, &format!("at most {MOST_COPIES}")));
        }
        let mut copies = Vec::new();
        for (n_row, n_column) in
            (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)))
        {
            if (n_row, n_column) == (0, 0) {
                continue;
            }
            let along =
                |column: f64, row: f64| f64::from(n_column) * column + f64::from(n_row) * row;
            let by = [along(column[0], row[0]), along(column[1], row[1]), along(column[2], row[2])];
            for thing in things.iter().filter_map(|id| zone.thing(*id)) {
                copies.push(zone.moved_copy(thing, by, self.snap)?);
            }
        }
        zone.add_copies(copies)
    }
}

impl Paste {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<Vec<String>, Refusal> {
        let by = match self.at {
            None => [0.0; 3],
            Some(at) => {
                let [x, y] = finite("at", at)?;
                let [middle_x, middle_y] = middle(self.things.iter().map(Thing::pos_in_file_cm));
                [x - middle_x, y - middle_y, 0.0]
            }
        };
        let copies = (0..).zip(&self.things).map(|(n, thing)| {
            match (&self.ground_cm, self.snap.of(thing.kind())) {
                (Some(ground_cm), Snap::FollowGround) => {
                    let was_cm = ground_cm.get::<usize>(n).copied().flatten();
                    zone.moved_copy(thing, along_other_ground(zone, thing, by, was_cm), Snap::None)
                }
                _ => zone.moved_copy(thing, by, self.snap),
            }
        });
        let copies = copies.collect::<Result<Vec<Thing>, Refusal>>()?;
        zone.add_copies(copies)
    }
}

/// How far a thing of another zone goes to stand as far above the ground as it did there.
fn along_other_ground(
    zone: &Zone,
    thing: &Thing,
    [x, y, z]: [f64; 3],
    was_cm: Option<f64>,
) -> [f64; 3] {
    let from = thing.pos_in_file_cm();
    let ground_cm = zone.ground_at_file_cm(PosInFileCm { x: from.x + x, y: from.y + y, z: from.z });
    match (was_cm, ground_cm) {
        (Some(was_cm), Some(ground_cm)) => [x, y, z + ground_cm - was_cm],
        _ => [x, y, z],
    }
}

/// A thing as such things usually are: those of the game's own files, and for spawns the
/// numbers that the first editor begins with.
pub(super) fn usual(kind: Kind, at: PosInFileCm) -> Option<Thing> {
    let position_file_cm = [nearest(at.x)?, nearest(at.y)?, nearest(at.z)?];
    let object = || usual_object(kind, position_file_cm);
    let of_id = |object_id: i32| Object { object_id, ..object() };
    Some(match kind {
        Kind::Deco => Thing::Deco(object()),
        Kind::Cnst => Thing::Cnst(object()),
        Kind::Animated => Thing::Animated(object()),
        // An invisible box, as the game's own warps and events are.
        Kind::Warp => Thing::Warp(Object { scale: [F32::new(2.0); 3], ..of_id(10) }),
        Kind::Collision => Thing::Collision(of_id(11)),
        Kind::Event => Thing::Event(EventObject {
            object: of_id(10),
            quest_trigger: ShortText::default(),
            script_function: text("EMPTY"),
        }),
        Kind::Npc => {
            Thing::Npc(Npc { object: object(), ai_id: 0, conversation_file: ShortText::default() })
        }
        Kind::Sound => {
            let path = ShortText::default();
            Thing::Sound(Sound { object: object(), path, range: 10, interval_s: 0 })
        }
        Kind::Effect => Thing::Effect(Effect { object: object(), path: ShortText::default() }),
        Kind::Spawn => Thing::Spawn(Spawn {
            object: of_id(6),
            name: text("Untitled"),
            basic: Vec::new(),
            tactic: Vec::new(),
            interval_s: 7,
            limit: 5,
            range_m: 20,
            tactic_points: 100,
        }),
        Kind::Water => {
            let corner = |by: f64| Some([nearest(at.x + by)?, nearest(at.z)?, nearest(at.y + by)?]);
            Thing::Water(WaterPlane {
                start_x_height_y: corner(-WATER_REACH_CM)?,
                end_x_height_y: corner(WATER_REACH_CM)?,
            })
        }
        Kind::Point => {
            let [x, y, z] = position_file_cm;
            Thing::Point(EventPosition {
                position_file_cm_x_height_y: [x, z, y],
                name: text("start"),
            })
        }
    })
}

fn usual_object(kind: Kind, position_file_cm: [F32; 3]) -> Object {
    Object {
        name: ShortText::default(),
        warp_id: 0,
        event_id: 0,
        object_type: kind.object_type().unwrap_or(ObjectType(0)),
        object_id: 0,
        cell_x: 0,
        cell_y: 0,
        rotation_xyzw: [0.0, 0.0, 0.0, 1.0].map(F32::new),
        position_file_cm,
        scale: [F32::new(1.0); 3],
    }
}

fn text(ascii: &str) -> ShortText {
    ShortText::try_from(Text::from(ascii)).unwrap_or_default()
}
