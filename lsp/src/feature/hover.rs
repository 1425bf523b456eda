//! What is known of the thing under the pointer.

use landwright_core::def::feature::hover;
use tower_lsp::lsp_types::{Hover, HoverContents, HoverParams};

use crate::world::Snapshot;
use crate::{analysis, from_proto, to_proto};

pub fn hover(snapshot: &Snapshot, params: &HoverParams) -> Option<Hover> {
    let offset = from_proto::offset(snapshot, &params.text_document_position_params);
    let found = analysis::seen(snapshot);
    let seen = |field| found.seen.get(snapshot.path()).map_or(Vec::new(), |it| it.values(field));
    let hover = hover::hover(snapshot.catalogue(), snapshot.path(), offset, &seen)?;
    let contents = HoverContents::Markup(to_proto::markup(&snapshot.world, hover.markdown));
    Some(Hover { contents, range: Some(to_proto::range(snapshot, hover.range)) })
}
