//! Which items of two lists are the same: equal ones in one order, and then those that are alike.
//!
//! Time and memory are bounded: where a stretch is too long for an exact answer, only items that are
//! there once on both sides are found in it.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

/// The most pairs of items that are compared one by one in a stretch.
const MOST_EXACT: usize = 1 << 20;
/// The same for items whose likeness has to be measured.
const MOST_ALIKE: usize = 1 << 14;
/// Items that are less alike than this are different ones.
const ALIKE: f32 = 0.5;

/// For each item of the old list its place in the new one. Places rise; `None` where it has none.
pub type Places = Vec<Option<usize>>;

/// Which items of two lists are the same, those among them that are somewhere else.
#[derive(Debug)]
pub struct Matched {
    /// For each old item: where it is, in the same order as before.
    pub places: Places,
    /// For each old item: where it is now, out of that order.
    pub moved: HashMap<usize, usize>,
    /// For each item that is in no place of an old one: the old one that was moved there, if any.
    pub new: Vec<(usize, Option<usize>)>,
}

impl Matched {
    /// Where an old item is now.
    pub fn place_of(&self, old: usize) -> Option<usize> {
        self.places.get(old).copied().flatten().or_else(|| self.moved.get(&old).copied())
    }
}

/// Equal items in one order are the same, then those between them that are most alike, and then equal
/// ones that are somewhere else: they were moved.
pub fn matched<T: Eq + Hash>(
    old: &[T],
    new: &[T],
    likeness: impl Fn(usize, usize) -> f32,
) -> Matched {
    let mut places = equal(old, new);
    pair_alike(&mut places, new.len(), likeness);
    let mut is_taken = vec![false; new.len()];
    for place in places.iter().flatten() {
        is_taken.get_mut(*place).into_iter().for_each(|taken| *taken = true);
    }
    let gone = places.iter().zip(old).enumerate().filter(|(_, (place, _))| place.is_none());
    let mut gone_by_id: HashMap<&T, Vec<usize>> = HashMap::new();
    gone.for_each(|(n, (_, id))| gone_by_id.entry(id).or_default().push(n));
    gone_by_id.values_mut().for_each(|places| places.reverse());
    let mut moved = HashMap::new();
    let free = is_taken.iter().enumerate().filter(|(_, taken)| !**taken).map(|(n, _)| n);
    let new = free.map(|n| {
        let from = new.get(n).and_then(|id| gone_by_id.get_mut(id)?.pop());
        if let Some(from) = from {
            moved.insert(from, n);
        }
        (n, from)
    });
    let new = new.collect();
    Matched { places, moved, new }
}

/// Finds equal items that are in the same order in both lists.
pub fn equal<T: Eq + Hash>(old: &[T], new: &[T]) -> Places {
    let mut places = vec![None; old.len()];
    let mut stretches = vec![(0..old.len(), 0..new.len())];
    while let Some((mut before, mut after)) = stretches.pop() {
        while !before.is_empty()
            && !after.is_empty()
            && old.get(before.start) == new.get(after.start)
        {
            put(&mut places, before.start, after.start);
            (before.start, after.start) = (before.start + 1, after.start + 1);
        }
        while !before.is_empty()
            && !after.is_empty()
            && old.get(before.end - 1) == new.get(after.end - 1)
        {
            (before.end, after.end) = (before.end - 1, after.end - 1);
            put(&mut places, before.end, after.end);
        }
        if before.is_empty() || after.is_empty() {
            continue;
        }
        if before.len().saturating_mul(after.len()) <= MOST_EXACT {
            exact((old, &before), (new, &after), &mut places);
            continue;
        }
        let anchors = anchors((old, &before), (new, &after));
        let (mut from, mut to) = (before.start, after.start);
        for (b, a) in anchors.iter().copied() {
            put(&mut places, b, a);
            stretches.push((from..b, to..a));
            (from, to) = (b + 1, a + 1);
        }
        if !anchors.is_empty() {
            stretches.push((from..before.end, to..after.end));
        }
    }
    places
}

