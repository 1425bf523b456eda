//! The path probe: how a server would walk from one cell to another, or why it refuses.

use landwright_core::nav::ragnarok::Server;
use landwright_core::nav::ragnarok::path::{
    DEFAULT_MAX_WALK_PATH, Direction, Refusal, search, walk,
};
use landwright_core::nav::ragnarok::sight::{Obstacle, obstacle};
use landwright_core::space::ragnarok::CellPos;

use super::{Deed, MapTools};
use crate::kind::ragnarok::changes::Seen;
use crate::kind::ragnarok::document::MapDocument;

/// A walk that was asked for, and what becomes of it on the map as it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Probe {
    pub from: [i32; 2],
    pub to: [i32; 2],
    /// Whatever the search found, walked or not.
    pub way: Vec<[i32; 2]>,
    pub answers: [Answer; 2],
    /// What the map was when it was asked.
    asked_at: Seen,
}

/// What one family of servers says.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub server: Server,
    pub walk: Result<usize, Refusal>,
    /// The first cell that stops arrows and spells.
    pub sight_ends_at: Option<[i32; 2]>,
}

impl MapTools {
    pub(crate) fn probe(&self, document: &MapDocument) -> Vec<Deed> {
        let ends = self.trail.first().zip(self.trail.last());
        ends.map(|(from, to)| Deed::Probe(Probe::ask(document, *from, *to))).into_iter().collect()
    }
}

impl Probe {
    /// `None` where an end is farther out than servers count.
    fn ask(document: &MapDocument, from: [i32; 2], to: [i32; 2]) -> Option<Probe> {
        let cell = |[x, y]: [i32; 2]| {
            Some(CellPos { x: i16::try_from(x).ok()?, y: i16::try_from(y).ok()? })
        };
        let (start, goal) = (cell(from)?, cell(to)?);
        let map = document.server_view();
        let directions = search(&map, start, goal).unwrap_or_default();
        let answers = [Server::RAthena, Server::Hercules].map(|server| Answer {
            server,
            walk: walk(&map, start, goal, server, DEFAULT_MAX_WALK_PATH).map(|way| way.len()),
            sight_ends_at: obstacle(&map, start, goal, server, Obstacle::Wall)
                .map(|cell| [cell.x.into(), cell.y.into()]),
        });
        Some(Probe {
            from,
            to,
            way: cells_of(from, &directions),
            answers,
            asked_at: document.changes.now(),
        })
    }

    /// The same walk on the map as it is now, where that is a different one.
    pub fn asked_again(&self, document: &MapDocument) -> Option<Probe> {
        if self.asked_at == document.changes.now() {
            return None;
        }
        Probe::ask(document, self.from, self.to)
    }
}

impl Answer {
    pub fn server_name(&self) -> &'static str {
        match self.server {
            Server::RAthena => "rAthena",
            Server::Hercules => "Hercules",
        }
    }

    pub fn in_words(&self) -> String {
        let walk = match &self.walk {
            Ok(1) => "walks 1 step".to_owned(),
            Ok(n_steps) => format!("walks {n_steps} steps"),
            Err(refusal) => format!("does not walk: {refusal}"),
        };
        match self.sight_ends_at {
            None => format!("{walk}; clear line of sight"),
            Some([x, y]) => format!("{walk}; sight ends at ({x}, {y})"),
        }
    }
}

fn cells_of(from: [i32; 2], directions: &[Direction]) -> Vec<[i32; 2]> {
    let mut at = from;
    let mut cells = vec![at];
    for direction in directions {
        let (dx, dy) = direction.step();
        at = [at[0] + i32::from(dx), at[1] + i32::from(dy)];
        cells.push(at);
    }
    cells
}
