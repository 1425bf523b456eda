//! Conflicts about things of a merged zone, as data: what each side has, and what decides one of
//! them for a side, when the zone has gone on since.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::format::bytes::Bytes;
use crate::world::zone::Zone;
use crate::world::zone::aspect::Differs;
use crate::world::zone::frame::List;
use crate::world::zone::merge::conflict::Conflict;
use crate::world::zone::merge::{Merged, thing};
use crate::world::zone::pieces::{read_placed, write_placed};
use crate::world::zone::thing::ThingId;

/// A conflict about a thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfThing {
    pub id: ThingId,
    /// Empty where one side deleted the thing.
    pub fields: Vec<OfField>,
    pub take: Take,
}

/// A field that both sides changed, for a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfField {
    pub name: String,
    pub base: String,
    pub ours: String,
    pub theirs: String,
}

/// What decides a conflict about a thing for a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Take {
    /// The thing as it was merged, and as it is with theirs in all fields in conflict: as the journal
    /// has things.
    Fields { id: u32, merged: Vec<u8>, theirs: Vec<u8> },
    /// The merged zone has it as it is there.
    DeletedHere { id: u32 },
    /// The merged zone has it as it is here.
    DeletedThere { id: u32 },
}

/// The side that a conflict is decided for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Ours,
    Theirs,
}

impl Merged {
    /// A conflict as data, where it is about a thing. Both sides are as they were merged.
    pub fn of_thing(&self, conflict: &Conflict, [before, ours]: [&Zone; 2]) -> Option<OfThing> {
        match conflict {
            Conflict::Fields { id, fields } => {
                let states = [before, ours, &self.theirs].map(|zone| zone.things.get(id.0));
                let [Some(before), Some(ours), Some(theirs)] =
                    states.map(|placed| placed.map(|placed| &**placed))
                else {
                    return None;
                };
                let (merged, _) = thing::placed([before, ours, theirs], &self.zone);
                let (taken, _) = thing::placed([before, theirs, ours], &self.zone);
                let field = |Differs { aspect, here, there }: &Differs| {
                    let base = aspect.differs(&self.zone, &before.thing, &theirs.thing);
                    OfField {
                        name: aspect.to_string(),
                        base: base.map_or_else(|| there.clone(), |differs| differs.here),
                        ours: here.clone(),
                        theirs: there.clone(),
                    }
                };
                let [merged, theirs] = [merged, taken].map(|placed| {
                    let mut bytes = Vec::new();
                    write_placed(&placed, &mut bytes);
                    bytes
                });
                let take = Take::Fields { id: id.0, merged, theirs };
                Some(OfThing { id: *id, fields: fields.iter().map(field).collect(), take })
            }
            Conflict::DeletedHere { id } => {
                let take = Take::DeletedHere { id: id.0 };
                Some(OfThing { id: *id, fields: Vec::new(), take })
            }
            Conflict::DeletedThere { id } => {
                let take = Take::DeletedThere { id: id.0 };
                Some(OfThing { id: *id, fields: Vec::new(), take })
            }
            _ => None,
        }
    }
}

impl Take {
    pub fn id(&self) -> ThingId {
        let (Take::Fields { id, .. } | Take::DeletedHere { id } | Take::DeletedThere { id }) = self;
        ThingId(*id)
    }
}

impl Zone {
    /// The zone with one side in conflicts about things, or why it can't have that. What was done to
    /// other fields since the merge stays.
    pub fn decided(&self, takes: &[Take], side: Side) -> Result<Zone, String> {
        let mut zone = self.clone();
        for take in takes {
            let id = take.id();
            match (take, side) {
                (Take::DeletedHere { .. }, Side::Ours)
                | (Take::DeletedThere { .. }, Side::Theirs) => {
                    if zone.contains(id) {
                        zone.delete_things(&[id]);
                    }
                }
                (Take::Fields { merged, theirs, .. }, Side::Theirs) => {
                    let [merged, theirs] = [merged, theirs].map(|bytes| {
                        read_placed(&mut Bytes::new(bytes)).map_err(|error| error.to_string())
                    });
                    let (merged, theirs) = (merged?, theirs?);
                    let now = zone.things.get(id.0).ok_or("it is not there any more")?;
                    if now.thing.kind() != theirs.thing.kind() {
                        return Err("it is of a different kind by now".to_owned());
                    }
                    let (mut taken, _) = thing::placed([&merged, &theirs, now], &zone);
                    let list = Some(taken.list).filter(|list| *list != now.list);
                    match list.and_then(|list| zone.lists.get(list.0).cloned()) {
                        Some(held) => {
                            let mut longer = List::clone(&held);
                            longer.things.push(id);
                            zone.unlist(&[id]);
                            zone.lists.set(taken.list.0, Some(Arc::new(longer)));
                        }
                        None => taken.list = zone.things.get(id.0).map_or(taken.list, |it| it.list),
                    }
                    zone.things.set(id.0, Some(Arc::new(taken)));
                }
                (Take::Fields { .. } | Take::DeletedThere { .. }, Side::Ours)
                | (Take::DeletedHere { .. }, Side::Theirs) => {}
            }
        }
        Ok(zone)
    }
}
