//! ZSC: objects that are put together from meshes, materials and effects.
//!
//! ```text
//! File: u16 n meshes (text each); u16 n materials; u16 n effects (text each); u16 n objects; tail
//! material  text picture; u16×9 is skin, alpha, two-sided, alpha test, alpha ref, z-test, z-write,
//!           blend, specular; f32 alpha; u16 glow; f32×3 glow colour
//! object    i32 radius, x, y; u16 n parts; and where there are parts: parts; u16 n effects; f32×6 box
//! part      u16 mesh, material; properties
//! effect    u16 effect, type; properties
//! text      bytes, zero byte
//! ```
//!
//! An effect of 0xFFFF is a place to hold something, such as the end of a trail. Properties are in
//! `property`.

pub mod property;

use serde::{Deserialize, Serialize};

use self::property::Properties;
use super::list::Record;
use super::list16::{self, List16};
use super::zero_text::{self, ZeroText};
use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;
use crate::format::text::Opaque;

/// The number of an effect that is only a place.
pub const NO_EFFECT: u16 = 0xffff;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Zsc {
    /// Paths of meshes.
    pub meshes: List16<ZeroText>,
    pub materials: List16<Material>,
    /// Paths of effects.
    pub effects: List16<ZeroText>,
    pub objects: List16<Object>,
    /// What follows the last field.
    pub tail: Opaque,
}

/// How a part is drawn. Numbers are as stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Material {
    pub path: ZeroText,
    pub is_skin: u16,
    pub alpha_enabled: u16,
    pub two_sided: u16,
    pub alpha_test: u16,
    /// Of 256.
    pub alpha_ref: u16,
    pub z_test: u16,
    pub z_write: u16,
    pub blend: u16,
    pub specular: u16,
    pub alpha: F32,
    pub glow: u16,
    pub glow_colour: [F32; 3],
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Object {
    pub radius: i32,
    pub x: i32,
    pub y: i32,
    /// `None` where there are no parts.
    pub body: Option<Box<Body>>,
}

/// What an object is made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Form")]
pub struct Body {
    /// Invariant: one at least.
    parts: List16<Part>,
    pub effects: List16<Effect>,
    /// Least and most; rubbish in real files.
    pub bounds: [F32; 6],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    parts: List16<Part>,
    effects: List16<Effect>,
    bounds: [F32; 6],
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Places in the lists of the file.
    pub mesh: u16,
    pub material: u16,
    pub properties: Properties,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effect {
    /// Place in the list of the file, or [`NO_EFFECT`].
    pub effect: u16,
    /// 0 always, 1 at night, 2 a light.
    #[serde(rename = "type")]
    pub kind: u16,
    pub properties: Properties,
}

impl Body {
    /// `None` without a part: the file would end the object there.
    pub fn new(parts: List16<Part>, effects: List16<Effect>, bounds: [F32; 6]) -> Option<Body> {
        (!parts.is_empty()).then_some(Body { parts, effects, bounds })
    }

    pub fn parts(&self) -> &[Part] {
        &self.parts
    }
}

impl TryFrom<Form> for Body {
    type Error = &'static str;

    fn try_from(form: Form) -> Result<Body, &'static str> {
        Body::new(form.parts, form.effects, form.bounds)
            .ok_or("an object without parts has no body: write \"body\": null")
    }
}

impl Object {
    pub fn parts(&self) -> &[Part] {
        self.body.as_deref().map_or(&[], Body::parts)
    }

    pub fn effects(&self) -> &[Effect] {
        self.body.as_deref().map_or(&[], |body| &body.effects)
    }
}

impl Zsc {
    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        let of_parts = self.objects.iter().flat_map(Object::parts).map(|part| &part.properties);
        let of_effects = self.objects.iter().flat_map(Object::effects).map(|one| &one.properties);
        let in_lists: usize = of_parts.chain(of_effects).map(Properties::n_opaque).sum();
        in_lists + self.tail.0.len()
    }
}

pub fn read(data: &[u8]) -> Result<Zsc, ReadError> {
    let mut bytes = Bytes::new(data);
    Ok(Zsc {
        meshes: list16::read(&mut bytes)?,
        materials: list16::read(&mut bytes)?,
        effects: list16::read(&mut bytes)?,
        objects: list16::read(&mut bytes)?,
        tail: Opaque(bytes.rest().to_vec()),
    })
}

pub fn write(zsc: &Zsc) -> Vec<u8> {
    let mut out = Vec::new();
    list16::write(&zsc.meshes, &mut out);
    list16::write(&zsc.materials, &mut out);
    list16::write(&zsc.effects, &mut out);
    list16::write(&zsc.objects, &mut out);
    out.put(&zsc.tail.0);
    out
}

impl Record for Material {
    const NAME: &'static str = "materials";
    const MIN_SIZE: u64 = 37;

