//! The fields of a report, whatever they are called and wherever they come from.

use std::collections::BTreeMap;

use super::{Reported, Subject, line};

/// What a place that something starts from is called.
pub(super) const FROM: &[&str] = &["from", "start", "source", "src", "begin", "origin"];
/// What a place that something goes to is called.
pub(super) const TO: &[&str] = &["to", "goal", "end", "target", "destination", "dest", "dst"];
/// What a place is called that stands alone.
const AT: &[&str] = &["", "at", "pos", "position", "place", "point", "loc", "location", "coord"];
/// What tells a person which report it is.
const NAMES: &[&str] =
    &["id", "name", "npc", "monster", "title", "message", "text", "note", "comment", "desc"];
/// How often something was reported.
const COUNTS: &[&str] = &["count", "times", "reports"];

/// Values by their names in small letters, without what stands between words.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Fields {
    values: BTreeMap<String, Value>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Number(f64),
    Text(String),
    List(Vec<f64>),
}

impl Value {
    pub(super) fn of_text(text: &str) -> Value {
        match text.trim().parse() {
            Ok(number) => Value::Number(number),
            Err(_) => Value::Text(text.to_owned()),
        }
    }
}

impl Fields {
    /// The first of a name stays.
    pub(super) fn put(&mut self, name: &str, value: Value) {
        self.values.entry(plain(name)).or_insert(value);
    }

    /// All that tells which report it is, where a field does.
    pub(super) fn name(&self) -> Option<String> {
        let names = NAMES.iter().filter_map(|name| match self.values.get(*name)? {
            Value::Text(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        });
        let mut names: Vec<String> = names.collect();
        names.dedup();
        (!names.is_empty()).then(|| names.join(" · "))
    }

    pub(super) fn count(&self) -> u32 {
        let mut counts = COUNTS.iter().filter_map(|name| self.number(name));
        let count = counts.find(|count| *count >= 1.0 && *count <= f64::from(u32::MAX));
        count.map_or(1, |count| count as u32)
    }

    /// A way, of the places that two elements are.
    pub(super) fn of_ends(start: &Fields, goal: &Fields) -> Fields {
        let mut both = Fields::default();
        for (name, fields) in [("from", start), ("to", goal)] {
            if let Ok(Some(place)) = fields.place(AT) {
                let z = place.z.into_iter();
                let list = [place.x, place.y].into_iter().chain(z).collect();
                both.put(name, Value::List(list));
            }
        }
        both
    }

    pub(super) fn subject(&self) -> Result<Subject, String> {
        let (from, to) = (self.place(FROM)?, self.place(TO)?);
        match (from, to, self.place(AT)?) {
            // Where just one end is called so, the place beside it is the other one.
            (Some(from), Some(to), _)
            | (None, Some(to), Some(from))
            | (Some(from), None, Some(to)) => Ok(Subject::Way { from, to }),
            (None, None, Some(at)) => Ok(Subject::Place(at)),
            (Some(_), None, _) => Err("has no target position".to_owned()),
            (None, Some(_), _) => Err("has no start position".to_owned()),
            (None, None, None) => Err("has neither a position nor a route".to_owned()),
        }
    }

    /// Whether names are those of columns with places.
    pub(super) fn are_of_places<'n>(names: impl Iterator<Item = &'n str>) -> bool {
        let names: Vec<String> = names.map(plain).collect();
        let mut prefixes = FROM.iter().chain(TO).chain(AT);
        prefixes.any(|prefix| {
            let has = |axis: &str| names.iter().any(|name| *name == format!("{prefix}{axis}"));
            has("x") && has("y")
        })
    }

    /// A place of one of these names: in one field, or in one for each axis.
    fn place(&self, names: &[&str]) -> Result<Option<Reported>, String> {
        for name in names {
            match self.values.get(*name) {
                Some(Value::List(numbers)) => {
                    let odd = || format!("{name} has {} numbers, expected 3", numbers.len());
                    return Reported::of(numbers).map(Some).ok_or_else(odd);
                }
                Some(Value::Text(text)) => {
                    if let Ok(Subject::Place(place)) = line::subject(text) {
                        return Ok(Some(place));
                    }
                }
                _ => {}
            }
            let axis = |axis: &str| self.number(&format!("{name}{axis}"));
            match (axis("x"), axis("y")) {
                (Some(x), Some(y)) => {
                    let place = match axis("z") {
                        Some(z) => Reported::of(&[x, y, z]),
                        None => Reported::of(&[x, y]),
                    };
                    return Ok(place);
                }
                (Some(_), None) => return Err(format!("has no {name}y")),
                (None, Some(_)) => return Err(format!("has no {name}x")),
                (None, None) => {}
            }
        }
        Ok(None)
    }

    fn number(&self, name: &str) -> Option<f64> {
        match self.values.get(name)? {
            Value::Number(number) => Some(*number),
            Value::Text(text) => text.trim().parse().ok().filter(|number: &f64| number.is_finite()),
            Value::List(_) => None,
        }
    }
}

/// `From_X`, `from.x` and `fromX` are one name.
pub(super) fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
