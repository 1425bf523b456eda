//! What a definition does not say, shown between its words.

use landwright_core::def::feature::inlay::{self, Hint, HintKinds};
use tower_lsp::lsp_types::{InlayHint, InlayHintLabel, InlayHintParams, InlayHintTooltip};

use crate::config::InlayHints;
use crate::world::Snapshot;
use crate::{from_proto, position, to_proto};

pub fn hints(snapshot: &Snapshot, params: &InlayHintParams) -> Vec<InlayHint> {
    let InlayHints { offset, size, implied } = snapshot.settings.inlay_hints;
    let kinds = HintKinds { place: offset, size, implied, minimum: size };
    let mut range = from_proto::range(snapshot, params.range);
    // A hint behind the last letter is asked for by a range that ends there.
    range.end = range.end.saturating_add(1);
    let found = inlay::hints(snapshot.catalogue(), snapshot.path(), range, kinds);
    found.into_iter().map(|hint| to_hint(snapshot, hint)).collect()
}

fn to_hint(snapshot: &Snapshot, hint: Hint) -> InlayHint {
    let tooltip = to_proto::markup(&snapshot.world, hint.tooltip);
    InlayHint {
        position: position::position(snapshot.file.lines(), hint.offset, snapshot.encoding()),
        label: InlayHintLabel::String(hint.label),
        kind: None,
        text_edits: None,
        tooltip: Some(InlayHintTooltip::MarkupContent(tooltip)),
        padding_left: Some(!hint.is_before),
        padding_right: Some(hint.is_before),
        data: None,
    }
}
