//! What a client can do, in our words.

use tower_lsp::lsp_types::{
    ClientCapabilities, CodeActionClientCapabilities, CompletionClientCapabilities, MarkupKind,
    ResourceOperationKind, TextDocumentClientCapabilities, WorkspaceClientCapabilities,
};

use crate::position::Encoding;

#[derive(Debug, Clone, Copy, Default)]
pub struct Abilities {
    pub encoding: Encoding,
    /// It asks for diagnostics, so they are not pushed.
    pub pulls_diagnostics: bool,
    pub refreshes_diagnostics: bool,
    pub refreshes_tokens: bool,
    pub refreshes_hints: bool,
    pub refreshes_lenses: bool,
    pub has_configuration: bool,
    pub registers_configuration: bool,
    /// It watches files for a server that asks for it.
    pub watches_files: bool,
    pub shows_progress: bool,
    pub shows_markdown: bool,
    pub shows_documents: bool,
    pub snippets: bool,
    pub commit_characters: bool,
    /// It lets the person choose what becomes of the rest of a word that is completed.
    pub inserts_or_replaces: bool,
    pub completion_tags: bool,
    pub diagnostic_tags: bool,
    /// It wants places with the range that they were asked from.
    pub links_to_places: bool,
    pub nests_symbols: bool,
    pub folds_lines_only: bool,
    /// It asks whether a name can be renamed before it asks for the new one.
    pub prepares_renames: bool,
    /// It takes code actions that are more than commands.
    pub literal_actions: bool,
    /// It asks for the edit of a code action once that is chosen.
    pub resolves_edits: bool,
    /// It takes edits with the versions of the documents that they are for.
    pub versioned_edits: bool,
    /// It asks the person about changes that say so, and shows them before.
    pub confirms_changes: bool,
    pub creates_files: bool,
    pub renames_files: bool,
    pub deletes_files: bool,
    pub applies_edits: bool,
}

impl Abilities {
    pub fn of(client: &ClientCapabilities) -> Abilities {
        let general = client.general.clone().unwrap_or_default();
        let window = client.window.clone().unwrap_or_default();
        let offered = general.position_encodings.unwrap_or_default();
        let mut abilities = Abilities {
            encoding: Encoding::negotiate(&offered),
            shows_progress: window.work_done_progress == Some(true),
            shows_documents: window.show_document.is_some_and(|it| it.support),
            ..Abilities::default()
        };
        abilities.read_workspace(client.workspace.clone().unwrap_or_default());
        abilities.read_text_document(client.text_document.clone().unwrap_or_default());
        abilities
    }

    fn read_workspace(&mut self, workspace: WorkspaceClientCapabilities) {
        let is_set = |it: Option<bool>| it == Some(true);
        self.refreshes_diagnostics =
            workspace.diagnostic.is_some_and(|it| is_set(it.refresh_support));
        self.refreshes_tokens =
            workspace.semantic_tokens.is_some_and(|it| is_set(it.refresh_support));
        self.refreshes_hints = workspace.inlay_hint.is_some_and(|it| is_set(it.refresh_support));
        self.refreshes_lenses = workspace.code_lens.is_some_and(|it| is_set(it.refresh_support));
        self.has_configuration = is_set(workspace.configuration);
        self.registers_configuration =
            workspace.did_change_configuration.is_some_and(|it| is_set(it.dynamic_registration));
        self.watches_files =
            workspace.did_change_watched_files.is_some_and(|it| is_set(it.dynamic_registration));
        self.applies_edits = is_set(workspace.apply_edit);
        let edits = workspace.workspace_edit.unwrap_or_default();
        let operations = edits.resource_operations.unwrap_or_default();
        // Neovim names the operations alone, though they come in no other way.
        self.versioned_edits = is_set(edits.document_changes) || !operations.is_empty();
        let annotations = edits.change_annotation_support.as_ref();
        // Only a client that groups changes for a person to choose really asks.
        let groups = annotations.is_some_and(|it| it.groups_on_label == Some(true));
        self.confirms_changes = self.versioned_edits && groups;
        self.creates_files = operations.contains(&ResourceOperationKind::Create);
        self.deletes_files = operations.contains(&ResourceOperationKind::Delete);
        self.renames_files = operations.contains(&ResourceOperationKind::Rename);
    }

    fn read_text_document(&mut self, client: TextDocumentClientCapabilities) {
        self.pulls_diagnostics = client.diagnostic.is_some();
        self.shows_markdown = client
            .hover
            .and_then(|it| it.content_format)
            .is_some_and(|formats| formats.contains(&MarkupKind::Markdown));
        self.links_to_places = client.definition.is_some_and(|it| it.link_support == Some(true));
        self.nests_symbols = client
            .document_symbol
            .is_some_and(|it| it.hierarchical_document_symbol_support == Some(true));
        self.folds_lines_only =
            client.folding_range.is_some_and(|it| it.line_folding_only == Some(true));
        self.prepares_renames = client.rename.is_some_and(|it| it.prepare_support == Some(true));
        let diagnostics = client.publish_diagnostics.unwrap_or_default();
        self.diagnostic_tags = diagnostics.tag_support.is_some();
        self.read_completion(client.completion.unwrap_or_default());
        self.read_code_action(client.code_action.unwrap_or_default());
    }

    fn read_completion(&mut self, client: CompletionClientCapabilities) {
        let item = client.completion_item.unwrap_or_default();
        self.snippets = item.snippet_support == Some(true);
        self.commit_characters = item.commit_characters_support == Some(true);
        self.inserts_or_replaces = item.insert_replace_support == Some(true);
        self.completion_tags = item.tag_support.is_some();
    }

    fn read_code_action(&mut self, client: CodeActionClientCapabilities) {
        self.literal_actions = client.code_action_literal_support.is_some();
        self.resolves_edits = client.data_support == Some(true)
            && client
                .resolve_support
                .is_some_and(|it| it.properties.iter().any(|name| name == "edit"));
    }
}
