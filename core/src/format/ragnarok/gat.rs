//! GAT: the altitude and the walkability of every tile of a map.
//!
//! ```text
//! File                                Tile
//! 0   4    magic "GRAT"               0   4×4  altitude  f32  SW SE NW NE
//! 4   1    version major  u8          16  4    terrain   u32
//! 5   1    version minor  u8
//! 6   4    width          u32
//! 10  4    height         u32
//! 14  20×n tiles, n = width × height, row by row from the south-west
//!     …    tail, empty in every file seen
//! ```
//!
//! Altitudes point down: the lower number is the higher ground. The low word of a terrain is its
//! type. Version 1.3 marks tiles under water in bit 31. The bits between are 0 in every file seen
//! until November 2026; one description calls them garbage, and another puts the water mark of
//! version 1.3 there, as 0x0080 in the high word. They are kept. Alpha clients are said to have had zero bytes before the
//! magic; no such file was seen until November 2026, and none is read.

use serde::{Deserialize, Serialize};

use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;
use crate::format::text::Opaque;
use crate::format::{Malformed, ReadError};

const MAGIC: &[u8] = b"GRAT";
const HEADER_SIZE: usize = 14;
const TILE_SIZE: usize = 20;

/// A grid of tiles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Parts")]
pub struct Gat {
    pub version: Version,
    width: u32,
    height: u32,
    /// Row by row from the south-west; always `width` × `height` of them.
    tiles: Vec<Tile>,
    /// What follows the tiles.
    pub tail: Opaque,
}

/// The versions that are known to exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Version {
    #[serde(rename = "1.2")]
    V1_2,
    /// Marks water in bit 31 of the terrain. Comes with maps whose RSW is 2.6.
    #[serde(rename = "1.3")]
    V1_3,
}

/// One tile, five world units wide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tile {
    /// Of the corners south-west, south-east, north-west, north-east. Greater is lower.
    pub altitude: [F32; 4],
    pub terrain: Terrain,
}

/// The terrain of a tile, as stored. What it means depends on who reads it: see `nav::ragnarok`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Terrain(pub u32);

impl Terrain {
    pub const WALKABLE: Terrain = Terrain(0);
    pub const BLOCKED: Terrain = Terrain(1);
    /// Walkable, and under water.
    pub const WATER: Terrain = Terrain(3);
    /// Not walkable, but arrows fly over it.
    pub const CLIFF: Terrain = Terrain(5);

    const WATER_BIT: u32 = 1 << 31;
    const KIND: u32 = 0xffff;

    /// The greatest type that fits into the low word.
    pub const MAX_KIND: u32 = Terrain::KIND;

    /// The type: the low word, which is all that the game's client reads.
    pub fn kind(self) -> u32 {
        self.0 & Terrain::KIND
    }

    /// The same with another type in the low word; all other bits stay.
    pub fn with_kind(self, kind: u32) -> Terrain {
        Terrain(self.0 & !Terrain::KIND | kind & Terrain::KIND)
    }

    /// The bits that mean nothing: those of the high word without the water bit of version 1.3.
    pub fn high_bits(self) -> u32 {
        self.0 & !Terrain::KIND & !Terrain::WATER_BIT
    }

    /// Whether the water bit of version 1.3 is set.
    pub fn has_water_bit(self) -> bool {
        self.0 & Terrain::WATER_BIT != 0
    }

    pub fn with_water_bit(self) -> Terrain {
        Terrain(self.0 | Terrain::WATER_BIT)
    }

    pub fn without_water_bit(self) -> Terrain {
        Terrain(self.0 & !Terrain::WATER_BIT)
    }
}

/// A number of tiles that is not width × height.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{n_tiles} tiles do not make a map of {width} × {height}")]
pub struct WrongTileCount {
    pub n_tiles: usize,
    pub width: u32,
    pub height: u32,
}

