//! What comes back from Tiled.

mod meaning;
mod others;
mod tilesets;
mod tmx;

use serde::Deserialize;
use serde_json::Value;

use super::super::packed::{self, Packing};
use super::super::{Extent, Incoming, IncomingCell, Wrong, is_of};
use super::data::{Data, Encoding, tiles};
use super::{GatMap, KEPT, TYPES, Version, WATER_BIT};
use crate::format::number::F32;
use crate::format::ragnarok::gat::{Gat, Terrain, Tile};
use crate::format::text::Opaque;
use crate::space::ragnarok::TilePos;

use self::meaning::{Meaning, Meanings};

/// What is read of a file of Tiled's; what else it holds is its own.
#[derive(Debug, Deserialize)]
struct TiledMap {
    width: u32,
    height: u32,
    layers: Vec<Layer>,
    #[serde(default)]
    tilesets: Vec<Tileset>,
}

#[derive(Debug, Deserialize)]
struct Layer {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    name: String,
    /// Whether Tiled shows it; a layer in a hidden group may say so all the same.
    visible: Option<bool>,
    #[serde(default)]
    width: u32,
    #[serde(default)]
    height: u32,
    data: Option<Data>,
    encoding: Option<String>,
    compression: Option<String>,
    /// Of an infinite map.
    #[serde(default)]
    chunks: Vec<Chunk>,
    /// Of a group.
    #[serde(default)]
    layers: Vec<Layer>,
    #[serde(default)]
    properties: Vec<Property>,
}

#[derive(Debug, Deserialize)]
struct Chunk {
    x: i64,
    y: i64,
    width: u32,
    height: u32,
    data: Data,
}

#[derive(Debug, Deserialize)]
struct Property {
    name: String,
    value: Value,
}

#[derive(Debug, Deserialize)]
struct Tileset {
    firstgid: u32,
    /// Of a tileset in a file of its own.
    source: Option<String>,
    #[serde(default)]
    name: String,
    #[serde(default)]
    tiles: Vec<TilesetTile>,
}

#[derive(Debug, Deserialize)]
struct TilesetTile {
    id: u32,
    #[serde(default)]
    properties: Vec<Property>,
}

/// No layer has more cells than a map may have.
const MAX_CELLS: u64 = 1 << 26;

/// Gives the bytes of a file that a map names, such as a tileset; `None` where there is none.
pub type Beside<'b> = &'b dyn Fn(&str) -> Option<Vec<u8>>;

/// Reads a map that [`super::write`] gave out, or one that was made in Tiled with tiles that have
/// a `gat-type`.
pub fn read(data: &[u8], beside: Beside<'_>) -> Result<Incoming, Wrong> {
    incoming(from_json(data, "")?, beside)
}

/// The same of a map that Tiled saved as XML (`.tmx`).
pub fn read_xml(data: &[u8], beside: Beside<'_>) -> Result<Incoming, Wrong> {
    incoming(tmx::map(data)?, beside)
}

/// `file` is the beginning of a place in it.
fn from_json<'d, T: Deserialize<'d>>(data: &'d [u8], file: &str) -> Result<T, Wrong> {
    serde_json::from_slice(data).map_err(|error| {
        let place = format!("{file}line {} column {}", error.line(), error.column());
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or(&message);
        Wrong::new(place, format!("is not a map of Tiled: {message}"))
    })
}

