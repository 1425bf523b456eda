//! Things of two copies, matched by their places in lists.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::space::rose::block::BlockCoord;

use super::super::frame::{List, ListId, Row};
use super::super::thing::{Kind, Thing, ThingId};
use super::super::{Placed, Zone};
use super::difference::{Difference, Now, There, differences_of};
use super::{Step, Touched};

/// A list by what both copies know it by: files may have several of a kind.
type Key = (Option<BlockCoord>, Kind, usize);

/// A list that is to follow, and its twin in the copy.
struct Plan {
    key: Key,
    old: Vec<ThingId>,
    new: Vec<ThingId>,
    other_list: Option<ListId>,
    other: Vec<ThingId>,
    /// What may be replaced there.
    replaced: BTreeSet<ThingId>,
    following: Following,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Following {
    /// The order is the same, and each thing is by itself.
    Fields,
    /// The list is given the things and the order that it has here.
    List,
    /// The file has it no more.
    Gone,
    /// Things come, go or change places, and can't there.
    Left,
}

impl Plan {
    fn changes_order(&self) -> bool {
        self.old != self.new
    }

    /// What goes out of the list or comes into it.
    fn comings_and_goings(&self) -> BTreeSet<ThingId> {
        if !self.changes_order() {
            return BTreeSet::new();
        }
        let of = |ids: &[ThingId]| ids.iter().copied().collect::<BTreeSet<ThingId>>();
        of(&self.old).symmetric_difference(&of(&self.new)).copied().collect()
    }
}

impl Step<'_> {
    pub(super) fn things(&mut self) {
        let (before, after) = (self.before, self.after);
        let things: BTreeSet<ThingId> = match self.touched {
            Touched::All => after.things().map(|(id, _)| id).collect(),
            Touched::Edited => {
                let changes = before.things.changes_to(&after.things);
                changes.into_iter().map(|(id, _)| ThingId(id)).collect()
            }
        };
        let lists = before.lists.changes_to(&after.lists);
        let mut touched: BTreeSet<u32> = lists.into_iter().map(|(number, _)| number).collect();
        for id in &things {
            let of = |zone: &Zone| zone.things.get(id.0).map(|placed| placed.list.0);
            touched.extend(of(before));
            touched.extend(of(after));
        }
        let (lists, were) = (keys(after), keys(before));
        let held = keys(&self.zone);
        let mut plans: Vec<Plan> = Vec::new();
        // Undoing takes a list back that a file had not had.
        for (key, list) in were.iter().filter(|(key, _)| !lists.contains_key(key)) {
            plans.extend(self.plan_gone(*key, ids(before, *list), held.get(key).copied()));
        }
        let is_touched = |list: &ListId| self.touched == Touched::All || touched.contains(&list.0);
        let lists: Vec<(Key, ListId)> =
            lists.into_iter().filter(|(_, list)| is_touched(list)).collect();
        for (key, list) in lists {
            let old = were.get(&key).map(|list| ids(before, *list)).unwrap_or_default();
            let (new, other_list) = (ids(after, list), held.get(&key).copied());
            let other = other_list.map(|list| ids(&self.zone, list)).unwrap_or_default();
            if !self.is_so_already(&new, &other) {
                plans.push(self.plan((key, old, new), other_list, &things));
            }
        }
        plans.extend(self.plans_of_more(&held, &things));
        self.leave_together(&mut plans);
        plans.into_iter().for_each(|plan| self.carry_out(&plan));
    }

    /// For lists that the copy has and a file here has not.
    fn plans_of_more(
        &mut self,
        held: &BTreeMap<Key, ListId>,
        things: &BTreeSet<ThingId>,
    ) -> Vec<Plan> {
        if self.touched != Touched::All {
            return Vec::new();
        }
        let here = keys(self.after);
        let is_more = |key: &Key| !here.contains_key(key) && self.after.frame(key.0).is_some();
        let more: Vec<(Key, ListId)> =
            held.iter().filter(|(key, _)| is_more(key)).map(|(key, list)| (*key, *list)).collect();
        let plan = |(key, list)| self.plan((key, Vec::new(), Vec::new()), Some(list), things);
        more.into_iter().map(plan).collect()
    }

