//! `.nav`: the navigation mesh of a zone, for the server.
//!
//! ```text
//! 0   9  "EQNAVMESH"
//! 9   4  version  u32, 2
//! 13  4  size of the stream
//! 17  4  size of what it unpacks to
//! 21  …  zlib
//!        4   number of tiles
//!        28  where tile 0, 0 begins 3f, sides of a tile 2f, most tiles i32, most polygons of a tile i32
//!        …   tiles: u32 reference, i32 size, and so many bytes: see `nav/tile.rs`
//!        …   rest, empty where a tool wrote it
//! …   …  tail, empty where a tool wrote it
//! ```
//!
//! The axes are x, z and y of the server: the second one is the height. The layout is that of Detour with
//! references of 32 bits, as the server's source reads it. No real file was at hand (2026).

pub mod tile;

use serde::{Deserialize, Serialize};

use crate::format::bytes::{Bytes, Put};
use crate::format::eq::zlib;
use crate::format::error::Within;
use crate::format::number::F32;
use crate::format::text::Opaque;
use crate::format::{Malformed, ReadError};

use self::tile::Tile;

/// What every file begins with.
pub const MAGIC: &[u8] = b"EQNAVMESH";
const VERSION: u32 = 2;

/// Far more than the largest zone of a server.
const MOST_BYTES: u32 = 1 << 28;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nav {
    pub content: Content,
    /// What the content was read from, so that content which nobody changed keeps it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stream: Option<Opaque>,
    pub tail: Opaque,
}

/// What is packed in a file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Content {
    pub grid: Grid,
    pub tiles: Vec<Tile>,
    pub rest: Opaque,
}

/// How tiles lie, and how many a server makes room for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grid {
    pub origin: [F32; 3],
    /// Along x and y of the server.
    pub tile_sides: [F32; 2],
    pub most_tiles: i32,
    pub most_polygons: i32,
}

impl Nav {
    /// A file of some content.
    pub fn new(content: Content) -> Nav {
        Nav { content, stream: None, tail: Opaque::default() }
    }

    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        let of_tiles: usize = self.content.tiles.iter().map(|tile| tile.tail.0.len()).sum();
        of_tiles + self.content.rest.0.len() + self.tail.0.len()
    }
}

pub fn read(data: &[u8]) -> Result<Nav, ReadError> {
    let mut bytes = Bytes::new(data);
    bytes.magic("magic", MAGIC)?;
    let start = bytes.clone();
    let version = bytes.u32("version")?;
    if version != VERSION {
        let (found, expected) = (i64::from(version), "2");
        return Err(start.error("version", Malformed::Unexpected { found, expected }));
    }
    let packed = bytes.u32("size of the stream")?;
    let start = bytes.clone();
    let unpacked = bytes.u32("size of the content")?;
    if unpacked > MOST_BYTES {
        let malformed = Malformed::TooLarge { limit: MOST_BYTES.into() };
        return Err(start.error("size of the content", malformed));
    }
    let packed = bytes.expect_items("stream", packed.into(), 1)?;
    let at = bytes.clone();
    let stream = bytes.slice("stream", packed)?;
    let content = zlib::inflate(stream, unpacked as usize);
    let content = content.map_err(|malformed| at.error("stream", malformed))?;
    let content =
        read_content(&content).map_err(|error| ReadError { within: Within::Unpacked, ..error })?;
    let stream = Some(Opaque(stream.to_vec()));
    Ok(Nav { content, stream, tail: Opaque(bytes.rest().to_vec()) })
}

fn read_content(data: &[u8]) -> Result<Content, ReadError> {
    let mut bytes = Bytes::new(data);
    let n_tiles = bytes.u32("number of tiles")?;
    let grid = Grid {
        origin: bytes.f32s("origin")?,
        tile_sides: bytes.f32s("sides of a tile")?,
        most_tiles: bytes.i32("most tiles")?,
        most_polygons: bytes.i32("most polygons")?,
    };
    let tiles = bytes.items("tiles", n_tiles.into(), tile::LEAST_SIZE, tile::read)?;
    Ok(Content { grid, tiles, rest: Opaque(bytes.rest().to_vec()) })
}

pub fn write(nav: &Nav) -> Vec<u8> {
    let content = write_content(&nav.content);
    let holds = |stream: &&Opaque| {
        zlib::inflate(&stream.0, content.len()).is_ok_and(|held| held == content)
    };
    let kept = nav.stream.as_ref().filter(holds);
    let stream = kept.map_or_else(|| zlib::deflate(&content), |stream| stream.0.clone());
    let mut out = MAGIC.to_vec();
    out.put_u32(VERSION);
    out.put_count(stream.len());
    out.put_count(content.len());
    out.put(&stream);
    out.put(&nav.tail.0);
    out
}

fn write_content(content: &Content) -> Vec<u8> {
    let mut out = Vec::new();
    let Grid { origin, tile_sides, most_tiles, most_polygons } = &content.grid;
    out.put_count(content.tiles.len());
    out.put_f32s(origin);
    out.put_f32s(tile_sides);
    out.put_i32(*most_tiles);
    out.put_i32(*most_polygons);
    content.tiles.iter().for_each(|tile| tile::write(tile, &mut out));
    out.put(&content.rest.0);
    out
}

#[cfg(test)]
mod tests;
