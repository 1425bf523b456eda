//! Where the vertices of meshes are on a skeleton that moves: the game's matrix rule.
//!
//! ```text
//! local(b) = T(position) · R(rotation)
//! world(b) = local(b) of a root; world(parent) · local(b) of other bones
//! dummy(d) = world(its bone) · T · R
//! A motion replaces the position and the rotation of the bones that it has channels for.
//! With a skin: v' = Σ weight · world in the motion(j) · inverse of world at rest(j) · v in cm,
//!              where j is the bone that the mesh's own list has at the index
//! Without:     v' = world in the motion(bone or dummy) · v in cm
//! ```

use glam::{DAffine3, DQuat, DVec3};

use crate::format::number::F32;
use crate::format::rose::zmd::Zmd;
use crate::format::rose::zmo::{Channel, ChannelKind, Zmo};
use crate::format::rose::zms::{Skin, Zms};

/// A skeleton, at rest or in a frame of a motion.
#[derive(Debug, Clone, PartialEq)]
pub struct Pose {
    /// By bone: from the mesh's space to the skeleton's.
    pub world_cm: Vec<DAffine3>,
    /// By bone: what moves a vertex from where it is at rest.
    moved: Vec<DAffine3>,
    /// By dummy.
    pub dummies_cm: Vec<DAffine3>,
}

/// What a mesh without a skin hangs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Hold {
    /// It stays in its own space.
    #[default]
    Nothing,
    Bone(u32),
    Dummy(u32),
}

/// Why there is no pose.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadPose {
    #[error("bone {bone} has the parent {parent}, but the skeleton has only {n_bones} bones")]
    NoParent { bone: usize, parent: usize, n_bones: usize },
    #[error("bone {bone} is its own ancestor")]
    Cycle { bone: usize },
    #[error("the motion has no frame {frame}; it has {n_frames} frames, counted from 0")]
    NoFrame { frame: u32, n_frames: u32 },
    #[error("vertex {vertex} follows bone {index} of the mesh, but the mesh lists only {n_bones}")]
    NoIndex { vertex: usize, index: u32, n_bones: usize },
    #[error("the mesh follows bone {bone}, but the skeleton has only {n_bones}")]
    NoBone { bone: u32, n_bones: usize },
    #[error("the skeleton has no dummy {dummy}; it has {n_dummies}, counted from 0")]
    NoDummy { dummy: u32, n_dummies: usize },
}

impl Pose {
    /// The skeleton at rest, or in a frame of a motion.
    pub fn new(skeleton: &Zmd, motion: Option<(&Zmo, u32)>) -> Result<Pose, BadPose> {
        let rest: Vec<DAffine3> = skeleton
            .bones
            .iter()
            .map(|bone| affine(bone.position_cm, bone.rotation_wxyz))
            .collect();
        let order = parents_first(skeleton)?;
        let world_at_rest = world(skeleton, &order, &rest);
        let world_cm = match motion {
            None => world_at_rest.clone(),
            Some((zmo, frame)) => world(skeleton, &order, &in_frame(skeleton, zmo, frame)?),
        };
        let moved = world_cm.iter().zip(&world_at_rest).map(|(now, rest)| *now * rest.inverse());
        let moved = moved.collect();
        let dummies = skeleton.dummies();
        let on_bone = |dummy: &crate::format::rose::zmd::Dummy<'_>| {
            let bone = usize::try_from(dummy.parent).ok().and_then(|bone| world_cm.get(bone));
            let bone = bone.copied().unwrap_or(DAffine3::IDENTITY);
            bone * affine(dummy.position_cm, dummy.rotation_wxyz)
        };
        let dummies_cm = dummies.iter().map(on_bone).collect();
        Ok(Pose { world_cm, moved, dummies_cm })
    }

    /// Where the vertices of a mesh are, in cm.
    pub fn vertices_cm(&self, mesh: &Zms, hold: Hold) -> Result<Vec<DVec3>, BadPose> {
        let unit_cm = f64::from(mesh.version.unit_cm());
        let own = mesh.positions.items.iter().map(|at| vector(*at) * unit_cm);
        if mesh.skin.is_empty() {
            let holder = self.holder(hold)?;
            return Ok(own.map(|at| holder.transform_point3(at)).collect());
        }
        let bones = self.bones_of(mesh)?;
        let skinned = own.zip(&mesh.skin.items).enumerate();
        skinned.map(|(vertex, (at, skin))| skinned_at(&bones, vertex, at, skin)).collect()
    }

    fn holder(&self, hold: Hold) -> Result<DAffine3, BadPose> {
        let found = |list: &[DAffine3], number: u32| {
            usize::try_from(number).ok().and_then(|number| list.get(number)).copied()
        };
        match hold {
            Hold::Nothing => Ok(DAffine3::IDENTITY),
            Hold::Bone(bone) => found(&self.world_cm, bone)
                .ok_or(BadPose::NoBone { bone, n_bones: self.world_cm.len() }),
            Hold::Dummy(dummy) => found(&self.dummies_cm, dummy)
                .ok_or(BadPose::NoDummy { dummy, n_dummies: self.dummies_cm.len() }),
        }
    }

    /// What moves the vertices of each bone that the mesh lists.
    fn bones_of(&self, mesh: &Zms) -> Result<Vec<DAffine3>, BadPose> {
        let moved = |bone: &u32| {
            let found = usize::try_from(*bone).ok().and_then(|bone| self.moved.get(bone));
            found.copied().ok_or(BadPose::NoBone { bone: *bone, n_bones: self.moved.len() })
        };
        mesh.bones.items.iter().map(moved).collect()
    }
}

