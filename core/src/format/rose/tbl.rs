//! TBL: places around a cell, ring by ring, such as `O_RANGE.TBL`.
//!
//! ```text
//! 0  2  n rings   u16
//! 2     rings     u16 first place, u16 n places
//!    2  n places  u16
//!       places    i16 x, i16 y, counted in cells from the one in the middle
//! ```

use serde::{Deserialize, Serialize};

use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::rose::list::Record;
use crate::format::rose::list16::{self, List16};
use crate::format::text::Opaque;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tbl {
    /// From the smallest to the largest.
    pub rings: List16<Ring>,
    pub places: List16<Offset>,
    /// What follows the last field.
    pub tail: Opaque,
}

/// A stretch of the places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ring {
    pub first: u16,
    pub n_places: u16,
}

/// Where a cell is, counted from the one in the middle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offset {
    pub x_cells: i16,
    pub y_cells: i16,
}

impl Tbl {
    /// The places of a ring; `None` where the file does not have all of them.
    pub fn places_of(&self, ring: Ring) -> Option<&[Offset]> {
        let first = usize::from(ring.first);
        self.places.get(first..first + usize::from(ring.n_places))
    }

    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        self.tail.0.len()
    }
}

pub fn read(data: &[u8]) -> Result<Tbl, ReadError> {
    let mut bytes = Bytes::new(data);
    Ok(Tbl {
        rings: list16::read(&mut bytes)?,
        places: list16::read(&mut bytes)?,
        tail: Opaque(bytes.rest().to_vec()),
    })
}

pub fn write(tbl: &Tbl) -> Vec<u8> {
    let mut out = Vec::new();
    list16::write(&tbl.rings, &mut out);
    list16::write(&tbl.places, &mut out);
    out.put(&tbl.tail.0);
    out
}

impl Record for Ring {
    const NAME: &'static str = "rings";
    const MIN_SIZE: u64 = 4;

    fn read(bytes: &mut Bytes<'_>) -> Result<Ring, ReadError> {
        Ok(Ring { first: bytes.u16("first place")?, n_places: bytes.u16("places of a ring")? })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_u16(self.first);
        out.put_u16(self.n_places);
    }
}

impl Record for Offset {
    const NAME: &'static str = "places";
    const MIN_SIZE: u64 = 4;

    fn read(bytes: &mut Bytes<'_>) -> Result<Offset, ReadError> {
        Ok(Offset { x_cells: bytes.i16("x")?, y_cells: bytes.i16("y")? })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_i16(self.x_cells);
        out.put_i16(self.y_cells);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::rose::law::{check_law, check_prefixes, differences};

    /// The cell in the middle, and two beside it.
    const SAMPLE: &[u8] = b"\x02\0\0\0\x01\0\x01\0\x02\0\x03\0\0\0\0\0\xff\xff\0\0\x01\0\xff\xff";

    #[test]
    fn what_is_read_is_written_back() {
        check_law(SAMPLE, read, write);
        check_law(&[SAMPLE, b"stale"].concat(), read, write);
        check_prefixes(SAMPLE, read);
    }

    #[test]
    fn a_ring_is_a_stretch_of_the_places() {
        let mut tbl = read(SAMPLE).unwrap();
        let places = tbl.places_of(tbl.rings[1]).unwrap().to_vec();
        assert_eq!(
            places.iter().map(|at| (at.x_cells, at.y_cells)).collect::<Vec<_>>(),
            [(-1, 0), (1, -1)]
        );
        assert_eq!(tbl.places_of(Ring { first: 2, n_places: 2 }), None);
        tbl.rings.iter_mut().for_each(|ring| ring.n_places = 1);
        assert_eq!(differences(SAMPLE, &write(&tbl)), [8]);
    }

    #[test]
    fn errors_say_where() {
        let error = read(&SAMPLE[..13]).unwrap_err().to_string();
        assert_eq!(error, "places at byte 0xc: needs 12 bytes, 1 is left");
    }
}
