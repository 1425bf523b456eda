//! A map as a scene: its ground and water, and its models in their places.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use glam::{Affine3A, Mat3A, Quat, Vec3};

use crate::format::number::F32;
use crate::format::ragnarok::gnd::Gnd;
use crate::format::ragnarok::rsw::object::{self, Object};
use crate::format::ragnarok::rsw::{self, Rsw};
use crate::format::ragnarok::{rsm as rsm_file, rsm2 as rsm2_file};
use crate::scene::light::Surroundings;
use crate::scene::material::{Blend, Material};
use crate::scene::mesh::{Bounds, Mesh};
use crate::scene::model::{Instance, Model, Part};
use crate::scene::prepared::scene_bounds;
use crate::scene::{ModelId, Scene};
use crate::space::ragnarok::WORLD_UNITS_PER_TILE;
use crate::stage::files::{Files, Missing, Watch};

use crate::stage::ragnarok::assets::{Assets, Cover};
use crate::stage::ragnarok::shape::{self, Foot, Look, Piece, Shade};
use crate::stage::ragnarok::water::Pool;
use crate::stage::ragnarok::{above, ground, rsm, rsm2, water};

/// World units along a side of a cube.
const UNITS_PER_CUBE: f32 = 10.0;
/// A model that covers less than this is seen through.
const LEAST: f32 = 0.5;
/// More nodes than any model has.
const MOST_NODES: usize = 20_000;

/// What the scene's places count from: the middle of the map, as in an RSW. A tile is a metre wide here.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Origin {
    /// In cubes from the south-west.
    pub middle: [f32; 2],
}

/// A map that is ready to be drawn.
#[derive(Default)]
pub struct Staged {
    pub scene: Scene,
    pub origin: Origin,
    /// Of the ground.
    pub bounds: Bounds,
    /// Instances of the scene: those of the ground are the first, those of water begin here, and models are
    /// between them.
    pub n_of_ground: usize,
    pub first_of_water: usize,
    /// Models of the RSW.
    pub n_objects: usize,
    /// Places in the list of its objects of those of them that nothing is drawn of.
    pub without_model: Vec<usize>,
    pub missing: Vec<Missing>,
    /// Kinds of objects that nothing is drawn of, how many of each, and why.
    pub not_drawn: BTreeMap<&'static str, (usize, &'static str)>,
}

/// East, down and north become east, north and up, and world units become metres.
pub fn scene_from_raw(raw: Vec3) -> Vec3 {
    Vec3::new(raw.x, raw.z, -raw.y) / WORLD_UNITS_PER_TILE
}

impl Origin {
    pub fn of(gnd: &Gnd) -> Origin {
        Origin { middle: [gnd.width(), gnd.height()].map(|side| side as f32 / 2.0) }
    }

    /// Of a place in cubes from the south-west, at an altitude.
    pub fn scene_from_cubes(self, x: f32, y: f32, altitude: f32) -> Vec3 {
        let [middle_x, middle_y] = self.middle;
        let (east, north) = ((x - middle_x) * UNITS_PER_CUBE, (y - middle_y) * UNITS_PER_CUBE);
        scene_from_raw(Vec3::new(east, altitude, north))
    }
}

/// Makes a scene of a map. Without an RSW there are no models, no water of its own, and a usual light.
pub fn stage(gnd: &Gnd, rsw: Option<&Rsw>, files: Files<'_>) -> Staged {
    let mut staged = stage_watched(gnd, rsw, files, &mut |_, _| ControlFlow::Continue(()));
    staged.take().unwrap_or_default()
}

/// The same; `None` where the watch cancels.
pub fn stage_watched(
    gnd: &Gnd,
    rsw: Option<&Rsw>,
    files: Files<'_>,
    watch: Watch<'_>,
) -> Option<Staged> {
    let mut assets = Assets::new(files);
    let origin = Origin::of(gnd);
    let bounds = ground::add(&mut assets, gnd, origin);
    let n_of_ground = assets.scene.instances.len();
    let mut staging = Staging::default();
    let objects = rsw.map(|rsw| rsw.objects.as_slice()).unwrap_or_default();
    for (number, object) in objects.iter().enumerate() {
        staging.place(&mut assets, number, object);
        if watch(number, objects.len()).is_break() {
            return None;
        }
    }
    let first_of_water = assets.scene.instances.len();
    if let Some(pool) = Pool::of(gnd, rsw) {
        water::add(&mut assets, gnd, &pool, origin);
    }
    let Assets { mut scene, files, .. } = assets;
    scene.surroundings = surroundings(rsw.map(|rsw| &rsw.light));
    let Staging { n_objects, without_model, not_drawn, .. } = staging;
    Some(Staged {
        scene,
        origin,
        bounds,
        n_of_ground,
        first_of_water,
        n_objects,
        without_model,
        missing: files.missing,
        not_drawn,
    })
}

