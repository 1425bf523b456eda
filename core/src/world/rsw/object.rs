//! What is on a map, by its number and its kind.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::format::ragnarok::rsw::object::Object;
use crate::format::text::CodePage;

/// An object, for the life of the document; `#12` in words. As the file is opened, it is the place in the file,
/// from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ObjectId(pub u32);

/// The kinds of objects, as scripts name them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Model,
    Light,
    Sound,
    Effect,
}

impl Kind {
    pub const ALL: [Kind; 4] = [Kind::Model, Kind::Light, Kind::Sound, Kind::Effect];

    pub fn of(object: &Object) -> Kind {
        match object {
            Object::Model(_) => Kind::Model,
            Object::Light(_) => Kind::Light,
            Object::Sound(_) => Kind::Sound,
            Object::Effect(_) => Kind::Effect,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Kind::Model => "model",
            Kind::Light => "light",
            Kind::Sound => "sound",
            Kind::Effect => "effect",
        }
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Kind, String> {
        let known =
            Kind::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(text.trim()));
        known.ok_or_else(|| {
            let names = Kind::ALL.map(Kind::name).join(", ");
            format!("there is no kind {text}; known are {names}")
        })
    }
}

/// What people know an object by: its name, or else the file that it is made of; may be empty.
pub fn called(object: &Object, code_page: CodePage) -> String {
    let file = match object {
        Object::Model(model) => model.file.as_bytes(),
        Object::Sound(sound) => sound.file.as_bytes(),
        Object::Light(_) | Object::Effect(_) => &[],
    };
    let name = if object.name().is_empty() { file } else { object.name() };
    code_page.show(name).into_owned()
}
