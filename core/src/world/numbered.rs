//! Things by number, in pages that snapshots share until one of them is written to.

use std::sync::Arc;

use crate::format::bytes::{Bytes, Put};
use crate::format::{Malformed, ReadError};

/// How many places are copied when the first of them is written to after a snapshot.
const PAGE_LEN: usize = 128;

type Page<T> = Arc<Vec<Option<Arc<T>>>>;

/// A place for each number that was ever given; empty where the thing is gone.
#[derive(Debug)]
pub(super) struct Table<T> {
    pages: Arc<Vec<Page<T>>>,
    len: usize,
}

/// What comes to stand at places of a table, by rising number.
pub(super) type Changes<T> = Vec<(u32, Option<Arc<T>>)>;

impl<T> Table<T> {
    /// Numbers that were given so far; some of their things may be gone.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// No number below that is given to something new.
    pub(super) fn reserve(&mut self, len: usize) {
        self.len = self.len.max(len);
    }

    pub(super) fn get(&self, number: u32) -> Option<&Arc<T>> {
        let number = number as usize;
        self.pages.get(number / PAGE_LEN)?.get(number % PAGE_LEN)?.as_ref()
    }

    /// Puts a thing at a place, which is made where there was none.
    pub(super) fn set(&mut self, number: u32, thing: Option<Arc<T>>) {
        let number = number as usize;
        let pages = Arc::make_mut(&mut self.pages);
        while pages.len() <= number / PAGE_LEN {
            pages.push(Arc::new(Vec::new()));
        }
        if let Some(page) = pages.get_mut(number / PAGE_LEN) {
            let page = Arc::make_mut(page);
            let place = number % PAGE_LEN;
            if page.len() <= place {
                page.resize(place + 1, None);
            }
            if let Some(slot) = page.get_mut(place) {
                *slot = thing;
            }
        }
        self.len = self.len.max(number + 1);
    }

    /// Puts a thing at a new place.
    pub(super) fn push(&mut self, thing: T) -> u32 {
        let number = self.len as u32;
        self.set(number, Some(Arc::new(thing)));
        number
    }

    /// Everything that is there, by number.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &Arc<T>)> {
        let pages = (0u32..).step_by(PAGE_LEN).zip(self.pages.iter());
        pages.flat_map(|(start, page)| {
            let places = (start..).zip(page.iter());
            places.filter_map(|(number, thing)| Some((number, thing.as_ref()?)))
        })
    }

    /// What a table has at the places of changes.
    pub(super) fn held_under(&self, changes: &Changes<T>) -> Changes<T> {
        changes.iter().map(|(number, _)| (*number, self.get(*number).cloned())).collect()
    }

    pub(super) fn put(&mut self, changes: &Changes<T>) {
        for (number, thing) in changes {
            self.set(*number, thing.clone());
        }
    }
}

impl<T: PartialEq> Table<T> {
    /// What makes this table into another. Pages that both share are not looked at.
    pub(super) fn changes_to(&self, new: &Table<T>) -> Changes<T> {
        let mut changes = Vec::new();
        for n_page in 0..self.pages.len().max(new.pages.len()) {
            let (old, new) = (self.pages.get(n_page), new.pages.get(n_page));
            if let (Some(old), Some(new)) = (old, new)
                && Arc::ptr_eq(old, new)
            {
                continue;
            }
            let at = |page: Option<&Page<T>>, n: usize| page?.get(n)?.clone();
            let n_places = old.map_or(0, |page| page.len()).max(new.map_or(0, |page| page.len()));
            for n in 0..n_places {
                let (old, new) = (at(old, n), at(new, n));
                if !is_same(old.as_ref(), new.as_ref()) {
                    changes.push(((n_page * PAGE_LEN + n) as u32, new));
                }
            }
        }
        changes
    }
}

fn is_same<T: PartialEq>(old: Option<&Arc<T>>, new: Option<&Arc<T>>) -> bool {
    match (old, new) {
        (Some(old), Some(new)) => Arc::ptr_eq(old, new) || old == new,
        (None, None) => true,
        _ => false,
    }
}

impl<T> Clone for Table<T> {
    fn clone(&self) -> Table<T> {
        Table { pages: self.pages.clone(), len: self.len }
    }
}

impl<T> Default for Table<T> {
    fn default() -> Table<T> {
        Table { pages: Arc::default(), len: 0 }
    }
}

/// Numbers whose things are gone make no difference.
impl<T: PartialEq> PartialEq for Table<T> {
    fn eq(&self, other: &Table<T>) -> bool {
        Arc::ptr_eq(&self.pages, &other.pages) || self.changes_to(other).is_empty()
    }
}

pub(super) fn write_changes<T>(
    changes: &Changes<T>,
    out: &mut Vec<u8>,
    mut write: impl FnMut(&T, &mut Vec<u8>),
) {
    out.put_count(changes.len());
    for (number, thing) in changes {
        out.put_u32(*number);
        out.put_u8(u8::from(thing.is_some()));
        if let Some(thing) = thing {
            write(thing, out);
        }
    }
}

/// Changes that make a table no longer than they fill.
pub(super) fn read_changes<T>(
    bytes: &mut Bytes<'_>,
    table: &Table<T>,
    mut read: impl FnMut(&mut Bytes<'_>) -> Result<T, ReadError>,
) -> Result<Changes<T>, ReadError> {
    let n = bytes.u32("changes")?;
    let n = bytes.expect_items("changes", n.into(), 5)?;
    let end = table.len() + n;
    let mut changes = Vec::with_capacity(n);
    for _ in 0..n {
        let start = bytes.clone();
        let number = bytes.u32("number")?;
        if number as usize >= end {
            let (found, expected) = (number.into(), "a number that was given or comes next");
            return Err(start.error("number", Malformed::Unexpected { found, expected }));
        }
        let thing = match bytes.u8("is there")? {
            0 => None,
            _ => Some(Arc::new(read(bytes)?)),
        };
        changes.push((number, thing));
    }
    Ok(changes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_lead_there_and_back() {
        let mut old = Table::default();
        for n in 0..300u32 {
            old.push(n);
        }
        let mut new = old.clone();
        new.set(5, None);
        new.set(299, Some(Arc::new(7)));
        new.set(299, Some(Arc::new(299)));
        assert_eq!(new.push(11), 300);
        let changes = old.changes_to(&new);
        let numbers: Vec<u32> = changes.iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, [5, 300]);
        let back = old.held_under(&changes);
        let mut edited = old.clone();
        edited.put(&changes);
        assert!(edited == new && edited != old);
        edited.put(&back);
        assert!(edited == old);
        assert_eq!((edited.len(), edited.push(0)), (301, 301), "no number is given twice");
        assert_eq!(old.iter().count(), 300);
    }
}
