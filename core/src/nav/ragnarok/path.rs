//! The path that a server walks, or why it doesn't: its search, oddities included.
//!
//! Both servers search alike: A* with costs of 10 and 14 and an estimate that is too high (the
//! client's own), so that the path found is not always the shortest. Nodes live in a table of
//! 1,024 slots, hashed by their coordinates; when two cells meet in a slot, the search gives up.

mod heap;
mod table;

use serde::{Deserialize, Serialize};

use crate::space::ragnarok::{CellPos, TilePos, tile_from_cell};

use super::Server;
use super::cell::{Cells, ServerCell, inner_cell};
use super::sight::{self, Obstacle};
use heap::Heap;
use table::{Node, Slot, Table};

/// The longest walk that a player may ask for, unless the server's owner says otherwise.
pub const DEFAULT_MAX_WALK_PATH: usize = 17;

/// The longest path that the search can give.
pub const MAX_PATH: usize = 32;

const STRAIGHT_COST: i32 = 10;
const DIAGONAL_COST: i32 = 14;

/// A step to a neighbour, numbered as the servers number it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
#[repr(u8)]
pub enum Direction {
    North = 0,
    NorthWest = 1,
    West = 2,
    SouthWest = 3,
    South = 4,
    SouthEast = 5,
    East = 6,
    NorthEast = 7,
}

impl Direction {
    pub const ALL: [Direction; 8] = [
        Direction::North,
        Direction::NorthWest,
        Direction::West,
        Direction::SouthWest,
        Direction::South,
        Direction::SouthEast,
        Direction::East,
        Direction::NorthEast,
    ];

    /// How far it leads to the east and to the north.
    pub fn step(self) -> (i16, i16) {
        match self {
            Direction::North => (0, 1),
            Direction::NorthWest => (-1, 1),
            Direction::West => (-1, 0),
            Direction::SouthWest => (-1, -1),
            Direction::South => (0, -1),
            Direction::SouthEast => (1, -1),
            Direction::East => (1, 0),
            Direction::NorthEast => (1, 1),
        }
    }

    fn cost(self) -> i32 {
        match self.step() {
            (0, _) | (_, 0) => STRAIGHT_COST,
            _ => DIAGONAL_COST,
        }
    }

    fn from_step(step: (i16, i16)) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| direction.step() == step)
    }
}

impl From<Direction> for u8 {
    fn from(direction: Direction) -> u8 {
        direction as u8
    }
}

impl TryFrom<u8> for Direction {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Direction, &'static str> {
        Direction::ALL.get(usize::from(number)).copied().ok_or("directions are 0 to 7")
    }
}

/// Why a server doesn't walk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum Refusal {
    #[error("the start is outside the map")]
    StartOutside,
    #[error("the destination is outside the map")]
    DestinationOutside,
    #[error("the destination is blocked")]
    DestinationBlocked,
    #[error("the last row and column of a map are always blocked")]
    DestinationOnBorder,
    #[error("there is no path")]
    NoWay,
    #[error("the server's search table overflowed")]
    Collision,
    #[error("the path has {len} steps, but no path may have more than {MAX_PATH}")]
    TooLong { len: usize },
    #[error("the path has {len} steps, but a walk may only have {max}")]
    LongerThanAWalk { len: usize, max: usize },
    #[error("the path has {len} steps, but a walk around an obstacle may only have {max}")]
    LongerThanADetour { len: usize, max: usize },
}

/// The path of a walk that a player asks for by a click.
pub fn walk(
    map: &impl Cells,
    from: CellPos,
    to: CellPos,
    server: Server,
    max_walk_path: usize,
) -> Result<Vec<Direction>, Refusal> {
    let path = search(map, from, to)?;
    let len = path.len();
    let max_detour = match server {
        Server::RAthena => 14,
        Server::Hercules => max_walk_path / 17 * 14,
    };
    let is_detour = || sight::obstacle(map, from, to, server, Obstacle::Impassable).is_some();
    if len > max_detour && is_detour() {
        return Err(Refusal::LongerThanADetour { len, max: max_detour });
    }
    if len > max_walk_path {
        return Err(Refusal::LongerThanAWalk { len, max: max_walk_path });
    }
    Ok(path)
}

