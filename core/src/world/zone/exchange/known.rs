//! Which things of a zone the rows of a file are about, when others changed the zone since: things
//! that came or went shift the numbers of those behind them.
//!
//! A row is never taken for another thing's: what is not known for certain is not found.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::super::numbers::Numbers;
use super::super::reread::alike::{bytes_of, place_of, without_place};
use super::super::thing::{Kind, Thing, ThingId};
use super::super::{Listed, Zone};
use super::sides::{Base, Said};

/// For each row that has a base, the thing that it is about.
pub(super) fn find(zone: &Zone, numbers: &Numbers, said: &[Said]) -> Vec<Option<ThingId>> {
    let listed: Vec<Listed> = zone.listed().collect();
    let at = listed.iter().map(|listed| (listed.id, block_of(listed))).collect();
    let free = listed.iter().map(|listed| listed.id).collect();
    let found = vec![None; said.len()];
    let whole = whole_kinds(said);
    let mut finder = Finder { zone, said, at, free, found };
    let any = |_: &Base| true;
    finder.by_number(numbers, &listed);
    let same =
        |block: &str, thing: &Thing| Some((block.to_owned(), thing.kind(), bytes_of(thing)?));
    let single = |base: &Base| base.beside == 0;
    finder.by_key(same, Clear::Always, single);
    finder.by_key(|_, thing| Some((thing.kind(), bytes_of(thing)?)), Clear::Always, single);
    finder.by_key(same, Clear::AsMany, any);
    // Where others stood on the same spot, it may be any of them.
    let alone = |base: &Base| base.beside == 0 || whole.contains(&base.thing.kind());
    let place =
        |block: &str, thing: &Thing| Some((block.to_owned(), thing.kind(), place_of(thing)?));
    finder.by_key(place, Clear::AsMany, alone);
    finder.by_key(|_, thing| Some((thing.kind(), place_of(thing)?)), Clear::AsMany, alone);
    // Of a kind whose rows are all here, one that is left is what is left of the zone.
    finder.by_neighbours(&listed, &whole);
    let moved = |_: &str, thing: &Thing| {
        let key = without_place(thing).filter(|_| whole.contains(&thing.kind()))?;
        Some((thing.kind(), key))
    };
    finder.by_key(moved, Clear::Alone, any);
    finder.found
}

/// The kinds of which the file still has every row that was given out.
fn whole_kinds(said: &[Said]) -> BTreeSet<Kind> {
    let mut rows: BTreeMap<Kind, (usize, usize)> = BTreeMap::new();
    for base in said.iter().filter_map(|said| said.base.as_ref()) {
        let (n, of) = rows.entry(base.thing.kind()).or_default();
        *n += 1;
        *of = base.of.max(*of);
    }
    rows.into_iter().filter(|(_, (n, of))| n == of).map(|(kind, _)| kind).collect()
}

pub(super) fn block_of(listed: &Listed) -> String {
    listed.block.map_or_else(String::new, |block| block.to_string())
}

/// When a key that several have says which is which.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Clear {
    /// In their order.
    Always,
    /// In their order, where both sides have as many.
    AsMany,
    /// Where both sides have one.
    Alone,
}

struct Finder<'z> {
    zone: &'z Zone,
    said: &'z [Said],
    /// The block of each thing; empty for the ZON.
    at: BTreeMap<ThingId, String>,
    /// Things that no row is about yet.
    free: BTreeSet<ThingId>,
    found: Vec<Option<ThingId>>,
}

