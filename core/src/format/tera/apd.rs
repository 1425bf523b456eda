//! APD: the paths by which TERA's monsters walk an area, a graph of nodes.
//!
//! ```text
//! Payload                                     Node
//! 0   4    node count  u32                    0   3×4  position    f32  x y z, world
//! 4   …×n  nodes                              12  1    directions  u8   a bit per edge
//! …   4    zone count  u32                    13  4×e  edges       u32  target node, by
//! …   …×z  zones                                                        ascending bit
//! …   …    tail of the payload; kept, meaning unknown (none seen, 2026)
//!
//! Zone                                        Square
//! 0   4           x  u32                      0  4  first node  u32
//! 4   4           y  u32                      4  1  node count  u8
//! 8   14,400 × 5  squares, in columns along x
//! ```
//!
//! Bit k of `directions` is the octant that starts at k × 45° from the x axis towards y: see
//! `space::tera::Octant`. Nothing here says where the world of the positions starts among the
//! zones. Targets and ranges are kept whether or not such nodes exist.

mod json;

use serde::{Deserialize, Serialize};

use self::json::Json;
use super::{N_SQUARES, SQUARES_PER_ZONE};
use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;
use crate::format::packed::{self, Packed};
use crate::format::source::Source;
use crate::format::text::Opaque;

/// A payload may be this large: over five million nodes with an edge in each direction. Without
/// a limit a file of a few hundred bytes could fill the memory.
pub const MAX_PAYLOAD: u64 = 256 << 20;

/// A node without edges.
const MIN_NODE: usize = 13;
/// A node with an edge in each direction.
const MAX_NODE: usize = MIN_NODE + 8 * 4;
const SQUARE_SIZE: usize = 5;
const ZONE_SIZE: usize = 8 + N_SQUARES * SQUARE_SIZE;

/// The path graph of an area.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Json", try_from = "Json")]
pub struct Apd {
    /// Invariant: no more than a `u32` counts.
    positions: Vec<[F32; 3]>,
    /// Invariant: one for each node.
    directions: Vec<u8>,
    /// Invariant: as many as `directions` has bits.
    targets: Vec<u32>,
    /// Where the targets of each node start, and where those of the last one end. Invariant:
    /// follows from `directions`.
    edge_starts: Vec<u32>,
    /// Invariant: no more than a `u32` counts.
    zones: Vec<ZonePaths>,
    pub tail: Opaque,
}

/// A node, with the target of its edge in each octant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    pub position: [F32; 3],
    pub edges: [Option<u32>; 8],
}

/// Which nodes lie in each square of a zone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ZonePaths {
    /// The zone's place among the zones, as in the name of its geometry file.
    pub x: u32,
    pub y: u32,
    /// Invariant: there are [`N_SQUARES`].
    squares: Vec<NodeRange>,
}

/// Nodes that follow one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(from = "(u32, u8)", into = "(u32, u8)")]
pub struct NodeRange {
    pub first: u32,
    pub count: u8,
}

