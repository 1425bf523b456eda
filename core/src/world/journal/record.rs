//! The records of a journal as bytes.

use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::format::bytes::{Bytes, Put};
use crate::format::{Malformed, ReadError};
use crate::vfs::ContentHash;
use crate::world::history::StepId;

use super::apart::Apart;

pub(super) const MAGIC: &[u8] = b"LWJOURNL";
pub(super) const VERSION: u32 = 7;
/// With what stood beside the base, as all even versions.
const VERSION_BESIDE: u32 = 8;
const FIRST_VERSION: u32 = 1;
/// In older ones, nothing says that what was saved is not what is on disk any more.
const VERSION_WITH_UNSAVED: u32 = 3;
/// The length in front of a body.
pub(super) const LEN_SIZE: u64 = 4;

/// The file that a journal builds on, as it was opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Base {
    /// As a person would look for it.
    pub name: String,
    pub hash: ContentHash,
    pub len: u64,
    /// What the document has besides these bytes, as its kind writes it; `None` where that is
    /// nothing, and in the journals of old versions.
    pub beside: Option<Vec<u8>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) kind: [u8; 4],
    pub(super) base: Base,
    /// Whether its records say where what was saved is not what is on disk any more.
    pub(super) knows_unsaved: bool,
    /// What the first record's checksum is seeded with.
    pub(super) chain: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Record<'a> {
    Step {
        id: StepId,
        title: &'a str,
        redo: &'a [u8],
        undo: &'a [u8],
    },
    Move(StepId),
    Saved {
        hash: ContentHash,
        len: u64,
    },
    At(&'a str),
    Unsaved,
    Large {
        id: StepId,
        title: &'a str,
        redo: Apart,
        undo: Apart,
    },
    /// The file was written, and something beside it was not.
    SavedInPart {
        hash: ContentHash,
        len: u64,
        left_out: &'a [u8],
    },
    /// After the step done last, ids may mean other things than before it.
    Renumbered,
}

/// The header of a new journal, and its checksum.
pub(super) fn header(kind: [u8; 4], base: &Base) -> (Vec<u8>, u64) {
    let mut out = Vec::new();
    out.put(MAGIC);
    out.put_u32(if base.beside.is_some() { VERSION_BESIDE } else { VERSION });
    out.put(&kind);
    out.put(&base.hash.0.to_le_bytes());
    out.put(&base.len.to_le_bytes());
    put_block(&mut out, base.name.as_bytes());
    base.beside.iter().for_each(|beside| put_block(&mut out, beside));
    let chain = xxh3_64_with_seed(&out, 0);
    out.put(&chain.to_le_bytes());
    (out, chain)
}

pub(super) fn read_header(bytes: &mut Bytes<'_>) -> Result<Header, ReadError> {
    let all = bytes.as_slice();
    bytes.magic("magic", MAGIC)?;
    let start = bytes.clone();
    let version = bytes.u32("version")?;
    if !(FIRST_VERSION..=VERSION_BESIDE).contains(&version) {
        let expected = "that of this program";
        let unknown = Malformed::UnknownVersion { major: version, minor: 0, expected };
        return Err(start.error("version", unknown));
    }
    let kind = bytes.array("kind of document")?;
    let hash = ContentHash(u128::from_le_bytes(bytes.array("hash of the base")?));
    let len = u64::from_le_bytes(bytes.array("length of the base")?);
    let name = text(bytes, "name of the base")?.to_owned();
    let beside = match version % 2 {
        0 => Some(block(bytes, "what is beside the base")?.to_vec()),
        _ => None,
    };
    let covered = all.get(..all.len() - bytes.n_left()).unwrap_or_default();
    let chain = check_sum(bytes, covered, 0)?;
    let knows_unsaved = version >= VERSION_WITH_UNSAVED;
    Ok(Header { kind, base: Base { name, hash, len, beside }, knows_unsaved, chain })
}

impl<'a> Record<'a> {
    /// With length and checksum, and the checksum for the record that comes next.
    pub(super) fn to_bytes(&self, chain: u64) -> (Vec<u8>, u64) {
        let mut body = Vec::new();
        match self {
            Record::Step { id, title, redo, undo } => {
                body.put_u8(1);
                body.put(&id.0.to_le_bytes());
                put_block(&mut body, title.as_bytes());
                put_block(&mut body, redo);
                put_block(&mut body, undo);
            }
            Record::Move(id) => {
                body.put_u8(2);
                body.put(&id.0.to_le_bytes());
            }
            Record::Saved { hash, len } => {
                body.put_u8(3);
                put_file(&mut body, *hash, *len);
            }
            Record::SavedInPart { hash, len, left_out } => {
                body.put_u8(7);
                put_file(&mut body, *hash, *len);
                put_block(&mut body, left_out);
            }
            Record::At(name) => {
                body.put_u8(4);
                put_block(&mut body, name.as_bytes());
            }
            Record::Unsaved => body.put_u8(5),
            Record::Renumbered => body.put_u8(8),
            Record::Large { id, title, redo, undo } => {
                body.put_u8(6);
                body.put(&id.0.to_le_bytes());
                put_block(&mut body, title.as_bytes());
                for Apart { number, len, hash } in [redo, undo] {
                    body.put_u32(*number);
                    body.put(&len.to_le_bytes());
                    body.put(&hash.to_le_bytes());
                }
            }
        }
        let mut out = Vec::with_capacity(body.len() + 12);
        put_block(&mut out, &body);
        let chain = xxh3_64_with_seed(&out, chain);
        out.put(&chain.to_le_bytes());
        (out, chain)
    }

