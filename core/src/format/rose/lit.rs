//! LIT: which lightmap belongs to which object of a block, `BUILDINGLIGHTMAPDATA.LIT` for cnst
//! and `OBJECTLIGHTMAPDATA.LIT` for deco.
//!
//! ```text
//! File: u32 n objects; objects; u32 n textures; textures (text each)
//! object  u32 n parts, object id; parts
//! part    text name; u32 part id; text file; u32 lightmap, pixels, parts per row, place
//! text    u8 length, bytes
//! ```
//!
//! An object id is the place of an object in its block of the IFO, counted from 1. One lightmap
//! holds the pictures of several parts, in rows.

use serde::{Deserialize, Serialize};

use super::list::{self, Record};
use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::text::{Opaque, ShortText};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lit {
    pub objects: Vec<LitObject>,
    /// Names of picture files, beside this one.
    pub textures: Vec<ShortText>,
    /// What follows the last field.
    pub tail: Opaque,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LitObject {
    pub id: u32,
    pub parts: Vec<LitPart>,
}

/// Where the picture of one part of an object is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LitPart {
    pub name: ShortText,
    pub id: u32,
    pub file: ShortText,
    /// Index into the textures.
    pub lightmap: u32,
    /// Width and height of the picture.
    pub n_pixels: u32,
    pub n_per_row: u32,
    /// Which picture of the lightmap it is, row by row.
    pub place: u32,
}

impl Lit {
    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        self.tail.0.len()
    }
}

pub fn read(data: &[u8]) -> Result<Lit, ReadError> {
    let mut bytes = Bytes::new(data);
    Ok(Lit {
        objects: list::read(&mut bytes)?,
        textures: list::read(&mut bytes)?,
        tail: Opaque(bytes.rest().to_vec()),
    })
}

pub fn write(lit: &Lit) -> Vec<u8> {
    let mut out = Vec::new();
    list::write(&lit.objects, &mut out);
    list::write(&lit.textures, &mut out);
    out.put(&lit.tail.0);
    out
}

impl Record for LitObject {
    const NAME: &'static str = "objects";
    const MIN_SIZE: u64 = 8;

    fn read(bytes: &mut Bytes<'_>) -> Result<LitObject, ReadError> {
        let n_parts = bytes.u32("n parts")?;
        Ok(LitObject { id: bytes.u32("object id")?, parts: list::read_n(bytes, n_parts)? })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_u32(self.parts.len() as u32);
        out.put_u32(self.id);
        list::write_all(&self.parts, out);
    }
}

impl Record for LitPart {
    const NAME: &'static str = "parts";
    const MIN_SIZE: u64 = 22;

    fn read(bytes: &mut Bytes<'_>) -> Result<LitPart, ReadError> {
        Ok(LitPart {
            name: bytes.short_text("part name")?,
            id: bytes.u32("part id")?,
            file: bytes.short_text("part file")?,
            lightmap: bytes.u32("lightmap")?,
            n_pixels: bytes.u32("pixels")?,
            n_per_row: bytes.u32("parts per row")?,
            place: bytes.u32("place")?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_short_text(&self.name);
        out.put_u32(self.id);
        out.put_short_text(&self.file);
        out.put_u32(self.lightmap);
        out.put_u32(self.n_pixels);
        out.put_u32(self.n_per_row);
        out.put_u32(self.place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::rose::law::{check_law, differences, words};

    fn sample() -> Vec<u8> {
        [
            words(&[2, 1, 3]),
            b"\x02\xba\xed".to_vec(),
            words(&[7]),
            b"\x05a.tga".to_vec(),
            words(&[0, 128, 4, 9]),
            words(&[0, 5, 2]),
            b"\x07map.dds\0".to_vec(),
        ]
        .concat()
    }

    #[test]
    fn what_is_read_is_written_back() {
        check_law(&sample(), read, write);
        check_law(&[sample(), b"stale".to_vec()].concat(), read, write);
    }

    #[test]
    fn every_field_is_where_the_layout_says() {
        let lit = read(&sample()).unwrap();
        let ids: Vec<_> =
            lit.objects.iter().map(|object| (object.id, object.parts.len())).collect();
        assert_eq!(ids, [(3, 1), (5, 0)]);
        let part = &lit.objects[0].parts[0];
        assert_eq!(part.file.as_bytes(), b"a.tga");
        let numbers = [part.id, part.lightmap, part.n_pixels, part.n_per_row, part.place];
        assert_eq!(numbers, [7, 0, 128, 4, 9]);
        assert_eq!(lit.textures[0].as_bytes(), b"map.dds");
    }

    #[test]
    fn an_edit_of_one_field_changes_that_field_alone() {
        let data = sample();
        let mut lit = read(&data).unwrap();
        lit.objects[1].id = 4;
        assert_eq!(differences(&data, &write(&lit)), [45]);
    }

    #[test]
    fn errors_say_where() {
        let error = read(&words(&[1, u32::MAX, 1])).unwrap_err().to_string();
        assert_eq!(error, "parts at byte 0xc: needs 94489280490 bytes, 0 are left");
    }
}
