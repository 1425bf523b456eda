//! A tile of a navigation mesh, as Detour has it.
//!
//! ```text
//! 4    reference  u32: salt, number of the tile and polygon 0
//! 4    size of all that follows  i32
//! 8    "VAND", version i32, 7
//! 16   x, y, layer  i32; a number for whoever made it  u32
//! 36   i32 numbers: polygons, vertices, links, detail meshes, detail vertices, detail triangles, nodes of
//!      the tree of boxes, connections; first polygon that is a connection
//! 12   height, radius and climb of who walks  3f
//! 24   low and high corner  3f each
//! 4    boxes to a unit  f
//! 12   vertices  3f each
//! 32   polygons: u32 first link, u16 corners ×6, u16 sides ×6, u16 flags, u8 number of corners,
//!      u8 area and kind
//! 12   links: u32 polygon, u32 next link, u8 edge, side, from, to. A server makes them anew as it loads
//! 12   detail meshes: u32 first vertex, u32 first triangle, u8 vertices, u8 triangles, padding
//! 12   detail vertices  3f each
//! 4    detail triangles: u8 corners ×3, u8 flags of their edges
//! 16   nodes of the tree of boxes: u16 low ×3, u16 high ×3, i32 polygon, or how many to skip, below zero
//! 36   connections: start and end 3f each, radius f, u16 polygon, u8 flags, u8 side, u32 number
//! …    tail, empty where a tool wrote it
//! ```
//!
//! A side of a polygon is 0 at a wall, the number of a polygon counted from 1, or 0x8000 and the side of the
//! tile that leads to a neighbour.

use serde::{Deserialize, Serialize};

use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;
use crate::format::text::Opaque;
use crate::format::{Malformed, ReadError};

const MAGIC: &[u8] = b"VAND";
const VERSION: i32 = 7;
const HEADER_SIZE: u64 = 100;
/// With its reference and size.
pub(crate) const LEAST_SIZE: u64 = HEADER_SIZE + 8;

/// A side of a polygon at the border of its tile.
pub const BORDER: u16 = 0x8000;
/// In [`Connection::flags`]: it leads back as well.
pub const BOTH_WAYS: u8 = 1;
/// In [`Connection::side`]: it ends in the tile that it begins in.
pub const SAME_TILE: u8 = 0xff;

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tile {
    pub reference: u32,
    pub x: i32,
    pub y: i32,
    pub layer: i32,
    pub user: u32,
    /// The first polygon that is a connection.
    pub first_connection: i32,
    pub walk_height: F32,
    pub walk_radius: F32,
    pub walk_climb: F32,
    pub low: [F32; 3],
    pub high: [F32; 3],
    pub boxes_per_unit: F32,
    pub vertices: Vec<[F32; 3]>,
    pub polygons: Vec<Polygon>,
    pub links: Vec<[u32; 3]>,
    pub details: Vec<Detail>,
    pub detail_vertices: Vec<[F32; 3]>,
    pub detail_triangles: Vec<[u8; 4]>,
    pub boxes: Vec<BoxNode>,
    pub connections: Vec<Connection>,
    pub tail: Opaque,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Polygon {
    pub first_link: u32,
    pub corners: [u16; 6],
    pub sides: [u16; 6],
    pub flags: u16,
    pub n_corners: u8,
    /// The area in the low six bits, the kind in the two above.
    pub area_and_kind: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Ground,
    /// Two corners: where a connection begins and ends.
    Connection,
}

/// The triangles of a polygon that follow the ground more closely.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Detail {
    pub first_vertex: u32,
    pub first_triangle: u32,
    pub n_vertices: u8,
    pub n_triangles: u8,
    pub padding: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoxNode {
    pub low: [u16; 3],
    pub high: [u16; 3],
    /// The polygon of a leaf. Below zero: how many nodes to skip where the box is not touched.
    pub index: i32,
}

/// A way that is not on the mesh: a jump, a ladder, a door.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Connection {
    pub from: [F32; 3],
    pub to: [F32; 3],
    pub radius: F32,
    pub polygon: u16,
    pub flags: u8,
    /// On which side of the tile it ends.
    pub side: u8,
    pub user: u32,
}

impl Polygon {
    pub fn area(&self) -> u8 {
        self.area_and_kind & 0x3f
    }

    pub fn set_area(&mut self, area: u8) {
        self.area_and_kind = self.area_and_kind & 0xc0 | area & 0x3f;
    }

