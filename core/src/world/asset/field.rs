//! What the fields of assets mean, for people: flags, numbers with names, numbers of things, and what a thing is
//! called.

use serde_json::{Value, json};

use crate::format::file::Kind;
use crate::format::rose::zmo::ChannelKind;
use crate::format::text::{CodePage, Text};
use crate::world::asset::Asset;
use crate::world::asset::place::Place;
use crate::world::asset::shape::{Reference, references_of};
use crate::world::asset::tree::LAYOUT;

/// What can stand in a field.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Sort {
    /// A number, a text or a list of numbers.
    Plain,
    /// On or off: the lowest byte counts.
    Flag,
    /// A number that stands for something.
    Choice(&'static [(u64, &'static str)]),
    /// A number that stands for something in its lowest bits, and flags above them.
    Bits { choices: &'static [(u64, &'static str)], flags: &'static [(u64, &'static str)] },
    /// The number of a thing.
    Thing(&'static Reference),
    /// It stays as it is in the file.
    Kept,
}

type Names = &'static [(u64, &'static str)];

/// Of a part: how it stops what comes to it.
const SHAPES: Names =
    &[(0, "none"), (1, "sphere"), (2, "box along the axes"), (3, "turned box"), (4, "triangles")];
const COLLISION: Names = &[
    (8, "Not movable"),
    (16, "Not pickable"),
    (32, "Height only"),
    (64, "Lets the camera through"),
    (128, "Lets everything through"),
];
const GLOW: Names = &[
    (0, "none"),
    (2, "simple"),
    (3, "light"),
    (4, "texture"),
    (5, "texture and light"),
    (6, "alpha"),
];
const MATERIAL_BLEND: Names = &[(0, "normal"), (1, "lighten"), (3, "custom"), (255, "none")];
const EFFECT_TYPE: Names = &[(0, "always"), (1, "at night"), (2, "light")];
const ACTIONS: Names = &[
    (0, "stop"),
    (1, "move"),
    (2, "attack"),
    (3, "hit"),
    (4, "die"),
    (5, "run"),
    (6, "cast 1"),
    (7, "skill 1"),
    (8, "cast 2"),
    (9, "skill 2"),
    (10, "more"),
    (65535, "not set"),
];
/// Numbers of Direct3D 9.
const BLENDS: Names = &[
    (1, "zero"),
    (2, "one"),
    (3, "source colour"),
    (4, "1 − source colour"),
    (5, "source alpha"),
    (6, "1 − source alpha"),
    (7, "target alpha"),
    (8, "1 − target alpha"),
    (9, "target colour"),
    (10, "1 − target colour"),
    (11, "source alpha, saturated"),
];
const OPERATIONS: Names =
    &[(1, "add"), (2, "subtract"), (3, "subtract reversed"), (4, "least"), (5, "most")];
const ALIGNMENTS: Names =
    &[(0, "to the camera"), (1, "in the plane of the world"), (2, "around the upright axis")];
const COORDINATES: Names = &[(0, "of the world"), (1, "follow the place"), (2, "local")];
const PARTICLE_EVENTS: Names = &[
    (1, "size"),
    (2, "time"),
    (3, "red"),
    (4, "green"),
    (5, "blue"),
    (6, "alpha"),
    (7, "colour"),
    (8, "velocity x"),
    (9, "velocity y"),
    (10, "velocity z"),
    (11, "velocity"),
    (12, "picture of the atlas"),
    (13, "rotation"),
];
/// Of a frame.
const FRAME_EVENTS: Names = &[
    (0, "none"),
    (1, "footstep"),
    (2, "vehicle, dummy 1"),
    (3, "vehicle, dummy 2"),
    (10, "skill hits, dummy"),
    (20, "skill hits, dummy"),
    (21, "weapon hits"),
    (22, "fire a bullet"),
    (23, "fire a bullet"),
    (24, "skill takes effect"),
    (25, "skill hits"),
    (26, "bullet of a skill"),
    (31, "attack sound"),
    (32, "attack sound"),
    (33, "attack sound"),
    (34, "skill sound"),
    (44, "casting effect 0"),
    (56, "bullet from a dummy"),
    (64, "casting effect 1"),
    (66, "bullet from a dummy"),
    (74, "casting effect 2"),
    (84, "casting effect 3"),
    (91, "resurrect"),
];

