//! What core says, in the protocol's words.

use landwright_core::problem::{Problem, Severity, Spot};
use tower_lsp::lsp_types::{Diagnostic, DiagnosticSeverity, NumberOrString, Range};

use crate::position;
use crate::world::Snapshot;

/// What a client shows beside a problem as its origin.
const SOURCE: &str = "landwright";

/// A problem of the snapshot's file; `None` where the settings turn it off.
pub fn diagnostic(snapshot: &Snapshot, problem: Problem) -> Option<Diagnostic> {
    let usual = problem.severity;
    Some(Diagnostic {
        severity: Some(severity(snapshot.settings.severity(problem.code, usual)?)),
        range: spot(snapshot, &problem.place.spot),
        code: Some(NumberOrString::String(problem.code.to_owned())),
        source: Some(SOURCE.to_owned()),
        message: problem.message,
        ..Diagnostic::default()
    })
}

pub fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Hint => DiagnosticSeverity::HINT,
        Severity::Information => DiagnosticSeverity::INFORMATION,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Error => DiagnosticSeverity::ERROR,
    }
}

/// A range of byte offsets in the snapshot's file.
pub fn range(snapshot: &Snapshot, range: std::ops::Range<usize>) -> Range {
    position::range(snapshot.file.lines(), range, snapshot.encoding())
}

/// What is wrong with a whole file is shown at its start.
fn spot(snapshot: &Snapshot, spot: &Spot) -> Range {
    match spot {
        Spot::Text { start, end } => range(snapshot, *start..*end),
        Spot::File | Spot::Bytes { .. } | Spot::Thing(_) => Range::default(),
    }
}
