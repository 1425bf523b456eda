//! Why a ground does not do what an action asks for.

use crate::format::text::NoLetter;
use crate::space::ragnarok::CubePos;
use crate::world::gat;
use crate::world::gnd::face::Face;

/// Nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    #[error("cube ({x}, {y}) is outside the ground of {width} × {height}")]
    Outside { x: u32, y: u32, width: u32, height: u32 },
    #[error(transparent)]
    Heights(#[from] gat::refusal::Refusal),
    #[error("cube ({}, {}) has no surface at its {face}", at.x, at.y)]
    NoSurface { at: CubePos, face: Face },
    #[error("there is no texture {0}; the ground has {1}")]
    NoTexture(i64, usize),
    #[error("there is no lightmap {0}; the ground has {1}")]
    NoLightmap(u16, usize),
    #[error("the texture name is empty")]
    NoName,
    #[error("the texture name is {0} bytes long, but must be at most 79")]
    LongName(usize),
    #[error("the texture name: {0}")]
    Letters(#[from] NoLetter),
    #[error("a ground has at most {} textures", i16::MAX)]
    TooManyTextures,
    #[error("this version of the format has at most {0} surfaces")]
    TooManySurfaces(i32),
    #[error("the ground has too many cubes or surfaces to edit")]
    TooMany,
}
