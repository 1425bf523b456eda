//! Cells of a map as bits: what is selected, and what an action is about to change.

use serde::{Deserialize, Serialize};

use crate::space::ragnarok::TilePos;

/// Whole cells, from the south-west corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rect {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
}

impl Rect {
    pub fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0
    }

    /// The first column to the east of it.
    pub fn east(self) -> u32 {
        self.x.saturating_add(self.width)
    }

    /// The first row to the north of it.
    pub fn north(self) -> u32 {
        self.y.saturating_add(self.height)
    }

    pub fn contains(self, tile: TilePos) -> bool {
        (self.x..self.east()).contains(&tile.x) && (self.y..self.north()).contains(&tile.y)
    }

    /// The cells that are in both.
    pub fn within(self, other: Rect) -> Rect {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let width = self.east().min(other.east()).saturating_sub(x);
        let height = self.north().min(other.north()).saturating_sub(y);
        if width == 0 || height == 0 { Rect::default() } else { Rect { x, y, width, height } }
    }

    /// The smallest rectangle around both.
    pub fn around(self, other: Rect) -> Rect {
        if self.is_empty() {
            return other;
        }
        if other.is_empty() {
            return self;
        }
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let width = self.east().max(other.east()) - x;
        let height = self.north().max(other.north()) - y;
        Rect { x, y, width, height }
    }

    /// With as many cells more on every side, as far as `map` reaches.
    pub fn grown(self, by: u32, map: Rect) -> Rect {
        if self.is_empty() {
            return self;
        }
        let (x, y) = (self.x.saturating_sub(by), self.y.saturating_sub(by));
        let width = self.east().saturating_add(by) - x;
        let height = self.north().saturating_add(by) - y;
        Rect { x, y, width, height }.within(map)
    }
}

const WORD: u32 = u64::BITS;

/// A set of cells.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Area {
    /// What the bits are about; nothing outside is in the set. Its west side is a multiple of
    /// 64, and so is its width, so that the words of two areas lie over each other.
    frame: Rect,
    /// Row by row from the south-west.
    words: Vec<u64>,
}

impl Area {
    /// No cells, and room for those of a rectangle.
    pub fn empty(rect: Rect) -> Area {
        if rect.is_empty() {
            return Area::default();
        }
        let x = rect.x / WORD * WORD;
        let n_words = (rect.east() - x).div_ceil(WORD);
        let frame = Rect { x, width: n_words * WORD, ..rect };
        Area { frame, words: vec![0; n_words as usize * rect.height as usize] }
    }

    pub fn of_rect(rect: Rect) -> Area {
        let mut area = Area::empty(rect);
        for y in rect.y..rect.north() {
            area.insert_span(y, rect.x, rect.east());
        }
        area
    }

    fn words_per_row(&self) -> usize {
        (self.frame.width / WORD) as usize
    }

    /// The words of a row from the west of the frame; none outside.
    pub(super) fn row(&self, y: u32) -> &[u64] {
        let n = self.words_per_row();
        let row = y.checked_sub(self.frame.y).filter(|_| y < self.frame.north());
        row.and_then(|row| self.words.get(row as usize * n..(row as usize + 1) * n))
            .unwrap_or_default()
    }

    pub(super) fn row_mut(&mut self, y: u32) -> &mut [u64] {
        let n = self.words_per_row();
        let row = y.checked_sub(self.frame.y).filter(|_| y < self.frame.north());
        row.and_then(|row| self.words.get_mut(row as usize * n..(row as usize + 1) * n))
            .unwrap_or_default()
    }

    /// What its bits are about, which is at least as wide as what it was made for.
    pub(super) fn frame(&self) -> Rect {
        self.frame
    }

    pub fn contains(&self, tile: TilePos) -> bool {
        let Some(column) = tile.x.checked_sub(self.frame.x) else { return false };
        let word = self.row(tile.y).get((column / WORD) as usize);
        word.is_some_and(|word| word >> (column % WORD) & 1 == 1)
    }

    /// Outside of its frame, nothing happens.
    pub fn insert(&mut self, tile: TilePos) {
        self.insert_span(tile.y, tile.x, tile.x.saturating_add(1));
    }