/// The light of an RSW. Its latitude is how far the sun is from the zenith, and its longitude turns it from the
/// west to the south: walls of real maps that look there are the brightest.
fn surroundings(light: Option<&rsw::Light>) -> Surroundings {
    let usual = Surroundings { most_light: 1.0, ..Surroundings::default() };
    let Some(light) = light else {
        return Surroundings { ambient: Vec3::splat(0.3), diffuse: Vec3::ONE, ..usual };
    };
    let colour = |stated: [F32; 3]| {
        let part =
            |part: F32| if part.get().is_finite() { part.get().clamp(0.0, 4.0) } else { 1.0 };
        Vec3::from_array(stated.map(part))
    };
    let (longitude, latitude) = (radians(light.longitude), radians(light.latitude));
    let level = latitude.sin();
    let towards_sun = Vec3::new(-longitude.cos() * level, -longitude.sin() * level, latitude.cos());
    Surroundings {
        ambient: colour(light.ambient),
        diffuse: colour(light.diffuse),
        towards_sun: towards_sun.normalize_or(Vec3::Z),
        ..usual
    }
}

fn radians(degrees: i32) -> f32 {
    (degrees % 360) as f32 * std::f32::consts::PI / 180.0
}

/// The models so far.
#[derive(Default)]
struct Staging {
    made: BTreeMap<Vec<u8>, Option<ModelId>>,
    n_objects: usize,
    without_model: Vec<usize>,
    not_drawn: BTreeMap<&'static str, (usize, &'static str)>,
}

impl Staging {
    fn place(&mut self, assets: &mut Assets<'_>, number: usize, object: &Object) {
        let (kind, why) = match object {
            Object::Model(model) => {
                self.n_objects += 1;
                match self.instance(assets, number, model) {
                    Some(instance) => assets.scene.instances.push(instance),
                    None => self.without_model.push(number),
                }
                return;
            }
            Object::Light(_) => ("light", "its light is in the lightmaps already"),
            Object::Sound(_) => ("sound", "a sound has no shape"),
            Object::Effect(_) => ("effect", "effects are not drawn yet"),
        };
        self.not_drawn.entry(kind).or_insert((0, why)).0 += 1;
    }

    fn instance(
        &mut self,
        assets: &mut Assets<'_>,
        number: usize,
        placed: &object::Model,
    ) -> Option<Instance> {
        let key = placed.file.as_bytes().to_ascii_lowercase();
        let model = match self.made.get(&key) {
            Some(made) => *made,
            None => {
                let made = model(assets, placed.file.as_bytes());
                self.made.insert(key, made);
                made
            }
        };
        let model = model?;
        let place = world_from_model(placed);
        if !place.is_finite() {
            let name = assets.shown(placed.name.as_bytes());
            assets.files.miss(format!("object {number} ({name})"), "its place is no number");
            return None;
        }
        let mut instance = Instance::new(model, place);
        instance.tag = u32::try_from(number).unwrap_or(u32::MAX);
        Some(instance)
    }
}

/// Scaled, then turned around y, x and z, then moved. Footprints on real maps prove the turn around y; the
/// order is from readers.
pub(in crate::stage::ragnarok) fn world_from_model(placed: &object::Model) -> Affine3A {
    let [x, y, z] = placed.rotation.map(|degrees| (degrees.get() % 360.0).to_radians());
    let turn = Quat::from_rotation_z(z) * Quat::from_rotation_x(x) * Quat::from_rotation_y(y);
    let raw = Mat3A::from_quat(turn) * Mat3A::from_diagonal(rsm::vector(placed.scale));
    // The same with the axes of a scene.
    let axes = Mat3A::from_cols_array(&[1.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0]);
    Affine3A {
        matrix3: axes * raw * axes.transpose(),
        translation: scene_from_raw(rsm::vector(placed.position)).into(),
    }
}

