//! The actions of an area in words, and what their arguments are as JSON.

use serde_json::{Value, json};

use crate::world::schema::{ActionRow, Argument, Script, one_key, optional, required};

/// What a script for an area is made of.
pub const SCRIPT: Script =
    Script { title: "Script of Landwright for a TERA area", actions: ACTIONS, definitions };

const TAKEN_NEAREST: Argument =
    optional("taken", "taken", "What to do if the octant has a different edge; nearest by default");
const TAKEN_REFUSE: Argument =
    optional("taken", "taken", "What to do if the octant has a different edge; refuse by default");
const SNAP: Argument = optional("snap", "snap", "What to snap to; floor by default");
const OF_EDGE: Argument = required("node", "node", "The node that the edge starts from");
const WHICH: Argument = optional("which", "which", "Which of a cell's volumes; every by default");
const OCTANT: Argument = required("octant", "octant", "The octant of the edge");

/// Every action, in the order of the enum.
const ACTIONS: &[ActionRow] = &[
    ActionRow {
        name: "add-node",
        summary: "Add a node without edges",
        arguments: &[required("at", "position", "Where, in the game's units"), SNAP],
    },
    ActionRow {
        name: "move-nodes",
        summary: "Move nodes; their edges change octants if needed",
        arguments: &[
            required("nodes", "selection", "The nodes"),
            required("by", "position", "How far, in the game's units"),
            SNAP,
            TAKEN_NEAREST,
        ],
    },
    ActionRow {
        name: "set-node",
        summary: "Move one node to an exact position",
        arguments: &[
            required("node", "node", "The node"),
            required("at", "bits", "Where, in the game's units"),
            TAKEN_NEAREST,
        ],
    },
    ActionRow {
        name: "delete-nodes",
        summary: "Delete nodes with all edges from and to them",
        arguments: &[required("nodes", "selection", "The nodes")],
    },
    ActionRow {
        name: "relist-nodes",
        summary: "List nodes in the squares they are in, and repair the squares' ranges",
        arguments: &[optional("nodes", "selection", "The nodes; all by default")],
    },
    ActionRow {
        name: "add-edge",
        summary: "Connect two nodes",
        arguments: &[
            required("from", "node", "Where it starts"),
            required("to", "node", "Where it ends"),
            optional("ways", "ways", "One way or two; one by default"),
            TAKEN_REFUSE,
        ],
    },
    ActionRow { name: "remove-edge", summary: "Remove an edge", arguments: &[OF_EDGE, OCTANT] },
    ActionRow {
        name: "reverse-edge",
        summary: "Reverse an edge",
        arguments: &[OF_EDGE, OCTANT, TAKEN_REFUSE],
    },
    ActionRow {
        name: "set-ways",
        summary: "Make an edge one-way or two-way",
        arguments: &[OF_EDGE, OCTANT, required("ways", "ways", "One way or two"), TAKEN_REFUSE],
    },
    ActionRow {
        name: "sort-edges",
        summary: "Move edges to the octants that they belong to",
        arguments: &[
            required("nodes", "selection", "The nodes that the edges start from"),
            TAKEN_NEAREST,
        ],
    },
    ActionRow {
        name: "connect",
        summary: "Connect nodes to the nearest nodes that can be walked to",
        arguments: &[
            required("nodes", "selection", "The nodes"),
            optional("to", "selection", "Where the edges may lead; anywhere by default"),
            optional("ways", "ways", "One way or two; one by default"),
            optional(
                "taken",
                "taken",
                "What to do if the octant has a different edge; keep by default",
            ),
        ],
    },
    ActionRow {
        name: "add-zone",
        summary: "Add a zone without nodes",
        arguments: &[
            required("x", "count", "As in the name of its geometry"),
            required("y", "count", "As in the name of its geometry"),
        ],
    },
    ActionRow {
        name: "remove-zone",
        summary: "Remove a zone without nodes from the file",
        arguments: &[required("zone", "count", "Its place among the zones of the file, from 0")],
    },
    ActionRow {
        name: "regenerate",
        summary: "Regenerate nodes and edges by walking over the geometry",
        arguments: &[
            required("squares", "squares", "Where"),
            optional(
                "nodes",
                "regenerated",
                "Regenerate nodes, or keep them; regenerate by default",
            ),
            optional(
                "planting",
                "planting",
                "How monsters walk; as in the game's own tools by default",
            ),
        ],
    },
    ActionRow {
        name: "add-volume",
        summary: "Add a floor with room above it to cells of the geometry",
        arguments: &[
            required("cells", "cells", "Where"),
            required("z", "floor", "The floor"),
            required("height", "units", "Height of the room above it; 32767 is open sky"),
        ],
    },
    ActionRow {
        name: "remove-volumes",
        summary: "Remove volumes from cells of the geometry",
        arguments: &[required("cells", "cells", "Where"), WHICH],
    },
    ActionRow {
        name: "set-volumes",
        summary: "Change the floor or the height of volumes of the geometry",
        arguments: &[
            required("cells", "cells", "Where"),
            WHICH,
            optional("z", "floor", "The floor; unchanged by default"),
            optional("by", "change", "How far the floor rises"),
            optional("height", "units", "Height of the room above the floor"),
            optional(
                "ceiling",
                "ceiling",
                "Whether the ceiling moves along or stays, if no height is given",
            ),
        ],
    },
    ActionRow {
        name: "slope-volumes",
        summary: "Put one floor of each cell on an even slope: that nearest to it",
        arguments: &[
            required("cells", "cells", "Where"),
            WHICH,
            required("from", "position", "Where the slope begins; floors behind it get its height"),
            required("to", "position", "Where the slope ends; floors behind it get its height"),
            optional("ceiling", "ceiling", "Whether the ceiling moves along or stays"),
            optional(
                "add",
                "units",
                "Room of a new floor in cells that have none of these; room below it ends there",
            ),
        ],
    },
    ActionRow {
        name: "volumes-from-mesh",
        summary: "Make floors and room above them from a mesh that a drawing program made",
        arguments: &[
            required("file", "file", "An OBJ or binary glTF file, from the folder of the script"),
            optional("at", "position", "Where the origin of the mesh is; 0, 0, 0 by default"),
            optional(
                "scale",
                "number",
                "The game's units in one of the file; 25 by default, a metre",
            ),
            optional("turn_degrees", "number", "Turn against the clock, seen from above"),
            optional("up", "up", "Which direction of an OBJ is up; y by default"),
            optional("clearance", "units", "Room that a floor needs above it; 50 by default"),
            optional("steepest_degrees", "number", "Steeper faces are no floors; 43 by default"),
            optional("onto", "onto", "Whether volumes there stay or go; add by default"),
        ],
    },
];

