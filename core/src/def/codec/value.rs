//! Values of packets, as bits: nothing is rounded, and what is read is written the same.

use crate::def::types::{Type, WIDE_SKILLID_PATCH};

/// What a packet holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packet {
    pub opcode: u16,
    /// One for every field that has a value, in the order of the wire. Objects only group: what
    /// is in them stands among the others.
    pub values: Vec<Value>,
}

/// The value of a field. Floats are their bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Everything but 0 is true; what is above 1 is kept.
    Bool(u8),
    Byte(u8),
    Int16(i16),
    Int32(i32),
    Int64(i64),
    /// Also a `count` or `offset` of a field that the definition does not have.
    Uint16(u16),
    Uint32(u32),
    Uint64(u64),
    Float(u32),
    Double(u64),
    Vec3([u32; 3]),
    /// Three angles, each as a float of which 32768 are half a circle.
    Vec3fa([u32; 3]),
    /// 32768 are half a circle.
    Angle(i16),
    /// A `skillid` from patch 74 on.
    Skillid(u64),
    /// A `skillid32`, or a `skillid` before patch 74.
    Skillid32(u32),
    Customize([u8; 8]),
    Bytes(Box<[u8]>),
    /// UTF-16 as it stands there, lone surrogates too, without the NUL that ends it.
    String(Box<[u16]>),
    /// Of a type that is repeated in place: `byte[5]`.
    Repeat(Box<[Value]>),
    /// The values of all elements, one element after the other.
    Array {
        n_elements: u32,
        values: Box<[Value]>,
    },
}

/// A type whose values all have the same size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scalar {
    Bool,
    Byte,
    Int16,
    Int32,
    Int64,
    Uint16,
    Uint32,
    Uint64,
    Float,
    Double,
    Vec3,
    Vec3fa,
    Angle,
    Skillid,
    Skillid32,
    Customize,
}

impl Scalar {
    pub(super) fn of(ty: Type, patch: u32) -> Option<Scalar> {
        Some(match ty {
            Type::Bool => Scalar::Bool,
            Type::Byte => Scalar::Byte,
            Type::Int16 => Scalar::Int16,
            Type::Int32 => Scalar::Int32,
            Type::Int64 => Scalar::Int64,
            Type::Uint16 | Type::Count | Type::Offset => Scalar::Uint16,
            Type::Uint32 => Scalar::Uint32,
            Type::Uint64 => Scalar::Uint64,
            Type::Float => Scalar::Float,
            Type::Double => Scalar::Double,
            Type::Vec3 => Scalar::Vec3,
            Type::Vec3fa => Scalar::Vec3fa,
            Type::Angle => Scalar::Angle,
            Type::Skillid if patch < WIDE_SKILLID_PATCH => Scalar::Skillid32,
            Type::Skillid => Scalar::Skillid,
            Type::Skillid32 => Scalar::Skillid32,
            Type::Customize => Scalar::Customize,
            Type::Array | Type::Bytes | Type::String | Type::Object => return None,
            Type::Ref | Type::Include | Type::Unknown => return None,
        })
    }

    pub(super) fn len(self) -> usize {
        match self {
            Scalar::Bool | Scalar::Byte => 1,
            Scalar::Int16 | Scalar::Uint16 | Scalar::Angle => 2,
            Scalar::Int32 | Scalar::Uint32 | Scalar::Float | Scalar::Skillid32 => 4,
            Scalar::Int64 | Scalar::Uint64 | Scalar::Double => 8,
            Scalar::Skillid | Scalar::Customize => 8,
            Scalar::Vec3 | Scalar::Vec3fa => 12,
        }
    }

