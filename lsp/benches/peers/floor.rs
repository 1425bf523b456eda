//! What tower-lsp costs by itself: a server that keeps one text, and says of each line that holds
//! a single word that it is wrong.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    CompletionOptions, CompletionParams, CompletionResponse, Diagnostic,
    DidChangeTextDocumentParams, DidOpenTextDocumentParams, Hover, HoverContents, HoverParams,
    HoverProviderCapability, InitializeParams, InitializeResult, MarkedString, Position, Range,
    ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind, Url,
};
use tower_lsp::{Client, LanguageServer, LspService, Server, async_trait};

struct Floor {
    client: Client,
    texts: Mutex<HashMap<Url, String>>,
}

impl Floor {
    async fn publish(&self, uri: Url, version: i32) {
        let found = {
            let texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
            texts.get(&uri).map(|text| check(text)).unwrap_or_default()
        };
        self.client.publish_diagnostics(uri, found, Some(version)).await;
    }
}

fn check(text: &str) -> Vec<Diagnostic> {
    let is_wrong = |line: &&str| line.split_whitespace().count() == 1;
    let lines = text.lines().zip(0..).filter(|(line, _)| is_wrong(line));
    let problem = |number| {
        let range = Range::new(Position::new(number, 0), Position::new(number, 1));
        Diagnostic::new_simple(range, "a line has two words".to_owned())
    };
    lines.map(|(_, number)| problem(number)).collect()
}

#[async_trait]
impl LanguageServer for Floor {
    async fn initialize(&self, _: InitializeParams) -> Result<InitializeResult> {
        let capabilities = ServerCapabilities {
            text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::FULL)),
            completion_provider: Some(CompletionOptions::default()),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            ..ServerCapabilities::default()
        };
        Ok(InitializeResult { capabilities, server_info: None })
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        let document = params.text_document;
        self.texts
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(document.uri.clone(), document.text);
        self.publish(document.uri, document.version).await;
    }

    async fn did_change(&self, mut params: DidChangeTextDocumentParams) {
        let Some(change) = params.content_changes.pop() else { return };
        let document = params.text_document;
        self.texts
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(document.uri.clone(), change.text);
        self.publish(document.uri, document.version).await;
    }

    async fn completion(&self, _: CompletionParams) -> Result<Option<CompletionResponse>> {
        Ok(Some(CompletionResponse::Array(Vec::new())))
    }

    async fn hover(&self, _: HoverParams) -> Result<Option<Hover>> {
        let contents = HoverContents::Scalar(MarkedString::String("a word".to_owned()));
        Ok(Some(Hover { contents, range: None }))
    }
}

/// Serves stdin as tower-lsp's own example does.
pub(crate) fn serve() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (service, socket) = LspService::new(|client| Floor { client, texts: Mutex::default() });
        Server::new(tokio::io::stdin(), tokio::io::stdout(), socket).serve(service).await;
    });
}
