//! Where each key is, so that a thing can be moved or removed by its key alone.

use std::collections::BTreeMap;

use super::Extent;

/// Extents by key: a sorted list for what was loaded at once, which takes no more memory than it
/// must, and a map over it for what was edited since.
#[derive(Debug)]
pub(super) struct Extents<K, const N: usize> {
    /// Sorted by key, each key once.
    loaded: Vec<(K, Extent<N>)>,
    /// Wins over `loaded`; `None` is what was removed.
    edited: BTreeMap<K, Option<Extent<N>>>,
}

impl<K: Copy + Ord, const N: usize> Extents<K, N> {
    /// Of things of the same key, the last counts.
    pub(super) fn new(mut things: Vec<(K, Extent<N>)>) -> Extents<K, N> {
        things.sort_by_key(|(key, _)| *key);
        things.dedup_by(|later, kept| {
            let is_same = later.0 == kept.0;
            if is_same {
                *kept = *later;
            }
            is_same
        });
        // It stays as long as the map is open.
        things.shrink_to_fit();
        Extents { loaded: things, edited: BTreeMap::new() }
    }

    /// What was given to `new`, each key once.
    pub(super) fn loaded(&self) -> &[(K, Extent<N>)] {
        &self.loaded
    }

    pub(super) fn get(&self, key: K) -> Option<Extent<N>> {
        if let Some(edited) = self.edited.get(&key) {
            return *edited;
        }
        let at = self.loaded.binary_search_by_key(&key, |(key, _)| *key).ok()?;
        self.loaded.get(at).map(|(_, extent)| *extent)
    }

    pub(super) fn insert(&mut self, key: K, extent: Extent<N>) {
        self.edited.insert(key, Some(extent));
    }

    pub(super) fn remove(&mut self, key: K) -> Option<Extent<N>> {
        let before = self.get(key)?;
        self.edited.insert(key, None);
        Some(before)
    }
}
