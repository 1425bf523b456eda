//! What a file is, by its name or by what the editor takes it for.

use landwright_core::def::{FileKind, MapKind};
use landwright_core::project::FILE_NAME;

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
