//! The ground of a zone across its blocks: heights, tiles, and where one may walk.
//!
//! Heights, patches and walk cells are counted over the whole world: x from the west edge of
//! block 0, y from the **north** edge of block 0. So block 33 begins with patch 528.

mod words;

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::format::number::F32;
use crate::format::rose::lit::{Lit, LitObject};
use crate::space::rose::block::BlockCoord;
use crate::space::rose::position::{PosInFileCm, PosInWorldCm};
use crate::space::rose::{MOV_CELLS_PER_BLOCK, N_BLOCKS, PATCHES_PER_BLOCK, ZoneGrid};

use super::base::Cells;
use super::thing::{Kind, ThingId};
use super::{Listed, Zone};

/// A height, a patch or a walk cell, counted over the whole world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InWorld {
    pub x: i32,
    pub y: i32,
}

/// How finely a block is cut along each side, for one sort of ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cut {
    /// Heights: one more in each block, shared with the next.
    Heights,
    Patches,
    Walks,
}

impl Cut {
    /// How many of them a block is long.
    pub fn n_per_block(self, grid: ZoneGrid) -> u32 {
        match self {
            Cut::Heights => grid.cells_per_block(),
            Cut::Patches => PATCHES_PER_BLOCK,
            Cut::Walks => MOV_CELLS_PER_BLOCK,
        }
    }

    /// The same with those at the far edges, which a block shares with the next.
    pub(super) fn n_own(self, grid: ZoneGrid) -> u32 {
        self.n_per_block(grid) + u32::from(self == Cut::Heights)
    }

    pub fn size_cm(self, grid: ZoneGrid) -> f64 {
        grid.block_size_cm() / f64::from(self.n_per_block(grid))
    }

    /// The place in these units, of which the whole part is the cell.
    pub fn units_from_world(self, grid: ZoneGrid, pos_in_world_cm: PosInWorldCm) -> [f64; 2] {
        let north = f64::from(N_BLOCKS) * grid.block_size_cm();
        let size = self.size_cm(grid);
        [pos_in_world_cm.x / size, (north - pos_in_world_cm.y) / size]
    }

    /// Where a height stands, or the middle of a patch or cell.
    pub fn world_of(self, grid: ZoneGrid, at: InWorld) -> PosInWorldCm {
        let north = f64::from(N_BLOCKS) * grid.block_size_cm();
        let size = self.size_cm(grid);
        let half = if self == Cut::Heights { 0.0 } else { 0.5 };
        let x = (f64::from(at.x) + half) * size;
        PosInWorldCm { x, y: north - (f64::from(at.y) + half) * size, z: 0.0 }
    }

    /// Those of a block.
    pub fn of_block(self, grid: ZoneGrid, block: BlockCoord) -> impl Iterator<Item = InWorld> {
        let (n, n_own) = (self.n_per_block(grid) as i32, self.n_own(grid) as i32);
        let (x, y) = (block.x.saturating_mul(n), block.y.saturating_mul(n));
        (0..n_own).flat_map(move |row| {
            (0..n_own).map(move |column| InWorld {
                x: x.saturating_add(column),
                y: y.saturating_add(row),
            })
        })
    }

    /// The block of one, and its column and row there; a height at an edge is in up to four.
    fn in_blocks(
        self,
        grid: ZoneGrid,
        at: InWorld,
    ) -> impl Iterator<Item = (BlockCoord, u32, u32)> {
        let n = self.n_per_block(grid) as i32;
        let along = move |place: i32| -> [Option<(i32, u32)>; 2] {
            let (block, inside) = (place.div_euclid(n), place.rem_euclid(n) as u32);
            let before = (self == Cut::Heights && inside == 0).then_some((block - 1, n as u32));
            [Some((block, inside)), before]
        };
        let (columns, rows) = (along(at.x), along(at.y));
        columns.into_iter().flatten().flat_map(move |(x, column)| {
            rows.into_iter().flatten().map(move |(y, row)| (BlockCoord { x, y }, column, row))
        })
    }
}

impl Zone {
    /// A height in cm, if a block has one there.
    pub fn height(&self, at: InWorld) -> Option<F32> {
        let mut blocks = Cut::Heights.in_blocks(self.grid(), at);
        let place =
            blocks.find_map(|(block, column, row)| self.height_place(block, column, row))?;
        self.heights.get(place).map(F32::from_bits)
    }

