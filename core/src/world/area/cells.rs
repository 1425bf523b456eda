//! Which cells an action is about, and which of their volumes.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::format::tera::zgd::Volume;
use crate::space::tera::{CellInWorld, CellInZone, PosInWorld, Zone};

use super::Area;
use super::refusal::{Refusal, finite};
use super::selection::Selection;
use super::squares::Corners;

/// As many cells as a zone has: nobody means more at a time.
const MAX_CELLS: u64 = 960 * 960;

/// Cells, as a script says which. As JSON an object with one key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cells {
    /// These, counted from where the world starts: 16 units each.
    List(Vec<[i32; 2]>),
    /// Those that a box touches, in the game's units.
    Box(Corners),
    /// Those with their centre within a distance of a place, in the game's units.
    Disc(Disc),
    /// Those that nodes stand in.
    OfNodes(Selection),
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Disc {
    pub at: [f64; 2],
    pub radius: f64,
}

/// Which volumes of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Which {
    #[default]
    Every,
    /// The one whose floor is nearest to a height, as for somebody who walks there; the lower of two.
    Near(i32),
    /// The one at this place of its list, from 0.
    Nth(u8),
    /// Those whose floors are between two heights, both included.
    Between([i32; 2]),
}

/// Cells by zone, in the order of their files.
pub(super) type ByZone = BTreeMap<Zone, BTreeSet<CellInZone>>;

impl Cells {
    pub fn of(cell_in_world: CellInWorld) -> Cells {
        Cells::List(vec![[cell_in_world.x, cell_in_world.y]])
    }

    /// The cells, those of them that are in a zone of the area.
    pub(super) fn resolve(&self, area: &Area) -> Result<ByZone, Refusal> {
        let cells: BTreeSet<CellInWorld> = match self {
            Cells::List(list) => list.iter().map(|[x, y]| CellInWorld { x: *x, y: *y }).collect(),
            Cells::Box(Corners { from, to }) => {
                let ([a, b], [c, d]) = (finite("from", *from)?, finite("to", *to)?);
                between([a.min(c), b.min(d)], [a.max(c), b.max(d)])?.collect()
            }
            Cells::Disc(disc) => disc.cells()?,
            Cells::OfNodes(selection) => {
                let nodes = selection.nodes(area)?;
                let places = nodes.into_iter().filter_map(|node| area.pos(node));
                places.filter_map(CellInWorld::of).collect()
            }
        };
        let mut by_zone = ByZone::new();
        for cell in cells {
            let place = area.origin().zone_from_world(cell);
            if let Some((zone, cell)) = place.filter(|(zone, _)| area.has_zone(*zone)) {
                by_zone.entry(zone).or_default().insert(cell);
            }
        }
        if by_zone.is_empty() { Err(Refusal::NoCells) } else { Ok(by_zone) }
    }
}

impl Disc {
    fn cells(&self) -> Result<BTreeSet<CellInWorld>, Refusal> {
        let ([x, y], [radius]) = (finite("at", self.at)?, finite("radius", [self.radius])?);
        let radius = radius.max(0.0);
        let within = between([x - radius, y - radius], [x + radius, y + radius])?;
        let at = PosInWorld { x, y, z: 0.0 };
        // The cell in the middle belongs to it however small it is.
        let middle = CellInWorld::of(at);
        let is_inside = |cell: &CellInWorld| {
            cell.centre(0).distance_on_ground(at) <= radius || Some(*cell) == middle
        };
        Ok(within.filter(is_inside).collect())
    }
}

/// The cells from one corner to another, in the game's units.
fn between(low: [f64; 2], high: [f64; 2]) -> Result<impl Iterator<Item = CellInWorld>, Refusal> {
    let cell = |[x, y]: [f64; 2]| CellInWorld::of(PosInWorld { x, y, z: 0.0 });
    let far = || Refusal::argument("cells", "far too many", "960 × 960 at most");
    let (low, high) = cell(low).zip(cell(high)).ok_or_else(far)?;
    let n = |low: i32, high: i32| u64::from(high.abs_diff(low)) + 1;
    if n(low.x, high.x).saturating_mul(n(low.y, high.y)) > MAX_CELLS {
        return Err(far());
    }
    Ok((low.x..=high.x).flat_map(move |x| (low.y..=high.y).map(move |y| CellInWorld { x, y })))
}

impl Which {
    /// Marks the volumes of a cell that are meant.
    pub(super) fn of(self, cell: &[Volume]) -> Vec<bool> {
        match self {
            Which::Every => vec![true; cell.len()],
            Which::Nth(nth) => (0..cell.len()).map(|idx| idx == usize::from(nth)).collect(),
            Which::Between([low, high]) => {
                let (low, high) = (low.min(high), low.max(high));
                cell.iter().map(|volume| (low..=high).contains(&volume.z.into())).collect()
            }
            Which::Near(z) => {
                let off = |volume: &Volume| (z.abs_diff(volume.z.into()), volume.z);
                let nearest = cell.iter().enumerate().min_by_key(|(_, volume)| off(volume));
                (0..cell.len()).map(|idx| nearest.is_some_and(|(own, _)| own == idx)).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::area;
    use super::*;

    #[test]
    fn cells_are_named_in_many_ways() {
        let area = area(&[(4, 4), (5, 4)], &[]);
        let n = |json: &str| {
            let cells: Cells = serde_json::from_str(json).unwrap();
            cells.resolve(&area).map(|cells| cells.values().map(BTreeSet::len).sum::<usize>())
        };
        assert_eq!(n(r#"{"list":[[0,0],[0,0],[959,959],[960,0]]}"#), Ok(2));
        assert_eq!(n(r#"{"list":[[-1,0]]}"#), Err(Refusal::NoCells));
        assert_eq!(n(r#"{"box":{"from":[31,15.9],"to":[0,16]}}"#), Ok(4));
        assert_eq!(n(r#"{"disc":{"at":[72,72],"radius":0}}"#), Ok(1));
        assert_eq!(n(r#"{"disc":{"at":[72,72],"radius":16}}"#), Ok(5));
        assert_eq!(n(r#"{"disc":{"at":[64,64],"radius":12}}"#), Ok(4));
        assert_eq!(n(r#"{"of-nodes":"everything"}"#), Ok(2));
        assert!(n(r#"{"box":{"from":[0,0],"to":[1e5,1e5]}}"#).is_err());
        assert!(n(r#"{"disc":{"at":[0,0],"radius":1e300}}"#).is_err());
    }

    #[test]
    fn volumes_of_a_cell_are_named_in_many_ways() {
        let cell = [(0, 50), (100, 50), (200, 50)].map(Volume::from);
        let which = |json: &str| {
            let which: Which = serde_json::from_str(json).unwrap();
            which.of(&cell)
        };
        assert_eq!(which(r#""every""#), [true; 3]);
        assert_eq!(which(r#"{"near":150}"#), [false, true, false]);
        assert_eq!(which(r#"{"nth":2}"#), [false, false, true]);
        assert_eq!(which(r#"{"between":[200,100]}"#), [false, true, true]);
        assert!(Which::Near(0).of(&[]).is_empty());
    }
}
