//! What holds for every definition: the laws of the codec, on made-up definitions and packets.

use super::plan::{Kind, Plan};
use super::value::{Packet, Scalar, Value};
use super::{Codec, FaultKind};
use crate::def::layout::Layout;
use crate::def::syntax::Syntax;
use crate::def::{Dialect, Settings};

/// Marsaglia's xorshift: the same numbers on every machine.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 33) as usize % limit
    }

    fn pick<'a>(&mut self, items: &[&'a str]) -> &'a str {
        items[self.below(items.len())]
    }

    fn definition(&mut self) -> String {
        const TYPES: &[&str] = &[
            "bool",
            "byte",
            "int16",
            "int32",
            "int64",
            "uint16",
            "uint32",
            "uint64",
            "float",
            "double",
            "vec3",
            "vec3fa",
            "angle",
            "skillid",
            "skillid32",
            "customize",
            "string",
            "string",
            "bytes",
            "bytes",
            "array<int32>",
            "array<string>",
            "array<array<byte>>",
            "byte[3]",
            "bool[0]",
            "array",
            "array",
            "array",
            "object",
            "object",
            "array[interleaved]",
            "array[interleaved]",
            "array<vec3>[interleaved]",
        ];
        const META: &[&str] = &["count", "offset", "ref", "in32"];
        const NAMES: &[&str] = &["a", "b", "c", "o", "o.a", "o.b"];
        let is_explicit = self.below(8) == 0;
        let mut text = String::new();
        let mut depth = 0;
        for _ in 0..self.below(12) {
            let is_meta = is_explicit && self.below(2) == 0;
            let ty = self.pick(if is_meta { META } else { TYPES });
            let dashes = "- ".repeat(self.below(depth + 1));
            depth = dashes.len() / 2 + usize::from(ty.starts_with("array") || ty == "object");
            text.push_str(&format!("{dashes}{ty} {}\n", self.pick(NAMES)));
        }
        text
    }

    fn packet(&mut self, plan: &Plan) -> Packet {
        Packet { opcode: self.next() as u16, values: self.values(plan, 0) }
    }

    fn values(&mut self, plan: &Plan, depth: usize) -> Vec<Value> {
        let steps = plan.steps.iter().filter(|step| step.has_value());
        steps.map(|step| self.value(&step.kind, depth)).collect()
    }

    fn value(&mut self, kind: &Kind, depth: usize) -> Value {
        match kind {
            Kind::Scalar(scalar) => self.scalar(*scalar),
            Kind::Repeat(scalar, n) => {
                Value::Repeat((0..*n).map(|_| self.scalar(*scalar)).collect())
            }
            Kind::Meta(_) => unreachable!("it has no value"),
            Kind::Bytes { .. } => {
                Value::Bytes((0..self.below(5)).map(|_| self.next() as u8).collect())
            }
            Kind::String { .. } => {
                Value::String((0..self.below(5)).map(|_| self.next() as u16 | 1).collect())
            }
            Kind::Array(array) => {
                let n_elements = self.below(4 >> depth.min(2)) as u32;
                let elements = (0..n_elements).map(|_| self.values(&array.element, depth + 1));
                Value::Array { n_elements, values: elements.flatten().collect() }
            }
        }
    }

    fn scalar(&mut self, scalar: Scalar) -> Value {
        let bytes: Vec<u8> =
            (0..16).map(|_| [0, 1, 0xff, self.next() as u8][self.below(4)]).collect();
        match scalar.read(&bytes).unwrap() {
            Value::Bool(value) => Value::Bool(value & 1),
            value => value,
        }
    }
}

fn codec(text: &str, dialect: Dialect, patch: Option<u32>) -> Option<Codec> {
    Codec::new(&Layout::of(&Syntax::parse(text), Settings { dialect, patch })).ok()
}

fn made_up(numbers: &mut Numbers) -> Option<(String, Codec)> {
    let text = numbers.definition();
    let dialect = Dialect::ALL[numbers.below(4)];
    let codec = codec(&text, dialect, [None, Some(70)][numbers.below(2)])?;
    Some((text, codec))
}

#[test]
fn what_is_encoded_is_decoded_again_without_a_warning() {
    let mut numbers = Numbers(0x5eed);
    let mut n_tried = 0;
    for _ in 0..5_000 {
        let Some((text, codec)) = made_up(&mut numbers) else { continue };
        let packet = numbers.packet(&codec.message);
        let bytes = codec.encode(&packet).unwrap();
        let decoded = codec.decode(&bytes).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        assert_eq!(decoded.packet, packet, "{text}");
        assert_eq!(decoded.warnings, [], "{text}");
        let json = codec.to_json(&packet);
        let read: serde_json::Value = serde_json::from_str(&json.to_string()).unwrap();
        assert_eq!(codec.from_json(&read, None).as_ref(), Ok(&packet), "{text}\n{json}");
        let trace = codec.trace(&bytes);
        let n_traced: usize = trace.reads.iter().map(|read| read.range.len()).sum();
        assert_eq!((trace.outcome, n_traced), (Ok(packet), bytes.len()), "{text}");
        n_tried += 1;
    }
    assert!(n_tried > 2_000, "{n_tried}");
}

