//! Fragments about regions: the convex cells that a zone is cut into.
//!
//! ```text
//! 0x22  name, flags, ambience, u32 numbers: vertices, proximal vertices, render vertices, walls,
//!       obstacles, cutting obstacles, nodes of visibility, lists of visibility
//!       vertices 12 bytes each, proximal vertices 8, render vertices 12, nodes of visibility 28
//!       lists of visibility: u16 number, as many bytes (flag 0x80) or numbers of two bytes
//!       [sphere 4 floats if 1], [reverb f32 if 2], [i32 if 4], u32 length, text,
//!       [reference to 0x36 if 0x140]
//! 0x29  name, flags, u32 number, regions counted from 0, u32 length, XOR text
//! 0x2A  name, reference to 0x1C, flags, u32 number, regions counted from 0
//! ```

use serde::Serialize;

use super::fragment::{body, references};
use super::{Fragment, crypt};
use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;
use crate::format::text::{Opaque, Text};
use crate::format::{Malformed, ReadError};

const FLAG_SPHERE: u32 = 1;
const FLAG_REVERB: u32 = 2;
const FLAG_REVERB_OFFSET: u32 = 4;
const FLAG_BYTES: u32 = 0x80;
const FLAGS_MESH: u32 = 0x140;

/// 0x22: one region.
#[derive(Debug, Clone, PartialEq)]
pub struct Region {
    pub flags: u32,
    pub ambience: i32,
    /// Centre and radius.
    pub sphere: Option<[F32; 4]>,
    /// What can be seen from here, packed as the file has it.
    pub visible: Vec<Opaque>,
    pub user_data: Text,
    /// A reference to 0x36.
    pub mesh: Option<i32>,
}

impl Region {
    pub fn read(fragment: &Fragment) -> Result<Region, ReadError> {
        body(fragment, |bytes| {
            bytes.i32("name")?;
            let flags = bytes.u32("flags")?;
            let ambience = bytes.i32("ambience")?;
            let visible = read_lists(bytes, flags)?;
            let sphere = (flags & FLAG_SPHERE != 0).then(|| bytes.f32s("sphere")).transpose()?;
            if flags & FLAG_REVERB != 0 {
                bytes.f32("reverb volume")?;
            }
            if flags & FLAG_REVERB_OFFSET != 0 {
                bytes.i32("reverb offset")?;
            }
            let len = bytes.u32("length of the text")?;
            let len = bytes.expect_items("text", len.into(), 1)?;
            let user_data = Text::from(crypt(bytes.slice("text", len)?).as_slice());
            let mesh = (flags & FLAGS_MESH != 0).then(|| bytes.i32("mesh")).transpose()?;
            Ok(Region { flags, ambience, sphere, visible, user_data, mesh })
        })
    }
}

fn read_lists(bytes: &mut Bytes<'_>, flags: u32) -> Result<Vec<Opaque>, ReadError> {
    let mut numbers = [0; 8];
    for number in &mut numbers {
        *number = bytes.u32("number of things")?;
    }
    let [vertices, proximal, render, walls, obstacles, cutting, nodes, lists] = numbers;
    // No file seen has any of these, and what they look like is not known (2026-11-25).
    if walls != 0 || obstacles != 0 || cutting != 0 {
        let found = i64::from(walls.max(obstacles).max(cutting));
        let expected = "no walls and no obstacles";
        return Err(bytes.error("number of things", Malformed::Unexpected { found, expected }));
    }
    for (n_items, size) in [(vertices, 12), (proximal, 8), (render, 12), (nodes, 28)] {
        let n_items = bytes.expect_items("things of a region", n_items.into(), size)?;
        bytes.slice("things of a region", n_items * size as usize)?;
    }
    bytes.items("lists of visibility", lists.into(), 2, |bytes| {
        let n_items = usize::from(bytes.u16("length of a list")?);
        let size = if flags & FLAG_BYTES != 0 { n_items } else { n_items * 2 };
        Ok(Opaque(bytes.slice("list of visibility", size)?.to_vec()))
    })
}

/// 0x29: regions that are of a kind, which the name or the text says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RegionList {
    pub name: i32,
    pub flags: u32,
    /// Counted from 0.
    pub regions: Vec<u32>,
    /// Readable, with the zero byte at its end.
    pub user_data: Text,
}

impl RegionList {
    pub fn read(fragment: &Fragment) -> Result<RegionList, ReadError> {
        body(fragment, |bytes| {
            let name = bytes.i32("name")?;
            let flags = bytes.u32("flags")?;
            let n_regions = bytes.u32("number of regions")?;
            let regions =
                bytes.items("regions", n_regions.into(), 4, |bytes| bytes.u32("region"))?;
            let len = bytes.u32("length of the text")?;
            let len = bytes.expect_items("text", len.into(), 1)?;
            let user_data = Text::from(crypt(bytes.slice("text", len)?).as_slice());
            Ok(RegionList { name, flags, regions, user_data })
        })
    }

    /// The text before its zero byte.
    pub fn text(&self) -> &[u8] {
        self.user_data.as_bytes().split(|byte| *byte == 0).next().unwrap_or_default()
    }

    /// The body of the fragment, padded with zero bytes.
    pub fn to_body(&self) -> Opaque {
        let mut out = Vec::new();
        out.put_i32(self.name);
        out.put_u32(self.flags);
        out.put_count(self.regions.len());
        self.regions.iter().for_each(|region| out.put_u32(*region));
        out.put_count(self.user_data.len());
        out.put(&crypt(self.user_data.as_bytes()));
        out.resize(out.len().next_multiple_of(4), 0);
        Opaque(out)
    }
}

/// 0x2A: regions with an ambience.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ambience {
    /// A reference to 0x1C.
    pub light: i32,
    pub flags: u32,
    /// Counted from 0.
    pub regions: Vec<i32>,
}

impl Ambience {
    pub fn read(fragment: &Fragment) -> Result<Ambience, ReadError> {
        body(fragment, |bytes| {
            bytes.i32("name")?;
            let light = bytes.i32("light")?;
            let flags = bytes.u32("flags")?;
            Ok(Ambience { light, flags, regions: references(bytes, "regions")? })
        })
    }
}
