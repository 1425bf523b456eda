//! A picture of an area in space, drawn without a window: its volumes, coarser where they are far away,
//! with nodes and edges on their floors.

use std::collections::BTreeMap;

use glam::{Vec2, Vec3, vec3};
use landwright_core::format::tera::CELLS_PER_ZONE;
use landwright_core::format::tera::zgd::Volume;
use landwright_core::nav::tera::ground::Ground;
use landwright_core::space::tera::{CellInWorld, CellInZone, PosInWorld, UNITS_PER_CELL, Zone};
use landwright_core::world::area::Area;
use landwright_core::world::area::geometry::cells::Known;
use landwright_core::world::area::geometry::{Geometry, Land};
use landwright_core::world::area::picture::part::Part;
use landwright_core::world::area::picture::{Layer, NOTHING};
use landwright_core::world::gat::picture::image::Image;

use super::graph::{self, POST, faint};
use super::mesh::{self, Look};
use super::neighbourhood::CELLS_PER_CHUNK;
use crate::canvas::three_d::headless::Studio;
use crate::canvas::three_d::scene::{Grid, Line, Mesh, Scene, Shot, Upload};
use crate::kind::tera::canvas::floors::{NO_GEOMETRY, range_of};
use crate::kind::tera::canvas::graph::NODE;
use crate::kind::tera::document::Slice;
use crate::kind::tera::view::space_from_world;
use crate::renderer::device::Trouble;
use crate::view::orbit::{Bounds, Orbit};

/// A cell that is drawn is about so wide at most, where it is far away.
const FAR_CELL_IN_PIXELS: f32 = 2.0;
/// More corners of triangles take too much memory: cells are drawn coarser then.
const MOST_VERTICES: usize = 6_000_000;
/// More nodes or edges in a picture cover each other.
const MOST_LINES: usize = 300_000;
/// So far above and below the nodes there may be floors that are seen.
const MARGIN: f32 = 4_000.0;

const LINE_PIXELS: f32 = 1.4;
const SIDE: f32 = UNITS_PER_CELL as f32;

/// What is drawn, and from where.
pub(crate) struct Ask<'a> {
    pub(crate) area: &'a Area,
    pub(crate) geometry: &'a Geometry,
    pub(crate) part: Part,
    pub(crate) from: From,
    pub(crate) size_in_pixels: [u32; 2],
    /// What is drawn over the floors.
    pub(crate) layer: Layer,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum From {
    /// So far away that all of the part is seen.
    Everything {
        yaw_degrees: f32,
        pitch_degrees: f32,
    },
    Eye {
        at: PosInWorld,
        yaw_degrees: f32,
        pitch_degrees: f32,
    },
}

pub(crate) struct Drawn {
    pub(crate) image: Image,
    pub(crate) orbit: Orbit,
    /// Nodes that are seen, and how many of them are drawn.
    pub(crate) n_nodes: [usize; 2],
    /// Whether edges were left out, since there are too many.
    pub(crate) lacks_edges: bool,
}

pub(crate) fn picture(ask: &Ask<'_>) -> Result<Drawn, Trouble> {
    let mut studio = Studio::open()?;
    let shoot = Shoot::new(ask);
    let mut scene = Scene::default();
    let solid = shoot.ground().into_iter().map(|mesh| {
        let part = scene.new_part();
        scene.put(part, Upload { mesh: Some(mesh), texels: None });
        part
    });
    let solid = solid.collect();
    let over = shoot.lines();
    let shot = Shot {
        clip_from_world: shoot.orbit.clip_from_world(shoot.size),
        size_in_pixels: ask.size_in_pixels,
        background: NOTHING,
        grid: Grid::Hidden,
        cast: None,
        solid,
        laid: Vec::new(),
        cover: 1.0,
        translucent: Vec::new(),
        lines_in_front: over.lines.iter().map(|line| faint(*line)).collect(),
        lines: over.lines,
    };
    let image = studio.picture(&scene, &shot)?;
    let Over { n_nodes, lacks_edges, .. } = over;
    Ok(Drawn { image, orbit: shoot.orbit, n_nodes, lacks_edges })
}

/// A picture in the making.
struct Shoot<'a> {
    ask: &'a Ask<'a>,
    /// Of the picture, in pixels.
    size: Vec2,
    orbit: Orbit,
    /// The heights that colours tell apart.
    range: (f64, f64),
}

/// Nodes and edges.
#[derive(Default)]
struct Over {
    lines: Vec<Line>,
    n_nodes: [usize; 2],
    lacks_edges: bool,
}

