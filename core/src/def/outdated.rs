//! The definitions that a new patch of the game retires.
//!
//! The repositories keep what today's game speaks: with every major patch the maps are updated,
//! and definitions that have become outdated are deleted. What is outdated, the maps tell only in
//! part: half of all definitions are of packets that no map at hand names, and of those nothing
//! is said here.

use std::fmt;

use serde::Serialize;

use super::catalogue::Catalogue;
use super::file_name::PacketFile;
use super::map::Map;
use crate::problem::FileChange;

/// A definition that has had its day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Outdated {
    pub path: String,
    /// Its file without the extension: `S_LOGIN.14`.
    pub packet: String,
    pub reason: Reason,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "because", rename_all = "kebab-case")]
pub enum Reason {
    /// An older map names the packet, the new one does not.
    NotInMap,
    /// Its header says that it is for patches before this one.
    ForPatchesBefore { patch: u32 },
    /// `deprecated.json` says that this patch was the last that has it.
    LastPatch { patch: u32 },
}

/// What the new map retires, sorted by path: the packets that an older map has and it has not,
/// and, where the patch of the new map is known, the versions that are for older patches alone.
pub fn outdated(
    catalogue: &Catalogue,
    before: &[&Map],
    after: &Map,
    patch: Option<u32>,
) -> Vec<Outdated> {
    let is_gone = |name: &str| {
        after.code(name).is_none() && before.iter().any(|map| map.code(name).is_some())
    };
    let mut found = Vec::new();
    for packet in catalogue.packets() {
        let is_gone = is_gone(&packet.name);
        for version in &packet.versions {
            let file = PacketFile {
                name: (*packet.name).into(),
                version: version.version,
                platform: version.platform.clone(),
            };
            let reason = match is_gone {
                true => Some(Reason::NotInMap),
                false => patch.and_then(|patch| too_old(catalogue, &version.path, &file, patch)),
            };
            let path = version.path.to_string();
            found.extend(reason.map(|reason| Outdated { path, packet: file.to_string(), reason }));
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn too_old(catalogue: &Catalogue, path: &str, file: &PacketFile, patch: u32) -> Option<Reason> {
    let definition = catalogue.definition(path);
    let header = definition.and_then(|definition| definition.syntax.patches()?.to);
    if let Some(end) = header.filter(|end| *end <= patch) {
        return Some(Reason::ForPatchesBefore { patch: end });
    }
    let last = catalogue.deprecated(file)?.max.filter(|last| *last < patch)?;
    Some(Reason::LastPatch { patch: last })
}

/// The changes that delete them.
pub fn delete(outdated: &[Outdated]) -> Vec<FileChange> {
    outdated.iter().map(|outdated| FileChange::Delete { file: outdated.path.clone() }).collect()
}

impl fmt::Display for Outdated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = &self.path;
        match self.reason {
            Reason::NotInMap => write!(f, "{path}: not in the new map any more"),
            Reason::ForPatchesBefore { patch } => write!(f, "{path}: for patches before {patch}"),
            Reason::LastPatch { patch } => write!(f, "{path}: patch {patch} was the last with it"),
        }
    }
}

#[test]
fn what_the_new_map_lacks_and_what_is_for_older_patches_is_outdated() {
    let catalogue = super::fixture::Fixture::parse(
        "//- S_OLD.1.def\n//- S_OLD.2.js\n//- S_NEVER_MAPPED.1.def\n\
         //- S_A.1.def\n# majorPatchVersion < 92\n//- S_A.2.def\n# majorPatchVersion >= 92\n\
         //- S_B.1.def\n//- S_B.2.def\n\
         //- deprecated.json\n{\"S_B\": {\"1\": {\"min\": 0, \"max\": 91, \"readable\": true}}}\n",
    )
    .catalogue();
    let (before, after) = (Map::parse("S_OLD 1\nS_A 2\nS_B 3"), Map::parse("S_A 4\nS_B 5"));
    let listed = |patch| {
        let found = outdated(&catalogue, &[&before], &after, patch);
        found.iter().map(|row| format!("{row}\n")).collect::<String>()
    };
    expect_test::expect![[r#"
        S_A.1.def: for patches before 92
        S_B.1.def: patch 91 was the last with it
        S_OLD.1.def: not in the new map any more
        S_OLD.2.js: not in the new map any more
    "#]]
    .assert_eq(&listed(Some(92)));
    assert_eq!(listed(None).lines().count(), 2);
    assert_eq!(listed(Some(91)).lines().count(), 2);
    let deleted = delete(&outdated(&catalogue, &[&before], &after, None));
    assert_eq!(deleted[0], FileChange::Delete { file: "S_OLD.1.def".to_owned() });
}
