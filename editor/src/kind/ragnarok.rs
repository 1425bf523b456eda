//! Ragnarok Online: the client's ground under the cells of a map, and its files in a viewer. The map itself
//! still is in `model::map`.

#![cfg_attr(
    not(feature = "window"),
    allow(dead_code, reason = "the window alone shows grounds and asks for them")
)]

pub(crate) mod ground;
pub(crate) mod tiles;
pub(crate) mod exhibit;
#[cfg(feature = "window")]
pub(crate) mod minimap;
#[cfg(feature = "window")]
pub(crate) mod canvas;
#[cfg(feature = "window")]
pub(crate) mod panel;
#[cfg(test)]
mod tests;
