//! An STL as JSON: keys and languages, and the pool as tables and texts, in file order.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::super::layout::{BadPool, Laid, Laying, Layout};
use super::pool::{self, Piece};
use super::{Key, Kind, Stl};
use crate::format::rose::length;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StlJson {
    kind: Kind,
    keys: Vec<Key>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    long_lengths: BTreeMap<usize, u32>,
    /// Where the table of each language is in the file, as every other offset.
    languages: Vec<u32>,
    #[serde(default)]
    layout: Layout,
    pool: Vec<PlacedPiece>,
    pool_end: u32,
}

#[derive(Serialize, Deserialize)]
struct PlacedPiece {
    /// In the file.
    at: u32,
    #[serde(flatten)]
    piece: Piece,
}

impl From<Stl> for StlJson {
    fn from(stl: Stl) -> StlJson {
        let in_file = |at: usize| u32::try_from(stl.pool_offset + at).unwrap_or(u32::MAX);
        let mut pool = Vec::new();
        pool::pieces(&stl, |at, piece| pool.push(PlacedPiece { at: in_file(at), piece }));
        let pool_end = in_file(stl.pool.len());
        let Stl { kind, keys, long_lengths, languages, .. } = stl;
        StlJson { kind, keys, long_lengths, languages, layout: Layout::Kept, pool, pool_end }
    }
}

impl TryFrom<StlJson> for Stl {
    type Error = String;

    fn try_from(json: StlJson) -> Result<Stl, String> {
        let StlJson { kind, keys, long_lengths, languages, layout, pool: mut pieces, pool_end } =
            json;
        check_long_lengths(&keys, &long_lengths)?;
        let head = Stl { kind, keys, long_lengths, languages, pool_offset: 0, pool: Vec::new() };
        let pool_offset = super::write_head(&head).len();
        let laid = lay(&pieces, layout, pool_offset, pool_end).map_err(|e| e.to_string())?;
        let stl = match layout {
            Layout::Kept => Stl { pool: laid.pool, ..head },
            Layout::Anew => {
                check_tables(&pieces, head.keys.len())?;
                let languages = move_offsets(&head.languages, &mut pieces, &laid);
                let languages = languages.map_err(|error| error.to_string())?;
                let mut pool = Vec::with_capacity(laid.pool.len());
                pieces.iter().for_each(|placed| placed.piece.write(&mut pool));
                Stl { languages, pool, ..head }
            }
        };
        super::read(&super::write(&stl)).map_err(|error| error.to_string())
    }
}

fn check_long_lengths(keys: &[Key], long_lengths: &BTreeMap<usize, u32>) -> Result<(), String> {
    for (row, n_length_bytes) in long_lengths {
        let needed = keys.get(*row).map(|key| length::n_length_bytes(key.name.as_bytes()));
        if needed.is_none_or(|needed| !(needed + 1..=5).contains(n_length_bytes)) {
            return Err(format!("the length of key {row} can't take {n_length_bytes} bytes"));
        }
    }
    Ok(())
}

fn lay(
    pieces: &[PlacedPiece],
    layout: Layout,
    pool_offset: usize,
    pool_end: u32,
) -> Result<Laid, BadPool> {
    let mut laying = Laying::new(layout, pool_offset);
    for PlacedPiece { at, piece } in pieces {
        laying.put(*at, |out| piece.write(out))?;
    }
    laying.finish(pool_end)
}

/// A table that has not a row for each key would run into what stands behind it.
fn check_tables(pieces: &[PlacedPiece], n_keys: usize) -> Result<(), String> {
    for PlacedPiece { at, piece } in pieces {
        if let Piece::Offsets(offsets) = piece
            && offsets.len() != n_keys
        {
            return Err(format!(
                "the table at byte {at} has {} offsets for {n_keys} keys",
                offsets.len()
            ));
        }
    }
    Ok(())
}

/// Gives every offset in the tables its new value, and the tables' own offsets as well.
fn move_offsets(
    languages: &[u32],
    pieces: &mut [PlacedPiece],
    laid: &Laid,
) -> Result<Vec<u32>, BadPool> {
    for placed in pieces {
        if let Piece::Offsets(offsets) = &mut placed.piece {
            for offset in offsets {
                *offset = laid.now(*offset)?;
            }
        }
    }
    languages.iter().map(|offset| laid.now(*offset)).collect()
}
