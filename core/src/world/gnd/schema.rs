//! The actions of ground in words, and what their arguments are as JSON.

use serde_json::{Map, Value, json};

use crate::world::gat::schema::{how_schema, object, one_of};
use crate::world::schema::{ActionRow, Argument, Script, optional, required};

/// What a script for ground is made of.
pub const SCRIPT: Script =
    Script { title: "Script of Landwright for Ragnarok ground", actions: ACTIONS, definitions };

const REGION: Argument = required("region", "region", "The cubes");
const TEXTURE: Argument =
    required("texture", "texture", "Its place in the list, or its name, which is added if needed");
const OVER: Argument =
    optional("over", "whole", "Lays the picture anew, over so many cubes along each side");
const X: Argument = required("x", "count", "Column of the cube");
const Y: Argument = required("y", "count", "Row of the cube");

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
        "shape-heights",
        "Set, raise, lower, flatten, smooth or roughen the ground, or make a ramp",
        &[
            REGION,
            required("how", "how", "How to change the heights, in world units upwards"),
            optional(
                "falloff",
                "number",
                "Cubes over which the effect grows from the edge inwards",
            ),
        ],
    ),
    row(
        "set-corners",
        "Give corners of one cube heights, and leave its neighbours",
        &[X, Y, required("heights", "heights", "In world units upwards, by corner")],
    ),
    row(
        "paint",
        "Give the surfaces of cubes a texture",
        &[REGION, TEXTURE, optional("faces", "faces", "Which surfaces; the tops by default"), OVER],
    ),
    row(
        "set-surface",
        "Change one surface of one cube; one that others share is copied first",
        &[
            X,
            Y,
            required("face", "face", "Which surface"),
            optional("texture", "texture", "Its place in the list, or its name"),
            optional("lightmap", "count", "Its place in the list"),
            optional("color", "color", "Blue, green, red and alpha"),
            optional(
                "u",
                "uv",
                "Across the picture: south-west, south-east, north-west, north-east",
            ),
            optional("v", "uv", "Down the picture, in the same order"),
        ],
    ),
    row(
        "set-texture",
        "Rename a texture of the list, wherever it is used",
        &[
            required("texture", "count", "Its place in the list"),
            required("name", "text", "The file below data\\texture"),
        ],
    ),
    row(
        "add-walls",
        "Put walls where the ground steps up or down to a neighbour and none is there",
        &[
            REGION,
            TEXTURE,
            optional("faces", "walls", "north, east, or both by default"),
            optional("everywhere", "flag", "Also where there is no step yet"),
        ],
    ),
    row(
        "remove-walls",
        "Remove walls",
        &[REGION, optional("faces", "walls", "north, east, or both by default")],
    ),
    row("make-holes", "Remove the tops of cubes", &[REGION]),
    row("fill-holes", "Put a top on cubes that have none", &[REGION, TEXTURE, OVER]),
];

fn definitions() -> Value {
    let reference = |name: &str| json!({ "$ref": format!("#/$defs/{name}") });
    let (count, number) = (reference("count"), reference("number"));
    let list = |items: Value, n: usize| json!({ "type": "array", "items": items, "minItems": n, "maxItems": n });
    let corners = ["south-west", "south-east", "north-west", "north-east"];
    let heights: Map<String, Value> =
        corners.iter().map(|corner| ((*corner).to_owned(), number.clone())).collect();
    let rectangle = object(
        &json!({ "x": count, "y": count, "width": count, "height": count }),
        &["x", "y", "width", "height"],
    );
    let place = list(number.clone(), 2);
    let points = json!({ "type": "array", "items": place });
    let mut regions = vec![json!({ "const": "everything" })];
    regions.extend(one_of(&[
        ("rectangle", rectangle),
        ("circle", object(&json!({ "at": place, "radius": number }), &["at", "radius"])),
        ("brush", object(&json!({ "points": points, "radius": number }), &["points", "radius"])),
    ]));
    let byte = json!({ "type": "integer", "minimum": 0, "maximum": 255 });
    json!({
        "count": { "type": "integer", "minimum": 0, "maximum": u32::MAX },
        "whole": { "type": "integer", "minimum": 1, "maximum": u32::MAX },
        "number": { "type": "number" },
        "flag": { "type": "boolean" },
        "text": { "type": "string" },
        "region": { "oneOf": regions },
        "how": how_schema(&count, &number),
        "heights": object(&Value::Object(heights), &[]),
        "texture": { "anyOf": [count, { "type": "string" }] },
        "face": { "enum": ["top", "north", "east"] },
        "faces": { "type": "array", "items": reference("face") },
        "walls": { "type": "array", "items": { "enum": ["north", "east"] } },
        "color": list(byte, 4),
        "uv": list(number, 4),
    })
}

#[cfg(test)]
mod tests {
    use crate::world::gnd::action::Action;
    use crate::world::gnd::schema::ACTIONS;
    use crate::world::schema::tests::assert_table_fits;

    #[test]
    fn every_action_is_in_the_table_with_its_arguments() {
        let full = [
            r#"{"action":"shape-heights","region":{"circle":{"at":[1.0,2.0],"radius":3.0}},"how":{"raise":{"by":1.0}},"falloff":2.0}"#,
            r#"{"action":"set-corners","x":1,"y":2,"heights":{"south-west":1.0}}"#,
            r#"{"action":"paint","region":"everything","texture":1,"faces":["north"],"over":4}"#,
            r#"{"action":"set-surface","x":1,"y":2,"face":"top","texture":"a.bmp","lightmap":1,"color":[1,2,3,4],"u":[0.0,1.0,0.0,1.0],"v":[0.0,1.0,0.0,1.0]}"#,
            r#"{"action":"set-texture","texture":1,"name":"a.bmp"}"#,
            r#"{"action":"add-walls","region":"everything","texture":1,"faces":["north"],"everywhere":true}"#,
            r#"{"action":"remove-walls","region":"everything","faces":["north"]}"#,
            r#"{"action":"make-holes","region":{"rectangle":{"x":0,"y":0,"width":1,"height":1}}}"#,
            r#"{"action":"fill-holes","region":{"brush":{"points":[[1.0,2.0]],"radius":1.0}},"texture":1,"over":4}"#,
        ];
        assert_table_fits::<Action>(ACTIONS, &full);
    }
}
