//! Models: meshes with materials in their places, and instances of them in the world.

use glam::Affine3A;

use super::skeleton::{Motion, Place};
use super::{MaterialId, MeshId, ModelId, MotionId, PictureId, Scene, SkeletonId};

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Model {
    pub name: String,
    pub skeleton: Option<SkeletonId>,
    pub parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    pub mesh: MeshId,
    pub material: MaterialId,
    pub place: Place,
    /// A part of the same model that it moves with. One that leads back to itself counts as none.
    pub parent: Option<usize>,
    /// The bone that it hangs on; a mesh with a skin follows its own.
    pub bone: Option<u32>,
    /// How it moves in its place, as bone 0.
    pub motion: Option<MotionId>,
    /// Which part it is where it comes from, for its light and for what points at it.
    pub number: u32,
}

/// A model that stands somewhere.
#[derive(Debug, Clone, PartialEq)]
pub struct Instance {
    pub model: ModelId,
    pub world_from_model: Affine3A,
    /// Of its skeleton.
    pub motion: Option<MotionId>,
    /// So many seconds ahead, so that a crowd does not breathe as one.
    pub ahead_s: f32,
    /// Light of parts, by their numbers.
    pub lights: Vec<(u32, PartLight)>,
    /// What it is for whoever made the scene.
    pub tag: u32,
    /// Objects are counted; the sky and the water are not.
    pub is_object: bool,
}

/// Where the light of a part is painted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PartLight {
    pub picture: PictureId,
    /// Of all of the picture: the side of the part's own square, and its corner.
    pub scale: f32,
    pub corner: [f32; 2],
}

/// No chain of parents is longer.
const MAX_PARENTS: usize = 64;

impl Model {
    /// One without bones.
    pub fn of_parts(name: impl Into<String>, parts: Vec<Part>) -> Model {
        Model { name: name.into(), skeleton: None, parts }
    }

    /// Where its parts are after some seconds, given where its bones are.
    pub fn model_from_parts(
        &self,
        scene: &Scene,
        model_from_bones: &[Affine3A],
        seconds: f64,
    ) -> Vec<Affine3A> {
        let own: Vec<Affine3A> =
            self.parts.iter().map(|part| part.own(scene, seconds).affine()).collect();
        let chain = |index: usize| {
            let mut affine = own.get(index).copied().unwrap_or(Affine3A::IDENTITY);
            let mut at = index;
            for _ in 0..MAX_PARENTS {
                let Some(parent) = self.parent_of(at) else { break };
                affine = own.get(parent).copied().unwrap_or(Affine3A::IDENTITY) * affine;
                at = parent;
            }
            // Of a chain, the bone of the part that it ends with counts.
            let bone = self.parts.get(at).and_then(|part| part.bone);
            let bone = bone.and_then(|bone| model_from_bones.get(bone as usize));
            bone.map_or(affine, |bone| *bone * affine)
        };
        (0..self.parts.len()).map(chain).collect()
    }

    /// The part that a part moves with; none where following parents leads back to it.
    pub fn parent_of(&self, index: usize) -> Option<usize> {
        let parent = |index: usize| self.parts.get(index)?.parent.filter(|it| *it != index);
        let first = parent(index)?;
        let mut at = Some(first);
        for _ in 0..MAX_PARENTS {
            match at {
                None => return Some(first),
                Some(own) if own == index => return None,
                Some(own) => at = parent(own),
            }
        }
        None
    }

    /// Whether any part moves by itself.
    pub fn moves(&self) -> bool {
        self.parts.iter().any(|part| part.motion.is_some())
    }
}

impl Part {
    fn own(&self, scene: &Scene, seconds: f64) -> Place {
        let motion: Option<&Motion> = self.motion.and_then(|motion| scene.motion(motion));
        let Some(motion) = motion else { return self.place };
        let between = motion.between(seconds);
        let of_part = motion.tracks.iter().filter(|track| track.bone == 0);
        of_part.fold(self.place, |place, track| track.at(between, place))
    }
}

impl Part {
    /// One that stays where its model is.
    pub fn new(mesh: MeshId, material: MaterialId, number: u32) -> Part {
        Part {
            mesh,
            material,
            place: Place::default(),
            parent: None,
            bone: None,
            motion: None,
            number,
        }
    }
}

impl Instance {
    pub fn new(model: ModelId, world_from_model: Affine3A) -> Instance {
        Instance {
            model,
            world_from_model,
            motion: None,
            ahead_s: 0.0,
            lights: Vec::new(),
            tag: 0,
            is_object: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};

    use super::super::skeleton::Track;
    use super::*;

    #[test]
    fn parts_move_with_the_motion_of_their_parent() {
        let mut scene = Scene::default();
        let quarter = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
        let track = Track { turn: vec![quarter], ..Track::default() };
        let motion = Motion {
            frames_per_second: 1.0,
            n_frames: 1,
            tracks: vec![track],
            ..Motion::default()
        };
        let motion = scene.add_motion(motion);
        let part = |x: f32, parent, motion| Part {
            place: Place { at_m: Vec3::new(x, 0.0, 0.0), ..Place::default() },
            parent,
            motion,
            ..Part::new(MeshId(0), MaterialId(0), 0)
        };
        let parts = vec![part(5.0, Some(0), Some(motion)), part(1.0, Some(0), None)];
        let model = Model { parts, ..Model::default() };
        let places = model.model_from_parts(&scene, &[], 0.0);
        let at = |part: usize| Vec3::from(places[part].translation);
        assert_eq!(at(0), Vec3::new(5.0, 0.0, 0.0));
        assert!(at(1).distance(Vec3::new(5.0, 1.0, 0.0)) < 1e-5);
    }

    #[test]
    fn parts_that_are_parents_of_each_other_come_to_an_end() {
        let part = |parent| Part { parent, ..Part::new(MeshId(0), MaterialId(0), 0) };
        let model = Model { parts: vec![part(Some(1)), part(Some(0))], ..Model::default() };
        assert_eq!(model.model_from_parts(&Scene::default(), &[], 0.0).len(), 2);
        assert_eq!([model.parent_of(0), model.parent_of(1)], [None; 2]);
        // A parent may come later in the list.
        let model = Model { parts: vec![part(Some(1)), part(None)], ..Model::default() };
        assert_eq!([model.parent_of(0), model.parent_of(1)], [Some(1), None]);
    }
}
