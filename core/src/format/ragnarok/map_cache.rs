//! `map_cache.dat`: the cells of every map that an rAthena server knows, in one file.
//!
//! ```text
//! File                             Entry
//! 0   4  file size  u32            0   12  name, ended by zero bytes
//! 4   2  map count  u16            12  …   packed cells
//! 6   2  padding
//! 8   …  entries
//!     …  tail, empty in every file seen
//! ```
//!
//! A file without its head, as the oldest tools wrote it, is told by its entries, and so is one whose
//! head was written over: they fill the file to its end. Such a head is kept, and counts for nothing.
//! Written as C structures, whence the padding. Pages about the format leave it out; a file
//! made after them is told by its entries, which end exactly at the end of the file when read
//! from byte 6, and is read too. No server takes it.

mod fault;

use serde::{Deserialize, Serialize};

use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::name::Name;
use crate::format::text::Opaque;

use super::packed::{self, PackedCells};

pub use fault::Fault;

/// With its padding.
const HEAD_SIZE: usize = 8;
const NAME_SIZE: usize = 12;
/// A name, a size and a packed length.
const MIN_ENTRY_SIZE: u64 = 20;

/// The cells of many maps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Parts")]
pub struct MapCache {
    /// As stated. The server's tool writes the next entry there.
    pub stated_size: u32,
    /// How many maps a damaged head counts; `None` where it counts those that are there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stated_count: Option<u16>,
    /// `None` where the file leaves the padding out.
    pub padding: Option<[u8; 2]>,
    /// Whether the file begins with its first map.
    #[serde(default, skip_serializing_if = "is_no")]
    is_headless: bool,
    /// In file order; at most 65,535.
    entries: Vec<Entry>,
    /// What follows the entries.
    pub tail: Opaque,
}

fn is_no(is_so: &bool) -> bool {
    !is_so
}

/// The cells of one map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Without an extension.
    pub name: Name<NAME_SIZE>,
    pub cells: PackedCells,
}

/// Why an entry can't be added.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a map cache has room for 65,535 maps, but there are {n_entries}")]
pub struct TooManyEntries {
    pub n_entries: usize,
}

impl Default for MapCache {
    /// A cache without maps.
    fn default() -> MapCache {
        let padding = Some([0; 2]);
        MapCache {
            stated_size: 8,
            stated_count: None,
            padding,
            is_headless: false,
            entries: Vec::new(),
            tail: Opaque::default(),
        }
    }
}

impl MapCache {
    /// In file order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The index of a map. Where a name stands twice, a server uses the first.
    pub fn find(&self, name: &[u8]) -> Option<usize> {
        self.entries.iter().position(|entry| entry.name.as_bytes() == name)
    }

    /// Puts other cells into an entry, and answers with those that it had.
    pub fn replace(&mut self, idx: usize, cells: PackedCells) -> Option<PackedCells> {
        let entry = self.entries.get_mut(idx)?;
        let old = std::mem::replace(&mut entry.cells, cells);
        let growth = (entry.cells.n_bytes() as u32).wrapping_sub(old.n_bytes() as u32);
        self.stated_size = self.stated_size.wrapping_add(growth);
        Some(old)
    }

    /// Adds a map behind the others. A server ignores it where one of that name stands before.
    pub fn add(&mut self, entry: Entry) -> Result<(), TooManyEntries> {
        check_count(self.entries.len() + 1)?;
        let growth = (NAME_SIZE + entry.cells.n_bytes()) as u32;
        self.stated_size = self.stated_size.wrapping_add(growth);
        self.entries.push(entry);
        Ok(())
    }

    /// Takes a map out, and answers with it.
    pub fn remove(&mut self, idx: usize) -> Option<Entry> {
        let entry = (idx < self.entries.len()).then(|| self.entries.remove(idx))?;
        let shrinkage = (NAME_SIZE + entry.cells.n_bytes()) as u32;
        self.stated_size = self.stated_size.wrapping_sub(shrinkage);
        Some(entry)
    }

