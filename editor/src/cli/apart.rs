//! What becomes of copies of a zone that are not the same.

use clap::{Args, ValueEnum};

/// What becomes of copies that are not the same.
#[derive(Debug, Clone, Copy, Default, Args)]
pub(in crate::cli) struct Apart {
    /// What becomes of copies of a ROSE zone that are not the same in what is edited
    #[arg(long, value_enum, default_value_t, value_name = "WAY")]
    pub(super) differing: Way,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Way {
    /// Nothing is written, here or there
    #[default]
    Refuse,
    /// It stays as it is there, and the rest is written
    Leave,
    /// What was edited is written there, field by field, whatever else is different
    Edited,
}
