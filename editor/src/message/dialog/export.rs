//! Everything that is asked before files are replaced that nobody chose.

use std::path::PathBuf;

use crate::exchange::Format;
use crate::kind::document::common::Replaced;
use crate::view::id::DocumentId;

/// What a document is to be written to, and what that would replace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplaceForm {
    pub document: DocumentId,
    pub purpose: Purpose,
    pub path: PathBuf,
    pub replaced: Vec<Replaced>,
}

/// What it is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    Save,
    Export(Format),
}