    /// The same where no name is spelled so, but one is in other letters, small or large.
    pub fn find_in_any_case(&self, name: &[u8]) -> Option<usize> {
        let is_it = |entry: &Entry| entry.name.as_bytes().eq_ignore_ascii_case(name);
        self.find(name).or_else(|| self.entries.iter().position(is_it))
    }

    pub fn n_bytes(&self) -> u64 {
        let header = match (self.is_headless, self.padding) {
            (true, _) => 0,
            (false, None) => 6,
            (false, Some(_)) => 8,
        };
        let entries = self.entries.iter().map(|entry| NAME_SIZE + entry.cells.n_bytes());
        (header + entries.sum::<usize>() + self.tail.0.len()) as u64
    }

    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        self.tail.0.len()
    }
}

fn check_count(n_entries: usize) -> Result<(), TooManyEntries> {
    u16::try_from(n_entries).map(|_| ()).map_err(|_| TooManyEntries { n_entries })
}

/// A cache as JSON has it, before its entries were counted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Parts {
    stated_size: u32,
    #[serde(default)]
    stated_count: Option<u16>,
    padding: Option<[u8; 2]>,
    #[serde(default)]
    is_headless: bool,
    entries: Vec<Entry>,
    tail: Opaque,
}

impl TryFrom<Parts> for MapCache {
    type Error = TooManyEntries;

    fn try_from(parts: Parts) -> Result<MapCache, TooManyEntries> {
        check_count(parts.entries.len())?;
        let Parts { stated_size, stated_count, padding, is_headless, entries, tail } = parts;
        Ok(MapCache { stated_size, stated_count, padding, is_headless, entries, tail })
    }
}

/// Whether a file begins as one of these, with its head or without: it has no first bytes of its own.
pub fn begins(start: &[u8]) -> bool {
    [HEAD_SIZE, HEAD_SIZE - 2, 0].into_iter().any(|len| {
        let Some(entry) = start.get(len..) else { return false };
        let mut entry = Bytes::new(entry);
        let is_name = entry.array::<NAME_SIZE>("name").is_ok_and(|name| {
            let len = name.iter().position(|byte| *byte == 0).unwrap_or(NAME_SIZE);
            len > 0 && name.iter().take(len).all(|byte| *byte > b' ')
        });
        is_name && packed::begins(&mut entry)
    })
}

pub fn read(data: &[u8]) -> Result<MapCache, ReadError> {
    let padded = read_padded(data);
    let is_whole = padded.as_ref().is_ok_and(|cache| cache.tail.0.is_empty());
    if is_whole {
        return padded;
    }
    match read_unpadded(data) {
        Ok(cache) if cache.tail.0.is_empty() && !cache.entries.is_empty() => Ok(cache),
        // A head that is right in one number is not damaged as a whole.
        _ => match padded {
            Ok(cache) if cache.stated_size as usize == data.len() => Ok(cache),
            other => recovered(data).map_or(other, Ok),
        },
    }
}

/// A cache whose head is damaged or missing, where whole entries fill the file to its end.
fn recovered(data: &[u8]) -> Option<MapCache> {
    let mut bytes = Bytes::new(data);
    let (stated_size, stated_count) = (bytes.u32("file size").ok()?, bytes.u16("count").ok()?);
    let padding = Some(bytes.array("padding").ok()?);
    let tail = Opaque::default();
    if let Some(entries) = entries_in(bytes.as_slice()) {
        let (stated_count, is_headless) = (Some(stated_count), false);
        return Some(MapCache { stated_size, stated_count, padding, is_headless, entries, tail });
    }
    let (stated_size, stated_count, padding, is_headless) = (0, None, None, true);
    let entries = entries_in(data)?;
    Some(MapCache { stated_size, stated_count, padding, is_headless, entries, tail })
}