fn skinned_at(bones: &[DAffine3], vertex: usize, at: DVec3, skin: &Skin) -> Result<DVec3, BadPose> {
    let mut sum = DVec3::ZERO;
    for (weight, index) in skin.weights.iter().zip(skin.bones) {
        // Places without weight are often left unset.
        if weight.get() == 0.0 {
            continue;
        }
        let bone = usize::try_from(index).ok().and_then(|index| bones.get(index));
        let bone = bone.ok_or(BadPose::NoIndex { vertex, index, n_bones: bones.len() })?;
        sum += bone.transform_point3(at) * f64::from(weight.get());
    }
    Ok(sum)
}

/// Bones in an order in which parents come before their children.
fn parents_first(skeleton: &Zmd) -> Result<Vec<usize>, BadPose> {
    let n_bones = skeleton.bones.len();
    let mut is_placed = vec![false; n_bones];
    let mut order = Vec::with_capacity(n_bones);
    for bone in 0..n_bones {
        let mut chain = Vec::new();
        let mut next = Some(bone);
        while let Some(bone) = next.filter(|bone| is_placed.get(*bone) == Some(&false)) {
            if chain.len() > n_bones {
                return Err(BadPose::Cycle { bone });
            }
            chain.push(bone);
            next = skeleton.parent(bone);
            if let Some(parent) = next.filter(|parent| *parent >= n_bones) {
                return Err(BadPose::NoParent { bone, parent, n_bones });
            }
        }
        for bone in chain.into_iter().rev() {
            if let Some(is_placed) = is_placed.get_mut(bone) {
                *is_placed = true;
            }
            order.push(bone);
        }
    }
    Ok(order)
}

fn world(skeleton: &Zmd, order: &[usize], local: &[DAffine3]) -> Vec<DAffine3> {
    let mut world = local.to_vec();
    for bone in order {
        let parent = skeleton.parent(*bone).and_then(|parent| world.get(parent)).copied();
        if let (Some(parent), Some(own)) = (parent, world.get_mut(*bone)) {
            *own = parent * *own;
        }
    }
    world
}

/// The bones with what the motion says of them.
fn in_frame(skeleton: &Zmd, motion: &Zmo, frame: u32) -> Result<Vec<DAffine3>, BadPose> {
    let n_frames = motion.n_frames();
    if frame >= n_frames {
        return Err(BadPose::NoFrame { frame, n_frames });
    }
    let mut bones: Vec<([F32; 3], [F32; 4])> =
        skeleton.bones.iter().map(|bone| (bone.position_cm, bone.rotation_wxyz)).collect();
    for channel in motion.channels() {
        let bone = usize::try_from(channel.bone).ok().and_then(|bone| bones.get_mut(bone));
        let Some((position, rotation)) = bone else { continue };
        if let Some(moved) = values(channel, ChannelKind::POSITION, frame) {
            *position = moved;
        }
        if let Some(turned) = values(channel, ChannelKind::ROTATION, frame) {
            *rotation = turned;
        }
    }
    Ok(bones.into_iter().map(|(position, rotation)| affine(position, rotation)).collect())
}

fn values<const N: usize>(channel: &Channel, kind: ChannelKind, frame: u32) -> Option<[F32; N]> {
    let values = channel.frame(usize::try_from(frame).ok()?)?;
    (channel.kind() == kind).then(|| values.try_into().ok()).flatten()
}

fn vector(values: [F32; 3]) -> DVec3 {
    DVec3::from_array(values.map(|value| f64::from(value.get())))
}

