//! The map files, tables and scripts of ROSE Online.
//!
//! A zone is one `.ZON` and a folder of blocks, each 160 m wide and named by its place:
//! `31_30.IFO` holds what stands in the block, `.HIM` its heights, `.TIL` its ground, `.MOV`
//! where one may walk, and `.LIT` the lightmaps of what stands there.
//!
//! Tables are `.STB`; their names and texts in several languages are in `.STL` and `.LTB`. Quests
//! are `.QSD`, what monsters do is `.AIP`, and what people say is `.CON`.
//!
//! Meshes are `.ZMS`, skeletons `.ZMD`, motions `.ZMO`. Objects of a zone are put together in `.ZSC`,
//! characters in `.CHR`, effects in `.EFT` and `.PTL`. `.TSI` has the pictures of windows, `.HLP` the
//! help, `.ZCA` cameras, `.LOD` and `.TBL` numbers around a place. `data.idx` lists what is in archives.
//!
//! Everything is little-endian, lengths are centimetres, and z points up. The old tools wrote
//! over files without cutting them, so that bytes of an older version often follow the last
//! field: they are kept.

pub mod ifo;
pub mod zon;
pub mod him;
pub mod til;
pub mod mov;
pub mod lit;

pub mod stb;
pub mod stl;
pub mod ltb;
pub mod meaning;
pub mod qsd;
pub mod aip;
pub mod con;

pub mod zms;
pub mod zmd;
pub mod zmo;
pub mod zsc;
pub mod chr;
pub mod eft;
pub mod ptl;
pub mod tsi;
pub mod tbl;
pub mod lod;
pub mod hlp;
pub mod zca;
pub mod idx;
pub mod pkg;

pub mod blocks;
pub mod grid;
pub mod record;
pub mod zero_text;
pub mod list16;
pub mod length;
mod list;
mod layout;
#[cfg(test)]
mod law;
