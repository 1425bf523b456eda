//! Packets that somebody recorded, beside the definitions that they are of.
//!
//! ```text
//! NAME.VERSION.hex            one packet of that definition a line, or hex dumps
//! 0a00 e703 01000000 0000     # bytes, with or without space between them
//! 00000000: 0a00 e703 0100    # an offset and a column of text are no bytes
//! 00000006: 0000 0000
//!
//! anything.log                a direction, a name or an opcode, and the bytes; what looks
//! 12:01:17 S->C S_LOGIN 0a00… otherwise is no packet, and passed over
//! 12:01:18 <- 0x3e7 0a 00 …
//! 12:01:19 <- 0a 00 e7 03 …   # without either, if the packet begins with its own length
//! [12:01:20] <- S_LOGIN.14    # the bytes, or a dump, may be on the lines below
//! 0a00e703 010000000000
//! ```
//!
//! `log` has the forms that programs write. Packets are read by their definitions as they are
//! typed: the first field where a packet breaks has a problem on its line, and the values that
//! were seen are known.

pub mod rule;
mod log;
mod words;
mod dump;
mod json;
mod check;
mod seen;

use std::sync::Arc;

use super::catalogue::{Catalogue, Definition};
use super::file_name::{FileKind, PacketFile, file_of, folder_of};
use super::text::{Span, is_space};

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
    /// The line without its comment; of several lines, from the first byte to the last.
    pub span: Span,
    pub of: Of,
    /// The word of a log that says which of the two ways it took, as in `words`.
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

    /// Reads the text of a file, or one that somebody pasted, whose packets are all of `of`.
    pub fn of_packet(path: &str, text: &str, of: &Of) -> Capture {
        Capture::read(path, text, Some(of))
    }

    fn read(path: &str, text: &str, beside: Option<&Of>) -> Capture {
        // Spans have 32 bits; and nobody reads as much.
        let text = text.get(..text.floor_char_boundary(1 << 28)).unwrap_or_default();
        let (packets, faults) = log::read(text, beside);
        Capture { path: path.into(), packets, faults }
    }

    /// The line, from 0, of the first that should be a packet and is none, and the reason.
    pub fn first_fault(&self, text: &str) -> Option<(usize, &'static str)> {
        let (span, reason) = self.faults.first()?;
        let before = text.get(..span.start as usize).unwrap_or_default();
        Some((before.matches('\n').count(), *reason))
    }
}

/// The bytes of one packet that somebody pasted: digits, a hex dump, or a line of a log.
pub fn bytes_of(text: &str) -> Result<Vec<u8>, &'static str> {
    let plain = unhex(text);
    if plain.as_ref().is_ok_and(|bytes| dump::is_none(text) || bytes.is_empty()) {
        return plain;
    }
    let mut packets = Capture::log("", text).packets.into_iter();
    match (packets.next(), packets.next()) {
        (Some(packet), None) => Ok(packet.bytes),
        (Some(_), Some(_)) => Err("there is more than one packet here"),
        (None, _) => plain,
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

/// The bytes of a text of hexadecimal digits, with space between some of them.
pub fn unhex(text: &str) -> Result<Vec<u8>, &'static str> {
    let mut bytes = Vec::with_capacity(text.len() / 2);
    for word in text.split(is_space).filter(|word| !word.is_empty()) {
        unhex_word(word, &mut bytes)?;
    }
    Ok(bytes)
}

/// Adds the bytes of a word of digits.
fn unhex_word(word: &str, bytes: &mut Vec<u8>) -> Result<(), &'static str> {
    if !word.bytes().all(|letter| letter.is_ascii_hexdigit()) {
        return Err("only hexadecimal digits, space and comments are expected here");
    }
    let (pairs, rest) = word.as_bytes().as_chunks::<2>();
    if !rest.is_empty() {
        return Err("a byte has two hexadecimal digits, but here is only one");
    }
    let digit = |digit: u8| char::from(digit).to_digit(16).unwrap_or_default();
    bytes.extend(pairs.iter().map(|[high, low]| (digit(*high) * 16 + digit(*low)) as u8));
    Ok(())
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
