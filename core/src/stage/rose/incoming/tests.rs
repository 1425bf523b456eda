//! From ROSE to glTF and back.

use glam::Affine3A;

use super::*;
use crate::format::rose::zms;
use crate::sample::rose::assets::files;
use crate::scene::gltf::glb;
use crate::scene::gltf::read::{Import, read};
use crate::scene::model::Instance;
use crate::space::rose::pose::Hold;
use crate::stage::rose::incoming::onto::{Change, Done, onto};
use crate::stage::rose::model::{Piece, of_pieces};

fn exported(zms: &Zms, zmd: Option<&Zmd>, hold: Hold) -> Vec<u8> {
    let piece = Piece { name: "a".to_owned(), zms: zms.clone(), picture: None, hold };
    let scene = of_pieces(vec![piece], zmd, None).unwrap();
    glb(&scene, &scene.instances[0], &mut |_| None).unwrap()
}

fn back(zms: &Zms, zmd: Option<&Zmd>, hold: Hold) -> Primitive {
    let Import { mut primitives, notes } = read(&exported(zms, zmd, hold), LIMITS).unwrap();
    assert_eq!((primitives.len(), notes), (1, vec![]));
    primitives.remove(0)
}

type Named<T> = (String, T);

/// The meshes and skeletons of the sample.
fn samples() -> (Vec<Named<Zms>>, Vec<Named<Zmd>>) {
    let (mut meshes, mut skeletons) = (Vec::new(), Vec::new());
    for file in files() {
        match file.path.to_lowercase() {
            name if name.ends_with(".zms") => meshes.push((name, zms::read(&file.bytes).unwrap())),
            name if name.ends_with(".zmd") => {
                skeletons.push((name, crate::format::rose::zmd::read(&file.bytes).unwrap()));
            }
            _ => {}
        }
    }
    (meshes, skeletons)
}

#[track_caller]
fn check_alike(name: &str, old: &Zms, new: &Zms) {
    assert_eq!(old.n_vertices, new.n_vertices, "{name}");
    assert_eq!(old.triangles.items, new.triangles.items, "{name}");
    let metres = old.version.unit_cm() / 100.0;
    for (old, new) in old.positions.items.iter().zip(&new.positions.items) {
        let apart = convert::vector(*old) * metres - convert::vector(*new);
        assert!(apart.length() < 2e-6, "{name}: {old:?} {new:?}");
    }
    for (old, new) in old.uvs[0].items.iter().zip(&new.uvs[0].items) {
        assert_eq!(old, new, "{name}");
    }
    for (old, new) in old.normals.items.iter().zip(&new.normals.items) {
        let apart = convert::vector(*old).normalize_or(Vec3::Z) - convert::vector(*new);
        assert!(apart.length() < 2e-6, "{name}: {old:?} {new:?}");
    }
    let held = |zms: &Zms, vertex: usize| -> Vec<(u32, i32)> {
        let Some(skin) = zms.skin.items.get(vertex) else { return Vec::new() };
        let parts = skin.weights.iter().zip(skin.bones);
        let held = parts.filter(|(weight, _)| weight.get() > 0.0);
        let place = |bone: u32| zms.bones.items[bone as usize];
        let mut held: Vec<(u32, i32)> = held
            .map(|(weight, bone)| (place(bone), (weight.get() * 1000.0).round() as i32))
            .collect();
        held.sort_unstable();
        held
    };
    for vertex in 0..old.n_vertices as usize {
        assert_eq!(held(old, vertex), held(new, vertex), "{name}, vertex {vertex}");
    }
}

/// The skeleton that has the bones of a mesh.
fn of<'s>(zms: &Zms, skeletons: &'s [(String, Zmd)]) -> Option<&'s Zmd> {
    let most = zms.bones.items.iter().max()?;
    let fits = |zmd: &&Zmd| zmd.bones.len() > *most as usize;
    skeletons.iter().map(|(_, zmd)| zmd).find(fits).filter(|_| !zms.skin.is_empty())
}

#[test]
fn every_mesh_of_the_sample_comes_back_with_the_same_geometry() {
    let (meshes, skeletons) = samples();
    assert!(meshes.len() > 5 && !skeletons.is_empty());
    let mut n_skinned = 0;
    for (name, zms) in &meshes {
        let zmd = of(zms, &skeletons);
        n_skinned += usize::from(zmd.is_some());
        let primitive = back(zms, zmd, Hold::Nothing);
        let bones = zmd.and_then(Bones::new);
        let new = mesh(&primitive, bones.as_ref()).unwrap();
        check_alike(name, zms, &new);
        assert_eq!(zms::read(&zms::write(&new)).unwrap(), new, "{name}");
        // Onto itself, nothing differs and every byte stays.
        let Done { zms: same, change, notes } = onto(zms, &primitive, bones.as_ref()).unwrap();
        assert_eq!((change, notes), (Change::Nothing, vec![]), "{name}");
        assert_eq!(zms::write(&same), zms::write(zms), "{name}");
    }
    assert!(n_skinned > 0);
}

