//! A navigation mesh made of triangles by Recast's rules, with what the server's tool has where nobody says.
//!
//! Triangles become columns of solid spans; what is above them is open, where it is level, high and wide
//! enough; open ground is cut into regions, these into outlines, and outlines into convex polygons.
//!
//! What is simpler than the tool (2026): regions are cut by sweeping rows and not by watersheds, and small ones
//! are not merged, so that there are more and narrower polygons, and a search, which measures from the middle of
//! an edge to that of the next, may take a longer way; there is no detail mesh, so that heights between corners are
//! those of the polygon.

mod field;
mod open;
mod region;
mod outline;
mod polygon;

use crate::format::eq::nav::{Content, Grid};
use crate::format::number::F32;
use crate::format::text::Opaque;
use crate::nav::eq::mesh::Point;
use crate::nav::eq::mesh::make::{Draft, TooMany, Walker, tile};
use crate::nav::eq::recast::outline::Outline;

/// How a mesh is made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// How long a cell is, and how high.
    pub cell: f32,
    pub cell_height: f32,
    pub walker: Walker,
    /// In degrees.
    pub steepest: f32,
    /// In cells: the side of a tile.
    pub tile_cells: usize,
    /// In cells: ground that is apart and smaller is left out.
    pub least_island: usize,
    /// In cells: how far outlines may be from what they are of.
    pub outline_error: f32,
    /// In cells: longer sides along walls are cut.
    pub longest_side: usize,
}

impl Default for Settings {
    /// As the server's tool has them.
    fn default() -> Settings {
        Settings {
            cell: 0.8,
            cell_height: 0.4,
            walker: Walker { height: 6.55, radius: 1.31, climb: 6.55 },
            steepest: 60.0,
            tile_cells: 512,
            least_island: 64,
            outline_error: 1.3,
            longest_side: 15,
        }
    }
}

/// The settings in cells.
#[derive(Debug, Clone, Copy)]
struct Cells {
    height: i32,
    climb: i32,
    radius: i32,
    /// What is looked at around a tile, so that neighbours fit each other.
    border: usize,
}

/// Why no mesh is made.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Unmade {
    #[error("there is no ground: no triangle stops anything")]
    NoGround,
    #[error("the zone would have {0} tiles, and a mesh has room for 16384")]
    TooLarge(usize),
    #[error("tile {tile}: {error}")]
    Tile { tile: usize, error: TooMany },
    #[error("tile {tile} has {found} polygons, and references have room for {most}")]
    TooManyPolygons { tile: usize, found: usize, most: usize },
    #[error("tile {tile} has ground over {found} steps of height, and a tile has room for 65536")]
    TooHigh { tile: usize, found: i64 },
}

/// References have so many bits for the tile and the polygon together.
const BITS: u32 = 22;
const MOST_TILE_BITS: u32 = 14;

impl Settings {
    fn cells(&self) -> Cells {
        let radius = (self.walker.radius / self.cell).ceil();
        Cells {
            height: (self.walker.height / self.cell_height).ceil() as i32,
            climb: (self.walker.climb / self.cell_height).floor() as i32,
            radius: radius as i32,
            border: radius as usize + 3,
        }
    }
}

/// Makes a mesh of triangles in the axes of the mesh. `area_of` says what the ground at a point is.
pub fn build(
    triangles: &[[Point; 3]],
    settings: &Settings,
    area_of: impl Fn(Point) -> u8,
) -> Result<Content, Unmade> {
    let is_finite =
        |triangle: &&[Point; 3]| triangle.iter().flatten().all(|at| at.abs() < FARTHEST);
    let triangles: Vec<[Point; 3]> = triangles.iter().filter(is_finite).copied().collect();
    let (low, high) = bounds(&triangles).ok_or(Unmade::NoGround)?;
    let ([low_x, _, low_y], [high_x, _, high_y]) = (low, high);
    let side = settings.tile_cells as f32 * settings.cell;
    let n_along = |from: f32, to: f32| (((to - from) / side).ceil() as usize).max(1);
    let (n_x, n_y) = (n_along(low_x, high_x), n_along(low_y, high_y));
    let n_tiles = n_x.saturating_mul(n_y);
    let tile_bits = n_tiles.next_power_of_two().ilog2();
    if tile_bits > MOST_TILE_BITS {
        return Err(Unmade::TooLarge(n_tiles));
    }
    let polygon_bits = BITS - tile_bits;
    let grid = Grid {
        origin: low.map(F32::new),
        tile_sides: [F32::new(side); 2],
        most_tiles: 1 << tile_bits,
        most_polygons: 1 << polygon_bits,
    };
    let mut tiles = Vec::new();
    for (y, x) in (0..n_y).flat_map(|y| (0..n_x).map(move |x| (y, x))) {
        let corner = [low_x + x as f32 * side, low_y + y as f32 * side];
        let Some(draft) = draft(&triangles, settings, corner, (low, high), &area_of) else {
            continue;
        };
        let (number, most) = (tiles.len(), 1_usize << polygon_bits);
        let mut draft = draft.map_err(|found| Unmade::TooHigh { tile: number, found })?;
        if draft.polygons.len() > most {
            let found = draft.polygons.len();
            return Err(Unmade::TooManyPolygons { tile: number, found, most });
        }
        draft.place = [x as i32, y as i32, 0];
        draft.reference = (1 << BITS) | ((number as u32) << polygon_bits);
        tiles.push(tile(&draft).map_err(|error| Unmade::Tile { tile: number, error })?);
    }
    Ok(Content { grid, tiles, rest: Opaque::default() })
}

