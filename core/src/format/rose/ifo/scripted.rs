//! Objects that a script speaks or acts for: NPCs and event objects.

use serde::{Deserialize, Serialize};

use super::object::Object;
use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::rose::list::Record;
use crate::format::text::ShortText;

/// An NPC; its object id is a row of LIST_NPC.STB.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Npc {
    pub object: Object,
    pub ai_id: u32,
    /// Such as `EM20-001.con`.
    pub conversation_file: ShortText,
}

impl Record for Npc {
    const NAME: &'static str = "npcs";
    const MIN_SIZE: u64 = Object::MIN_SIZE + 5;

    fn read(bytes: &mut Bytes<'_>) -> Result<Npc, ReadError> {
        Ok(Npc {
            object: Object::read(bytes)?,
            ai_id: bytes.u32("ai id")?,
            conversation_file: bytes.short_text("conversation file")?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        self.object.write(out);
        out.put_u32(self.ai_id);
        out.put_short_text(&self.conversation_file);
    }
}

/// A place where something happens when it is reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventObject {
    pub object: Object,
    /// The name of a trigger of a QSD file.
    pub quest_trigger: ShortText,
    /// `EMPTY` where there is none.
    pub script_function: ShortText,
}

impl Record for EventObject {
    const NAME: &'static str = "event objects";
    const MIN_SIZE: u64 = Object::MIN_SIZE + 2;

    fn read(bytes: &mut Bytes<'_>) -> Result<EventObject, ReadError> {
        Ok(EventObject {
            object: Object::read(bytes)?,
            quest_trigger: bytes.short_text("quest trigger")?,
            script_function: bytes.short_text("script function")?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        self.object.write(out);
        out.put_short_text(&self.quest_trigger);
        out.put_short_text(&self.script_function);
    }
}
