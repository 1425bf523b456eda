//! The words of a line of a log: which way a packet took, what it is, and its bytes.

use super::{Of, unhex_word};
use crate::def::text::is_space;

/// The words for one of the two ways that a packet can take.
const WAYS: &[&str] = &[
    "->", "<-", "-->", "<--", "=>", "<=", ">", "<", "<*", "*>", "<X", "X>", "C->S", "S->C", "C>S",
    "S>C", "C=>S", "S=>C", "C-->S", "S-->C", "C", "S", "in", "out", "recv", "send", "received",
    "sent", "incoming", "outgoing", "client", "server", "C2S", "S2C",
];

pub(super) fn way_of(word: &str) -> Option<&'static str> {
    WAYS.iter().find(|known| known.eq_ignore_ascii_case(word)).copied()
}

/// A word, and the brackets and bars around it: words with different ones do not belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Word<'t> {
    pub text: &'t str,
    group: u32,
}

pub(super) fn words(line: &str) -> Vec<Word<'_>> {
    const BETWEEN: &[char] = &['[', ']', '(', ')', '{', '}', '|', ',', ';', '"', '\''];
    let mut words = Vec::new();
    for (group, part) in (0..).zip(line.split(BETWEEN)) {
        for word in part.split(is_space) {
            // `HEX:` and `<Buffer 2b 00>`.
            let text = word.strip_suffix(':').unwrap_or(word);
            let is_last = text.len() == 3 && way_of(text).is_none();
            let text = if is_last { text.strip_suffix('>').unwrap_or(text) } else { text };
            if !text.is_empty() {
                words.push(Word { text, group });
            }
        }
    }
    words
}

