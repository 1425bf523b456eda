//! The law of the format `lod`: what is read is written as it was.
#![no_main]

use landwright_core::format::file::Kind;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| landwright_core_fuzz::format::hold(Kind::Lod, bytes));
