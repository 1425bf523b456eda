//! Tiles that a server does not load, or has no use for.

use crate::check::found::Found;
use crate::check::navigation::place;
use crate::format::eq::nav::Content;
use crate::nav::eq::mesh::Mesh;
use crate::problem::{Rule, Severity};

pub(super) const REFUSED: Rule = Rule {
    code: "nav-tile-refused",
    severity: Severity::Error,
    title: "Tile that a server does not load",
    explanation: "\
A server leaves a tile out if its reference is not free or too large for the mesh, if an earlier tile is at \
the same place, or if it has more polygons than the mesh has room for. Nobody walks on it then, and the \
server says nothing.

Such a mesh was most likely put together by hand. Build it anew, or take one of the two tiles away.",
};

pub(super) const EMPTY: Rule = Rule {
    code: "nav-tile-empty",
    severity: Severity::Information,
    title: "Tile without polygons",
    explanation: "\
A tile has no polygons. It does no harm, and nobody walks there.

The tools make no tile where there is no ground; `remove-tile` takes it away.",
};

pub(super) const LINKS_LOST: Rule = Rule {
    code: "nav-links-lost",
    severity: Severity::Warning,
    title: "Tile with too little room for links",
    explanation: "\
A server connects polygons as it loads a mesh, and each tile states how much room there is for that. This \
one states too little: some polygons or connections lead nowhere, and which ones depends on the order in which \
the tiles are loaded.

Connections that are added by a tool that does not make room for them are the usual cause. Take them away and add \
them with `landwright apply`, which makes room.",
};

pub(super) fn check(file: &str, content: &Content, mesh: &Mesh, found: &mut Found) {
    for (number, (loaded, tile)) in mesh.tiles.iter().zip(&content.tiles).enumerate() {
        let [x, y, _] = loaded.place;
        if let Some(refused) = &loaded.refused {
            let message = format!("a server leaves the tile at {x}, {y} out: {refused}");
            found.add(&REFUSED, || place(file, "tile", number), || (message, Vec::new()));
        }
        if tile.polygons.is_empty() {
            let message = format!("the tile at {x}, {y} has no polygons");
            found.add(&EMPTY, || place(file, "tile", number), || (message, Vec::new()));
        }
        if loaded.n_links_lost > 0 {
            let (lost, room) = (loaded.n_links_lost, tile.links.len());
            let message = format!(
                "the tile at {x}, {y} has room for {room} links, and {lost} more are needed"
            );
            found.add(&LINKS_LOST, || place(file, "tile", number), || (message, Vec::new()));
        }
    }
}
