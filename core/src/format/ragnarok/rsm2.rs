//! RSM2: a model of newer clients.
//!
//! ```text
//! File                                      Node
//! 0   4  magic "GRSM"                       text  name
//! 4   1  version major      u8              text  parent
//! 5   1  version minor      u8              4     texture count  u32
//! 6   4  animation length   i32, frames     n     textures: 2.2 by number i32, 2.3 texts
//! 10  4  shade              i32             9×4   matrix, by columns  f32
//! 14  1  alpha              u8              3×4   offset              f32
//! 15  4  frames per second  f32             12×n  vertices, behind their count u32
//!     n  textures, texts, in 2.2            12×n  texture vertices, behind their count u32
//!     n  roots, texts                       n     faces, behind their count u32
//!     4  node count         u32             20×n  sizes, behind their count u32
//!     n  nodes                              20×n  turns, behind their count u32
//!     4  box count          u32, or the     20×n  shifts, behind their count u32
//!     40×n  boxes           end of file     n     texture animations in 2.3, behind their count
//!     n  tail
//!
//! Face: u32 length in bytes (24, 28, 32 …), then a face as in RSM with one group or more
//! Texture animation: i32 texture, u32 count and so many tracks of: i32 kind (0 u, 1 v, 2 u scale,
//!     3 v scale, 4 rotation), u32 count and so many keys of i32 time and f32 value
//! Text: u32 length and so many bytes. Lists of texts are behind their count u32
//! ```
//!
//! Only two files were seen, which other people's tests are made of (November 2026).

use serde::{Deserialize, Serialize};

use super::fit::json_that_reads_back;
use super::rsm::mesh::{
    FACE_SIZE, Face, SHIFT_SIZE, Shift, TURN_SIZE, TextureVertex, Turn, VolumeBox,
};
use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;
use crate::format::text::{Opaque, Text32};
use crate::format::{Malformed, ReadError};

const MAGIC: &[u8] = b"GRSM";
/// A node of 2.2 whose lists and texts are empty.
const MIN_NODE_SIZE: u64 = 84;

/// A model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct Rsm2 {
    version: Version,
    /// In frames.
    pub animation_length: i32,
    pub shade: i32,
    pub alpha: u8,
    pub frames_per_second: F32,
    /// There in version 2.2.
    pub textures: Vec<Text32>,
    pub roots: Vec<Text32>,
    pub nodes: Vec<Node>,
    /// Some files end before them.
    pub boxes: Option<Vec<VolumeBox>>,
    /// What follows the last field.
    pub tail: Opaque,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Version {
    #[serde(rename = "2.2")]
    V2_2,
    #[serde(rename = "2.3")]
    V2_3,
}

/// A part of a model that moves by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    pub name: Text32,
    pub parent: Text32,
    pub textures: Textures,
    /// Three columns.
    pub matrix: [F32; 9],
    pub offset: [F32; 3],
    pub vertices: Vec<[F32; 3]>,
    pub texture_vertices: Vec<TextureVertex>,
    pub faces: Vec<Face>,
    pub sizes: Vec<Shift>,
    pub turns: Vec<Turn>,
    pub shifts: Vec<Shift>,
    /// There in version 2.3.
    pub texture_animations: Vec<TextureAnimation>,
}

/// The textures of a node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Textures {
    /// Of those of the file, as version 2.2 has them.
    Numbers(Vec<i32>),
    /// Below `data\texture`, as version 2.3 has them.
    Names(Vec<Text32>),
}

/// How a texture moves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextureAnimation {
    pub texture: i32,
    pub tracks: Vec<Track>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Track {
    /// 0 u, 1 v, 2 scale of u, 3 scale of v, 4 rotation.
    pub kind: i32,
    /// Times and values.
    pub keys: Vec<(i32, F32)>,
}

