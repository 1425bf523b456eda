//! How many cells of a zone have volumes that are odd: counted once for what its file has, and from
//! then on only where cells are touched.

use std::sync::{Arc, OnceLock};

use crate::format::tera::zgd::{Volume, Zgd, cell_at, overlap};

use super::cells::ZoneCells;

/// What can be odd about the volumes of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Oddity {
    /// The room above a floor reaches beyond the next floor.
    Overlaps,
    /// A volume has no height.
    IsFlat,
    /// There is no volume, and so nothing to stand on however high.
    IsEmpty,
}

/// In the order in which they are counted.
const ALL: [Oddity; 3] = [Oddity::Overlaps, Oddity::IsFlat, Oddity::IsEmpty];

/// So many odd cells of a file are kept in mind; the others are looked for again.
const MAX_KEPT: usize = 1000;

/// Cells of a zone that are odd in one way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OddCells {
    pub n_cells: usize,
    /// The first of them in the order of the file, as many as were asked for: counted along x and y.
    pub listed: Vec<(u16, u16)>,
}

/// A zone as its file has it.
#[derive(Debug, Clone)]
pub(super) struct Own {
    pub(super) zgd: Arc<Zgd>,
    odd: Arc<OnceLock<[Counted; 3]>>,
}

/// So many cells, and the places of the first ones in the file.
#[derive(Debug, Clone, Default)]
pub(super) struct Counted {
    n_cells: usize,
    first: Vec<usize>,
}

impl Oddity {
    pub fn is_in(self, cell: &[Volume]) -> bool {
        match self {
            Oddity::Overlaps => overlap(cell),
            Oddity::IsFlat => cell.iter().any(|volume| volume.height == 0),
            Oddity::IsEmpty => cell.is_empty(),
        }
    }
}

impl Own {
    pub(super) fn of(zgd: impl Into<Arc<Zgd>>) -> Own {
        Own { zgd: zgd.into(), odd: Arc::default() }
    }

    /// The same with its odd cells counted, so that nobody waits for that later on.
    pub(super) fn counted(zgd: Zgd) -> Own {
        let own = Own::of(zgd);
        own.odd();
        own
    }

    fn odd(&self) -> &[Counted; 3] {
        self.odd.get_or_init(|| {
            let mut counted = ALL.map(|_| Counted::default());
            for (idx, cell) in self.zgd.cells().enumerate() {
                for (counted, oddity) in counted.iter_mut().zip(ALL) {
                    if oddity.is_in(cell) {
                        counted.n_cells += 1;
                        if counted.first.len() < MAX_KEPT {
                            counted.first.push(idx);
                        }
                    }
                }
            }
            counted
        })
    }
}

impl ZoneCells {
    /// The cells that are odd in one way, with the first `most` of them; `None` where there is none.
    pub fn odd(&self, oddity: Oddity, most: usize) -> Option<OddCells> {
        let [overlaps, is_flat, is_empty] = self.own.odd();
        let of_file = match oddity {
            Oddity::Overlaps => overlaps,
            Oddity::IsFlat => is_flat,
            Oddity::IsEmpty => is_empty,
        };
        let mut n_cells = of_file.n_cells;
        let mut of_touched = Vec::new();
        for (idx, cell) in self.touched.iter().flat_map(|touched| touched.cells()) {
            let (x, y) = cell_at(idx);
            n_cells -= usize::from(oddity.is_in(self.own.zgd.volumes_at(x, y)));
            if oddity.is_in(cell.now) {
                n_cells += 1;
                of_touched.push(idx);
            }
        }
        if n_cells == 0 {
            return None;
        }
        let is_touched = |idx| self.touched.as_ref().is_some_and(|t| t.get(idx).is_some());
        let known = of_file.first.iter().copied().filter(|idx| !is_touched(*idx));
        // Nobody looks behind those that are known where there are no others.
        let has_more = of_file.n_cells > of_file.first.len();
        let behind = of_file.first.last().map_or(0, |last| last + 1);
        let cells = self.own.zgd.cells().enumerate().skip(behind);
        let more = cells.take(if has_more { usize::MAX } else { 0 });
        let more = more.filter(|(idx, cell)| oddity.is_in(cell) && !is_touched(*idx));
        let untouched = known.chain(more.map(|(idx, _)| idx)).take(most);
        let mut listed: Vec<usize> = untouched.chain(of_touched).collect();
        listed.sort_unstable();
        listed.truncate(most);
        Some(OddCells { n_cells, listed: listed.into_iter().map(cell_at).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::rng::Rng;
    use crate::space::tera::Zone;
    use crate::world::area::geometry::Geometry;
    use crate::world::area::tests::{act_on, area};

    #[test]
    fn what_is_counted_by_what_changed_is_what_a_count_of_all_finds() {
        let (mut rng, zone) = (Rng::new(9), Zone { x: 1000, y: 1000 });
        for is_odd_before in [false, true] {
            let zgd = Zgd::from_cells(|x, y, cell| {
                let is_odd = is_odd_before && (x, y) >= (2, 3) && (x + y) % 7 == 0;
                cell.push(Volume { z: 0, height: if is_odd { 0 } else { 100 } });
                cell.push(Volume { z: if is_odd { -5 } else { 200 }, height: 100 });
            });
            let geometry = Geometry::of_zones([(zone, zgd)]);
            let mut now = area(&[(4, 4)], &[]);
            for _ in 0..12 {
                let (x, y) = (rng.below(12), rng.below(12));
                let which = format!(r#""cells":{{"list":[[{x},{y}]]}},"which":{{"nth":0}}"#);
                let height = [0, 50, 300][rng.below(3) as usize];
                let json = format!(r#"{{"action":"set-volumes",{which},"height":{height}}}"#);
                now = act_on(&now, &geometry, &json).unwrap();
                let geometry = geometry.of(&now);
                let (cells, all) = (geometry.cells(zone).unwrap(), geometry.zone(zone).unwrap());
                for oddity in ALL {
                    let odd = all.cells().enumerate().filter(|(_, cell)| oddity.is_in(cell));
                    let odd: Vec<_> = odd.map(|(idx, _)| cell_at(idx)).collect();
                    let (n_cells, listed) = (odd.len(), odd);
                    for most in [9, MAX_KEPT, usize::MAX] {
                        let listed = listed.iter().copied().take(most).collect();
                        let wanted = (n_cells > 0).then_some(OddCells { n_cells, listed });
                        assert_eq!(cells.odd(oddity, most), wanted);
                    }
                }
            }
        }
    }
}
