//! The outline of a file, and what of all files fits a few letters.

use landwright_core::def::feature::search;
use landwright_core::def::feature::symbols::{self, Symbol};
use tower_lsp::lsp_types::{
    DocumentSymbol, DocumentSymbolResponse, Location, OneOf, SymbolInformation, SymbolKind,
    SymbolTag, WorkspaceSymbol,
};

use crate::to_proto;
use crate::world::{Snapshot, World};

/// More than these nobody reads; the next letter brings others.
const LIMIT: usize = 256;

pub fn of_file(snapshot: &Snapshot) -> DocumentSymbolResponse {
    let found = symbols::symbols(snapshot.catalogue(), snapshot.path());
    if snapshot.world.abilities.nests_symbols {
        let nested = found.into_iter().map(|symbol| nested(snapshot, symbol)).collect();
        return DocumentSymbolResponse::Nested(nested);
    }
    let mut flat = Vec::new();
    flatten(snapshot, found, None, &mut flat);
    DocumentSymbolResponse::Flat(flat)
}

fn nested(snapshot: &Snapshot, symbol: Symbol) -> DocumentSymbol {
    let tags = tags(&symbol);
    let children = symbol.children.into_iter().map(|child| nested(snapshot, child));
    let children: Vec<DocumentSymbol> = children.collect();
    #[allow(deprecated, reason = "the field that tags replaced has to be there")]
    DocumentSymbol {
        name: symbol.name,
        detail: Some(symbol.detail),
        kind: kind(symbol.kind),
        tags,
        deprecated: None,
        range: to_proto::range(snapshot, symbol.range),
        selection_range: to_proto::range(snapshot, symbol.focus),
        children: (!children.is_empty()).then_some(children),
    }
}

fn flatten(
    snapshot: &Snapshot,
    symbols: Vec<Symbol>,
    container: Option<&str>,
    flat: &mut Vec<SymbolInformation>,
) {
    for symbol in symbols {
        let tags = tags(&symbol);
        let range = to_proto::range(snapshot, symbol.range);
        let location = Location { uri: snapshot.file.url.clone(), range };
        #[allow(deprecated, reason = "the field that tags replaced has to be there")]
        flat.push(SymbolInformation {
            name: symbol.name.clone(),
            kind: kind(symbol.kind),
            tags,
            deprecated: None,
            location,
            container_name: container.map(str::to_owned),
        });
        flatten(snapshot, symbol.children, Some(&symbol.name), flat);
    }
}

fn tags(symbol: &Symbol) -> Option<Vec<SymbolTag>> {
    symbol.is_deprecated.then(|| vec![SymbolTag::DEPRECATED])
}

fn kind(kind: symbols::SymbolKind) -> SymbolKind {
    match kind {
        symbols::SymbolKind::Packet => SymbolKind::CLASS,
        symbols::SymbolKind::Array => SymbolKind::ARRAY,
        symbols::SymbolKind::Object => SymbolKind::OBJECT,
        symbols::SymbolKind::String => SymbolKind::STRING,
        symbols::SymbolKind::Number => SymbolKind::NUMBER,
        symbols::SymbolKind::Bool => SymbolKind::BOOLEAN,
        symbols::SymbolKind::Compound => SymbolKind::STRUCT,
        symbols::SymbolKind::Bytes => SymbolKind::FIELD,
        symbols::SymbolKind::Meta => SymbolKind::KEY,
        symbols::SymbolKind::Include => SymbolKind::FILE,
        symbols::SymbolKind::Unknown => SymbolKind::NULL,
        symbols::SymbolKind::Constant => SymbolKind::CONSTANT,
    }
}

/// A symbol with its place as it is now: since it was found, its file may have another text.
pub fn resolve(world: &World, symbol: WorkspaceSymbol) -> WorkspaceSymbol {
    let uri = match &symbol.location {
        OneOf::Left(location) => &location.uri,
        OneOf::Right(location) => &location.uri,
    };
    let found = of_world(world, &symbol.name).into_iter().find(|found| {
        found.name == symbol.name
            && found.container_name == symbol.container_name
            && found.location.uri == *uri
    });
    match found {
        Some(found) => WorkspaceSymbol { location: OneOf::Left(found.location), ..symbol },
        None => symbol,
    }
}

pub fn of_world(world: &World, query: &str) -> Vec<SymbolInformation> {
    let found = search::search(&world.catalogue, query, LIMIT);
    let symbol = |found: search::Found| {
        #[allow(deprecated, reason = "the field that tags replaced has to be there")]
        Some(SymbolInformation {
            location: to_proto::location(world, &found.at)?,
            name: found.name,
            kind: kind(found.kind),
            tags: None,
            deprecated: None,
            container_name: Some(found.container),
        })
    };
    found.into_iter().filter_map(symbol).collect()
}
