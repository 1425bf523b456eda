//! What was edited, written over a copy that is not the same: the fields that were edited, what came,
//! and what went and is there as it was. All else stays as the copy has it, in its order, and what
//! can't be done without guessing stays and is told.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::space::rose::block::BlockCoord;

use super::super::aspect::{Aspect, Differs};
use super::super::field::Field;
use super::super::frame::{Content, ListId};
use super::super::merge::{self, Apart, thing};
use super::super::thing::{Kind, Thing, ThingId};
use super::super::{Placed, Zone};
use super::Step;
use super::difference::{Difference, Now, There};

/// What becomes of a thing of the copy.
enum Fate {
    Stays,
    Goes,
    Is(Placed),
}

impl Step<'_> {
    pub(super) fn things_over(&mut self) {
        let (before, after) = (self.before, self.after);
        let theirs = self.known().zone.clone();
        let mut zone = theirs.clone();
        zone.things.reserve(after.things.len());
        zone.lists.reserve(after.lists.len());
        let mut room = Room { zone: theirs.clone(), has: BTreeMap::new() };
        for (number, now) in before.things.changes_to(&after.things) {
            let was = before.things.get(number).map(Arc::as_ref);
            let there = theirs.things.get(number).map(Arc::as_ref);
            match self.fate(ThingId(number), [was, now.as_deref(), there], &mut room) {
                Fate::Stays => {}
                Fate::Goes => zone.things.set(number, None),
                Fate::Is(placed) => zone.things.set(number, Some(Arc::new(placed))),
            }
        }
        // Where both are in another order, the copy keeps its own.
        match merge::put_into_lists([before, &theirs, after], zone) {
            Ok(zone) => self.zone = zone,
            Err(Apart::NoRoom { file } | Apart::OtherFiles { file }) => {
                let block = after.blocks().find(|block| after.path_of(Some(*block)) == Some(&file));
                let what = "the additions to its lists".to_owned();
                self.tell(block, Difference::Other { block, what });
            }
        }
    }

    fn fate(
        &mut self,
        id: ThingId,
        [was, now, there]: [Option<&Placed>; 3],
        room: &mut Room,
    ) -> Fate {
        let Some(was) = was else {
            let Some(now) = now.filter(|_| there.is_none()) else { return Fate::Stays };
            return self.comes(now, room);
        };
        let block = block_of(self.before, was.list);
        let Some(there) = there.filter(|there| block_of(&room.zone, there.list) == block) else {
            let kind = was.thing.kind();
            let has_room = !self.tells_no_room((block, kind), room);
            if has_room && (now.is_some() || !self.is_all_known_in(block, kind)) {
                self.tell_of(id, was, now, There::Nothing);
            }
            return Fate::Stays;
        };
        let Some(now) = now else {
            if there.thing == was.thing {
                return Fate::Goes;
            }
            let is = self.found_there(id, (block, self.index_of(id)), [&was.thing; 2], None);
            self.tell_of(id, was, None, is);
            return Fate::Stays;
        };
        if !is_alike(&was.thing, &there.thing) {
            self.tell_of(id, was, Some(now), There::Other(Vec::new()));
            return Fate::Stays;
        }
        let goes_to = block_of(self.after, now.list);
        if goes_to != block && self.tells_no_room((goes_to, now.thing.kind()), room) {
            return Fate::Stays;
        }
        let (placed, left) = edited([was, now, there], self.after);
        if !left.is_empty() {
            self.tell_of(id, was, Some(now), There::Other(left));
        }
        Fate::Is(placed)
    }

    fn comes(&mut self, now: &Placed, room: &mut Room) -> Fate {
        let block = block_of(self.after, now.list);
        match self.tells_no_room((block, now.thing.kind()), room) {
            true => Fate::Stays,
            false => Fate::Is(now.clone()),
        }
    }

    fn tell_of(&mut self, id: ThingId, was: &Placed, now: Option<&Placed>, there: There) {
        let (block, kind) = (block_of(self.before, was.list), was.thing.kind());
        let index = self.index_of(id);
        let now = if now.is_some() { Now::There } else { Now::Deleted };
        self.tell(block, Difference::Thing { id, kind, block, index, now, there });
    }

    fn index_of(&self, id: ThingId) -> usize {
        self.before.listed_at(id).map_or(0, |at| at.index as usize)
    }

    /// Whether the list of the copy has nothing that might be a thing which is not known again.
    fn is_all_known_in(&self, block: Option<BlockCoord>, kind: Kind) -> bool {
        let known = self.known();
        let mut at = known.at.iter().filter(|(_, at)| (at.block, at.kind) == (block, kind));
        at.all(|(id, _)| self.before.contains(*id) || self.after.contains(*id))
    }

    /// Whether a list has no room for what changes in it, which is told once.
    fn tells_no_room(
        &mut self,
        (block, kind): (Option<BlockCoord>, Kind),
        room: &mut Room,
    ) -> bool {
        if room.zone.frame(block).is_none() {
            self.tell_no_file(block);
            return true;
        }
        let is_new = !room.has.contains_key(&(block, kind));
        let has_room = room.is_for(block, kind);
        if is_new && !has_room {
            let what = format!("the list of {kind}, which can't be read,");
            self.tell(block, Difference::Other { block, what });
        }
        !has_room
    }
}

