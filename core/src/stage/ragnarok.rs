//! Ragnarok: the ground of maps and the models on it, as the client draws them.
//!
//! The rules come from real files as far as those show them. What only other people's readers say, or what
//! is a guess, is marked where it is used.

pub mod assets;
pub mod surface;
pub mod above;
pub mod lightmaps;
pub mod ground;
pub mod water;
pub mod shape;
pub mod rsm;
pub mod rsm2;
pub mod map;
pub mod standing;
pub mod models;
