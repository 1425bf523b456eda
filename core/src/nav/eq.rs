//! What a server of EverQuest asks of a zone: heights, falls, sight, and regions.
//!
//! There are two answers to each question. That of the server comes from its own steps in 32-bit
//! floats, seams between triangles among it; the true one is calculated in 64 bits, and a point on
//! an edge is on the triangle. Points are in the server's axes.

pub mod placing;
pub mod ground;
pub mod ray;
pub mod column;
pub mod tree;
pub mod boxes;
pub mod cell;
pub mod touch;
pub mod nearest;
pub mod answer;
pub mod mesh;
pub mod recast;

/// No height: what the server says for it.
pub const NO_HEIGHT: f32 = -99_999.0;
