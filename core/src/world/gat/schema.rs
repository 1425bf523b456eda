//! The actions of a Ragnarok map in words, and what their arguments are as JSON.

use serde_json::{Value, json};

use crate::world::schema::{ActionRow, Argument, Script, optional, required};

/// What a script for a map is made of.
pub const SCRIPT: Script =
    Script { title: "Script of Landwright for a Ragnarok map", actions: ACTIONS, definitions };

const WITHIN: Argument = optional("within", "region", "Cells outside are not changed");

/// Every action, in the order of the enum.
const ACTIONS: &[ActionRow] = &[
    ActionRow {
        name: "paint",
        summary: "Give cells a type, a raw value, or the water bit",
        arguments: &[
            required("region", "region", "The cells"),
            required("ink", "ink", "The new value"),
            optional("mirror", "mirror", "Also paint the mirrored side"),
            WITHIN,
        ],
    },
    ActionRow {
        name: "set-cells",
        summary: "Set single cells from a list",
        arguments: &[required("cells", "cells", "The new value of each cell")],
    },
    ActionRow {
        name: "shape-heights",
        summary: "Set, raise, lower, flatten, smooth or roughen heights, or make a ramp",
        arguments: &[
            required("region", "region", "The cells"),
            required("how", "how", "How to change their heights, in world units upwards"),
            optional(
                "neighbours",
                "neighbours",
                "joined: touching corners at the same height move too",
            ),
            WITHIN,
        ],
    },
    ActionRow {
        name: "set-corner",
        summary: "Give one corner of one cell a height",
        arguments: &[
            required("x", "count", "Column of the cell"),
            required("y", "count", "Row of the cell"),
            required("corner", "corner", "Which corner"),
            required("height", "number", "In world units upwards"),
            optional(
                "neighbours",
                "neighbours",
                "joined: touching corners at the same height move too",
            ),
        ],
    },
    ActionRow {
        name: "automatic-types",
        summary: "Make types from slope, steps between neighbours, and water",
        arguments: &[
            optional("region", "region", "The cells; the whole map by default"),
            optional("flat", "count", "The type of all other cells; 0 by default"),
            optional("slope", "limit", "Cells with a larger difference between their corners"),
            optional("step", "limit", "Cells with a larger difference to a neighbour"),
            optional("water", "water", "Cells under water"),
            optional("keep-blocked", "flag", "Whether blocked cells stay blocked"),
        ],
    },
    ActionRow {
        name: "heights-from-ground",
        summary: "Take heights, and a first set of types, from the client's ground (GND)",
        arguments: &[
            optional("region", "region", "The cells; the whole map by default"),
            optional("types", "ground-types", "Also sets types; without it they stay"),
        ],
    },
    ActionRow {
        name: "paste",
        summary: "Place a stamp",
        arguments: &[
            required("stamp", "stamp", "The tiles"),
            required("x", "integer", "Column of its south-west corner"),
            required("y", "integer", "Row of its south-west corner"),
            optional("what", "what", "Which part of the tiles"),
            optional("flip", "flip", "Mirrors the stamp before it is turned"),
            optional("turns", "count", "Quarter turns to the left, 0 to 3"),
            WITHIN,
        ],
    },
    ActionRow {
        name: "resize",
        summary: "Resize the map",
        arguments: &[
            required("width", "count", "In cells"),
            required("height", "count", "In cells"),
            optional("anchor", "anchor", "Anchor; south-west by default"),
            optional("fill", "fill", "Value of new cells"),
        ],
    },
    ActionRow {
        name: "crop",
        summary: "Crop the map to a rectangle",
        arguments: &[required("rectangle", "rectangle", "The part to keep")],
    },
    ActionRow {
        name: "convert",
        summary: "Change the version of the file",
        arguments: &[required("version", "version", "1.2 loses the water bit")],
    },
    ActionRow {
        name: "new-map",
        summary: "Replace the map with a new one",
        arguments: &[
            required("width", "count", "In cells"),
            required("height", "count", "In cells"),
            optional("version", "version", "1.2 by default"),
            optional("fill", "fill", "Value of its cells"),
        ],
    },
];

