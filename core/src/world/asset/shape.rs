//! The lists of each format: their things, what refers to those by number, and how a new one begins.

use serde_json::{Value, json};

use crate::format::file::Kind;

/// A list of things.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct List {
    /// Where it is: `objects[].parts`.
    pub pattern: &'static str,
    /// What a thing of it is called.
    pub thing: &'static str,
    pub way: Way,
    /// A new thing, as JSON.
    new: &'static str,
}

/// What its numbers mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Things behind one that goes move up.
    Rows,
    /// Other files know its things by number, so one that goes leaves an empty place.
    Slots,
}

/// A field with the number of a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reference {
    pub from: &'static str,
    /// The list, in the thing that the field belongs to.
    pub to: &'static str,
    /// The number of the first thing.
    pub first: u64,
    /// Numbers that say that there is none.
    none: &'static [u64],
}

const fn rows(pattern: &'static str, thing: &'static str, new: &'static str) -> List {
    List { pattern, thing, way: Way::Rows, new }
}

const fn slots(pattern: &'static str, thing: &'static str, new: &'static str) -> List {
    List { pattern, thing, way: Way::Slots, new }
}

const fn refers(from: &'static str, to: &'static str, none: &'static [u64]) -> Reference {
    Reference { from, to, first: 0, none }
}

/// The part of the same object that something hangs on, counted from 1.
const fn parent(from: &'static str) -> Reference {
    Reference { from, to: "objects[].parts", first: 1, none: &[0, 0xffff] }
}

const ZSC: &[List] = &[
    rows("meshes", "mesh", r#""""#),
    rows(
        "materials",
        "material",
        r#"{"path":"","is_skin":0,"alpha_enabled":0,"two_sided":0,"alpha_test":1,"alpha_ref":128,"z_test":1,"z_write":1,"blend":0,"specular":0,"alpha":1.0,"glow":0,"glow_colour":[1.0,1.0,1.0]}"#,
    ),
    rows("effects", "effect", r#""""#),
    slots("objects", "object", r#"{"radius":0,"x":0,"y":0,"parts":[],"effects":[],"bounds":null}"#),
    rows(
        "objects[].parts",
        "part",
        r#"{"mesh":0,"material":0,"position":null,"rotation_wxyz":null,"scale":null,"axis_rotation":null,"bone":null,"dummy":null,"parent":null,"collision":null,"motion":null,"visible_range":null,"lightmap":null,"layout":null}"#,
    ),
    rows(
        "objects[].effects",
        "effect of an object",
        r#"{"effect":65535,"type":0,"position":null,"rotation_wxyz":null,"scale":null,"axis_rotation":null,"bone":null,"dummy":null,"parent":null,"collision":null,"motion":null,"visible_range":null,"lightmap":null,"layout":null}"#,
    ),
];

const CHR: &[List] = &[
    rows("skeletons", "skeleton", r#""""#),
    rows("motions", "motion", r#""""#),
    rows("effects", "effect", r#""""#),
    slots(
        "characters",
        "character",
        r#"{"present":1,"skeleton":0,"name":"","models":[],"motions":[],"effects":[]}"#,
    ),
    rows("characters[].models", "model", r#"0"#),
    rows("characters[].motions", "motion of a character", r#"{"action":0,"motion":0}"#),
    rows("characters[].effects", "effect of a character", r#"{"dummy":0,"effect":0}"#),
];

const EFT: &[List] = &[
    rows(
        "particles",
        "particle",
        r#"{"name":"","id":"","unknown1":3452816845,"ptl":"NULL","use_motion":3452816640,"motion":"NULL","loops":1,"unknown2":0,"placing":{"position_cm":[0.0,0.0,0.0],"pitch_yaw_roll_degrees":[0.0,0.0,0.0],"leftover":0.0},"delay_ms":0,"linked":1}"#,
    ),
    rows(
        "meshes",
        "mesh",
        r#"{"name":"","id":"","unknown1":3452816845,"mesh":"NULL","morph":"NULL","picture":"NULL","alpha":3452816641,"two_sided":3452816641,"alpha_test":3452816640,"z_test":3452816641,"z_write":3452816640,"source_blend":5,"target_blend":6,"blend_operation":1,"use_motion":3452816640,"motion":"NULL","motion_loops":1,"unknown2":0,"placing":{"position_cm":[0.0,0.0,0.0],"pitch_yaw_roll_degrees":[0.0,0.0,0.0],"leftover":0.0},"delay_ms":0,"loops":1,"linked":1}"#,
    ),
];

const PTL: &[List] = &[
    rows(
        "sequences",
        "sequence",
        r#"{"name":"","life":[4.8,4.8],"per_second":[1.0,1.0],"loops":0,"direction":[[0.0,0.0,0.0],[0.0,0.0,0.0]],"place":[[0.0,0.0,0.0],[0.0,0.0,0.0]],"gravity":[[0.0,0.0,0.0],[0.0,0.0,0.0]],"picture":"","max_particles":10,"alignment":0,"coordinates":0,"columns":1,"rows":1,"kind":1,"target_blend":6,"source_blend":5,"blend_operation":1,"events":[]}"#,
    ),
    rows(
        "sequences[].events",
        "event",
        r#"{"type":7,"time":[0.0,0.0],"fade":0,"values":[1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0]}"#,
    ),
];

const ZMO: &[List] = &[
    rows("channels", "channel", r#"{"type":2,"bone":0,"frames":[]}"#),
    rows("events", "event", r#"0"#),
];

const ZSC_REFERENCES: &[Reference] = &[
    refers("objects[].parts[].mesh", "meshes", &[]),
    refers("objects[].parts[].material", "materials", &[]),
    refers("objects[].effects[].effect", "effects", &[0xffff]),
    parent("objects[].parts[].parent"),
    parent("objects[].effects[].parent"),
];

const CHR_REFERENCES: &[Reference] = &[
    refers("characters[].skeleton", "skeletons", &[]),
    refers("characters[].motions[].motion", "motions", &[0xcdcd]),
    refers("characters[].effects[].effect", "effects", &[]),
];

/// The lists of a format.
pub fn lists_of(kind: Kind) -> &'static [List] {
    match kind {
        Kind::Zsc => ZSC,
        Kind::Chr => CHR,
        Kind::Eft => EFT,
        Kind::Ptl => PTL,
        Kind::Zmo => ZMO,
        _ => &[],
    }
}

/// The fields of a format that hold numbers of things.
pub fn references_of(kind: Kind) -> &'static [Reference] {
    match kind {
        Kind::Zsc => ZSC_REFERENCES,
        Kind::Chr => CHR_REFERENCES,
        _ => &[],
    }
}

/// A list by its pattern.
pub fn list_at(kind: Kind, pattern: &str) -> Option<&'static List> {
    lists_of(kind).iter().find(|list| list.pattern == pattern)
}

impl List {
    /// A new thing, and what an empty place has.
    pub(super) fn new_thing(&self) -> Value {
        serde_json::from_str(self.new).unwrap_or_default()
    }

    /// What is in a place whose thing went.
    pub(super) fn empty(&self) -> Value {
        if self.pattern == "characters" { Value::Null } else { self.new_thing() }
    }
}

impl Reference {
    /// Which thing a value of the field is, by its place in the list.
    pub(super) fn place_of(&self, value: &Value) -> Option<usize> {
        let number = value.as_u64().filter(|number| !self.none.contains(number))?;
        usize::try_from(number.checked_sub(self.first)?).ok()
    }

    /// The value that stands for a thing.
    pub(super) fn value_of(&self, place: usize) -> Value {
        json!((place as u64).saturating_add(self.first))
    }
}
