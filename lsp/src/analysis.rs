//! Where the server meets the `.def` language: what a file is, and what is wrong with it.
//!
//! Nothing here is analysed; the language itself is `landwright_core`'s.

use std::path::Path;

use landwright_core::def::capture::{self, Capture, Findings};
use landwright_core::def::{self, Catalogue, FileKind, MapKind};
use landwright_core::problem::Problem;
use landwright_core::project::FILE_NAME;

use crate::project;
use crate::world::Snapshot;

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `NAME.VERSION.def`: a packet.
    Definition,
    /// `protocol.376012.map`: opcodes.
    ProtocolMap,
    /// `sysmsg.92.map`: numbers of system messages.
    SystemMessageMap,
    /// `deprecated.json`: which definitions are for which patches.
    Deprecated,
    /// `revisions.json`: which builds are of which patch.
    Revisions,
    /// `NAME.VERSION.hex`: recorded packets.
    Capture,
    /// `landwright.toml`: what a person says about the files around it.
    Project,
}

impl Kind {
    /// By the name of the file, or else by what the editor takes it for.
    pub fn of(file_name: &str, language_id: &str) -> Option<Kind> {
        Kind::of_file_name(file_name).or(match language_id {
            "teradef" => Some(Kind::Definition),
            "teramap" => Some(Kind::ProtocolMap),
            "teracapture" => Some(Kind::Capture),
            _ => None,
        })
    }

    pub fn of_file_name(name: &str) -> Option<Kind> {
        match name {
            "deprecated.json" => return Some(Kind::Deprecated),
            "revisions.json" => return Some(Kind::Revisions),
            FILE_NAME => return Some(Kind::Project),
            _ => {}
        }
        match FileKind::of(name) {
            Some(FileKind::Map(MapKind::Protocol, _)) => return Some(Kind::ProtocolMap),
            Some(FileKind::Map(MapKind::Sysmsg, _)) => return Some(Kind::SystemMessageMap),
            _ => {}
        }
        let (stem, kind) = match name.strip_suffix(".hex") {
            Some(stem) => (stem, Kind::Capture),
            None => (name.strip_suffix(".def")?, Kind::Definition),
        };
        let mut parts = stem.split('.');
        let has_name = parts.next().is_some_and(|name| !name.is_empty());
        let version = parts.next()?;
        let is_version = version.starts_with(|c: char| c.is_ascii_digit());
        (has_name && is_version).then_some(kind)
    }

    /// What core takes a file for; its name may say less than the editor does.
    pub fn of_core(self, path: &str) -> Option<FileKind> {
        let by_name = FileKind::of(path);
        Some(match (self, by_name) {
            (Kind::Definition, Some(FileKind::Definition(packet))) => FileKind::Definition(packet),
            (Kind::Definition, _) => FileKind::Definition(None),
            (Kind::ProtocolMap | Kind::SystemMessageMap, Some(FileKind::Map(kind, number))) => {
                FileKind::Map(kind, number)
            }
            (Kind::ProtocolMap, _) => FileKind::Map(MapKind::Protocol, None),
            (Kind::SystemMessageMap, _) => FileKind::Map(MapKind::Sysmsg, None),
            (Kind::Deprecated, _) => FileKind::Deprecated,
            (Kind::Revisions, _) => FileKind::Revisions,
            (Kind::Capture | Kind::Project, _) => return None,
        })
    }
}

/// Which files of a folder are of interest, as glob patterns.
pub const GLOBS: &[&str] = &[
    "**/*.[0-9]*.def",
    "**/*.[0-9]*.hex",
    "**/*protocol*.map",
    "**/*sysmsg*.map",
    "**/deprecated.json",
    "**/revisions.json",
    "**/landwright.toml",
];

/// The problems of the snapshot's file, as far as its project wants to hear of it.
pub fn problems(snapshot: &Snapshot) -> Vec<Problem> {
    problems_with(snapshot, snapshot.catalogue())
}

/// The same if the catalogue were this one.
pub fn problems_with(snapshot: &Snapshot, catalogue: &Catalogue) -> Vec<Problem> {
    let file = &snapshot.file;
    let mut problems = match file.kind {
        _ if file.skipped.is_some() => {
            file.skipped.iter().map(|why| def::skipped::problem(snapshot.path(), why)).collect()
        }
        Kind::Project => {
            let path = Path::new(file.key.as_str());
            let (project, mut problems) = project::parse(path, &file.text);
            problems.extend(project.missing_roots());
            problems
        }
        Kind::Capture => of_captures(snapshot, catalogue),
        _ => {
            let mut problems = def::check::file(snapshot.path(), catalogue);
            problems.extend(of_captures(snapshot, catalogue));
            problems
        }
    };
    // A new file has no name yet that could be wrong.
    if file.key.path().is_none() {
        problems.retain(|problem| problem.code != "def-file-name");
    }
    match &snapshot.project {
        Some(project) if !problems.is_empty() => project::apply(project, file, problems),
        _ => problems,
    }
}

/// What captures say of a definition, or definitions of a capture.
fn of_captures(snapshot: &Snapshot, catalogue: &Catalogue) -> Vec<Problem> {
    let findings = match &snapshot.file.capture {
        Some(capture) => capture::check(&[capture], catalogue),
        None => seen_with(snapshot, catalogue),
    };
    let mut problems = findings.problems;
    problems.retain(|problem| problem.place.file == snapshot.path());
    problems
}

/// The snapshot's definition as the recorded packets of it have it.
pub fn seen(snapshot: &Snapshot) -> Findings {
    seen_with(snapshot, snapshot.catalogue())
}

fn seen_with(snapshot: &Snapshot, catalogue: &Catalogue) -> Findings {
    let Some(definition) = catalogue.definition(snapshot.path()) else {
        return Findings::default();
    };
    capture::check_definition(definition, &captures(snapshot), catalogue)
}

/// The recorded packets of all files.
pub fn captures(snapshot: &Snapshot) -> Vec<&Capture> {
    let files = snapshot.world.captures.iter();
    files.filter_map(|(_, file)| file.capture.as_ref()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_names() {
        let check = |name, expected| assert_eq!(Kind::of_file_name(name), expected, "{name}");
        check("C_TEST.1.def", Some(Kind::Definition));
        check("C_TEST.12.classic.def", Some(Kind::Definition));
        check("C_TEST.def", None);
        check("module.def", None);
        check(".1.def", None);
        check("protocol.376012.map", Some(Kind::ProtocolMap));
        check("protocol.map", Some(Kind::ProtocolMap));
        check("sysmsg.92.map", Some(Kind::SystemMessageMap));
        check("map_protocol.336872.map", Some(Kind::ProtocolMap));
        check("tiles.map", None);
        check("protocol.js.map", None);
        check("deprecated.json", Some(Kind::Deprecated));
        check("C_TEST.1.hex", Some(Kind::Capture));
        check("firmware.hex", None);
    }

    #[test]
    fn a_file_without_a_name_is_what_its_editor_says() {
        assert_eq!(Kind::of("Untitled-1", "teradef"), Some(Kind::Definition));
        assert_eq!(Kind::of("sysmsg.1.map", "teramap"), Some(Kind::SystemMessageMap));
        assert_eq!(Kind::of("Untitled-2", "teracapture"), Some(Kind::Capture));
        assert_eq!(Kind::of("notes", "plaintext"), None);
    }
}
