//! Moving things, and what that means for the files that they are in.

use crate::problem::counted::counted;
use serde::{Deserialize, Serialize};

use crate::space::rose::block::BlockCoord;
use crate::space::rose::position::{PosInFileCm, PosInWorldCm};

use super::Zone;
use super::field::{Field, Value};
use super::refusal::{Refusal, finite};
use super::selection::Selection;
use super::thing::{Kind, Thing, ThingId};

/// What says where a thing is; water has two corners.
const PLACES: [Field; 9] = [
    Field::X,
    Field::Y,
    Field::Z,
    Field::StartX,
    Field::StartY,
    Field::StartZ,
    Field::EndX,
    Field::EndY,
    Field::EndZ,
];

/// Where a thing comes to stand near the place that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Snap {
    /// Exactly there.
    #[default]
    None,
    /// In the middle of the cell of 250 cm.
    Cell,
    /// On the ground, where it is known.
    Ground,
    CellAndGround,
    /// As far above the ground as it was before; new things stand on it, and water keeps its
    /// height.
    FollowGround,
}

/// Moves things by so much, in cm.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Move {
    pub things: Selection,
    pub by: [f64; 3],
    #[serde(default)]
    pub snap: Snap,
}

/// Puts one thing somewhere, in cm of the files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PutAt {
    pub thing: ThingId,
    pub at: [f64; 3],
    #[serde(default)]
    pub snap: Snap,
}

/// Stands things on the ground.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drop {
    pub things: Selection,
}

/// Puts things into the file of the block in which they stand, and lets their cells say so.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settle {
    pub things: Selection,
}

impl Snap {
    /// The same for what has its place in the plane from elsewhere.
    pub fn of_height_alone(self) -> Snap {
        match self {
            Snap::Cell => Snap::None,
            Snap::CellAndGround => Snap::Ground,
            snap => snap,
        }
    }

    /// What it comes to for things of a kind. Water keeps its height wherever it goes: the ground
    /// below it is the bottom of its lake.
    pub(super) fn of(self, kind: Kind) -> Snap {
        match (kind, self) {
            (Kind::Water, Snap::Ground | Snap::FollowGround) => Snap::None,
            (Kind::Water, Snap::CellAndGround) => Snap::Cell,
            (_, snap) => snap,
        }
    }
}

impl Move {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<Vec<String>, Refusal> {
        let by = finite("by", self.by)?;
        let things = self.things.some_things(zone)?;
        let mut moved = Vec::with_capacity(things.len());
        for id in things {
            let Some(thing) = zone.thing(id) else { continue };
            let new = moved_thing(zone, thing, by, self.snap);
            moved.push((id, new.ok_or_else(|| too_far(zone, id))?));
        }
        zone.put_moved(moved)
    }
}

impl PutAt {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<Vec<String>, Refusal> {
        let [x, y, z] = finite("at", self.at)?;
        let thing = zone.thing(self.thing).ok_or(Refusal::NoThing(self.thing))?;
        let moved = put_thing(zone, thing, PosInFileCm { x, y, z }, self.snap);
        zone.put_moved(vec![(self.thing, moved.ok_or_else(|| too_far(zone, self.thing))?)])
    }
}

impl Drop {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<Vec<String>, Refusal> {
        let (mut n_over_nothing, mut n_water) = (0, 0);
        let mut moved = Vec::new();
        for id in self.things.some_things(zone)? {
            let Some(thing) = zone.thing(id) else { continue };
            // It would lie on the bottom of its lake.
            if thing.kind() == Kind::Water {
                n_water += 1;
                continue;
            }
            let at = thing.pos_in_file_cm();
            match zone.ground_at_file_cm(at) {
                Some(ground_cm) => {
                    let new = thing.moved_to(PosInFileCm { z: ground_cm, ..at });
                    moved.push((id, new.ok_or_else(|| too_far(zone, id))?));
                }
                None => n_over_nothing += 1,
            }
        }
        let mut notes = zone.put_moved(moved)?;
        if n_over_nothing > 0 {
            let stand = counted(n_over_nothing, "of them is", "of them are");
            notes.push(format!("{stand} where no ground is known"));
        }
        if n_water > 0 {
            let planes = counted(n_water, "plane of water stays", "planes of water stay");
            notes.push(format!("{planes} at its height"));
        }
        Ok(notes)
    }
}

