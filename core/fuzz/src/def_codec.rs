//! Packets by definitions. The input is the text of a definition, a NUL, and a packet.

use landwright_core::def::codec::{Fault, FaultKind, Packet, Read, Trace, Value, What};
use landwright_core::def::{Codec, Dialect, Layout, Settings, Syntax};

use crate::text;

pub fn hold(bytes: &[u8]) {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    let (definition, packet) = bytes.split_at(end);
    let packet = packet.get(1..).unwrap_or_default();
    let syntax = Syntax::parse(text(definition));
    for dialect in [Dialect::Toolbox, Dialect::Protojs] {
        for patch in [None, Some(70)] {
            let layout = Layout::of(&syntax, Settings { dialect, patch });
            if let Ok(codec) = Codec::new(&layout) {
                hold_packet(&codec, packet);
            }
        }
    }
}

fn hold_packet(codec: &Codec, bytes: &[u8]) {
    let trace = codec.trace(bytes);
    for read in &trace.reads {
        assert!(bytes.get(read.range.clone()).is_some(), "{read:?}");
    }
    let decoded = codec.decode(bytes);
    assert_eq!(decoded.clone().map(|decoded| decoded.packet), trace.outcome);
    let Ok(decoded) = decoded else { return };
    hold_values(codec, &decoded.packet);
    if is_canonical(&trace, bytes.len()) {
        let written = codec.encode(&decoded.packet);
        assert_eq!(written.as_deref(), Ok(bytes));
    }
}

/// Values are written so that they are read again, as a packet and as JSON.
fn hold_values(codec: &Codec, packet: &Packet) {
    let json = codec.to_json(packet).to_string();
    let read = serde_json::from_str(&json).expect("JSON that was written is read");
    assert_eq!(codec.from_json(&read, None).as_ref(), Ok(packet), "{json}");
    let Ok(written) = codec.encode(packet) else { return };
    let again = codec.decode(&written).expect("what was written is read");
    assert_eq!(again.packet, *packet);
    assert_eq!(codec.encode(&again.packet).as_ref(), Ok(&written));
}

/// True for a packet that has its parts in the order in which they are read, each once and nothing
/// besides, and says nothing of places where nothing is.
fn is_canonical(trace: &Trace, len: usize) -> bool {
    let mut end = 0;
    let is_in_order = trace.reads.iter().all(|read| {
        let is_next = read.range.start == end;
        end = read.range.end;
        is_next
    });
    // What has no bytes has no place either, and both are written as 0.
    let is_empty = |read: &Read| {
        matches!(read.what, What::Count | What::Offset) && read.value == Value::Uint16(0)
    };
    let is_odd_bool = |fault: &Fault| matches!(fault.kind, FaultKind::OddBool { .. });
    is_in_order
        && end == len
        && !trace.reads.iter().any(is_empty)
        && trace.warnings.iter().all(is_odd_bool)
}
