//! The brush for volumes: what it does, which cells lie under it, and a stroke with it.

use std::collections::BTreeSet;

use landwright_core::format::tera::zgd::{OPEN_SKY, Volume};
use landwright_core::space::tera::{CellInWorld, UNITS_PER_CELL};
use landwright_core::world::area::Area;
use landwright_core::world::area::shape::Ceiling;
use landwright_core::world::gat::region::Tip;

use crate::kind::tera::document::Slice;
use crate::view::hand::follow;

const UNITS: f64 = UNITS_PER_CELL as f64;

/// What a stroke does to the cells under it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum VolumeWay {
    /// Nothing: a click shows what is in a cell.
    #[default]
    Look,
    Add,
    /// The highest floor that is shown is put somewhere else, below the same ceiling.
    SetFloor,
    /// The highest floor that is shown is put somewhere else; the room above it goes along.
    Move,
    /// The highest floor that is shown gets another room above it.
    SetHeight,
    /// All volumes go whose floors are shown.
    Remove,
    /// The floors on the way rise evenly from where the stroke began to where it ends.
    Slope,
}

impl VolumeWay {
    pub const ALL: [VolumeWay; 7] = [
        VolumeWay::Look,
        VolumeWay::Add,
        VolumeWay::SetFloor,
        VolumeWay::Move,
        VolumeWay::SetHeight,
        VolumeWay::Remove,
        VolumeWay::Slope,
    ];
}

/// How the brush for volumes is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VolumeBrush {
    pub way: VolumeWay,
    /// Of floors.
    pub z: i16,
    /// Of the room above them.
    pub height: u16,
    /// What becomes of the ceiling where a floor is typed in the Inspector.
    pub ceiling: Ceiling,
}

impl VolumeBrush {
    /// Takes over what is set differently than before.
    pub(crate) fn set_as_changed(&mut self, were: VolumeBrush, new: VolumeBrush) {
        let VolumeBrush { way, z, height, ceiling } = new;
        follow(&mut self.way, &were.way, &way);
        follow(&mut self.z, &were.z, &z);
        follow(&mut self.height, &were.height, &height);
        follow(&mut self.ceiling, &were.ceiling, &ceiling);
    }
}

impl Default for VolumeBrush {
    fn default() -> VolumeBrush {
        VolumeBrush { way: VolumeWay::default(), z: 0, height: OPEN_SKY, ceiling: Ceiling::Stays }
    }
}

/// The brush as it is in hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Brush {
    pub volumes: VolumeBrush,
    /// Cells across.
    pub size: u32,
    pub tip: Tip,
}

/// A stroke under way.
#[derive(Debug, Clone)]
pub struct Stroke {
    pub brush: Brush,
    /// Without the stroke.
    pub before: Area,
    /// Where it began, and the height there as in `aim`.
    pub began: ([f64; 2], Option<f64>),
    /// Where it has come to.
    pub at: [f64; 2],
    /// The height that is pointed at, where that is certain: what is nearest to it is meant.
    pub aim: Option<f64>,
    /// A cell is painted once in a stroke.
    pub done: BTreeSet<CellInWorld>,
    /// Why something was left out.
    pub refusal: Option<String>,
    /// Cells that were left out since the floor would be above the ceiling.
    pub n_above_ceiling: usize,
}

impl Brush {
    /// The cells under it.
    pub fn cells_at(&self, at: [f64; 2]) -> BTreeSet<CellInWorld> {
        self.cells_between(at, at)
    }

    /// The cells under it on the way from one place to another, without a gap.
    pub fn cells_between(&self, from: [f64; 2], to: [f64; 2]) -> BTreeSet<CellInWorld> {
        let mut cells = BTreeSet::new();
        let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
        let step = UNITS * (f64::from(self.size) / 8.0).max(0.5);
        let n_steps = (dx.hypot(dy) / step).ceil().clamp(1.0, 4096.0);
        let offsets = self.offsets();
        let low = |units: f64| (units / UNITS - f64::from(self.size) / 2.0).round() as i32;
        let mut before = None;
        for n in 0..=n_steps as u32 {
            let share = f64::from(n) / n_steps;
            let corner = [low(from[0] + dx * share), low(from[1] + dy * share)];
            if before.replace(corner) == Some(corner) {
                continue;
            }
            let [x, y] = corner;
            let moved = offsets.iter().map(|[by_x, by_y]| CellInWorld {
                x: x.saturating_add(*by_x),
                y: y.saturating_add(*by_y),
            });
            cells.extend(moved);
        }
        cells
    }

