//! A scene made ready to be drawn again and again: what stands still in its place, what can share a draw
//! call, and coarser meshes for what is far away.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glam::Affine3A;

use super::mesh::{Ball, Bounds, Mesh};
use super::model::{Model, PartLight};
use super::simplify::simplified;
use super::{MaterialId, MeshId, ModelId, PictureId, Scene};
use crate::scene::reach;

/// Cells along the longest side of coarser meshes.
const CELLS: [u16; 2] = [14, 5];
/// A thing that moves may leave the ball that is around it at rest.
const ROOM_TO_MOVE: f32 = 1.4;
/// Parts of all things in a scene; the largest zones have 30,000.
const MOST_PARTS: usize = 4_000_000;
/// Lights that share a draw call, since graphics cards have no longer lists of pictures.
pub const LIGHTS_PER_SHEET: usize = 128;

#[derive(Debug, Clone, Default)]
pub struct Prepared {
    pub groups: Vec<Group>,
    /// Of each mesh.
    pub coarse: Vec<[Option<Arc<Mesh>>; 2]>,
    /// Pictures of light, in sheets of [`LIGHTS_PER_SHEET`].
    pub lights: Vec<PictureId>,
    /// Of each instance; those beyond the end are shown as they are.
    pub looks: Vec<Look>,
    pub(super) stills: Vec<Still>,
    pub(super) movers: Vec<Mover>,
    pub(super) sources: Vec<Source>,
    /// What particles are drawn with.
    pub of_particles: BTreeSet<MaterialId>,
    /// Things that are left out in part or as a whole, for there are too many parts.
    pub n_left_out: usize,
    /// How many objects a scene has; the tags of those that are seen are counted by their instances.
    pub n_objects: usize,
    balls: Vec<Ball>,
    group_of: BTreeMap<Group, u32>,
    light_of: BTreeMap<PictureId, u32>,
    /// The box around models that move, and where their parts are.
    at_rest: BTreeMap<ModelId, Rest>,
    /// As far as particles of models may go.
    reaches: BTreeMap<ModelId, Bounds>,
    /// Where each instance is in the lists above.
    slots: Vec<Slot>,
    /// Where stills were, by how many they were.
    free_stills: BTreeMap<u32, Vec<u32>>,
    free_movers: Vec<u32>,
    free_sources: Vec<u32>,
    n_parts: usize,
}

/// How an instance is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Look {
    #[default]
    AsItIs,
    Hidden,
    Selected,
}

/// What an instance takes up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Slot {
    first_still: u32,
    n_stills: u32,
    mover: Option<u32>,
    source: Option<u32>,
    n_parts: u32,
    is_object: bool,
}

type Rest = (Bounds, Arc<[Affine3A]>);

/// What can be drawn at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Group {
    pub mesh: MeshId,
    pub material: MaterialId,
    /// The sheet that its light is on.
    pub light_sheet: Option<u32>,
    pub is_skinned: bool,
    pub is_mirrored: bool,
}

/// A part that never moves.
#[derive(Debug, Clone)]
pub(super) struct Still {
    pub(super) group: u32,
    pub(super) instance: u32,
    pub(super) ball: Ball,
    pub(super) placed: Placed,
}

/// An instance whose parts move.
#[derive(Debug, Clone)]
pub(super) struct Mover {
    pub(super) instance: u32,
    pub(super) ball: Ball,
    /// Of each part that can be drawn: which it is, its group and its light.
    pub(super) parts: Vec<(usize, u32, [f32; 4])>,
    pub(super) is_skinned: bool,
}

/// An instance that particles come from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Source {
    pub(super) instance: u32,
    pub(super) ball: Ball,
}

/// A mesh in its place, as the graphics card gets it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Placed {
    pub world_from_mesh: Affine3A,
    /// Scale and corner in the picture of its light, and the place of that in its sheet.
    pub light: [f32; 4],
    /// Where its bones begin in those of the frame.
    pub first_bone: u32,
    pub look: Look,
}

impl Prepared {
    pub fn new(scene: &Scene) -> Prepared {
        let mut prepared = Prepared::default();
        prepared.grow(scene);
        for index in 0..scene.instances.len() as u32 {
            prepared.put(scene, index);
        }
        prepared
    }

    /// Makes meshes ready that came to the scene.
    pub fn grow(&mut self, scene: &Scene) {
        let meshes = scene.meshes.iter().zip(stay_fine(scene)).skip(self.coarse.len());
        for (mesh, stays_fine) in meshes {
            let (coarse, ball) = of_mesh(mesh, stays_fine);
            self.coarse.push(coarse);
            self.balls.push(ball);
        }
    }

