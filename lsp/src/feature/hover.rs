//! What is known of the thing under the pointer.

use tower_lsp::lsp_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind};

use crate::world::Snapshot;
use crate::{analysis, from_proto, to_proto};

pub fn hover(snapshot: &Snapshot, params: &HoverParams) -> Option<Hover> {
    let offset = from_proto::offset(snapshot, &params.text_document_position_params);
    let (range, value) = analysis::hover(&snapshot.file, offset)?;
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
    Some(Hover { contents, range: Some(to_proto::range(snapshot, range)) })
}
