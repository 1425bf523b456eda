//! A long row of 32-bit words in pages that snapshots share until one of them is written to.

use std::ops::Range;
use std::sync::Arc;

use super::patch::{Patch, Patcher};

/// How many words are copied when the first of them is written to after a snapshot.
pub const PAGE_LEN: usize = 1024;

/// How many pages are counted one by one when the first of them is written to after a snapshot.
const PAGES_PER_GROUP: usize = 64;

type Page = Arc<[u32]>;

/// One number of every cell of a map: its terrain, or the altitude of one of its corners.
///
/// A clone costs nothing and is a snapshot. Writing a value that is there already copies nothing.
/// Pages that are alike and follow each other are one in memory, as far as that is noticed in
/// passing: a map of one type takes no more room than a page.
#[derive(Debug, Clone)]
pub struct Column {
    /// All of [`PAGES_PER_GROUP`] pages, but for the last; all pages of [`PAGE_LEN`], but for
    /// the last.
    groups: Arc<Vec<Arc<Vec<Page>>>>,
    len: usize,
}

impl Column {
    pub fn filled(len: usize, value: u32) -> Column {
        let full: Page = vec![value; PAGE_LEN.min(len)].into();
        let mut pages = vec![full; len / PAGE_LEN];
        if !len.is_multiple_of(PAGE_LEN) {
            pages.push(vec![value; len % PAGE_LEN].into());
        }
        Column::of_pages(&pages, len)
    }

    fn of_pages(pages: &[Page], len: usize) -> Column {
        let groups = pages.chunks(PAGES_PER_GROUP).map(|group| Arc::new(group.to_vec()));
        Column { groups: Arc::new(groups.collect()), len }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline]
    fn page(&self, page: usize) -> Option<&Page> {
        self.groups.get(page / PAGES_PER_GROUP)?.get(page % PAGES_PER_GROUP)
    }

    #[inline]
    fn page_mut(&mut self, page: usize) -> Option<&mut Page> {
        let group = Arc::make_mut(&mut self.groups).get_mut(page / PAGES_PER_GROUP)?;
        Arc::make_mut(group).get_mut(page % PAGES_PER_GROUP)
    }

    #[inline]
    pub fn get(&self, idx: usize) -> Option<u32> {
        self.page(idx / PAGE_LEN)?.get(idx % PAGE_LEN).copied()
    }

    /// Beyond the end, nothing happens.
    #[inline]
    pub fn set(&mut self, idx: usize, value: u32) {
        if self.get(idx).is_some_and(|old| old != value)
            && let Some(page) = self.page_mut(idx / PAGE_LEN)
            && let Some(word) = Arc::make_mut(page).get_mut(idx % PAGE_LEN)
        {
            *word = value;
        }
    }

    /// Makes it at least so long; new words are 0.
    pub(super) fn grow(&mut self, len: usize) {
        while self.len < len {
            let page = self.len / PAGE_LEN;
            let end = len.min((page + 1) * PAGE_LEN);
            let old = self.page(page).cloned().unwrap_or_default();
            let words = old.iter().copied().chain(std::iter::repeat(0));
            let grown: Page = words.take(end - page * PAGE_LEN).collect();
            match self.page_mut(page) {
                Some(page) => *page = grown,
                None => self.push(grown),
            }
            self.len = end;
        }
    }

    fn push(&mut self, page: Page) {
        let groups = Arc::make_mut(&mut self.groups);
        match groups.last_mut().filter(|group| group.len() < PAGES_PER_GROUP) {
            Some(group) => Arc::make_mut(group).push(page),
            None => groups.push(Arc::new(vec![page])),
        }
    }

    /// The words of a range, a piece of a page at a time.
    pub fn pieces(&self, range: Range<usize>) -> impl Iterator<Item = &[u32]> {
        pieces_of(range.start.min(self.len)..range.end.min(self.len)).map(|(page, inside)| {
            self.page(page).and_then(|page| page.get(inside)).unwrap_or_default()
        })
    }

    /// Puts the words of a range into a vector, and nothing else.
    pub fn read_into(&self, range: Range<usize>, words: &mut Vec<u32>) {
        words.clear();
        self.pieces(range).for_each(|piece| words.extend_from_slice(piece));
    }

