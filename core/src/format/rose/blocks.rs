//! The frame that IFO and ZON share: a table of blocks, then their bodies.
//!
//! ```text
//! 0  4    n blocks  u32
//! 4  8×n  table     type u32, offset u32 (of the body, from the start of the file)
//!         gap       bytes before the first body, none in the files seen
//!         bodies    each up to the next offset, or to the end of the file
//! ```
//!
//! The bodies usually stand in the order of the table, but need not. What follows the last field
//! of a body is its slack: stale bytes, mostly behind the last one. Several rows of the table may
//! share an offset, or say 0 for a block that is not there. A body that cannot be read within
//! its bounds, or whose type is unknown, stays opaque, and everything else can still be edited.
//! So of two bodies that overlap the first is opaque, and ends where the second begins.
//!
//! A row takes several times its bytes in memory, and games know 14 types: a table of more than
//! 64 rows is refused.

use serde::{Deserialize, Serialize};

use crate::format::bytes::{Bytes, Put};
use crate::format::error::Within;
use crate::format::text::Opaque;
use crate::format::{Malformed, ReadError};

const ROW_SIZE: usize = 8;
const MAX_BLOCKS: u32 = 64;

/// A file of blocks, whose bodies are of the type `B`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockFile<B> {
    /// In the order of the table.
    pub blocks: Vec<Block<B>>,
    /// What stands between the table and the first body.
    pub gap: Opaque,
}

/// A row of the table, and the body that it points to.
///
/// Bodies are written in the order of `place`. Blocks of the same place had one offset when they
/// were read, and still do where their bytes are equal; where an edit made them differ, each
/// gets a body of its own, so that changing one leaves the others alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Block<B> {
    Known {
        place: u32,
        body: B,
        /// What follows the body, up to the next one or the end of the file.
        slack: Opaque,
    },
    /// A body of an unknown type, or one that cannot be read.
    Opaque { place: u32, kind: BlockKind, bytes: Opaque },
    /// A row of the table whose offset is 0.
    Absent { kind: BlockKind },
}

/// The type of a block, as stored. What it means is each format's own affair.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct BlockKind(pub u32);

/// The body of a block of a known type.
pub trait Body: Sized {
    fn kind(&self) -> BlockKind;

    /// A body with nothing in it, for those types where there is such a thing.
    fn empty(kind: BlockKind) -> Option<Self>;

    /// Reads a body from `bytes`, which end where the next one begins.
    fn read(kind: BlockKind, bytes: &mut Bytes<'_>) -> Result<Self, ReadError>;

    fn write(&self, out: &mut Vec<u8>);
}

impl<B: Body> BlockFile<B> {
    /// The body of the first block of a type that can be read.
    pub fn body(&self, kind: BlockKind) -> Option<&B> {
        self.blocks.iter().filter(|block| block.kind() == kind).find_map(Block::body)
    }

    pub fn body_mut(&mut self, kind: BlockKind) -> Option<&mut B> {
        self.blocks.iter_mut().filter(|block| block.kind() == kind).find_map(Block::body_mut)
    }

    /// As `body_mut`; where the file has no block of this type, it gets an empty one.
    ///
    /// `None` where the file has one that is opaque, or where a type has nothing to be added to.
    pub fn body_or_insert(&mut self, kind: BlockKind) -> Option<&mut B> {
        if self.body(kind).is_some() {
            return self.body_mut(kind);
        }
        let body = B::empty(kind)?;
        match self.blocks.iter().position(|block| block.kind() == kind) {
            Some(idx) => match self.blocks.get(idx) {
                Some(Block::Absent { .. }) => {
                    self.blocks.remove(idx);
                    self.insert(idx, body);
                }
                // The table was written, but the file ends before the body.
                Some(Block::Opaque { place, bytes, .. }) if bytes.0.is_empty() => {
                    let place = *place;
                    self.blocks.remove(idx);
                    self.blocks.insert(idx, Block::Known { place, body, slack: Opaque::default() });
                }
                _ => return None,
            },
            None => {
                let before = self.blocks.iter().rposition(|block| block.kind() < kind);
                self.insert(before.map_or(0, |idx| idx + 1), body);
            }
        }
        self.body_mut(kind)
    }

