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
        summary: "Put a text into a cell",
        arguments: &[
            required("row", "row", "The number of the row"),
            required("column", "column", "The column"),
            required("to", "text", "What the cell gets"),
        ],
    },
    ActionRow {
        name: "set-cells",
        summary: "Put texts into many cells, and add rows behind the others",
        arguments: &[
            optional("cells", "cells", "What each of them gets"),
            optional("add", "rows", "The new rows"),
        ],
    },
    ActionRow {
        name: "add-row",
        summary: "Add a row behind the others",
        arguments: &[optional("cells", "texts", "By column; the others are empty")],
    },
    ActionRow {
        name: "duplicate-row",
        summary: "Add a copy of a row behind the others, or put it into an empty row",
        arguments: &[
            required("row", "row", "The row that is copied"),
            optional("to", "row", "An empty row; behind all others where it is not given"),
            optional("cells", "texts", "Where the copy differs, by column"),
        ],
    },
    ActionRow {
        name: "delete-row",
        summary: "Empty a row, or take it away so that the rows behind it move up",
        arguments: &[
            required("row", "row", "The number of the row"),
            required("how", "how", "blank keeps all numbers; shift changes those behind the row"),
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
            "description": "hex: and two digits for each byte give bytes that are no text",
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