impl<'a> Shoot<'a> {
    fn new(ask: &'a Ask<'a>) -> Shoot<'a> {
        let size = Vec2::from(ask.size_in_pixels.map(|side| side as f32));
        let range = match ask.area.n_nodes() {
            0 => range_of_floors(ask).unwrap_or_else(|| range_of(ask.area)),
            _ => range_of(ask.area),
        };
        let corner = |[x, y]: [f64; 2], z: f64| vec3(y as f32, x as f32, z as f32);
        let bounds = Bounds {
            low_in_world: corner(ask.part.low_corner(), range.0),
            high_in_world: corner(ask.part.high_corner(), range.1),
        };
        let orbit = match ask.from {
            From::Everything { yaw_degrees, pitch_degrees } => {
                let mut orbit = Orbit { yaw_degrees, pitch_degrees, ..Orbit::fit(bounds, size) };
                orbit.fit_again(bounds, size);
                orbit
            }
            From::Eye { at, yaw_degrees, pitch_degrees } => {
                Orbit::from_eye(space_from_world(at), yaw_degrees, pitch_degrees)
            }
        };
        Shoot { ask, size, orbit, range }
    }

    /// One mesh a zone: what is not seen is left out.
    fn ground(&self) -> Vec<Mesh> {
        let mut coarseness = 1.0;
        loop {
            match self.ground_as_coarse_as(coarseness) {
                Some(meshes) => return meshes,
                None => coarseness *= 2.0,
            }
        }
    }

    /// `None` where that takes too much memory.
    fn ground_as_coarse_as(&self, coarseness: f32) -> Option<Vec<Mesh>> {
        let mut meshes = Vec::new();
        let mut n_vertices = 0;
        let mut unknown = Vec::new();
        // The zones beside the last one are unpacked as long as somebody has them.
        let mut last: Option<Land> = None;
        for zone in self.ask.area.zones() {
            let Some([low, high]) = self.corners_of(*zone) else { continue };
            if matches!(self.ask.geometry.known_cells(*zone), Known::Nothing) {
                unknown.push((*zone, low));
                continue;
            }
            let land = self.ask.geometry.between(self.ask.area.origin(), low, high);
            let mesh = self.mesh_of(&land, low, coarseness);
            n_vertices += mesh.vertices.len();
            if n_vertices > MOST_VERTICES && coarseness < 64.0 {
                return None;
            }
            meshes.push(mesh);
            last = Some(land);
        }
        drop(last);
        meshes.extend(self.plates(&unknown));
        Some(meshes.into_iter().filter(|mesh| !mesh.indices.is_empty()).collect())
    }

    /// The first place of a zone that is in the part, and one in the cells behind its last one.
    fn corners_of(&self, zone: Zone) -> Option<[[f64; 2]; 2]> {
        let first = self.ask.area.origin().world_from_zone(zone, CellInZone::new(0, 0)?)?;
        let low = [first.x, first.y].map(|at| f64::from(at) * f64::from(UNITS_PER_CELL));
        let side = CELLS_PER_ZONE as f64 * f64::from(UNITS_PER_CELL);
        let (from, to) = (self.ask.part.low_corner(), self.ask.part.high_corner());
        let is_apart = |low: f64, from: f64, to: f64| low >= to || low + side <= from;
        if is_apart(low[0], from[0], to[0]) || is_apart(low[1], from[1], to[1]) {
            return None;
        }
        Some([low, low.map(|at| at + side + f64::from(UNITS_PER_CELL) / 2.0)])
    }

    /// What is seen of a zone that begins there.
    fn mesh_of(&self, land: &Land, low: [f64; 2], coarseness: f32) -> Mesh {
        let mut mesh = Mesh::default();
        let clip_from_world = self.orbit.clip_from_world(self.size);
        let eye = self.orbit.eye_in_world();
        let [x, y] = low.map(|at| (at / f64::from(UNITS_PER_CELL)).floor() as i32);
        let chunks = (0..CELLS_PER_ZONE as i32).step_by(CELLS_PER_CHUNK as usize);
        for (row, column) in chunks.clone().flat_map(|x| chunks.clone().map(move |y| (x, y))) {
            let first = CellInWorld { x: x + row, y: y + column };
            let corner = |cells: i32, z: f64| {
                let [x, y] = [first.x + cells, first.y + cells].map(|cell| cell as f32 * SIDE);
                vec3(y, x, z as f32)
            };
            let bounds = Bounds {
                low_in_world: corner(0, self.range.0),
                high_in_world: corner(CELLS_PER_CHUNK, self.range.1),
            };
            let tall = Bounds {
                low_in_world: bounds.low_in_world - Vec3::Z * MARGIN,
                high_in_world: bounds.high_in_world + Vec3::Z * MARGIN,
            };
            if !tall.may_be_seen(&clip_from_world) {
                continue;
            }
            let away = bounds.distance_to(eye);
            let pixels_per_cell = SIDE * self.orbit.points_per_world_unit(away, self.size);
            let most = FAR_CELL_IN_PIXELS * coarseness / pixels_per_cell;
            let mut step = 1;
            while step < CELLS_PER_CHUNK && (step * 2) as f32 <= most {
                step *= 2;
            }
            let look = Look {
                low: CellInWorld { x: first.x / step, y: first.y / step },
                n_cells: CELLS_PER_CHUNK / step,
                side: SIDE * step as f32,
                slice: Slice::default(),
                range: self.range,
            };
            mesh.append(mesh::of(&Coarse { land, part: self.ask.part, step }, &look).solid);
        }
        mesh
    }

    /// Zones without geometry, a bit below the nodes that are there.
    fn plates(&self, zones: &[(Zone, [f64; 2])]) -> Vec<Mesh> {
        if zones.is_empty() {
            return Vec::new();
        }
        let mut lowest: BTreeMap<Zone, f64> = BTreeMap::new();
        for pos in self.ask.area.nodes().filter_map(|node| self.ask.area.pos(node)) {
            let cell = CellInWorld::of(pos);
            if let Some((zone, _)) =
                cell.and_then(|cell| self.ask.area.origin().zone_from_world(cell))
            {
                let z = lowest.entry(zone).or_insert(pos.z);
                *z = z.min(pos.z);
            }
        }
        let plate = |(zone, low): &(Zone, [f64; 2])| {
            let (from, to) = (self.ask.part.low_corner(), self.ask.part.high_corner());
            let side = CELLS_PER_ZONE as f64 * f64::from(UNITS_PER_CELL);
            let z = lowest.get(zone).copied().unwrap_or(self.range.0) as f32 - 4.0;
            let at = |[x, y]: [f64; 2]| vec3(y as f32, x as f32, z);
            let first = [low[0].max(from[0]), low[1].max(from[1])];
            let last = [(low[0] + side).min(to[0]), (low[1] + side).min(to[1])];
            Mesh::level(at(first), at(last), NO_GEOMETRY.to_array())
        };
        zones.iter().map(plate).collect()
    }

    fn lines(&self) -> Over {
        if matches!(self.ask.layer, Layer::Floors | Layer::Density) {
            return Over::default();
        }
        let (area, lens) = (self.ask.area, self.orbit.lens(self.size));
        let margin = Vec2::splat(64.0);
        let is_seen = |at: Vec3| {
            let at = lens.view_from_world(at);
            at.is_some_and(|at| at.cmpge(-margin).all() && at.cmple(self.size + margin).all())
        };
        let (from, to) = (self.ask.part.low_corner(), self.ask.part.high_corner());
        let is_inside = |pos: &PosInWorld| {
            (from[0]..=to[0]).contains(&pos.x) && (from[1]..=to[1]).contains(&pos.y)
        };
        let places = area.nodes().filter_map(|node| {
            let pos = area.pos(node).filter(is_inside)?;
            Some((node, space_from_world(pos))).filter(|(_, at)| is_seen(*at))
        });
        let places: Vec<_> = places.collect();
        let step = places.len().div_ceil(MOST_LINES).max(1);
        let mut over = Over::default();
        for (node, at) in places.iter().step_by(step) {
            over.n_nodes[1] += 1;
            let post = Line::new(*at, *at + Vec3::Z * POST, NODE.to_array(), 2.0 * LINE_PIXELS);
            over.lines.push(post);
            let wants_edges = self.ask.layer == Layer::Edges && !over.lacks_edges;
            if wants_edges && step == 1 {
                graph::edges(&mut over.lines, area, *node, *at, LINE_PIXELS);
            }
            over.lacks_edges |= over.lines.len() > 4 * MOST_LINES;
        }
        over.n_nodes[0] = places.len();
        over.lacks_edges |= self.ask.layer == Layer::Edges && step > 1;
        over
    }
}

