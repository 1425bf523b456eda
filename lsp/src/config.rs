//! What a person can set: the section `landwright` of the editor's settings.
//!
//! A wrong value is complained about and leaves its setting as it was by default; all others
//! still hold.

use std::collections::BTreeMap;

use landwright_core::def::{self, Dialect};
use landwright_core::problem::Severity;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The name of the section in the editor's settings.
pub const SECTION: &str = "landwright";

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Settings {
    /// Dialect and patch.
    pub def: def::Settings,
    pub inlay_hints: InlayHints,
    pub rename: Rename,
    /// What a problem's code counts as, where it is not what its rule says.
    pub severities: BTreeMap<String, Level>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InlayHints {
    pub offset: bool,
    pub size: bool,
    pub implied: bool,
    /// The likely types of unknown fields, out of recorded packets.
    pub types: bool,
}

impl Default for InlayHints {
    fn default() -> InlayHints {
        InlayHints { offset: true, size: true, implied: true, types: false }
    }
}

/// How far renaming reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rename {
    /// A field is renamed in all versions of its packet, not in its own file alone.
    pub all_versions: bool,
    /// A packet is renamed in maps too, though they come out of the client.
    pub maps: bool,
}

/// A severity, or that a problem is not to be reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    Off,
    Hint,
    Information,
    Warning,
    Error,
}

impl Level {
    pub fn severity(self) -> Option<Severity> {
        match self {
            Level::Off => None,
            Level::Hint => Some(Severity::Hint),
            Level::Information => Some(Severity::Information),
            Level::Warning => Some(Severity::Warning),
            Level::Error => Some(Severity::Error),
        }
    }
}

impl Settings {
    /// Reads the section, and says what in it is wrong.
    pub fn read(section: &Value) -> (Settings, Vec<String>) {
        let mut reader = Reader { section, complaints: Vec::new() };
        let usual = InlayHints::default();
        let settings = Settings {
            def: def::Settings {
                dialect: reader.dialect(),
                patch: reader.get("/patch", "a number such as 92"),
            },
            inlay_hints: InlayHints {
                offset: reader.get("/inlayHints/offset", "true or false").unwrap_or(usual.offset),
                size: reader.get("/inlayHints/size", "true or false").unwrap_or(usual.size),
                implied: reader
                    .get("/inlayHints/implied", "true or false")
                    .unwrap_or(usual.implied),
                types: reader.get("/inlayHints/types", "true or false").unwrap_or(usual.types),
            },
            rename: Rename {
                all_versions: reader
                    .get("/rename/allVersions", "true or false")
                    .unwrap_or_default(),
                maps: reader.get("/rename/maps", "true or false").unwrap_or_default(),
            },
            severities: reader.severities(),
        };
        (settings, reader.complaints)
    }

    /// What a problem counts as here; `None` if it is not to be reported.
    pub fn severity(&self, code: &str, usual: Severity) -> Option<Severity> {
        match self.severities.get(code) {
            Some(level) => level.severity(),
            None => Some(usual),
        }
    }
}

struct Reader<'a> {
    section: &'a Value,
    complaints: Vec<String>,
}

impl Reader<'_> {
    /// The value at a path, where it is there and is what it has to be.
    fn get<T: DeserializeOwned>(&mut self, path: &str, expected: &str) -> Option<T> {
        let value = self.section.pointer(path).filter(|value| !value.is_null())?;
        let read = T::deserialize(value).ok();
        if read.is_none() {
            let name = path.replace('/', ".");
            self.complaints.push(format!("{SECTION}{name} is {value}, but must be {expected}"));
        }
        read
    }

    fn dialect(&mut self) -> Dialect {
        let name: Option<String> = self.get("/dialect", "the name of a dialect");
        let Some(name) = name else { return Dialect::default() };
        Dialect::named(&name).unwrap_or_else(|| {
            let known = Dialect::ALL.map(Dialect::name).join(", ");
            let complaint = format!("{SECTION}.dialect is {name}, but must be one of {known}");
            self.complaints.push(complaint);
            Dialect::default()
        })
    }

    fn severities(&mut self) -> BTreeMap<String, Level> {
        let Some(all) = self.get::<BTreeMap<String, Value>>("/severities", "codes with severities")
        else {
            return BTreeMap::new();
        };
        let mut levels = BTreeMap::new();
        for (code, value) in all {
            match Level::deserialize(&value) {
                Ok(level) => {
                    levels.insert(code, level);
                }
                Err(_) => self.complaints.push(format!(
                    "{SECTION}.severities: {code} is {value}, but must be error, warning, \
                     information, hint or off"
                )),
            }
        }
        levels
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_not_set_is_as_usual() {
        for nothing in [json!(null), json!({}), json!({"patch": null}), json!([]), json!(3)] {
            assert_eq!(Settings::read(&nothing), (Settings::default(), vec![]), "{nothing}");
        }
    }

    #[test]
    fn a_wrong_value_is_complained_about_and_the_rest_holds() {
        let (settings, complaints) = Settings::read(&json!({
            "dialect": "klingon",
            "patch": 92,
            "inlayHints": { "size": false, "offset": 1 },
            "severities": { "def-unknown-type": "off", "def-x": "loud" },
        }));
        assert_eq!(settings.def.dialect, Dialect::Auto);
        assert_eq!(settings.def.patch, Some(92));
        let hints = InlayHints { size: false, ..InlayHints::default() };
        assert_eq!(settings.inlay_hints, hints);
        assert_eq!(settings.severity("def-unknown-type", Severity::Error), None);
        assert_eq!(settings.severity("def-x", Severity::Error), Some(Severity::Error));
        let named = ["landwright.dialect", "landwright.inlayHints.offset", "landwright.severities"];
        assert_eq!(complaints.len(), named.len());
        for (complaint, name) in complaints.iter().zip(named) {
            assert!(complaint.starts_with(name), "{complaint}");
        }
    }
}
