//! From a name to where it is defined, gets its number, or is in other versions.

use landwright_core::def::Catalogue;
use landwright_core::def::feature::definition;
use tower_lsp::lsp_types::{GotoDefinitionResponse, LocationLink, TextDocumentPositionParams};

use crate::world::Snapshot;
use crate::{from_proto, to_proto};

/// Which way to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Definition,
    Declaration,
    Implementation,
    Type,
}

impl Way {
    fn go(self, catalogue: &Catalogue, path: &str, offset: usize) -> Option<definition::Jump> {
        match self {
            Way::Definition => definition::definition(catalogue, path, offset),
            Way::Declaration => definition::declaration(catalogue, path, offset),
            Way::Implementation => definition::implementation(catalogue, path, offset),
            Way::Type => definition::type_definition(catalogue, path, offset),
        }
    }
}

pub fn goto(
    snapshot: &Snapshot,
    at: &TextDocumentPositionParams,
    way: Way,
) -> Option<GotoDefinitionResponse> {
    let offset = from_proto::offset(snapshot, at);
    let jump = way.go(snapshot.catalogue(), snapshot.path(), offset)?;
    let places: Vec<_> =
        jump.to.iter().filter_map(|to| to_proto::location(&snapshot.world, to)).collect();
    if !snapshot.world.abilities.links_to_places {
        return Some(GotoDefinitionResponse::Array(places));
    }
    let origin = to_proto::range(snapshot, jump.origin);
    let links = places.into_iter().map(|place| LocationLink {
        origin_selection_range: Some(origin),
        target_uri: place.uri,
        target_range: place.range,
        target_selection_range: place.range,
    });
    Some(GotoDefinitionResponse::Link(links.collect()))
}
