//! A map against a map in a cache, by where one can walk: a cache knows no more of a cell.

use crate::format::ragnarok::gat::Gat;
use crate::nav::ragnarok::cell::ServerCell;
use crate::space::ragnarok::TilePos;
use crate::world::three_way::{Change, Each, Thing};

use super::{Cache, CacheError};

const FIELD: &str = "walkable";

/// The types of the cells of a map, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Types {
    pub width: u32,
    pub height: u32,
    types: Vec<u32>,
}

impl Types {
    pub fn of_gat(gat: &Gat) -> Types {
        let types = gat.tiles().iter().map(|tile| tile.terrain.0).collect();
        Types { width: gat.width(), height: gat.height(), types }
    }

    /// A map by its place among [`Cache::entries`]; the name is for errors.
    pub fn of_entry(cache: &Cache, idx: usize, name: &str) -> Result<Types, CacheError> {
        let (width, height, types) = cache.cells(idx, name)?;
        Ok(Types { width, height, types: types.into_iter().map(u32::from).collect() })
    }

    /// A map by its name, or the only one where the name is empty.
    pub fn in_cache(cache: &Cache, name: &str) -> Result<Types, CacheError> {
        Types::of_entry(cache, cache.find(name)?, name)
    }

    /// The cells that one can walk in one of two maps of one size alone, and whether that is this one.
    pub fn walked_alone(&self, other: &Types) -> impl Iterator<Item = (TilePos, bool)> {
        let width = self.width.max(1) as usize;
        let cells = self.types.iter().zip(&other.types).enumerate();
        cells.filter_map(move |(idx, (own, other))| {
            let (own, other) = (is_walkable(*own), is_walkable(*other));
            let tile = TilePos { x: (idx % width) as u32, y: (idx / width) as u32 };
            (own != other).then_some((tile, own))
        })
    }

    /// What makes one map into the other: an entry for each cell, or their sizes.
    pub fn compare(&self, other: &Types, each: Each<'_>) {
        let size = |of: &Types| format!("{} × {}", of.width, of.height);
        if (self.width, self.height) != (other.width, other.height) {
            return each(Change::of_file("size", size(self), size(other)));
        }
        self.walked_alone(other).map(change).for_each(each);
    }
}

/// A cell that one can walk on one side alone.
pub fn change((tile, is_first): (TilePos, bool)) -> Change {
    let thing = Thing::Cell { x: tile.x, y: tile.y };
    Change { thing, field: FIELD.into(), a: is_first.into(), b: (!is_first).into() }
}

/// As a server has it: a cell under water is walked as any other.
fn is_walkable(kind: u32) -> bool {
    ServerCell::from_type(kind & 0xff).is_some_and(ServerCell::is_walkable)
}
