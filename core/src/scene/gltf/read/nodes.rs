//! Where the meshes of a file are: the nodes that place them, and the bones that hold them.

use std::collections::BTreeSet;

use glam::{DMat4, DQuat, DVec3};

use crate::scene::gltf::is_part;
use crate::scene::gltf::read::accessor::Buffer;
use crate::scene::gltf::read::file::{File, Node};
use crate::scene::gltf::read::{BadGlb, Bones};

/// The nodes of the scene of a file.
pub(super) struct Tree<'f> {
    /// Those with a mesh, parents before their children.
    pub(super) placed: Vec<Placed<'f>>,
    /// By the number of a node: from its own space to the world of the file.
    worlds: Vec<DMat4>,
}

/// A node with a mesh.
pub(super) struct Placed<'f> {
    number: usize,
    pub(super) node: &'f Node,
    /// The bone that it hangs on.
    pub(super) bone: Option<String>,
    /// From its vertices to the space of the model, or of the part that it is in.
    pub(super) model_from_mesh: DMat4,
}

/// A node on the way through a file.
struct Step {
    number: usize,
    world_from_parent: DMat4,
    model_from_world: DMat4,
    bone: Option<String>,
}

impl Placed<'_> {
    pub(super) fn name(&self, file: &File) -> String {
        let mesh = self.node.mesh.and_then(|mesh| file.meshes.get(mesh));
        let names = [self.node.name.as_str(), mesh.map_or("", |mesh| mesh.name.as_str())];
        let named = names.into_iter().find(|name| !name.is_empty());
        named.map_or_else(|| format!("mesh {}", self.number), str::to_owned)
    }
}

/// The world of a file has y up; a model has z up.
fn model_from_world() -> DMat4 {
    DMat4::from_cols_array(&[1., 0., 0., 0., 0., 0., 1., 0., 0., -1., 0., 0., 0., 0., 0., 1.])
}

pub(super) fn tree(file: &File) -> Result<Tree<'_>, BadGlb> {
    let joints: BTreeSet<usize> =
        file.skins.iter().flat_map(|skin| skin.joints.iter().copied()).collect();
    let mut seen = vec![false; file.nodes.len()];
    let worlds = vec![DMat4::IDENTITY; file.nodes.len()];
    let mut tree = Tree { placed: Vec::new(), worlds };
    let start = |number| Step {
        number,
        world_from_parent: DMat4::IDENTITY,
        model_from_world: model_from_world(),
        bone: None,
    };
    let mut steps: Vec<Step> = roots(file).into_iter().rev().map(start).collect();
    while let Some(step) = steps.pop() {
        let Step { number, world_from_parent, model_from_world, bone } = step;
        let wrong = |reason: &str| BadGlb::new(format!("node {number}"), reason);
        let node = file.nodes.get(number).ok_or_else(|| wrong("there is no such node"))?;
        match seen.get_mut(number) {
            Some(is_seen) if !*is_seen => *is_seen = true,
            _ => return Err(wrong("is in the tree of nodes more than once")),
        }
        let world = world_from_parent * matrix(node);
        if !world.is_finite() {
            return Err(wrong("has a place that is no number"));
        }
        tree.worlds.get_mut(number).into_iter().for_each(|own| *own = world);
        if node.mesh.is_some() {
            let (bone, model_from_mesh) = (bone.clone(), model_from_world * world);
            tree.placed.push(Placed { number, node, bone, model_from_mesh });
        }
        let (model_from_world, bone) = if joints.contains(&number) {
            (self::model_from_world(), Some(node.name.clone()))
        } else if is_part(&node.name) && world.determinant().abs() > 1e-30 {
            // A list of objects places its parts, and their meshes know nothing of it.
            (world.inverse(), None)
        } else {
            (model_from_world, bone)
        };
        steps.extend(node.children.iter().rev().map(|child| Step {
            number: *child,
            world_from_parent: world,
            model_from_world,
            bone: bone.clone(),
        }));
    }
    Ok(tree)
}

/// Those of the scene, or else those that no node has.
fn roots(file: &File) -> Vec<usize> {
    if let Some(scene) = file.scenes.get(file.scene.unwrap_or_default()) {
        return scene.nodes.clone();
    }
    let children: BTreeSet<usize> =
        file.nodes.iter().flat_map(|node| node.children.iter().copied()).collect();
    (0..file.nodes.len()).filter(|node| !children.contains(node)).collect()
}

fn matrix(node: &Node) -> DMat4 {
    if let Some(matrix) = &node.matrix {
        return DMat4::from_cols_array(matrix);
    }
    let scale = node.scale.map_or(DVec3::ONE, DVec3::from);
    let turn = node.rotation.map(DQuat::from_array).filter(|turn| turn.length_squared() > 0.0);
    let turn = turn.map_or(DQuat::IDENTITY, DQuat::normalize);
    let at = node.translation.map_or(DVec3::ZERO, DVec3::from);
    DMat4::from_scale_rotation_translation(scale, turn, at)
}

impl Tree<'_> {
    /// The bones of a node with a skin.
    pub(super) fn bones_of(
        &self,
        file: &File,
        buffer: &Buffer<'_>,
        placed: &Placed<'_>,
    ) -> Result<Option<Bones>, String> {
        let Some(skin) = placed.node.skin else { return Ok(None) };
        let skin = file.skins.get(skin).ok_or_else(|| format!("there is no skin {skin}"))?;
        let n = skin.joints.len();
        let inverse: Vec<[f32; 16]> = match skin.inverse_bind_matrices {
            Some(accessor) if buffer.count(accessor)? < n => {
                return Err(format!("its skin has fewer matrices than its {n} bones"));
            }
            Some(accessor) => buffer.floats(accessor)?,
            None => vec![DMat4::IDENTITY.as_mat4().to_cols_array(); n],
        };
        let mut bones = Bones { names: Vec::new(), model_from_mesh: Vec::new() };
        for (joint, inverse) in skin.joints.iter().zip(&inverse) {
            let (Some(node), Some(world)) = (file.nodes.get(*joint), self.worlds.get(*joint))
            else {
                return Err(format!("its skin has the bone {joint}, which is no node"));
            };
            bones.names.push(node.name.clone());
            let inverse = DMat4::from_cols_array(&inverse.map(f64::from));
            bones.model_from_mesh.push(model_from_world() * *world * inverse);
        }
        Ok(Some(bones))
    }
}
