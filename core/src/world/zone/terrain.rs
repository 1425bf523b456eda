//! Shaping the ground: heights, tiles, and where one may walk, over the edges of blocks.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::format::number::F32;
use crate::problem::counted::counted;
use crate::space::rose::block::BlockCoord;
use crate::world::sum::nearest;

use super::Zone;
use super::ground::{Cut, InWorld};
use super::refusal::{Refusal, finite};
use super::region::Region;

/// Shapes the heights of a region. Blocks that share a height keep sharing it: where one of them is
/// not open, the height stays as it is.
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

/// Says who may walk in a region: 0 all, 1 nobody, 2 no monsters. Files may hold other bytes, so
/// those are written as well, with a note.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaintWalks {
    pub region: Region,
    pub walk: u8,
}

/// What other bytes of a MOV mean is not known.
const LAST_KNOWN_WALK: u8 = 2;

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
            if weight == 0.0 {
                continue;
            }
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
            // What is said in one block may still differ from what another says there.
            let is_to_close = matches!(self.how, How::Set(_) | How::Flatten | How::Join);
            if after.is_nan() || after == *before && !is_to_close {
                continue;
            }
            let bits = nearest(after)
                .ok_or_else(|| Refusal::argument("how", &after, "heights that a float holds"))?;
            new.push((*at, bits));
        }
        let mut held: BTreeMap<BlockCoord, usize> = BTreeMap::new();
        for (at, height_cm) in new {
            // As numbers: 0 and -0 are as high as each other, and each stays as it is.
            let is_so = |(_, height): (_, F32)| height.get() == height_cm.get();
            if zone.heights_at(at).all(is_so) {
                continue;
            }
            match zone.shares_height_with(at) {
                Some(block) => *held.entry(block).or_default() += 1,
                None => drop(zone.set_height(at, height_cm)),
            }
        }
        let mut notes: Vec<String> = held.into_iter().map(note_of_edge).collect();
        notes.extend(beyond(zone, cells.len(), heights.len(), ["height", "heights"]));
        Ok(notes)
    }
}

fn note_of_edge((block, n): (BlockCoord, usize)) -> String {
    let (they, them) = if n == 1 { ("stays as it is", "it") } else { ("stay as they are", "them") };
    format!(
        "{} of the edge shared with {block}, which is not open, {they}; open the folder of the zone \
         to shape {them}",
        counted(n, "height", "heights")
    )
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

/// What of a region is in no file, or that it holds nothing at all. `what` is one and several.
fn beyond(zone: &Zone, n_asked: usize, n_there: usize, [one, several]: [&str; 2]) -> Vec<String> {
    if n_asked == 0 {
        let larger = "nothing changed; make the region larger, or move it";
        return vec![format!("the region contains the middle of no {one}: {larger}")];
    }
    let files = if zone.is_of_one_ifo() { "that is open" } else { "of the zone" };
    match n_asked - n_there {
        0 => Vec::new(),
        n => vec![format!("{n} {several} of the region are in no file {files}")],
    }
}

impl PaintTiles {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<Vec<String>, Refusal> {
        if zone.has_zon() {
            let n = zone.tiles_to_edit()?.1.len();
            if self.tile as usize >= n {
                return Err(Refusal::NoEntry { what: "tile", found: self.tile.into(), n });
            }
        }
        let tile = i32::try_from(self.tile)
            .map_err(|_| Refusal::argument("tile", &self.tile, "a number of a tile"))?;
        let cells = self.region.cells(zone, Cut::Patches)?;
        let n_painted =
            cells.keys().filter(|at| zone.set_tile(**at, Some(tile), self.brush)).count();
        Ok(beyond(zone, cells.len(), n_painted, ["patch", "patches"]))
    }
}

impl PaintWalks {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<Vec<String>, Refusal> {
        let cells = self.region.cells(zone, Cut::Walks)?;
        let n_painted = cells.keys().filter(|at| zone.set_walk(**at, self.walk)).count();
        let mut notes = beyond(zone, cells.len(), n_painted, ["walk cell", "walk cells"]);
        if self.walk > LAST_KNOWN_WALK {
            let walk = self.walk;
            let known = "0 is for all, 1 for nobody, 2 for no monsters";
            notes.push(format!("the meaning of {walk} in the game is unknown: {known}"));
        }
        Ok(notes)
    }
}
