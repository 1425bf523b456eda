//! How a journal has an edit.
//!
//! ```text
//! Edit, as a journal has it              Frame, where the zones change
//! 0  1  kind      u8, 0 to 15            …  zones    u32, u32 x and u32 y each
//! 1  4  n nodes   u32                    …  origin   i64 x, i64 y
//! 5  1  ranges    u8: 0 as they are,     …  strays   u32, u32 each
//!                 1 running, 2 kept      …  tail     u32, bytes
//!       kept: u32, u32 and u8 each       …  columns  u32, u32 each; nine of them,
//! …  …  frame                                        or just the last one
//! …  …  nine patches, where not all columns are there
//! …  …  volumes
//! …  …  splice of the route tests
//! ```
//!
//! The bits of a kind: 1 the frame and all columns, 2 volumes, 4 route tests, 8 the frame and the column
//! of squares. What does not change is not written. Kind 1 is of old journals: it is read, and done and
//! undone as it was then.

use std::sync::Arc;

use crate::format::bytes::{Bytes, Put};
use crate::format::tera::N_SQUARES;
use crate::format::{Malformed, ReadError};
use crate::world::area::route_tests::{RouteTests, Splice};
use crate::world::area::volumes::Volumes;
use crate::world::area::words::N_COLUMNS;
use crate::world::area::{Area, Ranges};
use crate::world::patch::Patch;

use super::bytes::{
    read_frame, read_ranges, read_squares, read_words, write_column, write_frame, write_ranges,
};
use super::{Changes, Edit, Reframing, Whole};

/// Ids that may be missing between those of the document and those of an edit: a gesture that
/// adds nodes and takes them away again leaves some.
const MAX_GAP: usize = 1 << 18;

/// A byte of an edit adds no more nodes: a square lists 255 at most, and takes 8 bytes.
const MAX_NODES_PER_BYTE: usize = 32;

/// Bits of the kind of an edit.
const WHOLE: u8 = 1;
const VOLUMES: u8 = 2;
const ROUTE_TESTS: u8 = 4;
const FRAME: u8 = 8;

pub(super) fn write(edit: &Edit, out: &mut Vec<u8>) {
    match edit {
        Edit::Words(changes) => {
            let bits = if changes.frame.is_some() { FRAME } else { 0 };
            out.put_u8(kind(bits, &changes.volumes, &changes.route_tests));
            out.put_u32(changes.n_nodes);
            write_ranges(changes.ranges.as_ref(), out);
            if let Some(Reframing { frame, first }) = &changes.frame {
                write_frame(frame, out);
                write_column(first, out);
            }
            changes.patches.iter().for_each(|patch| patch.write(out));
            write_beside(&changes.volumes, &changes.route_tests, out);
        }
        Edit::Whole(whole) => {
            let Whole { area: whole, route_tests } = &**whole;
            out.put_u8(kind(WHOLE, &whole.volumes, route_tests));
            out.put_u32(whole.n_nodes);
            write_ranges(Some(&whole.ranges), out);
            write_frame(&whole.frame, out);
            whole.words.each().into_iter().for_each(|column| write_column(column, out));
            write_beside(&whole.volumes, route_tests, out);
        }
    }
}

pub(super) fn read(area: &Area, data: &[u8]) -> Result<Edit, ReadError> {
    let mut bytes = Bytes::new(data);
    let start = bytes.clone();
    let kind = bytes.u8("kind of edit")?;
    let is_odd = kind & (WHOLE | FRAME) == WHOLE | FRAME;
    if is_odd || kind & !(WHOLE | VOLUMES | ROUTE_TESTS | FRAME) != 0 {
        let (found, expected) = (i64::from(kind), "0 to 15, with 1 or 8 at most");
        return Err(start.error("kind of edit", Malformed::Unexpected { found, expected }));
    }
    let n_nodes = bytes.u32("nodes")?;
    let ranges = read_ranges(&mut bytes)?;
    let edit = if kind & WHOLE == 0 {
        let frame = match kind & FRAME {
            0 => None,
            _ => Some(read_reframing(&mut bytes)?),
        };
        let patches = read_patches(area, &mut bytes)?;
        let (volumes, route_tests) = read_beside(area, kind, &mut bytes)?;
        Edit::Words(Box::new(Changes { n_nodes, ranges, frame, patches, volumes, route_tests }))
    } else {
        let frame = read_frame(&mut bytes)?;
        let words = read_words(&mut bytes, frame.zones.len() * N_SQUARES)?;
        let ranges = ranges.unwrap_or(Ranges::Running);
        let (volumes, splice) = read_beside(area, kind, &mut bytes)?;
        let (frame, route_tests) = (Arc::new(frame), RouteTests::default());
        let area = Area { frame, words, n_nodes, ranges, volumes, route_tests };
        Edit::Whole(Box::new(Whole { area, route_tests: splice }))
    };
    bytes.finish()?;
    Ok(edit)
}

/// Patches that grow the area no more than they fill, give or take some.
fn read_patches(area: &Area, bytes: &mut Bytes<'_>) -> Result<[Patch; N_COLUMNS], ReadError> {
    let start = bytes.clone();
    let no_limit = u32::MAX as usize;
    let n_squares = area.words.first.len();
    let mut patches: [Patch; N_COLUMNS] = std::array::from_fn(|_| Patch::default());
    for (n, patch) in patches.iter_mut().enumerate() {
        let is_of_squares = n + 1 == N_COLUMNS;
        *patch = Patch::read(bytes, if is_of_squares { n_squares } else { no_limit })?;
    }
    let (volumes, route_tests) = (Volumes::default(), Splice::default());
    let (ranges, frame) = (None, None);
    let changes = Changes { n_nodes: 0, ranges, frame, patches, volumes, route_tests };
    let n_bytes = bytes.offset() - start.offset();
    let most = area.n_ids() as usize + n_bytes * MAX_NODES_PER_BYTE + MAX_GAP;
    if changes.n_ids() > most {
        let (found, expected) = (changes.n_ids() as i64, "ids that follow those of the area");
        return Err(start.error("patches", Malformed::Unexpected { found, expected }));
    }
    Ok(changes.patches)
}

fn read_beside(
    area: &Area,
    kind: u8,
    bytes: &mut Bytes<'_>,
) -> Result<(Volumes, Splice), ReadError> {
    let volumes = match kind & VOLUMES {
        0 => Volumes::default(),
        _ => Volumes::read(bytes)?,
    };
    let route_tests = match kind & ROUTE_TESTS {
        0 => Splice::default(),
        _ => Splice::read(bytes, &area.route_tests)?,
    };
    Ok((volumes, route_tests))
}

fn read_reframing(bytes: &mut Bytes<'_>) -> Result<Reframing, ReadError> {
    let frame = Arc::new(read_frame(bytes)?);
    let first = read_squares(bytes, frame.zones.len() * N_SQUARES)?;
    Ok(Reframing { frame, first })
}

/// Geometry and tests are written only where they change, by kinds of their own.
fn kind(kind: u8, volumes: &Volumes, route_tests: &Splice) -> u8 {
    let volumes = if volumes.is_empty() { 0 } else { VOLUMES };
    let route_tests = if route_tests.is_empty() { 0 } else { ROUTE_TESTS };
    kind | volumes | route_tests
}

fn write_beside(volumes: &Volumes, route_tests: &Splice, out: &mut Vec<u8>) {
    if !volumes.is_empty() {
        volumes.write(out);
    }
    if !route_tests.is_empty() {
        route_tests.write(out);
    }
}
