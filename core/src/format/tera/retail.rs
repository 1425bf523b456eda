//! The files of TERA's own servers, from which the geometry of zones (ZGD) and the paths of areas
//! (APD) were made.
//!
//! ```text
//! x….idx                                    x….geo
//! 14,400 squares, in columns along x        volumes, in the order of the cells
//!   0  4   volumes in it  i32                 0  2  z       i16
//!   4  2×  volumes of each of its 64 cells    2  2  height  u16
//!
//! pathdata_….gdi                            pathdata_….nod
//! 0   4   first zone x   i32                nodes
//! 4   4   first zone y   i32                  0   3×4  position    f32  x y z, world
//! 8   4   last zone x    i32                  12  8×4  neighbours  i32  by octant, -1 none
//! 12  4   last zone y    i32                  44  8×4  distances   i32  to each neighbour,
//! 16  4   node count     i32                                            rounded down
//! 20  2×  nodes in each square
//! …   4×  first node of each square, i32
//! ```
//!
//! What the distances of a missing neighbour are in the game's own files is not known (2026). What
//! other tools write is the largest number, and so does `write_paths`. Distances are not kept when
//! read: they follow from the positions.

use super::apd::{Apd, Node, NodeRange, ZonePaths};
use super::zgd::{MAX_PAYLOAD, Volume, Zgd, cell_idx};
use super::{N_CELLS, N_CELLS_IN_SQUARE, N_SQUARES, SQUARES_PER_ZONE};
use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;
use crate::format::{Malformed, ReadError};

/// Of a square in an `.idx`.
const SQUARE_SIZE: u64 = 4 + 2 * N_CELLS_IN_SQUARE as u64;
const NODE_SIZE: u64 = 12 + 8 * 4 + 8 * 4;
/// A square takes a count and an index in a `.gdi`.
const RANGE_SIZE: u64 = 2 + 4;

/// Of a neighbour that is not there.
const NO_NODE: i32 = -1;
const NO_DISTANCE: i32 = i32::MAX;

/// Which of the two files that belong together is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RetailError {
    #[error("{file}: {error}")]
    Read { file: &'static str, error: ReadError },
    /// The two do not fit each other.
    #[error("{0}")]
    Apart(String),
    /// What the other format has no room for.
    #[error("{0}")]
    NoRoom(String),
}

fn of(file: &'static str) -> impl Fn(ReadError) -> RetailError {
    move |error| RetailError::Read { file, error }
}

/// The geometry of a zone from its `.idx` and `.geo`.
pub fn read_zone(idx: &[u8], geo: &[u8]) -> Result<Zgd, RetailError> {
    let counts = read_counts(idx).map_err(of(".idx"))?;
    let n_volumes: u64 = counts.iter().map(|count| u64::from(*count)).sum();
    if n_volumes * 4 != geo.len() as u64 {
        let n_found = geo.len() / 4;
        let message =
            format!(".idx counts {n_volumes} volumes, but .geo has {n_found}; 4 bytes each");
        return Err(RetailError::Apart(message));
    }
    if N_CELLS as u64 + n_volumes * 4 > MAX_PAYLOAD {
        return Err(RetailError::NoRoom(format!("{n_volumes} volumes are more than a zgd holds")));
    }
    let mut bytes = Bytes::new(geo);
    let mut volumes = Vec::with_capacity(geo.len() / 4);
    while !bytes.is_empty() {
        let mut volume = || Ok(Volume { z: bytes.i16("z")?, height: bytes.u16("height")? });
        volumes.push(volume().map_err(of(".geo"))?);
    }
    // Where the volumes of each cell start, in the order of the files.
    let mut starts = Vec::with_capacity(N_CELLS);
    let mut start = 0_usize;
    for count in &counts {
        starts.push(start);
        start += usize::from(*count);
    }
    let volumes_of = |x: u16, y: u16| {
        let idx = cell_idx(x, y)?;
        let start = *starts.get(idx)?;
        volumes.get(start..start + usize::from(*counts.get(idx)?))
    };
    Ok(Zgd::from_cells(|x, y, cell| cell.extend(volumes_of(x, y).unwrap_or_default())))
}

