//! A zone as its files.

use crate::format::number::F32;
use crate::format::rose::grid::Grid;
use crate::format::rose::him::{HeightRange, Him, QuadTail};
use crate::format::rose::mov::{Mov, Walk};
use crate::format::rose::til::{Til, Tile};
use crate::format::rose::{him, ifo, mov, til, zon};
use crate::space::rose::block::BlockCoord;
use crate::vfs::VfsPath;
use crate::world::column::Column;

use super::Zone;
use super::base::Cells;

impl Zone {
    /// The paths of [`Zone::to_files`].
    pub fn paths(&self) -> impl Iterator<Item = &VfsPath> {
        let of_blocks = self.base.blocks.iter().flat_map(|block| {
            let ground = [
                block.him.as_ref().map(|him| &him.path),
                block.til.as_ref().map(|til| &til.path),
                block.mov.as_ref().map(|mov| &mov.path),
            ];
            [block.ifo.as_ref()].into_iter().chain(ground).flatten()
        });
        self.base.zon.iter().chain(of_blocks)
    }

    /// Every file as it would be saved, but for those that can't be edited. In no order.
    pub fn to_files(&self) -> Vec<(VfsPath, Vec<u8>)> {
        let mut files = Vec::new();
        if let (Some(path), Some(frame)) = (&self.base.zon, self.frame(None)) {
            files.push((path.clone(), zon::write(&self.file_of(frame))));
        }
        for block in &self.base.blocks {
            if let (Some(path), Some(frame)) = (&block.ifo, self.frame(Some(block.coord))) {
                files.push((path.clone(), ifo::write(&self.file_of(frame))));
            }
            if let Some(cells) = &block.him {
                files.push((cells.path.clone(), him::write(&self.him(cells))));
            }
            if let Some(cells) = &block.til {
                files.push((cells.path.clone(), til::write(&self.til(cells))));
            }
            if let Some(cells) = &block.mov {
                files.push((cells.path.clone(), mov::write(&self.mov(cells))));
            }
        }
        files
    }

    /// The heights of a block as its HIM has them, row by row from the north.
    pub fn heights_of(&self, block: BlockCoord) -> Option<Grid<F32>> {
        Some(heights_cm(self.base.block(block)?.him.as_ref()?, &self.heights))
    }

    /// Who may walk in a block, as its MOV has it.
    pub fn walks_of(&self, block: BlockCoord) -> Option<Grid<Walk>> {
        Some(self.mov(self.base.block(block)?.mov.as_ref()?).cells)
    }

    /// The heights as they are now. Of the quads, those are made anew that come out otherwise
    /// than from the heights as they were opened: what the file says of the rest stays.
    fn him(&self, cells: &Cells<Him>) -> Him {
        let mut him = self.him_as_opened(cells);
        let old = std::mem::replace(&mut him.heights_cm, heights_cm(cells, &self.heights));
        if him.heights_cm != old
            && let Some(quads) = &mut him.quads
        {
            let tail = |heights_cm| QuadTail::of_heights(heights_cm, him.n_cells_per_patch);
            if let (Some(old), Some(new)) = (tail(&old), tail(&him.heights_cm)) {
                renew(&mut quads.patches, &old.patches, &new.patches);
                renew(&mut quads.quads, &old.quads, &new.quads);
            }
        }
        him
    }

    pub(super) fn him_as_opened(&self, cells: &Cells<Him>) -> Him {
        Him { heights_cm: heights_cm(cells, &self.base.heights), ..cells.file.clone() }
    }

    pub(super) fn til(&self, cells: &Cells<Til>) -> Til {
        let mut words = words(cells, &self.tiles).zip(words(cells, &self.brushes));
        let tiles = Grid::from_fn(cells.width, cells.height, |_, _| {
            let (tile, brush) = words.next().unwrap_or_default();
            let [brush, tile_index, tile_set, _] = brush.to_le_bytes();
            Tile { brush, tile_index, tile_set, tile: tile.cast_signed() }
        });
        Til { tiles, ..cells.file.clone() }
    }

    pub(super) fn mov(&self, cells: &Cells<Mov>) -> Mov {
        let mut words = words(cells, &self.walks);
        let walk = |_, _| Walk(words.next().unwrap_or_default() as u8);
        Mov { cells: Grid::from_fn(cells.width, cells.height, walk), ..cells.file.clone() }
    }
}

fn heights_cm(cells: &Cells<Him>, column: &Column) -> Grid<F32> {
    let mut words = words(cells, column);
    let height = |_, _| F32::from_bits(words.next().unwrap_or_default());
    Grid::from_fn(cells.width, cells.height, height)
}

fn words<'c, F>(cells: &Cells<F>, column: &'c Column) -> impl Iterator<Item = u32> + use<'c, F> {
    column.pieces(cells.start..cells.start + cells.n_cells()).flatten().copied()
}

fn renew(ranges: &mut [HeightRange], old: &[HeightRange], new: &[HeightRange]) {
    for (range, (old, new)) in ranges.iter_mut().zip(old.iter().zip(new)) {
        if old != new {
            *range = *new;
        }
    }
}
