//! What can be wrong with a captured packet, or with its definition because of it.

use crate::def::codec::FaultKind;
use crate::problem::{Rule, Severity};

pub(super) const NOT_HEX: Rule = Rule {
    code: "def-capture-not-hex",
    severity: Severity::Error,
    title: "Captured packet that is not hexadecimal",
    explanation: "A line of a capture has the bytes of one packet in hexadecimal digits, two for \
                  each byte, with or without spaces between them. Text after a # is a comment.",
};

pub(super) const NO_DEFINITION: Rule = Rule {
    code: "def-capture-no-definition",
    severity: Severity::Warning,
    title: "Capture without its definition",
    explanation: "\
A file NAME.VERSION.hex holds packets of the definition NAME.VERSION.def, but there is no \
definition with that name and version. Nothing in the capture is read.

Rename the capture if its definition now has a different version.",
};

pub(super) const OTHER_PACKET: Rule = Rule {
    code: "def-capture-other-packet",
    severity: Severity::Warning,
    title: "Captured packet with the opcode of a different packet",
    explanation: "\
The opcode in the packet's header, its third and fourth byte, is not the packet's number in any \
protocol map here. It is a different packet, or from a build whose map is not here. In both cases \
its definition may not fit.",
};

const BAD_HEADER: Rule = Rule {
    code: "def-capture-bad-header",
    severity: Severity::Error,
    title: "Captured packet with a wrong length",
    explanation: "\
A packet starts with its length, in two bytes, and its opcode, in two more. The length counts all \
bytes of the packet, including these four. Most likely the capture lacks the header, was cut off, \
or has two packets on one line.",
};

const CUT: Rule = Rule {
    code: "def-capture-cut",
    severity: Severity::Error,
    title: "Captured packet that ends inside a field",
    explanation: "\
A captured packet beside this definition ends before this field does. A field up to here is too \
long, or is not in the packet at all. Often a field was added in a later patch.",
};

const BAD_OFFSET: Rule = Rule {
    code: "def-capture-bad-offset",
    severity: Severity::Error,
    title: "Captured packet with an offset that leads nowhere",
    explanation: "\
In a captured packet beside this definition, the offset of this field points outside the packet. \
Or an element of the array is not where the previous element says. If the packet is intact, the \
offset was read from the wrong place. A field before it is missing, superfluous, or has the wrong \
size.",
};

const BAD_COUNT: Rule = Rule {
    code: "def-capture-bad-count",
    severity: Severity::Error,
    title: "Captured packet with a count that does not fit",
    explanation: "\
In a captured packet beside this definition, the count of this field does not match its elements \
or bytes. If the packet is intact, the count was read from the wrong place. A field before it is \
missing, superfluous, or has the wrong size.",
};

const ENDLESS_STRING: Rule = Rule {
    code: "def-capture-endless-string",
    severity: Severity::Error,
    title: "Captured packet with a string without an end",
    explanation: "\
In a captured packet beside this definition, there is no NUL after the start of this string. It is \
not a string, or its offset was read from the wrong place.",
};

const ODD_BOOL: Rule = Rule {
    code: "def-capture-odd-bool",
    severity: Severity::Warning,
    title: "Captured packet with a bool above 1",
    explanation: "\
In a captured packet beside this definition, this bool is neither 0 nor 1. It is more likely a \
byte, or the first byte of a longer number. Or a field before it has the wrong size.",
};

const LEFT_OVER: Rule = Rule {
    code: "def-capture-left-over",
    severity: Severity::Warning,
    title: "Captured packet with bytes that no field reads",
    explanation: "\
In a captured packet beside this definition, this field is followed by bytes that belong to no \
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
