//! A zone as a scene: its ground in tiles, and its objects in their places.

use std::collections::BTreeMap;

use glam::{Affine3A, EulerRot, Mat3A, Quat, Vec3};

use crate::format::eq::wld::geometry;
use crate::format::eq::wld::scene::Instance as Stated;
use crate::format::eq::wld::skeleton::{Frame, Skeleton};
use crate::format::eq::wld::{Wld, fragment};
use crate::format::number::F32;
use crate::scene::mesh::Bounds;
use crate::scene::model::{Instance, Model, Part};
use crate::scene::skeleton::Place;
use crate::scene::{ModelId, Scene};
use crate::stage::files::Missing;
use crate::world::eq::Zone;
use crate::world::eq::pieces::{self, Piece};

use crate::stage::everquest::mesh::{Heaps, Light};
use crate::stage::everquest::textures::Textures;
use crate::stage::everquest::{METRES_PER_UNIT, scene_from_client, surface};

/// The ground is cut into squares of this many units, so that what is out of sight is not drawn.
const UNITS_PER_TILE: f32 = 1024.0;

/// A zone that is ready to be drawn.
#[derive(Debug, Default)]
pub struct Staged {
    pub scene: Scene,
    /// Of the ground.
    pub bounds: Bounds,
    /// Placed objects.
    pub n_objects: usize,
    /// Those of them that nothing is drawn of, by the names of their models.
    pub without_model: BTreeMap<String, usize>,
    pub missing: Vec<Missing>,
}

/// Makes a scene of a zone and, where its archive was added, of what is placed in it.
pub fn stage(zone: &Zone) -> Staged {
    let archives = [Some(&zone.archive), zone.models_archive.as_deref()];
    let archives: Vec<_> = archives.into_iter().flatten().collect();
    let mut textures = Textures::new(&archives);
    let mut staged = Staged::default();
    ground(&mut staged, &mut textures, &zone.world);
    objects(&mut staged, &mut textures, zone);
    staged.missing = textures.missing;
    staged
}

fn ground(staged: &mut Staged, textures: &mut Textures<'_>, world: &Wld) {
    let mut tiles: BTreeMap<[i32; 2], Heaps> = BTreeMap::new();
    let mut lists = BTreeMap::new();
    for (number, fragment) in world.of_kind(fragment::MESH) {
        let mesh = match geometry::Mesh::read(fragment, world.version) {
            Ok(mesh) => mesh,
            Err(error) => {
                textures.miss(format!("mesh {number}"), error.to_string());
                continue;
            }
        };
        let scene = &mut staged.scene;
        let materials = lists.entry(mesh.materials).or_insert_with(|| {
            surface::materials(scene, textures, world, mesh.materials, Light::Painted)
        });
        let [x, y, _] = mesh.centre.map(|number| (number.get() / UNITS_PER_TILE).floor() as i32);
        tiles.entry([x, y]).or_default().add(&mesh, materials, Light::Painted);
    }
    for ([x, y], heaps) in tiles {
        let id = model(&mut staged.scene, format!("ground {x} {y}"), heaps);
        let mut instance = Instance::new(id, Affine3A::IDENTITY);
        instance.is_object = false;
        let model = staged.scene.model(id);
        let meshes = model.into_iter().flat_map(|model| &model.parts);
        let bounds = meshes.filter_map(|part| Some(staged.scene.mesh(part.mesh)?.bounds()));
        staged.bounds = bounds.fold(staged.bounds, Bounds::joined);
        staged.scene.instances.push(instance);
    }
}

/// A model of heaps of triangles, a part each.
fn model(scene: &mut Scene, name: String, heaps: Heaps) -> ModelId {
    let mut parts = Vec::new();
    for (number, (material, mesh)) in (0..).zip(heaps.into_meshes()) {
        let mesh = scene.add_mesh(mesh);
        parts.push(Part::new(mesh, material, number));
    }
    scene.add_model(Model::of_parts(name, parts))
}

