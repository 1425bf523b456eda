//! Floats that keep their bits.

use std::fmt;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A 32-bit float as a file holds it: its bits.
///
/// Two are equal when their bits are, so that a NaN equals itself and -0.0 differs from 0.0.
/// As JSON it is the shortest number that gives the bits back, or `"0x7fc00000"` where it is not
/// finite.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct F32(u32);

impl F32 {
    pub const ZERO: F32 = F32(0);

    pub const fn new(value: f32) -> F32 {
        F32(value.to_bits())
    }

    pub const fn from_bits(bits: u32) -> F32 {
        F32(bits)
    }

    pub const fn to_bits(self) -> u32 {
        self.0
    }

    pub const fn get(self) -> f32 {
        f32::from_bits(self.0)
    }
}

impl fmt::Debug for F32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for F32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.get() {
            value if value.is_finite() => write!(f, "{value:?}"),
            _ => write!(f, "{:#010x}", self.0),
        }
    }
}

impl Serialize for F32 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.get() {
            value if value.is_finite() => serializer.serialize_f32(value),
            _ => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for F32 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<F32, D::Error> {
        deserializer.deserialize_any(NumberOrBits)
    }
}

struct NumberOrBits;

impl Visitor<'_> for NumberOrBits {
    type Value = F32;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, or the bits of a float such as \"0x7fc00000\"")
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<F32, E> {
        match value as f32 {
            narrow if narrow.is_finite() => Ok(F32::new(narrow)),
            _ => Err(E::invalid_value(Unexpected::Float(value), &self)),
        }
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<F32, E> {
        Ok(F32::new(value as f32))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<F32, E> {
        Ok(F32::new(value as f32))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<F32, E> {
        value
            .strip_prefix("0x")
            .and_then(|digits| u32::from_str_radix(digits, 16).ok())
            .map(F32)
            .ok_or_else(|| E::invalid_value(Unexpected::Str(value), &self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_keeps_every_bit() {
        let odd = [0, 1, 0x8000_0000, 0x7fc0_0001, 0xff80_0000, 0x7f7f_ffff, 0x3dcc_cccd];
        let seeded = (0..10_000u32).map(|n| n.wrapping_mul(2_654_435_761));
        for bits in odd.into_iter().chain(seeded) {
            let value = F32::from_bits(bits);
            let json = serde_json::to_string(&value).unwrap();
            assert_eq!(serde_json::from_str::<F32>(&json).unwrap(), value, "{json}");
            let tree = serde_json::to_value(value).unwrap();
            assert_eq!(serde_json::from_value::<F32>(tree).unwrap(), value, "{json}");
        }
    }

    #[test]
    fn a_number_that_is_no_float_is_refused() {
        assert!(serde_json::from_str::<F32>("1e300").is_err());
        assert!(serde_json::from_str::<F32>("\"nan\"").is_err());
    }
}
