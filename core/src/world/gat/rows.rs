//! A row of cells in plain slices, whatever pages they come from.

use std::ops::Range;

use crate::format::ragnarok::gat::Terrain;
use crate::space::ragnarok::Corner;

use super::GatMap;

/// The columns of a part of a row. It keeps its memory from one row to the next.
#[derive(Debug, Default)]
pub struct Rows {
    terrain: Vec<u32>,
    /// By corner.
    altitudes: [Vec<u32>; 4],
}

#[derive(Debug, Clone, Copy)]
pub struct Cell {
    pub terrain: Terrain,
    /// By corner, in the order of the file.
    pub altitudes: [f32; 4],
}

impl Rows {
    /// Takes the cells of a row that lie inside of the map.
    pub fn read(&mut self, map: &GatMap, y: u32, columns: Range<u32>) {
        let start = y as usize * map.width as usize;
        let range = start + columns.start as usize..start + columns.end as usize;
        map.terrain.read_into(range.clone(), &mut self.terrain);
        for (corner, altitudes) in Corner::ALL.into_iter().zip(&mut self.altitudes) {
            map.altitude_column(corner).read_into(range.clone(), altitudes);
        }
    }

    pub fn len(&self) -> usize {
        self.terrain.len()
    }

    pub fn is_empty(&self) -> bool {
        self.terrain.is_empty()
    }

    pub fn terrain(&self) -> impl Iterator<Item = u32> {
        self.terrain.iter().copied()
    }

    #[inline]
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        let [sw, se, nw, ne] = &self.altitudes;
        let corners = sw.iter().zip(se).zip(nw.iter().zip(ne));
        self.terrain.iter().zip(corners).map(|(terrain, ((sw, se), (nw, ne)))| Cell {
            terrain: Terrain(*terrain),
            altitudes: [*sw, *se, *nw, *ne].map(f32::from_bits),
        })
    }
}
