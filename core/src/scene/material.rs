//! How the triangles of a mesh are coloured.

use super::PictureId;

/// What is drawn on triangles.
#[derive(Debug, Clone, PartialEq)]
pub struct Material {
    /// One after the other where there are several; none is a plain colour.
    pub pictures: Vec<PictureId>,
    pub pictures_per_second: f32,
    pub blend: Blend,
    /// Whether triangles are seen from behind.
    pub is_two_sided: bool,
    /// Whether light and shade are seen on it.
    pub is_lit: bool,
    /// Whether its picture of light is a shadow, as alpha, and light that is added to what it leaves; else the
    /// light multiplies. Such a mesh is never drawn coarser.
    pub adds_light: bool,
    /// Whether its meshes are never drawn coarser: those of ground in tiles would part at their edges.
    pub stays_fine: bool,
    /// Whether it is hidden by what is before it.
    pub is_hidden: bool,
    /// Whether it hides what is behind it. What is blended does not, whatever this says.
    pub hides: bool,
    /// Multiplies the picture.
    pub tint: [f32; 4],
}

/// How a colour comes over what was there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Blend {
    Opaque,
    /// Pixels that cover less than this are left out.
    CutOut {
        least: f32,
    },
    /// As far as it covers; the farthest first.
    Over,
    /// Adds its light, as far as it covers.
    Add,
    /// By factors, as graphics cards have them. Pixels that cover less than this are left out.
    Mixed {
        mix: Mix,
        least: f32,
    },
}

/// What a colour and the one that was there are multiplied by, and what is made of both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mix {
    pub new: Factor,
    pub old: Factor,
    pub operation: Operation,
}

/// The new colour is that of the material, the old one what was there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Factor {
    Zero,
    One,
    New,
    OneMinusNew,
    NewAlpha,
    OneMinusNewAlpha,
    OldAlpha,
    OneMinusOldAlpha,
    Old,
    OneMinusOld,
    NewAlphaSaturated,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operation {
    Add,
    /// The old colour from the new one.
    Subtract,
    /// The new colour from the old one.
    ReverseSubtract,
    Least,
    Most,
}

impl Default for Material {
    fn default() -> Material {
        Material {
            pictures: Vec::new(),
            pictures_per_second: 0.0,
            blend: Blend::Opaque,
            is_two_sided: false,
            is_lit: true,
            adds_light: false,
            stays_fine: false,
            is_hidden: true,
            hides: true,
            tint: [1.0; 4],
        }
    }
}

impl Material {
    pub fn of_picture(picture: PictureId) -> Material {
        Material { pictures: vec![picture], ..Material::default() }
    }

    pub fn is_blended(&self) -> bool {
        matches!(self.blend, Blend::Over | Blend::Add | Blend::Mixed { .. })
    }

    /// The picture that is seen after some seconds.
    pub fn picture_at(&self, seconds: f64) -> Option<PictureId> {
        let n = self.pictures.len();
        let turn = (seconds.max(0.0) * f64::from(self.pictures_per_second)) as usize;
        self.pictures.get(turn.checked_rem(n)?).copied()
    }
}
