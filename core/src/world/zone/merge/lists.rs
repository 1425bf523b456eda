//! What stands in which list, and in which order.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::super::frame::{Content, List, ListId, Row};
use super::super::thing::ThingId;
use super::super::{Placed, Zone};
use super::conflict::Conflict;
use super::{Apart, Merge, is_in_conflict, numbers};

impl Merge<'_> {
    /// Gives each list the things that are of it by now. What came into lists that their file has
    /// no more comes into new ones.
    pub(super) fn lists(&mut self) -> Result<(), Apart> {
        let mut members: BTreeMap<u32, BTreeSet<ThingId>> = BTreeMap::new();
        for (number, placed) in self.zone.things.iter() {
            members.entry(placed.list.0).or_default().insert(ThingId(number));
        }
        let listed = rows(&self.zone);
        let mut homeless = Vec::new();
        let states = [self.before, self.ours, self.theirs];
        for number in numbers(states.map(|zone| &zone.lists)) {
            let own = members.remove(&number).unwrap_or_default();
            let like = [self.ours, self.theirs, self.before].map(|zone| zone.lists.get(number));
            let Some(like) = like.into_iter().flatten().next().cloned() else { continue };
            let [before, ours, theirs] = states
                .map(|zone| zone.lists.get(number).map_or(&[][..], |list| list.things.as_slice()));
            if before != ours && self.theirs.lists.get(number).is_none() {
                self.can_be_read_there(&like)?;
            }
            let (things, is_disputed) = order([before, ours, theirs], &own);
            if is_disputed {
                self.conflicts.push(Conflict::Order { kind: like.kind, block: like.block });
            }
            let list = List { things, ..List::clone(&like) };
            if listed.contains(&number) {
                if self.zone.lists.get(number).is_none_or(|held| **held != list) {
                    self.zone.lists.set(number, Some(Arc::new(list)));
                }
                continue;
            }
            self.zone.lists.set(number, None);
            homeless.push(list);
        }
        // Into lists that have all of their own by now.
        homeless.into_iter().try_for_each(|list| self.find_room_for(list))
    }

    /// What was done here to a list is nowhere to go where only its bytes are known there.
    fn can_be_read_there(&self, list: &List) -> Result<(), Apart> {
        let frame = self.theirs.frame(list.block);
        let rows = frame.into_iter().flat_map(|frame| &frame.rows);
        let mut of_kind = rows.filter(|row| row.kind == list.kind.block_kind());
        if of_kind.any(|row| matches!(row.content, Content::Opaque(_))) {
            let file = self.ours.path_of(list.block).unwrap_or_default().to_owned();
            return Err(Apart::NoRoom { file });
        }
        Ok(())
    }

    fn find_room_for(&mut self, list: List) -> Result<(), Apart> {
        let List { kind, block, things } = list;
        if things.is_empty() {
            return Ok(());
        }
        let file = || self.ours.path_of(block).unwrap_or_default().to_owned();
        let no_room = || Apart::NoRoom { file: file() };
        let target = self.zone.list_for(block, kind).map_err(|_| no_room())?;
        let held = self.zone.lists.get(target.0).ok_or_else(no_room)?;
        let mut longer = List::clone(held);
        for id in &things {
            if let Some(placed) = self.zone.things.get(id.0) {
                let thing = placed.thing.clone();
                self.zone.things.set(id.0, Some(Arc::new(Placed { thing, list: target })));
            }
        }
        longer.things.extend(things);
        self.zone.lists.set(target.0, Some(Arc::new(longer)));
        Ok(())
    }
}

/// The lists that files have.
fn rows(zone: &Zone) -> BTreeSet<u32> {
    let rows = zone.frames.iter().flat_map(|(_, frame)| frame.rows.iter().filter_map(Row::list));
    rows.map(|ListId(number)| number).collect()
}

