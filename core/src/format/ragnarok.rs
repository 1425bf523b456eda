//! Ragnarok Online: maps and models as the client has them, and as the servers cache them.

mod fit;
pub mod water;
pub mod gat;
pub mod gnd;
pub mod rsw;
pub mod rsm;
pub mod rsm2;
pub mod map_cache;
pub mod mcache;
pub mod fld2;
pub mod packed_fld2;
pub mod packed;
pub mod grf;
pub mod npc;
