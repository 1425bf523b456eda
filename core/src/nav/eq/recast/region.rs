//! Open ground cut into regions without holes, by sweeping row after row.

use std::collections::BTreeMap;

use crate::nav::eq::recast::open::Open;

/// The region of each place.
#[derive(Debug, Clone)]
pub(super) struct Regions {
    of: Vec<Region>,
    pub(super) n: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Region {
    /// Nobody walks there.
    None,
    /// Around the tile, on one of its four sides: a neighbour has it.
    Outside(u8),
    Own(u32),
}

/// A run of a row on its way to a region.
#[derive(Debug, Clone, Copy, Default)]
struct Run {
    n: u32,
    /// The one region below it, and whether there are several.
    below: Option<u32>,
    is_between: bool,
    region: u32,
}

impl Regions {
    pub(super) fn new(open: &Open, border: usize, least: usize) -> Regions {
        let inside = border..open.side - border;
        let mut regions = Regions { of: vec![Region::None; open.places.len()], n: 0 };
        let mut row_start = 0;
        for row in 0..open.side {
            let rest = open.places.get(row_start..).unwrap_or_default();
            let row_end = row_start + rest.iter().take_while(|place| place.row == row).count();
            let mut runs: Vec<Run> = Vec::new();
            let mut run_of = vec![None; row_end - row_start];
            // How many places of the row are above each region of the row below.
            let mut above: BTreeMap<u32, u32> = BTreeMap::new();
            for own in row_start..row_end {
                let Some(place) = open.places.get(own) else { continue };
                let Some(area) = place.area else { continue };
                let outside = match () {
                    () if row < inside.start => Some(0),
                    () if row >= inside.end => Some(1),
                    () if place.column < inside.start => Some(2),
                    () if place.column >= inside.end => Some(3),
                    () => None,
                };
                if let Some(side) = outside {
                    regions.set(own, Region::Outside(side));
                    continue;
                }
                let alike =
                    |other: &usize| open.places.get(*other).is_some_and(|it| it.area == Some(area));
                let left = open.beside(own, 0).filter(alike);
                let left = left.and_then(|left| *run_of.get(left.checked_sub(row_start)?)?);
                let number = left.unwrap_or_else(|| {
                    runs.push(Run::default());
                    runs.len() - 1
                });
                if let Some(slot) = run_of.get_mut(own - row_start) {
                    *slot = Some(number);
                }
                let below = open.beside(own, 3).filter(alike).map(|below| regions.of(below));
                let (Some(Region::Own(below)), Some(run)) = (below, runs.get_mut(number)) else {
                    continue;
                };
                *above.entry(below).or_default() += 1;
                match run.below {
                    Some(known) if known != below => run.is_between = true,
                    _ => {
                        run.below = Some(below);
                        run.n += 1;
                    }
                }
            }
            for run in &mut runs {
                let continued =
                    run.below.filter(|below| !run.is_between && above.get(below) == Some(&run.n));
                run.region = continued.unwrap_or_else(|| {
                    regions.n += 1;
                    regions.n - 1
                });
            }
            for (own, run) in run_of.into_iter().enumerate() {
                if let Some(run) = run.and_then(|run| runs.get(run)) {
                    regions.set(row_start + own, Region::Own(run.region));
                }
            }
            row_start = row_end;
        }
        regions.drop_small(open, least);
        regions
    }

    pub(super) fn of(&self, place: usize) -> Region {
        self.of.get(place).copied().unwrap_or(Region::None)
    }

    fn set(&mut self, place: usize, region: Region) {
        if let Some(slot) = self.of.get_mut(place) {
            *slot = region;
        }
    }

    /// Ground that is apart from all other, small, and does not lead out of the tile, goes.
    fn drop_small(&mut self, open: &Open, least: usize) {
        let mut seen = vec![false; open.places.len()];
        for start in 0..open.places.len() {
            if !matches!(self.of(start), Region::Own(_)) {
                continue;
            }
            let (mut island, mut stack, mut leads_out) = (Vec::new(), vec![start], false);
            while let Some(own) = stack.pop() {
                match seen.get_mut(own) {
                    Some(slot @ false) => *slot = true,
                    _ => continue,
                }
                island.push(own);
                for beside in (0..4).filter_map(|direction| open.beside(own, direction)) {
                    match self.of(beside) {
                        Region::Own(_) => stack.push(beside),
                        Region::Outside(_) => leads_out = true,
                        Region::None => {}
                    }
                }
            }
            if !leads_out && island.len() < least {
                island.into_iter().for_each(|own| self.set(own, Region::None));
            }
        }
    }
}