impl Version {
    pub fn in_words(self) -> &'static str {
        match self {
            Version::V2_2 => "2.2",
            Version::V2_3 => "2.3",
        }
    }

    fn has_own_textures(self) -> bool {
        self == Version::V2_3
    }

    fn read(bytes: &mut Bytes<'_>) -> Result<Version, ReadError> {
        let start = bytes.clone();
        match (bytes.u8("version major")?, bytes.u8("version minor")?) {
            (2, 2) => Ok(Version::V2_2),
            (2, 3) => Ok(Version::V2_3),
            (major, minor) => {
                let (major, minor) = (u32::from(major), u32::from(minor));
                let expected = "2.2 or 2.3; those before 2.0 are RSM, and their names end in .rsm";
                Err(start.error("version", Malformed::UnknownVersion { major, minor, expected }))
            }
        }
    }
}

impl Rsm2 {
    pub fn new(version: Version, nodes: Vec<Node>) -> Rsm2 {
        Rsm2 {
            version,
            animation_length: 0,
            shade: 2,
            alpha: u8::MAX,
            frames_per_second: F32::new(30.0),
            textures: Vec::new(),
            roots: nodes.first().map(|node| node.name.clone()).into_iter().collect(),
            nodes,
            boxes: Some(Vec::new()),
            tail: Opaque::default(),
        }
    }

    pub fn version(&self) -> Version {
        self.version
    }

    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        self.tail.0.len()
    }
}

json_that_reads_back!(Rsm2);

pub fn read(data: &[u8]) -> Result<Rsm2, ReadError> {
    let mut bytes = Bytes::new(data);
    bytes.magic("magic", MAGIC)?;
    let version = Version::read(&mut bytes)?;
    let animation_length = bytes.i32("animation length")?;
    let shade = bytes.i32("shade")?;
    let alpha = bytes.u8("alpha")?;
    let frames_per_second = bytes.f32("frames per second")?;
    let textures = match version.has_own_textures() {
        true => Vec::new(),
        false => read_texts("textures", &mut bytes)?,
    };
    let roots = read_texts("roots", &mut bytes)?;
    let nodes = read_list("nodes", MIN_NODE_SIZE, &mut bytes, |bytes| Node::read(version, bytes))?;
    let boxes = match bytes.is_empty() {
        true => None,
        false => Some(read_list("boxes", VolumeBox::size(true), &mut bytes, |bytes| {
            VolumeBox::read(true, bytes)
        })?),
    };
    let tail = Opaque(bytes.rest().to_vec());
    Ok(Rsm2 {
        version,
        animation_length,
        shade,
        alpha,
        frames_per_second,
        textures,
        roots,
        nodes,
        boxes,
        tail,
    })
}

pub fn write(rsm: &Rsm2) -> Vec<u8> {
    let version = rsm.version;
    let mut out = Vec::new();
    out.put(MAGIC);
    out.put(match version {
        Version::V2_2 => &[2, 2],
        Version::V2_3 => &[2, 3],
    });
    out.put_i32(rsm.animation_length);
    out.put_i32(rsm.shade);
    out.put_u8(rsm.alpha);
    out.put_f32(rsm.frames_per_second);
    if !version.has_own_textures() {
        write_list(&rsm.textures, &mut out, |text, out| out.put_text32(text));
    }
    write_list(&rsm.roots, &mut out, |text, out| out.put_text32(text));
    write_list(&rsm.nodes, &mut out, |node, out| node.write(version, out));
    if let Some(boxes) = &rsm.boxes {
        write_list(boxes, &mut out, |volume, out| volume.write(true, out));
    }
    out.put(&rsm.tail.0);
    out
}

/// A list behind its count.
fn read_list<'a, T>(
    field: &'static str,
    item_size: u64,
    bytes: &mut Bytes<'a>,
    read: impl FnMut(&mut Bytes<'a>) -> Result<T, ReadError>,
) -> Result<Vec<T>, ReadError> {
    let n_items = bytes.u32(field)?;
    bytes.items(field, n_items.into(), item_size, read)
}

