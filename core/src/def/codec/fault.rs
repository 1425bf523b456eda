//! What can be wrong with a packet, with values for one, and with a definition as a codec.

use std::fmt;

use crate::def::syntax::FieldId;

/// Something wrong with a packet: an error, or a warning.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {kind} (at byte {offset})", path_or(.path, "the packet"))]
pub struct Fault {
    pub kind: FaultKind,
    /// The line of the definition where it shows first; `None` where it is about the header, or
    /// where the definition has no field.
    pub field: Option<FieldId>,
    /// The field with all that is around it: `list[3].name`.
    pub path: String,
    /// Where in the packet: the value that is wrong, or the first byte that is left over.
    pub offset: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// Fewer than the four bytes of a header.
    NoHeader {
        n_bytes: usize,
    },
    /// The header's length is less than that of a header, or more than there is.
    BadLength {
        stated: u16,
        n_bytes: usize,
    },
    /// The packet ends inside a field.
    Cut {
        needs: usize,
        left: usize,
    },
    /// An offset leads into the header or out of the packet.
    BadOffset {
        offset: u16,
        end: usize,
    },
    /// A count of bytes that leads out of the packet.
    BadCount {
        count: u16,
        left: usize,
    },
    /// A string without a NUL up to the end of the packet.
    EndlessString,
    /// An element that does not stand where it says that it stands.
    NotHere {
        here: u16,
        expected: usize,
    },
    /// A `next` that leads back, or to the same element.
    Backwards {
        next: u16,
    },
    FewerElements {
        count: u16,
        found: u32,
    },
    /// The same bytes are referred to again and again.
    TooMuch,
    /// A bool that is neither 0 nor 1.
    OddBool {
        found: u8,
    },
    /// The elements go on behind the last that is counted.
    MoreElements {
        count: u16,
        next: u16,
    },
    /// Bytes that no field reads.
    LeftOver {
        n_bytes: usize,
    },
    /// Bytes behind the packet.
    Behind {
        n_bytes: usize,
    },
}

impl FaultKind {
    /// True where the rest can still be read.
    pub fn is_warning(self) -> bool {
        matches!(
            self,
            FaultKind::OddBool { .. }
                | FaultKind::MoreElements { .. }
                | FaultKind::LeftOver { .. }
                | FaultKind::Behind { .. }
        )
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            FaultKind::NoHeader { n_bytes } => {
                write!(f, "a packet has at least 4 bytes, but there are only {n_bytes}")
            }
            FaultKind::BadLength { stated, n_bytes } => {
                write!(f, "the header says that it has {stated} bytes, but there are {n_bytes}")
            }
            FaultKind::Cut { needs, left } => {
                write!(f, "{needs} bytes are needed, but the packet has only {left} more")
            }
            FaultKind::BadOffset { offset, end } => {
                write!(f, "the offset {offset} is not inside the packet's bytes 4 to {end}")
            }
            FaultKind::BadCount { count, left } => {
                write!(f, "the count says {count} bytes, but the packet has only {left} more")
            }
            FaultKind::EndlessString => f.write_str("the string has no end in the packet"),
            FaultKind::NotHere { here, expected } => {
                write!(f, "an element at {expected} says that it is at {here}")
            }
            FaultKind::Backwards { next } => {
                write!(f, "the next element is said to be at {next}, which is not further on")
            }
            FaultKind::FewerElements { count, found } => {
                write!(f, "the count says {count}, but the elements end after {found}")
            }
            FaultKind::TooMuch => f.write_str("its offsets lead to the same bytes again and again"),
            FaultKind::OddBool { found } => write!(f, "a bool is 0 or 1, but this is {found}"),
            FaultKind::MoreElements { count, next } => {
                write!(f, "the count says {count}, but there is one more element at {next}")
            }
            FaultKind::LeftOver { n_bytes: 1 } => {
                f.write_str("1 byte after it is read by no field")
            }
            FaultKind::LeftOver { n_bytes } => {
                write!(f, "{n_bytes} bytes after it are read by no field")
            }
            FaultKind::Behind { n_bytes: 1 } => {
                f.write_str("there is 1 extra byte after its length")
            }
            FaultKind::Behind { n_bytes } => {
                write!(f, "there are {n_bytes} extra bytes after its length")
            }
        }
    }
}

/// Values that do not fit a definition.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {message}", path_or(.path, "the packet"))]
pub struct Misfit {
    /// The field with all that is around it: `list[3].name`; empty for the packet itself.
    pub path: String,
    pub message: String,
}

/// Why a definition can't be used to read packets. The checks say so too, in more words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {reason}", path_or(.path, "the definition"))]
pub struct Unusable {
    pub field: Option<FieldId>,
    pub path: String,
    pub reason: &'static str,
}

fn path_or<'a>(path: &'a str, otherwise: &'a str) -> &'a str {
    if path.is_empty() { otherwise } else { path }
}

/// Where in a packet something is being read or written: the arrays around it, with the element.
#[derive(Debug, Default)]
pub(super) struct Above<'a>(Vec<(&'a str, u32)>);

impl<'a> Above<'a> {
    pub(super) fn enter(&mut self, array: &'a str) {
        self.0.push((array, 0));
    }

    #[inline]
    pub(super) fn element(&mut self, idx: u32) {
        if let Some(last) = self.0.last_mut() {
            last.1 = idx;
        }
    }

    pub(super) fn leave(&mut self) {
        self.0.pop();
    }

    /// The whole path of a field of the innermost element.
    pub(super) fn path(&self, field: &str) -> String {
        let mut path = String::new();
        for (array, idx) in &self.0 {
            if !path.is_empty() && !array.is_empty() {
                path.push('.');
            }
            path.push_str(&format!("{array}[{idx}]"));
        }
        if !path.is_empty() && !field.is_empty() {
            path.push('.');
        }
        path + field
    }
}
