//! Whether two values are the same, and how alike they are.

use serde_json::{Map, Value};

/// The keys of texts that are not ASCII: one of them alone is a text, and no object.
const TEXTS: [&str; 3] = ["utf-8", "cp949", "hex"];

/// The field of things that are known by more than what is in them: which thing each of them is.
pub(in crate::world) const IDENTITY: &str = "which";

/// Whether an object is a text.
pub(super) fn is_text(object: &Map<String, Value>) -> bool {
    let mut fields = object.iter();
    let is_one =
        |(key, value): (&String, &Value)| TEXTS.contains(&key.as_str()) && value.is_string();
    object.len() == 1 && fields.next().is_some_and(is_one)
}

/// Whether nothing of a value can be changed alone.
pub(in crate::world) fn is_leaf(value: &Value) -> bool {
    match value {
        Value::Array(_) => false,
        Value::Object(object) => is_text(object),
        _ => true,
    }
}

/// Whether values are the same, floats by their bits.
pub(in crate::world) fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) if x.is_f64() && y.is_f64() => {
            x.as_f64().map(f64::to_bits) == y.as_f64().map(f64::to_bits)
        }
        (Value::Array(x), Value::Array(y)) => {
            x.len() == y.len() && x.iter().zip(y).all(|(x, y)| is_same(x, y))
        }
        (Value::Object(x), Value::Object(y)) => {
            let is_there = |(field, x)| y.get(field).is_some_and(|y| is_same(x, y));
            x.len() == y.len() && x.iter().all(is_there)
        }
        (a, b) => a == b,
    }
}

/// How alike values are, from 0 to 1: the share of their fields that are the same.
pub(in crate::world) fn likeness(a: &Value, b: &Value) -> f32 {
    match (a, b) {
        (Value::Object(x), Value::Object(y)) if !is_text(x) && !is_text(y) => {
            if let (Some(x), Some(y)) = (x.get(IDENTITY), y.get(IDENTITY)) {
                return f32::from(u8::from(x == y));
            }
            let n_fields = x.len().max(y.len()).max(1);
            let shared = x.iter().filter_map(|(field, x)| Some(likeness(x, y.get(field)?)));
            shared.sum::<f32>() / n_fields as f32
        }
        (Value::Array(x), Value::Array(y)) => {
            // Lists of one field say that it is the same one, however much was done to them.
            let len = x.len().max(y.len());
            if len == 0 {
                return 1.0;
            }
            let n_same = x.iter().zip(y).filter(|(x, y)| is_same(x, y)).count();
            0.5 + 0.5 * n_same as f32 / len as f32
        }
        (a, b) => f32::from(u8::from(is_same(a, b))),
    }
}
