//! The field of a bot (`.fld2`, packed as `.fld2.gz` or not) as a map.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use crate::format::bytes::Bytes;
use crate::format::ragnarok::fld2::{self, Cell, Fld2};
use crate::format::{Malformed, ReadError};
use crate::world::gat::GatMap;

use super::{CacheError, types};

/// A field, with the stream that it was packed in.
#[derive(Debug, Clone)]
pub struct Field {
    fld2: Fld2,
    /// As it was read, as long as nobody changed a cell; `None` where the file is not packed.
    stream: Option<Stream>,
}

#[derive(Debug, Clone)]
enum Stream {
    AsRead(Vec<u8>),
    ToMake,
}

/// The largest field has 65,535 cells a side; no map comes near it.
const MOST_BYTES: u64 = 1 << 26;

const ENDING: &str = ".fld2.gz";

/// The bits of each type, as the bot's own tool makes them of a GAT. Held against four real files.
const BITS: [u8; 7] = [1, 0, 4, 5, 6, 10, 8];

impl Field {
    pub(super) fn plain(fld2: Fld2) -> Field {
        Field { fld2, stream: None }
    }

    pub fn is_packed(file: &str) -> bool {
        file.to_ascii_lowercase().ends_with(ENDING)
    }

    pub(super) fn read_packed(bytes: &[u8]) -> Result<Field, ReadError> {
        let start = Bytes::new(bytes);
        let mut unpacked = Vec::new();
        let read = GzDecoder::new(bytes).take(MOST_BYTES + 1).read_to_end(&mut unpacked);
        if read.is_err() || unpacked.len() as u64 > MOST_BYTES {
            let (found, expected) = (unpacked.len() as i64, "a gzip stream of at most 64 MB");
            return Err(start.error("packed field", Malformed::Unexpected { found, expected }));
        }
        let stream = Some(Stream::AsRead(bytes.to_vec()));
        Ok(Field { fld2: fld2::read(&unpacked)?, stream })
    }

    pub fn write(&self) -> Vec<u8> {
        match &self.stream {
            None => fld2::write(&self.fld2),
            Some(Stream::AsRead(bytes)) => bytes.clone(),
            Some(Stream::ToMake) => {
                let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
                // Nothing can fail that writes to memory.
                let packed = encoder.write_all(&fld2::write(&self.fld2));
                packed.and_then(|()| encoder.finish()).unwrap_or_default()
            }
        }
    }

    /// A new field, packed as the bot's own are.
    pub fn packed(fld2: Fld2) -> Field {
        Field { fld2, stream: Some(Stream::ToMake) }
    }

    pub fn fld2(&self) -> &Fld2 {
        &self.fld2
    }

    /// The same field with other cells in it.
    pub(super) fn with(&self, fld2: Fld2) -> Field {
        match fld2 == self.fld2 {
            true => self.clone(),
            false => Field { fld2, stream: self.stream.as_ref().map(|_| Stream::ToMake) },
        }
    }

    /// The type of each cell, as a GAT has it.
    pub(super) fn types(&self) -> Vec<u8> {
        self.fld2.cells().iter().map(|cell| type_of(*cell)).collect()
    }

    /// Only cells whose type changed get other bits: of one type there are several.
    pub(super) fn put(&mut self, map: &GatMap) -> Result<(), CacheError> {
        let size = (u32::from(self.fld2.width()), u32::from(self.fld2.height()));
        if size != (map.width(), map.height()) {
            let message = "you can't resize the field of a bot; export the map to make a new one";
            return Err(CacheError::Size(message.to_owned()));
        }
        let types = types(map, BITS.len() as u8 - 1)?;
        for (cell, kind) in self.fld2.cells_mut().iter_mut().zip(types) {
            if type_of(*cell) != kind {
                *cell = Cell(BITS.get(usize::from(kind)).copied().unwrap_or_default());
            }
        }
        if self.stream.is_some() {
            self.stream = Some(Stream::ToMake);
        }
        Ok(())
    }
}

/// The bits of types, each of which has to be one that bots know.
pub(super) fn bits_of(types: &[u8]) -> Result<Vec<Cell>, CacheError> {
    let max = BITS.len() as u8 - 1;
    let bits = |kind: &u8| match BITS.get(usize::from(*kind)) {
        Some(bits) => Ok(Cell(*bits)),
        None => Err(CacheError::Type { kind: (*kind).into(), max }),
    };
    types.iter().map(bits).collect()
}

/// The type with just these bits, and else what a bot walks on or not.
fn type_of(cell: Cell) -> u8 {
    let same = BITS.iter().position(|bits| *bits == cell.0);
    match same.and_then(|kind| u8::try_from(kind).ok()) {
        Some(kind) => kind,
        None if cell.has(Cell::WALKABLE) && cell.has(Cell::WATER) => 3,
        None if cell.has(Cell::WALKABLE) => 0,
        None if cell.has(Cell::SNIPABLE) => 5,
        None => 1,
    }
}