impl Gat {
    pub fn new(
        version: Version,
        width: u32,
        height: u32,
        tiles: Vec<Tile>,
    ) -> Result<Gat, WrongTileCount> {
        if tiles.len() as u64 != u64::from(width) * u64::from(height) {
            return Err(WrongTileCount { n_tiles: tiles.len(), width, height });
        }
        Ok(Gat { version, width, height, tiles, tail: Opaque::default() })
    }

    /// A map of equal tiles. Clients and servers count tiles in 16 bits.
    pub fn filled(version: Version, width: u16, height: u16, tile: Tile) -> Gat {
        let tiles = vec![tile; usize::from(width) * usize::from(height)];
        let (width, height) = (u32::from(width), u32::from(height));
        Gat { version, width, height, tiles, tail: Opaque::default() }
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    pub fn height(&self) -> u32 {
        self.height
    }

    /// Row by row from the south-west.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    pub fn tiles_mut(&mut self) -> &mut [Tile] {
        &mut self.tiles
    }

    pub fn into_tiles(self) -> Vec<Tile> {
        self.tiles
    }

    /// The index of a tile, counted from the south-west.
    pub fn tile_idx(&self, x: u32, y: u32) -> Option<usize> {
        let idx = u64::from(y) * u64::from(self.width) + u64::from(x);
        (x < self.width && y < self.height).then(|| usize::try_from(idx).ok()).flatten()
    }

    pub fn tile(&self, x: u32, y: u32) -> Option<&Tile> {
        self.tiles.get(self.tile_idx(x, y)?)
    }

    pub fn tile_mut(&mut self, x: u32, y: u32) -> Option<&mut Tile> {
        let idx = self.tile_idx(x, y)?;
        self.tiles.get_mut(idx)
    }

    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        self.tail.0.len()
    }
}

/// A map as JSON has it, before its tiles were counted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Parts {
    version: Version,
    width: u32,
    height: u32,
    tiles: Vec<Tile>,
    tail: Opaque,
}

impl TryFrom<Parts> for Gat {
    type Error = WrongTileCount;

    fn try_from(parts: Parts) -> Result<Gat, WrongTileCount> {
        let gat = Gat::new(parts.version, parts.width, parts.height, parts.tiles)?;
        Ok(Gat { tail: parts.tail, ..gat })
    }
}

pub fn read(data: &[u8]) -> Result<Gat, ReadError> {
    let mut bytes = Bytes::new(data);
    bytes.magic("magic", MAGIC)?;
    let start = bytes.clone();
    let version = match (bytes.u8("version major")?, bytes.u8("version minor")?) {
        (1, 2) => Version::V1_2,
        (1, 3) => Version::V1_3,
        (major, minor) => {
            let (major, minor) = (u32::from(major), u32::from(minor));
            let expected = "1.2 or 1.3";
            let malformed = Malformed::UnknownVersion { major, minor, expected };
            return Err(start.error("version", malformed));
        }
    };
    let width = bytes.u32("width")?;
    let height = bytes.u32("height")?;
    let n_tiles = u64::from(width) * u64::from(height);
    let n_tiles = bytes.expect_items("tiles", n_tiles, TILE_SIZE as u64)?;
    let (tiles, _) = bytes.slice("tiles", n_tiles * TILE_SIZE)?.as_chunks();
    let tiles = tiles.iter().map(tile_from_bytes).collect();
    let tail = Opaque(bytes.rest().to_vec());
    Ok(Gat { version, width, height, tiles, tail })
}

pub fn write(gat: &Gat) -> Vec<u8> {
    let n_tile_bytes = gat.tiles.len() * TILE_SIZE;
    // Fresh zeroed pages cost nothing before they are written to, so that every byte of a large
    // map is touched once.
    let mut out = vec![0; HEADER_SIZE + n_tile_bytes + gat.tail.0.len()];
    let (header, body) = out.split_at_mut(HEADER_SIZE);
    header.copy_from_slice(&header_bytes(gat));
    let (tiles, tail) = body.split_at_mut(n_tile_bytes);
    for (bytes, tile) in tiles.as_chunks_mut().0.iter_mut().zip(&gat.tiles) {
        *bytes = tile_to_bytes(tile);
    }
    tail.copy_from_slice(&gat.tail.0);
    out
}