/// The order of a list with certain things in it, and whether both sides put it into another one.
/// What one side added stands behind what it stood behind, or at the end.
fn order(
    [before, ours, theirs]: [&[ThingId]; 3],
    members: &BTreeSet<ThingId>,
) -> (Vec<ThingId>, bool) {
    let sets = [before, ours, theirs].map(|ids| ids.iter().copied().collect::<BTreeSet<_>>());
    let is_in_all = |id: &ThingId| sets.iter().all(|set| set.contains(id));
    let kept = [before, ours, theirs]
        .map(|ids| ids.iter().copied().filter(is_in_all).collect::<Vec<ThingId>>());
    let [was, here, there] = &kept;
    let (first, second) = if here == was { (theirs, ours) } else { (ours, theirs) };
    let skeleton: Vec<ThingId> = first.iter().copied().filter(|id| members.contains(id)).collect();
    (woven(skeleton, second, before, members), is_in_conflict([was, here, there]))
}

/// A list with what another one has besides. What was there before stands behind what it stood
/// behind then.
fn woven(
    skeleton: Vec<ThingId>,
    other: &[ThingId],
    before: &[ThingId],
    members: &BTreeSet<ThingId>,
) -> Vec<ThingId> {
    let held: BTreeSet<ThingId> = skeleton.iter().copied().collect();
    let mut stood_behind: BTreeMap<ThingId, Option<ThingId>> = BTreeMap::new();
    let (mut of_other, mut of_before) = (None, None);
    for id in other {
        stood_behind.insert(*id, of_other);
        of_other = held.get(id).copied().or(of_other);
    }
    for id in before {
        stood_behind.insert(*id, of_before);
        of_before = held.get(id).copied().or(of_before);
    }
    let is_new = |id: &&ThingId| !held.contains(id) && !before.contains(id);
    let n_last = other.iter().rev().take_while(is_new).count();
    let (inner, last) = other.split_at(other.len() - n_last);
    let mut behind: BTreeMap<Option<ThingId>, Vec<ThingId>> = BTreeMap::new();
    let is_more = |id: &&ThingId| members.contains(id) && !held.contains(id);
    for id in inner.iter().filter(is_more) {
        behind.entry(stood_behind.get(id).copied().flatten()).or_default().push(*id);
    }
    let mut woven = behind.remove(&None).unwrap_or_default();
    for id in skeleton {
        woven.push(id);
        woven.extend(behind.remove(&Some(id)).unwrap_or_default());
    }
    woven.extend(last.iter().filter(is_more));
    woven
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(numbers: &[u32]) -> Vec<ThingId> {
        numbers.iter().copied().map(ThingId).collect()
    }

    #[track_caller]
    fn assert_order(states: [&[u32]; 3], members: &[u32], expected: &[u32], is_disputed: bool) {
        let [before, ours, theirs] = states.map(ids);
        let members = ids(members).into_iter().collect();
        let found = order([&before, &ours, &theirs], &members);
        assert_eq!(found, (ids(expected), is_disputed));
    }

    #[test]
    fn what_either_side_adds_stands_where_it_was_put() {
        assert_order([&[1, 2], &[1, 2, 7], &[1, 2, 8]], &[1, 2, 7, 8], &[1, 2, 8, 7], false);
        assert_order([&[1, 2], &[1, 7, 2], &[8, 1, 2]], &[1, 2, 7, 8], &[8, 1, 7, 2], false);
        assert_order([&[1, 2], &[7, 1, 2], &[2]], &[2, 7], &[7, 2], false);
        assert_order([&[], &[7], &[8]], &[7, 8], &[8, 7], false);
        assert_order([&[1, 2, 3], &[2, 3], &[1, 3]], &[1, 2, 3], &[1, 2, 3], false);
        assert_order([&[1, 2], &[1, 2], &[1, 8]], &[1, 2, 8], &[1, 2, 8], false);
    }

    #[test]
    fn an_order_is_the_one_of_the_side_that_changed_it() {
        assert_order([&[1, 2, 3], &[3, 2, 1], &[1, 2, 3, 8]], &[1, 2, 3, 8], &[3, 2, 1, 8], false);
        assert_order([&[1, 2, 3], &[1, 2, 3, 7], &[2, 1, 3]], &[1, 2, 3, 7], &[2, 1, 3, 7], false);
        assert_order([&[1, 2, 3], &[3, 2, 1], &[2, 1, 3]], &[1, 2, 3], &[3, 2, 1], true);
        assert_order([&[1, 2], &[2, 1], &[2, 1]], &[1, 2], &[2, 1], false);
    }
}
