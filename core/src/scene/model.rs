//! Models: meshes with materials in their places, and instances of them in the world.

use glam::Affine3A;

use super::{MaterialId, MeshId, ModelId, MotionId, PictureId, Scene, SkeletonId};
use crate::scene::particle::{Emitter, Particle};
use crate::scene::skeleton::{Between, Motion, Place};

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Model {
    pub name: String,
    pub skeleton: Option<SkeletonId>,
    pub parts: Vec<Part>,
    pub emitters: Vec<Emitter>,
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
    pub when: When,
    /// Which part it is in the list of its file, for its light and for what points at it. `None` for what is no part
    /// there; those are the last ones of a model.
    pub number: Option<u32>,
}

/// When a part is seen and moves.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct When {
    pub is_at_night_only: bool,
    /// It is not seen before, and its motion begins then.
    pub delay_s: f32,
    /// How often its motion goes on until it stays at its end; 0 without end.
    pub rounds: u32,
}

/// When a scene is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Moment {
    /// Since all motions began.
    pub seconds: f64,
    pub is_night: bool,
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
        Model { name: name.into(), parts, ..Model::default() }
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

    /// Whether any part moves by itself, or is not always seen.
    pub fn moves(&self) -> bool {
        self.parts.iter().any(|part| part.motion.is_some() || part.when != When::default())
    }

    /// Whether any of it is an effect, which began before somebody looks.
    pub fn has_effects(&self) -> bool {
        !self.emitters.is_empty() || self.parts.iter().any(|part| part.number.is_none())
    }
}

impl Part {
    fn own(&self, scene: &Scene, seconds: f64) -> Place {
        let motion: Option<&Motion> = self.motion.and_then(|motion| scene.motion(motion));
        let Some(motion) = motion else { return self.place };
        let between = self.when.between(motion, seconds);
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
            when: When::default(),
            number: Some(number),
        }
    }
}

impl When {
    pub fn is_seen(&self, moment: Moment) -> bool {
        let is_right_time = moment.is_night || !self.is_at_night_only;
        is_right_time && moment.seconds >= f64::from(self.delay_s)
    }

    fn between(&self, motion: &Motion, seconds: f64) -> Between {
        let seconds = (seconds - f64::from(self.delay_s)).max(0.0);
        let is_over = self.rounds > 0 && seconds >= motion.seconds() * f64::from(self.rounds);
        let last = motion.n_frames.saturating_sub(1) as usize;
        match is_over {
            true => Between { first: last, second: last, share: 0.0 },
            false => motion.between(seconds),
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

    /// Where the bones of its model are in its motion.
    pub fn model_from_bones(&self, scene: &Scene, seconds: f64) -> Vec<Affine3A> {
        let skeleton = scene.model(self.model).and_then(|model| model.skeleton);
        let motion = self.motion.and_then(|motion| scene.motion(motion));
        let motion = motion.map(|motion| (motion, seconds));
        let skeleton = skeleton.and_then(|skeleton| scene.skeleton(skeleton));
        skeleton.map(|skeleton| skeleton.model_from_bones(motion)).unwrap_or_default()
    }

    /// Puts what a source of its model lets out, in the world.
    pub fn particles(
        &self,
        scene: &Scene,
        emitter: usize,
        seconds: f64,
        put: &mut dyn FnMut(Particle),
    ) {
        let Some(model) = scene.model(self.model) else { return };
        let Some(own) = model.emitters.get(emitter) else { return };
        let world_from_part = |seconds: f64| {
            let bones = self.model_from_bones(scene, seconds);
            let places = model.model_from_parts(scene, &bones, seconds);
            let place = places.get(own.part).copied().unwrap_or(Affine3A::IDENTITY);
            self.world_from_model * place
        };
        let seed = u64::from(self.tag) << 32 | emitter as u64;
        if model.moves() || self.motion.is_some() {
            return own.particles(seed, seconds, &world_from_part, put);
        }
        let still = world_from_part(seconds);
        own.particles(seed, seconds, &|_| still, put);
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
