//! ZMD: a skeleton.
//!
//! ```text
//! 0  7  magic     "ZMD0001", "ZMD0002" or "ZMD0003", without a zero byte
//! 7  4  bones     u32 n; bones
//!       dummies   u32 n; dummies                          from version 2
//!       tail      whatever follows
//!
//! bone   u32 parent; name, zero byte; f32×3 position; f32×4 rotation w, x, y, z
//! dummy  name, zero byte; u32 parent; f32×3 position; f32×4 rotation   (version 3)
//! ```
//!
//! Lengths are centimetres, in the space of the parent. The first bone is the root, whose parent is
//! itself; descriptions say −1 or 0xFFFF, which count as root as well. No file of version 1 is known
//! as of 2026-11.

use serde::{Deserialize, Serialize};

use super::list::{self, Record};
use super::zero_text::{self, ZeroText};
use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;
use crate::format::text::Opaque;
use crate::format::{Malformed, ReadError};

/// The smallest dummy is one of version 2.
const MIN_DUMMY_SIZE: u64 = 17;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Zmd {
    pub bones: Vec<Bone>,
    pub dummies: Dummies,
    /// What follows the last field.
    pub tail: Opaque,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bone {
    pub name: ZeroText,
    pub parent: u32,
    pub position_cm: [F32; 3],
    pub rotation_wxyz: [F32; 4],
}

/// Places to hold something, by the version of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, tag = "version", content = "list")]
pub enum Dummies {
    /// Version 1 has none.
    #[serde(rename = "1")]
    None,
    /// Version 2: not turned.
    #[serde(rename = "2")]
    Placed(Vec<Placed>),
    #[serde(rename = "3")]
    Turned(Vec<Turned>),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placed {
    pub name: ZeroText,
    pub parent: u32,
    pub position_cm: [F32; 3],
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turned {
    pub name: ZeroText,
    pub parent: u32,
    pub position_cm: [F32; 3],
    pub rotation_wxyz: [F32; 4],
}

/// A dummy of any version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dummy<'a> {
    pub name: &'a ZeroText,
    pub parent: u32,
    pub position_cm: [F32; 3],
    pub rotation_wxyz: [F32; 4],
}

const NOT_TURNED: [F32; 4] = [F32::new(1.0), F32::ZERO, F32::ZERO, F32::ZERO];

impl Zmd {
    pub fn version(&self) -> u8 {
        match self.dummies {
            Dummies::None => 1,
            Dummies::Placed(_) => 2,
            Dummies::Turned(_) => 3,
        }
    }

    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        self.tail.0.len()
    }

    /// The parent of a bone; `None` for a root, and where there is no such bone.
    pub fn parent(&self, bone: usize) -> Option<usize> {
        let parent = usize::try_from(self.bones.get(bone)?.parent).ok()?;
        let is_root = bone == 0 || parent == bone || is_none(self.bones.get(bone)?.parent);
        (!is_root).then_some(parent)
    }

    pub fn dummies(&self) -> Vec<Dummy<'_>> {
        match &self.dummies {
            Dummies::None => Vec::new(),
            Dummies::Placed(list) => list.iter().map(Dummy::of_placed).collect(),
            Dummies::Turned(list) => list.iter().map(Dummy::of_turned).collect(),
        }
    }
}

/// The numbers that descriptions use for no parent.
pub fn is_none(parent: u32) -> bool {
    parent == u32::MAX || parent == 0xffff
}

