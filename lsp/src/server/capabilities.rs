//! What the server says that it can do, to a client of some abilities.

use tower_lsp::lsp_types::{
    CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, CompletionOptions,
    DeclarationCapability, DiagnosticOptions, DiagnosticServerCapabilities, DocumentLinkOptions,
    DocumentOnTypeFormattingOptions, ExecuteCommandOptions, FileOperationFilter,
    FileOperationPattern, FileOperationPatternKind, FileOperationRegistrationOptions,
    FoldingRangeProviderCapability, HoverProviderCapability, ImplementationProviderCapability,
    InitializeResult, InlayHintOptions, InlayHintServerCapabilities,
    LinkedEditingRangeServerCapabilities, OneOf, RenameOptions, SelectionRangeProviderCapability,
    SemanticTokensFullOptions, SemanticTokensOptions, SemanticTokensServerCapabilities,
    ServerCapabilities, ServerInfo, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TypeDefinitionProviderCapability, WorkDoneProgressOptions,
    WorkspaceFileOperationsServerCapabilities, WorkspaceFoldersServerCapabilities,
    WorkspaceServerCapabilities, WorkspaceSymbolOptions,
};

use crate::abilities::Abilities;
use crate::feature::{action, command, completion, formatting, tokens};
use crate::kind::GLOBS;

pub(super) fn of(client: &Abilities) -> InitializeResult {
    let capabilities = ServerCapabilities {
        position_encoding: Some(client.encoding.kind()),
        text_document_sync: Some(sync()),
        completion_provider: Some(completion()),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        declaration_provider: Some(DeclarationCapability::Simple(true)),
        implementation_provider: Some(ImplementationProviderCapability::Simple(true)),
        type_definition_provider: Some(TypeDefinitionProviderCapability::Simple(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Right(WorkspaceSymbolOptions {
            resolve_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        selection_range_provider: Some(SelectionRangeProviderCapability::Simple(true)),
        linked_editing_range_provider: Some(LinkedEditingRangeServerCapabilities::Simple(true)),
        code_action_provider: actions(client),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_range_formatting_provider: Some(OneOf::Left(true)),
        document_on_type_formatting_provider: Some(DocumentOnTypeFormattingOptions {
            first_trigger_character: formatting::FIRST_KEY.to_owned(),
            more_trigger_character: Some(texts(formatting::MORE_KEYS)),
        }),
        rename_provider: Some(renaming(client)),
        inlay_hint_provider: Some(OneOf::Right(InlayHintServerCapabilities::Options(
            InlayHintOptions { resolve_provider: Some(true), ..InlayHintOptions::default() },
        ))),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        document_link_provider: Some(DocumentLinkOptions {
            resolve_provider: Some(false),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        semantic_tokens_provider: Some(semantic_tokens()),
        execute_command_provider: Some(commands()),
        // A client that asks would get everything twice if it were also told.
        diagnostic_provider: client.pulls_diagnostics.then(diagnostics),
        workspace: Some(workspace()),
        ..ServerCapabilities::default()
    };
    let version = Some(env!("CARGO_PKG_VERSION").to_owned());
    let server_info = Some(ServerInfo { name: "landwright-lsp".to_owned(), version });
    InitializeResult { capabilities, server_info }
}

fn completion() -> CompletionOptions {
    CompletionOptions {
        resolve_provider: Some(true),
        trigger_characters: Some(texts(completion::TRIGGERS)),
        ..CompletionOptions::default()
    }
}

/// Only a client that knows of preparing may be offered it.
fn renaming(client: &Abilities) -> OneOf<bool, RenameOptions> {
    if !client.prepares_renames {
        return OneOf::Left(true);
    }
    OneOf::Right(RenameOptions {
        prepare_provider: Some(true),
        work_done_progress_options: WorkDoneProgressOptions::default(),
    })
}

fn semantic_tokens() -> SemanticTokensServerCapabilities {
    SemanticTokensServerCapabilities::SemanticTokensOptions(SemanticTokensOptions {
        work_done_progress_options: WorkDoneProgressOptions::default(),
        legend: tokens::legend(),
        range: Some(true),
        full: Some(SemanticTokensFullOptions::Delta { delta: Some(true) }),
    })
}

/// A client that knows no actions with edits gets commands, whose edits it has to apply.
fn actions(client: &Abilities) -> Option<CodeActionProviderCapability> {
    if !client.literal_actions {
        return client.applies_edits.then_some(CodeActionProviderCapability::Simple(true));
    }
    Some(CodeActionProviderCapability::Options(CodeActionOptions {
        code_action_kinds: Some(action::KINDS.to_vec()),
        resolve_provider: Some(true),
        work_done_progress_options: WorkDoneProgressOptions::default(),
    }))
}

/// What an editor tells of the files and folders that it makes, renames and deletes.
fn file_operations() -> WorkspaceFileOperationsServerCapabilities {
    let of = |glob: &str, matches| FileOperationFilter {
        scheme: Some("file".to_owned()),
        pattern: FileOperationPattern {
            glob: glob.to_owned(),
            matches: Some(matches),
            options: None,
        },
    };
    let files = GLOBS.iter().map(|glob| of(glob, FileOperationPatternKind::File));
    let folders = [of("**", FileOperationPatternKind::Folder)];
    let all = FileOperationRegistrationOptions { filters: files.chain(folders).collect() };
    let definitions = FileOperationRegistrationOptions {
        filters: vec![of("**/*.[0-9]*.def", FileOperationPatternKind::File)],
    };
    WorkspaceFileOperationsServerCapabilities {
        will_rename: Some(definitions),
        did_create: Some(all.clone()),
        did_rename: Some(all.clone()),
        did_delete: Some(all),
        ..WorkspaceFileOperationsServerCapabilities::default()
    }
}

fn commands() -> ExecuteCommandOptions {
    ExecuteCommandOptions {
        commands: texts(command::ALL),
        work_done_progress_options: WorkDoneProgressOptions::default(),
    }
}

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
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
        // The problems of a file can depend on the maps beside it.
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
    WorkspaceServerCapabilities {
        workspace_folders: Some(folders),
        file_operations: Some(file_operations()),
    }
}
