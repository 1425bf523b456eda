//! Packets: bytes ↔ values ↔ JSON, by the layout of a definition.
//!
//! ```text
//! 12 00 e7 03 | 01 00 08 00 | 08 00 00 00 2a 00 …      {"#opcode": 999,
//! length opcode count offset  here  next  fields        "list": [{"value": 42}]}
//! ```
//!
//! Decoding and encoding what was decoded gives the packet again, if it was written as the game's
//! own writers do; encoding and decoding gives the values again, always.

mod value;
mod fault;
mod plan;
mod trace;
mod decode;
mod encode;
mod json;
mod skill;

use super::layout::Layout;
use super::syntax::FieldId;

pub use decode::Decoded;
pub use fault::{Fault, FaultKind, Misfit, Unusable};
pub use json::scalar::value_to_json;
pub use skill::Skill;
pub use trace::{Read, Trace, What};
pub use value::{Packet, Value};

use decode::Reader;
use plan::{Kind, Plan};

/// A layout made ready for reading and writing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Codec {
    message: Plan,
}

impl Codec {
    pub fn new(layout: &Layout) -> Result<Codec, Unusable> {
        Ok(Codec { message: Plan::new(&layout.message, layout.patch)? })
    }

    /// Reads the first packet of some bytes. What follows it is warned of.
    pub fn decode(&self, bytes: &[u8]) -> Result<Decoded, Fault> {
        let mut reader = Reader::new(None);
        let packet = match reader.message(&self.message, bytes) {
            Ok(packet) => packet,
            // Of a packet that is cut short, that is what is wrong, wherever it shows.
            Err(fault) => return Err(reader.cut_short().unwrap_or(*fault)),
        };
        // Looking for the bytes takes longer than reading; that there are some is known at once.
        if reader.has_left_over() && !self.message.is_partial {
            let Trace { warnings, .. } = self.trace(bytes);
            return Ok(Decoded { packet, warnings });
        }
        let (warnings, _) = reader.finish();
        Ok(Decoded { packet, warnings })
    }

    /// Reads a packet and notes what every byte of it is, up to where it breaks. One that is cut
    /// short breaks at the field that is cut, and a warning says that it is.
    pub fn trace(&self, bytes: &[u8]) -> Trace {
        let mut reader = Reader::new(Some(Vec::new()));
        let outcome = reader.message(&self.message, bytes).map_err(|fault| *fault);
        let has_left_over = outcome.is_ok() && reader.has_left_over() && !self.message.is_partial;
        let len = reader.len();
        let cut_short = reader.cut_short();
        let (mut warnings, reads) = reader.finish();
        warnings.extend(cut_short);
        if has_left_over {
            warnings.extend(trace::left_over(&reads, len));
        }
        Trace { reads, outcome, warnings }
    }

    pub fn encode(&self, packet: &Packet) -> Result<Vec<u8>, Misfit> {
        encode::Writer::packet(&self.message, packet)
    }

    /// The values by their names; `#opcode` first, which can't be the name of a field.
    pub fn to_json(&self, packet: &Packet) -> serde_json::Value {
        json::packet_to_json(&self.message, packet)
    }

    /// Values by their names. Without an `#opcode` among them, this one is taken.
    pub fn from_json(
        &self,
        json: &serde_json::Value,
        opcode: Option<u16>,
    ) -> Result<Packet, Misfit> {
        json::packet_from_json(&self.message, json, opcode, json::Missing::Refused)
    }

    /// The same, where fields may be left out: they are 0, false or empty, as the writers of the game's
    /// own tools have them. Answers with them as well.
    pub fn from_some_json(
        &self,
        json: &serde_json::Value,
        opcode: Option<u16>,
    ) -> Result<(Packet, Vec<String>), Misfit> {
        let mut missing = Vec::new();
        let empty = json::Missing::Empty(&mut missing);
        let packet = json::packet_from_json(&self.message, json, opcode, empty)?;
        Ok((packet, missing))
    }

    /// A packet to fill in: every field is 0, false or empty, and every array has one element.
    pub fn template(&self, opcode: u16) -> Packet {
        json::empty_packet(&self.message, opcode, 1)
    }

    /// Shows every value with its line: those of elements once for each element.
    pub fn visit<'v>(&self, packet: &'v Packet, see: &mut dyn FnMut(FieldId, &'v Value)) {
        visit(&self.message, &packet.values, see);
    }
}

