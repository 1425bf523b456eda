//! New archives, and archives with a different file in the place of one.

use super::{Entry, HEADER_SIZE, NAMES_CRC, Pfs, blocks, crc, names};
use crate::format::text::Opaque;

/// An archive that no 32-bit offset would reach the end of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the archive would be larger than 4 GB")]
pub struct TooLarge;

impl Pfs {
    /// The archive with a different content of an entry. All other blocks, their order and what is
    /// behind the index stay. An entry with the same content keeps its blocks as well.
    pub fn with_content(&self, entry: usize, content: &[u8]) -> Result<Pfs, TooLarge> {
        let Some(old) = self.entries.get(entry) else { return Ok(self.clone()) };
        if self.unpack(old).is_ok_and(|was| was == content) {
            return Ok(self.clone());
        }
        let blocks = blocks::pack(content);
        let size = u32::try_from(content.len()).map_err(|_| TooLarge)?;
        let end = self.data.0.len();
        // Blocks that nobody else uses make room; any others stay, and the new ones are behind them.
        let place = match self.extent(old) {
            Ok(place) if self.is_alone(entry, &place) => place,
            _ => end..end,
        };
        let mut data = self.data.0.get(..place.start).unwrap_or_default().to_vec();
        data.extend_from_slice(&blocks);
        data.extend_from_slice(self.data.0.get(place.end..).unwrap_or_default());
        let at = |place: usize| u32::try_from(place + HEADER_SIZE).map_err(|_| TooLarge);
        at(data.len())?;
        let mut entries = Vec::with_capacity(self.entries.len());
        for (idx, other) in self.entries.iter().enumerate() {
            let start = other.offset as usize;
            let offset = match start.checked_sub(place.end + HEADER_SIZE) {
                _ if idx == entry => at(place.start)?,
                Some(behind) => at(place.start + blocks.len() + behind)?,
                None => other.offset,
            };
            let size = if idx == entry { size } else { other.size };
            entries.push(Entry { crc: other.crc, offset, size });
        }
        Ok(Pfs { data: Opaque(data), entries, tail: self.tail.clone() })
    }

    /// Whether no other entry has a part of these blocks.
    fn is_alone(&self, entry: usize, place: &std::ops::Range<usize>) -> bool {
        self.entries.iter().enumerate().filter(|(idx, _)| *idx != entry).all(
            |(_, other)| match self.extent(other) {
                Ok(theirs) => theirs.end <= place.start || theirs.start >= place.end,
                Err(_) => false,
            },
        )
    }
}

/// An archive of files, in their order, made at a time in seconds since 1970.
pub fn build(files: &[(&str, &[u8])], date: u32) -> Result<Pfs, TooLarge> {
    let mut data = Vec::new();
    let mut entries = Vec::new();
    let list: Vec<&[u8]> = files.iter().map(|(name, _)| name.as_bytes()).collect();
    let list = names::write(&list);
    let contents = files.iter().map(|(name, content)| (crc::of(name.as_bytes()), *content));
    for (crc, content) in contents.chain([(NAMES_CRC, list.as_slice())]) {
        let offset = u32::try_from(data.len() + HEADER_SIZE).map_err(|_| TooLarge)?;
        let size = u32::try_from(content.len()).map_err(|_| TooLarge)?;
        data.extend(blocks::pack(content));
        entries.push(Entry { crc, offset, size });
    }
    entries.sort_by_key(|entry| entry.crc);
    let tail = [b"STEVE".as_slice(), &date.to_be_bytes()].concat();
    Ok(Pfs { data: Opaque(data), entries, tail: Opaque(tail) })
}
