//! A new map.

use landwright_core::format::ragnarok::gat::Version;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMapForm {
    pub width: u32,
    pub height: u32,
    pub version: Version,
    pub kind: u32,
}

impl Default for NewMapForm {
    fn default() -> NewMapForm {
        NewMapForm { width: 200, height: 200, version: Version::V1_2, kind: 0 }
    }
}
