//! Rows that both sides changed, when an open table was merged with what is on disk.

use landwright_core::world::eq::rows::take::Take;
use landwright_core::world::three_way::{self, Line};
use serde_json::Value;

use crate::versions::conflicts::Conflict;

/// The conflicts of a merge that can be decided for the other side, and the rest as lines to read.
pub(super) fn of(
    conflicts: Vec<three_way::Conflict>,
    takes: Vec<Option<Take>>,
) -> (Vec<Conflict>, Vec<String>) {
    let (mut rows, mut told) = (Vec::new(), Vec::new());
    for (conflict, take) in conflicts.into_iter().zip(takes) {
        let three_way::Conflict { thing, field, base, ours, theirs } = conflict;
        let sides = [base, ours, theirs].map(|side| shown(&side));
        match take {
            Some(take) => {
                rows.push(Conflict::of_field(thing.to_string(), field.into_owned(), sides, &take));
            }
            None => {
                let (thing, field) = (thing.to_string(), field.into_owned());
                let [base, ours, theirs] = sides.map(Some);
                told.push(Line { row: 0, thing, field, base, ours, theirs }.kept());
            }
        }
    }
    (rows, told)
}

/// A value as it is written, and a row by its values.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        Value::Object(values) => {
            let values = values
                .iter()
                .map(|(column, value)| format!("{column} {}", value.as_str().unwrap_or_default()));
            values.collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}
