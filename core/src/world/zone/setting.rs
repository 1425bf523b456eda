//! What a person types into a field: numbers, sums, and texts in the code page of the zone.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::format::number::F32;
use crate::format::text::{CodePage, ShortText, Text, from_hex};

use super::field::{Slot, Value};
use super::thing::nearest;

/// A value for a field. As JSON a number, a text, or `{"hex": "…"}` for a text's very bytes.
///
/// A text for a number is a sum with what was there: `+50`, `-=50`, `*1.2`, `/2`; or a number as
/// it is, or the bits of a float such as `0x7fc00000`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Setting {
    Number(f64),
    Typed(String),
    Bytes(HexBytes),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HexBytes {
    pub hex: String,
}

/// Why a value does not go into a field: what was found, and what would be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadSetting {
    pub found: String,
    pub expected: String,
}

/// A number to be worked out from the one that is there.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Sum {
    Is(f64),
    Bits(F32),
    Plus(f64),
    Times(f64),
    Over(f64),
}

impl Setting {
    /// Puts the value into a field.
    pub(super) fn put(&self, slot: Slot<'_>, code_page: CodePage) -> Result<(), BadSetting> {
        match slot {
            Slot::Text(text) => *text = self.to_text(code_page)?,
            Slot::Float(bits) => *bits = self.sum()?.of_float(*bits)?,
            Slot::I16(number) => *number = self.sum()?.of_whole(f64::from(*number))?,
            Slot::I32(number) => *number = self.sum()?.of_whole(f64::from(*number))?,
            Slot::U32(number) => *number = self.sum()?.of_whole(f64::from(*number))?,
        }
        Ok(())
    }

    /// Whether a field holds just this. A sum holds nowhere.
    pub(super) fn is(&self, value: Value<'_>, code_page: CodePage) -> bool {
        let number = |value: f64| matches!(self.sum(), Ok(Sum::Is(number)) if number == value);
        match value {
            Value::Text(text) => self.to_text(code_page).as_ref() == Ok(text),
            Value::I16(value) => number(value.into()),
            Value::I32(value) => number(value.into()),
            Value::U32(value) => number(value.into()),
            Value::Float(value) => match self.sum() {
                Ok(Sum::Bits(bits)) => bits == value,
                Ok(Sum::Is(number)) => nearest(number) == Some(value),
                _ => false,
            },
        }
    }

    /// The bytes that a text is saved as.
    pub(super) fn to_text(&self, code_page: CodePage) -> Result<ShortText, BadSetting> {
        let text = match self {
            Setting::Number(number) => return Err(BadSetting::new(number, "a text")),
            Setting::Bytes(HexBytes { hex }) => {
                let bytes = from_hex(hex);
                let bytes = bytes.ok_or_else(|| BadSetting::new(hex, "pairs of hex digits"))?;
                Text(bytes.into())
            }
            Setting::Typed(typed) => encode(typed, code_page)?,
        };
        ShortText::try_from(text).map_err(|error| {
            BadSetting::new(&format!("{} bytes long", error.len), &format!("at most {}", error.max))
        })
    }

    fn sum(&self) -> Result<Sum, BadSetting> {
        match self {
            Setting::Number(number) => Ok(Sum::Is(*number)),
            Setting::Bytes(HexBytes { hex }) => Err(BadSetting::new(hex, "a number")),
            Setting::Typed(typed) => Sum::parse(typed),
        }
    }
}

/// What a number or a sum that somebody types makes of a number that is there.
pub fn worked_out_i16(typed: &str, before: i16) -> Result<i16, BadSetting> {
    Sum::parse(typed)?.of_whole(before.into())
}

/// The same for a number that can't be below zero.
pub fn worked_out_u16(typed: &str, before: u16) -> Result<u16, BadSetting> {
    Sum::parse(typed)?.of_whole(before.into())
}

fn encode(typed: &str, code_page: CodePage) -> Result<Text, BadSetting> {
    Text::encode(typed, code_page).ok_or_else(|| {
        let bad = typed.chars().find(|c| Text::encode(&c.to_string(), code_page).is_none());
        let found = bad.map_or_else(|| typed.to_owned(), |c| format!("\"{typed}\" with {c:?}"));
        BadSetting::new(&found, &format!("letters that code page {code_page} has"))
    })
}

