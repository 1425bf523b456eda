//! What a field of a thing is asked for: a value, an order, a range, a part of a text, or a name.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::format::number::F32;
use crate::format::order::{Comparison, Range, SIGNS};
use crate::format::text::{CodePage, ShortText};
use crate::world::sum::{BadSetting, Sum, nearest};
use crate::world::zone::field::{Field, Value};
use crate::world::zone::holds::Holds;
use crate::world::zone::names::Names;
use crate::world::zone::names::choice::Source;
use crate::world::zone::names::meant::NotMeant;
use crate::world::zone::refusal::Refusal;
use crate::world::zone::setting::{Setting, row_called};
use crate::world::zone::thing::{Kind, Thing};

/// Which values fulfil a condition. As JSON a [`Setting`], or `{"contains": "…"}`.
///
/// For a number, a text may compare as well: `<5`, `<=5`, `>5`, `>=5`, `!=5`, or a range such as
/// `3..7`, of which both ends are part and one may be missing. It may be the name of a row of the
/// field's table. For a text, a text is just that text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a number, a text, or {\"contains\": \"…\"}")]
pub enum Wanted {
    Contains(Contains),
    Is(Setting),
}

/// A part of a text, or of the name of a row. Upper and lower case are alike.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contains {
    pub contains: String,
}

impl From<Setting> for Wanted {
    fn from(setting: Setting) -> Wanted {
        Wanted::Is(setting)
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wanted::Contains(Contains { contains }) => write!(f, "a text with {contains:?} in it"),
            Wanted::Is(setting) => setting.fmt(f),
        }
    }
}

/// A field that may be asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
pub enum Asked {
    Field(Field),
    /// The level of an NPC, or of a monster of a spawn, in LIST_NPC.
    Level,
}

/// As scripts name it.
pub const LEVEL: &str = "level";

impl Asked {
    pub fn name(self) -> &'static str {
        match self {
            Asked::Field(field) => field.name(),
            Asked::Level => LEVEL,
        }
    }

    fn is_of(self, kind: Kind) -> bool {
        match self {
            Asked::Field(field) => field.is_of(kind),
            Asked::Level => matches!(kind, Kind::Spawn | Kind::Npc),
        }
    }

    fn holds(self) -> Holds {
        match self {
            Asked::Field(field) => field.holds(),
            Asked::Level => Holds::Whole { low: 0, high: u32::MAX.into() },
        }
    }
}

impl From<Field> for Asked {
    fn from(field: Field) -> Asked {
        Asked::Field(field)
    }
}

impl From<Asked> for &'static str {
    fn from(asked: Asked) -> &'static str {
        asked.name()
    }
}

impl TryFrom<String> for Asked {
    type Error = String;

    fn try_from(name: String) -> Result<Asked, String> {
        match name.trim().eq_ignore_ascii_case(LEVEL) {
            true => Ok(Asked::Level),
            false => name.parse().map(Asked::Field).map_err(|error| format!("{error}, {LEVEL}")),
        }
    }
}

/// A condition on the values of a field of one kind of thing.
#[derive(Debug, Clone, PartialEq)]
enum Test {
    Text(ShortText),
    /// In small letters.
    Part(String),
    Bits(F32),
    Number(Comparison, f64),
    Within(Range),
    Rows(BTreeSet<u32>),
}

/// A condition on a field, as it is for each kind of thing that can fulfil it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Condition {
    asked: Asked,
    by_kind: BTreeMap<Kind, Test>,
}

/// Why a kind of thing can't fulfil a condition.
enum Unmeant {
    /// Others may.
    Here(BadSetting),
    /// It has to be said which row is meant.
    Anywhere(BadSetting),
}

