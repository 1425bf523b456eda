//! The checks of any definition: fixes change nothing that they don't speak of.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| landwright_core_fuzz::def_checks::hold(bytes));
