//! Things as text on the clipboard, to be pasted into this zone or another.

use landwright_core::world::zone::thing::Thing;
use serde::{Deserialize, Serialize};

/// Copied as text, so many are some megabytes.
pub const MOST_COPIED: usize = 10_000;

/// What is on the clipboard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clip {
    #[serde(rename = "rose-things")]
    pub things: Vec<Thing>,
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
