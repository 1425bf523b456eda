//! `.wld`: a world of the client. Everything in it is a fragment.
//!
//! ```text
//! 0   4  magic               0x54503D02
//! 4   4  version             0x15500 old, 0x1000C800 new
//! 8   4  number of fragments
//! 12  4  number of regions (0x22)
//! 16  4  size of the largest fragment
//! 20  4  length of the names
//! 24  4  number of names
//! 28  …  names, each with a zero byte, all of it XOR 95 3A C5 2A 95 7A 95 6A
//! …   …  fragments
//!        4  size of the body
//!        4  type
//!        …  body, with up to three bytes of padding that may be anything
//! …   …  tail, FF FF FF FF in every file seen
//! ```
//!
//! A body begins with a reference to its name, but for that of type 0x35. A reference of 0 or less is
//! a place in the names; a reference above 0 is the number of a fragment, counted from 1.
//!
//! No file of the new version was at hand (2026-11-25): its one difference that is known is that a
//! mesh has texture coordinates of two floats.

pub mod fragment;
pub mod geometry;
pub mod region;
pub mod scene;
pub mod skeleton;
pub mod surface;
mod edit;
mod placing;

use serde::{Deserialize, Serialize};

use crate::format::bytes::{Bytes, Put};
use crate::format::text::Opaque;
use crate::format::{Malformed, ReadError};

pub use self::edit::NotLast;
pub use self::fragment::{Meaning, type_name};

/// What every file begins with.
pub const MAGIC: &[u8] = &[0x02, 0x3D, 0x50, 0x54];
const KEY: [u8; 8] = [0x95, 0x3A, 0xC5, 0x2A, 0x95, 0x7A, 0x95, 0x6A];
const FRAGMENT_HEADER: u64 = 8;

/// A world, with every fragment as the file has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wld {
    pub version: Version,
    /// As stated.
    pub n_regions: u32,
    /// As stated: the size of the largest fragment.
    pub largest: u32,
    /// As stated.
    pub n_names: u32,
    /// Readable, with a zero byte behind each, and padding behind the last.
    pub names: Opaque,
    pub fragments: Vec<Fragment>,
    pub tail: Opaque,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Version {
    Old,
    New,
}

impl Version {
    const fn number(self) -> u32 {
        match self {
            Version::Old => 0x1_5500,
            Version::New => 0x1000_C800,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fragment {
    #[serde(rename = "type")]
    pub kind: u32,
    pub body: Opaque,
}

impl Fragment {
    /// The reference to its name; 0 for the type that has none.
    pub fn name_reference(&self) -> i32 {
        let start: Option<[u8; 4]> = self.body.0.first_chunk().copied();
        match self.kind {
            fragment::AMBIENT_LIGHT => 0,
            _ => start.map_or(0, i32::from_le_bytes),
        }
    }
}

impl Wld {
    /// The name that a reference of 0 or less leads to; empty where there is none.
    pub fn name(&self, reference: i32) -> &[u8] {
        let at = reference.checked_neg().and_then(|at| usize::try_from(at).ok());
        let rest = at.and_then(|at| self.names.0.get(at..)).unwrap_or_default();
        rest.split(|byte| *byte == 0).next().unwrap_or_default()
    }

    pub fn name_of(&self, fragment: &Fragment) -> &[u8] {
        self.name(fragment.name_reference())
    }

    /// The fragment that a reference above 0 leads to.
    pub fn fragment(&self, reference: i32) -> Option<&Fragment> {
        let idx = usize::try_from(reference).ok()?.checked_sub(1)?;
        self.fragments.get(idx)
    }

    /// The fragments of a type, each with its number counted from 0.
    pub fn of_kind(&self, kind: u32) -> impl Iterator<Item = (usize, &Fragment)> {
        self.fragments.iter().enumerate().filter(move |(_, fragment)| fragment.kind == kind)
    }

    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        let unknown = self
            .fragments
            .iter()
            .filter(|fragment| !matches!(Meaning::of(fragment, self.version), Some(Ok(_))));
        let tail = if self.tail.0 == [0xff; 4] { 0 } else { self.tail.0.len() };
        unknown.map(|fragment| fragment.body.0.len()).sum::<usize>() + tail
    }
}

/// Makes a readable text into that of a file.
pub fn encode(text: &[u8]) -> Vec<u8> {
    crypt(text)
}

/// Makes names and texts readable, and back.
fn crypt(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().zip(KEY.iter().cycle()).map(|(byte, key)| byte ^ key).collect()
}

pub fn read(data: &[u8]) -> Result<Wld, ReadError> {
    let mut bytes = Bytes::new(data);
    bytes.magic("magic", MAGIC)?;
    let start = bytes.clone();
    let version = match bytes.u32("version")? {
        0x1_5500 => Version::Old,
        0x1000_C800 => Version::New,
        found => {
            let (found, expected) = (i64::from(found), "87296 (old) or 268486656 (new)");
            return Err(start.error("version", Malformed::Unexpected { found, expected }));
        }
    };
    let n_fragments = bytes.u32("number of fragments")?;
    let n_regions = bytes.u32("number of regions")?;
    let largest = bytes.u32("size of the largest fragment")?;
    let len = bytes.u32("length of the names")?;
    let n_names = bytes.u32("number of names")?;
    let len = bytes.expect_items("names", len.into(), 1)?;
    let names = Opaque(crypt(bytes.slice("names", len)?));
    let fragments = bytes.items("fragments", n_fragments.into(), FRAGMENT_HEADER, |bytes| {
        let size = bytes.u32("size of a fragment")?;
        let kind = bytes.u32("type of a fragment")?;
        let size = bytes.expect_items("fragment", size.into(), 1)?;
        Ok(Fragment { kind, body: Opaque(bytes.slice("fragment", size)?.to_vec()) })
    })?;
    let tail = Opaque(bytes.rest().to_vec());
    Ok(Wld { version, n_regions, largest, n_names, names, fragments, tail })
}

pub fn write(wld: &Wld) -> Vec<u8> {
    let n_bytes: usize = wld.fragments.iter().map(|fragment| fragment.body.0.len() + 8).sum();
    let mut out = Vec::with_capacity(n_bytes + wld.names.0.len() + 64);
    out.put(MAGIC);
    out.put_u32(wld.version.number());
    out.put_count(wld.fragments.len());
    out.put_u32(wld.n_regions);
    out.put_u32(wld.largest);
    out.put_count(wld.names.0.len());
    out.put_u32(wld.n_names);
    out.put(&crypt(&wld.names.0));
    for fragment in &wld.fragments {
        out.put_count(fragment.body.0.len());
        out.put_u32(fragment.kind);
        out.put(&fragment.body.0);
    }
    out.put(&wld.tail.0);
    out
}

#[cfg(test)]
pub(in crate::format::eq) mod tests;
