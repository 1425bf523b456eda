//! The law of the format `fld2`: what is read is written as it was.
#![no_main]

use landwright_core::format::file::Kind;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| landwright_core_fuzz::format::hold(Kind::Fld2, bytes));
