//! The list of names: a number of them, and each with its zero byte behind its length.

use super::{NAMES_CRC, Pfs};
use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::text::Text;

impl Pfs {
    /// The names in the order of the entries in the file; nothing where there is no list.
    pub fn names(&self) -> Result<Vec<Text>, ReadError> {
        match self.entries.iter().find(|entry| entry.crc == NAMES_CRC) {
            Some(entry) => read(&self.unpack(entry)?),
            None => Ok(Vec::new()),
        }
    }
}

fn read(list: &[u8]) -> Result<Vec<Text>, ReadError> {
    let mut bytes = Bytes::new(list);
    let n_names = bytes.u32("number of names")?;
    bytes.items("names", n_names.into(), 4, |bytes| {
        let len = bytes.u32("length of a name")?;
        let len = bytes.expect_items("name", len.into(), 1)?;
        let name = bytes.slice("name", len)?;
        Ok(Text::from(name.split(|byte| *byte == 0).next().unwrap_or_default()))
    })
}

pub(super) fn write(names: &[&[u8]]) -> Vec<u8> {
    let mut out = Vec::new();
    out.put_count(names.len());
    for name in names {
        out.put_count(name.len() + 1);
        out.put(name);
        out.put_u8(0);
    }
    out
}
