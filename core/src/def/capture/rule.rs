//! What can be wrong with a captured packet, or with its definition because of it.

use crate::def::codec::FaultKind;
use crate::problem::{Rule, Severity};

pub(super) const NOT_HEX: Rule = Rule {
    code: "def-capture-not-hex",
    severity: Severity::Error,
    title: "Captured packet that is not hexadecimal",
    explanation: "A line of a capture is the bytes of one packet in hexadecimal digits, two for \
                  each byte, with or without space between them. What follows a # is a comment.",
};

pub(super) const NO_DEFINITION: Rule = Rule {
    code: "def-capture-no-definition",
    severity: Severity::Warning,
    title: "Capture without its definition",
    explanation: "\
A file NAME.VERSION.hex holds packets of the definition NAME.VERSION.def, and there is none of \
that name and version. Nothing in the capture is read.

Rename the capture if its definition has another version now.",
};

pub(super) const OTHER_PACKET: Rule = Rule {
    code: "def-capture-other-packet",
    severity: Severity::Warning,
    title: "Captured packet with an opcode of another packet",
    explanation: "\
The opcode in the packet's header, its third and fourth byte, is not that of the packet in any of \
the protocol maps here. The packet is of another kind, or of a build whose map is not here; in \
both cases its definition may well not fit.",
};

const BAD_HEADER: Rule = Rule {
    code: "def-capture-bad-header",
    severity: Severity::Error,
    title: "Captured packet with a wrong length",
    explanation: "\
A packet starts with its length, in two bytes, and its opcode, in two more. The length counts all \
bytes of the packet, these four too. Most likely the capture lacks the header, was cut, or two \
packets stand on one line.",
};

const CUT: Rule = Rule {
    code: "def-capture-cut",
    severity: Severity::Error,
    title: "Captured packet that ends inside a field",
    explanation: "\
A packet of the captures beside this definition ends before this field does. Some field up to \
here is too long, or is not in the packet at all; often a field was added with a later patch.",
};

const BAD_OFFSET: Rule = Rule {
    code: "def-capture-bad-offset",
    severity: Severity::Error,
    title: "Captured packet with an offset that leads nowhere",
    explanation: "\
In a packet of the captures beside this definition, the offset of this field leads out of the \
packet, or an element of the array does not stand where the one before says that it does. If the \
packet is sound, the offset was read from the wrong place: a field before it is missing, too \
many, or of a wrong size.",
};

const BAD_COUNT: Rule = Rule {
    code: "def-capture-bad-count",
    severity: Severity::Error,
    title: "Captured packet with a count that does not fit",
    explanation: "\
In a packet of the captures beside this definition, the count of this field is not that of its \
elements or bytes. If the packet is sound, the count was read from the wrong place: a field before \
it is missing, too many, or of a wrong size.",
};

const ENDLESS_STRING: Rule = Rule {
    code: "def-capture-endless-string",
    severity: Severity::Error,
    title: "Captured packet with a string without an end",
    explanation: "\
In a packet of the captures beside this definition, no NUL follows where this string begins. It \
is no string, or its offset was read from the wrong place.",
};

const ODD_BOOL: Rule = Rule {
    code: "def-capture-odd-bool",
    severity: Severity::Warning,
    title: "Captured packet with a bool above 1",
    explanation: "\
In a packet of the captures beside this definition, this bool is neither 0 nor 1. It is more \
likely a byte, or the first byte of a longer number; or a field before it has a wrong size.",
};

const LEFT_OVER: Rule = Rule {
    code: "def-capture-left-over",
    severity: Severity::Warning,
    title: "Captured packet with bytes that no field reads",
    explanation: "\
In a packet of the captures beside this definition, bytes follow this field that belong to no \
field. Fields are missing here, or this one is longer.",
};

pub const RULES: &[&Rule] = &[
    &NOT_HEX,
    &NO_DEFINITION,
    &OTHER_PACKET,
    &BAD_HEADER,
    &CUT,
    &BAD_OFFSET,
    &BAD_COUNT,
    &ENDLESS_STRING,
    &ODD_BOOL,
    &LEFT_OVER,
];

/// The rule that a fault of a packet is reported under.
pub(super) fn rule_of(kind: FaultKind) -> &'static Rule {
    match kind {
        FaultKind::NoHeader { .. } | FaultKind::BadLength { .. } | FaultKind::Behind { .. } => {
            &BAD_HEADER
        }
        FaultKind::Cut { .. } => &CUT,
        FaultKind::BadOffset { .. }
        | FaultKind::NotHere { .. }
        | FaultKind::Backwards { .. }
        | FaultKind::TooMuch => &BAD_OFFSET,
        FaultKind::BadCount { .. }
        | FaultKind::FewerElements { .. }
        | FaultKind::MoreElements { .. } => &BAD_COUNT,
        FaultKind::EndlessString => &ENDLESS_STRING,
        FaultKind::OddBool { .. } => &ODD_BOOL,
        FaultKind::LeftOver { .. } => &LEFT_OVER,
    }
}
