//! Who can shoot whom: the straight line between two cells, as the servers draw it.

use crate::space::ragnarok::CellPos;

use super::Server;
use super::cell::{Cells, ServerCell, inner_cell};

/// What stands in the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Obstacle {
    /// Walls, which stop arrows and spells. Beyond the last row and column there are none.
    Wall,
    /// Whatever can't be walked on, the last row and column included.
    Impassable,
}

/// The first cell in the way of a line, or `None` where it is clear.
///
/// The line is drawn from west to east, whichever end comes first. rAthena asks for the cells
/// between both ends; Hercules also for the eastern end, even where that is the shooter's own.
pub fn obstacle(
    map: &impl Cells,
    from: CellPos,
    to: CellPos,
    server: Server,
    obstacle: Obstacle,
) -> Option<CellPos> {
    let (west, east) = if to.x < from.x { (to, from) } else { (from, to) };
    let in_the_way = |cell: &CellPos| {
        let is_asked = *cell != east || server == Server::Hercules;
        is_asked && is_obstacle(map, *cell, obstacle)
    };
    line(west, east).find(in_the_way)
}

fn is_obstacle(map: &impl Cells, cell: CellPos, obstacle: Obstacle) -> bool {
    let cell = inner_cell(map, cell);
    match obstacle {
        Obstacle::Wall => cell == Some(ServerCell::Wall),
        Obstacle::Impassable => !cell.is_some_and(ServerCell::is_walkable),
    }
}

/// The cells from the one after `west` to `east`.
fn line(west: CellPos, east: CellPos) -> impl Iterator<Item = CellPos> {
    let dx = i32::from(east.x) - i32::from(west.x);
    let dy = i32::from(east.y) - i32::from(west.y);
    let n_steps = dx.max(dy.abs());
    // A server adds up remainders; this is what its sums come to: both fractions rounded down.
    let part = move |d: i32, step| (i64::from(d) * i64::from(step)).div_euclid(n_steps.into());
    (1..=n_steps).map(move |step| CellPos {
        x: (i64::from(west.x) + part(dx, step)) as i16,
        y: (i64::from(west.y) + part(dy, step)) as i16,
    })
}

#[cfg(test)]
mod tests {
    use super::super::cell::ServerMap;
    use super::*;

    fn sight(types: &[u8], from: (i16, i16), to: (i16, i16), server: Server) -> Option<(i16, i16)> {
        let map = ServerMap::from_types(5, types.len() as u32 / 5, types).unwrap();
        let (from, to) = (CellPos { x: from.0, y: from.1 }, CellPos { x: to.0, y: to.1 });
        obstacle(&map, from, to, server, Obstacle::Wall).map(|cell| (cell.x, cell.y))
    }

    #[test]
    fn walls_are_in_the_way_and_gaps_are_not() {
        let types = [0, 5, 1, 0, 0, 0, 0, 0, 0, 0];
        for server in [Server::RAthena, Server::Hercules] {
            assert_eq!(sight(&types, (0, 0), (3, 0), server), Some((2, 0)));
            assert_eq!(sight(&types, (3, 0), (0, 0), server), Some((2, 0)));
            assert_eq!(sight(&types, (0, 0), (1, 0), server), None);
        }
    }

    #[test]
    fn hercules_asks_for_the_eastern_end() {
        let types = [1, 0, 1, 0, 0, 0, 0, 0, 0, 0];
        for (from, to) in [((1, 0), (2, 0)), ((2, 0), (1, 0))] {
            assert_eq!(sight(&types, from, to, Server::RAthena), None);
            assert_eq!(sight(&types, from, to, Server::Hercules), Some((2, 0)));
        }
        assert_eq!(sight(&types, (0, 0), (1, 0), Server::Hercules), None, "the western end");
    }

    #[test]
    fn a_line_leans_south() {
        let cells = |from: (i16, i16), to: (i16, i16)| -> Vec<(i16, i16)> {
            let (from, to) = (CellPos { x: from.0, y: from.1 }, CellPos { x: to.0, y: to.1 });
            line(from, to).map(|cell| (cell.x, cell.y)).collect()
        };
        assert_eq!(cells((0, 0), (4, 2)), [(1, 0), (2, 1), (3, 1), (4, 2)]);
        assert_eq!(cells((0, 2), (4, 0)), [(1, 1), (2, 1), (3, 0), (4, 0)]);
        assert_eq!(cells((1, 3), (2, 0)), [(1, 2), (1, 1), (2, 0)]);
        assert_eq!(cells((1, 1), (1, 1)), []);
    }

    #[test]
    fn the_border_blocks_feet_alone() {
        let map = ServerMap::from_types(3, 3, &[1; 9]).unwrap();
        let (from, to) = (CellPos { x: 2, y: 0 }, CellPos { x: 2, y: 2 });
        let first = |what| obstacle(&map, from, to, Server::RAthena, what);
        assert_eq!(first(Obstacle::Wall), None);
        assert_eq!(first(Obstacle::Impassable), Some(CellPos { x: 2, y: 1 }));
    }
}
