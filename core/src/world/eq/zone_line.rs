//! Where a zone line leads, as the text or the name of its list of regions says.
//!
//! ```text
//! 0   5  kind, such as DRNTP
//! 5   5  number of a zone; 00255: a row of the server's zone_points, by the next number
//! 10  6  x    16, 6  y    22, 6  z
//! 28  3  heading, 999 where it stays
//! 31  …  the rest, ___ and zeros
//! ```
//!
//! Numbers are as wide as that, and decimals: `-00064`, `1474.6`. 999999 keeps the place of the player who
//! crosses the line.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::retag::Refusal;

/// A zone of this number is none: the server looks the line up in its table.
const BY_NUMBER: u32 = 255;

const KEEPS: i32 = 999_999;
const KEEPS_HEADING: i32 = 999;

/// Where a zone line leads.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum ZoneLine {
    /// To what the server has in `zone_points` for the number.
    Number(u32),
    Place(Place),
    /// A text without numbers that can be read.
    Unread(Vec<u8>),
}

/// A place in a zone, in the axes of the server. `None` keeps what the player had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    pub zone: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<Decimal>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub y: Option<Decimal>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub z: Option<Decimal>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heading: Option<Decimal>,
}

/// A number in 100,000ths, the finest that six characters hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Decimal(i64);

impl Decimal {
    const UNIT: f64 = 100_000.0;

    pub fn new(value: f64) -> Decimal {
        Decimal((value * Decimal::UNIT).round() as i64)
    }

    pub fn get(self) -> f64 {
        self.0 as f64 / Decimal::UNIT
    }

    /// The number in so many characters, filled up with zeros; `None` where it needs more.
    fn padded(self, width: usize) -> Option<String> {
        let shortest = self.get().abs().to_string();
        let sign = if self.0 < 0 { "-" } else { "" };
        let n_zeros = width.checked_sub(sign.len() + shortest.len())?;
        Some(format!("{sign}{}{shortest}", "0".repeat(n_zeros)))
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.get().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Decimal, D::Error> {
        f64::deserialize(deserializer).map(Decimal::new)
    }
}

impl ZoneLine {
    /// Whether a name or text of a list is about a zone line.
    pub fn is_one(text: &[u8]) -> bool {
        [b"DRNTP", b"WTNTP", b"LANTP"].iter().any(|prefix| text.starts_with(*prefix))
    }

    /// What the text or else the name of a list says of a line; `None` where the list is about none.
    pub fn of_list(name: &[u8], text: &[u8]) -> Option<ZoneLine> {
        let mut said = [text, name].into_iter().filter(|said| ZoneLine::is_one(said)).peekable();
        let first = said.peek().copied()?;
        let unread = || {
            let end = first.iter().position(|byte| *byte == 0).unwrap_or(first.len());
            ZoneLine::Unread(first.get(..end).unwrap_or(first).to_vec())
        };
        Some(said.find_map(ZoneLine::read).unwrap_or_else(unread))
    }

    /// `None` where a number can't be read.
    pub fn read(text: &[u8]) -> Option<ZoneLine> {
        let zone = field(text, 5, 5)?;
        let zone = (zone >= 0.0 && zone.fract() == 0.0).then_some(zone as u32)?;
        if zone == BY_NUMBER {
            let number = field(text, 10, 6)?;
            let is_number = number >= 0.0 && number.fract() == 0.0;
            return is_number.then_some(ZoneLine::Number(number as u32));
        }
        let kept =
            |value: f64, keeps: i32| (value != f64::from(keeps)).then_some(Decimal::new(value));
        Some(ZoneLine::Place(Place {
            zone,
            // The client's x is y of the server.
            y: kept(field(text, 10, 6)?, KEEPS),
            x: kept(field(text, 16, 6)?, KEEPS),
            z: kept(field(text, 22, 6)?, KEEPS),
            heading: kept(field(text, 28, 3)?, KEEPS_HEADING),
        }))
    }

