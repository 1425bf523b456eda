//! How many bits a definition spends on a packet: the fewer, the better it fits.
//!
//! The numbers are guesses of how often real values are small, round or odd. They need to be right
//! in their order alone.

use crate::def::codec::{Trace, Value, What};

/// Of a packet that does not fit at all.
pub(super) const UNREAD: f64 = 400.0;
/// Of a byte that no field reads, besides its 8 bits.
const LEFT_OVER: f64 = 2.0;

/// The bits of all in a packet but the values of its fields.
pub(super) fn of_frame(trace: &Trace, len: usize) -> f64 {
    let mut is_read = vec![false; len];
    let mut bits = 0.0;
    for read in &trace.reads {
        is_read.get_mut(read.range.clone()).into_iter().flatten().for_each(|it| *it = true);
        bits += match read.what {
            What::Length | What::Opcode | What::Field => 0.0,
            What::Here | What::Next | What::Offset => 0.5,
            What::Count => 3.0,
        };
    }
    let n_left = is_read.iter().filter(|is_read| !**is_read).count();
    bits + n_left as f64 * (8.0 + LEFT_OVER)
}

pub(super) fn value(value: &Value) -> f64 {
    match value {
        Value::Bool(0..=1) => 1.0,
        Value::Bool(_) => 20.0,
        Value::Byte(n) => integer(u64::from(*n), 8.0),
        Value::Int16(n) => signed(i64::from(*n), 16.0),
        Value::Uint16(n) => integer(u64::from(*n), 16.0),
        Value::Angle(_) => 14.0,
        Value::Int32(n) => signed(i64::from(*n), 34.0),
        Value::Uint32(n) => integer(u64::from(*n), 34.0),
        Value::Int64(n) => signed(*n, 68.0),
        // Ids have a few high bits and many low ones.
        Value::Uint64(n) if n >> 48 < 0x100 && *n >= 1 << 40 => 44.0,
        Value::Uint64(n) => integer(*n, 68.0),
        Value::Float(bits) => float(*bits),
        Value::Vec3(all) | Value::Vec3fa(all) => all.iter().map(|bits| float(*bits)).sum(),
        Value::Double(bits) => double(*bits),
        Value::Skillid(n) => skill(*n, (*n >> 28) & 0xf == 1 && *n < 1 << 33),
        Value::Skillid32(n) => skill(u64::from(*n), (*n >> 26) & 0xf == 1),
        Value::Customize(bytes) => bytes.iter().map(|n| if *n <= 64 { 5.5 } else { 10.0 }).sum(),
        Value::Bytes(bytes) => bytes.len() as f64 * 7.5,
        Value::String(units) => units.iter().map(|unit| letter(*unit)).sum::<f64>() + 2.0,
        Value::Repeat(values) => values.iter().map(self::value).sum(),
        // Its elements were read one by one.
        Value::Array { .. } => 0.0,
    }
}

/// Small numbers are usual; the greatest have all bits of their type, and some for being odd.
fn integer(n: u64, most: f64) -> f64 {
    let bits = f64::from(64 - n.leading_zeros());
    (2.0 + bits * 1.1).min(most)
}

fn signed(n: i64, most: f64) -> f64 {
    match n {
        -1 => 4.0,
        n if n < 0 => (integer(n.unsigned_abs(), most) + 2.0).min(most),
        n => integer(n.unsigned_abs(), most),
    }
}

pub(super) fn float(bits: u32) -> f64 {
    let number = f32::from_bits(bits).abs();
    match number {
        _ if bits == 0 => 2.0,
        _ if !(1e-4..1e7).contains(&number) => 42.0,
        _ if bits.trailing_zeros() >= 12 => 12.0,
        _ => 24.0,
    }
}

fn double(bits: u64) -> f64 {
    let number = f64::from_bits(bits).abs();
    match number {
        _ if bits == 0 => 3.0,
        _ if (1e-6..1e12).contains(&number) => 46.0,
        _ => 72.0,
    }
}

fn skill(raw: u64, is_usual: bool) -> f64 {
    match raw {
        0 => 4.0,
        _ if is_usual => 22.0,
        _ => 72.0,
    }
}

fn letter(unit: u16) -> f64 {
    match char::from_u32(u32::from(unit)) {
        Some(c) if c.is_ascii_alphanumeric() || c == ' ' => 5.5,
        Some(c) if c.is_ascii_graphic() => 7.5,
        Some(c) if c.is_alphabetic() => 12.0,
        _ => 18.0,
    }
}