impl Condition {
    /// Refused where no thing of these kinds can fulfil it.
    pub(super) fn new(
        asked: Asked,
        wanted: &Wanted,
        kinds: impl IntoIterator<Item = Kind>,
        names: &Names,
        code_page: CodePage,
    ) -> Result<Condition, Refusal> {
        let mut by_kind = BTreeMap::new();
        let mut bad: Option<BadSetting> = None;
        let refused = |BadSetting { found, expected }: BadSetting| Refusal::Argument {
            argument: asked.name(),
            found,
            expected,
        };
        for kind in kinds.into_iter().filter(|kind| asked.is_of(*kind)) {
            match (Asking { asked, kind, names, code_page }).test(wanted) {
                Ok(test) => {
                    by_kind.insert(kind, test);
                }
                Err(Unmeant::Here(why)) => bad = bad.or(Some(why)),
                Err(Unmeant::Anywhere(why)) => return Err(refused(why)),
            }
        }
        match bad {
            Some(bad) if by_kind.is_empty() => Err(refused(bad)),
            _ => Ok(Condition { asked, by_kind }),
        }
    }

    pub(super) fn is_fulfilled(&self, thing: &Thing, names: &Names, code_page: CodePage) -> bool {
        let Some(test) = self.by_kind.get(&thing.kind()) else { return false };
        let values = match self.asked {
            Asked::Field(field) => thing.values(field),
            Asked::Level => levels(thing, names).into_iter().map(Value::U32).collect(),
        };
        let mut values = values.into_iter().map(|value| test.holds(value, code_page));
        // As `find` does: no monster of the spawn is that one.
        match test {
            Test::Number(Comparison::NotEqual, _) => values.all(|is_so| is_so),
            _ => values.any(|is_so| is_so),
        }
    }

    /// Whether a value of a kind of thing fulfils it.
    pub(super) fn holds(&self, kind: Kind, value: Value<'_>, code_page: CodePage) -> bool {
        self.by_kind.get(&kind).is_some_and(|test| test.holds(value, code_page))
    }
}

