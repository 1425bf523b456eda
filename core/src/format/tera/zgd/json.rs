//! How a zone's geometry stands in JSON: squares, of cells, of volumes `[z, height]`.

use serde::{Deserialize, Serialize};

use super::{N_CELLS, N_CELLS_IN_SQUARE, N_SQUARES, Volume, Zgd};
use crate::format::text::Opaque;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Json {
    squares: Vec<Vec<Vec<Volume>>>,
    #[serde(default, skip_serializing_if = "is_empty")]
    tail: Opaque,
}

fn is_empty(opaque: &Opaque) -> bool {
    opaque.0.is_empty()
}

impl From<Zgd> for Json {
    fn from(zgd: Zgd) -> Json {
        let mut cells = zgd.cells().map(<[Volume]>::to_vec);
        let mut square = || cells.by_ref().take(N_CELLS_IN_SQUARE).collect();
        let squares = (0..N_SQUARES).map(|_| square()).collect();
        drop(cells);
        Json { squares, tail: zgd.tail }
    }
}

impl TryFrom<Json> for Zgd {
    type Error = String;

    fn try_from(json: Json) -> Result<Zgd, String> {
        let mut zgd = Zgd::with_room(N_CELLS);
        if json.squares.len() != N_SQUARES {
            return Err(format!("{} squares, expected {N_SQUARES}", json.squares.len()));
        }
        for (idx, square) in json.squares.iter().enumerate() {
            if square.len() != N_CELLS_IN_SQUARE {
                let n_found = square.len();
                return Err(format!("square {idx}: {n_found} cells, expected {N_CELLS_IN_SQUARE}"));
            }
            for cell in square {
                if cell.len() > usize::from(u8::MAX) {
                    let n_found = cell.len();
                    return Err(format!("square {idx}: {n_found} volumes in a cell, 255 at most"));
                }
                zgd.push_cell(cell);
            }
        }
        zgd.tail = json.tail;
        Ok(zgd)
    }
}
