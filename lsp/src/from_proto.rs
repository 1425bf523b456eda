//! What the protocol says, in our words.

use tower_lsp::lsp_types::{
    CodeActionParams, CodeLensParams, CompletionParams, DocumentDiagnosticParams,
    DocumentFormattingParams, DocumentHighlightParams, DocumentLinkParams,
    DocumentOnTypeFormattingParams, DocumentRangeFormattingParams, DocumentSymbolParams,
    FoldingRangeParams, GotoDefinitionParams, HoverParams, InlayHintParams,
    LinkedEditingRangeParams, Range, ReferenceParams, RenameParams, SelectionRangeParams,
    SemanticTokensDeltaParams, SemanticTokensParams, SemanticTokensRangeParams,
    TextDocumentPositionParams, Url,
};

use crate::world::Snapshot;

/// The byte offset of a position in the file that a request is about.
pub fn offset(snapshot: &Snapshot, at: &TextDocumentPositionParams) -> usize {
    snapshot.file.offset(at.position, snapshot.encoding())
}

/// The byte offsets of a range in the file that a request is about.
pub fn range(snapshot: &Snapshot, range: Range) -> std::ops::Range<usize> {
    let offset = |position| snapshot.file.offset(position, snapshot.encoding());
    let (start, end) = (offset(range.start), offset(range.end));
    start.min(end)..start.max(end)
}

/// What asks about one file.
pub trait AboutFile {
    fn url(&self) -> &Url;
}

macro_rules! about_file {
    ($($params:ident $(. $field:ident)*;)*) => {
        $(impl AboutFile for $params {
            fn url(&self) -> &Url {
                &self $(. $field)* .text_document.uri
            }
        })*
    };
}

about_file! {
    TextDocumentPositionParams;
    CompletionParams.text_document_position;
    HoverParams.text_document_position_params;
    GotoDefinitionParams.text_document_position_params;
    ReferenceParams.text_document_position;
    DocumentHighlightParams.text_document_position_params;
    LinkedEditingRangeParams.text_document_position_params;
    DocumentSymbolParams;
    FoldingRangeParams;
    SelectionRangeParams;
    InlayHintParams;
    CodeLensParams;
    DocumentLinkParams;
    SemanticTokensParams;
    SemanticTokensDeltaParams;
    SemanticTokensRangeParams;
    CodeActionParams;
    DocumentFormattingParams;
    DocumentRangeFormattingParams;
    DocumentOnTypeFormattingParams.text_document_position;
    RenameParams.text_document_position;
    DocumentDiagnosticParams;
}
