//! What a tile of Tiled stands for, by the properties that its tileset gives it.

use serde_json::Value;

use super::super::tileset::{NAME, TYPE_PROPERTY, WATER_BIT_PROPERTY};
use super::Tileset;
use crate::format::ragnarok::gat::Terrain;

/// What a tile stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    Empty,
    Type(u32),
    WaterBit,
}

/// What the tiles of some tilesets stand for.
pub(super) struct Meanings<'t> {
    tilesets: &'t [Tileset],
    /// The one asked for last, since most cells are like those beside them.
    last: Option<(u32, Meaning)>,
}

impl<'t> Meanings<'t> {
    pub(super) fn new(tilesets: &'t [Tileset]) -> Meanings<'t> {
        Meanings { tilesets, last: None }
    }

    pub(super) fn of(&mut self, gid: u32) -> Result<Meaning, String> {
        match self.last {
            _ if gid == 0 => Ok(Meaning::Empty),
            Some((last, meaning)) if last == gid => Ok(meaning),
            _ => {
                let meaning = self.looked_up(gid)?;
                self.last = Some((gid, meaning));
                Ok(meaning)
            }
        }
    }

    fn looked_up(&self, gid: u32) -> Result<Meaning, String> {
        let before = self.tilesets.iter().filter(|tileset| tileset.firstgid <= gid);
        let tileset = before.max_by_key(|tileset| tileset.firstgid);
        let tileset = tileset.ok_or_else(|| format!("tile {gid} is in no tileset of the file"))?;
        if let Some(source) = &tileset.source {
            return Err(format!(
                "the tile is in the tileset {source}, which is neither in this file nor beside it; in \
                 Tiled, choose it and press Embed Tileset"
            ));
        }
        let id = gid - tileset.firstgid;
        let properties = tileset.tiles.iter().find(|tile| tile.id == id);
        for property in properties.iter().flat_map(|tile| &tile.properties) {
            match (property.name.as_str(), &property.value) {
                (WATER_BIT_PROPERTY, Value::Bool(true)) => return Ok(Meaning::WaterBit),
                (TYPE_PROPERTY, value) => {
                    let kind = value.as_u64().and_then(|kind| u32::try_from(kind).ok());
                    let kind = kind.filter(|kind| !Terrain(*kind).has_water_bit());
                    return kind.map(Meaning::Type).ok_or_else(|| {
                        format!("{TYPE_PROPERTY} of the tile is {value}, expected 0 to 2147483647")
                    });
                }
                _ => {}
            }
        }
        Err(format!(
            "tile {id} of the tileset `{}` has no property {TYPE_PROPERTY}; paint with the tiles \
             of `{NAME}`, or give it one",
            tileset.name
        ))
    }
}
