//! What the protocol says, in our words.

use tower_lsp::lsp_types::{Range, TextDocumentPositionParams, Url};

use crate::world::Snapshot;

/// The byte offset of a position in the file that a request is about.
pub fn offset(snapshot: &Snapshot, at: &TextDocumentPositionParams) -> usize {
    snapshot.file.offset(at.position, snapshot.encoding())
}

/// The file that a request with a position is about.
pub fn url(at: &TextDocumentPositionParams) -> &Url {
    &at.text_document.uri
}

/// The byte offsets of a range in the file that a request is about.
pub fn range(snapshot: &Snapshot, range: Range) -> std::ops::Range<usize> {
    let offset = |position| snapshot.file.offset(position, snapshot.encoding());
    let (start, end) = (offset(range.start), offset(range.end));
    start.min(end)..start.max(end)
}
