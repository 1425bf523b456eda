//! Every language feature, anywhere in any definition.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| landwright_core_fuzz::def_features::hold(bytes));
