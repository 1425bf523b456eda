//! What is open above the spans of a field: who stands where, and which places are beside each other.

use crate::nav::eq::mesh::Point;
use crate::nav::eq::recast::field::{Field, NO_CEILING, step};
use crate::nav::eq::recast::{Cells, Settings};

/// A place where somebody may stand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) floor: i32,
    top: i32,
    pub(super) row: usize,
    pub(super) column: usize,
    /// To lower x, higher y, higher x and lower y.
    beside: [Option<u32>; 4],
    /// `None` where it is too near to a wall.
    pub(super) area: Option<u8>,
}

#[derive(Debug, Clone)]
pub(super) struct Open {
    pub(super) side: usize,
    pub(super) places: Vec<Place>,
    /// The first place of each column, and behind the last one.
    first: Vec<u32>,
}

impl Open {
    pub(super) fn new(field: Field, cells: &Cells) -> Open {
        let side = field.side;
        let mut open =
            Open { side, places: Vec::new(), first: Vec::with_capacity(side * side + 1) };
        for (number, spans) in field.columns.into_iter().enumerate() {
            open.first.push(open.places.len() as u32);
            let mut top = NO_CEILING;
            let own = open.places.len();
            for span in spans.into_iter().rev() {
                if span.is_walked {
                    let (row, column) = (number / side, number % side);
                    let (floor, beside, area) = (span.high, [None; 4], Some(0));
                    open.places.push(Place { floor, top, row, column, beside, area });
                }
                top = span.low;
            }
            open.places.get_mut(own..).unwrap_or_default().reverse();
        }
        open.first.push(open.places.len() as u32);
        let beside: Vec<[Option<u32>; 4]> = open
            .places
            .iter()
            .map(|place| std::array::from_fn(|direction| open.find_beside(place, direction, cells)))
            .collect();
        for (place, beside) in open.places.iter_mut().zip(beside) {
            place.beside = beside;
        }
        open
    }

    fn find_beside(&self, place: &Place, direction: usize, cells: &Cells) -> Option<u32> {
        let column = step(place.row, place.column, direction, self.side)?;
        let (from, to) = (*self.first.get(column)?, *self.first.get(column + 1)?);
        (from..to).find(|other| {
            self.places.get(*other as usize).is_some_and(|other| {
                let room = place.top.min(other.top).saturating_sub(place.floor.max(other.floor));
                room >= cells.height && (other.floor - place.floor).abs() <= cells.climb
            })
        })
    }

    /// The place beside another one.
    pub(super) fn beside(&self, place: usize, direction: usize) -> Option<usize> {
        let beside = self.places.get(place)?.beside;
        beside.get(direction).copied().flatten().map(|other| other as usize)
    }

    fn floor_at(&self, place: usize) -> Option<i32> {
        self.places.get(place).map(|place| place.floor)
    }

    /// Takes away what is nearer to a wall than a radius in cells.
    pub(super) fn shrink(&mut self, radius: i32) {
        let is_inside = |own: usize| (0..4).all(|direction| self.beside(own, direction).is_some());
        let mut far: Vec<i32> = (0..self.places.len())
            .map(|own| if is_inside(own) { i32::MAX - 8 } else { 0 })
            .collect();
        // A step straight counts two and one across three. First from low rows to high ones, then back.
        let passes: [(bool, [(usize, usize); 2]); 2] =
            [(false, [(0, 3), (3, 2)]), (true, [(2, 1), (1, 0)])];
        for (is_back, ways) in passes {
            for n in 0..far.len() {
                let own = if is_back { far.len() - 1 - n } else { n };
                let mut least = far.get(own).copied().unwrap_or_default();
                for (straight, across) in ways {
                    let Some(beside) = self.beside(own, straight) else { continue };
                    let distance = |place: usize| far.get(place).copied().unwrap_or_default();
                    least = least.min(distance(beside) + 2);
                    if let Some(corner) = self.beside(beside, across) {
                        least = least.min(distance(corner) + 3);
                    }
                }
                if let Some(slot) = far.get_mut(own) {
                    *slot = least;
                }
            }
        }
        for (place, far) in self.places.iter_mut().zip(far) {
            if far < radius * 2 {
                place.area = None;
            }
        }
    }

    /// Asks what the ground is at each place.
    pub(super) fn mark(
        &mut self,
        settings: &Settings,
        [x, z, y]: Point,
        area_of: &impl Fn(Point) -> u8,
    ) {
        let cell = settings.cell;
        for place in self.places.iter_mut().filter(|place| place.area.is_some()) {
            let at = |from: f32, cells: usize| from + (cells as f32 + 0.5) * cell;
            let height = z + place.floor as f32 * settings.cell_height;
            place.area = Some(area_of([at(x, place.column), height, at(y, place.row)]));
        }
    }

    /// How high the corner behind an edge of a place is: as high as the highest place around it.
    pub(super) fn corner(&self, place: usize, direction: usize) -> i32 {
        let next = (direction + 1) % 4;
        let own = self.floor_at(place).unwrap_or_default();
        let ways = [(direction, next), (next, direction)];
        let around = ways.into_iter().flat_map(|(first, second)| {
            let beside = self.beside(place, first);
            let corner = beside.and_then(|beside| self.beside(beside, second));
            [beside, corner].into_iter().flatten()
        });
        around.filter_map(|other| self.floor_at(other)).fold(own, i32::max)
    }
}
