//! Cells that hang together.

use crate::space::ragnarok::TilePos;

use super::area::{Area, next_one, next_zero};
use super::region::Ways;

/// The cells of `alike` that can be reached from one of them without leaving it.
pub(super) fn flood(alike: &Area, from: TilePos, ways: Ways) -> Area {
    let mut left = alike.clone();
    take_island(&mut left, from, ways)
}

/// Takes the cells that hang together with one of them out of an area.
pub(super) fn take_island(left: &mut Area, from: TilePos, ways: Ways) -> Area {
    let mut island = Area::empty(left.frame());
    let reach = match ways {
        Ways::Four => 0,
        Ways::Eight => 1,
    };
    let mut open = Vec::new();
    take_spans(left, &mut island, from.y, from.x, from.x + 1, &mut open);
    while let Some((y, west, east)) = open.pop() {
        let (west, east) = (west.saturating_sub(reach), east + reach);
        for y in [y.checked_sub(1), y.checked_add(1)].into_iter().flatten() {
            take_spans(left, &mut island, y, west, east, &mut open);
        }
    }
    island
}

/// Moves the whole spans of a row that reach into `west..east` from one area to the other.
fn take_spans(
    left: &mut Area,
    island: &mut Area,
    y: u32,
    west: u32,
    east: u32,
    open: &mut Vec<(u32, u32, u32)>,
) {
    let frame = left.frame();
    let row = left.row_mut(y);
    let mut at = west.max(frame.x).saturating_sub(frame.x);
    let end = east.min(frame.east()).saturating_sub(frame.x);
    while let Some(inside) = next_one(row, at).filter(|inside| *inside < end) {
        let start = start_of(row, inside);
        let stop = next_zero(row, inside).unwrap_or(frame.width);
        clear(row, start, stop);
        let span = (y, frame.x + start, frame.x + stop);
        island.insert_span(span.0, span.1, span.2);
        open.push(span);
        at = stop;
    }
}

/// Where the run of ones begins that a place is in.
fn start_of(words: &[u64], inside: u32) -> u32 {
    let mut mask = u64::MAX >> (63 - inside % 64);
    for n_word in (0..=inside / 64).rev() {
        let zeros = !words.get(n_word as usize).copied().unwrap_or_default() & mask;
        if zeros != 0 {
            return n_word * 64 + 64 - zeros.leading_zeros();
        }
        mask = u64::MAX;
    }
    0
}

fn clear(words: &mut [u64], start: u32, stop: u32) {
    let (first, last) = (start / 64, (stop.max(1) - 1) / 64);
    for (n, word) in (first..=last).zip(words.iter_mut().skip(first as usize)) {
        let from = if n == first { start % 64 } else { 0 };
        let to = if n == last { (stop - 1) % 64 } else { 63 };
        *word &= !(u64::MAX << from & u64::MAX >> (63 - to));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::area::Rect;
    use super::*;
    use crate::sample::rng::Rng;

    /// One cell at a time, as anybody would write it first.
    fn plain(alike: &Area, from: TilePos, ways: Ways) -> BTreeSet<TilePos> {
        let mut seen = BTreeSet::new();
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            if !alike.contains(at) || !seen.insert(at) {
                continue;
            }
            for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
                let is_diagonal = dx != 0 && dy != 0;
                if let (Some(x), Some(y)) =
                    (at.x.checked_add_signed(dx), at.y.checked_add_signed(dy))
                    && !(is_diagonal && ways == Ways::Four)
                {
                    open.push(TilePos { x, y });
                }
            }
        }
        seen
    }

    #[test]
    fn a_flood_reaches_what_a_walk_reaches() {
        let mut rng = Rng::new(4);
        for share in [1, 2, 3, 5, 40] {
            for x in [0, 60, 130] {
                let rect = Rect { x, y: 3, width: 300, height: 20 };
                let mut alike = Area::empty(rect);
                for y in rect.y..rect.north() {
                    for x in (rect.x..rect.east()).filter(|_| rng.below(share) != 1) {
                        alike.insert(TilePos { x, y });
                    }
                }
                for ways in [Ways::Four, Ways::Eight] {
                    let from = TilePos { x: rect.x + rng.below(300), y: 3 + rng.below(20) };
                    let found: BTreeSet<TilePos> = flood(&alike, from, ways).cells().collect();
                    assert_eq!(found, plain(&alike, from, ways));
                }
            }
        }
    }

    #[test]
    fn nothing_is_reached_from_outside() {
        let alike = Area::of_rect(Rect { x: 0, y: 0, width: 5, height: 5 });
        assert!(flood(&alike, TilePos { x: 700, y: 700 }, Ways::Eight).is_empty());
        assert!(flood(&Area::default(), TilePos { x: 0, y: 0 }, Ways::Four).is_empty());
    }
}