#[test]
fn whatever_the_bytes_are_reading_ends_and_what_was_read_can_be_written() {
    let mut numbers = Numbers(0xfade);
    let mut n_read = 0;
    for round in 0..5_000 {
        let Some((text, codec)) = made_up(&mut numbers) else { continue };
        let mut bytes = codec.encode(&numbers.packet(&codec.message)).unwrap();
        for _ in 0..numbers.below(4) {
            let (at, with) = (numbers.below(bytes.len()), numbers.below(bytes.len() + 8));
            bytes[at] = if round % 2 == 0 { with as u8 } else { numbers.next() as u8 };
        }
        if numbers.below(4) == 0 {
            bytes.truncate(numbers.below(bytes.len()));
        }
        let trace = codec.trace(&bytes);
        let decoded = codec.decode(&bytes);
        let outcome = decoded.clone().map(|decoded| decoded.packet);
        match &outcome {
            // A packet that is cut short breaks where that shows first, and the trace says both.
            Err(fault) if outcome != trace.outcome => {
                assert!(matches!(fault.kind, FaultKind::BadLength { .. }), "{text}: {fault}");
                assert_eq!(trace.warnings.last(), Some(fault), "{text}");
                assert!(trace.outcome.is_err(), "{text}");
            }
            _ => assert_eq!(outcome, trace.outcome, "{text}"),
        }
        for fault in decoded.iter().flat_map(|decoded| &decoded.warnings) {
            assert!(fault.kind.is_warning() && fault.offset <= bytes.len(), "{fault}");
        }
        let Ok(decoded) = decoded else { continue };
        let json = codec.to_json(&decoded.packet);
        assert_eq!(codec.from_json(&json, None).as_ref(), Ok(&decoded.packet), "{text}\n{json}");
        let Ok(canonical) = codec.encode(&decoded.packet) else { continue };
        let again = codec.decode(&canonical).unwrap();
        assert_eq!(again.packet, decoded.packet, "{text}");
        assert_eq!(codec.encode(&again.packet).as_ref(), Ok(&canonical), "{text}");
        n_read += 1;
    }
    assert!(n_read > 500, "{n_read}");
}

#[test]
fn a_packet_cut_anywhere_is_an_error() {
    let text = "int32 a\nstring s\narray l\n- bytes b\n- array m\n- - vec3 v\nbytes z";
    let codec = codec(text, Dialect::Auto, None).unwrap();
    let packet = loop {
        let packet = Numbers(77).packet(&codec.message);
        if codec.encode(&packet).unwrap().len() > 40 {
            break packet;
        }
    };
    let bytes = codec.encode(&packet).unwrap();
    for len in 0..bytes.len() {
        let mut cut = bytes[..len].to_vec();
        assert!(codec.decode(&cut).is_err(), "{len}");
        if let Some(header) = cut.first_chunk_mut() {
            *header = (len as u16).to_le_bytes();
        }
        // Of the last field, as much as its count says is there.
        assert!(codec.decode(&cut).is_err(), "{len}");
    }
}

#[test]
fn elements_that_share_what_they_hold_do_not_explode() {
    let text = "array a\n- array b\n- - array c\n- - - array d\n- - - - byte e";
    let codec = codec(text, Dialect::Auto, None).unwrap();
    // Four levels of 1000 elements each; every element leads to the same chain below it.
    let mut bytes = vec![0; 4];
    let n = 1000_u16;
    let level_len = |level: u16| if level == 3 { 5 } else { 8 };
    let mut start = 8_u16;
    bytes.extend(n.to_le_bytes());
    bytes.extend(start.to_le_bytes());
    for level in 0..4 {
        let below = start + n * level_len(level);
        for idx in 0..n {
            let here = start + idx * level_len(level);
            let next = if idx + 1 == n { 0 } else { here + level_len(level) };
            bytes.extend([here, next].map(u16::to_le_bytes).concat());
            match level {
                3 => bytes.push(0),
                _ => bytes.extend([n, below].map(u16::to_le_bytes).concat()),
            }
        }
        start = below;
    }
    let len = (bytes.len() as u16).to_le_bytes();
    bytes[..2].copy_from_slice(&len);
    let fault = codec.decode(&bytes).unwrap_err();
    assert_eq!(fault.kind, FaultKind::TooMuch);
}
