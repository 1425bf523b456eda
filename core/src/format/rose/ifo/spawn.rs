//! Where monsters appear.

use serde::{Deserialize, Serialize};

use super::object::Object;
use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::rose::list::{self, Record};
use crate::format::text::ShortText;

/// A point that monsters appear around, until `limit` of them live.
///
/// The server takes the next line of the basic list as monsters die, and one of the tactic list
/// once that has earned `tactic_points`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spawn {
    pub object: Object,
    pub name: ShortText,
    pub basic: Vec<Monsters>,
    pub tactic: Vec<Monsters>,
    pub interval_s: u32,
    pub limit: u32,
    pub range_m: u32,
    pub tactic_points: u32,
}

/// A line of a spawn's list: so many of one monster.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Monsters {
    /// For people; the game goes by the id.
    pub name: ShortText,
    /// Row of LIST_NPC.STB.
    pub monster_id: u32,
    pub count: u32,
}

impl Record for Spawn {
    const NAME: &'static str = "spawns";
    const MIN_SIZE: u64 = Object::MIN_SIZE + 25;

    fn read(bytes: &mut Bytes<'_>) -> Result<Spawn, ReadError> {
        Ok(Spawn {
            object: Object::read(bytes)?,
            name: bytes.short_text("spawn name")?,
            basic: list::read(bytes)?,
            tactic: list::read(bytes)?,
            interval_s: bytes.u32("spawn interval")?,
            limit: bytes.u32("spawn limit")?,
            range_m: bytes.u32("spawn range")?,
            tactic_points: bytes.u32("tactic points")?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        self.object.write(out);
        out.put_short_text(&self.name);
        list::write(&self.basic, out);
        list::write(&self.tactic, out);
        out.put_u32(self.interval_s);
        out.put_u32(self.limit);
        out.put_u32(self.range_m);
        out.put_u32(self.tactic_points);
    }
}

impl Record for Monsters {
    const NAME: &'static str = "monsters";
    const MIN_SIZE: u64 = 9;

    fn read(bytes: &mut Bytes<'_>) -> Result<Monsters, ReadError> {
        Ok(Monsters {
            name: bytes.short_text("monster name")?,
            monster_id: bytes.u32("monster id")?,
            count: bytes.u32("monster count")?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_short_text(&self.name);
        out.put_u32(self.monster_id);
        out.put_u32(self.count);
    }
}
