//! Which cells changed since when: views and pictures bring themselves up to date by it.

use std::collections::VecDeque;

use landwright_core::world::gat::area::Rect;
use landwright_core::world::gat::cover::cover;

/// Grows with every change that can be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Hash)]
pub struct Seen(pub u64);

/// The last changes of a map.
#[derive(Debug, Clone, Default)]
pub struct Changes {
    now: Seen,
    /// The newest last.
    last: VecDeque<Change>,
    /// What was seen before this knows nothing of what changed since.
    forgotten: Seen,
}

#[derive(Debug, Clone)]
struct Change {
    at: Seen,
    what: What,
    cells: Vec<Rect>,
}

/// What is other about cells that changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// Types alone: the ground is where it was.
    Types,
    Heights,
}

/// Everything that has to be drawn again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stale {
    Nothing,
    /// In no more rectangles than they need: a stroke may be long and slanting.
    Cells(Vec<Rect>),
    /// The size may be different.
    Everything,
}

const MAX_CHANGES: usize = 64;

impl Changes {
    pub fn now(&self) -> Seen {
        self.now
    }

    /// Cells of a map changed; rectangles that reach beyond what the map has now say that its
    /// size did.
    pub fn add(&mut self, what: What, cells: Vec<Rect>, map: Rect) {
        self.now.0 += 1;
        if cells.iter().any(|rect| rect.within(map) != *rect) {
            self.forget();
            return;
        }
        self.last.push_back(Change { at: self.now, what, cells });
        if self.last.len() > MAX_CHANGES
            && let (Some(oldest), Some(next)) = (self.last.pop_front(), self.last.front_mut())
        {
            // Who looks that late draws a little more.
            let all = oldest.cells.into_iter().chain(next.cells.drain(..));
            next.cells = vec![all.fold(Rect::default(), Rect::around)];
            if oldest.what == What::Heights {
                next.what = What::Heights;
            }
        }
    }

    /// Everything has to be drawn again by everybody.
    pub fn forget(&mut self) {
        self.now.0 += 1;
        self.last.clear();
        self.forgotten = self.now;
    }

    /// Where types or heights are different.
    pub fn since(&self, seen: Seen) -> Stale {
        self.since_where(seen, |_| true)
    }

    /// Where heights are different.
    pub fn heights_since(&self, seen: Seen) -> Stale {
        self.since_where(seen, |what| what == What::Heights)
    }

    fn since_where(&self, seen: Seen, is_meant: fn(What) -> bool) -> Stale {
        if seen == self.now {
            return Stale::Nothing;
        }
        if seen < self.forgotten {
            return Stale::Everything;
        }
        let newer = self.last.iter().filter(|change| change.at > seen && is_meant(change.what));
        let cells: Vec<Rect> = newer.flat_map(|change| change.cells.iter().copied()).collect();
        Stale::Cells(cover(&cells))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_looks_late_draws_more() {
        let map = Rect { x: 0, y: 0, width: 1000, height: 1000 };
        let cell = |at| Rect { x: at, y: at, width: 1, height: 1 };
        let mut changes = Changes::default();
        let start = changes.now();
        changes.add(What::Types, vec![cell(1)], map);
        let first = changes.now();
        changes.add(What::Heights, vec![cell(900)], map);
        assert_eq!(changes.since(start), Stale::Cells(vec![cell(1), cell(900)]));
        assert_eq!(changes.since(first), Stale::Cells(vec![cell(900)]));
        assert_eq!(changes.heights_since(start), Stale::Cells(vec![cell(900)]));
        assert_eq!(changes.since(changes.now()), Stale::Nothing);
        for _ in 0..MAX_CHANGES {
            changes.add(What::Types, vec![cell(3)], map);
        }
        let all = Rect { width: 900, height: 900, ..cell(1) };
        assert_eq!(changes.since(start), Stale::Cells(vec![all]));
        let seen = changes.now();
        changes.add(What::Heights, vec![Rect { width: 1001, ..map }], map);
        assert_eq!(changes.since(seen), Stale::Everything);
    }
}