fn visit<'v>(plan: &Plan, values: &'v [Value], see: &mut dyn FnMut(FieldId, &'v Value)) {
    for (step, value) in plan.steps.iter().filter(|step| step.has_value()).zip(values) {
        if let Some(field) = step.field {
            see(field, value);
        }
        if let (Kind::Array(array), Value::Array { values, .. }) = (&step.kind, value) {
            for element in values.chunks_exact(array.element.n_values.max(1)) {
                visit(&array.element, element, see);
            }
        }
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod examples {
    use expect_test::{Expect, expect};

    use super::super::{Settings, Syntax};
    use super::*;

    fn codec(text: &str) -> Codec {
        Codec::new(&Layout::of(&Syntax::parse(text), Settings::default())).unwrap()
    }

    fn bytes(hex: &str) -> Vec<u8> {
        let digits: String = hex.split_whitespace().collect();
        (0..digits.len())
            .step_by(2)
            .map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap())
            .collect()
    }

    /// A canonical packet, and what it holds.
    fn check(text: &str, hex: &str, expected: &Expect) {
        let (codec, bytes) = (codec(text), bytes(hex));
        let decoded = codec.decode(&bytes).unwrap();
        assert_eq!(decoded.warnings, []);
        let json = codec.to_json(&decoded.packet);
        expected.assert_eq(&json.to_string());
        assert_eq!(codec.from_json(&json, None).unwrap(), decoded.packet);
        assert_eq!(codec.encode(&decoded.packet).unwrap(), bytes);
    }

    #[test]
    fn a_list() {
        check(
            "int32 number\narray list\n- int16 value",
            "18 00 e7 03  02 00 0c 00  ff ff ff ff  0c 00 12 00 01 00  12 00 00 00 02 00",
            &expect![[r##"{"#opcode":999,"number":-1,"list":[{"value":1},{"value":2}]}"##]],
        );
        check(
            "array<string> names\nbytes data",
            "1e 00 01 00  01 00 0c 00  1a 00 04 00  0c 00 00 00 12 00 61 00 3d d8 08 de 00 00
             01 02 03 04",
            &expect![[r##"{"#opcode":1,"names":["a😈"],"data":"01020304"}"##]],
        );
    }

    #[test]
    fn what_is_empty() {
        check("", "04 00 01 00", &expect![[r##"{"#opcode":1}"##]]);
        check(
            "array list\n- int16 value\nbytes data\nstring name\nobject none",
            "10 00 01 00  00 00 00 00  0e 00 00 00  0e 00  00 00",
            &expect![[r##"{"#opcode":1,"list":[],"data":"","name":"","none":{}}"##]],
        );
    }

    #[test]
    fn objects_are_put_together_again() {
        check(
            "object o\n- byte a\nbyte b\nobject o\n- byte c\n- byte a\nbyte o\nbyte b",
            "0a 00 01 00  01 02 03 04 05 06",
            &expect![[r##"{"#opcode":1,"o":{"a":1,"c":3,"a#2":4},"b":2,"o#2":5,"b#2":6}"##]],
        );
    }

    #[test]
    fn numbers_are_exact() {
        check(
            "uint64 a\nint64 b\nint64 c\nfloat d\nfloat e\nfloat f\ndouble g\nbyte[2] h",
            "32 00 01 00  ff ff ff ff ff ff ff ff  00 00 00 00 00 00 00 80  ff ff ff ff ff ff 1f 00
             cd cc cc 3d  01 00 c0 7f  00 00 80 ff  9a 99 99 99 99 99 b9 3f  07 08",
            &expect![[
                r##"{"#opcode":1,"a":"18446744073709551615","b":"-9223372036854775808","c":9007199254740991,"d":0.1,"e":"NaN 0x7fc00001","f":"-Infinity","g":0.1,"h":[7,8]}"##
            ]],
        );
    }

    #[test]
    fn the_types_of_the_game() {
        check(
            "vec3 at\nvec3fa turn\nangle w\nskillid skill\nskillid32 old\ncustomize look\nbool b",
            "33 00 01 00  00 00 80 3f 00 00 00 40 00 00 40 40  00 00 00 47 00 00 00 00 00 00 00 c7
             00 40  34 12 3a 10 01 00 00 00  34 12 3a 44  01 02 03 04 05 06 07 08  01",
            &expect![[
                r##"{"#opcode":1,"at":{"x":1.0,"y":2.0,"z":3.0},"turn":{"x":3.141592653589793,"y":0.0,"z":-3.141592653589793},"w":1.5707963267948966,"skill":{"npc":true,"type":1,"huntingZoneId":58,"id":4660,"reserved":0},"old":{"npc":true,"type":1,"huntingZoneId":58,"id":4660,"reserved":0},"look":"0102030405060708","b":true}"##
            ]],
        );
    }

    #[test]
    fn arrays_that_take_turns() {
        check(
            "array[interleaved] a\n- byte v\narray[interleaved] b\n- int16 v",
            "1c 00 01 00  02 00 0c 00 01 00 11 00  0c 00 17 00 0a  11 00 00 00 0b 00  17 00 00 00 0c",
            &expect![[r##"{"#opcode":1,"a":[{"v":10},{"v":12}],"b":[{"v":11}]}"##]],
        );
    }

    #[test]
    fn half_of_a_surrogate_pair_is_kept() {
        check(
            "string s",
            "0c 00 01 00  06 00  00 d8 61 00  00 00",
            &expect![[r##"{"#opcode":1,"s":{"utf16":[55296,97]}}"##]],
        );
    }

    #[test]
    fn meta_fields_of_nothing_are_numbers() {
        check(
            "count skipped\noffset skipped\nref s\nint32 x\nstring s",
            "10 00 01 00  02 00 63 00  0e 00  05 00 00 00 00 00",
            &expect![[r##"{"#opcode":1,"count skipped":2,"offset skipped":99,"x":5,"s":""}"##]],
        );
    }

    fn faults(text: &str, hex: &str, expected: &Expect) {
        let found = match codec(text).decode(&bytes(hex)) {
            Err(fault) => fault.to_string(),
            Ok(decoded) => {
                decoded.warnings.iter().map(|fault| format!("warning: {fault}\n")).collect()
            }
        };
        expected.assert_eq(&found);
    }

    #[test]
    fn faults_name_the_field_and_the_byte() {
        faults(
            "int32 a",
            "03 00",
            &expect!["the packet: a packet has at least 4 bytes, but there are only 2 (at byte 0)"],
        );
        faults(
            "int32 a",
            "09 00 01 00 00 00 00 00",
            &expect![
                "the packet: the header says that it has 9 bytes, but there are 8 (at byte 0)"
            ],
        );
        faults(
            "int32 a",
            "07 00 01 00 00 00 00",
            &expect!["a: 4 bytes are needed, but the packet has only 3 more (at byte 4)"],
        );
        faults(
            "string s",
            "08 00 01 00 02 00 00 00",
            &expect!["s: the offset 2 is not inside the packet's bytes 4 to 8 (at byte 4)"],
        );
        faults(
            "string s",
            "08 00 01 00 06 00 61 00",
            &expect!["s: the string has no end in the packet (at byte 6)"],
        );
        faults(
            "bytes b",
            "09 00 01 00 08 00 05 00 00",
            &expect!["b: the count says 5 bytes, but the packet has only 1 more (at byte 6)"],
        );
        const LIST: &str = "array list\n- object o\n- - bool b";
        faults(
            LIST,
            "12 00 01 00 02 00 08 00  08 00 0d 00 01  0e 00 00 00 01",
            &expect!["list[1]: an element at 13 says that it is at 14 (at byte 13)"],
        );
        faults(
            LIST,
            "12 00 01 00 02 00 08 00  08 00 08 00 01  0d 00 00 00 01",
            &expect![
                "list[0]: the next element is said to be at 8, which is not further on (at byte \
                10)"
            ],
        );
        faults(
            LIST,
            "12 00 01 00 ff ff 08 00  08 00 0d 00 01  0d 00 00 00 01",
            &expect!["list: the count says 65535, but the elements end after 2 (at byte 4)"],
        );
        faults(
            LIST,
            "12 00 01 00 02 00 08 00  08 00 0d 00 01  0d 00 00 00 07",
            &expect![[r#"
            warning: list[1].o.b: a bool is 0 or 1, but this is 7 (at byte 17)
        "#]],
        );
        faults(
            LIST,
            "12 00 01 00 01 00 08 00  08 00 0d 00 01  0d 00 00 00 01",
            &expect![[r#"
                warning: list: the count says 1, but there is one more element at 13 (at byte 10)
                warning: list[0].o.b: 5 bytes after it are read by no field (at byte 13)
            "#]],
        );
        faults(
            LIST,
            "12 00 01 00 02 00 08 00  08 00 40 00 01  0d 00 00 00 01",
            &expect![
                "list[0]: the offset 64 is not inside the packet's bytes 4 to 18 (at byte 10)"
            ],
        );
        faults(
            "byte a\nstring s",
            "0b 00 01 00 09 00 01  00 00  00 00",
            &expect![[r#"
            warning: a: 2 bytes after it are read by no field (at byte 7)
        "#]],
        );
        faults(
            "",
            "05 00 01 00 01 02",
            &expect![[r#"
                warning: the packet: there is 1 extra byte after its length (at byte 5)
                warning: the packet: 1 byte after it is read by no field (at byte 4)
            "#]],
        );
    }

    #[test]
    fn fields_that_are_left_out_are_empty_and_misspelt_ones_are_refused() {
        let codec = codec(
            "int32 n\narray list\n- object o\n- - string name\n- vec3 at\nbyte[3] key\nbool b",
        );
        let some = |json: &str| {
            let json = serde_json::from_str(json).unwrap();
            codec.from_some_json(&json, Some(1)).map_err(|misfit| misfit.to_string())
        };
        let (packet, missing) = some(r#"{"n": 7, "list": [{"o": {}}]}"#).unwrap();
        assert_eq!(missing, ["key", "b", "list[0].o.name", "list[0].at"]);
        let json = codec.to_json(&packet).to_string();
        assert_eq!(
            json,
            r##"{"#opcode":1,"n":7,"key":[0,0,0],"b":false,"list":[{"o":{"name":""},"at":{"x":0.0,"y":0.0,"z":0.0}}]}"##
        );
        assert!(some(r#"{"lits": []}"#).unwrap_err().contains("did you mean `list`"));
        let template = codec.template(9);
        let bytes = codec.encode(&template).unwrap();
        assert_eq!(codec.decode(&bytes).unwrap().packet, template);
        assert_eq!(codec.to_json(&template)["list"].as_array().unwrap().len(), 1);
    }

    #[test]
    fn values_that_do_not_fit_are_named() {
        let codec = codec("int32 n\narray list\n- object o\n- - string name\n- skillid s");
        let misfit = |json: &str| {
            let json = serde_json::from_str(json).unwrap();
            codec.from_json(&json, Some(1)).unwrap_err().to_string()
        };
        let all = [
            misfit("7"),
            misfit("{}"),
            misfit(r#"{"n": 1, "lits": []}"#),
            misfit(r#"{"n": 1, "list": [], "m": 3}"#),
            misfit(r#"{"n": 2147483648, "list": []}"#),
            misfit(r#"{"n": 1, "list": {}}"#),
            misfit(r#"{"n": 1, "list": [{"o": {"nam": ""}, "s": 1}]}"#),
            misfit(r#"{"n": 1, "list": [{"o": {"name": "\u0000"}, "s": {}}]}"#),
            misfit(
                r#"{"n": 1, "list": [{"o": {"name": ""}, "s": {"npc": false, "type": 99, "id": 1}}]}"#,
            ),
        ];
        expect![[r#"
            the packet: the fields have to be a JSON object
            n: it is missing
            list: it is missing
            m: the definition has no such field
            n: it must be an integer of 32 bits, but is 2147483648
            list: it must be an array, but is an object
            list[0].o.name: it is missing
            list[0].o.name: a string can't hold NUL, which ends it
            list[0].s: type is too large
        "#]]
        .assert_eq(&(all.join("\n") + "\n"));
    }

    #[test]
    fn a_packet_that_is_too_long_is_refused() {
        let codec = codec("array list\n- bytes b");
        let bytes = || Value::Bytes(vec![0; 40_000].into());
        let values = vec![Value::Array { n_elements: 2, values: [bytes(), bytes()].into() }];
        let misfit = codec.encode(&Packet { opcode: 1, values }).unwrap_err();
        assert_eq!(
            misfit.to_string(),
            "the packet: the packet is already longer than 65535 bytes here"
        );
    }

    #[test]
    fn a_definition_that_cannot_be_used_says_why() {
        let unusable = |text: &str| {
            let layout = Layout::of(&Syntax::parse(text), Settings::default());
            Codec::new(&layout).unwrap_err().to_string()
        };
        let all = ["in32 a", "ref a", "@include x", "count b\nbytes a", "string a\nref a"];
        expect![[r#"
            a: its type is unknown, so the place of all following fields is unknown, too
            a: a `ref` to no field has an unknown size
            x: the file to include is missing
            a: without a count nothing says how many bytes there are
            a: its count or offset comes after it, or belongs to a different field
        "#]]
        .assert_eq(&(all.map(unusable).join("\n") + "\n"));
    }

    #[test]
    fn every_value_is_seen_with_its_line() {
        let codec = codec("byte a\narray l\n- byte b");
        let packet =
            codec.decode(&bytes("13 00 01 00 02 00 09 00 05 09 00 0e 00 06 0e 00 00 00 07"));
        let packet = packet.unwrap().packet;
        let mut seen = Vec::new();
        codec.visit(&packet, &mut |field, value| {
            if let Value::Byte(value) = value {
                seen.push((field.0, *value));
            }
        });
        assert_eq!(seen, [(0, 5), (2, 6), (2, 7)]);
    }
}
