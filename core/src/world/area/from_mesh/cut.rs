//! A mesh cut by the columns of the cells.

use crate::format::packed::Progress;
use crate::nav::tera::Stride;
use crate::nav::tera::steps::Steps;
use crate::space::tera::{CellInWorld, PosInWorld, UNITS_PER_CELL};
use crate::world::area::refusal::Refusal;

/// Pieces that a mesh may be cut into.
const MOST_PIECES: u64 = 3 << 20;

/// A wall on the border of two cells is in the one that its back looks to: it moves there by so many units. The
/// number is odd, so that no wall of a drawing comes to a border by it.
const NUDGE_IN_UNITS: f64 = 0.013_7;

/// A face that reaches less far into a cell only touches it: numbers of a drawing are not exact. Less than the nudge.
const TOUCH_IN_UNITS: f64 = 0.01;

/// A wall points up or down by less than this.
const UPRIGHT: f64 = 1e-3;

/// Triangles between two looks at whether to go on.
const STRIDE: usize = 256;

/// A triangle in the world.
#[derive(Debug, Clone, Copy)]
pub(super) struct Triangle {
    corners: [[f64; 3]; 3],
    /// Of its front, with length 1; zero where it has no extent.
    normal: [f64; 3],
    looks: Looks,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Looks {
    UpFlat,
    UpSteep,
    Elsewhere,
}

/// What of a mesh is in a cell.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Column {
    /// The lowest and the highest place of each piece.
    spans: Vec<[f32; 2]>,
    /// Flat faces over the middle, from low to high.
    flat: Vec<f32>,
    has_steep: bool,
}

/// A triangle in a cell.
#[derive(Debug, Clone, Copy)]
struct Piece {
    cell: CellInWorld,
    span: [f32; 2],
    /// Where its face is over the middle of the cell, and looks up.
    middle: Option<f32>,
    looks: Looks,
}

/// Two floors so near are one.
pub(super) fn is_one_floor(a: f64, b: f64) -> bool {
    (a - b).abs() <= step()
}

fn step() -> f64 {
    f64::from(Stride::default().step_up)
}

impl Triangle {
    /// `flattest` is the least part of its normal that points up, of a floor.
    pub(super) fn new(corners: [[f64; 3]; 3], flattest: f64) -> Triangle {
        let [a, b, c] = corners;
        let ([ux, uy, uz], [vx, vy, vz]) = (minus(b, a), minus(c, a));
        let normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
        let length = normal.iter().map(|part| part * part).sum::<f64>().sqrt();
        let normal = match length > 0.0 && length.is_finite() {
            true => normal.map(|part| part / length),
            false => [0.0; 3],
        };
        let [_, _, up] = normal;
        let looks = match up {
            up if up > 0.0 && up >= flattest => Looks::UpFlat,
            up if up > 1e-6 => Looks::UpSteep,
            _ => Looks::Elsewhere,
        };
        Triangle { corners, normal, looks }
    }

    /// The corners; those of a wall are moved a little to where its back looks.
    fn nudged(&self) -> [[f64; 3]; 3] {
        let [nx, ny, nz] = self.normal;
        if nz.abs() > UPRIGHT {
            return self.corners;
        }
        self.corners.map(|[x, y, z]| [x - nx * NUDGE_IN_UNITS, y - ny * NUDGE_IN_UNITS, z])
    }

    /// The cells of its box: low and high.
    fn cells(&self) -> Option<[CellInWorld; 2]> {
        let corners = self.nudged();
        let low =
            corners.iter().fold([f64::INFINITY; 2], |[a, b], [x, y, _]| [a.min(*x), b.min(*y)]);
        let high =
            corners.iter().fold([f64::NEG_INFINITY; 2], |[a, b], [x, y, _]| [a.max(*x), b.max(*y)]);
        let is_in_reach = corners.iter().flatten().all(|number| number.abs() < 1e8);
        let cell = |[x, y]: [f64; 2]| CellInWorld::of(PosInWorld { x, y, z: 0.0 });
        if is_in_reach { Some([cell(low)?, cell(high)?]) } else { None }
    }

    /// Where the face is over a place, if it looks up there.
    fn height_over(&self, [x, y]: [f64; 2]) -> Option<f64> {
        let [nx, ny, nz] = self.normal;
        if self.looks == Looks::Elsewhere {
            return None;
        }
        let [a, b, c] = self.corners;
        // A face that looks up goes around against the clock: the place is on the left of all its edges.
        let is_left = |[px, py, _]: [f64; 3], [qx, qy, _]: [f64; 3]| {
            (qx - px) * (y - py) - (qy - py) * (x - px) >= 0.0
        };
        let [ax, ay, az] = a;
        let is_inside = is_left(a, b) && is_left(b, c) && is_left(c, a);
        is_inside.then(|| az - (nx * (x - ax) + ny * (y - ay)) / nz)
    }

    fn cut(&self, pieces: &mut Vec<Piece>) {
        let Some([low, high]) = self.cells() else { return };
        let corners = self.nudged();
        for y in low.y..=high.y {
            let row = between(&corners, 1, y);
            if row.is_empty() {
                continue;
            }
            for x in low.x..=high.x {
                let part = between(&row, 0, x);
                let heights = part.iter().map(|[_, _, z]| *z as f32);
                let span = heights.fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], z| {
                    [low.min(z), high.max(z)]
                });
                if part.is_empty() {
                    continue;
                }
                let cell = CellInWorld { x, y };
                let centre = cell.centre(0);
                let middle = self.height_over([centre.x, centre.y]).map(|z| z as f32);
                pieces.push(Piece { cell, span, middle, looks: self.looks });
            }
        }
    }
}

