//! Tiles of a mesh as Detour makes them: from polygons on a grid, with triangles and a tree of boxes.

use crate::format::eq::nav::tile::{BORDER, BoxNode, Detail, Polygon, Tile};
use crate::format::number::F32;
use crate::nav::eq::mesh::{Point, point};
use crate::space::eq::area::Area;

/// What a tile is made from.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    pub place: [i32; 3],
    pub reference: u32,
    pub low: Point,
    pub high: Point,
    /// Along x and y, and up.
    pub cell: f32,
    pub cell_height: f32,
    pub walker: Walker,
    /// In cells from the low corner.
    pub vertices: Vec<[u16; 3]>,
    pub polygons: Vec<Outline>,
}

/// Who walks on a mesh.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Walker {
    pub height: f32,
    pub radius: f32,
    pub climb: f32,
}

/// A polygon on its way to a tile: three to six corners, and its sides as a tile has them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outline {
    pub corners: Vec<u16>,
    pub sides: Vec<u16>,
    pub area: u8,
}

/// A tile can't have so many polygons or vertices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "a tile has {polygons} polygons and {vertices} vertices, and references have room for 65534"
)]
pub struct TooMany {
    pub polygons: usize,
    pub vertices: usize,
}

/// Polygons and vertices are counted in so many numbers.
pub const MOST_IN_A_TILE: usize = 0xfffe;

/// No link comes next.
const NO_LINK: u32 = 0;

/// The flag of polygons of an area.
pub fn flags_of(area: u8) -> u16 {
    Area::of(area).unwrap_or(Area::Disabled).flag()
}

/// Makes a tile.
pub fn tile(draft: &Draft) -> Result<Tile, TooMany> {
    let (n_polygons, n_vertices) = (draft.polygons.len(), draft.vertices.len());
    if n_polygons > MOST_IN_A_TILE || n_vertices > MOST_IN_A_TILE {
        return Err(TooMany { polygons: n_polygons, vertices: n_vertices });
    }
    let [low_x, low_z, low_y] = draft.low;
    let vertex = |[x, z, y]: &[u16; 3]| {
        let along = |cells: u16, from: f32, size: f32| F32::new(from + f32::from(cells) * size);
        [
            along(*x, low_x, draft.cell),
            along(*z, low_z, draft.cell_height),
            along(*y, low_y, draft.cell),
        ]
    };
    let [x, y, layer] = draft.place;
    let mut made = Tile {
        reference: draft.reference,
        x,
        y,
        layer,
        first_connection: n_polygons as i32,
        walk_height: F32::new(draft.walker.height),
        walk_radius: F32::new(draft.walker.radius),
        walk_climb: F32::new(draft.walker.climb),
        low: draft.low.map(F32::new),
        high: draft.high.map(F32::new),
        boxes_per_unit: F32::new(1.0 / draft.cell),
        vertices: draft.vertices.iter().map(vertex).collect(),
        polygons: draft.polygons.iter().map(polygon).collect(),
        ..Tile::default()
    };
    for polygon in &made.polygons {
        let first_triangle = made.detail_triangles.len() as u32;
        made.detail_triangles.extend(fan(polygon.n_corners));
        let n_triangles = polygon.n_corners.saturating_sub(2);
        made.details.push(Detail { first_triangle, n_triangles, ..Detail::default() });
    }
    let sides = draft.polygons.iter().flat_map(|polygon| &polygon.sides);
    let n_links: usize = sides.map(|side| if side & BORDER == 0 { 1 } else { 3 }).sum();
    made.links = vec![[NO_LINK; 3]; n_links];
    made.boxes = boxes(&made);
    Ok(made)
}

fn polygon(outline: &Outline) -> Polygon {
    let mut polygon = Polygon { flags: flags_of(outline.area), ..Polygon::default() };
    polygon.set_area(outline.area);
    let pairs = polygon.corners.iter_mut().zip(&mut polygon.sides);
    for ((corner, side), (from, to)) in pairs.zip(outline.corners.iter().zip(&outline.sides)) {
        (*corner, *side) = (*from, *to);
        polygon.n_corners += 1;
    }
    polygon
}

/// Triangles around the first corner. Two bits for each edge say whether it is one of the polygon.
fn fan(n_corners: u8) -> impl Iterator<Item = [u8; 4]> {
    (2..n_corners).map(move |corner| {
        let first = u8::from(corner == 2);
        let last = u8::from(corner + 1 == n_corners);
        [0, corner - 1, corner, 1 << 2 | first | last << 4]
    })
}

