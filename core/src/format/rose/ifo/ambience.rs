//! Objects that are heard or glow: sounds and effects.

use serde::{Deserialize, Serialize};

use super::object::Object;
use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::rose::list::Record;
use crate::format::text::ShortText;

/// A sound. Its layout is as other readers have it: no file with one was at hand as of 2026-11.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sound {
    pub object: Object,
    pub path: ShortText,
    pub range: u32,
    pub interval_s: u32,
}

impl Record for Sound {
    const NAME: &'static str = "sounds";
    const MIN_SIZE: u64 = Object::MIN_SIZE + 9;

    fn read(bytes: &mut Bytes<'_>) -> Result<Sound, ReadError> {
        Ok(Sound {
            object: Object::read(bytes)?,
            path: bytes.short_text("sound path")?,
            range: bytes.u32("sound range")?,
            interval_s: bytes.u32("sound interval")?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        self.object.write(out);
        out.put_short_text(&self.path);
        out.put_u32(self.range);
        out.put_u32(self.interval_s);
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effect {
    pub object: Object,
    /// Of an `.eft` file.
    pub path: ShortText,
}

impl Record for Effect {
    const NAME: &'static str = "effects";
    const MIN_SIZE: u64 = Object::MIN_SIZE + 1;

    fn read(bytes: &mut Bytes<'_>) -> Result<Effect, ReadError> {
        Ok(Effect { object: Object::read(bytes)?, path: bytes.short_text("effect path")? })
    }

    fn write(&self, out: &mut Vec<u8>) {
        self.object.write(out);
        out.put_short_text(&self.path);
    }
}
