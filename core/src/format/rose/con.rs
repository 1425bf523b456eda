//! CON: a conversation: its messages and menus, and a compiled Lua script.
//!
//! ```text
//! File                                          Conversation, offsets count from where they stand
//! 0      event mask       u16                   0   n messages  u32
//! 2      event functions  16 × 32 bytes         4   messages    u32, counts from 0
//! 202h   padding          2 bytes               8   n menus     u32
//! 204h   conversation     u32  offset in file   12  menus       u32, counts from 0
//! 208h   script           u32  offset in file   messages: n × u32 offsets from there, messages
//! 20Ch   body             bytes to the end      menus:    n × u32 offsets from there, menus
//!
//! Menu, behind its head XOR key                 Message
//! 0   size        u32                           0   id         u32
//! 4   n messages  u32                           4   kind       u32
//! 8   n × u32 offsets from 0, messages          8   value      i32
//!                                               12  condition  32 bytes, a Lua function
//! Script                                        44  action     32 bytes, a Lua function
//! 0   size        u32                           76  string     u32, row of an LTB
//! 4   bytes       XOR key of size or file length
//! ```
//!
//! The key of a menu is the low byte of its number of messages where that is odd, and of its
//! size otherwise. One real file has been seen (2026): the body is kept as it is, and messages
//! are only looked up in it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::format::bytes::{Bytes, Put};
use crate::format::name::Name;
use crate::format::text::Opaque;
use crate::format::{Malformed, ReadError};

const N_EVENT_FUNCTIONS: usize = 16;
const MESSAGE_SIZE: usize = 80;
const CONVERSATION_STATED_AT: usize = 0x204;
const SCRIPT_STATED_AT: usize = 0x208;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Con {
    /// Bit n is set where event function n is used.
    pub event_mask: u16,
    pub event_functions: [Name<32>; N_EVENT_FUNCTIONS],
    pub padding: [u8; 2],
    pub conversation_offset: u32,
    pub script_offset: u32,
    /// Everything behind the head, kept as it is.
    pub body: Opaque,
}

/// Something that is said, or a choice of a menu.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Message {
    /// `None` for the messages with which the conversation opens.
    pub menu: Option<u32>,
    pub id: u32,
    pub kind: MessageKind,
    pub value: i32,
    /// The Lua function that decides whether it is shown; may be empty.
    pub condition: Name<32>,
    /// The Lua function that runs when it is chosen; may be empty.
    pub action: Name<32>,
    /// Row of the conversation's language table.
    pub string: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct MessageKind(pub u32);

impl MessageKind {
    pub const CLOSE: MessageKind = MessageKind(0);
    pub const NEXT_MESSAGE: MessageKind = MessageKind(1);
    pub const SHOW_MESSAGE: MessageKind = MessageKind(2);
    pub const PLAYER_SELECT: MessageKind = MessageKind(3);
    pub const JUMP_SELECT: MessageKind = MessageKind(4);
}

impl Con {
    /// The messages and menu choices, up to the first that points outside the file, and no more
    /// than have room in it. [`Con::why_unread`] says whether there are more.
    pub fn messages(&self) -> Vec<Message> {
        let mut messages = Vec::new();
        match list_messages(&write(self), self.conversation_offset, &mut messages) {
            Ok(()) | Err(_) => messages,
        }
    }

    /// The first reference that leads nowhere. The game does not get further there; the bytes
    /// are kept all the same.
    pub fn why_unread(&self) -> Option<ReadError> {
        let data = write(self);
        let listed = list_messages(&data, self.conversation_offset, &mut Vec::new());
        listed.and_then(|()| check_script(&data, self.script_offset)).err()
    }

    /// The names of the Lua functions that the game calls, each once, in file order.
    pub fn function_names(&self) -> Vec<Name<32>> {
        let used = (0..).zip(&self.event_functions).filter(|(n, _)| self.event_mask >> n & 1 == 1);
        let events = used.map(|(_, name)| *name);
        let messages = self.messages();
        let called = messages.iter().flat_map(|message| [message.condition, message.action]);
        let mut seen = BTreeSet::new();
        events
            .chain(called)
            .filter(|name| !name.as_bytes().is_empty() && seen.insert(name.as_bytes().to_vec()))
            .collect()
    }

