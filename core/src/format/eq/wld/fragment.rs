//! The types of fragments: their names, and what those that are understood say.

use super::geometry::{Mesh, Tree, VertexColours};
use super::region::{Ambience, Region, RegionList};
use super::scene::{Actor, Instance, Light, LightPlace, Sprite2d};
use super::skeleton::{Skeleton, Track};
use super::surface::{Animation, Bitmap, Material, MaterialList};
use super::{Fragment, Version};
use crate::format::ReadError;
use crate::format::bytes::Bytes;
use crate::format::error::Within;

pub const BITMAP: u32 = 0x03;
pub const ANIMATION: u32 = 0x04;
pub const ANIMATION_USE: u32 = 0x05;
pub const SPRITE_2D: u32 = 0x06;
pub const SKELETON: u32 = 0x10;
pub const SKELETON_USE: u32 = 0x11;
pub const TRACK: u32 = 0x12;
pub const TRACK_USE: u32 = 0x13;
pub const ACTOR: u32 = 0x14;
pub const INSTANCE: u32 = 0x15;
pub const LIGHT: u32 = 0x1B;
pub const LIGHT_USE: u32 = 0x1C;
pub const TREE: u32 = 0x21;
pub const REGION: u32 = 0x22;
pub const LIGHT_PLACE: u32 = 0x28;
pub const REGION_LIST: u32 = 0x29;
pub const AMBIENCE: u32 = 0x2A;
pub const MESH_USE: u32 = 0x2D;
pub const MATERIAL: u32 = 0x30;
pub const MATERIAL_LIST: u32 = 0x31;
pub const VERTEX_COLOURS: u32 = 0x32;
pub const COLOURS_USE: u32 = 0x33;
pub const AMBIENT_LIGHT: u32 = 0x35;
pub const MESH: u32 = 0x36;

/// What a type of fragment is, in a few words; empty for a type that is not known at all.
pub fn type_name(kind: u32) -> &'static str {
    match kind {
        BITMAP => "bitmap",
        ANIMATION => "texture",
        ANIMATION_USE => "use of a texture",
        SPRITE_2D => "flat sprite",
        0x07 => "use of a flat sprite",
        0x08 => "camera",
        0x09 => "use of a camera",
        SKELETON => "skeleton",
        SKELETON_USE => "use of a skeleton",
        TRACK => "track",
        TRACK_USE => "use of a track",
        ACTOR => "actor",
        INSTANCE => "placed object",
        0x16 => "zone",
        0x17 => "polygon animation",
        0x18 => "use of a polygon animation",
        LIGHT => "light",
        LIGHT_USE => "use of a light",
        TREE => "tree of regions",
        REGION => "region",
        0x26 => "particle sprite",
        0x27 => "use of a particle sprite",
        LIGHT_PLACE => "placed light",
        REGION_LIST => "list of regions",
        AMBIENCE => "ambience of regions",
        0x2C => "old mesh",
        MESH_USE => "use of a mesh",
        0x2F => "use of animated vertices",
        MATERIAL => "material",
        MATERIAL_LIST => "list of materials",
        VERTEX_COLOURS => "vertex colours",
        COLOURS_USE => "use of vertex colours",
        0x34 => "particle cloud",
        AMBIENT_LIGHT => "ambient light",
        MESH => "mesh",
        0x37 => "animated vertices",
        _ => "",
    }
}

/// A fragment that is understood.
#[derive(Debug, Clone, PartialEq)]
pub enum Meaning {
    Bitmap(Bitmap),
    Animation(Animation),
    /// A reference to a different fragment, of the types 0x05, 0x11, 0x1C, 0x2D and 0x33.
    Use(Use),
    Sprite2d(Sprite2d),
    Skeleton(Skeleton),
    Track(Track),
    Actor(Actor),
    Instance(Instance),
    Light(Light),
    Tree(Tree),
    Region(Region),
    LightPlace(LightPlace),
    RegionList(RegionList),
    Ambience(Ambience),
    Material(Material),
    MaterialList(MaterialList),
    VertexColours(VertexColours),
    AmbientLight(u32),
    Mesh(Mesh),
}

/// A reference and its flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Use {
    pub target: i32,
    pub flags: u32,
}

impl Use {
    pub fn read(fragment: &Fragment) -> Result<Use, ReadError> {
        body(fragment, |bytes| {
            bytes.i32("name")?;
            let target = bytes.i32("reference")?;
            // A few tools leave the flags out.
            let flags = if bytes.n_left() < 4 { 0 } else { bytes.u32("flags")? };
            Ok(Use { target, flags })
        })
    }
}

impl Meaning {
    /// What a fragment says; `None` for a type that is not understood.
    pub fn of(fragment: &Fragment, version: Version) -> Option<Result<Meaning, ReadError>> {
        Some(match fragment.kind {
            BITMAP => Bitmap::read(fragment).map(Meaning::Bitmap),
            ANIMATION => Animation::read(fragment).map(Meaning::Animation),
            ANIMATION_USE | SKELETON_USE | LIGHT_USE | MESH_USE | COLOURS_USE => {
                Use::read(fragment).map(Meaning::Use)
            }
            SPRITE_2D => Sprite2d::read(fragment).map(Meaning::Sprite2d),
            SKELETON => Skeleton::read(fragment).map(Meaning::Skeleton),
            TRACK => Track::read(fragment).map(Meaning::Track),
            ACTOR => Actor::read(fragment).map(Meaning::Actor),
            INSTANCE => Instance::read(fragment).map(Meaning::Instance),
            LIGHT => Light::read(fragment).map(Meaning::Light),
            TREE => Tree::read(fragment).map(Meaning::Tree),
            REGION => Region::read(fragment).map(Meaning::Region),
            LIGHT_PLACE => LightPlace::read(fragment).map(Meaning::LightPlace),
            REGION_LIST => RegionList::read(fragment).map(Meaning::RegionList),
            AMBIENCE => Ambience::read(fragment).map(Meaning::Ambience),
            MATERIAL => Material::read(fragment).map(Meaning::Material),
            MATERIAL_LIST => MaterialList::read(fragment).map(Meaning::MaterialList),
            VERTEX_COLOURS => VertexColours::read(fragment).map(Meaning::VertexColours),
            AMBIENT_LIGHT => body(fragment, |bytes| bytes.u32("light")).map(Meaning::AmbientLight),
            MESH => Mesh::read(fragment, version).map(Meaning::Mesh),
            _ => return None,
        })
    }
}

/// Reads a body, of which at most the padding may be left.
pub(super) fn body<'a, T>(
    fragment: &'a Fragment,
    read: impl FnOnce(&mut Bytes<'a>) -> Result<T, ReadError>,
) -> Result<T, ReadError> {
    let mut bytes = Bytes::new(&fragment.body.0);
    let value = read(&mut bytes).and_then(|value| bytes.expect_at_most(3).map(|()| value));
    value.map_err(|error| ReadError { within: Within::Block, ..error })
}

/// A list of references or numbers, with their number before it.
pub(super) fn references(
    bytes: &mut Bytes<'_>,
    field: &'static str,
) -> Result<Vec<i32>, ReadError> {
    let n_items = bytes.u32("number of references")?;
    bytes.items(field, n_items.into(), 4, |bytes| bytes.i32(field))
}
