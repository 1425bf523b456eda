//! ROSE: zones, models and characters as the client draws them.
//!
//! The rules come from real files as far as those show them. What only other people's readers say, or what
//! is a guess, is marked where it is used.

pub mod convert;
pub mod assets;
pub mod effect;
pub mod object;
pub mod character;
pub mod morph;
pub mod model;
pub mod incoming;
pub mod clock;
pub mod ground;
pub mod water;
pub mod zone;
pub mod live;
