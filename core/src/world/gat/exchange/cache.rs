//! A map as servers keep it: in `.mcache`, and in the `map_cache.dat` of all maps.

use crate::format::name::Name;
use crate::format::ragnarok::map_cache::{Entry, Fault, MapCache, TooManyEntries};
use crate::format::ragnarok::mcache::Mcache;
use crate::format::ragnarok::packed::{PackError, PackedCells};
use crate::nav::ragnarok::cell::{WaterLevel, cached_type};

use super::GatMap;

/// What became of a map in a cache.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Done {
    pub put: Put,
    /// The entry's own name, where that is the same in other letters, small or large.
    pub called: Option<String>,
    /// So many cells are water as they were before: nobody knows the water level of the map.
    pub n_water_kept: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Put {
    #[default]
    Added,
    Replaced,
    /// The cache has these cells already, and keeps its bytes.
    Same,
}

/// Why a map can't be put into a cache.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PutError {
    #[error(
        "`{0}` is not a valid map name: it has to be 1 to 11 bytes of UTF-8 without /, \\, # or \
        control characters"
    )]
    Name(String),
    #[error("{0}")]
    Pack(#[from] PackError),
    #[error("{0}")]
    Full(#[from] TooManyEntries),
    /// What is there can't be trusted: whatever is written into it may make it worse.
    #[error("it is damaged: {0}; take an undamaged copy of it, or export to a new file")]
    Damaged(String),
    /// The water of the map is known neither from an RSW nor from what is there.
    #[error(
        "the replaced cells have water, {0}, so the water of the new cells is unknown; put the RSW \
         beside the map, or give it with --rsw"
    )]
    Water(&'static str),
}

/// Servers keep a zero byte behind a name of at most this length.
const MAX_NAME_LEN: usize = 11;

/// The cells of a map as the tools of both servers make them, and how many of them are water as they
/// were before. `old` is what they take the place of; without a water level, its water stays.
pub fn to_mcache(
    map: &GatMap,
    water_level: WaterLevel,
    old: Option<&Mcache>,
) -> Result<(Mcache, usize), PutError> {
    let mut types = types(map, water_level);
    let mut n_water_kept = 0;
    if let Some(old) = old.filter(|_| water_level == WaterLevel::NONE) {
        let fault = mcache_faults(old).into_iter().next();
        fault.map_or(Ok(()), |fault| Err(PutError::Damaged(fault)))?;
        n_water_kept = keep_water(&mut types, map, &old.cells)?;
    }
    Ok((Mcache::new(pack(map, &types)?), n_water_kept))
}

/// What is wrong with an `.mcache`, but for the types of cells.
fn mcache_faults(mcache: &Mcache) -> Vec<String> {
    mcache.faults().iter().map(ToString::to_string).collect()
}

/// Whether servers take the name of a map.
pub fn check_name(name: &str) -> Result<Name<12>, PutError> {
    let is_short = (1..=MAX_NAME_LEN).contains(&name.len());
    // The name is also that of a file, and follows a # in the name of a map in a cache.
    // Nor what takes the place of bytes that are no text: two names would become one.
    let is_plain = |c: char| !c.is_control() && !matches!(c, '/' | '\\' | '#' | '\u{fffd}');
    let is_plain = name.chars().all(is_plain);
    let field = Some(name.as_bytes()).filter(|_| is_short && is_plain).and_then(Name::new);
    field.ok_or_else(|| PutError::Name(name.to_owned()))
}

/// Puts a map into a cache, in the place of the first one of its name, which is the one that
/// servers use. All else stays as it is. Without a water level, the water of that one stays as well.
pub fn put(
    cache: &mut MapCache,
    name: &str,
    map: &GatMap,
    water_level: WaterLevel,
) -> Result<Done, PutError> {
    check_sound(cache)?;
    Ready::of_map(cache, name, map, water_level)?.put(cache)
}

/// Fails where a cache is damaged. A missing padding is told elsewhere: such a file is whole, though
/// no server reads it.
pub fn check_sound(cache: &MapCache) -> Result<(), PutError> {
    match cache.faults().iter().find(|fault| **fault != Fault::NoPadding) {
        Some(fault) => Err(PutError::Damaged(cache.in_words(fault))),
        None => Ok(()),
    }
}

/// Cells that can be put into a cache: made beside it, for many maps at once.
#[derive(Debug)]
pub struct Ready {
    name: Name<12>,
    /// The entry whose place they take.
    idx: Option<usize>,
    /// `None` where the cache has them already.
    cells: Option<PackedCells>,
    done: Done,
}

