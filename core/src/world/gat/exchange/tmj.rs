//! A map of the Tiled editor (`.tmj`, and `.tmx` when it comes back), to be painted there and brought back.
//!
//! ```text
//! tile layer    "types"       the type of every cell, the northernmost row first
//! tile layer    "water bit"   bit 31 of version 1.3, where the map has it
//! object layer  "landwright"  hidden and empty; its properties hold the map as it was
//!     gat-version   "1.2" or "1.3"
//!     gat-width, gat-height
//!     gat-raw        words of the cells, row by row from the south-west
//!     gat-altitudes  words of the south-west corners, then of the other three
//!     gat-tail       what stands behind the cells, where anything does
//! tileset       "gat types"   embedded; a tile says in gat-type, or gat-water-bit, what it is
//! ```
//!
//! Words are little-endian, packed with zlib, in base64. Tiled draws no tile without a picture,
//! so that one lies beside the file; it is not needed to come back.

mod data;
mod read;
mod tileset;

use serde::Serialize;
use serde_json::{Value, json};

use crate::format::ragnarok::gat::{Terrain, Version};
use crate::space::ragnarok::Corner;

use super::super::GatMap;
use super::Wrong;
use super::packed;

pub use self::read::{Beside, read, read_xml};
use self::tileset::Tileset;
pub use self::tileset::picture;

const TYPES: &str = "types";
const WATER_BIT: &str = "water bit";
const KEPT: &str = "landwright";

/// A map as Tiled reads it, in the order in which it writes.
#[derive(Serialize)]
struct TiledMap {
    compressionlevel: i32,
    height: u32,
    infinite: bool,
    layers: Vec<Layer>,
    nextlayerid: u32,
    nextobjectid: u32,
    orientation: &'static str,
    renderorder: &'static str,
    tiledversion: &'static str,
    tileheight: u32,
    tilesets: [Value; 1],
    tilewidth: u32,
    #[serde(rename = "type")]
    kind: &'static str,
    version: &'static str,
    width: u32,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Layer {
    Tiles(TileLayer),
    Kept(Value),
}

#[derive(Serialize)]
struct TileLayer {
    data: Vec<u32>,
    height: u32,
    id: u32,
    name: &'static str,
    opacity: f32,
    #[serde(rename = "type")]
    kind: &'static str,
    visible: bool,
    width: u32,
    x: u32,
    y: u32,
}

/// The map, with the name of the picture that [`picture`] makes for its tiles.
pub fn write(map: &GatMap, picture_name: &str) -> Result<String, Wrong> {
    let tileset = Tileset::of(map)?;
    let gid_of_type = |word: u32| tileset.gid_of_type(Terrain(word).kind());
    let mut layers = vec![Layer::Tiles(tile_layer(map, 1, TYPES, 1.0, gid_of_type))];
    let has_water_bit = map.terrain_column().iter().any(|word| Terrain(word).has_water_bit());
    if has_water_bit || map.version() == Version::V1_3 {
        let gid = |word| if Terrain(word).has_water_bit() { Tileset::WATER_BIT_GID } else { 0 };
        layers.push(Layer::Tiles(tile_layer(map, 2, WATER_BIT, 0.5, gid)));
    }
    layers.push(Layer::Kept(kept(map)));
    let tiled = TiledMap {
        compressionlevel: -1,
        height: map.height(),
        infinite: false,
        layers,
        nextlayerid: 4,
        nextobjectid: 1,
        orientation: "orthogonal",
        renderorder: "right-down",
        tiledversion: "1.10.2",
        tileheight: tileset::TILE_PIXELS,
        tilesets: [tileset.to_json(picture_name)],
        tilewidth: tileset::TILE_PIXELS,
        kind: "map",
        version: "1.10",
        width: map.width(),
    };
    serde_json::to_string(&tiled).map_err(|error| Wrong::new("map", error.to_string()))
}

fn tile_layer(
    map: &GatMap,
    id: u32,
    name: &'static str,
    opacity: f32,
    gid: impl Fn(u32) -> u32,
) -> TileLayer {
    let (width, height) = (map.width(), map.height());
    let mut data = Vec::with_capacity(map.terrain_column().len());
    for y in (0..height).rev() {
        let start = y as usize * width as usize;
        let row = map.terrain_column().pieces(start..start + width as usize).flatten();
        data.extend(row.map(|word| gid(*word)));
    }
    TileLayer {
        data,
        height,
        id,
        name,
        opacity,
        kind: "tilelayer",
        visible: true,
        width,
        x: 0,
        y: 0,
    }
}

/// The layer that holds the map as it is given out.
fn kept(map: &GatMap) -> Value {
    let property = |name: &str, value: Value| {
        let kind = if value.is_u64() { "int" } else { "string" };
        json!({ "name": name, "type": kind, "value": value })
    };
    let altitudes = Corner::ALL.into_iter().flat_map(|corner| map.altitude_column(corner).iter());
    let mut properties = vec![
        property("gat-altitudes", packed::to_text(altitudes).into()),
        property("gat-height", map.height().into()),
        property("gat-raw", packed::to_text(map.terrain_column().iter()).into()),
    ];
    if !map.tail.0.is_empty() {
        properties.push(property("gat-tail", packed::bytes_to_text(&map.tail.0).into()));
    }
    let version = match map.version() {
        Version::V1_2 => "1.2",
        Version::V1_3 => "1.3",
    };
    properties.push(property("gat-version", version.into()));
    properties.push(property("gat-width", map.width().into()));
    json!({
        "draworder": "topdown",
        "id": 3,
        "locked": true,
        "name": KEPT,
        "objects": [],
        "opacity": 1,
        "properties": properties,
        "type": "objectgroup",
        "visible": false,
        "x": 0,
        "y": 0,
    })
}

#[cfg(test)]
mod tests;
