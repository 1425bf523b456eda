//! What two states of one thing are told apart by: its fields, and the lists of monsters of a spawn,
//! each of which is one.

use std::fmt;

use crate::format::rose::ifo::spawn::Monsters;

use super::Zone;
use super::field::{Field, Value};
use super::thing::{Kind, Thing};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aspect {
    Field(Field),
    Basic,
    Tactic,
}

/// What is not the same of a thing on two sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Differs {
    pub aspect: Aspect,
    /// As it is by now.
    pub here: String,
    pub there: String,
}

impl Aspect {
    pub(super) fn of_kind(kind: Kind) -> impl Iterator<Item = Aspect> {
        let fields = Field::of_kind(kind).filter(|field| !field.is_of_monsters());
        let lists =
            [Aspect::Basic, Aspect::Tactic].into_iter().filter(move |_| kind == Kind::Spawn);
        fields.map(Aspect::Field).chain(lists)
    }

    pub(super) fn is_same(self, one: &Thing, other: &Thing) -> bool {
        match self {
            Aspect::Field(field) => one.values(field) == other.values(field),
            list => list.lines(one) == list.lines(other),
        }
    }

    /// Where it is not the same, for a person.
    pub(super) fn differs(self, zone: &Zone, here: &Thing, there: &Thing) -> Option<Differs> {
        let shown = |thing: &Thing| match self {
            Aspect::Field(field) => shown(zone, thing.values(field)),
            list => shown_lines(zone, list.lines(thing)),
        };
        (!self.is_same(here, there)).then(|| Differs {
            aspect: self,
            here: shown(here),
            there: shown(there),
        })
    }

    fn lines(self, thing: &Thing) -> &[Monsters] {
        match (self, thing.spawn()) {
            (Aspect::Basic, Some(spawn)) => &spawn.basic,
            (Aspect::Tactic, Some(spawn)) => &spawn.tactic,
            _ => &[],
        }
    }
}

impl fmt::Display for Aspect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Aspect::Field(field) => write!(f, "{field}"),
            Aspect::Basic => f.write_str("basic list"),
            Aspect::Tactic => f.write_str("tactic list"),
        }
    }
}

fn shown(zone: &Zone, values: Vec<Value<'_>>) -> String {
    let one = |value| match value {
        Value::I16(number) => number.to_string(),
        Value::I32(number) => number.to_string(),
        Value::U32(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Text(text) => format!("\"{}\"", zone.code_page().decode(text.as_bytes())),
    };
    let all: Vec<String> = values.into_iter().map(one).collect();
    if all.is_empty() { "none".to_owned() } else { all.join(" ") }
}

/// So many of each monster, by its name and its number.
fn shown_lines(zone: &Zone, lines: &[Monsters]) -> String {
    let one = |Monsters { name, monster_id, count }: &Monsters| match zone
        .code_page()
        .decode(name.as_bytes())
    {
        name if name.is_empty() => format!("{count}× {monster_id}"),
        name => format!("{count}× {name} ({monster_id})"),
    };
    let all: Vec<String> = lines.iter().map(one).collect();
    if all.is_empty() { "empty".to_owned() } else { all.join(", ") }
}
