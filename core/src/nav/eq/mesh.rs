//! A navigation mesh as a server has it once it is loaded: which tiles it takes, and which polygons lead to
//! which.
//!
//! The steps are those of Detour, in 32-bit floats. Points are in the axes of the mesh: the height is second.

pub mod shape;
mod link;
pub mod near;
pub mod route;
mod straight;
pub mod islands;
pub mod why;
mod words;
pub mod make;

use std::collections::{BTreeMap, BTreeSet};

use crate::format::eq::nav::Content;
use crate::format::eq::nav::tile::{Kind, SAME_TILE, Tile};
use crate::format::number::F32;
use crate::space::eq::area::is_walked;

/// A server connects so many tiles at a place.
const MOST_LAYERS: usize = 32;

/// A point in the axes of the mesh.
pub type Point = [f32; 3];

/// A loaded mesh. Polygons of all tiles have one number each, in the order of the file.
#[derive(Debug, Clone, Default)]
pub struct Mesh {
    pub tiles: Vec<Loaded>,
    pub polygons: Vec<Polygon>,
    by_place: BTreeMap<[i32; 2], Vec<usize>>,
    grid: GridOf,
}

/// How tiles lie.
#[derive(Debug, Clone, Copy, Default)]
struct GridOf {
    origin: Point,
    sides: [f32; 2],
}

/// A tile of a mesh.
#[derive(Debug, Clone)]
pub struct Loaded {
    pub place: [i32; 3],
    /// Why a server leaves it out.
    pub refused: Option<Refused>,
    /// The number of its first polygon.
    pub first: usize,
    pub n_polygons: usize,
    pub climb: f32,
    /// How many links a server has no room for.
    pub n_links_lost: usize,
    n_links_left: usize,
    borders: Vec<link::Border>,
    low: Point,
    high: Point,
    boxes_per_unit: f32,
    boxes: Vec<crate::format::eq::nav::tile::BoxNode>,
    connections: Vec<crate::format::eq::nav::tile::Connection>,
}

/// Why a server does not load a tile.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("its reference is 0, and a server then drops the whole mesh")]
    NoReference,
    #[error("its reference asks for place {asked}, and the mesh has places 0 to {last}")]
    NoPlace { asked: u32, last: i64 },
    #[error("an earlier tile has its reference")]
    ReferenceTaken,
    #[error("an earlier tile is at the same place")]
    PlaceTaken,
    #[error("it has {found} polygons, and the mesh has room for {most} in a tile")]
    TooManyPolygons { found: usize, most: u32 },
    #[error(
        "a server takes no mesh of {tiles} tiles with {polygons} polygons each: references have too few bits"
    )]
    NoBits { tiles: i32, polygons: i32 },
}

#[derive(Debug, Clone, Default)]
pub struct Polygon {
    pub tile: usize,
    pub corners: Vec<Point>,
    pub area: u8,
    pub flags: u16,
    pub is_connection: bool,
    /// Where it leads, the last one first: a server puts each new link before the others.
    links_back: Vec<Link>,
    /// Corners of the triangles that give its heights; empty where those are of its own corners.
    triangles: Vec<[Point; 3]>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    pub to: usize,
    /// The edge that is crossed; of a connection 0 at its start and 1 at its end.
    pub edge: u8,
    /// The side of the tile that is crossed, or 255.
    pub side: u8,
    /// Which part of the edge is open, in 255ths; both are 0 for all of it.
    pub open: [u8; 2],
}

impl Loaded {
    pub fn low(&self) -> Point {
        self.low
    }

    pub fn high(&self) -> Point {
        self.high
    }
}

impl Polygon {
    /// Where it leads, in the order in which a server looks.
    pub fn links(&self) -> impl Iterator<Item = &Link> {
        self.links_back.iter().rev()
    }
}

pub(crate) fn point(point: [F32; 3]) -> Point {
    point.map(F32::get)
}

