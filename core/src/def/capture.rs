//! Packets that somebody recorded, beside the definitions that they are of.
//!
//! ```text
//! NAME.VERSION.hex            one packet of that definition a line
//! 0a00 e703 01000000 0000     # bytes, with or without space between them
//!
//! anything.log                a direction, a name or an opcode, and the bytes; what looks
//! 12:01:17 S->C S_LOGIN 0a00… otherwise is no packet, and passed over
//! 12:01:18 <- 0x3e7 0a 00 …
//! 12:01:19 <- 0a 00 e7 03 …   # without either, if the packet begins with its own length
//! ```
//!
//! They are read by their definitions as they are typed: the first field where a packet breaks has
//! a problem on its line, and the values that were seen are known.

pub mod rule;
mod check;
mod seen;

use std::sync::Arc;

use super::catalogue::{Catalogue, Definition};
use super::file_name::{FileKind, PacketFile, file_of, folder_of};
use super::text::{Span, is_space, lines, split_comment, trimmed};

pub use check::{Findings, check, check_definition};
pub use seen::Seen;

/// A file of packets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Capture {
    pub path: Arc<str>,
    pub packets: Vec<Captured>,
    /// The lines that should be packets and are none, with the reason.
    faults: Vec<(Span, &'static str)>,
}

/// A packet of a capture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Captured {
    /// From 0.
    pub line: u32,
    /// The line without its comment.
    pub span: Span,
    pub of: Of,
    /// The word of a log that says which of the two ways it took, as in [`DIRECTIONS`].
    pub way: Option<&'static str>,
    pub bytes: Vec<u8>,
}

/// What says which definition a packet is read by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Of {
    /// A packet, and its version where it is given; otherwise the newest.
    Name(Arc<str>, Option<u32>),
    /// The number of a packet in the protocol maps.
    Opcode(u16),
}

/// What stands before the name in a log, for one of the two ways that a packet can take.
const DIRECTIONS: &[&str] = &[
    "->", "<-", "-->", "<--", "=>", "<=", ">", "<", "C->S", "S->C", "C>S", "S>C", "C", "S", "in",
    "out", "recv", "send", "client", "server", "C2S", "S2C",
];

/// True for a file that holds packets, by its name.
pub fn is_capture(path: &str) -> bool {
    packet_of(path).is_some() || file_of(path).ends_with(".log")
}

/// The packet that all of a `.hex` file is of.
pub(super) fn packet_of(path: &str) -> Option<PacketFile> {
    let stem = file_of(path).strip_suffix(".hex")?;
    match FileKind::of(&format!("{stem}.def")) {
        Some(FileKind::Definition(packet)) => packet,
        _ => None,
    }
}

impl Capture {
    /// Reads a capture; `None` where the name of the file says that it is none.
    pub fn parse(path: &str, text: &str) -> Option<Capture> {
        match packet_of(path) {
            Some(packet) => {
                let of = Of::Name((*packet.name).into(), Some(packet.version));
                Some(Capture::read(path, text, Some(&of)))
            }
            None => is_capture(path).then(|| Capture::log(path, text)),
        }
    }

    /// Reads a log, whatever its name is.
    pub fn log(path: &str, text: &str) -> Capture {
        Capture::read(path, text, None)
    }

    fn read(path: &str, text: &str, beside: Option<&Of>) -> Capture {
        let mut capture = Capture { path: path.into(), packets: Vec::new(), faults: Vec::new() };
        // Spans have 32 bits; and nobody reads as much.
        let text = text.get(..text.floor_char_boundary(1 << 28)).unwrap_or_default();
        for (line, span) in (0..).zip(lines(text)) {
            let span = trimmed(text, split_comment(text, span).0);
            let line_text = span.of(text);
            let found = match beside {
                _ if line_text.is_empty() => None,
                Some(of) => Some((of.clone(), None, line_text)),
                None => logged(line_text),
            };
            let Some((of, way, hex)) = found else { continue };
            match unhex(hex) {
                Ok(bytes) => capture.packets.push(Captured { line, span, of, way, bytes }),
                // `in 5 seconds` begins like a packet too.
                Err(_) if matches!(of, Of::Opcode(_)) => {}
                Err(reason) => capture.faults.push((span, reason)),
            }
        }
        capture
    }
}

