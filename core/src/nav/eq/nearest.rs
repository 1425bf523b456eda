//! How far it is to the nearest region of each kind.

use std::collections::BTreeMap;

use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, PointDistance, RTree};

use super::boxes;
use super::cell::Cell;
use super::tree::RegionTree;
use crate::format::eq::wtr;
use crate::space::eq::{Kind, exchanged};

/// A region of a kind that is not normal, with its box in the tree.
type Boxed = GeomWithData<Rectangle<[f64; 3]>, usize>;

/// The regions of each kind as bodies.
#[derive(Debug, Clone, Default)]
pub struct Nearest {
    cells: Vec<Cell>,
    of_kind: BTreeMap<i32, RTree<Boxed>>,
}

impl Nearest {
    /// Of every leaf whose kind is not normal.
    pub fn new(tree: &RegionTree) -> Nearest {
        let mut cells = Vec::new();
        tree.each_cell(|leaf, planes| {
            if leaf.kind != Kind::Normal.number() {
                cells.extend(Cell::new(planes).map(|cell| (leaf.kind, cell)));
            }
        });
        Nearest::of(cells)
    }

    /// Of every box whose kind is not normal, without what boxes before it have.
    pub fn of_boxes(boxes: &[wtr::Box]) -> Nearest {
        Nearest::of(boxes::cells(boxes))
    }

    fn of(of_kinds: Vec<(i32, Cell)>) -> Nearest {
        let mut cells = Vec::new();
        let mut boxed: BTreeMap<i32, Vec<Boxed>> = BTreeMap::new();
        for (kind, cell) in of_kinds {
            let [low, high] = cell.bounds();
            let rectangle = Rectangle::from_corners(low, high);
            boxed.entry(kind).or_default().push(GeomWithData::new(rectangle, cells.len()));
            cells.push(cell);
        }
        let of_kind = boxed.into_iter().map(|(kind, boxed)| (kind, RTree::bulk_load(boxed)));
        Nearest { cells, of_kind: of_kind.collect() }
    }

    /// The distance of a point in the server's axes from the nearest region of a kind; `None` where
    /// there is no such region.
    pub fn distance(&self, kind: Kind, point: [f64; 3]) -> Option<f64> {
        if point.iter().any(|number| !number.is_finite()) {
            return None;
        }
        let point = exchanged(point);
        let tree = self.of_kind.get(&kind.number())?;
        let mut nearest = f64::INFINITY;
        for boxed in tree.nearest_neighbor_iter(point) {
            // Those that follow are in boxes that are farther still.
            if boxed.geom().distance_2(&point) >= nearest * nearest {
                break;
            }
            let cell = self.cells.get(boxed.data);
            nearest = cell.map_or(nearest, |cell| cell.distance(point).min(nearest));
            if nearest == 0.0 {
                break;
            }
        }
        nearest.is_finite().then_some(nearest)
    }

    /// How many regions of a kind there are.
    pub fn n_regions(&self, kind: Kind) -> usize {
        self.of_kind.get(&kind.number()).map_or(0, RTree::size)
    }
}

/// The part of a box that is in the other one; a point of the second where there is none.
pub fn common([low, high]: [[f64; 3]; 2], within: [[f64; 3]; 2]) -> [[f64; 3]; 2] {
    let area = AABB::from_corners(within[0], within[1]);
    let clamp = |point: [f64; 3]| {
        let ([x, y, z], [lx, ly, lz], [hx, hy, hz]) = (point, area.lower(), area.upper());
        [x.clamp(lx, hx), y.clamp(ly, hy), z.clamp(lz, hz)]
    };
    [clamp(low), clamp(high)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nav::eq::tree::tests::pool;

    #[test]
    fn the_nearest_region_of_a_kind_may_be_the_one_that_a_point_is_in() {
        let nearest = Nearest::new(&pool());
        // Water is where y is above 0 and z above 0, in the server's axes; lava is below it.
        let rows = [
            ([9.0, 5.0, 5.0], 0.0, 5.0),
            ([9.0, 5.0, -2.0], 2.0, 0.0),
            ([9.0, -3.0, -4.0], 5.0, 3.0),
        ];
        for (point, water, lava) in rows {
            let close = |kind, distance: f64| {
                (nearest.distance(kind, point).unwrap() - distance).abs() < 1e-9
            };
            assert!(close(Kind::Water, water) && close(Kind::Lava, lava), "{point:?}");
        }
        assert_eq!(nearest.distance(Kind::Slime, [0.0; 3]), None);
        assert_eq!(nearest.distance(Kind::Water, [f64::NAN; 3]), None);
        assert_eq!(nearest.n_regions(Kind::Water), 1);
    }

    #[test]
    fn a_box_is_cut_to_the_zone() {
        let zone = [[0.0; 3], [10.0; 3]];
        assert_eq!(common([[-9.0; 3], [5.0; 3]], zone), [[0.0; 3], [5.0; 3]]);
        assert_eq!(common([[20.0; 3], [25.0; 3]], zone), [[10.0; 3]; 2]);
    }
}
