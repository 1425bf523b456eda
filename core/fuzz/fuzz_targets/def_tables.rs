//! Any text as a map, a capture or one of the tables in JSON.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| landwright_core_fuzz::def_tables::hold(bytes));
