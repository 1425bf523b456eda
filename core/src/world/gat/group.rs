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

/// Cells that are still to be told apart by what touches what, span by span.
#[derive(Debug, Default)]
pub struct Pieces {
    spans: Vec<Span>,
    /// For each span an earlier one that it hangs together with, or itself: following them leads to
    /// the first one of its piece.
    leaders: Vec<u32>,
    /// The first span that may touch the next one.
    below: usize,
}

/// How large each piece is.
pub struct Sizes {
    /// By the first span of the piece; 0 for other spans.
    n_cells: Vec<u32>,
}

/// A piece, by its first span.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece(usize);

impl Pieces {
    /// Adds spans row by row from the south, and eastwards in each row.
    pub fn add(&mut self, spans: impl IntoIterator<Item = Span>) {
        for span in spans {
            let (y, west, east) = span;
            let n = self.spans.len();
            // A document has no more cells than can be counted so.
            self.leaders.push(u32::try_from(n).unwrap_or(u32::MAX));
            self.spans.push(span);
            // Spans of the row to the south that may touch this one; both rows run eastwards.
            while let Some((other_y, _, other_east)) = self.spans.get(self.below)
                && self.below < n
                && (*other_y + 1 < y || *other_y + 1 == y && *other_east <= west)
            {
                self.below += 1;
            }
            let mut m = self.below;
            while let Some((other_y, other_west, _)) = self.spans.get(m)
                && m < n
                && *other_y + 1 == y
                && *other_west < east
            {
                join(&mut self.leaders, m, n);
                m += 1;
            }
        }
    }

    /// Lets every span know the first one of its piece, and counts.
    pub fn sizes(&mut self) -> Sizes {
        let mut n_cells = vec![0; self.spans.len()];
        for (n, (_, west, east)) in self.spans.iter().enumerate() {
            let first = leader(&mut self.leaders, n);
            if let Some(n_cells) = n_cells.get_mut(first) {
                *n_cells += east - west;
            }
        }
        Sizes { n_cells }
    }

    /// The pieces that are wanted, in the order of their first cells.
    pub fn groups(mut self, is_wanted: impl Fn(Piece) -> bool) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        // By the first span of a piece: where its group is, and one more; 0 where it has none.
        let mut places = vec![0_u32; self.spans.len()];
        for (n, span) in self.spans.iter().enumerate() {
            let first = leader(&mut self.leaders, n);
            let Some(place) = places.get_mut(first) else { continue };
            if first == n && is_wanted(Piece(n)) {
                groups.push(Group { spans: Vec::new() });
                *place = u32::try_from(groups.len()).unwrap_or(u32::MAX);
            }
            let group = place.checked_sub(1).and_then(|at| groups.get_mut(at as usize));
            if let Some(group) = group {
                group.spans.push(*span);
            }
        }
        groups
    }
}

impl Sizes {
    pub fn n_cells(&self, Piece(first): Piece) -> u32 {
        self.n_cells.get(first).copied().unwrap_or_default()
    }

    /// Of equally large ones the first; `None` where there is no cell.
    pub fn largest(&self) -> Option<Piece> {
        let sizes = self.n_cells.iter().enumerate();
        let (first, _) = sizes.max_by_key(|(n, n_cells)| (**n_cells, usize::MAX - n))?;
        Some(Piece(first))
    }
}

impl Group {
    /// The groups of an area, in the order of their first cells.
    pub fn all_of(area: &Area) -> Vec<Group> {
        let mut pieces = Pieces::default();
        pieces.add(area.spans());
        pieces.groups(|_| true)
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

    pub fn contains(&self, x: u32, y: u32) -> bool {
        self.spans().iter().any(|(row, west, east)| *row == y && (*west..*east).contains(&x))
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
fn leader(leaders: &mut [u32], of: usize) -> usize {
    let mut at = of;
    while let Some(next) = leaders.get(at).map(|next| *next as usize).filter(|next| *next != at) {
        let over_next = leaders.get(next).copied().unwrap_or_default();
        if let Some(way) = leaders.get_mut(at) {
            *way = over_next;
        }
        at = over_next as usize;
    }
    at
}

/// Puts two pieces together, under the leader that comes first.
fn join(leaders: &mut [u32], a: usize, b: usize) {
    let (a, b) = (leader(leaders, a), leader(leaders, b));
    if let Some(later) = leaders.get_mut(a.max(b)) {
        // No larger than the other, which is there.
        *later = u32::try_from(a.min(b)).unwrap_or(u32::MAX);
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

    #[test]
    fn the_largest_piece_is_left_out_by_its_size() {
        let mut pieces = Pieces::default();
        pieces.add([(0, 0, 2), (0, 4, 9), (1, 1, 3), (1, 5, 6)]);
        pieces.add([(2, 2, 3), (2, 20, 26)]);
        let sizes = pieces.sizes();
        let largest = sizes.largest().unwrap();
        assert_eq!(sizes.n_cells(largest), 6);
        let others = pieces.groups(|piece| piece != largest);
        assert_eq!(others.iter().map(Group::n_cells).collect::<Vec<_>>(), [5, 6]);
        assert_eq!(Pieces::default().sizes().largest(), None);
    }
}
