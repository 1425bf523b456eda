//! Parts of the ground: what a brush, a drawn figure or a fill touches.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::space::rose::block::BlockCoord;
use crate::space::rose::position::PosInFileCm;

use super::Zone;
use super::ground::{Cut, InWorld};
use super::refusal::{Refusal, finite};
use super::selection::is_inside;

/// Nobody means a brush of more cells than that.
const MOST_CELLS: usize = 4_000_000;

/// A part of the ground. As JSON `"everything"`, or an object with one key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Region {
    Everything,
    /// A brush along points, in cm of the files.
    Brush(Brush),
    /// Between two corners, in cm of the files.
    Box(RegionBox),
    /// What fits between the same corners.
    Ellipse(RegionBox),
    /// Inside a line through these corners, in cm of the files.
    Polygon(Vec<[f64; 2]>),
    /// All that hangs together with a place and is as that is: of the same height, tile or walk.
    Connected([f64; 2]),
    Block(BlockCoord),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Brush {
    pub points: Vec<[f64; 2]>,
    pub radius_cm: f64,
    #[serde(default)]
    pub tip: Tip,
    #[serde(default)]
    pub edge: Edge,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tip {
    #[default]
    Round,
    Square,
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

impl Region {
    /// What is in it, with how much a brush works there, from 0 to 1; by place.
    pub(super) fn cells(&self, zone: &Zone, cut: Cut) -> Result<BTreeMap<InWorld, f64>, Refusal> {
        let grid = zone.grid();
        let whole = |block: BlockCoord| cut.of_block(grid, block).map(|at| (at, 1.0));
        match self {
            Region::Everything => {
                let n = u64::from(cut.n_own(grid)).pow(2) * zone.blocks().count() as u64;
                if n > MOST_CELLS as u64 {
                    let found = format!("{n} places");
                    return Err(Refusal::argument("region", &found, "smaller"));
                }
                Ok(zone.blocks().flat_map(whole).collect())
            }
            Region::Block(block) => {
                if !zone.has_block(*block) {
                    return Err(Refusal::NoGround { block: *block, what: "ground" });
                }
                Ok(whole(*block).collect())
            }
            Region::Box(within) => {
                let [low, high] = corners(zone, cut, within)?;
                Ok(middles_between(cut, low, high)?.map(|(at, _)| (at, 1.0)).collect())
            }
            Region::Ellipse(within) => {
                let [low, high] = corners(zone, cut, within)?;
                let all = middles_between(cut, low, high)?;
                let ([low_x, low_y], [high_x, high_y]) = (low, high);
                let off = |at: f64, low: f64, high: f64| {
                    (at - (low + high) / 2.0) / ((high - low) / 2.0).max(0.5)
                };
                let is_in =
                    |[x, y]: [f64; 2]| off(x, low_x, high_x).hypot(off(y, low_y, high_y)) <= 1.0;
                Ok(all.filter(|(_, middle)| is_in(*middle)).map(|(at, _)| (at, 1.0)).collect())
            }
            Region::Polygon(corners) => polygon(zone, cut, corners),
            Region::Connected(from) => {
                connected(zone, cut, units(zone, cut, finite("from", *from)?))
            }
            Region::Brush(brush) => brush.cells(zone, cut),
        }
    }
}

/// Low and high corner of a box, in units of a cut.
fn corners(zone: &Zone, cut: Cut, within: &RegionBox) -> Result<[[f64; 2]; 2], Refusal> {
    let (from, to) = (finite("from", within.from)?, finite("to", within.to)?);
    let [a, b] = [from, to].map(|at| units(zone, cut, at));
    let low = [a[0].min(b[0]), a[1].min(b[1])];
    Ok([low, [a[0].max(b[0]), a[1].max(b[1])]])
}

/// Those that stand or have their middle between two corners, and where that is.
fn middles_between(
    cut: Cut,
    low: [f64; 2],
    high: [f64; 2],
) -> Result<impl Iterator<Item = (InWorld, [f64; 2])>, Refusal> {
    let half = half_of(cut);
    let all = between(low.map(|at| (at - half).ceil()), high.map(|at| (at - half).floor()))?;
    Ok(all.map(move |at| (at, [f64::from(at.x) + half, f64::from(at.y) + half])))
}

fn half_of(cut: Cut) -> f64 {
    if cut == Cut::Heights { 0.0 } else { 0.5 }
}

fn polygon(zone: &Zone, cut: Cut, corners: &[[f64; 2]]) -> Result<BTreeMap<InWorld, f64>, Refusal> {
    let mut line = Vec::with_capacity(corners.len());
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for corner in corners {
        let [x, y] = units(zone, cut, finite("polygon", *corner)?);
        low = [low[0].min(x), low[1].min(y)];
        high = [high[0].max(x), high[1].max(y)];
        line.push([x, y]);
    }
    if line.len() < 3 {
        return Ok(BTreeMap::new());
    }
    let all = middles_between(cut, low, high)?;
    Ok(all.filter(|(_, middle)| is_inside(&line, *middle)).map(|(at, _)| (at, 1.0)).collect())
}

fn connected(zone: &Zone, cut: Cut, from: [f64; 2]) -> Result<BTreeMap<InWorld, f64>, Refusal> {
    let nearest = |at: f64| if cut == Cut::Heights { at.round() } else { at.floor() };
    let [x, y] = from.map(|at| nearest(at).clamp(-1e9, 1e9) as i32);
    let held = |at: InWorld| -> Option<u32> {
        match cut {
            Cut::Heights => zone.height(at).map(|height| height.to_bits()),
            Cut::Patches => zone.tile(at).map(i32::cast_unsigned),
            Cut::Walks => zone.walk(at).map(u32::from),
        }
    };
    let start = InWorld { x, y };
    let Some(value) = held(start) else { return Ok(BTreeMap::new()) };
    let mut found = BTreeSet::from([start]);
    let mut open = vec![start];
    while let Some(InWorld { x, y }) = open.pop() {
        for (x, y) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
            let at = InWorld { x, y };
            if held(at) == Some(value) && found.insert(at) {
                open.push(at);
            }
        }
        if found.len() > MOST_CELLS {
            return Err(Refusal::argument("region", "all connected cells here", "smaller"));
        }
    }
    Ok(found.into_iter().map(|at| (at, 1.0)).collect())
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
        let half = half_of(cut);
        let mut cells: BTreeMap<InWorld, f64> = BTreeMap::new();
        let mut last: Option<[f64; 2]> = None;
        for point in &self.points {
            let end = units(zone, cut, finite("points", *point)?);
            let start = last.replace(end).unwrap_or(end);
            let low = [start[0].min(end[0]) - radius - half, start[1].min(end[1]) - radius - half];
            let high = [start[0].max(end[0]) + radius - half, start[1].max(end[1]) + radius - half];
            for at in between(low.map(f64::ceil), high.map(f64::floor))? {
                let middle = [f64::from(at.x) + half, f64::from(at.y) + half];
                let distance = match self.tip {
                    Tip::Round => distance_to_line(middle, start, end),
                    Tip::Square => square_distance_to_line(middle, start, end),
                };
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

/// How large a square around a place has to be to touch a line: half of its side.
fn square_distance_to_line(at: [f64; 2], start: [f64; 2], end: [f64; 2]) -> f64 {
    let along = [end[0] - start[0], end[1] - start[1]];
    let to = [at[0] - start[0], at[1] - start[1]];
    let off = |share: f64| {
        let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
        let [x, y] = [to[0] - share * along[0], to[1] - share * along[1]];
        x.abs().max(y.abs())
    };
    // It is least at an end, or where one of both offsets is none or both are alike.
    let shares = [
        0.0,
        1.0,
        to[0] / along[0],
        to[1] / along[1],
        (to[0] - to[1]) / (along[0] - along[1]),
        (to[0] + to[1]) / (along[0] + along[1]),
    ];
    shares.into_iter().map(off).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample_zone;
    use super::*;

    /// The walk cells of a region, counted from the north-west of the first block.
    fn cells(json: &str) -> Vec<[i32; 2]> {
        let zone = sample_zone();
        let region: Region = serde_json::from_str(json).unwrap();
        let first = zone.blocks().next().unwrap();
        let cells = region.cells(&zone, Cut::Walks).unwrap();
        cells.keys().map(|at| [at.x - 32 * first.x, at.y - 32 * first.y]).collect()
    }

    /// In cm of the files: so many walk cells from the north-west of the first block.
    fn place(x: f64, y: f64) -> [f64; 2] {
        let zone = sample_zone();
        let grid = zone.grid();
        let area = grid.area_of_block(zone.blocks().next().unwrap());
        let half = grid.half_offset_cm();
        [area.west + x * 500.0 - half, area.north - y * 500.0 - half]
    }

    #[test]
    fn a_square_brush_leaves_no_corner_out_and_no_gap() {
        let way = [place(1.5, 1.5), place(3.5, 2.5)];
        let brush = |tip: &str, radius: f64| {
            let points = format!("{:?}", way);
            let brush = format!(r#"{{"points":{points},"radius_cm":{radius},"tip":"{tip}"}}"#);
            cells(&format!(r#"{{"brush":{brush}}}"#))
        };
        assert_eq!(brush("round", 250.0), [[1, 1], [2, 1], [2, 2], [3, 2]]);
        assert_eq!(brush("square", 250.0), [[1, 1], [2, 1], [2, 2], [3, 2]]);
        let (round, square) = (brush("round", 1250.0), brush("square", 1250.0));
        assert!(round.iter().all(|cell| square.contains(cell)) && round.len() < square.len());
        assert!(square.contains(&[-1, -1]) && !round.contains(&[-1, -1]));
    }

    #[test]
    fn figures_hold_the_cells_whose_middle_is_inside() {
        let within = format!(r#"{{"from":{:?},"to":{:?}}}"#, place(1.0, 1.0), place(4.0, 4.0));
        assert_eq!(cells(&format!(r#"{{"box":{within}}}"#)).len(), 9);
        let round = cells(&format!(r#"{{"ellipse":{within}}}"#));
        assert_eq!(round.len(), 9, "a round of three cells has its corners");
        let within = format!(r#"{{"from":{:?},"to":{:?}}}"#, place(0.0, 0.0), place(6.0, 6.0));
        assert_eq!(cells(&format!(r#"{{"ellipse":{within}}}"#)).len(), 32);
        let line = [place(0.0, 0.0), place(4.0, 0.0), place(0.0, 4.0)];
        let inside = cells(&format!(r#"{{"polygon":{line:?}}}"#));
        assert!(inside.contains(&[0, 0]) && inside.contains(&[2, 0]) && !inside.contains(&[3, 3]));
        assert_eq!(cells(&format!(r#"{{"polygon":{:?}}}"#, &line[..2])), [[0; 2]; 0]);
    }

    #[test]
    fn what_hangs_together_goes_over_the_edges_of_blocks() {
        let zone = sample_zone();
        let sizes = (0..32).map(|n| {
            let region = Region::Connected(place(f64::from(n) + 0.5, 16.5));
            let found = region.cells(&zone, Cut::Walks).unwrap();
            (found.len(), found)
        });
        let (_, found) = sizes.max_by_key(|(n, _)| *n).unwrap();
        let blocks: BTreeSet<[i32; 2]> =
            found.keys().map(|at| [at.x.div_euclid(32), at.y.div_euclid(32)]).collect();
        let walks: BTreeSet<Option<u8>> = found.keys().map(|at| zone.walk(*at)).collect();
        assert_eq!((blocks.len() > 1, walks.len()), (true, 1));
        let nowhere: Region = serde_json::from_str(r#"{"connected":[9e9,0]}"#).unwrap();
        assert!(nowhere.cells(&zone, Cut::Walks).unwrap().is_empty());
    }
}
