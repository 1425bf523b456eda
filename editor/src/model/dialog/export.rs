//! What is asked before an export replaces files that nobody chose.

use std::path::PathBuf;

use crate::exchange::Format;
use crate::model::document::DocumentId;

/// An export, and what it would replace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplaceForm {
    pub document: DocumentId,
    pub format: Format,
    pub path: PathBuf,
    pub replaced: Vec<PathBuf>,
}
