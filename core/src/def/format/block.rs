//! Columns: how wide gaps have to be for the words behind them to stand below each other.

use super::Columns;

/// What stands before a word that may be put into a column.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    width: usize,
    /// True where more than one space stands between it and the word.
    is_set_apart: bool,
}

impl Cell {
    pub(super) fn new(width: usize, gap: &str) -> Cell {
        Cell { width, is_set_apart: !matches!(gap, "" | " ") }
    }
}

/// The width of the gap in every row of all blocks, 1 where a row has no cell.
pub(super) fn columns<T>(
    blocks: &[Vec<T>],
    columns: Columns,
    cell: impl Fn(&T) -> Option<Cell>,
) -> Vec<usize> {
    let cells: Vec<Vec<Option<Cell>>> =
        blocks.iter().map(|rows| rows.iter().map(&cell).collect()).collect();
    let is_aligned = match columns {
        Columns::Aligned => true,
        Columns::Single => false,
        Columns::AsFile => is_in_columns(&cells),
    };
    let mut gaps = Vec::new();
    for rows in &cells {
        let widest = widest(rows);
        gaps.extend(rows.iter().map(|cell| match cell {
            Some(cell) if is_aligned => widest - cell.width + 1,
            _ => 1,
        }));
    }
    gaps
}

/// True if most of the gaps that would be wider than one space in a column are so already. A file
/// that was formatted either way is voted the same way again.
fn is_in_columns(blocks: &[Vec<Option<Cell>>]) -> bool {
    let mut votes = 0_i64;
    for rows in blocks {
        let widest = widest(rows);
        for cell in rows.iter().flatten().filter(|cell| cell.width < widest) {
            votes += if cell.is_set_apart { 1 } else { -1 };
        }
    }
    votes > 0
}

fn widest(rows: &[Option<Cell>]) -> usize {
    rows.iter().flatten().map(|cell| cell.width).max().unwrap_or(0)
}
