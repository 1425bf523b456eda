//! Conflicts about things and cells of a merged zone, as data: what each side has, and what decides one of
//! them for a side, when the zone has gone on since.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::format::bytes::Bytes;
use crate::format::number::F32;
use crate::problem::counted::counted;
use crate::space::rose::block::BlockCoord;
use crate::space::rose::position::PosInWorldCm;
use crate::world::zone::Zone;
use crate::world::zone::aspect::Differs;
use crate::world::zone::frame::List;
use crate::world::zone::ground::{Cut, InWorld};
use crate::world::zone::merge::conflict::{Conflict, OfCell};
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

/// Cells of a file that both sides changed, for a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfGround {
    /// The file.
    pub thing: String,
    /// How many, of which sort, and where the first is.
    pub field: String,
    pub base: String,
    pub ours: String,
    pub theirs: String,
    pub take: Take,
}

/// What decides a conflict for a side.
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
    /// The cells of a block by their places, with what they are there.
    Ground { block: [i32; 2], cut: Cut, cells: Vec<(u32, u64)> },
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

    /// A conflict as data, where it is about cells of the ground.
    pub fn of_ground(&self, conflict: &Conflict) -> Option<OfGround> {
        let Conflict::Ground { file, block, cut, cells } = conflict else { return None };
        let what = match cut {
            Cut::Heights => ["height", "heights"],
            Cut::Patches => ["tile", "tiles"],
            Cut::Walks => ["walk cell", "walk cells"],
        };
        let first = cells.first()?.n;
        let n_own = cut.n_own(self.zone.grid());
        let (x, y) = (first % n_own, first / n_own);
        let take = cells.iter().map(|cell| (cell.n, cell.theirs)).collect();
        let shown = |side: fn(&OfCell) -> u64| in_words(*cut, cells.iter().map(side));
        Some(OfGround {
            thing: file.clone(),
            field: format!("{} at {x}, {y}", counted(cells.len(), what[0], what[1])),
            base: shown(|cell| cell.before),
            ours: shown(|cell| cell.ours),
            theirs: shown(|cell| cell.theirs),
            take: Take::Ground { block: [block.x, block.y], cut: *cut, cells: take },
        })
    }
}

/// So many different values are said one by one.
const MOST_VALUES: usize = 4;

/// Values of cells, in a few words.
fn in_words(cut: Cut, words: impl Iterator<Item = u64>) -> String {
    if cut == Cut::Heights {
        let heights = words.map(|word| F32::from_bits(word as u32).get());
        let mut heights: Vec<f32> = heights.collect();
        heights.sort_by(f32::total_cmp);
        heights.dedup_by_key(|height| height.to_bits());
        return match heights.as_slice() {
            [low, .., high] if heights.len() > MOST_VALUES => format!("{low} to {high}"),
            few => few.iter().map(f32::to_string).collect::<Vec<_>>().join(", "),
        };
    }
    let values: BTreeSet<u32> = words.map(|word| word as u32).collect();
    let is_cut = values.len() > MOST_VALUES;
    let shown = values.iter().take(MOST_VALUES).map(u32::to_string);
    let shown = shown.chain(is_cut.then(|| "…".to_owned()));
    shown.collect::<Vec<_>>().join(", ")
}

impl Take {
    /// The thing that it is about.
    pub fn id(&self) -> Option<ThingId> {
        match self {
            Take::Fields { id, .. } | Take::DeletedHere { id } | Take::DeletedThere { id } => {
                Some(ThingId(*id))
            }
            Take::Ground { .. } => None,
        }
    }

    /// The place of the first cell that it is about.
    pub fn cell(&self, zone: &Zone) -> Option<PosInWorldCm> {
        let Take::Ground { block, cut, cells } = self else { return None };
        let (n, _) = cells.first()?;
        Some(cut.world_of(zone.grid(), in_world(zone, coord(*block), *cut, *n)))
    }
}

fn coord([x, y]: [i32; 2]) -> BlockCoord {
    BlockCoord { x, y }
}

/// A cell of a file, counted over the whole world.
fn in_world(zone: &Zone, block: BlockCoord, cut: Cut, n: u32) -> InWorld {
    let (n_own, n_per_block) = (cut.n_own(zone.grid()), cut.n_per_block(zone.grid()) as i32);
    let [column, row] = [n % n_own, n / n_own].map(|own| own as i32);
    let along = |block: i32, own: i32| block.saturating_mul(n_per_block).saturating_add(own);
    InWorld { x: along(block.x, column), y: along(block.y, row) }
}

impl Zone {
    /// The zone with one side in conflicts about things, or why it can't have that. What was done to
    /// other fields since the merge stays.
    pub fn decided(&self, takes: &[Take], side: Side) -> Result<Zone, String> {
        let mut zone = self.clone();
        for take in takes {
            if let (Take::Ground { block, cut, cells }, Side::Theirs) = (take, side) {
                zone.take_ground(coord(*block), *cut, cells);
            }
            let Some(id) = take.id() else { continue };
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
                | (Take::DeletedHere { .. }, Side::Theirs)
                | (Take::Ground { .. }, _) => {}
            }
        }
        Ok(zone)
    }

    /// Gives cells of a block the words of the other side. Heights that other blocks share change
    /// there as well.
    fn take_ground(&mut self, block: BlockCoord, cut: Cut, cells: &[(u32, u64)]) {
        let n_own = (cut.n_own(self.grid()) * cut.n_own(self.grid())) as usize;
        let is_shared = cut == Cut::Heights && self.ground_words(block, cut).len() == n_own;
        for (n, word) in cells {
            let height = F32::from_bits(*word as u32);
            if !is_shared || !self.set_height(in_world(self, block, cut, *n), height) {
                self.set_ground_word(block, cut, *n as usize, *word);
            }
        }
    }
}