    /// Reads a value from the start of some bytes.
    #[inline]
    pub(super) fn read(self, bytes: &[u8]) -> Option<Value> {
        Some(match self {
            Scalar::Bool => Value::Bool(*bytes.first()?),
            Scalar::Byte => Value::Byte(*bytes.first()?),
            Scalar::Int16 => Value::Int16(i16::from_le_bytes(*bytes.first_chunk()?)),
            Scalar::Int32 => Value::Int32(i32::from_le_bytes(*bytes.first_chunk()?)),
            Scalar::Int64 => Value::Int64(i64::from_le_bytes(*bytes.first_chunk()?)),
            Scalar::Uint16 => Value::Uint16(u16::from_le_bytes(*bytes.first_chunk()?)),
            Scalar::Uint32 => Value::Uint32(u32::from_le_bytes(*bytes.first_chunk()?)),
            Scalar::Uint64 => Value::Uint64(u64::from_le_bytes(*bytes.first_chunk()?)),
            Scalar::Float => Value::Float(u32::from_le_bytes(*bytes.first_chunk()?)),
            Scalar::Double => Value::Double(u64::from_le_bytes(*bytes.first_chunk()?)),
            Scalar::Vec3 => Value::Vec3(vec3(bytes)?),
            Scalar::Vec3fa => Value::Vec3fa(vec3(bytes)?),
            Scalar::Angle => Value::Angle(i16::from_le_bytes(*bytes.first_chunk()?)),
            Scalar::Skillid => Value::Skillid(u64::from_le_bytes(*bytes.first_chunk()?)),
            Scalar::Skillid32 => Value::Skillid32(u32::from_le_bytes(*bytes.first_chunk()?)),
            Scalar::Customize => Value::Customize(*bytes.first_chunk()?),
        })
    }

    /// 0, or false.
    pub(super) fn zero(self) -> Value {
        // No scalar is longer.
        self.read(&[0; 16]).unwrap_or(Value::Byte(0))
    }

    /// What a person calls it, where a value is of another type.
    pub(super) fn name(self) -> &'static str {
        match self {
            Scalar::Bool => "bool",
            Scalar::Byte => "byte",
            Scalar::Int16 => "int16",
            Scalar::Int32 => "int32",
            Scalar::Int64 => "int64",
            Scalar::Uint16 => "uint16",
            Scalar::Uint32 => "uint32",
            Scalar::Uint64 => "uint64",
            Scalar::Float => "float",
            Scalar::Double => "double",
            Scalar::Vec3 => "vec3",
            Scalar::Vec3fa => "vec3fa",
            Scalar::Angle => "angle",
            Scalar::Skillid => "skillid",
            Scalar::Skillid32 => "skillid32",
            Scalar::Customize => "customize",
        }
    }
}

fn vec3(bytes: &[u8]) -> Option<[u32; 3]> {
    let [x0, x1, x2, x3, y0, y1, y2, y3, z0, z1, z2, z3] = *bytes.first_chunk()?;
    Some([[x0, x1, x2, x3], [y0, y1, y2, y3], [z0, z1, z2, z3]].map(u32::from_le_bytes))
}

impl Value {
    pub(super) fn scalar(&self) -> Option<Scalar> {
        Some(match self {
            Value::Bool(_) => Scalar::Bool,
            Value::Byte(_) => Scalar::Byte,
            Value::Int16(_) => Scalar::Int16,
            Value::Int32(_) => Scalar::Int32,
            Value::Int64(_) => Scalar::Int64,
            Value::Uint16(_) => Scalar::Uint16,
            Value::Uint32(_) => Scalar::Uint32,
            Value::Uint64(_) => Scalar::Uint64,
            Value::Float(_) => Scalar::Float,
            Value::Double(_) => Scalar::Double,
            Value::Vec3(_) => Scalar::Vec3,
            Value::Vec3fa(_) => Scalar::Vec3fa,
            Value::Angle(_) => Scalar::Angle,
            Value::Skillid(_) => Scalar::Skillid,
            Value::Skillid32(_) => Scalar::Skillid32,
            Value::Customize(_) => Scalar::Customize,
            Value::Bytes(_) | Value::String(_) | Value::Repeat(_) | Value::Array { .. } => {
                return None;
            }
        })
    }

    /// Adds the bytes of a scalar; of what is none, nothing.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        match self {
            Value::Bool(n) | Value::Byte(n) => out.push(*n),
            Value::Int16(n) | Value::Angle(n) => out.extend(n.to_le_bytes()),
            Value::Int32(n) => out.extend(n.to_le_bytes()),
            Value::Int64(n) => out.extend(n.to_le_bytes()),
            Value::Uint16(n) => out.extend(n.to_le_bytes()),
            Value::Uint32(n) | Value::Float(n) | Value::Skillid32(n) => {
                out.extend(n.to_le_bytes());
            }
            Value::Uint64(n) | Value::Double(n) | Value::Skillid(n) => {
                out.extend(n.to_le_bytes());
            }
            Value::Vec3(all) | Value::Vec3fa(all) => {
                out.extend(all.iter().flat_map(|n| n.to_le_bytes()));
            }
            Value::Customize(bytes) => out.extend(bytes),
            Value::Bytes(_) | Value::String(_) | Value::Repeat(_) | Value::Array { .. } => {}
        }
    }
}
