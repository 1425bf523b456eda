//! The files that a catalogue holds, by what they are.

use std::sync::Arc;

use super::definition::Definition;
use super::tables::{Deprecated, Revisions};
use crate::def::file_name::{FileKind, MapKind, PacketFile};
use crate::def::map::Map;

/// A file that the catalogue holds.
#[derive(Debug, Clone)]
pub enum File {
    Definition(Arc<Definition>),
    /// A definition as a script, of which only the name is known.
    Script(PacketFile),
    Map(Arc<MapFile>),
    Revisions(Arc<Revisions>),
    Deprecated(Arc<Deprecated>),
}

impl File {
    /// A file that is of this kind, whatever its name says: an editor's new file has none.
    pub fn parse(path: &Arc<str>, kind: FileKind, text: impl Into<Arc<str>>) -> File {
        match kind {
            FileKind::Definition(packet) => {
                File::Definition(Arc::new(Definition::new(path.clone(), packet, text.into())))
            }
            FileKind::Script(packet) => File::Script(packet),
            FileKind::Map(kind, number) => {
                let map = Map::parse(text);
                File::Map(Arc::new(MapFile { path: path.clone(), kind, number, map }))
            }
            FileKind::Revisions => File::Revisions(Arc::new(Revisions::parse(&text.into()))),
            FileKind::Deprecated => File::Deprecated(Arc::new(Deprecated::parse(text))),
        }
    }

    /// The packet that a definition or a script is of.
    pub(super) fn packet(&self) -> Option<&PacketFile> {
        match self {
            File::Definition(definition) => definition.packet.as_ref(),
            File::Script(packet) => Some(packet),
            File::Map(_) | File::Revisions(_) | File::Deprecated(_) => None,
        }
    }

    /// The same for a catalogue of other settings, with no more than the parsed text shared.
    pub fn without_layouts(&self) -> File {
        match self {
            File::Definition(definition) => {
                File::Definition(Arc::new(definition.without_layouts()))
            }
            other => other.clone(),
        }
    }
}

#[derive(Debug)]
pub struct MapFile {
    pub path: Arc<str>,
    pub kind: MapKind,
    /// The revision or patch in its name.
    pub number: Option<u32>,
    pub map: Map,
}
