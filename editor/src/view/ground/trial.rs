//! A ground that tests can read.

use super::Ground;

/// Cells that are level, each at a height of its own; from the north down.
pub(crate) struct Steps(pub(crate) &'static [&'static [f32]]);

impl Ground for Steps {
    fn size_in_cells(&self) -> [u32; 2] {
        [self.0[0].len() as u32, self.0.len() as u32]
    }

    fn world_units_per_cell(&self) -> f32 {
        2.0
    }

    fn corner_heights(&self, [x, y]: [u32; 2]) -> Option<[f32; 4]> {
        let row = self.0.len().checked_sub(y as usize + 1)?;
        self.0.get(row)?.get(x as usize).map(|height| [*height; 4])
    }
}
