//! What publishing came to, for programs.

use serde::Serialize;

/// What became of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum State {
    Written,
    /// It would be written, were it not a dry run.
    Planned,
    Same,
    /// There is no such form of it.
    Skipped,
    Failed,
}

#[derive(Debug, Serialize)]
pub(super) struct FileReport {
    /// All files that go into it.
    pub(super) files: Vec<String>,
    pub(super) to: String,
    pub(super) state: State,
}

#[derive(Debug, Serialize)]
pub(super) struct CommandReport {
    pub(super) command: String,
    /// `None` where it was not run, or was killed.
    pub(super) exit: Option<i32>,
}

#[derive(Debug, Serialize)]
pub(super) struct StepReport {
    pub(super) name: Option<String>,
    pub(super) files: Vec<FileReport>,
    pub(super) command: Option<CommandReport>,
}

#[derive(Debug, Serialize)]
pub(super) struct Report {
    pub(super) version: u32,
    pub(super) dry_run: bool,
    pub(super) steps: Vec<StepReport>,
}