impl<'a> Dummy<'a> {
    fn of_placed(dummy: &'a Placed) -> Dummy<'a> {
        let Placed { name, parent, position_cm } = dummy;
        Dummy { name, parent: *parent, position_cm: *position_cm, rotation_wxyz: NOT_TURNED }
    }

    fn of_turned(dummy: &'a Turned) -> Dummy<'a> {
        let Turned { name, parent, position_cm, rotation_wxyz } = dummy;
        Dummy { name, parent: *parent, position_cm: *position_cm, rotation_wxyz: *rotation_wxyz }
    }
}

pub fn read(data: &[u8]) -> Result<Zmd, ReadError> {
    let mut bytes = Bytes::new(data);
    let mut version = bytes.clone();
    bytes.magic("magic", b"ZMD000")?;
    version.skip_to(6);
    let number = bytes.u8("magic")?;
    let bones = list::read(&mut bytes)?;
    let dummies = match number {
        b'1' => Dummies::None,
        b'2' => Dummies::Placed(list::read(&mut bytes)?),
        b'3' => Dummies::Turned(list::read(&mut bytes)?),
        other => {
            let expected = "the digit of version 1, 2 or 3";
            return Err(
                version.error("magic", Malformed::Unexpected { found: other.into(), expected })
            );
        }
    };
    Ok(Zmd { bones, dummies, tail: Opaque(bytes.rest().to_vec()) })
}

pub fn write(zmd: &Zmd) -> Vec<u8> {
    let mut out = Vec::new();
    out.put(b"ZMD000");
    out.put_u8(b'0' + zmd.version());
    list::write(&zmd.bones, &mut out);
    match &zmd.dummies {
        Dummies::None => {}
        Dummies::Placed(dummies) => list::write(dummies, &mut out),
        Dummies::Turned(dummies) => list::write(dummies, &mut out),
    }
    out.put(&zmd.tail.0);
    out
}

impl Record for Bone {
    const NAME: &'static str = "bones";
    const MIN_SIZE: u64 = 33;

    fn read(bytes: &mut Bytes<'_>) -> Result<Bone, ReadError> {
        let parent = bytes.u32("parent")?;
        Ok(Bone {
            name: zero_text::read(bytes, "bone name")?,
            parent,
            position_cm: bytes.f32s("bone position")?,
            rotation_wxyz: bytes.f32s("bone rotation")?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_u32(self.parent);
        zero_text::write(&self.name, out);
        out.put_f32s(&self.position_cm);
        out.put_f32s(&self.rotation_wxyz);
    }
}

impl Record for Placed {
    const NAME: &'static str = "dummies";
    const MIN_SIZE: u64 = MIN_DUMMY_SIZE;

    fn read(bytes: &mut Bytes<'_>) -> Result<Placed, ReadError> {
        Ok(Placed {
            name: zero_text::read(bytes, "dummy name")?,
            parent: bytes.u32("parent")?,
            position_cm: bytes.f32s("dummy position")?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        zero_text::write(&self.name, out);
        out.put_u32(self.parent);
        out.put_f32s(&self.position_cm);
    }
}

impl Record for Turned {
    const NAME: &'static str = "dummies";
    const MIN_SIZE: u64 = MIN_DUMMY_SIZE + 16;

    fn read(bytes: &mut Bytes<'_>) -> Result<Turned, ReadError> {
        let Placed { name, parent, position_cm } = Placed::read(bytes)?;
        Ok(Turned { name, parent, position_cm, rotation_wxyz: bytes.f32s("dummy rotation")? })
    }

    fn write(&self, out: &mut Vec<u8>) {
        zero_text::write(&self.name, out);
        out.put_u32(self.parent);
        out.put_f32s(&self.position_cm);
        out.put_f32s(&self.rotation_wxyz);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::rose::law::{check_law, check_prefixes, differences, words};

    fn sample(version: u8) -> Vec<u8> {
        let mut out = [b"ZMD000", &[b'0' + version][..]].concat();
        out.extend(words(&[2, 0]));
        out.put(b"b1_pelvis\0");
        out.extend(words(&[1, 2, 3, 4, 5, 6, 7, 0]));
        out.put(b"\xba\xed\0");
        out.extend(words(&[1, 2, 3, 4, 5, 6, 7]));
        if version > 1 {
            out.extend(words(&[1]));
            out.put(b"p_00\0");
            out.extend(words(&[1, 8, 9, 10]));
        }
        if version > 2 {
            out.extend(words(&[11, 12, 13, 14]));
        }
        out
    }

    #[test]
    fn every_version_is_written_back() {
        for version in 1..=3 {
            check_law(&sample(version), read, write);
            check_law(&[sample(version), b"stale".to_vec()].concat(), read, write);
            check_prefixes(&sample(version), read);
        }
    }

    #[test]
    fn every_field_is_where_the_layout_says() {
        let zmd = read(&sample(3)).unwrap();
        assert_eq!(zmd.bones[1].name.as_bytes(), b"\xba\xed");
        assert_eq!((zmd.parent(0), zmd.parent(1), zmd.parent(2)), (None, Some(0), None));
        let dummy = zmd.dummies()[0];
        assert_eq!((dummy.parent, dummy.position_cm[0].to_bits()), (1, 8));
        assert_eq!(dummy.rotation_wxyz[0].to_bits(), 11);
        assert_eq!(read(&sample(2)).unwrap().dummies()[0].rotation_wxyz, NOT_TURNED);
    }

    #[test]
    fn no_parent_by_any_number_is_a_root() {
        let mut zmd = read(&sample(3)).unwrap();
        for parent in [1, u32::MAX, 0xffff] {
            zmd.bones[1].parent = parent;
            assert_eq!(zmd.parent(1), None, "{parent}");
        }
    }

    #[test]
    fn an_edit_of_one_field_changes_that_field_alone() {
        let data = sample(3);
        let mut zmd = read(&data).unwrap();
        zmd.bones[0].position_cm[0] = F32::from_bits(9);
        assert_eq!(differences(&data, &write(&zmd)), [25]);
    }

    #[test]
    fn an_unknown_version_is_refused_where_it_is() {
        let error = read(&sample(4)).unwrap_err().to_string();
        assert_eq!(error, "magic at byte 0x6: found 52, expected the digit of version 1, 2 or 3");
    }
}
