//! Any text is a definition: nothing of it is lost, and formatting keeps what it means.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| landwright_core_fuzz::def_text::hold(bytes));
