//! What was done to a zone on two sides, put together: thing by thing and field by field, lists by
//! what comes and goes, ground by cell.
//!
//! Both sides go back to one state. What only one of them changed is as it made it. What both made
//! something else of is as it is here, and told; a thing that one side deleted and the other one
//! changed stays.

pub mod conflict;
pub(super) mod files;
mod ground;
mod lists;
pub mod take;
pub(super) mod thing;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::thing::ThingId;
use super::{Placed, Zone};
use crate::world::three_way::{is_in_conflict, pick};

use self::conflict::Conflict;

/// What both sides of a zone come to.
#[derive(Debug, Clone, PartialEq)]
pub struct Merged {
    pub zone: Zone,
    /// The other side, where everything has the numbers that it has in the merged zone.
    pub theirs: Zone,
    /// What both made something else of.
    pub conflicts: Vec<Conflict>,
}

/// Why both sides can't be put together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Apart {
    /// A file, or those of a block, came or went on one side, or its ground is cut otherwise.
    OtherFiles { file: String },
    /// A file can't hold what comes into it: its lists can't be read on one side.
    NoRoom { file: String },
}

/// Puts together what was done to a zone here, and what somebody else did to it: `ours` has the
/// numbers of `before`, while `theirs` was read anew.
pub fn merge(before: &Zone, ours: &Zone, theirs: &Zone) -> Result<Merged, Apart> {
    let otherwise = [ours, theirs].into_iter().find_map(|it| before.file_shaped_otherwise(it));
    if let Some(file) = otherwise {
        return Err(Apart::OtherFiles { file });
    }
    let theirs = theirs.numbered_between(before, ours);
    let mut zone = theirs.clone();
    // What comes later has no number that the history here knows.
    zone.things.reserve(ours.things.len());
    zone.lists.reserve(ours.lists.len());
    zone.bodies.reserve(ours.bodies.len());
    let mut merge = Merge { before, ours, theirs: &theirs, zone, conflicts: Vec::new() };
    merge.bodies()?;
    merge.frames();
    merge.things();
    merge.lists()?;
    merge.ground();
    let Merge { zone, conflicts, .. } = merge;
    Ok(Merged { zone, theirs, conflicts })
}

/// Gives the lists of a zone, which came of three states, the things that are of them by now.
pub(super) fn put_into_lists(
    [before, ours, theirs]: [&Zone; 3],
    zone: Zone,
) -> Result<Zone, Apart> {
    let mut merge = Merge { before, ours, theirs, zone, conflicts: Vec::new() };
    merge.lists()?;
    Ok(merge.zone)
}

struct Merge<'z> {
    before: &'z Zone,
    ours: &'z Zone,
    theirs: &'z Zone,
    /// Theirs, with what was done here as far as we got.
    zone: Zone,
    conflicts: Vec<Conflict>,
}

impl Merge<'_> {
    fn things(&mut self) {
        let changes = self.before.things.changes_to(&self.ours.things);
        for (number, ours) in changes {
            let before = self.before.things.get(number).map(|placed| &**placed);
            let theirs = self.theirs.things.get(number).map(|placed| &**placed);
            let merged = self.thing(ThingId(number), [before, ours.as_deref(), theirs]);
            if merged.as_ref() != theirs {
                self.zone.things.set(number, merged.map(Arc::new));
            }
        }
    }

    /// What becomes of a thing that is another here than it was.
    fn thing(
        &mut self,
        id: ThingId,
        [before, ours, theirs]: [Option<&Placed>; 3],
    ) -> Option<Placed> {
        match (before, ours, theirs) {
            (_, None, None) => None,
            (Some(before), None, Some(theirs)) => {
                if before == theirs {
                    return None;
                }
                self.conflicts.push(Conflict::DeletedHere { id });
                Some(theirs.clone())
            }
            (Some(_), Some(ours), None) => {
                self.conflicts.push(Conflict::DeletedThere { id });
                Some(ours.clone())
            }
            (Some(before), Some(ours), Some(theirs)) => {
                let (merged, dropped) = thing::placed([before, ours, theirs], self.ours);
                if !dropped.is_empty() {
                    self.conflicts.push(Conflict::Fields { id, fields: dropped });
                }
                Some(merged)
            }
            (None, ours, _) => ours.cloned(),
        }
    }
}

/// The numbers of three tables.
fn numbers<T>(tables: [&crate::world::numbered::Table<T>; 3]) -> BTreeSet<u32> {
    tables.into_iter().flat_map(|table| table.iter().map(|(number, _)| number)).collect()
}

#[cfg(test)]
mod tests;