/// The volumes of every cell, 255 at most.
fn read_counts(idx: &[u8]) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Bytes::new(idx);
    bytes.expect_items("squares", N_SQUARES as u64, SQUARE_SIZE)?;
    let mut counts = Vec::with_capacity(N_CELLS);
    for _ in 0..N_SQUARES {
        let start = bytes.clone();
        let stated = bytes.i32("volumes in it")?;
        let mut n_volumes = 0;
        for _ in 0..N_CELLS_IN_SQUARE {
            let cell = bytes.clone();
            let count = bytes.u16("volumes of a cell")?;
            n_volumes += i64::from(count);
            let expected = "255 at most, which a zgd has room for";
            let found = i64::from(count);
            let count = u8::try_from(count).map_err(|_| {
                cell.error("volumes of a cell", Malformed::Unexpected { found, expected })
            })?;
            counts.push(count);
        }
        if i64::from(stated) != n_volumes {
            let (found, expected) = (i64::from(stated), "the sum of its cells");
            return Err(start.error("volumes in it", Malformed::Unexpected { found, expected }));
        }
    }
    bytes.finish()?;
    Ok(counts)
}

/// The `.idx` and the `.geo` of a zone. A tail, which nobody understands, is left out.
pub fn write_zone(zgd: &Zgd) -> (Vec<u8>, Vec<u8>) {
    let mut idx = Vec::with_capacity(N_SQUARES * SQUARE_SIZE as usize);
    let mut geo = Vec::with_capacity(zgd.volumes().len() * 4);
    let counts: Vec<u16> = zgd.cells().map(|cell| cell.len() as u16).collect();
    for square in counts.chunks(N_CELLS_IN_SQUARE) {
        idx.put_i32(square.iter().map(|count| i32::from(*count)).sum());
        square.iter().for_each(|count| idx.put_u16(*count));
    }
    for volume in zgd.volumes() {
        geo.put_i16(volume.z);
        geo.put_u16(volume.height);
    }
    (idx, geo)
}

/// The paths of an area from its `.gdi` and `.nod`.
pub fn read_paths(gdi: &[u8], nod: &[u8]) -> Result<Apd, RetailError> {
    let (n_nodes, zones) = read_zones(gdi).map_err(of(".gdi"))?;
    let mut bytes = Bytes::new(nod);
    let n_found = nod.len() as u64 / NODE_SIZE;
    if u64::from(n_nodes) * NODE_SIZE != nod.len() as u64 {
        let message = format!(".gdi counts {n_nodes} nodes, but .nod has {n_found}; 76 bytes each");
        return Err(RetailError::Apart(message));
    }
    let mut nodes = Vec::with_capacity(n_nodes as usize);
    for _ in 0..n_nodes {
        nodes.push(read_node(&mut bytes).map_err(of(".nod"))?);
    }
    Apd::new(nodes, zones).map_err(|error| RetailError::NoRoom(error.to_string()))
}

fn read_zones(gdi: &[u8]) -> Result<(u32, Vec<ZonePaths>), ReadError> {
    let mut bytes = Bytes::new(gdi);
    let first =
        [not_negative(&mut bytes, "first zone x")?, not_negative(&mut bytes, "first zone y")?];
    let start = bytes.clone();
    let last = [not_negative(&mut bytes, "last zone x")?, not_negative(&mut bytes, "last zone y")?];
    let n_nodes = not_negative(&mut bytes, "node count")?;
    let sides = first.iter().zip(last).map(|(first, last)| i64::from(last) - i64::from(*first) + 1);
    let sides: Vec<i64> = sides.collect();
    if let Some(side) = sides.iter().find(|side| **side < 1) {
        let (found, expected) = (*side, "the first zone or one behind it");
        return Err(start.error("last zone", Malformed::Unexpected { found, expected }));
    }
    let n_zones = sides.iter().map(|side| *side as u64).fold(1, u64::saturating_mul);
    let n_squares = n_zones.saturating_mul(N_SQUARES as u64);
    let n_squares = bytes.expect_items("squares", n_squares, RANGE_SIZE)?;
    let mut counts = Vec::with_capacity(n_squares);
    for _ in 0..n_squares {
        let start = bytes.clone();
        let count = bytes.u16("nodes in a square")?;
        let (found, expected) = (i64::from(count), "255 at most, which an apd has room for");
        counts.push(u8::try_from(count).map_err(|_| {
            start.error("nodes in a square", Malformed::Unexpected { found, expected })
        })?);
    }
    let mut ranges = Vec::with_capacity(n_squares);
    for count in counts {
        ranges.push(NodeRange { first: not_negative(&mut bytes, "first node")?, count });
    }
    bytes.finish()?;
    let places = (first[0]..=last[0]).flat_map(|x| (first[1]..=last[1]).map(move |y| (x, y)));
    let zones = places.zip(ranges.chunks(N_SQUARES)).map(|((x, y), ranges)| {
        ZonePaths::from_squares(x, y, |x, y| {
            let idx = usize::from(x) * SQUARES_PER_ZONE + usize::from(y);
            ranges.get(idx).copied().unwrap_or_default()
        })
    });
    Ok((n_nodes, zones.collect()))
}

