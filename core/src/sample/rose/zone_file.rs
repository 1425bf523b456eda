//! The ZON: which blocks are in use, where people start and warps lead, textures and tiles.

use std::collections::BTreeSet;

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
pub(super) fn zon(lands: &[Land]) -> Zon {
    let textures = ground::textures().map(|path| text(&path));
    BlockFile::of_bodies([
        Body::Info(Box::new(info(lands))),
        Body::EventPositions(event_positions(lands)),
        Body::Textures(textures.chain([text("end")]).collect()),
        Body::Tiles(ground::tiles()),
        Body::Economy(Box::new(Economy {
            name: text(names::ZONE),
            underground: 0,
            music: text("button1"),
            sky: text("button2"),
            rates: [50; 13],
        })),
    ])
}

fn info(lands: &[Land]) -> ZoneInfo {
    let used: BTreeSet<BlockCoord> = lands.iter().map(|land| land.block).collect();
    let blocks = Grid::from_fn(N_IN_GRID, N_IN_GRID, |column, row| {
        match used.contains(&BlockCoord { x: column as i32, y: row as i32 }) {
            true => ZoneBlock {
                used: 1,
                x_file_cm: F32::new((column as f32 - 32.0) * BLOCK_CM),
                y_file_cm: F32::new((32.0 - row as f32) * BLOCK_CM),
            },
            false => ZoneBlock { used: 0, x_file_cm: F32::ZERO, y_file_cm: F32::ZERO },
        }
    });
    ZoneInfo {
        zone_type: 1,
        extent: Extent::Blocks(blocks),
        n_cells_per_patch: N_CELLS_PER_PATCH,
        cell_cm: F32::new(CELL_CM),
        start_x: 32,
        start_y: 32,
    }
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