    /// Makes a row of the table, and puts the body behind that of the row before it.
    fn insert(&mut self, idx: usize, body: B) {
        let before = self.blocks.iter().take(idx).rev().find_map(|block| match block {
            // An empty body at the end of the file must not come to point to the new one.
            Block::Opaque { place, bytes, .. } if bytes.0.is_empty() => Some(*place),
            block => block.place().map(|place| place.saturating_add(1)),
        });
        let new_place = before.unwrap_or(0);
        for block in &mut self.blocks {
            if let Block::Known { place, .. } | Block::Opaque { place, .. } = block
                && *place >= new_place
            {
                *place = place.saturating_add(1);
            }
        }
        let block = Block::Known { place: new_place, body, slack: Opaque::default() };
        self.blocks.insert(idx, block);
    }
}

impl<B> BlockFile<B> {
    /// A new file of these bodies, one behind the other in the order of its table.
    pub fn of_bodies(bodies: impl IntoIterator<Item = B>) -> BlockFile<B> {
        let block = |(place, body)| Block::Known { place, body, slack: Opaque::default() };
        let blocks = (0..).zip(bodies).map(block).collect();
        BlockFile { blocks, gap: Opaque::default() }
    }

    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        let n_in_blocks = self.blocks.iter().map(|block| match block {
            Block::Known { slack, .. } => slack.0.len(),
            Block::Opaque { bytes, .. } => bytes.0.len(),
            Block::Absent { .. } => 0,
        });
        self.gap.0.len() + n_in_blocks.sum::<usize>()
    }
}

impl<B: Body> Block<B> {
    pub fn kind(&self) -> BlockKind {
        match self {
            Block::Known { body, .. } => body.kind(),
            Block::Opaque { kind, .. } | Block::Absent { kind } => *kind,
        }
    }

    pub fn body(&self) -> Option<&B> {
        match self {
            Block::Known { body, .. } => Some(body),
            Block::Opaque { .. } | Block::Absent { .. } => None,
        }
    }

    pub fn body_mut(&mut self) -> Option<&mut B> {
        match self {
            Block::Known { body, .. } => Some(body),
            Block::Opaque { .. } | Block::Absent { .. } => None,
        }
    }

    /// Why a block is opaque. The offset in the error counts from the start of its body.
    pub fn why_opaque(&self) -> Option<ReadError> {
        match self {
            Block::Opaque { kind, bytes, .. } => {
                let error = B::read(*kind, &mut Bytes::new(&bytes.0)).err()?;
                Some(ReadError { within: Within::Block, ..error })
            }
            Block::Known { .. } | Block::Absent { .. } => None,
        }
    }

    fn place(&self) -> Option<u32> {
        match self {
            Block::Known { place, .. } | Block::Opaque { place, .. } => Some(*place),
            Block::Absent { .. } => None,
        }
    }

    fn read(kind: BlockKind, place: u32, span: &[u8]) -> Block<B> {
        let mut bytes = Bytes::new(span);
        match B::read(kind, &mut bytes) {
            Ok(body) => Block::Known { place, body, slack: Opaque(bytes.rest().to_vec()) },
            // Not lost: `why_opaque` gives it again.
            Err(_) => Block::Opaque { place, kind, bytes: Opaque(span.to_vec()) },
        }
    }

    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Block::Known { body, slack, .. } => {
                body.write(out);
                out.put(&slack.0);
            }
            Block::Opaque { bytes, .. } => out.put(&bytes.0),
            Block::Absent { .. } => {}
        }
    }
}

pub(super) fn read<B: Body>(data: &[u8]) -> Result<BlockFile<B>, ReadError> {
    let table = read_table(data)?;
    let table_end = 4 + table.len() * ROW_SIZE;
    let mut starts: Vec<usize> = table.iter().filter_map(|row| row.start).collect();
    starts.sort_unstable();
    starts.dedup();

    let first = starts.first().copied().unwrap_or(data.len());
    let gap = data.get(table_end..first).unwrap_or_default();

    // Each row that shares a body gets a copy of it. Real files share a few bytes, if any.
    let mut n_to_copy = 2 * data.len();
    let mut blocks = Vec::with_capacity(table.len());
    for Row { kind, start, stated_at } in table {
        let Some(start) = start else {
            blocks.push(Block::Absent { kind });
            continue;
        };
        let place = starts.partition_point(|other| *other < start);
        let end = starts.get(place + 1).copied().unwrap_or(data.len());
        let span = data.get(start..end).unwrap_or_default();
        n_to_copy = n_to_copy.checked_sub(span.len()).ok_or(ReadError {
            offset: stated_at,
            within: Within::File,
            field: "block offset",
            malformed: Malformed::Unexpected {
                found: start as i64,
                expected: "a body that few other blocks share",
            },
        })?;
        blocks.push(Block::read(kind, place as u32, span));
    }
    Ok(BlockFile { blocks, gap: Opaque(gap.to_vec()) })
}

