//! What things, fields and refusals of a zone are called.

use std::collections::BTreeSet;

use landwright_core::world::zone::Zone;
use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::field::Field;
use landwright_core::world::zone::names::{Names, Warp};
use landwright_core::world::zone::numbers::Numbers;
use landwright_core::world::zone::refusal::Refusal;
use landwright_core::world::zone::thing::{Kind, Thing, ThingId};

use super::fields::{ROWS, text_of};

fn warp_in_words(names: &Names, warp: &Warp) -> String {
    let zone = names.zones.as_ref().and_then(|zones| zones.name(warp.zone));
    let zone = zone.map_or_else(|| format!("zone {}", warp.zone), str::to_owned);
    format!("{}: to {zone} at {}", warp.name, String::from_utf8_lossy(&warp.point))
}

/// What a number in a field is called.
pub fn name_of(names: &Names, kind: Kind, field: Field, value: &str) -> Option<String> {
    let id: u32 = value.parse().ok()?;
    match field {
        Field::ObjectId => names.of_kind(kind)?.name(id).map(str::to_owned),
        Field::AiId => names.ais.as_ref()?.name(id).map(str::to_owned),
        Field::MonsterId => names.npcs.as_ref()?.name(id).map(str::to_owned),
        Field::WarpId => Some(warp_in_words(names, names.warps.as_ref()?.get(&id)?)),
        _ => None,
    }
}

/// What a zone is spoken of with.
#[derive(Debug, Clone, Copy)]
pub struct Words<'z> {
    pub zone: &'z Zone,
    pub names: &'z Names,
    pub numbers: &'z Numbers,
}

impl Words<'_> {
    /// What a thing is called, in a few words.
    pub fn thing(&self, id: ThingId) -> String {
        let number = format!("#{}", self.numbers.number(id));
        let Some(thing) = self.zone.thing(id) else { return number };
        let kind = thing.kind();
        let code_page = self.zone.code_page();
        let text = |field: Field| thing.value(field).map(|value| text_of(value, code_page));
        let named = |field: Field| text(field).and_then(|id| name_of(self.names, kind, field, &id));
        let said = match kind {
            Kind::Spawn => named(Field::MonsterId).or_else(|| text(Field::SpawnName)),
            Kind::Warp => named(Field::WarpId),
            Kind::Event => text(Field::Trigger),
            Kind::Sound | Kind::Effect => text(Field::Path),
            _ => named(Field::ObjectId),
        };
        let said = said.or_else(|| text(Field::Name)).filter(|said| !said.is_empty());
        let kind = kind_in_words(kind);
        said.map_or_else(|| format!("{kind} {number}"), |said| format!("{kind} {number}  {said}"))
    }

    /// The same within a sentence.
    pub fn thing_in_line(&self, id: ThingId) -> String {
        self.thing(id).replace("  ", " ")
    }

    /// Why nothing was done, with things and fields as the Inspector calls them.
    pub fn refusal(&self, refusal: &Refusal) -> String {
        let thing = |id: &ThingId| self.thing_in_line(*id);
        match refusal {
            Refusal::Value { id, field, found, expected } => {
                let (thing, label) = (thing(id), label_of(self.zone, *id, field));
                format!("{thing}: {label} is {found}, but must be {expected}")
            }
            Refusal::NoField { id, field, .. } => {
                format!("{} has no {}", thing(id), label_of(self.zone, *id, field))
            }
            Refusal::NoThing(id)
            | Refusal::NoBlock { id, .. }
            | Refusal::TooFar(id)
            | Refusal::NotASpawn(id)
            | Refusal::NoMonster(id, _) => {
                refusal.to_string().replacen(&id.to_string(), &thing(id), 1)
            }
            other => other.to_string(),
        }
    }

    /// The title of an action, with the one thing that it is about by its name.
    pub fn title(&self, action: &Action) -> String {
        let title = action.title();
        let is_of_texts = matches!(action, Action::Replace(_));
        let Some((before, behind)) = title.split_once('#').filter(|_| !is_of_texts) else {
            return title;
        };
        let n_digits = behind.chars().take_while(char::is_ascii_digit).count();
        let (id, behind) = behind.split_at(n_digits);
        match id.parse().map(ThingId) {
            Ok(id) if self.zone.contains(id) => {
                format!("{before}{}{behind}", self.thing_in_line(id))
            }
            _ => title,
        }
    }
}

/// What people call a field of a thing.
fn label_of(zone: &Zone, id: ThingId, field: &str) -> String {
    let kinds: BTreeSet<Kind> = zone.thing(id).map(Thing::kind).into_iter().collect();
    let row = ROWS.iter().find(|row| row.field.name() == field);
    row.map_or_else(|| field.replace('-', " "), |row| row.label_of(&kinds).to_owned())
}

/// What one of a kind is called; files and scripts have shorter names.
pub fn kind_in_words(kind: Kind) -> &'static str {
    match kind {
        Kind::Deco => "Deco",
        Kind::Npc => "NPC",
        Kind::Cnst => "Cnst",
        Kind::Sound => "Sound",
        Kind::Effect => "Effect",
        Kind::Animated => "Animated",
        Kind::Spawn => "Spawn",
        Kind::Water => "Water",
        Kind::Warp => "Warp",
        Kind::Collision => "Collision",
        Kind::Event => "Event",
        Kind::Point => "Point",
    }
}

#[cfg(test)]
mod tests {
    use landwright_core::world::zone::names::choice::Source;

    use super::super::fields::setting;
    use super::super::tests::sample;
    use super::*;

    #[test]
    fn a_refusal_calls_things_and_fields_as_the_inspector_does() {
        let (zone, names) = sample();
        let spawn = zone.things().find(|(_, thing)| thing.kind() == Kind::Spawn).unwrap().0;
        let numbers = Numbers::default();
        let words = Words { zone: &zone, names: &names, numbers: &numbers };
        let called = words.thing_in_line(spawn);
        let name = ROWS.iter().find(|row| row.field == Field::SpawnName).unwrap();
        let ids = BTreeSet::from([spawn]);
        let why = setting(words, &ids, name, &"x".repeat(260)).unwrap_err();
        let expected = "Spawn name is 260 bytes long, but must be at most 255";
        assert_eq!(why, format!("{called}: {expected}"));
        let x = ROWS.iter().find(|row| row.field == Field::X).unwrap();
        let why = setting(words, &ids, x, "99999999").unwrap_err();
        assert!(why.starts_with(&format!("{called} would be at (100000000, ")), "{why}");
    }

    #[test]
    fn things_and_their_ids_have_names() {
        let (zone, names) = sample();
        let found = names.choices(Source::Npcs, "thorn", zone.code_page()).unwrap();
        assert!(found.iter().any(|choice| choice.id == Some(3)), "{found:?}");
        let spawn = zone.things().find(|(_, thing)| thing.kind() == Kind::Spawn).unwrap().0;
        let numbers = Numbers::default();
        let words = Words { zone: &zone, names: &names, numbers: &numbers };
        assert!(words.thing(spawn).starts_with("Spawn #"));
        let json = format!(
            r#"{{"action":"set","things":{{"ids":[{}]}},"field":"limit","to":9}}"#,
            spawn.0
        );
        let action = serde_json::from_str(&json).unwrap();
        let called = words.thing_in_line(spawn);
        assert_eq!(words.title(&action), format!("Set limit of {called}"));
    }
}