/// The levels that a thing has by its table.
fn levels(thing: &Thing, names: &Names) -> Vec<u32> {
    let level = |id: u32| names.npcs.as_ref()?.get(id)?.level;
    match (thing.spawn(), thing.kind()) {
        (Some(spawn), _) => {
            let lines = spawn.basic.iter().chain(&spawn.tactic);
            lines.filter_map(|line| level(line.monster_id)).collect()
        }
        (None, Kind::Npc) => {
            let id = thing.object().and_then(|object| u32::try_from(object.object_id).ok());
            id.and_then(level).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// A field of one kind of thing, and where its names are.
struct Asking<'n> {
    asked: Asked,
    kind: Kind,
    names: &'n Names,
    code_page: CodePage,
}

impl Asking<'_> {
    fn test(&self, wanted: &Wanted) -> Result<Test, Unmeant> {
        if self.asked == Asked::Level && self.names.npcs.is_none() {
            let expected = "left out: levels are in LIST_NPC, which is not at hand";
            return Err(Unmeant::Here(BadSetting::new(&format!("{wanted}"), expected)));
        }
        match (self.asked.holds(), wanted) {
            (Holds::Text, Wanted::Contains(part)) => Ok(Test::Part(part.contains.to_lowercase())),
            (Holds::Text, Wanted::Is(setting)) => {
                setting.to_text(self.code_page).map(Test::Text).map_err(Unmeant::Here)
            }
            (_, Wanted::Contains(part)) => self.rows_with(&part.contains),
            (_, Wanted::Is(Setting::Typed(typed))) => self.compared(typed.trim()),
            (holds, Wanted::Is(setting)) => match setting.sum() {
                Ok(Sum::Is(number)) => self.number(Comparison::Equal, number),
                _ => Err(Unmeant::Here(BadSetting::new(setting, &holds))),
            },
        }
    }

    /// The table that the field leads into.
    fn source(&self) -> Option<Source> {
        match self.asked {
            Asked::Field(field) => Source::of(self.kind, field),
            Asked::Level => None,
        }
    }

    fn rows_with(&self, part: &str) -> Result<Test, Unmeant> {
        let found = format!("a text with {part:?} in it");
        let bad = |expected: &str| Unmeant::Here(BadSetting::new(&found, expected));
        let source = self.source().ok_or_else(|| bad(&self.possible()))?;
        let called = self.names.called(source, part, self.code_page);
        let called = called
            .ok_or_else(|| Unmeant::Here(NotMeant::NoTable(source).of(part, &self.possible())))?;
        let rows = called.rows_with(part);
        match rows.is_empty() {
            true => Err(bad("a part of the name of a row of its table")),
            false => Ok(Test::Rows(rows)),
        }
    }

    /// A text for a number.
    fn compared(&self, typed: &str) -> Result<Test, Unmeant> {
        let holds = self.asked.holds();
        let bad = || Unmeant::Here(BadSetting::new(&format!("{typed:?}"), &self.possible()));
        let signed = SIGNS.iter().filter(|(_, comparison)| *comparison != Comparison::Contains);
        let signed = signed
            .filter_map(|(sign, comparison)| Some((*comparison, typed.strip_prefix(sign)?.trim())));
        let (comparison, rest) = signed.into_iter().next().unwrap_or((Comparison::Equal, typed));
        if let Ok(range) = rest.parse::<Range>() {
            let is_good = comparison == Comparison::Equal && !range.is_empty();
            return if is_good { Ok(Test::Within(range)) } else { Err(bad()) };
        }
        match Sum::parse(rest) {
            Ok(Sum::Is(number)) => self.number(comparison, number),
            Ok(Sum::Bits(bits)) if holds == Holds::Float && comparison == Comparison::Equal => {
                Ok(Test::Bits(bits))
            }
            Ok(_) => Err(bad()),
            Err(_) => self.named(comparison, rest).unwrap_or_else(|| Err(bad())),
        }
    }

    fn number(&self, comparison: Comparison, number: f64) -> Result<Test, Unmeant> {
        let holds = self.asked.holds();
        match comparison.is_order() || holds.has(number) {
            true => Ok(Test::Number(comparison, number)),
            false => Err(Unmeant::Here(BadSetting::new(&number, &holds))),
        }
    }

    /// `None` where the field leads into no table, or the text is no name.
    fn named(&self, comparison: Comparison, name: &str) -> Option<Result<Test, Unmeant>> {
        let Asked::Field(field) = self.asked else { return None };
        if comparison.is_order() {
            return None;
        }
        match row_called(self.kind, field, name, self.names, self.code_page) {
            Ok(row) => Some(Ok(Test::Number(comparison, row.into()))),
            Err(None) => None,
            Err(Some(why)) => {
                let is_shared = matches!(why, NotMeant::Several(_));
                let bad = why.of(name, &self.possible());
                Some(Err(if is_shared { Unmeant::Anywhere(bad) } else { Unmeant::Here(bad) }))
            }
        }
    }

    fn possible(&self) -> String {
        format!("{}, a comparison such as >=5, or a range such as 3..7", self.asked.holds())
    }
}

impl Test {
    fn holds(&self, value: Value<'_>, code_page: CodePage) -> bool {
        let number = match value {
            Value::Text(text) => {
                return match self {
                    Test::Text(wanted) => wanted == text,
                    Test::Part(part) => text.text().decode(code_page).to_lowercase().contains(part),
                    _ => false,
                };
            }
            Value::Float(bits) => match self {
                Test::Bits(wanted) => return *wanted == bits,
                // As precise as the file: 0.1 is the float that is nearest to it.
                Test::Number(Comparison::Equal, number) => return nearest(*number) == Some(bits),
                Test::Number(Comparison::NotEqual, number) => {
                    return nearest(*number) != Some(bits);
                }
                _ => f64::from(bits.get()),
            },
            Value::I16(number) => number.into(),
            Value::I32(number) => number.into(),
            Value::U32(number) => number.into(),
        };
        match self {
            Test::Number(comparison, wanted) => comparison.holds(number, *wanted),
            Test::Within(range) => range.holds(number),
            Test::Rows(rows) => rows.iter().any(|row| f64::from(*row) == number),
            Test::Text(_) | Test::Part(_) | Test::Bits(_) => false,
        }
    }
}

#[cfg(test)]
mod tests;
