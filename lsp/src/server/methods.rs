//! Every method of the protocol that the server answers, in a few lines each.
//!
//! What changes the state does so before its first `.await`; what is quick answers at once, on
//! the loop; what may take long works beside it on a snapshot.

use std::sync::{Arc, PoisonError};

use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::request::{
    GotoDeclarationParams, GotoDeclarationResponse, GotoImplementationParams,
    GotoImplementationResponse, GotoTypeDefinitionParams, GotoTypeDefinitionResponse,
};
use tower_lsp::lsp_types::{
    CodeAction, CodeActionParams, CodeActionResponse, CodeLens, CodeLensParams, CompletionItem,
    CompletionParams, CompletionResponse, CreateFilesParams, DeleteFilesParams,
    DidChangeConfigurationParams, DidChangeTextDocumentParams, DidChangeWatchedFilesParams,
    DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DocumentDiagnosticParams, DocumentDiagnosticReportResult, DocumentFormattingParams,
    DocumentHighlight, DocumentHighlightParams, DocumentLink, DocumentLinkParams,
    DocumentOnTypeFormattingParams, DocumentRangeFormattingParams, DocumentSymbolParams,
    DocumentSymbolResponse, ExecuteCommandParams, FoldingRange, FoldingRangeParams,
    GotoDefinitionParams, GotoDefinitionResponse, Hover, HoverParams, InitializeParams,
    InitializeResult, InitializedParams, InlayHint, InlayHintParams, LinkedEditingRangeParams,
    LinkedEditingRanges, Location, PrepareRenameResponse, ReferenceParams, RenameFilesParams,
    RenameParams, SelectionRange, SelectionRangeParams, SemanticTokens, SemanticTokensDeltaParams,
    SemanticTokensFullDeltaResult, SemanticTokensParams, SemanticTokensRangeParams,
    SemanticTokensRangeResult, SemanticTokensResult, SymbolInformation, TextDocumentPositionParams,
    TextEdit, Url, WorkspaceDiagnosticParams, WorkspaceDiagnosticReportResult, WorkspaceEdit,
    WorkspaceSymbol, WorkspaceSymbolParams,
};
use tower_lsp::{LanguageServer, async_trait};

use crate::feature::goto::Way;
use crate::file::Key;
use crate::server::{Server, capabilities};
use crate::watch::Watch;
use crate::world::Snapshot;
use crate::{configure, feature, from_proto, job, publish, refresh, scan, watch};

