//! Everything that refers to the thing at a place, and where the same file names it.

use landwright_core::def::feature::highlight::{self, HighlightKind};
use landwright_core::def::feature::references::{self, ReferenceKind};
use tower_lsp::lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, Location, ReferenceParams,
};

use crate::world::Snapshot;
use crate::{from_proto, to_proto};

pub fn references(snapshot: &Snapshot, params: &ReferenceParams) -> Vec<Location> {
    let offset = from_proto::offset(snapshot, &params.text_document_position);
    let found = references::references(snapshot.catalogue(), snapshot.path(), offset);
    let is_wanted = |kind| params.context.include_declaration || kind != ReferenceKind::Declaration;
    let wanted = found.iter().filter(|reference| is_wanted(reference.kind));
    wanted.filter_map(|reference| to_proto::location(&snapshot.world, &reference.at)).collect()
}

pub fn highlights(snapshot: &Snapshot, params: &DocumentHighlightParams) -> Vec<DocumentHighlight> {
    let offset = from_proto::offset(snapshot, &params.text_document_position_params);
    let found = highlight::highlights(snapshot.catalogue(), snapshot.path(), offset);
    let highlight = |highlight: highlight::Highlight| DocumentHighlight {
        range: to_proto::range(snapshot, highlight.range),
        kind: Some(match highlight.kind {
            HighlightKind::Write => DocumentHighlightKind::WRITE,
            HighlightKind::Read => DocumentHighlightKind::READ,
            HighlightKind::Text => DocumentHighlightKind::TEXT,
        }),
    };
    found.into_iter().map(highlight).collect()
}
