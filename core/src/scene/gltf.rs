//! A model as binary glTF 2.0, with its skeleton and a motion: one file that other programs open.
//!
//! ```text
//! "glTF", u32 2, u32 length; u32 length, "JSON", text and spaces; u32 length, "BIN", bytes and zeros
//! ```
//!
//! There y is up: a node over everything turns it.

pub mod read;

use std::collections::BTreeMap;

use glam::{Affine3A, Mat4, Quat, Vec3};
use serde_json::{Value, json};

use crate::format::picture::Picture;

use super::material::Blend;
use super::mesh::{Mesh, Vertex};
use super::model::{Instance, Model};
use super::skeleton::{Motion, Place, Skeleton, Track};
use super::{MaterialId, MeshId, MotionId, PictureId, Scene};

const FLOATS: u32 = 5126;
const WORDS: u32 = 5125;
const BYTES: u32 = 5121;
const VERTICES: u32 = 34962;
const INDICES: u32 = 34963;

/// Makes a PNG of a picture; `None` leaves it out.
pub type Png<'p> = &'p mut dyn FnMut(&Picture) -> Option<Vec<u8>>;

/// The bytes of a GLB of an instance's model. `None` where the scene has no such model.
pub fn glb(scene: &Scene, instance: &Instance, png: Png<'_>) -> Option<Vec<u8>> {
    let model = scene.model(instance.model)?;
    let skeleton = model.skeleton.and_then(|skeleton| scene.skeleton(skeleton));
    let skeleton = skeleton.filter(|skeleton| !skeleton.bones().is_empty());
    let mut writer = Writer::new(scene);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    writer
        .nodes
        .push(json!({"name": model.name, "rotation": [-half, 0.0, 0.0, half], "children": []}));
    let first_bone = writer.nodes.len();
    let skin = skeleton.map(|skeleton| writer.add_skeleton(skeleton));
    let parts = writer.add_parts(model, skeleton.map(|_| first_bone), skin, png);
    writer.add_motions(model, instance.motion, first_bone, &parts);
    Some(writer.finish())
}

struct Writer<'s> {
    scene: &'s Scene,
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
    nodes: Vec<Value>,
    meshes: Vec<Value>,
    skins: Vec<Value>,
    materials: Vec<Value>,
    textures: Vec<Value>,
    images: Vec<Value>,
    animations: Vec<Value>,
    /// With the bones of the skin that they have.
    known_meshes: BTreeMap<(MeshId, MaterialId, Option<usize>), usize>,
    known_materials: BTreeMap<MaterialId, usize>,
    known_pictures: BTreeMap<PictureId, Option<usize>>,
}

fn node_of(at_m: Vec3, turn: Quat, scale: Vec3) -> Value {
    json!({
        "translation": at_m.to_array(),
        "rotation": turn.to_array(),
        "scale": scale.to_array(),
    })
}

/// Whether a node is a part of an object, which a list places: its mesh knows nothing of that.
fn is_part(name: &str) -> bool {
    name.strip_prefix("part ")
        .is_some_and(|number| number.starts_with(|it: char| it.is_ascii_digit()))
}

/// The joints of a vertex and how much each holds it: those of the skin alone, all of it together.
pub(crate) fn held_by(vertex: &Vertex, bone: impl Fn(u8) -> u8, n_bones: usize) -> [(u8, f32); 4] {
    let mut held = [(0, 0.0); 4];
    for (own, (joint, weight)) in held.iter_mut().zip(vertex.joints.iter().zip(vertex.weights)) {
        let joint = bone(*joint);
        if weight > 0.0 && weight.is_finite() && usize::from(joint) < n_bones {
            *own = (joint, weight);
        }
    }
    let sum: f32 = held.iter().map(|(_, weight)| weight).sum();
    if sum > 0.0 && sum.is_finite() {
        held.map(|(joint, weight)| (joint, weight / sum))
    } else {
        [(0, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)]
    }
}

