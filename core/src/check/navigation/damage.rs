//! Polygons that name what is not there, and those that lead to each other on one side alone.

use crate::check::found::Found;
use crate::check::navigation::place;
use crate::format::eq::nav::Content;
use crate::format::eq::nav::tile::{BORDER, Kind, Polygon, Tile};
use crate::problem::{Rule, Severity};

pub(super) const DAMAGED: Rule = Rule {
    code: "nav-damaged",
    severity: Severity::Error,
    title: "Navigation mesh that names what is not there",
    explanation: "\
A polygon names a vertex, a polygon or triangles that its tile does not have, or a connection a polygon that is \
none. A server does not check these numbers: it reads other memory for them, and walks astray or stops.

Build the mesh anew. What is whole in it stays editable.",
};

pub(super) const ONE_SIDED: Rule = Rule {
    code: "nav-link-one-sided",
    severity: Severity::Warning,
    title: "Polygons that are connected on one side alone",
    explanation: "\
A polygon leads to a second one in its tile, and no edge of that leads back. A server walks there and finds no \
way back. The tools always connect both sides.",
};

pub(super) fn check(file: &str, content: &Content, found: &mut Found) {
    let mut first = 0;
    for (number, tile) in content.tiles.iter().enumerate() {
        for (own, polygon) in tile.polygons.iter().enumerate() {
            if let Some(message) = damage(tile, own, polygon) {
                found.add(
                    &DAMAGED,
                    || place(file, "polygon", first + own),
                    || (message, Vec::new()),
                );
            } else if let Some(to) = one_sided(tile, own, polygon) {
                let message =
                    format!("it leads to polygon {}, which does not lead back", first + to);
                let problem = || (message, Vec::new());
                found.add(&ONE_SIDED, || place(file, "polygon", first + own), problem);
            }
        }
        for (own, connection) in tile.connections.iter().enumerate() {
            let polygon = tile.polygons.get(usize::from(connection.polygon));
            if polygon.is_none_or(|polygon| polygon.kind() != Kind::Connection) {
                let named = connection.polygon;
                let message = format!(
                    "connection {own} of the tile names its polygon {named}, which is none of a connection"
                );
                found.add(&DAMAGED, || place(file, "tile", number), || (message, Vec::new()));
            }
        }
        first += tile.polygons.len();
    }
}

fn damage(tile: &Tile, own: usize, polygon: &Polygon) -> Option<String> {
    let n_corners = polygon.n_corners;
    let expected = match polygon.kind() {
        Kind::Ground => 3..=6,
        Kind::Connection => 2..=2,
    };
    if !expected.contains(&n_corners) {
        let (least, most) = (expected.start(), expected.end());
        return Some(format!("it has {n_corners} corners, and {least} to {most} are possible"));
    }
    let n_vertices = tile.vertices.len();
    if let Some(corner) =
        polygon.corners().iter().find(|corner| usize::from(**corner) >= n_vertices)
    {
        return Some(format!("it names vertex {corner}, and its tile has {n_vertices}"));
    }
    if polygon.kind() == Kind::Connection {
        return None;
    }
    let n_polygons = tile.polygons.len();
    let sides = polygon.sides.iter().take(n_corners.into()).filter(|side| **side & BORDER == 0);
    if let Some(side) = sides.into_iter().find(|side| usize::from(**side) > n_polygons) {
        return Some(format!(
            "it leads to polygon {} of its tile, which has {n_polygons}",
            side - 1
        ));
    }
    let Some(detail) = tile.details.get(own) else {
        return Some(format!("it has no triangles: its tile has those of {}", tile.details.len()));
    };
    let end = (detail.first_triangle as usize).saturating_add(detail.n_triangles.into());
    let n_triangles = tile.detail_triangles.len();
    if end > n_triangles {
        return Some(format!("it names triangle {}, and its tile has {n_triangles}", end - 1));
    }
    let own = tile.detail_triangles.get(detail.first_triangle as usize..end).unwrap_or_default();
    let n_own = u16::from(n_corners) + u16::from(detail.n_vertices);
    let n_there = tile.detail_vertices.len().saturating_sub(detail.first_vertex as usize);
    let corners = own.iter().flat_map(|[a, b, c, _]| [*a, *b, *c]);
    let is_lost = |corner: &u8| {
        u16::from(*corner) >= n_own
            || usize::from(corner.saturating_sub(n_corners)) >= n_there && *corner >= n_corners
    };
    corners
        .into_iter()
        .find(is_lost)
        .map(|corner| format!("a triangle of it names corner {corner}"))
}

/// The polygon of the tile to which one leads that does not lead back.
fn one_sided(tile: &Tile, own: usize, polygon: &Polygon) -> Option<usize> {
    if polygon.kind() == Kind::Connection {
        return None;
    }
    let inside = |polygon: &Polygon| -> Vec<usize> {
        let sides = polygon.sides.iter().take(polygon.n_corners.into());
        let inside = sides.filter(|side| **side & BORDER == 0);
        inside.filter_map(|side| usize::from(*side).checked_sub(1)).collect()
    };
    inside(polygon)
        .into_iter()
        .find(|to| tile.polygons.get(*to).is_some_and(|other| !inside(other).contains(&own)))
}
