//! An LTB as JSON: its cells, and its pool cut into the texts that the cells show.

use serde::{Deserialize, Serialize};

use super::super::layout::{Laid, Laying, Layout};
use super::{Cell, Ltb};
use crate::format::text::{CodePage, Text, from_hex, to_hex};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LtbJson {
    columns: u32,
    rows: u32,
    cells: Vec<Cell>,
    /// A new text of another length goes into its cell, as `{"text": "…"}`.
    #[serde(default)]
    layout: Layout,
    pool: Vec<Piece>,
    pool_end: u32,
}

/// A stretch of the pool, as `text` where it is UTF-16 and otherwise as `hex`. One behind the
/// other they are the pool.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Piece {
    /// In the file, as the cells count.
    at: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hex: Option<String>,
}

impl Piece {
    fn new(at: usize, bytes: &[u8]) -> Piece {
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        let text = CodePage::Utf16.decode(bytes);
        match Text::encode(&text, CodePage::Utf16) {
            Ok(same) if same.as_bytes() == bytes => {
                Piece { at, text: Some(text.into_owned()), hex: None }
            }
            _ => Piece { at, text: None, hex: Some(to_hex(bytes)) },
        }
    }

    fn to_bytes(&self) -> Result<Vec<u8>, String> {
        match (&self.text, &self.hex) {
            (Some(text), None) => Ok(text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
            (None, Some(hex)) => from_hex(hex)
                .ok_or_else(|| format!("\"{hex}\" does not consist of pairs of hex digits")),
            _ => Err(format!("the piece at byte {} must have `text` or `hex`", self.at)),
        }
    }
}

impl From<Ltb> for LtbJson {
    fn from(ltb: Ltb) -> LtbJson {
        let mut cuts: Vec<usize> = ltb.spans().flat_map(|span| [span.start, span.end]).collect();
        cuts.extend([0, ltb.pool.len()]);
        cuts.sort_unstable();
        cuts.dedup();
        let pool_offset = ltb.pool_offset();
        let piece = |(start, end): (&usize, &usize)| {
            Some(Piece::new(pool_offset + start, ltb.pool.get(*start..*end)?))
        };
        LtbJson {
            columns: ltb.n_columns,
            rows: ltb.n_rows,
            layout: Layout::Kept,
            pool: cuts.iter().zip(cuts.iter().skip(1)).filter_map(piece).collect(),
            pool_end: u32::try_from(pool_offset + ltb.pool.len()).unwrap_or(u32::MAX),
            cells: ltb.cells,
        }
    }
}

impl TryFrom<LtbJson> for Ltb {
    type Error = String;

    fn try_from(json: LtbJson) -> Result<Ltb, String> {
        let LtbJson { columns: n_columns, rows: n_rows, mut cells, layout, pool, pool_end } = json;
        let n_cells = cells.len();
        if n_cells as u64 != u64::from(n_columns) * u64::from(n_rows) {
            return Err(format!("{n_cells} cells for {n_rows} rows of {n_columns}"));
        }
        let mut laying = Laying::new(layout, super::pool_offset(n_cells));
        for piece in &pool {
            let bytes = piece.to_bytes()?;
            laying.put(piece.at, |out| out.extend(bytes)).map_err(|error| error.to_string())?;
        }
        let laid = laying.finish(pool_end).map_err(|error| error.to_string())?;
        if layout == Layout::Anew {
            for cell in &mut cells {
                if let Cell::Kept { offset, length } = cell {
                    (*offset, *length) = place_anew(*offset, *length, pool_end, &laid)?;
                }
            }
        }
        let ltb = Ltb::from_parts(n_columns, n_rows, cells, laid.pool);
        ltb.fits().then_some(ltb).ok_or_else(|| "the texts do not fit into 4 GB".to_owned())
    }
}

/// The offset and length of a cell whose text may have moved and grown with its pieces.
fn place_anew(offset: u32, length: u16, old_end: u32, laid: &Laid) -> Result<(u32, u16), String> {
    if length == 0 || laid.is_before(offset) {
        return Ok((offset, length));
    }
    if offset >= old_end {
        // It showed nothing, and is not to show what has come there.
        return Ok((0, 0));
    }
    let end = offset.saturating_add(u32::from(length) * 2).min(old_end);
    let now = |offset| laid.now(offset).map_err(|error| error.to_string());
    let (start, end) = (now(offset)?, now(end)?);
    let n_bytes = end.saturating_sub(start);
    match u16::try_from(n_bytes / 2) {
        Ok(length) if n_bytes.is_multiple_of(2) => Ok((start, length)),
        _ => Err(format!(
            "the text of the cell at byte {offset} has {n_bytes} bytes; a cell has two bytes per \
             letter, and at most 131,070"
        )),
    }
}
