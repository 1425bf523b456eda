//! The actions of a scene in words, and what their arguments are as JSON.

use serde_json::{Map, Value, json};

use crate::world::rsw::field::{Field, WorldField};
use crate::world::rsw::object::Kind;
use crate::world::schema::{ActionRow, Argument, Script, one_key, optional, required};

/// What a script for a scene is made of.
pub const SCRIPT: Script =
    Script { title: "Script of Landwright for a Ragnarok scene", actions: ACTIONS, definitions };

const OBJECTS: Argument = required("objects", "selection", "Which objects");
const TO: Argument = required("to", "setting", "The value, or a sum such as +50 or *1.2");

const fn row(
    name: &'static str,
    summary: &'static str,
    arguments: &'static [Argument],
) -> ActionRow {
    ActionRow { name, summary, arguments }
}

/// Every action, in the order of the enum.
const ACTIONS: &[ActionRow] = &[
    row("set", "Set a field of objects", &[OBJECTS, required("field", "field", "Which field"), TO]),
    row(
        "move",
        "Move objects",
        &[OBJECTS, required("by", "position", "How far to the east, down and to the north")],
    ),
    row(
        "put-at",
        "Put an object at a position",
        &[
            required("object", "object", "Its number"),
            required("at", "position", "Where: x, y and z of the file"),
        ],
    ),
    row(
        "rotate",
        "Turn objects about the vertical axis, clockwise as seen from above",
        &[
            OBJECTS,
            required("degrees", "number", "How far"),
            optional("about", "about", "Each about itself, or all about their middle"),
        ],
    ),
    row(
        "scale",
        "Scale models",
        &[OBJECTS, required("by", "position", "How many times, along each axis")],
    ),
    row(
        "add",
        "Add an object with default values",
        &[
            required("kind", "kind", "What"),
            required("at", "position", "Where: x, y and z of the file"),
            optional("fields", "fields", "Values that differ from the defaults"),
        ],
    ),
    row(
        "duplicate",
        "Copy objects",
        &[OBJECTS, optional("by", "position", "How far to the east, down and to the north")],
    ),
    row("delete", "Delete objects", &[OBJECTS]),
    row(
        "set-world",
        "Set the water, the light or a file of the map",
        &[required("field", "world-field", "Which field"), TO],
    ),
];

fn numbers(n: usize) -> Value {
    json!({ "type": "array", "items": { "type": "number" }, "minItems": n, "maxItems": n })
}

fn definitions() -> Value {
    let kinds = Kind::ALL.map(Kind::name);
    let fields: Vec<&str> = Field::ALL.iter().map(|field| field.name()).collect();
    let world_fields: Vec<&str> = WorldField::ALL.iter().map(|field| field.name()).collect();
    let settings: Map<String, Value> = Field::ALL
        .iter()
        .map(|field| {
            let about = json!({ "$ref": "#/$defs/setting", "description": field.about() });
            (field.name().to_owned(), about)
        })
        .collect();
    let ids = json!({ "type": "array", "items": { "$ref": "#/$defs/object" } });
    json!({
        "object": {
            "type": "integer", "minimum": 0, "maximum": u32::MAX,
            "description": "The place in the file, from 0, as `find` lists it",
        },
        "number": { "type": "number" },
        "position": numbers(3),
        "kind": { "enum": kinds },
        "field": { "enum": fields },
        "world-field": { "enum": world_fields },
        "about": { "enum": ["each", "middle"] },
        "setting": { "anyOf": [
            { "type": "number" }, { "type": "string" },
            one_key("hex", &json!({ "type": "string" })),
        ] },
        "fields": { "type": "object", "properties": settings, "additionalProperties": false },
        "selection": { "oneOf": [
            { "const": "everything" }, one_key("ids", &ids), one_key("matching", &matching()),
        ] },
    })
}

fn matching() -> Value {
    json!({
        "type": "object",
        "properties": {
            "kinds": { "type": "array", "items": { "$ref": "#/$defs/kind" } },
            "box": {
                "type": "object",
                "properties": { "from": numbers(2), "to": numbers(2) },
                "required": ["from", "to"],
                "additionalProperties": false,
                "description": "Two corners, each x and z",
            },
            "fields": { "type": "array", "items": {
                "type": "object",
                "properties": {
                    "field": { "$ref": "#/$defs/field" }, "is": { "$ref": "#/$defs/setting" },
                },
                "required": ["field", "is"],
                "additionalProperties": false,
            } },
        },
        "additionalProperties": false,
    })
}

#[cfg(test)]
mod tests {
    use crate::world::rsw::action::Action;
    use crate::world::rsw::schema::ACTIONS;
    use crate::world::schema::tests::assert_table_fits;

    #[test]
    fn every_action_is_in_the_table_with_its_arguments() {
        let full = [
            r#"{"action":"set","objects":{"matching":{"kinds":["model"],"box":{"from":[0.0,0.0],"to":[1.0,1.0]},"fields":[{"field":"file","is":"a.rsm"}]}},"field":"rotation-y","to":"+50"}"#,
            r#"{"action":"move","objects":{"ids":[1]},"by":[1.0,2.0,3.0]}"#,
            r#"{"action":"put-at","object":1,"at":[1.0,2.0,3.0]}"#,
            r#"{"action":"rotate","objects":"everything","degrees":90.0,"about":"middle"}"#,
            r#"{"action":"scale","objects":"everything","by":[1.0,1.0,2.0]}"#,
            r#"{"action":"add","kind":"light","at":[1.0,2.0,3.0],"fields":{"range":7.0}}"#,
            r#"{"action":"duplicate","objects":"everything","by":[1.0,2.0,3.0]}"#,
            r#"{"action":"delete","objects":"everything"}"#,
            r#"{"action":"set-world","field":"water-level","to":20.0}"#,
        ];
        assert_table_fits::<Action>(ACTIONS, &full);
    }
}
