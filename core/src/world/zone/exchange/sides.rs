//! The things of a file beside those of the zone and those that were given out: see
//! [`three_way`](crate::world::three_way).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::format::text::CodePage;
use crate::world::three_way::{Line, Report, Verdict};

use super::super::aspect::Aspect;
use super::super::field::Field;
use super::super::numbers::Numbers;
use super::super::reread::alike::place_of;
use super::super::set::PutThing;
use super::super::thing::{Kind, Thing, ThingId};
use super::super::{Listed, Zone};
use super::cells::{cell_of_aspect, column_of};
use super::{NO_SUCH_THING, Wrong, known, stood_at};

/// A row that a person copied.
const AGAIN: &str = "an earlier row has the same id; empty the id of a copy to add a new thing";

const NOT_MOVED_BY: &str = "it can't be changed here; x and y move a thing into another block";

/// A thing as it was given out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Base {
    /// How many of its kind were given out with it.
    pub(super) of: usize,
    /// How many others of its kind stood on its very spot.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) beside: usize,
    /// Its block, and its place in the list there; older files don't have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) at: Option<(String, u32)>,
    pub(super) thing: Thing,
}

// serde hands out references.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// What a file says of a thing that has a number.
#[derive(Debug)]
pub(super) struct Said {
    /// Where the file has it, for a person.
    pub(super) place: String,
    pub(super) row: usize,
    pub(super) number: u32,
    pub(super) block: Option<String>,
    pub(super) index: Option<u32>,
    /// `None` in files that were made by hand or by older versions.
    pub(super) base: Option<Base>,
    /// Whether a row before it has the number.
    pub(super) is_second: bool,
}

impl Said {
    /// Block and index say where the thing was. Neither moves it.
    fn refuse_another_place(&self) -> Result<(), Wrong> {
        let Some((block, index)) = self.base.as_ref().and_then(|base| base.at.as_ref()) else {
            return Ok(());
        };
        let wrong = |field: &str, is: &str, was: &str| {
            let reason = format!("{field} is {is:?}, and was {was:?}: {NOT_MOVED_BY}");
            Err(Wrong::new(self.place.as_str(), reason))
        };
        match (&self.block, self.index) {
            (Some(said), _) if said != block => wrong("block", said, block),
            (_, Some(said)) if said != *index => {
                wrong("index", &said.to_string(), &index.to_string())
            }
            _ => Ok(()),
        }
    }
}

/// Marks the rows whose number another one has already.
pub(super) fn mark_second(said: &mut [Said]) {
    let mut numbers = BTreeSet::new();
    for said in said {
        said.is_second = !numbers.insert(said.number);
    }
}

/// What a row makes of a thing.
pub(super) struct Theirs {
    pub(super) thing: Thing,
    /// Whether the cell of the row was left, as one of another place.
    pub(super) is_stale: bool,
}

/// Everything that a zone gives out, counted.
pub(super) struct GivenOut {
    kinds: BTreeMap<Kind, usize>,
    spots: BTreeMap<(Kind, Option<Vec<u8>>), usize>,
}

impl GivenOut {
    pub(super) fn of(zone: &Zone) -> GivenOut {
        let mut given = GivenOut { kinds: BTreeMap::new(), spots: BTreeMap::new() };
        for (_, thing) in zone.things() {
            *given.kinds.entry(thing.kind()).or_default() += 1;
            *given.spots.entry((thing.kind(), place_of(thing))).or_default() += 1;
        }
        given
    }

    pub(super) fn base(&self, thing: &Thing, listed: &Listed) -> Base {
        let of = self.kinds.get(&thing.kind()).copied().unwrap_or_default();
        let on_spot = self.spots.get(&(thing.kind(), place_of(thing))).copied();
        let beside = on_spot.unwrap_or_default().saturating_sub(1);
        let at = Some((known::block_of(listed), listed.index));
        Base { of, beside, at, thing: thing.clone() }
    }
}

/// What rows come to for a zone.
#[derive(Default)]
pub(super) struct Merged {
    pub(super) things: Vec<PutThing>,
    pub(super) named: BTreeSet<ThingId>,
    pub(super) n_stale: usize,
    /// Rows without a change whose things are no longer as they were given out.
    pub(super) n_gone: usize,
    pub(super) report: Report,
}

