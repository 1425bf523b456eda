//! What is drawn of an area's volumes: a square of chunks around the place that a view looks at.
//! Chunks are made when they come near, and made again when their volumes or the slice change.

use std::collections::{BTreeMap, BTreeSet};

use glam::{Mat4, Vec3, vec3};
use landwright_core::space::extent::Extent;
use landwright_core::space::tera::{
    CellInWorld, CellInZone, PosInWorld, UNITS_PER_CELL, UNITS_PER_METRE, Zone,
};
use landwright_core::world::area::geometry::Land;
use landwright_core::world::area::geometry::cells::{ChangedSince, Known, ZoneMark};

use super::mesh::{self, Look, Meshes};
use super::target_at;
use crate::canvas::three_d::scene::{Mesh, PartId, Scene, Upload};
use crate::canvas::three_d::terrain::{Budget, Progress};
use crate::kind::tera::canvas::floors::{NO_GEOMETRY, range_of};
use crate::kind::tera::document::AreaDocument;
use crate::kind::tera::view::world_from_space;
use crate::view::id::DocumentId;
use crate::view::orbit::Bounds;

/// Along a side. A zone is 30 chunks wide, so that none lies in two.
pub(super) const CELLS_PER_CHUNK: i32 = 32;

/// So many chunks around that of the target: 3,584 units along a side, or 143 m.
const REACH: i32 = 3;

/// No area reaches farther; beyond, numbers would run over.
const FARTHEST_CHUNK: i32 = 1 << 20;

const SIDE: f32 = UNITS_PER_CELL as f32;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Chunk {
    x: i32,
    y: i32,
}

/// The chunks around one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Around(pub(super) Chunk);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    document: DocumentId,
    chunk: Chunk,
    low: Option<i16>,
    high: Option<i16>,
}

struct Made {
    of: Marks,
    solid: PartId,
    ceilings: Option<PartId>,
    bounds: Bounds,
    was_used: bool,
}

/// What the zones were like that a chunk and the cells beside it lie in.
type Marks = [Option<(Zone, ZoneMark)>; 4];

/// The chunks of all views.
#[derive(Default)]
pub(super) struct Chunks {
    made: BTreeMap<Key, Made>,
    ranges: BTreeMap<DocumentId, (f64, f64)>,
}

#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) solid: Vec<PartId>,
    pub(super) ceilings: Vec<PartId>,
    pub(super) progress: Progress,
}

impl Chunk {
    pub(super) fn of(at_in_space: Vec3) -> Chunk {
        let side = SIDE * CELLS_PER_CHUNK as f32;
        let at =
            |units: f32| ((units / side).floor() as i32).clamp(-FARTHEST_CHUNK, FARTHEST_CHUNK);
        Chunk { x: at(at_in_space.y), y: at(at_in_space.x) }
    }

    fn low(self) -> CellInWorld {
        CellInWorld { x: self.x * CELLS_PER_CHUNK, y: self.y * CELLS_PER_CHUNK }
    }
}

impl Around {
    pub(super) fn low(self) -> CellInWorld {
        let Around(Chunk { x, y }) = self;
        Chunk { x: x - REACH, y: y - REACH }.low()
    }

    pub(super) fn n_cells(self) -> u32 {
        ((2 * REACH + 1) * CELLS_PER_CHUNK) as u32
    }

    /// So far around what is looked at it goes, at least.
    pub(super) fn reach_m(self) -> f64 {
        f64::from(REACH * CELLS_PER_CHUNK * UNITS_PER_CELL) / UNITS_PER_METRE
    }

    /// The corners on the ground.
    pub(super) fn corners(self) -> [[f64; 2]; 2] {
        let CellInWorld { x, y } = self.low();
        let low = [x, y].map(|at| f64::from(at) * f64::from(UNITS_PER_CELL));
        [low, low.map(|at| at + f64::from(self.n_cells()) * f64::from(UNITS_PER_CELL))]
    }

    /// With every node there, however high.
    pub(super) fn extent(self) -> Option<Extent<3>> {
        let [low, high] = self.corners().map(|[x, y]| [x as f32, y as f32]);
        let [[low_x, low_y], [high_x, high_y]] = [low, high];
        Extent::between([low_x, low_y, -1e6], [high_x, high_y, 1e6]).ok()
    }

