//! The views of a ROSE zone: its ground, what stands on it, and what the hand is in the middle of.

pub(crate) mod scene;
pub(crate) mod plan;
mod raster;
mod ground;
mod grids;
mod atlas;
mod clusters;
mod marks;
mod things;
pub(crate) mod labels;
pub(crate) mod overlay;
pub(crate) mod view;
pub(crate) mod desk;
pub(crate) mod minimap;
pub(crate) mod space;
#[cfg(test)]
mod tests;
pub(crate) mod hall;
pub(crate) mod enclosure;