fn not_negative(bytes: &mut Bytes<'_>, field: &'static str) -> Result<u32, ReadError> {
    let start = bytes.clone();
    let number = bytes.i32(field)?;
    let (found, expected) = (i64::from(number), "0 or more");
    let wrong = |_| start.error(field, Malformed::Unexpected { found, expected });
    u32::try_from(number).map_err(wrong)
}

fn read_node(bytes: &mut Bytes<'_>) -> Result<Node, ReadError> {
    let position = bytes.f32s("position")?;
    let mut edges = [None; 8];
    for edge in &mut edges {
        let start = bytes.clone();
        let neighbour = bytes.i32("neighbour")?;
        *edge = match u32::try_from(neighbour) {
            Ok(neighbour) => Some(neighbour),
            Err(_) if neighbour == NO_NODE => None,
            Err(_) => {
                let (found, expected) = (i64::from(neighbour), "a node, or -1 for none");
                return Err(start.error("neighbour", Malformed::Unexpected { found, expected }));
            }
        };
    }
    bytes.array::<{ 8 * 4 }>("distances")?;
    Ok(Node { position, edges })
}

/// The `.gdi` and the `.nod` of an area. A tail, which nobody understands, is left out.
pub fn write_paths(apd: &Apd) -> Result<(Vec<u8>, Vec<u8>), RetailError> {
    let (first, last) = rectangle(apd)?;
    let no_room = |what: &str| RetailError::NoRoom(format!("{what} is more than a .gdi can hold"));
    let number = |number: u32, what: &str| i32::try_from(number).map_err(|_| no_room(what));
    let mut gdi = Vec::new();
    for place in first.into_iter().chain(last) {
        gdi.put_i32(number(place, "the place of a zone")?);
    }
    gdi.put_i32(number(apd.n_nodes() as u32, "the number of nodes")?);
    let ranges = || apd.zones().iter().flat_map(|zone| zone.squares());
    ranges().for_each(|range| gdi.put_u16(range.count.into()));
    for range in ranges() {
        gdi.put_i32(number(range.first, "the first node of a square")?);
    }
    let mut nod = Vec::with_capacity(apd.n_nodes() * NODE_SIZE as usize);
    for node in apd.nodes() {
        nod.put_f32s(&node.position);
        for edge in node.edges {
            nod.put_i32(edge.map_or(Ok(NO_NODE), |edge| number(edge, "the target of an edge"))?);
        }
        for edge in node.edges {
            let target = edge.and_then(|edge| apd.positions().get(edge as usize));
            nod.put_i32(target.map_or(NO_DISTANCE, |target| distance(&node.position, target)));
        }
    }
    Ok((gdi, nod))
}

/// In space, rounded down.
fn distance(from: &[F32; 3], to: &[F32; 3]) -> i32 {
    let squares = from.iter().zip(to).map(|(from, to)| {
        let off = f64::from(to.get()) - f64::from(from.get());
        off * off
    });
    squares.sum::<f64>().sqrt().floor() as i32
}

