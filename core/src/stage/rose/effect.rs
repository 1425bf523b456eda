//! Effects (EFT) and particles (PTL) as sources and parts of a model.
//!
//! The fields come from real files. How they are drawn is what one published client does (exjam's), unless it says
//! here that something is a guess. It is not checked against the game.

mod fields;

use std::collections::BTreeMap;

use glam::Affine3A;

use crate::format::rose::eft::{self, Bool, Eft};
use crate::format::rose::ptl::{Ptl, Sequence};
use crate::format::text::{Text, Text32};
use crate::scene::material::{Blend, Material};
use crate::scene::model::{Instance, Model, Part, When};
use crate::scene::particle::Emitter;
use crate::scene::particle::birth::MOST_AT_ONCE;
use crate::scene::skeleton::Place;
use crate::scene::{MaterialId, ModelId, MotionId};
use crate::vfs::VfsPath;

use self::fields::{ADDED, Mixed, OVER, emitter_of, mix, place_of, seconds};
use crate::stage::rose::assets::Assets;

/// Pixels of meshes with an alpha test cover at least this.
const LEAST: f32 = 0.5;
/// A model has no more particles at once: real ones have some hundred.
const MOST_PARTICLES: u32 = 20_000;
/// An effect in a zone began so long before somebody looks, so that smoke is up where it goes.
pub const BEGAN_S: f32 = 20.0;

/// An effect on a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Hung {
    pub path: VfsPath,
    pub place: Place,
    /// The part that it moves with.
    pub parent: Option<usize>,
    pub bone: Option<u32>,
    pub is_at_night_only: bool,
}

impl Hung {
    pub fn new(path: VfsPath) -> Hung {
        let place = Place::default();
        Hung { path, place, parent: None, bone: None, is_at_night_only: false }
    }
}

/// The models that were made of effects alone, by the path as it is written.
#[derive(Debug, Clone, Default)]
pub struct Effects {
    made: BTreeMap<Vec<u8>, Option<ModelId>>,
}

impl Effects {
    /// The model of an effect; why there is none is missed.
    pub fn model(&mut self, assets: &mut Assets<'_>, written: &[u8]) -> Option<ModelId> {
        if let Some(made) = self.made.get(written) {
            return *made;
        }
        if assets.has_to_wait() {
            return None;
        }
        let path = assets.path(&Text::from(written));
        let made = match path {
            Ok(path) => model(assets, &path).map(|model| assets.scene.add_model(model)),
            Err(why) => {
                assets.miss(String::from_utf8_lossy(written), why);
                None
            }
        };
        self.made.insert(written.to_vec(), made);
        made
    }
}

/// Puts an effect on a model; what is not there is missed.
pub fn hang(assets: &mut Assets<'_>, model: &mut Model, hung: &Hung) {
    if let Some(effect) = assets.effect(&hung.path) {
        let name = hung.path.as_str().to_owned();
        Hanging { assets, model, hung, name: &name }.effect(&effect);
    }
}

/// A model of an effect alone. `None`, and missed, where there is nothing to draw.
pub fn model(assets: &mut Assets<'_>, path: &VfsPath) -> Option<Model> {
    let mut model = Model::of_parts(path.as_str(), Vec::new());
    hang(assets, &mut model, &Hung::new(path.clone()));
    has_something(assets, model, path)
}

/// The same of a file of particles.
pub fn model_of_particles(assets: &mut Assets<'_>, path: &VfsPath) -> Option<Model> {
    let mut model = Model::of_parts(path.as_str(), Vec::new());
    let ptl = assets.particles(path)?;
    let hung = Hung::new(path.clone());
    let mut hanging = Hanging { assets, model: &mut model, hung: &hung, name: path.as_str() };
    let part = hanging.node(Place::default(), None);
    hanging.sources(&ptl, part, 0.0);
    has_something(assets, model, path)
}

fn has_something(assets: &mut Assets<'_>, model: Model, path: &VfsPath) -> Option<Model> {
    let nothing = assets.scene_nothing();
    let is_drawn = |part: &Part| Some(part.mesh) != nothing;
    if model.emitters.is_empty() && !model.parts.iter().any(is_drawn) {
        assets.miss(path.as_str(), "nothing of the effect can be drawn");
        return None;
    }
    Some(model)
}

/// Puts a model of an effect into the scene alone.
pub fn place(assets: &mut Assets<'_>, model: Model) {
    let model = assets.scene.add_model(model);
    assets.scene.instances.push(Instance::new(model, Affine3A::IDENTITY));
}

/// An effect that is being put on a model.
struct Hanging<'h, 'a, 'v> {
    assets: &'a mut Assets<'v>,
    model: &'h mut Model,
    hung: &'h Hung,
    name: &'h str,
}

