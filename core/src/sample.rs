//! Small believable worlds from a seed number, for tests, benchmarks and "Open sample".
//!
//! They are made up here: nothing in them is taken from a game. The same seed and size give the
//! same bytes, on every machine.

pub mod ragnarok;
pub mod rose;
pub mod tera;
pub mod eq;
pub mod protocol;
pub mod noise;
pub mod real;
pub mod rng;

/// A file of a world, to be written somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// From the folder of the game, with `/` between names.
    pub path: String,
    pub bytes: Vec<u8>,
}
