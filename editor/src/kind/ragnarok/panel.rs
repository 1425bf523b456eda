//! The panels of a map.

pub(crate) mod tools;
pub(crate) mod kinds;
mod heights;
mod stamps;
mod ground;
pub(crate) mod inspector;
mod selected;
pub(crate) mod minimap;
