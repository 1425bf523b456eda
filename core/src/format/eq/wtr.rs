//! `.wtr`: which water, lava and other regions a zone has, for the server.
//!
//! ```text
//! 0   10  "EQEMUWATER"
//! 10  4   version  u32, 1 or 2
//! 14  4   number of nodes or boxes  u32
//! 18  …   version 1, nodes of the tree of regions: 36 bytes each
//!         4   number, counted from 0
//!         16  plane: normal, distance  4f, in the axes of the client
//!         4   region, counted from 1; 0 inside the tree
//!         4   kind of a leaf, i32
//!         8   front, back, counted from 1; 0 where that side is solid
//!     …   version 2, boxes: 52 bytes each
//!         4   kind, i32
//!         48  position, turns in degrees, scale, extent  3f each
//! …   …   tail, empty in every file seen
//! ```

use serde::{Deserialize, Serialize};

use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;
use crate::format::text::Opaque;
use crate::format::{Malformed, ReadError};

/// What every file begins with.
pub const MAGIC: &[u8] = b"EQEMUWATER";
const NODE_SIZE: u64 = 36;
const BOX_SIZE: u64 = 52;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wtr {
    pub regions: Regions,
    pub tail: Opaque,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Regions {
    /// Version 1, of an S3D zone.
    Nodes(Vec<Node>),
    /// Version 2, of an EQG zone: the first box that holds a point decides.
    Boxes(Vec<Box>),
}

/// A node of the tree of regions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    pub number: i32,
    pub plane: [F32; 4],
    pub region: i32,
    pub kind: i32,
    pub front: i32,
    pub back: i32,
}

/// A box that is turned, and then scaled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Box {
    pub kind: i32,
    pub position: [F32; 3],
    /// In degrees.
    pub turns: [F32; 3],
    pub scale: [F32; 3],
    pub extent: [F32; 3],
}

impl Wtr {
    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        self.tail.0.len()
    }
}

pub fn read(data: &[u8]) -> Result<Wtr, ReadError> {
    let mut bytes = Bytes::new(data);
    bytes.magic("magic", MAGIC)?;
    let start = bytes.clone();
    let version = bytes.u32("version")?;
    let number = u64::from(bytes.u32("number of nodes or boxes")?);
    let regions = match version {
        1 => Regions::Nodes(bytes.items("nodes", number, NODE_SIZE, |bytes| {
            Ok(Node {
                number: bytes.i32("number")?,
                plane: bytes.f32s("plane")?,
                region: bytes.i32("region")?,
                kind: bytes.i32("kind")?,
                front: bytes.i32("front")?,
                back: bytes.i32("back")?,
            })
        })?),
        2 => Regions::Boxes(bytes.items("boxes", number, BOX_SIZE, |bytes| {
            Ok(Box {
                kind: bytes.i32("kind")?,
                position: bytes.f32s("position")?,
                turns: bytes.f32s("turns")?,
                scale: bytes.f32s("scale")?,
                extent: bytes.f32s("extent")?,
            })
        })?),
        found => {
            let (found, expected) = (i64::from(found), "1 or 2");
            return Err(start.error("version", Malformed::Unexpected { found, expected }));
        }
    };
    Ok(Wtr { regions, tail: Opaque(bytes.rest().to_vec()) })
}

pub fn write(wtr: &Wtr) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    match &wtr.regions {
        Regions::Nodes(nodes) => {
            out.put_u32(1);
            out.put_count(nodes.len());
            for node in nodes {
                out.put_i32(node.number);
                out.put_f32s(&node.plane);
                out.put_i32(node.region);
                out.put_i32(node.kind);
                out.put_i32(node.front);
                out.put_i32(node.back);
            }
        }
        Regions::Boxes(boxes) => {
            out.put_u32(2);
            out.put_count(boxes.len());
            for one in boxes {
                out.put_i32(one.kind);
                [one.position, one.turns, one.scale, one.extent]
                    .iter()
                    .for_each(|numbers| out.put_f32s(numbers));
            }
        }
    }
    out.put(&wtr.tail.0);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> [Wtr; 2] {
        let plane = [F32::new(0.0), F32::new(-1.0), F32::from_bits(0x7fc0_0001), F32::ZERO];
        let node = Node { number: 0, plane, region: 0, kind: -1, front: 2, back: 0 };
        let three = [F32::new(1.5); 3];
        let one = Box { kind: 1, position: three, turns: three, scale: three, extent: three };
        [Regions::Nodes(vec![node; 3]), Regions::Boxes(vec![one; 2])]
            .map(|regions| Wtr { regions, tail: Opaque::default() })
    }

    #[test]
    fn what_is_read_is_written_back() {
        for wtr in samples() {
            let mut data = write(&wtr);
            assert_eq!(read(&data), Ok(wtr.clone()));
            let json = serde_json::to_string(&wtr).unwrap();
            assert_eq!(serde_json::from_str::<Wtr>(&json).unwrap(), wtr);
            for len in 0..data.len() {
                assert!(read(&data[..len]).is_err(), "{len}");
            }
            data.extend(b"left over");
            let odd = read(&data).unwrap();
            assert_eq!((odd.n_opaque(), write(&odd)), (9, data));
        }
    }

    #[test]
    fn a_count_is_checked_before_anything_is_allocated() {
        let mut data = write(&samples()[0]);
        data[14..18].copy_from_slice(&[0xff; 4]);
        assert!(read(&data).unwrap_err().to_string().starts_with("nodes at byte 0x12"));
        data[10] = 3;
        assert_eq!(
            read(&data).unwrap_err().to_string(),
            "version at byte 0xa: found 3, expected 1 or 2"
        );
    }
}
