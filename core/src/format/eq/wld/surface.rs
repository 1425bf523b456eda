//! Fragments about what surfaces look like.
//!
//! ```text
//! 0x03  name, u32 number of names less one (0 means one), names: u16 length, XOR text
//! 0x04  name, flags, u32 number, [u32 current if 4], [u32 ms if 8], references to 0x03
//! 0x30  name, flags, render method, colour, brightness, scaled ambience, reference to 0x05,
//!       [u32, f32 if 2]
//! 0x31  name, flags, u32 number, references to 0x30
//! ```

use super::fragment::{body, references};
use super::{Fragment, crypt};
use crate::format::ReadError;
use crate::format::number::F32;
use crate::format::text::Text;

/// 0x03: the names of a bitmap and its frames.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bitmap {
    pub names: Vec<Text>,
}

impl Bitmap {
    pub fn read(fragment: &Fragment) -> Result<Bitmap, ReadError> {
        body(fragment, |bytes| {
            bytes.i32("name")?;
            let n_names = bytes.u32("number of names")?.max(1);
            let names = bytes.items("names", n_names.into(), 2, |bytes| {
                let len = bytes.u16("length of a name")?;
                let name = crypt(bytes.slice("name of a bitmap", len.into())?);
                Ok(Text::from(name.split(|byte| *byte == 0).next().unwrap_or_default()))
            })?;
            Ok(Bitmap { names })
        })
    }
}

/// 0x04: the bitmaps that a texture shows one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Animation {
    pub flags: u32,
    pub current: Option<u32>,
    /// Between two bitmaps.
    pub milliseconds: Option<u32>,
    pub bitmaps: Vec<i32>,
}

impl Animation {
    pub fn read(fragment: &Fragment) -> Result<Animation, ReadError> {
        body(fragment, |bytes| {
            bytes.i32("name")?;
            let flags = bytes.u32("flags")?;
            let n_bitmaps = bytes.u32("number of bitmaps")?;
            let current = (flags & 4 != 0).then(|| bytes.u32("current bitmap")).transpose()?;
            let milliseconds = (flags & 8 != 0).then(|| bytes.u32("milliseconds")).transpose()?;
            let bitmaps =
                bytes.items("bitmaps", n_bitmaps.into(), 4, |bytes| bytes.i32("bitmap"))?;
            Ok(Animation { flags, current, milliseconds, bitmaps })
        })
    }
}

/// 0x30: how a surface is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Material {
    pub flags: u32,
    pub method: u32,
    pub colour: u32,
    pub brightness: F32,
    pub ambience: F32,
    /// A reference to 0x05; 0 where nothing is drawn.
    pub texture: i32,
    pub pair: Option<(u32, F32)>,
}

impl Material {
    pub fn read(fragment: &Fragment) -> Result<Material, ReadError> {
        body(fragment, |bytes| {
            bytes.i32("name")?;
            let flags = bytes.u32("flags")?;
            let method = bytes.u32("render method")?;
            let colour = bytes.u32("colour")?;
            let brightness = bytes.f32("brightness")?;
            let ambience = bytes.f32("scaled ambience")?;
            let texture = bytes.i32("texture")?;
            let pair = match flags & 2 {
                0 => None,
                _ => Some((bytes.u32("pair")?, bytes.f32("pair")?)),
            };
            Ok(Material { flags, method, colour, brightness, ambience, texture, pair })
        })
    }

    /// Whether nothing is drawn, so that the server's tools leave the surface out.
    pub fn is_invisible(&self) -> bool {
        self.method == 0 || self.texture == 0
    }

    /// Whether the server's tools take it for a surface that stops nobody.
    pub fn is_passable(&self) -> bool {
        self.method & 0x1E != 0
    }
}

/// 0x31: the materials of a mesh.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MaterialList {
    pub flags: u32,
    pub materials: Vec<i32>,
}

impl MaterialList {
    pub fn read(fragment: &Fragment) -> Result<MaterialList, ReadError> {
        body(fragment, |bytes| {
            bytes.i32("name")?;
            let flags = bytes.u32("flags")?;
            Ok(MaterialList { flags, materials: references(bytes, "materials")? })
        })
    }
}
