//! Shaping the ground: heights, tiles, and where one may walk, over the edges of blocks.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::format::number::F32;
use crate::space::rose::block::BlockCoord;
use crate::space::rose::position::PosInFileCm;

use super::Zone;
use super::ground::{Cut, InWorld};
use super::refusal::{Refusal, finite};
use super::thing::nearest;

/// Nobody means a brush of more cells than that.
const MOST_CELLS: usize = 4_000_000;

/// A part of the ground. As JSON `"everything"`, or an object with one key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Region {
    Everything,
    /// A round brush along points, in cm of the files.
    Brush(Brush),
    /// Between two corners, in cm of the files.
    Box(RegionBox),
    Block([i32; 2]),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Brush {
    pub points: Vec<[f64; 2]>,
    pub radius_cm: f64,
    #[serde(default)]
    pub edge: Edge,
}

/// How a brush works towards its edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Edge {
    #[default]
    Hard,
    /// Ever less, down to nothing. Tiles and walks know no less: they are painted whole.
    Soft,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegionBox {
    pub from: [f64; 2],
    pub to: [f64; 2],
}

/// Shapes the heights of a region. Blocks that share a height keep sharing it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShapeHeights {
    pub region: Region,
    pub how: How,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// By so many cm; lowers where it is below 0.
    Raise(f64),
    /// To so many cm.
    Set(f64),
    /// All to their mean.
    Flatten,
    /// Towards the mean of the heights around each, from 0 for not at all to 1.
    Smooth(f64),
    /// Closes seams: blocks that share a height get the mean of what they say.
    Join,
}

/// Lays a tile of the ZON on patches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaintTiles {
    pub region: Region,
    pub tile: u32,
    /// What the painter's brush remembers: brush, tile index, tile set. It stays where it is not
    /// given; the game does not look at it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brush: Option<[u8; 3]>,
}

/// Says who may walk in a region: 0 all, 1 nobody, 2 no monsters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaintWalks {
    pub region: Region,
    pub walk: u8,
}

impl Region {
    /// What is in it, with how much a brush works there, from 0 to 1; by place.
    pub(super) fn cells(&self, zone: &Zone, cut: Cut) -> Result<BTreeMap<InWorld, f64>, Refusal> {
        let grid = zone.grid();
        let whole = |block: BlockCoord| cut.of_block(grid, block).map(|at| (at, 1.0));
        match self {
            Region::Everything => Ok(zone.blocks().flat_map(whole).collect()),
            Region::Block([x, y]) => {
                let block = BlockCoord { x: *x, y: *y };
                if !zone.has_block(block) {
                    return Err(Refusal::NoGround { block, what: "ground" });
                }
                Ok(whole(block).collect())
            }
            Region::Box(RegionBox { from, to }) => {
                let (from, to) = (finite("from", *from)?, finite("to", *to)?);
                let [a, b] = [from, to].map(|at| units(zone, cut, at));
                let low = [a[0].min(b[0]), a[1].min(b[1])];
                let high = [a[0].max(b[0]), a[1].max(b[1])];
                let (first, last) = match cut {
                    Cut::Heights => (low.map(f64::ceil), high.map(f64::floor)),
                    // Those whose middle is inside.
                    Cut::Patches | Cut::Walks => {
                        (low.map(|at| (at - 0.5).ceil()), high.map(|at| (at - 0.5).floor()))
                    }
                };
                Ok(between(first, last)?.map(|at| (at, 1.0)).collect())
            }
            Region::Brush(brush) => brush.cells(zone, cut),
        }
    }
}

fn units(zone: &Zone, cut: Cut, [x, y]: [f64; 2]) -> [f64; 2] {
    let at = zone.grid().world_from_file(PosInFileCm { x, y, z: 0.0 });
    cut.units_from_world(zone.grid(), at)
}

/// All between two places, if they are not too many.
fn between(first: [f64; 2], last: [f64; 2]) -> Result<impl Iterator<Item = InWorld>, Refusal> {
    let n = (last[0] - first[0] + 1.0).max(0.0) * (last[1] - first[1] + 1.0).max(0.0);
    let farthest = first.into_iter().chain(last).map(f64::abs).fold(0.0, f64::max);
    if n > MOST_CELLS as f64 || farthest > 1e9 {
        return Err(Refusal::argument("region", &format!("{n} places"), "smaller"));
    }
    let columns = move || first[0] as i32..=last[0] as i32;
    let rows = first[1] as i32..=last[1] as i32;
    Ok(rows.flat_map(move |y| columns().map(move |x| InWorld { x, y })))
}

