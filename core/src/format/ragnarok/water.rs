//! The water of a map, as RSW up to 2.5 and GND from 1.8 on describe it.
//!
//! ```text
//! 0   4  level        f32, an altitude: the lower ground is under water
//! 4   4  type         i32, which texture: 0 to 5 in every file seen
//! 8   4  wave height  f32
//! 12  4  wave speed   f32
//! 16  4  wave pitch   f32
//! 20  4  frames       i32, how many a texture is shown for
//! ```

use serde::{Deserialize, Serialize};

use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;

/// How many bytes [`Water::write`] gives.
pub(super) const SIZE: u64 = 24;

/// A surface of water.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Water {
    /// An altitude: what has a greater one is under water.
    pub level: F32,
    #[serde(rename = "type")]
    pub kind: i32,
    pub wave_height: F32,
    pub wave_speed: F32,
    pub wave_pitch: F32,
    pub frames: i32,
}

impl Water {
    pub(super) fn read(bytes: &mut Bytes<'_>) -> Result<Water, ReadError> {
        let mut water = Water { level: bytes.f32("water level")?, ..Water::default() };
        water.read_waves(bytes)?;
        water.frames = bytes.i32("water frames")?;
        Ok(water)
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.put_f32(self.level);
        self.write_waves(out);
        out.put_i32(self.frames);
    }

    pub(super) fn read_waves(&mut self, bytes: &mut Bytes<'_>) -> Result<(), ReadError> {
        self.kind = bytes.i32("water type")?;
        self.wave_height = bytes.f32("wave height")?;
        self.wave_speed = bytes.f32("wave speed")?;
        self.wave_pitch = bytes.f32("wave pitch")?;
        Ok(())
    }

    pub(super) fn write_waves(&self, out: &mut Vec<u8>) {
        out.put_i32(self.kind);
        out.put_f32s(&[self.wave_height, self.wave_speed, self.wave_pitch]);
    }
}
