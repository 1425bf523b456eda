//! What `find` is asked: `monster=271`, `limit>=5`, `name~jelly`.

use std::fmt;
use std::str::FromStr;

use super::record::{Field, Record, Value};

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
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Contains,
}

/// What every thing can be asked for beside its fields.
pub const THING: &str = "thing";
pub const INDEX: &str = "index";

/// Longer signs stand before those that they begin with.
const SIGNS: [(&str, Comparison); 7] = [
    ("!=", Comparison::NotEqual),
    ("<=", Comparison::LessOrEqual),
    (">=", Comparison::GreaterOrEqual),
    ("=", Comparison::Equal),
    ("<", Comparison::Less),
    (">", Comparison::Greater),
    ("~", Comparison::Contains),
];

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
        let is_order =
            !matches!(comparison, Comparison::Equal | Comparison::NotEqual | Comparison::Contains);
        if is_order && number.is_none() {
            return Err(BadQuery::NoNumber { sign, text });
        }
        Ok(Query { field, comparison, text, number })
    }
}

impl Query {
    /// Whether a thing has the field, and it is as asked. What the thing is called and which one
    /// it is can be asked as well, as `thing` and `index`.
    pub fn holds(&self, record: &Record<'_>) -> bool {
        if is_same(&self.field, THING) {
            return self.is_fulfilled_by([&Value::Text(record.thing.into())].into_iter());
        }
        if is_same(&self.field, INDEX) {
            return self.is_fulfilled_by([&Value::from(record.index)].into_iter());
        }
        let mut fields = record.fields.0.iter().filter(|field| self.is_about(field)).peekable();
        if fields.peek().is_none() {
            return false;
        }
        self.is_fulfilled_by(fields.flat_map(|field| field.values.as_slice()))
    }

    fn is_fulfilled_by<'v>(&self, mut values: impl Iterator<Item = &'v Value<'v>>) -> bool {
        match self.comparison {
            Comparison::NotEqual => values.all(|value| !self.is_equal(value)),
            Comparison::Equal => values.any(|value| self.is_equal(value)),
            Comparison::Contains => values
                .any(|value| value.to_text().to_lowercase().contains(&self.text.to_lowercase())),
            _ => values.any(|value| self.is_in_order(value)),
        }
    }

    /// Whether it asks for this field, by its name or the number of its column.
    pub fn is_about(&self, field: &Field<'_>) -> bool {
        is_same(field.name.trim(), &self.field)
            || field.column.is_some_and(|column| self.field.parse() == Ok(column))
    }

    fn is_equal(&self, value: &Value<'_>) -> bool {
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
        let value = match value {
            Value::Integer(value) => Some(*value as f64),
            Value::Float(value) => Some(f64::from(value.get())),
            Value::Text(_) | Value::Utf16(_) => number_of(typed(&value.to_text())),
        };
        let (Some(value), Some(number)) = (value, self.number) else { return false };
        match self.comparison {
            Comparison::Less => value < number,
            Comparison::LessOrEqual => value <= number,
            Comparison::Greater => value > number,
            Comparison::GreaterOrEqual => value >= number,
            Comparison::Equal | Comparison::NotEqual | Comparison::Contains => false,
        }
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
            query.is_fulfilled_by([&Value::Text(text.into())].into_iter())
        };
        assert!(is_fulfilled("name=5008-35", "5008-35\0"));
        assert!(!is_fulfilled("name!=5008-35", "5008-35\0"));
        assert!(is_fulfilled("level>6", "7\0"));
        assert!(is_fulfilled("name=", "\0"));
        assert!(!is_fulfilled("name=a", "a\0b"));
    }
}
