//! Every method of the protocol that the server answers, in a few lines each.
//!
//! What changes the state does so before its first `.await`; what is quick answers at once, on
//! the loop; what may take long works beside it on a snapshot.

mod capabilities;

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::mpsc::UnboundedReceiver;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    DidChangeConfigurationParams, DidChangeTextDocumentParams, DidChangeWatchedFilesParams,
    DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DocumentDiagnosticParams, DocumentDiagnosticReport, DocumentDiagnosticReportResult, Hover,
    HoverParams, InitializeParams, InitializeResult, InitializedParams,
    RelatedFullDocumentDiagnosticReport, RelatedUnchangedDocumentDiagnosticReport, Url,
    WorkDoneProgressCancelParams, WorkspaceDiagnosticParams, WorkspaceDiagnosticReportResult,
};
use tower_lsp::{ClientSocket, LanguageServer, LspService, async_trait};

use crate::feature::diagnostics::Report;
use crate::file::Key;
use crate::session::Session;
use crate::watch::Watch;
use crate::world::Snapshot;
use crate::{config, feature, from_proto, job, publish, scan, watch};

pub struct Server {
    session: Arc<Session>,
    /// Taken by the task that reads what is stale, when the session begins.
    stale: Mutex<Option<UnboundedReceiver<Key>>>,
    /// `None` before the session has begun.
    watch: Arc<Mutex<Option<Watch>>>,
}

impl Server {
    /// A server that waits for its client's `initialize`.
    pub fn service() -> (LspService<Server>, ClientSocket) {
        let build = LspService::build(|client| {
            let (session, stale) = Session::new(client);
            let stale = Mutex::new(Some(stale));
            Server { session: Arc::new(session), stale, watch: Arc::default() }
        });
        build.custom_method("window/workDoneProgress/cancel", Server::cancel_progress).finish()
    }

    /// Answers from a file as it is now; a file that the server does not know has no answer.
    fn ask<T>(&self, url: &Url, answer: impl FnOnce(&Snapshot) -> Option<T>) -> Result<Option<T>> {
        Ok(self.session.snapshot(url).and_then(|snapshot| answer(&snapshot)))
    }

    async fn cancel_progress(&self, params: WorkDoneProgressCancelParams) {
        self.session.look(|state| {
            for (_, cancel) in state.progresses.iter().filter(|(it, _)| *it == params.token) {
                cancel.cancel();
            }
        });
    }

    /// Takes in that folders came and went: they are watched first and read then, so that no
    /// change is missed between the two.
    fn follow_folders(&self, new: Vec<Key>, gone: Vec<Key>) {
        let (session, watch) = (Arc::clone(&self.session), Arc::clone(&self.watch));
        tokio::spawn(async move {
            let added = new.clone();
            // Beside the loop, since the system may look at every folder below for it.
            let watching = job::run(move |_| {
                let mut watch = watch.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(watch) = &mut *watch {
                    gone.iter().for_each(|folder| watch.remove(folder));
                    added.iter().for_each(|folder| watch.add(folder));
                }
            });
            watching.await;
            scan::folders(&session, new).await;
        });
    }
}

#[async_trait]
impl LanguageServer for Server {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        let complaints = self.session.update(|state| state.initialize(&params));
        let session = Arc::clone(&self.session);
        tokio::spawn(publish::run(Arc::clone(&session)));
        let stale = self.stale.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(stale) = stale {
            tokio::spawn(scan::run(Arc::clone(&session), stale));
        }
        tokio::spawn(async move { session.complain(complaints).await });
        Ok(capabilities::of(&self.session.abilities()))
    }

    async fn initialized(&self, _: InitializedParams) {
        let watch = Watch::begin(&self.session);
        *self.watch.lock().unwrap_or_else(PoisonError::into_inner) = Some(watch);
        let folders = self.session.look(|state| state.folders.clone());
        self.follow_folders(folders.into_iter().map(|folder| folder.key).collect(), Vec::new());
        tokio::spawn(config::begin(Arc::clone(&self.session)));
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        let key = Key::of_url(&params.text_document.uri);
        self.session.open(params.text_document);
        let folders = self.session.look(|state| state.folders.clone());
        let is_outside = folders.iter().all(|folder| !key.is_inside(&folder.key));
        if let Some(path) = key.path().filter(|_| is_outside) {
            tokio::spawn(scan::around(Arc::clone(&self.session), path));
        }
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        self.session.change(params);
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        self.session.close(&params.text_document.uri);
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        tokio::spawn(config::changed(Arc::clone(&self.session), params.settings));
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        watch::note_seen(&self.session, params.changes.into_iter().map(|change| change.uri));
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        let event = params.event;
        let new: Vec<Key> = event.added.iter().map(|folder| Key::of_url(&folder.uri)).collect();
        let gone: Vec<Key> = event.removed.iter().map(|folder| Key::of_url(&folder.uri)).collect();
        self.session.update(|state| {
            event.removed.iter().for_each(|folder| state.remove_folder(folder));
            event.added.into_iter().for_each(|folder| state.add_folder(folder));
        });
        self.follow_folders(new, gone);
        let session = Arc::clone(&self.session);
        tokio::spawn(async move { config::fetch(&session).await });
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        let url = from_proto::url(&params.text_document_position_params);
        self.ask(url, |snapshot| feature::hover::hover(snapshot, &params))
    }

    async fn diagnostic(
        &self,
        params: DocumentDiagnosticParams,
    ) -> Result<DocumentDiagnosticReportResult> {
        let previous = params.previous_result_id.as_deref();
        let report = self.ask(&params.text_document.uri, |snapshot| {
            Some(feature::diagnostics::report(snapshot, previous))
        })?;
        let report = match report {
            Some(Report::Unchanged(unchanged_document_diagnostic_report)) => {
                let related_documents = None;
                DocumentDiagnosticReport::Unchanged(RelatedUnchangedDocumentDiagnosticReport {
                    related_documents,
                    unchanged_document_diagnostic_report,
                })
            }
            Some(Report::Full(full_document_diagnostic_report)) => {
                let related_documents = None;
                DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
                    related_documents,
                    full_document_diagnostic_report,
                })
            }
            None => DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport::default()),
        };
        Ok(DocumentDiagnosticReportResult::Report(report))
    }

    async fn workspace_diagnostic(
        &self,
        params: WorkspaceDiagnosticParams,
    ) -> Result<WorkspaceDiagnosticReportResult> {
        self.session.scanned().await;
        let snapshots = self.session.look(|state| state.snapshots());
        let previous = params.previous_result_ids;
        let report =
            job::run(move |cancel| feature::diagnostics::workspace(&snapshots, previous, cancel));
        Ok(WorkspaceDiagnosticReportResult::Report(report.await))
    }
}
