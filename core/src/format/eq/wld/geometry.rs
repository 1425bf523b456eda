//! Fragments about the shape of a world: the tree that leads to its regions, and meshes.
//!
//! ```text
//! 0x21  name, u32 number, nodes of 28 bytes: plane 4f, region counted from 1 (0 inside the tree),
//!       front, back counted from 1 (0: solid)
//! 0x32  name, flags, u32 number, 3 u32, colours of 4 bytes
//! 0x36  name, flags, list of materials, animated vertices, 2 references, centre 3f, 3 u32,
//!       farthest vertex f32, box 6f, u16 numbers: vertices, texture coordinates, normals, colours,
//!       polygons, groups, materials of polygons, materials of vertices, operations; u16 scale
//!       vertices 3 i16, texture coordinates 2 i16 (new: 2f), normals 3 i8, colours 4 bytes,
//!       polygons: u16 flags, 3 u16; groups 2 u16; materials of polygons and of vertices:
//!       u16 number, u16 material; operations of 6 bytes
//! ```
//!
//! A vertex is at the centre plus its numbers divided by two to the power of the scale.

use super::fragment::body;
use super::{Fragment, Version};
use crate::format::ReadError;
use crate::format::bytes::Bytes;
use crate::format::number::F32;
use crate::format::text::Opaque;

/// 0x21: planes that cut space in two, down to the regions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    pub nodes: Vec<Node>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// Normal and distance: the front is where n·p + d is at least 0.
    pub plane: [F32; 4],
    /// Counted from 1; 0 where the node is no leaf.
    pub region: u32,
    /// Counted from 1; 0 where that side is solid.
    pub front: u32,
    pub back: u32,
}

impl Tree {
    pub fn read(fragment: &Fragment) -> Result<Tree, ReadError> {
        body(fragment, |bytes| {
            bytes.i32("name")?;
            let n_nodes = bytes.u32("number of nodes")?;
            let nodes = bytes.items("nodes", n_nodes.into(), 28, |bytes| {
                Ok(Node {
                    plane: bytes.f32s("plane")?,
                    region: bytes.u32("region")?,
                    front: bytes.u32("front")?,
                    back: bytes.u32("back")?,
                })
            })?;
            Ok(Tree { nodes })
        })
    }
}

/// 0x32: the light that was calculated for the vertices of a placed object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VertexColours {
    /// Blue, green, red, and the share of the sun.
    pub colours: Vec<[u8; 4]>,
}

impl VertexColours {
    pub fn read(fragment: &Fragment) -> Result<VertexColours, ReadError> {
        body(fragment, |bytes| {
            bytes.i32("name")?;
            bytes.u32("flags")?;
            let n_colours = bytes.u32("number of colours")?;
            bytes.array::<12>("constants")?;
            let colours =
                bytes.items("colours", n_colours.into(), 4, |bytes| bytes.array("colour"))?;
            Ok(VertexColours { colours })
        })
    }
}

/// 0x36: triangles.
#[derive(Debug, Clone, PartialEq)]
pub struct Mesh {
    pub flags: u32,
    /// A reference to 0x31.
    pub materials: i32,
    /// A reference to animated vertices, or 0.
    pub animation: i32,
    pub centre: [F32; 3],
    /// The power of two that vertices are divided by.
    pub scale: u16,
    pub vertices: Vec<[i16; 3]>,
    pub texture: TextureCoordinates,
    pub normals: Vec<[u8; 3]>,
    pub colours: Vec<[u8; 4]>,
    pub polygons: Vec<Polygon>,
    /// How many polygons one after the other have which material.
    pub polygon_materials: Vec<[u16; 2]>,
    pub vertex_materials: Vec<[u16; 2]>,
    pub operations: Vec<Opaque>,
}