impl Settle {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<Vec<String>, Refusal> {
        let things = self.things.some_things(zone)?;
        zone.settle(&things)
    }
}

/// Why there is no place that a thing comes to.
pub(super) fn too_far(zone: &Zone, id: ThingId) -> Refusal {
    let Some((field, found)) = zone.thing(id).and_then(not_finite) else {
        return Refusal::TooFar(id);
    };
    let expected = match field {
        Field::Z => "finite before it can be moved; Drop puts it on the ground",
        _ => "finite before it can be moved",
    };
    let (field, found) = (field.name().to_owned(), found.to_string());
    Refusal::Value { id, field, found, expected: expected.to_owned() }
}

/// The field of a place that is no number, or an endless one.
pub(super) fn not_finite(thing: &Thing) -> Option<(Field, f32)> {
    let float = |field: &Field| match thing.value(*field) {
        Some(Value::Float(value)) => Some((*field, value.get())),
        _ => None,
    };
    PLACES.iter().filter_map(float).find(|(_, value)| !value.is_finite())
}

impl Zone {
    /// Puts moved things in the places of those that they were. What crossed the edge of a block
    /// goes to the end of the list of the other one.
    pub(super) fn put_moved(
        &mut self,
        moved: Vec<(ThingId, Thing)>,
    ) -> Result<Vec<String>, Refusal> {
        let mut elsewhere = Vec::new();
        for (id, thing) in moved {
            let Some(before) = self.thing(id) else { continue };
            let (was, is) = (before.pos_in_file_cm(), thing.pos_in_file_cm());
            if (was.x, was.y) != (is.x, is.y) {
                elsewhere.push((id, was));
            }
            self.replace(id, thing);
        }
        let mut crossed = Vec::new();
        for (id, was) in elsewhere {
            crossed.extend(self.crossing(id, Some(was))?);
            // Within a cell nothing has to be said anew, stale as it may be.
            let is = self.thing(id).map_or(was, Thing::pos_in_file_cm);
            let grid = self.grid();
            if grid.cell_at(grid.world_from_file(was)) != grid.cell_at(grid.world_from_file(is)) {
                self.mend_cell(id);
            }
        }
        self.move_to_blocks(&crossed)
    }

    /// Puts things where they belong by their places, and mends their cells.
    pub(super) fn settle(&mut self, ids: &[ThingId]) -> Result<Vec<String>, Refusal> {
        let mut crossed = Vec::new();
        for id in ids {
            crossed.extend(self.crossing(*id, None)?);
            self.mend_cell(*id);
        }
        self.move_to_blocks(&crossed)
    }

    /// The block into whose file a thing has to go, if that is another one than it is in. What
    /// stood outside its block before may stay where no block is.
    fn crossing(
        &self,
        id: ThingId,
        was: Option<PosInFileCm>,
    ) -> Result<Option<(ThingId, BlockCoord)>, Refusal> {
        let Some(thing) = self.thing(id).filter(|thing| thing.kind() != Kind::Point) else {
            return Ok(None);
        };
        let own = self.block_of(id);
        let at = thing.pos_in_file_cm();
        let grid = self.grid();
        match self.block_at(grid.world_from_file(at)) {
            Some(block) if Some(block) == own => Ok(None),
            Some(block) => Ok(Some((id, block))),
            None => {
                let was_inside =
                    was.is_some_and(|was| grid.block_at(grid.world_from_file(was)) == own);
                match was_inside || was.is_none() {
                    true => Err(Refusal::NoBlock { id, x: at.x, y: at.y }),
                    false => Ok(None),
                }
            }
        }
    }

