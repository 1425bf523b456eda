//! TSI: the pictures of the client's windows: which rectangle of which texture is which picture.
//!
//! ```text
//! 0  2  n textures  u16
//! 2     textures
//!    2  n pictures  u16, of all groups together
//!       groups      one for each texture
//! texture  u16 length, bytes of its name; u32 colour key
//! group    u16 n; n pictures
//! picture  0   2   texture  u16, place in the list
//!          2   16  corners  i32 left, top, right, bottom, in pixels
//!          18  4   colour   u32
//!          22  32  name     bytes, ends at a zero byte
//! ```
//!
//! Textures are files in the folder of this one. A texture may be in the list several times. Three real
//! files have been seen (2026-11): colours and keys are 0 in them, and the texture of a picture is that
//! of its group.

use serde::{Deserialize, Serialize};

use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::name::Name;
use crate::format::rose::list::Record;
use crate::format::rose::list16::{self, List16};
use crate::format::text::{Opaque, Text16};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Form")]
pub struct Tsi {
    pub textures: List16<Texture>,
    /// As the file states it, right or wrong.
    pub n_pictures: u16,
    /// Invariant: as many as there are textures.
    groups: Vec<List16<Picture>>,
    /// What follows the last field.
    pub tail: Opaque,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Texture {
    /// Name of a file beside this one.
    pub file: Text16,
    /// The colour that is not drawn.
    pub colour_key: u32,
}

/// A rectangle of a texture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Picture {
    /// Place in the list of textures.
    pub texture: u16,
    /// Left, top, right, bottom.
    pub corners_px: [i32; 4],
    pub colour: u32,
    pub name: Name<32>,
}

impl Tsi {
    /// `None` unless there is a group for each texture.
    pub fn new(textures: List16<Texture>, groups: Vec<List16<Picture>>) -> Option<Tsi> {
        let n_pictures = groups.iter().map(|group| group.len()).sum::<usize>();
        let n_pictures = u16::try_from(n_pictures).unwrap_or(u16::MAX);
        let is_whole = textures.len() == groups.len();
        is_whole.then(|| Tsi { textures, n_pictures, groups, tail: Opaque::default() })
    }

    /// One for each texture.
    pub fn groups(&self) -> &[List16<Picture>] {
        &self.groups
    }

    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        self.tail.0.len()
    }
}

pub fn read(data: &[u8]) -> Result<Tsi, ReadError> {
    let mut bytes = Bytes::new(data);
    let textures: List16<Texture> = list16::read(&mut bytes)?;
    let n_pictures = bytes.u16("n pictures")?;
    let groups = bytes.items("groups", textures.len() as u64, 2, list16::read)?;
    Ok(Tsi { textures, n_pictures, groups, tail: Opaque(bytes.rest().to_vec()) })
}

pub fn write(tsi: &Tsi) -> Vec<u8> {
    let mut out = Vec::new();
    list16::write(&tsi.textures, &mut out);
    out.put_u16(tsi.n_pictures);
    for group in &tsi.groups {
        list16::write(group, &mut out);
    }
    out.put(&tsi.tail.0);
    out
}

impl Record for Texture {
    const NAME: &'static str = "textures";
    const MIN_SIZE: u64 = 6;

    fn read(bytes: &mut Bytes<'_>) -> Result<Texture, ReadError> {
        Ok(Texture { file: bytes.text16("texture")?, colour_key: bytes.u32("colour key")? })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_text16(&self.file);
        out.put_u32(self.colour_key);
    }
}

impl Record for Picture {
    const NAME: &'static str = "pictures";
    const MIN_SIZE: u64 = 54;

    fn read(bytes: &mut Bytes<'_>) -> Result<Picture, ReadError> {
        let texture = bytes.u16("texture of a picture")?;
        let mut corners_px = [0; 4];
        for corner in &mut corners_px {
            *corner = bytes.i32("corner")?;
        }
        let colour = bytes.u32("colour")?;
        Ok(Picture { texture, corners_px, colour, name: Name(bytes.array("name")?) })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_u16(self.texture);
        for corner in self.corners_px {
            out.put_i32(corner);
        }
        out.put_u32(self.colour);
        out.put(&self.name.0);
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    textures: List16<Texture>,
    n_pictures: u16,
    groups: Vec<List16<Picture>>,
    tail: Opaque,
}

impl TryFrom<Form> for Tsi {
    type Error = &'static str;

    fn try_from(form: Form) -> Result<Tsi, &'static str> {
        let Form { textures, n_pictures, groups, tail } = form;
        match textures.len() == groups.len() {
            true => Ok(Tsi { textures, n_pictures, groups, tail }),
            false => Err("there must be one group of pictures for each texture"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::rose::law::{check_law, check_prefixes, differences};

    /// Two textures, the second without pictures, and noise behind a name.
    fn sample() -> Vec<u8> {
        let mut out = Vec::new();
        out.put(b"\x02\0\x08\0ui03.DDS\0\0\0\0\x05\0\xba\xed.tg\x01\0\0\0");
        out.put(b"\x01\0\x01\0\0\0");
        for corner in [4, 162, 192, -1] {
            out.put_i32(corner);
        }
        out.put_u32(7);
        let mut name = [0xcd; 32];
        name[..8].copy_from_slice(b"UI03_BG\0");
        out.put(&name);
        out.put_u16(0);
        out
    }

    #[test]
    fn what_is_read_is_written_back() {
        check_law(&sample(), read, write);
        check_law(&[sample(), b"stale".to_vec()].concat(), read, write);
        check_prefixes(&sample(), read);
    }

    #[test]
    fn every_field_is_where_the_layout_says() {
        let tsi = read(&sample()).unwrap();
        assert_eq!(tsi.textures[0].file.as_bytes(), b"ui03.DDS");
        assert_eq!(tsi.textures[1].colour_key, 1);
        let picture = &tsi.groups()[0][0];
        assert_eq!((picture.corners_px, picture.colour), ([4, 162, 192, -1], 7));
        assert_eq!(picture.name.as_bytes(), b"UI03_BG");
        assert!(tsi.groups()[1].is_empty());
    }

    #[test]
    fn an_edit_of_one_field_changes_that_field_alone() {
        let data = sample();
        let mut tsi = read(&data).unwrap();
        tsi.n_pictures = 2;
        assert_eq!(differences(&data, &write(&tsi)), [27]);
    }

    #[test]
    fn json_without_a_group_for_each_texture_is_refused() {
        let mut json = serde_json::to_value(read(&sample()).unwrap()).unwrap();
        json["groups"].as_array_mut().unwrap().pop();
        let error = serde_json::from_value::<Tsi>(json).unwrap_err().to_string();
        assert_eq!(error, "there must be one group of pictures for each texture");
        assert_eq!(Tsi::new(List16::default(), vec![List16::default()]), None);
    }

    #[test]
    fn errors_say_where() {
        let error = read(&sample()[..60]).unwrap_err().to_string();
        assert_eq!(error, "pictures at byte 0x1f: needs 56 bytes, 29 are left");
    }
}