/// Puts rows and the zone together. `theirs` makes a row's thing of the one that it goes by: its base,
/// or else what the zone has by its number, which is given as well.
pub(super) fn merge(
    zone: &Zone,
    numbers: &Numbers,
    said: &[Said],
    mut theirs: impl FnMut(usize, &Thing, Option<ThingId>) -> Result<Theirs, Wrong>,
) -> Result<Merged, Wrong> {
    let mut merged = Merged::default();
    for (n, (said, found)) in said.iter().zip(known::find(zone, numbers, said)).enumerate() {
        if said.is_second {
            return Err(Wrong::new(said.place.as_str(), AGAIN));
        }
        said.refuse_another_place()?;
        let (id, from) = match &said.base {
            Some(base) => (found, &base.thing),
            None => {
                let id = numbers.id(said.number);
                let own = zone.thing(id);
                let own = own.ok_or_else(|| Wrong::new(said.place.as_str(), NO_SUCH_THING))?;
                merged.report.n_unchecked += 1;
                (Some(id), own)
            }
        };
        let unchecked = id.filter(|_| said.base.is_none());
        let Theirs { thing, is_stale } = theirs(n, from, unchecked)?;
        merged.n_stale += usize::from(is_stale);
        merged.n_gone += usize::from(id.is_none() && thing == *from);
        let ours = id.and_then(|id| zone.thing(id));
        let number = id.map_or(said.number, |id| numbers.number(id));
        let sides = Sides { from, ours, theirs: &thing, code_page: zone.code_page() };
        let new = sides.merged(said, number, &mut merged.report);
        if let Some(id) = id {
            merged.named.insert(id);
            if let Some(thing) = new.filter(|new| Some(new) != ours) {
                merged.things.push(PutThing { id, thing });
            }
        }
    }
    merged.things.sort_by_key(|put| put.id);
    Ok(merged)
}

/// A thing on three sides.
struct Sides<'t> {
    from: &'t Thing,
    ours: Option<&'t Thing>,
    theirs: &'t Thing,
    code_page: CodePage,
}

impl Sides<'_> {
    /// The thing of the zone with what the file changed; `None` where it is gone.
    fn merged(&self, said: &Said, number: u32, report: &mut Report) -> Option<Thing> {
        let is_checked = said.base.is_some();
        let mut merged = self.ours.cloned();
        let mut groups: BTreeMap<Group, Vec<Aspect>> = BTreeMap::new();
        for aspect in Aspect::of_kind(self.from.kind()) {
            groups.entry(Group::of(aspect)).or_default().push(aspect);
        }
        for aspects in groups.values() {
            let was_changed_here = self
                .ours
                .is_none_or(|ours| aspects.iter().any(|aspect| !aspect.is_same(self.from, ours)));
            for aspect in aspects {
                let is_said = !aspect.is_same(self.from, self.theirs)
                    && self.ours.is_none_or(|ours| !aspect.is_same(ours, self.theirs));
                let verdict = match (is_said, was_changed_here) {
                    (false, _) => Verdict::Keep,
                    (true, false) => Verdict::Take,
                    (true, true) => Verdict::Conflict,
                };
                report.add(verdict, || self.line(*aspect, said.row, number, is_checked));
                if let (Verdict::Take, Some(merged)) = (verdict, &mut merged) {
                    take(merged, self.theirs, *aspect);
                }
            }
        }
        merged
    }

    fn line(&self, aspect: Aspect, row: usize, number: u32, is_checked: bool) -> Line {
        let cell = |thing: &Thing| cell_of_aspect(thing, aspect, self.code_page);
        Line {
            row,
            thing: format!("#{number}"),
            field: column_of(aspect).to_owned(),
            base: is_checked.then(|| cell(self.from)),
            ours: self.ours.map(cell),
            theirs: Some(cell(self.theirs)),
        }
    }
}

/// What is one, although it has several fields: half of a place or of a rotation is nobody's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    Place,
    Cell,
    Rotation,
    Field(Field),
    Basic,
    Tactic,
}

impl Group {
    fn of(aspect: Aspect) -> Group {
        let field = match aspect {
            Aspect::Basic => return Group::Basic,
            Aspect::Tactic => return Group::Tactic,
            Aspect::Field(field) => field,
        };
        match field {
            Field::X | Field::Y | Field::Z => Group::Place,
            Field::StartX | Field::StartY | Field::StartZ => Group::Place,
            Field::EndX | Field::EndY | Field::EndZ => Group::Place,
            Field::CellX | Field::CellY => Group::Cell,
            Field::RotationX | Field::RotationY | Field::RotationZ | Field::RotationW => {
                Group::Rotation
            }
            field => Group::Field(field),
        }
    }
}

fn take(into: &mut Thing, from: &Thing, aspect: Aspect) {
    match (aspect, into, from) {
        (Aspect::Field(field), into, from) => into.take_field(from, field),
        (Aspect::Basic, Thing::Spawn(into), Thing::Spawn(from)) => {
            into.basic.clone_from(&from.basic);
        }
        (Aspect::Tactic, Thing::Spawn(into), Thing::Spawn(from)) => {
            into.tactic.clone_from(&from.tactic);
        }
        _ => {}
    }
}

/// What a file adds.
pub(super) fn added(row: usize, thing: &Thing) -> Line {
    Line {
        row,
        thing: format!("new {}", thing.kind()),
        field: "stood-at".to_owned(),
        base: None,
        ours: None,
        theirs: Some(stood_at(thing)),
    }
}
