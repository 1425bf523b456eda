//! Which cells changed since when: views and pictures bring themselves up to date by it.

use std::collections::VecDeque;

use landwright_core::world::gat::area::Rect;

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

#[derive(Debug, Clone, Copy)]
struct Change {
    at: Seen,
    cells: Rect,
}

/// What has to be drawn again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stale {
    Nothing,
    Cells(Vec<Rect>),
    /// The size may be another.
    Everything,
}

const MAX_CHANGES: usize = 64;

impl Changes {
    pub fn now(&self) -> Seen {
        self.now
    }

    /// Cells of a map changed; the rectangle is cut to what the map has now.
    pub fn add(&mut self, cells: Rect, map: Rect) {
        self.now.0 += 1;
        if cells.within(map) != cells {
            self.forget();
            return;
        }
        self.last.push_back(Change { at: self.now, cells });
        if self.last.len() > MAX_CHANGES
            && let Some(oldest) = self.last.pop_front()
        {
            self.forgotten = oldest.at;
        }
    }

    /// Everything has to be drawn again by everybody.
    pub fn forget(&mut self) {
        self.now.0 += 1;
        self.last.clear();
        self.forgotten = self.now;
    }

    pub fn since(&self, seen: Seen) -> Stale {
        if seen == self.now {
            return Stale::Nothing;
        }
        if seen < self.forgotten {
            return Stale::Everything;
        }
        let newer = self.last.iter().filter(|change| change.at > seen);
        Stale::Cells(newer.map(|change| change.cells).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_looks_late_draws_more() {
        let map = Rect { x: 0, y: 0, width: 10, height: 10 };
        let cell = |x| Rect { x, y: 0, width: 1, height: 1 };
        let mut changes = Changes::default();
        let start = changes.now();
        changes.add(cell(1), map);
        let first = changes.now();
        changes.add(cell(2), map);
        assert_eq!(changes.since(start), Stale::Cells(vec![cell(1), cell(2)]));
        assert_eq!(changes.since(first), Stale::Cells(vec![cell(2)]));
        assert_eq!(changes.since(changes.now()), Stale::Nothing);
        for _ in 0..MAX_CHANGES {
            changes.add(cell(3), map);
        }
        assert_eq!(changes.since(start), Stale::Everything);
        let seen = changes.now();
        changes.add(Rect { width: 11, ..map }, map);
        assert_eq!(changes.since(seen), Stale::Everything);
    }
}