/// A rotation without a length turns nothing.
fn affine(position: [F32; 3], rotation_wxyz: [F32; 4]) -> DAffine3 {
    let [w, x, y, z] = rotation_wxyz.map(|value| f64::from(value.get()));
    let rotation = DQuat::from_xyzw(x, y, z, w);
    let length = rotation.length();
    let is_rotation = length.is_finite() && length > 0.0;
    let rotation = if is_rotation { rotation / length } else { DQuat::IDENTITY };
    DAffine3::from_rotation_translation(rotation, vector(position))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::rose::zero_text::ZeroText;
    use crate::format::rose::zmd::{Bone, Dummies, Placed};
    use crate::format::rose::zmo::End;
    use crate::format::rose::zms::{Column, Flags, Mesh, Version};
    use crate::format::text::Opaque;

    const HALF: f32 = std::f32::consts::FRAC_1_SQRT_2;
    const UPRIGHT: [f32; 4] = [1.0, 0.0, 0.0, 0.0];
    /// By 90° around z: x becomes y.
    const TURNED: [f32; 4] = [HALF, 0.0, 0.0, HALF];

    fn bone(parent: u32, position: [f32; 3]) -> Bone {
        let (position_cm, rotation_wxyz) = (position.map(F32::new), UPRIGHT.map(F32::new));
        Bone { name: ZeroText::default(), parent, position_cm, rotation_wxyz }
    }

    fn skeleton() -> Zmd {
        let name = ZeroText::default();
        let dummy = Placed { name, parent: 1, position_cm: [5.0, 0.0, 0.0].map(F32::new) };
        let bones = vec![bone(0, [0.0, 0.0, 100.0]), bone(0, [10.0, 0.0, 0.0])];
        Zmd { bones, dummies: Dummies::Placed(vec![dummy]), tail: Opaque::default() }
    }

    fn motion() -> Zmo {
        let values: Vec<F32> = [UPRIGHT, TURNED].concat().into_iter().map(F32::new).collect();
        let channels = vec![Channel::new(ChannelKind::ROTATION, 0, values).unwrap()];
        Zmo::new(30, 2, channels, End::Tail(Opaque::default())).unwrap()
    }

    /// One vertex 20 cm along x from the root, which follows the second bone where it has a skin.
    fn mesh(version: Version, position: [f32; 3], has_skin: bool) -> Zms {
        let skin = Skin { weights: [1.0, 0.0, 0.0, 0.0].map(F32::new), bones: [0, 9, 9, 9] };
        Zms::new(Mesh {
            version,
            flags: Flags(if has_skin { 0x32 } else { 0x02 }),
            box_min: [F32::ZERO; 3],
            box_max: [F32::ZERO; 3],
            bones: Column::new(vec![1]),
            n_vertices: 1,
            positions: Column::new(vec![position.map(F32::new)]),
            normals: Column::default(),
            colours: Column::default(),
            skin: if has_skin { Column::new(vec![skin]) } else { Column::default() },
            tangents: Column::default(),
            uvs: Default::default(),
            triangles: Column::default(),
            materials: Column::default(),
            strip: None,
            pool: None,
            copies: 0,
            tail: Opaque::default(),
        })
        .unwrap()
    }

    fn check(pose: &Pose, mesh: &Zms, hold: Hold, expected: [f64; 3]) {
        let at = pose.vertices_cm(mesh, hold).unwrap()[0];
        assert!(at.distance(DVec3::from_array(expected)) < 1e-4, "{at} is not {expected:?}");
    }

    #[test]
    fn a_vertex_follows_its_bone_through_the_list_of_the_mesh() {
        let rest = Pose::new(&skeleton(), None).unwrap();
        let turned = Pose::new(&skeleton(), Some((&motion(), 1))).unwrap();
        let metres = mesh(Version::V8, [0.2, 0.0, 1.0], true);
        check(&rest, &metres, Hold::Nothing, [20.0, 0.0, 100.0]);
        check(&turned, &metres, Hold::Nothing, [0.0, 20.0, 100.0]);
        let centimetres = mesh(Version::V6, [20.0, 0.0, 100.0], true);
        check(&turned, &centimetres, Hold::Nothing, [0.0, 20.0, 100.0]);
        assert_eq!(Pose::new(&skeleton(), Some((&motion(), 0))), Ok(rest));
    }

    #[test]
    fn a_mesh_without_a_skin_hangs_on_a_bone_or_a_dummy() {
        let turned = Pose::new(&skeleton(), Some((&motion(), 1))).unwrap();
        let mesh = mesh(Version::V8, [0.01, 0.0, 0.0], false);
        check(&turned, &mesh, Hold::Nothing, [1.0, 0.0, 0.0]);
        check(&turned, &mesh, Hold::Bone(1), [0.0, 11.0, 100.0]);
        check(&turned, &mesh, Hold::Dummy(0), [0.0, 16.0, 100.0]);
        assert_eq!(
            turned.vertices_cm(&mesh, Hold::Dummy(1)),
            Err(BadPose::NoDummy { dummy: 1, n_dummies: 1 })
        );
    }

    #[test]
    fn a_skeleton_that_is_no_tree_is_refused() {
        let mut skeleton = skeleton();
        skeleton.bones.push(bone(3, [0.0; 3]));
        assert_eq!(
            Pose::new(&skeleton, None),
            Err(BadPose::NoParent { bone: 2, parent: 3, n_bones: 3 })
        );
        skeleton.bones.push(bone(2, [0.0; 3]));
        assert!(matches!(Pose::new(&skeleton, None), Err(BadPose::Cycle { .. })));
        let past = Pose::new(&self::skeleton(), Some((&motion(), 2)));
        assert_eq!(past, Err(BadPose::NoFrame { frame: 2, n_frames: 2 }));
    }

    #[test]
    fn children_may_be_listed_before_their_parents() {
        let mut skeleton = skeleton();
        skeleton.bones.insert(1, bone(2, [1.0, 0.0, 0.0]));
        let pose = Pose::new(&skeleton, None).unwrap();
        assert_eq!(pose.world_cm[1].translation, DVec3::new(11.0, 0.0, 100.0));
    }
}
