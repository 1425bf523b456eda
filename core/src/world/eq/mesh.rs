//! A navigation mesh as a document: what can be done to it, what it looks like, and as a model.
//!
//! Polygons, connections and tiles are named by their numbers through the whole file, as `find` lists them.

pub mod action;
pub mod document;
mod connect;
mod remove;
pub mod merge;
pub mod schema;
pub mod picture;
pub mod model;

use crate::format::eq::nav::Content;
use crate::format::eq::nav::tile::{Kind, Tile};
use crate::nav::eq::mesh::Point;

/// Why a mesh stays as it is.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    #[error("there is no {what} {number}: the mesh has {n} of them, counted from 0")]
    NoSuch { what: &'static str, number: u32, n: usize },
    #[error("neither polygons nor a box is named, or both are")]
    NothingNamed,
    #[error("a number is not finite, or a radius is not above 0")]
    NotFinite,
    #[error("the {end} at {at} is not on the mesh: no polygon is within {radius} units of it{}", near(.nearest))]
    OffMesh { end: &'static str, at: Shown, radius: f32, nearest: Option<(Shown, f32)> },
    #[error(
        "it would end farther away than the tiles around that of its start, and no server connects it"
    )]
    TooFar,
    #[error("both ends are on polygon {0}, where one walks anyway")]
    SamePolygon(usize),
    #[error("tile {tile} would have {found} polygons, and the mesh has room for {most}")]
    TooMany { tile: usize, found: usize, most: usize },
    #[error("polygon {0} is a connection: remove-connection takes it away")]
    IsConnection(u32),
    #[error(
        "tile {0} is damaged, and what depends on its numbers is not done: see `landwright check`"
    )]
    Damaged(usize),
}

/// A point in the server's axes, as it is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shown(pub Point);

impl std::fmt::Display for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [x, y, z] = self.0;
        write!(f, "({}, {}, {})", short(x), short(y), short(z))
    }
}

/// With two digits behind the point at most.
fn short(number: f32) -> f64 {
    let number = (f64::from(number) * 100.0).round() / 100.0;
    if number == 0.0 { 0.0 } else { number }
}

fn near(nearest: &Option<(Shown, f32)>) -> String {
    nearest.map_or_else(String::new, |(at, off)| {
        format!("; the nearest that is walked is at {at}, {} units away", short(off))
    })
}

/// Which tile a polygon is in, and which one of it.
pub fn polygon_at(content: &Content, number: u32) -> Option<(usize, usize)> {
    place_in(content, number, |tile| tile.polygons.len())
}

/// The same of a connection.
pub fn connection_at(content: &Content, number: u32) -> Option<(usize, usize)> {
    place_in(content, number, |tile| tile.connections.len())
}

fn place_in(
    content: &Content,
    number: u32,
    n_of: impl Fn(&Tile) -> usize,
) -> Option<(usize, usize)> {
    let mut own = number as usize;
    for (tile, n) in content.tiles.iter().map(n_of).enumerate() {
        match own.checked_sub(n) {
            Some(left) => own = left,
            None => return Some((tile, own)),
        }
    }
    None
}

fn no_such(
    content: &Content,
    what: &'static str,
    number: u32,
    n_of: impl Fn(&Tile) -> usize,
) -> Refusal {
    Refusal::NoSuch { what, number, n: content.tiles.iter().map(n_of).sum() }
}

/// Whether a tile is as tools write it: ground first, with a detail mesh each, and then connections in order.
fn is_regular(tile: &Tile) -> bool {
    let n_ground = tile.details.len();
    let is_in_place = |(own, polygon): (usize, &crate::format::eq::nav::tile::Polygon)| {
        (polygon.kind() == Kind::Ground) == (own < n_ground)
    };
    let n_connections = tile.connections.len();
    let own = n_ground..n_ground + n_connections;
    tile.polygons.len() == own.end
        && tile.first_connection == n_ground as i32
        && tile.polygons.iter().enumerate().all(is_in_place)
        && tile.connections.iter().zip(own).all(|(one, own)| usize::from(one.polygon) == own)
}

#[cfg(test)]
mod tests;
