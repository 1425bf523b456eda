//! What can be wrong with a navigation mesh of EverQuest, by itself and with the regions beside it.

mod areas;
mod connections;
mod damage;
mod islands;
mod tiles;

use crate::check::found::Found;
use crate::check::table::Around;
use crate::format::eq::nav::Content;
use crate::nav::eq::mesh::{Mesh, Point};
use crate::problem::{Place, Problem, Rule, Thing};
use crate::space::eq::height_second;

pub const RULES: &[&Rule] = &[
    &tiles::REFUSED,
    &tiles::EMPTY,
    &tiles::LINKS_LOST,
    &damage::DAMAGED,
    &damage::ONE_SIDED,
    &connections::LOOSE,
    &areas::FLAGS,
    &areas::UNLIKE_WATER,
    &islands::ISLAND,
];

/// Checks a mesh. Without the regions of the server beside it, nothing is said about water.
pub fn check(file: &str, content: &Content, around: Around<'_>) -> Vec<Problem> {
    let mesh = Mesh::new(content);
    let mut found = Found::default();
    tiles::check(file, content, &mesh, &mut found);
    damage::check(file, content, &mut found);
    connections::check(file, content, &mesh, &mut found);
    areas::check(file, &mesh, around, &mut found);
    islands::check(file, &mesh, &mut found);
    found.finish(file)
}

fn place(file: &str, list: &'static str, number: usize) -> Place {
    Place::thing(file, Thing::object(list, u32::try_from(number).unwrap_or(u32::MAX)))
}

/// A point of a mesh in the server's axes, in words.
fn shown(at: Point) -> String {
    let [x, y, z] = height_second(at).map(|number| (f64::from(number) * 10.0).round() / 10.0 + 0.0);
    format!("({x}, {y}, {z})")
}

#[cfg(test)]
mod tests;
