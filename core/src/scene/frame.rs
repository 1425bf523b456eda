//! What is drawn in one picture of a prepared scene: what is in sight and large enough, what shares a draw
//! call, and in which order.

pub mod quads;

use std::ops::Range;

use glam::{Affine3A, Vec3};

use self::quads::Quad;
use super::cull::{Frustum, Sight};
use super::prepared::{Look, Mover, Placed, Prepared};
use crate::scene::model::Moment;
use crate::scene::{MaterialId, Scene};

/// From how many pixels across a mesh is drawn as it is, and coarser.
const DETAIL_PIXELS: [f32; 2] = [130.0, 36.0];
/// Ground is coarser where its triangles would be smaller than this.
const GROUND_PIXELS: f32 = 7.0;

/// What is drawn. It is made anew for each picture and keeps its memory.
#[derive(Debug, Clone, Default)]
pub struct Frame {
    /// What hides what is behind it, the nearest first.
    pub solid: Vec<Draw>,
    /// Pieces of the terrain, and which of their details; the nearest first.
    pub ground: Vec<(u32, u8)>,
    /// What is blended, the farthest first.
    pub blended: Vec<Blended>,
    pub placed: Vec<Placed>,
    pub quads: Vec<Quad>,
    /// From the model at rest to the model as it is now.
    pub bones: Vec<Affine3A>,
    pub n_triangles: usize,
    /// Objects of which something is in sight.
    pub n_objects: usize,
    /// Sources of particles that are in sight, and let some out now.
    pub n_sources: usize,
    /// Beyond those that are drawn, since there are too many.
    pub n_particles_left_out: usize,
    waiting: Vec<Vec<(f32, Placed)>>,
    far_first: Vec<(f32, Far)>,
}

/// Something that is blended.
#[derive(Debug, Clone, PartialEq)]
pub enum Blended {
    Meshes(Draw),
    Particles { material: MaterialId, quads: Range<u32> },
}

/// What waits to be drawn over what is farther away.
#[derive(Debug, Clone)]
enum Far {
    Mesh(u32, Placed),
    Particles(MaterialId, Range<u32>),
}

/// Meshes of one group that are drawn at once.
#[derive(Debug, Clone, PartialEq)]
pub struct Draw {
    pub group: u32,
    /// 0 as it is, 1 and 2 coarser.
    pub detail: u8,
    /// Which of those that are placed.
    pub placed: Range<u32>,
}

/// What may be left out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thrift {
    /// What is smaller across is not drawn.
    pub least_pixels: f32,
    /// More than 1 draws coarser.
    pub coarseness: f32,
}

/// Joints of vertices are bytes.
const MOST_BONES: usize = 256;

impl Frame {
    /// Fills it with what is seen after some seconds.
    pub fn look(
        &mut self,
        scene: &Scene,
        prepared: &Prepared,
        sight: &Sight,
        moment: Moment,
        thrift: Thrift,
    ) {
        self.clear(prepared.groups.len() * 3);
        let frustum = Frustum::of(&sight.clip_from_world);
        let mut last_object = u32::MAX;
        for still in &prepared.stills {
            let look = prepared.look(still.instance);
            if look == Look::Hidden || !frustum.sees(&still.ball) {
                continue;
            }
            if still.instance != last_object {
                last_object = still.instance;
                self.count(scene, still.instance);
            }
            let pixels = sight.pixels_across(&still.ball);
            if pixels >= thrift.least_pixels {
                let far = sight.eye_m.distance_squared(still.ball.middle_m);
                self.put(
                    scene,
                    prepared,
                    still.group,
                    pixels / thrift.coarseness,
                    far,
                    Placed { look, ..still.placed },
                );
            }
        }
        let is_shown = |mover: &&Mover| prepared.look(mover.instance) != Look::Hidden;
        let movers = prepared.movers.iter().filter(is_shown);
        for mover in movers.filter(|mover| frustum.sees(&mover.ball)) {
            self.count(scene, mover.instance);
            if sight.pixels_across(&mover.ball) >= thrift.least_pixels {
                self.put_mover(scene, prepared, mover, sight, moment, thrift);
            }
        }
        self.gather_sources(scene, prepared, sight, &frustum, moment);
        self.gather_solid(scene, prepared);
        self.gather_blended(scene, prepared);
        self.gather_ground(scene, &frustum, sight, thrift);
    }

    fn clear(&mut self, n_lists: usize) {
        self.solid.clear();
        self.ground.clear();
        self.blended.clear();
        self.placed.clear();
        self.quads.clear();
        self.bones.clear();
        self.far_first.clear();
        self.waiting.iter_mut().for_each(Vec::clear);
        self.waiting.resize(n_lists, Vec::new());
        (self.n_triangles, self.n_objects) = (0, 0);
        (self.n_sources, self.n_particles_left_out) = (0, 0);
    }

    fn count(&mut self, scene: &Scene, instance: u32) {
        let instance = scene.instances.get(instance as usize);
        self.n_objects += usize::from(instance.is_some_and(|instance| instance.is_object));
    }