impl BadSetting {
    fn new(found: &(impl ToString + ?Sized), expected: &(impl ToString + ?Sized)) -> BadSetting {
        BadSetting { found: found.to_string(), expected: expected.to_string() }
    }
}

impl Sum {
    fn parse(typed: &str) -> Result<Sum, BadSetting> {
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

    fn of(self, before: f64) -> f64 {
        match self {
            Sum::Is(number) => number,
            Sum::Bits(bits) => f64::from(bits.get()),
            Sum::Plus(by) => before + by,
            Sum::Times(by) => before * by,
            Sum::Over(by) => before / by,
        }
    }

    /// A float that is there already keeps its bits.
    fn of_float(self, before: F32) -> Result<F32, BadSetting> {
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
    fn of_whole<N: TryFrom<i64> + Bounded>(self, before: f64) -> Result<N, BadSetting> {
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

trait Bounded {
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

impl From<f64> for Setting {
    fn from(number: f64) -> Setting {
        Setting::Number(number)
    }
}

impl From<&str> for Setting {
    fn from(typed: &str) -> Setting {
        Setting::Typed(typed.to_owned())
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setting::Number(number) => write!(f, "{number}"),
            Setting::Typed(typed) => f.write_str(typed),
            Setting::Bytes(HexBytes { hex }) => write!(f, "bytes {hex}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put_u32(before: u32, setting: impl Into<Setting>) -> Result<u32, String> {
        let mut number = before;
        let put = setting.into().put(Slot::U32(&mut number), CodePage::Cp949);
        put.map(|()| number).map_err(|bad| bad.found + " / " + &bad.expected)
    }

    #[test]
    fn numbers_are_set_and_worked_out() {
        for (typed, expected) in
            [("+50", 57), ("-=2", 5), ("*1.2", 8), ("/2", 4), ("=9", 9), (" 3 ", 3)]
        {
            assert_eq!(put_u32(7, typed), Ok(expected), "{typed}");
        }
        assert_eq!(put_u32(7, 12.0), Ok(12));
        for typed in ["", "x", "1.5", "-1", "*x", "/0", "4294967296", "+nan", "*1e30"] {
            assert!(put_u32(7, typed).is_err(), "{typed}");
        }
        let error = put_u32(7, "-=8").unwrap_err();
        assert_eq!(error, "-1 / a whole number from 0 to 4294967295");
    }

    #[test]
    fn floats_keep_their_bits_where_nothing_changes() {
        let odd = F32::from_bits(0x8000_0000);
        let put = |before: F32, setting: Setting| {
            let mut bits = before;
            setting.put(Slot::Float(&mut bits), CodePage::Cp949).map(|()| bits)
        };
        assert_eq!(put(odd, "+0".into()), Ok(odd));
        assert_eq!(put(odd, 0.0.into()), Ok(odd));
        assert_eq!(put(odd, "0x7fc00001".into()), Ok(F32::from_bits(0x7fc0_0001)));
        assert_eq!(put(F32::new(2.0), "*1.5".into()), Ok(F32::new(3.0)));
        assert!(put(F32::new(2.0), 1e300.into()).is_err());
    }

    #[test]
    fn text_that_the_file_can_not_hold_is_refused() {
        let text = |typed: &str| Setting::from(typed).to_text(CodePage::Cp949);
        assert_eq!(text("블러드뱃").unwrap().as_bytes().len(), 8);
        assert_eq!(text("bat 😀").unwrap_err().found, "\"bat 😀\" with '😀'");
        assert_eq!(text(&"x".repeat(256)).unwrap_err().expected, "at most 255");
        assert!(Setting::Number(1.0).to_text(CodePage::Cp949).is_err());
        let hex = Setting::Bytes(HexBytes { hex: "ff00".to_owned() });
        assert_eq!(hex.to_text(CodePage::Cp949).unwrap().as_bytes(), [255, 0]);
    }
}