fn write_list<T>(items: &[T], out: &mut Vec<u8>, write: impl Fn(&T, &mut Vec<u8>)) {
    out.put_count(items.len());
    items.iter().for_each(|item| write(item, out));
}

fn read_texts(field: &'static str, bytes: &mut Bytes<'_>) -> Result<Vec<Text32>, ReadError> {
    read_list(field, 4, bytes, |bytes| bytes.text32(field))
}

impl Node {
    fn read(version: Version, bytes: &mut Bytes<'_>) -> Result<Node, ReadError> {
        Ok(Node {
            name: bytes.text32("node name")?,
            parent: bytes.text32("node parent")?,
            textures: match version.has_own_textures() {
                true => Textures::Names(read_texts("node textures", bytes)?),
                false => Textures::Numbers(read_list("node textures", 4, bytes, |bytes| {
                    bytes.i32("node texture")
                })?),
            },
            matrix: bytes.f32s("matrix")?,
            offset: bytes.f32s("offset")?,
            vertices: read_list("vertices", 12, bytes, |bytes| bytes.f32s("vertex"))?,
            texture_vertices: read_list("texture vertices", 12, bytes, |bytes| {
                TextureVertex::read(true, bytes)
            })?,
            faces: read_list("faces", FACE_SIZE + 4, bytes, read_face)?,
            sizes: read_list("sizes", SHIFT_SIZE, bytes, Shift::read)?,
            turns: read_list("turns", TURN_SIZE, bytes, Turn::read)?,
            shifts: read_list("shifts", SHIFT_SIZE, bytes, Shift::read)?,
            texture_animations: match version {
                Version::V2_2 => Vec::new(),
                Version::V2_3 => read_list("texture animations", 8, bytes, TextureAnimation::read)?,
            },
        })
    }

    fn write(&self, version: Version, out: &mut Vec<u8>) {
        out.put_text32(&self.name);
        out.put_text32(&self.parent);
        match &self.textures {
            Textures::Numbers(numbers) => {
                write_list(numbers, out, |number, out| out.put_i32(*number));
            }
            Textures::Names(names) => write_list(names, out, |name, out| out.put_text32(name)),
        }
        out.put_f32s(&self.matrix);
        out.put_f32s(&self.offset);
        write_list(&self.vertices, out, |vertex, out| out.put_f32s(vertex));
        write_list(&self.texture_vertices, out, |vertex, out| vertex.write(true, out));
        write_list(&self.faces, out, write_face);
        write_list(&self.sizes, out, |size, out| size.write(out));
        write_list(&self.turns, out, |turn, out| turn.write(out));
        write_list(&self.shifts, out, |shift, out| shift.write(out));
        if version == Version::V2_3 {
            write_list(&self.texture_animations, out, |animation, out| animation.write(out));
        }
    }
}

/// A face behind its length.
fn read_face(bytes: &mut Bytes<'_>) -> Result<Face, ReadError> {
    let start = bytes.clone();
    let len = bytes.u32("face length")?;
    let n_group_bytes = u64::from(len).checked_sub(FACE_SIZE).filter(|n_bytes| n_bytes % 4 == 0);
    let Some(n_group_bytes) = n_group_bytes else {
        let expected = "20, 24, 28 and so on";
        let malformed = Malformed::Unexpected { found: len.into(), expected };
        return Err(start.error("face length", malformed));
    };
    let n_groups = bytes.expect_items("smoothing groups", n_group_bytes / 4, 4)?;
    Face::read(n_groups, bytes)
}

fn write_face(face: &Face, out: &mut Vec<u8>) {
    out.put_count(FACE_SIZE as usize + 4 * face.smoothing_groups.as_slice().len());
    face.write(out);
}