/// The path from a cell to another. What stands at the start is not asked.
pub fn search(map: &impl Cells, from: CellPos, to: CellPos) -> Result<Vec<Direction>, Refusal> {
    check_ends(map, from, to)?;
    if from == to {
        return Ok(Vec::new());
    }
    Search::new(from, to).run(map)
}

/// The "easy path" of monsters and some skills: diagonally first, then straight, past the
/// corners of walls, or not at all.
pub fn easy_path(map: &impl Cells, from: CellPos, to: CellPos) -> Result<Vec<Direction>, Refusal> {
    check_ends(map, from, to)?;
    let len = usize::from(to.x.abs_diff(from.x).max(to.y.abs_diff(from.y)));
    let mut at = from;
    let mut path = Vec::new();
    while at != to {
        if path.len() == MAX_PATH {
            return Err(Refusal::TooLong { len });
        }
        if at != from && !is_passable(map, at) {
            return Err(Refusal::NoWay);
        }
        let step = ((to.x - at.x).signum(), (to.y - at.y).signum());
        path.extend(Direction::from_step(step));
        at = CellPos { x: at.x + step.0, y: at.y + step.1 };
    }
    Ok(path)
}

/// Whether somebody can walk on a cell.
fn is_passable(map: &impl Cells, cell: CellPos) -> bool {
    inner_cell(map, cell).is_some_and(ServerCell::is_walkable)
}

fn check_ends(map: &impl Cells, from: CellPos, to: CellPos) -> Result<(), Refusal> {
    let is_on_map = |cell| {
        let is_on_map = |TilePos { x, y }| x < map.width() && y < map.height();
        tile_from_cell(cell).is_some_and(is_on_map)
    };
    match inner_cell(map, to) {
        _ if !is_on_map(from) => Err(Refusal::StartOutside),
        _ if !is_on_map(to) => Err(Refusal::DestinationOutside),
        None => Err(Refusal::DestinationOnBorder),
        Some(cell) if !cell.is_walkable() => Err(Refusal::DestinationBlocked),
        Some(_) => Ok(()),
    }
}

fn neighbour(cell: CellPos, direction: Direction) -> CellPos {
    let (east, north) = direction.step();
    CellPos { x: cell.x.wrapping_add(east), y: cell.y.wrapping_add(north) }
}

/// Two cells met in a slot of the table.
struct Collision;

/// A search under way.
struct Search {
    start: CellPos,
    goal: CellPos,
    table: Table,
    open: Heap,
}

impl Search {
    fn new(start: CellPos, goal: CellPos) -> Search {
        let mut search = Search { start, goal, table: Table::new(), open: Heap::default() };
        let total_cost = search.estimate(start) as i16;
        let slot = Table::slot(start);
        search.table.set(slot, Node { cell: start, total_cost, ..Node::default() });
        search.open.push(slot, &search.table);
        search
    }

    fn run(mut self, map: &impl Cells) -> Result<Vec<Direction>, Refusal> {
        loop {
            let slot = self.open.pop(&self.table).ok_or(Refusal::NoWay)?;
            let node = self.table.node(slot);
            self.table.set(slot, Node { is_closed: true, ..node });
            if node.cell == self.goal {
                return self.path_to(slot);
            }
            self.open_neighbours(map, slot, node)?;
        }
    }

    /// Opens what can be stepped on from a node, in the servers' order. A step on the diagonal
    /// needs both cells beside it, so that no corner is cut.
    fn open_neighbours(&mut self, map: &impl Cells, slot: Slot, node: Node) -> Result<(), Refusal> {
        let is_free = |direction| is_passable(map, neighbour(node.cell, direction));
        let south = is_free(Direction::South);
        let east = is_free(Direction::East);
        let north = is_free(Direction::North);
        let west = is_free(Direction::West);
        let steps = [
            (Direction::SouthEast, south && east),
            (Direction::East, east),
            (Direction::NorthEast, north && east),
            (Direction::North, north),
            (Direction::NorthWest, north && west),
            (Direction::West, west),
            (Direction::SouthWest, south && west),
            (Direction::South, south),
        ];
        let mut collided = false;
        for (direction, is_allowed) in steps {
            if is_allowed && is_free(direction) {
                // The servers look at every neighbour before they give up.
                collided |= self.open_neighbour(slot, node, direction).is_err();
            }
        }
        if collided { Err(Refusal::Collision) } else { Ok(()) }
    }

