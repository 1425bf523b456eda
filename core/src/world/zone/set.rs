//! Setting fields of many things at once, finding and replacing, and the lists of spawns.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::format::rose::ifo::spawn::{Monsters, Spawn};
use crate::world::sum::{BadSetting, Sum};
use crate::world::zone::condition::{Condition, Wanted};
use crate::world::zone::names::Names;

use super::Zone;
use super::field::{Field, Slot, monster_slot};
use super::refusal::Refusal;
use super::selection::Selection;
use super::setting::Setting;
use super::thing::{Kind, Thing, ThingId};

/// Gives a field of things a value, or a sum with the one that is there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Set {
    pub things: Selection,
    pub field: Field,
    pub to: Setting,
}

/// Puts a value in the place of others, wherever a field of the things holds one: see [`Wanted`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replace {
    pub things: Selection,
    pub field: Field,
    pub from: Setting,
    pub to: Setting,
}

/// Puts whole things in the places of those that are there, and adds others, as an import does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PutThings {
    pub things: Vec<PutThing>,
    /// New ones, each in the block where it stands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub add: Vec<Thing>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PutThing {
    pub id: ThingId,
    pub thing: Thing,
}

/// One of the two lists of a spawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SpawnList {
    Basic,
    Tactic,
}

/// Adds a line to a list of spawns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddMonster {
    pub things: Selection,
    pub list: SpawnList,
    /// A row of LIST_NPC, or its name.
    pub id: Setting,
    #[serde(default = "one")]
    pub count: u32,
    /// For people; empty where it is not given.
    #[serde(default = "nothing")]
    pub name: Setting,
    /// Before which line; at the end where it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u32>,
}

/// Changes one line of a list of a spawn; what is not given stays.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetMonster {
    pub thing: ThingId,
    pub list: SpawnList,
    pub line: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<Setting>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<Setting>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Setting>,
}

/// Takes a line out of a list of a spawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoveMonster {
    pub thing: ThingId,
    pub list: SpawnList,
    pub line: u32,
}

/// Moves a line of a list of a spawn to another place in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveMonster {
    pub thing: ThingId,
    pub list: SpawnList,
    pub line: u32,
    pub to: u32,
}

/// Puts a copy of a line of a list of a spawn behind it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CloneMonster {
    pub thing: ThingId,
    pub list: SpawnList,
    pub line: u32,
}

fn one() -> u32 {
    1
}

fn nothing() -> Setting {
    Setting::Typed(String::new())
}

impl Set {
    pub(super) fn apply(&self, zone: &mut Zone, names: &Names) -> Result<Vec<String>, Refusal> {
        let things = self.things.some_things(zone)?;
        let new = New { field: self.field, to: &self.to, names };
        new.put_into(zone, &things, |_, _| true)
    }
}

impl Replace {
    pub(super) fn apply(&self, zone: &mut Zone, names: &Names) -> Result<Vec<String>, Refusal> {
        let (field, code_page) = (self.field, zone.code_page());
        let all = self.things.things(zone)?;
        let kind_of = |id: &ThingId| zone.thing(*id).map(Thing::kind);
        let kinds: BTreeSet<Kind> = all.iter().filter_map(kind_of).collect();
        let from = Wanted::Is(self.from.clone());
        let from = Condition::new(field.into(), &from, kinds.iter().copied(), names, code_page)?;
        let new = New { field, to: &self.to, names };
        new.check(&kinds, zone)?;
        let holds = |id: &ThingId| {
            let Some(thing) = zone.thing(*id) else { return false };
            let mut values = thing.values(field).into_iter();
            values.any(|value| from.holds(thing.kind(), value, code_page))
        };
        let things: Vec<ThingId> = all.into_iter().filter(holds).collect();
        let mut n_places = 0;
        let notes = new.put_into(zone, &things, |kind, slot| {
            let is_it = from.holds(kind, slot.value(), code_page);
            n_places += usize::from(is_it);
            is_it
        })?;
        let found = format!("replaced in {n_places} places of {} things", things.len());
        Ok([vec![found], notes].concat())
    }
}

/// What fields of things become.
struct New<'n> {
    field: Field,
    to: &'n Setting,
    names: &'n Names,
}

