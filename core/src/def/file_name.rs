//! What the name of a file says: `S_LOGIN.14.def`, `protocol.376012.map`, `deprecated.json`.

use std::fmt;

/// What a file is, by its name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// A definition; without a name, where the file's name does not fit the form.
    Definition(Option<PacketFile>),
    /// A definition as a script. That it exists is all that is known of it.
    Script(PacketFile),
    Map(MapKind, Option<u32>),
    Revisions,
    Deprecated,
}

/// What a map is about, with the revision or patch that its name ends in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MapKind {
    /// Packets, by a number that changes with every build of the game.
    Protocol,
    /// System messages.
    Sysmsg,
}

/// `NAME.VERSION.def`, or `NAME.VERSION.PLATFORM.def`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PacketFile {
    pub name: Box<str>,
    pub version: u32,
    /// `pc`, `console`, `classic`, `ps4`, `xb1`.
    pub platform: Option<Box<str>>,
}

impl FileKind {
    /// `None` for a file that is none of ours. The path may have either kind of slash.
    pub fn of(path: &str) -> Option<FileKind> {
        let file = file_of(path);
        match file {
            "revisions.json" => return Some(FileKind::Revisions),
            "deprecated.json" => return Some(FileKind::Deprecated),
            _ => {}
        }
        let (stem, extension) = file.rsplit_once('.')?;
        match extension {
            "def" => Some(FileKind::Definition(PacketFile::parse(stem))),
            "js" => PacketFile::parse(stem).map(FileKind::Script),
            "map" => FileKind::of_map(stem),
            _ => None,
        }
    }

    /// `protocol`, `protocol.376012` or `map_protocol.376012`: what else has this extension may be
    /// of other programs, such as `protocol.js.map`.
    fn of_map(stem: &str) -> Option<FileKind> {
        let (name, number) = match stem.split_once('.') {
            Some((name, number)) => (name, Some(number)),
            None => (stem, None),
        };
        let kind = match name.rsplit('_').next()? {
            "protocol" => MapKind::Protocol,
            "sysmsg" => MapKind::Sysmsg,
            _ => return None,
        };
        let is_number = |text: &str| text.starts_with(|first: char| first.is_ascii_digit());
        if !number.is_none_or(is_number) {
            return None;
        }
        Some(FileKind::Map(kind, number.and_then(|number| number.parse().ok())))
    }
}

impl PacketFile {
    /// The packet that a definition is of, by its path.
    pub fn of(path: &str) -> Option<PacketFile> {
        match FileKind::of(path)? {
            FileKind::Definition(packet) => packet,
            FileKind::Script(packet) => Some(packet),
            FileKind::Map(..) | FileKind::Revisions | FileKind::Deprecated => None,
        }
    }

    /// Reads a file's name without its extension.
    fn parse(stem: &str) -> Option<PacketFile> {
        let mut parts = stem.split('.');
        let name = parts.next().filter(|name| is_word(name))?;
        let version = parts.next().filter(|version| version.bytes().all(|b| b.is_ascii_digit()))?;
        let platform = match parts.next() {
            Some(platform) if is_word(platform) => Some(platform.into()),
            Some(_) => return None,
            None => None,
        };
        match parts.next() {
            Some(_) => None,
            None => {
                Some(PacketFile { name: name.into(), version: version.parse().ok()?, platform })
            }
        }
    }
}

/// As it is in the name of its file, without the extension.
impl fmt::Display for PacketFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.name, self.version)?;
        match &self.platform {
            Some(platform) => write!(f, ".{platform}"),
            None => Ok(()),
        }
    }
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The last part of a path.
pub fn file_of(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The path up to and with the last slash.
pub fn folder_of(path: &str) -> &str {
    path.strip_suffix(file_of(path)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packet(path: &str) -> Option<(String, u32, Option<String>)> {
        match FileKind::of(path)? {
            FileKind::Definition(Some(file)) | FileKind::Script(file) => {
                Some((file.name.into(), file.version, file.platform.map(String::from)))
            }
            _ => None,
        }
    }

    #[test]
    fn definitions_are_named_by_packet_version_and_platform() {
        assert_eq!(packet("a/S_LOGIN.14.def"), Some(("S_LOGIN".into(), 14, None)));
        let console = Some(("S_LOGIN".into(), 2, Some("console".into())));
        assert_eq!(packet("a\\S_LOGIN.2.console.def"), console);
        assert_eq!(packet("C_EQUIP.1.js"), Some(("C_EQUIP".into(), 1, None)));
        for wrong in
            ["S_LOGIN.def", "S_LOGIN.x.def", "S-A.1.def", ".1.def", "A.1.b.c.def", "A..def"]
        {
            assert_eq!(FileKind::of(wrong), Some(FileKind::Definition(None)), "{wrong}");
        }
        assert_eq!(FileKind::of("index.js"), None);
        assert_eq!(FileKind::of("A.99999999999.def"), Some(FileKind::Definition(None)));
    }

    #[test]
    fn maps_are_told_by_the_word_before_their_number() {
        let protocol = |number| Some(FileKind::Map(MapKind::Protocol, number));
        assert_eq!(FileKind::of("map/protocol.376012.map"), protocol(Some(376_012)));
        assert_eq!(FileKind::of("map/protocol.map"), protocol(None));
        assert_eq!(FileKind::of("map_protocol.1.map"), protocol(Some(1)));
        assert_eq!(FileKind::of("sysmsg.98.map"), Some(FileKind::Map(MapKind::Sysmsg, Some(98))));
        // As copies of it are called.
        assert_eq!(FileKind::of("map__protocol.1~2.map"), protocol(None));
        for other in ["bundle", "protocol.js", "protocols.1", "my_protocol_notes", "xprotocol"] {
            assert_eq!(FileKind::of(&format!("a/{other}.map")), None, "{other}");
        }
        assert_eq!(FileKind::of("x/revisions.json"), Some(FileKind::Revisions));
        assert_eq!(FileKind::of("Makefile"), None);
    }

    #[test]
    fn a_name_is_written_as_it_was_read() {
        let file = PacketFile::parse("S_LOGIN.2.console").unwrap();
        assert_eq!(file.to_string(), "S_LOGIN.2.console");
    }
}
