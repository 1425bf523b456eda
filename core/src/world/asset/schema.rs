//! The actions of assets in words, and what their arguments are as JSON.

use serde_json::{Value, json};

use crate::world::schema::{ActionRow, Script, optional, required};

/// What a script for an asset is made of.
pub const SCRIPT: Script =
    Script { title: "Script of Landwright for ROSE assets", actions: ACTIONS, definitions };

/// Every action, in the order of the enum.
const ACTIONS: &[ActionRow] = &[
    ActionRow {
        name: "set-field",
        summary: "Set a field; nothing else changes",
        arguments: &[
            required("place", "place", "The field, such as objects[12].parts[0].collision"),
            required(
                "to",
                "value",
                "A number, a text, a list of numbers, true or false, or null for none",
            ),
        ],
    },
    ActionRow {
        name: "add-thing",
        summary: "Add a thing at the end of a list, or in an empty place of it",
        arguments: &[
            required(
                "list",
                "place",
                "The list, such as materials or objects[12].parts; or an empty place",
            ),
            optional(
                "like",
                "index",
                "Copies this thing of the list; without it, the thing is a plain one",
            ),
        ],
    },
    ActionRow {
        name: "remove-things",
        summary: "Remove things of a list that nothing refers to; objects and characters leave an empty place",
        arguments: &[
            required("list", "place", "The list"),
            required("indices", "indices", "The things by their places; the first is 0"),
        ],
    },
];

fn definitions() -> Value {
    let number = json!({ "type": "number" });
    let values = json!([
        number,
        { "type": "string" },
        { "type": "boolean" },
        { "type": "null" },
        { "type": "array", "items": { "type": ["number", "array"] } },
        { "type": "object" },
    ]);
    let index = json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX });
    json!({
        "place": { "type": "string" },
        "value": { "anyOf": values },
        "indices": { "type": "array", "items": index },
        "index": index,
    })
}

#[cfg(test)]
mod tests {
    use crate::world::asset::action::Action;
    use crate::world::asset::schema::ACTIONS;
    use crate::world::schema::tests::assert_table_fits;

    #[test]
    fn every_action_is_in_the_table_with_its_arguments() {
        let full = [
            r#"{"action":"set-field","place":"fps","to":30}"#,
            r#"{"action":"add-thing","list":"channels","like":1}"#,
            r#"{"action":"remove-things","list":"events","indices":[1,2]}"#,
        ];
        assert_table_fits::<Action>(ACTIONS, &full);
    }
}
