//! The parts of a map that can be walked to from some cells.

use crate::nav::ragnarok::cell::{Cells, ServerMap};

/// The cells that can be walked to. A step over a corner needs both cells beside it, so that steps
/// to the four sides reach all that can be reached.
pub(super) struct Islands {
    width: u32,
    is_entered: Vec<bool>,
}

impl Islands {
    pub(super) fn entered_from(map: &ServerMap, entrances: &[(u32, u32)]) -> Islands {
        let mut islands =
            Islands { width: map.width(), is_entered: vec![false; map.cells().len()] };
        let mut to_do = entrances.to_vec();
        while let Some((x, y)) = to_do.pop() {
            let is_walkable = map.cell(x, y).is_some_and(|cell| cell.is_walkable());
            let Some(is_entered) = islands.idx(x, y).and_then(|i| islands.is_entered.get_mut(i))
            else {
                continue;
            };
            if !is_walkable || std::mem::replace(is_entered, true) {
                continue;
            }
            to_do.extend([(x + 1, y), (x, y + 1)]);
            to_do.extend(x.checked_sub(1).map(|x| (x, y)));
            to_do.extend(y.checked_sub(1).map(|y| (x, y)));
        }
        islands
    }

    pub(super) fn is_entered(&self, x: u32, y: u32) -> bool {
        self.idx(x, y).and_then(|idx| self.is_entered.get(idx)).copied().unwrap_or_default()
    }

    fn idx(&self, x: u32, y: u32) -> Option<usize> {
        let idx = u64::from(y) * u64::from(self.width) + u64::from(x);
        (x < self.width).then(|| usize::try_from(idx).ok()).flatten()
    }
}