fn definitions() -> Value {
    let parts = [places(), choices(), volumes(), squares(), planting(), selections()];
    let objects = parts.into_iter().filter_map(|part| match part {
        Value::Object(object) => Some(object),
        _ => None,
    });
    Value::Object(objects.flatten().collect())
}

fn places() -> Value {
    let bits = json!({
        "anyOf": [{ "type": "number" }, { "type": "string", "pattern": "^0x[0-9a-fA-F]{1,8}$" }],
    });
    json!({
        "count": { "type": "integer", "minimum": 0, "maximum": u32::MAX },
        "node": { "type": "integer", "minimum": 0, "maximum": u32::MAX },
        "octant": { "type": "integer", "minimum": 0, "maximum": 7 },
        "position": {
            "type": "array", "items": { "type": "number" }, "minItems": 3, "maxItems": 3,
        },
        "bits": { "type": "array", "items": bits, "minItems": 3, "maxItems": 3 },
    })
}

fn choices() -> Value {
    json!({
        "snap": { "enum": ["floor", "cell", "none"] },
        "ways": { "enum": ["one", "two"] },
        "taken": { "enum": ["refuse", "replace", "keep", "nearest"] },
        "regenerated": { "enum": ["anew", "keep"] },
        "up": { "enum": ["y", "z"] },
        "onto": { "enum": ["add", "replace"] },
        "file": { "type": "string" },
        "number": { "type": "number" },
    })
}

fn volumes() -> Value {
    let disc = json!({
        "type": "object",
        "properties": { "at": pair("number"), "radius": { "type": "number" } },
        "required": ["at", "radius"],
        "additionalProperties": false,
    });
    json!({
        "floor": { "type": "integer", "minimum": i16::MIN, "maximum": i16::MAX },
        "change": { "type": "integer" },
        "units": units(),
        "ceiling": { "enum": ["moves", "stays"] },
        "cells": { "oneOf": [
            one_key("list", &json!({ "type": "array", "items": pair("integer") })),
            one_key("box", &corners()),
            one_key("disc", &disc),
            one_key("of-nodes", &json!({ "$ref": "#/$defs/selection" })),
        ] },
        "which": { "oneOf": [
            { "const": "every" },
            one_key("near", &json!({ "type": "integer" })),
            one_key("nth", &json!({ "type": "integer", "minimum": 0, "maximum": 255 })),
            one_key("between", &pair("integer")),
        ] },
    })
}

