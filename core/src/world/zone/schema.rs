//! The actions of a zone in words, and what their arguments are as JSON.

use serde_json::{Map, Value, json};

use crate::world::schema::{ActionRow, Argument, Script, one_key, optional, required};
use crate::world::zone::condition::LEVEL;

use super::field::Field;
use super::thing::Kind;

/// What a script for a zone is made of.
pub const SCRIPT: Script =
    Script { title: "Script of Landwright for a ROSE zone", actions: ACTIONS, definitions };

const fn row(
    name: &'static str,
    summary: &'static str,
    arguments: &'static [Argument],
) -> ActionRow {
    ActionRow { name, summary, arguments }
}

const THINGS: Argument = required("things", "selection", "The things");
const SPAWN: Argument = required("thing", "thing", "The spawn");
const LIST: Argument = required("list", "list", "Which of its lists");
const LINE: Argument = required("line", "count", "Which line of the list, from 0");
const SNAP: Argument = optional("snap", "snap", "What to snap to; none by default");
const REGION: Argument = required("region", "region", "Where");
const BLOCK: Argument = required("block", "block", "The block, as in the name of its files");
const TO: Argument = required(
    "to",
    "setting",
    "The value, a sum such as +50 or *1.2, or the name of a row of the field's table",
);
const BY: Argument = required("by", "position", "How far, in cm");
const AXIS: Argument = required("axis", "axis", "Along which axis");

