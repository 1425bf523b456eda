//! What the values of a field say of its type.

use std::collections::BTreeSet;

use super::columns::{Column, MAX_SIZE};
use crate::def::types::Type;

/// What is counted of the values of a field.
#[derive(Debug, Clone)]
pub(super) struct Stats {
    pub(super) n: usize,
    pub(super) n_zero: usize,
    pub(super) n_distinct: usize,
    pub(super) size: usize,
    /// As signed numbers of the size.
    pub(super) min: i64,
    pub(super) max: i64,
    /// As one without a sign.
    pub(super) max_unsigned: u64,
    pub(super) median: u64,
    /// The negative ones that are near 0, and the others.
    pub(super) n_negative: usize,
    pub(super) n_high: usize,
    /// Of those that are not 0, as a float or a double.
    pub(super) n_float: usize,
    pub(super) n_double: usize,
    pub(super) n_skill: usize,
    pub(super) n_customize: usize,
    pub(super) n_time: usize,
    float_range: (f64, f64),
}

impl Stats {
    pub(super) fn of(column: &Column) -> Stats {
        let mut stats = Stats {
            n: column.values.len(),
            n_zero: 0,
            n_distinct: 0,
            size: column.size,
            min: i64::MAX,
            max: i64::MIN,
            max_unsigned: 0,
            median: 0,
            n_negative: 0,
            n_high: 0,
            n_float: 0,
            n_double: 0,
            n_skill: 0,
            n_customize: 0,
            n_time: 0,
            float_range: (f64::INFINITY, f64::NEG_INFINITY),
        };
        let distinct: BTreeSet<&[u8; MAX_SIZE]> = column.values.iter().collect();
        stats.n_distinct = distinct.len();
        let mut all: Vec<u64> = Vec::with_capacity(column.values.len());
        for value in &column.values {
            all.push(unsigned(value, column.size));
            stats.add(value);
        }
        all.sort_unstable();
        stats.median = all.get(all.len() / 2).copied().unwrap_or(0);
        stats
    }

    fn add(&mut self, value: &[u8; MAX_SIZE]) {
        let unsigned = unsigned(value, self.size);
        let signed = signed(unsigned, self.size);
        self.min = self.min.min(signed);
        self.max = self.max.max(signed);
        self.max_unsigned = self.max_unsigned.max(unsigned);
        if unsigned == 0 && value.iter().all(|byte| *byte == 0) {
            self.n_zero += 1;
            return;
        }
        if signed < 0 {
            let near = if self.size == 2 { -0x800 } else { -0x0100_0000 };
            if signed >= near { self.n_negative += 1 } else { self.n_high += 1 }
        }
        let float = f64::from(f32::from_bits(unsigned as u32));
        if self.size >= 4 && is_plausible(float, 1e-4, 1e7) {
            self.n_float += 1;
            self.float_range = (self.float_range.0.min(float), self.float_range.1.max(float));
        }
        let double = f64::from_bits(unsigned);
        self.n_double += usize::from(self.size == 8 && is_plausible(double, 1e-6, 1e12));
        self.n_skill += usize::from(match self.size {
            4 => (0x0400_0000..0x0800_0000).contains(&unsigned) || (unsigned >> 26) == 0b1_0001,
            8 => (unsigned >> 28) & 0xf == 1 && unsigned < 1 << 33,
            _ => false,
        });
        let bytes = unsigned.to_le_bytes();
        let n_small = bytes.iter().filter(|byte| (1..=64).contains(*byte)).count();
        self.n_customize += usize::from(self.size == 8 && n_small >= 6);
        let seconds = if unsigned > 100_000_000_000 { unsigned / 1_000 } else { unsigned };
        self.n_time += usize::from((1_200_000_000..2_200_000_000).contains(&seconds));
    }

    pub(super) fn n_filled(&self) -> usize {
        self.n - self.n_zero
    }

    /// True where nearly all that is not 0 is so.
    pub(super) fn nearly_all(&self, n: usize) -> bool {
        self.n_filled() > 0 && n * 100 >= self.n_filled() * 95
    }