    pub fn kind(&self) -> Kind {
        if self.area_and_kind >> 6 == 1 { Kind::Connection } else { Kind::Ground }
    }

    /// The numbers of its vertices.
    pub fn corners(&self) -> &[u16] {
        self.corners.get(..self.n_corners.into()).unwrap_or(&self.corners)
    }
}

impl Tile {
    /// The vertices of a polygon; those that are not there are left out.
    pub fn corners(&self, polygon: &Polygon) -> impl Iterator<Item = [F32; 3]> {
        polygon
            .corners()
            .iter()
            .filter_map(|corner| self.vertices.get(usize::from(*corner)))
            .copied()
    }
}

/// A number of things, which no tool states below zero.
fn count(bytes: &mut Bytes<'_>, field: &'static str) -> Result<u64, ReadError> {
    let start = bytes.clone();
    let found = bytes.i32(field)?;
    u64::try_from(found).map_err(|_| {
        let expected = "0 or more";
        start.error(field, Malformed::Unexpected { found: found.into(), expected })
    })
}

pub(crate) fn read(outer: &mut Bytes<'_>) -> Result<Tile, ReadError> {
    let reference = outer.u32("reference")?;
    let size = count(outer, "size of a tile")?;
    let size = outer.expect_items("tile", size, 1)?;
    let offset = outer.offset();
    let mut bytes = Bytes::piece(outer.slice("tile", size)?, offset);
    bytes.magic("magic of a tile", MAGIC)?;
    let start = bytes.clone();
    let version = bytes.i32("version of a tile")?;
    if version != VERSION {
        let (found, expected) = (i64::from(version), "7");
        return Err(start.error("version of a tile", Malformed::Unexpected { found, expected }));
    }
    let (x, y) = (bytes.i32("x")?, bytes.i32("y")?);
    let (layer, user) = (bytes.i32("layer")?, bytes.u32("number of the maker")?);
    let n_polygons = count(&mut bytes, "number of polygons")?;
    let n_vertices = count(&mut bytes, "number of vertices")?;
    let n_links = count(&mut bytes, "number of links")?;
    let n_details = count(&mut bytes, "number of detail meshes")?;
    let n_detail_vertices = count(&mut bytes, "number of detail vertices")?;
    let n_detail_triangles = count(&mut bytes, "number of detail triangles")?;
    let n_boxes = count(&mut bytes, "number of boxes")?;
    let n_connections = count(&mut bytes, "number of connections")?;
    let tile = Tile {
        reference,
        x,
        y,
        layer,
        user,
        first_connection: bytes.i32("first connection")?,
        walk_height: bytes.f32("height of who walks")?,
        walk_radius: bytes.f32("radius of who walks")?,
        walk_climb: bytes.f32("climb of who walks")?,
        low: bytes.f32s("low corner")?,
        high: bytes.f32s("high corner")?,
        boxes_per_unit: bytes.f32("boxes to a unit")?,
        vertices: bytes.items("vertices", n_vertices, 12, |bytes| bytes.f32s("vertex"))?,
        polygons: bytes.items("polygons", n_polygons, 32, read_polygon)?,
        links: bytes.items("links", n_links, 12, |bytes| {
            Ok([
                bytes.u32("polygon of a link")?,
                bytes.u32("next link")?,
                bytes.u32("edge of a link")?,
            ])
        })?,
        details: bytes.items("detail meshes", n_details, 12, read_detail)?,
        detail_vertices: bytes
            .items("detail vertices", n_detail_vertices, 12, |bytes| bytes.f32s("detail vertex"))?,
        detail_triangles: bytes.items("detail triangles", n_detail_triangles, 4, |bytes| {
            bytes.array("detail triangle")
        })?,
        boxes: bytes.items("boxes", n_boxes, 16, read_box)?,
        connections: bytes.items("connections", n_connections, 36, read_connection)?,
        tail: Opaque(bytes.rest().to_vec()),
    };
    Ok(tile)
}

fn u16s<const N: usize>(bytes: &mut Bytes<'_>, field: &'static str) -> Result<[u16; N], ReadError> {
    let mut numbers = [0; N];
    for number in &mut numbers {
        *number = bytes.u16(field)?;
    }
    Ok(numbers)
}

