//! What no edit of a zone touches: which files there are, and how the ground is cut.

use std::collections::{BTreeMap, BTreeSet};

use crate::format::rose::him::Him;
use crate::format::rose::lit::Lit;
use crate::format::rose::mov::Mov;
use crate::format::rose::til::Til;
use crate::format::text::CodePage;
use crate::space::rose::ZoneGrid;
use crate::space::rose::block::BlockCoord;
use crate::vfs::VfsPath;
use crate::world::column::Column;
use crate::world::numbered::Table;

use super::Placed;

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Base {
    pub(super) name: String,
    pub(super) grid: ZoneGrid,
    pub(super) code_page: CodePage,
    pub(super) zon: Option<VfsPath>,
    /// Other ZONs in its folder, which nothing was read from.
    pub(super) other_zons: Vec<VfsPath>,
    /// By coordinate.
    pub(super) blocks: Vec<BlockFiles>,
    /// One IFO was opened; what stands in other blocks was not looked at.
    pub(super) is_of_one_ifo: bool,
    /// Blocks whose HIM lies beside the files that were opened, and was not.
    pub(super) not_opened: BTreeSet<BlockCoord>,
    /// Invariant: where each block is among `blocks`.
    pub(super) number: BTreeMap<BlockCoord, u32>,
    /// The heights as they were opened: where they did not change, quads stay as they are.
    pub(super) heights: Column,
    /// The things as they were opened.
    pub(super) opened: Opened,
}

/// Things as they were opened: what is turned back to there gets the same bits again. It is no part
/// of what makes zones the same, and a journal has nothing of it.
#[derive(Debug, Clone, Default)]
pub(super) struct Opened(pub(super) Table<Placed>);

impl PartialEq for Opened {
    fn eq(&self, _: &Opened) -> bool {
        true
    }
}

/// The files of a block that were read.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct BlockFiles {
    pub(super) coord: BlockCoord,
    pub(super) ifo: Option<VfsPath>,
    pub(super) him: Option<Cells<Him>>,
    pub(super) til: Option<Cells<Til>>,
    pub(super) mov: Option<Cells<Mov>>,
    pub(super) object_lit: Option<(VfsPath, Lit)>,
    pub(super) building_lit: Option<(VfsPath, Lit)>,
}

/// A file of cells, as it was read but for its cells: those are in a column of the zone alone.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Cells<F> {
    pub(super) path: VfsPath,
    pub(super) file: F,
    /// Where in the column its first cell is.
    pub(super) start: usize,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl<F> Cells<F> {
    pub(super) fn n_cells(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// The place of a cell in the column.
    pub(super) fn place(&self, column: u32, row: u32) -> Option<usize> {
        let is_inside = column < self.width && row < self.height;
        is_inside.then(|| self.start + row as usize * self.width as usize + column as usize)
    }
}

impl Base {
    pub(super) fn block(&self, block: BlockCoord) -> Option<&BlockFiles> {
        self.blocks.get(*self.number.get(&block)? as usize)
    }

    /// Which frame is that of a block's IFO, or of the ZON.
    pub(super) fn frame_number(&self, block: Option<BlockCoord>) -> Option<u32> {
        match block {
            None => Some(0),
            Some(block) => self.number.get(&block).map(|number| number + 1),
        }
    }

    pub(super) fn frame_path(&self, block: Option<BlockCoord>) -> Option<&VfsPath> {
        match block {
            None => self.zon.as_ref(),
            Some(block) => self.block(block)?.ifo.as_ref(),
        }
    }
}
