//! What a definition does not say, shown between its words.

use landwright_core::def::feature::inlay::{self, Hint, HintKinds};
use landwright_core::def::guess;
use serde::{Deserialize, Serialize};
use tower_lsp::lsp_types::{InlayHint, InlayHintLabel, InlayHintParams, InlayHintTooltip, Url};

use crate::config::InlayHints;
use crate::world::Snapshot;
use crate::{analysis, from_proto, position, to_proto};

/// What of a hint is sent away, to come back when it is resolved.
#[derive(Debug, Serialize, Deserialize)]
struct Origin {
    uri: Url,
    offset: usize,
}

pub fn hints(snapshot: &Snapshot, params: &InlayHintParams) -> Vec<InlayHint> {
    let InlayHints { offset, size, implied, types } = snapshot.settings.inlay_hints;
    let kinds = HintKinds { place: offset, size, implied, minimum: size };
    let mut range = from_proto::range(snapshot, params.range);
    // A hint behind the last letter is asked for by a range that ends there.
    range.end = range.end.saturating_add(1);
    let guesses = match types {
        true => {
            let captures = analysis::captures(snapshot);
            guess::of_definition(snapshot.catalogue(), snapshot.path(), &captures)
        }
        false => Vec::new(),
    };
    let found = inlay::hints(snapshot.catalogue(), snapshot.path(), range, kinds, &guesses);
    found.into_iter().map(|hint| to_hint(snapshot, hint)).collect()
}

fn to_hint(snapshot: &Snapshot, hint: Hint) -> InlayHint {
    let origin = Origin { uri: snapshot.file.url.clone(), offset: hint.offset };
    InlayHint {
        position: position::position(snapshot.file.lines(), hint.offset, snapshot.encoding()),
        label: InlayHintLabel::String(hint.label),
        kind: None,
        text_edits: None,
        tooltip: None,
        padding_left: Some(true),
        padding_right: Some(false),
        // A hint whose data do not come back says no more than it shows.
        data: serde_json::to_value(origin).ok(),
    }
}

/// The file that a hint is shown in.
pub fn url(hint: &InlayHint) -> Option<Url> {
    Some(Origin::deserialize(hint.data.as_ref()?).ok()?.uri)
}

/// Adds to a hint the whole words for it, now that somebody looks at it.
pub fn resolve(snapshot: &Snapshot, mut hint: InlayHint) -> InlayHint {
    let origin = hint.data.as_ref().and_then(|data| Origin::deserialize(data).ok());
    let tooltip = origin
        .and_then(|origin| inlay::tooltip(snapshot.catalogue(), snapshot.path(), origin.offset));
    hint.tooltip = tooltip
        .map(|text| InlayHintTooltip::MarkupContent(to_proto::markup(&snapshot.world, text)));
    hint
}