/// A polygon in the tree of boxes.
#[derive(Debug, Clone, Copy)]
struct Leaf {
    low: [u16; 3],
    high: [u16; 3],
    index: i32,
}

/// The tree of boxes of a tile: twice as many nodes as it has polygons on the ground, the last one empty.
pub fn boxes(tile: &Tile) -> Vec<BoxNode> {
    let per_unit = tile.boxes_per_unit.get();
    let origin = point(tile.low);
    let mut leaves = Vec::with_capacity(tile.details.len());
    for (own, (polygon, detail)) in tile.polygons.iter().zip(&tile.details).enumerate() {
        let first = detail.first_vertex as usize;
        let end = first.saturating_add(detail.n_vertices.into());
        let detailed = tile.detail_vertices.get(first..end).unwrap_or_default();
        let mut leaf = Leaf { low: [u16::MAX; 3], high: [0; 3], index: own as i32 };
        for vertex in tile.corners(polygon).chain(detailed.iter().copied()).map(point) {
            let spans = leaf.low.iter_mut().zip(&mut leaf.high);
            for ((low, high), (at, from)) in spans.zip(vertex.into_iter().zip(origin)) {
                let boxes = (at - from) * per_unit;
                // A float casts to the nearest number that there is.
                *low = (*low).min((boxes + ON_GRID).floor() as u16);
                *high = (*high).max((boxes - ON_GRID).ceil() as u16);
            }
        }
        leaves.push(leaf);
    }
    let mut nodes = Vec::with_capacity(leaves.len() * 2);
    split(&mut leaves, &mut nodes);
    if !nodes.is_empty() {
        nodes.push(BoxNode::default());
    }
    nodes
}

/// What is so near to the grid is on it.
const ON_GRID: f32 = 1e-3;

fn split(leaves: &mut [Leaf], nodes: &mut Vec<BoxNode>) {
    let Some(first) = leaves.first().copied() else { return };
    let place = nodes.len();
    if leaves.len() == 1 {
        nodes.push(BoxNode { low: first.low, high: first.high, index: first.index });
        return;
    }
    let (mut low, mut high) = (first.low, first.high);
    for leaf in leaves.iter() {
        low.iter_mut().zip(leaf.low).for_each(|(low, own)| *low = (*low).min(own));
        high.iter_mut().zip(leaf.high).for_each(|(high, own)| *high = (*high).max(own));
    }
    let mut spans = low.into_iter().zip(high).map(|(low, high)| high.saturating_sub(low));
    let [x, z, y] = std::array::from_fn(|_| spans.next().unwrap_or_default());
    let axis = if y > x.max(z) { 2 } else { usize::from(z > x) };
    leaves.sort_by_key(|leaf| leaf.low.get(axis).copied());
    nodes.push(BoxNode { low, high, index: 0 });
    let (before, behind) = leaves.split_at_mut(leaves.len() / 2);
    split(before, nodes);
    split(behind, nodes);
    let skip = (nodes.len() - place) as i32;
    if let Some(node) = nodes.get_mut(place) {
        node.index = -skip;
    }
}

#[cfg(test)]
mod tests {
    use crate::nav::eq::mesh::drawn::{drawn, one_tile};

    #[test]
    fn a_tile_has_what_detour_makes_of_its_polygons() {
        let content = drawn(&["..", ".."], 2);
        let [tile] = content.tiles.as_slice() else { panic!() };
        assert_eq!((tile.polygons.len(), tile.vertices.len(), tile.first_connection), (4, 9, 4));
        assert_eq!((tile.details.len(), tile.detail_triangles.len()), (4, 8));
        assert_eq!(tile.detail_triangles[..2], [[0, 1, 2, 0b00_0101], [0, 2, 3, 0b01_0100]]);
        // Sixteen edges, half of them at borders.
        assert_eq!(tile.links.len(), 16 + 2 * 8);
        assert_eq!(tile.boxes.len(), 8);
        let skips: Vec<i32> = tile.boxes.iter().map(|node| node.index).collect();
        assert_eq!((skips[0], skips[1], skips[4], skips[7]), (-7, -3, -3, 0));
        assert_eq!((tile.boxes[0].low, tile.boxes[0].high), ([0, 1, 0], [8, 1, 8]));
        assert_eq!(one_tile(&["."]).tiles[0].boxes.len(), 2);
    }
}
