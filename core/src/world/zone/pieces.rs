//! Pieces of zones as bytes, for the journal.

use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;
use crate::format::rose::blocks::{self, BlockKind};
use crate::format::rose::{ifo, zon};
use crate::format::text::Opaque;
use crate::format::{Malformed, ReadError};
use crate::space::rose::block::BlockCoord;

use super::Placed;
use super::frame::{BodyId, Content, Frame, FrameBody, HeldBody, List, ListId, Row};
use super::thing::{Kind, Thing, ThingId};

pub(super) fn write_placed(placed: &Placed, out: &mut Vec<u8>) {
    out.put_u32(placed.list.0);
    write_thing(&placed.thing, out);
}

pub(super) fn read_placed(bytes: &mut Bytes<'_>) -> Result<Placed, ReadError> {
    let list = ListId(bytes.u32("list of a thing")?);
    Ok(Placed { list, thing: read_thing(bytes)? })
}

/// A thing stands in the journal as the only one of its list in its file.
pub(super) fn write_thing(thing: &Thing, out: &mut Vec<u8>) {
    let kind = thing.kind();
    out.put_u8(Kind::ALL.iter().position(|other| *other == kind).unwrap_or_default() as u8);
    let things = vec![thing.clone()];
    let body_kind = kind.block_kind();
    match kind {
        Kind::Point => write_own(zon::Body::of_things(body_kind, None, things), out),
        _ => write_own(ifo::Body::of_things(body_kind, Some(F32::ZERO), things), out),
    }
}

impl Thing {
    /// As the journal has it: the same for two things only where all their fields are, bit by bit.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        write_thing(self, &mut out);
        out
    }
}

fn write_own<B: blocks::Body>(body: Option<B>, out: &mut Vec<u8>) {
    if let Some(body) = body {
        body.write(out);
    }
}

fn read_thing(bytes: &mut Bytes<'_>) -> Result<Thing, ReadError> {
    let start = bytes.clone();
    let number = bytes.u8("kind of thing")?;
    let wrong = || {
        let (found, expected) = (number.into(), "a kind of thing, and one of it");
        start.error("kind of thing", Malformed::Unexpected { found, expected })
    };
    let kind = Kind::ALL.get(usize::from(number)).copied().ok_or_else(wrong)?;
    let things = match kind {
        Kind::Point => things_of(<zon::Body as blocks::Body>::read(kind.block_kind(), bytes)?),
        _ => things_of(<ifo::Body as blocks::Body>::read(kind.block_kind(), bytes)?),
    };
    let mut things = things.into_iter();
    match (things.next(), things.next()) {
        (Some(thing), None) => Ok(thing),
        _ => Err(wrong()),
    }
}

fn things_of<B: FrameBody>(body: B) -> Vec<Thing> {
    body.into_things().map(|(things, _)| things).unwrap_or_default()
}

pub(super) fn write_list(list: &List, out: &mut Vec<u8>) {
    out.put_u8(Kind::ALL.iter().position(|other| *other == list.kind).unwrap_or_default() as u8);
    out.put_u8(u8::from(list.block.is_some()));
    let BlockCoord { x, y } = list.block.unwrap_or(BlockCoord { x: 0, y: 0 });
    out.put_i32(x);
    out.put_i32(y);
    out.put_count(list.things.len());
    list.things.iter().for_each(|id| out.put_u32(id.0));
}

pub(super) fn read_list(bytes: &mut Bytes<'_>) -> Result<List, ReadError> {
    let start = bytes.clone();
    let number = bytes.u8("kind of list")?;
    let kind = Kind::ALL.get(usize::from(number)).copied().ok_or_else(|| {
        let (found, expected) = (number.into(), "a kind of thing");
        start.error("kind of list", Malformed::Unexpected { found, expected })
    })?;
    let is_in_block = bytes.u8("is in a block")? != 0;
    let block = BlockCoord { x: bytes.i32("block x")?, y: bytes.i32("block y")? };
    let n = bytes.u32("things")?;
    let n = bytes.expect_items("things", n.into(), 4)?;
    let things = (0..n).map(|_| bytes.u32("thing").map(ThingId)).collect::<Result<_, _>>()?;
    Ok(List { kind, block: is_in_block.then_some(block), things })
}