    /// Makes a mesh ready that is another than before. Its instances are to be put again.
    pub fn put_mesh(&mut self, scene: &Scene, id: MeshId) {
        let Some(mesh) = scene.mesh(id) else { return };
        let stays_fine = stay_fine(scene).get(id.index()).copied().unwrap_or_default();
        let (coarse, ball) = of_mesh(mesh, stays_fine);
        let own = self.coarse.get_mut(id.index()).zip(self.balls.get_mut(id.index()));
        if let Some((known, known_ball)) = own {
            (*known, *known_ball) = (coarse, ball);
        }
    }

    /// Makes an instance ready that came to the scene, or is another than before.
    pub fn put(&mut self, scene: &Scene, index: u32) {
        let place = index as usize;
        if self.slots.len() <= place {
            self.slots.resize(place + 1, Slot::default());
        }
        let before = self.slots.get_mut(place).map(std::mem::take).unwrap_or_default();
        self.n_objects -= usize::from(before.is_object);
        self.n_parts -= before.n_parts as usize;
        self.free(&before);
        let Some(instance) = scene.instances.get(place) else { return };
        let mut slot = Slot { is_object: instance.is_object, ..Slot::default() };
        if let Some(model) = scene.model(instance.model) {
            match model.skeleton.is_some() || model.moves() {
                true => self.add_mover(scene, index, model, &mut slot),
                false => self.add_stills(scene, index, model, &mut slot),
            }
            self.add_source(scene, index, model, &mut slot);
        }
        self.n_objects += usize::from(slot.is_object);
        self.n_parts += slot.n_parts as usize;
        if let Some(own) = self.slots.get_mut(place) {
            *own = slot;
        }
    }

    pub fn look(&self, instance: u32) -> Look {
        self.looks.get(instance as usize).copied().unwrap_or_default()
    }

    /// The ball around all parts of an instance where it stands.
    pub fn balls_of(&self, instance: u32) -> impl Iterator<Item = Ball> {
        let slot = self.slots.get(instance as usize).copied().unwrap_or_default();
        let mover = slot.mover.and_then(|mover| self.movers.get(mover as usize));
        let (first, n) = (slot.first_still as usize, slot.n_stills as usize);
        let stills = self.stills.iter().skip(first).take(n).map(|still| still.ball);
        stills.chain(mover.map(|mover| mover.ball))
    }

    fn free(&mut self, slot: &Slot) {
        let first = slot.first_still as usize;
        for still in self.stills.iter_mut().skip(first).take(slot.n_stills as usize) {
            still.ball = NOWHERE;
        }
        if slot.n_stills > 0 {
            self.free_stills.entry(slot.n_stills).or_default().push(slot.first_still);
        }
        if let Some(number) = slot.mover {
            if let Some(mover) = self.movers.get_mut(number as usize) {
                (mover.ball, mover.parts) = (NOWHERE, Vec::new());
            }
            self.free_movers.push(number);
        }
        if let Some(number) = slot.source {
            if let Some(source) = self.sources.get_mut(number as usize) {
                source.ball = NOWHERE;
            }
            self.free_sources.push(number);
        }
    }

    fn add_source(&mut self, scene: &Scene, index: u32, model: &Model, slot: &mut Slot) {
        let Some(instance) = scene.instances.get(index as usize) else { return };
        if model.emitters.is_empty() || !instance.world_from_model.is_finite() {
            return;
        }
        self.of_particles.extend(model.emitters.iter().map(|emitter| emitter.material));
        let reach =
            *self.reaches.entry(instance.model).or_insert_with(|| reach::most(scene, model));
        let ball = reach.ball().moved(&instance.world_from_model);
        let source = Source { instance: index, ball };
        let free = self.free_sources.pop();
        match free.and_then(|number| self.sources.get_mut(number as usize)) {
            Some(old) => *old = source,
            None => self.sources.push(source),
        }
        slot.source = Some(free.unwrap_or(self.sources.len() as u32 - 1));
    }

    fn at_rest(&mut self, scene: &Scene, id: ModelId, model: &Model) -> Rest {
        self.at_rest.entry(id).or_insert_with(|| rest_of(scene, model)).clone()
    }

    fn group(&mut self, group: Group) -> u32 {
        let groups = &mut self.groups;
        *self.group_of.entry(group).or_insert_with(|| {
            groups.push(group);
            groups.len() as u32 - 1
        })
    }