impl<'n> New<'n> {
    fn meant(&self, kind: Kind, zone: &Zone) -> Result<Cow<'n, Setting>, BadSetting> {
        self.to.meant(kind, self.field, self.names, zone.code_page())
    }

    /// Refused where it can be no value of the field of any of these kinds.
    fn check(&self, kinds: &BTreeSet<Kind>, zone: &Zone) -> Result<(), Refusal> {
        let kinds = kinds.iter().filter(|kind| self.field.is_of(**kind));
        let tried: Vec<_> = kinds.map(|kind| self.meant(*kind, zone)).collect();
        let is_good = tried.is_empty() || tried.iter().any(Result::is_ok);
        match tried.into_iter().find_map(Result::err).filter(|_| !is_good) {
            Some(bad) => Err(Refusal::argument("to", &bad.found, &bad.expected)),
            None => Ok(()),
        }
    }

    fn put_into(
        &self,
        zone: &mut Zone,
        things: &[ThingId],
        mut is_meant: impl FnMut(Kind, &Slot<'_>) -> bool,
    ) -> Result<Vec<String>, Refusal> {
        let (field, code_page) = (self.field, zone.code_page());
        let mut new = Vec::with_capacity(things.len());
        let mut meant: BTreeMap<Kind, Cow<'n, Setting>> = BTreeMap::new();
        for id in things {
            let Some(mut thing) = zone.thing(*id).cloned() else { continue };
            let kind = thing.kind();
            if !field.is_of(kind) {
                return Err(Refusal::NoField { id: *id, kind, field: field.name().to_owned() });
            }
            let bad = |bad: BadSetting| bad_value(*id, field, bad);
            let to = match meant.get(&kind) {
                Some(to) => to.clone(),
                None => {
                    let to = self.meant(kind, zone).map_err(bad)?;
                    meant.entry(kind).or_insert(to).clone()
                }
            };
            for slot in thing.slots(field) {
                if is_meant(kind, &slot) {
                    to.put(slot, code_page).map_err(bad)?;
                }
            }
            new.push((*id, thing));
        }
        if field.is_place() {
            return zone.put_moved(new);
        }
        for (id, thing) in new {
            zone.replace(id, thing);
        }
        Ok(Vec::new())
    }
}

pub(super) fn bad_value(id: ThingId, field: Field, bad: BadSetting) -> Refusal {
    let BadSetting { found, expected } = bad;
    Refusal::Value { id, field: field.name().to_owned(), found, expected }
}

impl PutThings {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<Vec<String>, Refusal> {
        let mut new = Vec::new();
        let mut named = BTreeSet::new();
        for PutThing { id, thing } in &self.things {
            if !named.insert(*id) {
                return Err(Refusal::argument("things", &format!("{id} twice"), "each thing once"));
            }
            let before = zone.thing(*id).ok_or(Refusal::NoThing(*id))?;
            if before.kind() != thing.kind() {
                let (found, expected) = (thing.kind(), before.kind());
                return Err(Refusal::argument(
                    "thing",
                    &format!("{id}, a {found}"),
                    &format!("a {expected}"),
                ));
            }
            new.push((*id, thing.clone()));
        }
        // Cells stay as they are given, unless the thing comes to stand elsewhere.
        let mut notes = zone.put_moved(new)?;
        if !self.add.is_empty() {
            notes.extend(zone.add_copies(self.add.clone())?);
        }
        Ok(notes)
    }
}

impl Zone {
    fn change_spawn(
        &mut self,
        id: ThingId,
        change: impl FnOnce(&mut Spawn) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        match self.thing(id).cloned() {
            None => Err(Refusal::NoThing(id)),
            Some(Thing::Spawn(mut spawn)) => {
                change(&mut spawn)?;
                self.replace(id, Thing::Spawn(spawn));
                Ok(())
            }
            Some(_) => Err(Refusal::NotASpawn(id)),
        }
    }
}

impl SpawnList {
    pub fn of(self, spawn: &Spawn) -> &[Monsters] {
        match self {
            SpawnList::Basic => &spawn.basic,
            SpawnList::Tactic => &spawn.tactic,
        }
    }

    fn of_mut(self, spawn: &mut Spawn) -> &mut Vec<Monsters> {
        match self {
            SpawnList::Basic => &mut spawn.basic,
            SpawnList::Tactic => &mut spawn.tactic,
        }
    }