/// Pairs what is left between equal items with what is most alike, in the same order. `likeness` is
/// from 0 to 1.
pub fn pair_alike(places: &mut Places, n_new: usize, likeness: impl Fn(usize, usize) -> f32) {
    for (before, after) in gaps(places, n_new) {
        if before.len().saturating_mul(after.len()) <= MOST_ALIKE {
            best(&before, &after, &likeness, places);
        } else if before.len() == after.len() {
            let pairs = before.zip(after).filter(|(b, a)| likeness(*b, *a) >= ALIKE);
            pairs.collect::<Vec<_>>().into_iter().for_each(|(b, a)| put(places, b, a));
        }
    }
}

/// The longest run of places that rise, by their indices.
pub fn longest_rise(places: &[usize]) -> Vec<usize> {
    // For every length the index that such a run ends in with the least place.
    let mut ends: Vec<usize> = Vec::new();
    let mut previous = Vec::with_capacity(places.len());
    let place = |idx: &usize| places.get(*idx).copied().unwrap_or_default();
    for (idx, own) in places.iter().enumerate() {
        let len = ends.partition_point(|end| place(end) < *own);
        previous.push(len.checked_sub(1).and_then(|before| ends.get(before)).copied());
        match ends.get_mut(len) {
            Some(end) => *end = idx,
            None => ends.push(idx),
        }
    }
    let mut run = Vec::new();
    let mut next = ends.last().copied();
    while let Some(idx) = next {
        run.push(idx);
        next = previous.get(idx).copied().flatten();
    }
    run
}

/// The stretches between items that were found, where both lists have something.
pub fn gaps(places: &[Option<usize>], n_new: usize) -> Vec<(Range<usize>, Range<usize>)> {
    let found = places.iter().enumerate().filter_map(|(before, after)| Some((before, (*after)?)));
    let (mut from, mut to) = (0, 0);
    let mut gaps = Vec::new();
    for (before, after) in found.chain([(places.len(), n_new)]) {
        if from < before && to < after {
            gaps.push((from..before, to..after));
        }
        (from, to) = (before + 1, after + 1);
    }
    gaps
}

fn put(places: &mut Places, before: usize, after: usize) {
    if let Some(place) = places.get_mut(before) {
        *place = Some(after);
    }
}

/// Items that both stretches have once, in one order.
fn anchors<T: Eq + Hash>(
    (old, before): (&[T], &Range<usize>),
    (new, after): (&[T], &Range<usize>),
) -> Vec<(usize, usize)> {
    let mut seen: HashMap<&T, [(usize, usize); 2]> = HashMap::new();
    for (side, list, range) in [(0, old, before), (1, new, after)] {
        for (idx, item) in range.clone().zip(list.get(range.clone()).unwrap_or_default()) {
            if let Some((n, place)) = seen.entry(item).or_default().get_mut(side) {
                (*n, *place) = (*n + 1, idx);
            }
        }
    }
    let once = seen.into_values().filter(|[(n, _), (m, _)]| (*n, *m) == (1, 1));
    let mut once: Vec<(usize, usize)> = once.map(|[(_, b), (_, a)]| (b, a)).collect();
    once.sort_unstable();
    let places: Vec<usize> = once.iter().map(|(_, after)| *after).collect();
    let mut rise = longest_rise(&places);
    rise.reverse();
    rise.into_iter().filter_map(|idx| once.get(idx).copied()).collect()
}

/// The longest list of equal items that both have.
fn exact<T: Eq>(
    (old, before): (&[T], &Range<usize>),
    (new, after): (&[T], &Range<usize>),
    places: &mut Places,
) {
    let score = |b: usize, a: usize| if old.get(b) == new.get(a) { 1.0 } else { 0.0 };
    best_of(before, after, 1.0, &score, places);
}

fn best(
    before: &Range<usize>,
    after: &Range<usize>,
    likeness: &impl Fn(usize, usize) -> f32,
    places: &mut Places,
) {
    best_of(before, after, ALIKE, likeness, places);
}