    /// The text of a list that says so.
    pub(super) fn text(&self) -> Result<Vec<u8>, Refusal> {
        let text = match self {
            ZoneLine::Number(number) if *number > 999_999 => {
                return Err(Refusal::LongNumber(*number));
            }
            ZoneLine::Number(number) => format!("DRNTP00255{number:06}000000000000000"),
            ZoneLine::Place(Place { zone, .. }) if *zone > 99_999 || *zone == BY_NUMBER => {
                return Err(Refusal::NoZone(*zone));
            }
            ZoneLine::Place(Place { zone, x, y, z, heading }) => {
                let part = |field, value: &Option<Decimal>, keeps: i32, width| match value {
                    None => Ok(keeps.to_string()),
                    Some(value) => {
                        let padded = value.padded(width);
                        // What means that it stays is no place.
                        let padded = padded.filter(|_| value.get() != f64::from(keeps));
                        padded.ok_or(Refusal::LongPlace { field, value: *value, width })
                    }
                };
                let y = part("y", y, KEEPS, 6)?;
                let x = part("x", x, KEEPS, 6)?;
                let z = part("z", z, KEEPS, 6)?;
                let heading = part("heading", heading, KEEPS_HEADING, 3)?;
                format!("DRNTP{zone:05}{y}{x}{z}{heading}")
            }
            ZoneLine::Unread(text) => return Ok([text.as_slice(), b"\0"].concat()),
        };
        Ok(format!("{text}___000000000000\0").into_bytes())
    }
}

impl fmt::Display for ZoneLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ZoneLine::Number(number) => write!(f, "point {number}"),
            ZoneLine::Place(Place { zone, x, y, z, heading }) => {
                write!(f, "zone {zone} at ")?;
                for (value, after) in [(x, ", "), (y, ", "), (z, "")] {
                    match value {
                        Some(value) => write!(f, "{value}{after}")?,
                        None => write!(f, "kept{after}")?,
                    }
                }
                match heading {
                    Some(heading) => write!(f, " facing {heading}"),
                    None => Ok(()),
                }
            }
            ZoneLine::Unread(text) => write!(f, "\"{}\"", text.escape_ascii()),
        }
    }
}

fn field(text: &[u8], at: usize, len: usize) -> Option<f64> {
    let field = std::str::from_utf8(text.get(at..at + len)?).ok()?;
    let is_decimal = field.bytes().all(|byte| byte.is_ascii_digit() || b"-.".contains(&byte));
    field.parse().ok().filter(|_| is_decimal)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(zone: u32, at: [Option<f64>; 4]) -> ZoneLine {
        let [x, y, z, heading] = at.map(|value| value.map(Decimal::new));
        ZoneLine::Place(Place { zone, x, y, z, heading })
    }

    #[test]
    fn a_zone_line_leads_to_a_number_or_a_place() {
        let number = ZoneLine::read(b"DRNTP00255000012000000000000000___000000000000");
        assert_eq!(number, Some(ZoneLine::Number(12)));
        let read = ZoneLine::read(b"DRNTP000201474.6-01089-00051999_ZONE");
        assert_eq!(read, Some(place(20, [Some(-1089.0), Some(1474.6), Some(-51.0), None])));
        let kept = ZoneLine::read(b"DRNTP000229999995047.1999999999_ZONE");
        assert_eq!(kept, Some(place(22, [Some(5047.1), None, None, None])));
    }

    #[test]
    fn a_zone_line_without_numbers_can_not_be_read_and_keeps_its_text() {
        for text in [&b"DRNTP_ZONE"[..], b"DRNTP", b"DRNTP00255 12345", b"DRNTP0025500inf0"] {
            assert_eq!(ZoneLine::read(text), None, "{}", text.escape_ascii());
            let line = ZoneLine::of_list(text, b"");
            assert_eq!(line, Some(ZoneLine::Unread(text.to_vec())));
            assert_eq!(line.unwrap().text().unwrap(), [text, b"\0"].concat());
        }
        assert_eq!(ZoneLine::read(b""), None);
        assert!(ZoneLine::is_one(b"WTNTP00255") && !ZoneLine::is_one(b"WTN__00255"));
        assert_eq!(ZoneLine::of_list(b"Z0001_ZONE", b"WTN__00255"), None);
    }

    #[test]
    fn what_is_written_is_read_again() {
        let lines = [
            ZoneLine::Number(0),
            ZoneLine::Number(999_999),
            place(20, [Some(-1089.0), Some(1474.6), Some(-51.25), None]),
            place(0, [None, None, None, Some(128.0)]),
            place(99_999, [Some(-0.125), Some(0.0), Some(-99999.0), Some(0.5)]),
        ];
        for line in lines {
            let text = line.text().unwrap();
            assert_eq!(text.len(), 47, "as long as the game's own");
            assert_eq!(ZoneLine::of_list(b"Z0001_ZONE", &text).as_ref(), Some(&line));
        }
    }

    #[test]
    fn what_has_no_room_is_refused() {
        let refused = [
            (ZoneLine::Number(1_000_000), "zone point 1000000 has more than six digits"),
            (
                place(255, [None; 4]),
                "255 is not the number of a zone: expected 0 to 99999, but 255",
            ),
            (
                place(1, [Some(-12345.5), None, None, None]),
                "x of a zone line has room for 6 characters, but not for -12345.5",
            ),
            (
                place(1, [None, Some(999_999.0), None, None]),
                "y of a zone line has room for 6 characters, but not for 999999",
            ),
            (
                place(1, [None, None, None, Some(1000.0)]),
                "heading of a zone line has room for 3 characters, but not for 1000",
            ),
        ];
        for (line, expected) in refused {
            assert_eq!(line.text().unwrap_err().to_string(), expected);
        }
    }
}
