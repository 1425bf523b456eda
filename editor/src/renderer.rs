//! Draws scenes of core's `scene` on a graphics card, or on a driver that does without one. It knows no
//! game. No storage buffers: bones come in a texture, and instances in a buffer of vertices.

mod formats;
mod pipelines;
mod pictures;
mod resident;
pub(crate) mod draw;
pub(crate) mod camera;
pub(crate) mod headless;
