//! The values of the dialogs of a map.

pub mod automatic;
pub mod replace;
pub mod resize;
