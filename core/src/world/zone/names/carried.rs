//! What the numbers of things are called where they were copied, so that they are found again by
//! the tables of another zone.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::Names;
use super::choice::Source;
use crate::format::text::CodePage;
use crate::world::zone::field::{Field, Slot, Value};
use crate::world::zone::thing::Thing;

/// So many numbers are named in a note.
const MOST_NAMED: usize = 3;

/// What numbers that lead into tables are called there.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Carried {
    by_source: BTreeMap<Source, BTreeMap<u32, Called>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Called {
    /// Of a warp, where it leads.
    name: String,
    /// Whether other rows have the same name, so that it does not tell which one is meant.
    #[serde(default, skip_serializing_if = "is_alone")]
    is_shared: bool,
}

/// What came of the numbers of things in another zone, to be told.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Told {
    /// Numbers that became others.
    pub followed: Option<String>,
    /// Numbers that mean something else here, or nothing.
    pub foreign: Vec<String>,
}

/// What becomes of a number.
enum Fate {
    Becomes(u32),
    /// It is kept, and called something else.
    Is(String),
    HasNoRow,
}

fn is_alone(is_shared: &bool) -> bool {
    !is_shared
}

impl Carried {
    /// What the tables of a zone call the numbers of its things.
    pub fn of(things: &[Thing], names: &Names, code_page: CodePage) -> Carried {
        let mut numbers: BTreeMap<Source, BTreeSet<u32>> = BTreeMap::new();
        for thing in things {
            for (source, field) in fields(thing) {
                let of_field = thing.values(field).into_iter().filter_map(number_in);
                numbers.entry(source).or_default().extend(of_field);
            }
        }
        let mut by_source = BTreeMap::new();
        for (source, numbers) in numbers {
            let Some(rows) = Lookup::new(names, source, code_page) else { continue };
            let called = |number: &u32| {
                let name = rows.names.get(number).filter(|name| !name.trim().is_empty())?.clone();
                let is_shared = rows.numbers_of(&name).len() > 1;
                Some((*number, Called { name, is_shared }))
            };
            let called: BTreeMap<u32, Called> = numbers.iter().filter_map(called).collect();
            if !called.is_empty() {
                by_source.insert(source, called);
            }
        }
        Carried { by_source }
    }

    pub fn is_empty(&self) -> bool {
        self.by_source.is_empty()
    }

    /// Lets things that come to a zone with other tables mean there what they meant: where a name
    /// has just one number here and there, that one is taken. Everything else keeps its number, and
    /// is told.
    pub fn follow(&self, things: &mut [Thing], names: &Names, code_page: CodePage) -> Told {
        let (mut followed, mut foreign) = (Vec::new(), Vec::new());
        let mut unknown = Vec::new();
        let mut becomes = BTreeMap::new();
        for (source, called) in &self.by_source {
            let what = source.noun();
            let Some(rows) = Lookup::new(names, *source, code_page) else {
                unknown.push(what);
                continue;
            };
            for (number, called) in called {
                let was = &called.name;
                match rows.fate(*number, called) {
                    None => {}
                    Some(Fate::Becomes(new)) => {
                        becomes.insert((*source, *number), new);
                        followed.push(format!("{what} {number} \"{was}\" is {new} here"));
                    }
                    Some(Fate::Is(name)) => {
                        foreign
                            .push(format!("{what} {number} was \"{was}\" and is \"{name}\" here"));
                    }
                    Some(Fate::HasNoRow) => {
                        foreign.push(format!("{what} {number} was \"{was}\" and has no row here"));
                    }
                }
            }
        }
        put_numbers(things, &becomes);
        let followed = some(&followed).map(|some| format!("ids remapped by name: {some}"));
        let mean = "pasted ids are kept, but they name other things here";
        let foreign = some(&foreign).map(|some| format!("{mean}: {some}"));
        let unknown = (!unknown.is_empty()).then(|| {
            let tables = unknown.join(", ");
            format!(
                "the meaning of these numbers here is unknown, because tables are missing: \
                {tables}"
            )
        });
        Told { followed, foreign: foreign.into_iter().chain(unknown).collect() }
    }
}

/// The first few, and how many more.
fn some(all: &[String]) -> Option<String> {
    let first = all.get(..MOST_NAMED.min(all.len())).filter(|first| !first.is_empty())?.join("; ");
    Some(match all.len().saturating_sub(MOST_NAMED) {
        0 => first,
        n => format!("{first}; and {n} more"),
    })
}