    /// A line that is there.
    fn line(self, spawn: &mut Spawn, id: ThingId, line: u32) -> Result<usize, Refusal> {
        let is_there = (line as usize) < self.of(spawn).len();
        is_there.then_some(line as usize).ok_or(Refusal::NoMonster(id, line))
    }
}

impl AddMonster {
    pub(super) fn apply(&self, zone: &mut Zone, names: &Names) -> Result<Vec<String>, Refusal> {
        let monster_id = self.monster_id(zone, names)?;
        let name = self
            .name
            .to_text(zone.code_page())
            .map_err(|bad| Refusal::argument("name", &bad.found, &bad.expected))?;
        for id in self.things.some_things(zone)? {
            zone.change_spawn(id, |spawn| {
                let list = self.list.of_mut(spawn);
                let at = self.at.map_or(list.len(), |at| at as usize).min(list.len());
                let count = self.count;
                list.insert(at, Monsters { name: name.clone(), monster_id, count });
                Ok(())
            })?;
        }
        Ok(note_of_monster(monster_id, names).into_iter().collect())
    }
}

impl AddMonster {
    fn monster_id(&self, zone: &Zone, names: &Names) -> Result<u32, Refusal> {
        let bad = |bad: BadSetting| Refusal::argument("id", &bad.found, &bad.expected);
        let id = self.id.meant(Kind::Spawn, Field::MonsterId, names, zone.code_page());
        match id.and_then(|id| id.sum()).map_err(bad)? {
            Sum::Is(number) => Sum::Is(number).of_whole(0.0).map_err(bad),
            _ => {
                let expected = "the number or the name of a monster";
                Err(Refusal::argument("id", &self.id, expected))
            }
        }
    }
}

/// A number that means no monster in the tables at hand. It is taken, as newer tables may have it.
fn note_of_monster(id: u32, names: &Names) -> Option<String> {
    let npcs = names.npcs.as_ref()?;
    match npcs.name(id) {
        None => Some(format!("monster {id} is in no row of LIST_NPC.STB")),
        Some(name) if names.people.contains(&id) => {
            Some(format!("monster {id} is the NPC \"{name}\" in LIST_NPC.STB"))
        }
        Some(_) => None,
    }
}

impl SetMonster {
    pub(super) fn apply(&self, zone: &mut Zone, names: &Names) -> Result<Vec<String>, Refusal> {
        let code_page = zone.code_page();
        let mut note = None;
        zone.change_spawn(self.thing, |spawn| {
            let line = self.list.line(spawn, self.thing, self.line)?;
            let Some(line) = self.list.of_mut(spawn).get_mut(line) else { return Ok(()) };
            let settings = [
                (Field::MonsterId, &self.id),
                (Field::MonsterCount, &self.count),
                (Field::MonsterName, &self.name),
            ];
            for (field, setting) in settings {
                if let (Some(setting), Some(slot)) = (setting, monster_slot(line, field)) {
                    let setting = setting.meant(Kind::Spawn, field, names, code_page);
                    let put = setting.and_then(|setting| setting.put(slot, code_page));
                    put.map_err(|bad| bad_value(self.thing, field, bad))?;
                }
            }
            if self.id.is_some() {
                note = note_of_monster(line.monster_id, names);
            }
            Ok(())
        })?;
        Ok(note.into_iter().collect())
    }
}

impl RemoveMonster {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<(), Refusal> {
        zone.change_spawn(self.thing, |spawn| {
            let line = self.list.line(spawn, self.thing, self.line)?;
            self.list.of_mut(spawn).remove(line);
            Ok(())
        })
    }
}

impl MoveMonster {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<(), Refusal> {
        zone.change_spawn(self.thing, |spawn| {
            let line = self.list.line(spawn, self.thing, self.line)?;
            let to = self.list.line(spawn, self.thing, self.to)?;
            let list = self.list.of_mut(spawn);
            let moved = list.remove(line);
            list.insert(to, moved);
            Ok(())
        })
    }
}

impl CloneMonster {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<(), Refusal> {
        zone.change_spawn(self.thing, |spawn| {
            let line = self.list.line(spawn, self.thing, self.line)?;
            let list = self.list.of_mut(spawn);
            if let Some(copy) = list.get(line).cloned() {
                list.insert(line + 1, copy);
            }
            Ok(())
        })
    }
}
