//! ZON: a ROSE zone as a whole: its extent, places with a name, textures, tiles, and economy.
//!
//! ```text
//! File: a table of blocks, see `blocks`.
//!  0 info             28 bytes, then the grid of blocks where it fits: see `info`
//!  1 event positions  u32 n; f32×3 x, height, y; text name
//!  2 textures         u32 n; text path, the last one is "end"
//!  3 tiles            u32 n; i32×7 layer 1, layer 2, offset 1, offset 2, blend, rotation, type
//!  4 economy          text name; u32 underground; text music, sky; i32×13
//!
//! text: u8 length, bytes in the code page of the country, no NUL
//! ```

pub mod economy;
pub mod event;
pub mod info;
pub mod tile;

use serde::{Deserialize, Serialize};

use self::economy::Economy;
use self::event::EventPosition;
use self::info::ZoneInfo;
use self::tile::Tile;
use super::blocks::{self, BlockFile, BlockKind};
use super::list::{self, Record};
use crate::format::bytes::Bytes;
use crate::format::text::ShortText;
use crate::format::{Malformed, ReadError};

pub type Zon = BlockFile<Body>;

pub const INFO: BlockKind = BlockKind(0);
pub const EVENT_POSITIONS: BlockKind = BlockKind(1);
pub const TEXTURES: BlockKind = BlockKind(2);
pub const TILES: BlockKind = BlockKind(3);
pub const ECONOMY: BlockKind = BlockKind(4);

/// What a block holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    Info(Box<ZoneInfo>),
    EventPositions(Vec<EventPosition>),
    /// Paths of pictures; the last one is `end` in every file seen.
    Textures(Vec<ShortText>),
    Tiles(Vec<Tile>),
    /// Without their count, as a description has them that no real file follows: the game reads the first
    /// number as the count.
    BareTiles(Vec<Tile>),
    Economy(Box<Economy>),
}

impl blocks::Body for Body {
    fn kind(&self) -> BlockKind {
        match self {
            Body::Info(_) => INFO,
            Body::EventPositions(_) => EVENT_POSITIONS,
            Body::Textures(_) => TEXTURES,
            Body::Tiles(_) | Body::BareTiles(_) => TILES,
            Body::Economy(_) => ECONOMY,
        }
    }

    fn empty(kind: BlockKind) -> Option<Body> {
        match kind {
            EVENT_POSITIONS => Some(Body::EventPositions(Vec::new())),
            TEXTURES => Some(Body::Textures(Vec::new())),
            TILES => Some(Body::Tiles(Vec::new())),
            _ => None,
        }
    }

    fn read(kind: BlockKind, bytes: &mut Bytes<'_>) -> Result<Body, ReadError> {
        Ok(match kind {
            INFO => Body::Info(Box::new(ZoneInfo::read(bytes)?)),
            EVENT_POSITIONS => Body::EventPositions(list::read(bytes)?),
            TEXTURES => Body::Textures(list::read(bytes)?),
            TILES => read_tiles(bytes)?,
            ECONOMY => Body::Economy(Box::new(Economy::read(bytes)?)),
            BlockKind(other) => {
                let expected = "a block type that is understood, 0 to 4";
                let malformed = Malformed::Unexpected { found: other.into(), expected };
                return Err(bytes.error("block type", malformed));
            }
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Body::Info(info) => info.write(out),
            Body::EventPositions(list) => list::write(list, out),
            Body::Textures(list) => list::write(list, out),
            Body::Tiles(list) => list::write(list, out),
            Body::BareTiles(list) => list::write_all(list, out),
            Body::Economy(economy) => economy.write(out),
        }
    }
}

impl Body {
    /// Reads a body that has its counts, from bytes that go on behind it.
    pub fn read_among_others(kind: BlockKind, bytes: &mut Bytes<'_>) -> Result<Body, ReadError> {
        match kind {
            TILES => Ok(Body::Tiles(list::read(bytes)?)),
            _ => blocks::Body::read(kind, bytes),
        }
    }
}

/// Tiles are bare where they fill the block, and their count would not.
fn read_tiles(bytes: &mut Bytes<'_>) -> Result<Body, ReadError> {
    let n_bytes = bytes.n_left() as u64;
    let stated = bytes.clone().u32("tiles").unwrap_or_default();
    let is_filled = n_bytes > 0 && n_bytes.is_multiple_of(Tile::MIN_SIZE);
    if is_filled && 4 + u64::from(stated) * Tile::MIN_SIZE != n_bytes {
        let n_tiles = u32::try_from(n_bytes / Tile::MIN_SIZE).unwrap_or(u32::MAX);
        return Ok(Body::BareTiles(list::read_n(bytes, n_tiles)?));
    }
    Ok(Body::Tiles(list::read(bytes)?))
}

pub fn read(data: &[u8]) -> Result<Zon, ReadError> {
    blocks::read(data)
}

pub fn write(zon: &Zon) -> Vec<u8> {
    blocks::write(zon)
}

#[cfg(test)]
mod tests {
    use super::info::Extent;
    use super::*;
    use crate::format::bytes::Put;
    use crate::format::number::F32;
    use crate::format::rose::blocks::Block;
    use crate::format::rose::law::{check_law, differences, words};
    use crate::format::text::Opaque;