    /// The sheet of a light, and its numbers for the graphics card.
    fn light(&mut self, light: &PartLight) -> (u32, [f32; 4]) {
        let lights = &mut self.lights;
        let number = *self.light_of.entry(light.picture).or_insert_with(|| {
            lights.push(light.picture);
            lights.len() as u32 - 1
        });
        let per_sheet = LIGHTS_PER_SHEET as u32;
        let [x, y] = light.corner;
        (number / per_sheet, [light.scale, x, y, (number % per_sheet) as f32])
    }

    fn drawn_part(
        &mut self,
        scene: &Scene,
        instance: u32,
        model: &Model,
        part: usize,
        is_mirrored: bool,
    ) -> Option<(u32, [f32; 4])> {
        let part = model.parts.get(part)?;
        let mesh = scene.mesh(part.mesh).filter(|mesh| !mesh.indices.is_empty())?;
        scene.materials.get(part.material.index())?;
        let instance = scene.instances.get(instance as usize)?;
        let light = instance.lights.iter().find(|(number, _)| Some(*number) == part.number);
        let light = light.map(|(_, light)| self.light(light));
        let group = Group {
            mesh: part.mesh,
            material: part.material,
            light_sheet: light.map(|(sheet, _)| sheet),
            is_skinned: mesh.has_skin() && model.skeleton.is_some(),
            is_mirrored,
        };
        let numbers = light.map_or([1.0, 0.0, 0.0, 0.0], |(_, numbers)| numbers);
        Some((self.group(group), numbers))
    }

    fn add_stills(&mut self, scene: &Scene, index: u32, model: &Model, slot: &mut Slot) {
        let Some(instance) = scene.instances.get(index as usize) else { return };
        let places = model.model_from_parts(scene, &[], 0.0);
        let mut stills = Vec::new();
        for (part, model_from_part) in places.into_iter().enumerate() {
            let world_from_mesh = instance.world_from_model * model_from_part;
            if !world_from_mesh.is_finite() {
                continue;
            }
            let is_mirrored = world_from_mesh.matrix3.determinant() < 0.0;
            let drawn = self.drawn_part(scene, index, model, part, is_mirrored);
            let Some((group, light)) = drawn else { continue };
            if self.n_parts + stills.len() >= MOST_PARTS {
                self.n_left_out += 1;
                break;
            }
            let ball = model.parts.get(part).and_then(|part| self.balls.get(part.mesh.index()));
            let ball = ball.copied().unwrap_or_default().moved(&world_from_mesh);
            let placed = Placed { world_from_mesh, light, ..Placed::default() };
            stills.push(Still { group, instance: index, ball, placed });
        }
        slot.n_stills = stills.len() as u32;
        slot.n_parts = slot.n_stills;
        let free = self.free_stills.get_mut(&slot.n_stills).and_then(Vec::pop);
        slot.first_still = free.unwrap_or(self.stills.len() as u32);
        match free {
            Some(first) => {
                let old = self.stills.iter_mut().skip(first as usize);
                old.zip(stills).for_each(|(old, new)| *old = new);
            }
            None => self.stills.extend(stills),
        }
    }

    fn add_mover(&mut self, scene: &Scene, index: u32, model: &Model, slot: &mut Slot) {
        let Some(instance) = scene.instances.get(index as usize) else { return };
        if !instance.world_from_model.is_finite() {
            return;
        }
        let (bounds, places) = self.at_rest(scene, instance.model, model);
        let is_mirrored = |part: usize| {
            let own = model.parts.get(part).and_then(|part| scene.mesh(part.mesh));
            let is_skinned = own.is_some_and(Mesh::has_skin) && model.skeleton.is_some();
            let place = places.get(part).filter(|_| !is_skinned);
            let place = place.copied().unwrap_or(Affine3A::IDENTITY);
            (instance.world_from_model * place).matrix3.determinant() < 0.0
        };
        let mut ball = bounds.ball().moved(&instance.world_from_model);
        ball.radius_m *= ROOM_TO_MOVE;
        let parts: Vec<(usize, u32, [f32; 4])> = (0..model.parts.len())
            .filter_map(|part| {
                let is_mirrored = is_mirrored(part);
                let drawn = self.drawn_part(scene, index, model, part, is_mirrored);
                drawn.map(|(group, light)| (part, group, light))
            })
            .collect();
        if self.n_parts + parts.len() > MOST_PARTS {
            self.n_left_out += 1;
            return;
        }
        slot.n_parts = parts.len() as u32;
        let is_skinned = parts.iter().any(|(_, group, _)| {
            self.groups.get(*group as usize).is_some_and(|group| group.is_skinned)
        });
        let mover = Mover { instance: index, ball, parts, is_skinned };
        let free = self.free_movers.pop();
        match free.and_then(|number| self.movers.get_mut(number as usize)) {
            Some(old) => *old = mover,
            None => self.movers.push(mover),
        }
        slot.mover = Some(free.unwrap_or(self.movers.len() as u32 - 1));
    }
}

