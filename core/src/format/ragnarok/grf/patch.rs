//! A new archive of version 0x200, as patchers and clients of every age take it.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::{HEAD_SIZE, MAGIC};
use crate::format::bytes::Put;
use crate::format::text::Text;

/// The level that other tools pack with.
const LEVEL: u32 = 6;
/// Files begin at multiples of this.
const ALIGNMENT: usize = 8;

/// An archive that is being made.
#[derive(Debug)]
pub struct Patch {
    /// From the head on; the head is filled in at last.
    out: Vec<u8>,
    /// Before it is packed.
    table: Vec<u8>,
    n_files: u32,
}

/// What does not fit into the 32 bits that the format has for offsets and lengths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a GRF has room for 4 GB")]
pub struct TooLarge;

impl Default for Patch {
    fn default() -> Patch {
        Patch { out: vec![0; HEAD_SIZE as usize], table: Vec::new(), n_files: 0 }
    }
}

impl Patch {
    /// Adds a file, by its name with `\` in the code page of the client. A name must have no zero
    /// byte, and stand there once.
    pub fn add(&mut self, name: &Text, bytes: &[u8]) -> Result<(), TooLarge> {
        let packed = packed(bytes);
        let aligned_len = packed.len().next_multiple_of(ALIGNMENT);
        let offset = self.out.len() - HEAD_SIZE as usize;
        let number = |number: usize| u32::try_from(number).map_err(|_| TooLarge);
        number(offset + aligned_len)?;
        self.table.put(name.as_bytes());
        self.table.put_u8(0);
        for length in [packed.len(), aligned_len, bytes.len()] {
            self.table.put_u32(number(length)?);
        }
        self.table.put_u8(1);
        self.table.put_u32(number(offset)?);
        self.out.put(&packed);
        self.out.resize(offset + HEAD_SIZE as usize + aligned_len, 0);
        self.n_files += 1;
        Ok(())
    }

    /// The bytes of the archive.
    pub fn finish(mut self) -> Result<Vec<u8>, TooLarge> {
        let number = |number: usize| u32::try_from(number).map_err(|_| TooLarge);
        let offset = number(self.out.len() - HEAD_SIZE as usize)?;
        let table = packed(&self.table);
        self.out.put_u32(number(table.len())?);
        self.out.put_u32(number(self.table.len())?);
        self.out.put(&table);
        let mut head = Vec::with_capacity(HEAD_SIZE as usize);
        head.put(MAGIC);
        head.put(&[0; 15]);
        head.put_u32(offset);
        head.put_u32(0);
        head.put_u32(self.n_files.saturating_add(7));
        head.put_u32(0x200);
        if let Some(place) = self.out.get_mut(..HEAD_SIZE as usize) {
            place.copy_from_slice(&head);
        }
        Ok(self.out)
    }
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(LEVEL));
    // A vector takes everything, so that writing to it can't fail.
    let packed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    debug_assert!(packed.is_ok(), "{packed:?}");
    packed.unwrap_or_default()
}
