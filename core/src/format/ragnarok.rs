//! Ragnarok Online: maps as the client has them, and as the servers cache them.

pub mod gat;
pub mod rsw;
pub mod map_cache;
pub mod mcache;
pub mod fld2;
pub mod packed;
