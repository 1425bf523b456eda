//! Reports in JSON: a list of them, an object with such a list in it, or one of them.

use serde_json::{Deserializer, Value as Json};

use super::Reports;
use super::fields::{Fields, Value};

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
            match list_in(&object, text) {
                Some(at) => reports.add_list(text, at),
                None => reports.add_json(line_at(text, text.len() - start.len()), &object),
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

/// Where the list of reports of an object starts, behind its bracket.
fn list_in(object: &Json, text: &str) -> Option<usize> {
    let is_list =
        |value: &Json| value.as_array().is_some_and(|list| list.iter().any(Json::is_object));
    let (key, _) = object.as_object()?.iter().find(|(_, value)| is_list(value))?;
    let quoted = serde_json::to_string(key).ok()?;
    let key_at = text.find(&quoted)?;
    let bracket = text.get(key_at..)?.find('[')?;
    Some(key_at + bracket + 1)
}

impl Reports {
    /// The reports of a list whose bracket was opened, up to where it ends or can't be read.
    fn add_list(&mut self, text: &str, mut at: usize) {
        let (mut line, mut counted) = (1, 0);
        loop {
            let rest = text.get(at..).unwrap_or_default();
            let next = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
            at = text.len() - next.len();
            if next.is_empty() || next.starts_with(']') {
                return;
            }
            line += line_at(text.get(counted..).unwrap_or_default(), at - counted) - 1;
            counted = at;
            let mut values = Deserializer::from_str(next).into_iter::<Json>();
            match values.next() {
                Some(Ok(json)) => {
                    self.add_json(line, &json);
                    at += values.byte_offset();
                }
                Some(Err(error)) => {
                    let why = format!("can't be read as JSON, nor can what follows: {error}");
                    self.add(line, "JSON", Err(why));
                    return;
                }
                None => return,
            }
        }
    }

    fn add_json(&mut self, line: u32, json: &Json) {
        let fields = fields_of(json);
        let text = fields.name().unwrap_or_else(|| json.to_string());
        let subject = match json {
            Json::Object(_) | Json::Array(_) => fields.subject(),
            _ => Err("is no object".to_owned()),
        };
        self.add(line, &text, subject);
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
