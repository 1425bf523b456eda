//! The ground of a block as the words of its files, one for each cell.

use crate::space::rose::block::BlockCoord;
use crate::world::column::Column;

use super::super::Zone;
use super::Cut;

impl Zone {
    /// The words of a file of cells, tiles with their brushes behind them; none where there is no
    /// such file.
    pub(in crate::world::zone) fn ground_words(&self, block: BlockCoord, cut: Cut) -> Vec<u64> {
        let Some(files) = self.base.block(block) else { return Vec::new() };
        let words = |start: usize, n: usize, column: &Column| -> Vec<u64> {
            column.pieces(start..start + n).flatten().map(|word| u64::from(*word)).collect()
        };
        match cut {
            Cut::Heights => files
                .him
                .as_ref()
                .map_or_else(Vec::new, |cells| words(cells.start, cells.n_cells(), &self.heights)),
            Cut::Walks => files
                .mov
                .as_ref()
                .map_or_else(Vec::new, |cells| words(cells.start, cells.n_cells(), &self.walks)),
            Cut::Patches => files.til.as_ref().map_or_else(Vec::new, |cells| {
                let tiles = words(cells.start, cells.n_cells(), &self.tiles);
                let brushes = words(cells.start, cells.n_cells(), &self.brushes);
                tiles.into_iter().zip(brushes).map(|(tile, brush)| tile | brush << 32).collect()
            }),
        }
    }

    pub(in crate::world::zone) fn set_ground_word(
        &mut self,
        block: BlockCoord,
        cut: Cut,
        n: usize,
        word: u64,
    ) {
        let Some(files) = self.base.block(block) else { return };
        let low = word as u32;
        match cut {
            Cut::Heights => {
                if let Some(start) = files.him.as_ref().map(|cells| cells.start) {
                    self.heights.set(start + n, low);
                }
            }
            Cut::Walks => {
                if let Some(start) = files.mov.as_ref().map(|cells| cells.start) {
                    self.walks.set(start + n, low);
                }
            }
            Cut::Patches => {
                if let Some(start) = files.til.as_ref().map(|cells| cells.start) {
                    self.tiles.set(start + n, low);
                    self.brushes.set(start + n, (word >> 32) as u32);
                }
            }
        }
    }
}
