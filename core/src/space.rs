//! Units and coordinate spaces of each game, and the index of everything that has a place.

pub mod ragnarok;
pub mod rose;
pub mod tera;
pub mod eq;
pub mod extent;
pub mod index;