    /// What the cell of a thing has to say that stands there.
    pub(super) fn cell_of(&self, at: PosInFileCm) -> Option<(i32, i32)> {
        let (_, cell) = self.grid().cell_at(self.grid().world_from_file(at))?;
        Some((cell.x as i32, cell.y as i32))
    }

    /// Lets the cell of a thing say where it stands.
    fn mend_cell(&mut self, id: ThingId) {
        let Some(thing) = self.thing(id) else { return };
        let Some((x, y)) = self.cell_of(thing.pos_in_file_cm()) else { return };
        if thing.object().is_none_or(|object| (object.cell_x, object.cell_y) == (x, y)) {
            return;
        }
        let mut thing = thing.clone();
        if let Some(object) = thing.object_mut() {
            (object.cell_x, object.cell_y) = (x, y);
        }
        self.replace(id, thing);
    }
}

/// A thing moved by so much; `None` where no finite number says where it comes to stand.
pub(super) fn moved_thing(zone: &Zone, thing: &Thing, by: [f64; 3], snap: Snap) -> Option<Thing> {
    let snap = snap.of(thing.kind());
    if snap == Snap::None {
        return thing.moved_by(by);
    }
    let from = thing.pos_in_file_cm();
    let [dx, dy, dz] = by;
    let at = PosInFileCm { x: from.x + dx, y: from.y + dy, z: from.z + dz };
    match snap {
        Snap::FollowGround => {
            let PosInFileCm { z, .. } = along_ground(zone, from, at);
            thing.moved_by([dx, dy, z - from.z])
        }
        snap => thing.moved_to(snapped(zone, at, snap)),
    }
}

/// A thing put at a place, or near it; `None` where no finite number says where that is.
pub(super) fn put_thing(zone: &Zone, thing: &Thing, at: PosInFileCm, snap: Snap) -> Option<Thing> {
    match snap.of(thing.kind()) {
        Snap::FollowGround => thing.moved_to(along_ground(zone, thing.pos_in_file_cm(), at)),
        snap => thing.moved_to(snapped(zone, at, snap)),
    }
}

/// As far above the ground as at the place before, where the ground of both is known.
fn along_ground(zone: &Zone, from: PosInFileCm, at: PosInFileCm) -> PosInFileCm {
    match (zone.ground_at_file_cm(from), zone.ground_at_file_cm(at)) {
        (Some(before_cm), Some(after_cm)) => PosInFileCm { z: at.z + (after_cm - before_cm), ..at },
        _ => at,
    }
}

pub(super) fn snapped(zone: &Zone, at: PosInFileCm, snap: Snap) -> PosInFileCm {
    let grid = zone.grid();
    let mut at = at;
    if matches!(snap, Snap::Cell | Snap::CellAndGround) {
        let in_world = grid.world_from_file(at);
        let middle = |cm: f64| ((cm / grid.cell_size_cm()).floor() + 0.5) * grid.cell_size_cm();
        let in_cell = grid.file_from_world(PosInWorldCm {
            x: middle(in_world.x),
            y: middle(in_world.y),
            z: at.z,
        });
        (at.x, at.y) = (in_cell.x, in_cell.y);
    }
    if matches!(snap, Snap::Ground | Snap::CellAndGround | Snap::FollowGround)
        && let Some(ground_cm) = zone.ground_at_file_cm(at)
    {
        at.z = ground_cm;
    }
    at
}

/// The middle of the box around things.
pub(super) fn middle_of(zone: &Zone, things: &[ThingId]) -> [f64; 2] {
    let places = things.iter().filter_map(|id| zone.thing(*id)).map(Thing::pos_in_file_cm);
    middle(places)
}

pub(super) fn middle(places: impl Iterator<Item = PosInFileCm>) -> [f64; 2] {
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for PosInFileCm { x, y, .. } in places.filter(|at| at.x.is_finite() && at.y.is_finite()) {
        low = [low[0].min(x), low[1].min(y)];
        high = [high[0].max(x), high[1].max(y)];
    }
    let middle = [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0];
    middle.map(|middle| if middle.is_finite() { middle } else { 0.0 })
}