/// How many bits a number of things takes.
fn bits(number: i32) -> u32 {
    u32::try_from(number)
        .unwrap_or_default()
        .checked_next_power_of_two()
        .unwrap_or(u32::MAX)
        .max(1)
        .ilog2()
}

impl Mesh {
    /// Loads a mesh as a server does.
    pub fn new(content: &Content) -> Mesh {
        let grid = &content.grid;
        let mut mesh = Mesh {
            grid: GridOf { origin: point(grid.origin), sides: grid.tile_sides.map(F32::get) },
            ..Mesh::default()
        };
        let (tile_bits, polygon_bits) = (bits(grid.most_tiles), bits(grid.most_polygons));
        let salt_bits = 32_i64 - i64::from(tile_bits) - i64::from(polygon_bits);
        let (mut taken, mut places) = (BTreeSet::new(), BTreeSet::new());
        for tile in &content.tiles {
            let asked = u64::from(tile.reference) >> polygon_bits & ((1 << tile_bits) - 1);
            let asked = u32::try_from(asked).unwrap_or(u32::MAX);
            let place = [tile.x, tile.y, tile.layer];
            let (tiles, polygons) = (grid.most_tiles, grid.most_polygons);
            let refused = match () {
                () if salt_bits < 10 => Some(Refused::NoBits { tiles, polygons }),
                () if tile.reference == 0 => Some(Refused::NoReference),
                () if i64::from(asked) >= i64::from(tiles) => {
                    Some(Refused::NoPlace { asked, last: i64::from(tiles) - 1 })
                }
                () if taken.contains(&asked) => Some(Refused::ReferenceTaken),
                () if places.contains(&place) => Some(Refused::PlaceTaken),
                () if tile.polygons.len() > 1 << polygon_bits => {
                    let found = tile.polygons.len();
                    Some(Refused::TooManyPolygons { found, most: 1 << polygon_bits })
                }
                () => None,
            };
            if refused.is_none() {
                taken.insert(asked);
                places.insert(place);
            }
            mesh.add(tile, refused);
        }
        mesh
    }

    /// Adds the polygons of a tile, and connects them where it is not refused.
    fn add(&mut self, tile: &Tile, refused: Option<Refused>) {
        let number = self.tiles.len();
        let loaded = Loaded {
            place: [tile.x, tile.y, tile.layer],
            first: self.polygons.len(),
            n_polygons: tile.polygons.len(),
            climb: tile.walk_climb.get(),
            n_links_lost: 0,
            n_links_left: tile.links.len(),
            borders: Vec::new(),
            low: point(tile.low),
            high: point(tile.high),
            boxes_per_unit: tile.boxes_per_unit.get(),
            boxes: tile.boxes.clone(),
            connections: tile.connections.clone(),
            refused,
        };
        let is_refused = loaded.refused.is_some();
        self.tiles.push(loaded);
        for (own, polygon) in tile.polygons.iter().enumerate() {
            self.polygons.push(Polygon {
                tile: number,
                corners: tile.corners(polygon).map(point).collect(),
                area: polygon.area(),
                flags: polygon.flags,
                is_connection: polygon.kind() == Kind::Connection,
                links_back: Vec::new(),
                triangles: triangles(tile, own),
            });
        }
        if is_refused {
            return;
        }
        self.by_place.entry([tile.x, tile.y]).or_default().push(number);
        self.connect(number, tile);
    }

    /// The tiles on a side of another one, or those at its place.
    pub fn tiles_beside(&self, tile: usize, side: u8) -> Vec<usize> {
        let Some([x, y, _]) = self.tiles.get(tile).map(|tile| tile.place) else {
            return Vec::new();
        };
        let [dx, dy] = link::AROUND.get(usize::from(side)).copied().unwrap_or_default();
        match (x.checked_add(dx), y.checked_add(dy)) {
            (Some(x), Some(y)) => self.tiles_at([x, y]).to_vec(),
            _ => Vec::new(),
        }
    }