impl Ready {
    /// A map, for a cache that was checked; as [`put`] does it.
    pub fn of_map(
        cache: &MapCache,
        name: &str,
        map: &GatMap,
        water_level: WaterLevel,
    ) -> Result<Ready, PutError> {
        let field = check_name(name)?;
        let mut types = types(map, water_level);
        let Some((idx, entry)) = entry_of(cache, name) else {
            return Ok(Ready::new(field, None, pack(map, &types)?));
        };
        let mut n_water_kept = 0;
        if water_level == WaterLevel::NONE {
            n_water_kept = keep_water(&mut types, map, &entry.cells)?;
        }
        let is_same =
            has_size_of(&entry.cells, map) && entry.cells.cells().is_ok_and(|cells| cells == types);
        let ready = match is_same {
            true => Ready {
                cells: None,
                done: Done { put: Put::Same, ..Done::default() },
                ..Ready::new(field, Some(idx), entry.cells.clone())
            },
            false => Ready::new(field, Some(idx), pack(map, &types)?),
        };
        let done = Done { called: called(entry, name), n_water_kept, ..ready.done };
        Ok(Ready { done, ..ready })
    }

    /// Cells as they are, which have their water.
    pub fn of_cells(cache: &MapCache, name: &str, cells: PackedCells) -> Result<Ready, PutError> {
        let field = check_name(name)?;
        let entry = entry_of(cache, name);
        let ready = Ready::new(field, entry.map(|(idx, _)| idx), cells);
        let called = entry.and_then(|(_, entry)| called(entry, name));
        Ok(Ready { done: Done { called, ..ready.done }, ..ready })
    }

    fn new(name: Name<12>, idx: Option<usize>, cells: PackedCells) -> Ready {
        let put = if idx.is_some() { Put::Replaced } else { Put::Added };
        Ready { name, idx, cells: Some(cells), done: Done { put, ..Done::default() } }
    }

    /// So many cells are water as they were before.
    pub fn n_water_kept(&self) -> usize {
        self.done.n_water_kept
    }

    /// Puts them into the cache that they were made for.
    pub fn put(self, cache: &mut MapCache) -> Result<Done, PutError> {
        let Ready { name, idx, cells, done } = self;
        match (idx, cells) {
            (Some(idx), Some(cells)) => drop(cache.replace(idx, cells)),
            (None, Some(cells)) => cache.add(Entry { name, cells })?,
            (_, None) => {}
        }
        Ok(done)
    }
}

/// The first entry of a name, which is the one that servers use.
fn entry_of<'c>(cache: &'c MapCache, name: &str) -> Option<(usize, &'c Entry)> {
    let idx = cache.find_in_any_case(name.as_bytes())?;
    Some((idx, cache.entries().get(idx)?))
}

/// How an entry spells a name, where that is in other letters.
fn called(entry: &Entry, name: &str) -> Option<String> {
    let called = entry.name.as_bytes();
    (called != name.as_bytes()).then(|| called.escape_ascii().to_string())
}

/// Water where the map says no more than that one can walk there, as there was. Answers with how
/// many cells that are.
fn keep_water(types: &mut [u8], map: &GatMap, old: &PackedCells) -> Result<usize, PutError> {
    let cells = old.cells().map_err(|error| PutError::Damaged(error.to_string()))?;
    let is_wet = |kind: &u8| *kind == WATER;
    if !cells.iter().any(is_wet) {
        return Ok(0);
    }
    if !has_size_of(old, map) {
        return Err(PutError::Water("and that has a different size"));
    }
    let mut n_kept = 0;
    for (new, old) in types.iter_mut().zip(&cells) {
        if *new == WALKABLE && is_wet(old) {
            *new = WATER;
            n_kept += 1;
        }
    }
    Ok(n_kept)
}

fn has_size_of(cells: &PackedCells, map: &GatMap) -> bool {
    (i64::from(cells.width), i64::from(cells.height)) == (map.width().into(), map.height().into())
}

/// As a cache has ground that is no more than walkable, and water that can be walked in.
const WALKABLE: u8 = 0;
const WATER: u8 = 3;

fn types(map: &GatMap, water_level: WaterLevel) -> Vec<u8> {
    map.tiles().map(|tile| cached_type(&tile, water_level)).collect()
}

