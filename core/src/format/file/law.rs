//! The law, held against one file: what was read is what would be written.

use std::fmt;

use super::File;
use crate::format::error::Within;
use crate::format::packed;

/// No format reads a larger payload.
const MAX_PAYLOAD: u64 = 1 << 30;

/// The first place where the written bytes are not those that were read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Difference {
    pub offset: usize,
    pub within: Within,
    /// `None` where the bytes that were read end.
    pub read: Option<u8>,
    /// `None` where the bytes that would be written end.
    pub written: Option<u8>,
}

impl File {
    /// Writes the file from what was read of it, and compares. What is packed is compared before
    /// it is packed, and must come in the very stream that it was read from.
    pub fn difference(&self, bytes: &[u8]) -> Option<Difference> {
        let written = self.payload();
        let Some(packed) = &self.packed else {
            return first_difference(bytes, &written, Within::File);
        };
        if !packed.holds(&written) {
            // What was read before is read again; if that fails, all of it is different.
            let read = packed::unpack(bytes, MAX_PAYLOAD).map(|(payload, _)| payload);
            let difference =
                first_difference(&read.unwrap_or_default(), &written, Within::Unpacked);
            return Some(difference.unwrap_or(Difference::AT_START));
        }
        first_difference(bytes, &packed::write(packed), Within::File)
    }
}

impl Difference {
    const AT_START: Difference =
        Difference { offset: 0, within: Within::Unpacked, read: None, written: None };
}

fn first_difference(read: &[u8], written: &[u8], within: Within) -> Option<Difference> {
    if read == written {
        return None;
    }
    let n_equal = read.iter().zip(written).take_while(|(read, written)| read == written).count();
    let byte = |bytes: &[u8]| bytes.get(n_equal).copied();
    Some(Difference { offset: n_equal, within, read: byte(read), written: byte(written) })
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "first at byte {:#x}{}: ", self.offset, self.within.in_words())?;
        match (self.read, self.written) {
            (Some(read), Some(written)) => write!(f, "{read:02x} becomes {written:02x}"),
            (Some(_), None) => write!(f, "the rest would be lost"),
            (None, Some(_)) => write!(f, "extra bytes would follow"),
            (None, None) => write!(f, "the packed stream differs"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_found() {
        let check = |read: &[u8], written: &[u8], expected: Option<&str>| {
            let found =
                first_difference(read, written, Within::File).map(|found| found.to_string());
            assert_eq!(found.as_deref(), expected);
        };
        check(b"", b"", None);
        check(b"abc", b"abc", None);
        check(b"abc", b"aXc", Some("first at byte 0x1: 62 becomes 58"));
        check(b"abc", b"ab", Some("first at byte 0x2: the rest would be lost"));
        check(b"abc", b"abcd", Some("first at byte 0x3: extra bytes would follow"));
    }
}