/// The file has no room for so many of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("more {0} than the file can count")]
pub struct TooMany(pub &'static str);

impl Apd {
    pub fn new(
        nodes: impl IntoIterator<Item = Node>,
        zones: Vec<ZonePaths>,
    ) -> Result<Apd, TooMany> {
        let mut apd = Apd::with_room(0);
        for node in nodes {
            apd.push_node(&node)?;
        }
        if u32::try_from(zones.len()).is_err() {
            return Err(TooMany("zones"));
        }
        apd.zones = zones;
        Ok(apd)
    }

    pub fn n_nodes(&self) -> usize {
        self.positions.len()
    }

    pub fn n_edges(&self) -> usize {
        self.targets.len()
    }

    /// The positions of all nodes, in the order of the file.
    pub fn positions(&self) -> &[[F32; 3]] {
        &self.positions
    }

    pub fn zones(&self) -> &[ZonePaths] {
        &self.zones
    }

    pub fn node(&self, node: u32) -> Option<Node> {
        let position = *self.positions.get(node as usize)?;
        let mut edges = [None; 8];
        for (octant, target) in self.edges(node) {
            if let Some(edge) = edges.get_mut(usize::from(octant)) {
                *edge = Some(target);
            }
        }
        Some(Node { position, edges })
    }

    pub fn nodes(&self) -> impl Iterator<Item = Node> {
        (0..self.n_nodes() as u32).map_while(|node| self.node(node))
    }

    /// The edges of a node: octant (0 to 7) and target. A node that is not there has none.
    pub fn edges(&self, node: u32) -> impl Iterator<Item = (u8, u32)> {
        let directions = self.directions.get(node as usize).copied().unwrap_or(0);
        let octants = (0..8).filter(move |octant| directions >> octant & 1 == 1);
        octants.zip(self.targets(node).iter().copied())
    }

    /// The targets of a node's edges, by ascending octant.
    fn targets(&self, node: u32) -> &[u32] {
        let start = self.edge_starts.get(node as usize).map_or(0, |start| *start as usize);
        let end = self.edge_starts.get(node as usize + 1).map_or(start, |end| *end as usize);
        self.targets.get(start..end).unwrap_or_default()
    }

    pub fn n_opaque(&self) -> usize {
        self.tail.0.len()
    }

    /// A graph without nodes yet.
    fn with_room(n_nodes: usize) -> Apd {
        let mut edge_starts = Vec::with_capacity(n_nodes + 1);
        edge_starts.push(0);
        Apd {
            positions: Vec::with_capacity(n_nodes),
            directions: Vec::with_capacity(n_nodes),
            targets: Vec::new(),
            edge_starts,
            zones: Vec::new(),
            tail: Opaque::default(),
        }
    }

    fn push_node(&mut self, node: &Node) -> Result<(), TooMany> {
        self.targets.extend(node.edges.iter().flatten());
        let n_targets = u32::try_from(self.targets.len()).map_err(|_| TooMany("edges"))?;
        let bits = node.edges.iter().rev();
        self.directions.push(bits.fold(0, |bits, edge| bits << 1 | u8::from(edge.is_some())));
        self.edge_starts.push(n_targets);
        self.positions.push(node.position);
        Ok(())
    }
}

impl ZonePaths {
    /// A zone with the nodes that `nodes_of` gives for each square, counted from the zone's
    /// corner along x and y.
    pub fn from_squares(
        x: u32,
        y: u32,
        mut nodes_of: impl FnMut(u8, u8) -> NodeRange,
    ) -> ZonePaths {
        let side = SQUARES_PER_ZONE as u8;
        let squares = (0..side).flat_map(|x| (0..side).map(move |y| (x, y)));
        ZonePaths { x, y, squares: squares.map(|(x, y)| nodes_of(x, y)).collect() }
    }

    /// The nodes of a square, counted from the zone's corner along x and y. Outside the zone
    /// there are none.
    pub fn square(&self, x: u8, y: u8) -> NodeRange {
        let (x, y) = (usize::from(x), usize::from(y));
        let is_inside = x < SQUARES_PER_ZONE && y < SQUARES_PER_ZONE;
        let square = self.squares.get(x * SQUARES_PER_ZONE + y).filter(|_| is_inside);
        square.copied().unwrap_or_default()
    }

    /// The nodes of every square, in the order of the file.
    pub fn squares(&self) -> &[NodeRange] {
        &self.squares
    }
}

impl NodeRange {
    /// The nodes; a range that runs over the last number ends there.
    pub fn nodes(self) -> std::ops::Range<u32> {
        self.first..self.first.saturating_add(u32::from(self.count))
    }
}

impl From<(u32, u8)> for NodeRange {
    fn from((first, count): (u32, u8)) -> NodeRange {
        NodeRange { first, count }
    }
}

impl From<NodeRange> for (u32, u8) {
    fn from(range: NodeRange) -> (u32, u8) {
        (range.first, range.count)
    }
}

pub fn read(payload: &[u8]) -> Result<Apd, ReadError> {
    let mut bytes = Bytes::new(payload);
    bytes.expect_at_most(MAX_PAYLOAD)?;
    read_from(&mut bytes)
}

/// Reads a brotli file, without its payload ever being in memory as a whole.
pub fn read_packed(file: &[u8]) -> Result<(Apd, Packed), ReadError> {
    packed::read_with(file, MAX_PAYLOAD, |unpacker| read_from(unpacker))
}

fn read_from(source: &mut impl Source) -> Result<Apd, ReadError> {
    let n_nodes = read_count(source, "node count")?;
    let mut apd = Apd::with_room(source.room_for(n_nodes, MAX_NODE));
    while apd.n_nodes() < n_nodes {
        let mut bytes = source.window(MAX_NODE)?;
        let is_end = bytes.n_left() < MAX_NODE;
        while apd.n_nodes() < n_nodes && (is_end || bytes.n_left() >= MAX_NODE) {
            read_node(&mut bytes, &mut apd)?;
        }
        let offset = bytes.offset();
        source.move_on_to(offset);
    }
    let n_zones = read_count(source, "zone count")?;
    apd.zones.reserve(source.room_for(n_zones, ZONE_SIZE));
    for _ in 0..n_zones {
        let mut bytes = source.window(ZONE_SIZE)?;
        apd.zones.push(read_zone(&mut bytes)?);
        let offset = bytes.offset();
        source.move_on_to(offset);
    }
    apd.tail = Opaque(source.read_rest()?);
    Ok(apd)
}

fn read_count(source: &mut impl Source, field: &'static str) -> Result<usize, ReadError> {
    let mut bytes = source.window(4)?;
    let count = bytes.u32(field)?;
    let offset = bytes.offset();
    source.move_on_to(offset);
    Ok(count as usize)
}

fn read_node(bytes: &mut Bytes<'_>, apd: &mut Apd) -> Result<(), ReadError> {
    let position = bytes.f32s("position")?;
    let directions = bytes.u8("directions")?;
    let edges = bytes.slice("edges", directions.count_ones() as usize * 4)?;
    apd.positions.push(position);
    apd.directions.push(directions);
    let (edges, _) = edges.as_chunks();
    apd.targets.extend(edges.iter().map(|edge| u32::from_le_bytes(*edge)));
    // A payload within its limit has fewer edges than a `u32` counts.
    apd.edge_starts.push(apd.targets.len() as u32);
    Ok(())
}

fn read_zone(bytes: &mut Bytes<'_>) -> Result<ZonePaths, ReadError> {
    let x = bytes.u32("zone x")?;
    let y = bytes.u32("zone y")?;
    bytes.expect_items("squares", N_SQUARES as u64, SQUARE_SIZE as u64)?;
    let mut squares = Vec::with_capacity(N_SQUARES);
    for _ in 0..N_SQUARES {
        let [a, b, c, d, count] = bytes.array("square")?;
        squares.push(NodeRange { first: u32::from_le_bytes([a, b, c, d]), count });
    }
    Ok(ZonePaths { x, y, squares })
}

pub fn write(apd: &Apd) -> Vec<u8> {
    let len = 8
        + apd.n_nodes() * MIN_NODE
        + apd.n_edges() * 4
        + apd.zones.len() * ZONE_SIZE
        + apd.tail.0.len();
    let mut out = Vec::with_capacity(len);
    out.put_u32(apd.n_nodes() as u32);
    for (node, (position, directions)) in apd.positions.iter().zip(&apd.directions).enumerate() {
        out.put_f32s(position);
        out.put_u8(*directions);
        for target in apd.targets(node as u32) {
            out.put_u32(*target);
        }
    }
    out.put_u32(apd.zones.len() as u32);
    for zone in &apd.zones {
        out.put_u32(zone.x);
        out.put_u32(zone.y);
        for square in &zone.squares {
            out.put_u32(square.first);
            out.put_u8(square.count);
        }
    }
    out.put(&apd.tail.0);
    out
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::format::packed::tests::packed;

    /// Three nodes in a zone. One edge leads to a node that does not exist.
    fn small() -> Apd {
        let node = |x, edges: &[(usize, u32)]| {
            let mut node =
                Node { position: [F32::new(x), F32::ZERO, F32::ZERO], ..Node::default() };
            for (octant, target) in edges {
                node.edges[*octant] = Some(*target);
            }
            node
        };
        let nodes = [node(8.0, &[(0, 1), (7, 2)]), node(24.0, &[]), node(-8.5, &[(3, 99)])];
        let zone = ZonePaths::from_squares(1000, 999, |x, y| match (x, y) {
            (0, 1) => NodeRange { first: 0, count: 2 },
            (119, 119) => NodeRange { first: u32::MAX, count: 255 },
            _ => NodeRange::default(),
        });
        Apd::new(nodes, vec![zone]).unwrap()
    }

    fn check_error(payload: &[u8], expect: &Expect) {
        let error = read(payload).unwrap_err();
        expect.assert_eq(&error.to_string());
        let unpacked = read_packed(&packed(payload)).unwrap_err();
        let place = format!("{:#x} of the unpacked content:", error.offset);
        assert!(unpacked.to_string().contains(&place), "{unpacked}");
        assert_eq!((unpacked.field, unpacked.malformed), (error.field, error.malformed));
    }

    #[test]
    fn what_is_read_is_written_back() {
        let mut apd = small();
        apd.positions[1] = [F32::from_bits(0x7fc0_1234), F32::new(-0.0), F32::new(1e-40)];
        apd.tail = Opaque(b"tail".to_vec());
        let payload = write(&apd);
        assert_eq!(payload.len(), 8 + 3 * MIN_NODE + 3 * 4 + ZONE_SIZE + 4);
        assert!(read(&payload).unwrap() == apd);
        let (unpacked, _) = read_packed(&packed(&payload)).unwrap();
        assert!(unpacked == apd && unpacked.n_opaque() == 4);
    }

    #[test]
    fn an_area_without_anything_is_eight_bytes() {
        assert_eq!(write(&Apd::new([], vec![]).unwrap()), [0; 8]);
        assert_eq!(read(&[0; 8]).unwrap().n_nodes(), 0);
    }

    #[test]
    fn edges_and_squares_are_found() {
        let apd = small();
        let edges = |node| apd.edges(node).collect::<Vec<_>>();
        assert_eq!(edges(0), [(0, 1), (7, 2)]);
        assert_eq!(edges(2), [(3, 99)]);
        assert_eq!([edges(1), edges(3), edges(u32::MAX)], [[], [], []]);
        assert_eq!(apd.node(3), None);
        assert_eq!(Apd::new(apd.nodes(), apd.zones().to_vec()), Ok(apd.clone()));
        let zone = &apd.zones()[0];
        assert_eq!(zone.square(0, 1).nodes(), 0..2);
        assert_eq!(zone.square(119, 119).nodes(), u32::MAX..u32::MAX);
        assert_eq!([zone.square(0, 120), zone.square(120, 0)], [NodeRange::default(); 2]);
    }

    #[test]
    fn json_keeps_everything() {
        let mut apd = small();
        apd.tail = Opaque(vec![255]);
        let json = serde_json::to_string(&apd).unwrap();
        let start =
            r#"{"nodes":[{"position":[8.0,0.0,0.0],"edges":[1,null,null,null,null,null,null,2]},{"#;
        assert!(json.starts_with(start), "{json:.90}");
        assert!(serde_json::from_str::<Apd>(&json).unwrap() == apd);
        let json = json.replacen("[0,0],", "", 1);
        assert!(serde_json::from_str::<Apd>(&json).is_err());
    }

    #[test]
    fn errors_say_where() {
        let payload = write(&small());
        check_error(&payload[..3], &expect!["node count at byte 0x0: needs 4 bytes, 3 are left"]);
        check_error(&payload[..10], &expect!["position at byte 0x8: needs 4 bytes, 2 are left"]);
        check_error(&payload[..22], &expect!["edges at byte 0x11: needs 8 bytes, 5 are left"]);
        check_error(&payload[..56], &expect!["zone count at byte 0x37: needs 4 bytes, 1 is left"]);
        check_error(
            &payload[..5000],
            &expect!["squares at byte 0x43: needs 72000 bytes, 4933 are left"],
        );
        check_error(&[0xff; 8], &expect!["position at byte 0x8: needs 4 bytes, 0 are left"]);
        check_error(
            &[0, 0, 0, 0, 255, 255, 255, 255, 1],
            &expect!["zone x at byte 0x8: needs 4 bytes, 1 is left"],
        );
    }
}