fn objects(staged: &mut Staged, textures: &mut Textures<'_>, zone: &Zone) {
    let Some(objects) = &zone.objects else { return };
    let actors = zone.models.as_ref().map(pieces::actors).unwrap_or_default();
    let mut made: BTreeMap<&[u8], Option<ModelId>> = BTreeMap::new();
    for (idx, fragment) in objects.of_kind(fragment::INSTANCE) {
        let Ok(stated) = Stated::read(fragment) else { continue };
        staged.n_objects += 1;
        let name = objects.name(stated.actor);
        let model = *made.entry(name).or_insert_with(|| {
            let (models, actor) = (zone.models.as_ref()?, actors.get(name)?);
            object(&mut staged.scene, textures, models, name, actor)
        });
        let place = world_from_model(&stated);
        let Some(model) = model.filter(|_| place.is_finite()) else {
            let name = String::from_utf8_lossy(name).into_owned();
            *staged.without_model.entry(name).or_default() += 1;
            continue;
        };
        let mut instance = Instance::new(model, place);
        instance.tag = u32::try_from(idx + 1).unwrap_or(u32::MAX);
        staged.scene.instances.push(instance);
    }
    for (name, number) in &staged.without_model {
        let why = match zone.models {
            Some(_) => "no model has this name",
            None => "the archive of the objects is not beside that of the zone",
        };
        textures.miss(format!("{number} × {name}"), why);
    }
}

/// A model of the pieces of an object, each where it is at rest.
fn object(
    scene: &mut Scene,
    textures: &mut Textures<'_>,
    models: &Wld,
    name: &[u8],
    actor: &[Piece],
) -> Option<ModelId> {
    let mut placed = Vec::new();
    for piece in actor {
        match piece {
            Piece::Mesh(mesh) => placed.push((*mesh, Affine3A::IDENTITY)),
            Piece::Skeleton(skeleton) => bones(models, *skeleton, &mut placed),
        }
    }
    let mut parts = Vec::new();
    for (mesh, place) in placed {
        let Some(Ok(mesh)) =
            models.fragments.get(mesh).map(|mesh| geometry::Mesh::read(mesh, models.version))
        else {
            continue;
        };
        let materials = surface::materials(scene, textures, models, mesh.materials, Light::Sun);
        let mut heaps = Heaps::default();
        heaps.add(&mesh, &materials, Light::Sun);
        let (scale, turn, at_m) = place.to_scale_rotation_translation();
        for (material, mesh) in heaps.into_meshes() {
            let (mesh, number) = (scene.add_mesh(mesh), parts.len() as u32);
            let place = Place { at_m, turn, scale };
            parts.push(Part { place, ..Part::new(mesh, material, number) });
        }
    }
    if parts.is_empty() {
        return None;
    }
    let name = String::from_utf8_lossy(name).into_owned();
    Some(scene.add_model(Model::of_parts(name, parts)))
}

/// The meshes of a skeleton, where its bones are at rest.
fn bones(models: &Wld, skeleton: usize, placed: &mut Vec<(usize, Affine3A)>) {
    let skeleton = models.fragments.get(skeleton);
    let Some(Ok(skeleton)) = skeleton.map(Skeleton::read) else { return };
    let mut to_come = vec![(0, Affine3A::IDENTITY)];
    // Bones form no circle in any real file; each is followed once for each that it hangs on.
    let mut n_left = skeleton.bones.len().saturating_mul(2);
    while let Some((bone, parent)) = to_come.pop() {
        let Some(bone) = skeleton.bones.get(bone).filter(|_| n_left > 0) else { continue };
        n_left -= 1;
        let own = pieces::frame(models, bone).map_or(Affine3A::IDENTITY, scene_from_frame);
        let place = parent * own;
        if let Some(Piece::Mesh(mesh)) = pieces::piece(models, bone.mesh) {
            placed.push((mesh, place));
        }
        to_come.extend(bone.children.iter().map(|child| (*child as usize, place)));
    }
}

/// The parts of a turn are those of a quaternion.
fn scene_from_frame(frame: Frame) -> Affine3A {
    let [w, x, y, z] = frame.turn.map(f32::from);
    let turn = Quat::from_xyzw(x, y, z, w);
    let turn = if turn.length_squared() > 0.0 { turn.normalize() } else { Quat::IDENTITY };
    let divisor = f32::from(frame.shift_divisor);
    let shift = match frame.shift_divisor {
        0 => Vec3::ZERO,
        _ => Vec3::from_array(frame.shift.map(|number| f32::from(number) / divisor)),
    };
    in_scene_axes(Affine3A::from_rotation_translation(turn, shift))
}