    fn put(
        &mut self,
        scene: &Scene,
        prepared: &Prepared,
        group: u32,
        pixels: f32,
        far: f32,
        placed: Placed,
    ) {
        let Some(of) = prepared.groups.get(group as usize) else { return };
        let material = scene.materials.get(of.material.index());
        if material.is_some_and(|material| material.is_blended()) {
            return self.far_first.push((far, Far::Mesh(group, placed)));
        }
        let [fine, coarse] = DETAIL_PIXELS;
        let wanted = if pixels >= fine {
            0
        } else if pixels >= coarse {
            1
        } else {
            2
        };
        let detail = detail_there(prepared, of.mesh.index(), wanted);
        if let Some(list) = self.waiting.get_mut(group as usize * 3 + usize::from(detail)) {
            list.push((far, placed));
        }
    }

    fn put_mover(
        &mut self,
        scene: &Scene,
        prepared: &Prepared,
        mover: &Mover,
        sight: &Sight,
        moment: Moment,
        thrift: Thrift,
    ) {
        let Some(instance) = scene.instances.get(mover.instance as usize) else { return };
        let Some(model) = scene.model(instance.model) else { return };
        let seconds = moment.seconds + f64::from(instance.ahead_s);
        let moment = Moment { seconds, ..moment };
        let skeleton = model.skeleton.and_then(|skeleton| scene.skeleton(skeleton));
        let bones = instance.model_from_bones(scene, seconds);
        let places = model.model_from_parts(scene, &bones, seconds);
        let first_bone = self.bones.len() as u32;
        if let Some(skeleton) = skeleton.filter(|_| mover.is_skinned) {
            // No mesh names more.
            let moved = bones.iter().zip(skeleton.bone_from_model()).take(MOST_BONES);
            self.bones.extend(moved.map(|(now, from_model)| *now * *from_model));
        }
        let pixels = sight.pixels_across(&mover.ball) / thrift.coarseness;
        let far = sight.eye_m.distance_squared(mover.ball.middle_m);
        let is_seen = |part: usize| model.parts.get(part).is_some_and(|it| it.when.is_seen(moment));
        for (part, group, light) in mover.parts.iter().filter(|(part, ..)| is_seen(*part)) {
            let is_skinned =
                prepared.groups.get(*group as usize).is_some_and(|group| group.is_skinned);
            let place = places.get(*part).filter(|_| !is_skinned);
            let place = place.copied().unwrap_or(Affine3A::IDENTITY);
            let world_from_mesh = instance.world_from_model * place;
            if world_from_mesh.is_finite() {
                let look = prepared.look(mover.instance);
                let placed = Placed { world_from_mesh, light: *light, first_bone, look };
                self.put(scene, prepared, *group, pixels, far, placed);
            }
        }
    }

    fn gather_solid(&mut self, scene: &Scene, prepared: &Prepared) {
        let mut near_first = Vec::new();
        for (number, list) in self.waiting.iter().enumerate().filter(|(_, list)| !list.is_empty()) {
            let nearest = list.iter().fold(f32::INFINITY, |nearest, (far, _)| nearest.min(*far));
            near_first.push((nearest, number));
        }
        near_first.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for (_, number) in near_first {
            let Some(list) = self.waiting.get(number) else { continue };
            let (group, detail) = ((number / 3) as u32, (number % 3) as u8);
            let start = self.placed.len() as u32;
            self.placed.extend(list.iter().map(|(_, placed)| *placed));
            let placed = start..self.placed.len() as u32;
            self.n_triangles += n_triangles(scene, prepared, group, detail) * placed.len();
            self.solid.push(Draw { group, detail, placed });
        }
    }

    fn gather_blended(&mut self, scene: &Scene, prepared: &Prepared) {
        let order = |far: &Far| match far {
            Far::Mesh(group, _) => *group,
            Far::Particles(_, quads) => quads.start,
        };
        self.far_first.sort_by(|a, b| b.0.total_cmp(&a.0).then(order(&a.1).cmp(&order(&b.1))));
        for (_, far) in &self.far_first {
            let (group, placed) = match far {
                Far::Mesh(group, placed) => (*group, *placed),
                Far::Particles(material, quads) => {
                    let (material, quads) = (*material, quads.clone());
                    self.n_triangles += 2 * quads.len();
                    self.blended.push(Blended::Particles { material, quads });
                    continue;
                }
            };
            let at = self.placed.len() as u32;
            self.placed.push(placed);
            self.n_triangles += n_triangles(scene, prepared, group, 0);
            match self.blended.last_mut() {
                Some(Blended::Meshes(last)) if last.group == group => last.placed.end = at + 1,
                _ => {
                    let draw = Draw { group, detail: 0, placed: at..at + 1 };
                    self.blended.push(Blended::Meshes(draw));
                }
            }
        }
    }

