//! Which walkable ground hangs together, as colours that stay as long as an island does.

use super::GatMap;
use crate::space::ragnarok::TilePos;
use crate::world::gat::group::Group;

/// How many colours islands have, the mainland and what nobody walks on left out.
pub(super) const N_COLOURS: usize = 24;

/// The number of a colour for every cell of a map: 0 where nobody walks, 1 for the largest piece
/// of ground that hangs together, and one above for each other piece.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Islands {
    width: u32,
    /// Row by row from the south-west.
    numbers: Vec<u8>,
    n_islands: usize,
}

impl Islands {
    /// Cells hang together at their sides: servers walk around corners only where both sides are
    /// free.
    pub fn of(map: &GatMap) -> Islands {
        let width = map.width() as usize;
        let mut numbers = vec![0; width * map.height() as usize];
        let groups = Group::all_of(&map.walkable_in(map.rect()));
        let sizes = groups.iter().map(Group::n_cells).enumerate();
        let mainland = sizes.max_by_key(|(n, n_cells)| (*n_cells, usize::MAX - n));
        for (n, group) in groups.iter().enumerate() {
            let is_mainland = mainland.is_some_and(|(mainland, _)| mainland == n);
            let number = if is_mainland { 1 } else { number_of(group.first()) };
            for (y, west, east) in group.spans() {
                let start = *y as usize * width;
                let span = start + *west as usize..start + *east as usize;
                numbers.get_mut(span).unwrap_or_default().fill(number);
            }
        }
        Islands { width: map.width(), numbers, n_islands: groups.len() }
    }

    /// How many pieces the ground is in, the largest included.
    pub fn n_islands(&self) -> usize {
        self.n_islands
    }

    /// The numbers of as many cells of a row.
    pub(super) fn row(&self, first: TilePos, n: usize) -> impl Iterator<Item = u8> {
        let start = first.y as usize * self.width as usize + first.x as usize;
        let row = self.numbers.get(start..).unwrap_or_default().iter().copied();
        row.chain(std::iter::repeat(0)).take(n)
    }
}

/// By the first cell, so that an island keeps its colour whatever is painted elsewhere.
fn number_of(first: TilePos) -> u8 {
    let mixed = (u64::from(first.y) << 32 | u64::from(first.x)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    2 + ((mixed >> 40) % N_COLOURS as u64) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::ragnarok::gat::Terrain;
    use crate::world::gat::tests::map;

    fn numbers(map: &GatMap) -> Vec<u8> {
        Islands::of(map).numbers
    }

    #[test]
    fn what_hangs_together_has_one_colour() {
        let islands = Islands::of(&map(&["0010", "0015", "0010"]));
        assert_eq!(islands.n_islands(), 3);
        assert!(islands.row(TilePos { x: 0, y: 1 }, 4).eq([1, 1, 0, 0]));
        assert!(islands.row(TilePos { x: 3, y: 0 }, 1).all(|number| number > 1));
        assert!(islands.row(TilePos { x: 0, y: 9 }, 3).eq([0; 3]));
    }

    #[test]
    fn an_island_keeps_its_colour_when_others_come_and_go() {
        let mut map = map(&["001010", "001110", "001010"]);
        let before = numbers(&map);
        map.set_terrain(TilePos { x: 0, y: 0 }, Terrain(1));
        map.set_terrain(TilePos { x: 3, y: 2 }, Terrain(1));
        let after = numbers(&map);
        for cell in [3, 5, 11, 17] {
            assert_eq!(before[cell], after[cell]);
        }
    }
}