/// The rows of a table, by number and by name.
struct Lookup {
    names: BTreeMap<u32, String>,
    numbers: BTreeMap<String, Vec<u32>>,
}

impl Lookup {
    fn new(names: &Names, source: Source, code_page: CodePage) -> Option<Lookup> {
        let choices = names.choices(source, "", code_page)?.into_iter();
        let named = choices.filter_map(|choice| {
            let name = if source == Source::Warps { choice.about } else { choice.name };
            Some((choice.id?, name))
        });
        let names: BTreeMap<u32, String> = named.collect();
        let mut numbers: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for (number, name) in &names {
            numbers.entry(alike(name)).or_default().push(*number);
        }
        Some(Lookup { names, numbers })
    }

    fn numbers_of(&self, name: &str) -> &[u32] {
        self.numbers.get(&alike(name)).map_or(&[], Vec::as_slice)
    }

    /// `None` where the number means here what it meant.
    fn fate(&self, number: u32, called: &Called) -> Option<Fate> {
        let is = self.names.get(&number);
        if is.is_some_and(|is| alike(is) == alike(&called.name)) {
            return None;
        }
        Some(match (self.numbers_of(&called.name), is) {
            ([only], _) if !called.is_shared => Fate::Becomes(*only),
            (_, Some(is)) => Fate::Is(is.clone()),
            (_, None) => Fate::HasNoRow,
        })
    }
}

/// Spaces around a name and large letters make no other name.
fn alike(name: &str) -> String {
    name.trim().to_lowercase()
}

/// The fields of a thing that lead into tables.
fn fields(thing: &Thing) -> impl Iterator<Item = (Source, Field)> {
    let kind = thing.kind();
    Field::of_kind(kind).filter_map(move |field| Some((Source::of(kind, field)?, field)))
}

fn number_in(value: Value<'_>) -> Option<u32> {
    match value {
        Value::I16(number) => u32::try_from(number).ok(),
        Value::I32(number) => u32::try_from(number).ok(),
        Value::U32(number) => Some(number),
        Value::Float(_) | Value::Text(_) => None,
    }
}

fn put_numbers(things: &mut [Thing], becomes: &BTreeMap<(Source, u32), u32>) {
    if becomes.is_empty() {
        return;
    }
    for thing in things {
        let fields: Vec<(Source, Field)> = fields(thing).collect();
        for (source, field) in fields {
            for slot in thing.slots(field) {
                let new = number_in(slot.value()).and_then(|old| becomes.get(&(source, old)));
                if let Some(new) = new {
                    put_number(slot, *new);
                }
            }
        }
    }
}