/// Where an object is placed. Its scale comes after its turns, as on the server.
fn world_from_model(stated: &Stated) -> Affine3A {
    let [z, y, x] = stated.turns_zyx.map(|turn| (turn.get() / 512.0).fract().to_radians() * 360.0);
    // The server turns about y the other way round, and objects of real zones fit so alone.
    let turn = Quat::from_euler(EulerRot::ZYX, z, -y, x);
    let scale = Vec3::new(stated.scale_x.get(), stated.scale_yz.get(), stated.scale_yz.get());
    let linear = Mat3A::from_diagonal(scale) * Mat3A::from_quat(turn);
    let shift = Vec3::from_array(stated.position.map(F32::get));
    in_scene_axes(Affine3A { matrix3: linear, translation: shift.into() })
}

/// The same in the axes of a scene: north, west and up become east, north and up.
fn in_scene_axes(client: Affine3A) -> Affine3A {
    let scene_from_client = Mat3A::from_cols(
        scene_from_client([1.0, 0.0, 0.0]).into(),
        scene_from_client([0.0, 1.0, 0.0]).into(),
        scene_from_client([0.0, 0.0, 1.0]).into(),
    );
    let matrix3 = scene_from_client
        * client.matrix3
        * scene_from_client.transpose()
        * (1.0 / (METRES_PER_UNIT * METRES_PER_UNIT));
    Affine3A { matrix3, translation: scene_from_client * client.translation }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nav::eq::ground::Ground;
    use crate::stage::everquest::scene_from_server;
    use crate::world::eq::server_map::{self, Invisible};
    use crate::world::eq::tests::{corpus, isle, real_zone};

    #[test]
    fn the_sample_is_drawn_with_what_is_placed_in_it() {
        let staged = stage(&isle());
        assert_eq!(staged.n_objects, 5);
        assert_eq!(staged.without_model.get("WELL_ACTORDEF"), Some(&1));
        let n_placed = staged.scene.instances.iter().filter(|one| one.is_object).count();
        assert_eq!(n_placed, 4);
        let missing: Vec<&str> = staged.missing.iter().map(|one| one.what.as_str()).collect();
        assert_eq!(missing, ["lavb.bmp", "1 × WELL_ACTORDEF"]);
        assert_eq!(staged.scene.pictures.len(), 3);
        let size = (staged.bounds.high_m - staged.bounds.low_m) / METRES_PER_UNIT;
        assert!((size.x - 200.0).abs() < 0.1 && (size.y - 200.0).abs() < 0.1, "{size}");
    }

    #[test]
    fn an_object_stands_where_the_server_has_it() {
        let mut zone = isle();
        let staged = stage(&zone);
        // Without its ground, the server's map is the objects alone.
        zone.world.fragments.retain(|fragment| fragment.kind != fragment::MESH);
        let content =
            server_map::build(&zone, Invisible::LeftOut, &std::collections::BTreeSet::new()).0;
        let ground = Ground::of_content(&content);
        let mut drawn: Vec<Vec3> = Vec::new();
        for instance in staged.scene.instances.iter().filter(|one| one.is_object) {
            let model = staged.scene.model(instance.model).unwrap();
            let mesh = staged.scene.mesh(model.parts[0].mesh).unwrap();
            drawn.extend(
                mesh.vertices.iter().map(|it| instance.world_from_model.transform_point3(it.at_m)),
            );
        }
        assert_eq!(ground.triangles().len(), 4 * 8);
        for point in ground.triangles().iter().flatten() {
            let at = scene_from_server(*point);
            let nearest = drawn.iter().map(|own| own.distance(at)).fold(f32::INFINITY, f32::min);
            assert!(nearest < 0.01, "{point:?} is {nearest} m from what is drawn");
        }
    }

    #[test]
    fn a_zone_without_its_objects_says_so() {
        let mut zone = isle();
        (zone.models, zone.models_archive) = (None, None);
        let staged = stage(&zone);
        assert_eq!(staged.without_model.values().sum::<usize>(), 5);
        assert!(staged.missing.iter().any(|one| one.why.contains("archive of the objects")));
    }

    #[test]
    fn real_zones_have_all_their_pictures() {
        let Some(folder) = corpus() else { return };
        for name in ["arena", "befallen", "gfaydark", "halas", "kedge", "oasis", "qcat", "soldungb"]
        {
            let zone = real_zone(&folder, name);
            let staged = stage(&zone);
            assert!(staged.scene.pictures.len() > 5 && !staged.bounds.is_empty(), "{name}");
            let has_models = zone.models.is_some();
            let is_odd = |one: &&Missing| !one.what.contains("ACTORDEF") || has_models;
            let odd: Vec<&Missing> = staged.missing.iter().filter(is_odd).collect();
            assert!(odd.is_empty(), "{name}: {odd:?}");
        }
    }
}
