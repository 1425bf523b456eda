//! Differences in words.

use landwright_core::world::three_way::{Change, WHOLE};
use serde_json::Value;

/// A difference in a line for people.
pub(crate) fn line_of(change: &Change) -> String {
    let Change { thing, field, a, b } = change;
    let thing = in_one_cell(&thing.to_string());
    match (&**field, a, b) {
        (WHOLE, Value::Null, _) => format!("{thing}: added"),
        (WHOLE, _, Value::Null) => format!("{thing}: deleted"),
        (field, a, b) => format!("{thing}: {field}: {} → {}", shown_value(a), shown_value(b)),
    }
}

/// A value in a line, cut where it is long.
pub(crate) fn shown_value(value: &Value) -> String {
    const MOST: usize = 80;
    let text = match value {
        Value::Null => return "none".to_owned(),
        Value::String(text) if text.is_empty() => return "empty".to_owned(),
        value => in_one_cell(&plain(value)),
    };
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

/// A text as it is, and all else as JSON.
pub(crate) fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

pub(crate) fn in_one_cell(text: &str) -> String {
    let mut shown = String::new();
    for letter in text.chars() {
        match letter.is_control() {
            true => shown.extend(letter.escape_default()),
            false => shown.push(letter),
        }
    }
    shown
}
