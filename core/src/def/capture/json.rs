//! Packets in lines of JSON, whatever a logger calls its keys.

use serde_json::{Map, Value};

use super::Of;
use super::unhex;
use super::words::{packet_name, way_of};

/// A packet of an object.
pub(super) struct Found {
    pub of: Option<Of>,
    pub way: Option<&'static str>,
    pub bytes: Vec<u8>,
}

const NAMES: &[&str] = &["name", "packet", "packetName", "opcodeName", "string", "type", "message"];
const OPCODES: &[&str] = &["opcode", "code", "op"];
const BYTES: &[&str] = &["hex", "raw", "data", "payload", "bytes", "buffer", "body"];
const WAYS: &[&str] = &["direction", "dir", "way", "from", "side", "source"];
/// True for a packet of the server.
const FROM_SERVER: &[&str] = &["fromServer", "incoming", "isServer"];

/// The packet of a line that is an object.
pub(super) fn packet(line: &str) -> Option<Found> {
    let object: Map<String, Value> = serde_json::from_str(line).ok()?;
    let bytes = BYTES.iter().find_map(|key| bytes_of(object.get(*key)?))?;
    let text = |key: &&str| object.get(*key)?.as_str();
    let version = object.get("version").and_then(Value::as_u64);
    let version = version.and_then(|version| u32::try_from(version).ok());
    let name = NAMES.iter().filter_map(text).find_map(packet_name).map(|of| match of {
        Of::Name(name, None) => Of::Name(name, version),
        of => of,
    });
    let number = || {
        let number = OPCODES.iter().find_map(|key| object.get(*key)?.as_u64())?;
        u16::try_from(number).ok().map(Of::Opcode)
    };
    let server = FROM_SERVER.iter().find_map(|key| object.get(*key)?.as_bool());
    let way = WAYS.iter().filter_map(text).find_map(way_of).or_else(|| match server? {
        true => way_of("server"),
        false => way_of("client"),
    });
    Some(Found { of: name.or_else(number), way, bytes })
}

/// Digits, a list of numbers, or a buffer as JavaScript writes it.
fn bytes_of(value: &Value) -> Option<Vec<u8>> {
    match value {
        Value::String(hex) => unhex(hex).ok().filter(|bytes| !bytes.is_empty()),
        Value::Array(numbers) => {
            let byte = |number: &Value| u8::try_from(number.as_u64()?).ok();
            numbers.iter().map(byte).collect::<Option<Vec<u8>>>().filter(|it| !it.is_empty())
        }
        Value::Object(buffer) if buffer.get("type").is_some_and(|it| it == "Buffer") => {
            bytes_of(buffer.get("data")?)
        }
        _ => None,
    }
}