    /// The cells of a row from `west` to before `east`, as far as the frame reaches.
    pub fn insert_span(&mut self, y: u32, west: u32, east: u32) {
        let start = west.max(self.frame.x) - self.frame.x;
        let end = east.min(self.frame.east()).saturating_sub(self.frame.x);
        if start >= end {
            return;
        }
        let (first, last) = (start / WORD, (end - 1) / WORD);
        let row = self.row_mut(y);
        for (n, word) in (first..=last).zip(row.iter_mut().skip(first as usize)) {
            let from = if n == first { start % WORD } else { 0 };
            let to = if n == last { (end - 1) % WORD } else { WORD - 1 };
            *word |= u64::MAX << from & u64::MAX >> (WORD - 1 - to);
        }
    }

    /// Makes the cells of a rectangle those that another area has in it. Says whether any of them
    /// were others.
    pub fn replace(&mut self, rect: Rect, other: &Area) -> bool {
        let rect = rect.within(self.frame);
        let (x, mut has_changed) = (self.frame.x, false);
        let (start, end) = (rect.x.saturating_sub(x), rect.east().saturating_sub(x));
        for y in rect.y..rect.north() {
            let others = other.words_from(y, x).skip((start / WORD) as usize);
            let words = self.row_mut(y).iter_mut().skip((start / WORD) as usize);
            let firsts = (start / WORD * WORD..end).step_by(WORD as usize);
            for (first, (word, other)) in firsts.zip(words.zip(others)) {
                let (from, to) = (start.saturating_sub(first), (end - first).min(WORD));
                let mask = u64::MAX << from & u64::MAX >> (WORD - to);
                let new = *word & !mask | other & mask;
                has_changed |= *word != new;
                *word = new;
            }
        }
        has_changed
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    pub fn n_cells(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The smallest rectangle around its cells.
    pub fn bounds(&self) -> Rect {
        let span =
            |(y, west, east): (u32, u32, u32)| Rect { x: west, y, width: east - west, height: 1 };
        self.spans().fold(Rect::default(), |bounds, row| bounds.around(span(row)))
    }

    /// Its cells as spans `(y, west, east)`, row by row from the south, `east` exclusive.
    pub fn spans(&self) -> impl Iterator<Item = (u32, u32, u32)> {
        let frame = self.frame;
        (frame.y..frame.north()).flat_map(move |y| {
            spans_of(self.row(y)).map(move |(west, east)| (y, frame.x + west, frame.x + east))
        })
    }

    pub fn cells(&self) -> impl Iterator<Item = TilePos> {
        self.spans().flat_map(|(y, west, east)| (west..east).map(move |x| TilePos { x, y }))
    }

    /// The cells that are in either.
    pub fn union(&self, other: &Area) -> Area {
        self.combine(other, self.frame.around(other.frame), |a, b| a | b)
    }

    /// The cells that are in both.
    pub fn intersection(&self, other: &Area) -> Area {
        self.combine(other, self.frame.within(other.frame), |a, b| a & b)
    }

    /// The cells that are not in the other.
    pub fn difference(&self, other: &Area) -> Area {
        self.combine(other, self.frame, |a, b| a & !b)
    }

    /// The cells of a rectangle that are not in it.
    pub fn inverted(&self, map: Rect) -> Area {
        Area::of_rect(map).difference(self)
    }

    fn combine(&self, other: &Area, frame: Rect, word: fn(u64, u64) -> u64) -> Area {
        let mut area = Area::empty(frame);
        let x = area.frame.x;
        for y in frame.y..frame.north() {
            let (a, b) = (self.words_from(y, x), other.words_from(y, x));
            for (out, (a, b)) in area.row_mut(y).iter_mut().zip(a.zip(b)) {
                *out = word(a, b);
            }
        }
        area
    }

    /// The words of a row from a multiple of 64, with zeros wherever it has none; without end.
    fn words_from(&self, y: u32, x: u32) -> impl Iterator<Item = u64> {
        let before = (self.frame.x.saturating_sub(x) / WORD) as usize;
        let skipped = (x.saturating_sub(self.frame.x) / WORD) as usize;
        let words = self.row(y).iter().copied().skip(skipped);
        std::iter::repeat_n(0, before).chain(words).chain(std::iter::repeat(0))
    }

    /// The cells that have a cell of the area so many columns to the east and rows to the north,
    /// one at most, as far as what it was made for reaches.
    pub fn beside(&self, east: Way, north: Way) -> Area {
        let mut area = Area { frame: self.frame, words: vec![0; self.words.len()] };
        for y in self.frame.y..self.frame.north() {
            let Some(row) = north.from(y) else { continue };
            let row = self.row(row).iter().copied();
            let before = std::iter::once(0).chain(row.clone());
            let behind = row.clone().skip(1).chain(std::iter::once(0));
            for (out, (word, (before, behind))) in
                area.row_mut(y).iter_mut().zip(row.zip(before.zip(behind)))
            {
                *out = match east {
                    Way::Back => word << 1 | before >> (WORD - 1),
                    Way::Stay => word,
                    Way::On => word >> 1 | behind << (WORD - 1),
                };
            }
        }
        area
    }

    /// With the cells around it, diagonals included, as far as `map` reaches.
    pub fn grown(&self, by: u32, map: Rect) -> Area {
        let mut area = self.clone();
        // No map is larger than this, so nothing further is reached.
        for _ in 0..by.min(map.width.max(map.height)) {
            area = area.grown_by_one(map);
        }
        area
    }

    fn grown_by_one(&self, map: Rect) -> Area {
        let mut area = Area::empty(self.bounds().grown(1, map));
        for (y, west, east) in self.spans() {
            let (west, east) = (west.saturating_sub(1).max(map.x), (east + 1).min(map.east()));
            for y in y.saturating_sub(1)..=y.saturating_add(1) {
                area.insert_span(y, west, east);
            }
        }
        area
    }

    /// Without the cells at its edge. The edge of the map is none.
    pub fn shrunk(&self, by: u32, map: Rect) -> Area {
        let outside = self.inverted(map).grown(by, map);
        self.difference(&outside)
    }
}

/// One cell towards a side of the map, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// West or south.
    Back,
    Stay,
    /// East or north.
    On,
}

impl Way {
    fn from(self, at: u32) -> Option<u32> {
        match self {
            Way::Back => at.checked_sub(1),
            Way::Stay => Some(at),
            Way::On => at.checked_add(1),
        }
    }
}

/// Runs of ones as `(start, end)`.
fn spans_of(words: &[u64]) -> impl Iterator<Item = (u32, u32)> {
    let len = words.len() as u32 * WORD;
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = next_one(words, at).filter(|start| *start < len)?;
        let end = next_zero(words, start).unwrap_or(len);
        at = end;
        Some((start, end))
    })
}

