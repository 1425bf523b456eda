//! A sorted map whose copies share what they have in common.
//!
//! The entries lie on pages; a copy shares all of them, and a change copies one. So a snapshot of
//! 10,000 entries costs next to nothing, and so does an update while others hold snapshots.

use std::borrow::Borrow;
use std::sync::Arc;

/// A page that grows beyond this is split.
const PAGE: usize = 64;

#[derive(Debug, Clone)]
pub struct Shelf<K, V> {
    /// Sorted, each page and all of them; no page is empty.
    pages: Arc<Vec<Page<K, V>>>,
    len: usize,
}

type Page<K, V> = Arc<Vec<(K, V)>>;

impl<K, V> Default for Shelf<K, V> {
    fn default() -> Shelf<K, V> {
        Shelf { pages: Arc::default(), len: 0 }
    }
}

impl<K: Ord + Clone, V: Clone> Shelf<K, V> {
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.pages.iter().flat_map(|page| page.iter().map(|(key, value)| (key, value)))
    }

    /// The entries from this key on.
    pub fn from<Q: Ord + ?Sized>(&self, key: &Q) -> impl Iterator<Item = (&K, &V)>
    where
        K: Borrow<Q>,
    {
        let page = self.page_of(key);
        let first = self
            .pages
            .get(page)
            .map_or(0, |page| page.partition_point(|(other, _)| other.borrow() < key));
        let pages = self.pages.get(page..).unwrap_or_default();
        pages.iter().flat_map(|page| page.iter()).skip(first).map(|(key, value)| (key, value))
    }

    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let page = self.pages.get(self.page_of(key))?;
        let at = page.binary_search_by(|(other, _)| other.borrow().cmp(key)).ok()?;
        Some(&page.get(at)?.1)
    }

    /// The value that was there before.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        let index = self.page_of(&key);
        let pages = Arc::make_mut(&mut self.pages);
        let Some(page) = pages.get_mut(index) else {
            pages.push(Arc::new(vec![(key, value)]));
            self.len += 1;
            return None;
        };
        let page = Arc::make_mut(page);
        match page.binary_search_by(|(other, _)| other.cmp(&key)) {
            Ok(at) => page.get_mut(at).map(|entry| std::mem::replace(&mut entry.1, value)),
            Err(at) => {
                page.insert(at, (key, value));
                self.len += 1;
                if page.len() > PAGE {
                    let second = page.split_off(PAGE / 2);
                    pages.insert(index + 1, Arc::new(second));
                }
                None
            }
        }
    }

    /// The value of a key, to be changed; of a copy of the shelf it stays as it is.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let index = self.page_of(key);
        let at = self.pages.get(index)?.binary_search_by(|entry| entry.0.borrow().cmp(key)).ok()?;
        let page = Arc::make_mut(Arc::make_mut(&mut self.pages).get_mut(index)?);
        page.get_mut(at).map(|entry| &mut entry.1)
    }

    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let index = self.page_of(key);
        let at = self.pages.get(index)?.binary_search_by(|entry| entry.0.borrow().cmp(key)).ok()?;
        let pages = Arc::make_mut(&mut self.pages);
        let page = Arc::make_mut(pages.get_mut(index)?);
        let (_, value) = page.remove(at);
        if page.is_empty() {
            pages.remove(index);
        }
        self.len -= 1;
        Some(value)
    }

    /// The page that a key is on, or would be.
    fn page_of<Q: Ord + ?Sized>(&self, key: &Q) -> usize
    where
        K: Borrow<Q>,
    {
        let starts_after = |page: &Page<K, V>| page.first().is_some_and(|e| e.0.borrow() > key);
        self.pages.partition_point(|page| !starts_after(page)).saturating_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn it_is_a_sorted_map() {
        let mut shelf = Shelf::default();
        let mut model = BTreeMap::new();
        let mut state = 1_u64;
        for step in 0..20_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let key = (state >> 33) % 1_000;
            if state >> 62 == 0 {
                assert_eq!(shelf.remove(&key), model.remove(&key));
            } else {
                assert_eq!(shelf.insert(key, step), model.insert(key, step));
            }
            assert_eq!(shelf.get(&key), model.get(&key));
        }
        assert_eq!(shelf.len(), model.len());
        assert!(shelf.iter().eq(model.iter()));
        assert!(shelf.from(&500).eq(model.range(500..)));
        assert!(shelf.from(&2_000).next().is_none());
    }

    #[test]
    fn a_copy_stays_as_it_was() {
        let mut shelf: Shelf<u32, u32> = Shelf::default();
        for key in 0..1_000 {
            shelf.insert(key, 0);
        }
        let copy = shelf.clone();
        *shelf.get_mut(&500).unwrap() = 1;
        shelf.remove(&7);
        assert_eq!(shelf.get_mut(&7), None);
        assert_eq!((copy.get(&500), copy.get(&7), copy.len()), (Some(&0), Some(&0), 1_000));
        assert_eq!((shelf.get(&500), shelf.get(&7), shelf.len()), (Some(&1), None, 999));
    }
}
