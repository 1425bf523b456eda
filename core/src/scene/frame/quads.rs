//! The particles of a picture, as squares that face the eye.

use glam::{Vec2, Vec3};

use crate::scene::Scene;
use crate::scene::cull::{Frustum, Sight};
use crate::scene::frame::{Far, Frame};
use crate::scene::model::{Moment, Part};
use crate::scene::particle::{Emitter, Faces, Particle};
use crate::scene::prepared::{Look, Prepared, Source};

/// A particle as it is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quad {
    pub at_m: Vec3,
    pub half_m: Vec2,
    /// Clockwise.
    pub turned_degrees: f32,
    pub faces: Faces,
    pub colour: [u8; 4],
    /// Of all of its picture: the upper left corner, and how large its share is.
    pub uv: Vec2,
    pub uv_size: Vec2,
}

/// In one picture: those of the nearest sources.
pub const MOST_PARTICLES: usize = 60_000;

impl Frame {
    /// Puts the particles of all sources in sight with what is blended.
    pub(super) fn gather_sources(
        &mut self,
        scene: &Scene,
        prepared: &Prepared,
        sight: &Sight,
        frustum: &Frustum,
        moment: Moment,
    ) {
        let is_seen = |source: &&Source| {
            prepared.look(source.instance) != Look::Hidden && frustum.sees(&source.ball)
        };
        let mut near_first: Vec<(f32, u32)> = (prepared.sources.iter())
            .filter(is_seen)
            .map(|one| (sight.eye_m.distance_squared(one.ball.middle_m), one.instance))
            .collect();
        near_first.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for (_, instance) in near_first {
            self.gather_source(scene, instance, sight, moment);
        }
    }

    fn gather_source(&mut self, scene: &Scene, instance: u32, sight: &Sight, moment: Moment) {
        let Some(instance) = scene.instances.get(instance as usize) else { return };
        let Some(model) = scene.model(instance.model) else { return };
        let seconds = moment.seconds + f64::from(instance.ahead_s);
        let before = self.quads.len();
        for (number, emitter) in model.emitters.iter().enumerate() {
            if emitter.is_at_night_only && !moment.is_night {
                continue;
            }
            let mut own: Vec<(f32, Quad)> = Vec::new();
            instance.particles(scene, number, seconds, &mut |particle| {
                let far = sight.eye_m.distance_squared(particle.at_m);
                own.push((far, Quad::new(emitter, &particle)));
            });
            let room = MOST_PARTICLES.saturating_sub(self.quads.len());
            self.n_particles_left_out += own.len().saturating_sub(room);
            own.truncate(room);
            if own.is_empty() {
                continue;
            }
            own.sort_by(|a, b| b.0.total_cmp(&a.0));
            let far = own.iter().map(|(far, _)| far / own.len() as f32).sum();
            let start = self.quads.len() as u32;
            self.quads.extend(own.into_iter().map(|(_, quad)| quad));
            let quads = start..self.quads.len() as u32;
            self.far_first.push((far, Far::Particles(emitter.material, quads)));
        }
        if self.quads.len() > before {
            self.n_sources += 1;
            let is_mesh =
                |part: &Part| scene.mesh(part.mesh).is_some_and(|it| it.n_triangles() > 0);
            // Else it is counted by its meshes.
            let is_counted = instance.is_object && !model.parts.iter().any(is_mesh);
            self.n_objects += usize::from(is_counted);
        }
    }
}

impl Quad {
    fn new(emitter: &Emitter, particle: &Particle) -> Quad {
        let [columns, rows] = emitter.tiles.map(|n| n.max(1));
        let uv_size = Vec2::new(1.0 / columns as f32, 1.0 / rows as f32);
        let (column, row) = (particle.tile % columns, particle.tile / columns);
        Quad {
            at_m: particle.at_m,
            half_m: particle.half_m,
            turned_degrees: particle.turned_degrees,
            faces: emitter.faces,
            colour: particle.colour.map(|part| (part * 255.0).round() as u8),
            uv: Vec2::new(column as f32, row as f32) * uv_size,
            uv_size,
        }
    }
}