/// Which lists of the copy can be read.
struct Room {
    zone: Zone,
    has: BTreeMap<(Option<BlockCoord>, Kind), bool>,
}

impl Room {
    fn is_for(&mut self, block: Option<BlockCoord>, kind: Kind) -> bool {
        let zone = &self.zone;
        *self.has.entry((block, kind)).or_insert_with(|| {
            let rows = zone.frame(block).into_iter().flat_map(|frame| &frame.rows);
            let mut of_kind = rows.filter(|row| row.kind == kind.block_kind());
            !of_kind.any(|row| matches!(row.content, Content::Opaque(_)))
                && zone.clone().list_for(block, kind).is_ok()
        })
    }
}

/// A thing of the copy with the fields that were edited, and what was left of them: where it stands
/// elsewhere, it stays there; and lines of monsters are none of those that were edited.
fn edited([was, now, there]: [&Placed; 3], zone: &Zone) -> (Placed, Vec<Differs>) {
    let mut thing = there.thing.clone();
    let (mut list, mut left) = (there.list, Vec::new());
    let differs = |aspect: Aspect| aspect.differs(zone, &now.thing, &there.thing);
    let is_of_place =
        |field: &Field| field.is_place() || matches!(field, Field::CellX | Field::CellY);
    let place = || Field::of_kind(was.thing.kind()).filter(is_of_place);
    let is_same = |one: &Thing, other: &Thing| {
        place().filter(|field| field.is_place()).all(|it| one.values(it) == other.values(it))
    };
    let is_moved = was.list != now.list || !is_same(&was.thing, &now.thing);
    let stands_elsewhere = is_moved && !is_same(&was.thing, &there.thing);
    if is_moved && !stands_elsewhere {
        list = now.list;
    }
    for field in Field::of_kind(was.thing.kind()).filter(|field| !field.is_of_monsters()) {
        if was.thing.values(field) == now.thing.values(field) {
            continue;
        }
        match stands_elsewhere && is_of_place(&field) {
            true => left.extend(differs(Aspect::Field(field))),
            false => thing.take_field(&now.thing, field),
        }
    }
    if let (Some(old), Some(new), Some(own)) =
        (was.thing.spawn(), now.thing.spawn(), thing.spawn_mut())
    {
        let lists = [
            (Aspect::Basic, [&old.basic, &new.basic], &mut own.basic),
            (Aspect::Tactic, [&old.tactic, &new.tactic], &mut own.tactic),
        ];
        for (aspect, [old, new], own) in lists {
            match thing::lines_over([old, new, own]) {
                Some(lines) => *own = lines,
                None => left.extend(differs(aspect)),
            }
        }
    }
    (Placed { thing, list }, left)
}

/// Whether a thing may be another state of one: of the same sort.
fn is_alike(one: &Thing, other: &Thing) -> bool {
    let sort =
        |thing: &Thing| thing.object().map(|object| (object.object_type.0, object.object_id));
    sort(one) == sort(other)
}

fn block_of(zone: &Zone, list: ListId) -> Option<BlockCoord> {
    zone.lists.get(list.0).and_then(|list| list.block)
}
