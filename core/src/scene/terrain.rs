//! The ground: pieces of it with two pictures over each other, from one list of pictures.

use std::sync::Arc;

use glam::{Vec2, Vec3};

use super::PictureId;
use super::mesh::Bounds;

/// Pieces that share their pictures.
#[derive(Debug, Clone, Default)]
pub struct Terrain {
    /// What vertices name by their places.
    pub pictures: Vec<PictureId>,
    pub pieces: Vec<Arc<Piece>>,
}

#[derive(Debug, Clone, Default)]
pub struct Piece {
    pub vertices: Vec<GroundVertex>,
    /// Three for each triangle; the finest first.
    pub details: Vec<Detail>,
    /// The light on it; where there is none, the sun shades it.
    pub light: Option<PictureId>,
    pub bounds: Bounds,
}

/// A way to draw a piece.
#[derive(Debug, Clone, Default)]
pub struct Detail {
    pub indices: Vec<u32>,
    /// How long its triangles are, about.
    pub size_m: f32,
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct GroundVertex {
    pub at_m: Vec3,
    pub normal: Vec3,
    pub uv_below: Vec2,
    pub uv_above: Vec2,
    pub uv_of_light: Vec2,
    /// Places in the terrain's list of pictures: below, and above where that covers.
    pub pictures: [u8; 2],
}

impl Terrain {
    pub fn bounds(&self) -> Bounds {
        self.pieces.iter().fold(Bounds::default(), |all, piece| all.joined(piece.bounds))
    }
}
