//! What a server stumbles over in a map cache.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry::{Occupied, Vacant};

use super::{MapCache, NAME_SIZE};
use crate::format::bytes::Bytes;
use crate::format::ragnarok::packed::{CellsFault, PackedCells};

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
    /// The head counts more or fewer maps than fill the file.
    Head {
        stated: u16,
    },
    NoHead,
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
                format!("the header says {stated} bytes, but the file has {size}")
            }
            Fault::Count { n_more } => {
                let n = self.entries.len();
                format!("the header counts {n} maps, but {n_more} more follow")
            }
            Fault::Head { stated } => {
                let n = self.entries.len();
                format!("the header is damaged: it counts {stated} maps, but {n} fill the file")
            }
            Fault::NoHead => "the file has no header".to_owned(),
            Fault::NoPadding => "the header has no padding".to_owned(),
            Fault::Tail { n_bytes: 1 } => "1 byte follows the last map".to_owned(),
            Fault::Tail { n_bytes } => format!("{n_bytes} bytes follow the last map"),
            Fault::Name { idx } if name(*idx) == "``" => "a map has no name".to_owned(),
            Fault::Name { idx } => format!("the name {} has no zero byte at its end", name(*idx)),
            Fault::Doubled { idx, first } if name(*idx) == name(*first) => {
                format!("{} is there twice", name(*idx))
            }
            Fault::Doubled { idx, first } => {
                format!("{} is already there, as {}", name(*idx), name(*first))
            }
            Fault::Cells { idx, fault } => format!("{}: {fault}", name(*idx)),
        }
    }

    /// What a server would stumble over, in the order of the file.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        let size = self.n_bytes();
        if let Some(stated) = self.stated_count {
            faults.push(Fault::Head { stated });
        }
        if self.is_headless {
            faults.push(Fault::NoHead);
        }
        // Who leaves the padding out may count it all the same.
        let with_padding = size + if self.padding.is_some() { 0 } else { 2 };
        let is_size_told = self.stated_count.is_none() && !self.is_headless;
        if is_size_told && ![size, with_padding].contains(&u64::from(self.stated_size)) {
            faults.push(Fault::StatedSize { stated: self.stated_size, size });
        }
        if self.padding.is_none() && !self.is_headless {
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