    /// The cells under it, counted from its corner.
    fn offsets(&self) -> Vec<[i32; 2]> {
        let side = self.size as i32;
        let radius = f64::from(self.size) / 2.0;
        let is_under = |x: i32, y: i32| {
            let off = |at: i32| f64::from(at) + 0.5 - radius;
            // A little less, so that small ones are no squares.
            self.tip == Tip::Square || off(x).hypot(off(y)) <= radius - 0.1
        };
        let all = (0..side).flat_map(|x| (0..side).map(move |y| [x, y]));
        all.filter(|[x, y]| self.size == 1 || is_under(*x, *y)).collect()
    }
}

/// The place in its cell of the volume that is meant: of those that are shown, the one whose floor
/// is nearest to the height that is pointed at, or else the highest.
pub fn meant(volumes: &[Volume], slice: Slice, aim: Option<f64>) -> Option<usize> {
    let shown = volumes.iter().enumerate().filter(|(_, one)| slice.holds(f64::from(one.z)));
    let nth = match aim {
        None => shown.max_by_key(|(_, volume)| volume.z),
        Some(aim) => shown.min_by(|(_, a), (_, b)| {
            let off = |volume: &Volume| (f64::from(volume.z) - aim).abs();
            off(a).total_cmp(&off(b)).then(a.z.cmp(&b.z))
        }),
    };
    nth.map(|(nth, _)| nth)
}

/// The lines around some cells, in the game's units.
pub fn outline(cells: &BTreeSet<CellInWorld>) -> Vec<[[f64; 2]; 2]> {
    let mut lines = Vec::new();
    for CellInWorld { x, y } in cells {
        let corner = |x: i32, y: i32| [f64::from(x) * UNITS, f64::from(y) * UNITS];
        let (low_x, low_y) = (x.saturating_sub(1), y.saturating_sub(1));
        let (high_x, high_y) = (x.saturating_add(1), y.saturating_add(1));
        let [a, b, c, d] =
            [corner(*x, *y), corner(high_x, *y), corner(high_x, high_y), corner(*x, high_y)];
        let sides = [
            ([low_x, *y], [a, d]),
            ([high_x, *y], [b, c]),
            ([*x, low_y], [a, b]),
            ([*x, high_y], [d, c]),
        ];
        let is_edge = |[x, y]: [i32; 2]| !cells.contains(&CellInWorld { x, y });
        lines
            .extend(sides.into_iter().filter(|(beside, _)| is_edge(*beside)).map(|(_, line)| line));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brush(size: u32, tip: Tip) -> Brush {
        Brush { volumes: VolumeBrush::default(), size, tip }
    }

    #[test]
    fn a_brush_covers_what_it_is_wide_and_a_stroke_has_no_gaps() {
        let n = |size, tip| brush(size, tip).cells_at([808.0, 808.0]).len();
        assert_eq!([n(1, Tip::Round), n(2, Tip::Round), n(3, Tip::Square)], [1, 4, 9]);
        assert_eq!([n(3, Tip::Round), n(5, Tip::Round)], [5, 21]);
        assert_eq!(
            brush(1, Tip::Round).cells_at([-0.5, 16.0]),
            BTreeSet::from([CellInWorld { x: -1, y: 1 }])
        );
        let way = brush(1, Tip::Round).cells_between([8.0, 8.0], [808.0, 408.0]);
        let is_joined = |cell: &CellInWorld| {
            let near = |x: i32, y: i32| way.contains(&CellInWorld { x: cell.x + x, y: cell.y + y });
            cell.x == 50 || near(1, 0) || near(1, 1) || near(0, 1)
        };
        assert!(way.len() > 50 && way.iter().all(is_joined), "{way:?}");
    }

    #[test]
    fn what_is_seen_is_meant() {
        let volumes = [(0, 50), (100, 50), (200, 50)].map(Volume::from);
        let slice = Slice { low: None, high: Some(150) };
        assert_eq!(meant(&volumes, Slice::default(), None), Some(2));
        assert_eq!(meant(&volumes, slice, None), Some(1));
        assert_eq!(meant(&volumes, slice, Some(20.0)), Some(0));
        assert_eq!(meant(&volumes, Slice { low: Some(300), high: None }, Some(0.0)), None);
    }

    #[test]
    fn cells_have_lines_around_them() {
        let cells: BTreeSet<_> = [(0, 0), (1, 0)].map(|(x, y)| CellInWorld { x, y }).into();
        assert_eq!(outline(&cells).len(), 6);
        let ends = [i32::MIN, i32::MAX].map(|end| CellInWorld { x: end, y: end });
        assert!(outline(&ends.into()).len() <= 8, "where the world ends");
    }
}
