//! The law of formats: `write(read(x)) == x`, for the file, its payload, and by way of JSON.

use std::hint::black_box;
use std::ops::ControlFlow;

use landwright_core::format::ReadError;
use landwright_core::format::effort::Effort;
use landwright_core::format::file::{self, Content, File, Kind};
use landwright_core::format::tera::{N_CELLS, N_SQUARES, apd, zgd};
use landwright_core::format::text::CodePage;

/// Of larger files not everything is listed, and of large ones nothing is written as JSON: it
/// takes long, and small ones take the same ways.
const MAX_LISTED: usize = 128 << 10;
const MAX_AS_JSON: usize = 4096;

pub fn hold(kind: Kind, bytes: &[u8]) {
    match kind {
        // A flipped bit of a packed file mostly breaks the packing: payloads come as they are.
        // Behind the input there is what a whole zone needs, so that short ones reach its end.
        Kind::Zgd => hold_payload(bytes, N_CELLS, zgd::read, zgd::write),
        Kind::Apd => hold_payload(bytes, 8 + 5 * N_SQUARES, apd::read, apd::write),
        _ => {}
    }
    let Ok(file) = file::read(kind, bytes) else { return };
    assert_eq!(file.difference(bytes), None);
    let n_bytes = file.payload().len();
    if n_bytes <= MAX_LISTED {
        file.content.for_each_record(CodePage::Cp949, &mut |record| {
            black_box(record);
        });
    }
    match &file.content {
        Content::MapCache(cache) => cache.entries().iter().for_each(|entry| {
            _ = black_box(entry.cells.cells());
        }),
        Content::Mcache(cache) => _ = black_box(cache.cells.cells()),
        _ => {}
    }
    if n_bytes <= MAX_AS_JSON {
        hold_json(&file, bytes);
    }
}

fn hold_json(file: &File, bytes: &[u8]) {
    let json = serde_json::to_string(file).expect("every file has a JSON");
    let again: File = serde_json::from_str(&json).expect("JSON that was written is read");
    let written = file::write(&again, Effort::Quick, &mut |_, _| ControlFlow::Continue(()));
    assert!(written.expect("nobody cancels") == bytes);
}

fn hold_payload<T>(
    bytes: &[u8],
    n_zeros: usize,
    read: fn(&[u8]) -> Result<T, ReadError>,
    write: fn(&T) -> Vec<u8>,
) {
    let longer = [bytes, &vec![0; n_zeros]].concat();
    for payload in [bytes, &longer] {
        if let Ok(value) = read(payload) {
            assert!(write(&value) == payload);
        }
    }
}
