//! Everything that Landwright knows about the worlds, without a window and without a protocol.
//!
//! The rooms stand in the order in which they may use each other: a room imports only from the
//! rooms above it. `def` stands alone, on `problem`.
//!
//! Without the feature `worlds`, what the language server does not need is left out: everything
//! about maps, and the packages that only they need.

pub mod problem;
pub mod format;
pub mod vfs;
pub mod project;
#[cfg(feature = "worlds")]
pub mod space;
#[cfg(feature = "worlds")]
pub mod nav;
#[cfg(feature = "worlds")]
pub mod scene;
#[cfg(feature = "worlds")]
pub mod sample;
#[cfg(feature = "worlds")]
pub mod world;
#[cfg(feature = "worlds")]
pub mod stage;
#[cfg(feature = "worlds")]
pub mod check;
#[cfg(feature = "worlds")]
pub mod kinds;
pub mod def;
pub mod rules;
