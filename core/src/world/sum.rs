//! What a person types for a number: the number, or a sum with the one that is there.

use crate::format::number::F32;

/// Why a value does not go into a field: what was found, and what would be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadSetting {
    pub found: String,
    pub expected: String,
}

/// A number to be worked out from the one that is there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Sum {
    Is(f64),
    Bits(F32),
    Plus(f64),
    Times(f64),
    Over(f64),
}

/// What a number or a sum that somebody types makes of a number that is there.
pub fn worked_out_i16(typed: &str, before: i16) -> Result<i16, BadSetting> {
    Sum::parse(typed)?.of_whole(before.into())
}

/// The same for a number that can't be below zero.
pub fn worked_out_u16(typed: &str, before: u16) -> Result<u16, BadSetting> {
    Sum::parse(typed)?.of_whole(before.into())
}

/// The same for a large one.
pub fn worked_out_u32(typed: &str, before: u32) -> Result<u32, BadSetting> {
    Sum::parse(typed)?.of_whole(before.into())
}

/// The same for a number that may be a fraction.
pub fn worked_out(typed: &str, before: f64) -> Result<f64, BadSetting> {
    let number = Sum::parse(typed)?.of(before);
    let is_held = (number as f32).is_finite();
    is_held.then_some(number).ok_or_else(|| BadSetting::new(&number, "a number that a float holds"))
}

impl BadSetting {
    pub(super) fn new(
        found: &(impl ToString + ?Sized),
        expected: &(impl ToString + ?Sized),
    ) -> BadSetting {
        BadSetting { found: found.to_string(), expected: expected.to_string() }
    }
}

impl Sum {
    pub(super) fn parse(typed: &str) -> Result<Sum, BadSetting> {
        let wrong =
            || BadSetting::new(&format!("{typed:?}"), "a number, or a sum such as +50 or *1.2");
        let text = typed.trim();
        if let Some(digits) = text.strip_prefix("0x") {
            return u32::from_str_radix(digits, 16)
                .map(|b| Sum::Bits(F32::from_bits(b)))
                .map_err(|_| wrong());
        }
        let number = |digits: &str| digits.trim().parse::<f64>().ok().filter(|n| n.is_finite());
        let sum = if let Some(rest) = text.strip_prefix("+=").or(text.strip_prefix('+')) {
            number(rest).map(Sum::Plus)
        } else if let Some(rest) = text.strip_prefix("-=") {
            number(rest).map(|by| Sum::Plus(-by))
        } else if let Some(rest) = text.strip_prefix("*=").or(text.strip_prefix('*')) {
            number(rest).map(Sum::Times)
        } else if let Some(rest) = text.strip_prefix("/=").or(text.strip_prefix('/')) {
            number(rest).filter(|by| *by != 0.0).map(Sum::Over)
        } else {
            number(text.strip_prefix('=').unwrap_or(text)).map(Sum::Is)
        };
        sum.ok_or_else(wrong)
    }

    pub(super) fn of(self, before: f64) -> f64 {
        match self {
            Sum::Is(number) => number,
            Sum::Bits(bits) => f64::from(bits.get()),
            Sum::Plus(by) => before + by,
            Sum::Times(by) => before * by,
            Sum::Over(by) => before / by,
        }
    }

    /// A float that is there already keeps its bits.
    pub(super) fn of_float(self, before: F32) -> Result<F32, BadSetting> {
        if let Sum::Bits(bits) = self {
            return Ok(bits);
        }
        let number = self.of(f64::from(before.get()));
        if number == f64::from(before.get()) {
            return Ok(before);
        }
        nearest(number).ok_or_else(|| BadSetting::new(&number, "a number that a float holds"))
    }

    /// What is worked out is rounded; what is typed has to be whole.
    pub(super) fn of_whole<N: TryFrom<i64> + Bounded>(self, before: f64) -> Result<N, BadSetting> {
        let number = self.of(before);
        let expected = || format!("a whole number from {} to {}", N::LOW, N::HIGH);
        let is_exact = matches!(self, Sum::Is(_));
        let whole = number.round();
        let is_whole = whole == number || !is_exact && number.is_finite();
        if !is_whole || matches!(self, Sum::Bits(_)) || whole.abs() > 1e15 {
            return Err(BadSetting::new(&number, &expected()));
        }
        N::try_from(whole as i64).map_err(|_| BadSetting::new(&whole, &expected()))
    }
}

pub(super) trait Bounded {
    const LOW: i64;
    const HIGH: i64;
}

impl Bounded for i16 {
    const LOW: i64 = i16::MIN as i64;
    const HIGH: i64 = i16::MAX as i64;
}

impl Bounded for u16 {
    const LOW: i64 = 0;
    const HIGH: i64 = u16::MAX as i64;
}

impl Bounded for i32 {
    const LOW: i64 = i32::MIN as i64;
    const HIGH: i64 = i32::MAX as i64;
}

impl Bounded for u32 {
    const LOW: i64 = 0;
    const HIGH: i64 = u32::MAX as i64;
}

/// The float that is nearest to a number, where there is a finite one.
pub(super) fn nearest(number: f64) -> Option<F32> {
    let nearest = number as f32;
    nearest.is_finite().then_some(F32::new(nearest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_rounded_and_stay_within_what_fits() {
        assert_eq!(worked_out_u16("*1.2", 7), Ok(8));
        assert_eq!(worked_out_i16("-=8", 7), Ok(-1));
        let error = worked_out_u16("-=8", 7).unwrap_err();
        assert_eq!(error.expected, "a whole number from 0 to 65535");
        assert!(worked_out_u16("1.5", 7).is_err(), "what is typed has to be whole");
    }
}
