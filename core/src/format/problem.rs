//! A file that can't be read, as a problem that every list of problems can hold.

use super::error::Within;
use super::{Malformed, ReadError};
use crate::problem::{Place, Problem, Rule, Severity};

pub const RULES: &[&Rule] = &[&FILE_UNREADABLE];

pub const FILE_UNREADABLE: Rule = Rule {
    code: "file-unreadable",
    severity: Severity::Error,
    title: "Unreadable file",
    explanation: "\
The bytes of this file do not follow the layout of its format. It was cut off, damaged, or made by \
a tool that writes a different layout. Or its name belongs to a different format.

The message names the field that could not be read, where it starts, what was found there, and \
what was expected. Offsets are counted in bytes from the start of the file, or of its unpacked \
content if the file is compressed.

The file is unchanged and stays so: Landwright never saves over a file that it can't read. Take an \
undamaged copy from a backup, or from the client or server that it came with. If the file works in \
the game, Landwright does not know its layout yet.",
};

/// A file that could not be read, with the bytes that were wrong.
pub fn problem_of(file: &str, error: &ReadError) -> Problem {
    let start = error.offset as u64;
    let len = match &error.malformed {
        Malformed::Truncated { left, .. } => *left,
        Malformed::WrongMagic { found, .. } => found.len(),
        Malformed::TrailingBytes { n_left } => *n_left,
        // How long the field is only the reader knew.
        _ => 0,
    };
    let place = match error.within {
        Within::File => Place::bytes(file, start..start.saturating_add(len as u64)),
        // These are no bytes of the file.
        Within::Unpacked | Within::Block => Place::file(file),
    };
    #[cfg(feature = "worlds")]
    let rule = match error.malformed {
        Malformed::OtherLayout(_) => &super::other_layout::OTHER_LAYOUT,
        _ => &FILE_UNREADABLE,
    };
    #[cfg(not(feature = "worlds"))]
    let rule = &FILE_UNREADABLE;
    Problem::new(rule, place, error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::bytes::Bytes;
    use crate::problem::Spot;

    #[test]
    fn a_file_cut_short_is_a_problem_at_the_bytes_that_are_left() {
        let mut bytes = Bytes::new(&[1, 2, 3]);
        bytes.u8("kind").unwrap();
        let problem = problem_of("a.gat", &bytes.u32("count").unwrap_err());
        assert_eq!(problem.code, "file-unreadable");
        assert_eq!(problem.place.file, "a.gat");
        assert_eq!(problem.place.spot, Spot::Bytes { start: 1, end: 3 });
        assert_eq!(problem.message, "count at byte 0x1: needs 4 bytes, 2 are left");
    }

    #[test]
    fn what_is_wrong_in_unpacked_content_is_at_no_byte_of_the_file() {
        let error = Bytes::new(&[]).u8("kind").unwrap_err();
        let problem = problem_of("a.zgd", &ReadError { within: Within::Unpacked, ..error });
        assert_eq!(problem.place, Place::file("a.zgd"));
    }

    #[test]
    fn a_wrong_signature_and_trailing_bytes_are_marked_whole() {
        let spot = |error: &ReadError| problem_of("a", error).place.spot;
        let mut bytes = Bytes::new(b"GRAX12");
        let error = bytes.magic("signature", b"GRAT").unwrap_err();
        assert_eq!(spot(&error), Spot::Bytes { start: 0, end: 4 });
        bytes.u8("kind").unwrap();
        let error = bytes.finish().unwrap_err();
        assert_eq!(spot(&error), Spot::Bytes { start: 1, end: 6 });
    }
}
