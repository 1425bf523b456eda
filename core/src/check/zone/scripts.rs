//! Triggers and conversations that are in no file.

use std::collections::BTreeSet;

use crate::format::rose::qsd;
use crate::problem::{Rule, Severity};
use crate::world::zone::Listed;
use crate::world::zone::names::Names;
use crate::world::zone::thing::Thing;

use super::found::Found;

pub(super) const UNKNOWN_TRIGGER: Rule = Rule {
    code: "zone-unknown-trigger",
    severity: Severity::Warning,
    title: "Event with a trigger that no quest has",
    explanation: "\
An event object starts a trigger by its name. None of the QSD files in LIST_QUESTDATA.STB has a \
trigger with that name: nothing happens when a player comes here.

This is only reported if all of those files are available.",
};

pub(super) const UNKNOWN_CONVERSATION: Rule = Rule {
    code: "zone-unknown-conversation",
    severity: Severity::Warning,
    title: "NPC with a missing conversation",
    explanation: "\
An NPC refers to a conversation file, but the folder of conversations has none with that name: \
players can't talk to it.

This is only reported if that folder, 3DDATA/EVENT, is available.",
};

pub(super) fn check(found: &mut Found<'_>, names: &Names, listed: Listed, thing: &Thing) {
    let code_page = found.zone().code_page();
    match thing {
        Thing::Event(event) => {
            let name = qsd::without_end(event.quest_trigger.as_bytes());
            let is_known = |triggers: &BTreeSet<Vec<u8>>| triggers.contains(name);
            if !name.is_empty() && names.triggers.as_ref().is_some_and(|known| !is_known(known)) {
                found.add(&UNKNOWN_TRIGGER, listed, || {
                    let name = code_page.decode(name);
                    (format!("no quest has a trigger \"{name}\""), Vec::new())
                });
            }
        }
        Thing::Npc(npc) => {
            let name = code_page.decode(npc.conversation_file.as_bytes());
            let file = name.rsplit(['/', '\\']).next().unwrap_or_default().trim().to_uppercase();
            let is_missing =
                names.conversations.as_ref().is_some_and(|known| !known.contains(&file));
            if !file.is_empty() && is_missing {
                found.add(&UNKNOWN_CONVERSATION, listed, || {
                    (format!("there is no conversation \"{name}\""), Vec::new())
                });
            }
        }
        _ => {}
    }
}