impl Finder<'_> {
    /// Rows that nothing was found for, with what they say of where the thing was.
    fn rest(&self) -> impl Iterator<Item = (usize, &Said, &Base)> {
        let rest = self.said.iter().zip(&self.found).enumerate();
        rest.filter_map(|(n, (said, found))| match (&said.base, found) {
            (Some(base), None) if !said.is_second => Some((n, said, base)),
            _ => None,
        })
    }

    fn claim(&mut self, claims: impl IntoIterator<Item = (usize, ThingId)>) {
        for (n, id) in claims {
            let is_free = self.free.remove(&id);
            if let Some(found) = self.found.get_mut(n).filter(|found| is_free && found.is_none()) {
                *found = Some(id);
            }
        }
    }

    /// What has the number still, in the same place of the same list, and is as it was.
    fn by_number(&mut self, numbers: &Numbers, listed: &[Listed]) {
        let places: BTreeMap<ThingId, &Listed> = listed.iter().map(|at| (at.id, at)).collect();
        let claims = self.rest().filter_map(|(n, said, base)| {
            let id = numbers.id(said.number);
            let at = places.get(&id).filter(|at| at.kind == base.thing.kind())?;
            let is_there = said.index.is_none_or(|index| index == at.index)
                && said.block.as_ref().is_none_or(|block| *block == block_of(at));
            let own = self.zone.thing(id).filter(|_| is_there && self.free.contains(&id))?;
            (base.thing == *own).then_some((n, id))
        });
        let claims: Vec<(usize, ThingId)> = claims.collect();
        self.claim(claims);
    }

    fn by_key<K: Ord>(
        &mut self,
        key: impl Fn(&str, &Thing) -> Option<K>,
        clear: Clear,
        is_sure: impl Fn(&Base) -> bool,
    ) {
        let mut rows: BTreeMap<K, (Vec<usize>, VecDeque<ThingId>)> = BTreeMap::new();
        for (n, said, base) in self.rest().filter(|(_, _, base)| is_sure(base)) {
            if let Some(key) = key(said.block.as_deref().unwrap_or("?"), &base.thing) {
                rows.entry(key).or_default().0.push(n);
            }
        }
        if rows.is_empty() {
            return;
        }
        for id in &self.free {
            let (Some(thing), Some(block)) = (self.zone.thing(*id), self.at.get(id)) else {
                continue;
            };
            if let Some((_, own)) = key(block, thing).and_then(|key| rows.get_mut(&key)) {
                own.push_back(*id);
            }
        }
        for (rows, own) in rows.into_values() {
            let is_clear = match clear {
                Clear::Always => true,
                Clear::AsMany => rows.len() == own.len(),
                Clear::Alone => rows.len() == 1 && own.len() == 1,
            };
            if is_clear {
                self.claim(rows.into_iter().zip(own));
            }
        }
    }

    /// Rows between two that were found, where the list has as many between the same two. Behind the
    /// last one may be what is new.
    fn by_neighbours(&mut self, listed: &[Listed], whole: &BTreeSet<Kind>) {
        let mut lists: BTreeMap<(Kind, String), Vec<ThingId>> = BTreeMap::new();
        for at in listed.iter().filter(|at| whole.contains(&at.kind)) {
            lists.entry((at.kind, block_of(at))).or_default().push(at.id);
        }
        for ((kind, block), own) in lists {
            let mut rows: Vec<(u32, usize)> = Vec::new();
            for (n, said) in self.said.iter().enumerate() {
                let is_of = said.base.as_ref().is_some_and(|base| base.thing.kind() == kind);
                if let Some(index) = said.index.filter(|_| is_of && !said.is_second)
                    && said.block.as_ref() == Some(&block)
                {
                    rows.push((index, n));
                }
            }
            rows.sort_unstable();
            let claims = self.between(&rows, &own);
            self.claim(claims);
        }
    }

    fn between(&self, rows: &[(u32, usize)], own: &[ThingId]) -> Vec<(usize, ThingId)> {
        let places: BTreeMap<ThingId, usize> = own.iter().copied().zip(0..).collect();
        let mut claims = Vec::new();
        let (mut run, mut start) = (Vec::new(), 0);
        for (_, n) in rows {
            let Some(found) = self.found.get(*n).copied().flatten() else {
                run.push(*n);
                continue;
            };
            // What went to another list says nothing about this one.
            let Some(place) = places.get(&found).copied() else { continue };
            if place < start {
                return Vec::new();
            }
            let gap = own.get(start..place).unwrap_or_default();
            let free: Vec<ThingId> =
                gap.iter().copied().filter(|id| self.free.contains(id)).collect();
            if free.len() == run.len() {
                claims.extend(run.iter().copied().zip(free));
            }
            run.clear();
            start = place + 1;
        }
        claims
    }
}
