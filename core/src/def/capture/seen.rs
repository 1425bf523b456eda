//! The values that captures hold, by the fields of a definition.

use std::collections::BTreeMap;

use crate::def::codec::{Value, value_to_json};
use crate::def::syntax::FieldId;

/// As many different values of a field as are kept.
const MAX_VALUES: usize = 16;
/// Longer strings and bytes are not kept: nobody reads them in a hover.
const MAX_LEN: usize = 64;

/// The values of every field, the first ones that differ.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seen {
    fields: BTreeMap<FieldId, Vec<Value>>,
}

impl Seen {
    pub(super) fn add(&mut self, field: FieldId, value: &Value) {
        let is_short = match value {
            Value::Bytes(bytes) => bytes.len() <= MAX_LEN,
            Value::String(units) => units.len() <= MAX_LEN,
            Value::Repeat(values) => values.len() <= MAX_LEN,
            Value::Array { .. } => false,
            _ => true,
        };
        if !is_short {
            return;
        }
        let values = self.fields.entry(field).or_default();
        if values.len() < MAX_VALUES && !values.contains(value) {
            values.push(value.clone());
        }
    }

    /// The values of a field as JSON writes them, in the order in which they were seen.
    pub fn values(&self, field: FieldId) -> Vec<String> {
        let values = self.fields.get(&field).map(Vec::as_slice).unwrap_or_default();
        values.iter().map(|value| value_to_json(value).to_string()).collect()
    }
}
