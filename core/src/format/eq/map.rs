//! `.map`: the triangles of a zone that stop things, for the server.
//!
//! ```text
//! version 1
//! 0   4  0x01000000
//! 4   4  number of faces  u32
//! 8   2  number of nodes  u16
//! 10  4  number of lists  u32
//! 14  …  faces of 52 bytes: three corners 3f, plane 4f
//! …   …  nodes and lists, which no server reads any more
//!
//! version 2
//! 0   4  0x02000000
//! 4   4  size of the stream
//! 8   4  size of what it unpacks to
//! 12  …  zlib: see `map/content.rs`
//! …   …  tail, empty in every file seen
//! ```
//!
//! Points are in the axes of the server: x and y of the client are exchanged.

mod content;
mod terrain;

use serde::{Deserialize, Serialize};

use super::zlib;
use crate::format::bytes::{Bytes, Put};
use crate::format::error::Within;
use crate::format::number::F32;
use crate::format::text::Opaque;
use crate::format::{Malformed, ReadError};

pub use self::content::{Content, Mesh, Model, Placed, PlacedGroup, Side};
pub use self::terrain::{Ground, Tile};

/// What a file of each version begins with.
pub const MAGIC_1: &[u8] = &VERSION_1.to_le_bytes();
pub const MAGIC_2: &[u8] = &VERSION_2.to_le_bytes();

const VERSION_1: u32 = 0x0100_0000;
const VERSION_2: u32 = 0x0200_0000;
const FACE_SIZE: u64 = 52;

/// The largest zone of a server is some 20 MB.
const MOST_BYTES: u32 = 1 << 27;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Map {
    Version1(Version1),
    Version2(Version2),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Version1 {
    pub n_nodes: u16,
    pub n_lists: u32,
    pub faces: Vec<Face>,
    /// Nodes and lists.
    pub rest: Opaque,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Face {
    pub corners: [[F32; 3]; 3],
    pub plane: [F32; 4],
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Version2 {
    pub content: Content,
    /// What the content was read from, so that content which nobody changed keeps it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stream: Option<Opaque>,
    pub tail: Opaque,
}

impl Map {
    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        match self {
            Map::Version1(map) => map.rest.0.len(),
            Map::Version2(map) => map.tail.0.len(),
        }
    }

    /// A file of some content.
    pub fn new(content: Content) -> Map {
        Map::Version2(Version2 { content, stream: None, tail: Opaque::default() })
    }
}

pub fn read(data: &[u8]) -> Result<Map, ReadError> {
    let mut bytes = Bytes::new(data);
    let start = bytes.clone();
    match bytes.u32("version")? {
        VERSION_1 => read_1(bytes).map(Map::Version1),
        VERSION_2 => read_2(bytes).map(Map::Version2),
        found => {
            let (found, expected) = (i64::from(found), "16777216 (1) or 33554432 (2)");
            Err(start.error("version", Malformed::Unexpected { found, expected }))
        }
    }
}

fn read_1(mut bytes: Bytes<'_>) -> Result<Version1, ReadError> {
    let n_faces = bytes.u32("number of faces")?;
    let n_nodes = bytes.u16("number of nodes")?;
    let n_lists = bytes.u32("number of lists")?;
    let faces = bytes.items("faces", n_faces.into(), FACE_SIZE, |bytes| {
        let corners = [bytes.f32s("corner")?, bytes.f32s("corner")?, bytes.f32s("corner")?];
        Ok(Face { corners, plane: bytes.f32s("plane")? })
    })?;
    Ok(Version1 { n_nodes, n_lists, faces, rest: Opaque(bytes.rest().to_vec()) })
}

fn read_2(mut bytes: Bytes<'_>) -> Result<Version2, ReadError> {
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
        content::read(&content).map_err(|error| ReadError { within: Within::Unpacked, ..error })?;
    let stream = Some(Opaque(stream.to_vec()));
    Ok(Version2 { content, stream, tail: Opaque(bytes.rest().to_vec()) })
}

pub fn write(map: &Map) -> Vec<u8> {
    let mut out = Vec::new();
    match map {
        Map::Version1(map) => {
            out.put_u32(VERSION_1);
            out.put_count(map.faces.len());
            out.put_u16(map.n_nodes);
            out.put_u32(map.n_lists);
            for face in &map.faces {
                face.corners.iter().for_each(|corner| out.put_f32s(corner));
                out.put_f32s(&face.plane);
            }
            out.put(&map.rest.0);
        }
        Map::Version2(map) => {
            let content = content::write(&map.content);
            let holds = |stream: &&Opaque| {
                zlib::inflate(&stream.0, content.len()).is_ok_and(|held| held == content)
            };
            let new = || zlib::deflate(&content);
            let kept = map.stream.as_ref().filter(holds);
            let stream = kept.map_or_else(new, |stream| stream.0.clone());
            out.put_u32(VERSION_2);
            out.put_count(stream.len());
            out.put_count(content.len());
            out.put(&stream);
            out.put(&map.tail.0);
        }
    }
    out
}

#[cfg(test)]
mod tests;
