//! Tilesets in files of their own (`.tsx`, `.tsj`), beside the map.

use serde::Deserialize;

use crate::world::gat::exchange::Wrong;
use crate::world::gat::exchange::tmj::read::{Beside, Tileset, TilesetTile, from_json, tmx};

/// A tileset in a file of its own: it does not know where a map begins to count its tiles.
#[derive(Debug, Deserialize)]
pub(super) struct TilesetFile {
    #[serde(default)]
    pub(super) name: String,
    #[serde(default)]
    pub(super) tiles: Vec<TilesetTile>,
}

/// Reads the tilesets that a map names. One that is not there keeps its name.
pub(super) fn embed(tilesets: &mut [Tileset], beside: Beside<'_>) -> Result<(), Wrong> {
    for tileset in tilesets {
        let Some(source) = &tileset.source else { continue };
        let Some(bytes) = beside(source) else { continue };
        let is_xml = source.to_lowercase().ends_with(".tsx");
        let place = format!("tileset {source}, ");
        let file: TilesetFile = match is_xml {
            true => tmx::tileset(&bytes).map_err(|wrong| {
                let Wrong { place: within, reason } = wrong;
                Wrong::new(format!("{place}{within}"), reason)
            })?,
            false => from_json(&bytes, &place)?,
        };
        (tileset.name, tileset.tiles, tileset.source) = (file.name, file.tiles, None);
    }
    Ok(())
}
