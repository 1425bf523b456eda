//! ZCA: a camera: its matrices, and what they are made of.
//!
//! ```text
//! 0   7   magic             "ZCA0001"
//! 7   4   type              u32, 1 in the one file seen
//! 11  64  to the camera     16 × f32, row by row
//! 75  64  to the picture    16 × f32, row by row
//! 139 4   field of view     f32, degrees
//! 143 4   width to height   f32
//! 147 4   near              f32
//! 151 4   far               f32
//! 155 12  eye               3 × f32
//! 167 12  centre            3 × f32, what it looks at
//! 179 12  up                3 × f32
//! ```
//!
//! The names of the fields are guesses from one real file (2026-11): the matrices and the numbers fit each
//! other there.

use serde::{Deserialize, Serialize};

use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;
use crate::format::text::Opaque;

pub const MAGIC: &[u8] = b"ZCA0001";

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Zca {
    pub r#type: u32,
    /// From the world to the camera, row by row.
    pub camera: [F32; 16],
    /// From the camera to the picture, row by row.
    pub picture: [F32; 16],
    pub field_of_view_degrees: F32,
    pub aspect: F32,
    pub near: F32,
    pub far: F32,
    pub eye: [F32; 3],
    pub centre: [F32; 3],
    pub up: [F32; 3],
    /// What follows the last field.
    pub tail: Opaque,
}

impl Zca {
    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        self.tail.0.len()
    }
}

pub fn read(data: &[u8]) -> Result<Zca, ReadError> {
    let mut bytes = Bytes::new(data);
    bytes.magic("magic", MAGIC)?;
    Ok(Zca {
        r#type: bytes.u32("type")?,
        camera: bytes.f32s("to the camera")?,
        picture: bytes.f32s("to the picture")?,
        field_of_view_degrees: bytes.f32("field of view")?,
        aspect: bytes.f32("width to height")?,
        near: bytes.f32("near")?,
        far: bytes.f32("far")?,
        eye: bytes.f32s("eye")?,
        centre: bytes.f32s("centre")?,
        up: bytes.f32s("up")?,
        tail: Opaque(bytes.rest().to_vec()),
    })
}

pub fn write(zca: &Zca) -> Vec<u8> {
    let mut out = Vec::new();
    out.put(MAGIC);
    out.put_u32(zca.r#type);
    out.put_f32s(&zca.camera);
    out.put_f32s(&zca.picture);
    out.put_f32(zca.field_of_view_degrees);
    out.put_f32(zca.aspect);
    out.put_f32(zca.near);
    out.put_f32(zca.far);
    out.put_f32s(&zca.eye);
    out.put_f32s(&zca.centre);
    out.put_f32s(&zca.up);
    out.put(&zca.tail.0);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::rose::law::{check_law, check_prefixes, differences, words};

    fn sample() -> Vec<u8> {
        let numbers: Vec<u32> = (0..46).map(|n| 0x7fc0_0000 | n).collect();
        [MAGIC.to_vec(), words(&numbers)].concat()
    }

    #[test]
    fn what_is_read_is_written_back() {
        assert_eq!(sample().len(), 191);
        check_law(&sample(), read, write);
        check_law(&[sample(), b"stale".to_vec()].concat(), read, write);
        check_prefixes(&sample(), read);
    }

    #[test]
    fn every_field_is_where_the_layout_says() {
        let data = sample();
        let mut zca = read(&data).unwrap();
        zca.far = F32::ZERO;
        assert_eq!(differences(&data, &write(&zca)), [151, 153, 154]);
        zca = read(&data).unwrap();
        zca.up = [F32::ZERO; 3];
        assert_eq!(differences(&data, &write(&zca)).first(), Some(&179));
    }
}
