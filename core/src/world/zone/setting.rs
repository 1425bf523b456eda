//! What a person types into a field: numbers, sums, and texts in the code page of the zone.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::format::text::{CodePage, NoLetter, ShortText, Text, from_hex};

use crate::world::sum::{BadSetting, Sum};
use crate::world::zone::holds::Holds;
use crate::world::zone::names::Names;
use crate::world::zone::names::choice::Source;
use crate::world::zone::names::meant::NotMeant;
use crate::world::zone::thing::Kind;

use super::field::{Field, Slot};

/// A value for a field. As JSON a number, a text, or `{"hex": "…"}` for a text's very bytes.
///
/// A text for a number is a sum with what was there: `+50`, `-=50`, `*1.2`, `/2`; or a number as
/// it is, or the bits of a float such as `0x7fc00000`; or the name of a row of the field's table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a number, a text, or {\"hex\": \"…\"}")]
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

/// What is before the bytes of a text that its code page can't show, in cells of sheets and in fields.
pub(in crate::world) const HEX: &str = "hex:";

impl Setting {
    /// What somebody typed into a cell or a field.
    pub fn of_cell(cell: &str) -> Setting {
        match cell.strip_prefix(HEX) {
            Some(hex) => Setting::Bytes(HexBytes { hex: hex.to_owned() }),
            None => Setting::Typed(cell.to_owned()),
        }
    }

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

    /// What goes into a field of a kind of thing: the number of a row where this is its name, and
    /// else this itself. Refused where it can be no value of the field, whatever is there.
    pub(super) fn meant(
        &self,
        kind: Kind,
        field: Field,
        names: &Names,
        code_page: CodePage,
    ) -> Result<Cow<'_, Setting>, BadSetting> {
        let holds = field.holds();
        if holds == Holds::Text {
            return self.to_text(code_page).map(|_| Cow::Borrowed(self));
        }
        let possible = format!("{holds}, or a sum such as +50 or *1.2");
        match (self.sum(), self) {
            (Ok(Sum::Is(number)), _) if !holds.has(number) => Err(BadSetting::new(&number, &holds)),
            (Ok(_), _) => Ok(Cow::Borrowed(self)),
            (Err(_), Setting::Typed(name)) => {
                let number = row_called(kind, field, name, names, code_page);
                let number = number.map_err(|why| match why {
                    Some(why) => why.of(name, &possible),
                    None => BadSetting::new(&format!("{name:?}"), &possible),
                })?;
                Ok(Cow::Owned(Setting::Number(f64::from(number))))
            }
            (Err(bad), _) => Err(BadSetting { expected: possible, ..bad }),
        }
    }

    /// The bytes that a text is saved as.
    pub(in crate::world) fn to_text(&self, code_page: CodePage) -> Result<ShortText, BadSetting> {
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

    pub(in crate::world) fn sum(&self) -> Result<Sum, BadSetting> {
        match self {
            Setting::Number(number) => Ok(Sum::Is(*number)),
            Setting::Bytes(HexBytes { hex }) => Err(BadSetting::new(hex, "a number")),
            Setting::Typed(typed) => Sum::parse(typed),
        }
    }
}

/// The row that a text names in the table of a field; `None` as error where it leads into none.
pub(super) fn row_called(
    kind: Kind,
    field: Field,
    name: &str,
    names: &Names,
    code_page: CodePage,
) -> Result<u32, Option<NotMeant>> {
    let is_name = name.chars().any(char::is_alphanumeric);
    let source = Source::of(kind, field).filter(|_| is_name).ok_or(None)?;
    names.number_of(source, name, code_page).map_err(Some)
}

fn encode(typed: &str, code_page: CodePage) -> Result<Text, BadSetting> {
    Text::encode(typed, code_page).map_err(|NoLetter { text, letter, code_page }| {
        let found = letter.map_or_else(|| text.clone(), |c| format!("\"{text}\" with {c:?}"));
        BadSetting::new(&found, &format!("letters that code page {code_page} has"))
    })
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
    use crate::format::number::F32;

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