/// Whether each mesh is drawn as it is, however far away.
fn stay_fine(scene: &Scene) -> Vec<bool> {
    let mut stay_fine = vec![false; scene.meshes.len()];
    for part in scene.models.iter().flat_map(|model| &model.parts) {
        let material = scene.materials.get(part.material.index());
        if material.is_some_and(|material| material.adds_light || material.stays_fine)
            && let Some(stays_fine) = stay_fine.get_mut(part.mesh.index())
        {
            *stays_fine = true;
        }
    }
    stay_fine
}

fn of_mesh(mesh: &Mesh, stays_fine: bool) -> ([Option<Arc<Mesh>>; 2], Ball) {
    let coarse = match stays_fine {
        true => [None, None],
        false => CELLS.map(|n_cells| simplified(mesh, n_cells).map(Arc::new)),
    };
    (coarse, mesh.bounds().ball())
}

/// No plane and no ray meets it.
const NOWHERE: Ball = Ball { middle_m: glam::Vec3::ZERO, radius_m: f32::NEG_INFINITY };

/// The box around a model at rest.
pub fn model_bounds(scene: &Scene, model: &Model) -> Bounds {
    rest_of(scene, model).0
}

fn rest_of(scene: &Scene, model: &Model) -> Rest {
    let skeleton = model.skeleton.and_then(|skeleton| scene.skeleton(skeleton));
    let bones = skeleton.map(|skeleton| skeleton.model_from_bones(None)).unwrap_or_default();
    let places = model.model_from_parts(scene, &bones, 0.0);
    let boxes = model.parts.iter().zip(&places).filter_map(|(part, place)| {
        let mesh = scene.mesh(part.mesh)?;
        let is_skinned = mesh.has_skin() && model.skeleton.is_some();
        let place = if is_skinned { Affine3A::IDENTITY } else { *place };
        Some(mesh.bounds().moved(&place))
    });
    (boxes.fold(Bounds::default(), Bounds::joined), places.into())
}

/// The box around everything that counts: the ground and the objects.
pub fn scene_bounds(scene: &Scene) -> Bounds {
    let of_models: Vec<Bounds> =
        (0..scene.models.len() as u32).map(|id| reach::seen(scene, ModelId(id))).collect();
    let objects = scene.instances.iter().filter(|instance| instance.is_object);
    let boxes = objects.filter_map(|instance| {
        let bounds = of_models.get(instance.model.index())?;
        Some(bounds.moved(&instance.world_from_model))
    });
    boxes.fold(scene.terrain.bounds(), Bounds::joined)
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::scene::material::Material;
    use crate::scene::mesh::Vertex;
    use crate::scene::model::{Instance, Part};
    use crate::scene::skeleton::{Motion, Place};

    #[test]
    fn a_mirrored_part_shows_its_front_whether_or_not_another_part_moves() {
        for moves in [false, true] {
            let mut scene = Scene::default();
            let vertices = vec![Vertex::default(); 3];
            let mesh = Mesh { vertices, indices: vec![0, 1, 2], bones: Vec::new() };
            let mesh = scene.add_mesh(mesh);
            let material = scene.add_material(Material::default());
            let motion = moves.then(|| scene.add_motion(Motion::default()));
            let part = |scale, motion| Part {
                place: Place { scale, ..Place::default() },
                motion,
                ..Part::new(mesh, material, 0)
            };
            let mirrored = part(Vec3::new(-1.0, 1.0, 1.0), None);
            let parts = vec![mirrored, part(Vec3::ONE, motion)];
            let model = scene.add_model(Model { parts, ..Model::default() });
            scene.instances.push(Instance::new(model, Affine3A::IDENTITY));
            let groups = Prepared::new(&scene).groups;
            let is_mirrored: Vec<bool> = groups.iter().map(|group| group.is_mirrored).collect();
            assert_eq!(is_mirrored, [true, false], "{moves}");
        }
    }
}
