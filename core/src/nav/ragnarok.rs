//! Ragnarok Online as its servers know it: the meaning of a cell, paths, and lines of sight.
//!
//! rAthena and Hercules grew from the same program. Both hold a grid of cells, search paths in
//! it with the same search, oddities included, and differ where [`Server`] is asked for.

pub mod cell;
pub mod path;
pub mod sight;

use serde::{Deserialize, Serialize};

/// The two families of servers that are in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Server {
    #[serde(rename = "rathena")]
    RAthena,
    Hercules,
}
