//! What views of maps draw of the client's ground.

pub(crate) mod above;
pub(crate) mod space;
pub(crate) mod map;
pub(crate) mod map_key;
pub(crate) mod contours;
pub(crate) mod drawing;
pub(crate) mod hatch;
pub(crate) mod heights;
pub(crate) mod keyboard;
pub(crate) mod overlay;
pub(crate) mod pictures;
pub(crate) mod reference;
pub(crate) mod stamps;
pub(crate) mod hall;