fn pack(map: &GatMap, types: &[u8]) -> Result<PackedCells, PackError> {
    PackedCells::pack(map.width(), map.height(), types)
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::map;
    use super::*;
    use crate::format::number::F32;
    use crate::format::ragnarok::map_cache::{read, write};

    #[test]
    fn a_map_is_added_replaced_or_left_alone() {
        let mut cache = MapCache::default();
        let put = |cache: &mut MapCache, name, drawn: &[&str]| {
            put(cache, name, &map(drawn), WaterLevel::NONE).map(|done| done.put)
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
        for name in ["", "twelve_bytes", "nul\0byte", "a/b", "a\\b", "a#b"] {
            let error = put(&mut cache, name, &map(&["0"]), WaterLevel::NONE).unwrap_err();
            assert_eq!(error, PutError::Name(name.to_owned()));
        }
        assert!(cache.entries().is_empty());
    }

    #[test]
    fn without_a_water_level_the_water_that_is_there_stays_where_nothing_was_painted() {
        let cells = |cache: &MapCache| cache.entries()[0].cells.cells().unwrap();
        let mut cache = MapCache::default();
        put(&mut cache, "isle", &map(&["3303", "0133"]), WaterLevel::NONE).unwrap();
        let done = put(&mut cache, "isle", &map(&["0100", "0100"]), WaterLevel::NONE).unwrap();
        assert_eq!((done.put, done.n_water_kept), (Put::Replaced, 4));
        assert_eq!(cells(&cache), [0, 1, 3, 3, 3, 1, 0, 3]);
        let again = put(&mut cache, "isle", &map(&["0100", "0100"]), WaterLevel::NONE).unwrap();
        assert_eq!(again.put, Put::Same);
        let before = cache.clone();
        let error = put(&mut cache, "isle", &map(&["01"]), WaterLevel::NONE).unwrap_err();
        assert!(error.to_string().contains("give it with --rsw"), "{error}");
        assert_eq!(cache, before);
        // Who knows the level knows the water.
        let level = WaterLevel::new(F32::new(5.0));
        let done = put(&mut cache, "isle", &map(&["0100", "0100"]), level).unwrap();
        assert_eq!((done.put, done.n_water_kept), (Put::Replaced, 0));
        assert_eq!(cells(&cache), [0, 1, 0, 0, 0, 1, 0, 0]);
        let (old, _) = to_mcache(&map(&["31"]), WaterLevel::NONE, None).unwrap();
        let (new, n_kept) = to_mcache(&map(&["00"]), WaterLevel::NONE, Some(&old)).unwrap();
        assert_eq!((new.cells.cells().unwrap(), n_kept), (vec![3, 0], 1));
        let other = to_mcache(&map(&["000"]), WaterLevel::NONE, Some(&old));
        assert!(matches!(other, Err(PutError::Water(_))));
        let mut damaged = old;
        damaged.checksum.0[0] ^= 1;
        let error = to_mcache(&map(&["00"]), WaterLevel::NONE, Some(&damaged)).unwrap_err();
        assert!(error.to_string().contains("checksum"), "{error}");
        assert!(to_mcache(&map(&["00"]), level, Some(&damaged)).is_ok());
    }

    #[test]
    fn a_name_in_other_letters_means_the_same_entry_which_keeps_its_own() {
        let mut cache = MapCache::default();
        put(&mut cache, "hugel", &map(&["01"]), WaterLevel::NONE).unwrap();
        let done = put(&mut cache, "Hugel", &map(&["10"]), WaterLevel::NONE).unwrap();
        assert_eq!((done.put, done.called.as_deref()), (Put::Replaced, Some("hugel")));
        let [entry] = cache.entries() else { panic!("{:?}", cache.entries()) };
        assert_eq!((entry.name.as_bytes(), entry.cells.cells()), (&b"hugel"[..], Ok(vec![1, 0])));
    }

    #[test]
    fn nothing_is_put_into_a_damaged_cache() {
        let mut sound = MapCache::default();
        put(&mut sound, "isle", &map(&["01"]), WaterLevel::NONE).unwrap();
        put(&mut sound, "cave", &map(&["10"]), WaterLevel::NONE).unwrap();
        let bytes = write(&sound);
        let damaged = |at: usize, byte: u8| {
            let mut bytes = bytes.clone();
            bytes[at] = byte;
            read(&bytes).unwrap()
        };
        let tail = read(&[&bytes[..], b"left over"].concat()).unwrap();
        let rows = [
            (damaged(0, 9), "the header says 9 bytes"),
            (damaged(4, 1), "counts 1 maps, but 1 more follow"),
            (damaged(20, 3), "`isle`: the cells can't be unpacked"),
            (damaged(21, 0xff), "`isle`: -254 × 1 cells are not a valid map size"),
            (damaged(32, 0xff), "`isle`: the cells can't be unpacked"),
            (damaged(8, 0), "a map has no name"),
            (tail, "the header says"),
        ];
        for (mut cache, expected) in rows {
            let before = cache.clone();
            let error = put(&mut cache, "dune", &map(&["1"]), WaterLevel::NONE).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
            assert_eq!(cache, before);
        }
    }
}
