//! Any packet by any definition: reading ends, and what was read is written again.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| landwright_core_fuzz::def_codec::hold(bytes));
