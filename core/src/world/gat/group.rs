//! Cells that lie together, so that a lake is one thing and not a thousand cells.

use crate::space::ragnarok::TilePos;

use super::area::Area;
use super::region::Region;

/// A span of a row: y, the first x, and the x behind the last.
pub type Span = (u32, u32, u32);

/// Cells that touch at their sides; never none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// Row by row from the south.
    spans: Vec<Span>,
}

impl Group {
    /// The groups of an area, in the order of their first cells.
    pub fn all_of(area: &Area) -> Vec<Group> {
        let spans: Vec<Span> = area.spans().collect();
        let mut leaders: Vec<usize> = (0..spans.len()).collect();
        let mut below = 0;
        for (n, (y, west, east)) in spans.iter().enumerate() {
            // Spans of the row to the south that may touch this one; both rows run eastwards.
            while let Some((other_y, _, other_east)) = spans.get(below).filter(|_| below < n)
                && (*other_y + 1 < *y || *other_y + 1 == *y && other_east <= west)
            {
                below += 1;
            }
            for (m, other) in spans.iter().enumerate().take(n).skip(below) {
                if other.0 + 1 != *y || other.1 >= *east {
                    break;
                }
                join(&mut leaders, m, n);
            }
        }
        let mut groups: Vec<Group> = Vec::new();
        let mut group_of_leader = vec![None; spans.len()];
        for (n, span) in spans.iter().enumerate() {
            let Some(slot) = group_of_leader.get_mut(leader(&mut leaders, n)) else { continue };
            match slot.and_then(|at: usize| groups.get_mut(at)) {
                Some(group) => group.spans.push(*span),
                None => {
                    *slot = Some(groups.len());
                    groups.push(Group { spans: vec![*span] });
                }
            }
        }
        groups
    }

    pub fn of_all(groups: &[Group]) -> Group {
        let mut spans: Vec<Span> = groups.iter().flat_map(|group| group.spans.clone()).collect();
        spans.sort_unstable();
        Group { spans }
    }

    /// The most south-western one.
    pub fn first(&self) -> TilePos {
        self.spans.first().map_or(TilePos { x: 0, y: 0 }, |(y, x, _)| TilePos { x: *x, y: *y })
    }

    pub fn n_cells(&self) -> u64 {
        self.spans.iter().map(|(_, west, east)| u64::from(east - west)).sum()
    }

    /// Row by row from the south.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    pub fn region(&self) -> Region {
        Region::Spans(self.spans.iter().map(|(y, west, east)| [*y, *west, *east]).collect())
    }

    /// "1 cell", "12 cells".
    pub fn counted(&self) -> String {
        match self.n_cells() {
            1 => "1 cell".to_owned(),
            n => format!("{n} cells"),
        }
    }
}

/// The first of those that hang together with a span. Ways there are made shorter for the next.
fn leader(leaders: &mut [usize], of: usize) -> usize {
    let mut at = of;
    while let Some(next) = leaders.get(at).copied().filter(|next| *next != at) {
        let over_next = leaders.get(next).copied().unwrap_or(next);
        if let Some(way) = leaders.get_mut(at) {
            *way = over_next;
        }
        at = over_next;
    }
    at
}

/// Puts two groups together, under the leader that comes first.
fn join(leaders: &mut [usize], a: usize, b: usize) {
    let (a, b) = (leader(leaders, a), leader(leaders, b));
    if let Some(later) = leaders.get_mut(a.max(b)) {
        *later = a.min(b);
    }
}

#[cfg(test)]
mod tests {
    use super::super::area::Rect;
    use super::super::flood::take_island;
    use super::super::region::Ways;
    use super::*;
    use crate::sample::rng::Rng;

    #[test]
    fn groups_are_what_hangs_together() {
        let mut rng = Rng::new(6);
        for _ in 0..200 {
            let mut area = Area::empty(Rect { x: 0, y: 0, width: 100, height: 12 });
            for _ in 0..rng.below(150) {
                let (y, west) = (rng.below(12), rng.below(100));
                area.insert_span(y, west, (west + 1 + rng.below(9)).min(100));
            }
            let groups = Group::all_of(&area);
            let mut left = area.clone();
            for group in &groups {
                let island = take_island(&mut left, group.first(), Ways::Four);
                assert_eq!(island.spans().collect::<Vec<_>>(), group.spans);
            }
            assert!(left.is_empty());
        }
    }
}
