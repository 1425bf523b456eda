//! The actions of a navigation mesh in words, and what their arguments are as JSON.

use serde_json::{Value, json};

use crate::space::eq::area::Area;
use crate::world::schema::{ActionRow, Script, optional, required};

/// What a script for a navigation mesh is made of.
pub const SCRIPT: Script = Script {
    title: "Script of Landwright for an EverQuest navigation mesh",
    actions: ACTIONS,
    definitions,
};

/// Every action, in the order of the enum.
const ACTIONS: &[ActionRow] = &[
    ActionRow {
        name: "add-connection",
        summary: "Connect two places of the mesh, as by a jump, a ladder or a door",
        arguments: &[
            required("from", "point", "Where it begins, on the mesh"),
            required("to", "point", "Where it ends, on the mesh"),
            optional("radius", "radius", "How far its ends may be from the mesh; 2 if not given"),
            optional("both_ways", "both_ways", "Whether it leads back as well"),
            optional("area", "area", "What it is; portal moves whoever takes it at once"),
        ],
    },
    ActionRow {
        name: "remove-connection",
        summary: "Take a connection away",
        arguments: &[required(
            "connection",
            "number",
            "Its number, as `find mesh-connection` lists it",
        )],
    },
    ActionRow {
        name: "set-area",
        summary: "Make polygons water, disabled and so on, or normal again",
        arguments: &[
            optional("polygons", "numbers", "Their numbers, as `find mesh-polygon` lists them"),
            optional("box", "box", "Two corners: of the polygons whose middle is inside"),
            required("area", "area", "What they become"),
        ],
    },
    ActionRow {
        name: "remove-polygons",
        summary: "Take polygons away; those beside them end there",
        arguments: &[required(
            "polygons",
            "numbers",
            "Their numbers, as `find mesh-polygon` lists them",
        )],
    },
    ActionRow {
        name: "remove-tile",
        summary: "Take a tile away, with its connections",
        arguments: &[required("tile", "number", "Its number, as `find mesh-tile` lists it")],
    },
];

fn definitions() -> Value {
    let names: Vec<&str> = Area::ALL.iter().map(|area| area.name()).collect();
    json!({
        "point": {
            "type": "array", "items": { "type": "number" }, "minItems": 3, "maxItems": 3,
            "description": "x, y and z in the server's axes",
        },
        "box": {
            "type": "array", "items": { "$ref": "#/$defs/point" }, "minItems": 2, "maxItems": 2,
        },
        "radius": { "type": "number", "exclusiveMinimum": 0 },
        "both_ways": { "type": "boolean" },
        "number": { "type": "integer", "minimum": 0 },
        "numbers": { "type": "array", "items": { "type": "integer", "minimum": 0 }, "minItems": 1 },
        "area": { "enum": names },
    })
}

#[cfg(test)]
mod tests {
    use crate::world::eq::mesh::action::Action;
    use crate::world::eq::mesh::schema::ACTIONS;
    use crate::world::schema::tests::assert_table_fits;

    #[test]
    fn every_action_is_in_the_table_with_its_arguments() {
        let full = [
            r#"{"action": "add-connection", "from": [1.5, 2.5, 3.5], "to": [4.5, 5.5, 6.5], "radius": 1.5, "both_ways": true, "area": "portal"}"#,
            r#"{"action": "remove-connection", "connection": 0}"#,
            r#"{"action": "set-area", "polygons": [1], "box": [[0.5, 0.5, 0.5], [1.5, 1.5, 1.5]], "area": "water"}"#,
            r#"{"action": "remove-polygons", "polygons": [1]}"#,
            r#"{"action": "remove-tile", "tile": 0}"#,
        ];
        assert_table_fits::<Action>(ACTIONS, &full);
    }
}
