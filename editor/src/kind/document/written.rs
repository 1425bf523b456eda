//! What a save came to.

use std::any::Any;
use std::path::PathBuf;

use landwright_core::vfs::Fingerprint;

/// What was written.
#[derive(Debug)]
pub struct Written {
    pub fingerprint: Fingerprint,
    pub content: WrittenContent,
    /// The files that are different from before; `None` for a document that is one file.
    pub files: Option<Vec<PathBuf>>,
    /// What could not be written, as a journal says it, so that the document is saved in part.
    pub left_out: Option<Vec<u8>>,
    /// What else a person should know.
    pub said: Vec<String>,
}

/// What was written of a document, whose kind knows what it is.
#[derive(Debug)]
pub struct WrittenContent(pub Box<dyn Any + Send>);

impl Written {
    pub(crate) fn of_one_file(
        fingerprint: Fingerprint,
        content: WrittenContent,
        said: Vec<String>,
    ) -> Written {
        Written { fingerprint, content, files: None, left_out: None, said }
    }
}
