//! Numbers of monsters, NPCs and objects that no table has.

use crate::check::fix;
use crate::problem::{Fix, Rule, Severity};
use crate::world::zone::Listed;
use crate::world::zone::action::Action;
use crate::world::zone::names::Names;
use crate::world::zone::set::{SetMonster, SpawnList};
use crate::world::zone::setting::Setting;
use crate::world::zone::thing::{Kind, Thing, ThingId};

use super::found::Found;

pub(super) const UNKNOWN_MONSTER: Rule = Rule {
    code: "zone-unknown-monster",
    severity: Severity::Error,
    title: "Spawn of a monster that no table has",
    explanation: "\
A spawn refers to a monster by its row in LIST_NPC.STB, but that row is empty or missing. The \
monster does not appear, and some servers stop with an error.

The name beside the number is for people and may show which monster was meant. If a row has that \
name, the fix uses its number.",
};

pub(super) const PERSON_AS_MONSTER: Rule = Rule {
    code: "zone-spawn-of-npc",
    severity: Severity::Warning,
    title: "Spawn of an NPC",
    explanation: "\
A spawn refers to a row of LIST_NPC.STB that is an NPC: its type there is 999. Clients let nobody \
attack NPCs, so they are never killed. They fill the spawn for good, and walk around with nothing to \
say.

Use a monster's row. If you want the NPC there, add it as an NPC.",
};

pub(super) const UNKNOWN_AI: Rule = Rule {
    code: "zone-unknown-ai",
    severity: Severity::Warning,
    title: "NPC with a behaviour that no table has",
    explanation: "\
An NPC has a number of its own for its behaviour, a row of FILE_AI.STB. That row is empty or \
missing: the NPC does nothing, and some servers stop with an error.

Set its ai id to an existing row, or to 0 for the behaviour that LIST_NPC.STB gives it.",
};

pub(super) const UNKNOWN_NPC: Rule = Rule {
    code: "zone-unknown-npc",
    severity: Severity::Error,
    title: "NPC that no table has",
    explanation: "\
An NPC is a row of LIST_NPC.STB, but that row is empty or missing. The NPC does not appear, and \
clients may stop with an error.

Set its object id to an existing row, or delete it.",
};

pub(super) const UNKNOWN_OBJECT: Rule = Rule {
    code: "zone-unknown-object",
    severity: Severity::Warning,
    title: "Object that no table has",
    explanation: "\
A decoration, building or animated object refers to a row of its zone's table, but that row is \
empty or missing. The game draws nothing, or stops with an error.

LIST_ZONE.STB says which table a zone uses. LIST_DECO and LIST_CNST differ from planet to planet, \
so an object that was copied from a different zone may need a different number.",
};

pub(super) fn check(found: &mut Found<'_>, names: &Names, listed: Listed, thing: &Thing) {
    if let (Thing::Spawn(spawn), Some(npcs)) = (thing, &names.npcs) {
        let lines = |list: SpawnList| (0u32..).zip(list.of(spawn)).map(move |line| (list, line));
        for (list, (line, monsters)) in lines(SpawnList::Basic).chain(lines(SpawnList::Tactic)) {
            if names.people.contains(&monsters.monster_id) {
                found.add(&PERSON_AS_MONSTER, listed, || {
                    let id = monsters.monster_id;
                    let name = npcs.name(id).unwrap_or_default();
                    (format!("monster {id} is the NPC \"{name}\""), Vec::new())
                });
            }
            if npcs.get(monsters.monster_id).is_some() {
                continue;
            }
            let name = monsters.name.text().decode(found.zone().code_page());
            found.add(&UNKNOWN_MONSTER, listed, || {
                let id = monsters.monster_id;
                let message = format!("monster {id} (\"{name}\") is in no row of LIST_NPC.STB");
                let meant = npcs.id_of(&name).map(|meant| to_monster(listed.id, list, line, meant));
                (message, meant.into_iter().collect())
            });
        }
    }
    if let (Thing::Npc(npc), Some(ais)) = (thing, &names.ais)
        && npc.ai_id != 0
        && ais.get(npc.ai_id).is_none()
    {
        found.add(&UNKNOWN_AI, listed, || {
            (format!("ai id {} is in no row of FILE_AI.STB", npc.ai_id), Vec::new())
        });
    }
    let (Some(rows), Some(object)) = (names.of_kind(listed.kind), thing.object()) else { return };
    let is_known = u32::try_from(object.object_id).is_ok_and(|id| rows.get(id).is_some());
    if is_known {
        return;
    }
    let (kind, id) = (listed.kind, object.object_id);
    match kind {
        Kind::Npc => found.add(&UNKNOWN_NPC, listed, || {
            (format!("NPC {id} is in no row of LIST_NPC.STB"), Vec::new())
        }),
        _ => found.add(&UNKNOWN_OBJECT, listed, || {
            (format!("object {id} is in no row of the zone's table of {kind}"), Vec::new())
        }),
    }
}

fn to_monster(thing: ThingId, list: SpawnList, line: u32, id: u32) -> Fix {
    let id_setting = Some(Setting::Number(id.into()));
    let action = SetMonster { thing, list, line, id: id_setting, count: None, name: None };
    // A newer table may have the number.
    fix(format!("Use monster {id}, which has that name"), &Action::SetMonster(action)).one_by_one()
}
