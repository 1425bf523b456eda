//! EFT: an effect: particles and meshes that start together.
//!
//! ```text
//! File: text name; bool use sound; text sound; u32 loops; u32 n particles; u32 n meshes; tail
//! particle  text name, id; u32; text PTL; bool use motion; text motion; u32 loops; u32; placing;
//!           u32 delay ms; u32 linked
//! mesh      text name, id; u32; text mesh, morph, picture; bool alpha, two-sided, alpha test, z-test,
//!           z-write; u32 source, target, operation; bool use motion; text motion; u32 loops; u32;
//!           placing; u32 delay ms; u32 loops; u32 linked
//! placing   f32×3 position; f32×3 degrees pitch, yaw, roll; f32
//! text      u32 length, bytes; "NULL" is none
//! bool      u32 whose lowest byte counts: the tool never set the others, which are mostly CD
//! ```
//!
//! The last number of a placing is what the tool had in memory: with the degrees it makes no rotation.

use serde::{Deserialize, Serialize};

use super::list::{self, Record};
use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;
use crate::format::text::{Opaque, Text32};
use crate::format::{Malformed, ReadError};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Eft {
    pub name: Text32,
    pub use_sound: Bool,
    pub sound: Text32,
    pub loops: u32,
    pub particles: Vec<Particle>,
    pub meshes: Vec<Mesh>,
    /// What follows the last field.
    pub tail: Opaque,
}

/// A bool as the tool wrote it: one byte that counts, and three that it never set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Bool(pub u32);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Particle {
    pub name: Text32,
    pub id: Text32,
    /// Not known as of 2026-11; 0xCDCDCDCD in every file seen.
    pub unknown1: u32,
    pub ptl: Text32,
    pub use_motion: Bool,
    pub motion: Text32,
    pub loops: u32,
    pub unknown2: u32,
    pub placing: Placing,
    pub delay_ms: u32,
    /// Whether it moves with what the effect is on.
    pub linked: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mesh {
    pub name: Text32,
    pub id: Text32,
    pub unknown1: u32,
    pub mesh: Text32,
    /// A motion that morphs the mesh.
    pub morph: Text32,
    pub picture: Text32,
    pub alpha: Bool,
    pub two_sided: Bool,
    pub alpha_test: Bool,
    pub z_test: Bool,
    pub z_write: Bool,
    /// Numbers of Direct3D 9.
    pub source_blend: u32,
    pub target_blend: u32,
    pub blend_operation: u32,
    pub use_motion: Bool,
    pub motion: Text32,
    pub motion_loops: u32,
    pub unknown2: u32,
    pub placing: Placing,
    pub delay_ms: u32,
    pub loops: u32,
    pub linked: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placing {
    pub position_cm: [F32; 3],
    pub pitch_yaw_roll_degrees: [F32; 3],
    pub leftover: F32,
}

impl Bool {
    pub fn is_set(self) -> bool {
        self.0 & 0xff != 0
    }
}

/// The path of a file; `None` where the text says that there is none.
pub fn path(text: &Text32) -> Option<&[u8]> {
    let path = text.as_bytes();
    (!path.is_empty() && !path.eq_ignore_ascii_case(b"NULL")).then_some(path)
}

impl Eft {
    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        self.tail.0.len()
    }
}

pub fn read(data: &[u8]) -> Result<Eft, ReadError> {
    let mut bytes = Bytes::new(data);
    if data.starts_with(b"EFT") {
        let what = "the letters EFT and names of 64 bytes";
        return Err(bytes.error("name", Malformed::OtherLayout(what)));
    }
    Ok(Eft {
        name: bytes.text32("name")?,
        use_sound: Bool(bytes.u32("use sound")?),
        sound: bytes.text32("sound")?,
        loops: bytes.u32("loops")?,
        particles: list::read(&mut bytes)?,
        meshes: list::read(&mut bytes)?,
        tail: Opaque(bytes.rest().to_vec()),
    })
}

pub fn write(eft: &Eft) -> Vec<u8> {
    let mut out = Vec::new();
    out.put_text32(&eft.name);
    out.put_u32(eft.use_sound.0);
    out.put_text32(&eft.sound);
    out.put_u32(eft.loops);
    list::write(&eft.particles, &mut out);
    list::write(&eft.meshes, &mut out);
    out.put(&eft.tail.0);
    out
}

impl Record for Particle {
    const NAME: &'static str = "particles";
    const MIN_SIZE: u64 = 68;