    /// All of its words, in slices that are as long as they get.
    pub fn pages(&self) -> impl Iterator<Item = &[u32]> {
        self.groups.iter().flat_map(|group| group.iter().map(|page| &**page))
    }

    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.pages().flat_map(|page| page.iter().copied())
    }

    /// Writes words over those of a range that lies inside, as far as both reach.
    pub fn write(&mut self, range: Range<usize>, words: &[u32]) {
        let mut left = words;
        for (page, inside) in pieces_of(range.start..range.end.min(self.len)) {
            let (now, later) = left.split_at(inside.len().min(left.len()));
            left = later;
            let inside = inside.start..inside.start + now.len();
            let is_there = self.page(page).and_then(|page| page.get(inside.clone())) == Some(now);
            if !is_there && let Some(page) = self.page_mut(page) {
                let to = Arc::make_mut(page).get_mut(inside).unwrap_or_default();
                to.iter_mut().zip(now).for_each(|(word, new)| *word = *new);
            }
        }
    }

    /// Gives all words of a range one value. Whole pages of it are one in memory, which is kept
    /// in `full` for the next range.
    pub(super) fn fill(&mut self, range: Range<usize>, value: u32, full: &mut Option<Arc<[u32]>>) {
        for (page, inside) in pieces_of(range.start..range.end.min(self.len)) {
            let Some(page) = self.page_mut(page) else { return };
            if inside.len() < PAGE_LEN {
                Arc::make_mut(page).get_mut(inside).unwrap_or_default().fill(value);
                continue;
            }
            if full.as_ref().and_then(|full| full.first()) != Some(&value) {
                *full = Some(vec![value; PAGE_LEN].into());
            }
            full.iter().for_each(|full| *page = full.clone());
        }
    }

    /// Changes each word of a range, the same words always alike. Pages on which none changes are
    /// not copied, and pages that were one stay one.
    pub fn update(&mut self, range: Range<usize>, new: impl Fn(u32) -> u32) {
        // The last whole page, as it was and as it is.
        let mut last: Option<(Page, Page)> = None;
        for (n_page, inside) in pieces_of(range.start..range.end.min(self.len)) {
            let Some(page) = self.page(n_page) else { return };
            let words = page.get(inside.clone()).unwrap_or_default();
            if words.len() < page.len() {
                if words.iter().any(|word| *word != new(*word))
                    && let Some(page) = self.page_mut(n_page)
                {
                    let words = Arc::make_mut(page).get_mut(inside).unwrap_or_default();
                    words.iter_mut().for_each(|word| *word = new(*word));
                }
                continue;
            }
            let page = page.clone();
            let updated = match &last {
                Some((old, updated)) if Arc::ptr_eq(old, &page) => updated.clone(),
                _ if page.iter().all(|word| *word == new(*word)) => page.clone(),
                _ => {
                    let updated: Page = page.iter().map(|word| new(*word)).collect();
                    let alike = last.take().map(|(_, last)| last).filter(|last| **last == *updated);
                    alike.unwrap_or(updated)
                }
            };
            if !Arc::ptr_eq(&page, &updated)
                && let Some(slot) = self.page_mut(n_page)
            {
                *slot = updated.clone();
            }
            last = Some((page, updated));
        }
    }

    /// What has to be put into `self` to make it `other`, which is as long. Pages that both
    /// share are not looked at.
    pub fn patch_to(&self, other: &Column) -> Patch {
        let mut patcher = Patcher::default();
        if Arc::ptr_eq(&self.groups, &other.groups) {
            return patcher.finish();
        }
        for (n_group, (old, new)) in self.groups.iter().zip(other.groups.iter()).enumerate() {
            if Arc::ptr_eq(old, new) {
                continue;
            }
            for (n_page, (old, new)) in old.iter().zip(new.iter()).enumerate() {
                if !Arc::ptr_eq(old, new) {
                    let start = (n_group * PAGES_PER_GROUP + n_page) * PAGE_LEN;
                    patcher.push_difference(start, old, new);
                }
            }
        }
        patcher.finish()
    }
}

/// The pages that a range lies in, and the part of it that is in each.
fn pieces_of(range: Range<usize>) -> impl Iterator<Item = (usize, Range<usize>)> {
    let mut start = range.start;
    std::iter::from_fn(move || {
        if start >= range.end {
            return None;
        }
        let page = start / PAGE_LEN;
        let end = range.end.min((page + 1) * PAGE_LEN);
        let inside = start % PAGE_LEN..end - page * PAGE_LEN;
        start = end;
        Some((page, inside))
    })
}

impl FromIterator<u32> for Column {
    fn from_iter<I: IntoIterator<Item = u32>>(words: I) -> Column {
        let mut words = words.into_iter();
        let mut pages: Vec<Page> = Vec::new();
        let mut len = 0;
        let mut page = Vec::with_capacity(PAGE_LEN);
        loop {
            page.clear();
            page.extend(words.by_ref().take(PAGE_LEN));
            len += page.len();
            if !page.is_empty() {
                let alike = pages.last().filter(|last| ***last == *page).cloned();
                pages.push(alike.unwrap_or_else(|| page.as_slice().into()));
            }
            if page.len() < PAGE_LEN {
                return Column::of_pages(&pages, len);
            }
        }
    }
}

impl PartialEq for Column {
    fn eq(&self, other: &Column) -> bool {
        let same_pages =
            || self.groups.iter().zip(other.groups.iter()).all(|(a, b)| same_group(a, b));
        self.len == other.len && (Arc::ptr_eq(&self.groups, &other.groups) || same_pages())
    }
}

