//! Where a zone line leads, as the text or the name of its list of regions says.
//!
//! ```text
//! 0   5  kind, such as DRNTP
//! 5   5  number of a zone; 00255: a row of the server's zone_points, by the next number
//! 10  6  x    18, 6  y    24-, 6  z
//! 28  3  heading, 999 where it stays
//! 31  …  the rest, ___ and zeros
//! ```
//!
//! Numbers are as wide as that, and decimals: `-00064`, `1474.6`. 999999 keeps what whoever crosses the
//! line had.

/// A zone of this number is none: the server looks the line up in its table.
const BY_NUMBER: u32 = 255;

/// Where a zone line leads.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ZoneLine {
    /// To what the server has in `zone_points` for the number.
    Number(u32),
    Place(Place),
}

/// A place in a zone, in the axes of the client. `None` keeps what one had.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    pub zone: u32,
    pub x: Option<f64>,
    pub y: Option<f64>,
    pub z: Option<f64>,
    pub heading: Option<f64>,
}

impl ZoneLine {
    /// Whether a name or text of a list is about a zone line.
    pub fn is_one(text: &[u8]) -> bool {
        [b"DRNTP", b"WTNTP", b"LANTP"].iter().any(|prefix| text.starts_with(*prefix))
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
        let kept = |value: f64, keeps: f64| (value != keeps).then_some(value);
        Some(ZoneLine::Place(Place {
            zone,
            x: kept(field(text, 10, 6)?, 999_999.0),
            y: kept(field(text, 16, 6)?, 999_999.0),
            z: kept(field(text, 22, 6)?, 999_999.0),
            heading: kept(field(text, 28, 3)?, 999.0),
        }))
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

    #[test]
    fn a_zone_line_leads_to_a_number_or_a_place() {
        let number = ZoneLine::read(b"DRNTP00255000012000000000000000___000000000000");
        assert_eq!(number, Some(ZoneLine::Number(12)));
        let place = ZoneLine::read(b"DRNTP000201474.6-01089-00051999_ZONE");
        let expected =
            Place { zone: 20, x: Some(1474.6), y: Some(-1089.0), z: Some(-51.0), heading: None };
        assert_eq!(place, Some(ZoneLine::Place(expected)));
        let Some(ZoneLine::Place(kept)) = ZoneLine::read(b"DRNTP000229999995047.1999999999_ZONE")
        else {
            panic!()
        };
        assert_eq!((kept.x, kept.y, kept.z), (None, Some(5047.1), None));
    }

    #[test]
    fn a_zone_line_without_numbers_can_not_be_read() {
        for text in [&b"DRNTP_ZONE"[..], b"DRNTP", b"", b"DRNTP00255 12345", b"DRNTP0025500inf0"] {
            assert_eq!(ZoneLine::read(text), None, "{}", text.escape_ascii());
        }
        assert!(ZoneLine::is_one(b"WTNTP00255") && !ZoneLine::is_one(b"WTN__00255"));
    }
}
