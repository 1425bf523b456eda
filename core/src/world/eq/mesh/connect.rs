//! Connections added and taken away, so that a tile is as Detour would make it.

use crate::format::eq::nav::Content;
use crate::format::eq::nav::tile::{BOTH_WAYS, Connection, Kind, Polygon, SAME_TILE};
use crate::format::number::F32;
use crate::nav::eq::mesh::make::MOST_IN_A_TILE;
use crate::nav::eq::mesh::near::Near;
use crate::nav::eq::mesh::{Mesh, Point, point, shape, side_of};
use crate::space::eq::height_second;
use crate::world::eq::mesh::action::AddConnection;
use crate::world::eq::mesh::{Refusal, Shown, connection_at, is_regular, no_such};

/// So many links Detour makes room for at each end of a connection.
const LINKS_AT_AN_END: usize = 2;

pub(super) fn add(content: &mut Content, add: &AddConnection) -> Result<(), Refusal> {
    let AddConnection { from, to, radius, both_ways, area } = add;
    let numbers = from.iter().chain(to).chain([radius]);
    if numbers.copied().any(|number| !number.is_finite()) || *radius <= 0.0 {
        return Err(Refusal::NotFinite);
    }
    let mesh = Mesh::new(content);
    let (start, end) = (height_second(*from), height_second(*to));
    let off = |end: &'static str, at: &Point| Refusal::OffMesh {
        end,
        at: Shown(*at),
        radius: *radius,
        nearest: mesh
            .nearest_walked(height_second(*at))
            .map(|(near, off)| (Shown(height_second(near.at)), off)),
    };
    let (tile, landing) = mesh.start(start, *radius).ok_or_else(|| off("start", from))?;
    let own = content.tiles.get(tile).filter(|tile| is_regular(tile));
    let own = own.ok_or(Refusal::Damaged(tile))?;
    let side = side_of(end, point(own.low), point(own.high));
    let end_landing = mesh.end(tile, side, end, *radius);
    let (end_tile, other) = end_landing.ok_or_else(|| match mesh.end_anywhere(end, *radius) {
        true => Refusal::TooFar,
        false => off("end", to),
    })?;
    if landing.polygon == other.polygon {
        return Err(Refusal::SamePolygon(landing.polygon));
    }
    let most = usize::try_from(content.grid.most_polygons).unwrap_or_default();
    let most = most.next_power_of_two().min(MOST_IN_A_TILE);
    let Some(own) = content.tiles.get_mut(tile) else { return Err(Refusal::Damaged(tile)) };
    let (n_polygons, n_vertices) = (own.polygons.len(), own.vertices.len());
    if n_polygons >= most || n_vertices + 2 > MOST_IN_A_TILE {
        return Err(Refusal::TooMany { tile, found: n_polygons + 1, most });
    }
    let ends = [start, end].map(|end| end.map(F32::new));
    let mut polygon = Polygon { n_corners: 2, area_and_kind: 1 << 6, ..Polygon::default() };
    polygon.corners = [n_vertices as u16, n_vertices as u16 + 1, 0, 0, 0, 0];
    polygon.set_area(area.number());
    polygon.flags = area.flag();
    let [from, to] = ends;
    own.vertices.extend(ends);
    own.polygons.push(polygon);
    own.connections.push(Connection {
        from,
        to,
        radius: F32::new(*radius),
        polygon: n_polygons as u16,
        flags: if *both_ways { BOTH_WAYS } else { 0 },
        side,
        user: 0,
    });
    for tile in [tile, end_tile] {
        if let Some(tile) = content.tiles.get_mut(tile) {
            tile.links.extend([[0; 3]; LINKS_AT_AN_END]);
        }
    }
    make_room(content, &mesh);
    Ok(())
}

/// Makes room for links that a server would otherwise lose, and did not lose before.
fn make_room(content: &mut Content, before: &Mesh) {
    let now = Mesh::new(content);
    for (tile, (now, before)) in content.tiles.iter_mut().zip(now.tiles.iter().zip(&before.tiles)) {
        let n_more = now.n_links_lost.saturating_sub(before.n_links_lost);
        tile.links.extend(vec![[0; 3]; n_more]);
    }
}

