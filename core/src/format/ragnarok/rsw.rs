//! RSW: what stands on a map. Only the header is read, for the water level that servers use.
//!
//! ```text
//! 0    4   magic "GRSW"
//! 4    1   version major  u8
//! 5    1   version minor  u8
//! 6    …   build          2.2 to 2.4: 1 byte; from 2.5 on: 5 bytes; else none
//!      40  ini name
//!      40  GND name
//!      40  GAT name
//!      40  scene name
//!      4   water level    f32, from 1.4 to 2.5
//!      …   body
//! ```
//!
//! So the water level stands at byte 166, 167 or 171. From 2.6 on it is in the GND. Like every
//! altitude it points down: what has a greater altitude is under water. The header of 2.6 and
//! later is taken to be that of 2.5 (November 2026: not held against a file).

use serde::{Deserialize, Serialize};

use crate::format::bytes::{Bytes, Put};
use crate::format::name::Name;
use crate::format::number::F32;
use crate::format::text::Opaque;
use crate::format::{Malformed, ReadError};

const MAGIC: &[u8] = b"GRSW";

/// A world file: its header, and the rest of it as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Parts")]
pub struct Rsw {
    version: Version,
    /// Has the length that the version gives it.
    build: Opaque,
    pub names: Names,
    /// There where the version has it.
    water_level: Option<F32>,
    /// Water, light, objects and so on.
    pub body: Opaque,
}

/// A version number, of 1.4 to 2.x.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Version {
    pub major: u8,
    pub minor: u8,
}

/// The files that the world is made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Names {
    pub ini: Name<40>,
    pub gnd: Name<40>,
    pub gat: Name<40>,
    pub scene: Name<40>,
}

impl Version {
    const FIRST: Version = Version { major: 1, minor: 4 };
    const LAST: Version = Version { major: 2, minor: u8::MAX };

    fn is_known(self) -> bool {
        (Version::FIRST..=Version::LAST).contains(&self)
    }

    fn n_build_bytes(self) -> usize {
        match (self.major, self.minor) {
            (2, 2..=4) => 1,
            (2, 5..) => 5,
            _ => 0,
        }
    }

    /// From 2.6 on the water is described in the GND.
    pub fn has_water_level(self) -> bool {
        !matches!((self.major, self.minor), (2, 6..))
    }
}

/// A header whose parts don't fit its version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the build or the water level does not fit version {}.{}", .version.major, .version.minor)]
pub struct WrongHeader {
    pub version: Version,
}

impl Rsw {
    /// A world of version 1.9, the simplest that servers and clients of today still take.
    pub fn new(names: Names, water_level: F32, body: Opaque) -> Rsw {
        let version = Version { major: 1, minor: 9 };
        let build = Opaque::default();
        Rsw { version, build, names, water_level: Some(water_level), body }
    }

    pub fn version(&self) -> Version {
        self.version
    }

    /// As an altitude: what has a greater one is under water.
    pub fn water_level(&self) -> Option<F32> {
        self.water_level
    }

    /// Changes the water level, where the version has one, and answers with the old one.
    pub fn replace_water_level(&mut self, water_level: F32) -> Option<F32> {
        self.water_level.as_mut().map(|old| std::mem::replace(old, water_level))
    }

    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        self.build.0.len() + self.body.0.len()
    }
}

/// A world as JSON has it, before its header was checked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Parts {
    version: Version,
    build: Opaque,
    names: Names,
    water_level: Option<F32>,
    body: Opaque,
}

impl TryFrom<Parts> for Rsw {
    type Error = WrongHeader;

    fn try_from(parts: Parts) -> Result<Rsw, WrongHeader> {
        let Parts { version, build, names, water_level, body } = parts;
        let fits = version.is_known()
            && build.0.len() == version.n_build_bytes()
            && water_level.is_some() == version.has_water_level();
        if !fits {
            return Err(WrongHeader { version });
        }
        Ok(Rsw { version, build, names, water_level, body })
    }
}

