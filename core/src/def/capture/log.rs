//! Reads logs and files of packets, line by line.
//!
//! No two programs write the same log, and few say so in it. So no form is asked for: whatever
//! begins with its own length is a packet, and words before it say which. These were read for it:
//!
//! | program | a packet |
//! |---|---|
//! | `debug` of tera-mods          | `[12:01:17.123] <- S_LOGIN.14`, below it the bytes, then the values as JSON |
//! | `sniff` for toolbox, newer    | `[1601572173348, 0001: S_LOGIN]`, below it the bytes |
//! | `sniff` for toolbox, older    | an object over several lines: `name: S_LOGIN,` and `hex: 2c00…,` |
//! | `packet-logger` of toolbox's web view | the same with quotes: `"string": "S_LOGIN",` and `"hex": "2c00…",` |
//! | `packet-logger` for TeraAtlas | `2024-01-15T10:30:45.123Z \| S->C \| 4660 \| S_LOGIN \| RAW: 2c00…` |
//! | `packet-logger` for Starscape | `[2024-…Z] [RECEIVED] [S_LOGIN (4660)] [44 bytes] [2c00…] \| values` |
//! | `packet-logger` of TeraSharp  | `[1] [S->C] S_LOGIN (4660) len=44`, below it `HEX: 2C 00 …` |
//! | iglogger                      | `[4:47:08]: From server? Yes (S_LOGIN) 2c00…` |
//! | tera-proxy-extended-logger    | `<- S_LOGIN 2c00…` |
//!
//! Alkahest writes its packets in a binary file, which is not read.

use super::dump::{Dump, Step};
use super::words::{self, Bytes, packet_name};
use super::{Captured, Of, json, unhex};
use crate::def::text::{Span, lines, split_comment, trimmed};

type Faults = Vec<(Span, &'static str)>;

/// The packets of a text; of a file whose name says so, all are `beside`.
pub(super) fn read(text: &str, beside: Option<&Of>) -> (Vec<Captured>, Faults) {
    let mut reader = Reader { text, beside, ..Reader::default() };
    for (line, span) in (0..).zip(lines(text)) {
        reader.line(line, span);
    }
    reader.close();
    (reader.packets, reader.faults)
}

/// The packet that a line names for the bytes below it.
#[derive(Debug)]
struct Head {
    of: Of,
    way: Option<&'static str>,
}

/// Bytes that go over several lines.
struct Open {
    line: u32,
    span: Span,
    head: Option<Head>,
    bytes: Held,
}

enum Held {
    Dump(Dump),
    /// Lines of nothing but bytes, up to the length that the first says.
    Lines(Vec<u8>),
}

#[derive(Default)]
struct Reader<'t> {
    text: &'t str,
    beside: Option<&'t Of>,
    packets: Vec<Captured>,
    faults: Faults,
    head: Option<Head>,
    /// The name of an object that goes over several lines.
    named: Option<Of>,
    open: Option<Open>,
}

