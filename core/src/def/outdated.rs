//! The definitions that a new patch of the game retires.
//!
//! The repositories keep what today's game speaks: with every major patch the maps are updated,
//! and definitions that have become outdated are deleted. What is outdated, the maps tell only in
//! part: half of all definitions are of packets that no map at hand names, and of those nothing
//! is said here.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use super::catalogue::{Catalogue, MapFile};
use super::file_name::PacketFile;

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

/// The protocol map with the greatest number.
pub fn newest_map(catalogue: &Catalogue) -> Option<&Arc<MapFile>> {
    catalogue.protocol_maps().max_by_key(|map| map.number)
}

/// What the new map retires, sorted by path: the packets that an older map of its region has and it
/// has not, and, where the patch of the new map is known, the versions that are for older patches
/// alone. Nothing that a newer map still needs is among them.
pub fn outdated(catalogue: &Catalogue, after: &MapFile, patch: Option<u32>) -> Vec<Outdated> {
    let others = Others::beside(catalogue, after);
    let mut found = Vec::new();
    for packet in catalogue.packets() {
        let is_gone = after.map.code(&packet.name).is_none()
            && others.older.iter().any(|map| map.map.code(&packet.name).is_some());
        let newer: Vec<_> =
            others.newer.iter().filter(|map| map.map.code(&packet.name).is_some()).collect();
        for version in &packet.versions {
            let file = PacketFile {
                name: (*packet.name).into(),
                version: version.version,
                platform: version.platform.clone(),
            };
            let too_old = |patch| too_old(catalogue, &version.path, &file, patch);
            let reason = match is_gone {
                true if newer.is_empty() => Some(Reason::NotInMap),
                true => None,
                false => patch.and_then(too_old).filter(|_| {
                    let patches = newer.iter().map(|map| catalogue.revision(map).map(|r| r.major));
                    patches.into_iter().all(|patch| patch.and_then(too_old).is_some())
                }),
            };
            let path = version.path.to_string();
            found.extend(reason.map(|reason| Outdated { path, packet: file.to_string(), reason }));
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// The protocol maps beside a new one.
struct Others<'a> {
    /// Of its region, as far as `revisions.json` tells, and with a smaller number.
    older: Vec<&'a MapFile>,
    /// Not known to be older, whatever their region.
    newer: Vec<&'a MapFile>,
}

impl<'a> Others<'a> {
    fn beside(catalogue: &'a Catalogue, after: &MapFile) -> Others<'a> {
        let others = catalogue.protocol_maps().filter(|map| map.path != after.path);
        let is_older = |map: &&MapFile| {
            map.number.zip(after.number).is_some_and(|(number, after)| number < after)
        };
        let (mut older, newer): (Vec<_>, _) = others.map(|map| &**map).partition(is_older);
        let region_of = |map| catalogue.revision(map).map(|revision| revision.region.as_deref());
        let own = region_of(after);
        older.retain(|map| own.zip(region_of(map)).is_none_or(|(own, region)| own == region));
        Others { older, newer }
    }
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

impl fmt::Display for Outdated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = &self.path;
        match self.reason {
            Reason::NotInMap => write!(f, "{path}: no longer in the new map"),
            Reason::ForPatchesBefore { patch } => write!(f, "{path}: for patches before {patch}"),
            Reason::LastPatch { patch } => {
                write!(f, "{path}: patch {patch} was the last to have it")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::fixture::Fixture;
    use super::*;

    /// What a map retires, a line for each.
    fn listed(files: &str, after: &str, patch: Option<u32>) -> String {
        let catalogue = Fixture::parse(files).catalogue();
        let after = catalogue.protocol_maps().find(|map| &*map.path == after).unwrap();
        let found = outdated(&catalogue, after, patch);
        found.iter().map(|row| format!("{row}\n")).collect::<String>()
    }

    #[test]
    fn what_the_new_map_lacks_and_what_is_for_older_patches_is_outdated() {
        let files = "//- S_OLD.1.def\n//- S_OLD.2.js\n//- S_NEVER_MAPPED.1.def\n\
             //- S_A.1.def\n# majorPatchVersion < 92\n//- S_A.2.def\n# majorPatchVersion >= 92\n\
             //- S_B.1.def\n//- S_B.2.def\n\
             //- deprecated.json\n{\"S_B\": {\"1\": {\"min\": 0, \"max\": 91, \"readable\": true}}}\n\
             //- protocol.1.map\nS_OLD 1\nS_A 2\nS_B 3\n//- protocol.2.map\nS_A 4\nS_B 5\n";
        expect![[r#"
            S_A.1.def: for patches before 92
            S_B.1.def: patch 91 was the last to have it
            S_OLD.1.def: no longer in the new map
            S_OLD.2.js: no longer in the new map
        "#]]
        .assert_eq(&listed(files, "protocol.2.map", Some(92)));
        assert_eq!(listed(files, "protocol.2.map", None).lines().count(), 2);
        assert_eq!(listed(files, "protocol.2.map", Some(91)).lines().count(), 2);
    }

    #[test]
    fn a_map_retires_nothing_that_a_newer_one_names() {
        let files = "//- S_NEW.1.def\n//- S_BACK.1.def\n//- S_GONE.1.def\n\
             //- S_A.1.def\n# majorPatchVersion < 92\n\
             //- protocol.1.map\nS_BACK 1\nS_GONE 2\nS_A 3\n//- protocol.2.map\nS_A 3\n\
             //- protocol.3.map\nS_NEW 1\nS_BACK 2\nS_A 3\n";
        let gone = "S_GONE.1.def: no longer in the new map\n";
        assert_eq!(listed(files, "protocol.2.map", Some(92)), gone);
        // Which patch the newer map is of decides where it is told.
        let newer =
            |revision: &str| format!("{files}//- revisions.json\n{{\"3\": \"{revision}\"}}\n");
        let both = format!("S_A.1.def: for patches before 92\n{gone}");
        assert_eq!(listed(&newer("93.01"), "protocol.2.map", Some(92)), both);
        assert_eq!(listed(&newer("ru-91.01"), "protocol.2.map", Some(92)), gone);
    }

    #[test]
    fn maps_of_other_regions_and_without_a_number_are_not_older() {
        let files = "//- S_RU.1.def\n//- S_GONE.1.def\n//- S_BOTH.1.def\n\
             //- protocol.1.map\nS_GONE 1\nS_BOTH 2\n//- protocol.2.map\nS_RU 1\n\
             //- protocol.map\nS_BOTH 1\n//- protocol.3.map\nS_X 1\n\
             //- revisions.json\n{\"1\": \"92.01\", \"2\": \"ru-92.02\", \"3\": \"92.03\"}\n";
        let gone = "S_GONE.1.def: no longer in the new map\n";
        assert_eq!(listed(files, "protocol.3.map", None), gone);
        assert_eq!(listed(files, "protocol.map", None), "");
    }
}