/// The maps that some bytes are, where they are nothing else: with names, sizes, and cells that lie
/// in the file.
fn entries_in(data: &[u8]) -> Option<Vec<Entry>> {
    let mut bytes = Bytes::new(data);
    let mut entries = Vec::new();
    while bytes.n_left() > 0 {
        let name = Name(bytes.array("name").ok()?);
        let cells = PackedCells::read(&mut bytes).ok()?;
        let is_named = name.as_bytes().first().is_some_and(u8::is_ascii_graphic);
        let is_zlib = cells.packed.0.first().is_some_and(|byte| byte & 0xf == 8);
        if !is_named || !is_zlib || cells.width <= 0 || cells.height <= 0 {
            return None;
        }
        entries.push(Entry { name, cells });
    }
    (check_count(entries.len()).is_ok() && !entries.is_empty()).then_some(entries)
}

fn read_padded(data: &[u8]) -> Result<MapCache, ReadError> {
    let mut bytes = Bytes::new(data);
    let (stated_size, n_entries) = (bytes.u32("file size")?, bytes.u16("map count")?);
    let padding = Some(bytes.array("padding")?);
    read_entries(bytes, stated_size, n_entries, padding)
}

fn read_unpadded(data: &[u8]) -> Result<MapCache, ReadError> {
    let mut bytes = Bytes::new(data);
    let (stated_size, n_entries) = (bytes.u32("file size")?, bytes.u16("map count")?);
    read_entries(bytes, stated_size, n_entries, None)
}

fn read_entries(
    mut bytes: Bytes<'_>,
    stated_size: u32,
    n_entries: u16,
    padding: Option<[u8; 2]>,
) -> Result<MapCache, ReadError> {
    let n_entries = bytes.expect_items("entries", u64::from(n_entries), MIN_ENTRY_SIZE)?;
    let mut entries = Vec::with_capacity(n_entries);
    for _ in 0..n_entries {
        let name = Name(bytes.array("name")?);
        entries.push(Entry { name, cells: PackedCells::read(&mut bytes)? });
    }
    let tail = Opaque(bytes.rest().to_vec());
    let (stated_count, is_headless) = (None, false);
    Ok(MapCache { stated_size, stated_count, padding, is_headless, entries, tail })
}

