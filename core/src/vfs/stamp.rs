//! A quick look at a file, which sees that it is another one.

use std::path::Path;
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

use super::disk::expect_file;
use super::error::FileError;

/// How long a file is and when it changed last. No proof, as copying tools set times as they like: good
/// for what can be made again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Stamp {
    pub len: u64,
    /// Since 1970; 0 where the disk has no times.
    pub changed_ms: u64,
}

/// Without reading the file.
pub fn stamp(path: &Path) -> Result<Stamp, FileError> {
    let metadata = expect_file(path)?;
    let changed = metadata.modified().ok();
    let since = changed.and_then(|changed| changed.duration_since(UNIX_EPOCH).ok());
    let changed_ms = since.map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(u64::MAX));
    Ok(Stamp { len: metadata.len(), changed_ms })
}
