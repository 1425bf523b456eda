//! A rectangle of cells, whose extent a file states before them.

use serde::{Deserialize, Serialize};

use crate::format::ReadError;
use crate::format::bytes::Bytes;
use crate::format::error::WrongCellCount;

/// Cells in the order of the file: the rows one after another, `width` cells each.
///
/// Which row is the north is each format's own affair.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "RawGrid<T>")]
pub struct Grid<T> {
    width: u32,
    height: u32,
    /// Invariant: `width * height` of them.
    cells: Vec<T>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawGrid<T> {
    width: u32,
    height: u32,
    cells: Vec<T>,
}

/// Without cells.
impl<T> Default for Grid<T> {
    fn default() -> Grid<T> {
        Grid { width: 0, height: 0, cells: Vec::new() }
    }
}

impl<T> Grid<T> {
    pub fn new(width: u32, height: u32, cells: Vec<T>) -> Result<Grid<T>, WrongCellCount> {
        WrongCellCount::check(width, height, cells.len())?;
        Ok(Grid { width, height, cells })
    }

    /// Each cell made from its column and row.
    pub fn from_fn(width: u32, height: u32, mut cell: impl FnMut(u32, u32) -> T) -> Grid<T> {
        let mut cells = Vec::new();
        for row in 0..height {
            cells.extend((0..width).map(|column| cell(column, row)));
        }
        Grid { width, height, cells }
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    pub fn height(&self) -> u32 {
        self.height
    }

    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    pub fn into_cells(self) -> Vec<T> {
        self.cells
    }

    pub fn cells_mut(&mut self) -> &mut [T] {
        &mut self.cells
    }

    pub fn cell_idx(&self, column: u32, row: u32) -> Option<usize> {
        let idx = u64::from(row) * u64::from(self.width) + u64::from(column);
        (column < self.width && row < self.height).then_some(idx as usize)
    }

    pub fn get(&self, column: u32, row: u32) -> Option<&T> {
        self.cells.get(self.cell_idx(column, row)?)
    }

    pub fn get_mut(&mut self, column: u32, row: u32) -> Option<&mut T> {
        let idx = self.cell_idx(column, row)?;
        self.cells.get_mut(idx)
    }

    /// Reads the cells, each of which takes at least `cell_size` bytes; their extent has been
    /// read before.
    pub(super) fn read_cells(
        bytes: &mut Bytes<'_>,
        (width, height): (u32, u32),
        field: &'static str,
        cell_size: u64,
        read_cell: impl FnMut(&mut Bytes<'_>) -> Result<T, ReadError>,
    ) -> Result<Grid<T>, ReadError> {
        let cells = bytes.items(field, n_cells(width, height), cell_size, read_cell)?;
        Ok(Grid { width, height, cells })
    }
}

impl<T> TryFrom<RawGrid<T>> for Grid<T> {
    type Error = WrongCellCount;

    fn try_from(raw: RawGrid<T>) -> Result<Grid<T>, WrongCellCount> {
        Grid::new(raw.width, raw.height, raw.cells)
    }
}

pub(super) fn n_cells(width: u32, height: u32) -> u64 {
    u64::from(width) * u64::from(height)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stand_row_by_row() {
        let mut grid = Grid::new(3, 2, (0..6).collect()).unwrap();
        assert_eq!(grid.get(2, 1), Some(&5));
        assert_eq!(grid.get(3, 0), None);
        assert_eq!(grid.get(0, 2), None);
        *grid.get_mut(1, 0).unwrap() = 9;
        assert_eq!(grid.cells(), [0, 9, 2, 3, 4, 5]);
    }

    #[test]
    fn cells_are_made_from_their_place() {
        let grid = Grid::from_fn(3, 2, |column, row| 10 * row + column);
        assert_eq!(Grid::new(3, 2, vec![0, 1, 2, 10, 11, 12]), Ok(grid));
    }

    #[test]
    fn cells_always_fill_the_rectangle() {
        let error = Grid::new(3, 2, vec![0; 5]).unwrap_err();
        assert_eq!(error.to_string(), "5 cells do not fill 3 × 2");
        let json = r#"{"width":4294967295,"height":4294967295,"cells":[1]}"#;
        assert!(serde_json::from_str::<Grid<u8>>(json).is_err());
    }
}
