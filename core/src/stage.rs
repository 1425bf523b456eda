//! Makes scenes of documents and files: a folder for each game.

pub mod files;
pub mod rose;
pub mod ragnarok;
pub mod everquest;
