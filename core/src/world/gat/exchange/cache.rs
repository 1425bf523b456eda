//! A map as servers keep it: in `.mcache`, and in the `map_cache.dat` of all maps.

use crate::format::name::Name;
use crate::format::ragnarok::map_cache::{Entry, MapCache, TooManyEntries};
use crate::format::ragnarok::mcache::Mcache;
use crate::format::ragnarok::packed::{PackError, PackedCells};
use crate::nav::ragnarok::cell::{WaterLevel, cached_types};

use super::GatMap;

/// What became of a map in a cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Put {
    Added,
    Replaced,
    /// The cache has these cells already, and keeps its bytes.
    Same,
}

/// Why a map can't be put into a cache.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PutError {
    #[error("`{0}` is no name for a map: servers take 1 to 11 bytes")]
    Name(String),
    #[error("{0}")]
    Pack(#[from] PackError),
    #[error("{0}")]
    Full(#[from] TooManyEntries),
}

/// Servers keep a zero byte behind a name of at most this length.
const MAX_NAME_LEN: usize = 11;

/// The cells of a map as the tools of both servers make them.
pub fn to_mcache(map: &GatMap, water_level: WaterLevel) -> Result<Mcache, PackError> {
    pack(map, &types(map, water_level)).map(Mcache::new)
}

/// Puts a map into a cache, in the place of the first one of its name, which is the one that
/// servers use. All else stays as it is.
pub fn put(
    cache: &mut MapCache,
    name: &str,
    map: &GatMap,
    water_level: WaterLevel,
) -> Result<Put, PutError> {
    let is_short = (1..=MAX_NAME_LEN).contains(&name.len());
    let field = Some(name.as_bytes()).filter(|_| is_short).and_then(Name::new);
    let field = field.ok_or_else(|| PutError::Name(name.to_owned()))?;
    let types = types(map, water_level);
    let Some(idx) = cache.find(name.as_bytes()) else {
        cache.add(Entry { name: field, cells: pack(map, &types)? })?;
        return Ok(Put::Added);
    };
    let is_same = cache.entries().get(idx).is_some_and(|entry| {
        let size = (i64::from(entry.cells.width), i64::from(entry.cells.height));
        size == (map.width().into(), map.height().into())
            && entry.cells.cells().is_ok_and(|cells| cells == types)
    });
    if is_same {
        return Ok(Put::Same);
    }
    cache.replace(idx, pack(map, &types)?);
    Ok(Put::Replaced)
}

fn types(map: &GatMap, water_level: WaterLevel) -> Vec<u8> {
    cached_types(&map.to_gat(), water_level)
}

fn pack(map: &GatMap, types: &[u8]) -> Result<PackedCells, PackError> {
    PackedCells::pack(map.width(), map.height(), types)
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::map;
    use super::*;
    use crate::format::ragnarok::map_cache::write;

    #[test]
    fn a_map_is_added_replaced_or_left_alone() {
        let mut cache = MapCache::default();
        let put = |cache: &mut MapCache, name, drawn: &[&str]| {
            put(cache, name, &map(drawn), WaterLevel::NONE)
        };
        assert_eq!(put(&mut cache, "isle", &["01", "51"]), Ok(Put::Added));
        assert_eq!(put(&mut cache, "cave", &["1"]), Ok(Put::Added));
        let before = write(&cache);
        assert_eq!(put(&mut cache, "isle", &["01", "51"]), Ok(Put::Same));
        assert_eq!(write(&cache), before);
        assert_eq!(put(&mut cache, "isle", &["015", "110"]), Ok(Put::Replaced));
        assert_eq!(cache.entries()[0].cells.cells(), Ok(vec![1, 1, 0, 0, 1, 5]));
        assert_eq!(cache.entries()[1].cells.cells(), Ok(vec![1]));
        assert_eq!(cache.stated_size as usize, write(&cache).len());
    }

    #[test]
    fn names_that_no_server_takes_are_refused() {
        let mut cache = MapCache::default();
        for name in ["", "twelve_bytes", "nul\0byte"] {
            let error = put(&mut cache, name, &map(&["0"]), WaterLevel::NONE).unwrap_err();
            assert_eq!(error, PutError::Name(name.to_owned()));
        }
        assert!(cache.entries().is_empty());
    }
}
