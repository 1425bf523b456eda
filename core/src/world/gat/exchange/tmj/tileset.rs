//! The tiles that stand for types, as JSON and as a picture.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::super::super::picture::image::Image;
use super::super::super::picture::palette::{Palette, Rgb, SWATCHES};
use super::{GatMap, Terrain, Wrong};

pub(super) const NAME: &str = "gat types";
pub(super) const TYPE_PROPERTY: &str = "gat-type";
pub(super) const WATER_BIT_PROPERTY: &str = "gat-water-bit";

/// A tile is as wide and as high.
pub(super) const TILE_PIXELS: u32 = 16;

/// Types 0 to 6; behind them stand the water bit and what else a map has.
const N_KNOWN: u32 = 7;
const N_COLUMNS: u32 = 8;
/// A map with more types is noise, or no map.
const MAX_OTHERS: usize = 4096;

/// Which tile stands for what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tileset {
    /// Types that nobody knows, in rising order.
    others: Vec<u32>,
}

impl Tileset {
    pub(super) const WATER_BIT_GID: u32 = N_KNOWN + 1;

    pub(super) fn of(map: &GatMap) -> Result<Tileset, Wrong> {
        let mut others = BTreeSet::new();
        for word in map.terrain_column().iter() {
            let kind = Terrain(word).kind();
            if kind >= N_KNOWN && others.insert(kind) && others.len() > MAX_OTHERS {
                let reason =
                    format!("there are more than {MAX_OTHERS} unknown types, too many for tiles");
                return Err(Wrong::new("map", reason));
            }
        }
        Ok(Tileset { others: others.into_iter().collect() })
    }

    /// Counted from 1: 0 is an empty cell.
    pub(super) fn gid_of_type(&self, kind: u32) -> u32 {
        match self.others.binary_search(&kind) {
            Ok(n) => Tileset::WATER_BIT_GID + 1 + n as u32,
            Err(_) => kind + 1,
        }
    }

    fn n_tiles(&self) -> u32 {
        N_KNOWN + 1 + self.others.len() as u32
    }

    fn n_rows(&self) -> u32 {
        self.n_tiles().div_ceil(N_COLUMNS)
    }

    pub(super) fn to_json(&self, picture_name: &str) -> Value {
        let property = |name: &str, kind: &str, value: Value| json!([{ "name": name, "type": kind, "value": value }]);
        let of_type = |id: u32, kind: u32| {
            let properties = property(TYPE_PROPERTY, "int", kind.into());
            json!({ "id": id, "properties": properties, "type": name_of(kind) })
        };
        let mut tiles: Vec<Value> = (0..N_KNOWN).map(|kind| of_type(kind, kind)).collect();
        let properties = property(WATER_BIT_PROPERTY, "bool", true.into());
        tiles.push(json!({ "id": N_KNOWN, "properties": properties, "type": "Water bit" }));
        let others = (N_KNOWN + 1..).zip(&self.others);
        tiles.extend(others.map(|(id, kind)| of_type(id, *kind)));
        json!({
            "columns": N_COLUMNS,
            "firstgid": 1,
            "image": picture_name,
            "imageheight": self.n_rows() * TILE_PIXELS,
            "imagewidth": N_COLUMNS * TILE_PIXELS,
            "margin": 0,
            "name": NAME,
            "spacing": 0,
            "tilecount": self.n_rows() * N_COLUMNS,
            "tileheight": TILE_PIXELS,
            "tiles": tiles,
            "tilewidth": TILE_PIXELS,
        })
    }
}

fn name_of(kind: u32) -> String {
    let known = SWATCHES.iter().find(|swatch| swatch.number == Some(kind));
    format!("{kind}: {}", known.map_or("Unknown", |swatch| swatch.name))
}

/// The picture of the tiles of a map.
pub fn picture(map: &GatMap, palette: Palette) -> Result<Image, Wrong> {
    let tileset = Tileset::of(map)?;
    let types = palette.types();
    let known = types.iter().copied().take(N_KNOWN as usize);
    let unknown = types.last().copied().unwrap_or_default();
    // So that neighbours in the list can be told apart.
    let others = (0..tileset.others.len()).map(|n| unknown.mixed(Rgb([0; 3]), n as u32 % 4 * 40));
    let colours: Vec<Rgb> = known.chain([palette.water()]).chain(others).collect();
    let mut image =
        Image::filled(N_COLUMNS * TILE_PIXELS, tileset.n_rows() * TILE_PIXELS, palette.outside());
    let width = image.width as usize;
    for (y, row) in (0..).zip(image.pixels.chunks_mut(width)) {
        for (x, pixel) in (0..).zip(row) {
            let tile = y / TILE_PIXELS * N_COLUMNS + x / TILE_PIXELS;
            if let Some(colour) = colours.get(tile as usize) {
                *pixel = *colour;
            }
        }
    }
    Ok(image)
}