/// Every action, in the order of the enum.
const ACTIONS: &[ActionRow] = &[
    row("set", "Set a field of many things", &[THINGS, required("field", "field", "Which"), TO]),
    row(
        "replace",
        "Replace a value in a field wherever it occurs",
        &[
            THINGS,
            required("field", "field", "Which"),
            required("from", "value-wanted", "The value to look for"),
            TO,
        ],
    ),
    row(
        "put-things",
        "Replace whole things, and add new ones",
        &[
            required("things", "put-things", "Ids, each with its thing"),
            optional("add", "whole-things", "New ones, each in the block of its position"),
        ],
    ),
    row(
        "add-monster",
        "Add a line to a list of spawns",
        &[
            THINGS,
            LIST,
            required("id", "setting", "Row of LIST_NPC.STB, or its name"),
            optional("count", "count", "How many; 1 by default"),
            optional("name", "setting", "For people"),
            optional("at", "count", "Before which line; at the end by default"),
        ],
    ),
    row(
        "set-monster",
        "Change a line of a list of a spawn",
        &[
            SPAWN,
            LIST,
            LINE,
            optional("id", "setting", "Row of LIST_NPC.STB, or its name"),
            optional("count", "setting", "How many"),
            optional("name", "setting", "For people"),
        ],
    ),
    row("remove-monster", "Remove a line from a list of a spawn", &[SPAWN, LIST, LINE]),
    row(
        "move-monster",
        "Move a line of a list of a spawn",
        &[SPAWN, LIST, LINE, required("to", "count", "To which place, from 0")],
    ),
    row("clone-monster", "Duplicate a line of a list of a spawn", &[SPAWN, LIST, LINE]),
    row("move", "Move things; over the edge of a block, into its file", &[THINGS, BY, SNAP]),
    row(
        "put-at",
        "Move one thing to an exact position",
        &[
            required("thing", "thing", "The thing"),
            required("at", "position", "Where, in cm of the files"),
            SNAP,
        ],
    ),
    row("drop", "Drop things to the ground", &[THINGS]),
    row(
        "rotate",
        "Turn things around the vertical axis",
        &[
            THINGS,
            required("degrees", "number", "Counterclockwise, as seen from above"),
            optional("about", "about", "Around what; each around itself by default"),
            SNAP,
        ],
    ),
    row(
        "set-rotation",
        "Give things a rotation",
        &[THINGS, required("to", "rotation", "Degrees around the vertical axis, or a quaternion")],
    ),
    row(
        "scale",
        "Scale things",
        &[THINGS, required("by", "position", "How many times, along each axis")],
    ),
    row(
        "align",
        "Align things",
        &[THINGS, AXIS, required("to", "align-to", "Where on the axis"), SNAP],
    ),
    row(
        "distribute",
        "Distribute things evenly between the first and the last",
        &[THINGS, AXIS, SNAP],
    ),
    row("settle", "Move things to the files of the blocks that they are in", &[THINGS]),
    row(
        "add",
        "Add a thing with default values",
        &[
            required("kind", "kind", "What"),
            required("at", "position", "Where, in cm of the files"),
            SNAP,
            optional("fields", "fields", "Values that differ from the defaults"),
        ],
    ),
    row("delete", "Delete things", &[THINGS]),
    row("duplicate", "Copy things", &[THINGS, optional("by", "position", "How far, in cm"), SNAP]),
    row(
        "array",
        "Copy things in rows",
        &[
            THINGS,
            required("columns", "count", "How many in a row, including the originals"),
            optional("rows", "count", "How many rows; 1 by default"),
            required("column_by", "position", "From one column to the next, in cm"),
            optional("row_by", "position", "From one row to the next, in cm"),
            SNAP,
        ],
    ),
    row(
        "paste",
        "Paste copied things, from this zone or a different one",
        &[
            required("things", "whole-things", "The things"),
            optional("at", "place", "Where to put their middle, in cm of the files"),
            SNAP,
        ],
    ),
    row(
        "shape-heights",
        "Shape the ground; edges of blocks stay joined",
        &[REGION, required("how", "how", "In which way")],
    ),
    row(
        "paint-tiles",
        "Paint patches with a tile",
        &[
            REGION,
            required("tile", "count", "A tile of the ZON"),
            optional("brush", "brush-bytes", "Brush, tile index and tile set"),
        ],
    ),
    row(
        "paint-walks",
        "Set who may walk somewhere",
        &[REGION, required("walk", "byte", "0 all, 1 nobody, 2 no monsters")],
    ),
    row(
        "set-economy",
        "Set a field of the economy of a ZON",
        &[required("field", "economy-field", "Which"), TO],
    ),
    row(
        "set-ground-tile",
        "Set a field of a tile of the ZON",
        &[
            required("tile", "count", "Which, from 0"),
            required("field", "tile-field", "Which field"),
            TO,
        ],
    ),
    row(
        "add-ground-tile",
        "Add a tile at the end of those of the ZON",
        &[required("tile", "ground-tile", "The tile")],
    ),
    row("remove-last-ground-tile", "Remove the last tile of the ZON, if unused", &[]),
    row(
        "set-texture",
        "Set the path of a texture of the ZON, or add one",
        &[required("texture", "count", "Which, from 0"), TO],
    ),
    row(
        "set-old-water",
        "Set patches of the old water grid of a block",
        &[
            BLOCK,
            optional("patches", "patches", "Column and row; all by default"),
            optional("has_water", "flag", "Whether there is water"),
            optional("height_cm", "setting", "Height of the water, in cm, or a sum such as +50"),
            optional("water_type", "setting", "Which water"),
            optional("id", "setting", "Its number"),
        ],
    ),
    row(
        "set-water-size",
        "Set the size that the planes of water of a block have in common",
        &[BLOCK, TO],
    ),
    row(
        "drop-slack",
        "Remove leftover bytes of an older version from a file",
        &[optional("block", "block", "The block of the IFO; the ZON by default")],
    ),
];

fn numbers(n: usize) -> Value {
    json!({ "type": "array", "items": { "type": "number" }, "minItems": n, "maxItems": n })
}

fn whole_numbers(n: usize) -> Value {
    json!({ "type": "array", "items": { "type": "integer" }, "minItems": n, "maxItems": n })
}

fn definitions() -> Value {
    let mut all = selections();
    for part in [values(), ways(), of_files()] {
        if let Value::Object(part) = part {
            all.extend(part);
        }
    }
    Value::Object(all)
}

