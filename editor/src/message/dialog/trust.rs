//! Asking whether a project may read and write elsewhere.

use std::path::PathBuf;

use landwright_core::project::trust::Withheld;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrustForm {
    pub withheld: Withheld,
    /// What is opened once this is answered.
    pub then: Vec<PathBuf>,
}