pub(super) fn write_body(body: &HeldBody, out: &mut Vec<u8>) {
    match body {
        HeldBody::Ifo(body) => {
            out.put_u8(0);
            out.put_u32(blocks::Body::kind(body).0);
            blocks::Body::write(body, out);
        }
        HeldBody::Zon(body) => {
            out.put_u8(1);
            out.put_u32(blocks::Body::kind(body).0);
            out.put_u32(n_bytes_of_info(body));
            blocks::Body::write(body, out);
        }
    }
}

/// How long the info of a ZON is says whether it has a grid of blocks, and how long bare tiles are says
/// how many there are; 0 for all else.
fn n_bytes_of_info(body: &zon::Body) -> u32 {
    let mut bytes = Vec::new();
    if let zon::Body::Info(_) | zon::Body::BareTiles(_) = body {
        blocks::Body::write(body, &mut bytes);
    }
    bytes.len() as u32
}

pub(super) fn read_body(bytes: &mut Bytes<'_>) -> Result<HeldBody, ReadError> {
    let in_zon = bytes.u8("file of a body")? != 0;
    let kind = BlockKind(bytes.u32("kind of body")?);
    if !in_zon {
        return Ok(HeldBody::Ifo(blocks::Body::read(kind, bytes)?));
    }
    let n_info = bytes.u32("length of a body")?;
    if n_info == 0 {
        return Ok(HeldBody::Zon(zon::Body::read_among_others(kind, bytes)?));
    }
    let n_info = bytes.expect_items("length of a body", n_info.into(), 1)?;
    let start = bytes.offset();
    let piece = bytes.slice("body", n_info)?;
    Ok(HeldBody::Zon(blocks::Body::read(kind, &mut Bytes::piece(piece, start))?))
}

pub(super) fn write_frame(frame: &Frame, out: &mut Vec<u8>) {
    write_opaque(&frame.gap, out);
    out.put_count(frame.rows.len());
    for row in &frame.rows {
        out.put_u32(row.kind.0);
        out.put_u32(row.place);
        write_opaque(&row.slack, out);
        match &row.content {
            Content::Things(list) => {
                out.put_u8(0);
                out.put_u32(list.0);
            }
            Content::Water { size, planes } => {
                out.put_u8(1);
                out.put_f32(*size);
                out.put_u32(planes.0);
            }
            Content::Body(body) => {
                out.put_u8(2);
                out.put_u32(body.0);
            }
            Content::Opaque(bytes) => {
                out.put_u8(3);
                write_opaque(bytes, out);
            }
            Content::Absent => out.put_u8(4),
        }
    }
}

pub(super) fn read_frame(bytes: &mut Bytes<'_>) -> Result<Frame, ReadError> {
    let gap = read_opaque(bytes)?;
    let n = bytes.u32("rows")?;
    let n = bytes.expect_items("rows", n.into(), 13)?;
    let mut rows = Vec::with_capacity(n);
    for _ in 0..n {
        let kind = BlockKind(bytes.u32("kind of row")?);
        let place = bytes.u32("place of a row")?;
        let slack = read_opaque(bytes)?;
        let start = bytes.clone();
        let content = match bytes.u8("content of a row")? {
            0 => Content::Things(ListId(bytes.u32("list")?)),
            1 => {
                let size = bytes.f32("water size")?;
                Content::Water { size, planes: ListId(bytes.u32("list")?) }
            }
            2 => Content::Body(BodyId(bytes.u32("body")?)),
            3 => Content::Opaque(read_opaque(bytes)?),
            4 => Content::Absent,
            other => {
                let (found, expected) = (other.into(), "0 to 4");
                let malformed = Malformed::Unexpected { found, expected };
                return Err(start.error("content of a row", malformed));
            }
        };
        rows.push(Row { kind, place, content, slack });
    }
    Ok(Frame { rows, gap })
}

fn write_opaque(bytes: &Opaque, out: &mut Vec<u8>) {
    out.put_count(bytes.0.len());
    out.put(&bytes.0);
}

fn read_opaque(bytes: &mut Bytes<'_>) -> Result<Opaque, ReadError> {
    let n = bytes.u32("bytes")?;
    let n = bytes.expect_items("bytes", n.into(), 1)?;
    Ok(Opaque(bytes.slice("bytes", n)?.to_vec()))
}
