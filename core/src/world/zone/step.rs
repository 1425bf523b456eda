//! Two copies of a zone in step: what was done to one is done to the other, where they match.
//!
//! Clients and servers have copies of the same zone, seldom to the byte. Things are matched by
//! block, kind, place in the list and equal bytes; ground by its cell; the rest of a file as a
//! whole. What is the same in both before an edit, it is made in both; what is not is told, and
//! stays as it is there unless it is to be written over, which goes by fields: what nobody edited stays
//! there whatever it is. A number that counts in a list of the same copy is written only where it
//! leads to the same in both.

pub mod difference;
mod ground;
pub(super) mod meaning;
mod over;
mod things;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::format::rose::blocks::BlockKind;
use crate::format::rose::{ifo, zon};
use crate::space::rose::block::BlockCoord;

use super::frame::{BodyId, Content, Frame, HeldBody};
use super::merge;
use super::thing::ThingId;
use super::{Listed, Zone};

use self::difference::Difference;
use self::meaning::Meaning;

/// What another copy is followed up with.
#[derive(Debug, Clone, Copy)]
pub enum EditsSince<'z> {
    /// What was done since a state of the zone.
    State(&'z Zone),
    /// All of it, whatever was done.
    Ever,
}

/// What becomes of what is not the same in both copies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Differing {
    /// It stays as it is there.
    Leave,
    /// What was edited of it becomes there what it is here.
    Overwrite,
}

/// Another copy after it followed, as far as it could.
#[derive(Debug, Clone, PartialEq)]
pub struct Followed {
    pub zone: Zone,
    /// What was passed over, since the copy has no file for it.
    pub notes: Vec<String>,
    /// What is not the same and was left.
    pub differences: Vec<Difference>,
    /// The files, as the zone here calls them, in which something was left.
    pub left_in: BTreeSet<String>,
}

/// Does to another copy what made `after`, as far as it is the same there or may be written over.
pub fn follow(since: EditsSince<'_>, after: &Zone, other: &Zone, differing: Differing) -> Followed {
    let (before, touched) = match since {
        EditsSince::State(before) => (before, Touched::Edited),
        EditsSince::Ever => (after, Touched::All),
    };
    let (differences, notes, left_in) = (Vec::new(), Vec::new(), BTreeSet::new());
    let zone = other.clone();
    let known = OnceCell::new();
    let mut step =
        Step { before, after, other, known, touched, differing, zone, differences, notes, left_in };
    match (touched, differing) {
        (Touched::Edited, Differing::Overwrite) => step.things_over(),
        _ => step.things(),
    }
    step.bodies();
    step.ground();
    let Step { zone, differences, notes, left_in, .. } = step;
    Followed { zone, notes, differences, left_in }
}

/// What of a zone is to be the same in the copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Touched {
    /// What was edited.
    Edited,
    All,
}

/// A copy in which what is known again has the numbers that it has here.
struct Known {
    zone: Zone,
    /// Where each thing stands there.
    at: BTreeMap<ThingId, Listed>,
}

struct Step<'z> {
    before: &'z Zone,
    after: &'z Zone,
    other: &'z Zone,
    /// The copy as it was.
    known: OnceCell<Known>,
    touched: Touched,
    differing: Differing,
    /// The copy, changed as far as we got.
    zone: Zone,
    differences: Vec<Difference>,
    notes: Vec<String>,
    left_in: BTreeSet<String>,
}

