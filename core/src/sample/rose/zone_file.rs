//! The ZON: which blocks are in use, where people start and warps lead, textures and tiles.

use crate::format::number::F32;
use crate::format::rose::blocks::BlockFile;
use crate::format::rose::grid::Grid;
use crate::format::rose::zon::economy::Economy;
use crate::format::rose::zon::event::EventPosition;
use crate::format::rose::zon::info::{Extent, ZoneBlock, ZoneInfo};
use crate::format::rose::zon::{Body, Zon};
use crate::space::rose::block::BlockCoord;

use super::ground;
use super::land::{CELL_CM, Land, N_CELLS_PER_PATCH};
use super::names::{self, text};
use super::place::stored;

/// Blocks along a side of the grid of a ZON.
pub(super) const N_IN_GRID: u32 = 64;

const BLOCK_CM: f32 = 16_000.0;

/// The zone of these blocks, row by row from the north-west: people start in the first.
pub(super) fn zon(lands: &[Land]) -> Option<Zon> {
    let textures = ground::textures().map(|path| text(&path));
    Some(BlockFile::of_bodies([
        Body::Info(info(lands)?),
        Body::EventPositions(event_positions(lands)),
        Body::Textures(textures.chain([text("end")]).collect()),
        Body::Tiles(ground::tiles()),
        Body::Economy(Economy {
            name: text(names::ZONE),
            underground: 0,
            music: text("button1"),
            sky: text("button2"),
            rates: [50; 13],
        }),
    ]))
}

fn info(lands: &[Land]) -> Option<ZoneInfo> {
    let mut is_used = vec![false; (N_IN_GRID * N_IN_GRID) as usize];
    for land in lands {
        let BlockCoord { x, y } = land.block;
        let idx = y * N_IN_GRID as i32 + x;
        *is_used.get_mut(usize::try_from(idx).ok()?)? = true;
    }
    let blocks = (0..).zip(is_used).map(|(idx, is_used)| {
        let (column, row) = ((idx % N_IN_GRID) as f32, (idx / N_IN_GRID) as f32);
        match is_used {
            true => ZoneBlock {
                used: 1,
                x_file_cm: F32::new((column - 32.0) * BLOCK_CM),
                y_file_cm: F32::new((32.0 - row) * BLOCK_CM),
            },
            false => ZoneBlock { used: 0, x_file_cm: F32::ZERO, y_file_cm: F32::ZERO },
        }
    });
    Some(ZoneInfo {
        zone_type: 1,
        extent: Extent::Blocks(Grid::new(N_IN_GRID, N_IN_GRID, blocks.collect()).ok()?),
        n_cells_per_patch: N_CELLS_PER_PATCH,
        cell_cm: F32::new(CELL_CM),
        start_x: 32,
        start_y: 32,
    })
}

fn event_positions(lands: &[Land]) -> Vec<EventPosition> {
    let [north, south] = names::WARP_TARGETS;
    let (first, last) = (lands.first(), lands.last());
    // In cells east of the middle of the clearing, which is level there.
    let points = [
        (first, 0.0, names::START),
        (last, 0.0, names::RESTORE),
        (first, 3.0, north),
        (last, 3.0, south),
    ];
    let position = |(land, cells_east, name): (Option<&Land>, f32, &str)| {
        let land = land?;
        let at = land.at(land.clearing.column + cells_east, land.clearing.row);
        let ([x, y, height], _) = stored(land, at);
        Some(EventPosition { position_file_cm_x_height_y: [x, height, y], name: text(name) })
    };
    points.into_iter().filter_map(position).collect()
}
