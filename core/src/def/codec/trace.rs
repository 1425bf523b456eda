//! What every byte of a packet was read as, and which were read as nothing.

use std::ops::Range;

use super::fault::{Fault, FaultKind};
use super::value::{Packet, Value};
use crate::def::syntax::FieldId;

/// A packet read with a note of every byte, as far as it can be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// In the order in which they were read.
    pub reads: Vec<Read>,
    pub outcome: Result<Packet, Fault>,
    pub warnings: Vec<Fault>,
}

/// Some bytes of a packet with what they were read as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    pub range: Range<usize>,
    pub what: What,
    /// `None` for what opens a message or an element.
    pub field: Option<FieldId>,
    /// With all that is around it: `list[3].name`.
    pub path: String,
    pub value: Value,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    Length,
    Opcode,
    Here,
    Next,
    Count,
    Offset,
    Field,
}

/// The first bytes of a packet that no field reads, as a warning at the field before them.
pub(super) fn left_over(reads: &[Read], len: usize) -> Option<Fault> {
    let mut by_place: Vec<&Read> = reads.iter().collect();
    by_place.sort_by_key(|read| (read.range.start, read.range.end));
    let mut end = 0;
    let mut last: Option<&Read> = None;
    let fault = |end: usize, next: usize, last: Option<&Read>| {
        let last = last.filter(|read| read.field.is_some());
        let kind = FaultKind::LeftOver { n_bytes: next.saturating_sub(end) };
        let path = last.map(|read| read.path.clone()).unwrap_or_default();
        Fault { kind, field: last.and_then(|read| read.field), path, offset: end }
    };
    for read in by_place {
        if read.range.start > end {
            return Some(fault(end, read.range.start, last));
        }
        if read.range.end >= end {
            end = read.range.end;
            last = Some(read);
        }
    }
    (end < len).then(|| fault(end, len, last))
}
