//! Small believable worlds from a seed number, for tests, benchmarks and "Open sample".
//!
//! They are made up here: nothing in them is taken from a game. The same seed and size give the
//! same bytes, on every machine.

pub mod ragnarok;
pub mod rng;
