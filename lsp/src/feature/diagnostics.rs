//! What is wrong with a file, or with all of them, for those who ask.
//!
//! Some clients ask about the whole workspace every two seconds. So an answer's id says at which
//! revision of the session it was given, and what came out: while nothing changed at all, the
//! answer is "unchanged" without a look at any file.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use tower_lsp::lsp_types::{
    Diagnostic, FullDocumentDiagnosticReport, PreviousResultId, UnchangedDocumentDiagnosticReport,
    Url, WorkspaceDiagnosticReport, WorkspaceDocumentDiagnosticReport,
    WorkspaceFullDocumentDiagnosticReport, WorkspaceUnchangedDocumentDiagnosticReport,
};

use crate::file::Key;
use crate::job::Cancel;
use crate::state::Snapshot;
use crate::{analysis, to_proto};

/// What is wrong with the snapshot's file.
pub fn diagnostics(snapshot: &Snapshot) -> Vec<Diagnostic> {
    let problems = analysis::problems(&snapshot.file);
    problems.into_iter().filter_map(|problem| to_proto::diagnostic(snapshot, problem)).collect()
}

/// An answer about one file.
pub enum Report {
    Full(FullDocumentDiagnosticReport),
    Unchanged(UnchangedDocumentDiagnosticReport),
}

/// What is wrong with the snapshot's file, for somebody who may know it already.
pub fn report(snapshot: &Snapshot, previous: Option<&str>) -> Report {
    let previous = previous.and_then(ResultId::parse);
    if let Some(known) = previous.filter(|known| known.revision == snapshot.revision) {
        return unchanged(&known);
    }
    let items = diagnostics(snapshot);
    let id = ResultId { revision: snapshot.revision, content: content(&items) };
    if previous.is_some_and(|known| known.content == id.content) {
        return unchanged(&id);
    }
    Report::Full(FullDocumentDiagnosticReport { result_id: Some(id.to_string()), items })
}

fn unchanged(id: &ResultId) -> Report {
    Report::Unchanged(UnchangedDocumentDiagnosticReport { result_id: id.to_string() })
}

/// What is wrong with all files, for somebody who may know of some. Files that are gone are
/// reported as in order.
pub fn workspace(
    snapshots: &[Snapshot],
    previous: Vec<PreviousResultId>,
    cancel: &Cancel,
) -> WorkspaceDiagnosticReport {
    let known = previous.into_iter().map(|id| (Key::of_url(&id.uri), (id.uri, id.value)));
    let mut known: BTreeMap<Key, (Url, String)> = known.collect();
    let mut items = Vec::with_capacity(snapshots.len());
    for snapshot in snapshots.iter().take_while(|_| !cancel.is_cancelled()) {
        let previous = known.remove(&snapshot.file.key);
        let report = report(snapshot, previous.as_ref().map(|(_, id)| id.as_str()));
        items.push(in_workspace(snapshot.file.url.clone(), snapshot.file.version, report));
    }
    let gone = known.into_values().map(|(url, _)| {
        in_workspace(url, None, Report::Full(FullDocumentDiagnosticReport::default()))
    });
    items.extend(gone);
    WorkspaceDiagnosticReport { items }
}

fn in_workspace(
    uri: Url,
    version: Option<i32>,
    report: Report,
) -> WorkspaceDocumentDiagnosticReport {
    let version = version.map(i64::from);
    match report {
        Report::Full(full_document_diagnostic_report) => {
            WorkspaceDocumentDiagnosticReport::Full(WorkspaceFullDocumentDiagnosticReport {
                uri,
                version,
                full_document_diagnostic_report,
            })
        }
        Report::Unchanged(unchanged_document_diagnostic_report) => {
            let report = WorkspaceUnchangedDocumentDiagnosticReport {
                uri,
                version,
                unchanged_document_diagnostic_report,
            };
            WorkspaceDocumentDiagnosticReport::Unchanged(report)
        }
    }
}

/// Names an answer: when it was given, and a hash of what it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ResultId {
    revision: u64,
    content: u64,
}

impl ResultId {
    fn parse(text: &str) -> Option<ResultId> {
        let (revision, content) = text.split_once('-')?;
        let content = u64::from_str_radix(content, 16).ok()?;
        Some(ResultId { revision: revision.parse().ok()?, content })
    }
}

impl std::fmt::Display for ResultId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{:x}", self.revision, self.content)
    }
}

fn content(items: &[Diagnostic]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for item in items {
        let Diagnostic { range, severity, code, message, .. } = item;
        let ends = [range.start, range.end].map(|end| (end.line, end.character));
        (ends, message).hash(&mut hasher);
        format!("{severity:?} {code:?}").hash(&mut hasher);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::analysis::Kind;
    use crate::config::Settings;
    use crate::file::File;
    use crate::position::Encoding;

    fn snapshot(name: &str, text: &str, revision: u64) -> Snapshot {
        let url = Url::parse(&format!("file:///w/{name}")).unwrap();
        let file = File::new(url, Kind::Definition, None, text);
        let settings = Arc::new(Settings::default());
        Snapshot { file: Arc::new(file), settings, encoding: Encoding::Utf16, revision }
    }

    fn id(report: Report) -> (bool, String) {
        match report {
            Report::Full(report) => (true, report.result_id.unwrap()),
            Report::Unchanged(report) => (false, report.result_id),
        }
    }

    #[test]
    fn an_answer_is_given_again_only_if_it_is_another() {
        let (is_full, first) = id(report(&snapshot("A.1.def", "wrong\n", 1), None));
        assert!(is_full);
        assert_eq!(
            id(report(&snapshot("A.1.def", "wrong\n", 1), Some(&first))),
            (false, first.clone())
        );
        // Something changed elsewhere: the content is the same, and its id moves on.
        let (is_full, second) = id(report(&snapshot("A.1.def", "wrong\n", 2), Some(&first)));
        assert!(!is_full && second != first);
        assert!(id(report(&snapshot("A.1.def", "int32 x\n", 3), Some(&second))).0);
        assert!(id(report(&snapshot("A.1.def", "wrong\n", 3), Some("made up"))).0);
    }

    #[test]
    fn files_that_are_gone_are_reported_as_in_order() {
        let uri = Url::parse("file:///w/GONE.1.def").unwrap();
        let previous = vec![PreviousResultId { uri: uri.clone(), value: "1-0".into() }];
        let snapshots = [snapshot("A.1.def", "wrong\n", 1)];
        let report = workspace(&snapshots, previous, &Cancel::default());
        let [_, WorkspaceDocumentDiagnosticReport::Full(gone)] = report.items.as_slice() else {
            panic!("{report:?}")
        };
        assert_eq!(gone.uri, uri);
        assert!(gone.full_document_diagnostic_report.items.is_empty());
    }
}