    /// The land there and a cell around it, as far as it is unpacked, and the zones that are not.
    pub(super) fn land(self, document: &AreaDocument) -> (Land, BTreeSet<Zone>) {
        let [low, high] = self.corners();
        let margin = f64::from(UNITS_PER_CELL);
        let (low, high) = (low.map(|at| at - margin), high.map(|at| at + margin));
        let geometry = document.geometry.at_hand();
        (geometry.between(document.area().origin(), low, high), geometry.missed())
    }

    /// The nearest first.
    fn chunks(self) -> Vec<Chunk> {
        let Around(middle) = self;
        let all = (-REACH..=REACH).flat_map(|x| (-REACH..=REACH).map(move |y| (x, y)));
        let mut all: Vec<(i32, i32)> = all.collect();
        all.sort_by_key(|(x, y)| (x * x + y * y, *x, *y));
        all.iter().map(|(x, y)| Chunk { x: middle.x + x, y: middle.y + y }).collect()
    }

    /// The zones of the area in there that have no geometry, each with a place to say so.
    pub(super) fn missing(self, document: &AreaDocument, height: f32) -> Vec<(Zone, Vec3)> {
        let mut zones: BTreeMap<Zone, (Vec3, f32)> = BTreeMap::new();
        for chunk in self.chunks() {
            let Some(zone) = zone_of(document, chunk).filter(|zone| lacks(document, *zone)) else {
                continue;
            };
            let (sum, n) = zones.entry(zone).or_default();
            *sum += middle_of(chunk, height);
            *n += 1.0;
        }
        zones.into_iter().map(|(zone, (sum, n))| (zone, sum / n)).collect()
    }
}

fn middle_of(chunk: Chunk, height: f32) -> Vec3 {
    let CellInWorld { x, y } = chunk.low();
    let middle = |low: i32| (low as f32 + CELLS_PER_CHUNK as f32 / 2.0) * SIDE;
    vec3(middle(y), middle(x), height)
}

fn zone_of(document: &AreaDocument, chunk: Chunk) -> Option<Zone> {
    let (zone, _) = document.area().origin().zone_from_world(chunk.low())?;
    Some(zone).filter(|zone| document.area().has_zone(*zone))
}

fn lacks(document: &AreaDocument, zone: Zone) -> bool {
    matches!(document.geometry.known_cells(zone), Known::Nothing)
}

/// Whether a zone is packed that a chunk and the cells beside it lie in.
fn is_coming(document: &AreaDocument, marks: &Marks) -> bool {
    marks
        .iter()
        .flatten()
        .any(|(zone, _)| matches!(document.geometry.known_cells(*zone), Known::NotYet))
}

impl Chunks {
    pub(super) fn forget_unused(&mut self, scene: &Scene) {
        self.made.retain(|_, made| {
            let is_used = std::mem::take(&mut made.was_used);
            if !is_used {
                made.remove(scene);
            }
            is_used
        });
        let made = &self.made;
        self.ranges.retain(|document, _| made.keys().any(|key| key.document == *document));
    }

    /// Makes what is near, as far as the budget goes, and says which parts are seen.
    pub(super) fn show(
        &mut self,
        scene: &mut Scene,
        document: &AreaDocument,
        around: Around,
        land: &Land,
        clip_from_world: &Mat4,
        budget: Budget,
    ) -> Parts {
        let mut parts = Parts::default();
        let range = || range_of(document.area());
        let range = *self.ranges.entry(document.id).or_insert_with(range);
        let mut n_made = 0;
        for chunk in around.chunks() {
            let (low, high) = (document.slice.low, document.slice.high);
            let key = Key { document: document.id, chunk, low, high };
            let marks = marks(document, chunk);
            let is_fresh = |made: &Made| is_as_it_was(document, chunk, &made.of, &marks);
            if !self.made.get(&key).is_some_and(is_fresh) && !is_coming(document, &marks) {
                if n_made > 0 && !budget.is_left() {
                    parts.progress = Progress::GoesOn;
                } else {
                    n_made += 1;
                    if let Some(old) = self.made.remove(&key) {
                        old.remove(scene);
                    }
                    let meshes = meshes_of(document, land, chunk, range);
                    self.made.insert(key, Made::new(scene, marks, meshes));
                }
            }
            let Some(made) = self.made.get_mut(&key) else { continue };
            made.was_used = true;
            if made.bounds.may_be_seen(clip_from_world) {
                parts.solid.push(made.solid);
                parts.ceilings.extend(made.ceilings);
            }
        }
        parts
    }
}

