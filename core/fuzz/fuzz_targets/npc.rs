//! Scripts of Ragnarok servers are read without an end or a panic, whatever is in them.
#![no_main]

use std::hint::black_box;

use landwright_core::format::ragnarok::npc;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    black_box((npc::read(bytes), npc::read_index(bytes)));
});