/// Says so where a packet has an opcode that no map gives its definition's packet.
pub fn other_packet(catalogue: &Catalogue, name: &str, opcode: u16) -> Option<String> {
    let known = catalogue.opcodes(name);
    if known.is_empty() || known.iter().any(|(_, code)| *code == u32::from(opcode)) {
        return None;
    }
    let names = catalogue.names_of(u32::from(opcode));
    let other = names.first().map(|(_, name)| format!(", which is {name}'s"));
    Some(format!(
        "the packet has the opcode {opcode}{}, but no map gives {name} that number",
        other.unwrap_or_default()
    ))
}

impl Captured {
    /// True where it may be read by this version of a packet: nothing says that it is another.
    pub fn may_be(&self, packet: &PacketFile, catalogue: &Catalogue) -> bool {
        match &self.of {
            Of::Name(name, version) => {
                **name == *packet.name && version.is_none_or(|version| version == packet.version)
            }
            Of::Opcode(opcode) => catalogue
                .names_of(u32::from(*opcode))
                .iter()
                .any(|(_, name)| *name == &*packet.name),
        }
    }

    /// The definition that it is read by; of several, the one that is nearest to the capture.
    pub fn definition<'c>(
        &self,
        capture: &Capture,
        catalogue: &'c Catalogue,
    ) -> Option<&'c Arc<Definition>> {
        let (name, version) = match &self.of {
            Of::Name(name, version) => (&**name, *version),
            Of::Opcode(opcode) => {
                let mut names = catalogue.names_of(u32::from(*opcode)).into_iter();
                let (_, name) = names.next()?;
                // Maps of several builds may give one number to several packets.
                if names.any(|(_, other)| other != name) {
                    return None;
                }
                (name, None)
            }
        };
        if let Some(version) = version {
            let beside = format!("{}{name}.{version}.def", folder_of(&capture.path));
            if let Some(definition) = catalogue.definition(&beside) {
                return Some(definition);
            }
        }
        let packet = catalogue.packet(name)?;
        let root = catalogue.root_of(&capture.path);
        let fits = |other: u32| version.is_none_or(|version| version == other);
        let versions = packet.versions.iter().filter(|v| fits(v.version) && !v.is_script);
        let best = versions.max_by_key(|v| (v.root == root, v.version, v.platform.is_none()))?;
        catalogue.definition(&best.path)
    }
}

/// The packet and the bytes of a line of a log.
fn logged(line: &str) -> Option<(Of, Option<&'static str>, &str)> {
    let mut rest = line;
    // A time, a number or a name of the program may stand before the direction.
    for _ in 0..4 {
        if let Some(opcode) = own_opcode(rest) {
            return Some((Of::Opcode(opcode), None, rest));
        }
        let (word, after) = rest.split_once(is_space)?;
        rest = after.trim_start_matches(is_space);
        let Some(way) = way_of(word) else { continue };
        // `S -> C` is one direction.
        while let Some((_, after)) =
            rest.split_once(is_space).filter(|(word, _)| way_of(word).is_some())
        {
            rest = after.trim_start_matches(is_space);
        }
        if let Some(opcode) = own_opcode(rest) {
            return Some((Of::Opcode(opcode), Some(way), rest));
        }
        let (what, hex) = rest.split_once(is_space)?;
        return Some((packet_named(what)?, Some(way), hex.trim_matches(is_space)));
    }
    None
}

fn way_of(word: &str) -> Option<&'static str> {
    DIRECTIONS.iter().find(|known| known.eq_ignore_ascii_case(word)).copied()
}

/// The opcode in a text that is a whole packet: it begins with its length, and the opcode follows.
fn own_opcode(text: &str) -> Option<u16> {
    let first = text.as_bytes().first()?;
    let bytes = if first.is_ascii_hexdigit() { unhex(text).ok()? } else { return None };
    let [low, high, opcode_low, opcode_high, ..] = *bytes.as_slice() else { return None };
    let len = usize::from(u16::from_le_bytes([low, high]));
    (len == bytes.len()).then(|| u16::from_le_bytes([opcode_low, opcode_high]))
}