    fn read(bytes: &mut Bytes<'_>) -> Result<Particle, ReadError> {
        Ok(Particle {
            name: bytes.text32("particle name")?,
            id: bytes.text32("particle id")?,
            unknown1: bytes.u32("particle")?,
            ptl: bytes.text32("PTL")?,
            use_motion: Bool(bytes.u32("use motion")?),
            motion: bytes.text32("motion")?,
            loops: bytes.u32("loops")?,
            unknown2: bytes.u32("particle")?,
            placing: Placing::read(bytes)?,
            delay_ms: bytes.u32("delay")?,
            linked: bytes.u32("linked")?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_text32(&self.name);
        out.put_text32(&self.id);
        out.put_u32(self.unknown1);
        out.put_text32(&self.ptl);
        out.put_u32(self.use_motion.0);
        out.put_text32(&self.motion);
        out.put_u32(self.loops);
        out.put_u32(self.unknown2);
        self.placing.write(out);
        out.put_u32(self.delay_ms);
        out.put_u32(self.linked);
    }
}

impl Record for Mesh {
    const NAME: &'static str = "meshes";
    const MIN_SIZE: u64 = 112;

    fn read(bytes: &mut Bytes<'_>) -> Result<Mesh, ReadError> {
        Ok(Mesh {
            name: bytes.text32("mesh name")?,
            id: bytes.text32("mesh id")?,
            unknown1: bytes.u32("mesh")?,
            mesh: bytes.text32("mesh file")?,
            morph: bytes.text32("morph")?,
            picture: bytes.text32("picture")?,
            alpha: Bool(bytes.u32("alpha")?),
            two_sided: Bool(bytes.u32("two-sided")?),
            alpha_test: Bool(bytes.u32("alpha test")?),
            z_test: Bool(bytes.u32("z-test")?),
            z_write: Bool(bytes.u32("z-write")?),
            source_blend: bytes.u32("source blend")?,
            target_blend: bytes.u32("target blend")?,
            blend_operation: bytes.u32("blend operation")?,
            use_motion: Bool(bytes.u32("use motion")?),
            motion: bytes.text32("motion")?,
            motion_loops: bytes.u32("motion loops")?,
            unknown2: bytes.u32("mesh")?,
            placing: Placing::read(bytes)?,
            delay_ms: bytes.u32("delay")?,
            loops: bytes.u32("loops")?,
            linked: bytes.u32("linked")?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_text32(&self.name);
        out.put_text32(&self.id);
        out.put_u32(self.unknown1);
        out.put_text32(&self.mesh);
        out.put_text32(&self.morph);
        out.put_text32(&self.picture);
        let Mesh { alpha, two_sided, alpha_test, z_test, z_write, .. } = self;
        for flag in [alpha, two_sided, alpha_test, z_test, z_write] {
            out.put_u32(flag.0);
        }
        out.put_u32(self.source_blend);
        out.put_u32(self.target_blend);
        out.put_u32(self.blend_operation);
        out.put_u32(self.use_motion.0);
        out.put_text32(&self.motion);
        out.put_u32(self.motion_loops);
        out.put_u32(self.unknown2);
        self.placing.write(out);
        out.put_u32(self.delay_ms);
        out.put_u32(self.loops);
        out.put_u32(self.linked);
    }
}

impl Placing {
    fn read(bytes: &mut Bytes<'_>) -> Result<Placing, ReadError> {
        Ok(Placing {
            position_cm: bytes.f32s("position")?,
            pitch_yaw_roll_degrees: bytes.f32s("rotation")?,
            leftover: bytes.f32("rotation")?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_f32s(&self.position_cm);
        out.put_f32s(&self.pitch_yaw_roll_degrees);
        out.put_f32(self.leftover);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::rose::law::{check_law, check_prefixes, differences, words};

    fn text(text: &[u8]) -> Vec<u8> {
        [&words(&[text.len() as u32])[..], text].concat()
    }

    fn sample() -> Vec<u8> {
        let placing = || words(&[1, 2, 3, 4, 5, 6, 7]);
        let mut out = [text(b""), words(&[0xcdcd_cd01]), text(b"a.wav"), words(&[1, 1])].concat();
        out.extend(
            [text(b"_fire"), text(b""), words(&[0xcdcd_cdcd]), text(b"3DDATA\\\\a.ptl")].concat(),
        );
        out.extend([words(&[0xcdcd_cd00]), text(b"NULL"), words(&[1, 0]), placing()].concat());
        out.extend(words(&[100, 1, 1]));
        out.extend(
            [text(b"\xba\xed"), text(b""), words(&[0]), text(b"a.zms"), text(b"NULL")].concat(),
        );
        out.extend([text(b"a.dds"), words(&[1, 0, 1, 1, 0, 5, 6, 1, 0]), text(b"")].concat());
        out.extend([words(&[1, 0]), placing(), words(&[8, 9, 10])].concat());
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
        let eft = read(&sample()).unwrap();
        assert!(eft.use_sound.is_set() && !eft.particles[0].use_motion.is_set());
        assert_eq!(path(&eft.particles[0].ptl), Some(&b"3DDATA\\\\a.ptl"[..]));
        assert_eq!((path(&eft.particles[0].motion), path(&eft.meshes[0].motion)), (None, None));
        assert_eq!((eft.particles[0].delay_ms, eft.meshes[0].linked), (100, 10));
        assert_eq!(eft.meshes[0].placing.leftover.to_bits(), 7);
        assert_eq!(eft.meshes[0].target_blend, 6);
    }

    #[test]
    fn an_edit_of_one_field_changes_that_field_alone() {
        let data = sample();
        let mut eft = read(&data).unwrap();
        eft.meshes[0].loops = 2;
        assert_eq!(differences(&data, &write(&eft)), [data.len() - 8]);
    }

    #[test]
    fn the_layout_of_the_description_is_refused_by_name() {
        let error = read(b"EFT\0\x01\0\0\0").unwrap_err().to_string();
        assert!(error.contains("rose-other-layout"), "{error}");
    }
}
