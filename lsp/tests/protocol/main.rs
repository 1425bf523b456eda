//! The server as a client sees it: the built binary, spoken to over its pipes.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that can't go on has failed"
)]
#![allow(clippy::needless_pass_by_value, reason = "`json!` reads better without a reference")]

#[path = "../support/mod.rs"]
mod support;

mod lifecycle;
mod sync;
mod ordering;
mod hostile;
mod workspace;
mod many;
mod fixture;
mod features;
mod choices;
mod edits;
mod refresh;
mod clients;
