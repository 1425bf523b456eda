//! Things of two copies, matched by their places in lists.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::space::rose::block::BlockCoord;

use super::super::frame::{List, ListId, Row};
use super::super::thing::{Kind, ThingId};
use super::super::{Placed, Zone};
use super::Step;
use super::difference::{Difference, fields};

/// A list by what both copies know it by: files may have several of a kind.
type Key = (Option<BlockCoord>, Kind, usize);

impl Step<'_> {
    pub(super) fn things(&mut self) {
        let (before, after) = (self.before, self.after);
        let things: BTreeSet<ThingId> = before
            .things
            .changes_to(&after.things)
            .into_iter()
            .map(|(id, _)| ThingId(id))
            .collect();
        let lists = before.lists.changes_to(&after.lists);
        let mut touched: BTreeSet<u32> = lists.into_iter().map(|(number, _)| number).collect();
        for id in &things {
            let of = |zone: &Zone| zone.things.get(id.0).map(|placed| placed.list.0);
            touched.extend(of(before));
            touched.extend(of(after));
        }
        let lists = keys(after);
        // Undoing takes a list back that a file had not had.
        let left: BTreeSet<ListId> = lists.values().copied().collect();
        let gone = keys(before).into_iter().filter(|(_, list)| !left.contains(list));
        for (key, list) in gone {
            self.list_gone(key, list);
        }
        for (key, list) in lists.into_iter().filter(|(_, list)| touched.contains(&list.0)) {
            self.list(key, list, &things);
        }
    }

    /// Takes a list out of the file of the copy, where it has the same in it.
    fn list_gone(&mut self, key: Key, list: ListId) {
        let (block, kind, _) = key;
        let (old, other_list) = (ids(self.before, list), keys(&self.zone).get(&key).copied());
        let other = other_list.map(|list| ids(&self.zone, list)).unwrap_or_default();
        if old.is_empty() && !other.is_empty() {
            return;
        }
        if old.len() != other.len() {
            let (here, there) = (old.len(), other.len());
            self.differences.push(match self.zone.frame(block) {
                Some(_) => Difference::Length { kind, block, here, there },
                None => Difference::NoFile { block },
            });
            return;
        }
        let mut is_fine = true;
        for (index, (id, twin)) in old.iter().zip(&other).enumerate() {
            is_fine &= self.match_thing(*id, Some(*twin), (block, kind, index));
        }
        if let Some(target) = other_list.filter(|_| is_fine) {
            self.put_list(target, &[], &BTreeMap::new(), &BTreeSet::new());
            self.drop_row(block, kind, target);
        }
    }

    /// Takes the row of an empty list out of a file whose table is the same as here. In a file of
    /// another make the list stays, with nothing in it.
    fn drop_row(&mut self, block: Option<BlockCoord>, kind: Kind, target: ListId) {
        let number = self.zone.base.frame_number(block);
        let frames = (self.before.frame(block), self.after.frame(block), self.zone.frame(block));
        let ((Some(old), Some(new), Some(held)), Some(number)) = (frames, number) else { return };
        let is_made_anew = |row: &Row| row.list().is_some() && row.kind == kind.block_kind();
        if new.rows.iter().any(is_made_anew) {
            return;
        }
        let is_same = old.rows.iter().map(|row| row.kind).eq(held.rows.iter().map(|row| row.kind));
        let Some(at) = held.rows.iter().position(|row| row.list() == Some(target)) else { return };
        let mut frame = held.clone();
        let Some(row) = frame.rows.get_mut(at).filter(|row| is_same && row.slack.0.is_empty())
        else {
            return;
        };
        match new.rows.get(at).filter(|_| new.rows.len() == old.rows.len()) {
            // The table had named it before, without a list behind it.
            Some(bare) => row.content = bare.content.clone(),
            None => {
                frame.rows.remove(at);
            }
        }
        self.zone.frames.set(number, Some(Arc::new(frame)));
        self.zone.lists.set(target.0, None);
    }

    fn list(&mut self, key: Key, list: ListId, touched: &BTreeSet<ThingId>) {
        let (block, kind, _) = key;
        let (old, new) = (ids(self.before, list), ids(self.after, list));
        if self.zone.frame(block).is_none() {
            self.differences.push(Difference::NoFile { block });
            return;
        }
        let other_list = keys(&self.zone).get(&key).copied();
        let other = other_list.map(|list| ids(&self.zone, list)).unwrap_or_default();
        let is_same_list = old == new;
        if !is_same_list && old.len() != other.len() {
            let (here, there) = (old.len(), other.len());
            self.differences.push(Difference::Length { kind, block, here, there });
            return;
        }
        let kept: BTreeSet<ThingId> = new.iter().copied().collect();
        let mut is_fine = true;
        for (index, id) in old.iter().enumerate() {
            if touched.contains(id) || !kept.contains(id) {
                is_fine &= self.match_thing(*id, other.get(index).copied(), (block, kind, index));
            }
        }
        if !is_fine {
            return;
        }
        let twin: BTreeMap<ThingId, ThingId> = old.into_iter().zip(other).collect();
        if is_same_list {
            for id in new.iter().filter(|id| touched.contains(id)) {
                if let (Some(thing), Some(twin)) = (self.after.thing(*id), twin.get(id)) {
                    self.zone.replace(*twin, thing.clone());
                }
            }
            return;
        }
        let Some(target) = other_list.map_or_else(|| self.zone.list_for(block, kind).ok(), Some)
        else {
            self.differences.push(Difference::NoFile { block });
            return;
        };
        self.put_list(target, &new, &twin, touched);
    }

    /// Whether the thing that stands in the place of one is the same; tells where it is not.
    fn match_thing(
        &mut self,
        id: ThingId,
        other: Option<ThingId>,
        (block, kind, index): (Option<BlockCoord>, Kind, usize),
    ) -> bool {
        let Some(here) = self.before.thing(id) else { return true };
        let there = other.and_then(|other| self.zone.thing(other));
        if there == Some(here) {
            return true;
        }
        let fields = there.map(|there| fields(self.before, here, there)).unwrap_or_default();
        self.differences.push(Difference::Thing { id, kind, block, index, fields });
        false
    }

    /// Gives a list of the copy what the list has here: what was there by its twin, and copies of
    /// what is new.
    fn put_list(
        &mut self,
        target: ListId,
        new: &[ThingId],
        twin: &BTreeMap<ThingId, ThingId>,
        touched: &BTreeSet<ThingId>,
    ) {
        let Some(held) = self.zone.lists.get(target.0).cloned() else { return };
        let mut things = Vec::with_capacity(new.len());
        for id in new {
            let Some(thing) = self.after.thing(*id) else { continue };
            things.push(match twin.get(id) {
                Some(twin) => {
                    if touched.contains(id) {
                        self.zone.replace(*twin, thing.clone());
                    }
                    *twin
                }
                None => self.zone.new_thing(thing.clone(), target),
            });
        }
        let kept: BTreeSet<ThingId> = things.iter().copied().collect();
        let own = |placed: &Arc<Placed>| placed.list == target;
        for id in held.things.iter().filter(|id| !kept.contains(id)) {
            if self.zone.things.get(id.0).is_some_and(own) {
                self.zone.things.set(id.0, None);
            }
        }
        self.zone.lists.set(target.0, Some(Arc::new(List { things, ..List::clone(&held) })));
    }
}

fn ids(zone: &Zone, list: ListId) -> Vec<ThingId> {
    zone.lists.get(list.0).map(|list| list.things.clone()).unwrap_or_default()
}

/// The lists of a zone.
fn keys(zone: &Zone) -> BTreeMap<Key, ListId> {
    let mut keys = BTreeMap::new();
    for (_, frame) in zone.frames.iter() {
        for id in frame.rows.iter().filter_map(Row::list) {
            let Some(list) = zone.lists.get(id.0) else { continue };
            let mut nth = 0;
            while keys.contains_key(&(list.block, list.kind, nth)) {
                nth += 1;
            }
            keys.insert((list.block, list.kind, nth), id);
        }
    }
    keys
}