/// The words of a line by what they are to a packet.
#[derive(Debug, Default)]
pub(super) struct Line {
    pub way: Option<&'static str>,
    pub of: Option<Of>,
    /// No words are before its bytes, or only such as `HEX`.
    pub is_bare: bool,
    pub bytes: Bytes,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) enum Bytes {
    /// None are there, or the line is about something else.
    #[default]
    None,
    /// They begin with their own length.
    Whole(Vec<u8>),
    /// All that follows is bytes, though another number than they say.
    Some(Vec<u8>),
    /// A name is followed by what should be bytes, and is none.
    Wrong(&'static str),
}

pub(super) fn read(line: &str) -> Line {
    let words = words(line);
    if words.iter().any(|word| *word.text == *"<Buffer") && line.contains("more byte") {
        let reason = "the program that wrote the log cut this packet short; log all of its bytes, \
                      such as with data.toString('hex')";
        return Line { bytes: Bytes::Wrong(reason), ..Line::default() };
    }
    if let Some((start, bytes)) = whole_packet(&words) {
        let before = words.get(..start).unwrap_or_default();
        return Line {
            way: before.iter().find_map(|word| way_of(word.text)).or_else(|| answer(before)),
            of: before.iter().find_map(|word| packet_name(word.text)),
            is_bare: before.iter().all(|word| is_label(word.text)),
            bytes: Bytes::Whole(bytes),
        };
    }
    stated(&words)
}

/// The bytes that begin with their own length, and the number of their first word.
fn whole_packet(words: &[Word<'_>]) -> Option<(usize, Vec<u8>)> {
    let mut start = 0;
    while let Some(first) = words.get(start) {
        let is_more = |word: &&Word<'_>| word.group == first.group && is_hex(word.text);
        let len = words.iter().skip(start).take_while(is_more).count();
        let run = words.get(start..start + len).unwrap_or_default();
        let mut n_left: usize = run.iter().map(|word| n_bytes(word.text)).sum();
        for skipped in 0..len {
            let run = run.get(skipped..).unwrap_or_default();
            let mut head = Vec::new();
            for word in run.iter().take(2) {
                unhex_run(word.text, &mut head).ok()?;
            }
            let stated = head.first_chunk().map(|len| usize::from(u16::from_le_bytes(*len)));
            if n_left >= 4 && stated == Some(n_left) {
                let mut bytes = Vec::with_capacity(n_left);
                run.iter().try_for_each(|word| unhex_run(word.text, &mut bytes)).ok()?;
                return Some((start + skipped, bytes));
            }
            n_left -= run.first().map_or(0, |word| n_bytes(word.text));
        }
        start += len.max(1);
    }
    None
}

/// A direction, a name or an opcode, and then bytes or nothing.
fn stated(words: &[Word<'_>]) -> Line {
    let way_at = words.iter().take(4).position(|word| way_of(word.text).is_some());
    let way = way_at.and_then(|at| words.get(at)).and_then(|word| way_of(word.text));
    let first = way_at.map_or(0, |at| {
        // `S -> C` is one direction.
        let more = words.iter().skip(at).take_while(|word| way_of(word.text).is_some());
        at + more.count()
    });
    let after = words.get(first..).unwrap_or_default();
    // A name is one wherever it is; a number only right behind a direction.
    let named = after.iter().position(|word| packet_name(word.text).is_some());
    let (at, of) = match (named, after.first()) {
        (Some(at), _) => (at, after.get(at).and_then(|word| packet_name(word.text))),
        (None, Some(word)) if way.is_some() => (0, opcode(word.text)),
        _ => (0, None),
    };
    let Some(of) = of else {
        let bytes = all_bytes(without_labels(words, None)).filter(|bytes| !bytes.is_empty());
        let is_bare = bytes.is_some();
        let bytes = bytes.map_or(Bytes::None, Bytes::Some);
        return Line { way: None, of: unmapped(words), is_bare, bytes };
    };
    let name = after.get(at).map(|word| word.group);
    let rest = without_labels(after.get(at + 1..).unwrap_or_default(), name);
    let n_hex = rest.iter().filter(|word| word.text.bytes().all(|b| b.is_ascii_hexdigit())).count();
    let bytes = match all_bytes(rest) {
        Some(bytes) if bytes.is_empty() => Bytes::None,
        Some(bytes) => Bytes::Some(bytes),
        None if way.is_none() || matches!(of, Of::Opcode(_)) => {
            // `in 5 seconds` begins like a packet too.
            return Line::default();
        }
        None if rest.len() == 1 || n_hex * 2 > rest.len() => Bytes::Wrong(wrong(rest)),
        None => Bytes::None,
    };
    Line { way, of: Some(of), is_bare: false, bytes }
}

fn wrong(words: &[Word<'_>]) -> &'static str {
    let reason = words.iter().find_map(|word| unhex_run(word.text, &mut Vec::new()).err());
    reason.unwrap_or("only hexadecimal digits, space and comments are expected here")
}

/// A number that a logger gives instead of a name: `UNMAPPED CODE 4660`, `opcode_4660`.
fn unmapped(words: &[Word<'_>]) -> Option<Of> {
    let is_code = |word: &Word<'_>| {
        word.text.eq_ignore_ascii_case("code") || word.text.eq_ignore_ascii_case("opcode")
    };
    let mut pairs = words.iter().zip(words.iter().skip(1));
    pairs.find_map(|(word, number)| opcode(number.text).filter(|_| is_code(word)))
}

/// `From server? Yes`.
fn answer(words: &[Word<'_>]) -> Option<&'static str> {
    let at = words.iter().position(|word| word.text.eq_ignore_ascii_case("server?"))?;
    match words.get(at + 1)?.text {
        "Yes" | "true" => way_of("server"),
        "No" | "false" => way_of("client"),
        _ => None,
    }
}

/// The words behind the length of the packet, its number in brackets, and labels such as `HEX`.
fn without_labels<'w, 't>(words: &'w [Word<'t>], name: Option<u32>) -> &'w [Word<'t>] {
    if let [bad, def] = words
        && (bad.text, def.text) == ("bad", "def")
    {
        return &[];
    }
    let mut words = words;
    loop {
        words = match words {
            [number, unit, rest @ ..]
                if number.text.bytes().all(|b| b.is_ascii_digit()) && is_unit(unit.text) =>
            {
                rest
            }
            // `S_LOGIN (1234)`: nothing else has brackets of its own.
            [number, rest @ ..]
                if name.is_some_and(|name| name != number.group)
                    && rest.first().is_none_or(|next| next.group != number.group)
                    && number.text.bytes().all(|b| b.is_ascii_digit()) =>
            {
                rest
            }
            [label, rest @ ..] if is_label(label.text) => rest,
            _ => return words,
        };
    }
}

fn is_unit(word: &str) -> bool {
    ["bytes", "byte", "b"].iter().any(|unit| unit.eq_ignore_ascii_case(word))
}

fn is_label(word: &str) -> bool {
    let labels = ["hex", "raw", "data", "bytes", "payload", "buffer", "<Buffer", ":", "|", "="];
    labels.iter().any(|label| label.eq_ignore_ascii_case(word))
        || word.strip_prefix("len=").is_some_and(|number| number.parse::<u32>().is_ok())
}

fn all_bytes(words: &[Word<'_>]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    words.iter().try_for_each(|word| unhex_run(word.text, &mut bytes)).ok()?;
    Some(bytes)
}

fn is_hex(word: &str) -> bool {
    let pairs = |part: &str| {
        !part.is_empty()
            && part.len().is_multiple_of(2)
            && part.bytes().all(|b| b.is_ascii_hexdigit())
    };
    match word.contains('-') {
        true => word.split('-').all(|part| part.len() == 2 && pairs(part)),
        false => pairs(word),
    }
}

fn n_bytes(word: &str) -> usize {
    word.bytes().filter(|byte| *byte != b'-').count() / 2
}

/// `2c00fe90`, or `2C-00-FE-90` as .NET writes it.
fn unhex_run(word: &str, bytes: &mut Vec<u8>) -> Result<(), &'static str> {
    match is_hex(word) && word.contains('-') {
        true => word.split('-').try_for_each(|part| unhex_word(part, bytes)),
        false => unhex_word(word, bytes),
    }
}

fn opcode(word: &str) -> Option<Of> {
    let hex = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X"));
    let number = match hex {
        Some(hex) => u16::from_str_radix(hex, 16).ok(),
        None => word.strip_prefix("opcode_").unwrap_or(word).parse().ok(),
    };
    number.map(Of::Opcode)
}

/// `S_LOGIN` or `S_LOGIN.14`.
pub(super) fn packet_name(word: &str) -> Option<Of> {
    let (name, version) = match word.split_once('.') {
        Some((name, version)) => (name, Some(version.parse().ok()?)),
        None => (word, None),
    };
    // All packets are named in capitals, and no word of a sentence is.
    let is_name = name.contains('_')
        && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
        && name.starts_with(|c: char| c.is_ascii_uppercase());
    is_name.then(|| Of::Name(name.into(), version))
}
