//! The ground of two copies, matched cell by cell.

use crate::space::rose::block::BlockCoord;

use super::super::Zone;
use super::super::ground::Cut;
use super::difference::Difference;
use super::meaning::Meaning;
use super::{Differing, Step, Touched};

impl Step<'_> {
    pub(super) fn ground(&mut self) {
        for cut in [Cut::Heights, Cut::Patches, Cut::Walks] {
            let n_before = self.differences.len();
            let blocks: Vec<BlockCoord> = self.before.blocks().collect();
            let changes: Vec<_> =
                blocks.into_iter().filter_map(|block| self.ground_of(block, cut)).collect();
            // Blocks share the heights of their seams.
            let is_torn = cut == Cut::Heights && self.differences.len() > n_before;
            for (block, words) in changes {
                if is_torn {
                    let path = self.after.ground_path(block, cut).unwrap_or_default().to_owned();
                    let file = path.rsplit('/').next().unwrap_or_default();
                    self.notes.push(format!("{file} was left with the heights beside it"));
                    self.left_in.insert(path);
                    continue;
                }
                for (n, word) in words {
                    self.zone.set_ground_word(block, cut, n, word);
                }
            }
        }
    }

    /// The words that are to be others in the copy; `None` where there are none, or they stay.
    fn ground_of(&mut self, block: BlockCoord, cut: Cut) -> Option<(BlockCoord, Words)> {
        let (before, after) = (self.before, self.after);
        let (old, new) = (before.ground_words(block, cut), after.ground_words(block, cut));
        let is_touched = |n: &usize| self.touched == Touched::All || old.get(*n) != new.get(*n);
        let changed: Vec<usize> = (0..old.len()).filter(is_touched).collect();
        if changed.is_empty() {
            return None;
        }
        let path = after.ground_path(block, cut).unwrap_or_default().to_owned();
        let file = path.rsplit('/').next().unwrap_or_default().to_owned();
        let held = self.zone.ground_words(block, cut);
        if held.is_empty() {
            self.notes.push(format!("the copy has no {file}, so its ground was left as it is"));
            return None;
        }
        let is_cut_alike = held.len() == old.len();
        let is_odd = |n: &&usize| {
            let there = held.get(**n);
            !is_cut_alike || there != old.get(**n) && there != new.get(**n)
        };
        let n = changed.iter().filter(is_odd).count();
        if n > 0 && (self.differing == Differing::Leave || !is_cut_alike) {
            self.left_in.insert(path);
            self.differences.push(Difference::Ground { file, n });
            return None;
        }
        let words = changed.into_iter().filter(|n| held.get(*n) != new.get(*n));
        let words: Words = words.filter_map(|n| Some((n, *new.get(n)?))).collect();
        let is_strange = |(n, word): &&(usize, u64)| {
            let tile = *word as u32;
            held.get(*n).is_none_or(|held| *held as u32 != tile) && self.is_another_there(tile)
        };
        let n = if cut == Cut::Patches { words.iter().filter(is_strange).count() } else { 0 };
        // To write over a number would not make it lead to the same.
        if n > 0 {
            self.left_in.insert(path);
            self.differences.push(Difference::Tiles { file, n });
            return None;
        }
        Some((block, words))
    }

    /// Whether a tile of the ground is not the same in the lists of the copy, where it has lists.
    fn is_another_there(&self, tile: u32) -> bool {
        let has_lists = |zone: &Zone| zone.frame(None).is_some();
        has_lists(self.after)
            && has_lists(&self.zone)
            && Meaning::of_number(tile, self.after) != Meaning::of_number(tile, &self.zone)
    }
}

/// Words of a file of cells, by their places.
type Words = Vec<(usize, u64)>;