    fn open_neighbour(
        &mut self,
        parent: Slot,
        from: Node,
        direction: Direction,
    ) -> Result<(), Collision> {
        let cell = neighbour(from.cell, direction);
        let cost = i32::from(from.cost) + direction.cost();
        let slot = Table::slot(cell);
        let known = self.table.node(slot);
        let is_known = known.cell == cell;
        if is_known && cost >= i32::from(known.cost) {
            return Ok(());
        }
        if !is_known && !known.is_free() {
            return Err(Collision);
        }
        let total_cost = (cost + self.estimate(cell)) as i16;
        let cost = cost as i16;
        let node = Node { cell, cost, total_cost, parent: Some(parent), is_closed: false };
        self.table.set(slot, node);
        if is_known && !known.is_closed {
            self.open.update(slot, &self.table);
        } else {
            self.open.push(slot, &self.table);
        }
        Ok(())
    }

    /// What the rest of the way would cost without diagonals. Too high, as the client has it.
    fn estimate(&self, cell: CellPos) -> i32 {
        let (dx, dy) = (self.goal.x.abs_diff(cell.x), self.goal.y.abs_diff(cell.y));
        STRAIGHT_COST * (i32::from(dx) + i32::from(dy))
    }

    fn path_to(&self, goal: Slot) -> Result<Vec<Direction>, Refusal> {
        // A search from 0,0 can put another cell over its start. The servers then follow the
        // parents in a circle for ever.
        if self.table.node(Table::slot(self.start)).cell != self.start {
            return Err(Refusal::Collision);
        }
        let mut path = Vec::new();
        let mut node = self.table.node(goal);
        while let Some(parent) = node.parent {
            let parent = self.table.node(parent);
            let step = (node.cell.x - parent.cell.x, node.cell.y - parent.cell.y);
            path.extend(Direction::from_step(step));
            node = parent;
        }
        path.reverse();
        if path.len() > MAX_PATH {
            return Err(Refusal::TooLong { len: path.len() });
        }
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::super::cell::ServerMap;
    use super::*;

    /// A map drawn with north at the top: `.` ground, `#` wall, `A` the start, `B` the goal.
    fn draw(rows: &str) -> (ServerMap, CellPos, CellPos) {
        let rows: Vec<&str> = rows.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
        let find = |letter| {
            let (y, row) =
                rows.iter().rev().enumerate().find(|(_, row)| row.contains(letter)).unwrap();
            CellPos { x: row.find(letter).unwrap() as i16, y: y as i16 }
        };
        let types: Vec<u8> =
            rows.iter().rev().flat_map(|row| row.chars().map(|c| u8::from(c == '#'))).collect();
        let map = ServerMap::from_types(rows[0].len() as u32, rows.len() as u32, &types).unwrap();
        (map, find('A'), find('B'))
    }

    fn show(result: Result<Vec<Direction>, Refusal>) -> String {
        match result {
            Ok(path) => path.into_iter().map(|direction| (direction as u8).to_string()).collect(),
            Err(refusal) => refusal.to_string(),
        }
    }

    fn check(rows: &str, searched: &Expect, easy: &Expect) {
        let (map, from, to) = draw(rows);
        searched.assert_eq(&show(search(&map, from, to)));
        easy.assert_eq(&show(easy_path(&map, from, to)));
    }

    fn open_ground(width: u32, height: u32) -> ServerMap {
        ServerMap::from_types(width, height, &vec![0; (width * height) as usize]).unwrap()
    }

    #[test]
    fn corners_are_not_cut_but_by_the_easy_path() {
        check(
            "
            .....
            ..B..
            .A#..
            .....",
            &expect!["06"],
            &expect!["7"],
        );
    }

    #[test]
    fn a_wall_is_walked_around() {
        check(
            "
            ......
            .A#B..
            ..#...
            ......",
            &expect!["446600"],
            &expect!["there is no path"],
        );
        check(
            "
            ......
            .A#B..
            .###..",
            &expect!["there is no path"],
            &expect!["there is no path"],
        );
        check(
            "
            ......
            ......
            .A#B..
            ......",
            &expect!["0664"],
            &expect!["there is no path"],
        );
    }

    #[test]
    fn the_last_row_and_column_are_blocked() {
        let map = open_ground(5, 5);
        let from = CellPos { x: 2, y: 2 };
        let to = |x, y| show(search(&map, from, CellPos { x, y }));
        let border = "the last row and column of a map are always blocked";
        assert_eq!([to(4, 2), to(2, 4)], [border, border]);
        assert_eq!(to(5, 2), "the destination is outside the map");
        assert_eq!(to(3, 3), "7");
        assert_eq!(to(2, 2), "");
        assert_eq!(to(0, 1), "32");
    }

    #[test]
    fn the_cell_0_0_is_never_entered() {
        let map = open_ground(9, 9);
        let to = CellPos { x: 0, y: 0 };
        assert_eq!(show(search(&map, CellPos { x: 1, y: 0 }, to)), "there is no path");
        assert_eq!(show(easy_path(&map, CellPos { x: 1, y: 0 }, to)), "2");
    }

    #[test]
    fn far_cells_meet_in_a_slot() {
        let map = open_ground(200, 200);
        let from = CellPos { x: 10, y: 10 };
        assert_eq!(search(&map, from, CellPos { x: 40, y: 10 }).map(|path| path.len()), Ok(30));
        // 41,10 has the slot of 9,11, a neighbour of the start.
        assert_eq!(search(&map, from, CellPos { x: 41, y: 10 }), Err(Refusal::Collision));
    }

    #[test]
    fn a_search_that_loses_its_start_ends() {
        let map = open_ground(200, 200);
        let from = CellPos { x: 0, y: 0 };
        assert_eq!(search(&map, from, CellPos { x: 0, y: 60 }), Err(Refusal::Collision));
    }

    #[test]
    fn a_walk_is_shorter_around_an_obstacle() {
        let mut types = vec![0; 100 * 100];
        types[10 * 100 + 12] = 1;
        let map = ServerMap::from_types(100, 100, &types).unwrap();
        let walk = |from: (i16, i16), to: (i16, i16), server, max| {
            let (from, to) = (CellPos { x: from.0, y: from.1 }, CellPos { x: to.0, y: to.1 });
            walk(&map, from, to, server, max).map(|path| path.len())
        };
        let detour = |len, max| Err(Refusal::LongerThanADetour { len, max });
        for server in [Server::RAthena, Server::Hercules] {
            assert_eq!(walk((10, 20), (27, 20), server, 17), Ok(17), "clear");
            assert_eq!(walk((10, 10), (27, 10), server, 17), detour(17, 14));
            let too_long = Err(Refusal::LongerThanAWalk { len: 18, max: 17 });
            assert_eq!(walk((10, 20), (28, 20), server, 17), too_long);
        }
        assert_eq!(walk((10, 10), (27, 10), Server::RAthena, 34), detour(17, 14));
        assert_eq!(walk((10, 10), (27, 10), Server::Hercules, 34), Ok(17), "28 are allowed");
    }

    #[test]
    fn an_empty_map_has_no_paths() {
        for (width, height) in [(0, 0), (0, 7), (1, 1)] {
            let map = open_ground(width, height);
            let cell = CellPos { x: 0, y: 0 };
            assert!(search(&map, cell, cell).is_err(), "{width} × {height}");
        }
    }

    #[test]
    fn json_numbers_directions_as_the_server_does() {
        let path = [Direction::North, Direction::NorthEast];
        assert_eq!(serde_json::to_string(&path).unwrap(), "[0,7]");
        assert_eq!(serde_json::from_str::<Direction>("5").unwrap(), Direction::SouthEast);
        assert!(serde_json::from_str::<Direction>("8").is_err());
    }
}