/// About the lowest and the highest floor that is drawn: some cells are asked.
fn range_of_floors(ask: &Ask<'_>) -> Option<(f64, f64)> {
    let (low, high) = (ask.part.low_corner(), ask.part.high_corner());
    let land = ask.geometry.between(ask.area.origin(), low, high);
    let side = |low: f64, high: f64| {
        let cells = |at: f64| (at / f64::from(UNITS_PER_CELL)) as i32;
        (cells(low)..cells(high)).step_by(CELLS_PER_CHUNK as usize / 2)
    };
    let cells = side(low[0], high[0]).flat_map(|x| side(low[1], high[1]).map(move |y| (x, y)));
    let floors = cells.flat_map(|(x, y)| land.volumes(CellInWorld { x, y }));
    let zs = floors.map(|volume| f64::from(volume.z)).map(|z| (z, z));
    zs.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).filter(|(low, high)| low < high)
}

/// Land of which every so many cells are one, as the one in its middle is. Nothing is known beside the part.
struct Coarse<'l> {
    land: &'l Land,
    part: Part,
    step: i32,
}

impl Coarse<'_> {
    fn fine(&self, CellInWorld { x, y }: CellInWorld) -> Option<CellInWorld> {
        let middle = |cell: i32| cell * self.step + self.step / 2;
        let cell = CellInWorld { x: middle(x), y: middle(y) };
        self.part.holds(cell).then_some(cell)
    }
}

impl Ground for Coarse<'_> {
    fn volumes(&self, cell: CellInWorld) -> &[Volume] {
        self.fine(cell).map_or(&[], |cell| self.land.volumes(cell))
    }

    fn is_known(&self, cell: CellInWorld) -> bool {
        self.fine(cell).is_some_and(|cell| self.land.is_known(cell))
    }
}
