//! An LTB as JSON: its cells, and its pool cut into the texts that the cells show.

use serde::{Deserialize, Serialize};

use super::{Cell, Ltb};
use crate::format::text::{CodePage, Text, from_hex, to_hex};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LtbJson {
    columns: u32,
    rows: u32,
    cells: Vec<Cell>,
    pool: Vec<Piece>,
}

/// A stretch of the pool. One behind the other they are the pool.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Piece {
    Text(String),
    Hex(Hex),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Hex {
    hex: String,
}

impl From<&[u8]> for Piece {
    fn from(bytes: &[u8]) -> Piece {
        let text = CodePage::Utf16.decode(bytes);
        match Text::encode(&text, CodePage::Utf16) {
            Some(same) if same.as_bytes() == bytes => Piece::Text(text.into_owned()),
            _ => Piece::Hex(Hex { hex: to_hex(bytes) }),
        }
    }
}

impl From<Ltb> for LtbJson {
    fn from(ltb: Ltb) -> LtbJson {
        let mut cuts: Vec<usize> = ltb.spans().flat_map(|span| [span.start, span.end]).collect();
        cuts.extend([0, ltb.pool.len()]);
        cuts.sort_unstable();
        cuts.dedup();
        let ends = cuts.iter().skip(1);
        let pieces = cuts.iter().zip(ends).filter_map(|(start, end)| ltb.pool.get(*start..*end));
        LtbJson {
            columns: ltb.n_columns,
            rows: ltb.n_rows,
            pool: pieces.map(Piece::from).collect(),
            cells: ltb.cells,
        }
    }
}

impl TryFrom<LtbJson> for Ltb {
    type Error = String;

    fn try_from(json: LtbJson) -> Result<Ltb, String> {
        let n_cells = json.cells.len();
        if n_cells as u64 != u64::from(json.columns) * u64::from(json.rows) {
            let (rows, columns) = (json.rows, json.columns);
            return Err(format!("{n_cells} cells for {rows} rows of {columns}"));
        }
        let mut pool = Vec::new();
        for piece in &json.pool {
            match piece {
                Piece::Text(text) => pool.extend(text.encode_utf16().flat_map(u16::to_le_bytes)),
                Piece::Hex(Hex { hex }) => pool.extend(
                    from_hex(hex).ok_or_else(|| format!("\"{hex}\" is not pairs of hex digits"))?,
                ),
            }
        }
        let ltb = Ltb { n_columns: json.columns, n_rows: json.rows, cells: json.cells, pool };
        ltb.fits().then_some(ltb).ok_or_else(|| "the texts do not fit into 4 GB".to_owned())
    }
}
