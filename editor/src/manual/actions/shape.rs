//! The kinds of arguments as people read them: JSON with words for what goes where.

use std::collections::BTreeSet;

use serde_json::Value;

/// These kinds and those that they name, each once.
pub(super) fn reached<'d>(
    definitions: &'d Value,
    kinds: impl Iterator<Item = &'d str>,
) -> Vec<&'d str> {
    let mut open: Vec<&str> = kinds.collect();
    let mut reached = BTreeSet::new();
    while let Some(kind) = open.pop() {
        if reached.insert(kind) {
            definitions.get(kind).into_iter().for_each(|schema| named(schema, &mut open));
        }
    }
    reached.into_iter().collect()
}

fn named<'d>(schema: &'d Value, names: &mut Vec<&'d str>) {
    match schema {
        Value::Object(object) => {
            names.extend(object.get("$ref").and_then(reference));
            object.values().for_each(|value| named(value, names));
        }
        Value::Array(values) => values.iter().for_each(|value| named(value, names)),
        _ => {}
    }
}

fn reference(value: &Value) -> Option<&str> {
    value.as_str()?.rsplit('/').next()
}

/// A kind; a line for each alternative, and one for each sentence about it.
pub(super) fn lines(schema: &Value) -> Vec<String> {
    let about = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    let about = about.split(". ").filter(|sentence| !sentence.is_empty()).map(str::to_owned);
    let shapes = match alternatives(schema) {
        Some(all) => all.iter().flat_map(lines).collect(),
        None => vec![short(schema)],
    };
    shapes.into_iter().chain(about).collect()
}

fn alternatives(schema: &Value) -> Option<&Vec<Value>> {
    schema.get("oneOf").or_else(|| schema.get("anyOf"))?.as_array()
}

fn short(schema: &Value) -> String {
    let joined = |values: &[Value], say: fn(&Value) -> String| {
        values.iter().map(say).collect::<Vec<String>>().join(" | ")
    };
    if let Some(name) = schema.get("$ref").and_then(reference) {
        return name.to_owned();
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return joined(values, Value::to_string);
    }
    if let Some(all) = alternatives(schema) {
        return joined(all, short);
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("object") => object(schema),
        Some("array") => array(schema),
        Some(word) => match (schema.get("minimum"), schema.get("maximum")) {
            (Some(least), Some(most)) => format!("{word} from {least} to {most}"),
            (Some(least), None) => format!("{word} from {least}"),
            (None, Some(most)) => format!("{word} up to {most}"),
            (None, None) => word.to_owned(),
        },
        None => "anything".to_owned(),
    }
}

fn object(schema: &Value) -> String {
    let required = schema.get("required").and_then(Value::as_array);
    let is_required =
        |name: &str| required.is_some_and(|all| all.iter().any(|one| one.as_str() == Some(name)));
    let properties = schema.get("properties").and_then(Value::as_object);
    let mut parts: Vec<String> = properties
        .into_iter()
        .flatten()
        .map(|(name, value)| {
            let mark = if is_required(name) { "" } else { "?" };
            format!("\"{name}\"{mark}: {}", short(value))
        })
        .collect();
    if let Some(rest @ Value::Object(_)) = schema.get("additionalProperties") {
        parts.push(format!("NAME: {}", short(rest)));
    }
    if parts.is_empty() { "{ … }".to_owned() } else { format!("{{ {} }}", parts.join(", ")) }
}

fn array(schema: &Value) -> String {
    let item = schema.get("items").map_or_else(|| "anything".to_owned(), short);
    let length = |key: &str| schema.get(key).and_then(Value::as_u64);
    match (length("minItems"), length("maxItems")) {
        (Some(least), Some(most)) if least == most && most <= 8 => {
            let n_items = usize::try_from(most).unwrap_or_default();
            format!("[{}]", vec![item; n_items].join(", "))
        }
        _ => format!("[{item}, …]"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_schema_is_a_short_text() {
        let count = json!({ "type": "integer", "minimum": 0 });
        let pair = json!({ "type": "array", "items": { "$ref": "#/$defs/count" }, "minItems": 2, "maxItems": 2 });
        let region = json!({ "oneOf": [
            { "const": "everything" },
            { "type": "object", "properties": { "at": pair, "tip": { "enum": ["round", "square"] } },
              "required": ["at"] },
            { "type": "array", "items": { "type": "number" } },
        ] });
        let expected = [
            "\"everything\"",
            "{ \"at\": [count, count], \"tip\"?: \"round\" | \"square\" }",
            "[number, …]",
        ];
        assert_eq!(lines(&region), expected);
        assert_eq!(lines(&count), ["integer from 0"]);
        let all = json!({ "region": region, "count": count, "other": {} });
        assert_eq!(reached(&all, ["region"].into_iter()), ["count", "region"]);
    }
}
