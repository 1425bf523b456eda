//! Files that are read without error and are no map that anybody can play: without cells, without a
//! cell to walk on, or with bytes behind the cells.

use crate::nav::ragnarok::cell::ServerCell;
use crate::problem::counted::{counted, grouped};
use crate::problem::{Place, Problem, Rule, Severity};
use crate::world::gat::GatMap;

pub(super) const NO_CELLS: Rule = Rule {
    code: "gat-no-cells",
    severity: Severity::Error,
    title: "Map without cells",
    explanation: "\
The header gives the map a width or a height of 0. Servers and clients can't load it.

Take the file from its source again, or from a backup.",
};

pub(super) const BYTES_BEHIND: Rule = Rule {
    code: "gat-bytes-behind",
    severity: Severity::Warning,
    title: "Extra bytes after the cells of a map",
    explanation: "\
The file goes on after its last cell. No known file of the game does. Clients and servers ignore \
the bytes, and Landwright keeps them.

Most likely the width or the height in the header is too small, so that all cells are in the wrong \
place. Or a tool wrote a smaller map over a larger one. Take the file from its source again, or \
from a backup.",
};

pub(super) const ALL_BLOCKED: Rule = Rule {
    code: "gat-all-blocked",
    severity: Severity::Warning,
    title: "Map without a walkable cell",
    explanation: "\
No cell of the map is walkable. A server that sends a player there finds no place for them.

Most likely a tool filled the map, or the file is damaged. Take it from a backup, or paint the \
ground.",
};

/// Of a header and 20 bytes for each cell.
const HEADER_SIZE: u64 = 14;
const CELL_SIZE: u64 = 20;

pub(super) fn problems(file: &str, map: &GatMap) -> Vec<Problem> {
    let n_cells = u64::from(map.width()) * u64::from(map.height());
    let mut problems = Vec::new();
    if n_cells == 0 {
        let message = format!("{} × {} cells are no map", map.width(), map.height());
        problems.push(Problem::new(&NO_CELLS, Place::file(file), message));
    } else if !map.terrain_column().iter().any(is_walkable) {
        let message = format!("none of its {} cells is walkable", grouped(n_cells));
        problems.push(Problem::new(&ALL_BLOCKED, Place::file(file), message));
    }
    let n_behind = map.n_opaque();
    if n_behind > 0 {
        let start = HEADER_SIZE + CELL_SIZE * n_cells;
        let message = format!("{} the cells", counted(n_behind, "byte follows", "bytes follow"));
        let place = Place::bytes(file, start..start + n_behind as u64);
        problems.push(Problem::new(&BYTES_BEHIND, place, message));
    }
    problems
}

/// To servers, which take the lowest byte.
fn is_walkable(terrain: u32) -> bool {
    ServerCell::from_type(terrain & 0xff).is_some_and(ServerCell::is_walkable)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::gat::check;
    use crate::format::ragnarok::gat;
    use crate::format::text::Opaque;
    use crate::world::gat::tests::sample;

    fn codes(gat: &gat::Gat) -> Vec<(&'static str, Option<String>)> {
        let problems = check("a.gat", &GatMap::new(gat).unwrap()).into_iter();
        let structural = problems.filter(|problem| {
            [NO_CELLS.code, BYTES_BEHIND.code, ALL_BLOCKED.code].contains(&problem.code)
        });
        structural.map(|problem| (problem.code, Some(problem.message))).collect()
    }

    #[test]
    fn a_map_that_nobody_can_play_is_found() {
        let whole = sample(1, 40, 30);
        assert_eq!(codes(&whole), []);
        for (width, height) in [(0, 30), (40, 0), (0, 0)] {
            assert_eq!(codes(&sample(1, width, height))[0].0, "gat-no-cells");
        }
        let mut blocked = whole.clone();
        for (idx, tile) in blocked.tiles_mut().iter_mut().enumerate() {
            tile.terrain = tile.terrain.with_kind(if idx % 2 == 0 { 1 } else { 5 });
        }
        assert_eq!(codes(&blocked)[0].0, "gat-all-blocked");
        blocked.tiles_mut()[77].terrain = gat::Terrain(2);
        assert_eq!(codes(&blocked), []);
        let mut behind = whole;
        behind.tail = Opaque(vec![0; 40]);
        let found = check("a.gat", &GatMap::new(&behind).unwrap());
        let found: Vec<_> = found.iter().filter(|it| it.code == "gat-bytes-behind").collect();
        let end = gat::write(&behind).len() as u64;
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].place, Place::bytes("a.gat", end - 40..end));
    }
}
