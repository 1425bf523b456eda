//! What of the ground of a zone is another than it was, for whoever keeps pictures of it.

use std::ops::Range;
use std::ptr;

use crate::format::rose::zon;
use crate::space::rose::block::BlockCoord;
use crate::world::column::Column;

use super::Zone;
use super::base::Cells;

impl Zone {
    /// The blocks whose heights, tiles or walks are others than in another state of this zone;
    /// all of them where tiles of the ZON are. Pages that both states share are not looked at.
    pub fn blocks_with_other_ground(&self, before: &Zone) -> Vec<BlockCoord> {
        let body = |zone: &Zone, kind| zone.zon_body(kind).map(|(_, body)| body.clone());
        let is_other = |kind| body(self, kind) != body(before, kind);
        if self.base != before.base || is_other(zon::TILES) || is_other(zon::TEXTURES) {
            return self.blocks().collect();
        }
        let blocks = self.base.blocks.iter().filter(|block| {
            is_changed(&self.heights, &before.heights, block.him.as_ref())
                || is_changed(&self.tiles, &before.tiles, block.til.as_ref())
                || is_changed(&self.walks, &before.walks, block.mov.as_ref())
        });
        blocks.map(|block| block.coord).collect()
    }
}

fn is_changed<F>(now: &Column, before: &Column, cells: Option<&Cells<F>>) -> bool {
    let Some(cells) = cells else { return false };
    let range: Range<usize> = cells.start..cells.start + cells.n_cells();
    let mut pieces = now.pieces(range.clone()).zip(before.pieces(range));
    pieces.any(|(now, before)| !ptr::eq(now, before) && now != before)
}

#[cfg(test)]
mod tests {
    use super::super::ground::InWorld;
    use super::super::tests::{act, first, sample_zone};
    use super::super::thing::Kind;
    use crate::format::number::F32;

    #[test]
    fn only_the_blocks_whose_ground_changed_are_named() {
        let zone = sample_zone();
        assert_eq!(zone.blocks_with_other_ground(&zone.clone()), []);
        let block = zone.blocks().next().unwrap();
        let (x, y) = (block.x * 64, block.y * 64);
        let mut other = zone.clone();
        assert!(other.set_height(InWorld { x: x + 5, y: y + 5 }, F32::new(1.0)));
        assert_eq!(other.blocks_with_other_ground(&zone), [block]);
        assert_eq!(zone.blocks_with_other_ground(&other), [block]);
        let mut walked = zone.clone();
        let at = InWorld { x: block.x * 32 + 1, y: block.y * 32 + 1 };
        let walk = walked.walk(at).unwrap();
        walked.set_walk(at, walk ^ 1);
        assert_eq!(walked.blocks_with_other_ground(&zone), [block]);
        let id = first(&zone, Kind::Npc);
        let moved = format!(r#"{{"action":"move","things":{{"ids":[{}]}},"by":[1,0,0]}}"#, id.0);
        let moving = act(&zone, &moved).unwrap();
        assert_eq!(moving.blocks_with_other_ground(&zone), []);
    }

    #[test]
    fn a_height_on_a_seam_is_in_both_blocks() {
        let zone = sample_zone();
        let block = zone.blocks().next().unwrap();
        let mut other = zone.clone();
        let at = InWorld { x: (block.x + 1) * 64, y: block.y * 64 + 9 };
        assert!(other.set_height(at, F32::new(1.0)));
        assert_eq!(other.blocks_with_other_ground(&zone).len(), 2);
    }
}