impl<'s> Writer<'s> {
    fn new(scene: &'s Scene) -> Writer<'s> {
        Writer {
            scene,
            bytes: Vec::new(),
            views: Vec::new(),
            accessors: Vec::new(),
            nodes: Vec::new(),
            meshes: Vec::new(),
            skins: Vec::new(),
            materials: Vec::new(),
            textures: Vec::new(),
            images: Vec::new(),
            animations: Vec::new(),
            known_meshes: BTreeMap::new(),
            known_materials: BTreeMap::new(),
            known_pictures: BTreeMap::new(),
        }
    }

    fn view(&mut self, bytes: &[u8], target: Option<u32>) -> usize {
        let mut view =
            json!({"buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len()});
        if let (Some(target), Some(view)) = (target, view.as_object_mut()) {
            view.insert("target".to_owned(), json!(target));
        }
        self.bytes.extend(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.views.push(view);
        self.views.len() - 1
    }

    fn accessor(&mut self, view: usize, component: u32, kind: &str, count: usize) -> usize {
        let accessor =
            json!({"bufferView": view, "componentType": component, "type": kind, "count": count});
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    fn floats<const N: usize>(&mut self, values: &[[f32; N]], target: Option<u32>) -> usize {
        let bytes: Vec<u8> =
            values.iter().flatten().flat_map(|value| value.to_le_bytes()).collect();
        let view = self.view(&bytes, target);
        let kind = match N {
            1 => "SCALAR",
            2 => "VEC2",
            3 => "VEC3",
            4 => "VEC4",
            _ => "MAT4",
        };
        let accessor = self.accessor(view, FLOATS, kind, values.len());
        // Positions and times must say what they span.
        if matches!(N, 1 | 3)
            && let Some(stated) = self.accessors.get_mut(accessor).and_then(Value::as_object_mut)
        {
            let span = |pick: fn(f32, f32) -> f32, start: f32| -> Vec<f32> {
                let mut most = [start; N];
                for value in values {
                    most.iter_mut().zip(value).for_each(|(most, part)| *most = pick(*most, *part));
                }
                most.to_vec()
            };
            stated.insert("min".to_owned(), json!(span(f32::min, f32::MAX)));
            stated.insert("max".to_owned(), json!(span(f32::max, f32::MIN)));
        }
        accessor
    }

    fn hang(&mut self, child: usize, parent: usize) {
        if let Some(parent) = self.nodes.get_mut(parent).and_then(Value::as_object_mut) {
            let children = parent.entry("children").or_insert_with(|| json!([]));
            if let Some(children) = children.as_array_mut() {
                children.push(json!(child));
            }
        }
    }

    fn add_skeleton(&mut self, skeleton: &Skeleton) -> usize {
        let first = self.nodes.len();
        for bone in skeleton.bones() {
            let mut node = node_of(bone.rest.at_m, bone.rest.turn, bone.rest.scale);
            if let Some(node) = node.as_object_mut() {
                node.insert("name".to_owned(), json!(bone.name));
            }
            self.nodes.push(node);
        }
        for (index, bone) in skeleton.bones().iter().enumerate() {
            self.hang(first + index, bone.parent.map_or(0, |parent| first + parent as usize));
        }
        let inverse: Vec<[f32; 16]> = skeleton
            .bone_from_model()
            .iter()
            .map(|affine: &Affine3A| Mat4::from(*affine).to_cols_array())
            .collect();
        let inverse = self.floats(&inverse, None);
        let joints: Vec<usize> = (first..first + skeleton.bones().len()).collect();
        self.skins.push(json!({"joints": joints, "inverseBindMatrices": inverse}));
        self.skins.len() - 1
    }

    /// The node of each part that is drawn.
    fn add_parts(
        &mut self,
        model: &Model,
        first_bone: Option<usize>,
        skin: Option<usize>,
        png: Png<'_>,
    ) -> Vec<usize> {
        let first = self.nodes.len();
        let skeleton = model.skeleton.and_then(|id| self.scene.skeleton(id));
        let mut within = Vec::new();
        // What its file does not list as a part, such as an effect, comes behind those that it does.
        let listed = model.parts.iter().take_while(|part| part.number.is_some());
        for (index, part) in listed.clone().enumerate() {
            let mesh = self.scene.mesh(part.mesh);
            let is_skinned = skin.is_some() && mesh.is_some_and(Mesh::has_skin);
            let mut node = match is_skinned {
                // Its bones place it.
                true => json!({}),
                false => node_of(part.place.at_m, part.place.turn, part.place.scale),
            };
            let n_bones = skeleton.filter(|_| is_skinned).map(|skeleton| skeleton.bones().len());
            let number = self.mesh(part.mesh, part.material, n_bones, png);
            // A mesh in a placed part has a node of its own, which stays where the part is moved.
            let is_within = !is_skinned && part.place != Place::default();
            within.extend(number.filter(|_| is_within).map(|number| (first + index, number)));
            if let Some(node) = node.as_object_mut() {
                let listed = part.number.unwrap_or_default();
                node.insert("name".to_owned(), json!(format!("part {listed}")));
                let own = number.filter(|_| !is_within);
                node.extend(own.map(|number| ("mesh".to_owned(), json!(number))));
                node.extend(
                    skin.filter(|_| is_skinned).map(|skin| ("skin".to_owned(), json!(skin))),
                );
            }
            self.nodes.push(node);
        }
        for (index, part) in listed.enumerate() {
            let bone = part.bone.zip(first_bone).map(|(bone, first)| first + bone as usize);
            let parent = model.parent_of(index).map(|parent| first + parent);
            let parent = parent.or(bone.filter(|bone| *bone < first)).unwrap_or(0);
            self.hang(first + index, parent);
        }
        let parts = (first..self.nodes.len()).collect();
        for ((part, mesh), number) in within.into_iter().zip(self.nodes.len()..) {
            let name = self.nodes.get(part).and_then(|part| part.get("name")).cloned();
            let name = name.as_ref().and_then(Value::as_str).unwrap_or_default();
            self.nodes.push(json!({"name": name.replacen("part", "mesh", 1), "mesh": mesh}));
            self.hang(number, part);
        }
        parts
    }

    fn mesh(
        &mut self,
        id: MeshId,
        material: MaterialId,
        n_bones: Option<usize>,
        png: Png<'_>,
    ) -> Option<usize> {
        if let Some(known) = self.known_meshes.get(&(id, material, n_bones)) {
            return Some(*known);
        }
        let mesh = self.scene.mesh(id).filter(|mesh| !mesh.indices.is_empty())?;
        let material_number = self.material(material, png);
        let vertices = &mesh.vertices;
        let list = |of: fn(&Vertex) -> [f32; 3]| vertices.iter().map(of).collect::<Vec<_>>();
        let positions = self.floats(&list(|vertex| vertex.at_m.to_array()), Some(VERTICES));
        let normals = list(|vertex| vertex.normal.normalize_or(Vec3::Z).to_array());
        let normals = self.floats(&normals, Some(VERTICES));
        let uvs: Vec<[f32; 2]> = vertices.iter().map(|vertex| vertex.uv.to_array()).collect();
        let uvs = self.floats(&uvs, Some(VERTICES));
        let mut attributes = json!({"POSITION": positions, "NORMAL": normals, "TEXCOORD_0": uvs});
        if let Some(n_bones) = n_bones {
            let bone = |joint: u8| {
                let bone = mesh.bones.get(usize::from(joint)).copied().unwrap_or_default();
                u8::try_from(bone).unwrap_or_default()
            };
            let held: Vec<[(u8, f32); 4]> =
                vertices.iter().map(|vertex| held_by(vertex, bone, n_bones)).collect();
            let joints: Vec<u8> = held.iter().flat_map(|it| it.map(|(joint, _)| joint)).collect();
            let view = self.view(&joints, Some(VERTICES));
            let joints = self.accessor(view, BYTES, "VEC4", vertices.len());
            let weights: Vec<[f32; 4]> =
                held.iter().map(|it| it.map(|(_, weight)| weight)).collect();
            let weights = self.floats(&weights, Some(VERTICES));
            if let Some(attributes) = attributes.as_object_mut() {
                attributes.insert("JOINTS_0".to_owned(), json!(joints));
                attributes.insert("WEIGHTS_0".to_owned(), json!(weights));
            }
        }
        let bytes: Vec<u8> = mesh.indices.iter().flat_map(|index| index.to_le_bytes()).collect();
        let view = self.view(&bytes, Some(INDICES));
        let indices = self.accessor(view, WORDS, "SCALAR", mesh.indices.len());
        let primitive =
            json!({"attributes": attributes, "indices": indices, "material": material_number});
        self.meshes.push(json!({"primitives": [primitive]}));
        self.known_meshes.insert((id, material, n_bones), self.meshes.len() - 1);
        Some(self.meshes.len() - 1)
    }

    fn material(&mut self, id: MaterialId, png: Png<'_>) -> usize {
        if let Some(known) = self.known_materials.get(&id) {
            return *known;
        }
        let material = self.scene.materials.get(id.index()).cloned().unwrap_or_default();
        let texture = material.pictures.first().and_then(|picture| self.texture(*picture, png));
        let mut look = json!({"baseColorFactor": material.tint, "metallicFactor": 0.0, "roughnessFactor": 1.0});
        if let (Some(texture), Some(look)) = (texture, look.as_object_mut()) {
            look.insert("baseColorTexture".to_owned(), json!({"index": texture}));
        }
        let mut stated =
            json!({"pbrMetallicRoughness": look, "doubleSided": material.is_two_sided});
        if let Some(stated) = stated.as_object_mut() {
            match material.blend {
                Blend::Opaque => {}
                Blend::CutOut { least } => {
                    stated.insert("alphaMode".to_owned(), json!("MASK"));
                    stated.insert("alphaCutoff".to_owned(), json!(least));
                }
                Blend::Over | Blend::Add | Blend::Mixed { .. } => {
                    stated.insert("alphaMode".to_owned(), json!("BLEND"));
                }
            }
        }
        self.materials.push(stated);
        self.known_materials.insert(id, self.materials.len() - 1);
        self.materials.len() - 1
    }

    fn texture(&mut self, id: PictureId, png: Png<'_>) -> Option<usize> {
        if let Some(known) = self.known_pictures.get(&id) {
            return *known;
        }
        let bytes = self.scene.pictures.get(id.index()).and_then(|picture| png(picture));
        let texture = bytes.map(|bytes| {
            let view = self.view(&bytes, None);
            self.images.push(json!({"bufferView": view, "mimeType": "image/png"}));
            self.textures.push(json!({"source": self.images.len() - 1}));
            self.textures.len() - 1
        });
        self.known_pictures.insert(id, texture);
        texture
    }

    /// The motion of the skeleton, and those of parts, each as an animation.
    fn add_motions(
        &mut self,
        model: &Model,
        motion: Option<MotionId>,
        first_bone: usize,
        parts: &[usize],
    ) {
        let n_bones =
            model.skeleton.and_then(|id| self.scene.skeleton(id)).map_or(0, |it| it.bones().len());
        if let Some(motion) = motion.and_then(|motion| self.scene.motion(motion)) {
            let node = |track: &Track| {
                let bone = track.bone as usize;
                (bone < n_bones).then_some(first_bone + bone)
            };
            self.add_motion(motion, &node);
        }
        for (part, node) in model.parts.iter().zip(parts) {
            if let Some(motion) = part.motion.and_then(|motion| self.scene.motion(motion)) {
                self.add_motion(motion, &|track: &Track| (track.bone == 0).then_some(*node));
            }
        }
    }

    fn add_motion(&mut self, motion: &Motion, node: &dyn Fn(&Track) -> Option<usize>) {
        let fps = if motion.frames_per_second > 0.0 { motion.frames_per_second } else { 1.0 };
        let n_frames = motion.n_frames as usize;
        if n_frames == 0 {
            return;
        }
        // Frames without values take no room in the file that they come from.
        let has_values = |track: &Track| {
            [track.at_m.len(), track.turn.len(), track.scale.len()].contains(&n_frames)
        };
        if !motion.tracks.iter().any(|track| node(track).is_some() && has_values(track)) {
            return;
        }
        let times: Vec<[f32; 1]> = (0..n_frames).map(|frame| [frame as f32 / fps]).collect();
        let times = self.floats(&times, None);
        let (mut samplers, mut channels) = (Vec::new(), Vec::new());
        for track in &motion.tracks {
            let Some(node) = node(track) else { continue };
            let three = |list: &[Vec3]| list.iter().map(|one| one.to_array()).collect::<Vec<_>>();
            let mut outputs = Vec::new();
            if track.at_m.len() == n_frames {
                outputs.push(("translation", self.floats(&three(&track.at_m), None)));
            }
            if track.turn.len() == n_frames {
                let turns: Vec<[f32; 4]> = track.turn.iter().map(|turn| turn.to_array()).collect();
                outputs.push(("rotation", self.floats(&turns, None)));
            }
            if track.scale.len() == n_frames {
                outputs.push(("scale", self.floats(&three(&track.scale), None)));
            }
            for (path, output) in outputs {
                let target = json!({"node": node, "path": path});
                channels.push(json!({"sampler": samplers.len(), "target": target}));
                samplers.push(json!({"input": times, "output": output, "interpolation": "LINEAR"}));
            }
        }
        if !channels.is_empty() {
            let name = &motion.name;
            self.animations.push(json!({"name": name, "samplers": samplers, "channels": channels}));
        }
    }

    fn finish(mut self) -> Vec<u8> {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let mut root = serde_json::Map::new();
        root.insert("asset".to_owned(), json!({"version": "2.0", "generator": "Landwright"}));
        root.insert("scene".to_owned(), json!(0));
        root.insert("scenes".to_owned(), json!([{"nodes": [0]}]));
        let lists = [
            ("nodes", self.nodes),
            ("meshes", self.meshes),
            ("skins", self.skins),
            ("materials", self.materials),
            ("textures", self.textures),
            ("images", self.images),
            ("animations", self.animations),
            ("accessors", self.accessors),
            ("bufferViews", self.views),
        ];
        // Empty lists are not allowed.
        for (name, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
            root.insert(name.to_owned(), Value::Array(list));
        }
        if !self.bytes.is_empty() {
            root.insert("buffers".to_owned(), json!([{"byteLength": self.bytes.len()}]));
        }
        let mut text = Value::Object(root).to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        let length = 12 + 8 + text.len() + 8 + self.bytes.len();
        let mut glb = b"glTF".to_vec();
        let word = |out: &mut Vec<u8>, word: usize| {
            out.extend(u32::try_from(word).unwrap_or(u32::MAX).to_le_bytes());
        };
        word(&mut glb, 2);
        word(&mut glb, length);
        word(&mut glb, text.len());
        glb.extend(b"JSON");
        glb.extend(text);
        word(&mut glb, self.bytes.len());
        glb.extend(b"BIN\0");
        glb.extend(self.bytes);
        glb
    }
}

#[cfg(test)]
mod tests {
    use super::super::material::Material;
    use super::super::mesh::Vertex;
    use super::super::model::Part;
    use super::super::skeleton::Bone;
    use super::*;

    #[test]
    fn a_glb_holds_mesh_bones_and_motion_and_its_lengths_agree() {
        let mut scene = Scene::default();
        let vertex = |x, y| Vertex {
            at_m: Vec3::new(x, y, 0.0),
            weights: [1.0, 0.0, 0.0, 0.0],
            ..Vertex::default()
        };
        let vertices = vec![vertex(0.0, 0.0), vertex(1.0, 0.0), vertex(0.0, 1.0)];
        let mesh = scene.add_mesh(Mesh { vertices, indices: vec![0, 1, 2], bones: vec![1] });
        let material = scene.add_material(Material::default());
        let bone = |parent| Bone { name: "b".to_owned(), parent, rest: Place::default() };
        let skeleton = Skeleton::new(vec![bone(None), bone(Some(0))]).unwrap();
        let skeleton = scene.add_skeleton(skeleton);
        let track = Track { bone: 1, turn: vec![Quat::IDENTITY; 2], ..Track::default() };
        let motion = Motion {
            frames_per_second: 2.0,
            n_frames: 2,
            tracks: vec![track],
            ..Motion::default()
        };
        let motion = scene.add_motion(motion);
        let part = Part::new(mesh, material, 0);
        let model = Model { skeleton: Some(skeleton), parts: vec![part], ..Model::default() };
        let model = scene.add_model(model);
        let mut instance = Instance::new(model, Affine3A::IDENTITY);
        instance.motion = Some(motion);
        let glb = glb(&scene, &instance, &mut |_| None).unwrap();
        let word = |at: usize| u32::from_le_bytes(glb[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!((&glb[..4], word(4), word(8)), (&b"glTF"[..], 2, glb.len()));
        let json: Value = serde_json::from_slice(&glb[20..20 + word(12)]).unwrap();
        assert_eq!(json["skins"][0]["joints"], json!([1, 2]));
        assert_eq!(json["nodes"][0]["children"], json!([1, 3]));
        assert_eq!(json["nodes"][3]["skin"], json!(0));
        assert_eq!(
            json["animations"][0]["channels"][0]["target"],
            json!({"node": 2, "path": "rotation"})
        );
        let n_bytes = json["buffers"][0]["byteLength"].as_u64().unwrap() as usize;
        assert_eq!(n_bytes, word(20 + word(12)));
        let last = json["bufferViews"].as_array().unwrap().last().unwrap();
        let end = last["byteOffset"].as_u64().unwrap() + last["byteLength"].as_u64().unwrap();
        assert!(end as usize <= n_bytes);
    }

    #[test]
    fn a_vertex_is_held_by_bones_that_there_are_and_by_all_of_one() {
        let vertex = Vertex {
            joints: [0, 9, 1, 2],
            weights: [1.0, 5.0, f32::NAN, 3.0],
            ..Vertex::default()
        };
        let held = held_by(&vertex, |joint| joint, 3);
        assert_eq!(held, [(0, 0.25), (0, 0.0), (0, 0.0), (2, 0.75)]);
        let nobody = Vertex { joints: [9; 4], weights: [1.0; 4], ..Vertex::default() };
        assert_eq!(held_by(&nobody, |joint| joint, 3)[0], (0, 1.0));
    }

    #[test]
    fn frames_without_values_take_no_room() {
        let mut scene = Scene::default();
        let mesh = scene.add_mesh(Mesh::default());
        let part = Part::new(mesh, scene.add_material(Material::default()), 0);
        let motion = Motion { n_frames: u32::MAX, ..Motion::default() };
        let motion = scene.add_motion(motion);
        let bone = Bone { name: "b".to_owned(), parent: None, rest: Place::default() };
        let skeleton = scene.add_skeleton(Skeleton::new(vec![bone]).unwrap());
        let model = Model { skeleton: Some(skeleton), parts: vec![part], ..Model::default() };
        let mut instance = Instance::new(scene.add_model(model), Affine3A::IDENTITY);
        instance.motion = Some(motion);
        assert!(glb(&scene, &instance, &mut |_| None).unwrap().len() < 2_000);
    }
}
