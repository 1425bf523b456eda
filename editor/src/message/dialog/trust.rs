//! Asking whether a project may read and write elsewhere.

use std::path::PathBuf;

use landwright_core::project::trust::Withheld;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrustForm {
    pub withheld: Withheld,
    /// What is done once this is answered.
    pub then: Vec<Then>,
}

/// What waits for the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Then {
    Open(PathBuf),
    Publish,
}
