//! Materials: which pictures are on a surface, and how they come over what is behind.
//!
//! The meaning of the methods is by one reader, and held against the pictures of real zones.

use crate::format::eq::wld::fragment::{self, Use};
use crate::format::eq::wld::surface::{Animation, Bitmap, Material as Stated, MaterialList};
use crate::format::eq::wld::{Fragment, Wld};
use crate::scene::material::{Blend, Material};
use crate::scene::{MaterialId, PictureId, Scene};

use crate::stage::everquest::mesh::Light;
use crate::stage::everquest::textures::{Clear, Textures};

/// What covers less than this is left out.
const LEAST: f32 = 0.5;
/// Methods that nothing is drawn with.
const INVISIBLE: [u32; 4] = [0x00, 0x03, 0x4B, 0x53];
/// A texture whose material says nothing of its speed stays long.
const USUAL_MILLISECONDS: u32 = 200;

/// How a method draws.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Way {
    Invisible,
    Opaque,
    CutOut,
    /// As far as it covers.
    Over(f32),
    Add,
}

impl Way {
    pub fn of(method: u32) -> Way {
        match method & 0x7fff_ffff {
            method if INVISIBLE.contains(&method) => Way::Invisible,
            0x05 => Way::Over(0.5),
            0x09 => Way::Over(0.25),
            0x0A => Way::Over(0.75),
            0x0B | 0x17 => Way::Add,
            0x13 | 0x19 => Way::CutOut,
            _ => Way::Opaque,
        }
    }
}

/// The materials of a mesh, by their place in its list; `None` for what is never drawn.
pub fn materials(
    scene: &mut Scene,
    textures: &mut Textures<'_>,
    world: &Wld,
    list: i32,
    light: Light,
) -> Vec<Option<MaterialId>> {
    let list = world.fragment(list).filter(|list| list.kind == fragment::MATERIAL_LIST);
    let list = list.and_then(|list| MaterialList::read(list).ok());
    let references = list.map(|list| list.materials).unwrap_or_default();
    references
        .iter()
        .map(|reference| {
            let material = material(textures, scene, world, *reference)?;
            let is_lit = light == Light::Sun && material.blend != Blend::Add;
            let stays_fine = light == Light::Painted;
            Some(scene.add_material(Material { is_lit, stays_fine, ..material }))
        })
        .collect()
}

fn material(
    textures: &mut Textures<'_>,
    scene: &mut Scene,
    world: &Wld,
    reference: i32,
) -> Option<Material> {
    let fragment = of_kind(world, reference, fragment::MATERIAL)?;
    let stated = Stated::read(fragment).ok().filter(|stated| stated.texture != 0)?;
    let way = Way::of(stated.method);
    let (blend, alpha) = match way {
        Way::Invisible => return None,
        Way::Opaque => (Blend::Opaque, 1.0),
        Way::CutOut => (Blend::CutOut { least: LEAST }, 1.0),
        Way::Over(alpha) => (Blend::Over, alpha),
        Way::Add => (Blend::Add, 1.0),
    };
    let clear = if way == Way::CutOut { Clear::FirstColour } else { Clear::Nothing };
    let (pictures, milliseconds) = pictures(scene, textures, world, &stated, clear);
    let mut material = Material {
        pictures_per_second: if pictures.len() > 1 { 1000.0 / milliseconds as f32 } else { 0.0 },
        pictures,
        blend,
        is_two_sided: way == Way::CutOut,
        tint: [1.0, 1.0, 1.0, alpha],
        ..Material::default()
    };
    if material.pictures.is_empty() {
        // A plain grey says that the picture is missing, and shows the shape.
        material.tint = [0.6, 0.6, 0.6, alpha];
    }
    Some(material)
}

/// The pictures of a material, one after the other, and for how long each is seen.
fn pictures(
    scene: &mut Scene,
    textures: &mut Textures<'_>,
    world: &Wld,
    stated: &Stated,
    clear: Clear,
) -> (Vec<PictureId>, u32) {
    let usage = of_kind(world, stated.texture, fragment::ANIMATION_USE);
    let target = usage.and_then(|usage| Use::read(usage).ok()).map(|usage| usage.target);
    let animation = target.and_then(|target| of_kind(world, target, fragment::ANIMATION));
    let Some(animation) = animation.and_then(|one| Animation::read(one).ok()) else {
        return (Vec::new(), USUAL_MILLISECONDS);
    };
    let mut found = Vec::new();
    for reference in &animation.bitmaps {
        let bitmap = of_kind(world, *reference, fragment::BITMAP);
        let Some(bitmap) = bitmap.and_then(|bitmap| Bitmap::read(bitmap).ok()) else { continue };
        let Some(name) = bitmap.names.first() else { continue };
        found.extend(textures.picture(scene, name.as_bytes(), clear));
    }
    let milliseconds = animation.milliseconds.filter(|number| *number > 0);
    (found, milliseconds.unwrap_or(USUAL_MILLISECONDS))
}

fn of_kind(world: &Wld, reference: i32, kind: u32) -> Option<&Fragment> {
    world.fragment(reference).filter(|fragment| fragment.kind == kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_bit_of_a_method_says_nothing_of_how_it_draws() {
        assert_eq!(Way::of(0x8000_0001), Way::Opaque);
        assert_eq!(Way::of(0x8000_0013), Way::CutOut);
        assert_eq!(Way::of(0x8000_0005), Way::Over(0.5));
        assert_eq!(Way::of(0x8000_0017), Way::Add);
        assert_eq!((Way::of(0), Way::of(0x8000_0553)), (Way::Invisible, Way::Opaque));
    }
}