/// What is farther away is no part of a zone.
const FARTHEST: f32 = 1e6;

fn bounds(triangles: &[[Point; 3]]) -> Option<(Point, Point)> {
    let corners = triangles.iter().flatten();
    corners.fold(None, |bounds: Option<(Point, Point)>, corner| {
        let (low, high) = bounds.unwrap_or((*corner, *corner));
        let fold = |a: Point, b: Point, choose: fn(f32, f32) -> f32| {
            let mut each = a.into_iter().zip(b);
            std::array::from_fn(|_| each.next().map_or(0.0, |(a, b)| choose(a, b)))
        };
        Some((fold(low, *corner, f32::min), fold(high, *corner, f32::max)))
    })
}

/// Counts the heights of a tile from its own lowest corner, where those from the lowest place of the zone
/// would have no room. Answers with the height of that corner.
fn lower(outlines: &mut [Outline]) -> i32 {
    let heights = || outlines.iter().flat_map(|outline| &outline.corners).map(|corner| corner.z);
    let (Some(low), Some(high)) = (heights().min(), heights().max()) else { return 0 };
    if high <= i32::from(u16::MAX) {
        return 0;
    }
    for corner in outlines.iter_mut().flat_map(|outline| &mut outline.corners) {
        corner.z = corner.z.saturating_sub(low);
    }
    low
}

/// How many steps of height lie between the corners of a tile, where there are too many.
fn too_high(outlines: &[Outline]) -> Option<i64> {
    let highest =
        outlines.iter().flat_map(|outline| &outline.corners).map(|corner| corner.z).max()?;
    (highest > i32::from(u16::MAX)).then_some(i64::from(highest) + 1)
}

/// The polygons of one tile; `None` where there is no ground.
fn draft(
    triangles: &[[Point; 3]],
    settings: &Settings,
    [corner_x, corner_y]: [f32; 2],
    ([_, low_z, _], [_, high_z, _]): (Point, Point),
    area_of: &impl Fn(Point) -> u8,
) -> Option<Result<Draft, i64>> {
    let cells = settings.cells();
    let margin = cells.border as f32 * settings.cell;
    let origin = [corner_x - margin, low_z, corner_y - margin];
    let side = settings.tile_cells + 2 * cells.border;
    let field = field::Field::new(triangles, settings, origin, side)?;
    let mut open = open::Open::new(field.filtered(&cells), &cells);
    open.shrink(cells.radius);
    open.mark(settings, origin, area_of);
    let regions = region::Regions::new(&open, cells.border, settings.least_island);
    let mut outlines = outline::outlines(&open, &regions, settings);
    let base = lower(&mut outlines);
    if let Some(found) = too_high(&outlines) {
        return Some(Err(found));
    }
    let mut draft = Draft {
        low: [corner_x, low_z + base as f32 * settings.cell_height, corner_y],
        high: [
            corner_x + settings.tile_cells as f32 * settings.cell,
            high_z,
            corner_y + settings.tile_cells as f32 * settings.cell,
        ],
        cell: settings.cell,
        cell_height: settings.cell_height,
        walker: settings.walker,
        ..Draft::default()
    };
    polygon::fill(&mut draft, &outlines, cells.border, settings.tile_cells);
    (!draft.polygons.is_empty()).then_some(Ok(draft))
}

#[cfg(test)]
mod tests;
