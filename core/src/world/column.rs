//! A long row of 32-bit words in pages that snapshots share until one of them is written to.

use std::ops::Range;
use std::sync::Arc;

use super::patch::{Patch, Patcher};

/// How many words are copied when the first of them is written to after a snapshot.
pub const PAGE_LEN: usize = 4096;

/// One number of every cell of a map: its terrain, or the altitude of one of its corners.
///
/// A clone costs nothing and is a snapshot. Writing a value that is there already copies nothing.
#[derive(Debug, Clone)]
pub struct Column {
    /// All of [`PAGE_LEN`], but for the last.
    pages: Arc<Vec<Arc<[u32]>>>,
    len: usize,
}

impl Column {
    pub fn filled(len: usize, value: u32) -> Column {
        let full: Arc<[u32]> = vec![value; PAGE_LEN.min(len)].into();
        let mut pages = vec![full; len / PAGE_LEN];
        if !len.is_multiple_of(PAGE_LEN) {
            pages.push(vec![value; len % PAGE_LEN].into());
        }
        Column { pages: Arc::new(pages), len }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline]
    pub fn get(&self, idx: usize) -> Option<u32> {
        self.pages.get(idx / PAGE_LEN)?.get(idx % PAGE_LEN).copied()
    }

    /// Beyond the end, nothing happens.
    #[inline]
    pub fn set(&mut self, idx: usize, value: u32) {
        if self.get(idx).is_some_and(|old| old != value)
            && let Some(page) = Arc::make_mut(&mut self.pages).get_mut(idx / PAGE_LEN)
            && let Some(word) = Arc::make_mut(page).get_mut(idx % PAGE_LEN)
        {
            *word = value;
        }
    }

    /// The words of a range, a piece of a page at a time.
    pub fn pieces(&self, range: Range<usize>) -> impl Iterator<Item = &[u32]> {
        pieces_of(range.start.min(self.len)..range.end.min(self.len)).map(|(page, inside)| {
            self.pages.get(page).and_then(|page| page.get(inside)).unwrap_or_default()
        })
    }

    /// Puts the words of a range into a vector, and nothing else.
    pub fn read_into(&self, range: Range<usize>, words: &mut Vec<u32>) {
        words.clear();
        self.pieces(range).for_each(|piece| words.extend_from_slice(piece));
    }

    /// All of its words, in slices that are as long as they get.
    pub fn pages(&self) -> impl Iterator<Item = &[u32]> {
        self.pages.iter().map(|page| &**page)
    }

    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.pages.iter().flat_map(|page| page.iter().copied())
    }

    /// Writes the words of a range that lies inside, as long as there are values.
    pub(super) fn write(&mut self, range: Range<usize>, values: &mut impl Iterator<Item = u32>) {
        let pages = Arc::make_mut(&mut self.pages);
        for (page, inside) in pieces_of(range.start..range.end.min(self.len)) {
            let Some(page) = pages.get_mut(page) else { return };
            let words = Arc::make_mut(page).get_mut(inside).unwrap_or_default();
            for (word, value) in words.iter_mut().zip(&mut *values) {
                *word = value;
            }
        }
    }

    /// Changes each word of a range. Pages on which none changes are not copied.
    pub fn update(&mut self, range: Range<usize>, new: impl Fn(u32) -> u32) {
        for (page, inside) in pieces_of(range.start..range.end.min(self.len)) {
            let changes = |page: &Arc<[u32]>| {
                page.get(inside.clone()).is_some_and(|words| words.iter().any(|w| *w != new(*w)))
            };
            if self.pages.get(page).is_some_and(changes)
                && let Some(page) = Arc::make_mut(&mut self.pages).get_mut(page)
            {
                let words = Arc::make_mut(page).get_mut(inside).unwrap_or_default();
                words.iter_mut().for_each(|word| *word = new(*word));
            }
        }
    }

    /// What has to be put into `self` to make it `other`, which is as long. Pages that both
    /// share are not looked at.
    pub fn patch_to(&self, other: &Column) -> Patch {
        let mut patcher = Patcher::default();
        if Arc::ptr_eq(&self.pages, &other.pages) {
            return patcher.finish();
        }
        for (n_page, (old, new)) in self.pages.iter().zip(other.pages.iter()).enumerate() {
            if Arc::ptr_eq(old, new) {
                continue;
            }
            for (n, (old, new)) in old.iter().zip(new.iter()).enumerate() {
                if old != new {
                    patcher.push(n_page * PAGE_LEN + n, *new);
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
        let mut pages: Vec<Arc<[u32]>> = Vec::new();
        let mut len = 0;
        loop {
            let page: Vec<u32> = words.by_ref().take(PAGE_LEN).collect();
            len += page.len();
            let is_last = page.len() < PAGE_LEN;
            if !page.is_empty() {
                pages.push(page.into());
            }
            if is_last {
                return Column { pages: Arc::new(pages), len };
            }
        }
    }
}

impl PartialEq for Column {
    fn eq(&self, other: &Column) -> bool {
        let same_pages = || self.pages.iter().zip(other.pages.iter()).all(|(a, b)| same(a, b));
        self.len == other.len && (Arc::ptr_eq(&self.pages, &other.pages) || same_pages())
    }
}

impl Eq for Column {}

fn same(a: &Arc<[u32]>, b: &Arc<[u32]>) -> bool {
    Arc::ptr_eq(a, b) || a == b
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
        assert!(Arc::ptr_eq(&before.pages, &column.pages));
        column.update(PAGE_LEN - 2..PAGE_LEN + 3, |word| word + 1);
        let shared: Vec<bool> =
            before.pages.iter().zip(column.pages.iter()).map(|(a, b)| Arc::ptr_eq(a, b)).collect();
        assert_eq!(shared, [false, false, true]);
        assert_eq!(column.iter().filter(|word| *word == 5).count(), 5);
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
