//! What `find` is asked: `monster=271`, `limit>=5`, `limit=3..7`, `name~jelly`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use super::record::naming::{is_same_name, means};
use super::record::{Field, Record, Value};
use crate::format::order::{Comparison, Range, SIGNS};

/// A condition on a field of a thing.
///
/// Upper and lower case are alike, in names and in texts. A field with several values, such as
/// the monsters of a spawn, fulfils it where any of them does; `!=` where none of them is equal.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    pub field: String,
    pub comparison: Comparison,
    pub text: String,
    /// What the text is as a number, decimal or `0x…`.
    number: Option<f64>,
    /// What the text is as a range of numbers, such as `3..7`.
    range: Option<Range>,
    /// The rows of tables that the text names, by the kind of thing.
    named: BTreeMap<String, BTreeSet<i64>>,
}

/// What every thing can be asked for beside its fields.
pub const THING: &str = "thing";
pub const INDEX: &str = "index";

/// What other languages write, longer ones before those that they begin with, and what it is here.
const SLIPS: [(&str, &str); 10] = [
    ("===", "="),
    ("!==", "!="),
    ("==", "="),
    ("=~", "~"),
    ("~=", "~"),
    ("~~", "~"),
    ("=<", "<="),
    ("=>", ">="),
    ("<>", "!="),
    ("=!", "!="),
];

/// Why a text is no query.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadQuery {
    #[error("not a comparison; write for example monster=271, limit>=5 or name~jelly")]
    NoComparison,
    #[error("no field before the {0}; write for example monster{0}271")]
    NoField(&'static str),
    #[error("`{found}` is not a comparison; did you mean `{meant}`?")]
    NoSuchComparison { found: &'static str, meant: &'static str },
    #[error("{sign} compares numbers, but \"{text}\" is not a number")]
    NoNumber { sign: &'static str, text: String },
}

impl FromStr for Query {
    type Err = BadQuery;

    fn from_str(query: &str) -> Result<Query, BadQuery> {
        let (at, (sign, comparison)) = query
            .char_indices()
            .find_map(|(at, _)| {
                let rest = query.get(at..)?;
                SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)).map(|sign| (at, *sign))
            })
            .ok_or(BadQuery::NoComparison)?;
        let (field, rest) = query.split_at(at);
        if let Some((found, meant)) = SLIPS.iter().find(|(slip, _)| rest.starts_with(slip)) {
            return Err(BadQuery::NoSuchComparison { found, meant });
        }
        let text = rest.strip_prefix(sign).unwrap_or(rest).trim().to_owned();
        let field = field.trim().to_owned();
        if field.is_empty() {
            return Err(BadQuery::NoField(sign));
        }
        let number = number_of(&text);
        if comparison.is_order() && number.is_none() {
            return Err(BadQuery::NoNumber { sign, text });
        }
        let range = text.parse().ok();
        Ok(Query { field, comparison, text, number, range, named: BTreeMap::new() })
    }
}

impl Query {
    /// Whether a thing has the field, and it is as asked. What the thing is called and which one
    /// it is can be asked as well, as `thing` and `index`.
    pub fn holds(&self, record: &Record<'_>) -> bool {
        if is_same(&self.field, THING) {
            return self.is_fulfilled_by([&Value::Text(record.thing.into())].into_iter(), None);
        }
        if is_same(&self.field, INDEX) {
            return self.is_fulfilled_by([&Value::from(record.index)].into_iter(), None);
        }
        let is_meant = |field: &&Field<'_>| self.is_about(record.thing, field);
        let mut fields = record.fields.0.iter().filter(is_meant).peekable();
        if fields.peek().is_none() {
            return false;
        }
        let rows = self.named.get(record.thing);
        self.is_fulfilled_by(fields.flat_map(|field| field.values.as_slice()), rows)
    }

    /// The same, of things of a kind also where the value is the number of one of these rows.
    #[must_use]
    pub fn or_rows(mut self, thing: &str, rows: BTreeSet<i64>) -> Query {
        self.named.entry(thing.to_owned()).or_default().extend(rows);
        self
    }

    /// The same of a field with another name.
    #[must_use]
    pub fn of_field(self, field: impl Into<String>) -> Query {
        Query { field: field.into(), ..self }
    }

    /// Whether it asks for a text that may name a row of a table, and is no number of one.
    pub fn may_name_a_row(&self) -> bool {
        !self.comparison.is_order()
            && !self.text.is_empty()
            && self.number.is_none()
            && self.range.is_none()
    }