/// Numbers, texts and places.
fn values() -> Value {
    let number = json!({ "type": "number" });
    let fields: Map<String, Value> = Field::ALL
        .iter()
        .map(|field| {
            let about = json!({ "$ref": "#/$defs/setting", "description": field.about() });
            (field.name().to_owned(), about)
        })
        .collect();
    json!({
        "count": { "type": "integer", "minimum": 0, "maximum": u32::MAX },
        "byte": { "type": "integer", "minimum": 0, "maximum": 255 },
        "flag": { "type": "boolean" },
        "number": number,
        "place": numbers(2),
        "position": numbers(3),
        "bits": {
            "anyOf": [number, { "type": "string", "pattern": "^0x[0-9a-fA-F]{1,8}$" }],
        },
        "setting": {
            "anyOf": [number, { "type": "string" }, one_key("hex", &json!({ "type": "string" }))],
        },
        "value-wanted": wanted(vec![]),
        "condition": wanted(vec![one_key("contains", &json!({ "type": "string" }))]),
        "fields": {
            "type": "object", "properties": fields, "additionalProperties": false,
        },
    })
}

/// A setting that may compare, or one of some other values.
fn wanted(others: Vec<Value>) -> Value {
    let more = match others.is_empty() {
        true => "",
        false => ". {\"contains\": \"…\"} is a part of a text, or of the name of such a row",
    };
    let about = format!(
        "A value. For numbers also a text: <5, <=5, >5, >=5, !=5; a range such as 3..7, with both \
         ends, one of which may be missing; or the name of a row of the field's table{more}"
    );
    let any: Vec<Value> =
        std::iter::once(json!({ "$ref": "#/$defs/setting" })).chain(others).collect();
    json!({ "description": about, "anyOf": any })
}

/// In which way something is done.
fn ways() -> Value {
    let number = json!({ "type": "number" });
    json!({
        "list": { "enum": ["basic", "tactic"] },
        "snap": { "enum": ["none", "cell", "ground", "cell-and-ground", "follow-ground"] },
        "about": { "enum": ["each", "middle"] },
        "axis": { "enum": ["x", "y", "z"] },
        "align-to": { "oneOf": [{ "enum": ["low", "middle", "high"] }, one_key("at", &number)] },
        "rotation": { "oneOf": [
            { "const": "unit" },
            one_key("degrees", &json!({ "$ref": "#/$defs/setting" })),
            one_key("quaternion", &json!({
                "type": "array", "items": { "$ref": "#/$defs/bits" }, "minItems": 4, "maxItems": 4,
            })),
        ] },
        "how": { "oneOf": [
            { "enum": ["flatten", "join"] },
            one_key("raise", &number), one_key("set", &number), one_key("smooth", &number),
        ] },
    })
}

/// Parts of the files.
fn of_files() -> Value {
    json!({
        "brush-bytes": {
            "type": "array", "items": { "$ref": "#/$defs/byte" }, "minItems": 3, "maxItems": 3,
        },
        "patches": { "type": "array", "items": whole_numbers(2) },
        "tile-field": {
            "enum": ["layer1", "layer2", "offset1", "offset2", "blend", "rotation", "type"],
        },
        "economy-field": { "oneOf": [
            { "enum": ["name", "underground", "music", "sky"] },
            one_key("rate", &json!({ "type": "integer", "minimum": 0, "maximum": 12 })),
        ] },
        "ground-tile": ground_tile(),
        "whole-things": { "type": "array", "items": { "type": "object" } },
        "put-things": { "type": "array", "items": {
            "type": "object",
            "properties": { "id": { "$ref": "#/$defs/thing" }, "thing": { "type": "object" } },
            "required": ["id", "thing"],
            "additionalProperties": false,
        } },
    })
}

/// A tile of the ZON, all of whose fields have to be given.
fn ground_tile() -> Value {
    let number = json!({ "type": "integer", "minimum": i32::MIN, "maximum": i32::MAX });
    let fields = ["layer1", "layer2", "offset1", "offset2", "blend", "rotation", "tile_type"];
    let properties: Map<String, Value> =
        fields.iter().map(|field| ((*field).to_owned(), number.clone())).collect();
    json!({
        "type": "object", "properties": properties, "required": fields,
        "additionalProperties": false,
    })
}

