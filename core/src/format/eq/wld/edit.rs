//! Changes of a world that a client takes: lists of regions at the end of the file.
//!
//! Nothing refers to a list of regions, and all of them are the last fragments of every zone seen.
//! So a new one is appended, and one that has become empty may go, without moving anything else.

use super::region::RegionList;
use super::{Fragment, Wld, fragment};
use crate::format::bytes::Put;

/// A list of regions that has other fragments behind it, so that taking it out would move them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("fragment {fragment} has other fragments behind it, so it can't be taken out")]
pub struct NotLast {
    /// Counted from 1, as references count.
    pub fragment: usize,
}

impl Wld {
    /// Adds a name behind the others, and gives the reference to it.
    pub fn add_name(&mut self, name: &[u8]) -> i32 {
        let padding = self.names.0.iter().rev().take_while(|byte| **byte == 0).count();
        // The last name keeps its zero byte.
        let len = (self.names.0.len() - padding + 1).min(self.names.0.len());
        self.names.0.truncate(len);
        let reference = i32::try_from(len).map_or(0, |at| -at);
        self.names.0.put(name);
        self.names.0.put_u8(0);
        self.names.0.resize(self.names.0.len().next_multiple_of(4), 0);
        self.n_names = self.n_names.wrapping_add(1);
        reference
    }

    /// Puts a list of regions in the place of a fragment, whose padding stays where it can.
    pub fn put_region_list(&mut self, idx: usize, list: &RegionList) {
        if let Some(fragment) = self.fragments.get_mut(idx) {
            fragment.body = list.to_body();
            self.update_largest();
        }
    }

    pub fn append_region_list(&mut self, list: &RegionList) {
        let kind = fragment::REGION_LIST;
        self.fragments.push(Fragment { kind, body: list.to_body() });
        self.update_largest();
    }

    /// Takes lists of regions out, where only such lists are behind them.
    pub fn remove_region_lists(&mut self, which: &[usize]) -> Result<(), NotLast> {
        let is_list = |fragment: &&Fragment| fragment.kind == fragment::REGION_LIST;
        let n_last = self.fragments.iter().rev().take_while(is_list).count();
        let first = self.fragments.len() - n_last;
        if let Some(idx) = which.iter().find(|idx| **idx < first) {
            return Err(NotLast { fragment: idx + 1 });
        }
        let mut idx = 0;
        self.fragments.retain(|_| {
            idx += 1;
            !which.contains(&(idx - 1))
        });
        self.update_largest();
        Ok(())
    }

    /// Whether the size in the header is that of the largest fragment.
    pub fn largest_fragment(&self) -> u32 {
        let sizes = self.fragments.iter().map(|fragment| fragment.body.0.len());
        u32::try_from(sizes.max().unwrap_or_default()).unwrap_or(u32::MAX)
    }

    /// A client reserves as much, so it never gets smaller than it must be.
    fn update_largest(&mut self) {
        self.largest = self.largest_fragment();
    }
}
