//! Whether a mesh can be written as it is.

use super::column::{Column, Item, Width};
use super::{Flags, MAX_COPIES, Mesh, Version};

/// Why a mesh can't be a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadMesh {
    #[error("{array}: {len} for {n_vertices} vertices")]
    Length { array: &'static str, len: usize, n_vertices: u32 },
    #[error("{array}: {len}, but their flag is not set")]
    NoFlag { array: &'static str, len: usize },
    #[error("{array}: {number} does not fit into the file, where {max} is the most")]
    TooLarge { array: &'static str, number: u64, max: u32 },
    #[error("{array}: only versions 5 and 6 number their items")]
    Numbered { array: &'static str },
    #[error("{array}: {n_ids} numbers for {len} items")]
    Numbers { array: &'static str, n_ids: usize, len: usize },
    #[error("version {version} has no {part}")]
    NotInVersion { version: u8, part: &'static str },
    #[error("a mesh without a {0} ends there")]
    EndsBefore(&'static str),
    #[error("at most {MAX_COPIES} copies can follow a mesh")]
    Copies,
}

impl Mesh {
    /// Whether counts, flags and arrays agree, so that it can be written.
    pub fn check(&self) -> Result<(), BadMesh> {
        let width = self.version.width();
        check_number("vertices", self.n_vertices.into(), width)?;
        check_column("bones", &self.bones, width)?;
        self.check_array("positions", &self.positions, Flags::POSITIONS)?;
        self.check_array("normals", &self.normals, Flags::NORMALS)?;
        self.check_array("colours", &self.colours, Flags::COLOURS)?;
        self.check_array("skin", &self.skin, Flags::SKIN)?;
        self.check_array("tangents", &self.tangents, Flags::TANGENTS)?;
        for (uv, flag) in self.uvs.iter().zip(Flags::UVS) {
            self.check_array("texture coordinates", uv, flag)?;
        }
        check_column("triangles", &self.triangles, width)?;
        check_column("materials", &self.materials, width)?;
        self.check_end()
    }

    fn check_array<T: Item>(
        &self,
        array: &'static str,
        column: &Column<T>,
        flag: Flags,
    ) -> Result<(), BadMesh> {
        let len = column.len();
        if !self.flags.has(flag) {
            return if len == 0 { Ok(()) } else { Err(BadMesh::NoFlag { array, len }) };
        }
        if len as u64 != u64::from(self.n_vertices) {
            return Err(BadMesh::Length { array, len, n_vertices: self.n_vertices });
        }
        check_column(array, column, self.version.width())
    }

    fn check_end(&self) -> Result<(), BadMesh> {
        let version = self.version;
        let not = |part| Err(BadMesh::NotInVersion { version: version.into(), part });
        if version == Version::V5 && !self.materials.is_empty() {
            return not("materials");
        }
        if version < Version::V7 && self.strip.is_some() {
            return not("strip");
        }
        if version < Version::V8 && self.pool.is_some() {
            return not("pool");
        }
        if let Some(strip) = &self.strip {
            check_number("strip", strip.len() as u64, Width::Narrow)?;
        }
        let is_last = self.pool.is_none() && self.copies == 0 && self.tail.0.is_empty();
        if version >= Version::V7 && self.strip.is_none() && !is_last {
            return Err(BadMesh::EndsBefore("strip"));
        }
        if version == Version::V8 && self.pool.is_none() && !is_last {
            return Err(BadMesh::EndsBefore("pool"));
        }
        if self.copies > MAX_COPIES { Err(BadMesh::Copies) } else { Ok(()) }
    }
}

fn check_column<T: Item>(
    array: &'static str,
    column: &Column<T>,
    width: Width,
) -> Result<(), BadMesh> {
    let (n_ids, len) = (column.ids.len(), column.len());
    if n_ids > 0 && width == Width::Narrow {
        return Err(BadMesh::Numbered { array });
    }
    if n_ids > 0 && n_ids != len {
        return Err(BadMesh::Numbers { array, n_ids, len });
    }
    check_number(array, len as u64, width)?;
    let largest = column.items.iter().map(Item::max_number).max().unwrap_or(0);
    check_number(array, largest.into(), width)
}

fn check_number(array: &'static str, number: u64, width: Width) -> Result<(), BadMesh> {
    let max = width.max();
    match number <= u64::from(max) {
        true => Ok(()),
        false => Err(BadMesh::TooLarge { array, number, max }),
    }
}