#[async_trait]
impl LanguageServer for Server {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        let complaints = self.session.update(|state| state.initialize(&params));
        let session = Arc::clone(&self.session);
        tokio::spawn(publish::run(Arc::clone(&session)));
        tokio::spawn(refresh::run(Arc::clone(&session)));
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
        tokio::spawn(configure::begin(Arc::clone(&self.session)));
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
        let complaints = configure::take_sent(&self.session, &params.settings);
        tokio::spawn(configure::changed(Arc::clone(&self.session), complaints));
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
        tokio::spawn(async move { configure::fetch(&session).await });
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        self.ask(params, feature::completion::complete).await
    }

    async fn completion_resolve(&self, item: CompletionItem) -> Result<CompletionItem> {
        let snapshot = feature::completion::url(&item).and_then(|url| self.session.snapshot(&url));
        Ok(match snapshot {
            Some(snapshot) => feature::completion::resolve(&snapshot, item),
            None => item,
        })
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        self.ask(params, feature::hover::hover).await
    }

    async fn goto_definition(
        &self,
        params: GotoDefinitionParams,
    ) -> Result<Option<GotoDefinitionResponse>> {
        self.go(params, Way::Definition).await
    }

    async fn goto_declaration(
        &self,
        params: GotoDeclarationParams,
    ) -> Result<Option<GotoDeclarationResponse>> {
        self.go(params, Way::Declaration).await
    }

    async fn goto_implementation(
        &self,
        params: GotoImplementationParams,
    ) -> Result<Option<GotoImplementationResponse>> {
        self.go(params, Way::Implementation).await
    }

    async fn goto_type_definition(
        &self,
        params: GotoTypeDefinitionParams,
    ) -> Result<Option<GotoTypeDefinitionResponse>> {
        self.go(params, Way::Type).await
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        self.search(params, |snapshot, params| {
            Some(feature::references::references(snapshot, params))
        })
        .await
    }

    async fn document_highlight(
        &self,
        params: DocumentHighlightParams,
    ) -> Result<Option<Vec<DocumentHighlight>>> {
        self.ask(params, |snapshot, params| Some(feature::references::highlights(snapshot, params)))
            .await
    }

    async fn document_symbol(
        &self,
        params: DocumentSymbolParams,
    ) -> Result<Option<DocumentSymbolResponse>> {
        self.ask(params, |snapshot, _| Some(feature::symbols::of_file(snapshot))).await
    }

    async fn symbol(
        &self,
        params: WorkspaceSymbolParams,
    ) -> Result<Option<Vec<SymbolInformation>>> {
        let world = self.session.look(|state| state.world());
        Ok(Some(job::run(move |_| feature::symbols::of_world(&world, &params.query)).await))
    }

    async fn symbol_resolve(&self, symbol: WorkspaceSymbol) -> Result<WorkspaceSymbol> {
        let world = self.session.look(|state| state.world());
        Ok(job::run(move |_| feature::symbols::resolve(&world, symbol)).await)
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        self.ask(params, |snapshot, _| Some(feature::folding::folds(snapshot))).await
    }

    async fn selection_range(
        &self,
        params: SelectionRangeParams,
    ) -> Result<Option<Vec<SelectionRange>>> {
        self.ask(params, |snapshot, params| Some(feature::selection::selections(snapshot, params)))
            .await
    }

    async fn linked_editing_range(
        &self,
        params: LinkedEditingRangeParams,
    ) -> Result<Option<LinkedEditingRanges>> {
        self.ask(params, feature::selection::linked).await
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        let snapshot = self.session.snapshot(&params.text_document.uri);
        let hints = |snapshot: &Snapshot, params: &InlayHintParams| {
            Some(feature::inlay::hints(snapshot, params))
        };
        // Types of unknown fields may take a moment.
        match snapshot.is_some_and(|snapshot| snapshot.settings.inlay_hints.types) {
            true => self.search(params, hints).await,
            false => self.ask(params, hints).await,
        }
    }

    async fn inlay_hint_resolve(&self, hint: InlayHint) -> Result<InlayHint> {
        let snapshot = feature::inlay::url(&hint).and_then(|url| self.session.snapshot(&url));
        Ok(match snapshot {
            Some(snapshot) => feature::inlay::resolve(&snapshot, hint),
            None => hint,
        })
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        self.ask(params, |snapshot, _| Some(feature::lens::lenses(snapshot))).await
    }

    async fn document_link(&self, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
        self.ask(params, |snapshot, _| Some(feature::link::links(snapshot))).await
    }

    async fn semantic_tokens_full(
        &self,
        params: SemanticTokensParams,
    ) -> Result<Option<SemanticTokensResult>> {
        let session = Arc::clone(&self.session);
        self.ask(params, move |snapshot, _| {
            let (key, tokens) = feature::tokens::of_file(snapshot);
            Some(SemanticTokensResult::Tokens(session.tokens.full(key, tokens)))
        })
        .await
    }

    async fn semantic_tokens_full_delta(
        &self,
        params: SemanticTokensDeltaParams,
    ) -> Result<Option<SemanticTokensFullDeltaResult>> {
        let session = Arc::clone(&self.session);
        self.ask(params, move |snapshot, params| {
            let (key, tokens) = feature::tokens::of_file(snapshot);
            Some(session.tokens.since(key, tokens, &params.previous_result_id))
        })
        .await
    }

    async fn semantic_tokens_range(
        &self,
        params: SemanticTokensRangeParams,
    ) -> Result<Option<SemanticTokensRangeResult>> {
        self.ask(params, |snapshot, params| {
            let range = from_proto::range(snapshot, params.range);
            let data = feature::tokens::tokens(snapshot, range);
            Some(SemanticTokensRangeResult::Tokens(SemanticTokens { result_id: None, data }))
        })
        .await
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        // Names for opcodes may take a moment.
        self.search(params, |snapshot, params| Some(feature::action::actions(snapshot, params)))
            .await
    }

    async fn code_action_resolve(&self, action: CodeAction) -> Result<CodeAction> {
        let snapshot = feature::action::url(&action).and_then(|url| self.session.snapshot(&url));
        let snapshot = snapshot.ok_or_else(Error::content_modified)?;
        // Names for opcodes may take a moment.
        let resolved = job::run(move |_| feature::action::resolve(&snapshot, action)).await;
        let resolved = resolved.ok_or_else(Error::content_modified)?;
        if let Some(edit) = &resolved.edit {
            self.session.note_made(edit);
        }
        Ok(resolved)
    }

    async fn formatting(&self, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        self.ask(params, feature::formatting::whole).await
    }

    async fn range_formatting(
        &self,
        params: DocumentRangeFormattingParams,
    ) -> Result<Option<Vec<TextEdit>>> {
        self.ask(params, feature::formatting::lines).await
    }

    async fn on_type_formatting(
        &self,
        params: DocumentOnTypeFormattingParams,
    ) -> Result<Option<Vec<TextEdit>>> {
        self.ask(params, feature::formatting::typed).await
    }

    async fn prepare_rename(
        &self,
        params: TextDocumentPositionParams,
    ) -> Result<Option<PrepareRenameResponse>> {
        self.ask(params, feature::rename::prepare).await
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        let answer = |snapshot: &Snapshot, params: &RenameParams| {
            Some(feature::rename::rename(snapshot, params))
        };
        self.search(params, answer).await?.unwrap_or(Ok(None))
    }

    async fn will_rename_files(&self, params: RenameFilesParams) -> Result<Option<WorkspaceEdit>> {
        let (world, rename) = self.session.look(|state| (state.world(), state.settings.rename));
        Ok(job::run(move |_| feature::rename::follow(&world, &params.files, rename)).await)
    }

    async fn did_create_files(&self, params: CreateFilesParams) {
        self.note_files(params.files.iter().map(|file| file.uri.as_str()));
        let urls = params.files.iter().filter_map(|file| Url::parse(&file.uri).ok()).collect();
        let session = Arc::clone(&self.session);
        tokio::spawn(async move { feature::create::fill(&session, urls).await });
    }

    async fn did_rename_files(&self, params: RenameFilesParams) {
        let files = params.files.iter();
        self.note_files(files.flat_map(|file| [file.old_uri.as_str(), file.new_uri.as_str()]));
    }

    async fn did_delete_files(&self, params: DeleteFilesParams) {
        self.note_files(params.files.iter().map(|file| file.uri.as_str()));
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<Value>> {
        feature::command::execute(&self.session, &params.command, params.arguments).await
    }

    async fn diagnostic(
        &self,
        params: DocumentDiagnosticParams,
    ) -> Result<DocumentDiagnosticReportResult> {
        let answer = |snapshot: &Snapshot, params: &DocumentDiagnosticParams| {
            Some(feature::diagnostics::report(snapshot, params.previous_result_id.as_deref()))
        };
        let report = self.ask(params, answer).await?;
        Ok(DocumentDiagnosticReportResult::Report(report.unwrap_or_default().into()))
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