impl Step<'_> {
    fn known(&self) -> &Known {
        self.known.get_or_init(|| {
            let zone = self.other.numbered_between(self.before, self.after);
            let at = zone.listed().map(|listed| (listed.id, listed)).collect();
            Known { zone, at }
        })
    }

    /// Whether what differs stays, which is told.
    fn is_left(&mut self, block: Option<BlockCoord>, difference: Difference) -> bool {
        if self.differing == Differing::Overwrite {
            return false;
        }
        self.tell(block, difference);
        true
    }

    fn tell(&mut self, block: Option<BlockCoord>, difference: Difference) {
        self.left_in.extend(self.after.path_of(block).map(str::to_owned));
        self.differences.push(difference);
    }

    /// Told once of each file.
    fn tell_no_file(&mut self, block: Option<BlockCoord>) {
        let is_new = match self.after.path_of(block) {
            Some(path) => !self.left_in.contains(path),
            None => true,
        };
        if is_new {
            self.tell(block, Difference::NoFile { block });
        }
    }

    /// What stands in files beside things: economy, tiles of the ZON, water, left-over bytes.
    fn bodies(&mut self) {
        let (before, after) = (self.before, self.after);
        let bodies = before.bodies.changes_to(&after.bodies);
        let is_touched = |body: BodyId| {
            self.touched == Touched::All || bodies.iter().any(|(number, _)| *number == body.0)
        };
        let mut touched = Vec::new();
        for block in std::iter::once(None).chain(before.blocks().map(Some)) {
            let (Some(old), Some(new)) = (before.frame(block), after.frame(block)) else {
                continue;
            };
            let bodies = new.rows.iter().filter_map(|row| match row.content {
                Content::Body(body) if is_touched(body) => Some((row.kind, body)),
                _ => None,
            });
            let mut bodies: Vec<(BlockKind, BodyId)> = bodies.collect();
            // Tiles are of the textures that the copy has by then.
            bodies.sort_by_key(|(kind, _)| block.is_none() && *kind == zon::TILES);
            touched.push((block, old, new, bodies));
        }
        for (block, old, new, bodies) in touched {
            for (kind, body) in bodies {
                self.body(block, kind, body);
            }
            if old != new || self.touched == Touched::All {
                self.water_and_slack(block, old, new);
            }
        }
    }

    fn body(&mut self, block: Option<BlockCoord>, kind: BlockKind, body: BodyId) {
        let (old, new) = (self.before.bodies.get(body.0), self.after.bodies.get(body.0));
        let Some(new) = new.cloned() else { return };
        let Some((id, held)) = self.zone.held_body(block, kind) else {
            self.tell_no_file(block);
            return;
        };
        let id = id.0;
        if *held == *new {
            return;
        }
        let over = match old.filter(|_| self.touched == Touched::Edited) {
            Some(old) => merge::files::body_over([&**old, &new, held]),
            None => Some(HeldBody::clone(&new)),
        };
        let is_same = old.is_some_and(|old| *held == **old);
        if self.is_of_other_textures(old.map(|old| &**old), &new) {
            let what = "the list of textures, by which its changed tiles go,".to_owned();
            self.tell(block, Difference::Other { block, what });
            return;
        }
        let what = name_of_body(block, kind);
        match over {
            None => self.tell(block, Difference::Other { block, what }),
            Some(over) => {
                if is_same || !self.is_left(block, Difference::Other { block, what }) {
                    self.zone.bodies.set(id, Some(Arc::new(over)));
                }
            }
        }
    }

    /// Whether tiles that are others now would be of other textures in the copy.
    fn is_of_other_textures(&self, old: Option<&HeldBody>, new: &HeldBody) -> bool {
        let HeldBody::Zon(zon::Body::Tiles(new)) = new else { return false };
        let old = match old {
            Some(HeldBody::Zon(zon::Body::Tiles(old))) if self.touched == Touched::Edited => old,
            _ => &Vec::new(),
        };
        let mut changed = new.iter().enumerate().filter(|(n, tile)| old.get(*n) != Some(tile));
        changed.any(|(_, tile)| Meaning::of(tile, self.after) != Meaning::of(tile, &self.zone))
    }

    /// The size that the water of a block has, and what stands behind the fields of a file.
    fn water_and_slack(&mut self, block: Option<BlockCoord>, old: &Frame, new: &Frame) {
        let number = self.zone.base.frame_number(block);
        let Some((mut frame, number)) = self.zone.frame(block).cloned().zip(number) else {
            self.tell_no_file(block);
            return;
        };
        for (n, row) in old.rows.iter().enumerate() {
            let Some(to) = new.rows.iter().find(|new| new.kind == row.kind) else { continue };
            let mut same = frame.rows.iter_mut().filter(|other| other.kind == row.kind);
            let Some(other) = same.next() else { continue };
            let is_all = self.touched == Touched::All;
            if (is_all || row.slack != to.slack) && other.slack != to.slack {
                let what = format!("the leftover bytes of table entry {n}");
                let is_same = other.slack == row.slack;
                if is_same || !self.is_left(block, Difference::Other { block, what }) {
                    other.slack = to.slack.clone();
                }
            }
            if let (
                Content::Water { size: old, .. },
                Content::Water { size: new, .. },
                Content::Water { size: other, .. },
            ) = (&row.content, &to.content, &mut other.content)
                && (is_all || old != new)
                && other != new
            {
                let what = "the size of water".to_owned();
                if other == old || !self.is_left(block, Difference::Other { block, what }) {
                    *other = *new;
                }
            }
        }
        self.first_water_size(block, (old, new), &mut frame);
        self.zone.frames.set(number, Some(Arc::new(frame)));
    }

    /// The size of water that came to a block which had none.
    fn first_water_size(
        &mut self,
        block: Option<BlockCoord>,
        (old, new): (&Frame, &Frame),
        frame: &mut Frame,
    ) {
        let (None, Some(new)) = (old.water_size(), new.water_size()) else { return };
        let had_some = self.other.frame(block).is_some_and(|frame| frame.water_size().is_some());
        let Some(other) = frame.water_size_mut().filter(|other| **other != new) else { return };
        let what = "the size of water".to_owned();
        if !had_some || !self.is_left(block, Difference::Other { block, what }) {
            *other = new;
        }
    }
}

/// What a part of a file is called.
pub(super) fn name_of_body(block: Option<BlockCoord>, kind: BlockKind) -> String {
    let name = match (block, kind) {
        (Some(_), ifo::MAP_INFO) => "the map info",
        (Some(_), ifo::OLD_WATER) => "the grid of water",
        (None, zon::INFO) => "the info of the zone",
        (None, zon::TEXTURES) => "the list of textures",
        (None, zon::TILES) => "the list of tiles",
        (None, zon::ECONOMY) => "the economy",
        _ => return format!("table entry {}", kind.0),
    };
    name.to_owned()
}

#[cfg(test)]
mod tests;