/// What says which things or which ground.
fn selections() -> Map<String, Value> {
    let kinds: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    let fields: Vec<&str> = Field::ALL.iter().map(|field| field.name()).collect();
    let within = json!({
        "type": "object",
        "properties": { "from": numbers(2), "to": numbers(2) },
        "required": ["from", "to"],
        "additionalProperties": false,
    });
    let matching = json!({
        "type": "object",
        "properties": {
            "kinds": { "type": "array", "items": { "$ref": "#/$defs/kind" } },
            "block": { "$ref": "#/$defs/block" },
            "box": within,
            "lasso": { "type": "array", "items": numbers(2) },
            "fields": { "type": "array", "items": {
                "type": "object",
                "properties": {
                    "field": { "$ref": "#/$defs/asked" }, "is": { "$ref": "#/$defs/condition" },
                },
                "required": ["field", "is"],
                "additionalProperties": false,
            } },
        },
        "additionalProperties": false,
    });
    let brush = json!({
        "type": "object",
        "properties": {
            "points": { "type": "array", "items": numbers(2) },
            "radius_cm": { "type": "number" },
            "tip": { "enum": ["round", "square"] },
            "edge": { "enum": ["hard", "soft"] },
        },
        "required": ["points", "radius_cm"],
        "additionalProperties": false,
    });
    let ids = json!({ "type": "array", "items": { "$ref": "#/$defs/thing" } });
    let block = json!({ "$ref": "#/$defs/block" });
    let all = json!({
        "kind": { "enum": kinds },
        "field": { "enum": fields },
        "asked": { "anyOf": [
            { "$ref": "#/$defs/field" },
            { "const": LEVEL, "description": "The level of an NPC or of a monster of a spawn" },
        ] },
        "thing": { "type": "integer", "minimum": 0, "maximum": u32::MAX },
        "block": { "anyOf": [
            { "type": "string", "pattern": "^[0-9]+_[0-9]+$" }, whole_numbers(2),
        ] },
        "selection": { "oneOf": [
            { "const": "everything" }, one_key("ids", &ids), one_key("matching", &matching),
        ] },
        "region": { "oneOf": [
            { "const": "everything" },
            one_key("brush", &brush), one_key("box", &within), one_key("ellipse", &within),
            one_key("polygon", &json!({ "type": "array", "items": numbers(2) })),
            one_key("connected", &numbers(2)), one_key("block", &block),
        ] },
    });
    match all {
        Value::Object(all) => all,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::action::Action;
    use super::*;
    use crate::format::rose::zon::tile::Tile;
    use crate::world::schema::tests::assert_table_fits;

    /// An action of each kind with all of its arguments.
    const FULL: &[&str] = &[
        r#"{"action":"set","things":"everything","field":"x","to":"+50"}"#,
        r#"{"action":"replace","things":{"matching":{"kinds":["spawn"],"block":"30_30","box":{"from":[0.0,0.0],"to":[1.0,1.0]},"lasso":[[0.0,0.0]],"fields":[{"field":"limit","is":3.0}]}},"field":"monster-id","from":271.0,"to":272.0}"#,
        r#"{"action":"put-things","things":[{"id":3,"thing":{"water":{"start_x_height_y":[1.0,2.0,3.0],"end_x_height_y":[1.0,2.0,"0x7fc00000"]}}}],"add":[{"water":{"start_x_height_y":[1.0,2.0,3.0],"end_x_height_y":[1.0,2.0,3.0]}}]}"#,
        r#"{"action":"add-monster","things":{"ids":[1]},"list":"basic","id":5,"count":2,"name":"Toad","at":0}"#,
        r#"{"action":"set-monster","thing":1,"list":"tactic","line":0,"id":4.0,"count":"+1","name":{"hex":"ff"}}"#,
        r#"{"action":"remove-monster","thing":1,"list":"tactic","line":0}"#,
        r#"{"action":"move-monster","thing":1,"list":"tactic","line":0,"to":1}"#,
        r#"{"action":"clone-monster","thing":1,"list":"tactic","line":0}"#,
        r#"{"action":"move","things":{"ids":[1]},"by":[1.0,2.0,3.0],"snap":"cell-and-ground"}"#,
        r#"{"action":"put-at","thing":1,"at":[1.0,2.0,3.0],"snap":"ground"}"#,
        r#"{"action":"drop","things":"everything"}"#,
        r#"{"action":"rotate","things":"everything","degrees":90.0,"about":"middle","snap":"follow-ground"}"#,
        r#"{"action":"set-rotation","things":"everything","to":{"quaternion":[0.0,0.0,0.0,1.0]}}"#,
        r#"{"action":"scale","things":"everything","by":[1.0,1.0,2.0]}"#,
        r#"{"action":"align","things":"everything","axis":"x","to":{"at":5.0},"snap":"follow-ground"}"#,
        r#"{"action":"distribute","things":"everything","axis":"y","snap":"ground"}"#,
        r#"{"action":"settle","things":"everything"}"#,
        r#"{"action":"add","kind":"spawn","at":[1.0,2.0,3.0],"snap":"none","fields":{"limit":7.0}}"#,
        r#"{"action":"delete","things":"everything"}"#,
        r#"{"action":"duplicate","things":"everything","by":[1.0,2.0,3.0],"snap":"none"}"#,
        r#"{"action":"array","things":"everything","columns":2,"rows":3,"column_by":[1.0,2.0,3.0],"row_by":[1.0,2.0,3.0],"snap":"none"}"#,
        r#"{"action":"paste","things":[],"at":[1.0,2.0],"snap":"none"}"#,
        r#"{"action":"shape-heights","region":{"brush":{"points":[[1.0,2.0]],"radius_cm":500.0,"edge":"soft"}},"how":{"smooth":0.5}}"#,
        r#"{"action":"paint-tiles","region":{"box":{"from":[0.0,0.0],"to":[1.0,1.0]}},"tile":3,"brush":[1,2,3]}"#,
        r#"{"action":"paint-walks","region":{"block":"30_30"},"walk":1}"#,
        r#"{"action":"set-economy","field":{"rate":3},"to":50.0}"#,
        r#"{"action":"set-ground-tile","tile":1,"field":"layer1","to":5.0}"#,
        r#"{"action":"add-ground-tile","tile":{"layer1":1,"layer2":2,"offset1":3,"offset2":4,"blend":0,"rotation":1,"tile_type":0}}"#,
        r#"{"action":"remove-last-ground-tile"}"#,
        r#"{"action":"set-texture","texture":1,"to":"a.dds"}"#,
        r#"{"action":"set-old-water","block":"30_30","patches":[[0,1]],"has_water":true,"height_cm":"+5","water_type":1.0,"id":2.0}"#,
        r#"{"action":"set-water-size","block":"30_30","to":2000.0}"#,
        r#"{"action":"drop-slack","block":"30_30"}"#,
    ];

    #[test]
    fn a_tile_of_the_zon_has_the_fields_that_the_schema_says() {
        let Value::Object(fields) = serde_json::to_value(Tile::default()).unwrap() else {
            panic!()
        };
        let schema = ground_tile();
        let Value::Object(said) = &schema["properties"] else { panic!() };
        assert!(said.keys().eq(fields.keys()));
        let required: Vec<&str> =
            schema["required"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        for field in fields.keys() {
            assert!(required.contains(&field.as_str()));
            let mut less = fields.clone();
            less.remove(field);
            assert!(serde_json::from_value::<Tile>(Value::Object(less)).is_err(), "{field}");
        }
    }

    #[test]
    fn the_table_has_every_action_with_every_argument() {
        assert_table_fits::<Action>(ACTIONS, FULL);
    }
}