#[test]
fn a_mesh_on_a_bone_comes_back_in_the_space_of_the_bone() {
    let (meshes, skeletons) = samples();
    let (name, zms) = meshes.iter().find(|(_, zms)| zms.skin.is_empty()).unwrap();
    let zmd = skeletons.iter().map(|(_, zmd)| zmd).max_by_key(|zmd| zmd.bones.len()).unwrap();
    let last = u32::try_from(zmd.bones.len() - 1).unwrap();
    let primitive = back(zms, Some(zmd), Hold::Bone(last));
    let bones = Bones::new(zmd);
    let new = mesh(&primitive, bones.as_ref()).unwrap();
    check_alike(name, zms, &new);
    assert_eq!(onto(zms, &primitive, bones.as_ref()).unwrap().change, Change::Nothing);
    let refused = mesh(&primitive, None).unwrap_err();
    assert_eq!(refused.reason, Reason::NoSkeleton);
}

#[test]
fn what_was_edited_changes_and_nothing_else() {
    let (meshes, skeletons) = samples();
    let (_, zms) = meshes.iter().find(|(_, zms)| of(zms, &skeletons).is_some()).unwrap();
    let zmd = of(zms, &skeletons);
    let bones = zmd.and_then(Bones::new);
    let mut primitive = back(zms, zmd, Hold::Nothing);
    primitive.at_m[2][0] += 0.25;
    let Done { zms: new, change, .. } = onto(zms, &primitive, bones.as_ref()).unwrap();
    assert_eq!(change, Change::Vertices(1));
    let mut expected = zms.clone().into_mesh();
    expected.positions.items[2] = new.positions.items[2];
    (expected.box_min, expected.box_max) = (new.box_min, new.box_max);
    assert_eq!(*new, expected);
    let moved = new.positions.items[2][0].get() - zms.positions.items[2][0].get();
    assert!((moved - 0.25 * 100.0 / zms.version.unit_cm()).abs() < 1e-4, "{moved}");
    // Bones in another order, as other programs write them.
    let mut primitive = back(zms, zmd, Hold::Nothing);
    let n = primitive.joints.len() as u32;
    primitive.joints.reverse();
    primitive.held.iter_mut().flatten().for_each(|(joint, _)| *joint = n - 1 - *joint);
    assert_eq!(onto(zms, &primitive, bones.as_ref()).unwrap().change, Change::Nothing);
    // The second bone instead of the first.
    primitive.held[0] = [(n - 2, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)];
    let done = onto(zms, &primitive, bones.as_ref()).unwrap();
    assert_eq!(done.change, Change::Vertices(1));
    let skin = done.zms.skin.items[0];
    assert_eq!(done.zms.bones.items[skin.bones[0] as usize], 1);
    assert_eq!(skin.weights, [1.0, 0.0, 0.0, 0.0].map(F32::new));
    // With other triangles it is a new mesh.
    primitive.triangles.pop();
    let done = onto(zms, &primitive, bones.as_ref()).unwrap();
    assert_eq!(done.change, Change::Whole);
    assert_eq!(done.zms.materials.items, [primitive.triangles.len() as u32]);
}

#[test]
fn bones_are_refused_by_name() {
    let (meshes, skeletons) = samples();
    let (_, zms) = meshes.iter().find(|(_, zms)| of(zms, &skeletons).is_some()).unwrap();
    let zmd = of(zms, &skeletons);
    let bones = zmd.and_then(Bones::new);
    let mut primitive = back(zms, zmd, Hold::Nothing);
    let reason = |primitive: &Primitive| mesh(primitive, bones.as_ref()).unwrap_err().reason;
    let joint = primitive.held[0].iter().find(|(_, weight)| *weight > 0.0).unwrap().0;
    let name = std::mem::replace(&mut primitive.joints[joint as usize], "tail".to_owned());
    assert_eq!(reason(&primitive), Reason::NoBone("tail".to_owned()));
    primitive.joints[joint as usize] = name;
    primitive.held[1] = [(0, 0.0); 4];
    assert_eq!(reason(&primitive), Reason::NoWeight(1));
    primitive.triangles.clear();
    assert_eq!(reason(&primitive), Reason::Empty);
    let refused = mesh(&primitive, None).unwrap_err().to_string();
    assert!(refused.starts_with("mesh `part 0`: "), "{refused}");
}

#[test]
fn parts_that_a_list_places_come_back_where_their_meshes_have_them() {
    let (meshes, _) = samples();
    let (name, zms) = meshes.iter().find(|(_, zms)| zms.skin.is_empty()).unwrap();
    let piece = |hold| Piece { name: "a".to_owned(), zms: zms.clone(), picture: None, hold };
    let mut scene =
        of_pieces(vec![piece(Hold::Nothing), piece(Hold::Nothing)], None, None).unwrap();
    let mut model = scene.model(scene.instances[0].model).unwrap().clone();
    let turn = glam::Quat::from_rotation_y(1.0);
    for (part, number) in model.parts.iter_mut().zip(0..) {
        part.place.at_m = Vec3::new(3.0, 4.0, 5.0);
        part.place.turn = turn;
        part.parent = (number == 1).then_some(0);
    }
    let model = scene.add_model(model);
    let glb = glb(&scene, &Instance::new(model, Affine3A::IDENTITY), &mut |_| None).unwrap();
    let Import { primitives, .. } = read(&glb, LIMITS).unwrap();
    let names: std::collections::BTreeSet<&str> =
        primitives.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names.into_iter().collect::<Vec<_>>(), ["mesh 0", "mesh 1"]);
    for primitive in &primitives {
        check_alike(name, zms, &mesh(primitive, None).unwrap());
    }
}