pub fn write(cache: &MapCache) -> Vec<u8> {
    let mut out = Vec::new();
    if !cache.is_headless {
        out.put_u32(cache.stated_size);
        out.put_u16(cache.stated_count.unwrap_or(cache.entries.len() as u16));
        out.put(cache.padding.as_ref().map_or(&[], |padding| padding));
    }
    for entry in &cache.entries {
        out.put(&entry.name.0);
        entry.cells.write(&mut out);
    }
    out.put(&cache.tail.0);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &str, cells: &[u8]) -> Entry {
        let cells = PackedCells::pack(cells.len() as u32, 1, cells).unwrap();
        Entry { name: Name::new(name.as_bytes()).unwrap(), cells }
    }

    fn three() -> MapCache {
        let mut cache = MapCache::default();
        for (name, cells) in [("isle", [0, 1, 5]), ("cave", [1, 1, 1]), ("isle", [3, 3, 3])] {
            cache.add(entry(name, &cells)).unwrap();
        }
        cache
    }

    #[test]
    fn a_cache_is_known_by_its_first_bytes() {
        let data = write(&three());
        let bare = [&data[..6], &data[8..]].concat();
        for start in [&data[..64], &data[8..], &bare] {
            assert!(begins(start));
            assert_eq!(
                crate::format::file::Kind::of("maps.bin", start),
                Some(crate::format::file::Kind::MapCache)
            );
        }
        let others: [&[u8]; 5] = [
            b"",
            &data[..24],
            &[0; 64],
            &[0xff; 64],
            b"PK\x03\x04 a zip of some files, whatever is in it",
        ];
        assert!(!others.into_iter().any(begins));
    }

    #[test]
    fn what_is_read_is_written_back() {
        let mut data = write(&three());
        assert_eq!(data.len(), three().stated_size as usize);
        assert_eq!(read(&data), Ok(three()));
        data[6] = 0xcd;
        data.extend(b"left over");
        let cache = read(&data).unwrap();
        assert_eq!((cache.padding, cache.n_opaque()), (Some([0xcd, 0]), 9));
        assert_eq!(write(&cache), data);
        assert_eq!(write(&read(&[8, 0, 0, 0, 0, 0, 0, 0]).unwrap()), [8, 0, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn json_gives_the_same_bytes_back() {
        let json = serde_json::to_string(&three()).unwrap();
        assert_eq!(serde_json::from_str::<MapCache>(&json).unwrap(), three());
    }

    #[test]
    fn the_first_entry_of_a_name_wins() {
        let cache = three();
        assert_eq!(cache.find(b"isle"), Some(0));
        assert_eq!(cache.find(b"cave"), Some(1));
        assert_eq!(cache.find(b"isl"), None);
    }

    #[test]
    fn replacing_leaves_every_other_entry_alone() {
        let mut cache = three();
        let old = cache.replace(1, entry("", &[0; 900]).cells).unwrap();
        assert_eq!(old, three().entries()[1].cells);
        let again = read(&write(&cache)).unwrap();
        assert_eq!(again.stated_size as usize, write(&cache).len());
        assert_eq!(again.entries()[0], three().entries()[0]);
        assert_eq!(again.entries()[2], three().entries()[2]);
        assert_eq!(again.entries()[1].cells.cells(), Ok(vec![0; 900]));
        cache.replace(1, old);
        assert_eq!(cache, three());
        assert_eq!(cache.replace(3, entry("", &[0]).cells), None);
    }

    #[test]
    fn a_file_without_the_padding_is_read_too() {
        let mut data = write(&three());
        data.drain(6..8);
        let cache = read(&data).unwrap();
        assert_eq!((cache.padding, cache.entries()), (None, three().entries()));
        assert_eq!(write(&cache), data);
    }

    #[test]
    fn every_prefix_is_an_error_or_has_a_fault() {
        let data = write(&three());
        for len in 0..data.len() {
            // Where it is cut between two maps, those before are whole, and the head is wrong.
            let is_told =
                |cache: MapCache| cache.faults().iter().any(|f| matches!(f, Fault::Head { .. }));
            assert!(read(&data[..len]).map_or(true, is_told), "{len}");
        }
    }

    #[test]
    fn a_cache_with_a_damaged_head_or_none_is_recovered_and_kept() {
        let whole = write(&three());
        for head in [[0xff; 8], *b"isle\0\0\0\0"] {
            let mut data = whole.clone();
            data[..8].copy_from_slice(&head);
            let cache = read(&data).unwrap();
            assert_eq!(cache.entries(), three().entries());
            assert_eq!(
                cache.faults()[0],
                Fault::Head { stated: u16::from_le_bytes([head[4], head[5]]) }
            );
            assert_eq!(write(&cache), data);
            let json = serde_json::to_string(&cache).unwrap();
            assert_eq!(serde_json::from_str::<MapCache>(&json).unwrap(), cache);
        }
        let headless = &whole[8..];
        let cache = read(headless).unwrap();
        assert_eq!(
            (cache.entries(), cache.faults()[0].clone()),
            (three().entries(), Fault::NoHead)
        );
        assert_eq!(write(&cache), headless);
        // Where a map is cut, none of it is trusted.
        let cut = read(&headless[..headless.len() - 1]);
        assert!(cut.map_or(true, |cache| cache.entries().is_empty()));
    }

    #[test]
    fn a_map_is_taken_out_and_the_others_stay() {
        let mut cache = three();
        assert_eq!(cache.remove(1).map(|entry| entry.name), Some(three().entries()[1].name));
        assert_eq!(cache.remove(2), None);
        let again = read(&write(&cache)).unwrap();
        assert_eq!(again.stated_size as usize, write(&cache).len());
        assert_eq!(again.entries(), [three().entries()[0].clone(), three().entries()[2].clone()]);
    }

    #[test]
    fn a_wrong_length_is_told_where_it_stands() {
        let mut data = write(&three());
        data[24..28].copy_from_slice(&[0xff; 4]);
        assert_eq!(
            read(&data).unwrap_err().to_string(),
            "packed length at byte 0x18: found -1, expected 0 or more"
        );
    }
}
