//! The `.def` language of TERA's packets: syntax, byte layout, and all definitions of a workspace.
//!
//! Plain functions on text and byte offsets. Nothing here opens a file or knows of a protocol.
//!
//! ```text
//! # majorPatchVersion >= 74
//! int32 number            fields are laid out in the order of their lines
//! array list              array, bytes and string stand at the end of the packet;
//! - int16 value           their offsets and counts are implied, and come first
//! object target           an object only groups
//! - string name
//! ```

pub mod text;
pub mod types;
pub mod patch;
pub mod syntax;
pub mod layout;
pub mod map;
pub mod file_name;
pub mod catalogue;
pub mod fuzzy;
pub mod merge;
pub mod shelf;
pub mod include;
pub mod parsers;
pub mod check;
pub mod codec;
pub mod capture;
pub mod guess;
pub mod opcode;
pub mod skipped;
pub mod feature;
#[cfg(test)]
pub(crate) mod fixture;

pub use capture::Capture;
pub use catalogue::{Catalogue, Definition, File, MapFile, Packet, PacketVersion};
pub use codec::Codec;
pub use file_name::{FileKind, MapKind, PacketFile};
pub use layout::{Layout, MetaPlace, Place, Role, Scope, Size, Slot};
pub use map::{Map, MapEntry, MapFault, MapFaultKind, MapLine};
pub use patch::PatchRange;
pub use syntax::{Fault, Field, FieldId, Line, LineKind, Part, Syntax, SyntaxFault};
pub use text::Span;
pub use types::Type;

/// Which parser a definition is written for. They share one line syntax and differ in their types
/// and in where a packet has its counts and offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Dialect {
    /// Protojs where the text has something that only protojs reads, otherwise toolbox.
    #[default]
    Auto,
    /// What the language's first description says, as its own parser reads it.
    Seed,
    Toolbox,
    Protojs,
}

impl Dialect {
    pub const ALL: [Dialect; 4] =
        [Dialect::Auto, Dialect::Seed, Dialect::Toolbox, Dialect::Protojs];

    pub fn name(self) -> &'static str {
        match self {
            Dialect::Auto => "auto",
            Dialect::Seed => "seed",
            Dialect::Toolbox => "toolbox",
            Dialect::Protojs => "protojs",
        }
    }

    pub fn named(name: &str) -> Option<Dialect> {
        Dialect::ALL.into_iter().find(|dialect| dialect.name() == name)
    }
}

/// What a person sets for all definitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Settings {
    pub dialect: Dialect,
    /// The major patch of the game; `None`: the newest that a definition is for. One whose header
    /// names other patches is read as for the nearest of them.
    pub patch: Option<u32>,
}

// What changes texts, and what tells texts apart.
pub mod edit;
pub mod mend;
pub mod format;
pub mod rename;
pub mod diff;
pub mod outdated;
pub mod assist;
pub mod against;
