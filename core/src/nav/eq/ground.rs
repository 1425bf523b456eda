//! The triangles that stop things, where the server has them, and an index of where they are.

use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};
use std::collections::HashMap;

use super::placing::{Place, PlaceInGroup, Real};
use crate::format::eq::map::{Content, Ground as Tiles, Map, Mesh, Model, Tile};
use crate::format::number::F32;

/// A triangle, by its corners.
pub type Triangle = [[f32; 3]; 3];

/// A triangle where it truly is.
pub type TrueTriangle = [[f64; 3]; 3];

/// Seen from above, with the number of the triangle.
type Footprint = GeomWithData<Rectangle<[f32; 2]>, u32>;

/// As far as a point may be from the footprint of a triangle that it is taken to be over, so that
/// rounding decides no answer.
const SLACK: f32 = 0.01;

/// Everything that stops something in a zone.
#[derive(Debug, Clone, Default)]
pub struct Ground {
    /// In the order in which the server has them.
    triangles: Vec<Triangle>,
    /// The last of them, of what is placed: the server rounds these in every step.
    placed: Vec<TrueTriangle>,
    tree: RTree<Footprint>,
}

impl Ground {
    pub fn of_map(map: &Map) -> Ground {
        match map {
            Map::Version1(map) => {
                let corners = map.faces.iter().map(|face| face.corners);
                Ground::new(corners.map(|corners| corners.map(point)).collect())
            }
            Map::Version2(map) => Ground::of_content(&map.content),
        }
    }

    pub fn of_content(content: &Content) -> Ground {
        let mut triangles = Vec::new();
        add_mesh(&content.solid, &mut triangles);
        // Of models of one name, the server has the last.
        let models: HashMap<&[u8], &Model> =
            content.models.iter().map(|model| (model.name.as_bytes(), model)).collect();
        let mut placed_ones = Vec::new();
        for placed in &content.placed {
            if let Some(model) = models.get(placed.model.as_bytes()) {
                let (place, exact) = (Place::of(placed), Place::of(placed));
                add_model(model, |point| place.of_point(point), &mut triangles);
                add_model(model, |point| exact.of_point(point), &mut placed_ones);
            }
        }
        for group in &content.groups {
            for placed in &group.placed {
                if let Some(model) = models.get(placed.model.as_bytes()) {
                    let place = PlaceInGroup::of(placed, group);
                    let exact = PlaceInGroup::of(placed, group);
                    add_model(model, |point| place.of_point(point), &mut triangles);
                    add_model(model, |point| exact.of_point(point), &mut placed_ones);
                }
            }
        }
        for tile in &content.ground.tiles {
            let from = triangles.len();
            add_tile(tile, &content.ground, &mut triangles);
            let tiles = triangles.get(from..).unwrap_or_default();
            placed_ones.extend(tiles.iter().map(|corners| corners.map(|it| it.map(f64::from))));
        }
        Ground::with(triangles, placed_ones)
    }

    pub fn new(triangles: Vec<Triangle>) -> Ground {
        Ground::with(triangles, Vec::new())
    }

    fn with(triangles: Vec<Triangle>, placed: Vec<TrueTriangle>) -> Ground {
        let footprints = (0..).zip(&triangles).filter_map(|(number, triangle)| {
            // A triangle that is nowhere is hit by nothing, and would break the index.
            let is_finite = triangle.iter().flatten().all(|number| number.is_finite());
            is_finite.then(|| {
                let [a, b, c] = triangle.map(|[x, y, _]| [x, y]);
                let low = [a[0].min(b[0]).min(c[0]), a[1].min(b[1]).min(c[1])];
                let high = [a[0].max(b[0]).max(c[0]), a[1].max(b[1]).max(c[1])];
                GeomWithData::new(Rectangle::from_corners(low, high), number)
            })
        });
        let tree = RTree::bulk_load(footprints.collect());
        Ground { triangles, placed, tree }
    }

    pub fn triangles(&self) -> &[Triangle] {
        &self.triangles
    }

    /// Where a triangle truly is, by its number.
    pub fn exact(&self, number: u32) -> Option<TrueTriangle> {
        let number = number as usize;
        let n_as_they_are = self.triangles.len().saturating_sub(self.placed.len());
        match number.checked_sub(n_as_they_are) {
            Some(place) => self.placed.get(place).copied(),
            None => self.triangles.get(number).map(|corners| corners.map(|it| it.map(f64::from))),
        }
    }

    /// The triangles that a point may be over or under, each with its number.
    pub fn around(&self, x: f32, y: f32) -> impl Iterator<Item = (u32, &Triangle)> {
        let is_finite = x.is_finite() && y.is_finite();
        let (x, y) = if is_finite { (x, y) } else { (0.0, 0.0) };
        self.within([x - SLACK, y - SLACK], [x + SLACK, y + SLACK]).filter(move |_| is_finite)
    }

    /// The triangles that may be in a rectangle seen from above, each with its number.
    pub fn within(&self, low: [f32; 2], high: [f32; 2]) -> impl Iterator<Item = (u32, &Triangle)> {
        let area = AABB::from_corners(low, high);
        self.tree.locate_in_envelope_intersecting(area).filter_map(|footprint| {
            let triangle = self.triangles.get(footprint.data as usize)?;
            Some((footprint.data, triangle))
        })
    }

