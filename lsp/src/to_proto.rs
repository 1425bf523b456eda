//! What core says, in the protocol's words.

use landwright_core::def;
use landwright_core::problem::{Problem, Severity, Spot};
use tower_lsp::lsp_types::{
    Diagnostic, DiagnosticSeverity, DiagnosticTag, Location, MarkupContent, MarkupKind,
    NumberOrString, Range, Url,
};

use crate::file::Key;
use crate::position;
use crate::world::{Snapshot, World};

/// What a client shows beside a problem as its origin.
const SOURCE: &str = "landwright";

/// Rules whose problem is something that could as well not be there.
const UNNECESSARY: &[&str] =
    &["def-redundant-meta", "def-orphan-meta", "map-repeated-line", "project-unused-ignore"];
const DEPRECATED: &[&str] = &["def-deprecated-meta"];

/// A problem of the snapshot's file; `None` where the settings turn it off.
pub fn diagnostic(snapshot: &Snapshot, problem: &Problem) -> Option<Diagnostic> {
    let severity = severity(snapshot.settings.severity(problem.code, problem.severity)?);
    let tags = if UNNECESSARY.contains(&problem.code) {
        Some(vec![DiagnosticTag::UNNECESSARY])
    } else if DEPRECATED.contains(&problem.code) {
        Some(vec![DiagnosticTag::DEPRECATED])
    } else {
        None
    };
    Some(Diagnostic {
        severity: Some(severity),
        range: spot(snapshot, &problem.place.spot),
        code: Some(NumberOrString::String(problem.code.to_owned())),
        source: Some(SOURCE.to_owned()),
        message: problem.message.clone(),
        tags: tags.filter(|_| snapshot.world.abilities.diagnostic_tags),
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

/// The problems of a whole file are shown at its start.
fn spot(snapshot: &Snapshot, spot: &Spot) -> Range {
    match spot {
        Spot::Text { start, end } => range(snapshot, *start..*end),
        Spot::File | Spot::Bytes { .. } | Spot::Thing(_) => Range::default(),
    }
}

/// The URL of a file that core names, as its client spells it if it ever did.
pub fn url(world: &World, path: &str) -> Option<Url> {
    match world.file(path) {
        Some(file) => Some(file.url.clone()),
        None => Key::of_core(path).url(),
    }
}

/// A place in any file.
pub fn location(world: &World, at: &def::feature::Location) -> Option<Location> {
    let file = world.file(&at.path)?;
    let range = position::range(file.lines(), at.range(), world.encoding());
    Some(Location { uri: file.url.clone(), range })
}

/// Markdown, or the same words for a client that shows none.
pub fn markup(world: &World, markdown: String) -> MarkupContent {
    if world.abilities.shows_markdown {
        return MarkupContent { kind: MarkupKind::Markdown, value: markdown };
    }
    MarkupContent { kind: MarkupKind::PlainText, value: plain(&markdown) }
}

/// The words of a Markdown text as core writes it: code, bold type and breaks of lines.
fn plain(markdown: &str) -> String {
    let lines = markdown.lines().filter(|line| !line.starts_with("```"));
    let words = lines.map(|line| line.trim_end().replace("**", "").replace('`', ""));
    words.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_is_plain_where_the_client_shows_none() {
        let markdown = "```teradef\nint32 x # a\n```\n\n**At 4** · 4 bytes  \nIn `a.def`";
        assert_eq!(plain(markdown), "int32 x # a\n\nAt 4 · 4 bytes\nIn a.def");
    }
}
