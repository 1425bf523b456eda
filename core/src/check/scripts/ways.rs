//! Where players come to a map, and whether they get away from there.

use std::collections::BTreeMap;

use super::{cells, key};
use crate::format::ragnarok::npc::{Declaration, Kind, Place, Script};
use crate::format::text::Text;
use crate::nav::ragnarok::cell::{Cells, ServerMap};

/// The cells that warps and scripts lead players to, by map.
#[derive(Debug, Clone, Default)]
pub struct Entrances(BTreeMap<String, Vec<(u32, u32)>>);

impl Entrances {
    pub fn of<'s>(scripts: impl IntoIterator<Item = &'s Script>) -> Entrances {
        let mut entrances = Entrances::default();
        for script in scripts {
            let targets = script.declarations.iter().filter_map(|one| one.target.as_ref());
            targets.for_each(|target| entrances.add(&target.map, (target.x, target.y)));
            let sent = script.entrances.iter().filter_map(|one| Some((&one.map, one.cell?)));
            sent.for_each(|(map, cell)| entrances.add(map, cell));
        }
        entrances
    }

    fn add(&mut self, map: &Text, (x, y): (i32, i32)) {
        if let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) {
            self.0.entry(key(map)).or_default().push((x, y));
        }
    }

    /// Those of a map, in whatever letters its name is written.
    pub fn on(&self, map: &str) -> &[(u32, u32)] {
        self.0.get(&map.to_ascii_lowercase()).map_or(&[], Vec::as_slice)
    }
}

/// So far players see NPCs, and can talk to them.
const SIGHT: i32 = 14;

/// The walkable parts of a map.
pub(super) struct Ways {
    width: u32,
    /// The number of its part for each cell; 0 where nobody walks.
    part: Vec<u32>,
    /// How many cells each part has.
    sizes: Vec<usize>,
    largest: u32,
    /// For each part, whether something there takes anyone away, or is why one would come; `None` until
    /// somebody asks.
    has_way: Option<Vec<bool>>,
}

impl Ways {
    pub(super) fn of(map: &ServerMap) -> Ways {
        let mut ways = Ways {
            width: map.width(),
            part: vec![0; map.cells().len()],
            sizes: vec![0],
            largest: 0,
            has_way: None,
        };
        let walkable = map.cells().iter().enumerate().filter(|(_, cell)| cell.is_walkable());
        for (idx, _) in walkable {
            if ways.part.get(idx) == Some(&0) {
                let number = u32::try_from(ways.sizes.len()).unwrap_or(u32::MAX);
                let size = ways.fill(map, idx, number);
                ways.sizes.push(size);
            }
        }
        let largest = ways.sizes.iter().enumerate().max_by_key(|(_, size)| **size);
        ways.largest = largest.and_then(|(idx, _)| u32::try_from(idx).ok()).unwrap_or_default();
        ways
    }

    /// Steps over corners need both cells beside them, so that steps to the four sides reach all.
    fn fill(&mut self, map: &ServerMap, start: usize, number: u32) -> usize {
        let width = map.width().max(1) as usize;
        let (mut to_do, mut n_cells) = (vec![start], 0);
        while let Some(idx) = to_do.pop() {
            let is_walkable = map.cells().get(idx).is_some_and(|cell| cell.is_walkable());
            match self.part.get_mut(idx).filter(|part| is_walkable && **part == 0) {
                Some(part) => *part = number,
                None => continue,
            }
            n_cells += 1;
            to_do.extend((idx % width > 0).then(|| idx - 1));
            to_do.extend((idx % width + 1 < width).then_some(idx + 1));
            to_do.extend(idx.checked_sub(width));
            to_do.push(idx + width);
        }
        n_cells
    }

    fn part(&self, x: u32, y: u32) -> Option<u32> {
        let idx = u64::from(y) * u64::from(self.width) + u64::from(x);
        let idx = (x < self.width).then(|| usize::try_from(idx).ok()).flatten()?;
        self.part.get(idx).copied().filter(|part| *part > 0)
    }

    /// How many cells the part of a cell has, where that is not the largest and nothing there takes
    /// anyone away, or is why one would come.
    pub(super) fn cut_off(
        &mut self,
        x: i32,
        y: i32,
        declared: &[(usize, &Declaration)],
    ) -> Option<usize> {
        let part = self.part(u32::try_from(x).ok()?, u32::try_from(y).ok()?)?;
        if part == self.largest {
            return None;
        }
        let has_way = match self.has_way.take() {
            Some(known) => known,
            None => self.parts_with_way(declared),
        };
        let is_way = has_way.get(part as usize).copied().unwrap_or_default();
        self.has_way = Some(has_way);
        (!is_way).then(|| self.sizes.get(part as usize).copied().unwrap_or_default())
    }

    fn parts_with_way(&self, declared: &[(usize, &Declaration)]) -> Vec<bool> {
        let mut has_way = vec![false; self.sizes.len()];
        let mut n_left = self.sizes.len().saturating_sub(1);
        let height = self.part.len() / self.width.max(1) as usize;
        let Ok(height) = u32::try_from(height) else { return has_way };
        for (_, one) in declared {
            let place = match (one.kind, one.place) {
                (Kind::Warp | Kind::Spawn, Some(place)) => place,
                (Kind::Npc | Kind::Shop, Some(place)) => {
                    let reach = |own: i32| own.saturating_add(SIGHT);
                    Place { xs: reach(place.xs), ys: reach(place.ys), ..place }
                }
                _ => continue,
            };
            for (x, y) in cells((self.width, height), &place) {
                if let Some(part) = self.part(x, y)
                    && let Some(has_way) = has_way.get_mut(part as usize)
                    && !std::mem::replace(has_way, true)
                {
                    n_left = n_left.saturating_sub(1);
                }
            }
            if n_left == 0 {
                break;
            }
        }
        has_way
    }
}