fn minus([ax, ay, az]: [f64; 3], [bx, by, bz]: [f64; 3]) -> [f64; 3] {
    [ax - bx, ay - by, az - bz]
}

/// The part of a polygon that is in a row or a column of cells. One that only touches a side is not in it.
fn between(polygon: &[[f64; 3]], axis: usize, cell: i32) -> Vec<[f64; 3]> {
    let size = f64::from(UNITS_PER_CELL);
    let (low, high) = (f64::from(cell) * size, (f64::from(cell) + 1.0) * size);
    let along = |at: &[f64; 3]| at.get(axis).copied().unwrap_or_default();
    let is_before = polygon.iter().all(|at| along(at) <= low + TOUCH_IN_UNITS);
    if is_before || polygon.iter().all(|at| along(at) >= high - TOUCH_IN_UNITS) {
        return Vec::new();
    }
    let part = above(polygon, |at| along(at) - low);
    above(&part, |at| high - along(at))
}

/// The part of a polygon where a distance is not below zero.
fn above(polygon: &[[f64; 3]], distance: impl Fn(&[f64; 3]) -> f64) -> Vec<[f64; 3]> {
    let nexts = polygon.iter().skip(1).chain(polygon.first());
    let mut part = Vec::with_capacity(polygon.len() + 1);
    for (here, next) in polygon.iter().zip(nexts) {
        let (a, b) = (distance(here), distance(next));
        if a >= 0.0 {
            part.push(*here);
        }
        if (a < 0.0 && b > 0.0) || (a > 0.0 && b < 0.0) {
            let share = a / (a - b);
            let ([ax, ay, az], [bx, by, bz]) = (*here, *next);
            let between = |a: f64, b: f64| a + (b - a) * share;
            part.push([between(ax, bx), between(ay, by), between(az, bz)]);
        }
    }
    part
}

/// Everything of a mesh that is in each cell.
pub(super) fn columns(
    triangles: &[Triangle],
    progress: Progress<'_>,
) -> Result<Vec<(CellInWorld, Column)>, Refusal> {
    check_size(triangles)?;
    let mut steps = Steps::new(progress, triangles.len().div_ceil(STRIDE));
    let mut pieces = Vec::new();
    for some in triangles.chunks(STRIDE) {
        some.iter().for_each(|triangle| triangle.cut(&mut pieces));
        Refusal::unless(steps.step())?;
    }
    pieces.sort_by_key(|piece| piece.cell);
    let cells = pieces.chunk_by(|a, b| a.cell == b.cell);
    Ok(cells.filter_map(|cell| Some((cell.first()?.cell, Column::of(cell)))).collect())
}

fn check_size(triangles: &[Triangle]) -> Result<(), Refusal> {
    let mut n_pieces: u64 = 0;
    for triangle in triangles {
        let far = "within 100,000,000 units of the origin";
        let [low, high] = triangle
            .cells()
            .ok_or_else(|| Refusal::argument("a corner of the mesh", "too far away", far))?;
        let n = |low: i32, high: i32| u64::from(high.abs_diff(low)) + 1;
        n_pieces = n_pieces.saturating_add(n(low.x, high.x).saturating_mul(n(low.y, high.y)));
    }
    match n_pieces <= MOST_PIECES {
        true => Ok(()),
        false => Err(Refusal::argument(
            "the mesh",
            "too large for its triangles",
            "smaller, or cut into smaller parts; check its scale",
        )),
    }
}

impl Column {
    fn of(pieces: &[Piece]) -> Column {
        let mut column = Column::default();
        for piece in pieces {
            column.spans.push(piece.span);
            match piece.looks {
                Looks::UpFlat => column.flat.extend(piece.middle),
                Looks::UpSteep => column.has_steep |= piece.middle.is_some(),
                Looks::Elsewhere => {}
            }
        }
        column.flat.sort_by(f32::total_cmp);
        column
    }

    /// Whether faces over the middle look up, and all are too steep.
    pub(super) fn is_steep(&self) -> bool {
        self.has_steep && self.flat.is_empty()
    }

    /// Of several faces within a step the highest is the floor.
    pub(super) fn floors(&self) -> impl Iterator<Item = f64> {
        let nexts = self.flat.iter().skip(1).map(Some).chain([None]);
        self.flat.iter().zip(nexts).filter_map(|(z, next)| {
            let z = f64::from(*z);
            let is_under = next.is_some_and(|next| is_one_floor(f64::from(*next), z));
            (!is_under).then_some(z)
        })
    }

    /// The room above a floor, endless without a ceiling; `None` where a wall stands in the cell.
    pub(super) fn room_above(&self, z: f64) -> Option<f64> {
        let knee = z + step();
        let mut ceiling = f64::INFINITY;
        for [low, high] in &self.spans {
            let (low, high) = (f64::from(*low), f64::from(*high));
            if high <= knee {
                continue;
            }
            if low < knee {
                return None;
            }
            ceiling = ceiling.min(low);
        }
        Some(ceiling - z)
    }
}