    /// What each block says of a height: more than one number where a seam is open.
    pub fn heights_at(&self, at: InWorld) -> impl Iterator<Item = (BlockCoord, F32)> {
        let blocks = Cut::Heights.in_blocks(self.grid(), at);
        blocks.filter_map(|(block, column, row)| {
            let place = self.height_place(block, column, row)?;
            Some((block, F32::from_bits(self.heights.get(place)?)))
        })
    }

    /// Gives a height to all blocks that have it. Says whether any has.
    pub(super) fn set_height(&mut self, at: InWorld, height_cm: F32) -> bool {
        let places = Cut::Heights.in_blocks(self.grid(), at);
        let places: Vec<usize> = places
            .filter_map(|(block, column, row)| self.height_place(block, column, row))
            .collect();
        for place in &places {
            self.heights.set(*place, height_cm.to_bits());
        }
        !places.is_empty()
    }

    /// The block that shares a height with this zone and is not open, though its HIM is there: what
    /// one said of it, the other would not follow.
    pub(super) fn shares_height_with(&self, at: InWorld) -> Option<BlockCoord> {
        let blocks = Cut::Heights.in_blocks(self.grid(), at).map(|(block, ..)| block);
        let shared =
            blocks.filter(|block| self.base.not_opened.contains(block) && !self.has_block(*block));
        // At a corner, one beside an open block sooner than one across.
        shared.min_by_key(|block| {
            let is_beside =
                |own: BlockCoord| own.x.abs_diff(block.x) + own.y.abs_diff(block.y) == 1;
            !self.blocks().any(is_beside)
        })
    }

    /// Lets the edges to blocks stay as they are whose HIM lies beside the IFO that was opened.
    pub fn hold_edges_to(&mut self, blocks: impl IntoIterator<Item = BlockCoord>) {
        let others: BTreeSet<BlockCoord> =
            blocks.into_iter().filter(|block| !self.has_block(*block)).collect();
        if self.base.not_opened != others {
            Arc::make_mut(&mut self.base).not_opened = others;
        }
    }

    /// The blocks whose edges are held so.
    pub fn holds_edges_to(&self) -> impl Iterator<Item = BlockCoord> {
        self.base.not_opened.iter().copied()
    }

    fn height_place(&self, block: BlockCoord, column: u32, row: u32) -> Option<usize> {
        let cells = self.base.block(block)?.him.as_ref()?;
        let side = self.grid().cells_per_block() + 1;
        (cells.width == side && cells.height == side).then(|| cells.place(column, row))?
    }

    /// How high the ground is at a place, blended between the heights around it.
    pub fn ground_cm(&self, pos_in_world_cm: PosInWorldCm) -> Option<f64> {
        let [x, y] = Cut::Heights.units_from_world(self.grid(), pos_in_world_cm);
        let limit = f64::from(i32::MAX / 2);
        if !(x.abs() < limit && y.abs() < limit) {
            return None;
        }
        let (column, row) = (x.floor(), y.floor());
        let (east, south) = (x - column, y - row);
        let at = |n_east: i32, n_south: i32| {
            let at = InWorld { x: column as i32 + n_east, y: row as i32 + n_south };
            self.height(at).map(|height| f64::from(height.get()))
        };
        // On the far edge of the zone there is nothing beyond, nor is it asked for.
        let corner = at(0, 0)?;
        let beyond = |share: f64, height: Option<f64>, near: f64| {
            if share == 0.0 { Some(near) } else { height }
        };
        let north_east = beyond(east, at(1, 0), corner)?;
        let south_west = beyond(south, at(0, 1), corner)?;
        let far = if east == 0.0 { Some(south_west) } else { at(1, 1) };
        let south_east = beyond(south, far, north_east)?;
        let blend = |from: f64, to: f64, share: f64| from + (to - from) * share;
        Some(blend(blend(corner, north_east, east), blend(south_west, south_east, east), south))
    }

    /// The same for a place as files have it.
    pub fn ground_at_file_cm(&self, pos_in_file_cm: PosInFileCm) -> Option<f64> {
        self.ground_cm(self.grid().world_from_file(pos_in_file_cm))
    }

    /// The tile of the ZON that lies on a patch.
    pub fn tile(&self, at: InWorld) -> Option<i32> {
        let place = self.tile_place(at)?;
        self.tiles.get(place).map(u32::cast_signed)
    }

