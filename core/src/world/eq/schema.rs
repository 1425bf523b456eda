//! The actions of a zone of EverQuest in words, and what their arguments are as JSON.

use serde_json::{Value, json};

use crate::world::schema::{ActionRow, Script, optional, required};

/// What a script for a zone is made of.
pub const SCRIPT: Script =
    Script { title: "Script of Landwright for an EverQuest zone", actions: ACTIONS, definitions };

/// Every action, in the order of the enum.
const ACTIONS: &[ActionRow] = &[ActionRow {
    name: "tag-regions",
    summary: "Make regions water, lava, a zone line and so on, or normal again",
    arguments: &[
        required("regions", "regions", "Their numbers, as `landwright regions` lists them"),
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
}];

fn definitions() -> Value {
    json!({
        "regions": { "type": "array", "items": { "type": "integer", "minimum": 0 }, "minItems": 1 },
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
        let full = [r#"{"action": "tag-regions", "regions": [1], "kind": "lava", "zone_point": 1,
            "to": {"zone": 2, "x": 1, "y": 2.5, "z": 3, "heading": 4}}"#];
        assert_table_fits::<Action>(ACTIONS, &full);
    }
}