struct Row {
    kind: BlockKind,
    /// Where the body starts, if there is one.
    start: Option<usize>,
    stated_at: usize,
}

fn read_table(data: &[u8]) -> Result<Vec<Row>, ReadError> {
    let mut bytes = Bytes::new(data);
    let start = bytes.clone();
    let n_blocks = bytes.u32("n blocks")?;
    if n_blocks > MAX_BLOCKS {
        let expected = "64 blocks at most";
        let malformed = Malformed::Unexpected { found: n_blocks.into(), expected };
        return Err(start.error("n blocks", malformed));
    }
    let n_blocks = bytes.expect_items("block table", n_blocks.into(), ROW_SIZE as u64)?;
    let table_end = 4 + n_blocks * ROW_SIZE;

    let mut table = Vec::with_capacity(n_blocks);
    for _ in 0..n_blocks {
        let kind = BlockKind(bytes.u32("block type")?);
        let at = bytes.clone();
        let offset = bytes.u32("block offset")?;
        let start = match Bytes::at(data, offset.into(), "block offset", at.offset())?.offset() {
            0 => None,
            start if start < table_end => {
                let malformed = Malformed::Unexpected {
                    found: offset.into(),
                    expected: "0, or an offset behind the block table",
                };
                return Err(at.error("block offset", malformed));
            }
            start => Some(start),
        };
        table.push(Row { kind, start, stated_at: at.offset() });
    }
    Ok(table)
}

pub(super) fn write<B: Body>(file: &BlockFile<B>) -> Vec<u8> {
    let first = 4 + file.blocks.len() * ROW_SIZE + file.gap.0.len();
    let (bodies, starts) = write_bodies(file);

    let mut out = Vec::with_capacity(first + bodies.len());
    out.put_u32(file.blocks.len() as u32);
    for (block, start) in file.blocks.iter().zip(starts) {
        out.put_u32(block.kind().0);
        out.put_u32(start.map_or(0, |start| (first + start) as u32));
    }
    out.put(&file.gap.0);
    out.put(&bodies);
    out
}

/// The bodies one after another, and for each row of the table where its body starts in them.
fn write_bodies<B: Body>(file: &BlockFile<B>) -> (Vec<u8>, Vec<Option<usize>>) {
    let mut in_order: Vec<(u32, usize, &Block<B>)> = Vec::with_capacity(file.blocks.len());
    for (idx, block) in file.blocks.iter().enumerate() {
        in_order.extend(block.place().map(|place| (place, idx, block)));
    }
    in_order.sort_unstable_by_key(|(place, idx, _)| (*place, *idx));

    let mut bodies = Vec::new();
    let mut starts = vec![None; file.blocks.len()];
    // The first body of the place at hand, which the others of that place may share.
    let mut shared = None;
    for (place, idx, block) in in_order {
        let mut start = bodies.len();
        block.write(&mut bodies);
        match shared {
            Some((shared_place, first, end)) if shared_place == place => {
                if bodies.get(first..end) == bodies.get(start..) {
                    bodies.truncate(start);
                    start = first;
                }
            }
            _ => shared = Some((place, start, bodies.len())),
        }
        if let Some(slot) = starts.get_mut(idx) {
            *slot = Some(start);
        }
    }
    (bodies, starts)
}

#[cfg(test)]
mod tests {
    use crate::format::rose::ifo;
    use crate::format::rose::law::words;

    /// Tables whose rows point anywhere, with types of every sort, over small bodies.
    #[test]
    fn whatever_a_table_says_is_kept() {
        let mut state = 1_u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        };
        let mut n_read = 0;
        for case in 0..20_000 {
            let n_blocks = random(7);
            let n_bodies = random(60);
            let file_len = 4 + n_blocks * 8 + n_bodies;
            let mut data = words(&[n_blocks as u32]);
            for _ in 0..n_blocks {
                let offset = match random(8) {
                    0 => 0,
                    _ => file_len - random(n_bodies + 1),
                };
                data.extend(words(&[random(15) as u32, offset as u32]));
            }
            data.extend((0..n_bodies).map(|_| random(3) as u8));
            if let Ok(ifo) = ifo::read(&data) {
                assert!(ifo::write(&ifo) == data, "{case}: {data:?}");
                n_read += 1;
            }
        }
        assert!(n_read > 15_000, "{n_read}");
    }
}
