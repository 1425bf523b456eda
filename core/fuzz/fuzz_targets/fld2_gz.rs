//! The law of the format `fld2.gz`: what is read is written as it was.
#![no_main]

use landwright_core::format::file::Kind;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| landwright_core_fuzz::format::hold(Kind::PackedFld2, bytes));
