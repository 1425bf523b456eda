//! Tells a client that a change in one file altered what is said of others: it asks again, or gets
//! the problems of the files that it has not open.
//!
//! A client asks about the file that it edits by itself; of the others it can't know. What alters
//! while it is being told leads to one more round, however much it was.

use std::collections::BTreeMap;
use std::sync::Arc;

use tower_lsp::lsp_types::{PreviousResultId, Url, WorkspaceDocumentDiagnosticReport as Report};

use crate::feature::diagnostics::workspace;
use crate::file::Key;
use crate::job;
use crate::session::Session;

/// What a client knows of files that it has not open: the name of the last answer about each.
type Known = BTreeMap<Url, String>;

/// Refreshes as long as the session lasts.
pub async fn run(session: Arc<Session>) {
    session.scanned().await;
    let mut known = Known::new();
    publish_closed(&session, &mut known).await;
    loop {
        session.altered.notified().await;
        refresh(&session).await;
        publish_closed(&session, &mut known).await;
    }
}

/// Publishes the problems of the files that are not open, where they are others than those that
/// the client knows, unless it asks for them. Open files are for [`crate::publish`].
async fn publish_closed(session: &Session, known: &mut Known) {
    if session.abilities().pulls_diagnostics {
        return;
    }
    let is_open = |uri: &Url| session.snapshot(uri).is_some_and(|it| it.file.version.is_some());
    let cleared = session.update_quietly(|state| std::mem::take(&mut state.cleared));
    known.retain(|uri, _| !is_open(uri) && !cleared.contains(&Key::of_url(uri)));
    let mut snapshots = session.look(|state| state.snapshots());
    snapshots.retain(|snapshot| snapshot.file.version.is_none());
    let previous = known.iter().map(|(uri, value)| {
        let (uri, value) = (uri.clone(), value.clone());
        PreviousResultId { uri, value }
    });
    let previous: Vec<PreviousResultId> = previous.collect();
    let report = job::run(move |cancel| {
        // A fault in one check must not end the publishing of all that follow.
        std::panic::catch_unwind(|| workspace(&snapshots, previous, cancel)).unwrap_or_default()
    });
    for item in report.await.items {
        let Report::Full(item) = item else { continue };
        let (uri, report) = (item.uri, item.full_document_diagnostic_report);
        let was_known = known.remove(&uri).is_some();
        // It may have been opened meanwhile.
        if is_open(&uri) {
            continue;
        }
        if was_known || !report.items.is_empty() {
            session.client.publish_diagnostics(uri.clone(), report.items, None).await;
        }
        known.extend(report.result_id.map(|id| (uri, id)));
    }
}

/// One that refuses will ask sooner or later anyway.
async fn refresh(session: &Session) {
    let abilities = session.abilities();
    let client = &session.client;
    let diagnostics = async {
        if abilities.pulls_diagnostics && abilities.refreshes_diagnostics {
            let _ = client.workspace_diagnostic_refresh().await;
        }
    };
    let tokens = async {
        if abilities.refreshes_tokens {
            let _ = client.semantic_tokens_refresh().await;
        }
    };
    let hints = async {
        if abilities.refreshes_hints {
            let _ = client.inlay_hint_refresh().await;
        }
    };
    let lenses = async {
        if abilities.refreshes_lenses {
            let _ = client.code_lens_refresh().await;
        }
    };
    tokio::join!(diagnostics, tokens, hints, lenses);
}
