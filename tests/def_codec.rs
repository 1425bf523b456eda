//! The packets that the game's own parser is tested with decode, and encode to the same bytes.
//!
//! Its definitions are read where the corpus has them. Of the packets there are only hashes here:
//! they are what our encoding of the values has to have.

mod support;

use landwright_core::def::{Codec, Layout, Settings, Syntax};
use landwright_core::vfs::ContentHash;
use serde_json::{Value, json};

fn check(definition: &str, values: &Value, expected: (usize, u128)) {
    let Some(folder) = support::corpus("tera/def/parser-fixtures") else { return };
    let text = std::fs::read_to_string(folder.join(format!("{definition}.def"))).unwrap();
    let layout = Layout::of(&Syntax::parse(text), Settings::default());
    let codec = Codec::new(&layout).unwrap();
    let packet = codec.from_json(values, None).unwrap();
    let bytes = codec.encode(&packet).unwrap();
    let decoded = codec.decode(&bytes).unwrap();
    assert_eq!((decoded.packet, decoded.warnings), (packet.clone(), Vec::new()), "{definition}");
    assert_eq!(codec.to_json(&packet), *values, "{definition}");
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!((bytes.len(), ContentHash::of(&bytes).0), expected, "{definition}: {hex}");
}

#[test]
fn scalars() {
    check(
        "TEST_VERSIONS.1",
        &json!({"#opcode": 0, "byte": 1}),
        (5, 0xe6c4de27e6546a7c055bc25ed6672909),
    );
    check(
        "TEST_VERSIONS.2",
        &json!({"#opcode": 0, "int16": 2}),
        (6, 0x14acc8f3fed5a5dd178b4779df2b8670),
    );
    let simple = json!({
        "#opcode": 1, "bool": true, "byte": 2, "int16": 3, "int32": 4, "uint16": 5, "uint32": 6,
        "float": 7.8,
    });
    check("TEST_SIMPLE.1", &simple, (22, 0x385c092e3e4dadfc10573fa4293de386));
    let wide = |low: u64, high: u64| low | high << 32;
    let long = json!({"#opcode": 2, "long": wide(1, 2), "ulong": wide(3, 4)});
    check("TEST_LONG.1", &long, (20, 0xdba71a8cf9622f45a9a8388f76374b21));
}

#[test]
fn variable_fields() {
    let array = json!({
        "#opcode": 5,
        "arr": [{"int": 1, "byte": 2}, {"int": 3, "byte": 4}],
        "arr2": [{"str": "5"}, {"str": "6"}],
        "arr3": [{"ok": true}],
        "arr4": [],
    });
    check("TEST_ARRAY.1", &array, (63, 0xd0e046e0b4f159cba490abc3a841b82a));
    let bytes = json!({"#opcode": 4, "buf1": "0102030405060708", "buf2": "fffefdfc"});
    check("TEST_BYTES.1", &bytes, (24, 0xb0a77867f7b655f27fe08c5306b7c963));
    let string = json!({"#opcode": 3, "string1": "", "string2": "String 2"});
    check("TEST_STRING.1", &string, (28, 0x3c3a714ef81ed7e0cac87b64a26af96b));
}

#[test]
fn objects() {
    let simple = json!({"#opcode": 6, "obj": {"int": 1, "byte": 2}});
    check("TEST_OBJECT_SIMPLE.1", &simple, (9, 0x31b455470ddca309220a541623532eee));
    let complex = json!({
        "#opcode": 7,
        "int": 1,
        "obj": {"str": "2", "arr": [{"int": 3}, {"int": 4}]},
        "str": "5",
        "arr": [{"int": 6}, {"int": 7}],
    });
    check("TEST_OBJECT_COMPLEX.1", &complex, (50, 0xb8e58e296afa5f1524f4a793b1427905));
    let pair = |n: u32| json!({"int": n, "str": (n + 1).to_string()});
    let in_object = |a: Value, b: Value| json!({"obj": {"arr": [a, b]}});
    let object = |n: u32| json!({"obj": pair(n)});
    let nested = json!({
        "#opcode": 8,
        "obj": {"arr": [in_object(pair(1), pair(3)), in_object(pair(5), pair(7))]},
        "arr": [in_object(object(9), object(11)), in_object(object(13), object(15))],
    });
    check("TEST_OBJECT_NESTED.1", &nested, (148, 0x66b0a31f1d0524c5a23600d123c4d092));
}

#[test]
fn everything_at_once() {
    let wide = |low: u64, high: u64| low | high << 32;
    let part = |n: u32| json!({"element": n, "nested": {"element1": n + 1, "element2": n + 2}});
    let inner = |n: u32| json!({"element1": n, "element2": n + 1, "string": (n + 2).to_string()});
    let outer = |n: u32| {
        json!({
            "element": n, "string": (n + 1).to_string(), "nested": [inner(n + 2), inner(n + 5)],
        })
    };
    let all = json!({
        "#opcode": 1000, "bool": true, "byte": 2, "int16": 3, "int32": 4, "int64": wide(6, 5),
        "uint16": 7, "uint32": 8, "uint64": wide(10, 9), "float": 11.12,
        "object": {"property": 13, "array": [part(14), part(17)]},
        "bytes": "14151617",
        "string": "24",
        "array": [outer(25), outer(33)],
    });
    check("TEST_ALL.1", &all, (206, 0x46414ab424e6bf6c9a0984cd88e579ae));
}