/// What a field of a format means, by its pattern.
pub fn sort_of(kind: Kind, pattern: &str) -> Sort {
    if let Some(reference) = references_of(kind).iter().find(|one| one.from == pattern) {
        return Sort::Thing(reference);
    }
    let name = pattern.rsplit('.').next().unwrap_or(pattern);
    match (kind, pattern, name) {
        (_, _, "tail" | "gap" | LAYOUT | "n_frames") => Sort::Kept,
        (Kind::Zsc, "objects[].parts[].collision", _) => {
            Sort::Bits { choices: SHAPES, flags: COLLISION }
        }
        (Kind::Zsc, _, "glow") => Sort::Choice(GLOW),
        (Kind::Zsc, _, "blend") => Sort::Choice(MATERIAL_BLEND),
        (Kind::Zsc, "objects[].effects[].type", _) => Sort::Choice(EFFECT_TYPE),
        (
            Kind::Zsc,
            _,
            "is_skin" | "alpha_enabled" | "two_sided" | "alpha_test" | "z_test" | "z_write"
            | "specular",
        ) => Sort::Flag,
        (Kind::Chr, _, "action") => Sort::Choice(ACTIONS),
        (
            Kind::Eft,
            _,
            "use_sound" | "use_motion" | "linked" | "alpha" | "two_sided" | "alpha_test" | "z_test"
            | "z_write",
        )
        | (Kind::Ptl, _, "fade") => Sort::Flag,
        (Kind::Eft | Kind::Ptl, _, "source_blend" | "target_blend") => Sort::Choice(BLENDS),
        (Kind::Eft | Kind::Ptl, _, "blend_operation") => Sort::Choice(OPERATIONS),
        (Kind::Ptl, _, "alignment") => Sort::Choice(ALIGNMENTS),
        (Kind::Ptl, _, "coordinates") => Sort::Choice(COORDINATES),
        (Kind::Ptl, _, "type") => Sort::Choice(PARTICLE_EVENTS),
        (Kind::Zmo, "channels[].type", _) => Sort::Kept,
        (Kind::Zmo, "events[]", _) => Sort::Choice(FRAME_EVENTS),
        _ => Sort::Plain,
    }
}

/// What a field has at first that may be absent; `None` for one that is always there.
pub fn optional(kind: Kind, pattern: &str) -> Option<Value> {
    let (around, name) = pattern.rsplit_once('.').unwrap_or(("", pattern));
    match (kind, around) {
        (Kind::Zmo, "") if name == "blend_ms" => Some(json!(0)),
        (Kind::Zsc, "objects[].parts[]" | "objects[].effects[]") => match name {
            "position" => Some(json!([0.0, 0.0, 0.0])),
            "scale" => Some(json!([1.0, 1.0, 1.0])),
            "rotation_wxyz" | "axis_rotation" => Some(json!([1.0, 0.0, 0.0, 0.0])),
            "motion" => Some(json!("")),
            "bone" | "dummy" | "parent" | "collision" | "visible_range" | "lightmap" => {
                Some(json!(0))
            }
            _ => None,
        },
        _ => None,
    }
}

/// The name of a number, where it has one.
pub fn named(choices: &[(u64, &'static str)], number: u64) -> Option<&'static str> {
    choices.iter().find(|(own, _)| *own == number).map(|(_, name)| *name)
}

/// A text of a file in words.
pub fn text_of(value: &Value, code_page: CodePage) -> Option<String> {
    if !value.is_string() && !value.is_object() {
        return None;
    }
    let text: Text = serde_json::from_value(value.clone()).ok()?;
    Some(text.decode(code_page).into_owned())
}

impl Asset {
    /// What a thing is called; empty where it has no name.
    pub fn called(&self, place: &Place) -> String {
        let Some(value) = self.get(place) else { return String::new() };
        let text = |value: &Value| text_of(value, self.code_page());
        let field = |name: &str| value.get(name).and_then(text).filter(|text| !text.is_empty());
        let number = |name: &str| value.get(name).and_then(Value::as_u64);
        let thing = |list: &str, name: &str| {
            let of = Place::default().field(list).nth(usize::try_from(number(name)?).ok()?);
            Some(stem(&self.get(&of).and_then(text)?))
        };
        match (self.kind(), place.pattern().as_str()) {
            (Kind::Zsc, "objects[]") => {
                let first = place.field("parts").nth(0);
                self.get(&first).map(|_| self.called(&first)).unwrap_or_default()
            }
            (Kind::Zsc, "objects[].parts[]") => thing("meshes", "mesh").unwrap_or_default(),
            (Kind::Zsc, "objects[].effects[]") => {
                thing("effects", "effect").unwrap_or_else(|| "a place".to_owned())
            }
            (Kind::Chr, "characters[].motions[]") => {
                let action = number("action").unwrap_or_default();
                let action = named(ACTIONS, action).map_or(action.to_string(), str::to_owned);
                let motion = thing("motions", "motion").unwrap_or_default();
                format!("{action}  {motion}").trim_end().to_owned()
            }
            (Kind::Chr, "characters[].effects[]") => thing("effects", "effect").unwrap_or_default(),
            (Kind::Zmo, "channels[]") => {
                let kind = number("type").and_then(|kind| u32::try_from(kind).ok());
                let name = kind.and_then(|kind| ChannelKind(kind).name()).unwrap_or_default();
                format!("{name} of {}", number("bone").unwrap_or_default())
            }
            (kind, pattern @ ("events[]" | "sequences[].events[]" | "characters[].models[]")) => {
                let number = value.as_u64().or_else(|| number("type")).unwrap_or_default();
                let at =
                    if value.is_object() { format!("{pattern}.type") } else { pattern.to_owned() };
                match sort_of(kind, &at) {
                    Sort::Choice(names) => {
                        named(names, number).map_or(number.to_string(), str::to_owned)
                    }
                    _ => number.to_string(),
                }
            }
            _ if value.is_object() && text(value).is_none() => {
                let names = ["name", "path", "ptl", "mesh", "picture"].into_iter();
                names.filter_map(field).next().map(|text| stem(&text)).unwrap_or_default()
            }
            _ => text(value).map(|text| stem(&text)).unwrap_or_default(),
        }
    }
}

/// The name of a file without its folders.
fn stem(path: &str) -> String {
    path.rsplit(['\\', '/']).next().unwrap_or(path).to_owned()
}
