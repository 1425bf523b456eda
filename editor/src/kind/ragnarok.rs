//! Ragnarok Online: maps of cells (GAT), the client's ground under them, and its files in a viewer.

#![cfg_attr(
    not(feature = "window"),
    allow(dead_code, reason = "the window alone shows grounds and asks for them")
)]

pub mod dialog;
pub mod message;
mod run;
mod work;
pub mod document;
pub mod changes;
pub mod checks;
pub mod conflicts;
mod copy;
pub mod open;
pub(crate) mod kind;
mod go;
mod exchange;
pub mod form;
mod opened;
pub mod proposal;
pub mod reference;
pub mod stamps;
pub mod tool;
pub(crate) mod ground;
pub(crate) mod tiles;
pub(crate) mod exhibit;
#[cfg(feature = "window")]
pub(crate) mod canvas;
#[cfg(feature = "window")]
pub(crate) mod panel;
#[cfg(feature = "window")]
mod face;
#[cfg(test)]
mod tests;
pub(crate) mod water;
pub(crate) mod scenery;
pub(crate) mod under;