pub(super) fn remove(content: &mut Content, number: u32) -> Result<(), Refusal> {
    let place = connection_at(content, number);
    let (tile, own) = place
        .ok_or_else(|| no_such(content, "connection", number, |tile| tile.connections.len()))?;
    let ends_in = Mesh::new(content).ends_of(tile, own);
    let end_tile = ends_in.last().copied().flatten().and_then(|polygon| {
        let polygon = u32::try_from(polygon).ok()?;
        crate::world::eq::mesh::polygon_at(content, polygon).map(|(tile, _)| tile)
    });
    let Some(of) = content.tiles.get_mut(tile).filter(|tile| is_regular(tile)) else {
        return Err(Refusal::Damaged(tile));
    };
    let removed = of.connections.remove(own);
    let gone = usize::from(removed.polygon);
    let polygon = of.polygons.remove(gone);
    for connection in of.connections.iter_mut().filter(|one| usize::from(one.polygon) > gone) {
        connection.polygon -= 1;
    }
    let corners = polygon.corners();
    let first = corners.first().copied().unwrap_or_default();
    // Its vertices are its own: no ground stands on them, and no other connection.
    let is_used =
        of.polygons.iter().flat_map(Polygon::corners).any(|corner| corners.contains(corner));
    if corners == [first, first.saturating_add(1)]
        && !is_used
        && usize::from(first) + 2 <= of.vertices.len()
    {
        of.vertices.drain(usize::from(first)..usize::from(first) + 2);
        for polygon in of.polygons.iter_mut().filter(|polygon| polygon.kind() == Kind::Connection) {
            let corners = polygon.corners.iter_mut().take(2);
            corners.filter(|corner| **corner > first).for_each(|corner| *corner -= 2);
        }
        let ground = of.polygons.iter_mut().filter(|polygon| polygon.kind() == Kind::Ground);
        for polygon in ground {
            let n = usize::from(polygon.n_corners);
            let corners = polygon.corners.iter_mut().take(n);
            corners.filter(|corner| **corner > first).for_each(|corner| *corner -= 2);
        }
    }
    let end_tile = if removed.side == SAME_TILE { Some(tile) } else { end_tile };
    for tile in [Some(tile), end_tile].into_iter().flatten() {
        let Some(links) = content.tiles.get_mut(tile).map(|tile| &mut tile.links) else { continue };
        // The room that was made for it goes, as far as no tool wrote anything there.
        for _ in 0..LINKS_AT_AN_END {
            if links.last() == Some(&[0; 3]) {
                links.pop();
            }
        }
    }
    Ok(())
}

impl Mesh {
    /// The tile in which a connection begins at a point, and where on it.
    fn start(&self, at: Point, radius: f32) -> Option<(usize, Near)> {
        let own = self.tiles.iter().enumerate().filter(|(_, tile)| {
            tile.refused.is_none() && side_of(at, tile.low(), tile.high()) == SAME_TILE
        });
        own.filter_map(|(number, tile)| Some((number, self.lands(number, at, radius, tile.climb)?)))
            .next()
    }

    /// The tile on a side of another one in which a connection ends at a point, and where on it.
    fn end(&self, tile: usize, side: u8, at: Point, radius: f32) -> Option<(usize, Near)> {
        let climb = self.tiles.get(tile)?.climb;
        let mut around = self.tiles_beside(tile, side);
        around.sort_by_key(|other| *other != tile);
        around.into_iter().find_map(|other| Some((other, self.lands(other, at, radius, climb)?)))
    }

    fn end_anywhere(&self, at: Point, radius: f32) -> bool {
        let mut loaded = self.tiles.iter().enumerate().filter(|(_, tile)| tile.refused.is_none());
        loaded.any(|(number, tile)| self.lands(number, at, radius, tile.climb).is_some())
    }

    fn lands(&self, tile: usize, at: Point, radius: f32, climb: f32) -> Option<Near> {
        let near = self.nearest_in_tile(tile, at, [radius, climb, radius])?;
        let flat = |[x, _, y]: Point| [x, 0.0, y];
        (shape::distance_2(flat(near.at), flat(at)) <= radius * radius).then_some(near)
    }
}
