//! Texts that can be clicked.

use landwright_core::def::feature::link;
use tower_lsp::lsp_types::DocumentLink;

use crate::to_proto;
use crate::world::Snapshot;

pub fn links(snapshot: &Snapshot) -> Vec<DocumentLink> {
    let found = link::links(snapshot.catalogue(), snapshot.path()).into_iter();
    let to_link = |link: link::Link| {
        let place = to_proto::location(&snapshot.world, &link.to)?;
        let mut target = place.uri;
        // Many clients go to a line that is named so, and the others pass it over.
        if place.range.start.line > 0 {
            target.set_fragment(Some(&format!("L{}", place.range.start.line + 1)));
        }
        let range = to_proto::range(snapshot, link.range);
        Some(DocumentLink { range, target: Some(target), tooltip: Some(link.tooltip), data: None })
    };
    found.filter_map(to_link).collect()
}
