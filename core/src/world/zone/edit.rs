//! Edits of a zone: what comes to stand at numbers of its tables and places of its ground.

use std::sync::Arc;

use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::world::Document;
use crate::world::patch::Patch;

use super::frame::{Frame, HeldBody, List};
use super::pieces::{
    read_body, read_frame, read_list, read_placed, write_body, write_frame, write_list,
    write_placed,
};
use super::thing::ThingId;
use super::{Placed, Zone, whole};
use crate::world::numbered::{Changes, read_changes, write_changes};

/// Values for numbers and places of a zone.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Edit {
    things: Changes<Placed>,
    lists: Changes<List>,
    bodies: Changes<HeldBody>,
    frames: Changes<Frame>,
    ground: [Patch; N_COLUMNS],
    /// Another zone for the place of all of it. Then nothing else is in the edit.
    whole: Option<Arc<Zone>>,
}

/// Stands in a journal where an edit begins with how many things it touches.
const WHOLE: u32 = u32::MAX;

/// Heights, tiles, brushes, walks.
const N_COLUMNS: usize = 4;

impl Edit {
    pub(super) fn whole(zone: Zone) -> Edit {
        Edit { whole: Some(Arc::new(zone)), ..Edit::default() }
    }

    /// Whether it puts another zone in the place of all of it.
    pub fn is_whole(&self) -> bool {
        self.whole.is_some()
    }

    /// The things that it touches: that come, go, or are others afterwards. None of a whole.
    pub fn things(&self) -> impl Iterator<Item = ThingId> {
        self.things.iter().map(|(id, _)| ThingId(*id))
    }

    /// Whether the heights, tiles or walks of the ground change.
    pub fn touches_ground(&self) -> bool {
        self.ground.iter().any(|patch| !patch.is_empty())
    }

    /// Whether anything changes but what stands where: tiles of the ZON, water, files.
    pub fn touches_files(&self) -> bool {
        !self.bodies.is_empty() || !self.frames.is_empty()
    }
}

impl Document for Zone {
    const KIND: [u8; 4] = *b"zone";
    type Edit = Edit;

    fn held_under(&self, edit: &Edit) -> Edit {
        if edit.is_whole() {
            return Edit::whole(self.clone());
        }
        let columns = [&self.heights, &self.tiles, &self.brushes, &self.walks];
        let mut held = edit.ground.iter().zip(columns).map(|(patch, column)| patch.held_by(column));
        Edit {
            things: self.things.held_under(&edit.things),
            lists: self.lists.held_under(&edit.lists),
            bodies: self.bodies.held_under(&edit.bodies),
            frames: self.frames.held_under(&edit.frames),
            ground: std::array::from_fn(|_| held.next().unwrap_or_default()),
            whole: None,
        }
    }

    fn put(&mut self, edit: &Edit) {
        if let Some(whole) = &edit.whole {
            // What stands beside the files is as it is now, not as it was.
            *self = Zone::clone(whole).opened_as(self);
            return;
        }
        self.things.put(&edit.things);
        self.lists.put(&edit.lists);
        self.bodies.put(&edit.bodies);
        self.frames.put(&edit.frames);
        let columns = [&mut self.heights, &mut self.tiles, &mut self.brushes, &mut self.walks];
        for (patch, column) in edit.ground.iter().zip(columns) {
            patch.put(column);
        }
    }

    fn edit_to(&self, new: &Zone) -> Option<Edit> {
        let new = new.clone().opened_as(self);
        if !Arc::ptr_eq(&self.base, &new.base) && self.base != new.base {
            return Some(Edit::whole(new));
        }
        self.changes_to(&new)
    }

    fn no_edit(&self) -> Edit {
        Edit::default()
    }

    fn n_bytes(edit: &Edit) -> usize {
        // As much as the journal writes, and some for each thing: near enough for a budget.
        let things: usize = edit.things.iter().map(|(_, thing)| n_bytes_of_thing(thing)).sum();
        let lists: usize = edit
            .lists
            .iter()
            .map(|(_, list)| 64 + list.as_ref().map_or(0, |list| 4 * list.things.len()))
            .sum();
        let bodies = edit.bodies.len() * 8192 + edit.frames.len() * 2048;
        size_of::<Edit>()
            + things
            + lists
            + bodies
            + edit.whole.as_deref().map_or(0, whole::n_bytes)
            + edit.ground.iter().map(Patch::n_bytes).sum::<usize>()
    }

    fn write_edit(edit: &Edit, out: &mut Vec<u8>) {
        if let Some(zone) = &edit.whole {
            out.put_u32(WHOLE);
            whole::write(zone, out);
            return;
        }
        write_changes(&edit.things, out, write_placed);
        write_changes(&edit.lists, out, write_list);
        write_changes(&edit.bodies, out, write_body);
        write_changes(&edit.frames, out, write_frame);
        edit.ground.iter().for_each(|patch| patch.write(out));
    }

    fn read_edit(&self, data: &[u8]) -> Result<Edit, ReadError> {
        let mut bytes = Bytes::new(data);
        if bytes.clone().u32("changes")? == WHOLE {
            bytes.u32("changes")?;
            let zone = whole::read(&mut bytes)?.opened_as(self);
            bytes.finish()?;
            return Ok(Edit::whole(zone));
        }
        let things = read_changes(&mut bytes, &self.things, read_placed)?;
        let lists = read_changes(&mut bytes, &self.lists, read_list)?;
        let bodies = read_changes(&mut bytes, &self.bodies, read_body)?;
        let frames = read_changes(&mut bytes, &self.frames, read_frame)?;
        let mut ground: [Patch; N_COLUMNS] = std::array::from_fn(|_| Patch::default());
        let columns = [&self.heights, &self.tiles, &self.brushes, &self.walks];
        for (patch, column) in ground.iter_mut().zip(columns) {
            *patch = Patch::read(&mut bytes, column.len())?;
        }
        bytes.finish()?;
        Ok(Edit { things, lists, bodies, frames, ground, whole: None })
    }
}

impl Zone {
    /// What makes it another zone of the same files.
    pub(super) fn changes_to(&self, new: &Zone) -> Option<Edit> {
        let edit = Edit {
            things: self.things.changes_to(&new.things),
            lists: self.lists.changes_to(&new.lists),
            bodies: self.bodies.changes_to(&new.bodies),
            frames: self.frames.changes_to(&new.frames),
            ground: [
                self.heights.patch_to(&new.heights),
                self.tiles.patch_to(&new.tiles),
                self.brushes.patch_to(&new.brushes),
                self.walks.patch_to(&new.walks),
            ],
            whole: None,
        };
        let is_empty = edit.things.is_empty()
            && edit.lists.is_empty()
            && !edit.touches_files()
            && !edit.touches_ground();
        (!is_empty).then_some(edit)
    }
}

fn n_bytes_of_thing(thing: &Option<Arc<Placed>>) -> usize {
    let Some(placed) = thing else { return 16 };
    let monsters = placed.thing.spawn().map_or(0, |spawn| spawn.basic.len() + spawn.tactic.len());
    size_of::<Placed>() + 48 + 48 * monsters
}