fn incoming(mut tiled: TiledMap, beside: Beside<'_>) -> Result<Incoming, Wrong> {
    tilesets::embed(&mut tiled.tilesets, beside)?;
    let layers = flat(&tiled.layers);
    let kept = layers.iter().find(|layer| layer.name == KEPT && layer.kind != "tilelayer");
    let origin = kept.map(|layer| origin(layer)).transpose()?;
    let size =
        origin.as_ref().map_or((tiled.width, tiled.height), |map| (map.width(), map.height()));
    let types = types_layer(&layers)?;
    types.check_extent(size)?;
    let grid = |layer: &Layer| Ok::<_, Wrong>(Grid { tiles: layer.cells(size)?, size });
    let is_water_bit = |layer: &&&Layer| layer.is_tiles() && layer.name == WATER_BIT;
    let water_bit = layers.iter().find(is_water_bit).copied();
    let others = others::others(&layers, types, water_bit);
    let mut types = Named { name: &types.name, grid: grid(types)? };
    let mut water_bit = water_bit
        .map(|layer| Ok::<_, Wrong>(Named { name: &layer.name, grid: grid(layer)? }))
        .transpose()?;
    let mut notes = Vec::new();
    for other in others {
        let mut meanings = Meanings::new(&tiled.tilesets);
        match other.layer.cells(size) {
            Ok(tiles) => {
                notes.extend(other.merge(&tiles, &mut meanings, &mut types, water_bit.as_mut()));
            }
            Err(wrong) => notes.push(format!("{wrong}; this layer is not imported")),
        }
    }
    let cells = cells(&tiled, origin.as_ref(), &types, water_bit.as_ref())?;
    let (width, height) = size;
    let has_lost_heights = origin.is_none();
    Ok(Incoming {
        extent: Extent::Exactly { width, height },
        origin,
        cells,
        has_lost_heights,
        notes,
    })
}

/// All layers, those in groups included.
fn flat(layers: &[Layer]) -> Vec<&Layer> {
    layers.iter().flat_map(|layer| std::iter::once(layer).chain(flat(&layer.layers))).collect()
}

/// The layer with the types: by its name, or the only one that it can be.
fn types_layer<'l>(layers: &[&'l Layer]) -> Result<&'l Layer, Wrong> {
    let of_tiles: Vec<&&Layer> = layers.iter().filter(|layer| layer.is_tiles()).collect();
    let named = of_tiles.iter().find(|layer| layer.name == TYPES);
    let only = of_tiles.first().filter(|_| of_tiles.len() == 1);
    named.or(only).map(|layer| **layer).ok_or_else(|| {
        let names: Vec<String> = of_tiles.iter().map(|layer| format!("`{}`", layer.name)).collect();
        let found = if names.is_empty() { "there are none".to_owned() } else { names.join(", ") };
        let reason = format!("no layer is named `{TYPES}`, for the types; {found}");
        Wrong::new("tile layers", reason)
    })
}

/// The cells of a layer, the northernmost row first.
struct Grid {
    tiles: Vec<u32>,
    size: (u32, u32),
}

struct Named<'l> {
    name: &'l str,
    grid: Grid,
}

impl Named<'_> {
    fn place(&self, tile: TilePos) -> String {
        let TilePos { x, y } = tile;
        let row = self.grid.size.1.saturating_sub(y.saturating_add(1));
        format!("layer `{}`, column {x}, row {row} in Tiled, which is cell ({x}, {y})", self.name)
    }

    fn gid(&self, tile: TilePos) -> u32 {
        let (width, height) = self.grid.size;
        let row = height.saturating_sub(tile.y.saturating_add(1)) as usize;
        self.grid.tiles.get(row * width as usize + tile.x as usize).copied().unwrap_or_default()
    }
}

impl Layer {
    fn is_tiles(&self) -> bool {
        self.kind == "tilelayer"
    }

    /// Whether it can have a tile in every cell, asked before any memory is taken for them.
    fn check_extent(&self, (width, height): (u32, u32)) -> Result<(), Wrong> {
        let n_cells = u64::from(width) * u64::from(height);
        let cells_of = |chunk: &Chunk| u64::from(chunk.width) * u64::from(chunk.height);
        let n_in_chunks = self.chunks.iter().map(cells_of).fold(0, u64::saturating_add);
        let reason = if n_cells > MAX_CELLS {
            format!("{width} × {height} cells are more than the {MAX_CELLS} of a map")
        } else if self.data.is_none() && n_in_chunks < n_cells {
            format!(
                "has {n_in_chunks} cells, and the map {width} × {height}; every cell needs a type"
            )
        } else {
            return Ok(());
        };
        Err(Wrong::new(format!("layer `{}`", self.name), reason))
    }

