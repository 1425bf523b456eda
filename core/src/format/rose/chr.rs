//! CHR: NPCs and monsters: their skeletons, models, motions and effects.
//!
//! ```text
//! File: u16 n skeletons, u16 n motions, u16 n effects (text each); u16 n characters; tail
//! character  u8 0; or u8 1 and: u16 skeleton; text name; u16 n models (u16 each);
//!            u16 n motions (u16 action, u16 motion each); u16 n effects (u16 dummy, u16 effect each)
//! text       bytes, zero byte
//! ```
//!
//! The place of a character is its row in LIST_NPC. Models are objects of PART_NPC.ZSC. The pair
//! (0xFFFF, 0xCDCD) is a motion that is not set.

use std::num::NonZeroU8;

use serde::{Deserialize, Serialize};

use super::list::Record;
use super::list16::{self, List16};
use super::zero_text::{self, ZeroText};
use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::text::Opaque;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chr {
    /// Paths of files.
    pub skeletons: List16<ZeroText>,
    pub motions: List16<ZeroText>,
    pub effects: List16<ZeroText>,
    /// By row of LIST_NPC.
    pub characters: List16<Option<Box<Character>>>,
    /// What follows the last field.
    pub tail: Opaque,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Character {
    /// 1 in every file seen.
    pub present: NonZeroU8,
    /// Place in the list of the file.
    pub skeleton: u16,
    pub name: ZeroText,
    /// Objects of PART_NPC.ZSC.
    pub models: List16<u16>,
    pub motions: List16<MotionPair>,
    pub effects: List16<EffectPair>,
}

/// Which motion belongs to an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MotionPair {
    pub action: u16,
    /// Place in the list of the file.
    pub motion: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EffectPair {
    pub dummy: u16,
    /// Place in the list of the file.
    pub effect: u16,
}

impl MotionPair {
    /// What the game's tools left where no motion was chosen.
    pub const UNSET: MotionPair = MotionPair { action: 0xffff, motion: 0xcdcd };

    pub fn is_set(self) -> bool {
        self.action != MotionPair::UNSET.action
    }
}

impl Chr {
    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        self.tail.0.len()
    }
}

pub fn read(data: &[u8]) -> Result<Chr, ReadError> {
    let mut bytes = Bytes::new(data);
    Ok(Chr {
        skeletons: list16::read(&mut bytes)?,
        motions: list16::read(&mut bytes)?,
        effects: list16::read(&mut bytes)?,
        characters: list16::read(&mut bytes)?,
        tail: Opaque(bytes.rest().to_vec()),
    })
}

pub fn write(chr: &Chr) -> Vec<u8> {
    let mut out = Vec::new();
    list16::write(&chr.skeletons, &mut out);
    list16::write(&chr.motions, &mut out);
    list16::write(&chr.effects, &mut out);
    list16::write(&chr.characters, &mut out);
    out.put(&chr.tail.0);
    out
}

impl Record for Option<Box<Character>> {
    const NAME: &'static str = "characters";
    const MIN_SIZE: u64 = 1;

    fn read(bytes: &mut Bytes<'_>) -> Result<Self, ReadError> {
        let Some(present) = NonZeroU8::new(bytes.u8("character")?) else { return Ok(None) };
        Ok(Some(Box::new(Character {
            present,
            skeleton: bytes.u16("skeleton")?,
            name: zero_text::read(bytes, "name")?,
            models: list16::read(bytes)?,
            motions: list16::read(bytes)?,
            effects: list16::read(bytes)?,
        })))
    }

    fn write(&self, out: &mut Vec<u8>) {
        let Some(character) = self else { return out.put_u8(0) };
        out.put_u8(character.present.get());
        out.put_u16(character.skeleton);
        zero_text::write(&character.name, out);
        list16::write(&character.models, out);
        list16::write(&character.motions, out);
        list16::write(&character.effects, out);
    }
}

impl Record for u16 {
    const NAME: &'static str = "models";
    const MIN_SIZE: u64 = 2;

    fn read(bytes: &mut Bytes<'_>) -> Result<u16, ReadError> {
        bytes.u16("model")
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_u16(*self);
    }
}

impl Record for MotionPair {
    const NAME: &'static str = "motions of a character";
    const MIN_SIZE: u64 = 4;

    fn read(bytes: &mut Bytes<'_>) -> Result<MotionPair, ReadError> {
        Ok(MotionPair { action: bytes.u16("action")?, motion: bytes.u16("motion")? })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_u16(self.action);
        out.put_u16(self.motion);
    }
}

impl Record for EffectPair {
    const NAME: &'static str = "effects of a character";
    const MIN_SIZE: u64 = 4;

    fn read(bytes: &mut Bytes<'_>) -> Result<EffectPair, ReadError> {
        Ok(EffectPair { dummy: bytes.u16("dummy")?, effect: bytes.u16("effect")? })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_u16(self.dummy);
        out.put_u16(self.effect);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::rose::law::{check_law, check_prefixes, differences};

    fn sample() -> Vec<u8> {
        let mut out = b"\x01\x00a.zmd\0\x02\x00walk.zmo\0\0\x00\x00\x03\x00\0".to_vec();
        out.extend(b"\x01\x00\x00\xba\xed\0\x02\x00\x07\x00\x08\x00");
        out.extend(b"\x02\x00\x01\x00\x00\x00\xff\xff\xcd\xcd\x01\x00\x05\x00\x00\x00\0");
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
        let chr = read(&sample()).unwrap();
        let there: Vec<bool> = chr.characters.iter().map(Option::is_some).collect();
        assert_eq!(there, [false, true, false]);
        let character = chr.characters[1].as_deref().unwrap();
        assert_eq!(
            (character.name.as_bytes(), &character.models[..]),
            (&b"\xba\xed"[..], &[7, 8][..])
        );
        assert_eq!(character.motions[1], MotionPair::UNSET);
        assert!(character.motions[0].is_set() && !character.motions[1].is_set());
        assert_eq!(character.effects[0], EffectPair { dummy: 5, effect: 0 });
    }

    #[test]
    fn an_edit_of_one_field_changes_that_field_alone() {
        let data = sample();
        let mut chr = read(&data).unwrap();
        chr.characters.iter_mut().flatten().for_each(|one| one.skeleton = 1);
        assert_eq!(differences(&data, &write(&chr)).len(), 1);
    }
}
