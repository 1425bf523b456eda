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
//! Written as C structures, whence the padding. Pages about the format leave it out; a file
//! made after them is told by its entries, which end exactly at the end of the file when read
//! from byte 6, and is read too. No server takes it.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry::{Occupied, Vacant};

use serde::{Deserialize, Serialize};

use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::name::Name;
use crate::format::text::Opaque;

use super::packed::{CellsFault, PackedCells};

const NAME_SIZE: usize = 12;
/// A name, a size and a packed length.
const MIN_ENTRY_SIZE: u64 = 20;

/// The cells of many maps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Parts")]
pub struct MapCache {
    /// As stated. The server's tool writes the next entry there.
    pub stated_size: u32,
    /// `None` where the file leaves the padding out.
    pub padding: Option<[u8; 2]>,
    /// In file order; at most 65,535.
    entries: Vec<Entry>,
    /// What follows the entries.
    pub tail: Opaque,
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
#[error("a map cache holds 65,535 maps, {n_entries} are too many")]
pub struct TooManyEntries {
    pub n_entries: usize,
}

/// Something in a cache that a server stumbles over. An entry is named by its index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// The header says another size than the file has.
    StatedSize {
        stated: u32,
        size: u64,
    },
    /// The header counts fewer entries than there are.
    Count {
        n_more: usize,
    },
    NoPadding,
    /// Bytes behind the entries that are none.
    Tail {
        n_bytes: usize,
    },
    /// A name that is empty, or without the zero byte that ends it.
    Name {
        idx: usize,
    },
    /// A name that an entry before it has, be it in other letters, small or large.
    Doubled {
        idx: usize,
        first: usize,
    },
    Cells {
        idx: usize,
        fault: CellsFault,
    },
}

impl MapCache {
    /// A fault in words, with the name of the map.
    pub fn in_words(&self, fault: &Fault) -> String {
        let name = |idx: usize| {
            let entry = self.entries.get(idx);
            let name = entry.map(|entry| entry.name.as_bytes().escape_ascii().to_string());
            format!("`{}`", name.unwrap_or_default())
        };
        match fault {
            Fault::StatedSize { stated, size } => {
                format!("the header says {stated} bytes, and the file has {size}")
            }
            Fault::Count { n_more } => {
                let n = self.entries.len();
                format!("the header counts {n} maps, and {n_more} more follow")
            }
            Fault::NoPadding => "the header has no padding".to_owned(),
            Fault::Tail { n_bytes: 1 } => "1 byte follows the last map".to_owned(),
            Fault::Tail { n_bytes } => format!("{n_bytes} bytes follow the last map"),
            Fault::Name { idx } if name(*idx) == "``" => "a map has no name".to_owned(),
            Fault::Name { idx } => format!("the name {} has no zero byte at its end", name(*idx)),
            Fault::Doubled { idx, first } if name(*idx) == name(*first) => {
                format!("{} is there twice", name(*idx))
            }
            Fault::Doubled { idx, first } => {
                format!("{} is there as {} already", name(*idx), name(*first))
            }
            Fault::Cells { idx, fault } => format!("{}: {fault}", name(*idx)),
        }
    }
}

/// How many entries some bytes are, where they are nothing else.
fn n_entries_in(data: &[u8]) -> Option<usize> {
    let mut bytes = Bytes::new(data);
    let mut n_entries = 0;
    while bytes.n_left() > 0 {
        let name: [u8; NAME_SIZE] = bytes.array("name").ok()?;
        let cells = PackedCells::read(&mut bytes).ok()?;
        let is_entry = name.first() != Some(&0) && cells.fault().is_none();
        n_entries += usize::from(is_entry);
        if !is_entry {
            return None;
        }
    }
    Some(n_entries)
}

impl Default for MapCache {
    /// A cache without maps.
    fn default() -> MapCache {
        let padding = Some([0; 2]);
        MapCache { stated_size: 8, padding, entries: Vec::new(), tail: Opaque::default() }
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

    /// Takes a map away, and answers with it.
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

    /// What a server would stumble over, in the order of the file.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        let size = self.n_bytes();
        // Who leaves the padding out may count it all the same.
        let with_padding = size + if self.padding.is_some() { 0 } else { 2 };
        if ![size, with_padding].contains(&u64::from(self.stated_size)) {
            faults.push(Fault::StatedSize { stated: self.stated_size, size });
        }
        if self.padding.is_none() {
            faults.push(Fault::NoPadding);
        }
        let mut seen: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
        for (idx, entry) in self.entries.iter().enumerate() {
            if entry.name.as_bytes().is_empty() || entry.name.as_bytes().len() == NAME_SIZE {
                faults.push(Fault::Name { idx });
            }
            match seen.entry(entry.name.as_bytes().to_ascii_lowercase()) {
                Vacant(vacant) => drop(vacant.insert(idx)),
                Occupied(first) => faults.push(Fault::Doubled { idx, first: *first.get() }),
            }
            if let Some(fault) = entry.cells.fault() {
                faults.push(Fault::Cells { idx, fault });
            }
        }
        if !self.tail.0.is_empty() {
            let n_more = n_entries_in(&self.tail.0);
            let n_bytes = self.tail.0.len();
            faults.push(n_more.map_or(Fault::Tail { n_bytes }, |n_more| Fault::Count { n_more }));
        }
        faults
    }

    pub fn n_bytes(&self) -> u64 {
        let header = if self.padding.is_some() { 8 } else { 6 };
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
    padding: Option<[u8; 2]>,
    entries: Vec<Entry>,
    tail: Opaque,
}

impl TryFrom<Parts> for MapCache {
    type Error = TooManyEntries;

    fn try_from(parts: Parts) -> Result<MapCache, TooManyEntries> {
        check_count(parts.entries.len())?;
        let Parts { stated_size, padding, entries, tail } = parts;
        Ok(MapCache { stated_size, padding, entries, tail })
    }
}

pub fn read(data: &[u8]) -> Result<MapCache, ReadError> {
    let padded = read_padded(data);
    let is_whole = padded.as_ref().is_ok_and(|cache| cache.tail.0.is_empty());
    if is_whole {
        return padded;
    }
    match read_unpadded(data) {
        Ok(cache) if cache.tail.0.is_empty() && !cache.entries.is_empty() => Ok(cache),
        _ => padded,
    }
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
    Ok(MapCache { stated_size, padding, entries, tail })
}

pub fn write(cache: &MapCache) -> Vec<u8> {
    let mut out = Vec::new();
    out.put_u32(cache.stated_size);
    out.put_u16(cache.entries.len() as u16);
    out.put(cache.padding.as_ref().map_or(&[], |padding| padding));
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
    fn every_prefix_is_an_error() {
        let data = write(&three());
        for len in 0..data.len() {
            assert!(read(&data[..len]).is_err(), "{len}");
        }
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
