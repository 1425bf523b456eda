//! Quests, what monsters do, and what people say: as little as there can be of each.

use crate::format::bytes::Put;
use crate::format::name::Name;
use crate::format::rose::aip::{self, Aip, Event, Pattern};
use crate::format::rose::con::{self, Con, MessageKind};
use crate::format::rose::ltb::{self, Cell, CellText, Ltb};
use crate::format::rose::qsd::{self, Group, Qsd, Trigger};
use crate::format::rose::record::Record;
use crate::format::text::Opaque;
use crate::sample::File;

use super::names::{self, text};

pub(super) const QUEST_FILE: &str = "S01.QSD";

/// In the order that the game expects.
const PATTERNS: [&str; 6] = ["created", "idle", "attack", "damaged", "kill", "dead"];

/// Row, Korean, English.
const SAYINGS: [(u32, &str, &str); 2] = [(0, "", ""), (1, "길을 잃었소?", "Lost your way?")];

/// Where the conversation begins: behind the head of the file.
const CONVERSATION_AT: u32 = 0x20c;

pub(super) fn files() -> Vec<File> {
    let mut files = vec![
        File { path: format!("3DDATA/QUESTDATA/{QUEST_FILE}"), bytes: qsd::write(&quests()) },
        File {
            path: format!("3DDATA/EVENT/{}", names::CONVERSATION),
            bytes: con::write(&conversation()),
        },
    ];
    files.extend((0..).zip(names::AI_FILES).map(|(idx, name)| File {
        path: format!("3DDATA/AI/{name}.AIP"),
        bytes: aip::write(&behaviour(name, 10 + 20 * idx)),
    }));
    files.extend(sayings().map(|sayings| File {
        path: "3DDATA/EVENT/ULNGTB_CON.LTB".to_owned(),
        bytes: ltb::write(&sayings),
    }));
    files
}

/// A trigger for each event object: it asks for a quest, and ends it. Its name ends in a zero byte, as
/// all of the game's own do.
fn quests() -> Qsd {
    let triggers = (1_u32..).zip(names::TRIGGERS).map(|(quest, name)| {
        let quest = quest.to_le_bytes();
        Trigger {
            name: text(&format!("{name}\0")),
            check_next: 0,
            conditions: Record::new(0, &quest).into_iter().collect(),
            rewards: Record::new(0x0100_0000, &[quest, [0; 4]].concat()).into_iter().collect(),
        }
    });
    let group = Group { name: text(names::ZONE), triggers: triggers.collect() };
    // The file was longer once, and what it was written over was not cut.
    let tail = Opaque(b"\0\x10\0\0\x01S01-02\0\xcd\xcd".to_vec());
    Qsd { version: 12, name: text(names::ZONE), groups: vec![group], tail }
}

fn behaviour(title: &str, damage_percent: u32) -> Aip {
    let event = || Event {
        name: Name::of(b"always"),
        conditions: Record::new(0x0400_0001, &[]).into_iter().collect(),
        actions: Record::new(0x0b00_0001, &[]).into_iter().collect(),
    };
    let patterns = PATTERNS.iter().filter_map(|name| {
        Some(Pattern { name: Name::new(name.as_bytes())?, events: vec![event()] })
    });
    Aip {
        idle_s: 5,
        damage_percent,
        title: text(&format!("{title}\0")),
        patterns: patterns.collect(),
        tail: Opaque::default(),
    }
}

/// One message and no menu, and no script behind them.
fn conversation() -> Con {
    let mut body = Vec::new();
    // One message, listed behind this head; no menu.
    for word in [1, 16, 0, 0] {
        body.put_u32(word);
    }
    // The list counts from itself: the message is behind its one entry.
    body.put_u32(4);
    body.put_u32(1);
    body.put_u32(MessageKind::CLOSE.0);
    body.put_i32(0);
    body.put(&[0; 32]);
    body.put(&[0; 32]);
    body.put_u32(1);
    let script_offset = CONVERSATION_AT + body.len() as u32;
    body.put_u32(0);
    Con {
        event_mask: 0,
        event_functions: [Name::default(); 16],
        padding: [0; 2],
        conversation_offset: CONVERSATION_AT,
        script_offset,
        body: Opaque(body),
    }
}

fn sayings() -> Option<Ltb> {
    let mut sayings = Ltb::new(2, SAYINGS.len() as u32)?;
    for (row, korean, english) in SAYINGS {
        for (column, said) in [(0, korean), (1, english)] {
            let text = CellText::try_from(said.to_owned()).ok()?;
            sayings.set_cell(row, column, Cell::New { text }).ok()?;
        }
    }
    Some(sayings)
}