pub fn read(data: &[u8]) -> Result<Rsw, ReadError> {
    let mut bytes = Bytes::new(data);
    bytes.magic("magic", MAGIC)?;
    let start = bytes.clone();
    let version = Version { major: bytes.u8("version major")?, minor: bytes.u8("version minor")? };
    if !version.is_known() {
        let (major, minor) = (u32::from(version.major), u32::from(version.minor));
        let expected = "1.4 or later, below 3.0";
        let malformed = Malformed::UnknownVersion { major, minor, expected };
        return Err(start.error("version", malformed));
    }
    let build = Opaque(bytes.slice("build", version.n_build_bytes())?.to_vec());
    let names = Names {
        ini: Name(bytes.array("ini name")?),
        gnd: Name(bytes.array("GND name")?),
        gat: Name(bytes.array("GAT name")?),
        scene: Name(bytes.array("scene name")?),
    };
    let water_level = match version.has_water_level() {
        true => Some(bytes.f32("water level")?),
        false => None,
    };
    let body = Opaque(bytes.rest().to_vec());
    Ok(Rsw { version, build, names, water_level, body })
}

pub fn write(rsw: &Rsw) -> Vec<u8> {
    let mut out = Vec::new();
    out.put(MAGIC);
    out.put_u8(rsw.version.major);
    out.put_u8(rsw.version.minor);
    out.put(&rsw.build.0);
    let Names { ini, gnd, gat, scene } = &rsw.names;
    for name in [ini, gnd, gat, scene] {
        out.put(&name.0);
    }
    if let Some(water_level) = rsw.water_level {
        out.put_f32(water_level);
    }
    out.put(&rsw.body.0);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(major: u8, minor: u8) -> Vec<u8> {
        let mut data = b"GRSW".to_vec();
        data.extend([major, minor]);
        data.extend([7; 200]);
        data
    }

    #[test]
    fn the_water_level_stands_where_the_version_says() {
        for (minor, offset) in [(1, 166), (2, 167), (4, 167), (5, 171)] {
            let mut data = header(2, minor);
            data[offset..offset + 4].copy_from_slice(&13.5f32.to_le_bytes());
            let rsw = read(&data).unwrap();
            assert_eq!(rsw.water_level(), Some(F32::new(13.5)), "2.{minor}");
            assert_eq!(write(&rsw), data);
        }
        let data = header(2, 6);
        let rsw = read(&data).unwrap();
        assert_eq!(rsw.water_level(), None);
        assert_eq!(write(&rsw), data);
    }

    #[test]
    fn versions_that_nobody_knows_are_refused() {
        for (major, minor) in [(0, 9), (1, 3), (3, 0)] {
            let error = read(&header(major, minor)).unwrap_err().to_string();
            let not_known = format!("version {major}.{minor} is not known");
            let expected = "expected 1.4 or later, below 3.0";
            assert_eq!(error, format!("version at byte 0x4: {not_known}; {expected}"));
        }
    }

    #[test]
    fn only_the_water_level_changes() {
        let data = header(2, 1);
        let mut rsw = read(&data).unwrap();
        let old = rsw.replace_water_level(F32::new(1.0)).unwrap();
        let changed = write(&rsw);
        assert_eq!(changed[..166], data[..166]);
        assert_eq!(changed[166..170], 1f32.to_le_bytes());
        assert_eq!(changed[170..], data[170..]);
        rsw.replace_water_level(old);
        assert_eq!(write(&rsw), data);
    }

    #[test]
    fn json_gives_the_same_bytes_back() {
        let rsw = read(&header(2, 5)).unwrap();
        let json = serde_json::to_string(&rsw).unwrap();
        assert_eq!(serde_json::from_str::<Rsw>(&json).unwrap(), rsw);
        let wrong = json.replace("\"minor\":5", "\"minor\":6");
        assert!(serde_json::from_str::<Rsw>(&wrong).is_err());
    }

    #[test]
    fn every_prefix_of_a_header_is_an_error() {
        for minor in [1, 2, 5] {
            let data = header(2, minor);
            for len in 0..170 {
                assert!(read(&data[..len]).is_err(), "2.{minor} {len}");
            }
        }
    }
}