    /// How many bytes are kept without being understood: the body.
    pub fn n_opaque(&self) -> usize {
        self.body.0.len()
    }
}

pub fn read(data: &[u8]) -> Result<Con, ReadError> {
    let mut bytes = Bytes::new(data);
    let event_mask = bytes.u16("event mask")?;
    let mut event_functions = [Name::default(); N_EVENT_FUNCTIONS];
    for name in &mut event_functions {
        *name = Name(bytes.array("event function")?);
    }
    let padding = bytes.array("padding")?;
    let conversation_offset = bytes.u32("conversation")?;
    let script_offset = bytes.u32("script")?;
    let body = Opaque(bytes.rest().to_vec());
    Ok(Con { event_mask, event_functions, padding, conversation_offset, script_offset, body })
}

pub fn write(con: &Con) -> Vec<u8> {
    let mut out = Vec::with_capacity(0x20c + con.body.0.len());
    out.put_u16(con.event_mask);
    for name in &con.event_functions {
        out.put(&name.0);
    }
    out.put(&con.padding);
    out.put_u32(con.conversation_offset);
    out.put_u32(con.script_offset);
    out.put(&con.body.0);
    out
}

fn check_script(data: &[u8], offset: u32) -> Result<(), ReadError> {
    let mut script = Bytes::at(data, offset.into(), "script", SCRIPT_STATED_AT)?;
    let size = script.u32("script size")?;
    script.expect_items("script bytes", size.into(), 1).map(|_| ())
}

fn list_messages(
    data: &[u8],
    conversation_offset: u32,
    messages: &mut Vec<Message>,
) -> Result<(), ReadError> {
    let conversation = u64::from(conversation_offset);
    let mut head = Bytes::at(data, conversation, "conversation", CONVERSATION_STATED_AT)?;
    let n_messages = head.u32("n messages")?;
    let messages_at = conversation + u64::from(head.u32("messages")?);
    let n_menus = head.u32("n menus")?;
    let menus_at = conversation + u64::from(head.u32("menus")?);

    let opening = Table { at: messages_at, first: messages_at, n: n_messages, key: 0, menu: None };
    list_table(data, &opening, messages)?;
    for menu in 0..n_menus {
        let mut entry = Bytes::at(data, menus_at + 4 * u64::from(menu), "menu", 0)?;
        let menu_at = menus_at + u64::from(entry.u32("menu offset")?);
        let mut head = Bytes::at(data, menu_at, "menu", 0)?;
        let [size, ..] = head.array::<4>("menu size")?;
        let n = head.u32("n menu messages")?;
        let [low, ..] = n.to_le_bytes();
        let key = if low & 1 == 1 { low } else { size };
        let table = Table { at: menu_at, first: menu_at + 8, n, key, menu: Some(menu) };
        list_table(data, &table, messages)?;
    }
    Ok(())
}

/// Offsets of messages: `n` of them from `first` on, counted from `at`, all XORed with `key`.
struct Table {
    at: u64,
    first: u64,
    n: u32,
    key: u8,
    menu: Option<u32>,
}

fn list_table(data: &[u8], table: &Table, messages: &mut Vec<Message>) -> Result<(), ReadError> {
    for idx in 0..table.n {
        let mut entry = Bytes::at(data, table.first + 4 * u64::from(idx), "message", 0)?;
        let offset = u32::from_le_bytes(plain(entry.array("message offset")?, table.key));
        let mut packed = Bytes::at(data, table.at + u64::from(offset), "message", 0)?;
        let message = plain::<MESSAGE_SIZE>(packed.array("message")?, table.key);
        // A file of this size holds no more: what follows points to the same ones again.
        if messages.len() >= data.len() / MESSAGE_SIZE {
            let limit = data.len() as u64;
            return Err(packed.error("messages", Malformed::TooLarge { limit }));
        }
        messages.push(read_message(&mut Bytes::new(&message), table.menu)?);
    }
    Ok(())
}

