//! TERA: the geometry of zones and the paths of areas, as the Arise server keeps them.
//!
//! Both are brotli files; `read` and `write` are about the payload, `read_packed` about the
//! file. Both lay a zone out alike: 120 × 120 squares of 8 × 8 cells, and each of the two with
//! its columns along x one after the other (`for x { for y { … } }`).

pub mod zgd;
pub mod apd;
pub mod area_list;
pub mod territory;
pub mod retail;

/// Squares along one side of a zone.
pub const SQUARES_PER_ZONE: usize = 120;
/// Cells along one side of a square.
pub const CELLS_PER_SQUARE: usize = 8;
/// Cells along one side of a zone.
pub const CELLS_PER_ZONE: usize = SQUARES_PER_ZONE * CELLS_PER_SQUARE;
/// Squares in a zone.
pub const N_SQUARES: usize = SQUARES_PER_ZONE * SQUARES_PER_ZONE;
/// Cells in a zone.
pub const N_CELLS: usize = CELLS_PER_ZONE * CELLS_PER_ZONE;

/// Cells in a square.
const N_CELLS_IN_SQUARE: usize = CELLS_PER_SQUARE * CELLS_PER_SQUARE;
