//! Everything that Landwright knows about the worlds, without a window and without a protocol.
//!
//! The rooms stand in the order in which they may use each other: a room imports only from the
//! rooms above it. `def` stands alone, on `problem`.

pub mod problem;
pub mod format;
pub mod vfs;
pub mod project;
pub mod space;
pub mod nav;
pub mod sample;
pub mod world;
pub mod check;
pub mod kinds;
pub mod def;
pub mod rules;