fn squares() -> Value {
    json!({
        "squares": { "oneOf": [
            { "const": "everything" },
            one_key("zone", &pair("integer")),
            one_key("box", &corners()),
            one_key("of-nodes", &json!({ "$ref": "#/$defs/selection" })),
            one_key("list", &json!({ "type": "array", "items": pair("integer") })),
        ] },
    })
}

fn planting() -> Value {
    let units = units();
    json!({
        "planting": {
            "type": "object",
            "properties": {
                "stride": {
                    "type": "object",
                    "properties": {
                        "step_up": units, "step_down": units, "clearance": units, "reach": units,
                    },
                    "additionalProperties": false,
                },
                "smallest": units,
                "spacing": units,
                "scattered": units,
            },
            "additionalProperties": false,
        },
    })
}

fn selections() -> Value {
    let node = json!({ "$ref": "#/$defs/node" });
    let within = json!({
        "type": "object",
        "properties": {
            "from": pair("number"), "to": pair("number"),
            "low": { "type": "number" }, "high": { "type": "number" },
        },
        "required": ["from", "to"],
        "additionalProperties": false,
    });
    json!({
        "selection": { "oneOf": [
            { "const": "everything" },
            one_key("ids", &json!({ "type": "array", "items": node })),
            one_key("box", &within),
            one_key("component-of", &node),
        ] },
    })
}

fn pair(kind: &str) -> Value {
    json!({ "type": "array", "items": { "type": kind }, "minItems": 2, "maxItems": 2 })
}

fn corners() -> Value {
    json!({
        "type": "object",
        "properties": { "from": pair("number"), "to": pair("number") },
        "required": ["from", "to"],
        "additionalProperties": false,
    })
}

fn units() -> Value {
    json!({ "type": "integer", "minimum": 0, "maximum": u16::MAX })
}

#[cfg(test)]
mod tests {
    use super::super::action::Action;
    use super::*;
    use crate::world::schema::tests::assert_table_fits;

    /// An action of each kind with all of its arguments.
    const FULL: &[&str] = &[
        r#"{"action":"add-node","at":[1.0,2.0,3.0],"snap":"cell"}"#,
        r#"{"action":"move-nodes","nodes":"everything","by":[1.0,0.0,0.0],"snap":"none","taken":"keep"}"#,
        r#"{"action":"set-node","node":1,"at":[1.0,2.0,"0x7fc00000"],"taken":"refuse"}"#,
        r#"{"action":"delete-nodes","nodes":{"ids":[1,2]}}"#,
        r#"{"action":"relist-nodes","nodes":{"component-of":3}}"#,
        r#"{"action":"add-edge","from":1,"to":2,"ways":"two","taken":"replace"}"#,
        r#"{"action":"remove-edge","node":1,"octant":2}"#,
        r#"{"action":"reverse-edge","node":1,"octant":2,"taken":"nearest"}"#,
        r#"{"action":"set-ways","node":1,"octant":2,"ways":"one","taken":"nearest"}"#,
        r#"{"action":"sort-edges","nodes":{"box":{"from":[0.0,0.0],"to":[1.0,1.0],"low":1.0,"high":2.0}},"taken":"keep"}"#,
        r#"{"action":"connect","nodes":"everything","to":"everything","ways":"two","taken":"nearest"}"#,
        r#"{"action":"add-zone","x":1000,"y":999}"#,
        r#"{"action":"remove-zone","zone":3}"#,
        r#"{"action":"regenerate","squares":{"zone":[1,2]},"nodes":"keep","planting":{"smallest":4}}"#,
        r#"{"action":"add-volume","cells":{"list":[[1,2]]},"z":-5,"height":32767}"#,
        r#"{"action":"remove-volumes","cells":{"box":{"from":[0.0,0.0],"to":[1.0,1.0]}},"which":{"nth":1}}"#,
        r#"{"action":"set-volumes","cells":{"disc":{"at":[0.0,0.0],"radius":9.0}},"which":{"near":3},"z":1,"by":-2,"height":3,"ceiling":"stays"}"#,
        r#"{"action":"slope-volumes","cells":{"list":[[1,2]]},"which":{"nth":1},"from":[0.0,0.0,1.0],"to":[9.0,0.0,5.0],"ceiling":"stays","add":60}"#,
        r#"{"action":"volumes-from-mesh","file":"a.obj","at":[1.0,2.0,3.0],"scale":16.0,"turn_degrees":90.0,"up":"z","clearance":40,"steepest_degrees":50.0,"onto":"replace"}"#,
    ];

    #[test]
    fn the_table_has_every_action_with_every_argument() {
        assert_table_fits::<Action>(ACTIONS, FULL);
    }
}
