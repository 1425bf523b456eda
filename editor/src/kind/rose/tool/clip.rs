//! Things as text on the clipboard, to be pasted into this zone or another.

use landwright_core::world::zone::names::carried::Carried;
use landwright_core::world::zone::thing::Thing;
use serde::{Deserialize, Serialize};

/// Copied as text, so many are some megabytes.
pub const MOST_COPIED: usize = 10_000;

/// What was copied here.
#[derive(Debug, Clone, PartialEq)]
pub struct Copied {
    pub clip: Clip,
    /// What is for it on the clipboard of the system: all of it, or, for very many things, words
    /// that mean it in this window alone.
    pub text: String,
}

impl Copied {
    pub fn new(clip: Clip) -> Copied {
        let text = match clip.things.len() {
            0..=MOST_COPIED => clip.to_text(),
            n => format!("{n} things of a zone, copied in window {}", std::process::id()),
        };
        Copied { clip, text }
    }
}

/// What is on the clipboard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clip {
    #[serde(rename = "rose-things")]
    pub things: Vec<Thing>,
    /// How high the ground is under each of them, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ground_cm: Option<Vec<Option<f64>>>,
    /// What their numbers are called where they come from.
    #[serde(default, skip_serializing_if = "Carried::is_empty")]
    pub called: Carried,
}

impl Clip {
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// `None` for text that is none.
    pub fn from_text(text: &str) -> Option<Clip> {
        serde_json::from_str(text).ok()
    }
}
