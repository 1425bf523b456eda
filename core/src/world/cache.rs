//! Map caches as containers: a list of maps, each of which opens as a map and goes back into its
//! place. Everything else in the file stays as it is, packed streams included.
//!
//! A cache holds a type for each cell and no heights: its maps are flat.

pub mod field;
pub mod form;
pub mod merge;
pub mod walkable;

use crate::format::file::Content;
use crate::format::number::F32;
use crate::format::ragnarok::map_cache::{self, MapCache};
use crate::format::ragnarok::mcache::{self, Mcache};
use crate::format::ragnarok::packed::PackedCells;
use crate::format::{ReadError, file};
use crate::space::ragnarok::Corner;

use super::gat::{GatMap, TooLarge};

pub use self::field::Field;

/// Whether files of a format are caches: of many maps, or of one.
pub fn is_cache(kind: file::Kind) -> bool {
    matches!(
        kind,
        file::Kind::MapCache | file::Kind::Mcache | file::Kind::Fld2 | file::Kind::PackedFld2
    )
}

/// A file with maps of servers or bots.
#[derive(Debug, Clone)]
pub struct Cache {
    /// What its only map is called, where it has just one.
    name: String,
    content: Held,
}

#[derive(Debug, Clone)]
enum Held {
    Many(MapCache),
    One(Mcache),
    Field(Field),
}

/// A map in a cache.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub name: String,
    /// As stated.
    pub width: i64,
    pub height: i64,
}

/// Why a map does not come out of a cache, or goes back.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CacheError {
    #[error("there is no map `{name}` in it; `landwright inspect` lists its maps")]
    NoMap { name: String },
    #[error("`{name}`: {reason}")]
    Cells { name: String, reason: String },
    #[error("`{name}`: {error}")]
    TooLarge { name: String, error: TooLarge },
    #[error("a map of a cache has no heights; a GAT holds them")]
    Heights,
    #[error("type {kind} does not fit into a cache, which can hold 0 to {max}")]
    Type { kind: u32, max: u8 },
    #[error("{0}")]
    Size(String),
}

impl Cache {
    /// The cache in a file; `None` where its name and bytes are those of something else.
    pub fn read(file: &str, bytes: &[u8]) -> Option<Result<Cache, ReadError>> {
        let file = file.rsplit(['/', '\\']).next().unwrap_or_default();
        let name = file.split('.').next().unwrap_or_default().to_owned();
        let held = |content| Cache { name, content };
        let kind = file::Kind::of(file, bytes)?;
        if !is_cache(kind) {
            return None;
        }
        Some(file::read(kind, bytes).map(|file| {
            held(match file.content {
                Content::MapCache(cache) => Held::Many(cache),
                Content::Mcache(cache) => Held::One(cache),
                Content::Fld2(field) => Held::Field(Field::Plain(field)),
                Content::PackedFld2(packed) => Held::Field(Field::Packed(packed)),
                _ => Held::Many(MapCache::default()),
            })
        }))
    }

    pub fn write(&self) -> Vec<u8> {
        match &self.content {
            Held::Many(cache) => map_cache::write(cache),
            Held::One(cache) => mcache::write(cache),
            Held::Field(field) => field.write(),
        }
    }

    /// Whether it may hold any number of maps.
    pub fn is_of_many(&self) -> bool {
        matches!(self.content, Held::Many(_))
    }

    /// The field, where it is that of a bot.
    pub fn field(&self) -> Option<&Field> {
        match &self.content {
            Held::Field(field) => Some(field),
            Held::Many(_) | Held::One(_) => None,
        }
    }

    /// Its maps, in the order of the file.
    pub fn entries(&self) -> Vec<Entry> {
        let packed = |name: String, cells: &PackedCells| {
            let (width, height) = (cells.width.into(), cells.height.into());
            Entry { name, width, height }
        };
        match &self.content {
            Held::Many(cache) => {
                let entries = cache.entries().iter();
                entries.map(|entry| packed(name_of(entry), &entry.cells)).collect()
            }
            Held::One(cache) => vec![packed(self.name.clone(), &cache.cells)],
            Held::Field(field) => {
                let (width, height) = (field.fld2().width().into(), field.fld2().height().into());
                vec![Entry { name: self.name.clone(), width, height }]
            }
        }
    }

