//! The cells of a layer, in all the ways in which Tiled writes them.

use std::fmt;

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::super::packed::{self, Packing};

/// Tiled marks flipped and turned tiles in the four highest bits. Types have no direction.
const FLAGS: u32 = 0xf000_0000;

/// Cells as they stand in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Data {
    Numbers(Vec<u32>),
    Text(String),
}

impl<'de> Deserialize<'de> for Data {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Data, D::Error> {
        deserializer.deserialize_any(NumbersOrText)
    }
}

/// Read number by number: as a JSON value, a large layer would take many times the memory.
struct NumbersOrText;

impl<'de> Visitor<'de> for NumbersOrText {
    type Value = Data;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the numbers of tiles, or text")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Data, A::Error> {
        let mut numbers = Vec::new();
        while let Some(number) = items.next_element()? {
            numbers.push(number);
        }
        Ok(Data::Numbers(numbers))
    }

    fn visit_str<E>(self, text: &str) -> Result<Data, E> {
        Ok(Data::Text(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Data, E> {
        Ok(Data::Text(text))
    }
}

/// How the cells of a layer are written, as the layer says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Encoding<'l> {
    pub(super) encoding: Option<&'l str>,
    pub(super) compression: Option<&'l str>,
}

/// The tiles of so many cells, counted through all tilesets, or why there are none.
pub(super) fn tiles(
    data: &Data,
    encoding: Encoding<'_>,
    n_cells: usize,
) -> Result<Vec<u32>, String> {
    let tiles = match data {
        Data::Numbers(numbers) if numbers.len() != n_cells => {
            return Err(format!("has {} cells, {n_cells} are needed", numbers.len()));
        }
        Data::Numbers(numbers) => numbers.clone(),
        Data::Text(text) => packed::words(text, encoding.packing()?, n_cells)?,
    };
    Ok(tiles.into_iter().map(|tile| tile & !FLAGS).collect())
}

impl Encoding<'_> {
    fn packing(self) -> Result<Packing, String> {
        const HELP: &str = "in Tiled, choose Map > Map Properties, and as Tile Layer Format CSV or \
                            Base64 (zlib compressed)";
        if let Some(other) = self.encoding.filter(|encoding| *encoding != "base64") {
            return Err(format!("is text in the encoding `{other}`, which is not known; {HELP}"));
        }
        match self.compression {
            None | Some("") => Ok(Packing::Plain),
            Some("zlib") => Ok(Packing::Zlib),
            Some("gzip") => Ok(Packing::Gzip),
            Some("zstd") => Err(format!("is packed with zstd, which is not read; {HELP}")),
            Some(other) => Err(format!("is packed with `{other}`, which is not known; {HELP}")),
        }
    }
}
