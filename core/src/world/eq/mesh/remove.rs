//! Polygons and tiles taken away.

use std::collections::{BTreeMap, BTreeSet};

use crate::format::eq::nav::Content;
use crate::format::eq::nav::tile::{BORDER, Kind, Tile};
use crate::nav::eq::mesh::make::boxes;
use crate::world::eq::mesh::action::named;
use crate::world::eq::mesh::{Refusal, is_regular, no_such, polygon_at};

pub(super) fn tile(content: &mut Content, number: u32) -> Result<(), Refusal> {
    let place = number as usize;
    if place >= content.tiles.len() {
        return Err(no_such(content, "tile", number, |_| 1));
    }
    content.tiles.remove(place);
    Ok(())
}

/// Takes polygons away. A tile that keeps none goes as well, with its connections.
pub(super) fn polygons(content: &mut Content, polygons: &[u32]) -> Result<bool, Refusal> {
    let is_connection = |number: &&u32| {
        polygon_at(content, **number).is_some_and(|(tile, own)| {
            let polygon = content.tiles.get(tile).and_then(|tile| tile.polygons.get(own));
            polygon.is_some_and(|polygon| polygon.kind() == Kind::Connection)
        })
    };
    if let Some(number) = polygons.iter().find(is_connection) {
        return Err(Refusal::IsConnection(*number));
    }
    let mut of_tiles: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for (tile, own) in named(content, polygons)? {
        of_tiles.entry(tile).or_default().insert(own);
    }
    for tile in of_tiles.keys() {
        if !content.tiles.get(*tile).is_some_and(is_regular) {
            return Err(Refusal::Damaged(*tile));
        }
    }
    for (tile, gone) in of_tiles.into_iter().rev() {
        let Some(of) = content.tiles.get_mut(tile) else { continue };
        if gone.len() == of.details.len() {
            content.tiles.remove(tile);
        } else {
            thin_out(of, &gone);
        }
    }
    Ok(true)
}

/// Vertices stay, whether or not anything uses them: their numbers do no harm.
fn thin_out(tile: &mut Tile, gone: &BTreeSet<usize>) {
    let mut next = 0_u16;
    let numbers: Vec<Option<u16>> = (0..tile.polygons.len())
        .map(|own| {
            (!gone.contains(&own)).then(|| {
                next = next.saturating_add(1);
                next - 1
            })
        })
        .collect();
    let number_of = |own: usize| numbers.get(own).copied().flatten();
    let mut kept = Vec::with_capacity(numbers.len());
    for (own, polygon) in tile.polygons.iter().enumerate() {
        if number_of(own).is_none() {
            continue;
        }
        let mut polygon = *polygon;
        for side in polygon.sides.iter_mut().filter(|side| **side & BORDER == 0) {
            let to = usize::from(*side).checked_sub(1).and_then(number_of);
            *side = to.map_or(0, |to| to + 1);
        }
        kept.push(polygon);
    }
    let (mut details, mut vertices, mut triangles) = (Vec::new(), Vec::new(), Vec::new());
    for (own, detail) in tile.details.iter().enumerate() {
        if number_of(own).is_none() {
            continue;
        }
        let part = |first: u32, n: u8| first as usize..(first as usize).saturating_add(n.into());
        let mut detail = *detail;
        let own_vertices = tile.detail_vertices.get(part(detail.first_vertex, detail.n_vertices));
        let own_triangles =
            tile.detail_triangles.get(part(detail.first_triangle, detail.n_triangles));
        // Those without vertices of their own state 0, or where the next would begin.
        if detail.n_vertices > 0 {
            detail.first_vertex = vertices.len() as u32;
        } else {
            detail.first_vertex = detail.first_vertex.min(vertices.len() as u32);
        }
        detail.first_triangle = triangles.len() as u32;
        vertices.extend_from_slice(own_vertices.unwrap_or_default());
        triangles.extend_from_slice(own_triangles.unwrap_or_default());
        details.push(detail);
    }
    for connection in &mut tile.connections {
        connection.polygon = number_of(connection.polygon.into()).unwrap_or(connection.polygon);
    }
    tile.first_connection = details.len() as i32;
    tile.polygons = kept;
    tile.details = details;
    tile.detail_vertices = vertices;
    tile.detail_triangles = triangles;
    if !tile.boxes.is_empty() {
        tile.boxes = boxes(tile);
    }
}