    /// A map by its name, or the only one where the name is empty.
    pub fn map(&self, name: &str) -> Result<GatMap, CacheError> {
        let idx = self.find(name)?;
        let (width, height, types) = self.cells(idx, name)?;
        let (Ok(short_width), Ok(short_height)) = (u16::try_from(width), u16::try_from(height))
        else {
            let error = TooLarge { width, height };
            return Err(CacheError::TooLarge { name: name.to_owned(), error });
        };
        Ok(GatMap::flat(short_width, short_height, &types))
    }

    /// The width and height of a map by its place among [`Cache::entries`], and the type of each
    /// cell, row by row from the south. The name is for errors.
    pub fn cells(&self, idx: usize, name: &str) -> Result<(u32, u32, Vec<u8>), CacheError> {
        let damaged = |error: ReadError| {
            let (name, reason) = (name.to_owned(), format!("the cells can't be unpacked: {error}"));
            CacheError::Cells { name, reason }
        };
        match &self.content {
            Held::Many(cache) => match cache.entries().get(idx) {
                Some(entry) => sized(&entry.cells, damaged),
                None => Err(CacheError::NoMap { name: name.to_owned() }),
            },
            Held::One(cache) => sized(&cache.cells, damaged),
            Held::Field(field) => {
                let fld2 = field.fld2();
                Ok((fld2.width().into(), fld2.height().into(), field::types_of(fld2)))
            }
        }
    }

    /// Puts a map into its place. Where its cells are as they were, nothing changes.
    pub fn put(&mut self, name: &str, map: &GatMap) -> Result<(), CacheError> {
        if self.map(name)? == *map {
            return Ok(());
        }
        if Corner::ALL.iter().any(|corner| map.altitude_column(*corner).iter().any(is_height)) {
            return Err(CacheError::Heights);
        }
        let idx = self.find(name)?;
        match &mut self.content {
            Held::Many(cache) => {
                cache.replace(idx, packed(map)?);
            }
            Held::One(cache) => {
                cache.replace(packed(map)?);
            }
            Held::Field(field) => field.put(map)?,
        }
        Ok(())
    }

    /// This cache with a map as another cache has it, its packed cells and all.
    pub fn with_map_of(
        &self,
        name: &str,
        (other, name_there): (&Cache, &str),
    ) -> Result<Cache, CacheError> {
        let (place, place_there) = (self.find(name)?, other.find(name_there)?);
        let mut cache = self.clone();
        match (&mut cache.content, &other.content) {
            (Held::Many(own), Held::Many(there)) => {
                let cells = there.entries().get(place_there).map(|entry| entry.cells.clone());
                cells.and_then(|cells| own.replace(place, cells));
            }
            (own, there) => *own = there.clone(),
        }
        Ok(cache)
    }

    fn find(&self, name: &str) -> Result<usize, CacheError> {
        let none = || CacheError::NoMap { name: name.to_owned() };
        match &self.content {
            Held::Many(cache) => cache.find_in_any_case(name.as_bytes()).ok_or_else(none),
            _ if name.is_empty() || name.eq_ignore_ascii_case(&self.name) => Ok(0),
            _ => Err(none()),
        }
    }
}

fn name_of(entry: &map_cache::Entry) -> String {
    match std::str::from_utf8(entry.name.as_bytes()) {
        Ok(name) => name.to_owned(),
        Err(_) => entry.name.as_bytes().escape_ascii().to_string(),
    }
}

fn sized(
    cells: &PackedCells,
    damaged: impl Fn(ReadError) -> CacheError,
) -> Result<(u32, u32, Vec<u8>), CacheError> {
    let side = |side: i16| {
        u32::try_from(side).map_err(|_| {
            CacheError::Size(format!(
                "{} × {} cells are not a valid size",
                cells.width, cells.height
            ))
        })
    };
    Ok((side(cells.width)?, side(cells.height)?, cells.cells().map_err(damaged)?))
}

/// Whether the bits are those of another height than 0.
fn is_height(bits: u32) -> bool {
    bits != F32::ZERO.to_bits()
}

/// The types of a map, each at most `max`.
fn types(map: &GatMap, max: u8) -> Result<Vec<u8>, CacheError> {
    let kinds = map.terrain_column().iter();
    let kind = |kind: u32| match u8::try_from(kind) {
        Ok(small) if small <= max => Ok(small),
        _ => Err(CacheError::Type { kind, max }),
    };
    kinds.map(kind).collect()
}

fn packed(map: &GatMap) -> Result<PackedCells, CacheError> {
    let types = types(map, u8::MAX)?;
    PackedCells::pack(map.width(), map.height(), &types)
        .map_err(|error| CacheError::Size(error.to_string()))
}

#[cfg(test)]
mod tests;
