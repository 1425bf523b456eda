//! A scene that is ready to be drawn, whose instances come, go and move.

use std::sync::Arc;

use crate::scene::mesh::{Bounds, Mesh};
use crate::scene::model::Instance;
use crate::scene::prepared::{Prepared, model_bounds};
use crate::scene::{MeshId, ModelId, Scene};

#[derive(Debug, Clone, Default)]
pub struct Set {
    /// Lists of meshes, materials and pictures only grow.
    pub scene: Scene,
    pub prepared: Prepared,
    /// Instances that are nothing now.
    free: Vec<u32>,
}

/// Of an instance that is nothing.
const NO_MODEL: ModelId = ModelId(u32::MAX);

impl Set {
    pub fn new(scene: Scene) -> Set {
        let prepared = Prepared::new(&scene);
        Set { scene, prepared, free: Vec::new() }
    }

    /// Makes everything ready that came to the scene, but for its instances.
    pub fn grow(&mut self) {
        self.prepared.grow(&self.scene);
    }

    pub fn add(&mut self, instance: Instance) -> u32 {
        if let Some(index) = self.free.pop() {
            self.put(index, instance);
            return index;
        }
        self.scene.instances.push(instance);
        let index = self.scene.instances.len() as u32 - 1;
        self.prepared.put(&self.scene, index);
        index
    }

    /// Makes an instance another one.
    pub fn put(&mut self, index: u32, instance: Instance) {
        if let Some(own) = self.scene.instances.get_mut(index as usize) {
            *own = instance;
            self.prepared.put(&self.scene, index);
        }
    }

    pub fn remove(&mut self, index: u32) {
        let mut nothing = Instance::new(NO_MODEL, glam::Affine3A::IDENTITY);
        nothing.is_object = false;
        if self.scene.instances.get(index as usize).is_some_and(|own| own.model != NO_MODEL) {
            self.put(index, nothing);
            self.free.push(index);
        }
    }

    /// Makes a mesh another one. Its instances are to be put again. One that is the same stays, for the graphics
    /// card has it.
    pub fn put_mesh(&mut self, id: MeshId, mesh: Mesh) {
        if let Some(own) = self.scene.meshes.get_mut(id.index()).filter(|own| ***own != mesh) {
            *own = Arc::new(mesh);
            self.prepared.put_mesh(&self.scene, id);
        }
    }

    /// The box around an instance at rest.
    pub fn bounds(&self, index: u32) -> Bounds {
        let instance = self.scene.instances.get(index as usize);
        let bounds = instance.and_then(|instance| {
            let model = self.scene.model(instance.model)?;
            Some(model_bounds(&self.scene, model).moved(&instance.world_from_model))
        });
        bounds.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use glam::{Affine3A, Vec3};

    use super::*;
    use crate::scene::material::Material;
    use crate::scene::mesh::Vertex;
    use crate::scene::model::{Model, Part};
    use crate::scene::pick::{Ray, pick};
    use crate::scene::skeleton::Motion;

    /// A triangle of a metre, as one part or two, still or moving.
    fn set() -> (Set, [ModelId; 3]) {
        let mut scene = Scene::default();
        let corner = |x, y| Vertex { at_m: Vec3::new(x, y, 0.0), ..Vertex::default() };
        let vertices = vec![corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.0, 0.5)];
        let mesh = scene.add_mesh(Mesh { vertices, indices: vec![0, 1, 2], bones: Vec::new() });
        let material = scene.add_material(Material::default());
        let motion = scene.add_motion(Motion::default());
        let part = |motion| Part { motion, ..Part::new(mesh, material, 0) };
        let lists = [vec![part(None)], vec![part(None); 2], vec![part(Some(motion))]];
        let models = lists.map(|parts| scene.add_model(Model { parts, ..Model::default() }));
        (Set::new(scene), models)
    }

    fn at(model: ModelId, x: f32) -> Instance {
        Instance::new(model, Affine3A::from_translation(Vec3::new(x, 0.0, 0.0)))
    }

    fn hit(set: &Set, x: f32) -> Option<u32> {
        let ray = Ray { from_m: Vec3::new(x, 0.0, 5.0), direction: Vec3::NEG_Z };
        pick(&set.scene, &set.prepared, &ray, 0.0)?.instance
    }

    #[test]
    fn instances_that_move_come_and_go_are_as_if_they_had_been_so_from_the_start() {
        let (mut set, [one, two, moving]) = set();
        let ids = [at(one, 0.0), at(two, 10.0), at(moving, 20.0)].map(|it| set.add(it));
        assert_eq!([0.0, 10.0, 20.0].map(|x| hit(&set, x)), ids.map(Some));
        set.put(ids[0], at(one, 30.0));
        set.put(ids[2], at(moving, 40.0));
        assert_eq!([0.0, 20.0, 30.0, 40.0].map(|x| hit(&set, x)), [None, None, Some(0), Some(2)]);
        set.put(ids[1], at(moving, 50.0));
        set.remove(ids[2]);
        assert_eq!([10.0, 40.0, 50.0].map(|x| hit(&set, x)), [None, None, Some(1)]);
        assert_eq!(set.prepared.n_objects, 2);
        let again = set.add(at(two, 60.0));
        assert_eq!((again, hit(&set, 60.0)), (ids[2], Some(2)));
        assert_eq!(set.prepared.n_objects, 3);
        let anew = Set::new(set.scene.clone());
        for x in [0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0] {
            assert_eq!(hit(&set, x), hit(&anew, x), "{x}");
        }
    }

    #[test]
    fn the_box_of_an_instance_goes_with_it_and_so_does_another_mesh() {
        let (mut set, [one, ..]) = set();
        let id = set.add(at(one, 3.0));
        assert_eq!(set.bounds(id).low_m, Vec3::new(2.5, -0.5, 0.0));
        let mut mesh = (*set.scene.meshes[0]).clone();
        mesh.vertices.iter_mut().for_each(|vertex| vertex.at_m.x += 100.0);
        set.put_mesh(MeshId(0), mesh);
        set.put(id, at(one, 3.0));
        assert_eq!((hit(&set, 3.0), hit(&set, 103.0)), (None, Some(id)));
    }
}
