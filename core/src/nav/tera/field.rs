//! The volumes of a rectangle of cells, laid out flat: for work that asks for each of them many times.

use super::ground::Ground;
use crate::format::tera::CELLS_PER_SQUARE;
use crate::format::tera::zgd::Volume;
use crate::space::tera::{CellInWorld, SquareInWorld};

/// So many cells around the squares are laid out as well: edges of the usual reach lead less far. The
/// ground answers for cells beyond.
const MARGIN: i64 = 24;

/// More cells than this are not laid out: it would take longer than asking for them.
const MOST_CELLS: i64 = 1 << 21;

/// A rectangle of a ground, and the rest of that ground behind it.
#[derive(Debug)]
pub struct Field<'g, G> {
    ground: &'g G,
    /// The first cell of the world along x and y.
    low: [i64; 2],
    n_along_x: usize,
    n_along_y: usize,
    /// Where the volumes of each cell start, in columns along x, and where the last ones end.
    starts: Vec<u32>,
    volumes: Vec<Volume>,
    is_known: Vec<bool>,
}

impl<'g, G: Ground> Field<'g, G> {
    /// Around some squares. Where they are too far apart, nothing is laid out.
    pub fn around<'s>(
        ground: &'g G,
        squares: impl IntoIterator<Item = &'s SquareInWorld>,
    ) -> Field<'g, G> {
        let (mut low, mut high) = ([i64::MAX; 2], [i64::MIN; 2]);
        for square in squares {
            for (axis, at) in [square.x, square.y].into_iter().enumerate() {
                let at = i64::from(at) * CELLS_PER_SQUARE as i64;
                if let (Some(low), Some(high)) = (low.get_mut(axis), high.get_mut(axis)) {
                    *low = (*low).min(at - MARGIN);
                    *high = (*high).max(at + CELLS_PER_SQUARE as i64 + MARGIN);
                }
            }
        }
        let [n_x, n_y] = [0, 1].map(|axis: usize| match (low.get(axis), high.get(axis)) {
            (Some(low), Some(high)) => high.saturating_sub(*low).max(0),
            _ => 0,
        });
        let is_small = n_x.saturating_mul(n_y) <= MOST_CELLS;
        let [n_along_x, n_along_y] = if is_small { [n_x as usize, n_y as usize] } else { [0, 0] };
        let n_cells = n_along_x * n_along_y;
        let mut field = Field {
            ground,
            low,
            n_along_x,
            n_along_y,
            starts: Vec::with_capacity(n_cells + 1),
            volumes: Vec::with_capacity(n_cells),
            is_known: Vec::with_capacity(n_cells),
        };
        for x in 0..n_along_x as i64 {
            for y in 0..n_along_y as i64 {
                field.starts.push(field.volumes.len() as u32);
                let cell = [low[0] + x, low[1] + y].map(i32::try_from);
                // Beyond the last cells that a number can name there is nothing.
                let cell = match cell {
                    [Ok(x), Ok(y)] => Some(CellInWorld { x, y }),
                    _ => None,
                };
                let volumes = cell.map_or(&[][..], |cell| ground.volumes(cell));
                field.volumes.extend_from_slice(volumes);
                field.is_known.push(cell.is_some_and(|cell| ground.is_known(cell)));
            }
        }
        field.starts.push(field.volumes.len() as u32);
        field
    }

    fn place_of(&self, cell: CellInWorld) -> Option<usize> {
        let [low_x, low_y] = self.low;
        let x = i64::from(cell.x).saturating_sub(low_x);
        let y = i64::from(cell.y).saturating_sub(low_y);
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        (x < self.n_along_x && y < self.n_along_y).then(|| x * self.n_along_y + y)
    }
}

impl<G: Ground> Ground for Field<'_, G> {
    fn volumes(&self, cell_in_world: CellInWorld) -> &[Volume] {
        let Some(place) = self.place_of(cell_in_world) else {
            return self.ground.volumes(cell_in_world);
        };
        match self.starts.get(place..place + 2) {
            Some([start, end]) => {
                self.volumes.get(*start as usize..*end as usize).unwrap_or_default()
            }
            _ => &[],
        }
    }

    fn is_known(&self, cell_in_world: CellInWorld) -> bool {
        match self.place_of(cell_in_world) {
            Some(place) => self.is_known.get(place).is_some_and(|is_known| *is_known),
            None => self.ground.is_known(cell_in_world),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::tera::zgd::Zgd;
    use crate::nav::tera::ground::Zones;
    use crate::space::tera::{Origin, Zone};

    #[test]
    fn a_field_says_of_every_cell_what_its_ground_says() {
        let zgd = Zgd::from_cells(|x, y, cell| {
            let floors = (x + 3 * y) % 4;
            cell.extend((0..floors).map(|n| Volume { z: (100 * n) as i16 + x as i16, height: 90 }));
        });
        let zones = Zones::new(Origin::USUAL, [(Zone { x: 1000, y: 1000 }, &zgd)]);
        let near = [SquareInWorld { x: 0, y: 0 }, SquareInWorld { x: 3, y: 5 }];
        let far = [SquareInWorld { x: i32::MIN, y: 0 }, SquareInWorld { x: i32::MAX, y: i32::MAX }];
        for squares in [&near[..], &near[..1], &far, &[]] {
            let field = Field::around(&zones, squares);
            for (x, y) in (-40..90).flat_map(|x| (-40..90).map(move |y| (x, y))) {
                let cell = CellInWorld { x, y };
                assert_eq!(field.volumes(cell), zones.volumes(cell), "{cell:?}");
                assert_eq!(field.is_known(cell), zones.is_known(cell), "{cell:?}");
            }
            let last = CellInWorld { x: i32::MAX, y: i32::MIN };
            assert_eq!(field.volumes(last), zones.volumes(last));
        }
    }
}
