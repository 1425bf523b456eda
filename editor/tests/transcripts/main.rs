//! The command line of `landwright`, held against the transcripts beside this file.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that can't go on fails"
)]
// What the system says of a file that is not there is worded otherwise elsewhere.
#![cfg(unix)]

use std::path::Path;

#[path = "../../../tests/support/samples.rs"]
#[allow(unreachable_pub, reason = "it is shared")]
mod samples;
#[path = "../../../tests/support/worlds.rs"]
mod worlds;
#[path = "../../../tests/support/transcript.rs"]
mod transcript;

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts")
}

#[test]
fn every_command_says_and_writes_what_its_transcript_has() {
    transcript::check_all(&folder(), &[("landwright", env!("CARGO_BIN_EXE_landwright"))]);
}

#[test]
fn every_command_has_a_transcript() {
    transcript::check_complete(&folder(), env!("CARGO_BIN_EXE_landwright"));
}
