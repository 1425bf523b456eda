//! What views of maps draw of the client's ground.

pub(crate) mod above;
pub(crate) mod space;