    fn cells(&self, (width, height): (u32, u32)) -> Result<Vec<u32>, Wrong> {
        let place = || format!("layer `{}`", self.name);
        let encoding = Encoding {
            encoding: self.encoding.as_deref().filter(|encoding| *encoding != "csv"),
            compression: self.compression.as_deref(),
        };
        match &self.data {
            Some(data) if (self.width, self.height) == (width, height) => {
                let n_cells = width as usize * height as usize;
                tiles(data, encoding, n_cells).map_err(|reason| Wrong::new(place(), reason))
            }
            Some(_) => {
                let (own_width, own_height) = (self.width, self.height);
                let reason = format!(
                    "is {own_width} × {own_height} cells, but the map is {width} × {height}; \
                     change sizes with the actions resize and crop of `landwright apply`, not in \
                     Tiled"
                );
                Err(Wrong::new(place(), reason))
            }
            None => self.gathered(encoding, (width, height)),
        }
    }

    /// From the chunks of an infinite map.
    fn gathered(
        &self,
        encoding: Encoding<'_>,
        (width, height): (u32, u32),
    ) -> Result<Vec<u32>, Wrong> {
        let mut cells = Vec::new();
        for chunk in &self.chunks {
            let place =
                format!("layer `{}`, chunk at column {}, row {}", self.name, chunk.x, chunk.y);
            let n_cells = u64::from(chunk.width) * u64::from(chunk.height);
            if n_cells > MAX_CELLS {
                return Err(Wrong::new(place, format!("{n_cells} cells are more than a map has")));
            }
            let tiles = tiles(&chunk.data, encoding, n_cells as usize)
                .map_err(|reason| Wrong::new(place, reason))?;
            cells.resize(width as usize * height as usize, 0);
            let rows = tiles.chunks((chunk.width as usize).max(1));
            for (y, row) in (0..).zip(rows) {
                for (x, gid) in (0..).zip(row).filter(|(_, gid)| **gid != 0) {
                    let (x, y) = (chunk.x.saturating_add(x), chunk.y.saturating_add(y));
                    let inside = |at: i64, end: u32| u32::try_from(at).ok().filter(|at| *at < end);
                    let (Some(column), Some(row)) = (inside(x, width), inside(y, height)) else {
                        let place = format!("layer `{}`, column {x}, row {y}", self.name);
                        let reason =
                            format!("is outside the map of {width} × {height}; erase it in Tiled");
                        return Err(Wrong::new(place, reason));
                    };
                    let at = row as usize * width as usize + column as usize;
                    cells.get_mut(at).into_iter().for_each(|cell| *cell = *gid);
                }
            }
        }
        Ok(cells)
    }

    fn property(&self, name: &str) -> Option<&Value> {
        self.properties
            .iter()
            .find(|property| property.name == name)
            .map(|property| &property.value)
    }
}

