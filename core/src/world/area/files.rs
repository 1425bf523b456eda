//! The files of an area, by what the area calls them.

use crate::space::tera::Zone;

/// A file of an area. Where each of them is, an account knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AreaFile {
    /// Its nodes and edges.
    Paths,
    /// Its route tests, beside it.
    Routes,
    /// The geometry of one of its zones, which other areas may share.
    Zone(Zone),
}
