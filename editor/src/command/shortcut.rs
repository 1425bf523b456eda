//! Keys as people write them, such as `Ctrl+Shift+P`. Ctrl means Command on a Mac.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A key with what is held down besides.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shortcut {
    pub with_ctrl: bool,
    pub with_alt: bool,
    pub with_shift: bool,
    /// As egui names it: `A`, `F8`, `Delete`, `[`.
    pub key: String,
}

/// Signs as they are written and as they are called. They need Shift on some keyboards and not on
/// others, so Shift makes no difference for them.
const SIGNS: [(&str, &str); 18] = [
    ("+", "Plus"),
    ("-", "Minus"),
    ("=", "Equals"),
    (":", "Colon"),
    (";", "Semicolon"),
    (",", "Comma"),
    (".", "Period"),
    ("/", "Slash"),
    ("\\", "Backslash"),
    ("|", "Pipe"),
    ("?", "Questionmark"),
    ("!", "Exclamationmark"),
    ("[", "OpenBracket"),
    ("]", "CloseBracket"),
    ("{", "OpenCurlyBracket"),
    ("}", "CloseCurlyBracket"),
    ("`", "Backtick"),
    ("'", "Quote"),
];

impl Shortcut {
    /// Whether both are pressed in the same way, however they are written.
    pub fn is_like(&self, other: &Shortcut) -> bool {
        let (own, others) = (called(&self.key), called(&other.key));
        own.eq_ignore_ascii_case(others)
            && self.with_ctrl == other.with_ctrl
            && self.with_alt == other.with_alt
            && (self.with_shift == other.with_shift || is_sign(own))
    }
}

fn called(key: &str) -> &str {
    SIGNS.iter().find(|(sign, _)| *sign == key).map_or(key, |(_, name)| name)
}

/// By the name of the key, such as `Plus`.
pub fn is_sign(name: &str) -> bool {
    SIGNS.iter().any(|(_, sign)| *sign == name)
}

/// The text of a key that is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a key; write it as Ctrl+Shift+P")]
pub struct BadShortcut(String);

impl FromStr for Shortcut {
    type Err = BadShortcut;

    fn from_str(text: &str) -> Result<Shortcut, BadShortcut> {
        let bad = || BadShortcut(text.to_owned());
        // The last part may be a plus sign itself.
        let (held, key) = match text.strip_suffix('+') {
            Some(rest) => (rest.strip_suffix('+').unwrap_or(rest), "+"),
            None => text.rsplit_once('+').unwrap_or(("", text)),
        };
        let mut shortcut = Shortcut {
            with_ctrl: false,
            with_alt: false,
            with_shift: false,
            key: key.trim().to_owned(),
        };
        for part in held.split('+').map(str::trim).filter(|part| !part.is_empty()) {
            match part.to_ascii_lowercase().as_str() {
                "ctrl" | "cmd" | "command" => shortcut.with_ctrl = true,
                "alt" | "option" => shortcut.with_alt = true,
                "shift" => shortcut.with_shift = true,
                _ => return Err(bad()),
            }
        }
        if shortcut.key.is_empty() { Err(bad()) } else { Ok(shortcut) }
    }
}

impl TryFrom<String> for Shortcut {
    type Error = BadShortcut;

    fn try_from(text: String) -> Result<Shortcut, BadShortcut> {
        text.parse()
    }
}

impl From<Shortcut> for String {
    fn from(shortcut: Shortcut) -> String {
        shortcut.to_string()
    }
}

impl fmt::Display for Shortcut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ctrl = if cfg!(target_os = "macos") { "Cmd" } else { "Ctrl" };
        for (is_held, name) in
            [(self.with_ctrl, ctrl), (self.with_alt, "Alt"), (self.with_shift, "Shift")]
        {
            if is_held {
                write!(f, "{name}+")?;
            }
        }
        f.write_str(&self.key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortcuts_are_read_as_they_are_written() {
        for text in ["A", "F8", "Ctrl+Shift+P", "Ctrl++", "+", "Ctrl+Alt+Delete", "["] {
            let shortcut: Shortcut = text.parse().unwrap();
            assert_eq!(shortcut.to_string().replace("Cmd", "Ctrl"), text);
        }
        assert_eq!("ctrl + z".parse::<Shortcut>().unwrap().key, "z");
        let is_like = |a: &str, b: &str| {
            let [a, b]: [Shortcut; 2] = [a, b].map(|text| text.parse().unwrap());
            a.is_like(&b)
        };
        assert!(is_like("Ctrl++", "Ctrl+Shift+Plus") && is_like("ctrl+z", "Cmd+Z"));
        assert!(!is_like("A", "Shift+A") && !is_like("+", "Alt++"));
        assert!("Hyper+A".parse::<Shortcut>().is_err());
        assert!("Ctrl+".parse::<Shortcut>().is_ok_and(|shortcut| shortcut.key == "+"));
    }
}