fn read_message(bytes: &mut Bytes, menu: Option<u32>) -> Result<Message, ReadError> {
    Ok(Message {
        menu,
        id: bytes.u32("id")?,
        kind: MessageKind(bytes.u32("kind")?),
        value: bytes.i32("value")?,
        condition: Name(bytes.array("condition")?),
        action: Name(bytes.array("action")?),
        string: bytes.u32("string")?,
    })
}

fn plain<const N: usize>(bytes: [u8; N], key: u8) -> [u8; N] {
    bytes.map(|byte| byte ^ key)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::format::rose::law::check_law;

    fn name(name: &str) -> [u8; 32] {
        Name::new(name.as_bytes()).unwrap().0
    }

    fn message(id: u32, condition: &str, action: &str) -> Vec<u8> {
        let mut out = Vec::new();
        out.put_u32(id);
        out.put_u32(MessageKind::PLAYER_SELECT.0);
        out.put_i32(-1);
        out.put(&name(condition));
        out.put(&name(action));
        out.put_u32(100 + id);
        out
    }

    /// One opening message and one menu of one message, hidden by the key 1.
    fn sample() -> Con {
        let mut event_functions = [Name::default(); 16];
        event_functions[0] = Name::of(b"not used");
        event_functions[1] = Name::of(b"on_attack");
        let mut body = Vec::new();
        for value in [1, 16, 1, 100, 4] {
            body.put_u32(value);
        }
        body.put(&message(0, "TA_check", ""));
        for value in [4, 92, 1] {
            body.put_u32(value);
        }
        body.put(&plain([12, 0, 0, 0], 1));
        body.put(&message(1, "TA_check", "AT_open").iter().map(|b| b ^ 1).collect::<Vec<_>>());
        let script_offset = 0x20c + body.len() as u32;
        body.put(&[2, 0, 0, 0, 0xaa, 0xbb]);
        let (padding, conversation_offset, body) = ([0xcc; 2], 0x20c, Opaque(body));
        Con { event_mask: 2, event_functions, padding, conversation_offset, script_offset, body }
    }

    #[test]
    fn what_is_read_is_written_back() {
        let con = sample();
        assert_eq!(read(&write(&con)), Ok(con.clone()));
        let json = serde_json::to_string(&con).unwrap();
        assert_eq!(serde_json::from_str::<Con>(&json).unwrap(), con);
    }

    #[test]
    fn messages_are_found_and_unhidden() {
        let messages = sample().messages();
        let found: Vec<_> = messages.iter().map(|m| (m.menu, m.id, m.string)).collect();
        assert_eq!(found, [(None, 0, 100), (Some(0), 1, 101)]);
        assert_eq!(messages[1].kind, MessageKind::PLAYER_SELECT);
        let names: Vec<_> =
            sample().function_names().iter().map(|name| name.as_bytes().to_vec()).collect();
        assert_eq!(names, [&b"on_attack"[..], b"TA_check", b"AT_open"]);
    }

    #[test]
    fn hostile_bytes_are_refused_or_kept() {
        let data = write(&sample());
        check_law(&data, read, |con| {
            assert!(con.messages().len() <= data.len() / MESSAGE_SIZE);
            write(con)
        });
    }

    #[test]
    fn a_head_that_is_cut_is_an_error() {
        let data = write(&sample());
        for len in 0..0x20c {
            assert!(read(&data[..len]).is_err(), "{len}");
        }
        assert_eq!(read(&data[..0x20c]).unwrap().messages(), []);
    }

    #[test]
    fn what_leads_nowhere_is_told_and_kept() {
        let check = |con: &Con, n_messages: usize, expected: Expect| {
            let again = read(&write(con)).unwrap();
            assert_eq!((&again, again.messages().len()), (con, n_messages));
            expected.assert_eq(&again.why_unread().map_or_else(String::new, |e| e.to_string()));
        };
        check(&sample(), 2, expect![""]);
        check(
            &Con { script_offset: 0xffff, ..sample() },
            2,
            expect!["script at byte 0x208: points to byte 0xffff, but the file ends at 0x2d6"],
        );
        check(
            &Con { conversation_offset: 0xffff_ffff, ..sample() },
            0,
            expect![
                "conversation at byte 0x204: points to byte 0xffffffff, but the file ends at 0x2d6"
            ],
        );
    }
}
