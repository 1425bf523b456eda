//! Addresses in an asset: `objects[12].parts[0].collision`.

use std::fmt;
use std::str::FromStr;

use serde_json::Value;

/// The way from a file to one of its values.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Place {
    steps: Vec<Step>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Step {
    Field(String),
    Nth(usize),
}

/// A text that is no address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no place; a place is like objects[12].parts[0].collision")]
pub struct BadPlace(String);

impl FromStr for Place {
    type Err = BadPlace;

    fn from_str(text: &str) -> Result<Place, BadPlace> {
        let bad = || BadPlace(text.to_owned());
        let mut place = Place::default();
        for field in text.split('.') {
            let (name, numbers) = match field.find('[') {
                Some(start) => field.split_at_checked(start).ok_or_else(bad)?,
                None => (field, ""),
            };
            if name.is_empty() || name.contains(']') {
                return Err(bad());
            }
            place = place.field(name);
            let mut rest = numbers;
            while !rest.is_empty() {
                let (number, behind) =
                    rest.strip_prefix('[').and_then(|rest| rest.split_once(']')).ok_or_else(bad)?;
                let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
                let number = number.parse().ok().filter(|_| is_number).ok_or_else(bad)?;
                place = place.nth(number);
                rest = behind;
            }
        }
        Ok(place)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, step) in self.steps.iter().enumerate() {
            match step {
                Step::Field(name) if n == 0 => f.write_str(name)?,
                Step::Field(name) => write!(f, ".{name}")?,
                Step::Nth(number) => write!(f, "[{number}]")?,
            }
        }
        Ok(())
    }
}

impl Place {
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    pub fn field(&self, name: &str) -> Place {
        self.with(Step::Field(name.to_owned()))
    }

    pub fn nth(&self, number: usize) -> Place {
        self.with(Step::Nth(number))
    }

    fn with(&self, step: Step) -> Place {
        let mut steps = self.steps.clone();
        steps.push(step);
        Place { steps }
    }

    /// The place that this one is in.
    pub fn parent(&self) -> Place {
        let n_left = self.steps.len().saturating_sub(1);
        Place { steps: self.steps.get(..n_left).unwrap_or_default().to_vec() }
    }

    /// The last name on the way.
    pub fn name(&self) -> &str {
        let name = |step: &'_ Step| matches!(step, Step::Field(_));
        match self.steps.iter().rfind(|step| name(step)) {
            Some(Step::Field(name)) => name,
            _ => "",
        }
    }

    /// Without its numbers: `objects[].parts[].collision`.
    pub fn pattern(&self) -> String {
        let text = |step: &Step| match step {
            Step::Field(name) => format!(".{name}"),
            Step::Nth(_) => "[]".to_owned(),
        };
        let all: String = self.steps.iter().map(text).collect();
        all.trim_start_matches('.').to_owned()
    }

    /// Its numbers alone.
    pub fn numbers(&self) -> Vec<usize> {
        let number = |step: &Step| match step {
            Step::Nth(number) => Some(*number),
            Step::Field(_) => None,
        };
        self.steps.iter().filter_map(number).collect()
    }

    /// The same way, but from a different place on it.
    pub(super) fn moved(&self, from: &Place, to: &Place) -> Place {
        let behind = self.steps.get(from.steps.len()..).unwrap_or_default();
        Place { steps: [to.steps.as_slice(), behind].concat() }
    }

    /// Whether it leads through a different place.
    pub fn is_within(&self, other: &Place) -> bool {
        self.steps.starts_with(&other.steps)
    }
}

/// What is at the end of a way.
pub(super) fn value_at<'v>(value: &'v Value, steps: &[Step]) -> Option<&'v Value> {
    steps.iter().try_fold(value, |value, step| match step {
        Step::Field(name) => value.get(name),
        Step::Nth(number) => value.get(number),
    })
}

pub(super) fn value_at_mut<'v>(value: &'v mut Value, steps: &[Step]) -> Option<&'v mut Value> {
    steps.iter().try_fold(value, |value, step| match step {
        Step::Field(name) => value.get_mut(name),
        Step::Nth(number) => value.get_mut(number),
    })
}

/// All places in a value that have a pattern, as places behind `start`. `pins` are their first numbers, as far as
/// those are given.
pub(super) fn places_in(value: &Value, start: Place, pattern: &str, pins: &[usize]) -> Vec<Place> {
    let mut found = vec![(start, value)];
    let mut pins = pins.iter().copied();
    for field in pattern.split('.').filter(|field| !field.is_empty()) {
        let name = field.trim_end_matches("[]");
        let fields = found.into_iter();
        found = fields.filter_map(|(at, value)| Some((at.field(name), value.get(name)?))).collect();
        if !field.ends_with("[]") {
            continue;
        }
        let pin = pins.next();
        let items = found.into_iter().flat_map(|(at, value)| {
            let items = value.as_array().map(Vec::as_slice).unwrap_or_default().iter().enumerate();
            let items = items.filter(move |(n, _)| pin.is_none_or(|pin| pin == *n));
            items.map(move |(n, item)| (at.nth(n), item))
        });
        found = items.collect();
    }
    found.into_iter().map(|(place, _)| place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_as_it_is_written() {
        for text in ["fps", "events[3]", "objects[12].parts[0].position[2]"] {
            assert_eq!(text.parse::<Place>().unwrap().to_string(), text);
        }
        for text in ["", ".", "a.", "a[", "a[]", "a[x]", "a[+1]", "a]", "[1]", "a[1]b"] {
            assert!(text.parse::<Place>().is_err(), "{text}");
        }
        let place: Place = "objects[12].parts[0].mesh".parse().unwrap();
        assert_eq!((place.pattern().as_str(), place.name()), ("objects[].parts[].mesh", "mesh"));
        assert_eq!(place.numbers(), [12, 0]);
    }
}