/// A model by its file below `data\model`; why there is none is missed.
fn model(assets: &mut Assets<'_>, name: &[u8]) -> Option<ModelId> {
    let bytes = assets.bytes("model", name, "")?;
    let what = format!("data/model/{}", assets.shown(name).replace('\\', "/"));
    match shaped(&bytes) {
        Ok(shaped) => Some(shaped.add(assets, what)),
        Err(why) => {
            assets.files.miss(what, why);
            None
        }
    }
}

/// The meshes of a model by its file below `data\model`, without its pictures; why there are none is missed.
pub(in crate::stage::ragnarok) fn shapes_of(
    assets: &mut Assets<'_>,
    name: &[u8],
) -> Option<Vec<Mesh>> {
    let bytes = assets.bytes("model", name, "")?;
    match shaped(&bytes) {
        Ok(shaped) => Some(shaped.meshes.into_values().collect()),
        Err(why) => {
            let what = format!("data/model/{}", assets.shown(name).replace('\\', "/"));
            assets.files.miss(what, why);
            None
        }
    }
}

/// A model from the bytes of its file.
fn shaped(bytes: &[u8]) -> Result<Shaped, String> {
    // Some files of the newer format keep the old ending.
    let is_newer = bytes.get(4).is_some_and(|major| *major >= 2);
    if is_newer {
        let rsm = rsm2_file::read(bytes).map_err(|it| it.to_string())?;
        let (pieces, names) = rsm2::pieces(&rsm);
        let names = names.into_iter().map(<[u8]>::to_vec).collect();
        return Shaped::new(&pieces, names, Shade::of(rsm.shade), rsm.alpha, Foot::AsIs);
    }
    let rsm = rsm_file::read(bytes).map_err(|it| it.to_string())?;
    let names = rsm.textures.iter().map(|name| name.as_bytes().to_vec()).collect();
    Shaped::new(&rsm::pieces(&rsm), names, Shade::of(rsm.shade), rsm.alpha, Foot::OfBox)
}

/// Makes a scene of a model alone, from the bytes of its file.
pub fn stage_model(bytes: &[u8], name: &str, files: Files<'_>) -> Result<Staged, String> {
    let shaped = shaped(bytes)?;
    let mut assets = Assets::new(files);
    let model = shaped.add(&mut assets, name.to_owned());
    let Assets { mut scene, files, .. } = assets;
    scene.instances.push(Instance::new(model, Affine3A::IDENTITY));
    scene.surroundings = surroundings(None);
    let bounds = scene_bounds(&scene);
    let (n_objects, first_of_water) = (1, 1);
    let missing = files.missing;
    Ok(Staged { scene, bounds, n_objects, first_of_water, missing, ..Staged::default() })
}

/// The meshes of a model, and what they are drawn with.
struct Shaped {
    meshes: BTreeMap<Look, Mesh>,
    names: Vec<Vec<u8>>,
    shade: Shade,
    alpha: u8,
}