    /// The box around everything; `None` where there is nothing.
    pub fn bounds(&self) -> Option<[[f32; 3]; 2]> {
        let points = self.triangles.iter().flatten();
        let points = points.filter(|point| point.iter().all(|number| number.is_finite()));
        points.fold(None, |bounds: Option<[[f32; 3]; 2]>, point| {
            let [low, high] = bounds.unwrap_or([*point; 2]);
            let lower = std::array::from_fn(|axis| axis_of(low, axis).min(axis_of(*point, axis)));
            let higher = std::array::from_fn(|axis| axis_of(high, axis).max(axis_of(*point, axis)));
            Some([lower, higher])
        })
    }
}

fn axis_of(point: [f32; 3], axis: usize) -> f32 {
    point.get(axis).copied().unwrap_or_default()
}

fn point(point: [F32; 3]) -> [f32; 3] {
    point.map(F32::get)
}

fn add_mesh(mesh: &Mesh, triangles: &mut Vec<Triangle>) {
    let (corners, _) = mesh.indices.as_chunks::<3>();
    triangles.extend(corners.iter().filter_map(|corners| {
        let [a, b, c] = corners.map(|index| mesh.vertices.get(index as usize).copied());
        Some([a?, b?, c?].map(point))
    }));
}

fn add_model<N: Real>(
    model: &Model,
    placed: impl Fn([N; 3]) -> [N; 3],
    triangles: &mut Vec<[[N; 3]; 3]>,
) {
    let vertices: Vec<[N; 3]> =
        model.vertices.iter().map(|vertex| placed(vertex.map(N::of))).collect();
    let solid = model.sides.iter().filter(|side| side.stops != 0);
    triangles.extend(solid.filter_map(|side| {
        let [a, b, c] = side.corners.map(|corner| vertices.get(corner as usize).copied());
        Some([a?, b?, c?])
    }));
}

/// The ground of a tile, in the server's axes as it is.
fn add_tile(tile: &Tile, ground: &Tiles, triangles: &mut Vec<Triangle>) {
    let [x0, y0] = tile.position.map(F32::get);
    let unit = ground.units_per_quad.get();
    let n_quads = ground.quads_per_tile;
    if tile.is_flat != 0 {
        let height = tile.heights.first().copied().unwrap_or_default().get();
        let side = n_quads as f32 * unit;
        let corner = |x: f32, y: f32| [x, y, height];
        let corners = [
            corner(x0, y0),
            corner(x0 + side, y0),
            corner(x0 + side, y0 + side),
            corner(x0, y0 + side),
        ];
        add_quad(corners, triangles);
        return;
    }
    let height = |row: u32, column: u32| {
        let place = row as usize * (n_quads as usize + 1) + column as usize;
        tile.heights.get(place).copied().unwrap_or_default().get()
    };
    for row in 0..n_quads {
        for column in 0..n_quads {
            let quad = row as usize * n_quads as usize + column as usize;
            if tile.flags.0.get(quad).is_some_and(|flags| flags & 1 != 0) {
                continue;
            }
            let (x, y) = (x0 + row as f32 * unit, y0 + column as f32 * unit);
            let corners = [
                [x, y, height(row, column)],
                [x + unit, y, height(row + 1, column)],
                [x + unit, y + unit, height(row + 1, column + 1)],
                [x, y + unit, height(row, column + 1)],
            ];
            add_quad(corners, triangles);
        }
    }
}

fn add_quad([a, b, c, d]: [[f32; 3]; 4], triangles: &mut Vec<Triangle>) {
    triangles.extend([[d, b, c], [d, a, b]]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::text::Opaque;

    #[test]
    fn a_tile_is_two_triangles_for_each_quad_that_is_there() {
        let heights = (0..9).map(|n| F32::new(n as f32)).collect();
        let position = [F32::new(100.0), F32::ZERO];
        let flags = Opaque(vec![0, 1, 0, 0]);
        let tile = Tile { is_flat: 0, position, flags, heights };
        let tiles = Tiles { quads_per_tile: 2, units_per_quad: F32::new(8.0), tiles: vec![tile] };
        let ground = Ground::of_content(&Content { ground: tiles, ..Content::default() });
        assert_eq!(ground.triangles().len(), 6);
        assert_eq!(ground.bounds(), Some([[100.0, 0.0, 0.0], [116.0, 16.0, 8.0]]));
    }

    #[test]
    fn an_index_that_leads_nowhere_and_a_vertex_that_is_no_number_are_left_out() {
        let number = |number: f32| [F32::new(number); 3];
        let vertices = vec![number(0.0), number(1.0), number(f32::NAN)];
        let mesh = Mesh { vertices, indices: vec![0, 1, 7, 0, 1, 2, 0, 1, 1, 0] };
        let ground = Ground::of_content(&Content { solid: mesh, ..Content::default() });
        assert_eq!(ground.triangles().len(), 2);
        assert_eq!(ground.around(0.5, 0.5).count(), 1);
        assert_eq!(ground.around(f32::NAN, 0.5).count(), 0);
    }
}
