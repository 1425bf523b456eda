//! Heights, tiles and walks, cell by cell.

use std::collections::BTreeMap;

use crate::space::rose::block::BlockCoord;

use super::super::Zone;
use super::super::ground::Cut;
use super::super::step::meaning::Meaning;
use super::Merge;
use super::conflict::{Conflict, OfCell};

impl Merge<'_> {
    /// Blocks share the heights of their seams, which come out alike, as they were changed alike.
    pub(super) fn ground(&mut self) {
        let mut strange = Strange {
            theirs: Meanings::between(self.theirs, &self.zone),
            ours: Meanings::between(self.ours, &self.zone),
        };
        let blocks: Vec<BlockCoord> = self.ours.blocks().collect();
        for block in blocks {
            for cut in [Cut::Heights, Cut::Patches, Cut::Walks] {
                self.cells(block, cut, &mut strange);
            }
        }
    }

    fn cells(&mut self, block: BlockCoord, cut: Cut, strange: &mut Strange<'_>) {
        let [before, ours, theirs] =
            [self.before, self.ours, self.theirs].map(|zone| zone.ground_words(block, cut));
        let (mut both, mut n_strange, mut n_repainted) = (Vec::new(), 0, 0);
        let states = before.iter().zip(&ours).zip(&theirs).enumerate();
        for (n, ((before, ours), theirs)) in states {
            let is_ours = if theirs == before || theirs == ours {
                ours != theirs
            } else if ours != before
                && !(cut == Cut::Patches && strange.theirs.changed(*theirs as u32))
            {
                let [n, before, ours, theirs] = [n as u64, *before, *ours, *theirs];
                both.push(OfCell { n: n as u32, before, ours, theirs });
                true
            } else if cut == Cut::Patches && strange.theirs.changed(*theirs as u32) {
                n_strange += 1;
                true
            } else {
                false
            };
            let is_painted = cut == Cut::Patches && ours != before && ours != theirs;
            if is_painted && strange.ours.changed(*ours as u32) {
                n_repainted += 1;
            }
            if is_ours {
                self.zone.set_ground_word(block, cut, n, *ours);
            }
        }
        let path = self.ours.ground_path(block, cut).unwrap_or_default();
        let file = path.rsplit('/').next().unwrap_or_default();
        if !both.is_empty() {
            let file = file.to_owned();
            self.conflicts.push(Conflict::Ground { file, block, cut, cells: both });
        }
        if n_strange > 0 {
            self.conflicts.push(Conflict::Tiles { file: file.to_owned(), n: n_strange });
        }
        if n_repainted > 0 {
            self.conflicts.push(Conflict::Repainted { file: file.to_owned(), n: n_repainted });
        }
    }
}

/// Tiles that mean something else in the merged lists than where they were painted.
struct Strange<'z> {
    theirs: Meanings<'z>,
    ours: Meanings<'z>,
}

/// What tiles mean to one side, beside what they mean in the merged lists.
struct Meanings<'z> {
    /// `None` where both lists are the same.
    lists: Option<(&'z Zone, Zone)>,
    known: BTreeMap<u32, bool>,
}

impl<'z> Meanings<'z> {
    fn between(side: &'z Zone, merged: &Zone) -> Meanings<'z> {
        let is_same =
            side.ground_tiles() == merged.ground_tiles() && side.textures() == merged.textures();
        let lists = (!is_same).then(|| (side, merged.clone()));
        Meanings { lists, known: BTreeMap::new() }
    }

    fn changed(&mut self, tile: u32) -> bool {
        let Some((side, merged)) = &self.lists else { return false };
        *self
            .known
            .entry(tile)
            .or_insert_with(|| Meaning::of_number(tile, side) != Meaning::of_number(tile, merged))
    }
}