impl TextureAnimation {
    fn read(bytes: &mut Bytes<'_>) -> Result<TextureAnimation, ReadError> {
        Ok(TextureAnimation {
            texture: bytes.i32("animated texture")?,
            tracks: read_list("tracks", 8, bytes, |bytes| {
                let kind = bytes.i32("track kind")?;
                let keys = read_list("track keys", 8, bytes, |bytes| {
                    Ok((bytes.i32("key time")?, bytes.f32("key value")?))
                })?;
                Ok(Track { kind, keys })
            })?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_i32(self.texture);
        write_list(&self.tracks, out, |track, out| {
            out.put_i32(track.kind);
            write_list(&track.keys, out, |(time, value), out| {
                out.put_i32(*time);
                out.put_f32(*value);
            });
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::rsm::mesh::Groups;
    use super::*;
    use crate::format::text::Text;

    /// A model with something in each list.
    fn odd(version: Version) -> Rsm2 {
        let text = |text: &str| Text32::try_from(Text::from(text)).unwrap();
        let [none, one] = [F32::ZERO, F32::new(1.0)];
        let face = |groups: &[i32]| Face {
            vertices: [0, 1, 9],
            texture_vertices: [0; 3],
            texture: 0,
            pad: 7,
            two_sided: 1,
            smoothing_groups: Groups::from(groups.to_vec()),
        };
        let shift = Shift { time: 100, xyz: [one; 3], number: none };
        let keys = vec![(1, one), (-2, none)];
        let animation = TextureAnimation { texture: 0, tracks: vec![Track { kind: 4, keys }] };
        let is_newer = version == Version::V2_3;
        let node = Node {
            name: text("A"),
            parent: text(""),
            textures: match is_newer {
                true => Textures::Names(vec![text("wall.bmp")]),
                false => Textures::Numbers(vec![0, 1]),
            },
            matrix: [one; 9],
            offset: [none; 3],
            vertices: vec![[one; 3]],
            texture_vertices: vec![TextureVertex { color: [1, 2, 3, 4], u: none, v: one }],
            faces: vec![face(&[]), face(&[1]), face(&[1, 2, 3, 4])],
            sizes: vec![shift],
            turns: vec![Turn { time: 0, rotation_xyzw: [none; 4] }],
            shifts: vec![shift, shift],
            texture_animations: if is_newer { vec![animation] } else { Vec::new() },
        };
        let textures = if is_newer { Vec::new() } else { vec![text("b.bmp"), text("c.bmp")] };
        Rsm2 { textures, ..Rsm2::new(version, vec![node.clone(), node]) }
    }

    #[test]
    fn a_model_of_every_version_is_written_back() {
        for version in [Version::V2_2, Version::V2_3] {
            let data = write(&odd(version));
            assert_eq!(read(&data), Ok(odd(version)));
            let ends_early = Rsm2 { boxes: None, ..odd(version) };
            assert_eq!(read(&write(&ends_early)), Ok(ends_early.clone()));
            let stale = Rsm2 { tail: Opaque(vec![1, 2]), ..odd(version) };
            assert_eq!(read(&write(&stale)), Ok(stale.clone()));
            for rsm in [ends_early, stale] {
                let json = serde_json::to_string(&rsm).unwrap();
                assert_eq!(serde_json::from_str::<Rsm2>(&json).unwrap(), rsm, "{json}");
            }
            let end_of_nodes = data.len() - 4;
            for len in (0..data.len()).filter(|len| *len != end_of_nodes) {
                assert!(read(&data[..len]).is_err(), "{version:?} {len}");
            }
        }
    }

    #[test]
    fn a_face_of_an_odd_length_is_refused_where_it_stands() {
        let mut data = write(&odd(Version::V2_2));
        let face = data.windows(4).position(|bytes| bytes == [36, 0, 0, 0]).unwrap();
        for (len, expected) in [(37, "found 37, expected 20, 24, 28"), (0xffff_fff0, "needs ")] {
            data[face..face + 4].copy_from_slice(&u32::to_le_bytes(len));
            let error = read(&data).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn json_that_its_version_has_no_room_for_is_refused() {
        let json = serde_json::to_string(&odd(Version::V2_3)).unwrap();
        assert!(serde_json::from_str::<Rsm2>(&json.replace("\"2.3\"", "\"2.2\"")).is_err());
    }
}