    /// For a list that is to be taken out of the file of the copy, where it has the same in it.
    fn plan_gone(
        &mut self,
        key: Key,
        old: Vec<ThingId>,
        other_list: Option<ListId>,
    ) -> Option<Plan> {
        let other = other_list.map(|list| ids(&self.zone, list)).unwrap_or_default();
        if old.is_empty() && !other.is_empty() {
            return None;
        }
        let none = BTreeSet::new();
        let mut plan = self.plan((key, old, Vec::new()), other_list, &none);
        if plan.following != Following::Left {
            plan.following = Following::Gone;
        }
        Some(plan)
    }

    /// Matches a list with that of the copy.
    fn plan(
        &mut self,
        (key, old, new): (Key, Vec<ThingId>, Vec<ThingId>),
        other_list: Option<ListId>,
        touched: &BTreeSet<ThingId>,
    ) -> Plan {
        let (block, kind, _) = key;
        let other = other_list.map(|list| ids(&self.zone, list)).unwrap_or_default();
        let following = if old == new { Following::Fields } else { Following::List };
        let replaced = BTreeSet::new();
        let mut plan = Plan { key, old, new, other_list, other, replaced, following };
        let can_hold = || other_list.is_some() || self.zone.clone().list_for(block, kind).is_ok();
        if self.zone.frame(block).is_none()
            || plan.changes_order() && !plan.new.is_empty() && !can_hold()
        {
            self.tell_no_file(block);
            plan.following = Following::Left;
            return plan;
        }
        let is_all = self.touched == Touched::All;
        if (is_all || plan.changes_order()) && plan.old.len() != plan.other.len() {
            let (before, here, there) = (plan.old.len(), plan.new.len(), plan.other.len());
            let only_there = if is_all { self.only_there(&plan) } else { Vec::new() };
            let length = Difference::Length { kind, block, before, here, there, only_there };
            if self.is_left(block, length) {
                plan.following = Following::Left;
                if is_all {
                    self.tell_each(&plan);
                    return plan;
                }
            } else {
                plan.following = Following::List;
                plan.replaced = plan.old.iter().copied().collect();
                return plan;
            }
        }
        // Of a list of another length, each thing is as good as that by itself.
        let is_left = plan.following == Following::Left;
        let kept: BTreeSet<ThingId> = plan.new.iter().copied().collect();
        for (index, id) in plan.old.clone().into_iter().enumerate() {
            let is_meant = match is_left {
                true => touched.contains(&id) && kept.contains(&id),
                false => touched.contains(&id) || !kept.contains(&id),
            };
            if !is_meant {
                continue;
            }
            let other = plan.other.get(index).copied();
            let is_of_one_length = plan.old.len() == plan.other.len();
            if self.match_thing(id, (other, is_of_one_length), (block, kind, index)) {
                plan.replaced.insert(id);
            } else if plan.changes_order() {
                plan.following = Following::Left;
            }
        }
        plan
    }

    fn is_so_already(&self, new: &[ThingId], other: &[ThingId]) -> bool {
        let things = new.iter().map(|id| self.after.thing(*id));
        things.eq(other.iter().map(|id| self.zone.thing(*id)))
    }

    /// Whether the thing that stands in the place of one may be replaced; tells where it may not.
    fn match_thing(
        &mut self,
        id: ThingId,
        (other, is_of_one_length): (Option<ThingId>, bool),
        (block, kind, index): (Option<BlockCoord>, Kind, usize),
    ) -> bool {
        let (before, now) = (self.before.thing(id), self.after.thing(id));
        let Some(before) = before else { return true };
        let there = other.and_then(|other| self.zone.thing(other));
        if there == Some(before) || there.is_some() && there == now {
            return true;
        }
        let fate = if now.is_some() { Now::There } else { Now::Deleted };
        let is_there = there.is_some();
        let there = there.filter(|_| is_of_one_length);
        let states = [before, now.unwrap_or(before)];
        let there = self.found_there(id, (block, index), states, there);
        let difference = Difference::Thing { id, kind, block, index, now: fate, there };
        if is_there {
            return !self.is_left(block, difference);
        }
        self.tell(block, difference);
        false
    }

