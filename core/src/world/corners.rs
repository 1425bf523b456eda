//! Squares in a grid, each with four corners of its own: the tiles of a GAT and the cubes of a GND. What brushes do
//! to the heights of both.

use crate::format::number::F32;
use crate::sample::noise::smooth;
use crate::space::ragnarok::{Corner, TilePos, altitude_from_height, height_from_altitude};
use crate::world::gat::area::Area;
use crate::world::gat::heights::{How, Neighbours};
use crate::world::gat::refusal::{Refusal, finite};

/// A corner shared by up to four squares, counted from the south-west corner of the map.
pub(crate) type Vertex = [u32; 2];

/// A map of squares.
pub(crate) trait Corners {
    /// In squares.
    fn size(&self) -> [u32; 2];

    fn altitude_of(&self, square: TilePos, corner: Corner) -> Option<F32>;

    fn put_altitude(&mut self, square: TilePos, corner: Corner, altitude: F32);
}

/// What a brush goes over.
pub(crate) struct Strokes<'s, M> {
    /// The map as it was when the stroke began.
    pub(crate) before: &'s M,
    pub(crate) area: &'s Area,
    pub(crate) neighbours: Neighbours,
}

impl<M: Corners> Strokes<'_, M> {
    /// Moves the corners of the area, each by the share of the way that `weight` says for its place.
    pub(crate) fn shape(
        &self,
        map: &mut M,
        how: How,
        weight: &dyn Fn(Vertex) -> f32,
    ) -> Result<(), Refusal> {
        how.check()?;
        let before = self.before;
        let mut reshape = |new: &dyn Fn(Vertex, F32) -> Option<f32>| {
            self.reshape(map, &|vertex, old| {
                let new = new(vertex, old)?;
                let share = weight(vertex);
                let was = height_from_altitude(old);
                // A corner that is no number has no way to go: it is set, or it stays.
                match share >= 1.0 || !was.is_finite() {
                    true => (share > 0.0).then_some(new),
                    false => (share > 0.0).then_some(was + (new - was) * share),
                }
            });
        };
        let height = |old: F32| Some(height_from_altitude(old)).filter(|height| height.is_finite());
        match how {
            How::Set { height } => reshape(&|_, _| Some(height)),
            How::Mend { height } => {
                reshape(&|_, old| (!old.get().is_finite()).then_some(height));
            }
            How::Raise { by } => reshape(&|_, old| Some(height(old)? + by)),
            How::Lower { by } => reshape(&|_, old| Some(height(old)? - by)),
            How::Flatten => {
                let mean = mean_height(before, self.area);
                reshape(&|_, _| mean);
            }
            How::Smooth { strength } => reshape(&|vertex, old| {
                let old = height(old)?;
                Some(old + (height_around(before, vertex)? - old) * strength)
            }),
            How::Noise { seed, height: up_to, width } => reshape(&|[x, y], old| {
                let share = smooth(seed, width, x as f32, y as f32) * 2.0 - 1.0;
                Some(height(old)? + share * up_to)
            }),
            How::Ramp { from, to, from_height, to_height } => {
                let low = end_height(before, from, from_height)?;
                let high = end_height(before, to, to_height)?;
                reshape(&|vertex, _| Some(low + (high - low) * share(from, to, vertex)));
            }
        }
        Ok(())
    }

    /// Gives each corner of the area what `new` says for its place and its altitude, and keeps it
    /// where that says nothing or no number.
    fn reshape(&self, map: &mut M, new: &dyn Fn(Vertex, F32) -> Option<f32>) {
        for square in self.area.cells() {
            for corner in Corner::ALL {
                let vertex = vertex(square, corner);
                let Some(old) = self.before.altitude_of(square, corner) else { continue };
                let Some(height) = new(vertex, old).filter(|height| height.is_finite()) else {
                    continue;
                };
                let altitude = altitude_from_height(height);
                map.put_altitude(square, corner, altitude);
                if self.neighbours == Neighbours::Alone {
                    continue;
                }
                for (other, corner) in at_vertex(vertex) {
                    let is_joined = self.before.altitude_of(other, corner) == Some(old);
                    if !self.area.contains(other) && is_joined {
                        map.put_altitude(other, corner, altitude);
                    }
                }
            }
        }
    }
}

pub(crate) fn vertex(square: TilePos, corner: Corner) -> Vertex {
    let (east, north) = corner.offset_in_tiles();
    [square.x + east, square.y + north]
}

/// The squares around a vertex, each with the corner that is there; some may be off the map.
pub(crate) fn at_vertex([x, y]: Vertex) -> impl Iterator<Item = (TilePos, Corner)> {
    Corner::ALL.into_iter().filter_map(move |corner| {
        let (east, north) = corner.offset_in_tiles();
        Some((TilePos { x: x.checked_sub(east)?, y: y.checked_sub(north)? }, corner))
    })
}

/// The mean of those that are numbers; `None` where none is.
pub(crate) fn mean(heights: impl Iterator<Item = f32>) -> Option<f32> {
    let (mut sum, mut n) = (0.0, 0_u32);
    for height in heights.filter(|height| height.is_finite()) {
        sum += f64::from(height);
        n += 1;
    }
    (n > 0).then(|| (sum / f64::from(n)) as f32)
}

fn mean_height(map: &impl Corners, area: &Area) -> Option<f32> {
    mean(area.cells().flat_map(|square| {
        Corner::ALL
            .map(|corner| map.altitude_of(square, corner).map_or(f32::NAN, height_from_altitude))
    }))
}

fn height_at(map: &impl Corners, vertex: Vertex) -> Option<f32> {
    let altitudes = at_vertex(vertex).filter_map(|(square, it)| map.altitude_of(square, it));
    mean(altitudes.map(height_from_altitude))
}

/// The mean height at the four vertices next to one.
fn height_around(map: &impl Corners, [x, y]: Vertex) -> Option<f32> {
    let west = x.checked_sub(1).map(|x| [x, y]);
    let south = y.checked_sub(1).map(|y| [x, y]);
    let around = [west, south, Some([x + 1, y]), Some([x, y + 1])];
    mean(around.into_iter().flatten().filter_map(|vertex| height_at(map, vertex)))
}

fn end_height(map: &impl Corners, at: [u32; 2], given: Option<f32>) -> Result<f32, Refusal> {
    let ([x, y], [width, height]) = (at, map.size());
    if x >= width || y >= height {
        return Err(Refusal::Outside { x, y, width, height });
    }
    let corner = |corner| map.altitude_of(TilePos { x, y }, corner).unwrap_or(F32::ZERO);
    let middle = || Corner::ALL.map(corner).map(height_from_altitude).iter().sum::<f32>() / 4.0;
    finite("from or to", given.unwrap_or_else(middle))
}

/// How far a vertex lies on the way from the middle of one square to that of another, from 0 to 1.
fn share(from: [u32; 2], to: [u32; 2], [x, y]: Vertex) -> f32 {
    let [from_x, from_y] = from.map(f64::from);
    let [to_x, to_y] = to.map(f64::from);
    let (dx, dy) = (to_x - from_x, to_y - from_y);
    let along = (f64::from(x) - from_x - 0.5) * dx + (f64::from(y) - from_y - 0.5) * dy;
    (along / (dx * dx + dy * dy)).clamp(0.0, 1.0) as f32
}