/// An object with nothing but these.
pub(in crate::world) fn object(properties: &Value, required: &[&str]) -> Value {
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// An object with one key, which says what the value is.
pub(in crate::world) fn one_of(cases: &[(&str, Value)]) -> Vec<Value> {
    cases.iter().map(|(name, value)| object(&json!({ *name: value }), &[*name])).collect()
}

fn definitions() -> Value {
    let count = json!({ "$ref": "#/$defs/count" });
    let number = json!({ "$ref": "#/$defs/number" });
    let limit = json!({ "$ref": "#/$defs/limit" });
    let region = json!({ "$ref": "#/$defs/region" });
    let bits = json!({ "anyOf": [{ "type": "number" }, { "type": "string", "pattern": "^0x[0-9a-fA-F]{1,8}$" }] });
    let altitude = json!({ "type": "array", "items": bits, "minItems": 4, "maxItems": 4 });
    let tile = object(&json!({ "altitude": altitude, "terrain": count }), &["altitude", "terrain"]);
    json!({
        "count": { "type": "integer", "minimum": 0, "maximum": u32::MAX },
        "integer": { "type": "integer" },
        "number": { "type": "number" },
        "region": region_schema(&count, &region),
        "flag": { "type": "boolean" },
        "ink": { "oneOf": one_of(&[("type", count.clone()), ("raw", count.clone()), ("water", json!({ "type": "boolean" }))]) },
        "mirror": object(&json!({
            "across": { "enum": ["x", "y", "both", "point"] },
            "at": { "type": "array", "items": number, "minItems": 2, "maxItems": 2 },
        }), &["across"]),
        "cells": { "type": "array", "items": object(&json!({
            "x": count, "y": count, "terrain": count, "altitude": altitude,
        }), &["x", "y"]) },
        "how": how_schema(&count, &number),
        "neighbours": { "enum": ["joined", "alone"] },
        "corner": { "enum": ["south-west", "south-east", "north-west", "north-east"] },
        "limit": object(&json!({ "above": number, "type": count }), &["above", "type"]),
        "water": object(&json!({ "level": number, "type": count, "deep": limit }), &["level"]),
        "ground-types": object(&json!({
            "hole": count, "model": count, "slope": limit, "flat": count,
            "keep-blocked": { "type": "boolean" },
        }), &[]),
        "stamp": object(&json!({
            "width": count,
            "height": count,
            "tiles": { "type": "array", "items": { "anyOf": [{ "type": "null" }, tile] } },
        }), &["width", "height", "tiles"]),
        "what": { "enum": ["both", "types", "heights"] },
        "flip": { "enum": ["x", "y"] },
        "anchor": { "enum": [
            "south-west", "south", "south-east", "west", "middle", "east", "north-west", "north", "north-east",
        ] },
        "fill": object(&json!({ "terrain": count, "height": number }), &[]),
        "rectangle": object(&json!({ "x": count, "y": count, "width": count, "height": count }), &["x", "y", "width", "height"]),
        "version": { "enum": ["1.2", "1.3"] },
    })
}

fn region_schema(count: &Value, region: &Value) -> Value {
    let rectangle = json!({ "$ref": "#/$defs/rectangle" });
    let point =
        json!({ "type": "array", "items": { "type": "integer" }, "minItems": 2, "maxItems": 2 });
    let points = json!({ "type": "array", "items": point, "minItems": 1 });
    let span = json!({ "type": "array", "items": count, "minItems": 3, "maxItems": 3 });
    let regions = json!({ "type": "array", "items": region });
    let by = object(&json!({ "of": region, "by": count }), &["of", "by"]);
    let height = object(
        &json!({ "height": object(&json!({ "within": { "type": "number" } }), &["within"]) }),
        &["height"],
    );
    let mut cases = vec![json!({ "const": "everything" })];
    cases.extend(one_of(&[
        ("rectangle", rectangle.clone()),
        ("ellipse", rectangle),
        (
            "brush",
            object(
                &json!({
                    "points": points,
                    "size": { "type": "integer", "minimum": 1, "maximum": 1024, "default": 1 },
                    "tip": { "enum": ["round", "square"] },
                }),
                &["points"],
            ),
        ),
        ("polygon", object(&json!({ "points": points }), &["points"])),
        (
            "connected",
            object(
                &json!({
                    "x": count,
                    "y": count,
                    "ways": { "enum": ["four", "eight"] },
                    "by": { "anyOf": [{ "const": "terrain" }, height] },
                }),
                &["x", "y"],
            ),
        ),
        ("type", count.clone()),
        ("raw", count.clone()),
        ("spans", json!({ "type": "array", "items": span })),
        ("any-of", regions.clone()),
        ("all-of", regions.clone()),
        ("without", regions),
        ("not", region.clone()),
        ("grow", by.clone()),
        ("shrink", by),
    ]));
    json!({ "oneOf": cases })
}

pub(in crate::world) fn how_schema(count: &Value, number: &Value) -> Value {
    let cell = json!({ "type": "array", "items": count, "minItems": 2, "maxItems": 2 });
    let mut cases = vec![json!({ "const": "flatten" })];
    cases.extend(one_of(&[
        ("set", object(&json!({ "height": number }), &["height"])),
        ("mend", object(&json!({ "height": number }), &["height"])),
        ("raise", object(&json!({ "by": number }), &["by"])),
        ("lower", object(&json!({ "by": number }), &["by"])),
        ("smooth", object(&json!({ "strength": number }), &["strength"])),
        (
            "noise",
            object(
                &json!({ "seed": count, "height": number, "width": number }),
                &["seed", "height", "width"],
            ),
        ),
        (
            "ramp",
            object(
                &json!({
                    "from": cell, "to": cell, "from-height": number, "to-height": number,
                }),
                &["from", "to"],
            ),
        ),
    ]));
    json!({ "oneOf": cases })
}

#[cfg(test)]
mod tests {
    use super::super::action::Action;
    use super::*;
    use crate::world::schema::tests::assert_table_fits;

    /// An action of each kind with all of its arguments.
    const FULL: &[&str] = &[
        r#"{"action":"paint","region":"everything","ink":{"type":1},"mirror":{"across":"x"},"within":"everything"}"#,
        r#"{"action":"set-cells","cells":[]}"#,
        r#"{"action":"shape-heights","region":"everything","how":"flatten","neighbours":"alone","within":"everything"}"#,
        r#"{"action":"set-corner","x":1,"y":1,"corner":"north-west","height":1.0,"neighbours":"alone"}"#,
        r#"{"action":"automatic-types","region":"everything","flat":0,"slope":{"above":1.0,"type":1},"step":{"above":1.0,"type":5},"water":{"level":1.0},"keep-blocked":true}"#,
        r#"{"action":"heights-from-ground","region":"everything","types":{"hole":1,"model":1,"slope":{"above":5.0,"type":1},"flat":0,"keep-blocked":true}}"#,
        r#"{"action":"paste","stamp":{"width":0,"height":0,"tiles":[]},"x":-1,"y":0,"what":"types","flip":"x","turns":1,"within":"everything"}"#,
        r#"{"action":"resize","width":1,"height":1,"anchor":"middle","fill":{}}"#,
        r#"{"action":"crop","rectangle":{"x":0,"y":0,"width":1,"height":1}}"#,
        r#"{"action":"convert","version":"1.3"}"#,
        r#"{"action":"new-map","width":1,"height":1,"version":"1.3","fill":{"terrain":1}}"#,
    ];

    #[test]
    fn the_table_has_every_action_with_every_argument() {
        assert_table_fits::<Action>(ACTIONS, FULL);
    }
}