fn header_bytes(gat: &Gat) -> Vec<u8> {
    let mut header = Vec::with_capacity(HEADER_SIZE);
    header.put(MAGIC);
    header.put(match gat.version {
        Version::V1_2 => &[1, 2],
        Version::V1_3 => &[1, 3],
    });
    header.put_u32(gat.width);
    header.put_u32(gat.height);
    header
}

#[inline]
fn tile_from_bytes(bytes: &[u8; TILE_SIZE]) -> Tile {
    let mut words = [0; TILE_SIZE / 4];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    let [sw, se, nw, ne, terrain] = words;
    Tile { altitude: [sw, se, nw, ne].map(F32::from_bits), terrain: Terrain(terrain) }
}

#[inline]
fn tile_to_bytes(tile: &Tile) -> [u8; TILE_SIZE] {
    let [sw, se, nw, ne] = tile.altitude.map(F32::to_bits);
    let mut bytes = [0; TILE_SIZE];
    for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip([sw, se, nw, ne, tile.terrain.0]) {
        *bytes = word.to_le_bytes();
    }
    bytes
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn odd() -> Gat {
        let tiles = (0..6u32)
            .map(|n| Tile {
                altitude: [n, 0x7fc0_0001, 0x8000_0000, 1].map(F32::from_bits),
                terrain: Terrain(n << 29 | n),
            })
            .collect();
        Gat::new(Version::V1_3, 3, 2, tiles).unwrap()
    }

    fn check_error(data: &[u8], expect: &Expect) {
        expect.assert_eq(&read(data).unwrap_err().to_string());
    }

    #[test]
    fn what_is_read_is_written_back() {
        let mut data = write(&odd());
        assert_eq!(data.len(), 14 + 6 * 20);
        assert_eq!(read(&data), Ok(odd()));
        data.extend(b"left over");
        let gat = read(&data).unwrap();
        assert_eq!(gat.n_opaque(), 9);
        assert_eq!(write(&gat), data);
    }

    #[test]
    fn json_gives_the_same_bytes_back() {
        let json = serde_json::to_string(&odd()).unwrap();
        assert_eq!(serde_json::from_str::<Gat>(&json).unwrap(), odd());
        let wrong = json.replace("\"width\":3", "\"width\":4");
        let error = serde_json::from_str::<Gat>(&wrong).unwrap_err().to_string();
        assert_eq!(error, "6 tiles do not make a map of 4 × 2");
    }

    #[test]
    fn a_map_may_be_empty() {
        for (width, height) in [(0, 0), (0, u32::MAX), (7, 0)] {
            let gat = Gat::new(Version::V1_2, width, height, Vec::new()).unwrap();
            assert_eq!(read(&write(&gat)), Ok(gat));
        }
    }

    #[test]
    fn tiles_are_counted_from_the_south_west() {
        let gat = odd();
        assert_eq!(gat.tile_idx(2, 1), Some(5));
        assert_eq!(gat.tile_idx(3, 0), None);
        assert_eq!(gat.tile_idx(0, 2), None);
        assert_eq!(gat.tile(1, 1).map(|tile| tile.terrain.kind()), Some(4));
        assert!(gat.tile(1, 1).is_some_and(|tile| tile.terrain.has_water_bit()));
    }

    #[test]
    fn every_prefix_is_an_error() {
        let data = write(&odd());
        for len in 0..data.len() {
            assert!(read(&data[..len]).is_err(), "{len}");
        }
    }

    #[test]
    fn errors_say_where() {
        check_error(b"GRAX", &expect![[r#"magic at byte 0x0: found "GRAX", expected "GRAT""#]]);
        check_error(
            b"GRAT\x02\x07",
            &expect!["version at byte 0x4: version 2.7 is not known; expected 1.2 or 1.3"],
        );
        check_error(
            b"GRAT\x01\x02\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF",
            &expect!["tiles at byte 0xe: needs more bytes than a file can have, 0 are left"],
        );
    }
}
