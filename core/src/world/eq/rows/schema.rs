//! The actions of rows of a server in words, and what their arguments are as JSON.

use serde_json::{Value, json};

use crate::world::schema::{ActionRow, Argument, Script, optional, required};

/// What a script for rows is made of.
pub const SCRIPT: Script = Script {
    title: "Script of Landwright for tables of an EverQuest server",
    actions: ACTIONS,
    definitions,
};

const ROWS: Argument = required("rows", "rows", "Which rows");

const fn row(
    name: &'static str,
    summary: &'static str,
    arguments: &'static [Argument],
) -> ActionRow {
    ActionRow { name, summary, arguments }
}

/// Every action, in the order of the enum.
const ACTIONS: &[ActionRow] = &[
    row(
        "move-rows",
        "Move spawn points, waypoints, doors or zone points",
        &[ROWS, required("by", "step", "How far along x, y and z")],
    ),
    row(
        "set-rows",
        "Set columns of rows",
        &[ROWS, required("fields", "fields", "Columns with their new values")],
    ),
    row(
        "drop-rows",
        "Put points on the floor that the server finds for them",
        &[ROWS, optional("size", "number", "Of what is there; the server lifts it by that")],
    ),
    row(
        "add-row",
        "Add a spawn point, grid, waypoint, door or zone point",
        &[
            required("fields", "fields", "Columns with their values"),
            optional("table", "name", "Which table, where the file has several"),
        ],
    ),
    row("remove-rows", "Remove rows", &[ROWS]),
    row(
        "add-grid",
        "Add a grid with its waypoints, under a number that is free in its zone",
        &[
            optional("fields", "fields", "Columns of the grid, such as type and type2"),
            required("waypoints", "waypoints", "Columns of each waypoint, in their order"),
        ],
    ),
    row("remove-grids", "Remove grids with their waypoints", &[ROWS]),
];

fn definitions() -> Value {
    json!({
        "rows": {
            "oneOf": [
                { "type": "array", "items": { "type": "integer", "minimum": 1 }, "minItems": 1 },
                { "$ref": "#/$defs/fields" },
            ],
            "description": "The numbers that `landwright inspect` lists, or columns with the values \
                that rows must have; `table` is the table",
        },
        "fields": {
            "type": "object",
            "additionalProperties": { "type": ["number", "string", "null"] },
            "minProperties": 1,
        },
        "waypoints": { "type": "array", "items": { "$ref": "#/$defs/fields" } },
        "step": { "type": "array", "items": { "type": "number" }, "minItems": 3, "maxItems": 3 },
        "number": { "type": "number" },
        "name": { "type": "string" },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::eq::rows::action::Action;
    use crate::world::schema::tests::assert_table_fits;

    #[test]
    fn every_action_is_in_the_table_with_its_arguments() {
        let full = [
            r#"{"action": "move-rows", "rows": [1, 2], "by": [1, 2, 3.5]}"#,
            r#"{"action": "set-rows", "rows": {"table": "spawn2", "id": 5}, "fields": {"x": 1}}"#,
            r#"{"action": "drop-rows", "rows": [1], "size": 6}"#,
            r#"{"action": "add-row", "fields": {"x": 1, "note": null}, "table": "doors"}"#,
            r#"{"action": "remove-rows", "rows": [3]}"#,
            r#"{"action": "add-grid", "fields": {"type": 0}, "waypoints": [{"x": 1, "y": 2, "z": 3}]}"#,
            r#"{"action": "remove-grids", "rows": {"table": "grid", "id": 5}}"#,
        ];
        assert_table_fits::<Action>(ACTIONS, &full);
    }
}
