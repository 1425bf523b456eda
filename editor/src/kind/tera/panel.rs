//! What the panels show of an area.

mod mesh;
mod reports;
pub(crate) mod tools;
pub(crate) mod inspector;
pub(crate) mod place;
pub(crate) mod minimap;
mod volumes;
