//! Makes scenes of documents and files: a folder for each game.

pub mod rose;