    /// The tile that a polygon is in.
    pub fn tile_of(&self, polygon: usize) -> Option<&Loaded> {
        self.tiles.get(self.polygons.get(polygon)?.tile)
    }

    /// Whether a server's walkers take it, as far as its tile is loaded.
    pub fn is_walked(&self, polygon: usize) -> bool {
        let is_loaded = self.tile_of(polygon).is_some_and(|tile| tile.refused.is_none());
        is_loaded && self.polygons.get(polygon).is_some_and(|polygon| is_walked(polygon.flags))
    }

    /// The tiles at a place, of all layers.
    fn tiles_at(&self, place: [i32; 2]) -> &[usize] {
        let tiles = self.by_place.get(&place).map(Vec::as_slice).unwrap_or_default();
        tiles.get(..MOST_LAYERS).unwrap_or(tiles)
    }

    /// The connections of all loaded tiles: the tile, which one of it, and the number of its polygon.
    pub fn connections(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        self.tiles.iter().enumerate().filter(|(_, tile)| tile.refused.is_none()).flat_map(
            |(number, tile)| {
                let polygon = |one: &crate::format::eq::nav::tile::Connection| {
                    tile.first + usize::from(one.polygon)
                };
                let each = tile.connections.iter().map(polygon);
                each.enumerate().map(move |(own, polygon)| (number, own, polygon))
            },
        )
    }

    /// Where a connection begins and ends on the mesh, and whether it leads back; `None` at an end that is not
    /// on the mesh.
    pub fn ends_of(&self, tile: usize, own: usize) -> [Option<usize>; 2] {
        let found = self.tiles.get(tile).and_then(|tile| {
            Some((tile.first + usize::from(tile.connections.get(own)?.polygon), tile))
        });
        let Some((polygon, _)) = found else { return [None; 2] };
        let Some(polygon) = self.polygons.get(polygon) else { return [None; 2] };
        let end = |edge: u8| polygon.links().find(|link| link.edge == edge).map(|link| link.to);
        [end(0), end(1)]
    }
}

/// The triangles of a polygon's detail mesh; those that lead nowhere are left out.
fn triangles(tile: &Tile, own: usize) -> Vec<[Point; 3]> {
    let (Some(polygon), Some(detail)) = (tile.polygons.get(own), tile.details.get(own)) else {
        return Vec::new();
    };
    let n_corners = polygon.n_corners;
    let vertex = |corner: u8| match corner.checked_sub(n_corners) {
        None => {
            let vertex = polygon.corners.get(usize::from(corner))?;
            tile.vertices.get(usize::from(*vertex)).copied()
        }
        Some(behind) => {
            let vertex = (detail.first_vertex as usize).checked_add(behind.into())?;
            tile.detail_vertices.get(vertex).copied()
        }
    };
    let first = detail.first_triangle as usize;
    let found = first.checked_add(detail.n_triangles.into());
    let found = found.and_then(|end| tile.detail_triangles.get(first..end)).unwrap_or_default();
    found
        .iter()
        .filter_map(|[a, b, c, _]| Some([vertex(*a)?, vertex(*b)?, vertex(*c)?].map(point)))
        .collect()
}

/// On which side of a tile a point is, as connections state it.
pub fn side_of([x, _, y]: Point, low: Point, high: Point) -> u8 {
    let ([low_x, _, low_y], [high_x, _, high_y]) = (low, high);
    match (x >= high_x, y >= high_y, x < low_x, y < low_y) {
        (true, false, false, false) => 0,
        (true, true, false, false) => 1,
        (false, true, false, false) => 2,
        (false, true, true, false) => 3,
        (false, false, true, false) => 4,
        (false, false, true, true) => 5,
        (false, false, false, true) => 6,
        (true, false, false, true) => 7,
        _ => SAME_TILE,
    }
}

#[cfg(test)]
pub(crate) mod drawn;
#[cfg(test)]
mod tests;