impl Hanging<'_, '_, '_> {
    fn effect(&mut self, effect: &Eft) {
        let root = self.node(self.hung.place, None);
        if let Some(own) = self.model.parts.get_mut(root) {
            (own.parent, own.bone) = (self.hung.parent, self.hung.bone);
        }
        for entry in &effect.particles {
            let Some(path) = self.path(&entry.ptl) else { continue };
            let Some(ptl) = self.assets.particles(&path) else { continue };
            let delay_s = seconds(entry.delay_ms);
            let placed = self.node(place_of(&entry.placing), Some(root));
            let moving = self.moving(entry.use_motion, &entry.motion, delay_s, entry.loops, placed);
            self.sources(&ptl, moving, delay_s);
        }
        for entry in &effect.meshes {
            let placed = self.node(place_of(&entry.placing), Some(root));
            let delay_s = seconds(entry.delay_ms);
            let moving =
                self.moving(entry.use_motion, &entry.motion, delay_s, entry.motion_loops, placed);
            self.mesh(entry, moving);
        }
    }

    /// A part of nothing, which others move with.
    fn node(&mut self, place: Place, parent: Option<usize>) -> usize {
        let mesh = self.assets.no_mesh();
        let material = self.assets.scene.add_material(Material::default());
        let when = When { is_at_night_only: self.hung.is_at_night_only, ..When::default() };
        let part = Part { place, parent, when, number: None, ..Part::new(mesh, material, 0) };
        self.model.parts.push(part);
        self.model.parts.len() - 1
    }

    /// The part that a motion moves, in the one where it is placed. That its motion waits for the delay is a guess.
    fn moving(
        &mut self,
        use_motion: Bool,
        motion: &Text32,
        delay_s: f32,
        rounds: u32,
        placed: usize,
    ) -> usize {
        let motion = use_motion.is_set().then(|| self.motion(motion)).flatten();
        if motion.is_none() {
            return placed;
        }
        let moving = self.node(Place::default(), Some(placed));
        if let Some(part) = self.model.parts.get_mut(moving) {
            part.motion = motion;
            (part.when.delay_s, part.when.rounds) = (delay_s, rounds);
        }
        moving
    }

    fn motion(&mut self, motion: &Text32) -> Option<MotionId> {
        let path = self.path(motion)?;
        self.assets.motion(&path)
    }

    fn path(&mut self, text: &Text32) -> Option<VfsPath> {
        match self.assets.path(&Text::from(eft::path(text)?)) {
            Ok(path) => Some(path),
            Err(why) => {
                self.assets.miss(self.name, why);
                None
            }
        }
    }

    /// A mesh is seen from its delay on. That it stays is a guess, and its shape stays as it is at rest.
    fn mesh(&mut self, entry: &eft::Mesh, moving: usize) {
        let Some(path) = self.path(&entry.mesh) else { return };
        let Some(mesh) = self.assets.mesh(&path) else { return };
        if eft::path(&entry.morph).is_some() {
            self.assets.miss(path.as_str(), "its shape changes in the game, and is drawn at rest");
        }
        let least = if entry.alpha_test.is_set() { LEAST } else { 0.0 };
        let blend = mix(entry.source_blend, entry.target_blend, entry.blend_operation);
        let blend = match (blend, least > 0.0) {
            (Mixed::As(Blend::Opaque), true) => Blend::CutOut { least },
            (Mixed::As(blend), false) => blend,
            (Mixed::As(Blend::Add), true) => Blend::Mixed { mix: ADDED, least },
            (Mixed::As(_), true) => Blend::Mixed { mix: OVER, least },
            (Mixed::By(mix), _) => Blend::Mixed { mix, least },
        };
        let mut material = Material {
            blend,
            is_two_sided: entry.two_sided.is_set(),
            is_lit: false,
            is_hidden: entry.z_test.is_set(),
            hides: entry.z_write.is_set(),
            ..Material::default()
        };
        self.put_picture(&entry.picture, &mut material);
        let material = self.assets.scene.add_material(material);
        let when = When {
            is_at_night_only: self.hung.is_at_night_only,
            delay_s: seconds(entry.delay_ms),
            rounds: 0,
        };
        let own = Part::new(mesh, material, 0);
        self.model.parts.push(Part { parent: Some(moving), when, number: None, ..own });
    }

    fn put_picture(&mut self, picture: &Text32, material: &mut Material) {
        let path = self.path(picture);
        material.pictures.extend(path.and_then(|path| self.assets.picture(&path)));
        if material.pictures.is_empty() {
            material.pictures.push(self.assets.speck());
        }
    }

    fn sources(&mut self, ptl: &Ptl, part: usize, delay_s: f32) {
        let places = |emitter: &Emitter| emitter.births.n_places().max(1);
        let mut n_particles: u32 = self.model.emitters.iter().map(places).sum();
        for sequence in &ptl.sequences {
            n_particles += sequence.max_particles.clamp(1, MOST_AT_ONCE);
            if n_particles > MOST_PARTICLES {
                let why =
                    format!("it has more than {MOST_PARTICLES} particles; the rest is not drawn");
                return self.assets.miss(self.name, why);
            }
            let material = self.material_of(sequence);
            let name = Text::from(sequence.name.as_bytes());
            let name = name.decode(self.assets.code_page).trim_matches('"').to_owned();
            let emitter = Emitter {
                part,
                delay_s,
                name,
                is_at_night_only: self.hung.is_at_night_only,
                ..emitter_of(sequence, material)
            };
            self.model.emitters.push(emitter);
        }
    }

    fn material_of(&mut self, sequence: &Sequence) -> MaterialId {
        let Sequence { source_blend, target_blend, blend_operation, .. } = *sequence;
        let blend = match mix(source_blend, target_blend, blend_operation) {
            // A square that covers all: so it is where a file says so.
            Mixed::As(blend) => blend,
            Mixed::By(mix) => Blend::Mixed { mix, least: 0.0 },
        };
        let mut material = Material {
            blend,
            is_two_sided: true,
            is_lit: false,
            hides: false,
            ..Material::default()
        };
        self.put_picture(&sequence.picture, &mut material);
        self.assets.scene.add_material(material)
    }
}

#[cfg(test)]
mod tests;
