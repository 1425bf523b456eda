//! Objects of a ZSC as models.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{Quat, Vec3};

use crate::format::rose::zsc::property::Properties;
use crate::format::rose::zsc::{Object, Part as ListedPart, Zsc};
use crate::format::text::Text;
use crate::scene::material::Material;
use crate::scene::model::{Model, Part};
use crate::scene::skeleton::Place;
use crate::scene::{MaterialId, MeshId, ModelId, MotionId};
use crate::space::rose::pose::Hold;
use crate::vfs::VfsPath;

use super::assets::Assets;
use super::convert;

/// The models that were made of objects, by list and number.
#[derive(Debug, Clone, Default)]
pub struct Objects {
    made: BTreeMap<(String, u32), Option<ModelId>>,
}

impl Objects {
    /// The model of an object; why there is none is missed.
    pub fn model(
        &mut self,
        assets: &mut Assets<'_>,
        list: &VfsPath,
        number: u32,
    ) -> Option<ModelId> {
        let key = (list.key().to_owned(), number);
        if let Some(made) = self.made.get(&key) {
            return *made;
        }
        if assets.has_to_wait() {
            return None;
        }
        let name = format!("{list}:{number}");
        let zsc = assets.list(list);
        let parts = zsc.and_then(|zsc| parts(assets, &zsc, &name, number, Hold::Nothing, 0));
        let model = parts.map(|parts| {
            let model = Model::of_parts(name, parts);
            assets.scene.add_model(model)
        });
        self.made.insert(key, model);
        model
    }
}

/// The parts of an object, for a model whose dummies begin at a number. `None`, and missed, where there is
/// nothing to draw.
pub fn parts(
    assets: &mut Assets<'_>,
    zsc: &Arc<Zsc>,
    name: &str,
    number: u32,
    hold: Hold,
    first_dummy: u32,
) -> Option<Vec<Part>> {
    let Some(object) = zsc.objects.get(number as usize) else {
        let n = zsc.objects.len();
        assets.miss(name, format!("the list has {n} objects, which count from 0"));
        return None;
    };
    if object.parts().is_empty() {
        assets.miss(name, "the object has no parts");
        return None;
    }
    let parts = parts_of(assets, zsc, object, name, hold, first_dummy);
    let is_drawn = |part: &Part| Some(part.mesh) != assets.scene_nothing();
    if !parts.iter().any(is_drawn) {
        return None;
    }
    Some(parts)
}

fn parts_of(
    assets: &mut Assets<'_>,
    zsc: &Zsc,
    object: &Object,
    name: &str,
    hold: Hold,
    first_dummy: u32,
) -> Vec<Part> {
    let mut parts = Vec::new();
    for (index, listed) in object.parts().iter().enumerate() {
        let properties = &listed.properties;
        let bone = match (properties.bone(), properties.dummy(), hold) {
            (Some(bone), _, _) => Some(u32::from(bone)),
            (None, Some(dummy), _) => first_dummy.checked_add(u32::from(dummy)),
            (None, None, Hold::Bone(bone)) => Some(bone),
            (None, None, Hold::Dummy(dummy)) => first_dummy.checked_add(dummy),
            (None, None, Hold::Nothing) => None,
        };
        parts.push(Part {
            mesh: mesh_of(assets, zsc, listed, name),
            material: material_of(assets, zsc, listed, name),
            place: place_of(properties),
            parent: parent_of(properties, index),
            bone,
            motion: motion_of(assets, properties, name),
            number: index as u32,
        });
    }
    parts
}

/// Counted from 1; what the first part says is itself.
fn parent_of(properties: &Properties, index: usize) -> Option<usize> {
    let parent = usize::from(properties.parent()?.checked_sub(1)?);
    (index > 0 && parent != index).then_some(parent)
}

fn place_of(properties: &Properties) -> Place {
    let scale = properties.scale().map_or(Vec3::ONE, convert::vector);
    Place {
        at_m: properties.position().map_or(Vec3::ZERO, convert::vector) / 100.0,
        turn: properties.rotation_wxyz().map_or(Quat::IDENTITY, convert::turn),
        scale,
    }
}

fn mesh_of(assets: &mut Assets<'_>, zsc: &Zsc, listed: &ListedPart, name: &str) -> MeshId {
    let path = zsc.meshes.get(usize::from(listed.mesh));
    let mesh = match path.map(|path| assets.path(path.text())) {
        Some(Ok(path)) => assets.mesh(&path),
        Some(Err(why)) => {
            assets.miss(name, why);
            None
        }
        None => {
            let n = zsc.meshes.len();
            assets.miss(name, format!("mesh {} of {n}, which count from 0", listed.mesh));
            None
        }
    };
    mesh.unwrap_or_else(|| assets.no_mesh())
}

fn material_of(assets: &mut Assets<'_>, zsc: &Zsc, listed: &ListedPart, name: &str) -> MaterialId {
    let Some(stated) = zsc.materials.get(usize::from(listed.material)) else {
        let n = zsc.materials.len();
        assets.miss(name, format!("material {} of {n}, which count from 0", listed.material));
        return assets.scene.add_material(Material::default());
    };
    let mut material = convert::material(stated);
    let picture = match assets.path(stated.path.text()) {
        Ok(path) => assets.picture(&path),
        Err(why) => {
            assets.miss(name, why);
            None
        }
    };
    match picture {
        Some(picture) => material.pictures.push(picture),
        // A plain grey says that the picture is missing, and shows the shape.
        None => material.tint = [0.6, 0.6, 0.6, 1.0],
    }
    assets.scene.add_material(material)
}

fn motion_of(assets: &mut Assets<'_>, properties: &Properties, name: &str) -> Option<MotionId> {
    let path = properties.motion()?;
    if path.as_bytes().is_empty() {
        return None;
    }
    match assets.path(&Text::from(path.as_bytes())) {
        Ok(path) => assets.motion(&path),
        Err(why) => {
            assets.miss(name, why);
            None
        }
    }
}