/// `S_LOGIN`, `S_LOGIN.14`, `12345` or `0x3039`.
fn packet_named(word: &str) -> Option<Of> {
    let hex = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X"));
    let opcode = match hex {
        Some(hex) => u16::from_str_radix(hex, 16).ok(),
        None => word.parse().ok(),
    };
    if let Some(opcode) = opcode {
        return Some(Of::Opcode(opcode));
    }
    let (name, version) = match word.split_once('.') {
        Some((name, version)) => (name, Some(version.parse().ok()?)),
        None => (word, None),
    };
    // All packets are named in capitals, and no word of a sentence is.
    let is_name = name.contains('_')
        && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_');
    is_name.then(|| Of::Name(name.into(), version))
}

/// The bytes of a text of hexadecimal digits, with space between some of them.
pub fn unhex(text: &str) -> Result<Vec<u8>, &'static str> {
    let mut bytes = Vec::with_capacity(text.len() / 2);
    for word in text.split(is_space).filter(|word| !word.is_empty()) {
        if !word.bytes().all(|letter| letter.is_ascii_hexdigit()) {
            return Err("only hexadecimal digits, space and comments are expected here");
        }
        let (pairs, rest) = word.as_bytes().as_chunks::<2>();
        if !rest.is_empty() {
            return Err("a byte has two hexadecimal digits, but here is only one");
        }
        for [high, low] in pairs {
            let digit = |digit: u8| char::from(digit).to_digit(16);
            let (Some(high), Some(low)) = (digit(*high), digit(*low)) else {
                return Err("only hexadecimal digits, space and comments are expected here");
            };
            bytes.push((high * 16 + low) as u8);
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packets(path: &str, text: &str) -> Vec<String> {
        let capture = Capture::parse(path, text).unwrap();
        let packets = capture.packets.iter();
        packets.map(|p| format!("{} {:?} {:02x?}", p.line, p.of, p.bytes)).collect()
    }

    #[test]
    fn a_hex_file_has_a_packet_on_each_line() {
        let found = packets("d/S_A.3.hex", "# from 92.04\n\n0400 0102  # first\r\n 04 00 01 02\n");
        let of = "Name(\"S_A\", Some(3)) [04, 00, 01, 02]";
        assert_eq!(found, [format!("2 {of}"), format!("3 {of}")]);
    }

    #[test]
    fn a_log_has_a_direction_a_name_and_bytes() {
        let text = "hello\n12:00 S->C S_A.2 0400 0102\n<- 0x10 0400\nC 17 0400\n-> S_B 0400\n\
                    starting in 5 seconds\nin the end\n-> S_A broken\n";
        let found = packets("x.log", text);
        assert_eq!(Capture::parse("x.log", text).unwrap().faults.len(), 1);
        assert_eq!(
            found,
            [
                "1 Name(\"S_A\", Some(2)) [04, 00, 01, 02]",
                "2 Opcode(16) [04, 00]",
                "3 Opcode(17) [04, 00]",
                "4 Name(\"S_B\", None) [04, 00]",
            ]
        );
    }

    #[test]
    fn a_packet_that_says_its_length_needs_no_name() {
        let text = "S->C 0600 e703 0102\n<- 06 00 e7 03 01 02\nS -> C 999 0400 e703\n\
                    S2C 0x3e7 0400 e703\n12:00:01 C2S 999 0400\n0400e703\n0500e703\n[12:00] S => C 0400 0102\n\
                    in 0400 seconds\n";
        let of = |line: u32, opcode: u16, bytes: &str| format!("{line} Opcode({opcode}) [{bytes}]");
        assert_eq!(
            packets("x.log", text),
            [
                of(0, 999, "06, 00, e7, 03, 01, 02"),
                of(1, 999, "06, 00, e7, 03, 01, 02"),
                of(2, 999, "04, 00, e7, 03"),
                of(3, 999, "04, 00, e7, 03"),
                of(4, 999, "04, 00"),
                of(5, 999, "04, 00, e7, 03"),
                of(7, 513, "04, 00, 01, 02"),
            ]
        );
    }

    #[test]
    fn other_files_are_no_captures() {
        for path in ["S_A.1.def", "notes.hex", "S_A.hex", "a.txt", ""] {
            assert_eq!(Capture::parse(path, ""), None, "{path}");
        }
    }
}
