//! What stands on a map: models, lights, sounds and effects.
//!
//! ```text
//! 0  4  type  i32: 1 model, 2 light, 3 sound, 4 effect
//!
//! Model                                      Light
//!    40   name, from 1.3 on                     80   name
//!    4    animation type   i32, from 1.3 on     3×4  position   f32
//!    4    animation speed  f32, from 1.3 on     3×4  color      f32 red green blue
//!    4    block type       i32, from 1.3 on     4    range      f32
//!    1    flag    in some builds of 2.6
//!    4    number  i32, from 2.7 on           Sound
//!    80   file, below data\model                80   name
//!    80   node                                  80   file, below data\wav
//!    3×4  position  f32                         3×4  position   f32
//!    3×4  rotation  f32, degrees                4    volume     f32
//!    3×4  scale     f32                         4    width      i32
//!                                               4    height     i32
//! Effect                                        4    range      f32
//!    80   name                                  4    cycle      f32, seconds
//!    3×4  position   f32
//!    4    effect     i32
//!    4    delay      f32
//!    4×4  parameters f32
//! ```
//!
//! Positions count from the middle of the map in world units, and y points down. What stands behind
//! the zero byte of a name is often left over from the memory of some tool, and so is most of what
//! the block types and many scales say: negative scales are common.

use serde::{Deserialize, Serialize};

use super::Layout;
use crate::format::bytes::{Bytes, Put};
use crate::format::name::Name;
use crate::format::number::F32;
use crate::format::{Malformed, ReadError};

/// The smallest object, a light, with its type.
pub(super) const MIN_SIZE: u64 = 112;