/// The first and the last zone of an area that is a whole rectangle in the order of the game.
fn rectangle(apd: &Apd) -> Result<([u32; 2], [u32; 2]), RetailError> {
    let zones = apd.zones();
    let no_rectangle = || {
        let message = "the zones are not a full rectangle in columns along x, which a .gdi needs";
        RetailError::NoRoom(message.to_owned())
    };
    let (Some(first), Some(last)) = (zones.first(), zones.last()) else {
        return Err(no_rectangle());
    };
    let places = (first.x..=last.x).flat_map(|x| (first.y..=last.y).map(move |y| (x, y)));
    match zones.iter().map(|zone| (zone.x, zone.y)).eq(places) {
        true => Ok(([first.x, first.y], [last.x, last.y])),
        false => Err(no_rectangle()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_in_space_rounded_down() {
        let node = |position: [f32; 3], edge| {
            let mut edges = [None; 8];
            edges[2] = edge;
            Node { position: position.map(F32::new), edges }
        };
        let nodes = [node([0.0; 3], Some(1)), node([3.0, 4.0, 6.0], Some(9))];
        let zone = ZonePaths::from_squares(1, 2, |_, _| NodeRange { first: 0, count: 0 });
        let (_, nod) = write_paths(&Apd::new(nodes, vec![zone]).unwrap()).unwrap();
        let number = |at: usize| i32::from_le_bytes(nod[at..at + 4].try_into().unwrap());
        assert_eq!([number(12), number(20), number(52)], [-1, 1, 7]);
        // A target that is not there is nowhere.
        assert_eq!([number(76 + 20), number(76 + 52), number(44)], [9, i32::MAX, i32::MAX]);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let zgd = Zgd::from_cells(|x, y, cell| {
            if (x, y) == (0, 1) {
                cell.push(Volume { z: 1, height: 2 });
            }
        });
        let (mut idx, geo) = write_zone(&zgd);
        let refusal = |idx: &[u8], geo: &[u8]| read_zone(idx, geo).unwrap_err().to_string();
        assert_eq!(refusal(&idx, &geo[..3]), ".idx counts 1 volumes, but .geo has 0; 4 bytes each");
        idx[6] = 2;
        assert!(
            refusal(&idx, &geo).contains("volumes in it at byte 0x0: found 1, expected the sum")
        );
        idx[7] = 1;
        assert!(refusal(&idx, &geo).contains("found 258, expected 255 at most"));
        assert!(refusal(&idx[..99], &geo).starts_with(".idx: squares at byte 0x0"));
        let hole = [(1, 1), (2, 2)]
            .map(|(x, y)| ZonePaths::from_squares(x, y, |_, _| NodeRange::default()));
        let hole = Apd::new([], hole.to_vec()).unwrap();
        assert!(write_paths(&hole).unwrap_err().to_string().contains("not a full rectangle"));
        assert!(write_paths(&Apd::new([], vec![]).unwrap()).is_err());
    }

    #[test]
    fn broken_files_are_refused_wherever_they_break() {
        let zone = ZonePaths::from_squares(1, 2, |_, _| NodeRange { first: 0, count: 1 });
        let apd = Apd::new([Node::default()], vec![zone]).unwrap();
        let (gdi, nod) = write_paths(&apd).unwrap();
        for end in (0..40).chain([gdi.len() - 1]) {
            assert!(read_paths(&gdi[..end], &nod).is_err(), "{end}");
        }
        for end in 0..nod.len() {
            assert!(read_paths(&gdi, &nod[..end]).is_err(), "{end}");
        }
        for at in 0..20 {
            for byte in [0x7f, 0x80, 0xff] {
                let mut broken = gdi.clone();
                broken[at] = byte;
                assert!(read_paths(&broken, &nod).is_err(), "{at} {byte}");
            }
        }
        let mut broken = nod;
        broken[12..16].copy_from_slice(&(-2_i32).to_le_bytes());
        let error = read_paths(&gdi, &broken).unwrap_err().to_string();
        assert_eq!(error, ".nod: neighbour at byte 0xc: found -2, expected a node, or -1 for none");
    }
}
