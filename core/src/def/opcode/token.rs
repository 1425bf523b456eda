//! The values of a field, as the little of each that is compared.

use std::mem::{Discriminant, discriminant};

use super::cost;
use crate::def::codec::Value;
use crate::def::guess::is_unknown;

/// As many values of a field as are looked at.
const MAX_TOKENS: usize = 96;

/// What the values of a name are compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Family {
    Bool,
    Integer,
    Float,
    Angle,
    Skill,
    Text,
    Bytes,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub(super) family: Family,
    pub(super) ty: Discriminant<Value>,
    pub(super) exact: u64,
    /// Values of a class look alike: integers that are as long, floats that are as large.
    pub(super) class: u16,
    /// The bits that tell a value from others of its class.
    pub(super) rest: f32,
    /// All its bits where nothing is known.
    pub(super) plain: f32,
}

/// The values of one field in the packets of an opcode.
#[derive(Debug, Clone)]
pub(super) struct Column {
    pub(super) name: Box<str>,
    pub(super) tokens: Vec<Token>,
}

impl Column {
    pub(super) fn new(name: &str) -> Column {
        Column { name: name.into(), tokens: Vec::new() }
    }

    /// The name, if it says anything.
    pub(super) fn known_name(&self) -> Option<&str> {
        (!is_unknown(&self.name)).then_some(&self.name)
    }

    pub(super) fn add(&mut self, value: &Value) {
        if self.tokens.len() >= MAX_TOKENS {
            return;
        }
        let ty = discriminant(value);
        let mut push = |family, exact, class, rest: f64, plain: f64| {
            let (rest, plain) = (rest as f32, plain as f32);
            self.tokens.push(Token { family, ty, exact, class, rest, plain });
        };
        let plain = cost::value(value);
        match value {
            Value::Bool(n) => push(Family::Bool, u64::from(*n), u16::from(*n), 0.0, plain),
            Value::Byte(n) => integer(&mut push, i128::from(*n), plain),
            Value::Int16(n) => integer(&mut push, i128::from(*n), plain),
            Value::Uint16(n) => integer(&mut push, i128::from(*n), plain),
            Value::Int32(n) => integer(&mut push, i128::from(*n), plain),
            Value::Uint32(n) => integer(&mut push, i128::from(*n), plain),
            Value::Int64(n) => integer(&mut push, i128::from(*n), plain),
            Value::Uint64(n) => integer(&mut push, i128::from(*n), plain),
            Value::Angle(n) => {
                let size = 16 - n.unsigned_abs().leading_zeros() as u16;
                push(Family::Angle, *n as u64, size, f64::from(size), plain);
            }
            Value::Float(bits) => float(&mut push, *bits),
            Value::Vec3(all) | Value::Vec3fa(all) => {
                all.iter().for_each(|bits| float(&mut push, *bits));
            }
            Value::Double(bits) => {
                push(Family::Float, *bits, (bits >> 52) as u16, (plain - 8.0).max(0.0), plain);
            }
            Value::Skillid(n) => {
                push(Family::Skill, *n, (n >> 28).min(255) as u16, (plain - 4.0).max(0.0), plain);
            }
            Value::Skillid32(n) => {
                push(Family::Skill, u64::from(*n), (n >> 26) as u16, (plain - 4.0).max(0.0), plain);
            }
            Value::Customize(bytes) => {
                let exact = u64::from_le_bytes(*bytes);
                push(Family::Bytes, exact, 0, plain, plain);
            }
            Value::Bytes(bytes) => {
                let exact = bytes.iter().fold(bytes.len() as u64, mix);
                push(Family::Bytes, exact, length(bytes.len()), plain, plain + 3.0);
            }
            Value::String(units) => {
                let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
                let exact = bytes.iter().fold(units.len() as u64, mix);
                push(Family::Text, exact, length(units.len()), (plain - 2.0).max(0.0), plain);
            }
            Value::Repeat(values) => values.iter().for_each(|value| self.add(value)),
            // Its elements are read one by one.
            Value::Array { .. } => {}
        }
    }
}

fn mix(hash: u64, byte: &u8) -> u64 {
    (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3).rotate_left(5)
}

fn length(len: usize) -> u16 {
    match len {
        0..8 => len as u16,
        _ => 4 + len.ilog2().min(20) as u16,
    }
}

fn integer(push: &mut impl FnMut(Family, u64, u16, f64, f64), n: i128, plain: f64) {
    let size = 128 - n.unsigned_abs().leading_zeros();
    let class = size as u16 + if n < 0 { 128 } else { 0 };
    push(Family::Integer, n as u64, class, f64::from(size.saturating_sub(1)), plain);
}

fn float(push: &mut impl FnMut(Family, u64, u16, f64, f64), bits: u32) {
    let plain = cost::float(bits);
    let is_round = bits.trailing_zeros() >= 12;
    let sign = u16::from(bits >> 31 != 0);
    let class = ((bits >> 23) & 0xff) as u16 * 4 + u16::from(is_round) * 2 + sign;
    let rest = match bits {
        0 => 0.0,
        _ if is_round => 7.0,
        _ => 20.0,
    };
    push(Family::Float, u64::from(bits), class, rest, plain);
}
