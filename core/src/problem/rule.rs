//! Rules: what can be wrong, each with a code that a person can look up.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Something that can be wrong, as a row in the table of all codes.
///
/// A rule stands, as a `const`, in the file that checks it. Every room lists its own in a
/// `RULES`, and `crate::rules` lists all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// Lower case words with dashes, the subject first: `gat-unknown-type`, `def-unknown-type`.
    pub code: &'static str,
    /// Unless `landwright.toml` says otherwise.
    pub severity: Severity,
    /// What is wrong, in a few words: "Unknown field type".
    pub title: &'static str,
    /// For `explain`: what is meant, why it matters, and what to do, in plain sentences.
    pub explanation: &'static str,
}

/// Codes that got another name, with the one that they have now. People have written the old ones down.
const RENAMED: &[(&str, &str)] = &[("apd-square-middle", "apd-centre-missing")];

/// The code that a code is today: itself, unless it got another name.
pub fn today(code: &str) -> &str {
    RENAMED.iter().find(|(old, _)| *old == code).map_or(code, |(_, new)| new)
}

/// How bad it is. Ordered: the worst is the greatest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    Hint,
    Information,
    Warning,
    Error,
}

impl Severity {
    pub fn name(self) -> &'static str {
        match self {
            Severity::Hint => "hint",
            Severity::Information => "information",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