    fn read(bytes: &mut Bytes<'_>) -> Result<Material, ReadError> {
        Ok(Material {
            path: zero_text::read(bytes, "picture")?,
            is_skin: bytes.u16("is skin")?,
            alpha_enabled: bytes.u16("alpha")?,
            two_sided: bytes.u16("two-sided")?,
            alpha_test: bytes.u16("alpha test")?,
            alpha_ref: bytes.u16("alpha ref")?,
            z_test: bytes.u16("z-test")?,
            z_write: bytes.u16("z-write")?,
            blend: bytes.u16("blend")?,
            specular: bytes.u16("specular")?,
            alpha: bytes.f32("alpha")?,
            glow: bytes.u16("glow")?,
            glow_colour: bytes.f32s("glow colour")?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        zero_text::write(&self.path, out);
        out.put_u16(self.is_skin);
        out.put_u16(self.alpha_enabled);
        out.put_u16(self.two_sided);
        out.put_u16(self.alpha_test);
        out.put_u16(self.alpha_ref);
        out.put_u16(self.z_test);
        out.put_u16(self.z_write);
        out.put_u16(self.blend);
        out.put_u16(self.specular);
        out.put_f32(self.alpha);
        out.put_u16(self.glow);
        out.put_f32s(&self.glow_colour);
    }
}

impl Record for Object {
    const NAME: &'static str = "objects";
    const MIN_SIZE: u64 = 14;

    fn read(bytes: &mut Bytes<'_>) -> Result<Object, ReadError> {
        let (radius, x, y) = (bytes.i32("radius")?, bytes.i32("x")?, bytes.i32("y")?);
        let parts = list16::read(bytes)?;
        let body = match parts.is_empty() {
            true => None,
            false => {
                let effects = list16::read(bytes)?;
                Some(Box::new(Body { parts, effects, bounds: bytes.f32s("box")? }))
            }
        };
        Ok(Object { radius, x, y, body })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_i32(self.radius);
        out.put_i32(self.x);
        out.put_i32(self.y);
        match &self.body {
            None => out.put_u16(0),
            Some(body) => {
                list16::write(&body.parts, out);
                list16::write(&body.effects, out);
                out.put_f32s(&body.bounds);
            }
        }
    }
}

impl Record for Part {
    const NAME: &'static str = "parts";
    const MIN_SIZE: u64 = 5;

    fn read(bytes: &mut Bytes<'_>) -> Result<Part, ReadError> {
        Ok(Part {
            mesh: bytes.u16("mesh")?,
            material: bytes.u16("material")?,
            properties: Properties::read(bytes)?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_u16(self.mesh);
        out.put_u16(self.material);
        self.properties.write(out);
    }
}

impl Record for Effect {
    const NAME: &'static str = "effects of an object";
    const MIN_SIZE: u64 = 5;

    fn read(bytes: &mut Bytes<'_>) -> Result<Effect, ReadError> {
        Ok(Effect {
            effect: bytes.u16("effect")?,
            kind: bytes.u16("effect type")?,
            properties: Properties::read(bytes)?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_u16(self.effect);
        out.put_u16(self.kind);
        self.properties.write(out);
    }
}

#[cfg(test)]
mod tests {
    use super::property::Property;
    use super::*;
    use crate::format::rose::law::{check_law, check_prefixes, differences, words};

    fn sample() -> Vec<u8> {
        let mut out = b"\x01\x003Ddata\\\\a.ZMS\0\x01\x00\xba\xed.dds\0".to_vec();
        out.extend([1, 0, 0, 0, 1, 0, 1, 0, 128, 0, 1, 0, 1, 0, 0, 0, 0, 0]);
        out.extend(words(&[0x3f80_0000]));
        out.extend([2, 0]);
        out.extend(words(&[1, 2, 3]));
        out.extend(b"\x01\x00a.eft\0\x02\x00");
        out.extend(words(&[5, 0, u32::MAX]));
        out.extend([0, 0]);
        out.extend(words(&[5, 6, 7]));
        out.extend([1, 0, 0, 0, 0, 0]);
        out.extend([
            7, 2, 1, 0, 29, 2, 12, 0, 30, 3, b'a', b'\\', 0, 9, 1, 77, 5, 3, 1, 0, 0, 1, 12,
        ]);
        out.extend(words(&[1, 2, 3]));
        out.extend([0, 1, 0, 0xff, 0xff, 1, 0, 0]);
        out.extend(words(&[1, 2, 3, 4, 5, 6]));
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
        let zsc = read(&sample()).unwrap();
        assert_eq!(zsc.materials[0].alpha_ref, 128);
        assert!(zsc.objects[0].parts().is_empty());
        let part = &zsc.objects[1].parts()[0];
        let properties: Vec<Property> = part.properties.iter().collect();
        assert_eq!(properties.len(), 6);
        assert_eq!((part.properties.parent(), part.properties.collision()), (Some(1), Some(12)));
        // A bone of three bytes is none.
        assert_eq!((part.properties.bone(), part.properties.dummy()), (None, None));
        assert_eq!(part.properties.motion().unwrap().as_bytes(), b"a\\\0");
        assert_eq!(part.properties.position().unwrap()[2].to_bits(), 3);
        assert_eq!(zsc.objects[1].effects()[0].effect, NO_EFFECT);
        // Of the properties 9 and 5.
        assert_eq!(zsc.n_opaque(), 1 + 3);
    }

    #[test]
    fn an_edit_of_one_field_changes_that_field_alone() {
        let data = sample();
        let mut zsc = read(&data).unwrap();
        zsc.objects.iter_mut().for_each(|object| object.x = 6);
        assert_eq!(differences(&data, &write(&zsc)).len(), 1);
    }

    #[test]
    fn an_object_without_parts_has_no_body() {
        let mut json = serde_json::to_value(read(&sample()).unwrap()).unwrap();
        json["objects"][1]["body"]["parts"] = serde_json::json!([]);
        let error = serde_json::from_value::<Zsc>(json).unwrap_err().to_string();
        assert!(error.starts_with("an object without parts has no body"), "{error}");
    }
}
