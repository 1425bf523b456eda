//! Draws scenes of core's `scene` on a graphics card, or on a driver that does without one. It knows no
//! game. No storage buffers: bones come in a texture, and instances in a buffer of vertices.

mod formats;
pub(crate) mod device;
mod pipelines;
mod pictures;
pub(crate) mod resident;
pub(crate) mod cast;
pub(crate) mod draw;
pub(crate) mod camera;
pub(crate) mod headless;