    /// What became of a thing in the copy, wherever it stands there by now.
    pub(super) fn found_there(
        &self,
        id: ThingId,
        (block, index): (Option<BlockCoord>, usize),
        [before, now]: [&Thing; 2],
        in_its_place: Option<&Thing>,
    ) -> There {
        let differing = |there: &Thing| differences_of(self.after, (before, now), there);
        let known = self.known();
        let (Some(thing), Some(at)) = (known.zone.thing(id), known.at.get(&id)) else {
            return in_its_place.map_or(There::Nothing, |there| There::Other(differing(there)));
        };
        if (at.block, at.index as usize) == (block, index) {
            return There::Other(differing(thing));
        }
        let fields = if thing == before { Vec::new() } else { differing(thing) };
        There::Elsewhere { block: at.block, index: at.index as usize, fields }
    }

    /// Tells of two lists of different lengths what is not in both, and what is not the same.
    fn tell_each(&mut self, plan: &Plan) {
        let (block, kind, _) = plan.key;
        for (index, id) in plan.new.iter().copied().enumerate() {
            let Some(here) = self.after.thing(id) else { continue };
            if self.known().zone.thing(id) == Some(here) {
                continue;
            }
            let there = self.found_there(id, (block, index), [here, here], None);
            let now = Now::There;
            self.tell(block, Difference::Thing { id, kind, block, index, now, there });
        }
    }

    /// The places in the list of the copy of what is nowhere here.
    fn only_there(&self, plan: &Plan) -> Vec<usize> {
        let (block, kind, _) = plan.key;
        let of_list = self.known().at.values().filter(|at| (at.block, at.kind) == (block, kind));
        let only = of_list.filter(|at| !self.after.contains(at.id));
        let mut places: Vec<usize> = only.map(|at| at.index as usize).collect();
        places.sort_unstable();
        places
    }

    /// What goes from one list to another goes out of the one and into the other, or stays.
    fn leave_together(&mut self, plans: &mut [Plan]) {
        loop {
            let left = plans.iter().filter(|plan| plan.following == Following::Left);
            let staying: BTreeSet<ThingId> = left.flat_map(Plan::comings_and_goings).collect();
            let mut is_settled = true;
            for plan in plans.iter_mut().filter(|plan| plan.following != Following::Left) {
                if !plan.comings_and_goings().is_disjoint(&staying) {
                    plan.following = Following::Left;
                    is_settled = false;
                    let (block, kind, _) = plan.key;
                    self.tell(block, Difference::Together { kind, block });
                }
            }
            if is_settled {
                return;
            }
        }
    }

    fn carry_out(&mut self, plan: &Plan) {
        let (block, kind, _) = plan.key;
        let twin: BTreeMap<ThingId, ThingId> =
            plan.old.iter().copied().zip(plan.other.iter().copied()).collect();
        match plan.following {
            Following::Fields | Following::Left => {
                let here: BTreeSet<&ThingId> = plan.new.iter().collect();
                for id in plan.replaced.iter().filter(|id| here.contains(id)) {
                    if let (Some(thing), Some(twin)) = (self.after.thing(*id), twin.get(id)) {
                        self.zone.replace(*twin, thing.clone());
                    }
                }
            }
            Following::List => {
                let held = plan.other_list.map_or_else(|| self.zone.list_for(block, kind), Ok);
                match held {
                    Ok(target) => self.put_list(target, &plan.new, &twin, &plan.replaced),
                    Err(_) => self.tell_no_file(block),
                }
            }
            Following::Gone => {
                if let Some(target) = plan.other_list {
                    self.put_list(target, &[], &BTreeMap::new(), &BTreeSet::new());
                    self.drop_row(block, kind, target);
                }
            }
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
