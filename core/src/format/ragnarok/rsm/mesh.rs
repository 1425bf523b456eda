//! What RSM and RSM2 have in common: the vertices, faces and keys of a node.
//!
//! ```text
//! Texture vertex                    Face
//! 0  4  color  u8  from 1.2 on      0   3×2  vertices          u16
//! 4  4  u      f32                  6   3×2  texture vertices  u16
//! 8  4  v      f32                  12  2    texture           u16, of those of the node
//!                                   14  2    pad, garbage
//! Turn                              16  4    two-sided         i32
//! 0  4    time           i32        20  4×n  smoothing groups  i32; none before 1.2, one in RSM,
//! 4  4×4  rotation xyzw  f32                 one or more in RSM2
//!
//! Shift
//! 0  4    time    i32
//! 4  3×4  x y z   f32
//! 16 4    number  f32 or i32, 0 in every file seen
//!
//! Box
//! 0   3×4  size      f32
//! 12  3×4  position  f32
//! 24  3×4  rotation  f32
//! 36  4    flag      i32, from 1.3 on
//! ```

use serde::{Deserialize, Serialize};

use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;

pub(in super::super) const TURN_SIZE: u64 = 20;
pub(in super::super) const SHIFT_SIZE: u64 = 20;

/// The size of a face without its smoothing groups.
pub(in super::super) const FACE_SIZE: u64 = 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextureVertex {
    /// Zero where the version has none.
    pub color: [u8; 4],
    pub u: F32,
    pub v: F32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Face {
    /// Indices of the node's vertices; some real ones lead nowhere.
    pub vertices: [u16; 3],
    pub texture_vertices: [u16; 3],
    /// One of the node's textures, by its place.
    pub texture: u16,
    pub pad: u16,
    /// Yes where it is not 0.
    pub two_sided: i32,
    pub smoothing_groups: Groups,
}

/// The smoothing groups of a face: nearly always one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<i32>", into = "Vec<i32>")]
pub enum Groups {
    One(i32),
    /// None, or two and more.
    Many(Box<[i32]>),
}

/// How a node is turned at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    pub time: i32,
    pub rotation_xyzw: [F32; 4],
}

/// Where a node is, or how large, at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shift {
    pub time: i32,
    pub xyz: [F32; 3],
    pub number: F32,
}

/// A box around something, of unknown use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VolumeBox {
    pub size: [F32; 3],
    pub position: [F32; 3],
    pub rotation: [F32; 3],
    /// Zero where the version has none.
    pub flag: i32,
}

impl Groups {
    pub fn as_slice(&self) -> &[i32] {
        match self {
            Groups::One(group) => std::slice::from_ref(group),
            Groups::Many(groups) => groups,
        }
    }
}

impl From<Vec<i32>> for Groups {
    fn from(groups: Vec<i32>) -> Groups {
        match groups.as_slice() {
            [group] => Groups::One(*group),
            _ => Groups::Many(groups.into()),
        }
    }
}

impl From<Groups> for Vec<i32> {
    fn from(groups: Groups) -> Vec<i32> {
        groups.as_slice().to_vec()
    }
}

impl TextureVertex {
    pub(in super::super) fn read(
        has_color: bool,
        bytes: &mut Bytes<'_>,
    ) -> Result<TextureVertex, ReadError> {
        let color = if has_color { bytes.array("vertex color")? } else { [0; 4] };
        Ok(TextureVertex { color, u: bytes.f32("u")?, v: bytes.f32("v")? })
    }

    pub(in super::super) fn write(&self, has_color: bool, out: &mut Vec<u8>) {
        if has_color {
            out.put(&self.color);
        }
        out.put_f32s(&[self.u, self.v]);
    }
}

impl Face {
    pub(in super::super) fn read(
        n_groups: usize,
        bytes: &mut Bytes<'_>,
    ) -> Result<Face, ReadError> {
        let mut three = |field| Ok([bytes.u16(field)?, bytes.u16(field)?, bytes.u16(field)?]);
        let vertices = three("face vertices")?;
        let texture_vertices = three("face texture vertices")?;
        let texture = bytes.u16("face texture")?;
        let pad = bytes.u16("face pad")?;
        let two_sided = bytes.i32("two-sided")?;
        let smoothing_groups = match n_groups {
            1 => Groups::One(bytes.i32("smoothing group")?),
            n => {
                let groups = bytes
                    .items("smoothing groups", n as u64, 4, |bytes| bytes.i32("smoothing group"))?;
                Groups::Many(groups.into())
            }
        };
        Ok(Face { vertices, texture_vertices, texture, pad, two_sided, smoothing_groups })
    }

    pub(in super::super) fn write(&self, out: &mut Vec<u8>) {
        let indices = self.vertices.iter().chain(&self.texture_vertices);
        indices.chain([&self.texture, &self.pad]).for_each(|number| out.put_u16(*number));
        out.put_i32(self.two_sided);
        self.smoothing_groups.as_slice().iter().for_each(|group| out.put_i32(*group));
    }
}

impl Turn {
    pub(in super::super) fn read(bytes: &mut Bytes<'_>) -> Result<Turn, ReadError> {
        Ok(Turn { time: bytes.i32("key time")?, rotation_xyzw: bytes.f32s("key rotation")? })
    }

    pub(in super::super) fn write(&self, out: &mut Vec<u8>) {
        out.put_i32(self.time);
        out.put_f32s(&self.rotation_xyzw);
    }
}

impl Shift {
    pub(in super::super) fn read(bytes: &mut Bytes<'_>) -> Result<Shift, ReadError> {
        let time = bytes.i32("key time")?;
        Ok(Shift { time, xyz: bytes.f32s("key")?, number: bytes.f32("key number")? })
    }

    pub(in super::super) fn write(&self, out: &mut Vec<u8>) {
        out.put_i32(self.time);
        out.put_f32s(&self.xyz);
        out.put_f32(self.number);
    }
}

impl VolumeBox {
    pub(in super::super) fn size(has_flag: bool) -> u64 {
        if has_flag { 40 } else { 36 }
    }

    pub(in super::super) fn read(
        has_flag: bool,
        bytes: &mut Bytes<'_>,
    ) -> Result<VolumeBox, ReadError> {
        Ok(VolumeBox {
            size: bytes.f32s("box size")?,
            position: bytes.f32s("box position")?,
            rotation: bytes.f32s("box rotation")?,
            flag: if has_flag { bytes.i32("box flag")? } else { 0 },
        })
    }

    pub(in super::super) fn write(&self, has_flag: bool, out: &mut Vec<u8>) {
        for triple in [&self.size, &self.position, &self.rotation] {
            out.put_f32s(triple);
        }
        if has_flag {
            out.put_i32(self.flag);
        }
    }
}
