//! The actions of a zone of EverQuest in words, and what their arguments are as JSON.

use serde_json::{Value, json};

use crate::world::schema::{ActionRow, Argument, Script, optional, required};

/// What a script for a zone is made of.
pub const SCRIPT: Script =
    Script { title: "Script of Landwright for an EverQuest zone", actions: ACTIONS, definitions };

const fn row(
    name: &'static str,
    summary: &'static str,
    arguments: &'static [Argument],
) -> ActionRow {
    ActionRow { name, summary, arguments }
}

const HEADING: Argument = optional("heading", "any", "Turned about the vertical axis by so much");
const PITCH: Argument = optional("pitch", "any", "The second turn of the file");
const ROLL: Argument = optional("roll", "any", "The third turn of the file");
const SCALE: Argument = optional("scale", "scale", "How many times as large as the model");

/// Every action, in the order of the enum.
const ACTIONS: &[ActionRow] = &[
    row(
        "tag-regions",
        "Make regions water, lava, a zone line and so on, or normal again",
        &[
            required("regions", "regions", "Their numbers, as `landwright regions` lists them"),
            optional(
                "below",
                "height",
                "Also all regions of the same kind that these reach through open borders below this height",
            ),
            required("kind", "kind", "The new kind"),
            optional(
                "zone_point",
                "number",
                "For a zone line: the row of the server's zone_points with its target",
            ),
            optional(
                "to",
                "target",
                "For a zone line instead: the zone and the place, in the server's axes",
            ),
        ],
    ),
    row(
        "move-objects",
        "Move placed objects",
        &[
            required("objects", "objects", "Their numbers"),
            required("by", "step", "How far along x, y and z of the server"),
        ],
    ),
    row(
        "set-object",
        "Set the place, the turn or the scale of a placed object; the rest stays",
        &[
            required("object", "object", "Its number"),
            optional("x", "any", "Where, in the server's axes"),
            optional("y", "any", "Where, in the server's axes"),
            optional("z", "any", "Where, in the server's axes"),
            HEADING,
            PITCH,
            ROLL,
            SCALE,
        ],
    ),
    row(
        "add-object",
        "Place an object of a model that the zone's _obj.s3d has",
        &[
            required("model", "model", "The name of the model, such as TREE or TREE_ACTORDEF"),
            required("x", "any", "Where, in the server's axes"),
            required("y", "any", "Where, in the server's axes"),
            required("z", "any", "Where, in the server's axes"),
            HEADING,
            PITCH,
            ROLL,
            SCALE,
        ],
    ),
    row(
        "remove-objects",
        "Remove placed objects",
        &[required("objects", "objects", "Their numbers")],
    ),
];

fn definitions() -> Value {
    json!({
        "regions": { "type": "array", "items": { "type": "integer", "minimum": 0 }, "minItems": 1 },
        "object": {
            "type": "integer", "minimum": 1,
            "description": "The number that `landwright find thing=placed-object` lists",
        },
        "objects": { "type": "array", "items": { "$ref": "#/$defs/object" }, "minItems": 1 },
        "step": { "type": "array", "items": { "type": "number" }, "minItems": 3, "maxItems": 3 },
        "height": { "type": "number" },
        "any": { "type": "number", "description": "Turns have 512 to a circle" },
        "model": { "type": "string" },
        "scale": {
            "anyOf": [
                { "type": "number", "exclusiveMinimum": 0 },
                {
                    "type": "array",
                    "items": { "type": "number", "exclusiveMinimum": 0 },
                    "minItems": 2,
                    "maxItems": 2,
                },
            ],
            "description": "Two numbers are for x of the client's file, and for its y and z",
        },
        "number": { "type": "integer", "minimum": 0, "maximum": 999_999 },
        "target": {
            "type": "object",
            "description": "A part that is left out keeps what the player had",
            "properties": {
                "zone": { "type": "integer", "minimum": 0, "maximum": 99_999 },
                "x": { "type": "number" },
                "y": { "type": "number" },
                "z": { "type": "number" },
                "heading": { "type": "number" },
            },
            "required": ["zone"],
            "additionalProperties": false,
        },
        "kind": {
            "enum": ["normal", "water", "lava", "zone-line", "pvp", "slime", "ice"],
            "description": "ice is what people call slippery",
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::eq::action::Action;
    use crate::world::schema::tests::assert_table_fits;

    #[test]
    fn every_action_is_in_the_table_with_its_arguments() {
        let full = [
            r#"{"action": "tag-regions", "regions": [1], "below": -2.5, "kind": "lava", "zone_point": 1,
            "to": {"zone": 2, "x": 1, "y": 2.5, "z": 3, "heading": 4}}"#,
            r#"{"action": "move-objects", "objects": [3], "by": [1, 2, 3.5]}"#,
            r#"{"action": "set-object", "object": 3, "x": 1, "y": 2, "z": 3, "heading": 4,
            "pitch": 5, "roll": 6, "scale": [1, 2]}"#,
            r#"{"action": "add-object", "model": "TREE", "x": 1, "y": 2, "z": 3, "heading": 4,
            "pitch": 5, "roll": 6, "scale": 2}"#,
            r#"{"action": "remove-objects", "objects": [3, 6]}"#,
        ];
        assert_table_fits::<Action>(ACTIONS, &full);
    }
}