    /// Brush, tile index and tile set of a patch.
    pub fn brush(&self, at: InWorld) -> Option<[u8; 3]> {
        let [brush, tile_index, tile_set, _] =
            self.brushes.get(self.tile_place(at)?)?.to_le_bytes();
        Some([brush, tile_index, tile_set])
    }

    pub(super) fn set_tile(
        &mut self,
        at: InWorld,
        tile: Option<i32>,
        brush: Option<[u8; 3]>,
    ) -> bool {
        let Some(place) = self.tile_place(at) else { return false };
        if let Some(tile) = tile {
            self.tiles.set(place, tile.cast_unsigned());
        }
        if let Some([brush, tile_index, tile_set]) = brush {
            self.brushes.set(place, u32::from_le_bytes([brush, tile_index, tile_set, 0]));
        }
        true
    }

    fn tile_place(&self, at: InWorld) -> Option<usize> {
        self.place(at, Cut::Patches, |block| block.til.as_ref().map(Area::of))
    }

    /// Who may walk on a walk cell: 0 all, 1 nobody, 2 no monsters.
    pub fn walk(&self, at: InWorld) -> Option<u8> {
        self.walks.get(self.walk_place(at)?).map(|word| word as u8)
    }

    pub(super) fn set_walk(&mut self, at: InWorld, walk: u8) -> bool {
        let Some(place) = self.walk_place(at) else { return false };
        self.walks.set(place, walk.into());
        true
    }

    fn walk_place(&self, at: InWorld) -> Option<usize> {
        self.place(at, Cut::Walks, |block| block.mov.as_ref().map(Area::of))
    }

    fn place(
        &self,
        at: InWorld,
        cut: Cut,
        area: impl Fn(&super::base::BlockFiles) -> Option<Area>,
    ) -> Option<usize> {
        let (block, column, row) = cut.in_blocks(self.grid(), at).next()?;
        let n = cut.n_per_block(self.grid());
        let Area { start, width, height } = area(self.base.block(block)?)?;
        let is_usual = (width, height) == (n, n);
        is_usual.then_some(start + row as usize * width as usize + column as usize)
    }

    /// The file that says something of the ground of a block.
    pub fn ground_path(&self, block: BlockCoord, cut: Cut) -> Option<&str> {
        let files = self.base.block(block)?;
        let path = match cut {
            Cut::Heights => files.him.as_ref().map(|cells| &cells.path),
            Cut::Patches => files.til.as_ref().map(|cells| &cells.path),
            Cut::Walks => files.mov.as_ref().map(|cells| &cells.path),
        };
        path.map(|path| path.as_str())
    }

    pub fn has_heights(&self, block: BlockCoord) -> bool {
        self.height_place(block, 0, 0).is_some()
    }

    pub fn has_tiles(&self, block: BlockCoord) -> bool {
        self.base.block(block).is_some_and(|block| block.til.is_some())
    }

    pub fn has_walks(&self, block: BlockCoord) -> bool {
        self.base.block(block).is_some_and(|block| block.mov.is_some())
    }

    /// The lightmaps of a block: of deco, and of cnst.
    pub fn lightmaps(&self, block: BlockCoord) -> [Option<(&str, &Lit)>; 2] {
        let Some(files) = self.base.block(block) else { return [None, None] };
        [&files.object_lit, &files.building_lit]
            .map(|lit| lit.as_ref().map(|(path, lit)| (path.as_str(), lit)))
    }

    /// What a LIT says of a thing that stands where this one does now, with the path of the LIT.
    /// Only deco and cnst have lightmaps.
    pub fn lightmap_of(&self, id: ThingId) -> Option<(&str, &LitObject)> {
        let Listed { kind, block, index, .. } = self.listed_at(id)?;
        let [object, building] = self.lightmaps(block?);
        let (path, lit) = match kind {
            Kind::Deco => object?,
            Kind::Cnst => building?,
            _ => return None,
        };
        // Counted from 1.
        let found = lit.objects.iter().find(|object| object.id.checked_sub(1) == Some(index))?;
        Some((path, found))
    }
}

/// Where the cells of a file are in their column.
struct Area {
    start: usize,
    width: u32,
    height: u32,
}

impl Area {
    fn of<F>(cells: &Cells<F>) -> Area {
        Area { start: cells.start, width: cells.width, height: cells.height }
    }
}
