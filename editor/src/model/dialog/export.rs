//! Everything that is asked before files are replaced that nobody chose.

use std::path::PathBuf;

use landwright_core::vfs::Fingerprint;

use crate::exchange::Format;
use crate::model::document::DocumentId;

/// What a document is to be written to, and what that would replace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplaceForm {
    pub document: DocumentId,
    pub purpose: Purpose,
    pub path: PathBuf,
    pub replaced: Vec<Replaced>,
}

/// A file that would be replaced, as it was when that was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replaced {
    pub path: PathBuf,
    pub was: Fingerprint,
}

/// What it is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    Save,
    Export(Format),
}
