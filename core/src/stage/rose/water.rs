//! The surfaces of water.

use glam::{Affine3A, Vec2, Vec3};

use crate::scene::material::{Blend, Material};
use crate::scene::mesh::{Mesh, Vertex};
use crate::scene::model::{Instance, Model, Part};
use crate::scene::{MaterialId, MeshId, Scene};
use crate::space::rose::position::PosInFileCm;
use crate::vfs::VfsPath;
use crate::world::zone::Zone;
use crate::world::zone::thing::Thing;

use super::assets::Assets;
use super::zone::Origin;

const N_PICTURES: u32 = 25;
const PICTURES_PER_SECOND: f32 = 10.0;
/// How far a picture of water goes where the file says nothing.
const USUAL_SIZE_M: f32 = 20.0;
/// A veil of colour where the pictures of the client are not at hand.
const PLAIN: [f32; 4] = [0.18, 0.40, 0.55, 0.55];

pub fn add(assets: &mut Assets<'_>, zone: &Zone, origin: Origin) {
    let planes: Vec<(u32, [PosInFileCm; 2])> = zone
        .things()
        .filter(|(_, thing)| matches!(thing, Thing::Water(_)))
        .map(|(id, thing)| (id.0, thing.corners_file_cm().map(PosInFileCm::from_bits)))
        .collect();
    if planes.is_empty() {
        return;
    }
    let material = material(assets);
    for (tag, corners) in planes {
        let Some(mesh) = mesh(zone, origin, corners) else {
            assets.miss(format!("water #{tag}"), "a corner of it is no number");
            continue;
        };
        let (_, instance) = plane(&mut assets.scene, material, mesh, tag);
        assets.scene.instances.push(instance);
    }
}

/// Puts a surface into a scene, all but its instance.
pub(super) fn plane(
    scene: &mut Scene,
    material: MaterialId,
    mesh: Mesh,
    tag: u32,
) -> (MeshId, Instance) {
    let mesh = scene.add_mesh(mesh);
    let part = Part::new(mesh, material, 0);
    let model = Model::of_parts("water", vec![part]);
    let mut instance = Instance::new(scene.add_model(model), Affine3A::IDENTITY);
    (instance.tag, instance.is_object) = (tag, false);
    (mesh, instance)
}

/// The surface between two corners; `None` where one of them is no number.
pub(super) fn mesh(zone: &Zone, origin: Origin, corners: [PosInFileCm; 2]) -> Option<Mesh> {
    let [from, to] =
        corners.map(|corner| origin.scene_from_world(zone.grid().world_from_file(corner)));
    let is_finite = from.is_finite() && to.is_finite();
    is_finite.then(|| level(from.min(to), from.max(to), from.z))
}

/// By one client: its pictures in turn, blended with what is below by their alpha and added.
pub(super) fn material(assets: &mut Assets<'_>) -> MaterialId {
    let path = |number: u32| VfsPath::new(&format!("3DDATA/JUNON/WATER/OCEAN01_{number:02}.DDS"));
    let paths = (1..=N_PICTURES).filter_map(|number| path(number).ok());
    let there: Vec<VfsPath> = paths.filter(|path| assets.is_there(path)).collect();
    let pictures = there.iter().filter_map(|path| assets.picture(path)).collect::<Vec<_>>();
    if pictures.is_empty() {
        let why = "the files are not there; a plain colour is drawn";
        assets.miss("3DDATA/JUNON/WATER/OCEAN01_01.DDS to OCEAN01_25.DDS", why);
    }
    let is_plain = pictures.is_empty();
    let material = Material {
        pictures,
        pictures_per_second: PICTURES_PER_SECOND,
        blend: if is_plain { Blend::Over } else { Blend::Add },
        is_two_sided: true,
        is_lit: false,
        hides: false,
        tint: if is_plain { PLAIN } else { [1.0; 4] },
        ..Material::default()
    };
    assets.scene.add_material(material)
}

/// At the height of its start.
fn level(low: Vec3, high: Vec3, z: f32) -> Mesh {
    let corner = |x: f32, y: f32| Vertex {
        at_m: Vec3::new(x, y, z),
        normal: Vec3::Z,
        uv: Vec2::new(x, -y) / USUAL_SIZE_M,
        ..Vertex::default()
    };
    let vertices = vec![
        corner(low.x, low.y),
        corner(high.x, low.y),
        corner(high.x, high.y),
        corner(low.x, high.y),
    ];
    Mesh { vertices, indices: vec![0, 1, 2, 0, 2, 3], bones: Vec::new() }
}