/// Numbers of rows fit into their fields: tables have no more rows than that.
fn put_number(slot: Slot<'_>, new: u32) {
    match slot {
        Slot::I16(number) => *number = i16::try_from(new).unwrap_or(*number),
        Slot::I32(number) => *number = i32::try_from(new).unwrap_or(*number),
        Slot::U32(number) => *number = new,
        Slot::Float(_) | Slot::Text(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Named, Rows};
    use super::*;
    use crate::world::zone::tests::sample;
    use crate::world::zone::thing::Kind;

    const PAGE: CodePage = CodePage::Cp949;

    fn with_cnsts(rows: &[(u32, &str)]) -> Names {
        let named =
            |(id, name): &(u32, &str)| (*id, Named { name: (*name).to_owned(), level: None });
        Names { cnsts: Some(rows.iter().map(named).collect()), ..Names::default() }
    }

    fn cnsts(ids: &[i32]) -> Vec<Thing> {
        let (_, opened) = sample();
        let is_cnst = |thing: &&Thing| thing.kind() == Kind::Cnst;
        let cnst = opened.zone.things().map(|(_, thing)| thing).find(is_cnst).unwrap().clone();
        let with_id = |id: &i32| {
            let mut cnst = cnst.clone();
            cnst.object_mut().unwrap().object_id = *id;
            cnst
        };
        ids.iter().map(with_id).collect()
    }

    fn ids(things: &[Thing]) -> Vec<i32> {
        things.iter().map(|thing| thing.object().unwrap().object_id).collect()
    }

    #[test]
    fn numbers_follow_a_name_that_is_there_once_and_others_are_kept_and_told() {
        let there = [(1, "tower"), (2, "well"), (3, "gate"), (4, "hut"), (5, "hut"), (6, "inn")];
        let here = [
            (1, "well"),
            (2, "Tower "),
            (3, "arch"),
            (5, "gate"),
            (6, "gate"),
            (7, "hut"),
            (9, "inn"),
        ];
        let mut things = cnsts(&[1, 2, 3, 4, 6, 77]);
        let carried = Carried::of(&things, &with_cnsts(&there), PAGE);
        let told = carried.follow(&mut things, &with_cnsts(&here), PAGE);
        assert_eq!(ids(&things), [2, 1, 3, 4, 9, 77]);
        assert_eq!(
            told.followed.unwrap(),
            "ids remapped by name: cnst 1 \"tower\" is 2 here; cnst 2 \"well\" is 1 here; cnst 6 \
             \"inn\" is 9 here"
        );
        assert_eq!(
            told.foreign,
            ["pasted ids are kept, but they name other things here: cnst 3 was \"gate\" and is \
              \"arch\" here; cnst 4 was \"hut\" and has no row here"]
        );
    }

    #[test]
    fn where_tables_say_the_same_nothing_changes_and_nothing_is_told() {
        let (vfs, opened) = sample();
        let names = Names::load(&vfs, &opened.zone, 1);
        let before: Vec<Thing> = opened.zone.things().map(|(_, thing)| thing.clone()).collect();
        let carried = Carried::of(&before, &names, PAGE);
        let mut things = before.clone();
        assert_eq!(carried.follow(&mut things, &names, PAGE), Told::default());
        assert!(things == before && !carried.is_empty());
        assert!(Carried::of(&before, &Names::default(), PAGE).is_empty());
        let unknown = carried.follow(&mut things, &Names::default(), PAGE);
        assert!(things == before && unknown.followed.is_none());
        let [unknown] = &unknown.foreign[..] else { panic!("{unknown:?}") };
        assert!(unknown.contains("tables are missing: npc, deco, cnst, "), "{unknown}");
    }

    #[test]
    fn every_monster_of_a_spawn_and_every_warp_follows() {
        let (vfs, opened) = sample();
        let there = Names::load(&vfs, &opened.zone, 1);
        let mut here = there.clone();
        let moved =
            |rows: &Rows| rows.iter().map(|(id, row)| (id + 1000, row.clone())).collect::<Rows>();
        here.npcs = there.npcs.as_ref().map(moved);
        let warps = there.warps.iter().flatten();
        here.warps = Some(warps.map(|(id, warp)| (id + 100, warp.clone())).collect());
        let before: Vec<Thing> = opened.zone.things().map(|(_, thing)| thing.clone()).collect();
        let mut things = before.clone();
        let told = Carried::of(&before, &there, PAGE).follow(&mut things, &here, PAGE);
        assert!(told.followed.is_some());
        let npcs = there.npcs.as_ref().unwrap();
        let mut n_followed = 0;
        for (before, after) in before.iter().zip(&things) {
            for field in [Field::MonsterId, Field::WarpId] {
                let pairs = before.values(field).into_iter().zip(after.values(field));
                for (was, is) in pairs.filter_map(|(a, b)| Some((number_in(a)?, number_in(b)?))) {
                    let is_alone = npcs.name(was).is_some_and(|name| npcs.id_of(name).is_some());
                    match field {
                        Field::MonsterId if is_alone => assert_eq!(is, was + 1000),
                        Field::MonsterId => assert_eq!(is, was),
                        _ => assert!(is == was || is == was + 100),
                    }
                    n_followed += usize::from(is != was);
                }
            }
        }
        assert!(n_followed > 2, "{n_followed}");
    }

    #[test]
    fn names_are_carried_as_text_that_people_can_read() {
        let things = cnsts(&[1, 4]);
        let names = with_cnsts(&[(1, "tower"), (4, "hut"), (5, "hut")]);
        let carried = Carried::of(&things, &names, PAGE);
        let json = serde_json::to_string(&carried).unwrap();
        assert_eq!(json, r#"{"cnsts":{"1":{"name":"tower"},"4":{"name":"hut","is_shared":true}}}"#);
        assert_eq!(serde_json::from_str::<Carried>(&json).unwrap(), carried);
    }
}
