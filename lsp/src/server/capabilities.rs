//! What the server says that it can do, to a client of some abilities.

use tower_lsp::lsp_types::{
    DiagnosticOptions, DiagnosticServerCapabilities, HoverProviderCapability, InitializeResult,
    OneOf, ServerCapabilities, ServerInfo, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, WorkDoneProgressOptions, WorkspaceFoldersServerCapabilities,
    WorkspaceServerCapabilities,
};

use crate::state::Abilities;

pub(super) fn of(client: &Abilities) -> InitializeResult {
    let capabilities = ServerCapabilities {
        position_encoding: Some(client.encoding.kind()),
        text_document_sync: Some(sync()),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        // A client that asks would get everything twice if it were also told.
        diagnostic_provider: client.pulls_diagnostics.then(diagnostics),
        workspace: Some(workspace()),
        ..ServerCapabilities::default()
    };
    let version = Some(env!("CARGO_PKG_VERSION").to_owned());
    let server_info = Some(ServerInfo { name: "landwright-lsp".to_owned(), version });
    InitializeResult { capabilities, server_info }
}

fn sync() -> TextDocumentSyncCapability {
    TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        ..TextDocumentSyncOptions::default()
    })
}

fn diagnostics() -> DiagnosticServerCapabilities {
    DiagnosticServerCapabilities::Options(DiagnosticOptions {
        identifier: Some("landwright".to_owned()),
        // What is wrong with a file can depend on the maps beside it.
        inter_file_dependencies: true,
        workspace_diagnostics: true,
        work_done_progress_options: WorkDoneProgressOptions::default(),
    })
}

fn workspace() -> WorkspaceServerCapabilities {
    let folders = WorkspaceFoldersServerCapabilities {
        supported: Some(true),
        change_notifications: Some(OneOf::Left(true)),
    };
    WorkspaceServerCapabilities { workspace_folders: Some(folders), file_operations: None }
}
