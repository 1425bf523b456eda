//! Connections that a server does not connect.

use crate::check::fix;
use crate::check::found::Found;
use crate::check::navigation::{place, shown};
use crate::format::eq::nav::Content;
use crate::nav::eq::mesh::{Mesh, point};
use crate::problem::{Rule, Severity};
use crate::world::eq::mesh::action::{Action, RemoveConnection};

pub(super) const LOOSE: Rule = Rule {
    code: "nav-connection-loose",
    severity: Severity::Warning,
    title: "Connection whose end is not on the mesh",
    explanation: "\
A connection begins or ends where no polygon is within its radius, or in a tile that is not beside that of its \
start. A server leaves it out, and nobody takes it.

The mesh was most likely built anew since, or the connection was made a little off it. Take it away, and add it \
where both ends are on the mesh.",
};

pub(super) fn check(file: &str, content: &Content, mesh: &Mesh, found: &mut Found) {
    let mut number = 0;
    for (tile, of) in content.tiles.iter().enumerate() {
        let is_loaded = mesh.tiles.get(tile).is_some_and(|tile| tile.refused.is_none());
        for (own, connection) in of.connections.iter().enumerate() {
            let ends = mesh.ends_of(tile, own);
            let at = [connection.from, connection.to].map(point);
            let loose = match ends {
                // Without its start, a server does not look for its end.
                [None, _] => Some(("begins", at)),
                [_, None] => Some(("ends", [at, at].map(|[_, to]| to))),
                _ => None,
            };
            if let Some((what, [at, _])) = loose.filter(|_| is_loaded) {
                let radius = connection.radius.get();
                let message = format!(
                    "it {what} at {}, and no polygon is within {radius} units of that",
                    shown(at)
                );
                let problem = || {
                    let connection = u32::try_from(number).unwrap_or(u32::MAX);
                    let remove = Action::RemoveConnection(RemoveConnection { connection });
                    (message, vec![fix("Take it away", &remove).one_by_one()])
                };
                found.add(&LOOSE, || place(file, "connection", number), problem);
            }
            number += 1;
        }
    }
}
