//! The cells of all blocks, one behind the other, as they are read.

use crate::format::rose::him::Him;
use crate::format::rose::mov::Mov;
use crate::format::rose::til::Til;

#[derive(Debug, Default)]
pub(super) struct Columns {
    pub(super) heights: Vec<u32>,
    pub(super) tiles: Vec<u32>,
    pub(super) brushes: Vec<u32>,
    pub(super) walks: Vec<u32>,
}

impl Columns {
    pub(super) fn take_heights(&mut self, him: &mut Him) -> (usize, u32, u32) {
        let start = self.heights.len();
        let heights_cm = std::mem::take(&mut him.heights_cm);
        self.heights.extend(heights_cm.cells().iter().map(|height| height.to_bits()));
        (start, heights_cm.width(), heights_cm.height())
    }

    pub(super) fn take_tiles(&mut self, til: &mut Til) -> (usize, u32, u32) {
        let start = self.tiles.len();
        let tiles = std::mem::take(&mut til.tiles);
        for tile in tiles.cells() {
            self.tiles.push(tile.tile.cast_unsigned());
            let brush = [tile.brush, tile.tile_index, tile.tile_set, 0];
            self.brushes.push(u32::from_le_bytes(brush));
        }
        (start, tiles.width(), tiles.height())
    }

    pub(super) fn take_walks(&mut self, mov: &mut Mov) -> (usize, u32, u32) {
        let start = self.walks.len();
        let walks = std::mem::take(&mut mov.cells);
        self.walks.extend(walks.cells().iter().map(|walk| u32::from(walk.0)));
        (start, walks.width(), walks.height())
    }
}