    /// How much the values speak for a type, as the logarithm of odds, and why.
    pub(super) fn speak_for(&self, ty: Type) -> (f64, String) {
        let plain = || (0.0, self.range());
        if self.n_filled() == 0 {
            let odds = match ty {
                Type::Skillid32 | Type::Customize => -3.0,
                Type::Skillid | Type::Double => -2.0,
                Type::Float | Type::Angle | Type::Vec3fa => -0.7,
                _ => 0.0,
            };
            return (odds, "every value is 0".to_owned());
        }
        match ty {
            Type::Bool if self.max_unsigned <= 1 => (2.0, "every value is 0 or 1".to_owned()),
            Type::Bool => (-12.0, self.range()),
            Type::Byte => plain(),
            Type::Int16 | Type::Uint16 | Type::Angle => self.speak_of_two(ty),
            Type::Int32 | Type::Uint32 | Type::Float => self.speak_of_four(ty),
            Type::Skillid32 | Type::Skillid => match self.nearly_all(self.n_skill) {
                true => (7.0, "the values have the bits of skill ids".to_owned()),
                false => (-10.0, "the values lack the bits of skill ids".to_owned()),
            },
            Type::Int64 | Type::Uint64 => self.speak_of_eight(ty),
            Type::Double => match self.nearly_all(self.n_double) {
                true => (7.0, "the values are plausible as doubles".to_owned()),
                false => (-10.0, "the values are not plausible doubles".to_owned()),
            },
            Type::Customize => match self.nearly_all(self.n_customize) {
                true => (7.0, "each byte is a small number of its own".to_owned()),
                false => (-8.0, "the bytes are not eight small numbers".to_owned()),
            },
            _ => plain(),
        }
    }

    fn speak_of_two(&self, ty: Type) -> (f64, String) {
        let is_wide = self.max > 0x1000 && self.min < -0x1000;
        match ty {
            Type::Angle if is_wide && self.n_distinct >= 3 => {
                (4.0, format!("the values go all around, from {} to {}", self.min, self.max))
            }
            Type::Angle if self.max < 0x400 && self.min > -0x400 => (-1.5, self.range()),
            Type::Angle => (0.5, self.range()),
            Type::Int16 if self.n_negative > 0 && !is_wide => (3.0, self.signed()),
            Type::Uint16 if self.n_negative > 0 && !is_wide => (-3.0, self.signed()),
            Type::Uint16 if self.n_high > 0 && self.n_negative == 0 => (1.0, self.range()),
            _ => (0.0, self.range()),
        }
    }

    fn speak_of_four(&self, ty: Type) -> (f64, String) {
        let is_float = self.nearly_all(self.n_float);
        let (low, high) = self.float_range;
        match ty {
            Type::Float if is_float => {
                (7.0, format!("the values are plausible floats, from {low:.3} to {high:.3}"))
            }
            Type::Float => (-10.0, "the values are not plausible floats".to_owned()),
            _ if is_float => (-6.0, self.range()),
            Type::Int32 if self.n_negative > 0 => (4.0, self.signed()),
            Type::Uint32 if self.n_negative > 0 && self.min == -1 => (-2.0, self.signed()),
            Type::Uint32 if self.n_negative > 0 => (-5.0, self.signed()),
            Type::Uint32 if self.n_high > 0 => {
                (2.5, format!("there are values from 2³¹ on, such as {}", self.max_unsigned))
            }
            _ => (0.0, self.range()),
        }
    }

    fn speak_of_eight(&self, ty: Type) -> (f64, String) {
        let is_time = self.nearly_all(self.n_time);
        let is_id = self.max_unsigned >= 1 << 40 && self.n_negative == 0;
        match ty {
            Type::Int64 if self.n_negative > 0 => (4.0, self.signed()),
            Type::Uint64 if self.n_negative > 0 => (-4.0, self.signed()),
            Type::Int64 if is_time => (2.5, "the values are points in time".to_owned()),
            Type::Uint64 if is_id && !is_time => {
                (2.5, format!("the values are large ids, such as {}", self.max_unsigned))
            }
            _ => (0.0, self.range()),
        }
    }

    fn signed(&self) -> String {
        format!("there are negative values, down to {}", self.min)
    }

    fn range(&self) -> String {
        match self.max_unsigned {
            _ if self.size > 8 => format!("{} different values", self.n_distinct),
            max if self.n_distinct == 1 => format!("every value is {max}"),
            max => format!("{} different values, up to {max}", self.n_distinct),
        }
    }
}

pub(super) fn unsigned(value: &[u8; MAX_SIZE], size: usize) -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = *value;
    let whole = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
    match size {
        0..8 => whole & ((1_u64 << (8 * size)) - 1),
        _ => whole,
    }
}

fn signed(unsigned: u64, size: usize) -> i64 {
    match size {
        1 => i64::from(unsigned as u8),
        2 => i64::from(unsigned as u16 as i16),
        4 => i64::from(unsigned as u32 as i32),
        _ => unsigned as i64,
    }
}

fn is_plausible(number: f64, least: f64, most: f64) -> bool {
    number.is_finite() && (least..=most).contains(&number.abs())
}
