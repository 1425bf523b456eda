//! What a ray hits first, by its triangles.

use glam::{Affine3A, Vec3};

use super::Scene;
use super::mesh::{Ball, Mesh};
use super::prepared::Prepared;

/// From a point on, in a direction of length 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray {
    pub from_m: Vec3,
    pub direction: Vec3,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// `None` for the ground.
    pub instance: Option<u32>,
    pub away_m: f32,
}

impl Ray {
    pub fn at(&self, away_m: f32) -> Vec3 {
        self.from_m + self.direction * away_m
    }

    /// Whether it comes near enough to a ball, before some distance.
    fn meets(&self, ball: &Ball, before_m: f32) -> bool {
        let to = ball.middle_m - self.from_m;
        let along = to.dot(self.direction);
        let is_on_its_way = along > -ball.radius_m && along - ball.radius_m < before_m;
        is_on_its_way && (to - self.direction * along).length() <= ball.radius_m
    }

    /// How far a triangle is, from either side.
    pub fn triangle(&self, [a, b, c]: [Vec3; 3]) -> Option<f32> {
        let (ab, ac) = (b - a, c - a);
        let across = self.direction.cross(ac);
        let turned = ab.dot(across);
        if turned.abs() < 1e-12 {
            return None;
        }
        let from = (self.from_m - a) / turned;
        let u = from.dot(across);
        let around = from.cross(ab);
        let v = self.direction.dot(around);
        let away = ac.dot(around);
        (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && away > 0.0).then_some(away)
    }
}

/// What a ray hits first after some seconds of all motions: a model, or the ground.
pub fn pick(scene: &Scene, prepared: &Prepared, ray: &Ray, seconds: f64) -> Option<Hit> {
    let model = pick_model(scene, prepared, ray, seconds, f32::INFINITY, |_| true);
    let before = model.map_or(f32::INFINITY, |hit| hit.away_m);
    let ground = pick_ground(scene, ray, before);
    ground.map(|away_m| Hit { instance: None, away_m }).or(model)
}

/// The nearest of the models that are meant, as far as that is nearer than something else.
pub fn pick_model(
    scene: &Scene,
    prepared: &Prepared,
    ray: &Ray,
    seconds: f64,
    mut before: f32,
    is_meant: impl Fn(u32) -> bool,
) -> Option<Hit> {
    let mut best: Option<Hit> = None;
    let mut take = |instance: u32, away: Option<f32>, before: f32| match away {
        Some(away_m) if away_m < before => {
            best = Some(Hit { instance: Some(instance), away_m });
            away_m
        }
        _ => before,
    };
    for still in &prepared.stills {
        if ray.meets(&still.ball, before) && is_meant(still.instance) {
            let mesh = prepared.groups.get(still.group as usize);
            let mesh = mesh.and_then(|group| scene.mesh(group.mesh));
            let away = mesh.and_then(|mesh| through(mesh, &still.placed.world_from_mesh, ray));
            before = take(still.instance, away, before);
        }
    }
    for mover in &prepared.movers {
        if !ray.meets(&mover.ball, before) || !is_meant(mover.instance) {
            continue;
        }
        let away = through_mover(scene, mover.instance, ray, seconds);
        before = take(mover.instance, away, before);
    }
    best
}

/// How far the ground is, where it is nearer than something else.
fn pick_ground(scene: &Scene, ray: &Ray, mut before: f32) -> Option<f32> {
    let mut best = None;
    for piece in &scene.terrain.pieces {
        if piece.bounds.is_empty() || !ray.meets(&piece.bounds.ball(), before) {
            continue;
        }
        let Some(detail) = piece.details.first() else { continue };
        let at = |index: u32| piece.vertices.get(index as usize).map(|vertex| vertex.at_m);
        let (triangles, _) = detail.indices.as_chunks::<3>();
        let hits =
            triangles.iter().filter_map(|[a, b, c]| ray.triangle([at(*a)?, at(*b)?, at(*c)?]));
        if let Some(away) = hits.reduce(f32::min).filter(|away| *away < before) {
            (before, best) = (away, Some(away));
        }
    }
    best
}

fn through(mesh: &Mesh, world_from_mesh: &Affine3A, ray: &Ray) -> Option<f32> {
    let mesh_from_world = world_from_mesh.inverse();
    let own = Ray {
        from_m: mesh_from_world.transform_point3(ray.from_m),
        // Not of length 1, so that distances stay those of the world.
        direction: mesh_from_world.transform_vector3(ray.direction),
    };
    mesh.triangles().filter_map(|corners| own.triangle(corners.map(|it| it.at_m))).reduce(f32::min)
}

fn through_mover(scene: &Scene, instance: u32, ray: &Ray, seconds: f64) -> Option<f32> {
    let instance = scene.instances.get(instance as usize)?;
    let model = scene.model(instance.model)?;
    let seconds = seconds + f64::from(instance.ahead_s);
    let skeleton = model.skeleton.and_then(|skeleton| scene.skeleton(skeleton));
    let motion = instance.motion.and_then(|motion| scene.motion(motion));
    let motion = motion.map(|motion| (motion, seconds));
    let bones = skeleton.map(|skeleton| skeleton.model_from_bones(motion)).unwrap_or_default();
    let places = model.model_from_parts(scene, &bones, seconds);
    let moved: Vec<Affine3A> = skeleton.map_or_else(Vec::new, |skeleton| {
        bones.iter().zip(skeleton.bone_from_model()).map(|(now, rest)| *now * *rest).collect()
    });
    let hits = model.parts.iter().zip(places).filter_map(|(part, place)| {
        let mesh = scene.mesh(part.mesh)?;
        if mesh.has_skin() && skeleton.is_some() {
            return through(&skinned(mesh, &moved), &instance.world_from_model, ray);
        }
        through(mesh, &(instance.world_from_model * place), ray)
    });
    hits.reduce(f32::min)
}

/// A mesh as its bones move it.
pub fn skinned(mesh: &Mesh, moved: &[Affine3A]) -> Mesh {
    let mut skinned = mesh.clone();
    for vertex in &mut skinned.vertices {
        let mut sum = Vec3::ZERO;
        for (joint, weight) in vertex.joints.iter().zip(vertex.weights) {
            let bone =
                mesh.bones.get(usize::from(*joint)).and_then(|bone| moved.get(*bone as usize));
            let bone = bone.copied().unwrap_or(Affine3A::IDENTITY);
            sum += bone.transform_point3(vertex.at_m) * weight;
        }
        vertex.at_m = sum;
    }
    skinned
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ray_hits_a_triangle_from_both_sides_and_not_behind_itself() {
        let triangle = [Vec3::ZERO, Vec3::X, Vec3::Y];
        let ray = |z: f32, down: f32| Ray {
            from_m: Vec3::new(0.2, 0.2, z),
            direction: Vec3::new(0.0, 0.0, down),
        };
        assert_eq!(ray(2.0, -1.0).triangle(triangle), Some(2.0));
        assert_eq!(ray(-2.0, 1.0).triangle(triangle), Some(2.0));
        assert_eq!(ray(2.0, 1.0).triangle(triangle), None);
        let beside = Ray { from_m: Vec3::new(0.9, 0.9, 1.0), direction: Vec3::NEG_Z };
        assert_eq!(beside.triangle(triangle), None);
        assert_eq!(ray(2.0, -1.0).at(2.0), Vec3::new(0.2, 0.2, 0.0));
    }
}