impl Brush {
    fn cells(&self, zone: &Zone, cut: Cut) -> Result<BTreeMap<InWorld, f64>, Refusal> {
        let [radius_cm] = finite("radius_cm", [self.radius_cm])?;
        let radius = radius_cm.max(0.0) / cut.size_cm(zone.grid());
        let half = if cut == Cut::Heights { 0.0 } else { 0.5 };
        let mut cells: BTreeMap<InWorld, f64> = BTreeMap::new();
        let mut last: Option<[f64; 2]> = None;
        for point in &self.points {
            let end = units(zone, cut, finite("points", *point)?);
            let start = last.replace(end).unwrap_or(end);
            let low = [start[0].min(end[0]) - radius - half, start[1].min(end[1]) - radius - half];
            let high = [start[0].max(end[0]) + radius - half, start[1].max(end[1]) + radius - half];
            for at in between(low.map(f64::ceil), high.map(f64::floor))? {
                let middle = [f64::from(at.x) + half, f64::from(at.y) + half];
                let distance = distance_to_line(middle, start, end);
                if distance <= radius {
                    let weight = match self.edge {
                        Edge::Hard => 1.0,
                        Edge::Soft if radius == 0.0 => 1.0,
                        Edge::Soft => {
                            let share = distance / radius;
                            (1.0 - share * share) * (1.0 - share * share)
                        }
                    };
                    let place = cells.entry(at).or_default();
                    *place = place.max(weight);
                }
            }
        }
        Ok(cells)
    }
}

fn distance_to_line(at: [f64; 2], start: [f64; 2], end: [f64; 2]) -> f64 {
    let along = [end[0] - start[0], end[1] - start[1]];
    let length_2 = along[0] * along[0] + along[1] * along[1];
    let to = [at[0] - start[0], at[1] - start[1]];
    let share = match length_2 > 0.0 {
        true => ((to[0] * along[0] + to[1] * along[1]) / length_2).clamp(0.0, 1.0),
        false => 0.0,
    };
    (to[0] - share * along[0]).hypot(to[1] - share * along[1])
}

impl ShapeHeights {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<Vec<String>, Refusal> {
        if let How::Raise(number) | How::Set(number) | How::Smooth(number) = self.how {
            finite("how", [number])?;
        }
        let cells = self.region.cells(zone, Cut::Heights)?;
        let heights: BTreeMap<InWorld, f64> =
            cells.keys().filter_map(|at| Some((*at, f64::from(zone.height(*at)?.get())))).collect();
        let real = heights.values().filter(|height| height.is_finite());
        let mean = real.clone().sum::<f64>() / (real.count().max(1)) as f64;
        let mut new: Vec<(InWorld, F32)> = Vec::new();
        for (at, before) in &heights {
            let weight = cells.get(at).copied().unwrap_or(0.0);
            let towards = |to: f64, share: f64| match before.is_finite() {
                true => before + (to - before) * share,
                false => to,
            };
            let after = match self.how {
                How::Raise(by) => before + by * weight,
                How::Set(to) => towards(to, weight),
                How::Flatten => towards(mean, weight),
                How::Smooth(share) => {
                    towards(mean_around(zone, *at), weight * share.clamp(0.0, 1.0))
                }
                How::Join => mean_of(zone.heights_at(*at).map(|(_, height)| height)),
            };
            let is_same = after == *before && self.how != How::Join;
            if is_same || after.is_nan() {
                continue;
            }
            let bits = nearest(after)
                .ok_or_else(|| Refusal::argument("how", &after, "heights that a float holds"))?;
            new.push((*at, bits));
        }
        for (at, height_cm) in new {
            let says = zone.heights_at(at).map(|(_, height)| height);
            if !says.into_iter().all(|height| height == height_cm) {
                zone.set_height(at, height_cm);
            }
        }
        Ok(beyond(cells.len(), heights.len(), "heights"))
    }
}

/// The mean of a height and those next to it.
fn mean_around(zone: &Zone, at: InWorld) -> f64 {
    let around = (-1..=1).flat_map(|y| (-1..=1).map(move |x| (x, y)));
    let around = around.map(|(x, y)| InWorld { x: at.x + x, y: at.y + y });
    mean_of(around.filter_map(|at| zone.height(at)))
}

fn mean_of(heights: impl Iterator<Item = F32>) -> f64 {
    let heights = heights.map(|height| f64::from(height.get())).filter(|h| h.is_finite());
    let (sum, n) = heights.fold((0.0, 0_u32), |(sum, n), height| (sum + height, n + 1));
    sum / f64::from(n)
}

fn beyond(n_asked: usize, n_there: usize, what: &str) -> Vec<String> {
    match n_asked - n_there {
        0 => Vec::new(),
        n => vec![format!("{n} {what} of the region are in no file of the zone")],
    }
}

impl PaintTiles {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<Vec<String>, Refusal> {
        let n = zone.ground_tiles().len();
        if zone.has_zon() && self.tile as usize >= n {
            return Err(Refusal::NoEntry { what: "tile", found: self.tile.into(), n });
        }
        let tile = i32::try_from(self.tile)
            .map_err(|_| Refusal::argument("tile", &self.tile, "a number of a tile"))?;
        let cells = self.region.cells(zone, Cut::Patches)?;
        let n_painted =
            cells.keys().filter(|at| zone.set_tile(**at, Some(tile), self.brush)).count();
        Ok(beyond(cells.len(), n_painted, "patches"))
    }
}

impl PaintWalks {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<Vec<String>, Refusal> {
        let cells = self.region.cells(zone, Cut::Walks)?;
        let n_painted = cells.keys().filter(|at| zone.set_walk(**at, self.walk)).count();
        Ok(beyond(cells.len(), n_painted, "walk cells"))
    }
}