fn marks(document: &AreaDocument, chunk: Chunk) -> Marks {
    let CellInWorld { x, y } = chunk.low();
    let beside = [(0, 0), (CELLS_PER_CHUNK, 0), (0, CELLS_PER_CHUNK), (-1, 0)];
    beside.map(|(by_x, by_y)| {
        let cell = CellInWorld { x: x + by_x, y: y + by_y };
        let (zone, _) = document.area().origin().zone_from_world(cell)?;
        Some((zone, document.geometry.mark(zone)?))
    })
}

/// Whether nothing changed in a chunk or right beside it since it was made.
fn is_as_it_was(document: &AreaDocument, chunk: Chunk, was: &Marks, is: &Marks) -> bool {
    was.iter().zip(is).all(|pair| match pair {
        (None, None) => true,
        (Some((zone, was)), Some((other, is))) if zone == other => match was.until(is) {
            ChangedSince::Nothing => true,
            ChangedSince::Everything => false,
            ChangedSince::Cells(low, high) => !touches(document, chunk, *zone, low, high),
        },
        _ => false,
    })
}

/// Whether cells of a zone are in a chunk or right beside it.
fn touches(
    document: &AreaDocument,
    chunk: Chunk,
    zone: Zone,
    [low_x, low_y]: [u16; 2],
    [high_x, high_y]: [u16; 2],
) -> bool {
    let corner = CellInZone::new(0, 0);
    let corner = corner.and_then(|at| document.area().origin().world_from_zone(zone, at));
    let Some(corner) = corner else { return true };
    let low = chunk.low();
    let meet = |corner: i32, from: u16, to: u16, low: i32| {
        corner + i32::from(to) >= low && corner + i32::from(from) <= low + CELLS_PER_CHUNK
    };
    meet(corner.x, low_x, high_x, low.x) && meet(corner.y, low_y, high_y, low.y)
}

fn meshes_of(document: &AreaDocument, land: &Land, chunk: Chunk, range: (f64, f64)) -> Meshes {
    let is_missing = zone_of(document, chunk).is_some_and(|zone| lacks(document, zone));
    if is_missing {
        let mut meshes = Meshes::default();
        // A bit below the nodes there.
        let PosInWorld { x, y, .. } = world_from_space(middle_of(chunk, 0.0).as_dvec3());
        let height = target_at(document, [x, y]).z - 4.0;
        let low = middle_of(chunk, height) - vec3(1.0, 1.0, 0.0) * SIDE * 15.75;
        let high = middle_of(chunk, height) + vec3(1.0, 1.0, 0.0) * SIDE * 15.75;
        meshes.solid = Mesh::level(low, high, NO_GEOMETRY.to_array());
        return meshes;
    }
    let (low, slice) = (chunk.low(), document.slice);
    let look = Look { low, n_cells: CELLS_PER_CHUNK, side: SIDE, slice, range };
    mesh::of(land, &look)
}

impl Made {
    fn new(scene: &mut Scene, of: Marks, meshes: Meshes) -> Made {
        let bounds = bounds_of(&[&meshes.solid, &meshes.ceilings]);
        let mut put = |mesh: Mesh| {
            let part = scene.new_part();
            scene.put(part, Upload { mesh: Some(mesh), texels: None });
            part
        };
        let solid = put(meshes.solid);
        let has_ceilings = !meshes.ceilings.indices.is_empty();
        let ceilings = has_ceilings.then(|| put(meshes.ceilings));
        Made { of, solid, ceilings, bounds, was_used: true }
    }

    fn remove(&self, scene: &Scene) {
        scene.remove(self.solid);
        self.ceilings.into_iter().for_each(|part| scene.remove(part));
    }
}

fn bounds_of(meshes: &[&Mesh]) -> Bounds {
    let places = meshes.iter().flat_map(|mesh| &mesh.vertices);
    let places = places.map(|vertex| Vec3::from_array(vertex.at_in_world));
    let (low, high) = places
        .fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)));
    match low.is_finite() {
        true => Bounds { low_in_world: low, high_in_world: high },
        false => Bounds { low_in_world: Vec3::ZERO, high_in_world: Vec3::ZERO },
    }
}