/// The pairs in one order with the greatest sum of scores, each of `least` at least.
fn best_of(
    before: &Range<usize>,
    after: &Range<usize>,
    least: f32,
    score: &impl Fn(usize, usize) -> f32,
    places: &mut Places,
) {
    let width = after.len() + 1;
    let mut sums = vec![0.0f32; (before.len() + 1) * width];
    let sum = |sums: &[f32], row: usize, column: usize| {
        sums.get(row * width + column).copied().unwrap_or_default()
    };
    let mut scores = vec![0.0f32; before.len() * after.len()];
    for (row, b) in before.clone().enumerate().rev() {
        for (column, a) in after.clone().enumerate().rev() {
            let own = score(b, a);
            let own = if own >= least { own } else { 0.0 };
            let pair = if own > 0.0 { own + sum(&sums, row + 1, column + 1) } else { 0.0 };
            let skip = sum(&sums, row + 1, column).max(sum(&sums, row, column + 1));
            if let Some(place) = sums.get_mut(row * width + column) {
                *place = pair.max(skip);
            }
            if let Some(place) = scores.get_mut(row * after.len() + column) {
                *place = own;
            }
        }
    }
    let (mut row, mut column) = (0, 0);
    while row < before.len() && column < after.len() {
        let own = scores.get(row * after.len() + column).copied().unwrap_or_default();
        let here = sum(&sums, row, column);
        if own > 0.0 && here <= own + sum(&sums, row + 1, column + 1) {
            put(places, before.start + row, after.start + column);
            (row, column) = (row + 1, column + 1);
        } else if here <= sum(&sums, row + 1, column) {
            row += 1;
        } else {
            column += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(old: &str, new: &str) -> String {
        let [old, new] = [old, new].map(|text| text.chars().collect::<Vec<char>>());
        let place = |place: &Option<usize>| place.map_or("-".to_owned(), |it| it.to_string());
        equal(&old, &new).iter().map(place).collect()
    }

    #[test]
    fn equal_items_are_found_in_their_order() {
        assert_eq!(places("abc", "abc"), "012");
        assert_eq!(places("abc", "xabyc"), "124");
        assert_eq!(places("abcd", "bd"), "-0-1");
        assert_eq!(places("abc", "cab"), "12-");
        assert_eq!(places("", "a"), "");
        assert_eq!(places("aaa", "aa"), "01-");
        assert_eq!(places("ab", "ba").matches('-').count(), 1);
    }

    #[test]
    fn long_lists_are_aligned_by_what_is_there_once() {
        let old: Vec<u32> = (0..30_000).collect();
        let mut new: Vec<u32> = (0..30_000).filter(|n| n % 7 != 0).collect();
        new.insert(100, 99_999);
        new.swap(500, 20_000);
        let found = equal(&old, &new);
        let n_found = found.iter().flatten().count();
        assert!(n_found > 25_000, "{n_found}");
        assert!(found.iter().flatten().is_sorted());
        // Nothing is there once: that takes no time either.
        let same = vec![1u32; 50_000];
        let other = [vec![2u32; 50_000], vec![1; 10], vec![3]].concat();
        assert_eq!(equal(&same, &other).iter().flatten().count(), 0);
    }

    #[test]
    fn what_is_alike_is_paired_between_equal_items() {
        let (old, new) = (["aaa", "bbb", "zz"], ["ccc", "aab", "zz"]);
        let mut found = equal(&old, &new);
        let alike = |b: usize, a: usize| {
            let same = old[b].bytes().zip(new[a].bytes()).filter(|(b, a)| b == a).count();
            same as f32 / 3.0
        };
        pair_alike(&mut found, new.len(), alike);
        assert_eq!(found, [Some(1), None, Some(2)]);
        assert_eq!(gaps(&[None, Some(0)], 3), []);
        assert_eq!(gaps(&[None, Some(1), None], 3), [(0..1, 0..1), (2..3, 2..3)]);
    }
}
