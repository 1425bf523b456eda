//! What a script is made of: its actions in words, and a JSON schema for editors of scripts.

pub mod misfit;

use serde_json::{Map, Value, json};

/// The actions of one kind of document.
#[derive(Debug, Clone, Copy)]
pub struct Script {
    pub title: &'static str,
    /// Every action, in the order of its enum.
    pub actions: &'static [ActionRow],
    /// What the kinds of arguments are, by name.
    pub definitions: fn() -> Value,
}

/// An action as a person looks it up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActionRow {
    pub name: &'static str,
    pub summary: &'static str,
    pub arguments: &'static [Argument],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Argument {
    pub name: &'static str,
    /// What it is, by the name of its definition.
    pub kind: &'static str,
    pub need: Need,
    pub summary: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    Required,
    Optional,
}

pub(super) const fn required(
    name: &'static str,
    kind: &'static str,
    summary: &'static str,
) -> Argument {
    Argument { name, kind, need: Need::Required, summary }
}

pub(super) const fn optional(
    name: &'static str,
    kind: &'static str,
    summary: &'static str,
) -> Argument {
    Argument { name, kind, need: Need::Optional, summary }
}

/// An object with one thing in it, whose name says what it is.
pub(super) fn one_key(key: &str, value: &Value) -> Value {
    json!({
        "type": "object",
        "properties": { key: value },
        "required": [key],
        "additionalProperties": false,
    })
}

impl Script {
    /// The JSON schema of a script: a list of actions.
    pub fn json_schema(&self) -> Value {
        let actions: Vec<Value> = self.actions.iter().map(action_schema).collect();
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": self.title,
            "type": "array",
            "items": { "oneOf": actions },
            "$defs": (self.definitions)(),
        })
    }
}

fn action_schema(row: &ActionRow) -> Value {
    let mut properties = Map::new();
    properties.insert("action".to_owned(), json!({ "const": row.name }));
    let mut needed = vec!["action"];
    for argument in row.arguments {
        let reference = format!("#/$defs/{}", argument.kind);
        let schema = json!({ "$ref": reference, "description": argument.summary });
        properties.insert(argument.name.to_owned(), schema);
        if argument.need == Need::Required {
            needed.push(argument.name);
        }
    }
    json!({
        "type": "object",
        "description": row.summary,
        "properties": properties,
        "required": needed,
        "additionalProperties": false,
    })
}

#[cfg(test)]
pub(super) mod tests {
    use std::fmt::Debug;

    use super::*;
    use crate::world::scripted::Scripted;

    /// `full` has an action of each kind with all of its arguments.
    pub(in crate::world) fn assert_table_fits<A>(table: &[ActionRow], full: &[&str])
    where
        A: Scripted + Debug + PartialEq,
    {
        assert_eq!(full.len(), table.len());
        for (json, row) in full.iter().zip(table) {
            let action: A = serde_json::from_str(json).unwrap_or_else(|e| panic!("{json}: {e}"));
            let (name, arguments) = action.to_parts();
            assert_eq!(name, row.name);
            let names: Vec<&String> = arguments.as_object().unwrap().keys().collect();
            let listed: Vec<&str> = row.arguments.iter().map(|argument| argument.name).collect();
            assert_eq!(names, listed, "{name}");
            assert_eq!(A::from_parts(name, &arguments), Ok(action));
            for argument in row.arguments {
                let mut fewer = arguments.clone();
                fewer.as_object_mut().unwrap().shift_remove(argument.name);
                let is_refused = A::from_parts(name, &fewer).is_err();
                assert_eq!(is_refused, argument.need == Need::Required, "{argument:?}");
            }
        }
    }
}
