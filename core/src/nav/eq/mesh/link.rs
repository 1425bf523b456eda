//! Which polygons of a mesh lead to which: inside a tile, over its borders, and by connections.

use crate::format::eq::nav::tile::{BORDER, BOTH_WAYS, Connection, SAME_TILE, Tile};
use crate::nav::eq::mesh::{Link, Mesh, Point, point};

/// As far as borders of two tiles may be apart.
const BORDERS_APART: f32 = 0.01;
/// Edges that only touch at their ends are not connected.
const SHRUNK: f32 = 0.01;
/// An edge leads to so many polygons of a neighbour at most.
const MOST_BEHIND_AN_EDGE: usize = 4;
/// Neighbours of a tile, by the sides that lead to them.
pub(super) const AROUND: [[i32; 2]; 8] =
    [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

/// An edge at a border: where along it each end is, and how high.
#[derive(Debug, Clone, Copy)]
struct Slab {
    /// Where the border is.
    at: f32,
    from: [f32; 2],
    to: [f32; 2],
}

impl Slab {
    fn new([ax, az, ay]: Point, [bx, bz, by]: Point, side: u8) -> Option<Slab> {
        let (at, a, b) = match side {
            0 | 4 => (ax, [ay, az], [by, bz]),
            2 | 6 => (ay, [ax, az], [bx, bz]),
            _ => return None,
        };
        let ([a_along, _], [b_along, _]) = (a, b);
        let (from, to) = if a_along < b_along { (a, b) } else { (b, a) };
        Some(Slab { at, from, to })
    }

    fn touches(&self, other: &Slab, climb: f32) -> bool {
        if (self.at - other.at).abs() > BORDERS_APART {
            return false;
        }
        let ([own_from, _], [own_to, _]) = (self.from, self.to);
        let ([other_from, _], [other_to, _]) = (other.from, other.to);
        let from = (own_from + SHRUNK).max(other_from + SHRUNK);
        let to = (own_to - SHRUNK).min(other_to - SHRUNK);
        if from > to {
            return false;
        }
        let off = |at: f32| other.height(at) - self.height(at);
        let (off_from, off_to) = (off(from), off(to));
        let most = (climb * 2.0) * (climb * 2.0);
        off_from * off_to < 0.0 || off_from * off_from <= most || off_to * off_to <= most
    }

    fn height(&self, at: f32) -> f32 {
        let ([from, low], [to, high]) = (self.from, self.to);
        let slope = (high - low) / (to - from);
        slope * at + (low - slope * from)
    }
}

/// Where a connection is to be on the mesh.
struct Landing {
    polygon: usize,
    at: Point,
}

fn opposite(side: u8) -> u8 {
    (side + 4) & 7
}

impl Mesh {
    /// Connects a tile that was just added, in the order in which a server does.
    pub(super) fn connect(&mut self, number: usize, tile: &Tile) {
        self.connect_inside(number, tile);
        self.begin_connections(number);
        self.end_connections(number, number, None);
        let place = [tile.x, tile.y];
        for other in self.tiles_at(place).to_vec() {
            if other != number {
                self.connect_both(number, other, None);
            }
        }
        for (side, [dx, dy]) in (0..).zip(AROUND) {
            let (Some(x), Some(y)) = (tile.x.checked_add(dx), tile.y.checked_add(dy)) else {
                continue;
            };
            for other in self.tiles_at([x, y]).to_vec() {
                self.connect_both(number, other, Some(side));
            }
        }
    }

    fn connect_both(&mut self, tile: usize, other: usize, side: Option<u8>) {
        let back = side.map(opposite);
        self.connect_borders(tile, other, side);
        self.connect_borders(other, tile, back);
        self.end_connections(tile, other, side);
        self.end_connections(other, tile, back);
    }

    fn link(&mut self, tile: usize, polygon: usize, link: Link) {
        let Some(tile) = self.tiles.get_mut(tile) else { return };
        match tile.n_links_left.checked_sub(1) {
            Some(left) => tile.n_links_left = left,
            None => {
                tile.n_links_lost += 1;
                return;
            }
        }
        if let Some(polygon) = self.polygons.get_mut(polygon) {
            polygon.links_back.push(link);
        }
    }

    fn connect_inside(&mut self, number: usize, tile: &Tile) {
        let first = self.tiles.get(number).map_or(0, |tile| tile.first);
        for (own, polygon) in tile.polygons.iter().enumerate() {
            if self.polygons.get(first + own).is_none_or(|polygon| polygon.is_connection) {
                continue;
            }
            let sides = polygon.sides.get(..polygon.n_corners.into()).unwrap_or(&polygon.sides);
            for (edge, side) in sides.iter().enumerate().rev() {
                let (edge, Some(to)) = (edge as u8, usize::from(*side).checked_sub(1)) else {
                    continue;
                };
                if side & BORDER == 0 && to < tile.polygons.len() {
                    let link = Link { to: first + to, edge, side: SAME_TILE, open: [0; 2] };
                    self.link(number, first + own, link);
                }
            }
        }
        // Which edges are at borders is looked up as neighbours come.
        let borders = tile.polygons.iter().enumerate().flat_map(|(own, polygon)| {
            let sides = (0_u8..).zip(polygon.sides).take(polygon.n_corners.into());
            let borders = sides.filter(|(_, side)| side & BORDER != 0);
            borders.map(move |(edge, side)| Border { polygon: first + own, edge, side: side as u8 })
        });
        let borders = borders.collect();
        if let Some(tile) = self.tiles.get_mut(number) {
            tile.borders = borders;
        }
    }

    fn edge(&self, border: &Border) -> Option<(Point, Point)> {
        let corners = &self.polygons.get(border.polygon)?.corners;
        let edge = usize::from(border.edge);
        let next = if edge + 1 == corners.len() { 0 } else { edge + 1 };
        Some((*corners.get(edge)?, *corners.get(next)?))
    }

    /// Connects edges of a tile at its borders with those of another one.
    fn connect_borders(&mut self, tile: usize, target: usize, side: Option<u8>) {
        let borders = self.tiles.get(tile).map(|tile| tile.borders.clone()).unwrap_or_default();
        for border in borders {
            if side.is_some_and(|side| side != border.side) {
                continue;
            }
            let Some((a, b)) = self.edge(&border) else { continue };
            for (to, [from_along, to_along]) in self.behind(a, b, target, border.side) {
                let ([ax, _, ay], [bx, _, by]) = (a, b);
                let (start, end) = if matches!(border.side, 0 | 4) { (ay, by) } else { (ax, bx) };
                let share = |at: f32| {
                    let share = ((at - start) / (end - start)).clamp(0.0, 1.0);
                    (share * 255.0).round() as u8
                };
                let (one, other) = (share(from_along), share(to_along));
                let open = match matches!(border.side, 0 | 2 | 4 | 6) {
                    true => [one.min(other), one.max(other)],
                    false => [0; 2],
                };
                let link = Link { to, edge: border.edge, side: border.side, open };
                self.link(tile, border.polygon, link);
            }
        }
    }

    /// What lies behind an edge in another tile, and which part of the edge leads there.
    fn behind(&self, a: Point, b: Point, target: usize, side: u8) -> Vec<(usize, [f32; 2])> {
        let (Some(target), back) = (self.tiles.get(target), opposite(side)) else {
            return Vec::new();
        };
        let Some(own) = Slab::new(a, b, side) else { return Vec::new() };
        let mut found = Vec::new();
        let mut last = None;
        for border in target.borders.iter().filter(|border| border.side == back) {
            // A polygon counts once.
            if last == Some(border.polygon) || found.len() == MOST_BEHIND_AN_EDGE {
                continue;
            }
            let other = self.edge(border).and_then(|(a, b)| Slab::new(a, b, back));
            let Some(other) = other.filter(|other| own.touches(other, target.climb)) else {
                continue;
            };
            last = Some(border.polygon);
            let ([own_from, _], [own_to, _]) = (own.from, own.to);
            let ([other_from, _], [other_to, _]) = (other.from, other.to);
            found.push((border.polygon, [own_from.max(other_from), own_to.min(other_to)]));
        }
        found
    }

    fn landing(
        &self,
        tile: usize,
        connection: &Connection,
        at: Point,
        climb: f32,
    ) -> Option<Landing> {
        let radius = connection.radius.get();
        let near = self.nearest_in_tile(tile, at, [radius, climb, radius])?;
        let ([x, _, y], [px, _, py]) = (near.at, at);
        let off = (x - px) * (x - px) + (y - py) * (y - py);
        (off <= radius * radius).then_some(Landing { polygon: near.polygon, at: near.at })
    }

    /// Connects the starts of a tile's connections with the mesh.
    fn begin_connections(&mut self, number: usize) {
        let Some(tile) = self.tiles.get(number) else { return };
        let (first, climb, n) = (tile.first, tile.climb, tile.n_polygons);
        for connection in tile.connections.clone() {
            let own = first + usize::from(connection.polygon);
            if usize::from(connection.polygon) >= n {
                continue;
            }
            let start = point(connection.from);
            let Some(landing) = self.landing(number, &connection, start, climb) else { continue };
            self.move_end(own, 0, landing.at);
            let there = Link { to: landing.polygon, edge: 0, side: SAME_TILE, open: [0; 2] };
            self.link(number, own, there);
            self.link(number, landing.polygon, Link { to: own, edge: 0xff, ..there });
        }
    }

    /// Connects the ends of a target's connections with a tile, on one side of it, or in the same place.
    fn end_connections(&mut self, number: usize, target: usize, side: Option<u8>) {
        let back = side.map_or(SAME_TILE, opposite);
        let Some(of) = self.tiles.get(target) else { return };
        let (first, climb, n) = (of.first, of.climb, of.n_polygons);
        for connection in of.connections.clone() {
            let own = first + usize::from(connection.polygon);
            let begins = |polygon: &crate::nav::eq::mesh::Polygon| !polygon.links_back.is_empty();
            if connection.side != back
                || usize::from(connection.polygon) >= n
                || !self.polygons.get(own).is_some_and(begins)
            {
                continue;
            }
            let end = point(connection.to);
            let Some(landing) = self.landing(number, &connection, end, climb) else { continue };
            self.move_end(own, 1, landing.at);
            let there = Link { to: landing.polygon, edge: 1, side: back, open: [0; 2] };
            self.link(target, own, there);
            if connection.flags & BOTH_WAYS != 0 {
                let side = side.unwrap_or(SAME_TILE);
                let back = Link { to: own, edge: 0xff, side, open: [0; 2] };
                self.link(number, landing.polygon, back);
            }
        }
    }

    fn move_end(&mut self, polygon: usize, end: usize, at: Point) {
        let corners = self.polygons.get_mut(polygon).map(|polygon| &mut polygon.corners);
        if let Some(corner) = corners.and_then(|corners| corners.get_mut(end)) {
            *corner = at;
        }
    }
}

/// An edge of a polygon that is on a side of its tile.
#[derive(Debug, Clone, Copy)]
pub(super) struct Border {
    polygon: usize,
    edge: u8,
    side: u8,
}
