//! Reads a packet that somebody pasted, as far as it can be read.

use landwright_core::def::codec::{Codec, Fault, Read, What, value_to_json};
use landwright_core::def::{Definition, FieldId, capture};
use serde::Serialize;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::Range;

use crate::feature::command::refused;
use crate::to_proto;
use crate::world::Snapshot;

/// Length and opcode.
const LEN_HEADER: usize = 4;

/// A packet as an editor shows it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Tree {
    pub name: String,
    pub n_bytes: usize,
    /// In the order in which they were read.
    pub rows: Vec<Row>,
    /// Where reading ended, unless the packet has been read to its end.
    pub error: Option<Broken>,
    pub warnings: Vec<Broken>,
}

/// Some bytes and what they are.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// In how many elements and objects it is.
    pub depth: usize,
    /// With all that is around it: `list[3].name`.
    pub path: String,
    pub what: &'static str,
    pub value: String,
    pub start: usize,
    pub end: usize,
    /// The line of the definition.
    pub range: Option<Range>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Broken {
    pub message: String,
    pub path: String,
    /// The byte of the packet.
    pub offset: usize,
    /// The line of the definition.
    pub range: Option<Range>,
}

pub fn decode(snapshot: &Snapshot, hex: &str) -> Result<Tree> {
    let definition = snapshot.catalogue().definition(snapshot.path());
    let definition = definition.ok_or_else(|| refused("only definitions can read packets"))?;
    let bytes = match capture::bytes_of(hex) {
        Ok(bytes) => bytes,
        Err(_) => bytes_of(hex).map_err(refused)?,
    };
    let layout = snapshot.catalogue().layout(definition);
    let codec = Codec::new(&layout).map_err(|reason| refused(reason.to_string()))?;
    let n_bytes = bytes.len();
    let (bytes, wrong_length) = with_true_length(bytes);
    let trace = codec.trace(&bytes);
    let broken = |fault: &Fault| Broken {
        message: fault.kind.to_string(),
        path: fault.path.clone(),
        offset: fault.offset,
        range: line(snapshot, definition, fault.field),
    };
    let mut rows: Vec<Row> =
        trace.reads.iter().map(|read| row(snapshot, definition, read)).collect();
    let mut warnings: Vec<Broken> = trace.warnings.iter().map(broken).collect();
    if let Some(stated) = wrong_length {
        let message = format!("the header says {stated} bytes, but there are {n_bytes}");
        let path = "length".to_owned();
        warnings.insert(0, Broken { message, path, offset: 0, range: None });
        if let Some(length) = rows.first_mut() {
            length.value = stated.to_string();
        }
    }
    Ok(Tree {
        name: snapshot.file.key.file_name().to_owned(),
        n_bytes,
        rows,
        error: trace.outcome.as_ref().err().map(broken),
        warnings,
    })
}

/// A packet that was cut while it was copied says that it is longer than it is. What there is of
/// it can be read all the same, once it says how long it is. Gives what it said, too.
fn with_true_length(mut bytes: Vec<u8>) -> (Vec<u8>, Option<u16>) {
    let n_bytes = bytes.len();
    let (Ok(true_length), Some(length)) = (u16::try_from(n_bytes), bytes.first_chunk_mut()) else {
        return (bytes, None);
    };
    let stated = u16::from_le_bytes(*length);
    if n_bytes < LEN_HEADER || (LEN_HEADER..=n_bytes).contains(&usize::from(stated)) {
        return (bytes, None);
    }
    *length = true_length.to_le_bytes();
    (bytes, Some(stated))
}

fn row(snapshot: &Snapshot, definition: &Definition, read: &Read) -> Row {
    Row {
        depth: read.path.matches(['.', '[']).count(),
        path: read.path.clone(),
        what: match read.what {
            What::Length => "length",
            What::Opcode => "opcode",
            What::Here => "here",
            What::Next => "next",
            What::Count => "count",
            What::Offset => "offset",
            What::Field => "field",
        },
        value: value_to_json(&read.value).to_string(),
        start: read.range.start,
        end: read.range.end,
        range: line(snapshot, definition, read.field),
    }
}

fn line(snapshot: &Snapshot, definition: &Definition, field: Option<FieldId>) -> Option<Range> {
    let field = definition.syntax.field(field?)?;
    let line = definition.syntax.lines().get(field.line as usize)?;
    Some(to_proto::range(snapshot, line.content.range()))
}

/// The bytes of a text as people copy them: `0a00 e7 03`, `0x0a, 0x00`, `0a:00`.
fn bytes_of(hex: &str) -> std::result::Result<Vec<u8>, String> {
    let words = hex.split(|c: char| c.is_whitespace() || matches!(c, ',' | ':' | ';' | '-'));
    let words = words.map(|word| word.strip_prefix("0x").unwrap_or(word));
    let digits: Vec<char> = words.flat_map(str::chars).collect();
    let value = |digit: &char| {
        digit
            .to_digit(16)
            .and_then(|value| u8::try_from(value).ok())
            .ok_or_else(|| format!("`{digit}` is not a hexadecimal digit"))
    };
    let values = digits.iter().map(value).collect::<std::result::Result<Vec<u8>, String>>()?;
    if values.len() % 2 == 1 {
        return Err("a byte has two hexadecimal digits, but the last byte has only one".to_owned());
    }
    Ok(values
        .chunks_exact(2)
        .map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_as_people_copy_them() {
        for text in ["0a00e703", "0A 00 E7\n03", "0x0a, 0x00, 0xe7, 0x03", "0a:00:e7:03"] {
            assert_eq!(bytes_of(text), Ok(vec![0x0a, 0, 0xe7, 3]), "{text}");
        }
        assert_eq!(bytes_of(""), Ok(vec![]));
        assert!(bytes_of("0a0").is_err());
        assert!(bytes_of("0g").unwrap_err().contains("`g`"));
    }
}
