//! What is drawn in space, as plain data: meshes, materials, pictures, skeletons, motions, models, and
//! instances of them in a place. It knows no game: `stage` makes scenes of documents and files.
//!
//! Lengths are metres from an origin that whoever makes the scene chooses, so that 32 bits are enough; x is
//! east, y is north and z is up, right-handed. The front of a triangle is where its corners go round
//! counter-clockwise. Texture coordinates count from the top left of a picture.

pub mod chance;
pub mod mesh;
pub mod simplify;
pub mod material;
pub mod skeleton;
pub mod particle;
pub mod model;
pub mod reach;
pub mod terrain;
pub mod light;
pub mod cull;
pub mod prepared;
pub mod set;
pub mod frame;
pub mod pick;
pub mod gltf;
pub mod obj;

use std::sync::Arc;

use crate::format::picture::Picture;

use self::light::Surroundings;
use self::material::Material;
use self::mesh::Mesh;
use self::model::{Instance, Model};
use self::skeleton::{Motion, Skeleton};
use self::terrain::Terrain;

/// Everything that is drawn. Numbers of things in one list lead into the others.
#[derive(Debug, Clone, Default)]
pub struct Scene {
    pub pictures: Vec<Arc<Picture>>,
    pub materials: Vec<Material>,
    pub meshes: Vec<Arc<Mesh>>,
    pub skeletons: Vec<Arc<Skeleton>>,
    pub motions: Vec<Arc<Motion>>,
    pub models: Vec<Arc<Model>>,
    pub instances: Vec<Instance>,
    pub terrain: Terrain,
    pub surroundings: Surroundings,
}

macro_rules! number_of {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
        pub struct $name(pub u32);

        impl $name {
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

number_of! {
    /// Place in the list of pictures.
    PictureId
    MaterialId
    MeshId
    SkeletonId
    MotionId
    ModelId
}

fn pushed<T>(list: &mut Vec<T>, item: T) -> u32 {
    list.push(item);
    u32::try_from(list.len() - 1).unwrap_or(u32::MAX)
}

impl Scene {
    pub fn add_picture(&mut self, picture: Picture) -> PictureId {
        PictureId(pushed(&mut self.pictures, Arc::new(picture)))
    }

    pub fn add_material(&mut self, material: Material) -> MaterialId {
        if let Some(same) = self.materials.iter().position(|one| *one == material) {
            return MaterialId(same as u32);
        }
        MaterialId(pushed(&mut self.materials, material))
    }

    pub fn add_mesh(&mut self, mesh: Mesh) -> MeshId {
        MeshId(pushed(&mut self.meshes, Arc::new(mesh)))
    }

    pub fn add_skeleton(&mut self, skeleton: Skeleton) -> SkeletonId {
        SkeletonId(pushed(&mut self.skeletons, Arc::new(skeleton)))
    }

    pub fn add_motion(&mut self, motion: Motion) -> MotionId {
        MotionId(pushed(&mut self.motions, Arc::new(motion)))
    }

    pub fn add_model(&mut self, model: Model) -> ModelId {
        ModelId(pushed(&mut self.models, Arc::new(model)))
    }

    pub fn mesh(&self, id: MeshId) -> Option<&Mesh> {
        self.meshes.get(id.index()).map(|mesh| &**mesh)
    }

    pub fn model(&self, id: ModelId) -> Option<&Model> {
        self.models.get(id.index()).map(|model| &**model)
    }

    pub fn skeleton(&self, id: SkeletonId) -> Option<&Skeleton> {
        self.skeletons.get(id.index()).map(|skeleton| &**skeleton)
    }

    pub fn motion(&self, id: MotionId) -> Option<&Motion> {
        self.motions.get(id.index()).map(|motion| &**motion)
    }
}
