//! What is packed in a `.map` of version 2.
//!
//! ```text
//! 40  u32 numbers: vertices and indices that stop things, vertices and indices that don't, models,
//!     placed models, groups, tiles, quads along a tile; f32 units to a quad
//! …   vertices 3f and u32 indices, of what stops things and of what doesn't
//! …   models: name and zero byte, u32 vertices, u32 polygons, vertices 3f,
//!     polygons of 13 bytes: 3 u32 corners, u8 whether it stops things
//! …   placed models: name and zero byte, position, turns in radians, scale  3f each
//! …   groups: position, turns in degrees, scale, place of the tile  3f each, u32 number of placed
//!     models, with turns in degrees
//! …   tiles: see `terrain.rs`
//! ```
//!
//! Points of models are in the axes of the client; x and y are exchanged once a model is in its place.

use serde::{Deserialize, Serialize};

use super::terrain::{self, Ground};
use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;
use crate::format::text::Text;

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Content {
    /// What stops things.
    pub solid: Mesh,
    /// What is there, and stops nothing.
    pub passable: Mesh,
    pub models: Vec<Model>,
    pub placed: Vec<Placed>,
    pub groups: Vec<PlacedGroup>,
    pub ground: Ground,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mesh {
    pub vertices: Vec<[F32; 3]>,
    /// Three to a triangle.
    pub indices: Vec<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    pub name: Text,
    pub vertices: Vec<[F32; 3]>,
    pub sides: Vec<Side>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Side {
    pub corners: [u32; 3],
    /// 0 where it stops nothing.
    pub stops: u8,
}

/// A model where it is placed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placed {
    pub model: Text,
    pub position: [F32; 3],
    pub turns: [F32; 3],
    pub scale: [F32; 3],
}

/// Models that are placed together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacedGroup {
    pub position: [F32; 3],
    pub turns: [F32; 3],
    pub scale: [F32; 3],
    pub tile: [F32; 3],
    pub placed: Vec<Placed>,
}

pub(super) fn read(data: &[u8]) -> Result<Content, ReadError> {
    let mut bytes = Bytes::new(data);
    let mut numbers = [0; 8];
    for number in &mut numbers {
        *number = u64::from(bytes.u32("number of things")?);
    }
    let quads_per_tile = bytes.u32("quads along a tile")?;
    let units_per_quad = bytes.f32("units to a quad")?;
    let [vertices, indices, passable_vertices, passable_indices, models, placed, groups, tiles] =
        numbers;
    let solid = read_mesh(&mut bytes, vertices, indices)?;
    let passable = read_mesh(&mut bytes, passable_vertices, passable_indices)?;
    let models = bytes.items("models", models, 9, read_model)?;
    let placed = bytes.items("placed models", placed, 37, read_placed)?;
    let groups = bytes.items("groups", groups, 52, |bytes| {
        let (position, turns) = (bytes.f32s("position")?, bytes.f32s("turns")?);
        let (scale, tile) = (bytes.f32s("scale")?, bytes.f32s("tile")?);
        let n_placed = bytes.u32("number of placed models")?;
        let placed = bytes.items("placed models", n_placed.into(), 37, read_placed)?;
        Ok(PlacedGroup { position, turns, scale, tile, placed })
    })?;
    let ground = terrain::read(&mut bytes, tiles, quads_per_tile, units_per_quad)?;
    bytes.finish()?;
    Ok(Content { solid, passable, models, placed, groups, ground })
}

fn read_mesh(bytes: &mut Bytes<'_>, vertices: u64, indices: u64) -> Result<Mesh, ReadError> {
    let vertices = bytes.items("vertices", vertices, 12, |bytes| bytes.f32s("vertex"))?;
    let indices = bytes.items("indices", indices, 4, |bytes| bytes.u32("index"))?;
    Ok(Mesh { vertices, indices })
}

fn read_model(bytes: &mut Bytes<'_>) -> Result<Model, ReadError> {
    let name = read_name(bytes)?;
    let n_vertices = bytes.u32("number of vertices")?;
    let n_sides = bytes.u32("number of polygons")?;
    let vertices = bytes.items("vertices", n_vertices.into(), 12, |bytes| bytes.f32s("vertex"))?;
    let sides = bytes.items("polygons", n_sides.into(), 13, |bytes| {
        let corners = [bytes.u32("corner")?, bytes.u32("corner")?, bytes.u32("corner")?];
        Ok(Side { corners, stops: bytes.u8("whether it stops things")? })
    })?;
    Ok(Model { name, vertices, sides })
}

fn read_placed(bytes: &mut Bytes<'_>) -> Result<Placed, ReadError> {
    Ok(Placed {
        model: read_name(bytes)?,
        position: bytes.f32s("position")?,
        turns: bytes.f32s("turns")?,
        scale: bytes.f32s("scale")?,
    })
}

fn read_name(bytes: &mut Bytes<'_>) -> Result<Text, ReadError> {
    let rest = bytes.as_slice();
    let len = rest.iter().position(|byte| *byte == 0).unwrap_or(rest.len());
    let name = Text::from(bytes.slice("name", len)?);
    bytes.u8("end of a name")?;
    Ok(name)
}

pub(super) fn write(content: &Content) -> Vec<u8> {
    let Content { solid, passable, models, placed, groups, ground } = content;
    let mut out = Vec::new();
    for number in [
        solid.vertices.len(),
        solid.indices.len(),
        passable.vertices.len(),
        passable.indices.len(),
        models.len(),
        placed.len(),
        groups.len(),
        ground.tiles.len(),
    ] {
        out.put_count(number);
    }
    out.put_u32(ground.quads_per_tile);
    out.put_f32(ground.units_per_quad);
    for mesh in [solid, passable] {
        mesh.vertices.iter().for_each(|vertex| out.put_f32s(vertex));
        mesh.indices.iter().for_each(|index| out.put_u32(*index));
    }
    for model in models {
        write_name(&model.name, &mut out);
        out.put_count(model.vertices.len());
        out.put_count(model.sides.len());
        model.vertices.iter().for_each(|vertex| out.put_f32s(vertex));
        for side in &model.sides {
            side.corners.iter().for_each(|corner| out.put_u32(*corner));
            out.put_u8(side.stops);
        }
    }
    placed.iter().for_each(|placed| write_placed(placed, &mut out));
    for group in groups {
        for numbers in [group.position, group.turns, group.scale, group.tile] {
            out.put_f32s(&numbers);
        }
        out.put_count(group.placed.len());
        group.placed.iter().for_each(|placed| write_placed(placed, &mut out));
    }
    terrain::write(ground, &mut out);
    out
}

fn write_placed(placed: &Placed, out: &mut Vec<u8>) {
    write_name(&placed.model, out);
    for numbers in [placed.position, placed.turns, placed.scale] {
        out.put_f32s(&numbers);
    }
}

fn write_name(name: &Text, out: &mut Vec<u8>) {
    out.put(name.as_bytes());
    out.put_u8(0);
}