impl Eq for Column {}

fn same_group(a: &Arc<Vec<Page>>, b: &Arc<Vec<Page>>) -> bool {
    Arc::ptr_eq(a, b) || a.iter().zip(b.iter()).all(|(a, b)| Arc::ptr_eq(a, b) || a == b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_keeps_what_was_there() {
        for len in [0, 1, PAGE_LEN - 1, PAGE_LEN, PAGE_LEN + 1, 3 * PAGE_LEN] {
            let words: Vec<u32> = (0..len as u32).collect();
            let mut column: Column = words.iter().copied().collect();
            let before = column.clone();
            assert_eq!((column.len(), column.iter().count()), (len, len));
            column.set(len / 2, 7_000_000);
            column.set(len, 9);
            assert!(before.iter().eq(words.iter().copied()));
            assert_eq!(column == before, len == 0);
            let patch = before.patch_to(&column);
            assert_eq!(patch.n_cells(), usize::from(len > 0));
        }
    }

    #[test]
    fn only_pages_that_change_are_copied() {
        let mut column = Column::filled(3 * PAGE_LEN, 4);
        let before = column.clone();
        column.update(0..3 * PAGE_LEN, |_| 4);
        column.set(5, 4);
        column.write(3..6, &[4; 3]);
        assert!(Arc::ptr_eq(&before.groups, &column.groups));
        column.update(PAGE_LEN - 2..PAGE_LEN + 3, |word| word + 1);
        let shared: Vec<bool> = (0..3)
            .map(|page| Arc::ptr_eq(before.page(page).unwrap(), column.page(page).unwrap()))
            .collect();
        assert_eq!(shared, [false, false, true]);
        assert_eq!(column.iter().filter(|word| *word == 5).count(), 5);
    }

    #[test]
    fn pages_that_are_alike_are_one() {
        let n_pages = |column: &Column| {
            let mut pages: Vec<*const u32> = column.pages().map(<[u32]>::as_ptr).collect();
            pages.dedup();
            pages.len()
        };
        let mut column: Column = (0..9 * PAGE_LEN).map(|n| n as u32 / 4000).collect();
        column.update(0..9 * PAGE_LEN, |_| 7);
        assert_eq!(n_pages(&column), 1);
        assert_eq!(n_pages(&column.iter().collect()), 1);
        column.update(0..9 * PAGE_LEN, |word| word + 1);
        assert_eq!(n_pages(&column), 1);
        assert!(column.iter().all(|word| word == 8));
        column.set(5, 0);
        let mut full = None;
        column.fill(3..4 * PAGE_LEN, 8, &mut full);
        column.fill(4 * PAGE_LEN..9 * PAGE_LEN, 8, &mut full);
        assert_eq!(n_pages(&column), 2, "the first was filled in part");
        assert!(column.iter().all(|word| word == 8));
    }

    #[test]
    fn a_column_of_many_groups_is_a_vector() {
        let mut words: Vec<u32> = (0..200 * PAGE_LEN as u32 + 5).collect();
        let mut column: Column = words.iter().copied().collect();
        for range in [7..90, 60 * PAGE_LEN..130 * PAGE_LEN + 1, 199 * PAGE_LEN..200 * PAGE_LEN + 5]
        {
            let new: Vec<u32> = range.clone().map(|n| n as u32 ^ 0x5555).collect();
            words[range.clone()].copy_from_slice(&new);
            let before = column.clone();
            column.write(range.clone(), &new);
            assert!(column.iter().eq(words.iter().copied()), "{range:?}");
            let patch = before.patch_to(&column);
            let mut again = before.clone();
            patch.put(&mut again);
            assert!(again == column);
        }
    }

    #[test]
    fn a_column_grows_by_zeros() {
        for (len, grown) in [(0, 1), (3, 2), (3, 9), (PAGE_LEN - 1, PAGE_LEN + 1), (5, 9000)] {
            let mut column: Column = (1..=len as u32).collect();
            let before = column.clone();
            column.grow(grown);
            let expected = (1..=len as u32).chain(std::iter::repeat(0)).take(len.max(grown));
            assert!(column.iter().eq(expected), "{len} to {grown}");
            assert_eq!(before.len(), len);
            column.set(grown - 1, 7);
            assert_eq!(column.get(grown - 1), Some(7));
        }
    }

    #[test]
    fn pieces_make_up_their_range() {
        let column: Column = (0..2 * PAGE_LEN as u32 + 9).collect();
        for range in [0..0, 3..5, 4000..9000, 8190..99_999] {
            let words: Vec<u32> = column.pieces(range.clone()).flatten().copied().collect();
            let end = range.end.min(column.len());
            assert!(words.iter().copied().eq(range.start as u32..end as u32), "{range:?}");
        }
    }
}