    fn bare_info() -> Vec<u8> {
        words(&[1, 2, 1, 4, 250f32.to_bits(), 32, 32])
    }

    /// A file with every block filled, and two bytes behind the last.
    fn sample(info: &[u8]) -> Vec<u8> {
        let mut events = words(&[1, 0x7fc0_0001, 2, 3]);
        events.put(b"\x05start");
        let mut textures = words(&[2]);
        textures.put(b"\x04\xba\xed\\1\x03end");
        let tiles = words(&[1, 2, 3, 40, u32::MAX, 1, 6, 0]);
        let mut economy = b"\x01z\x01\0\0\0\x07button1\0".to_vec();
        economy.extend(words(&[5; 13]));
        economy.put(&[8, 9]);

        let mut out = words(&[5]);
        let mut offset = 44;
        let bodies = [info, &events, &textures, &tiles, &economy];
        for (kind, body) in bodies.iter().enumerate() {
            out.extend(words(&[kind as u32, offset]));
            offset += body.len() as u32;
        }
        [out, bodies.concat()].concat()
    }

    #[test]
    fn what_is_read_is_written_back() {
        check_law(&sample(&bare_info()), read, write);
        check_law(&sample(&[bare_info(), vec![1; 18]].concat()), read, write);
        check_law(&sample(&[bare_info(), vec![1; 20]].concat()), read, write);
    }

    #[test]
    fn every_block_is_understood() {
        let zon = read(&sample(&bare_info())).unwrap();
        assert!(zon.blocks.iter().all(|block| block.body().is_some()));
        assert_eq!(zon.n_opaque(), 2);
        let Some(Body::Tiles(tiles)) = zon.body(TILES) else { panic!("{zon:?}") };
        assert_eq!((tiles[0].texture1(), tiles[0].texture2()), (42, 2));
        let Some(Body::Economy(economy)) = zon.body(ECONOMY) else { panic!("{zon:?}") };
        assert_eq!(economy.music.as_bytes(), b"button1");
        assert_eq!((economy.underground, economy.rates), (1, [5; 13]));
    }

    #[test]
    fn the_grid_of_blocks_is_read_where_it_fits() {
        let check = |n_behind: usize, n_blocks: Option<usize>, n_slack: usize| {
            let zon = read(&sample(&[bare_info(), vec![1; n_behind]].concat())).unwrap();
            let Block::Known { body: Body::Info(info), slack, .. } = &zon.blocks[0] else {
                panic!("{zon:?}")
            };
            assert_eq!((info.extent.width(), info.extent.height()), (2, 1));
            let found = match &info.extent {
                Extent::Bare { .. } => None,
                Extent::Blocks(blocks) => Some(blocks.cells().len()),
            };
            assert_eq!((found, slack), (n_blocks, &Opaque(vec![1; n_slack])), "{n_behind}");
        };
        check(0, None, 0);
        check(17, None, 17);
        check(18, Some(2), 0);
        check(20, Some(2), 2);
    }

    #[test]
    fn tiles_without_their_count_are_kept_as_tiles() {
        let tiles = words(&[1, 2, 3, 40, 0, 1, 0]).repeat(3);
        let data = [words(&[1, 3, 12]), tiles].concat();
        check_law(&data, read, write);
        let zon = read(&data).unwrap();
        let Some(Body::BareTiles(tiles)) = zon.body(TILES) else { panic!("{zon:?}") };
        assert_eq!((tiles.len(), tiles[2].offset2), (3, 40));
    }

    #[test]
    fn an_edit_of_one_field_changes_that_field_alone() {
        let data = sample(&bare_info());
        let mut zon = read(&data).unwrap();
        let Some(Body::EventPositions(events)) = zon.body_mut(EVENT_POSITIONS) else {
            panic!("{zon:?}")
        };
        events[0].position_file_cm_x_height_y[1] = F32::from_bits(3);
        assert_eq!(differences(&data, &write(&zon)), [44 + 28 + 8]);
    }
}