    fn gather_ground(&mut self, scene: &Scene, frustum: &Frustum, sight: &Sight, thrift: Thrift) {
        let mut near_first = Vec::new();
        for (number, piece) in (0..).zip(&scene.terrain.pieces) {
            if piece.bounds.is_empty() || !frustum.sees_box(&piece.bounds) {
                continue;
            }
            let nearest = Vec3::clamp(sight.eye_m, piece.bounds.low_m, piece.bounds.high_m);
            let away = nearest.distance(sight.eye_m).max(0.1);
            let pixels = |size_m: f32| size_m * sight.pixels_at_1_m / away;
            let fine_enough = |size_m: f32| pixels(size_m) <= GROUND_PIXELS * thrift.coarseness;
            let coarsest = piece.details.iter().rposition(|detail| fine_enough(detail.size_m));
            let detail = coarsest.unwrap_or(0);
            let indices = piece.details.get(detail).map_or(0, |detail| detail.indices.len());
            self.n_triangles += indices / 3;
            near_first.push((away, (number, detail as u8)));
        }
        near_first.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        self.ground.extend(near_first.into_iter().map(|(_, drawn)| drawn));
    }
}

fn n_triangles(scene: &Scene, prepared: &Prepared, group: u32, detail: u8) -> usize {
    let Some(group) = prepared.groups.get(group as usize) else { return 0 };
    let mesh = group.mesh.index();
    let coarse = usize::from(detail).checked_sub(1);
    let coarse = coarse.and_then(|at| prepared.coarse.get(mesh)?.get(at)?.as_ref());
    let mesh = coarse.or_else(|| scene.meshes.get(mesh));
    mesh.map_or(0, |mesh| mesh.n_triangles())
}

/// The coarsest that is there, and no coarser than wanted.
fn detail_there(prepared: &Prepared, mesh: usize, wanted: u8) -> u8 {
    let has = |detail: u8| {
        let coarse = prepared.coarse.get(mesh).and_then(|of| of.get(usize::from(detail) - 1));
        coarse.is_some_and(Option::is_some)
    };
    (1..=wanted).rev().find(|detail| has(*detail)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use glam::Mat4;
    use glam::camera::rh::proj::directx::perspective_infinite_reverse;

    use super::super::material::{Blend, Material};
    use super::super::mesh::{Mesh, Vertex};
    use super::super::model::{Instance, Model, Part};
    use super::*;

    /// Triangles along −z, where the eye looks, of an opaque and a blended material.
    fn scene(n: u16) -> Scene {
        let mut scene = Scene::default();
        let corner = |x, y| Vertex { at_m: Vec3::new(x, y, 0.0), ..Vertex::default() };
        let vertices = vec![corner(0.0, 0.0), corner(1.0, 0.0), corner(0.0, 1.0)];
        let mesh = scene.add_mesh(Mesh { vertices, indices: vec![0, 1, 2], bones: Vec::new() });
        for blend in [Blend::Opaque, Blend::Over] {
            let material = scene.add_material(Material { blend, ..Material::default() });
            let part = Part::new(mesh, material, 0);
            let model = scene.add_model(Model { parts: vec![part], ..Model::default() });
            for number in 0..n {
                let at = Vec3::new(0.0, 0.0, -2.0 - f32::from(number));
                scene.instances.push(Instance::new(model, Affine3A::from_translation(at)));
            }
        }
        let behind = Affine3A::from_translation(Vec3::new(0.0, 0.0, 5.0));
        scene.instances.push(Instance::new(super::super::ModelId(0), behind));
        scene
    }

    #[test]
    fn what_is_alike_shares_a_draw_call_and_what_is_blended_comes_from_afar() {
        let scene = scene(5);
        let prepared = Prepared::new(&scene);
        let clip_from_world: Mat4 = perspective_infinite_reverse(1.0, 1.0, 0.1);
        let sight = Sight { eye_m: Vec3::ZERO, clip_from_world, pixels_at_1_m: 500.0 };
        let mut frame = Frame::default();
        let all = Thrift { least_pixels: 0.0, coarseness: 1.0 };
        frame.look(&scene, &prepared, &sight, Moment::default(), all);
        assert_eq!((prepared.n_objects, frame.n_objects, frame.n_triangles), (11, 10, 10));
        assert_eq!(frame.solid, [Draw { group: 0, detail: 0, placed: 0..5 }]);
        assert_eq!(frame.blended, [Blended::Meshes(Draw { group: 1, detail: 0, placed: 5..10 })]);
        let depths: Vec<f32> =
            frame.placed[5..].iter().map(|placed| placed.world_from_mesh.translation.z).collect();
        assert_eq!(depths, [-6.0, -5.0, -4.0, -3.0, -2.0]);
        frame.look(
            &scene,
            &prepared,
            &sight,
            Moment::default(),
            Thrift { least_pixels: 200.0, ..all },
        );
        assert!(frame.placed.len() < 10 && frame.n_objects == 10, "{}", frame.placed.len());
    }
}