/// Something that stands on a map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Object {
    Model(Box<Model>),
    Light(Light),
    Sound(Box<Sound>),
    Effect(Effect),
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    pub name: Name<40>,
    pub animation_type: i32,
    pub animation_speed: F32,
    pub block_type: i32,
    /// There in some builds of version 2.6.
    #[serde(default, skip_serializing_if = "is_default")]
    pub flag: u8,
    /// There from version 2.7 on.
    #[serde(default, skip_serializing_if = "is_default")]
    pub number: i32,
    pub file: Name<80>,
    pub node: Name<80>,
    pub position: [F32; 3],
    pub rotation: [F32; 3],
    pub scale: [F32; 3],
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Light {
    pub name: Name<80>,
    pub position: [F32; 3],
    pub color: [F32; 3],
    pub range: F32,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sound {
    pub name: Name<80>,
    pub file: Name<80>,
    pub position: [F32; 3],
    pub volume: F32,
    pub width: i32,
    pub height: i32,
    pub range: F32,
    /// In seconds. Some files before 2.0 leave it out.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cycle: F32,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effect {
    pub name: Name<80>,
    pub position: [F32; 3],
    pub effect: i32,
    pub delay: F32,
    pub parameters: [F32; 4],
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Object {
    /// The name that a mapper gave it.
    pub fn name(&self) -> &[u8] {
        match self {
            Object::Model(model) => model.name.as_bytes(),
            Object::Light(light) => light.name.as_bytes(),
            Object::Sound(sound) => sound.name.as_bytes(),
            Object::Effect(effect) => effect.name.as_bytes(),
        }
    }

    /// In world units from the middle of the map; y points down.
    pub fn position(&self) -> [F32; 3] {
        match self {
            Object::Model(model) => model.position,
            Object::Light(light) => light.position,
            Object::Sound(sound) => sound.position,
            Object::Effect(effect) => effect.position,
        }
    }

    pub fn read(layout: Layout, bytes: &mut Bytes<'_>) -> Result<Object, ReadError> {
        let start = bytes.clone();
        match bytes.i32("object type")? {
            1 => Ok(Object::Model(Box::new(Model::read(layout, bytes)?))),
            2 => Ok(Object::Light(Light::read(bytes)?)),
            3 => Ok(Object::Sound(Box::new(Sound::read(layout, bytes)?))),
            4 => Ok(Object::Effect(Effect::read(bytes)?)),
            found => {
                let expected = "1 (model), 2 (light), 3 (sound) or 4 (effect)";
                let malformed = Malformed::Unexpected { found: found.into(), expected };
                Err(start.error("object type", malformed))
            }
        }
    }

    pub fn write(&self, layout: Layout, out: &mut Vec<u8>) {
        match self {
            Object::Model(model) => {
                out.put_i32(1);
                model.write(layout, out);
            }
            Object::Light(light) => {
                out.put_i32(2);
                light.write(out);
            }
            Object::Sound(sound) => {
                out.put_i32(3);
                sound.write(layout, out);
            }
            Object::Effect(effect) => {
                out.put_i32(4);
                effect.write(out);
            }
        }
    }
}

impl Model {
    fn read(layout: Layout, bytes: &mut Bytes<'_>) -> Result<Model, ReadError> {
        let mut model = Model::default();
        if layout.version.has_model_names() {
            model.name = Name(bytes.array("model name")?);
            model.animation_type = bytes.i32("animation type")?;
            model.animation_speed = bytes.f32("animation speed")?;
            model.block_type = bytes.i32("block type")?;
        }
        if layout.has_model_flag {
            model.flag = bytes.u8("model flag")?;
        }
        if layout.version.has_model_numbers() {
            model.number = bytes.i32("model number")?;
        }
        model.file = Name(bytes.array("model file")?);
        model.node = Name(bytes.array("model node")?);
        model.position = bytes.f32s("position")?;
        model.rotation = bytes.f32s("rotation")?;
        model.scale = bytes.f32s("scale")?;
        Ok(model)
    }

    fn write(&self, layout: Layout, out: &mut Vec<u8>) {
        if layout.version.has_model_names() {
            out.put(&self.name.0);
            out.put_i32(self.animation_type);
            out.put_f32(self.animation_speed);
            out.put_i32(self.block_type);
        }
        if layout.has_model_flag {
            out.put_u8(self.flag);
        }
        if layout.version.has_model_numbers() {
            out.put_i32(self.number);
        }
        out.put(&self.file.0);
        out.put(&self.node.0);
        out.put_f32s(&self.position);
        out.put_f32s(&self.rotation);
        out.put_f32s(&self.scale);
    }
}

impl Light {
    fn read(bytes: &mut Bytes<'_>) -> Result<Light, ReadError> {
        Ok(Light {
            name: Name(bytes.array("light name")?),
            position: bytes.f32s("position")?,
            color: bytes.f32s("color")?,
            range: bytes.f32("range")?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put(&self.name.0);
        out.put_f32s(&self.position);
        out.put_f32s(&self.color);
        out.put_f32(self.range);
    }
}

impl Sound {
    fn read(layout: Layout, bytes: &mut Bytes<'_>) -> Result<Sound, ReadError> {
        Ok(Sound {
            name: Name(bytes.array("sound name")?),
            file: Name(bytes.array("sound file")?),
            position: bytes.f32s("position")?,
            volume: bytes.f32("volume")?,
            width: bytes.i32("width")?,
            height: bytes.i32("height")?,
            range: bytes.f32("range")?,
            cycle: if layout.has_sound_cycle { bytes.f32("cycle")? } else { F32::ZERO },
        })
    }

    fn write(&self, layout: Layout, out: &mut Vec<u8>) {
        out.put(&self.name.0);
        out.put(&self.file.0);
        out.put_f32s(&self.position);
        out.put_f32(self.volume);
        out.put_i32(self.width);
        out.put_i32(self.height);
        out.put_f32(self.range);
        if layout.has_sound_cycle {
            out.put_f32(self.cycle);
        }
    }
}

impl Effect {
    fn read(bytes: &mut Bytes<'_>) -> Result<Effect, ReadError> {
        Ok(Effect {
            name: Name(bytes.array("effect name")?),
            position: bytes.f32s("position")?,
            effect: bytes.i32("effect")?,
            delay: bytes.f32("delay")?,
            parameters: bytes.f32s("parameters")?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put(&self.name.0);
        out.put_f32s(&self.position);
        out.put_i32(self.effect);
        out.put_f32(self.delay);
        out.put_f32s(&self.parameters);
    }
}
