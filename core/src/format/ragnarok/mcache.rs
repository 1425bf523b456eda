//! `.mcache`: the cells of one map for a Hercules server.
//!
//! ```text
//! 0   2   version  i16, 1
//! 2   16  MD5 of the packed bytes
//! 18  …   packed cells
//!     …   tail, empty in every file seen
//! ```

use md5::{Digest, Md5};
use serde::{Deserialize, Serialize};

use crate::format::bytes::{Bytes, Put};
use crate::format::text::{Opaque, from_hex, to_hex};
use crate::format::{Malformed, ReadError};

use super::packed::{self, CellsFault, PackedCells};

const VERSION: i16 = 1;

/// The cells of one map. A server refuses it where the checksum is wrong; here it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mcache {
    /// As stated.
    pub checksum: Checksum,
    pub cells: PackedCells,
    /// What follows the cells.
    pub tail: Opaque,
}

/// An MD5 checksum. As JSON: hex digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Checksum(pub [u8; 16]);

impl Checksum {
    /// The right one for these cells.
    pub fn of(cells: &PackedCells) -> Checksum {
        Checksum(Md5::digest(&cells.packed.0).into())
    }
}

impl From<Checksum> for String {
    fn from(checksum: Checksum) -> String {
        to_hex(&checksum.0)
    }
}

impl TryFrom<String> for Checksum {
    type Error = &'static str;

    fn try_from(hex: String) -> Result<Checksum, &'static str> {
        let bytes = from_hex(&hex).and_then(|bytes| bytes.try_into().ok());
        bytes.map(Checksum).ok_or("expected 32 hex digits")
    }
}

/// Whether a file begins as one of these: it has no first bytes of its own.
pub fn begins(start: &[u8]) -> bool {
    let mut start = Bytes::new(start);
    let is_version = start.i16("version").is_ok_and(|version| version == VERSION);
    is_version && start.array::<16>("checksum").is_ok() && packed::begins(&mut start)
}

/// Something that a server stumbles over.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("the checksum is wrong")]
    Checksum,
    #[error("{0}")]
    Cells(CellsFault),
    #[error("{}", behind(*n_bytes))]
    Tail { n_bytes: usize },
}

fn behind(n_bytes: usize) -> String {
    match n_bytes {
        1 => "1 byte follows the cells".to_owned(),
        n => format!("{n} bytes follow the cells"),
    }
}

impl Mcache {
    /// A file with the right checksum.
    pub fn new(cells: PackedCells) -> Mcache {
        Mcache { checksum: Checksum::of(&cells), cells, tail: Opaque::default() }
    }

    /// Puts other cells in, with their checksum, and answers with what was there.
    pub fn replace(&mut self, cells: PackedCells) -> (Checksum, PackedCells) {
        let checksum = std::mem::replace(&mut self.checksum, Checksum::of(&cells));
        (checksum, std::mem::replace(&mut self.cells, cells))
    }

    /// Whether a server takes the file.
    pub fn has_right_checksum(&self) -> bool {
        self.checksum == Checksum::of(&self.cells)
    }

    /// What a server would stumble over, in the order of the file.
    pub fn faults(&self) -> Vec<Fault> {
        let checksum = (!self.has_right_checksum()).then_some(Fault::Checksum);
        let cells = self.cells.fault().map(Fault::Cells);
        let tail = (!self.tail.0.is_empty()).then_some(Fault::Tail { n_bytes: self.tail.0.len() });
        [checksum, cells, tail].into_iter().flatten().collect()
    }

    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        self.tail.0.len()
    }
}

pub fn read(data: &[u8]) -> Result<Mcache, ReadError> {
    let mut bytes = Bytes::new(data);
    let start = bytes.clone();
    let version = bytes.i16("version")?;
    if version != VERSION {
        let (found, expected) = (i64::from(version), "1");
        return Err(start.error("version", Malformed::Unexpected { found, expected }));
    }
    let checksum = Checksum(bytes.array("checksum")?);
    let cells = PackedCells::read(&mut bytes)?;
    let tail = Opaque(bytes.rest().to_vec());
    Ok(Mcache { checksum, cells, tail })
}

pub fn write(mcache: &Mcache) -> Vec<u8> {
    let mut out = Vec::new();
    out.put_i16(VERSION);
    out.put(&mcache.checksum.0);
    mcache.cells.write(&mut out);
    out.put(&mcache.tail.0);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Mcache {
        Mcache::new(PackedCells::pack(3, 2, &[0, 1, 5, 3, 0, 0]).unwrap())
    }

    #[test]
    fn what_is_read_is_written_back() {
        let mut data = write(&sample());
        assert_eq!(read(&data), Ok(sample()));
        data.extend(b"left over");
        let mcache = read(&data).unwrap();
        assert_eq!(mcache.n_opaque(), 9);
        assert_eq!(write(&mcache), data);
    }

    #[test]
    fn json_gives_the_same_bytes_back() {
        let json = serde_json::to_string(&sample()).unwrap();
        assert_eq!(serde_json::from_str::<Mcache>(&json).unwrap(), sample());
    }

    #[test]
    fn the_checksum_is_md5() {
        let cells = PackedCells { width: 0, height: 0, packed: Opaque(b"abc".to_vec()) };
        assert_eq!(String::from(Checksum::of(&cells)), "900150983cd24fb0d6963f7d28e17f72");
    }

    #[test]
    fn a_wrong_checksum_is_told_and_kept() {
        let mut data = write(&sample());
        data[2] ^= 1;
        let mut mcache = read(&data).unwrap();
        assert!(!mcache.has_right_checksum());
        assert_eq!(write(&mcache), data);
        let cells = mcache.cells.clone();
        mcache.replace(cells);
        assert!(mcache.has_right_checksum());
        assert_eq!(mcache, sample());
    }

    #[test]
    fn every_prefix_is_an_error() {
        let data = write(&sample());
        for len in 0..data.len() {
            assert!(read(&data[..len]).is_err(), "{len}");
        }
        let error = read(&[2, 0]).unwrap_err().to_string();
        assert_eq!(error, "version at byte 0x0: found 2, expected 1");
    }
}