impl Shaped {
    fn new(
        pieces: &[Piece<'_>],
        names: Vec<Vec<u8>>,
        shade: Shade,
        alpha: u8,
        foot: Foot,
    ) -> Result<Shaped, String> {
        if pieces.len() > MOST_NODES {
            return Err(format!("it has more than {MOST_NODES} nodes"));
        }
        let meshes = shape::meshes(pieces, shade, foot);
        if meshes.values().all(|mesh| mesh.indices.is_empty()) {
            return Err("it has no triangles".to_owned());
        }
        Ok(Shaped { meshes, names, shade, alpha })
    }

    fn add(self, assets: &mut Assets<'_>, name: String) -> ModelId {
        let mut parts = Vec::new();
        for (number, (look, mesh)) in (0..).zip(self.meshes) {
            let texture = look.texture.and_then(|texture| self.names.get(texture));
            let material = material(assets, texture.map(Vec::as_slice), self.alpha);
            let material = Material {
                is_two_sided: look.is_two_sided,
                is_lit: self.shade != Shade::None,
                ..material
            };
            let (mesh, material) =
                (assets.scene.add_mesh(mesh), assets.scene.add_material(material));
            parts.push(Part::new(mesh, material, number));
        }
        assets.scene.add_model(Model::of_parts(name, parts))
    }
}

/// With a picture below `data\texture`, or a plain colour.
pub(in crate::stage::ragnarok) fn material(
    assets: &mut Assets<'_>,
    name: Option<&[u8]>,
    alpha: u8,
) -> Material {
    let [r, g, b] = above::PLAIN.map(|part| f32::from(part) / 255.0);
    let share = f32::from(alpha) / 255.0;
    let Some(texture) = name.and_then(|name| assets.texture(name)) else {
        return Material { tint: [r, g, b, 1.0], ..Material::default() };
    };
    let blend = match texture.cover {
        _ if alpha < u8::MAX => Blend::Over,
        Cover::Whole => Blend::Opaque,
        Cover::Holes => Blend::CutOut { least: LEAST },
        Cover::Veil => Blend::Over,
    };
    let tint = [1.0, 1.0, 1.0, share];
    Material { blend, tint, ..Material::of_picture(texture.picture) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::name::Name;
    use crate::format::ragnarok::gat::Version;
    use crate::format::ragnarok::rsw::object::Model as Placed;
    use crate::format::ragnarok::{rsm as rsm_bytes, rsw as rsw_bytes};
    use crate::format::text::CodePage;
    use crate::sample::ragnarok::{Plan, island, models, pictures, scene};
    use crate::scene::prepared::{Prepared, model_bounds};
    use crate::vfs::memory::Memory;
    use crate::vfs::{Vfs, VfsPath};

    fn client() -> Vfs {
        let memory = Memory::new("sample");
        let put = |path: &str, bytes: &[u8]| memory.put(&VfsPath::new(path).unwrap(), bytes);
        for file in pictures::files() {
            put(&file.path, &file.bytes);
        }
        put(&format!("data/model/{}", models::HOUSE_NAME), &rsm_bytes::write(&models::house()));
        put(&format!("data/model/{}", models::TREE_NAME), &rsm_bytes::write(&models::tree()));
        let mut vfs = Vfs::default();
        vfs.push(memory);
        vfs
    }

    fn sample() -> (Gnd, Rsw) {
        let plan = Plan { seed: 1, width: 96, height: 96, version: Version::V1_2 };
        let gat = island(plan).gat;
        (scene::ground(&gat, 1), scene::scene(&gat, 1, 40))
    }

    fn staged(gnd: &Gnd, rsw: &Rsw) -> Staged {
        stage(gnd, Some(rsw), Files::new(&[&client()], CodePage::Cp949))
    }

    #[test]
    fn a_model_alone_is_a_scene_and_a_broken_one_says_why() {
        let client = client();
        let files = || Files::new(&[&client], CodePage::Cp949);
        let bytes = rsm_bytes::write(&models::house());
        let staged = stage_model(&bytes, "house", files()).unwrap();
        assert_eq!((staged.scene.instances.len(), staged.missing), (1, vec![]));
        assert!(!staged.bounds.is_empty() && !staged.scene.pictures.is_empty());
        assert!(stage_model(&bytes[..60], "house", files()).is_err());
    }

    #[test]
    fn everything_on_the_sample_has_a_model_that_stands_on_its_place() {
        let (gnd, rsw) = sample();
        let staged = staged(&gnd, &rsw);
        assert_eq!((staged.missing, staged.without_model), (vec![], vec![]));
        assert_eq!(staged.n_objects, 40);
        let kinds: Vec<_> = staged.not_drawn.iter().map(|(kind, (n, _))| (*kind, *n)).collect();
        assert_eq!(kinds, [("effect", 1), ("light", 1), ("sound", 1)]);
        let scene = &staged.scene;
        let n_placed = scene.instances.iter().filter(|instance| instance.is_object).count();
        assert_eq!((n_placed, Prepared::new(scene).n_objects), (40, 40));
        for name in [models::HOUSE_NAME, models::TREE_NAME] {
            let model = scene.models.iter().find(|model| model.name.ends_with(name)).unwrap();
            let bounds = model_bounds(scene, model);
            assert!(bounds.low_m.z.abs() < 1e-5 && bounds.high_m.z > 3.0, "{name}: {bounds:?}");
            assert!((bounds.low_m.x + bounds.high_m.x).abs() < 1e-4, "{name}: {bounds:?}");
        }
        let size = staged.bounds.high_m - staged.bounds.low_m;
        assert_eq!((size.x, size.y), (96.0, 96.0));
        let leaves =
            scene.materials.iter().find(|material| material.is_two_sided && !material.adds_light);
        assert_eq!(leaves.unwrap().blend, Blend::CutOut { least: LEAST });
    }

    #[test]
    fn what_can_not_be_placed_is_named() {
        let (gnd, mut rsw) = sample();
        rsw.objects.clear();
        let mut add = |model: Placed| rsw.objects.push(Object::Model(Box::new(model)));
        let wrong = F32::new(f32::NAN);
        let file = |name: &[u8]| Placed { file: Name::new(name).unwrap(), ..Placed::default() };
        add(file(b"..\\..\\..\\secret.rsm"));
        add(file(b"gone.rsm"));
        add(file(b""));
        add(Placed {
            position: [wrong; 3],
            file: Name::of(b"\xc1\xfd\\house.rsm"),
            ..Placed::default()
        });
        add(file(b"\xc1\xfd\\HOUSE.RSM"));
        let staged = staged(&gnd, &rsw_bytes::read(&rsw_bytes::write(&rsw)).unwrap());
        assert_eq!((staged.n_objects, staged.without_model), (5, vec![0, 1, 2, 3]));
        let what: Vec<&str> = staged.missing.iter().map(|missing| missing.what.as_str()).collect();
        let expected =
            ["data/model/../../../secret.rsm", "data/model/gone.rsm", "data/model/", "object 3 ()"];
        assert_eq!(what, expected);
    }

    #[test]
    fn a_turn_around_y_goes_from_east_to_south() {
        let placed = Placed {
            rotation: [0.0, 90.0, 0.0].map(F32::new),
            scale: [2.0, 1.0, 1.0].map(F32::new),
            position: [10.0, -5.0, 20.0].map(F32::new),
            ..Placed::default()
        };
        let at = world_from_model(&placed).transform_point3(Vec3::X);
        assert!(at.distance(Vec3::new(2.0, 4.0 - 2.0, 1.0)) < 1e-5, "{at}");
    }

    #[test]
    fn the_sun_is_between_west_and_south_and_as_high_as_its_latitude_is_low() {
        let light = rsw::Light { longitude: 0, latitude: 30, ..rsw::Light::default() };
        let sun = |longitude| surroundings(Some(&rsw::Light { longitude, ..light })).towards_sun;
        assert!(sun(0).distance(Vec3::new(-0.5, 0.0, 0.866_025)) < 1e-4);
        assert!(sun(90).distance(Vec3::new(0.0, -0.5, 0.866_025)) < 1e-4);
        assert_eq!(surroundings(None).most_light, 1.0);
    }

    #[test]
    fn damaged_files_never_panic() {
        use crate::format::ragnarok::{gnd as gnd_bytes, rsm as rsm_bytes};
        use crate::sample::rng::Rng;
        let plan = Plan { seed: 2, width: 16, height: 12, version: Version::V1_2 };
        let gat = island(plan).gat;
        let ground = gnd_bytes::write(&scene::ground(&gat, 2));
        let world = rsw_bytes::write(&scene::scene(&gat, 2, 3));
        let house = rsm_bytes::write(&models::house());
        let mut rng = Rng::new(5);
        let mut damaged = |bytes: &[u8]| {
            let mut bytes = bytes.to_vec();
            for _ in 0..1 + rng.below(12) {
                let at = rng.below(bytes.len() as u32) as usize;
                bytes[at] = rng.below(256) as u8;
            }
            bytes
        };
        let mut n_drawn = 0;
        for _ in 0..150 {
            let memory = Memory::new("damaged");
            let path = VfsPath::new(&format!("data/model/{}", models::HOUSE_NAME)).unwrap();
            memory.put(&path, &damaged(&house));
            let mut vfs = Vfs::default();
            vfs.push(memory);
            let Ok(gnd) = gnd_bytes::read(&damaged(&ground)) else { continue };
            let rsw = rsw_bytes::read(&damaged(&world)).ok();
            let files = || Files::new(&[&vfs], CodePage::Cp949);
            let staged = stage(&gnd, rsw.as_ref(), files());
            n_drawn += usize::from(Prepared::new(&staged.scene).n_left_out == 0);
            let mut assets = Assets::new(files());
            let pool = Pool::of(&gnd, rsw.as_ref());
            let mut watch = |_, _| ControlFlow::Continue(());
            let paints = above::Paints::read(&mut assets, &gnd, pool.as_ref(), &mut watch).unwrap();
            above::Above::new(&gnd, pool, &paints).image(9, 7);
        }
        assert!(n_drawn > 100, "{n_drawn}");
    }
}
