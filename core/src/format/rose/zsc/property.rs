//! What is said about a part of an object, as a list of numbered properties.
//!
//! ```text
//! u8 id, u8 size, payload; and a u8 0 that ends the list
//!  1  position       f32×3      5  bone           u16     30  motion         path
//!  2  rotation       f32×4 wxyz 6  dummy          u16     31  visible range  u16
//!  3  scale          f32×3      7  parent         u16     32  lightmap       u16
//!  4  axis rotation  f32×4      29 collision      u16     any other: kept
//! ```

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;
use crate::format::text::{Opaque, ShortText, Text};

/// What descriptions write for no bone, dummy or parent. No real file has it.
const NONE: u16 = 0xffff;

/// A list of properties, in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Properties {
    /// As in the file, without the zero byte at the end. Invariant: whole properties, none with the
    /// id 0. They take more room one by one, and a client has a million.
    bytes: Box<[u8]>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Property {
    Position([F32; 3]),
    RotationWxyz([F32; 4]),
    Scale([F32; 3]),
    AxisRotation([F32; 4]),
    Bone(u16),
    Dummy(u16),
    /// Counted from 1; 0 is none.
    Parent(u16),
    Collision(u16),
    Motion(ShortText),
    VisibleRange(u16),
    Lightmap(u16),
    /// Not known, or of a size that its number does not have.
    Other {
        id: u8,
        payload: Opaque,
    },
}

/// Why properties make no list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadProperty {
    #[error("a property can't have the id 0, which would end the list")]
    Zero,
    #[error("a property has at most 255 bytes")]
    TooLong,
}

impl Property {
    fn of(id: u8, payload: &[u8]) -> Property {
        Property::known(id, payload)
            .unwrap_or_else(|| Property::Other { id, payload: Opaque(payload.to_vec()) })
    }

    /// `None` where the id is not known, or does not have this size.
    fn known(id: u8, payload: &[u8]) -> Option<Property> {
        let mut bytes = Bytes::new(payload);
        let property = match id {
            1 => Property::Position(bytes.f32s("position").ok()?),
            2 => Property::RotationWxyz(bytes.f32s("rotation").ok()?),
            3 => Property::Scale(bytes.f32s("scale").ok()?),
            4 => Property::AxisRotation(bytes.f32s("axis rotation").ok()?),
            5 => Property::Bone(bytes.u16("bone").ok()?),
            6 => Property::Dummy(bytes.u16("dummy").ok()?),
            7 => Property::Parent(bytes.u16("parent").ok()?),
            29 => Property::Collision(bytes.u16("collision").ok()?),
            30 => Property::Motion(ShortText::try_from(Text::from(bytes.rest())).ok()?),
            31 => Property::VisibleRange(bytes.u16("visible range").ok()?),
            32 => Property::Lightmap(bytes.u16("lightmap").ok()?),
            _ => return None,
        };
        bytes.is_empty().then_some(property)
    }

    fn write(&self, out: &mut Vec<u8>) -> Result<(), BadProperty> {
        let floats = |out: &mut Vec<u8>, id: u8, values: &[F32]| {
            out.put(&[id, values.len() as u8 * 4]);
            out.put_f32s(values);
        };
        let number = |out: &mut Vec<u8>, id: u8, number: u16| {
            out.put(&[id, 2]);
            out.put_u16(number);
        };
        match self {
            Property::Position(values) => floats(out, 1, values),
            Property::RotationWxyz(values) => floats(out, 2, values),
            Property::Scale(values) => floats(out, 3, values),
            Property::AxisRotation(values) => floats(out, 4, values),
            Property::Bone(bone) => number(out, 5, *bone),
            Property::Dummy(dummy) => number(out, 6, *dummy),
            Property::Parent(parent) => number(out, 7, *parent),
            Property::Collision(collision) => number(out, 29, *collision),
            Property::Motion(path) => {
                out.put_u8(30);
                out.put_short_text(path);
            }
            Property::VisibleRange(range) => number(out, 31, *range),
            Property::Lightmap(lightmap) => number(out, 32, *lightmap),
            Property::Other { id: 0, .. } => return Err(BadProperty::Zero),
            Property::Other { id, payload } => {
                let len = u8::try_from(payload.0.len()).map_err(|_| BadProperty::TooLong)?;
                out.put(&[*id, len]);
                out.put(&payload.0);
            }
        }
        Ok(())
    }
}

