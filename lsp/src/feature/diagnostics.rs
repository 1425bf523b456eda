//! The problems of a file, or of all of them, for those who ask.
//!
//! Some clients ask about the whole workspace every two seconds. So an answer's id says which
//! text was looked at and what came out: of a file that is as it was, nothing is looked at again.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use tower_lsp::lsp_types::{
    Diagnostic, DocumentDiagnosticReport, FullDocumentDiagnosticReport, PreviousResultId,
    RelatedFullDocumentDiagnosticReport, RelatedUnchangedDocumentDiagnosticReport,
    UnchangedDocumentDiagnosticReport, Url, WorkspaceDiagnosticReport,
    WorkspaceDocumentDiagnosticReport, WorkspaceFullDocumentDiagnosticReport,
    WorkspaceUnchangedDocumentDiagnosticReport,
};

use crate::file::Key;
use crate::job::Cancel;
use crate::world::Snapshot;
use crate::{analysis, job, to_proto};

/// The problems of the snapshot's file.
pub fn diagnostics(snapshot: &Snapshot) -> Vec<Diagnostic> {
    let problems = analysis::problems(snapshot);
    problems.iter().filter_map(|problem| to_proto::diagnostic(snapshot, problem)).collect()
}

/// An answer about one file.
pub enum Report {
    Full(FullDocumentDiagnosticReport),
    Unchanged(UnchangedDocumentDiagnosticReport),
}

/// The problems of the snapshot's file, for somebody who may know it already.
pub fn report(snapshot: &Snapshot, previous: Option<&str>) -> Report {
    let previous = previous.and_then(ResultId::parse);
    let stamp = Stamp::of(snapshot);
    if let Some(known) = previous.filter(|known| known.stamp == stamp) {
        return unchanged(&known);
    }
    let items = diagnostics(snapshot);
    let id = ResultId { stamp, content: content(&items) };
    if previous.is_some_and(|known| known.content == id.content) {
        return unchanged(&id);
    }
    Report::Full(FullDocumentDiagnosticReport { result_id: Some(id.to_string()), items })
}

impl Default for Report {
    fn default() -> Report {
        Report::Full(FullDocumentDiagnosticReport::default())
    }
}

impl From<Report> for DocumentDiagnosticReport {
    fn from(report: Report) -> DocumentDiagnosticReport {
        let related_documents = None;
        match report {
            Report::Unchanged(unchanged_document_diagnostic_report) => {
                DocumentDiagnosticReport::Unchanged(RelatedUnchangedDocumentDiagnosticReport {
                    related_documents,
                    unchanged_document_diagnostic_report,
                })
            }
            Report::Full(full_document_diagnostic_report) => {
                DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
                    related_documents,
                    full_document_diagnostic_report,
                })
            }
        }
    }
}

fn unchanged(id: &ResultId) -> Report {
    Report::Unchanged(UnchangedDocumentDiagnosticReport { result_id: id.to_string() })
}

/// The problems of all files, for somebody who may know of some. Files that are gone are reported
/// as in order.
pub fn workspace(
    snapshots: &[Snapshot],
    previous: Vec<PreviousResultId>,
    cancel: &Cancel,
) -> WorkspaceDiagnosticReport {
    let known = previous.into_iter().map(|id| (Key::of_url(&id.uri), (id.uri, id.value)));
    let mut known: BTreeMap<Key, (Url, String)> = known.collect();
    let reports = job::for_each(snapshots, |snapshot| {
        if cancel.is_cancelled() {
            return None;
        }
        let previous = known.get(&snapshot.file.key).map(|(_, id)| id.as_str());
        let report = report(snapshot, previous);
        Some(in_workspace(snapshot.file.url.clone(), snapshot.file.version, report))
    });
    for snapshot in snapshots {
        known.remove(&snapshot.file.key);
    }
    let gone = known.into_values().map(|(url, _)| {
        in_workspace(url, None, Report::Full(FullDocumentDiagnosticReport::default()))
    });
    WorkspaceDiagnosticReport { items: reports.into_iter().flatten().chain(gone).collect() }
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

/// Names an answer: what was looked at, and a hash of what came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ResultId {
    stamp: Stamp,
    content: u64,
}

/// What a file's problems depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    epoch: u64,
    serial: u64,
    /// Of everything, where the file means what others say; otherwise 0.
    revision: u64,
}

impl Stamp {
    fn of(Snapshot { file, world, .. }: &Snapshot) -> Stamp {
        let revision = if file.depends_on_others { world.revision } else { 0 };
        Stamp { epoch: world.epoch, serial: file.serial, revision }
    }
}

impl ResultId {
    fn parse(text: &str) -> Option<ResultId> {
        let mut parts = text.split('-').map(|part| u64::from_str_radix(part, 16).ok());
        let (epoch, serial, revision) = (parts.next()??, parts.next()??, parts.next()??);
        Some(ResultId { stamp: Stamp { epoch, serial, revision }, content: parts.next()?? })
    }
}

impl std::fmt::Display for ResultId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Stamp { epoch, serial, revision } = self.stamp;
        write!(f, "{epoch:x}-{serial:x}-{revision:x}-{:x}", self.content)
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
    use super::*;
    use crate::file::File;
    use crate::kind::Kind;
    use crate::state::State;

    fn put(state: &mut State, name: &str, text: &str) -> Snapshot {
        let url = Url::parse(&format!("file:///w/{name}")).unwrap();
        let key = Key::of_url(&url);
        state.put(File::new(url, Kind::Definition, None, text));
        state.snapshot(&key).unwrap()
    }

    fn id(report: Report) -> (bool, String) {
        match report {
            Report::Full(report) => (true, report.result_id.unwrap()),
            Report::Unchanged(report) => (false, report.result_id),
        }
    }

    #[test]
    fn an_answer_is_given_again_only_if_it_is_another() {
        let mut state = State::default();
        let (is_full, first) = id(report(&put(&mut state, "A.1.def", "wrong\n"), None));
        assert!(is_full);
        // Elsewhere something changed.
        put(&mut state, "B.1.def", "wrong\n");
        let again = state.snapshot(&Key::of_core("/w/A.1.def")).unwrap();
        assert_eq!(id(report(&again, Some(&first))), (false, first.clone()));
        // The content is the same, and its id moves on.
        let same = put(&mut state, "A.1.def", "wrong\n\n");
        let (is_full, second) = id(report(&same, Some(&first)));
        assert!(!is_full && second != first);
        assert!(id(report(&put(&mut state, "A.1.def", "int32 x\n"), Some(&second))).0);
        assert!(id(report(&put(&mut state, "A.1.def", "wrong\n"), Some("made up"))).0);
        state.touch_all();
        let again = state.snapshot(&Key::of_core("/w/A.1.def")).unwrap();
        assert!(!id(report(&again, Some(&first))).0);
    }

    #[test]
    fn files_that_are_gone_are_reported_as_in_order() {
        let uri = Url::parse("file:///w/GONE.1.def").unwrap();
        let previous = vec![PreviousResultId { uri: uri.clone(), value: "1-0".into() }];
        let snapshots = [put(&mut State::default(), "A.1.def", "wrong\n")];
        let report = workspace(&snapshots, previous, &Cancel::default());
        let [_, WorkspaceDocumentDiagnosticReport::Full(gone)] = report.items.as_slice() else {
            panic!("{report:?}")
        };
        assert_eq!(gone.uri, uri);
        assert!(gone.full_document_diagnostic_report.items.is_empty());
    }
}
