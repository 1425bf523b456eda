//! Reports in JSON: a list of them, an object with such a list in it, or one of them.

use serde::de::DeserializeOwned;
use serde_json::{Deserializer, Value as Json};

use super::fields::{Fields, Value};
use super::{At, Reports};

/// Reads a whole text of JSON; `None` where it is something else.
pub(super) fn read(text: &str) -> Option<Reports> {
    let start = text.trim_start();
    let mut reports = Reports::default();
    match start.as_bytes() {
        [b'[', rest @ ..] if begins_with_a_report(rest) => {
            reports.add_list(text, text.len() - start.len() + 1);
        }
        [b'{', ..] => {
            let object: Json = serde_json::from_str(start).ok()?;
            let start_at = text.len() - start.len();
            match list_in(start) {
                Some(at) => reports.add_list(text, start_at + at),
                None => reports.add_json(At::line(line_at(text, start_at)), &object),
            }
        }
        _ => return None,
    }
    Some(reports)
}

/// The fields of a line that is an object.
pub(super) fn of_line(text: &str) -> Option<Fields> {
    let text = text.trim();
    if !text.starts_with('{') || !text.ends_with('}') {
        return None;
    }
    let json: Json = serde_json::from_str(text).ok()?;
    Some(fields_of(&json))
}

/// A bracket opens much else in a log, such as the time of day.
fn begins_with_a_report(rest: &[u8]) -> bool {
    let first = rest.iter().find(|byte| !byte.is_ascii_whitespace());
    matches!(first, Some(b'{' | b'[' | b']'))
}

/// Where the list of reports of an object starts, behind its bracket: that of the first field that
/// is a list with an object in it.
fn list_in(object: &str) -> Option<usize> {
    let is_list =
        |value: &Json| value.as_array().is_some_and(|list| list.iter().any(Json::is_object));
    // Behind the brace or the last value.
    let mut at = 1;
    loop {
        at = behind(object, at, |c| c.is_whitespace() || c == ',');
        let (_, behind_key): (String, usize) = value_at(object, at)?;
        let value = behind(object, behind_key, |c| c.is_whitespace() || c == ':');
        let (json, behind_value): (Json, usize) = value_at(object, value)?;
        if is_list(&json) {
            return Some(value + 1);
        }
        at = behind_value;
    }
}

/// Behind characters of a kind.
fn behind(text: &str, at: usize, is_skipped: impl Fn(char) -> bool) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    text.len() - rest.trim_start_matches(is_skipped).len()
}

/// The value that starts at a place, and where it ends.
fn value_at<T: DeserializeOwned>(text: &str, at: usize) -> Option<(T, usize)> {
    let mut values = Deserializer::from_str(text.get(at..)?).into_iter::<T>();
    let value = values.next()?.ok()?;
    Some((value, at + values.byte_offset()))
}

impl Reports {
    /// The reports of a list whose bracket was opened, up to where it ends or can't be read.
    fn add_list(&mut self, text: &str, mut at: usize) {
        let (mut line, mut counted) = (1, 0);
        for entry in 1.. {
            let rest = text.get(at..).unwrap_or_default();
            let next = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
            at = text.len() - next.len();
            if next.is_empty() || next.starts_with(']') {
                return;
            }
            line += line_at(text.get(counted..).unwrap_or_default(), at - counted) - 1;
            counted = at;
            let place = At { line, entry: Some(entry) };
            let mut values = Deserializer::from_str(next).into_iter::<Json>();
            match values.next() {
                Some(Ok(json)) => {
                    self.add_json(place, &json);
                    at += values.byte_offset();
                }
                Some(Err(error)) => {
                    let why = format!("can't be read as JSON, nor can the rest: {error}");
                    self.add(place, "JSON", 1, Err(why));
                    return;
                }
                None => return,
            }
        }
    }

    fn add_json(&mut self, at: At, json: &Json) {
        let fields = fields_of(json);
        let text = fields.name().unwrap_or_else(|| json.to_string());
        let subject = match json {
            Json::Object(_) | Json::Array(_) => fields.subject(),
            _ => Err("is not an object".to_owned()),
        };
        self.add(at, &text, fields.count(), subject);
    }
}

fn fields_of(json: &Json) -> Fields {
    let mut fields = Fields::default();
    match json {
        Json::Object(object) => {
            for (name, value) in object {
                put(&mut fields, name, value);
            }
        }
        list => put(&mut fields, "at", list),
    }
    fields
}

/// What is nested, such as the axes of a place, gets both names.
fn put(fields: &mut Fields, name: &str, json: &Json) {
    match json {
        Json::Number(number) => {
            fields.put(name, Value::Number(number.as_f64().unwrap_or(f64::NAN)));
        }
        Json::String(text) => fields.put(name, Value::Text(text.clone())),
        Json::Array(list) => {
            let numbers: Option<Vec<f64>> = list.iter().map(Json::as_f64).collect();
            if let Some(numbers) = numbers {
                fields.put(name, Value::List(numbers));
            }
        }
        Json::Object(object) => {
            for (inner, value) in object.iter().filter(|(_, value)| !value.is_object()) {
                put(fields, &format!("{name}{inner}"), value);
            }
        }
        Json::Null | Json::Bool(_) => {}
    }
}

fn line_at(text: &str, at: usize) -> u32 {
    let before = text.get(..at).unwrap_or_default();
    let n_lines = before.bytes().filter(|byte| *byte == b'\n').count();
    u32::try_from(n_lines).unwrap_or(u32::MAX).saturating_add(1)
}