impl Reader<'_> {
    fn line(&mut self, line: u32, span: Span) {
        let raw = span.of(self.text);
        if self.goes_on(span, raw) {
            return;
        }
        let mut dump = Dump::default();
        if dump.take(raw) == Step::More {
            let head = self.head.take();
            self.open =
                Some(Open { line, span: trimmed(self.text, span), head, bytes: Held::Dump(dump) });
            return;
        }
        let whole = trimmed(self.text, span);
        if self.beside.is_none() && whole.of(self.text).starts_with('{') {
            self.object(line, whole);
            return;
        }
        let span = trimmed(self.text, split_comment(self.text, span).0);
        match self.beside {
            _ if span.is_empty() => {}
            Some(of) => self.beside(line, span, of),
            None => self.logged(line, span),
        }
    }

    /// True for a line that belongs to those before.
    fn goes_on(&mut self, span: Span, raw: &str) -> bool {
        let Some(open) = &mut self.open else { return false };
        let (goes_on, is_end) = match &mut open.bytes {
            Held::Dump(dump) => match dump.take(raw) {
                Step::More => (true, false),
                Step::End => (true, true),
                Step::Other => (false, true),
            },
            Held::Lines(bytes) => match unhex(raw) {
                Ok(more) if !more.is_empty() => {
                    bytes.extend(more);
                    (true, stated_len(bytes).is_none_or(|len| len <= bytes.len()))
                }
                _ => (false, true),
            },
        };
        if goes_on && !raw.starts_with('*') {
            open.span.end = trimmed(self.text, span).end;
        }
        if is_end {
            self.close();
        }
        goes_on
    }

    fn close(&mut self) {
        let Some(Open { line, span, head, bytes }) = self.open.take() else { return };
        let bytes = match bytes {
            Held::Dump(dump) => dump.bytes,
            Held::Lines(bytes) => bytes,
        };
        let way = head.as_ref().and_then(|head| head.way);
        let of = self.beside.cloned().or(head.map(|head| head.of)).or_else(|| own_opcode(&bytes));
        if let Some(of) = of {
            self.packets.push(Captured { line, span, of, way, bytes });
        }
    }

    /// A line of a file of packets that are all one's.
    fn beside(&mut self, line: u32, span: Span, of: &Of) {
        let text = span.of(self.text);
        let (bytes, way) = match unhex(text) {
            Ok(bytes) => (bytes, None),
            Err(reason) => match words::read(text) {
                words::Line { bytes: Bytes::Whole(_), of: Some(other), .. }
                    if is_different(&other, of) =>
                {
                    self.faults.push((span, "this line is of another packet"));
                    return;
                }
                words::Line { bytes: Bytes::Whole(bytes), way, .. } => (bytes, way),
                words::Line { bytes: Bytes::Wrong(reason), of: None, .. } => {
                    self.faults.push((span, reason));
                    return;
                }
                _ => {
                    self.faults.push((span, reason));
                    return;
                }
            },
        };
        self.packets.push(Captured { line, span, of: of.clone(), way, bytes });
    }

    fn object(&mut self, line: u32, span: Span) {
        self.head = None;
        let Some(found) = json::packet(span.of(self.text)) else { return };
        // A number of the line may count lines; that of the packet is its own.
        let of = match found.of {
            Some(Of::Opcode(stated)) => own_opcode(&found.bytes).or(Some(Of::Opcode(stated))),
            of => of.or_else(|| own_opcode(&found.bytes)),
        };
        let Some(of) = of else { return };
        self.packets.push(Captured { line, span, of, way: found.way, bytes: found.bytes });
    }

    fn logged(&mut self, line: u32, span: Span) {
        let text = span.of(self.text);
        if let Some(name) = named(text) {
            self.named = Some(name);
            return;
        }
        let read = words::read(text);
        let above = self.head.take();
        let (of, way, bytes) = match read.bytes {
            Bytes::Whole(bytes) if read.is_bare && read.way.is_none() && read.of.is_none() => {
                let named = self.named.take().filter(|_| is_field(text));
                let (of, way) = match above {
                    Some(head) => (Some(head.of), head.way),
                    None => (named, None),
                };
                (of.or_else(|| own_opcode(&bytes)), way, bytes)
            }
            Bytes::Whole(bytes) => (read.of.or_else(|| own_opcode(&bytes)), read.way, bytes),
            Bytes::Some(bytes) if read.is_bare => {
                let Some(head) = above else { return };
                if stated_len(&bytes).is_some_and(|len| len > bytes.len()) {
                    let bytes = Held::Lines(bytes);
                    self.open = Some(Open { line, span, head: Some(head), bytes });
                    return;
                }
                (Some(head.of), head.way, bytes)
            }
            Bytes::Some(bytes) => (read.of, read.way, bytes),
            Bytes::None => {
                self.head = read.of.map(|of| Head { of, way: read.way });
                return;
            }
            Bytes::Wrong(reason) => {
                self.faults.push((span, reason));
                return;
            }
        };
        if let Some(of) = of {
            self.packets.push(Captured { line, span, of, way, bytes });
        }
    }
}

/// `name: S_LOGIN,` or `"string": "S_LOGIN",`.
fn named(line: &str) -> Option<Of> {
    let (key, value) = line.split_once(':')?;
    let is_name = ["name", "string", "packet"].contains(&key.trim_matches(['"', ' ']));
    packet_name(value.trim_matches(['"', ' ', ','])).filter(|_| is_name)
}

