//! The known facts about the thing under the pointer.

use landwright_core::def::feature::hover::{self, Recorded};
use landwright_core::def::guess;
use tower_lsp::lsp_types::{Hover, HoverContents, HoverParams};

use crate::world::Snapshot;
use crate::{analysis, from_proto, to_proto};

pub fn hover(snapshot: &Snapshot, params: &HoverParams) -> Option<Hover> {
    let offset = from_proto::offset(snapshot, &params.text_document_position_params);
    let found = analysis::seen(snapshot);
    let captures = analysis::captures(snapshot);
    let seen = |field| Recorded {
        values: found.seen.get(snapshot.path()).map_or(Vec::new(), |it| it.values(field)),
        types: guess::of_field(snapshot.catalogue(), snapshot.path(), field, &captures),
    };
    let hover = hover::hover(snapshot.catalogue(), snapshot.path(), offset, &seen)?;
    let contents = HoverContents::Markup(to_proto::markup(&snapshot.world, hover.markdown));
    Some(Hover { contents, range: Some(to_proto::range(snapshot, hover.range)) })
}
