//! What a script is made of: its actions in words, and a JSON schema for editors of scripts.

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
mod tests {
    use crate::world::{area, gat, zone};

    #[test]
    fn every_reference_of_a_schema_leads_somewhere() {
        for script in [gat::schema::SCRIPT, area::schema::SCRIPT, zone::schema::SCRIPT] {
            let schema = script.json_schema();
            let text = schema.to_string();
            for part in text.split("#/$defs/").skip(1) {
                let name = part.split('"').next().unwrap();
                assert!(schema["$defs"].get(name).is_some(), "{name}");
            }
        }
    }
}