/// `hex: 2c00…,` or `"hex": "2c00…",`.
fn is_field(line: &str) -> bool {
    line.split_once(':').is_some_and(|(key, _)| key.trim_matches(['"', ' ']) == "hex")
}

fn stated_len(bytes: &[u8]) -> Option<usize> {
    bytes.first_chunk().map(|len| usize::from(u16::from_le_bytes(*len)))
}

/// The opcode of a packet, which follows its length.
fn own_opcode(bytes: &[u8]) -> Option<Of> {
    let [_, _, low, high, ..] = *bytes else { return None };
    let is_whole = stated_len(bytes) == Some(bytes.len());
    is_whole.then(|| Of::Opcode(u16::from_le_bytes([low, high])))
}

/// Whether a line names another packet than its file does.
fn is_different(of_line: &Of, of_file: &Of) -> bool {
    match (of_line, of_file) {
        (Of::Name(a, _), Of::Name(b, _)) => a != b,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let (packets, faults) = read(text, None);
        let hex = |bytes: &[u8]| bytes.iter().map(|b| format!("{b:02x}")).collect::<String>();
        let shown = packets.iter().map(|packet| {
            let of = match &packet.of {
                Of::Name(name, Some(version)) => format!("{name}.{version}"),
                Of::Name(name, None) => name.to_string(),
                Of::Opcode(opcode) => opcode.to_string(),
            };
            let way = packet.way.unwrap_or("-");
            format!("{} {way} {of} {}", packet.line + 1, hex(&packet.bytes))
        });
        assert_eq!(shown.collect::<Vec<_>>(), expected, "{text}");
        assert_eq!(faults, [], "{text}");
    }

    #[test]
    fn toolbox_modules_write_bytes_below_names() {
        check(
            "[12:01:17.123] <- S_A.14\n0600e703 0102\n{\"a\":513}\n------------------------------\n\
             [12:01:17.124] *> 1000 (bad def)\n0400e803\n------------------------------\n",
            &["2 <- S_A.14 0600e7030102", "6 *> 1000 0400e803"],
        );
        check(
            "# PATCH 100.2 PROTOCOL 376012\n\n[1601572173348, 0001: S_A]\n0600e7030102\n{ a: 513 }\n\n\
             [1601572173349, 0000: UNMAPPED CODE 1000]\n0400e803\n",
            &["4 - S_A 0600e7030102", "8 - 1000 0400e803"],
        );
        check(
            "{\n    name: S_A,\n    hex: 0600e7030102,\n    data: { a: 1 },\n    filter: 0001\n}\n",
            &["3 - S_A 0600e7030102"],
        );
        check(
            "\t{\n\t\"string\": \"S_A\",\n\t\"version\": 2,\n\t\"data\": {\n\t\t\"name\": \"Bob\"\n\t},\n\t\"hex\": \"0600e7030102\"\n}\n",
            &["7 - S_A 0600e7030102"],
        );
        check(
            "[1] [S->C] S_A (999) len=6\nHEX: 06 00 E7 03 01 02\n\n[2] [C->S] opcode_1000 (1000) len=4\nHEX: 04 00 E8 03\n",
            &["2 S->C S_A 0600e7030102", "5 C->S 1000 0400e803"],
        );
    }

    #[test]
    fn toolbox_modules_write_a_packet_a_line() {
        for line in [
            "2024-01-15T10:30:45.123Z | S->C | 999 | S_A | RAW: 0600e7030102",
            "2024-01-15T10:30:45.123Z | [FAKE] S->C | 999 | S_A | RAW: 0600e7030102",
            "[12:01:17] [S->C] S_A (1) 0600E7030102",
            "S->C S_A 06-00-E7-03-01-02",
            "[1] S->C S_A: <Buffer 06 00 e7 03 01 02>",
        ] {
            check(line, &["1 S->C S_A 0600e7030102"]);
        }
        check(
            "[2024-01-15T10:30:45.123Z] [RECEIVED] [S_A (999)] [6 bytes] [0600e7030102] | seen at (1.2, 3)",
            &["1 received S_A 0600e7030102"],
        );
        check("[4:47:08]: From server? Yes (S_A) 0600e7030102", &["1 server S_A 0600e7030102"]);
        check("2024-01-15T10:30:45.123Z server S_A 0600e7030102", &["1 server S_A 0600e7030102"]);
        check("<- S_A(1) | 6 bytes | 0600e7030102", &["1 <- S_A 0600e7030102"]);
        check("S -> C (999) 0600e7030102", &["1 S 999 0600e7030102"]);
    }

    #[test]
    fn values_and_sentences_are_no_packets() {
        check(
            "2024-01-15T10:30:45.123Z | S->C | 999 | S_A | {\"a\":1}\n=== Packet Log Started ===\n\
             server S_A was not sent\nTotal packets - Sent: 5, Received: 7\n12:00:01 in 10 seconds\n",
            &[],
        );
    }

    #[test]
    fn objects_of_a_line_are_packets() {
        check(
            "{\"name\":\"S_A\",\"version\":2,\"hex\":\"0600e7030102\"}\n\
             {\"opcode\":999,\"fromServer\":true,\"data\":{\"type\":\"Buffer\",\"data\":[6,0,231,3,1,2]}}\n\
             {\"dir\":\"C->S\",\"raw\":\"04 00 e8 03\"}\n{\"name\":\"S_A\"}\n{\"broken\n",
            &["1 - S_A.2 0600e7030102", "2 server 999 0600e7030102", "3 C->S 1000 0400e803"],
        );
    }

    #[test]
    fn dumps_follow_names_and_packets_follow_dumps() {
        check(
            "S->C S_A (999)\n00000000  06 00 e7 03 01 02         |..#...|\n00000006\n\
             <- S_B 0400e803\n0000: 04 00 |..|\n0002: e9 03 |..|\n0000: 04 00 ea 03 |....|\n",
            &[
                "2 S->C S_A 0600e7030102",
                "4 <- S_B 0400e803",
                "5 - 1001 0400e903",
                "7 - 1002 0400ea03",
            ],
        );
    }

    #[test]
    fn a_packet_may_go_over_several_lines() {
        check(
            "<- S_A\n0600 e703\n0102\n0400 e803\n",
            &["2 <- S_A 0600e7030102", "4 - 1000 0400e803"],
        );
    }

    #[test]
    fn a_packet_that_was_cut_short_says_so() {
        let (packets, faults) = read("<- S_A <Buffer 2b 00 e7 ... 25 more bytes>\n", None);
        assert!(packets.is_empty() && faults[0].1.contains("cut this packet short"), "{faults:?}");
    }

    #[test]
    fn a_file_of_one_packet_takes_dumps_and_lines_of_logs() {
        let of = Of::Name("S_A".into(), Some(1));
        let text = "# mine\n0600 e703 0102\n00000000: 0600 e703  ....\n00000004: 0102       ..\n\
                    [1] <- S_A 0400e703\nbroken\n";
        let (packets, faults) = read(text, Some(&of));
        let found: Vec<(u32, usize)> = packets.iter().map(|p| (p.line, p.bytes.len())).collect();
        assert_eq!(found, [(1, 6), (2, 6), (4, 4)]);
        assert_eq!(faults.len(), 1);
    }

    #[test]
    fn a_packet_behind_a_dump_is_one_of_its_own() {
        let row = "06 00 e7 03 01 02";
        for head in ["0000  ", "0000: ", "00000000  "] {
            let (packets, faults) = read(&format!("{head}{row}\n{row}\n"), None);
            assert_eq!((packets.len(), faults), (2, Vec::new()), "{head}");
            assert!(packets.iter().all(|packet| packet.bytes == [6, 0, 0xe7, 3, 1, 2]), "{head}");
        }
    }

    #[test]
    fn lines_of_other_packets_and_bad_bytes_of_dumps_are_faults() {
        let of = Of::Name("S_A".into(), None);
        for text in ["<- S_OTHER 0600e7030102\n", "0000: 06 00 zz 03\n"] {
            let (packets, faults) = read(text, Some(&of));
            assert!(packets.is_empty() && faults.len() == 1, "{text}: {packets:?} {faults:?}");
        }
    }
}