impl Properties {
    pub fn new(properties: &[Property]) -> Result<Properties, BadProperty> {
        let mut bytes = Vec::new();
        for property in properties {
            property.write(&mut bytes)?;
        }
        Ok(Properties { bytes: bytes.into() })
    }

    pub fn iter(&self) -> impl Iterator<Item = Property> {
        let mut bytes = Bytes::new(&self.bytes);
        std::iter::from_fn(move || {
            let id = bytes.u8("property").ok()?;
            let size = bytes.u8("property size").ok()?;
            let payload = bytes.slice("property", size.into()).ok()?;
            Some(Property::of(id, payload))
        })
    }

    pub fn position(&self) -> Option<[F32; 3]> {
        self.iter().find_map(|one| if let Property::Position(at) = one { Some(at) } else { None })
    }

    pub fn rotation_wxyz(&self) -> Option<[F32; 4]> {
        self.iter()
            .find_map(|one| if let Property::RotationWxyz(at) = one { Some(at) } else { None })
    }

    pub fn scale(&self) -> Option<[F32; 3]> {
        self.iter()
            .find_map(|one| if let Property::Scale(scale) = one { Some(scale) } else { None })
    }

    /// `None` for 0xFFFF as well, which descriptions use.
    pub fn bone(&self) -> Option<u16> {
        self.number(|one| if let Property::Bone(bone) = one { Some(bone) } else { None })
    }

    /// `None` for 0xFFFF as well, which descriptions use.
    pub fn dummy(&self) -> Option<u16> {
        self.number(|one| if let Property::Dummy(dummy) = one { Some(dummy) } else { None })
    }

    /// Counted from 1; `None` for 0, and for 0xFFFF, which descriptions use.
    pub fn parent(&self) -> Option<u16> {
        let of = |one| if let Property::Parent(part) = one { Some(part) } else { None };
        self.number(of).filter(|parent| *parent != 0)
    }

    fn number(&self, of: impl Fn(Property) -> Option<u16>) -> Option<u16> {
        self.iter().find_map(of).filter(|number| *number != NONE)
    }

    pub fn collision(&self) -> Option<u16> {
        self.iter()
            .find_map(|one| if let Property::Collision(how) = one { Some(how) } else { None })
    }

    pub fn motion(&self) -> Option<ShortText> {
        self.iter().find_map(|one| if let Property::Motion(path) = one { Some(path) } else { None })
    }

    /// How many bytes are kept without being understood.
    pub(super) fn n_opaque(&self) -> usize {
        let of_one =
            |one| if let Property::Other { payload, .. } = one { payload.0.len() } else { 0 };
        self.iter().map(of_one).sum()
    }

    pub(super) fn read(bytes: &mut Bytes<'_>) -> Result<Properties, ReadError> {
        let start = bytes.clone();
        let mut len = 0;
        loop {
            if bytes.u8("property")? == 0 {
                let list = start.as_slice().get(..len).unwrap_or_default();
                return Ok(Properties { bytes: list.into() });
            }
            let size = bytes.u8("property size")?;
            bytes.slice("property", size.into())?;
            len = bytes.offset() - start.offset();
        }
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.put(&self.bytes);
        out.put_u8(0);
    }
}

impl Serialize for Properties {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Properties {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Properties, D::Error> {
        let list = Vec::<Property>::deserialize(deserializer)?;
        Properties::new(&list).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_property_that_would_end_the_list_is_refused() {
        let zero = Property::Other { id: 0, payload: Opaque::default() };
        assert_eq!(Properties::new(&[zero]), Err(BadProperty::Zero));
        let long = Property::Other { id: 9, payload: Opaque(vec![0; 256]) };
        assert_eq!(Properties::new(&[long]), Err(BadProperty::TooLong));
    }

    #[test]
    fn no_parent_by_either_number_is_none() {
        for (stated, parent) in [(0, None), (0xffff, None), (2, Some(2))] {
            let properties = Properties::new(&[Property::Parent(stated)]).unwrap();
            assert_eq!(properties.parent(), parent);
        }
    }
}