/// The cells that are not as they were given out, or all of them.
fn cells(
    tiled: &TiledMap,
    origin: Option<&GatMap>,
    types: &Named<'_>,
    water_bit: Option<&Named<'_>>,
) -> Result<Vec<IncomingCell>, Wrong> {
    let mut meanings = Meanings::new(&tiled.tilesets);
    let (width, height) = types.grid.size;
    let mut cells = Vec::new();
    for tile in (0..height).flat_map(|y| (0..width).map(move |x| TilePos { x, y })) {
        let mut cell = IncomingCell::new(tile);
        let old = origin.and_then(|map| map.terrain(tile));
        let kind = match meanings.of(types.gid(tile)) {
            Ok(Meaning::Type(kind)) => kind,
            Ok(Meaning::Empty) => {
                return Err(Wrong::new(types.place(tile), "is empty; every cell needs a type"));
            }
            Ok(Meaning::WaterBit) => {
                let reason =
                    format!("is not a type; paint the water bit in the layer `{WATER_BIT}`");
                return Err(Wrong::new(types.place(tile), reason));
            }
            Err(reason) => return Err(Wrong::new(types.place(tile), reason)),
        };
        cell.kind = Some(kind).filter(|kind| old.is_none_or(|old| !is_of(old, *kind)));
        if let Some(layer) = water_bit {
            let is_wet = match meanings.of(layer.gid(tile)) {
                Ok(Meaning::Empty) => false,
                Ok(Meaning::WaterBit) => true,
                Ok(Meaning::Type(_)) => {
                    let reason = format!("is a type; paint types in the layer `{TYPES}`");
                    return Err(Wrong::new(layer.place(tile), reason));
                }
                Err(reason) => return Err(Wrong::new(layer.place(tile), reason)),
            };
            cell.water_bit =
                Some(is_wet).filter(|is_wet| old.is_none_or(|old| old.has_water_bit() != *is_wet));
        }
        if cell.kind.is_some() || cell.water_bit.is_some() {
            cells.push(cell);
        }
    }
    Ok(cells)
}

/// The map that a layer keeps.
fn origin(layer: &Layer) -> Result<GatMap, Wrong> {
    let wrong = |name: &str, reason: &str| {
        let place = format!("layer `{KEPT}`, property {name}");
        let help = "export the map again, or delete the layer and import onto the map";
        Wrong::new(place, format!("{reason}; {help}"))
    };
    let text = |name: &str| layer.property(name).and_then(Value::as_str);
    let needed = |name: &'static str| text(name).ok_or_else(|| wrong(name, "is missing"));
    let number = |name: &'static str| {
        let number = layer.property(name).and_then(Value::as_u64);
        let number = number.and_then(|number| u32::try_from(number).ok());
        number.ok_or_else(|| wrong(name, "is not a number of cells"))
    };
    let (width, height) = (number("gat-width")?, number("gat-height")?);
    let n_cells = u64::from(width) * u64::from(height);
    if n_cells > MAX_CELLS {
        return Err(wrong("gat-width", "makes too many cells"));
    }
    let n_cells = n_cells as usize;
    let version = match needed("gat-version")? {
        "1.2" => Version::V1_2,
        "1.3" => Version::V1_3,
        _ => return Err(wrong("gat-version", "is neither 1.2 nor 1.3")),
    };
    let words = |name: &'static str, n_words: usize| {
        let words = packed::words(needed(name)?, Packing::Zlib, n_words);
        words.map_err(|reason| wrong(name, &reason))
    };
    let raw = words("gat-raw", n_cells)?;
    let altitudes = words("gat-altitudes", 4 * n_cells)?;
    let altitude = |corner: usize, cell: usize| {
        F32::from_bits(altitudes.get(corner * n_cells + cell).copied().unwrap_or_default())
    };
    let tiles = raw.into_iter().enumerate().map(|(n, raw)| Tile {
        altitude: [0, 1, 2, 3].map(|corner| altitude(corner, n)),
        terrain: Terrain(raw),
    });
    let mut gat = Gat::new(version, width, height, tiles.collect())
        .map_err(|error| wrong("gat-raw", &error.to_string()))?;
    if let Some(tail) = text("gat-tail") {
        let tail = packed::bytes(tail, Packing::Zlib, MAX_TAIL);
        gat.tail = Opaque(tail.map_err(|reason| wrong("gat-tail", &reason))?);
    }
    GatMap::new(&gat).map_err(|error| wrong("gat-width", &error.to_string()))
}

/// No file that was seen has any.
const MAX_TAIL: u64 = 1 << 30;