/// The first one at or behind a place.
pub(super) fn next_one(words: &[u64], from: u32) -> Option<u32> {
    next(words, from, 0)
}

/// The first zero at or behind a place.
pub(super) fn next_zero(words: &[u64], from: u32) -> Option<u32> {
    next(words, from, u64::MAX)
}

/// The first one at or behind a place, of words that are flipped where `flip` has ones.
fn next(words: &[u64], from: u32, flip: u64) -> Option<u32> {
    let mut mask = u64::MAX << (from % WORD);
    for (n, word) in (from / WORD..).zip(words.get((from / WORD) as usize..)?) {
        let word = (word ^ flip) & mask;
        if word != 0 {
            return Some(n * WORD + word.trailing_zeros());
        }
        mask = u64::MAX;
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::sample::rng::Rng;

    type Set = BTreeSet<(u32, u32)>;

    const MAP: Rect = Rect { x: 0, y: 0, width: 200, height: 20 };

    fn random(rng: &mut Rng) -> (Area, Set) {
        let (x, y) = (rng.below(150), rng.below(10));
        let rect = Rect { x, y, width: rng.below(50), height: rng.below(10) };
        let mut area = Area::empty(rect);
        let mut set = Set::new();
        for _ in 0..rng.below(60) {
            let y = rect.y + rng.below(rect.height);
            let west = rect.x + rng.below(rect.width);
            let east = rect.east().min(west + 1 + rng.below(20));
            area.insert_span(y, west, east);
            if !rect.is_empty() {
                set.extend((west..east).map(|x| (x, y)));
            }
        }
        (area, set)
    }

    fn set_of(area: &Area) -> Set {
        area.cells().map(|tile| (tile.x, tile.y)).collect()
    }

    #[test]
    fn areas_are_sets_of_cells() {
        let mut rng = Rng::new(1);
        for _ in 0..500 {
            let ((a, set_a), (b, set_b)) = (random(&mut rng), random(&mut rng));
            assert_eq!(set_of(&a), set_a);
            assert_eq!(a.n_cells(), set_a.len() as u64);
            assert_eq!(set_of(&a.union(&b)), &set_a | &set_b);
            assert_eq!(set_of(&a.intersection(&b)), &set_a & &set_b);
            assert_eq!(set_of(&a.difference(&b)), &set_a - &set_b);
            let all: Set = (0..20).flat_map(|y| (0..200).map(move |x| (x, y))).collect();
            assert_eq!(set_of(&a.inverted(MAP)), &all - &set_a);
            for (x, y) in [(0, 0), (64, 5), (130, 12)] {
                assert_eq!(a.contains(TilePos { x, y }), set_a.contains(&(x, y)));
            }
        }
    }

    #[test]
    fn a_rectangle_is_replaced_and_nothing_beside_it() {
        let mut rng = Rng::new(9);
        for _ in 0..500 {
            let (a, set_a) = random(&mut rng);
            let (b, set_b) = random(&mut rng);
            let mut all = Area::empty(MAP).union(&a);
            let (x, y) = (rng.below(200), rng.below(20));
            let rect = Rect { x, y, width: rng.below(120), height: rng.below(9) };
            let is_in = |cell: &(u32, u32)| rect.contains(TilePos { x: cell.0, y: cell.1 });
            let kept = set_a.iter().filter(|cell| !is_in(cell));
            let expected: Set =
                kept.chain(set_b.iter().filter(|cell| is_in(cell))).copied().collect();
            assert_eq!(all.replace(rect, &b), expected != set_a);
            assert_eq!(set_of(&all), expected);
        }
    }

    #[test]
    fn growing_and_shrinking_ask_the_neighbours() {
        let mut rng = Rng::new(2);
        for _ in 0..100 {
            let (area, set) = random(&mut rng);
            let near = |(x, y): (u32, u32)| {
                (y.saturating_sub(1)..=(y + 1).min(19)).flat_map(move |y| {
                    (x.saturating_sub(1)..=(x + 1).min(199)).map(move |x| (x, y))
                })
            };
            let grown: Set = set.iter().flat_map(|cell| near(*cell)).collect();
            assert_eq!(set_of(&area.grown(1, MAP)), grown);
            let shrunk: Set = set
                .iter()
                .copied()
                .filter(|cell| near(*cell).all(|cell| set.contains(&cell)))
                .collect();
            assert_eq!(set_of(&area.shrunk(1, MAP)), shrunk);
        }
    }

    #[test]
    fn what_is_beside_is_one_cell_away() {
        let mut rng = Rng::new(3);
        let ways = [(Way::Back, -1), (Way::Stay, 0), (Way::On, 1)];
        for _ in 0..100 {
            let (area, set) = random(&mut rng);
            let area = area.union(&Area::empty(MAP));
            for ((east, dx), (north, dy)) in ways.into_iter().flat_map(|a| ways.map(|b| (a, b))) {
                let expected: Set = set
                    .iter()
                    .filter_map(|(x, y)| {
                        Some((x.checked_add_signed(-dx)?, y.checked_add_signed(-dy)?))
                    })
                    .filter(|(x, y)| *x < 200 && *y < 20)
                    .collect();
                let beside = area.beside(east, north).intersection(&Area::of_rect(MAP));
                assert_eq!(set_of(&beside), expected);
            }
        }
    }

    #[test]
    fn an_area_knows_its_bounds() {
        let mut area = Area::empty(MAP);
        assert_eq!(area.bounds(), Rect::default());
        area.insert(TilePos { x: 63, y: 3 });
        area.insert(TilePos { x: 64, y: 7 });
        assert_eq!(area.bounds(), Rect { x: 63, y: 3, width: 2, height: 5 });
    }
}