fn read_polygon(bytes: &mut Bytes<'_>) -> Result<Polygon, ReadError> {
    Ok(Polygon {
        first_link: bytes.u32("first link")?,
        corners: u16s(bytes, "corner")?,
        sides: u16s(bytes, "side")?,
        flags: bytes.u16("flags of a polygon")?,
        n_corners: bytes.u8("number of corners")?,
        area_and_kind: bytes.u8("area")?,
    })
}

fn read_detail(bytes: &mut Bytes<'_>) -> Result<Detail, ReadError> {
    Ok(Detail {
        first_vertex: bytes.u32("first detail vertex")?,
        first_triangle: bytes.u32("first detail triangle")?,
        n_vertices: bytes.u8("number of detail vertices")?,
        n_triangles: bytes.u8("number of detail triangles")?,
        padding: bytes.u16("padding")?,
    })
}

fn read_box(bytes: &mut Bytes<'_>) -> Result<BoxNode, ReadError> {
    let (low, high) = (u16s(bytes, "low corner of a box")?, u16s(bytes, "high corner of a box")?);
    Ok(BoxNode { low, high, index: bytes.i32("index of a box")? })
}

fn read_connection(bytes: &mut Bytes<'_>) -> Result<Connection, ReadError> {
    Ok(Connection {
        from: bytes.f32s("start of a connection")?,
        to: bytes.f32s("end of a connection")?,
        radius: bytes.f32("radius of a connection")?,
        polygon: bytes.u16("polygon of a connection")?,
        flags: bytes.u8("flags of a connection")?,
        side: bytes.u8("side of a connection")?,
        user: bytes.u32("number of a connection")?,
    })
}

pub(crate) fn write(tile: &Tile, out: &mut Vec<u8>) {
    out.put_u32(tile.reference);
    let size_at = out.len();
    out.put_u32(0);
    let start = out.len();
    out.put(MAGIC);
    out.put_i32(VERSION);
    out.put_i32(tile.x);
    out.put_i32(tile.y);
    out.put_i32(tile.layer);
    out.put_u32(tile.user);
    out.put_count(tile.polygons.len());
    out.put_count(tile.vertices.len());
    out.put_count(tile.links.len());
    out.put_count(tile.details.len());
    out.put_count(tile.detail_vertices.len());
    out.put_count(tile.detail_triangles.len());
    out.put_count(tile.boxes.len());
    out.put_count(tile.connections.len());
    out.put_i32(tile.first_connection);
    out.put_f32s(&[tile.walk_height, tile.walk_radius, tile.walk_climb]);
    out.put_f32s(&tile.low);
    out.put_f32s(&tile.high);
    out.put_f32(tile.boxes_per_unit);
    tile.vertices.iter().for_each(|vertex| out.put_f32s(vertex));
    tile.polygons.iter().for_each(|polygon| write_polygon(polygon, out));
    tile.links.iter().flatten().for_each(|word| out.put_u32(*word));
    for detail in &tile.details {
        out.put_u32(detail.first_vertex);
        out.put_u32(detail.first_triangle);
        out.put_u8(detail.n_vertices);
        out.put_u8(detail.n_triangles);
        out.put_u16(detail.padding);
    }
    tile.detail_vertices.iter().for_each(|vertex| out.put_f32s(vertex));
    tile.detail_triangles.iter().for_each(|triangle| out.put(triangle));
    for node in &tile.boxes {
        node.low.iter().chain(&node.high).for_each(|number| out.put_u16(*number));
        out.put_i32(node.index);
    }
    tile.connections.iter().for_each(|connection| write_connection(connection, out));
    out.put(&tile.tail.0);
    let size = u32::try_from(out.len() - start).unwrap_or(u32::MAX);
    if let Some(slot) = out.get_mut(size_at..start) {
        slot.copy_from_slice(&size.to_le_bytes());
    }
}

fn write_polygon(polygon: &Polygon, out: &mut Vec<u8>) {
    out.put_u32(polygon.first_link);
    polygon.corners.iter().chain(&polygon.sides).for_each(|number| out.put_u16(*number));
    out.put_u16(polygon.flags);
    out.put_u8(polygon.n_corners);
    out.put_u8(polygon.area_and_kind);
}

fn write_connection(connection: &Connection, out: &mut Vec<u8>) {
    out.put_f32s(&connection.from);
    out.put_f32s(&connection.to);
    out.put_f32(connection.radius);
    out.put_u16(connection.polygon);
    out.put_u8(connection.flags);
    out.put_u8(connection.side);
    out.put_u32(connection.user);
}
