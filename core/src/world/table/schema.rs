//! The actions of a table in words, and what their arguments are as JSON.

use serde_json::{Value, json};

use crate::world::schema::{ActionRow, Script, optional, required};

/// What a script for a table is made of.
pub const SCRIPT: Script =
    Script { title: "Script of Landwright for a table", actions: ACTIONS, definitions };

/// Every action, in the order of the enum.
const ACTIONS: &[ActionRow] = &[
    ActionRow {
        name: "set-cell",
        summary: "Set the text of a cell",
        arguments: &[
            required("row", "row", "The number of the row"),
            required("column", "column", "The column"),
            required("to", "text", "The new text"),
        ],
    },
    ActionRow {
        name: "set-cells",
        summary: "Set the texts of many cells, and add rows at the end",
        arguments: &[
            optional("cells", "cells", "The new value of each cell"),
            optional("add", "rows", "The new rows"),
        ],
    },
    ActionRow {
        name: "add-row",
        summary: "Add a row at the end",
        arguments: &[optional("cells", "texts", "Texts by column; other columns are empty")],
    },
    ActionRow {
        name: "duplicate-row",
        summary: "Copy a row to the end, or into an empty row",
        arguments: &[
            required("row", "row", "The row to copy"),
            optional("to", "row", "An empty row; a new row at the end by default"),
            optional("cells", "texts", "Where the copy differs, by column"),
        ],
    },
    ActionRow {
        name: "delete-row",
        summary: "Empty a row, or remove it so that the rows after it move up",
        arguments: &[
            required("row", "row", "The number of the row"),
            optional(
                "how",
                "how",
                "blank keeps all row numbers, and is the default; shift changes those after the row",
            ),
        ],
    },
];

fn definitions() -> Value {
    json!({
        "row": { "type": "integer", "minimum": 0 },
        "column": {
            "type": ["integer", "string"],
            "description": "Its number, its known name, or its title; name, key and id as well",
        },
        "text": {
            "type": ["string", "integer"],
            "description": "hex: and two digits for each byte set bytes that are not text",
        },
        "texts": {
            "type": "object",
            "additionalProperties": { "$ref": "#/$defs/text" },
        },
        "cells": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "row": { "$ref": "#/$defs/row" },
                    "column": { "$ref": "#/$defs/column" },
                    "to": { "$ref": "#/$defs/text" },
                },
                "required": ["row", "column", "to"],
                "additionalProperties": false,
            },
        },
        "rows": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": { "cells": { "$ref": "#/$defs/texts" } },
                "additionalProperties": false,
            },
        },
        "how": { "enum": ["blank", "shift"] },
    })
}

#[cfg(test)]
mod tests {
    use super::super::action::Action;
    use super::*;
    use crate::world::schema::tests::assert_table_fits;

    /// An action of each kind with all of its arguments.
    const FULL: &[&str] = &[
        r#"{"action":"set-cell","row":1,"column":"ai","to":7}"#,
        r#"{"action":"set-cells","cells":[{"row":1,"column":2,"to":"x"}],"add":[]}"#,
        r#"{"action":"add-row","cells":{"name":"x"}}"#,
        r#"{"action":"duplicate-row","row":1,"to":2,"cells":{}}"#,
        r#"{"action":"delete-row","row":1,"how":"blank"}"#,
    ];

    #[test]
    fn the_table_has_every_action_with_every_argument() {
        assert_table_fits::<Action>(ACTIONS, FULL);
    }
}
