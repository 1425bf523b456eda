//! Objects of a ZSC as models.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{Quat, Vec3};

use crate::format::rose::zsc::property::Properties;
use crate::format::rose::zsc::{NO_EFFECT, Object, Part as ListedPart, Zsc};
use crate::format::text::Text;
use crate::scene::material::Material;
use crate::scene::model::{Model, Part};
use crate::scene::skeleton::Place;
use crate::scene::{MaterialId, MeshId, ModelId, MotionId};
use crate::space::rose::pose::Hold;
use crate::vfs::VfsPath;

use super::assets::Assets;
use super::convert;
use crate::stage::rose::effect::{self, Hung};

/// The type of an effect on an object that is seen at night alone.
const AT_NIGHT: u16 = 1;

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
        let body = zsc.and_then(|zsc| body(assets, &zsc, &name, number, Hold::Nothing, 0));
        let model = body.map(|body| {
            let model = body.model(assets, name);
            assets.scene.add_model(model)
        });
        self.made.insert(key, model);
        model
    }
}

/// The parts of an object, or of some that hang together, and the effects on them.
#[derive(Debug, Clone, Default)]
pub struct Body {
    pub parts: Vec<Part>,
    pub hung: Vec<Hung>,
}

impl Body {
    /// Puts another one behind it, whose parents are among its own parts.
    pub fn append(&mut self, more: Body) {
        let first = self.parts.len();
        let behind = |parent: Option<usize>| parent.map(|parent| parent + first);
        let parts = more.parts.into_iter().map(|part| Part { parent: behind(part.parent), ..part });
        self.parts.extend(parts);
        let hung = more.hung.into_iter().map(|hung| Hung { parent: behind(hung.parent), ..hung });
        self.hung.extend(hung);
    }

    /// A model without a skeleton, with its effects behind its parts.
    pub fn model(self, assets: &mut Assets<'_>, name: String) -> Model {
        let mut model = Model::of_parts(name, self.parts);
        self.hung.iter().for_each(|hung| effect::hang(assets, &mut model, hung));
        model
    }
}

/// The parts of an object, for a model whose dummies begin at a number. `None`, and missed, where there is
/// nothing to draw.
pub fn body(
    assets: &mut Assets<'_>,
    zsc: &Arc<Zsc>,
    name: &str,
    number: u32,
    hold: Hold,
    first_dummy: u32,
) -> Option<Body> {
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
    let hung = hung_on(assets, zsc, object, name, first_dummy);
    Some(Body { parts, hung })
}

/// The effects on an object; those that are only a place are left out.
fn hung_on(
    assets: &mut Assets<'_>,
    zsc: &Zsc,
    object: &Object,
    name: &str,
    first_dummy: u32,
) -> Vec<Hung> {
    let mut hung = Vec::new();
    for listed in object.effects().iter().filter(|listed| listed.effect != NO_EFFECT) {
        let properties = &listed.properties;
        let path = zsc.effects.get(usize::from(listed.effect)).map(|path| assets.path(path.text()));
        let path = match path {
            Some(Ok(path)) => path,
            Some(Err(why)) => {
                assets.miss(name, why);
                continue;
            }
            None => {
                let n = zsc.effects.len();
                assets.miss(name, format!("effect {} of {n}, which count from 0", listed.effect));
                continue;
            }
        };
        let n_parts = object.parts().len();
        let parent = properties.parent().map(|parent| usize::from(parent) - 1);
        let dummy = properties.dummy().and_then(|dummy| first_dummy.checked_add(dummy.into()));
        hung.push(Hung {
            path,
            place: place_of(properties),
            parent: parent.filter(|parent| *parent < n_parts),
            bone: properties.bone().map(u32::from).or(dummy),
            is_at_night_only: listed.kind == AT_NIGHT,
        });
    }
    hung
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
        let mesh = mesh_of(assets, zsc, listed, name);
        let material = material_of(assets, zsc, listed, name);
        parts.push(Part {
            place: place_of(properties),
            parent: parent_of(properties, index),
            bone,
            motion: motion_of(assets, properties, name),
            ..Part::new(mesh, material, index as u32)
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
