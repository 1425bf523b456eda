//! What is drawn in 3D. [`scene`] is plain data: meshes, colours, lines, and a shot of them;
//! [`gpu`] draws it into a picture of its own, in the window or without one. Whatever has a
//! ground of cells becomes meshes in [`terrain`]. [`view`] shows open maps, [`area`]
//! open TERA areas.

pub(crate) mod scene;
mod pipelines;
mod upload;
mod gpu;
pub(crate) mod headless;
pub(crate) mod callback;
pub(crate) mod patch;
pub(crate) mod heights;
pub(crate) mod terrain;
pub(crate) mod hints;
pub(crate) mod steer;
pub(crate) mod space;
mod film;
pub(crate) mod model;
pub(crate) mod stage;
