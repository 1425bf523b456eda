//! The water of a map: of its RSW, or in parts in its GND from 1.8 on.

use glam::{Affine3A, Vec2, Vec3};

use crate::format::ragnarok::gnd::{Gnd, Planes, WaterGrid};
use crate::format::ragnarok::rsw::Rsw;
use crate::format::ragnarok::water::Water;
use crate::scene::MaterialId;
use crate::scene::material::{Blend, Material};
use crate::scene::mesh::{Mesh, Vertex};
use crate::scene::model::{Instance, Model, Part};

use crate::stage::ragnarok::assets::Assets;
use crate::stage::ragnarok::map::Origin;
use crate::stage::ragnarok::surface::altitudes;

/// A picture of water reaches over so many cubes. (source)
pub const CUBES: f32 = 4.0;
const N_PICTURES: u32 = 32;
/// Frames of the client in a second.
const FRAMES_PER_SECOND: f32 = 60.0;
/// How far water covers what is under it. [src]
const COVER: f32 = 144.0 / 255.0;
/// Lava hides it. [src]
const LAVA: [i32; 2] = [4, 6];
/// "워터" in CP949.
const FOLDER: &[u8] = b"\xbf\xf6\xc5\xcd";
/// A veil of colour where the pictures of the client are not at hand.
const PLAIN: [f32; 4] = [0.18, 0.40, 0.55, 0.55];
/// Pieces of water are so many cubes wide at most.
const PIECE: u32 = 16;

/// All water of a map.
#[derive(Debug, Clone, Copy)]
pub struct Pool<'g> {
    whole: Water,
    grid: Option<&'g WaterGrid>,
}

impl<'g> Pool<'g> {
    /// A GND that has water counts, since an RSW of its time has none.
    pub fn of(gnd: &'g Gnd, rsw: Option<&Rsw>) -> Option<Pool<'g>> {
        let of_rsw = rsw.and_then(Rsw::water);
        match (of_rsw, gnd.water()) {
            (Some(water), _) => Some(Pool { whole: *water, grid: None }),
            (None, Some(grid)) => Some(Pool { whole: grid.whole, grid: Some(grid) }),
            (None, None) => None,
        }
    }

    pub fn kind(&self) -> i32 {
        self.whole.kind
    }

    /// How much of what is under it is not seen.
    pub fn cover(&self) -> f32 {
        if LAVA.contains(&self.kind()) { 1.0 } else { COVER }
    }

    /// The altitude of the water over a cube.
    pub fn level(&self, gnd: &Gnd, x: u32, y: u32) -> Option<f32> {
        let whole = self.whole.level.get();
        let Some(grid) = self.grid else { return Some(whole).filter(|it| it.is_finite()) };
        let (columns, rows) = (grid.columns.max(1), grid.rows.max(1));
        // Parts are equally large, and the last of a row takes what is left. [src]
        let part = |at: u32, side: u32, n: u32| (at / (side / n).max(1)).min(n - 1);
        let (column, row) = (part(x, gnd.width(), columns), part(y, gnd.height(), rows));
        let at = usize::try_from(u64::from(row) * u64::from(columns) + u64::from(column)).ok()?;
        let level = match &grid.planes {
            Planes::Levels(levels) => levels.get(at).map(|level| level.get()),
            Planes::Waters(waters) => waters.get(at).map(|water| water.level.get()),
        };
        level.or(Some(whole)).filter(|it| it.is_finite())
    }

    /// Whether any of a cube may be under water, waves included.
    fn covers(&self, gnd: &Gnd, x: u32, y: u32) -> bool {
        let level = self.level(gnd, x, y);
        let waves = self.whole.wave_height.get();
        let waves = if waves.is_finite() { waves.abs() } else { 0.0 };
        let lowest = altitudes(gnd, x, y).map(|it| it.into_iter().fold(f32::MIN, f32::max));
        level.zip(lowest).is_some_and(|(level, lowest)| lowest > level - waves)
    }

    pub fn covers_any(&self, gnd: &Gnd) -> bool {
        let mut cubes = (0..gnd.height()).flat_map(|y| (0..gnd.width()).map(move |x| (x, y)));
        cubes.any(|(x, y)| self.covers(gnd, x, y))
    }
}

/// A picture of water below `data\texture`, by its kind and number.
pub fn file(kind: i32, number: u32) -> Vec<u8> {
    let name = format!("\\water{kind}{number:02}.jpg");
    [FOLDER, name.as_bytes()].concat()
}

/// Where a place is in a picture of water, in cubes from the south-west.
pub fn uv(at_cubes: Vec2) -> Vec2 {
    Vec2::new(at_cubes.x, -at_cubes.y) / CUBES
}

/// Adds the surface of the water, level and without waves.
pub fn add(assets: &mut Assets<'_>, gnd: &Gnd, pool: &Pool<'_>, origin: Origin) {
    let mut mesh = Mesh::default();
    for y in (0..gnd.height()).step_by(PIECE as usize) {
        for x in 0..gnd.width() {
            let mut rows = (y..(y + PIECE).min(gnd.height())).peekable();
            while let Some(first) = rows.next() {
                if !pool.covers(gnd, x, first) {
                    continue;
                }
                let Some(level) = pool.level(gnd, x, first) else { continue };
                let mut last = first;
                let goes_on = |row: &u32| {
                    pool.covers(gnd, x, *row) && pool.level(gnd, x, *row) == Some(level)
                };
                while let Some(next) = rows.next_if(goes_on) {
                    last = next;
                }
                add_quad(&mut mesh, origin, [x, first], [x + 1, last + 1], level);
            }
        }
    }
    if mesh.indices.is_empty() {
        return;
    }
    let material = material(assets, pool);
    let mesh = assets.scene.add_mesh(mesh);
    let part = Part::new(mesh, material, 0);
    let model = Model::of_parts("water", vec![part]);
    let model = assets.scene.add_model(model);
    let mut instance = Instance::new(model, Affine3A::IDENTITY);
    instance.is_object = false;
    assets.scene.instances.push(instance);
}

fn add_quad(mesh: &mut Mesh, origin: Origin, low: [u32; 2], high: [u32; 2], level: f32) {
    let first = mesh.vertices.len() as u32;
    let [[west, south], [east, north]] = [low, high].map(|corner| corner.map(|at| at as f32));
    for [x, y] in [[west, south], [east, south], [east, north], [west, north]] {
        mesh.vertices.push(Vertex {
            at_m: origin.scene_from_cubes(x, y, level),
            normal: Vec3::Z,
            uv: uv(Vec2::new(x, y)),
            ..Vertex::default()
        });
    }
    mesh.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
}

fn material(assets: &mut Assets<'_>, pool: &Pool<'_>) -> MaterialId {
    let mut pictures = Vec::new();
    for number in 0..N_PICTURES {
        // Where the first is not there, the others are not missed one by one.
        let picture = assets.texture(&file(pool.kind(), number));
        pictures.extend(picture.map(|texture| texture.picture));
        if pictures.is_empty() {
            break;
        }
    }
    let is_plain = pictures.is_empty();
    let frames = pool.whole.frames.clamp(1, 600) as f32;
    let material = Material {
        pictures,
        pictures_per_second: FRAMES_PER_SECOND / frames,
        blend: if pool.cover() < 1.0 { Blend::Over } else { Blend::Opaque },
        is_two_sided: true,
        is_lit: false,
        hides: false,
        tint: if is_plain { PLAIN } else { [1.0, 1.0, 1.0, pool.cover()] },
        ..Material::default()
    };
    assets.scene.add_material(material)
}
