//! The parts of an edit as bytes.

use std::sync::Arc;

use crate::format::bytes::{Bytes, Put};
use crate::format::tera::apd::NodeRange;
use crate::format::text::Opaque;
use crate::format::{Malformed, ReadError};
use crate::space::tera::{Origin, Zone};
use crate::world::area::words::{N_OCTANTS, Words};
use crate::world::area::{Frame, Ranges};
use crate::world::column::Column;

pub(super) fn write_ranges(ranges: Option<&Ranges>, out: &mut Vec<u8>) {
    match ranges {
        None => out.put_u8(0),
        Some(Ranges::Running) => out.put_u8(1),
        Some(Ranges::Kept(kept)) => {
            out.put_u8(2);
            out.put_count(kept.len());
            for range in kept.iter() {
                out.put_u32(range.first);
                out.put_u8(range.count);
            }
        }
    }
}

pub(super) fn read_ranges(bytes: &mut Bytes<'_>) -> Result<Option<Ranges>, ReadError> {
    let start = bytes.clone();
    match bytes.u8("kind of ranges")? {
        0 => Ok(None),
        1 => Ok(Some(Ranges::Running)),
        2 => {
            let n = bytes.u32("ranges")?;
            let n = bytes.expect_items("ranges", n.into(), 5)?;
            let mut range = || {
                Ok(NodeRange { first: bytes.u32("first node")?, count: bytes.u8("node count")? })
            };
            let kept = (0..n).map(|_| range()).collect::<Result<Arc<[_]>, ReadError>>()?;
            Ok(Some(Ranges::Kept(kept)))
        }
        kind => {
            let (found, expected) = (i64::from(kind), "0, 1 or 2");
            Err(start.error("kind of ranges", Malformed::Unexpected { found, expected }))
        }
    }
}

pub(super) fn write_frame(frame: &Frame, out: &mut Vec<u8>) {
    out.put_count(frame.zones.len());
    for zone in &frame.zones {
        out.put_u32(zone.x);
        out.put_u32(zone.y);
    }
    out.put(&frame.origin.zone_x.to_le_bytes());
    out.put(&frame.origin.zone_y.to_le_bytes());
    out.put_count(frame.strays.len());
    frame.strays.iter().for_each(|stray| out.put_u32(*stray));
    out.put_count(frame.tail.0.len());
    out.put(&frame.tail.0);
}

pub(super) fn read_frame(bytes: &mut Bytes<'_>) -> Result<Frame, ReadError> {
    let n_zones = bytes.u32("zones")?;
    let n_zones = bytes.expect_items("zones", n_zones.into(), 8)?;
    let mut zone = || Ok(Zone { x: bytes.u32("zone x")?, y: bytes.u32("zone y")? });
    let zones = (0..n_zones).map(|_| zone()).collect::<Result<Vec<_>, ReadError>>()?;
    let zone_x = i64::from_le_bytes(bytes.array("origin x")?);
    let zone_y = i64::from_le_bytes(bytes.array("origin y")?);
    let strays = read_column(bytes, "strays")?;
    let n_tail = bytes.u32("tail")?;
    let n_tail = bytes.expect_items("tail", n_tail.into(), 1)?;
    let tail = Opaque(bytes.slice("tail", n_tail)?.to_vec());
    Ok(Frame::new(zones, Origin { zone_x, zone_y }, strays, tail))
}

pub(super) fn read_words(bytes: &mut Bytes<'_>, n_squares: usize) -> Result<Words, ReadError> {
    let start = bytes.clone();
    let mut words = Words::empty(0);
    for column in words.each_mut() {
        *column = read_column(bytes, "column")?.into_iter().collect::<Column>();
    }
    let n_ids = words.square.len();
    let [x, y, z, edges, square, next, first_in, next_in, first] = words.each();
    let is_whole = [x, y, z, square, next, first_in].iter().all(|column| column.len() == n_ids)
        && [edges, next_in].iter().all(|column| column.len() == n_ids * N_OCTANTS)
        && first.len() == n_squares;
    if !is_whole {
        let (found, expected) = (n_ids as i64, "columns of the same nodes");
        return Err(start.error("columns", Malformed::Unexpected { found, expected }));
    }
    Ok(words)
}

pub(super) fn write_column(column: &Column, out: &mut Vec<u8>) {
    out.put_count(column.len());
    column.iter().for_each(|word| out.put_u32(word));
}

/// The column of squares alone.
pub(super) fn read_squares(bytes: &mut Bytes<'_>, n_squares: usize) -> Result<Column, ReadError> {
    let start = bytes.clone();
    let words = read_column(bytes, "squares")?;
    if words.len() != n_squares {
        let (found, expected) = (words.len() as i64, "the squares of all zones");
        return Err(start.error("squares", Malformed::Unexpected { found, expected }));
    }
    Ok(words.into_iter().collect())
}

fn read_column(bytes: &mut Bytes<'_>, field: &'static str) -> Result<Vec<u32>, ReadError> {
    let n = bytes.u32(field)?;
    let n = bytes.expect_items(field, n.into(), 4)?;
    (0..n).map(|_| bytes.u32(field)).collect()
}
