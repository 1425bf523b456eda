//! `revisions.json` and `deprecated.json`.

use std::sync::Arc;

use serde_json::{Map, Value};

/// Which builds of the game are of which patch: `"373822": "tw-98.02"`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Revisions {
    /// By the revision.
    pub revisions: Vec<Revision>,
    pub fault: Option<TableFault>,
}

/// `(region-)major(.minor)(/sysmsg)`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision {
    pub revision: u32,
    pub region: Option<Box<str>>,
    pub major: u32,
    pub minor: Option<u32>,
    /// The map of system messages, where it is not that of the major patch.
    pub sysmsg: Option<u32>,
    /// As written.
    pub text: Box<str>,
}

/// Versions of packets that only older patches have: `{NAME: {VERSION: {min, max, readable}}}`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Deprecated {
    pub text: Arc<str>,
    /// By name and version.
    pub versions: Vec<DeprecatedVersion>,
    pub fault: Option<TableFault>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeprecatedVersion {
    pub name: Box<str>,
    pub version: u32,
    /// The patches that have it.
    pub min: Option<u32>,
    pub max: Option<u32>,
    pub readable: bool,
}

/// Why a table is empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableFault {
    /// Where the JSON breaks.
    pub offset: usize,
    pub message: String,
}

impl Revisions {
    pub(super) fn parse(text: &str) -> Revisions {
        let (table, fault) = object(text);
        let mut revisions: Vec<Revision> = table
            .iter()
            .filter_map(|(key, value)| Revision::parse(key.parse().ok()?, value.as_str()?))
            .collect();
        revisions.sort_by_key(|revision| revision.revision);
        Revisions { revisions, fault }
    }

    pub fn get(&self, revision: u32) -> Option<&Revision> {
        let at = self.revisions.binary_search_by_key(&revision, |row| row.revision).ok()?;
        self.revisions.get(at)
    }
}

impl Revision {
    fn parse(revision: u32, text: &str) -> Option<Revision> {
        let (rest, sysmsg) = match text.split_once('/') {
            Some((rest, sysmsg)) => (rest, Some(sysmsg.parse().ok()?)),
            None => (text, None),
        };
        let (region, patch) = match rest.split_once('-') {
            Some((region, patch)) => (Some(region.into()), patch),
            None => (None, rest),
        };
        let (major, minor) = match patch.split_once('.') {
            Some((major, minor)) => (major, Some(minor.parse().ok()?)),
            None => (patch, None),
        };
        let major = major.parse().ok()?;
        Some(Revision { revision, region, major, minor, sysmsg, text: text.into() })
    }
}

impl Deprecated {
    pub(super) fn parse(text: impl Into<Arc<str>>) -> Deprecated {
        let text = text.into();
        let (table, fault) = object(&text);
        let mut versions = Vec::new();
        for (name, of_packet) in &table {
            for (version, row) in of_packet.as_object().into_iter().flatten() {
                let Ok(version) = version.parse() else { continue };
                let patch = |key| u32::try_from(row.get(key)?.as_u64()?).ok();
                let readable = row.get("readable").and_then(Value::as_bool).unwrap_or(false);
                let (min, max) = (patch("min"), patch("max"));
                let name = name.as_str().into();
                versions.push(DeprecatedVersion { name, version, min, max, readable });
            }
        }
        versions.sort_by(|a, b| (&a.name, a.version).cmp(&(&b.name, b.version)));
        Deprecated { text, versions, fault }
    }

    pub fn get(&self, name: &str, version: u32) -> Option<&DeprecatedVersion> {
        let rows = &self.versions;
        let at =
            rows.binary_search_by(|row| (&*row.name, row.version).cmp(&(name, version))).ok()?;
        rows.get(at)
    }
}

fn object(text: &str) -> (Map<String, Value>, Option<TableFault>) {
    let json = text.trim_start_matches('\u{feff}');
    match serde_json::from_str(json) {
        Ok(table) => (table, None),
        Err(error) => {
            let before: usize =
                json.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
            let in_json = json.floor_char_boundary(before + error.column().saturating_sub(1));
            let offset = text.len() - json.len() + in_json;
            let message = error.to_string();
            (Map::new(), Some(TableFault { offset, message }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn revisions_come_in_all_their_forms() {
        let text = r#"{"3": "98.02", "1": "27", "2": "tw-98.02/97", "x": "1", "4": "kr-"}"#;
        let table = Revisions::parse(text);
        let row = |n| table.get(n).map(|r| (r.region.as_deref(), r.major, r.minor, r.sysmsg));
        assert_eq!(row(1), Some((None, 27, None, None)));
        assert_eq!(row(2), Some((Some("tw"), 98, Some(2), Some(97))));
        assert_eq!(row(3), Some((None, 98, Some(2), None)));
        assert_eq!((row(4), table.revisions.len()), (None, 3));
    }

    #[test]
    fn deprecated_versions_are_found_by_packet() {
        let table = Deprecated::parse(r#"{"S_B": {"1": {"max": 0, "readable": true}}, "S_A": 1}"#);
        let row = table.get("S_B", 1).unwrap();
        assert_eq!((row.min, row.max, row.readable), (None, Some(0), true));
        assert!(table.get("S_B", 2).is_none());
    }

    #[test]
    fn broken_json_is_a_fault_with_its_place() {
        let table = Deprecated::parse("{\n  oh\n}");
        assert_eq!(table.fault.unwrap().offset, 4);
        let table = Revisions::parse("\u{feff}{\"1\": é}");
        assert_eq!(table.fault.unwrap().offset, "\u{feff}{\"1\": ".len());
        assert!(Revisions::parse("[]").fault.is_some());
    }
}
