//! What is compared with a document, and what the Compare panel asks for.

use std::path::PathBuf;
use std::sync::Arc;

use landwright_core::world::Revision;

use crate::versions::Version;
use crate::versions::differences::Differences;

/// What is compared with a document.
#[derive(Debug, Default)]
pub struct Comparing {
    /// `None` while they are looked for.
    pub versions: Option<Vec<Version>>,
    pub shown: Option<Comparison>,
}

/// One version, and how it differs from what is open.
#[derive(Debug)]
pub struct Comparison {
    pub version: Version,
    /// The state that was compared.
    pub revision: Revision,
    /// `None` while it is worked out.
    pub found: Option<Result<Arc<Differences>, String>>,
    /// The row that was shown last.
    pub row: Option<usize>,
}

/// What the Compare panel asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Compare {
    /// Looks for versions.
    Look,
    With(Version),
    /// Asks for a file.
    AskFile,
    WithFile(PathBuf),
    /// Back to the list of versions.
    Back,
    /// Compares the same once more.
    Again,
    /// Shows a row of the list where it is.
    Show(usize),
    /// Takes a difference over from the other version.
    Take(usize),
    /// Becomes the other version as a whole.
    TakeAll,
}