    /// The record at the cursor, where its body starts, and the checksum for the next.
    pub(super) fn read(
        bytes: &mut Bytes<'a>,
        chain: u64,
    ) -> Result<(Record<'a>, usize, u64), ReadError> {
        let all = bytes.as_slice();
        let body_start = bytes.offset() + LEN_SIZE as usize;
        let body = block(bytes, "record")?;
        let covered = all.get(..LEN_SIZE as usize + body.len()).unwrap_or_default();
        let chain = check_sum(bytes, covered, chain)?;
        let mut body = Bytes::piece(body, body_start);
        let start = body.clone();
        let record = match body.u8("kind of record")? {
            1 => Record::Step {
                id: id(&mut body)?,
                title: text(&mut body, "title")?,
                redo: block(&mut body, "redo")?,
                undo: block(&mut body, "undo")?,
            },
            2 => Record::Move(id(&mut body)?),
            3 => {
                let (hash, len) = file(&mut body)?;
                Record::Saved { hash, len }
            }
            4 => Record::At(text(&mut body, "name")?),
            5 => Record::Unsaved,
            6 => Record::Large {
                id: id(&mut body)?,
                title: text(&mut body, "title")?,
                redo: apart(&mut body)?,
                undo: apart(&mut body)?,
            },
            7 => {
                let (hash, len) = file(&mut body)?;
                Record::SavedInPart { hash, len, left_out: block(&mut body, "what was left out")? }
            }
            8 => Record::Renumbered,
            kind => {
                let (found, expected) = (i64::from(kind), "1 to 8");
                let malformed = Malformed::Unexpected { found, expected };
                return Err(start.error("kind of record", malformed));
            }
        };
        body.finish()?;
        Ok((record, body_start, chain))
    }
}

/// How many bytes of a step's body stand before the length of its redo.
pub(super) fn step_head_len(title: &str) -> u64 {
    1 + 8 + 4 + title.len() as u64
}

fn put_file(out: &mut Vec<u8>, hash: ContentHash, len: u64) {
    out.put(&hash.0.to_le_bytes());
    out.put(&len.to_le_bytes());
}

fn file(bytes: &mut Bytes<'_>) -> Result<(ContentHash, u64), ReadError> {
    let hash = ContentHash(u128::from_le_bytes(bytes.array("hash")?));
    Ok((hash, u64::from_le_bytes(bytes.array("length")?)))
}

fn put_block(out: &mut Vec<u8>, bytes: &[u8]) {
    out.put_count(bytes.len());
    out.put(bytes);
}

fn block<'a>(bytes: &mut Bytes<'a>, field: &'static str) -> Result<&'a [u8], ReadError> {
    let len = bytes.u32(field)?;
    let len = bytes.expect_items(field, len.into(), 1)?;
    bytes.slice(field, len)
}

fn text<'a>(bytes: &mut Bytes<'a>, field: &'static str) -> Result<&'a str, ReadError> {
    let start = bytes.clone();
    let text = block(bytes, field)?;
    std::str::from_utf8(text).map_err(|error| {
        let (found, expected) = (error.valid_up_to() as i64, "UTF-8");
        start.error(field, Malformed::Unexpected { found, expected })
    })
}

fn id(bytes: &mut Bytes<'_>) -> Result<StepId, ReadError> {
    Ok(StepId(u64::from_le_bytes(bytes.array("id of a step")?)))
}

fn apart(bytes: &mut Bytes<'_>) -> Result<Apart, ReadError> {
    let number = bytes.u32("file of an edit")?;
    let len = u64::from_le_bytes(bytes.array("length of an edit")?);
    let hash = u64::from_le_bytes(bytes.array("hash of an edit")?);
    Ok(Apart { number, len, hash })
}

fn check_sum(bytes: &mut Bytes<'_>, covered: &[u8], seed: u64) -> Result<u64, ReadError> {
    let start = bytes.clone();
    let stated = u64::from_le_bytes(bytes.array("checksum")?);
    if stated != xxh3_64_with_seed(covered, seed) {
        let (found, expected) = (stated.cast_signed(), "the checksum of what was written");
        return Err(start.error("checksum", Malformed::Unexpected { found, expected }));
    }
    Ok(stated)
}