/// In units of a texture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextureCoordinates {
    /// 256 to a unit.
    Old(Vec<[i16; 2]>),
    New(Vec<[F32; 2]>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Polygon {
    pub flags: u16,
    pub corners: [u16; 3],
}

impl Polygon {
    /// Whether nobody is stopped by it.
    pub fn is_passable(self) -> bool {
        self.flags == 0x10
    }
}

impl Mesh {
    pub fn read(fragment: &Fragment, version: Version) -> Result<Mesh, ReadError> {
        body(fragment, |bytes| read_mesh(bytes, version))
    }

    /// Where the vertices are, in the axes of the file.
    pub fn positions(&self) -> Vec<[f32; 3]> {
        // A shift past the width of a number is undefined in the client, and far from any real one.
        let scale = 1.0 / (1_u64 << u32::from(self.scale).min(63)) as f32;
        let centre = self.centre.map(F32::get);
        let position = |vertex: &[i16; 3]| {
            let [x, y, z] = vertex.map(|number| f32::from(number) * scale);
            let [centre_x, centre_y, centre_z] = centre;
            [centre_x + x, centre_y + y, centre_z + z]
        };
        self.vertices.iter().map(position).collect()
    }

    /// The polygons, each with its place in the list of materials; 0 where the mesh states none.
    pub fn polygons_with_materials(&self) -> impl Iterator<Item = (Polygon, u16)> {
        let stated = self.polygon_materials.iter();
        let stated = stated
            .flat_map(|[number, material]| std::iter::repeat_n(*material, usize::from(*number)));
        self.polygons.iter().copied().zip(stated.chain(std::iter::repeat(0)))
    }
}

fn read_mesh(bytes: &mut Bytes<'_>, version: Version) -> Result<Mesh, ReadError> {
    bytes.i32("name")?;
    let flags = bytes.u32("flags")?;
    let materials = bytes.i32("list of materials")?;
    let animation = bytes.i32("animated vertices")?;
    bytes.array::<8>("references")?;
    let centre = bytes.f32s("centre")?;
    bytes.array::<12>("parameters")?;
    bytes.array::<28>("farthest vertex and box")?;
    let mut numbers = [0; 9];
    for number in &mut numbers {
        *number = bytes.u16("number of things")?;
    }
    let [
        vertices,
        texture,
        normals,
        colours,
        polygons,
        groups,
        of_polygons,
        of_vertices,
        operations,
    ] = numbers.map(u64::from);
    let scale = bytes.u16("scale")?;
    let vertices = bytes.items("vertices", vertices, 6, triple)?;
    let texture = match version {
        Version::Old => TextureCoordinates::Old(bytes.items("texture", texture, 4, |bytes| {
            Ok([bytes.i16("texture coordinate")?, bytes.i16("texture coordinate")?])
        })?),
        Version::New => TextureCoordinates::New(
            bytes.items("texture", texture, 8, |bytes| bytes.f32s("texture coordinate"))?,
        ),
    };
    let normals = bytes.items("normals", normals, 3, |bytes| bytes.array("normal"))?;
    let colours = bytes.items("colours", colours, 4, |bytes| bytes.array("colour"))?;
    let polygons = bytes.items("polygons", polygons, 8, |bytes| {
        let flags = bytes.u16("flags of a polygon")?;
        Ok(Polygon { flags, corners: triple(bytes)?.map(|corner| corner as u16) })
    })?;
    bytes.items("groups", groups, 4, pair)?;
    let polygon_materials = bytes.items("materials of polygons", of_polygons, 4, pair)?;
    let vertex_materials = bytes.items("materials of vertices", of_vertices, 4, pair)?;
    let operations = bytes.items("operations", operations, 6, |bytes| {
        Ok(Opaque(bytes.slice("operation", 6)?.to_vec()))
    })?;
    Ok(Mesh {
        flags,
        materials,
        animation,
        centre,
        scale,
        vertices,
        texture,
        normals,
        colours,
        polygons,
        polygon_materials,
        vertex_materials,
        operations,
    })
}

fn triple(bytes: &mut Bytes<'_>) -> Result<[i16; 3], ReadError> {
    Ok([bytes.i16("vertex")?, bytes.i16("vertex")?, bytes.i16("vertex")?])
}

fn pair(bytes: &mut Bytes<'_>) -> Result<[u16; 2], ReadError> {
    Ok([bytes.u16("number")?, bytes.u16("material")?])
}
