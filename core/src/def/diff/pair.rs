//! Which fields of two scopes are the same.

use std::collections::HashMap;

use super::scope::Entry;
use crate::def::layout::Role;
use crate::problem::aligned::longest_rise;

/// The same field before and after, by their places among the entries.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    pub(super) before: usize,
    pub(super) after: usize,
    pub(super) is_renamed: bool,
    pub(super) is_moved: bool,
}

/// Which entries are the same: those of one name, and, between two that stayed, those of one type
/// whose names are gone and new.
pub(super) fn pairs(old: &[Entry<'_>], new: &[Entry<'_>]) -> Vec<Pair> {
    let by_key: HashMap<_, usize> = keys(new).into_iter().zip(0..).collect();
    let pair = |(before, key)| {
        let after = *by_key.get(&key)?;
        Some(Pair { before, after, is_renamed: false, is_moved: true })
    };
    let mut pairs: Vec<Pair> = keys(old).into_iter().enumerate().filter_map(pair).collect();
    let places: Vec<usize> = pairs.iter().map(|pair| pair.after).collect();
    for stayed in longest_rise(&places) {
        if let Some(pair) = pairs.get_mut(stayed) {
            pair.is_moved = false;
        }
    }
    let renamed = renamed(old, new, &pairs);
    pairs.extend(renamed);
    pairs.sort_by_key(|pair| pair.after);
    pairs
}

/// What an entry is told by. A name that stands there twice is told by which of the two it is.
fn keys<'a>(entries: &'a [Entry<'_>]) -> Vec<(Role, &'a str, u32)> {
    let mut n_seen: HashMap<(Role, &str), u32> = HashMap::new();
    let key = |entry: &'a Entry<'_>| {
        let (role, path) = (entry.slot.role, &*entry.slot.path);
        let n = n_seen.entry((role, path)).or_default();
        *n += 1;
        (role, path, *n)
    };
    entries.iter().map(key).collect()
}

fn renamed(old: &[Entry<'_>], new: &[Entry<'_>], pairs: &[Pair]) -> Vec<Pair> {
    let is_lone = |entries: &[Entry<'_>], paired: fn(&Pair) -> usize| {
        let mut lone: Vec<bool> = entries.iter().map(|entry| !entry.slot.ty.is_meta()).collect();
        for pair in pairs {
            if let Some(is_lone) = lone.get_mut(paired(pair)) {
                *is_lone = false;
            }
        }
        lone
    };
    let lone_before = is_lone(old, |pair| pair.before);
    let lone_after = is_lone(new, |pair| pair.after);
    let stayed = pairs.iter().filter(|pair| !pair.is_moved);
    let mut anchors: Vec<(usize, usize)> = stayed.map(|p| (p.before, p.after)).collect();
    anchors.push((old.len(), new.len()));
    let mut found = Vec::new();
    let (mut from_before, mut from_after) = (0, 0);
    for (before, after) in anchors {
        let lone = |lone: &[bool], from: usize, to: usize| -> Vec<usize> {
            (from..to).filter(|idx| lone.get(*idx).copied().unwrap_or(false)).collect()
        };
        let gone = lone(&lone_before, from_before, before);
        let come = lone(&lone_after, from_after, after);
        for (before, after) in gone.into_iter().zip(come) {
            let ty =
                |entries: &[Entry<'_>], idx: usize| entries.get(idx).map(|e| e.spot.ty.clone());
            if ty(old, before) == ty(new, after) {
                found.push(Pair { before, after, is_renamed: true, is_moved: false });
            }
        }
        (from_before, from_after) = (before + 1, after + 1);
    }
    found
}