    fn is_fulfilled_by<'v>(
        &self,
        mut values: impl Iterator<Item = &'v Value<'v>>,
        rows: Option<&BTreeSet<i64>>,
    ) -> bool {
        let is_row = |value: &Value<'_>| match (value, rows) {
            (Value::Integer(value), Some(rows)) => rows.contains(value),
            _ => false,
        };
        match self.comparison {
            Comparison::NotEqual => values.all(|value| !self.is_equal(value) && !is_row(value)),
            Comparison::Equal => values.any(|value| self.is_equal(value) || is_row(value)),
            Comparison::Contains => {
                let part = self.text.to_lowercase();
                let mut values = values;
                values.any(|value| value.to_text().to_lowercase().contains(&part) || is_row(value))
            }
            _ => values.any(|value| self.is_in_order(value)),
        }
    }

    /// Whether it asks for this field of such a thing, by its name or the number of its column.
    pub fn is_about(&self, thing: &str, field: &Field<'_>) -> bool {
        let asked = &self.field;
        match field.column {
            None => means(asked, thing, &field.name),
            Some(column) => {
                is_same_name(field.name.trim(), asked)
                    || asked.parse() == Ok(column)
                    || numbered(asked).is_some_and(|(number, title)| {
                        let doubled = format!("{title} {column}");
                        let names = [title, &doubled];
                        number == column && names.iter().any(|name| is_same_name(name, &field.name))
                    })
            }
        }
    }

    fn is_equal(&self, value: &Value<'_>) -> bool {
        if let (Some(range), Some(number)) = (self.range, number_in(value)) {
            return range.holds(number);
        }
        match (value, self.number) {
            (Value::Integer(value), Some(number)) => *value as f64 == number,
            // As precise as the file: 0.1 is the float that is nearest to it.
            (Value::Float(value), Some(number)) => value.get() == number as f32,
            (value, number) => {
                let text = value.to_text();
                let text = typed(&text);
                is_same(text, &self.text) || number.is_some() && number_of(text) == number
            }
        }
    }

    fn is_in_order(&self, value: &Value<'_>) -> bool {
        let (Some(value), Some(number)) = (number_in(value), self.number) else { return false };
        self.comparison.is_order() && self.comparison.holds(value, number)
    }
}

/// A column as sheets and lists of differences write it: its number, and its title.
pub fn numbered(column: &str) -> Option<(usize, &str)> {
    let (number, title) = column.trim().split_once(' ')?;
    Some((number.parse().ok()?, title.trim()))
}

fn number_in(value: &Value<'_>) -> Option<f64> {
    match value {
        Value::Integer(value) => Some(*value as f64),
        Value::Float(value) => Some(f64::from(value.get())),
        Value::Text(_) | Value::Utf16(_) => number_of(typed(&value.to_text())),
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = SIGNS.iter().find(|(_, comparison)| *comparison == self.comparison);
        write!(f, "{}{}{}", self.field, sign.map_or("", |(sign, _)| sign), self.text)
    }
}

fn is_same(a: &str, b: &str) -> bool {
    a == b || a.to_lowercase() == b.to_lowercase()
}

/// A text as a person types it. Some tools kept the zero that ends it in memory.
fn typed(text: &str) -> &str {
    text.trim_end_matches('\0')
}

fn number_of(text: &str) -> Option<f64> {
    let text = text.trim();
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).ok().map(|number| number as f64),
        None => text.parse().ok().filter(|number: &f64| number.is_finite()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_zero_that_ends_a_text_is_not_asked_for() {
        let is_fulfilled = |query: &str, text: &str| {
            let query: Query = query.parse().unwrap();
            query.is_fulfilled_by([&Value::Text(text.into())].into_iter(), None)
        };
        assert!(is_fulfilled("name=5008-35", "5008-35\0"));
        assert!(!is_fulfilled("name!=5008-35", "5008-35\0"));
        assert!(is_fulfilled("level>6", "7\0"));
        assert!(is_fulfilled("name=", "\0"));
        assert!(!is_fulfilled("name=a", "a\0b"));
    }

    #[test]
    fn a_range_names_both_of_its_ends() {
        let is_fulfilled = |query: &str, number: i64| {
            let query: Query = query.parse().unwrap();
            query.is_fulfilled_by([&Value::Integer(number)].into_iter(), None)
        };
        for (query, expected) in [
            ("limit=3..7", [false, true, true, false]),
            ("limit!=3..7", [true, false, false, true]),
            ("limit=3..", [false, true, true, true]),
            ("limit=..3", [true, true, false, false]),
        ] {
            assert_eq!([2, 3, 7, 8].map(|n| is_fulfilled(query, n)), expected, "{query}");
        }
        let text: Query = "name=a..b".parse().unwrap();
        assert!(text.is_fulfilled_by([&Value::Text("a..b".into())].into_iter(), None));
    }

    #[test]
    fn a_text_may_name_rows_of_a_table_by_the_kind_of_thing() {
        let query: Query = "monster=Bat".parse().unwrap();
        assert!(query.may_name_a_row());
        for number in ["monster=3", "monster=0x3", "monster=3..7", "monster>3", "monster="] {
            assert!(!number.parse::<Query>().unwrap().may_name_a_row(), "{number}");
        }
        let query = query.or_rows("spawn", [3].into());
        let of = |thing: &'static str, number: i64| {
            let values = crate::format::file::record::Values::One(Value::Integer(number));
            let field = Field { name: "monster".into(), column: None, values };
            let fields = crate::format::file::record::Fields(vec![field]);
            query.holds(&Record { thing, index: 0, fields })
        };
        assert!(of("spawn", 3) && !of("spawn", 4) && !of("npc", 3));
    }

    #[test]
    fn a_column_is_asked_for_by_number_title_or_both() {
        let values = crate::format::file::record::Values::One(Value::Text("7".into()));
        let field = Field { name: "Run speed".into(), column: Some(2), values };
        let is_about =
            |asked: &str| format!("{asked}=7").parse::<Query>().unwrap().is_about("row", &field);
        for asked in ["2", "run speed", "2 Run speed", "2 RUN SPEED"] {
            assert!(is_about(asked), "{asked}");
        }
        for asked in ["3", "3 Run speed", "2 walk", "run"] {
            assert!(!is_about(asked), "{asked}");
        }
    }
}
